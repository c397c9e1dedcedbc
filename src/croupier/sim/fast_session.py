"""Rounds of a plan on the fast table: the same sessions, counted by the same names.

A shard is some sessions of fifty rounds, each at a separate table whose number follows from the
shard: so the results are the same for any number of workers.
"""

from functools import lru_cache
from typing import Any

from croupier.fast.bank_program import check_stacks, spots_of, wagers_of
from croupier.fast.compile import compile  # noqa: A004  # of games
from croupier.fast.house import House, house_of
from croupier.fast.run import POLICIES, SESSION
from croupier.rankings import kernels
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.sim.plan import SHARD, Plan
from croupier.sim.tally import Tally, count

TAKEN = ("rake", "drop", "box")
HOLDS = ("bank", "meter")  # accounts that players are paid from too


def is_fast(plan: Plan) -> bool:
    """Whether the fast table plays this: its own bots, at a game that it covers."""
    try:
        check_fast(plan)
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
    if plan.definition.banked:
        game, sign, stacks = plan.definition, plan.sign, [int(plan.stack)] * plan.players
        check_stacks(game, sign, stacks)
        wagers_of(game, sign, plan.players, stacks, plan.wagers)
    return plan


@lru_cache(8)  # a worker plays many shards of one plan
def _house(
    game: Game,
    sign: TableSign,
    players: int,
    stack: int,
    seed: int,
    wagers: tuple[tuple[str, int], ...],
    *,
    solved: bool,
) -> House:
    return house_of(
        game,
        sign,
        players=players,
        stack=stack,
        seed=seed,
        thinks=True,
        wagers=dict(wagers),
        ask_wagers=False,
        solved=solved,
    )


def play_fast(plan: Plan, shard: int) -> Tally:
    """Play the sessions of a shard, and tally what they brought."""
    first = shard * (SHARD["fast"] // SESSION)
    policies = [POLICIES.index(name) for name in plan.bots]
    house = _house(
        plan.definition,
        plan.sign,
        plan.players,
        int(plan.stack),
        plan.seed,
        tuple(plan.wagers.items()),
        solved="optimal" in plan.bots,
    )
    rounds = plan.rounds_of(shard)
    found = kernels.core.fast_play(house.core, policies, first, rounds, SESSION, 1)
    tally: Tally = {"rounds": found["rounds"]}
    for seat in range(1, plan.players + 1):
        _square(tally, f"seat {seat}", found["seats"][seat - 1])
        count(tally, f"seat {seat} won", found["won"][seat - 1])
        for sign, bins in zip("+-", found["spread"][seat - 1], strict=True):
            for number, times in enumerate(bins):
                if times:
                    count(tally, f"seat {seat} bin {sign}{number}", times)
    _square(tally, "house", found["house"])
    _square(tally, "pot", found["pot"])
    if plan.definition.banked:
        _count_bank(tally, plan, found)
    for name in TAKEN:
        total = found[name][0]
        if total:
            _square(tally, f"account {name}", found[name])
            count(tally, f"account {name} in", total)
            count(tally, f"account {name} out", 0)
            count(tally, f"account {name} hits", 0)
    if found["beats"]:  # paid when it has been verified
        count(tally, "account box hits", found["beats"])
    return tally


def _count_bank(tally: Tally, plan: Plan, found: dict[str, Any]) -> None:
    """What was placed on each spot, what the house kept of it, and through which accounts."""
    for name, sums in zip(spots_of(plan.definition, plan.sign), found["spots"], strict=False):
        if not sums["placed"] or name == "pot":
            continue
        count(tally, f"spot {name} placed", sums["placed"])
        _square(tally, f"spot {name} wagered", sums["wagered"])
        _square(tally, f"spot {name} house", sums["house"])
        count(tally, f"spot {name} product", sums["product"])
    for name in HOLDS:
        if found[name]["in"] or found[name]["out"]:
            _square(tally, f"account {name}", found[name]["net"])
            for flow in ("in", "out", "hits"):
                count(tally, f"account {name} {flow}", found[name][flow])


def _square(tally: Tally, name: str, sums: tuple[int, int]) -> None:
    count(tally, name, sums[0])
    count(tally, f"{name} squared", sums[1])
