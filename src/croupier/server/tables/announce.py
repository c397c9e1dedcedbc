"""Announcements: waiting players hear of seats anywhere in the room (BBC wait2, wait3).

The socket of any table they follow sends `{"kind": "called", "table": .., "seat": .., ..}`
when they are called to a seat, and `{"kind": "announced", ..}` when seats of the type they wait
for are announced.
"""

from typing import Any, NamedTuple

import msgspec

from croupier.room.house.state import House
from croupier.room.logbook import Entry
from croupier.room.seating.facts import NextCalled, SeatsAnnounced
from croupier.server.tables.frames import CalledFrame
from croupier.views.narration.narrate_room import narrate_room

_encoder = msgspec.json.Encoder()


class Announcement(NamedTuple):
    """An announcement and its audience."""

    people: frozenset[str]
    frame: bytes


def announcement(entry: Entry, house: House) -> Announcement | None:
    """What a line of a log has announced in the room, if anything."""
    fact = entry.fact
    if isinstance(fact, NextCalled):
        frame = CalledFrame(kind="called", table=fact.table, seat=fact.seat, **_of(entry))
        return Announcement(frozenset({fact.person}), _encoder.encode(frame))
    if isinstance(fact, SeatsAnnounced):
        people = frozenset(waits.person for waits in house.waiting.of(fact.kind))
        frame = CalledFrame(kind="announced", seats=fact.seats, **_of(entry))
        return Announcement(people, _encoder.encode(frame))
    return None


def _of(entry: Entry) -> dict[str, Any]:
    line, kind = narrate_room(entry.fact), entry.fact.kind
    of = {"game": kind.game, "stakes": kind.stakes}
    return {**of, "words": line.words, "clause": line.clause, "at": entry.at}
