"""How long players are waited for: the clock of a turn, and those who let turns go by (A-52).

How much time a turn has is the room's to say (A-88); here is what became of it, so that a log that
is read again knows how long somebody has been asked, and what is left of the own reserve.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.engine.event import Event
from croupier.engine.events import Placed
from croupier.engine.turns import DEALER
from croupier.refused import Refused
from croupier.room.house.people import TABLE_STAFF, Role
from croupier.room.logbook import Command, Entry, Order
from croupier.room.seating.orders import SatOut, changed

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife

Grounds = Literal["reserve", "connection", "floor"]
LONGEST = 3600.0  # seconds that may be added at once
READING = "A-52"


class Pace(Struct, frozen=True):
    """How long whoever is asked has been waited for."""

    since: datetime | None = None  # when the clock last began to run; nothing: it stands
    ran: float = 0.0  # seconds of this turn that had run before
    allowed: dict[int, float] = {}  # seconds that a seat got besides in this turn
    protected: tuple[int, ...] = ()  # seats that got some because the connection was lost
    stopped: str = ""  # who stopped the clock
    placed: datetime | None = None  # when a wager against the bank was last placed or changed

    def elapsed(self, at: datetime) -> float:
        """Seconds of this turn that have run at a moment."""
        if self.since is None:
            return self.ran
        return self.ran + max(0.0, (at - self.since) / timedelta(seconds=1))

    def asked(self, at: datetime) -> "Pace":
        """The next question is put: its time runs, unless the clock is stopped."""
        return Pace(since=None if self.stopped else at, stopped=self.stopped)


class AllowTime(Command, frozen=True, kw_only=True):
    """Give whoever is asked more time: of the own reserve, or for a lost connection, or freely."""

    seat: int
    seconds: float
    reserve: float = 0.0  # of them, what the own reserve pays
    why: Grounds = "floor"
    roles: ClassVar[frozenset[Role]] = TABLE_STAFF
    clause: ClassVar[str] = READING
    what: ClassVar[str] = "give a player more time"


class StopClock(Command, frozen=True, kw_only=True):
    """Let nobody's time run: for a ruling, or while the room is closed."""

    roles: ClassVar[frozenset[Role]] = TABLE_STAFF
    clause: ClassVar[str] = READING
    what: ClassVar[str] = "stop the clock"


class StartClock(Command, frozen=True, kw_only=True):
    """Let the time of whoever is asked run on."""

    until: datetime | None = None  # where nobody could stop it: when it was last seen to run
    roles: ClassVar[frozenset[Role]] = TABLE_STAFF
    clause: ClassVar[str] = READING
    what: ClassVar[str] = "start the clock"


class DealOut(Command, frozen=True, kw_only=True):
    """Deal no more cards to a player who lets turns go by, until the player says so."""

    seat: int
    roles: ClassVar[frozenset[Role]] = TABLE_STAFF
    clause: ClassVar[str] = READING
    what: ClassVar[str] = "leave an absent player out of the next rounds"


class TimeAllowed(Event, frozen=True, kw_only=True):
    """Whoever is asked may take longer."""

    seat: int
    seconds: float
    reserve: float
    why: Grounds


class ClockStopped(Event, frozen=True, kw_only=True):
    """Nobody's time runs."""


class ClockStarted(Event, frozen=True, kw_only=True):
    """The time of whoever is asked runs on; so many seconds of it had run before."""

    ran: float


class TurnPassed(Event, frozen=True, kw_only=True):
    """A turn went by without an answer, or without a wager against the bank.

    What the dealer did for the seat follows.
    """

    seat: int


Fact = TimeAllowed | ClockStopped | ClockStarted | TurnPassed


def is_asking(life: "TableLife") -> bool:
    """Whether anybody is waited for."""
    return life.playing and life.round is not None and bool(life.round.turns)


def is_betting(life: "TableLife") -> bool:
    """Whether wagers against the bank are placed: one question to everybody at the table."""
    return life.game.banked and life.round is not None and life.round.at == 0


def all_have_bet(life: "TableLife") -> bool:
    """Whether everybody who is asked for wagers against the bank has placed some."""
    hands, turns = (life.round.hands, life.round.turns) if life.round is not None else ({}, ())
    return all(hands[turn.actor].stakes for turn in turns if turn.actor != DEALER)


def player_of(life: "TableLife", seat: int) -> int:
    """The seat of whoever plays a position: where the rules let one play several, the owner's."""
    return life.round.owners.get(seat, seat) if life.round is not None else seat


def let_go_by(life: "TableLife") -> list[TurnPassed]:
    """What is told of those who were asked for wagers against the bank and have placed none."""
    if life.round is None or not is_betting(life):
        return []
    hands = life.round.hands
    bet = {player_of(life, seat) for seat, hand in hands.items() if hand.stakes}
    asked = {player_of(life, seat) for seat in life.round.order} - bet
    there = [seat for seat in sorted(asked) if seat in life.seats and not life.seats[seat].out]
    return [TurnPassed(clause=READING, seat=seat) for seat in there]


def _allow(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: AllowTime = order.says
    asked = life.round is not None and life.round.turn(says.seat) is not None
    if not asked or player_of(life, says.seat) not in life.seats:
        raise Refused(READING, f"seat {says.seat} is not asked")
    if not 0 < says.seconds <= LONGEST:
        raise Refused("FIELD seconds", f"one gives up to {LONGEST:.0f} seconds at once")
    if not 0 <= says.reserve <= says.seconds:
        raise Refused("FIELD reserve", "a reserve pays for a part of the seconds, or for all")
    given = TimeAllowed(
        clause=READING, seat=says.seat, seconds=says.seconds, reserve=says.reserve, why=says.why
    )
    return [given]


def _stop(life: "TableLife", order: Order, house: "House") -> list[Any]:
    if life.pace.stopped:
        raise Refused(READING, f"{life.pace.stopped} has stopped the clock already")
    if not is_asking(life):
        raise Refused(READING, "nobody's time runs")
    return [ClockStopped(clause=READING)]


def _start(life: "TableLife", order: Order, house: "House") -> list[Any]:
    pace, until = life.pace, order.says.until
    if pace.stopped:
        return [ClockStarted(clause=READING, ran=pace.ran)]
    if until is None or not is_asking(life):
        raise Refused(READING, "the clock is not stopped")
    return [ClockStarted(clause=READING, ran=pace.elapsed(min(until, order.at)))]


def _deal_out(life: "TableLife", order: Order, house: "House") -> list[Any]:
    held = life.seats.get(order.says.seat)
    if held is None or held.out or held.away or held.leaving:
        raise Refused(READING, f"seat {order.says.seat} is not dealt in as it is")
    if not held.passed:
        raise Refused(READING, f"{held.person} has answered every turn")
    return [SatOut(clause=READING, seat=order.says.seat)]


DECIDE: dict[type, Callable[["TableLife", Order, "House"], list[Any]]] = {
    AllowTime: _allow,
    StopClock: _stop,
    StartClock: _start,
    DealOut: _deal_out,
}


def _allowed(life: "TableLife", entry: Entry) -> "TableLife":
    fact: TimeAllowed = entry.fact
    pace, seat = life.pace, fact.seat
    lost = fact.why == "connection" and seat not in pace.protected
    pace = replace(
        pace,
        allowed={**pace.allowed, seat: pace.allowed.get(seat, 0.0) + fact.seconds},
        protected=(*pace.protected, seat) if lost else pace.protected,
    )
    held = life.seats[player := player_of(life, seat)]
    passed = 0 if fact.why == "reserve" else held.passed  # who asks for time is there
    spent = held.spent + fact.reserve
    return changed(replace(life, pace=pace), player, spent=spent, passed=passed)


def _stopped(life: "TableLife", entry: Entry) -> "TableLife":
    ran = life.pace.elapsed(entry.at)
    return replace(life, pace=replace(life.pace, since=None, ran=ran, stopped=entry.by.name))


def _started(life: "TableLife", entry: Entry) -> "TableLife":
    pace = replace(life.pace, since=entry.at, ran=entry.fact.ran, stopped="")
    return replace(life, pace=pace)


def _passed(life: "TableLife", entry: Entry) -> "TableLife":
    seat = entry.fact.seat
    return changed(life, seat, passed=life.seats[seat].passed + 1)


EVOLVE: dict[type, Callable[["TableLife", Entry], "TableLife"]] = {
    TimeAllowed: _allowed,
    ClockStopped: _stopped,
    ClockStarted: _started,
    TurnPassed: _passed,
}


def waited(life: "TableLife", entry: Entry) -> "TableLife":
    """The table once an event of the round is told: who answered is there, the next is asked."""
    if entry.by.role == "player":
        for seat, held in life.seats.items():
            if held.passed and held.person == entry.by.name:
                life = changed(life, seat, passed=0)
    if not is_betting(life):
        return replace(life, pace=life.pace.asked(entry.at))
    if isinstance(entry.fact, Placed):
        return replace(life, pace=replace(life.pace, placed=entry.at))
    return life
