"""The house's edge by full enumeration: seconds and peak memory, each game in its own process."""

import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

from rich.table import Table

WORK = """
import resource, sys, time
from croupier.games import game_of
from croupier.odds.house_edge import house_edge
from croupier.rules.sign import amend
game = game_of(sys.argv[1])
begin = time.perf_counter()
edges = []
for posted in sys.argv[2:] or [""]:
    key, _, value = posted.partition("=")
    sign = amend(game.sign, {key: value}) if key else game.sign
    edges.append(float(house_edge(game, sign).wagers["ante"].house_edge))
seconds = time.perf_counter() - begin
cpu = time.process_time()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(seconds, cpu, peak, *edges)
"""


class Solve(NamedTuple):
    name: str
    game: str
    signs: tuple[str, ...]
    seconds_most: float
    megabytes_most: float


SOLVES = (
    Solve(
        "Texas Hold 'Em Bonus, both elections",
        "texas-holdem-bonus",
        ("ante_threshold=straight", "ante_threshold=flush"),
        10,
        600,
    ),
    Solve("Flop Poker, with the pot of two", "flop-poker", (), 2, 600),
    Solve("Two Card Joker Poker", "two-card-joker", (), 2, 600),
)


def tables() -> Iterator[Table]:
    table = Table(title="house edge, exact, by full enumeration")
    for column in ("game", "seconds", "of at most", "CPU s", "peak MB", "of at most", "house edge"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for solve in SOLVES:
        done = subprocess.run(
            [sys.executable, "-c", WORK, solve.game, *solve.signs],
            check=True,
            capture_output=True,
            text=True,
        )
        seconds, cpu, peak, *edges = map(float, done.stdout.split())
        table.add_row(
            solve.name,
            f"{seconds:.2f}",
            f"{solve.seconds_most:g}",
            f"{cpu:.2f}",
            f"{peak:.0f}",
            f"{solve.megabytes_most:g}",
            ", ".join(f"{edge:.4%}" for edge in edges),
        )
    yield table
