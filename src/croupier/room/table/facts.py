"""Facts of a table's log, besides the events of its rounds and the facts of its parts."""

from typing import Literal

from msgspec import field

from croupier.cards import Card
from croupier.engine.accounts import Move
from croupier.room.custody.state import Procedures
from croupier.room.logbook import TableFact
from croupier.rules.sign import TableSign


class RoundCalledOff(TableFact, frozen=True, kw_only=True):
    """Nobody had wagered: no card was dealt, and the round counts for nothing."""

    visibility = "public"
    seats: tuple[int, ...]  # who could have


Area = Literal["poker_room", "pit"]


class TableSetUp(TableFact, frozen=True, kw_only=True):
    """A table stands in the room, closed, under its sign."""

    visibility = "public"
    name: str
    game: str
    sign: TableSign
    area: Area
    procedures: Procedures = Procedures()
    moves: tuple[Move, ...] = ()  # the seed of a progressive meter


class TableOpened(TableFact, frozen=True, kw_only=True):
    """Play is offered."""

    visibility = "public"


class TableClosed(TableFact, frozen=True, kw_only=True):
    """Play is no longer offered; every stake went home with its owner."""

    visibility = "public"
    people: dict[int, str] = field(default_factory=dict)  # by seat, whose
    moves: tuple[Move, ...] = ()


class SignPosted(TableFact, frozen=True, kw_only=True):
    """Another sign is on the table; what it says holds from the next round on."""

    visibility = "public"
    sign: TableSign
    notice: str = ""
    moves: tuple[Move, ...] = ()  # the seed of a progressive meter that is now offered


Grounds = Literal["reserve", "connection", "floor"]


class TimeAllowed(TableFact, frozen=True, kw_only=True):
    """Whoever is asked may take longer."""

    visibility = "public"
    seat: int
    seconds: float
    reserve: float
    why: Grounds


class ClockStopped(TableFact, frozen=True, kw_only=True):
    """Nobody's time runs."""

    visibility = "public"


class ClockStarted(TableFact, frozen=True, kw_only=True):
    """The time of whoever is asked runs on; so many seconds of it had run before."""

    visibility = "public"
    ran: float


class TurnPassed(TableFact, frozen=True, kw_only=True):
    """A turn went by without an answer, or without a wager against the bank.

    What the dealer did for the seat follows.
    """

    visibility = "public"
    seat: int


class ButtonPlaced(TableFact, frozen=True, kw_only=True):
    """Play commences: the button lies in front of somebody, and who drew which card."""

    visibility = "public"
    seat: int
    drawn: dict[int, Card]
