"""Time charges: assessed by the dealer, verified by the floor (POKER 14(b)(3), BBC rev-time).

Periods run from the opening of the table. At the end of each the dealer takes the charge from the
stacks into the rake area; it goes to the table inventory when a floorperson has verified it. A
player who is away with the stake owes the charge, and pays it with the first one after coming back.
"""

from datetime import datetime, timedelta

from croupier.chips import Chips, divide, money
from croupier.engine.accounts import INVENTORY, RAKE, Move, stack
from croupier.engine.dues import in_order
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.facts import TimeCharged, TimeCollected, TimeExcused, TimeVerified
from croupier.room.cage.ledger import transfer
from croupier.room.house.notices import check_words
from croupier.room.house.people import DEALER, FLOOR, SHIFT
from croupier.room.house.state import House
from croupier.room.house.submissions import check_rake
from croupier.room.logbook import Command, Order, Procedure, given_by
from croupier.room.table.state import Table, TableDeciders
from croupier.rules.time_charge import TimeCharge

ASSESSED = "POKER 14(b)(3)(iii)"  # when
COLLECTED = "POKER 14(b)(3)(iv)"  # into the rake area
VERIFIED = "POKER 14(b)(3)(v)"  # out of it


@given_by(DEALER, COLLECTED, "take a time charge")
class AssessTime(Command, frozen=True, kw_only=True):
    """Take the charge of the period that has ended from every stack."""


@given_by(DEALER, COLLECTED, "take a time charge")
class CollectTime(Command, frozen=True, kw_only=True):
    """Take from a seat what it still owes of the charge."""

    seat: int


@given_by(SHIFT, "POKER 15(b)", "excuse a time charge")
class ExcuseTime(Command, frozen=True, kw_only=True):
    """Excuse a seat that cannot pay from the rest of the charge."""

    seat: int
    reason: str


@given_by(FLOOR, VERIFIED, "verify a time charge")
class VerifyTime(Command, frozen=True, kw_only=True):
    """Verify a time charge by counting the rake area."""

    counted: Chips


def check_runs(table: Table, house: House) -> None:
    """Refuse to run a table on a rake that is not approved (POKER 14(a))."""
    check_rake(table.game, table.sign, house)


def due(table: Table, at: datetime, house: House) -> list[Procedure]:
    """The next time charge; once it is overdue, no round can be dealt."""
    posted = table.sign.time_charge
    if posted is None or table.status != "open":
        return []
    _, until = _period(table, posted)
    words = f"the time charge of {posted.minutes} minutes is due"
    return [Procedure("time charge", until, table.game.own(ASSESSED), words)]


def _period(table: Table, posted: TimeCharge) -> tuple[datetime, datetime]:
    """The period that is charged next: the clock restarts when the table opens."""
    assert table.opened is not None
    last = table.charges.until
    since = last if last is not None and last > table.opened else table.opened
    return since, since + timedelta(minutes=posted.minutes)


def _posted(table: Table) -> TimeCharge:
    if table.sign.time_charge is None:
        raise Refused("SIGN time_charge", "this table posts no time charge")
    return table.sign.time_charge


def assessed(table: Table, since: datetime, until: datetime) -> dict[int, Chips]:
    """The time charge of a period for each occupied seat, inactive players included."""
    posted = _posted(table)
    fee = posted.fee(table.sign.limits)
    seats = [
        seat
        for seat, taken in sorted(table.seats.items())
        if taken.since is None or taken.since < until
        if taken.since is None or taken.since <= since or posted.charge_partial
    ]
    if posted.basis == "player" or not seats:
        return dict.fromkeys(seats, fee)
    part, pieces = divide(fee, len(seats), unit=table.sign.unit)
    shares = dict.fromkeys(seats, part)
    for seat, piece in zip(in_order(seats, table.button), pieces, strict=False):
        shares[seat] = Chips(shares[seat] + piece)
    return shares


def _carried(table: Table, seat: int) -> bool:
    """Whether the player has left the table with the stake, which was recorded."""
    away = table.seats[seat].away
    return away is not None and away.method == "record"


def _assess(table: Table, order: Order[AssessTime], house: House) -> list[Event]:
    posted, clause = _posted(table), table.game.own(COLLECTED)
    table.check_open()
    table.check_between("POKER 1 round of play")
    if table.charges.waiting is not None:
        why = "the last time charge must be verified first"
        raise Refused(table.game.own(VERIFIED), why)
    since, until = _period(table, posted)
    if order.at < until:
        why = f"the charge can be taken only when the period ends, at {until:%H:%M}"
        raise Refused(table.game.own(ASSESSED), why)
    charge = assessed(table, since, until)
    people = {seat: table.seats[seat].person for seat in charge}
    later = {seat: chips for seat, chips in charge.items() if _carried(table, seat)}
    before = table.charges.later
    owes = {
        seat: Chips(chips + before.get(people[seat], 0))
        for seat, chips in charge.items()
        if seat not in later
    }
    moves = tuple(
        Move(stack(seat), RAKE, Chips(min(chips, table.stacks[seat])))
        for seat, chips in owes.items()
        if min(chips, table.stacks[seat])
    )
    return [
        TimeCharged(
            clause=clause,
            since=since,
            until=until,
            basis=posted.basis,
            people=people,
            owed=owes,
            later=later,
            moves=moves,
        )
    ]


def _missing(table: Table, seat: int) -> tuple[Chips, Chips]:
    """What a seat still owes, and the chips of the player who owes it; or a refusal."""
    waiting, taken = table.charges.waiting, table.seats.get(seat)
    missing = waiting and waiting.owed.get(seat, 0) - waiting.paid.get(seat, 0)
    if waiting is None or not missing:
        raise Refused(table.game.own(COLLECTED), f"seat {seat} does not owe any time charge")
    same = taken is not None and taken.person == waiting.people[seat]  # no player pays for another
    return Chips(missing), table.stacks[seat] if same else Chips(0)


def _collect(table: Table, order: Order[CollectTime], house: House) -> list[Event]:
    seat: int = order.says.seat
    (missing, there), clause = _missing(table, seat), table.game.own(COLLECTED)
    table.check_between("POKER 1 round of play")
    if there < missing:
        raise Refused(clause, f"seat {seat} owes {money(missing)} and has {money(there)}")
    return [TimeCollected(clause=clause, seat=seat, moves=transfer(stack(seat), RAKE, missing))]


def _excuse(table: Table, order: Order[ExcuseTime], house: House) -> list[Event]:
    says = order.says
    (missing, there), clause = _missing(table, says.seat), table.game.own(says.clause)
    check_words(clause, reason=says.reason)
    if there >= missing:
        raise Refused(clause, f"seat {says.seat} can pay the {money(missing)} it owes")
    return [TimeExcused(clause=clause, seat=says.seat, chips=missing, reason=says.reason)]


def _verify(table: Table, order: Order[VerifyTime], house: House) -> list[Event]:
    waiting, clause = table.charges.waiting, table.game.own(VERIFIED)
    counted: Chips = order.says.counted
    if waiting is None:
        raise Refused(clause, "no time charge is waiting to be verified")
    if not waiting.expected == waiting.collected == counted:
        why = f"{money(waiting.expected)} is due, {money(waiting.collected)} was collected"
        raise Refused(clause, f"{why} and {money(counted)} counted: all three must agree")
    return [
        TimeVerified(
            clause=clause,
            since=waiting.since,
            until=waiting.until,
            expected=waiting.expected,
            moves=transfer(RAKE, INVENTORY, waiting.collected),
        )
    ]


DECIDE: TableDeciders = {
    AssessTime: _assess,
    CollectTime: _collect,
    ExcuseTime: _excuse,
    VerifyTime: _verify,
}
