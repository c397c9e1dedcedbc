"""Rounds against the bank on the compiled kernels: a shard of a simulation by strategy.

The kernels know counters and what they bring; which counters there are, what they pay and which
hands play on is read here from the game, the sign and the solver, as `croupier edge` reads it.
"""

from functools import lru_cache
from math import lcm

import msgspec
import numpy as np

from croupier.chips import Chips
from croupier.engine.layout import posted_spots, span
from croupier.odds.house_edge import check as check_strategy
from croupier.refused import Refused
from croupier.rules.banked import Wagers
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.sim.bank_games import BUILDERS
from croupier.sim.counters import Layout
from croupier.sim.plan import Plan
from croupier.sim.tally import Tally


def usual_wagers(game: Game, sign: TableSign, *, required: bool = False) -> dict[str, Chips]:
    """The least on every spot of the layout, or on those alone that a player must cover."""
    first = game.script[0]
    assert isinstance(first, Wagers)
    return {
        spot.name: span(spot, sign)[0]
        for spot in posted_spots(first, sign)
        if not required or spot.required or spot.name == "ante"
    }


def check_bank(plan: Plan) -> Plan:
    """Refuse wagers that the layout does not take, and unknown strategies."""
    check_strategy(plan.definition, plan.strategy, plan.players)
    check_wagers(plan)
    if not plan.wagers.get("ante"):
        raise Refused("FIELD wagers", "a strategy must place the ante")
    return plan


def check_wagers(plan: Plan) -> None:
    """Refuse wagers that the layout does not take."""
    first = plan.definition.script[0]
    if not isinstance(first, Wagers):
        raise Refused("FIELD wagers", f"{plan.game} is not played against the bank")
    spots = {spot.name: spot for spot in posted_spots(first, plan.sign)}
    for name, chips in plan.wagers.items():
        if name not in spots:
            raise Refused("FIELD wagers", f"{name[:20]!r} is not one of {', '.join(spots)}")
        least, most = span(spots[name], plan.sign)
        if chips and (not least <= chips <= most or chips % plan.sign.unit):
            why = f"the {name} wager must be {least} to {most} cents in whole chips, not {chips}"
            raise Refused("FIELD wagers", why)


@lru_cache(maxsize=4)
def layout(asked: bytes) -> Layout:
    """The counters of a plan, built once in every process; the key is the plan as JSON."""
    plan = msgspec.json.decode(asked, type=Plan)
    return BUILDERS[plan.game](plan)


def layout_of(plan: Plan) -> Layout:
    """The counters of a plan."""
    return layout(msgspec.json.encode(msgspec.structs.replace(plan, rounds=2, seed=0)))


def scale(plan: Plan) -> int:
    """Units to a cent in a simulation, so many that every pot divides evenly."""
    return lcm(*range(1, plan.players + 1)) if "pot" in plan.wagers else 1


def play_bank(plan: Plan, shard: int) -> Tally:
    """Play the rounds of a shard, and tally how often every end came up."""
    found = layout_of(plan)
    units = scale(plan)
    nets = [plan.wagers.get(c.wager, 0) * units * c.net for c in found.counters]
    assert all(net.denominator == 1 for net in nets)
    counts, accounts = found.play(
        plan.rounds_of(shard),
        plan.seed_of(shard) & (1 << 64) - 1,
        plan.players,
        np.array([int(net) for net in nets], dtype=np.int64),
    )
    size = len(found.counters)
    tally: Tally = {"rounds": plan.rounds_of(shard)}
    for at, number in enumerate(counts):
        tally[f"end {at // size + 1} {at % size}"] = number
    names = [f"seat {seat}" for seat in range(1, plan.players + 1)] + ["house"]
    for name, (total, squares) in zip(names, accounts, strict=True):
        tally[name] = total
        tally[f"{name} squared"] = squares
    return tally
