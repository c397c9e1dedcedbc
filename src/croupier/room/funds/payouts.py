"""A bad beat is awarded, prepared and handed over, and displays are set right (POKER 19(f)-(h))."""

from typing import Literal

from croupier.chips import Chips, divide
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.cage.state import purse
from croupier.room.funds.decide import find_fund
from croupier.room.funds.facts import BadBeatAwarded, DisplaysAdjusted, PayoutMade, PayoutPrepared
from croupier.room.funds.intake import incidents
from croupier.room.funds.state import BeatSlip, Form, Payout, fund_account, payable_account
from croupier.room.house.days import day_of
from croupier.room.house.people import (
    ACCOUNTING,
    CASHIERS,
    SUPERVISORS,
    Actor,
    Role,
    check_named,
    check_role,
)
from croupier.room.house.state import House, HouseDeciders, balance_of
from croupier.room.logbook import Command, Order, given_by
from croupier.rules.revenue import Shares


@given_by(frozenset({"poker_shift_supervisor"}), "POKER 19(f)", "award a bad beat payout")
class AwardBadBeat(Command, frozen=True, kw_only=True):
    """Hand in a verified bad beat: the payout is fixed, nothing is paid yet."""

    slip: BeatSlip


@given_by(ACCOUNTING, "POKER 19(g)", "prepare a bad beat payout")
class PreparePayout(Command, frozen=True, kw_only=True):
    """Prepare a payout: its form, and where it is paid."""

    number: int
    form: Form
    place: Literal["table", "cage"] = "table"


@given_by(ACCOUNTING | CASHIERS | {"security"}, "POKER 19(g)", "hand over a bad beat payout")
class HandOver(Command, frozen=True, kw_only=True):
    """Pay a share of a payout: brought to the table, or at the cage."""

    number: int
    person: str


@given_by(
    ACCOUNTING, "POKER 19(h)(1)", "adjust the displayed amount", second={"supervisor": SUPERVISORS}
)
class AdjustDisplays(Command, frozen=True, kw_only=True):
    """Set every display of a fund to its amount, with a poker supervisor present."""

    name: str
    readings: dict[str, Chips]  # what each display shows now
    supervisor: Actor


CARRIERS: frozenset[Role] = frozenset({"security", "accounting"})


def divided(amount: Chips, shares: Shares, slip: BeatSlip) -> dict[str, Chips]:
    """Divide a payout among its receivers; what does not divide goes to the loser (A-61).

    If only winners and loser were dealt in, the loser has the table's share too.
    """
    parts: dict[str, int] = {slip.loser: 0}
    for percent, people in ((shares.winner, slip.winners), (shares.table, slip.others)):
        if people:
            each, _ = divide(Chips(amount * percent // 100), len(people), unit=Chips(1))
            parts |= dict.fromkeys(people, each)
    parts[slip.loser] = amount - sum(parts.values())
    return {person: Chips(chips) for person, chips in parts.items() if chips}


def _award(house: House, order: Order[AwardBadBeat]) -> list[Event]:
    says = order.says
    slip = says.slip
    fund = find_fund(house, slip.fund)
    check_named(slip.verified_by, says.roles, says.clause, "verify a bad beat")
    if slip.key in house.funds.slips:
        raise Refused(says.clause, "this bad beat was awarded before")
    if slip.table not in fund.tables:
        raise Refused(says.clause, f"table {slip.table} does not participate in {fund.name}")
    assert fund.rules.shares is not None  # no table offers a payout without
    amount = balance_of(house, fund_account(fund.name))
    return [
        BadBeatAwarded(
            clause=says.clause,
            number=len(house.funds.payouts) + 1,
            name=fund.name,
            slip=slip,
            shares=divided(amount, fund.rules.shares, slip),
            moves=transfer(fund_account(fund.name), payable_account(fund.name), amount),
        )
    ]


def _payout(house: House, number: int) -> Payout:
    if not 1 <= number <= len(house.funds.payouts):
        raise Refused("POKER 19(f)", f"no payout {number} was verified and awarded")
    return house.funds.payouts[number - 1]


def _prepare(house: House, order: Order[PreparePayout]) -> list[Event]:
    says = order.says
    if _payout(house, says.number).form is not None:
        raise Refused(says.clause, f"payout {says.number} is already prepared")
    return [
        PayoutPrepared(clause=says.clause, number=says.number, form=says.form, place=says.place)
    ]


def _hand_over(house: House, order: Order[HandOver]) -> list[Event]:
    says = order.says
    payout = _payout(house, says.number)
    if payout.form is None:
        raise Refused(says.clause, f"accounting must prepare payout {says.number} first")
    if payout.place == "table":
        check_role(order.by, CARRIERS, "POKER 19(f)(2)", "bring a payout to the table")
    else:
        check_role(order.by, CASHIERS, says.clause, "pay at the cage")
    if says.person not in payout.shares or says.person in payout.handed:
        raise Refused(says.clause, f"{says.person} has no open share of this payout")
    name = payout.slip.fund
    target = purse(says.person) if payout.form == "chips" else CAGE
    return [
        PayoutMade(
            clause=says.clause,
            number=says.number,
            name=name,
            person=says.person,
            form=payout.form,
            place=payout.place,
            moves=transfer(payable_account(name), target, payout.shares[says.person]),
        )
    ]


def _adjust(house: House, order: Order[AdjustDisplays]) -> list[Event]:
    says = order.says
    fund = find_fund(house, says.name)
    if fund.status not in ("offered", "stopped"):
        raise Refused(says.clause, f"{says.name} has no displays")
    if says.readings.keys() != fund.displays.keys():
        names = ", ".join(sorted(fund.displays))
        raise Refused(says.clause, f"every display must be adjusted: {names}")
    balance = balance_of(house, fund_account(says.name))
    adjusted = DisplaysAdjusted(
        clause=says.clause,
        name=says.name,
        before=fund.displays,
        readings=says.readings,
        balance=balance,
        reason="bad beat" if fund.pending else "daily",
        supervisor=says.supervisor,
        day=day_of(house.dawn, order.at),
    )
    wrong = [(balance, shown) for shown in says.readings.values() if shown != balance]
    return [adjusted, *incidents(house, "POKER 19(h)(2)", says.name, "display", wrong)]


DECIDE: HouseDeciders = {
    AwardBadBeat: _award,
    PreparePayout: _prepare,
    HandOver: _hand_over,
    AdjustDisplays: _adjust,
}
