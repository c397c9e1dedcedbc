"""Questions about bad beat funds: what they hold, who can offer them, what is due (POKER 19)."""

from datetime import datetime

from msgspec import Struct

from croupier.chips import Chips, money
from croupier.engine.accounts import BOX
from croupier.refused import Refused
from croupier.room.funds.state import Fund, fund_account, payable_account, reserve_account
from croupier.room.house.days import last_moment, next_day
from croupier.room.house.state import House, balance_of
from croupier.room.logbook import Procedure
from croupier.room.table.state import Table


class Totals(Struct, frozen=True):
    """Where the money of a fund is: collected = paid + transferred + held + balance (19(j))."""

    collected: Chips
    paid: Chips
    transferred: Chips  # to other funds, less what came from them
    held: Chips
    balance: Chips  # what may be won, and what has been won and is not handed over yet


def open_fund(house: House, name: str, table: str) -> Fund:
    """The fund that a table may offer: approved, posted, and with this table designated."""
    fund = find_fund(house, name)
    if fund.status == "submitted":
        why = f"the procedures for discontinuing {name} are not approved"
        raise Refused("POKER 19(i)", why)
    if fund.status == "approved":
        raise Refused("POKER 19(b)", f"the rules of {name} are not posted in the room")
    if fund.status != "offered":
        raise Refused("POKER 19(c)", f"contributions to {name} were stopped")
    if table not in fund.tables:
        raise Refused("POKER 19(c)", f"table {table} is not designated for {name}")
    return fund


def check_boxless(table: Table, clause: str) -> None:
    """Refuse to release a table whose box, or a bad beat found there, belongs to a fund."""
    box, chips = table.box, table.accounts.get(BOX, Chips(0))
    if box.fund or box.found or chips:
        why = f"table {table.name} has a bad beat box with {money(chips)}"
        raise Refused(clause, f"{why}: withdraw the payout there, and count the box a last time")


def due(house: House, at: datetime) -> list[Procedure]:
    """Displays that must be set right: every gaming day, and at once after a bad beat."""
    found: list[Procedure] = []
    for fund in house.funds.named.values():
        if fund.status not in ("offered", "stopped"):
            continue
        daily = last_moment(house.dawn, next_day(fund.adjusted), at)
        by = min(daily, fund.pending) if fund.pending else daily
        words = f"the displays of {fund.name} must be set to its amount"
        found.append(Procedure("displays", by, "POKER 19(h)(1)", words))
    return found


def totals(house: House, name: str) -> Totals:
    """The totals of a fund since it began."""
    fund = find_fund(house, name)
    held, won = balance_of(house, reserve_account(name)), balance_of(house, payable_account(name))
    balance = Chips(balance_of(house, fund_account(name)) + won)
    return Totals(fund.collected, fund.paid, Chips(fund.sent - fund.received), held, balance)


def find_fund(house: House, name: str) -> Fund:
    """The fund of this name, or a refusal."""
    if name not in house.funds.named:
        raise Refused("FIELD name", f"there is no bad beat fund {name!r}")
    return house.funds.named[name]


def check_part(chips: int, there: Chips) -> None:
    """Refuse an amount of a fund that is not above zero, or more than there is."""
    if not 0 < chips <= there:
        raise Refused(
            "FIELD chips",
            f"the amount must be above zero and at most {money(there)}, not {money(chips)}",
        )
