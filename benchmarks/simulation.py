"""Simulated rounds a second: against the bank on the kernels, between players by bots."""

from collections.abc import Iterable
from time import perf_counter

from rich.table import Table

from croupier.games import BANKED, game_of
from croupier.sim.bank_shards import usual_wagers
from croupier.sim.plan import Plan
from croupier.sim.simulate import simulate
from croupier.sim.workers import cores

ROUNDS = {"two-card-joker": 100_000_000, "flop-poker": 20_000_000, "texas-holdem-bonus": 20_000_000}
BOTS = ("random", "calling", "tight", "loose", "equity", "sensible")


def bank(key: str, rounds: int) -> Plan:
    sign = game_of(key).sign
    wagers = {spot: c for spot, c in usual_wagers(game_of(key), sign).items() if spot != "pot"}
    return Plan(
        game=key,
        sign=sign,
        way="bank",
        players=1,
        rounds=rounds,
        seed=1,
        strategy="simple",
        wagers=wagers,
    )


def engine(bot: str, rounds: int) -> Plan:
    sign = game_of("holdem").sign
    return Plan(
        game="holdem", sign=sign, way="engine", players=6, rounds=rounds, seed=1, bots=(bot,) * 6
    )


def rate(plan: Plan, workers: int) -> float:
    begun = perf_counter()
    simulate(plan, workers=workers)
    return plan.rounds / (perf_counter() - begun)


def tables() -> Iterable[Table]:
    """Two tables; the processes are started within the time that is measured."""
    many = max(2, cores())
    table = Table(title="rounds a second against the bank, simple strategy, every wager placed")
    for column in ("game", "rounds", "1 process", f"{many} processes"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for key in BANKED:
        plan = bank(key, ROUNDS[key])
        rates = [f"{rate(plan, workers):,.0f}" for workers in (1, many)]
        table.add_row(key, f"{plan.rounds:,}", *rates)
    yield table
    table = Table(title="rounds of limit hold'em a second on the engine, six bots, one process")
    table.add_column("bot")
    table.add_column("a second", justify="right")
    for bot in BOTS:
        rounds = 100 if bot == "sensible" else 1000
        table.add_row(bot, f"{rate(engine(bot, rounds), 1):,.0f}")
    yield table
