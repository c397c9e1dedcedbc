"""Shards, workers and what is kept: one result, however it is come by."""

import signal
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from croupier import Refused
from croupier.sim import simulate as module
from croupier.sim.plan import SHARD, Plan
from croupier.sim.shards import checked, play_shard
from croupier.sim.simulate import simulate
from croupier.sim.tally import Tally, add, digest
from croupier.sim.workers import processes
from tests.sim.plans import bank, cards, engine, played

PLANS = {
    "engine": engine(rounds=230),
    "fast": replace(engine(), way="fast", rounds=5 * SHARD["fast"] // 2),
    "bank": bank("two-card-joker", rounds=5 * SHARD["bank"] // 2),
    "cards": cards("omaha-hilo-8", players=4, rounds=5 * SHARD["cards"] // 2),
}


@pytest.mark.parametrize("way", PLANS)
def test_one_process_and_two_come_to_the_same_results(way: str) -> None:
    plan = PLANS[way]
    assert plan.shards > 2
    assert played(plan, workers=1) == played(plan, workers=2)


def test_shards_may_come_in_any_order_and_add_up_to_all_rounds() -> None:
    plan = PLANS["engine"]
    forth: Tally = {}
    back: Tally = {}
    shards = range(plan.shards)
    for shard in shards:
        add(forth, play_shard(plan, shard))
    for shard in reversed(shards):
        add(back, play_shard(plan, shard))
    assert digest(plan, forth) == digest(plan, back)
    assert forth["rounds"] == plan.rounds == sum(map(plan.rounds_of, shards))


def test_every_shard_has_a_spawned_seed_of_its_own() -> None:
    plan = PLANS["engine"]
    seeds = [plan.seed_of(shard) for shard in range(100)]
    assert len(set(seeds)) == 100
    spawned = np.random.SeedSequence(plan.seed).spawn(3)
    assert [int.from_bytes(one.generate_state(8).tobytes(), "little") for one in spawned] == seeds[
        :3
    ]


def test_another_seed_gives_other_results() -> None:
    plan = replace(PLANS["engine"], rounds=50)
    assert played(plan) != played(replace(plan, seed=6))


def test_a_worker_that_is_killed_costs_time_and_no_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "died"
    monkeypatch.setenv("CROUPIER_TEST_MARK", str(mark))
    plan = engine("holdem", "tests.sim.faulty:Dying", "calling", "calling", rounds=400)
    with_a_death = played(plan, workers=2)
    assert mark.exists()
    assert played(plan, workers=1) == with_a_death


def test_workers_that_always_die_end_the_run_in_one_sentence() -> None:
    plan = engine("holdem", "tests.sim.faulty:ending", "calling", rounds=200)
    with pytest.raises(Refused, match=r"all workers died 3 times in a row.*FIELD bots"):
        simulate(plan, workers=2)


# --- stopped and gone on with ------------------------------------------------------------------


def interrupted(plan: Plan, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop a run after some shards, as Ctrl-C does."""

    def some(plan: Plan, shards: list[int], *_: object) -> Iterator[tuple[int, Tally]]:
        for shard in reversed(shards[1:]):
            yield shard, play_shard(plan, shard)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(module, "played_by", some)
        with pytest.raises(KeyboardInterrupt):
            simulate(plan, resume=path)


def test_a_stopped_run_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, path = PLANS["engine"], tmp_path / "run.json"
    interrupted(plan, path, monkeypatch)
    kept = msgspec.json.decode(path.read_bytes())
    assert kept["done"] == [[1, 3]]  # and the last shard, which has fewer rounds, apart
    events: list[int] = []
    tally = simulate(plan, resume=path, tell=events.append)
    assert events == [180, 230]  # only the missing shard is played
    assert digest(plan, tally) == played(plan)
    assert digest(plan, simulate(plan, resume=path)) == played(plan)  # all is done: nothing is


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"seed": 6}, "seed: 5, not 6"),
        ({"seed": 6, "rounds": 500}, "seed: 5, not 6"),
        ({"rounds": 229}, "a simulation of 230 rounds: ask for as many or more"),
    ],
)
def test_another_simulation_is_not_gone_on_with(
    change: dict[str, int], why: str, tmp_path: Path
) -> None:
    path = tmp_path / "run.json"
    simulate(PLANS["engine"], resume=path)
    with pytest.raises(Refused, match=why):
        simulate(replace(PLANS["engine"], **change), resume=path)


@pytest.mark.parametrize("way", PLANS)
def test_a_simulation_is_extended_as_if_it_had_been_asked_for_at_once(
    way: str, tmp_path: Path
) -> None:
    path, plan = tmp_path / "run.json", PLANS[way]
    longer = replace(plan, rounds=plan.rounds * 3 - 7)
    simulate(plan, resume=path)
    simulate(plan, resume=path)
    assert played(longer, resume=path) == played(longer)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"plan": 1}', "\xff"])
def test_a_file_that_is_no_simulation_is_refused_and_kept(text: str, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(text)
    with pytest.raises(Refused, match="FIELD resume"):
        simulate(PLANS["engine"], resume=path)
    assert path.read_text() == text


def test_a_file_that_does_not_add_up_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    simulate(PLANS["engine"], resume=path)
    kept = msgspec.json.decode(path.read_bytes())
    kept["done"] = [[0, 2]]
    path.write_bytes(msgspec.json.encode(kept))
    with pytest.raises(Refused, match="is damaged"):
        simulate(PLANS["engine"], resume=path)


def test_workers_leave_interrupts_to_their_parent() -> None:
    before = signal.getsignal(signal.SIGINT)
    assert dict(processes(PLANS["engine"], [0, 1], 2)).keys() == {0, 1}
    assert signal.getsignal(signal.SIGINT) == before


# --- what is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"rounds": 1}, "FIELD rounds"),
        ({"rounds": 10**13}, "must be 2 to 500000000"),
        ({"seed": -1}, "FIELD seed"),
        ({"players": 1, "bots": ("calling",)}, "FIELD players"),
        ({"players": 12, "bots": ("calling",) * 12}, "FIELD players"),
        ({"bots": ("calling",)}, "FIELD bots"),
        ({"bots": ("shark", "calling", "calling")}, "FIELD bots"),
        ({"bots": ("optimal", "calling", "calling")}, "FIELD bots"),
        ({"bots": ("nowhere:bot", "calling", "calling")}, "FIELD bots"),
        ({"bots": ("tests.sim.faulty:missing", "calling", "calling")}, "FIELD bots"),
        ({"bots": ("tests.sim.faulty:NUMBER", "calling", "calling")}, "FIELD bots"),
        ({"wagers": {"ante": 500}}, "FIELD wagers"),
        ({"stack": 0}, "FIELD stack"),
        ({"stack": 150}, "FIELD stack"),
        ({"answer_s": 0.0}, "FIELD answer_s"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(change: dict[str, object], why: str) -> None:
    with pytest.raises(Refused, match=why):
        checked(replace(PLANS["engine"], **change))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"strategy": "daring"}, "FIELD strategy"),
        ({"wagers": {"ante": 500, "moon": 500}}, "FIELD wagers"),
        ({"wagers": {"ante": 501}}, "FIELD wagers"),
        ({"wagers": {"ante": 10_001_00}}, "FIELD wagers"),
        ({"wagers": {"pair up": 500}}, "FIELD wagers"),
    ],
)
def test_wagers_and_strategies_nobody_takes_are_refused(
    change: dict[str, object], why: str
) -> None:
    with pytest.raises(Refused, match=why):
        checked(replace(PLANS["bank"], **change))


def test_more_hands_than_a_deck_are_refused() -> None:
    with pytest.raises(Refused, match="more than a deck"):
        checked(cards("seven-card-stud", players=8, rounds=100))


def test_nothing_that_deals_a_real_table_knows_simulations() -> None:
    """A simulation's seed cannot reach a table: what runs tables does not import this at all."""
    root = Path(module.__file__).parents[1]
    dealing = [path for part in ("engine", "room", "games") for path in (root / part).rglob("*.py")]
    assert dealing
    assert [path for path in dealing if "croupier.sim" in path.read_text()] == []
