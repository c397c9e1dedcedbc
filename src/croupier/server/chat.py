"""What people say at a table: kept in a log of its own, open to everybody, and moderated.

Who sits at the table says nothing while a hand is in play: each player plays alone (POKER 16(a)).
"""

import asyncio
from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from croupier.refused import Refused, brief
from croupier.room.conduct.decide import check_message
from croupier.room.house.people import TABLE_STAFF, Actor, check_role
from croupier.room.table.state import Table
from croupier.server.store.database import Line, Store

CHAT = "chat/"
LONGEST = 280
KEPT = 100


class Said(Struct, frozen=True, tag=True):
    """Somebody said something."""

    at: datetime
    by: Actor
    words: Annotated[str, Meta(max_length=LONGEST)]


class Hushed(Struct, frozen=True, tag=True):
    """The staff took something back that was said."""

    at: datetime
    by: Actor
    line: int


_decoder: msgspec.json.Decoder[Said | Hushed] = msgspec.json.Decoder(Said | Hushed)


def read_chat(body: bytes) -> Said | Hushed:
    """One line of a chat log."""
    try:
        return _decoder.decode(body)
    except msgspec.DecodeError as fault:
        raise Refused("FIELD entry", f"not a line of a chat: {brief(fault)}") from None


class Chat:
    """The conversation at one table."""

    def __init__(self, store: Store, table: str) -> None:
        """Keep it beside the table's log."""
        self.store, self.stream = store, CHAT + table
        self.lines: dict[int, Said] = {}
        self._turn = asyncio.Lock()
        self._number = 0

    def resume(self, number: int, body: bytes) -> None:
        """Take one more line of the stored log."""
        told, self._number = read_chat(body), number
        if isinstance(told, Said):
            self.lines[number] = told
            self.lines.pop(next(iter(self.lines)) if len(self.lines) > KEPT else 0, None)
        else:
            self.lines.pop(told.line, None)

    async def say(self, life: Table, by: Actor, words: str, at: datetime) -> int:
        """Say something to the table; the number of its line."""
        words = " ".join("".join(filter(str.isprintable, words.replace("\n", " "))).split())
        if not 0 < len(words) <= LONGEST:
            raise Refused("FIELD say", f"one says 1 to {LONGEST} characters at a time")
        for held in life.seats.values():
            check_message(life, by.name, held.person)
        return await self._keep(Said(at, by, words))

    async def hush(self, by: Actor, line: int, at: datetime) -> int:
        """Take back what somebody said; the log keeps it, and nobody sees it any more."""
        check_role(by, TABLE_STAFF, "POKER 16(a)", "moderate what is said")
        if line not in self.lines:
            raise Refused("FIELD hush", f"there is no line {line} to take back")
        return await self._keep(Hushed(at, by, line))

    async def _keep(self, told: Said | Hushed) -> int:
        body = msgspec.json.encode(told)
        async with self._turn:
            await self.store.append(self.stream, [Line(type(told).__name__, body, sealed=False)])
            self.resume(self._number + 1, body)
            return self._number
