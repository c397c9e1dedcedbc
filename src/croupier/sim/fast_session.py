"""Rounds of a plan on the fast table: the same sessions, counted by the same names.

A shard is some sessions of fifty rounds, each a table of its own whose number follows from the
shard: so the results are the same for any number of workers.
"""

from functools import lru_cache

from croupier.fast.compile import compile  # noqa: A004  # of games
from croupier.fast.house import House, house_of
from croupier.fast.run import POLICIES, SESSION
from croupier.rankings import kernels
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.sim.plan import SHARD, Plan
from croupier.sim.tally import Tally, count

ACCOUNTS = ("rake", "drop", "box")


def is_fast(plan: Plan) -> bool:
    """Whether the fast table plays this: its own bots, at a game that it covers."""
    if plan.definition.banked or not {*plan.bots} <= {*POLICIES}:
        return False
    try:
        compile(plan.definition, plan.sign)
    except Refused:
        return False
    return True


def check_fast(plan: Plan) -> Plan:
    """Refuse, by name, what the fast table does not play."""
    compile(plan.definition, plan.sign)
    for name in plan.bots:
        if name not in POLICIES:
            why = f"the fast table seats {', '.join(POLICIES)}, not {name[:20]!r}"
            raise Refused("FIELD bots", why)
    return plan


@lru_cache(8)  # a worker plays many shards of one plan
def _house(game: Game, sign: TableSign, players: int, stack: int, seed: int) -> House:
    return house_of(game, sign, players=players, stack=stack, seed=seed, thinks=True)


def play_fast(plan: Plan, shard: int) -> Tally:
    """Play the sessions of a shard, and tally what they brought."""
    first = shard * (SHARD["fast"] // SESSION)
    policies = [POLICIES.index(name) for name in plan.bots]
    house = _house(plan.definition, plan.sign, plan.players, int(plan.stack), plan.seed)
    rounds = plan.rounds_of(shard)
    found = kernels.core.fast_play(house.core, policies, first, rounds, SESSION, 1)
    tally: Tally = {"rounds": found["rounds"]}
    for seat in range(1, plan.players + 1):
        _square(tally, f"seat {seat}", found["seats"][seat - 1])
        count(tally, f"seat {seat} won", found["won"][seat - 1])
        for sign, sizes in zip("+-", found["spread"][seat - 1], strict=True):
            for size, times in enumerate(sizes):
                if times:
                    count(tally, f"seat {seat} size {sign}{size}", times)
    _square(tally, "house", found["house"])
    _square(tally, "pot", found["pot"])
    for name in ACCOUNTS:
        total = found[name][0]
        if total:
            _square(tally, f"account {name}", found[name])
            count(tally, f"account {name} in", total)
            count(tally, f"account {name} out", 0)
            count(tally, f"account {name} hits", 0)
    if found["beats"]:  # paid when it has been verified
        count(tally, "account box hits", found["beats"])
    return tally


def _square(tally: Tally, name: str, sums: tuple[int, int]) -> None:
    count(tally, name, sums[0])
    count(tally, f"{name} squared", sums[1])
