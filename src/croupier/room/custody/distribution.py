"""The daily distribution of decks among the poker tables (POKER 2(c))."""

from datetime import datetime, time, tzinfo
from functools import lru_cache

from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.custody.facts import DecksDistributed
from croupier.room.custody.state import Allotment, Back
from croupier.room.house.days import beginning, day_of
from croupier.room.house.people import SHIFT
from croupier.room.house.state import House, HouseDeciders
from croupier.room.logbook import Command, Order, given_by


@given_by(SHIFT, "POKER 2(c)", "distribute decks among the tables")
class DistributeDecks(Command, frozen=True, kw_only=True):
    """Say which backs a table gets this gaming day, and what was considered."""

    table: str
    backs: tuple[Back, ...]
    limits: str
    location: str
    game: str


def day_began(house: House, at: datetime) -> datetime:
    """When the gaming day of a moment began (A-86)."""
    return beginning(house.dawn, day_of(house.dawn, at), at)


def _day(house: House, at: datetime) -> str:
    dawn, minute = house.dawn, at.replace(second=0, microsecond=0)
    return _day_of(dawn, minute, dawn.tzinfo, at.tzinfo)


@lru_cache(maxsize=64)  # asked after every order; the zones tell apart what compares as equal
def _day_of(dawn: time, minute: datetime, *zones: tzinfo | None) -> str:
    return beginning(dawn, day_of(dawn, minute), minute).date().isoformat()


def allotted(house: House, table: str, at: datetime) -> Allotment:
    """The decks that a table was allotted this gaming day, or a refusal."""
    found = house.distribution.get(table)
    if found is None or found.day != _day(house, at):
        why = f"no decks were distributed to table {table} for this gaming day"
        raise Refused("POKER 2(c)", why)
    return found


def _distribute(house: House, order: Order[DistributeDecks]) -> list[Event]:
    says = order.says
    for field in ("table", "limits", "location", "game"):
        if not getattr(says, field).strip():
            raise Refused("POKER 2(c)", f"`{field}` is required")
    if len({(back.design, back.colour) for back in says.backs}) < 2:
        raise Refused("POKER 2(c)", "a table must get two decks with different backs")
    allotment = Allotment(
        day=_day(house, order.at),
        backs=tuple((back.design, back.colour) for back in says.backs),
        limits=says.limits,
        location=says.location,
        game=says.game,
    )
    return [DecksDistributed(clause=says.clause, table=says.table, allotment=allotment)]


DECIDE: HouseDeciders = {
    DistributeDecks: _distribute,
}
