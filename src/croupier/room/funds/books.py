"""The books of bad beat funds: what lies where, and where it came from and went (POKER 19(j))."""

from typing import TYPE_CHECKING

from msgspec import Struct

from croupier.chips import Chips, money
from croupier.engine.accounts import Account
from croupier.refused import Refused
from croupier.room.funds.orders import Fund, fund_account, payable_account, reserve_account

if TYPE_CHECKING:
    from croupier.room.house.decide import House


class Totals(Struct, frozen=True):
    """Where the money of a fund is: collected = paid + transferred + held + balance (19(j))."""

    collected: Chips
    paid: Chips
    transferred: Chips  # to other funds, less what came from them
    held: Chips
    balance: Chips  # what may be won, and what has been won and is not handed over yet


def totals(house: "House", name: str) -> Totals:
    """The totals of a fund since it began."""
    fund = find_fund(house, name)
    held, won = lies(house, reserve_account(name)), lies(house, payable_account(name))
    balance = Chips(lies(house, fund_account(name)) + won)
    return Totals(fund.collected, fund.paid, Chips(fund.sent - fund.received), held, balance)


def find_fund(house: "House", name: str) -> Fund:
    """The fund of this name, or a refusal."""
    if name not in house.funds.named:
        raise Refused("FIELD name", f"there is no bad beat fund {name!r}")
    return house.funds.named[name]


def lies(house: "House", account: Account) -> Chips:
    """The chips on an account of the house."""
    return house.accounts.get(account, Chips(0))


def check_part(chips: int, there: Chips) -> None:
    """Refuse an amount that is nothing, or more than there is."""
    if not 0 < chips <= there:
        raise Refused("FIELD chips", f"{money(chips)} of {money(there)} cannot be taken")
