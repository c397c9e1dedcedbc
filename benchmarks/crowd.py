"""The people of a room under load: whole tables on raw sockets, in a process of their own.

`benchmarks.load` starts a few of these and talks to them in lines of JSON. A crowd shares the
machine with the server, so it does little: it counts frames, reads those of one viewer a table, and
answers after a moment of thought. Any version of the server can be asked this way.
"""

import asyncio
import os
import sys
import time
from base64 import b64encode
from collections.abc import Sequence
from random import Random
from struct import pack, unpack_from
from typing import Any

import msgspec
from msgspec import Struct

THINKS = (0.5, 1.5)
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
AT_ONCE = 16  # handshakes


class Option(Struct):
    """What a client reads of an option."""

    does: str


class Turn(Struct):
    """What a client reads of a turn."""

    actor: int
    options: list[Option]


class Screen(Struct):
    """What a client reads of a screen."""

    number: int = 0
    turns: list[Turn] = []


class Fields(Struct):
    """What a client reads of the fields that changed."""

    number: int = 0
    turns: list[Turn] | None = None


class Changes(Struct):
    """What a client reads of changes."""

    fields: Fields = msgspec.field(default_factory=Fields)


class Answer(Struct):
    """What a client reads of a frame."""

    kind: str
    screen: Screen | None = None
    changes: Changes | None = None
    sequence: int = 0


class Crowd(Struct):
    """Which tables to fill: a token for every seat, and how many only look on."""

    port: int
    tables: dict[int, list[str]]
    spectators: dict[int, int] = {}


class Seen(Struct):
    """What a crowd saw while it counted."""

    latencies: list[float]  # seconds from sending a command to its answer
    frames: int = 0
    bytes: int = 0
    refused: int = 0
    lost: int = 0  # connections
    idle: int = 0  # viewers who got nothing at all
    cpu: float = 0.0


UPDATES = (b'"told"', b'"update"')  # version 0.1 called a frame with news so
_frames = msgspec.json.Decoder(Answer)


class Table:
    """A table with its players: the first of them looks, and each acts when asked."""

    def __init__(self, name: int, tally: "Tally") -> None:
        self.name, self.tally = name, tally
        self.chance = Random(name)
        self.players: list[Viewer] = []
        self.number, self.turns = 0, list[Turn]()
        self.answered: dict[int, int] = {}  # the line after which each seat last acted
        self.thinking: set[int] = set()

    def look(self, answer: Answer) -> None:
        """Take what a frame says of the table, and let those who are asked think."""
        if answer.screen is not None:
            self.number, self.turns = answer.screen.number, answer.screen.turns
        elif answer.changes is not None:
            fields = answer.changes.fields
            self.number = fields.number or self.number
            self.turns = self.turns if fields.turns is None else fields.turns
        loop = asyncio.get_running_loop()
        for turn in self.turns:
            seat = turn.actor
            asked = 0 < seat <= len(self.players) and self.number > self.answered.get(seat, 0)
            if asked and seat not in self.thinking:
                self.answered[seat] = self.number
                self.thinking.add(seat)
                loop.call_later(self.chance.uniform(*THINKS), self.act, turn)

    def act(self, turn: Turn) -> None:
        """Check or call, seldom fold."""
        self.thinking.discard(turn.actor)
        does = {option.does for option in turn.options}
        word = "Fold" if "fold" in does and self.chance.random() < 0.25 else "Call"
        word = "Check" if "check" in does else word if word.lower() in does else "Show"
        self.players[turn.actor - 1].say(
            {"type": "Play", "command": {"type": word, "seat": turn.actor}}
        )


class Tally:
    """Everything that is counted."""

    def __init__(self) -> None:
        self.viewers: list[Viewer] = []
        self.counting = False
        self.begin()

    def begin(self) -> None:
        self.seen, self.spent = Seen([]), time.process_time()
        for viewer in self.viewers:
            viewer.got = 0

    def end(self) -> Seen:
        self.counting = False
        self.seen.lost = sum(viewer.lost for viewer in self.viewers)
        self.seen.idle = sum(not viewer.got for viewer in self.viewers)
        self.seen.cpu = time.process_time() - self.spent
        return self.seen


class Viewer(asyncio.Protocol):
    """One connection: a player, or a spectator without a token."""

    def __init__(self, table: Table, port: int, token: str, seat: int) -> None:
        self.table, self.tally, self.seat = table, table.tally, seat
        self.looks = seat == 1
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.seated: asyncio.Future[None] = loop.create_future()
        self.left, self.upgraded, self.lost, self.got = b"", False, False, 0
        self.sequence, self.sent = 0, 0.0
        key = b64encode(os.urandom(16)).decode()
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        self.request = (
            f"GET /api/tables/{table.name}/socket?client=c HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n{bearer}\r\n"
        )

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError(self.left[:200]))

    def data_received(self, data: bytes) -> None:
        data = self.left + data if self.left else data
        at = 0 if self.upgraded else self._upgrade(data)
        size = len(data)
        while at >= 0 and size - at >= 2:
            length, start = data[at + 1], at + 2
            if length == 126 and size - at >= 4:
                length, start = unpack_from("!H", data, at + 2)[0], at + 4
            elif length == 127 and size - at >= 10:
                length, start = unpack_from("!Q", data, at + 2)[0], at + 10
            elif length > 125:
                break
            if size < start + length:
                break
            self.hear(data[at], data[start : start + length])
            at = start + length
        self.left = data[at:] if at >= 0 else data

    def _upgrade(self, data: bytes) -> int:
        """Where the frames begin; -1: the answer is not whole yet."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return -1
        if b" 101 " not in data[:40]:
            self.transport.abort()
            return -1
        self.upgraded = True
        self.opened.set_result(None)
        if self.seat:
            self.say({"type": "Sit", "seat": self.seat, "chips": 400_00})
        return end + 4

    def hear(self, kind: int, body: bytes) -> None:
        if kind == TEXT:
            self.got += 1
            self.tally.seen.frames += 1
            self.tally.seen.bytes += len(body)
            if self.sent and not any(kind in body[:20] for kind in UPDATES):
                self._answered(_frames.decode(body))
            if self.looks and any(kind in body[:20] for kind in UPDATES):
                self.table.look(_frames.decode(body))
        elif kind == PING:
            self.write(PONG, body)
        elif kind == CLOSE:
            self.transport.close()

    def _answered(self, answer: Answer) -> None:
        if answer.kind in ("done", "refused") and answer.sequence == self.sequence:
            if self.tally.counting:
                self.tally.seen.latencies.append(time.perf_counter() - self.sent)
                self.tally.seen.refused += answer.kind == "refused"
            self.sent = 0.0
            if not self.seated.done():
                self.seated.set_result(None)

    def say(self, command: dict[str, Any]) -> None:
        if self.lost:
            return
        self.sequence += 1
        self.sent = time.perf_counter()
        self.write(TEXT, msgspec.json.encode({"do": command, "sequence": self.sequence}))

    def write(self, kind: int, body: bytes) -> None:
        """A frame, masked by zeros: as legal as any mask, and nothing to compute."""
        size = len(body)
        head = pack("!BB", kind, 128 | size) if size < 126 else pack("!BBH", kind, 254, size)
        self.transport.write(head + bytes(4) + body)


async def gather(crowd: Crowd, tally: Tally) -> None:
    """Bring everybody to the tables, a few at a time, until all players have their seats."""
    loop, gate = asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE)

    async def come(viewer: Viewer) -> None:
        here = f"127.1.{viewer.table.name // 250}.{viewer.table.name % 250 + 1}", 0
        async with gate:
            await loop.create_connection(lambda: viewer, "127.0.0.1", crowd.port, local_addr=here)
            await viewer.opened
        if viewer.seat:
            await viewer.seated

    for name, tokens in crowd.tables.items():
        table = Table(name, tally)
        table.players = [Viewer(table, crowd.port, t, s) for s, t in enumerate(tokens, 1)]
        tally.viewers += table.players
        for _ in range(crowd.spectators.get(name, 0)):
            tally.viewers.append(Viewer(table, crowd.port, "", 0))
    await asyncio.gather(*(come(viewer) for viewer in tally.viewers))


async def main() -> None:
    """Do as asked, line by line: a crowd, `count`, `stop`."""
    loop = asyncio.get_running_loop()
    lines = asyncio.StreamReader(limit=2**26)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    tally = Tally()
    await gather(msgspec.json.decode(await lines.readline(), type=Crowd), tally)
    _say("ready")
    while word := (await lines.readline()).strip():
        if word == b"count":
            tally.begin()
            tally.counting = True
        elif word == b"stop":
            _say(tally.end())


def _say(words: Any) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(words) + b"\n")
    sys.stdout.buffer.flush()


def share(port: int, tokens: Sequence[list[str]], spectators: int, among: int) -> list[Crowd]:
    """The tables of a room, shared among a few crowds."""
    count = len(tokens)
    extra = {name: spectators // count + (name < spectators % count) for name in range(count)}
    return [
        Crowd(port, {n: tokens[n] for n in names}, {n: extra[n] for n in names})
        for names in (range(first, count, among) for first in range(among))
    ]


if __name__ == "__main__":
    asyncio.run(main())
