"""Rake by the clock: assessed by the dealer, verified by the floor (POKER 14(b)(3), BBC rev-time).

Periods run from the opening of the table. At the end of each the dealer takes the charge from the
stacks into the rake area; it goes to the table inventory when a floorperson has verified it.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.chips import Chips, divide, money
from croupier.engine.accounts import INVENTORY, RAKE, Move, stack
from croupier.engine.dues import in_order
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.ledger import transfer
from croupier.room.house.notices import check_words
from croupier.room.house.people import DEALER, FLOOR, SHIFT, Role
from croupier.room.house.submissions import check_rake
from croupier.room.logbook import Command, Entry, Order, Procedure
from croupier.rules.time_charge import TimeCharge

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife

ASSESSED = "POKER 14(b)(3)(iii)"  # when
COLLECTED = "POKER 14(b)(3)(iv)"  # into the rake area
VERIFIED = "POKER 14(b)(3)(v)"  # out of it


class Assessment(Struct, frozen=True, kw_only=True):
    """One period's charge: what each seat owes and has paid, until it is verified."""

    since: datetime
    until: datetime
    people: dict[int, str]
    owed: dict[int, Chips]
    paid: dict[int, Chips]

    @property
    def expected(self) -> Chips:
        """What all seats owe together."""
        return Chips(sum(self.owed.values()))

    @property
    def collected(self) -> Chips:
        """What lies in the rake area."""
        return Chips(sum(self.paid.values()))


class Charges(Struct, frozen=True):
    """How far the clock has been charged, and what awaits the floorperson."""

    until: datetime | None = None  # the end of the last period that was assessed
    waiting: Assessment | None = None


class AssessTime(Command, frozen=True, kw_only=True):
    """The dealer takes the charge of the period that has ended from every stack."""

    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = COLLECTED
    what: ClassVar[str] = "take a time charge"


class CollectTime(Command, frozen=True, kw_only=True):
    """The dealer takes from a seat what it still owes of the charge."""

    seat: int
    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = COLLECTED
    what: ClassVar[str] = "take a time charge"


class ExcuseTime(Command, frozen=True, kw_only=True):
    """The shift supervisor rules that a seat which cannot pay owes no more."""

    seat: int
    reason: str
    roles: ClassVar[frozenset[Role]] = SHIFT
    clause: ClassVar[str] = "POKER 15(b)"
    what: ClassVar[str] = "excuse a time charge"


class VerifyTime(Command, frozen=True, kw_only=True):
    """The floorperson has counted what lies in the rake area."""

    counted: Chips
    roles: ClassVar[frozenset[Role]] = FLOOR
    clause: ClassVar[str] = VERIFIED
    what: ClassVar[str] = "verify a time charge"


class TimeCharged(Event, frozen=True, kw_only=True):
    """A time charge went from the stacks to the rake area."""

    since: datetime
    until: datetime
    basis: str
    people: dict[int, str]
    owed: dict[int, Chips]
    moves: tuple[Move, ...]


class TimeCollected(Event, frozen=True, kw_only=True):
    """A seat paid what it still owed of a time charge."""

    seat: int
    moves: tuple[Move, ...]


class TimeExcused(Event, frozen=True, kw_only=True):
    """A seat need not pay what it still owed of a time charge."""

    seat: int
    chips: Chips
    reason: str


class TimeVerified(Event, frozen=True, kw_only=True):
    """A verified time charge went from the rake area to the table inventory."""

    since: datetime
    until: datetime
    expected: Chips
    moves: tuple[Move, ...]


Fact = TimeCharged | TimeCollected | TimeExcused | TimeVerified


def check_runs(life: "TableLife", house: "House") -> None:
    """Refuse to run a table on a rake that is not approved (POKER 14(a))."""
    check_rake(life.game, life.sign, house)


def due(life: "TableLife", at: datetime, house: "House") -> list[Procedure]:
    """The next time charge: no round is dealt once its period has passed without it."""
    posted = life.sign.time_charge
    if posted is None or life.status != "open":
        return []
    _, until = _period(life, posted)
    words = f"the time charge of {posted.minutes} minutes is due"
    return [Procedure("time charge", until, life.game.own(ASSESSED), words)]


def _period(life: "TableLife", posted: TimeCharge) -> tuple[datetime, datetime]:
    """The period that is charged next: the clock starts anew when the table opens."""
    assert life.opened is not None
    last = life.charges.until
    since = last if last is not None and last > life.opened else life.opened
    return since, since + timedelta(minutes=posted.minutes)


def _posted(life: "TableLife") -> TimeCharge:
    if life.sign.time_charge is None:
        raise Refused("SIGN time_charge", "this table posts no time charge")
    return life.sign.time_charge


def owed(life: "TableLife", since: datetime, until: datetime) -> dict[int, Chips]:
    """What each seat owes for a period: everybody seated, active or not, and no empty seat."""
    posted = _posted(life)
    fee = posted.fee(life.sign.limits)
    seats = [
        seat
        for seat, taken in sorted(life.seats.items())
        if taken.since is None or taken.since < until
        if taken.since is None or taken.since <= since or posted.charge_partial
    ]
    if posted.basis == "player" or not seats:
        return dict.fromkeys(seats, fee)
    part, pieces = divide(fee, len(seats), unit=life.sign.unit)
    shares = dict.fromkeys(seats, part)
    for seat, piece in zip(in_order(seats, life.button), pieces, strict=False):
        shares[seat] = Chips(shares[seat] + piece)
    return shares


def _assess(life: "TableLife", order: Order, house: "House") -> list[Any]:
    posted, clause = _posted(life), life.game.own(COLLECTED)
    life.check_open()
    life.check_between("POKER 1 round of play")
    if life.charges.waiting is not None:
        why = "the last time charge lies unverified in the rake area"
        raise Refused(life.game.own(VERIFIED), why)
    since, until = _period(life, posted)
    if order.at < until:
        why = f"the period ends at {until:%H:%M}: nothing is charged before"
        raise Refused(life.game.own(ASSESSED), why)
    owes = owed(life, since, until)
    moves = tuple(
        Move(stack(seat), RAKE, Chips(min(chips, life.stacks[seat])))
        for seat, chips in owes.items()
        if min(chips, life.stacks[seat])
    )
    return [
        TimeCharged(
            clause=clause,
            since=since,
            until=until,
            basis=posted.basis,
            people={seat: life.seats[seat].person for seat in owes},
            owed=owes,
            moves=moves,
        )
    ]


def _missing(life: "TableLife", seat: int) -> tuple[Chips, Chips]:
    """What a seat still owes, and what its debtor has in front, or a refusal."""
    waiting, taken = life.charges.waiting, life.seats.get(seat)
    missing = waiting and waiting.owed.get(seat, 0) - waiting.paid.get(seat, 0)
    if waiting is None or not missing:
        raise Refused(life.game.own(COLLECTED), f"seat {seat} owes nothing of a time charge")
    same = taken is not None and taken.person == waiting.people[seat]  # nobody pays for another
    return Chips(missing), life.stacks[seat] if same else Chips(0)


def _collect(life: "TableLife", order: Order, house: "House") -> list[Any]:
    seat: int = order.says.seat
    (missing, there), clause = _missing(life, seat), life.game.own(COLLECTED)
    life.check_between("POKER 1 round of play")
    if there < missing:
        raise Refused(clause, f"seat {seat} owes {money(missing)} and has {money(there)}")
    return [TimeCollected(clause=clause, seat=seat, moves=transfer(stack(seat), RAKE, missing))]


def _excuse(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: ExcuseTime = order.says
    (missing, there), clause = _missing(life, says.seat), life.game.own(says.clause)
    check_words(clause, reason=says.reason)
    if there >= missing:
        raise Refused(clause, f"seat {says.seat} can pay the {money(missing)} it owes")
    return [TimeExcused(clause=clause, seat=says.seat, chips=missing, reason=says.reason)]


def _verify(life: "TableLife", order: Order, house: "House") -> list[Any]:
    waiting, clause = life.charges.waiting, life.game.own(VERIFIED)
    counted: Chips = order.says.counted
    if waiting is None:
        raise Refused(clause, "no time charge waits to be verified")
    if not waiting.expected == waiting.collected == counted:
        why = f"{money(waiting.expected)} is due, {money(waiting.collected)} was collected"
        raise Refused(clause, f"{why} and {money(counted)} counted: the money stays")
    return [
        TimeVerified(
            clause=clause,
            since=waiting.since,
            until=waiting.until,
            expected=waiting.expected,
            moves=transfer(RAKE, INVENTORY, waiting.collected),
        )
    ]


DECIDE: dict[type, Callable[["TableLife", Order, "House"], list[Any]]] = {
    AssessTime: _assess,
    CollectTime: _collect,
    ExcuseTime: _excuse,
    VerifyTime: _verify,
}


def _charged(life: "TableLife", entry: Entry) -> "TableLife":
    fact: TimeCharged = entry.fact
    sources = {move.source: move.chips for move in fact.moves}
    paid = {seat: sources[stack(seat)] for seat in fact.owed if stack(seat) in sources}
    waiting = Assessment(
        since=fact.since, until=fact.until, people=fact.people, owed=fact.owed, paid=paid
    )
    return replace(life, charges=Charges(fact.until, waiting if fact.owed else None))


def _collected(life: "TableLife", entry: Entry) -> "TableLife":
    seat, waiting = entry.fact.seat, life.charges.waiting
    assert waiting is not None
    return _waits(life, replace(waiting, paid=waiting.paid | {seat: waiting.owed[seat]}))


def _excused(life: "TableLife", entry: Entry) -> "TableLife":
    seat, waiting = entry.fact.seat, life.charges.waiting
    assert waiting is not None
    left = Chips(waiting.owed[seat] - entry.fact.chips)
    return _waits(life, replace(waiting, owed=waiting.owed | {seat: left}))


def _waits(life: "TableLife", waiting: Assessment) -> "TableLife":
    return replace(life, charges=replace(life.charges, waiting=waiting))


def _verified(life: "TableLife", entry: Entry) -> "TableLife":
    return replace(life, charges=replace(life.charges, waiting=None))


EVOLVE: dict[type, Callable[["TableLife", Entry], "TableLife"]] = {
    TimeCharged: _charged,
    TimeCollected: _collected,
    TimeExcused: _excused,
    TimeVerified: _verified,
}
