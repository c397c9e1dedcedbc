"""What one viewer may see of a table's log: every line, with its secrets veiled."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.engine.events import (
    AnyEvent,
    Burned,
    CardRemoved,
    Dealt,
    DeckCut,
    Discarded,
    Reshuffled,
)
from croupier.engine.faults import Exchanged
from croupier.room.orders import Entry
from croupier.room.sealing import DeckSealed
from croupier.views.narrate_room import STAFF_ONLY
from croupier.views.seat import NOBODY, seen_by

HIDES_CARDS = (  # all of them
    DeckSealed,
    DeckCut,
    Dealt,
    Discarded,
    Burned,
    Reshuffled,
    Exchanged,
    CardRemoved,
)


class Undisclosed(Struct, frozen=True, tag=True):
    """A line of the log that is the staff's alone: that there is one is all that is told."""

    clause: str = ""


def hides_cards(fact: Any) -> bool:
    """Whether a fact tells cards that not everybody may see."""
    return isinstance(fact, HIDES_CARDS)


def seen_entry(entry: Entry, seat: int = NOBODY) -> Entry:
    """One line as a seat may see it; without a seat, as a spectator does."""
    fact = entry.fact
    if isinstance(fact, AnyEvent):
        seen = seen_by(seat, fact)
        return entry if seen is fact else replace(entry, fact=seen)
    if isinstance(fact, DeckSealed):
        return replace(entry, fact=fact.veiled())
    return replace(entry, fact=Undisclosed()) if type(fact) in STAFF_ONLY else entry
