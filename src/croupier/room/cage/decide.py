"""Questions about the cage: its open slips, the day that is written to, what is due (A-96)."""

from datetime import datetime

from croupier.room.cage.ledger import ISSUED
from croupier.room.cage.state import Slip
from croupier.room.house.days import day_of, last_moment, next_day
from croupier.room.house.people import ACCOUNTING, CASHIERS, SHIFT, Role
from croupier.room.house.state import House
from croupier.room.logbook import Procedure

BOOKS: frozenset[Role] = ACCOUNTING | CASHIERS
WITNESSES: frozenset[Role] = BOOKS | SHIFT


def due(house: House, at: datetime) -> list[Procedure]:
    """The close of the gaming day after the last one that was closed."""
    closed = house.cage.closed
    if not closed or ISSUED not in house.accounts:
        return []
    day = next_day(closed)
    by = last_moment(house.dawn, next_day(day), at)
    return [Procedure("day close", by, "A-96", f"gaming day {day} must be counted and closed")]


def slip_of(house: House, number: int) -> Slip | None:
    """The fill or credit of this number."""
    slips = house.cage.slips
    return slips[number - 1] if 1 <= number <= len(slips) else None


def book_day(house: House, at: datetime) -> str:
    """The gaming day of new entries: never one that is closed."""
    day, closed = day_of(house.dawn, at), house.cage.closed
    return max(day, next_day(closed)) if closed else day
