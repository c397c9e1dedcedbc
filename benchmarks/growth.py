"""Start rooms that have grown: how long a start and the first look at the books take.

    python -m benchmarks.growth                        100,000, 400,000 and 1,600,000 lines
    python -m benchmarks.growth 20000 --tables 10      a smaller room

One table is played by bots; its log, as long as it must be, is then written for every table of the
room through the store, spread over thirty days. The first start reads all of it once (`whole_s`);
the figures are those of the next start, in a process of its own. One line of JSON for each room.
"""

import argparse
import asyncio
import json
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

from croupier.engine.events import RoundOpened
from croupier.games import game_of
from croupier.room.custody.state import Procedures
from croupier.room.logbook import Entry, Order
from croupier.room.table import evolve as table_log
from croupier.room.table.orders import OpenTable, SetUpTable
from croupier.server.config import Config
from croupier.server.demonstration.demo import SUPERVISOR, Guests
from croupier.server.service import Service
from croupier.server.store.database import Store, make_engine
from croupier.server.store.keys import Keys
from croupier.server.store.lines import stream_of, to_lines
from croupier.server.store.long_reads import read_tally
from croupier.server.store.migrate import migrate
from croupier.views.reports.overview import overview

SIZES = (100_000, 400_000, 1_600_000)
TABLES = 100
DAYS = timedelta(days=30)
MANY = 500  # lines of one append
KEYS = Keys(b"s" * 32, b"k" * 32)
QUICK = Config(play_chips=True, pause=0, uncontested=0, beat=0, think=0, inspection=1, misses=0)
QUIET = replace(QUICK, pause=36_000)


async def _service(url: str, config: Config) -> Service:
    engine = make_engine(url)
    await migrate(engine)
    return Service(Store(engine, KEYS), config)


async def play(url: str, lines: int) -> list[Entry]:
    """The log of a table at which bots have played."""
    service = await _service(url, QUICK)
    await service.start()
    game = game_of("holdem")
    says = SetUpTable(name="1", sign=game.sign, procedures=Procedures(inspection_seconds=1))
    await service.set_up(Order(service.clock(), SUPERVISOR, says), game)
    desk = service.desk("1")
    await desk.ask(Order(service.clock(), SUPERVISOR, OpenTable()))
    bots = asyncio.create_task(Guests(service, desk, Random(1)).run())
    while desk.number < lines + MANY:
        await asyncio.sleep(0.05)
    bots.cancel()
    with suppress(asyncio.CancelledError):
        await bots
    log = [table_log.read_entry(body) async for _, body in service.store.read(desk.stream)]
    await service.stop()
    return log


def cut(log: Sequence[Entry], lines: int) -> Sequence[Entry]:
    """The log up to the first round that begins after so many lines."""
    ends = (n for n, entry in enumerate(log) if isinstance(entry.fact, RoundOpened) and n >= lines)
    return log[: next(ends)]


def spread(log: Sequence[Entry]) -> list[Entry]:
    """The same log over thirty days."""
    first, last = log[0].at, log[-1].at
    return [replace(one, at=last - DAYS * ((last - one.at) / (last - first))) for one in log]


async def fill(url: str, log: Sequence[Entry], tables: int) -> None:
    """Write the log for every table of a room."""
    engine = make_engine(url)
    await migrate(engine)
    store = Store(engine, KEYS, signed_every=3600)
    await store.start()
    for number in range(1, tables + 1):
        name = str(number)
        first = replace(log[0], fact=replace(log[0].fact, name=name))
        lines = to_lines([first, *log[1:]])
        for at in range(0, len(lines), MANY):
            await store.append(stream_of(name), lines[at : at + MANY])
    await store.stop()


async def measure(url: str) -> dict[str, Any]:
    """Start the room, and look at its books."""
    engine = make_engine(url)
    service = Service(Store(engine, KEYS), QUIET)
    began, spent = time.perf_counter(), time.process_time()
    await service.start()
    start, start_cpu = time.perf_counter() - began, time.process_time() - spent
    assert not service.store.faults
    assert not service.faulty
    began = time.perf_counter()
    seen = overview(await service.long_reads.read(read_tally))
    books = time.perf_counter() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    lines = sum(number for number, _ in service.store.tips.values())
    days = len(seen.days)
    await service.stop()
    return {
        "lines": lines,
        "tables": len(service.desks),
        "days": days,
        "start_s": round(start, 3),
        "start_cpu_s": round(start_cpu, 3),
        "books_s": round(books, 3),
        "memory_mb": round(memory, 1),
    }


def measured(url: str) -> dict[str, Any]:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.growth", "--measure", url]
    found = subprocess.run(command, check=True, capture_output=True, text=True)
    answer: dict[str, Any] = json.loads(found.stdout)
    return answer


def main(given: Sequence[str] | None = None) -> None:
    """Measure rooms of some sizes, or, as a child, start one."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks.growth")
    asked.add_argument("sizes", type=int, nargs="*", default=SIZES)
    asked.add_argument("--tables", type=int, default=TABLES)
    asked.add_argument("--measure", default="")
    wanted = asked.parse_args(given)
    if wanted.measure:
        print(json.dumps(asyncio.run(measure(wanted.measure))))
        return
    with TemporaryDirectory() as folder:
        longest = max(wanted.sizes) // wanted.tables
        log = asyncio.run(play(f"sqlite:///{folder}/one.db", longest))
        for size in wanted.sizes:
            path = Path(folder) / f"{size}.db"
            url = f"sqlite:///{path}"
            asyncio.run(fill(url, spread(cut(log, size // wanted.tables)), wanted.tables))
            whole = measured(url)
            found = measured(url)
            found["bytes_per_line"] = round(path.stat().st_size / found["lines"], 1)
            found["whole_s"] = whole["start_s"]
            print(json.dumps(found), flush=True)
            path.unlink()


if __name__ == "__main__":
    main()
