"""Seats kept for people who were away: who held the stake, how, and when it was given back."""

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.room.house.people import Actor
from croupier.room.logbook import Entry
from croupier.room.seating.facts import SeatLeft, StakeHeld, StakeRestored
from croupier.room.table.facts import TableClosed


class Absent(Struct, frozen=True):
    """One absence (POKER 7(c)(5))."""

    person: str
    seat: int
    method: str
    stake: Chips
    held_by: Actor
    held_at: datetime
    lifted_by: Actor | None = None  # None: still away
    lifted_at: datetime | None = None
    returned: Chips | None = None  # None: not back, or the seat was given up


def absences(log: Iterable[Entry]) -> list[Absent]:
    """Every absence in a table's log, in the order of departure."""
    found: list[Absent] = []
    open_at: dict[int, int] = {}  # seat to its place in the list
    for entry in log:
        match entry.fact:
            case StakeHeld(seat=seat, person=person, method=method, stake=stake):
                open_at[seat] = len(found)
                found.append(Absent(person, seat, method, stake, entry.by, entry.at))
            case StakeRestored(seat=seat, stake=stake):
                place = open_at.pop(seat)
                found[place] = _lifted(found[place], entry, stake)
            case SeatLeft(seat=seat) if seat in open_at:
                place = open_at.pop(seat)
                found[place] = _lifted(found[place], entry, None)
            case TableClosed():
                for place in open_at.values():
                    found[place] = _lifted(found[place], entry, None)
                open_at = {}
            case _:
                pass
    return found


def _lifted(absent: Absent, entry: Entry, returned: Chips | None) -> Absent:
    return replace(absent, lifted_by=entry.by, lifted_at=entry.at, returned=returned)
