"""Plans for tests, and their digests."""

from typing import Any

from croupier.chips import Chips
from croupier.games import game_of
from croupier.sim.bank_shards import usual_wagers
from croupier.sim.plan import Plan
from croupier.sim.simulate import simulate
from croupier.sim.tally import digest


def engine(key: str = "holdem", *bots: str, rounds: int = 200, **more: Any) -> Plan:
    seats = bots or ("random", "calling", "tight")
    game = game_of(key)
    given: dict[str, Any] = {"sign": game.sign, "seed": 5} | more
    return Plan(
        game=key, way="engine", players=len(seats), bots=tuple(seats), rounds=rounds, **given
    )


def bank(
    key: str, strategy: str = "optimal", *, rounds: int, players: int = 1, **more: Any
) -> Plan:
    game = game_of(key)
    given: dict[str, Any] = {"sign": game.sign, "seed": 5} | more
    wagers = {spot: Chips(chips) for spot, chips in usual_wagers(game, given["sign"]).items()}
    if players == 1:
        wagers.pop("pot", None)
    return Plan(
        game=key,
        way="bank",
        players=players,
        rounds=rounds,
        strategy=strategy,
        wagers=given.pop("wagers", wagers),
        **given,
    )


def cards(key: str, *, players: int, rounds: int, seed: int = 5) -> Plan:
    sign = game_of(key).sign
    return Plan(game=key, way="cards", sign=sign, players=players, rounds=rounds, seed=seed)


def played(plan: Plan, **how: Any) -> str:
    return digest(plan, simulate(plan, **how))
