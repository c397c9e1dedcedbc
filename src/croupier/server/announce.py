"""Announcements: who waits for a seat hears of it wherever they are in the room (BBC wait2, wait3).

Over the socket of any table they follow comes `{"kind": "called", "table": .., "seat": .., ..}`
when they are called to a seat, and `{"kind": "announced", ..}` when seats are announced of the type
they wait for.
"""

from typing import Any, NamedTuple

import msgspec

from croupier.room.house.state import House
from croupier.room.logbook import Entry
from croupier.room.seating.facts import NextCalled, SeatsAnnounced
from croupier.views.narration.narrate_room import narrate_room

_encoder = msgspec.json.Encoder()


class Announcement(NamedTuple):
    """What is said, and to whom."""

    people: frozenset[str]
    frame: bytes


def announcement(entry: Entry, house: House) -> Announcement | None:
    """What a line of a log has announced in the room, if anything."""
    fact = entry.fact
    if isinstance(fact, NextCalled):
        told = {"kind": "called", "table": fact.table, "seat": fact.seat}
        return Announcement(frozenset({fact.person}), _frame(told, entry))
    if isinstance(fact, SeatsAnnounced):
        people = frozenset(waits.person for waits in house.waiting.of(fact.kind))
        return Announcement(people, _frame({"kind": "announced", "seats": fact.seats}, entry))
    return None


def _frame(told: dict[str, Any], entry: Entry) -> bytes:
    line = narrate_room(entry.fact)
    of = {"game": entry.fact.kind.game, "stakes": entry.fact.kind.stakes}
    said = {"words": line.words, "clause": line.clause, "at": entry.at}
    return _encoder.encode({**told, **of, **said})
