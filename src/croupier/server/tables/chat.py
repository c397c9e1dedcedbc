"""What people say at a table: kept in its own log, open to everybody, and moderated.

No player may help another with the hand in play (POKER 16(a)). A player with a live hand writes
when it is over; what others write during a round is held back until then, except among seated
players who hold no live hand.
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
from croupier.server.store.database import Store
from croupier.server.store.lines import CHAT, Line
from croupier.server.store.snapshots import Keep, version_of

LONGEST = 280
KEPT = 100


class Said(Struct, frozen=True, tag=True):
    """A chat message."""

    at: datetime
    by: Actor
    words: Annotated[str, Meta(max_length=LONGEST)]


class Hushed(Struct, frozen=True, tag=True):
    """The staff removed a chat message."""

    at: datetime
    by: Actor
    line: int


CHAT_VERSION = version_of(Said)
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
        self.open = False  # whether everybody reads at once, by the room's decision
        self._held: dict[int, bytes] = {}  # frames of the round in play, by their lines
        self._turn = asyncio.Lock()
        self._number = 0

    def keep(self, every: int) -> Keep | None:
        """What is kept of the chat: the messages that can still be read."""
        if self._number - self.store.upto(self.stream) < every:
            return None
        return Keep(self._number, CHAT_VERSION, msgspec.json.encode(self.lines))

    async def read(self) -> None:
        """Read the stored log: its snapshot, if there is one, and the lines after it."""
        if found := await self.store.recall(self.stream, CHAT_VERSION):
            self._number, self.lines = found[0], msgspec.json.decode(found[1], type=dict[int, Said])
        async for number, line in self.store.replay(self.stream, self._number):
            self.resume(number, line)

    def resume(self, number: int, body: bytes) -> None:
        """Take one more line of the stored log."""
        message, self._number = read_chat(body), number
        if isinstance(message, Said):
            self.lines[number] = message
            self.lines.pop(next(iter(self.lines)) if len(self.lines) > KEPT else 0, None)
        else:
            self.lines.pop(message.line, None)

    async def say(self, life: Table, by: Actor, words: str, at: datetime) -> int:
        """Post a message; return the number of its line."""
        words = " ".join("".join(filter(str.isprintable, words.replace("\n", " "))).split())
        if not 0 < len(words) <= LONGEST:
            raise Refused("FIELD say", f"messages must be 1 to {LONGEST} characters long")
        if not self.open:
            check_message(life, by.name)
        return await self._keep(Said(at, by, words))

    async def hush(self, life: Table, by: Actor, line: int, at: datetime) -> int:
        """Remove a message; the log keeps it, but viewers no longer see it."""
        check_role(by, TABLE_STAFF, life.game.own("POKER 16(a)"), "moderate the chat")
        if line not in self.lines:
            raise Refused("FIELD hush", f"there is no message {line} to remove")
        return await self._keep(Hushed(at, by, line))

    @property
    def readable(self) -> dict[int, Said]:
        """What everybody may read now."""
        return {number: said for number, said in self.lines.items() if number not in self._held}

    def hold(self, line: int, frame: bytes) -> None:
        """Keep a message back until the round is over."""
        self._held[line] = frame

    def release(self) -> list[bytes]:
        """The messages that were held back: the round is over."""
        held, self._held = self._held, {}
        return [frame for line, frame in held.items() if line in self.lines]

    async def _keep(self, message: Said | Hushed) -> int:
        body = msgspec.json.encode(message)
        async with self._turn:
            line = Line(type(message).__name__, body, sealed=False)
            await self.store.append(self.stream, [line], keep=self.keep(KEPT))
            self.resume(self._number + 1, body)
            return self._number
