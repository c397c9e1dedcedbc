"""Who may not take a seat: players removed for their conduct, until it is lifted (POKER 16(b)).

A table records the removal and hands on its slip; the house keeps the person out of every game.
"""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.house.notices import Notice, check_words
from croupier.room.house.people import FLOOR, SHIFT, Role
from croupier.room.logbook import Command, Entry, Order

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife


class Removal(Struct, frozen=True, kw_only=True):
    """The slip of a removal: who, why, from which table, and who was told."""

    person: str
    cause: str
    table: str
    at: datetime
    clause: str
    notice: Notice | None = None  # to the IEB; a BBC room gives none


class Exclusions(Struct, frozen=True):
    """Who is out, on which slip; and when somebody was last let in again."""

    out: dict[str, Removal] = {}
    lifted: dict[str, datetime] = {}


class ExcludePlayer(Command, frozen=True, kw_only=True):
    """Keep out of every game whom a table has removed."""

    slip: Removal
    roles: ClassVar[frozenset[Role]] = FLOOR
    clause: ClassVar[str] = "POKER 16(b)"
    what: ClassVar[str] = "keep a player out of the games"


class LiftExclusion(Command, frozen=True, kw_only=True):
    """Let a player in again."""

    person: str
    reason: str
    roles: ClassVar[frozenset[Role]] = SHIFT
    clause: ClassVar[str] = "POKER 16(b)"
    what: ClassVar[str] = "let a removed player in again"


class PlayerExcluded(Event, frozen=True, kw_only=True):
    """A player may not take a seat in this room."""

    slip: Removal


class ExclusionLifted(Event, frozen=True, kw_only=True):
    """A player may take a seat again."""

    person: str
    reason: str


Fact = PlayerExcluded | ExclusionLifted


def check_seat(life: "TableLife", person: str, house: "House") -> None:
    """Refuse a seat to whom the house keeps out, or this table removed and nobody let in again."""
    kept, removal = house.exclusions, life.conduct.removed.get(person)
    lifted = kept.lifted.get(person)
    if removal is not None and lifted is not None and lifted > removal.at:
        removal = None
    slip = kept.out.get(person) or removal
    if slip is not None:
        raise Refused(slip.clause, f"{person} was removed at table {slip.table}: {slip.cause}")


def _exclude(house: "House", order: Order) -> list[Any]:
    slip: Removal = order.says.slip
    if slip.person in house.exclusions.out:
        raise Refused(slip.clause, f"{slip.person} is kept out already")
    return [PlayerExcluded(clause=slip.clause, slip=slip)]


def _lift(house: "House", order: Order) -> list[Any]:
    says: LiftExclusion = order.says
    if says.person not in house.exclusions.out:
        raise Refused(says.clause, f"{says.person} is not kept out")
    check_words(says.clause, reason=says.reason)
    clause = house.exclusions.out[says.person].clause
    return [ExclusionLifted(clause=clause, person=says.person, reason=says.reason)]


DECIDE: dict[type, Callable[["House", Order], list[Any]]] = {
    ExcludePlayer: _exclude,
    LiftExclusion: _lift,
}


def _excluded(house: "House", entry: Entry) -> "House":
    slip: Removal = entry.fact.slip
    kept = house.exclusions
    return replace(house, exclusions=replace(kept, out=kept.out | {slip.person: slip}))


def _lifted(house: "House", entry: Entry) -> "House":
    person, kept = entry.fact.person, house.exclusions
    out = {name: slip for name, slip in kept.out.items() if name != person}
    lifted = kept.lifted | {person: entry.at}
    return replace(house, exclusions=Exclusions(out, lifted))


EVOLVE: dict[type, Callable[["House", Entry], "House"]] = {
    PlayerExcluded: _excluded,
    ExclusionLifted: _lifted,
}
