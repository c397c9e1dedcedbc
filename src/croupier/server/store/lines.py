"""Entries as the lines of a stored log, and back; and what logs are called."""

from typing import NamedTuple

import msgspec

from croupier.engine.accounts import Move
from croupier.room.logbook import Entry
from croupier.views.entry import hides_cards

TABLE = "table/"
CHAT = "chat/"
HOUSE = "house"
PEOPLE = "people"  # accounts and roles

_encoder = msgspec.json.Encoder()  # as the log of a table, or of the house, is read


class Line(NamedTuple):
    """One line to append: what is written, whether it hides a card, and the chips it moves."""

    kind: str
    body: bytes
    sealed: bool
    moves: tuple[Move, ...] = ()


def stream_of(table: str) -> str:
    """The name of a table's log."""
    return TABLE + table


def to_lines(entries: list[Entry]) -> list[Line]:
    """What is appended for these entries; a fact that tells hidden cards is sealed."""
    return [
        Line(
            kind=type(entry.fact).__name__,
            body=_encoder.encode(entry),
            sealed=hides_cards(entry.fact),
            moves=getattr(entry.fact, "moves", ()),
        )
        for entry in entries
    ]
