"""Run a plan: shards in any order by any workers, stopped and resumed, one result.

>>> from croupier.games import GAMES
>>> sign = GAMES["two-card-joker"].sign
>>> plan = Plan(
...     game="two-card-joker", sign=sign, way="bank", players=1, rounds=100_000, seed=7,
...     strategy="simple", wagers={"ante": 500},
... )
>>> simulate(plan)["rounds"]
100000
"""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier.refused import Refused
from croupier.sim.plan import SHARD, Plan
from croupier.sim.shards import checked
from croupier.sim.tally import Tally, add
from croupier.sim.workers import played_by

Tell = Callable[[int], None] | None  # hears how many rounds are played
KEEP_S = 5.0


class Kept(Struct, frozen=True):
    """What a stopped run leaves behind: its plan, the shards that are done, and their sum."""

    plan: Plan
    done: list[tuple[int, int]]  # first and last of each run of whole shards
    tally: Tally
    rest: Tally = {}  # of the last shard, where it has fewer rounds than the others


def simulate(
    plan: Plan,
    *,
    workers: int | None = 1,
    cluster: str = "",
    resume: Path | None = None,
    tell: Tell = None,
) -> Tally:
    """Play all rounds of a plan and give the sum of everything counted.

    `workers` are processes (None: one a core), `cluster` the address of a Dask scheduler. With
    `resume`, what is done is kept in that file every few seconds, and gone on from if it is there:
    to the same number of rounds, or to more.
    """
    checked(plan)
    run = _kept(plan, resume)
    left = [shard for shard in range(plan.shards) if shard not in run.done]
    if run.rest:
        left.remove(plan.shards - 1)
    played = run.tally.get("rounds", 0) + run.rest.get("rounds", 0)
    since = monotonic()
    if resume:
        _keep(resume, plan, run)  # a file that cannot be written is refused now, not later
    if tell:
        tell(played)
    try:
        with closing(played_by(plan, left, workers, cluster)) as shards:
            for shard, more in shards:
                run.take(plan, shard, more)
                played += plan.rounds_of(shard)
                if tell:
                    tell(played)
                if resume and monotonic() - since > KEEP_S:
                    _keep(resume, plan, run)
                    since = monotonic()
    finally:
        if resume:
            _keep(resume, plan, run)
    add(run.tally, run.rest)
    return run.tally


class _Run(NamedTuple):
    """What is played so far: whole shards, and the last one where it has fewer rounds."""

    done: set[int]
    tally: Tally
    rest: Tally

    def take(self, plan: Plan, shard: int, more: Tally) -> None:
        """Add what a shard brought."""
        if plan.rounds_of(shard) < SHARD[plan.way]:
            self.rest.update(more)
        else:
            add(self.tally, more)
            self.done.add(shard)


def _kept(plan: Plan, path: Path | None) -> _Run:
    if path is None or not path.exists():
        return _Run(set(), {}, {})
    try:
        kept = _decoder.decode(path.read_bytes())
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused("FIELD resume", f"{path} is not a simulation that was stopped") from None
    before = kept.plan
    if replace(before, rounds=plan.rounds) != plan:
        other = differs(replace(before, rounds=plan.rounds), plan)
        raise Refused("FIELD resume", f"{path} is another simulation: {other}")
    if before.rounds > plan.rounds:
        why = f"{path} is a simulation of {before.rounds} rounds: ask for as many or more"
        raise Refused("FIELD resume", why)
    done = {shard for first, last in kept.done for shard in range(first, last + 1)}
    rounds = sum(before.rounds_of(shard) for shard in done)
    if not done <= set(range(before.shards)) or kept.tally.get("rounds", 0) != rounds:
        raise Refused(
            "FIELD resume", f"{path} is damaged: it does not hold the {rounds} rounds it lists"
        )
    last = before.rounds_of(before.shards - 1)
    if kept.rest and kept.rest.get("rounds", 0) != last:
        raise Refused("FIELD resume", f"{path} is damaged: its last {last} rounds are wrong")
    if rounds < len(done) * SHARD[plan.way] and before.rounds < plan.rounds:
        why = f"{path} was kept by an earlier version, which cannot be extended"
        raise Refused("FIELD resume", why)
    return _Run(done, kept.tally, kept.rest if before.rounds == plan.rounds else {})


_decoder: msgspec.json.Decoder[Kept] = msgspec.json.Decoder(Kept)


def differs(kept: Plan, plan: Plan) -> str:
    """The first thing in which two plans are not the same."""
    one, other = msgspec.to_builtins(kept), msgspec.to_builtins(plan)
    name = next(name for name in one if one[name] != other[name])
    return f"{name}: {_short(one[name])}, not {_short(other[name])}"


def _short(value: Any) -> str:
    return str(value)[:40]


def _keep(path: Path, plan: Plan, run: _Run) -> None:
    """Write to a file beside it and move that into its place: never half of one."""
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(msgspec.json.encode(Kept(plan, _runs(run.done), run.tally, run.rest)))
    beside.replace(path)


def _runs(done: set[int]) -> list[tuple[int, int]]:
    """Neighboring numbers as first and last.

    >>> _runs({0, 1, 2, 5})
    [(0, 2), (5, 5)]
    """
    runs: list[tuple[int, int]] = []
    for shard in sorted(done):
        if runs and runs[-1][1] == shard - 1:
            runs[-1] = runs[-1][0], shard
        else:
            runs.append((shard, shard))
    return runs
