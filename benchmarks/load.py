"""Load the real server: tables full of players who think a moment, and spectators.

    python -m benchmarks.load                    100 tables of nine, 200 spectators, two minutes
    python -m benchmarks.load --find             then the most tables with p99 under 250 ms

The server is one process on one SQLite file; every client of this process has its own socket
and measures from sending a command to having seen what came of it.
"""

import argparse
import asyncio
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import msgspec
from msgspec import Struct
from sqlalchemy import insert
from websockets.asyncio.client import ClientConnection, connect

from croupier.room.house.people import Actor
from croupier.server.auth.users import Accounts
from croupier.server.steady_clock import wall_clock
from croupier.server.store.audit import audit
from croupier.server.store.database import make_engine
from croupier.server.store.keys import Keys, load_keys
from croupier.server.store.migrate import migrate
from croupier.server.store.people_log import keep_person
from croupier.server.store.schema import people

SEATS = 9
THINKS = (0.5, 1.5)
PROMISED_MS = 150
MOST_MS = 250
PORT = 8931
UNLIMITED = {"REQUESTS": "1000000", "CONNECTIONS": "100000", "CONNECTIONS_EACH": "100000"}
SUE = Actor("Sue", "poker_shift_supervisor")


class Option(Struct):
    """What a client reads of an option."""

    does: str


class Turn(Struct):
    """What a client reads of a turn."""

    actor: int
    options: list[Option]


class Screen(Struct):
    """What a client reads of a screen."""

    number: int
    mine: int = 0
    round: int = 0
    turns: list[Turn] = []


class Fields(Struct, frozen=True):
    """What a client reads of the fields that changed."""

    number: int = 0
    turns: list[Turn] | None = None


class Changes(Struct):
    """What a client reads of changes."""

    fields: Fields = Fields()


class Told(Struct):
    """What a client reads of a frame."""

    kind: str
    screen: Screen | None = None
    changes: Changes | None = None
    sequence: int = 0
    why: str = ""


_frames = msgspec.json.Decoder(Told)


class Measured:
    """What the clients saw."""

    def __init__(self) -> None:
        self.seen: list[float] = []
        self.frames = self.bytes = self.refused = 0
        self.counting = False


class Player:
    """A player at a seat."""

    def __init__(self, table: int, seat: int, token: str, measured: Measured) -> None:
        self.table, self.seat, self.token, self.measured = table, seat, token, measured
        self.chance = Random(f"{table}/{seat}")
        self.sequence, self.sent, self.answered = 0, 0.0, 0
        self.number, self.turns = 0, list[Turn]()  # of the screen
        self.thinking: asyncio.Task[None] | None = None

    async def play(self) -> None:
        address = f"ws://127.0.0.1:{PORT}/api/tables/{self.table}/socket?client=c"
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        here = f"127.1.{self.table // 250}.{self.table % 250 + 1}", 0  # each table's own address
        async with connect(
            address,
            additional_headers=headers,
            compression=None,
            open_timeout=60,
            local_addr=here,
        ) as wire:
            if self.seat:
                await self._say(wire, {"type": "Sit", "seat": self.seat, "chips": 400_00})
            async for text in wire:
                self.measured.bytes += len(text)
                self._hear(wire, _frames.decode(text))

    def _hear(self, wire: ClientConnection, answer: Told) -> None:
        self.measured.frames += 1
        if answer.kind in ("done", "refused") and self.sent and answer.sequence == self.sequence:
            if self.measured.counting:
                self.measured.seen.append(time.perf_counter() - self.sent)
                self.measured.refused += answer.kind == "refused"
            self.sent = 0.0
        if answer.kind == "told" and self.seat:
            self._look(answer)
            self._act(wire)

    def _look(self, answer: Told) -> None:
        """Take what a frame says of the table."""
        if answer.screen is not None:
            self.number, self.turns = answer.screen.number, answer.screen.turns
        elif answer.changes is not None:
            fields = answer.changes.fields
            self.number = fields.number
            self.turns = self.turns if fields.turns is None else fields.turns

    def _act(self, wire: ClientConnection) -> None:
        """Answer, when this player is asked, after a moment of thought."""
        if self.thinking and not self.thinking.done():
            return
        for turn in self.turns:
            if turn.actor == self.seat and self.number > self.answered:
                self.answered = self.number
                self.thinking = asyncio.create_task(self._answer(wire, turn))

    async def _answer(self, wire: ClientConnection, turn: Turn) -> None:
        await asyncio.sleep(self.chance.uniform(*THINKS))
        does = {option.does for option in turn.options}
        word = "fold" if "fold" in does and self.chance.random() < 0.25 else "call"
        word = "check" if "check" in does else word if word in does else "show"
        command = {"type": "Play", "command": {"type": word.title(), "seat": self.seat}}
        with suppress(Exception):
            await self._say(wire, command)

    async def _say(self, wire: ClientConnection, command: dict[str, Any]) -> None:
        self.sequence += 1
        self.sent = time.perf_counter()
        await wire.send(msgspec.json.encode({"do": command, "sequence": self.sequence}).decode())


class Server:
    """The server process, and what it uses."""

    def __init__(self, folder: Path, limits: dict[str, str]) -> None:
        self.db, self.keys = f"sqlite:///{folder}/room.db", folder / "keys"
        self.limits = limits
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        croupier = str(Path(sys.executable).parent / "croupier")
        words = [croupier, "serve", "--db", self.db, "--keys", str(self.keys), "--port", str(PORT)]
        env = {"PAUSE": "2", "TURN": "60", "LOG": "error", "PLAY_CHIPS": "true", **self.limits}
        self.process = subprocess.Popen(
            ["env", *(f"CROUPIER_{key}={value}" for key, value in env.items()), *words],
            stdout=subprocess.DEVNULL,
        )

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self._pid()}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def memory(self, kind: str = "VmRSS") -> float:
        """Megabytes in use; `VmHWM`: the most there were."""
        status = Path(f"/proc/{self._pid()}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if kind in line) / 1024

    def _pid(self) -> int:
        assert self.process is not None
        return self.process.pid  # `env` becomes what it starts

    def stop(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(60) == 0, "the server did not end well"


async def admit(db: str, keys: Keys, actors: list[Actor]) -> dict[str, str]:
    """Enter everybody at once, signed in."""
    engine = make_engine(db)
    await migrate(engine)
    now, accounts = wall_clock(), Accounts(engine, keys)
    rows = [
        {"name": a.name, "role": a.role, "secret": "", "created": now, "disabled": False}
        for a in actors
    ]
    async with engine.begin() as connection:
        await connection.execute(insert(people), rows)
        await keep_person(connection, keys, SUE.name)  # the first time, everybody is recorded
    found = {actor.name: (await accounts.admit(actor, now))[0] for actor in actors}
    await engine.dispose()
    return found


async def furnish(tables: int, token: str) -> None:
    """Wait for the server, then set every table up and open it."""
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{PORT}", headers=headers, timeout=60
    ) as sue:
        for _ in range(600):
            with suppress(httpx.TransportError):
                if (await sue.get("/health")).is_success:
                    break
            await asyncio.sleep(0.1)
        for table in range(tables):
            body = {"name": str(table), "game": "holdem", "procedures": {"inspection_seconds": 1}}
            (await sue.post("/api/tables", json=body)).raise_for_status()
            order = {"client": "sue", "sequence": 1, "command": {"type": "OpenTable"}}
            (await sue.post(f"/api/tables/{table}/orders", json=order)).raise_for_status()


async def measure(
    tables: int,
    spectators: int,
    seconds: float,
    *,
    limits: dict[str, str] = UNLIMITED,
    beside: Callable[[str], Awaitable[object]] | None = None,
) -> dict[str, float]:
    """One run on a fresh database: what the clients saw, and what the server used.

    What goes on `beside` it gets the session of a player.
    """
    with TemporaryDirectory() as folder:
        server, measured = Server(Path(folder), limits), Measured()
        names = {(t, s): f"p{t}.{s}" for t in range(tables) for s in range(1, SEATS + 1)}
        tokens = await admit(
            server.db,
            load_keys(server.keys),
            [SUE, *(Actor(name, "player") for name in names.values())],
        )
        server.start()
        await furnish(tables, tokens["Sue"])
        players = [Player(t, s, tokens[name], measured) for (t, s), name in names.items()]
        players += [Player(n % tables, 0, "", measured) for n in range(spectators)]
        tasks = []
        for player in players:
            tasks.append(asyncio.create_task(player.play()))
            await asyncio.sleep(0.005)
        await asyncio.sleep(8)  # until everybody is dealt in
        begun, cpu, own, memory = (
            time.perf_counter(),
            server.cpu(),
            time.process_time(),
            server.memory(),
        )
        measured.counting, measured.frames, measured.bytes = True, 0, 0
        if beside is not None:
            print(f"  {await beside(tokens[names[0, 1]])}")
        else:
            await asyncio.sleep(seconds)
        measured.counting = False
        span = time.perf_counter() - begun
        result = {
            "tables": tables,
            "connections": len(players),
            "seconds": span,
            "actions": len(measured.seen),
            "refused": measured.refused,
            "frames": measured.frames,
            "bytes": measured.bytes,
            "cpu": (server.cpu() - cpu) / span,
            "clients": (time.process_time() - own) / span,
            "memory": memory,
            "memory_end": server.memory(),
            "memory_most": server.memory("VmHWM"),
            "lost": sum(task.done() for task in tasks),
        }
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(server.stop)
        engine = make_engine(server.db)
        result["faults"] = len([f async for f in audit(engine, load_keys(server.keys))])
        await engine.dispose()
    seen = sorted(measured.seen) or [0.0]
    for name, part in (("p50", 0.5), ("p99", 0.99), ("p999", 0.999)):
        result[name] = 1000 * seen[min(int(len(seen) * part), len(seen) - 1)]
    return result


def tell(found: dict[str, float]) -> None:
    """The figures of one run, in words."""
    rate, frames = found["actions"] / found["seconds"], found["frames"] / found["seconds"]
    print(
        f"{found['tables']:.0f} tables, {found['connections']:.0f} connections"
        f" for {found['seconds']:.0f} s: {rate:.0f} actions/s, {frames:.0f} frames/s\n"
        f"  sent to seen: p50 {found['p50']:.0f} ms, p99 {found['p99']:.0f} ms,"
        f" p99.9 {found['p999']:.0f} ms; refused {found['refused']:.0f},"
        f" connections lost {found['lost']:.0f}\n"
        f"  server: {found['cpu']:.0%} of a core, {found['memory']:.0f} MB at the start,"
        f" {found['memory_end']:.0f} MB at the end; clients: {found['clients']:.0%} of a core\n"
        f"  each action: {1000 * found['cpu'] / max(rate, 0.01):.2f} ms of the server's processor;"
        f" each frame: {found['bytes'] / max(found['frames'], 1):.0f} bytes\n"
        f"  books: {'balanced' if not found['faults'] else found['faults']}",
        flush=True,
    )


def find_most(asked: argparse.Namespace) -> int:
    """The most tables that hold; a number that fails twice is too many."""
    held, tables, step = 0, asked.tables, max(20, asked.tables // 4)
    while any(_holds(tables, asked) for _ in range(2)):
        held, tables = tables, tables + step
    return held


def _holds(tables: int, asked: argparse.Namespace) -> bool:
    found = asyncio.run(measure(tables, asked.spectators, min(asked.seconds, 30)))
    tell(found)
    return found["p99"] <= MOST_MS and not found["lost"] and not found["faults"]


def raise_limits() -> None:
    """Let this process, and those it starts, have as many sockets as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main() -> int:
    """Run, tell, and fail when a promise is broken."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--spectators", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--find", action="store_true", help="find the most tables that hold")
    asked = parser.parse_args()
    raise_limits()
    found = asyncio.run(measure(asked.tables, asked.spectators, asked.seconds))
    tell(found)
    held = find_most(asked) if asked.find else 0
    if asked.find:
        print(f"the most tables with p99 under {MOST_MS} ms: {held} ({held * SEATS} players)")
    good = found["p99"] < PROMISED_MS and not found["faults"] and not found["lost"]
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
