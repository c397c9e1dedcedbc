"""Entries as the lines of a stored log, and back."""

from croupier.room.logbook import Entry
from croupier.room.table import evolve as life
from croupier.server.store.database import Line
from croupier.views.entry import hides_cards

TABLE = "table/"
HOUSE = "house"


def stream_of(table: str) -> str:
    """The name of a table's log."""
    return TABLE + table


def to_lines(entries: list[Entry]) -> list[Line]:
    """What is appended for these entries; a fact that tells hidden cards is sealed."""
    return [
        Line(
            kind=type(entry.fact).__name__,
            body=life.write_entry(entry).encode(),
            sealed=hides_cards(entry.fact),
            moves=getattr(entry.fact, "moves", ()),
        )
        for entry in entries
    ]
