"""A demonstration room with a past: days of tables, bots, rake, jackpots, counts and trouble.

`python -m tests.web.past FOLDER [DAYS [ROUNDS]]` lives them into an empty folder, ten of them in
two minutes; `python -m tests.web.past serve ...` is `croupier serve` for that folder. Desks are
tried and pictured there: a room without a past has empty books.
"""

import asyncio
import sys
import time
from datetime import timedelta
from pathlib import Path
from random import Random

from croupier.cli import main
from croupier.server.demonstration import demo
from croupier.server.service import Service
from croupier.server.store.keys import load_keys
from croupier.server.tables.steady_clock import wall_clock
from tests.server import week
from tests.server.rooms import PATIENCE

GAMES = (
    *week.FIRST,
    *("omaha-hilo-8", "badugi", "triple-draw-2-7", "texas-holdem-bonus", "two-card-joker"),
)
GLANCE = timedelta(seconds=70)


async def live(folder: Path, days: int = 10, rounds: int = 6) -> None:
    """So many days; then the doors open, and a jackpot is hit that nobody has verified yet."""
    keys = load_keys(folder / "croupier.keys")
    past = week.Week(f"sqlite:///{folder / 'croupier.db'}", 7, rounds, GAMES, GLANCE, keys)
    past.now = (wall_clock() - timedelta(days=days)).replace(hour=12, minute=0, second=0)
    for day in range(days):
        async with past.open():
            if not day:
                await past.furnish()
            await past.open_tables()
            await past.play()
            await past.close_day()
        past.next_day()
    past.now = wall_clock()
    async with past.open():
        await past.open_tables()
        until = time.monotonic() + 4 * PATIENCE
        while not past.service.desk("1").state.box.found:
            assert time.monotonic() < until, "no bad beat was dealt"
            past.now = wall_clock()
            await asyncio.sleep(0.02)


async def guests(service: Service) -> list[asyncio.Task[None]]:
    """Bots at the tables of the past; no others are set up."""
    found = [demo.Guests(service, desk, Random(name)) for name, desk in service.desks.items()]
    return [asyncio.create_task(bots.run()) for bots in found]


if __name__ == "__main__":
    if sys.argv[1] != "serve":
        asyncio.run(live(Path(sys.argv[1]), *map(int, sys.argv[2:])))
        sys.exit()
    vars(demo)["furnish"] = guests
    sys.exit(main())
