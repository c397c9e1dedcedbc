"""A bad beat is awarded, prepared and handed over, and displays are set right (POKER 19(f)-(h))."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from croupier.chips import Chips, divide
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.cage.state import purse
from croupier.room.funds import facts as told
from croupier.room.funds import orders as asks
from croupier.room.funds.books import find_fund, lies
from croupier.room.funds.intake import incidents
from croupier.room.funds.orders import CASHIERS, Payout, fund_account, payable_account
from croupier.room.funds.papers import BeatSlip
from croupier.room.house.days import day_of
from croupier.room.house.people import Role, check_named, check_role
from croupier.room.logbook import Order
from croupier.rules.revenue import Shares

if TYPE_CHECKING:
    from croupier.room.house.decide import House

CARRIERS: frozenset[Role] = frozenset({"security", "accounting"})


def divided(amount: Chips, shares: Shares, slip: BeatSlip) -> dict[str, Chips]:
    """Who gets how much of a payout: every cent, what does not divide goes to the loser (A-61).

    Where nobody else was dealt in, the loser has the table's share too.
    """
    parts: dict[str, int] = {slip.loser: 0}
    for percent, people in ((shares.winner, slip.winners), (shares.table, slip.others)):
        if people:
            each, _ = divide(Chips(amount * percent // 100), len(people), unit=Chips(1))
            parts |= dict.fromkeys(people, each)
    parts[slip.loser] = amount - sum(parts.values())
    return {person: Chips(chips) for person, chips in parts.items() if chips}


def _award(house: "House", order: Order) -> list[Any]:
    says: asks.AwardBadBeat = order.says
    slip = says.slip
    fund = find_fund(house, slip.fund)
    check_named(slip.verified_by, says.roles, says.clause, "verify a bad beat")
    if slip.key in house.funds.slips:
        raise Refused(says.clause, "this bad beat was awarded before")
    if slip.table not in fund.tables:
        raise Refused(says.clause, f"table {slip.table} does not participate in {fund.name}")
    assert fund.rules.shares is not None  # no table offers a payout without
    amount = lies(house, fund_account(fund.name))
    return [
        told.BadBeatAwarded(
            clause=says.clause,
            number=len(house.funds.payouts) + 1,
            name=fund.name,
            slip=slip,
            shares=divided(amount, fund.rules.shares, slip),
            moves=transfer(fund_account(fund.name), payable_account(fund.name), amount),
        )
    ]


def _payout(house: "House", number: int) -> Payout:
    if not 1 <= number <= len(house.funds.payouts):
        raise Refused("POKER 19(f)", f"no payout {number} was verified and awarded")
    return house.funds.payouts[number - 1]


def _prepare(house: "House", order: Order) -> list[Any]:
    says: asks.PreparePayout = order.says
    if _payout(house, says.number).form is not None:
        raise Refused(says.clause, f"payout {says.number} is prepared already")
    return [
        told.PayoutPrepared(
            clause=says.clause, number=says.number, form=says.form, place=says.place
        )
    ]


def _hand_over(house: "House", order: Order) -> list[Any]:
    says: asks.HandOver = order.says
    payout = _payout(house, says.number)
    if payout.form is None:
        raise Refused(says.clause, f"accounting has not prepared payout {says.number}")
    if payout.place == "table":
        check_role(order.by, CARRIERS, "POKER 19(f)(2)", "bring a payout to the table")
    else:
        check_role(order.by, CASHIERS, says.clause, "pay at the cage")
    if says.person not in payout.shares or says.person in payout.handed:
        raise Refused(says.clause, f"{says.person} has no share of this payout to come")
    name = payout.slip.fund
    target = purse(says.person) if payout.form == "chips" else CAGE
    return [
        told.PayoutMade(
            clause=says.clause,
            number=says.number,
            name=name,
            person=says.person,
            form=payout.form,
            place=payout.place,
            moves=transfer(payable_account(name), target, payout.shares[says.person]),
        )
    ]


def _adjust(house: "House", order: Order) -> list[Any]:
    says: asks.AdjustDisplays = order.says
    fund = find_fund(house, says.name)
    if fund.status not in ("offered", "stopped"):
        raise Refused(says.clause, f"{says.name} is displayed nowhere")
    if says.readings.keys() != fund.displays.keys():
        names = ", ".join(sorted(fund.displays))
        raise Refused(says.clause, f"every display is adjusted: {names}")
    balance = lies(house, fund_account(says.name))
    adjusted = told.DisplaysAdjusted(
        clause=says.clause,
        name=says.name,
        before=fund.displays,
        readings=says.readings,
        balance=balance,
        reason="bad beat" if fund.pending else "daily",
        supervisor=says.supervisor,
        day=day_of(house.day_starts, order.at),
    )
    wrong = [(balance, shown) for shown in says.readings.values() if shown != balance]
    return [adjusted, *incidents(house, "POKER 19(h)(2)", says.name, "display", wrong)]


DECIDE: dict[type, Callable[["House", Order], list[Any]]] = {
    asks.AwardBadBeat: _award,
    asks.PreparePayout: _prepare,
    asks.HandOver: _hand_over,
    asks.AdjustDisplays: _adjust,
}
