"""Facts about disputes and conduct at a table."""

from croupier.chips import Chips
from croupier.engine.accounts import Move
from croupier.room.house.notices import Notice
from croupier.room.house.people import Role
from croupier.room.house.state import Removal
from croupier.room.logbook import TableFact


class DisputeRuled(TableFact, frozen=True, kw_only=True):
    """A dispute was decided: why, what it changed, and whether it is final."""

    visibility = "public"
    dispute: str
    ruling: str
    reason: str
    by: Role
    final: bool
    round: int
    before: dict[int, Chips]
    after: dict[int, Chips]
    supplement: str = ""
    moves: tuple[Move, ...] = ()


class IrregularityExplained(TableFact, frozen=True, kw_only=True):
    """What was seen of an irregularity that is ruled on next, in the words of the staff."""

    visibility = "public"
    reason: str


class FloorCalled(TableFact, frozen=True, kw_only=True):
    """A player called the floor to the table."""

    visibility = "staff"
    person: str
    seat: int
    about: str
    round: int


class FloorAnswered(TableFact, frozen=True, kw_only=True):
    """The floor answered a player who called; the table hears it."""

    visibility = "public"
    person: str
    answer: str


class CollusionFlagged(TableFact, frozen=True, kw_only=True):
    """Players were flagged for what looks like collusion."""

    visibility = "staff"
    players: tuple[str, ...]
    grounds: str
    round: int


class PlayerRemoved(TableFact, frozen=True, kw_only=True):
    """A player must leave the game; the slip goes to the house."""

    visibility = "staff"
    seat: int
    slip: Removal


class RemovalNotified(TableFact, frozen=True, kw_only=True):
    """An agent of the IEB was notified of a removal that followed from another table."""

    visibility = "staff"
    person: str
    notice: Notice


class RemovedPlayerLeft(TableFact, frozen=True, kw_only=True):
    """A removed player's chips were given back, and the seat is free."""

    visibility = "public"
    seat: int
    person: str
    moves: tuple[Move, ...]
