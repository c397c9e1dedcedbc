"""What one viewer may see of a table's log: every line, with its secrets veiled."""

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from croupier.engine.event import Event
from croupier.room.logbook import Entry
from croupier.views.seat import NOBODY, seen_by


def hides_cards(fact: Any) -> bool:
    """Whether a fact names cards that some viewers may not see."""
    return isinstance(fact, Event) and fact.visibility == "veiled"


def names_own_cards(entry: Entry, seen: Entry, seats: Collection[int]) -> bool:
    """Whether the player at one of these seats may see more of a line than a spectator has seen."""
    return hides_cards(entry.fact) and entry.fact.veiled(seats) != seen.fact


def seen_entry(entry: Entry, seat: int = NOBODY) -> Entry:
    """One line as a seat may see it; without a seat, as a spectator does."""
    seen = seen_by(seat, entry.fact)
    return entry if seen is entry.fact else replace(entry, fact=seen)
