"""Facts of a table's log that are neither events of its rounds nor facts of its parts."""

from typing import Literal

from msgspec import field

from croupier.cards import Card
from croupier.engine.accounts import Move
from croupier.room.custody.state import Procedures
from croupier.room.house.approval import Approval
from croupier.room.logbook import TableFact
from croupier.room.seating.state import Showing
from croupier.rules.sign import TableSign


class RoundCalledOff(TableFact, frozen=True, kw_only=True):
    """The round was called off before any wager; no card was dealt, and it does not count."""

    visibility = "public"
    seats: tuple[int, ...]  # of the players who could have wagered


Area = Literal["poker_room", "pit"]


class TableSetUp(TableFact, frozen=True, kw_only=True):
    """A table was set up, closed, under its sign."""

    visibility = "public"
    name: str
    game: str
    sign: TableSign
    area: Area
    procedures: Procedures = Procedures()
    moves: tuple[Move, ...] = ()  # the seed of a progressive meter


class TableOpened(TableFact, frozen=True, kw_only=True):
    """The table opened; in a card room it posts these approvals."""

    visibility = "public"
    approvals: tuple[Approval, ...] = ()


class TableClosed(TableFact, frozen=True, kw_only=True):
    """The table closed; every stake went home with its owner."""

    visibility = "public"
    people: dict[int, str] = field(default_factory=dict)  # by seat, whose
    moves: tuple[Move, ...] = ()


class SignPosted(TableFact, frozen=True, kw_only=True):
    """Another sign was posted; it holds from the next round on."""

    visibility = "public"
    sign: TableSign
    notice: str = ""
    approvals: tuple[Approval, ...] = ()  # in a card room
    moves: tuple[Move, ...] = ()  # the seed of a progressive meter that is now offered


Grounds = Literal["reserve", "connection", "floor"]


class TimeAllowed(TableFact, frozen=True, kw_only=True):
    """The player to act got more time."""

    visibility = "public"
    seat: int
    seconds: float
    reserve: float
    why: Grounds


class ClockStopped(TableFact, frozen=True, kw_only=True):
    """The clock was stopped."""

    visibility = "public"


class ClockStarted(TableFact, frozen=True, kw_only=True):
    """The clock runs again; `ran` seconds had passed before."""

    visibility = "public"
    ran: float


class TurnPassed(TableFact, frozen=True, kw_only=True):
    """A player let a turn go by, without an answer or without a wager against the bank.

    What the dealer did for the seat follows.
    """

    visibility = "public"
    seat: int


class ShowingFollowed(TableFact, frozen=True, kw_only=True):
    """The dealer shows or mucks a hand as its player chose, or as usual in the room."""

    visibility = "public"
    seat: int
    how: Showing


class ButtonPlaced(TableFact, frozen=True, kw_only=True):
    """The first button was placed, by these cards where they were drawn."""

    visibility = "public"
    seat: int
    drawn: dict[int, Card]
