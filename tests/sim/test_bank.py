"""Rounds against the bank on the kernels: the edges that the solver finds exactly."""

from fractions import Fraction
from math import sqrt

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.games import game_of
from croupier.odds.house_edge import house_edge
from croupier.odds.wagers import Wager
from croupier.rules.sign import TableSign
from croupier.sim.bank_shards import layout_of, usual_wagers
from croupier.sim.plan import SHARD, Plan
from croupier.sim.results import results
from croupier.sim.simulate import simulate
from croupier.sim.workers import cores
from tests.sim.plans import bank, engine

MOST_ERRORS = 3
MILLION = 1_000_000


def off(simulated: Wager, exact: Wager) -> float:
    """How many standard errors a simulated edge is off; the error is the exact one."""
    return float(simulated.ev - exact.ev) / (exact.standard_deviation / sqrt(simulated.trials))


def ends_off(simulated: Wager, exact: Wager) -> float:
    """Chi-squared of all ends, as a number of standard deviations from what is usual."""
    counts = {(end.words, end.net): end.probability * simulated.trials for end in simulated.ends}
    chi, freedom = 0.0, -1
    rare = seen_rare = 0.0
    for end in exact.ends:
        expected = float(end.probability * simulated.trials)
        found = float(counts.pop((end.words, end.net), Fraction(0)))
        if expected < 20:
            rare, seen_rare = rare + expected, seen_rare + found
            continue
        chi, freedom = chi + (found - expected) ** 2 / expected, freedom + 1
    assert not counts, "an end that is not possible"
    assert abs(seen_rare - rare) <= 5 * sqrt(rare) + 5
    return (chi - freedom) / sqrt(2 * freedom)


def check(plan: Plan) -> None:
    """Every wager within three standard errors of the exact edge, and its ends as often."""
    workers = cores() if plan.rounds > 4 * MILLION else 1
    found = results(plan, simulate(plan, workers=workers))
    exact = house_edge(plan.definition, plan.sign, plan.strategy, players=plan.players)
    assert found.wagers.keys() == exact.wagers.keys()
    for name, wager in found.wagers.items():
        assert abs(off(wager, exact.wagers[name])) < MOST_ERRORS, name
        if plan.players == 1:
            assert ends_off(wager, exact.wagers[name]) < 4, name
            average = float(exact.wagers[name].average)
            assert float(wager.average) == pytest.approx(average, rel=0.01)


PROGRESSIVE = replace(
    game_of("texas-holdem-bonus").sign,
    progressive=True,
    progressive_share=20,
    progressive_meter=Chips(50_000_00),
)


@pytest.mark.parametrize("strategy", ["optimal", "never-fold", "simple"])
def test_two_card_joker_costs_what_the_solver_says(strategy: str) -> None:
    check(bank("two-card-joker", strategy, rounds=2 * MILLION))


@pytest.mark.parametrize("table", [2, 3])
def test_every_posted_pair_up_table_is_played(table: int) -> None:
    sign = replace(game_of("two-card-joker").sign, pair_up_table=table)
    check(bank("two-card-joker", "simple", rounds=MILLION, sign=sign))


@pytest.mark.parametrize("strategy", ["optimal", "never-fold", "simple"])
@pytest.mark.parametrize("players", [1, 2])
def test_flop_poker_costs_what_the_solver_says(strategy: str, players: int) -> None:
    check(bank("flop-poker", strategy, rounds=MILLION // 2, players=players))


@pytest.mark.parametrize("strategy", ["optimal", "always", "simple"])
def test_holdem_bonus_costs_what_the_solver_says(strategy: str) -> None:
    check(bank("texas-holdem-bonus", strategy, rounds=MILLION // 2))


@pytest.mark.parametrize(
    "sign",
    [
        PROGRESSIVE,
        replace(PROGRESSIVE, progressive_after_fold=False, progressive_prizes="to"),
        replace(game_of("texas-holdem-bonus").sign, ante_threshold="flush", aces_v_aces=1000),
    ],
    ids=["progressive", "prizes to, none after folding", "flush and aces"],
)
def test_whatever_is_posted_is_played(sign: TableSign) -> None:
    check(bank("texas-holdem-bonus", "simple", rounds=MILLION, sign=sign))


@pytest.mark.soak
@pytest.mark.parametrize(
    ("key", "rounds"),
    [
        ("two-card-joker", 100 * MILLION),
        ("flop-poker", 10 * MILLION),
        ("texas-holdem-bonus", 10 * MILLION),
    ],
)
def test_a_hundred_million_rounds_come_within_three_standard_errors(key: str, rounds: int) -> None:
    check(bank(key, "optimal", rounds=rounds))


def test_the_house_wins_what_the_seats_lose() -> None:
    plan = bank("flop-poker", "simple", rounds=SHARD["bank"] // 4, players=5)
    found = results(plan, simulate(plan))
    assert found.house is not None
    assert found.house.total == -sum(account.total for account in found.seats.values())
    assert found.house.total == sum(spot.house for spot in found.spots.values())
    wagered = sum(spot.wagered for spot in found.spots.values())
    ante = found.wagers["ante"]
    assert wagered == ante.average * 5 * plan.rounds * plan.wagers["ante"]
    assert found.wagers["pot"].ev == 0


def test_seats_that_share_a_dealer_make_the_house_swing_more() -> None:
    alone, five = (
        results(plan, simulate(plan))
        for plan in (
            bank("texas-holdem-bonus", "simple", rounds=200_000, players=n) for n in (1, 5)
        )
    )
    assert alone.house is not None
    assert five.house is not None
    assert five.house.deviation > 1.1 * alone.house.deviation * sqrt(5)


def test_a_wager_left_out_is_not_there() -> None:
    plan = bank("two-card-joker", rounds=1000, wagers={"ante": Chips(25_00)})
    found = results(plan, simulate(plan))
    assert list(found.wagers) == ["ante"]
    assert list(found.spots) == ["ante", "call"]
    assert found.spots["ante"].wagered == 1000 * 25_00


def test_the_meter_grows_and_is_hit_as_posted() -> None:
    plan = bank("texas-holdem-bonus", "simple", rounds=MILLION, sign=PROGRESSIVE)
    meter = results(plan, simulate(plan)).flows["meter"]
    assert meter.came == MILLION * 20
    assert meter.hits.value == pytest.approx(1 / 30_940, abs=5 * meter.hits.error)
    assert meter.rounds_between is not None


def test_kernels_and_engine_agree() -> None:
    """The same strategy by a bot on the engine: every spot holds as much, within the errors."""
    key = "two-card-joker"
    on_kernel = bank(key, "optimal", rounds=MILLION, wagers={"ante": Chips(5_00)})
    on_engine = engine(key, "optimal", rounds=1500, stack=Chips(100_00))
    kernel = results(on_kernel, simulate(on_kernel)).spots
    dealt = results(on_engine, simulate(on_engine)).spots
    assert kernel.keys() == dealt.keys()
    for name, spot in dealt.items():
        assert abs(spot.hold.value - kernel[name].hold.value) < 3 * spot.hold.error, name
        often = spot.placed / 1500
        assert often == pytest.approx(kernel[name].placed / MILLION, abs=0.05)


def test_counters_are_named_as_the_solver_names_its_ends() -> None:
    for key in ("two-card-joker", "flop-poker"):
        plan = bank(key, "simple", rounds=100, players=2)
        exact = house_edge(plan.definition, plan.sign, "simple", players=2)
        named = {(c.wager, c.words, c.net) for c in layout_of(plan).counters}
        for wager in exact.wagers.values():
            assert {(wager.name, end.words, end.net) for end in wager.ends} <= named


def test_the_least_is_placed_on_every_spot() -> None:
    game = game_of("texas-holdem-bonus")
    assert usual_wagers(game, game.sign) == {"ante": 5_00, "bonus": 1_00}
    assert usual_wagers(game, PROGRESSIVE)["progressive"] == 1_00
