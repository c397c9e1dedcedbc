"""The daily distribution of decks among the poker tables (POKER 2(c)): a part of the house."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.house.people import SHIFT, Role
from croupier.room.logbook import Command, Entry, Order

if TYPE_CHECKING:
    from croupier.room.house.decide import House


class Back(Struct, frozen=True, array_like=True):
    """What the back of a deck looks like."""

    design: str
    colour: str


class Allotment(Struct, frozen=True, kw_only=True):
    """The decks of one table on one gaming day, and what decided which."""

    day: str
    backs: tuple[tuple[str, str], ...]  # design and colour
    limits: str
    location: str
    game: str


class DistributeDecks(Command, frozen=True, kw_only=True):
    """Say which backs a table gets this gaming day, and what was considered."""

    table: str
    backs: tuple[Back, ...]
    limits: str
    location: str
    game: str
    roles: ClassVar[frozenset[Role]] = SHIFT
    clause: ClassVar[str] = "POKER 2(c)"
    what: ClassVar[str] = "distribute decks among the tables"


class DecksDistributed(Event, frozen=True, kw_only=True):
    """Decks were distributed to a table for a gaming day."""

    table: str
    allotment: Allotment


def day_began(house: "House", at: datetime) -> datetime:
    """When the gaming day of a moment began (A-86)."""
    start = datetime.combine(at.date(), house.day_starts, at.tzinfo)
    return start if start <= at else start - timedelta(days=1)


def _day(house: "House", at: datetime) -> str:
    return day_began(house, at).date().isoformat()


def allotted(house: "House", table: str, at: datetime) -> Allotment:
    """What a table was allotted this gaming day, or a refusal."""
    found = house.distribution.get(table)
    if found is None or found.day != _day(house, at):
        why = f"no decks were distributed to table {table} for this gaming day"
        raise Refused("POKER 2(c)", why)
    return found


def _distribute(house: "House", order: Order) -> list[Any]:
    says: DistributeDecks = order.says
    for field in ("table", "limits", "location", "game"):
        if not getattr(says, field).strip():
            raise Refused("POKER 2(c)", f"the record of the distribution states the {field}")
    if len({(back.design, back.colour) for back in says.backs}) < 2:
        raise Refused("POKER 2(c)", "a table gets decks with distinguishable backs")
    allotment = Allotment(
        day=_day(house, order.at),
        backs=tuple((back.design, back.colour) for back in says.backs),
        limits=says.limits,
        location=says.location,
        game=says.game,
    )
    return [DecksDistributed(clause=says.clause, table=says.table, allotment=allotment)]


DECIDE: dict[type, Callable[["House", Order], list[Any]]] = {DistributeDecks: _distribute}


def _distributed(house: "House", entry: Entry) -> "House":
    fact: DecksDistributed = entry.fact
    return replace(house, distribution=house.distribution | {fact.table: fact.allotment})


Fact = DecksDistributed
EVOLVE: dict[type, Callable[["House", Entry], "House"]] = {DecksDistributed: _distributed}
