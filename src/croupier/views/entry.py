"""What one viewer may see of a table's log: every line, with its secrets veiled."""

from typing import Any

from msgspec.structs import replace

from croupier.engine.event import Event, Undisclosed
from croupier.engine.events import AnyEvent
from croupier.room.custody.commitment import DeckSealed
from croupier.room.logbook import Entry
from croupier.views.narration.narrate_room import STAFF_ONLY
from croupier.views.seat import NOBODY, seen_by


def hides_cards(fact: Any) -> bool:
    """Whether a fact tells cards that not everybody may see."""
    return isinstance(fact, Event) and fact.visibility == "veiled"


def seen_entry(entry: Entry, seat: int = NOBODY) -> Entry:
    """One line as a seat may see it; without a seat, as a spectator does."""
    fact = entry.fact
    if isinstance(fact, AnyEvent | DeckSealed):
        seen = seen_by(seat, fact)
        return entry if seen is fact else replace(entry, fact=seen)
    return replace(entry, fact=Undisclosed()) if type(fact) in STAFF_ONLY else entry
