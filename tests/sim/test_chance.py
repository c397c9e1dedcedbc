"""The battery: a fair shuffle passes it, every classic bug fails it, and false alarms are rare."""

import json
import random
import secrets
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from croupier.cards import DECK_54, Card
from croupier.refused import Refused
from croupier.room.shuffle import shuffle
from croupier.sim import chance_tests as tests
from croupier.sim.battery import FALSE_ALARMS, Battery, deal_stream, run_battery
from croupier.sim.chance_report import lab_report, write_report
from tests.clause import clause

DECKS = 8_000


def modulo_bias(cards: Sequence[Card]) -> tuple[Card, ...]:
    """A random byte modulo the bound: low numbers come more often."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = secrets.randbits(8) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def swap_with_any(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Each card changes places with any other one: n to the n ways, and n! orders."""
    order = list(cards)
    for place in range(len(order)):
        other = secrets.randbelow(len(order))
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def clock_seed(cards: Sequence[Card]) -> tuple[Card, ...]:
    """A good generator, seeded with the milliseconds of the clock."""
    order = list(cards)
    random.Random(time.time_ns() // 1_000_000).shuffle(order)
    return tuple(order)


def never_shuffled_again(cards: Sequence[Card]) -> tuple[Card, ...]:
    """A fair first deck, dealt again and again with other cuts."""
    return ONCE


ONCE = shuffle()


def failed(battery: Battery) -> set[str]:
    return {one.measured.test for one in battery.tests if not one.holds}


@clause("POKER-5a1")
@pytest.mark.parametrize("deck", [52, 54])
def test_the_decks_of_the_room_pass(deck: int) -> None:
    battery = run_battery(deck, streams=2, decks=DECKS // 2, false_alarms=1e-6)
    assert battery.ok, failed(battery)
    assert battery.duplicates == 0


@clause("POKER-5a1")
@pytest.mark.parametrize(
    ("bug", "found"),
    [
        (modulo_bias, "positions, before the cut"),
        (swap_with_any, "positions, before the cut"),
        (clock_seed, "near duplicates"),
        (never_shuffled_again, "interplay, same neighbors"),
    ],
)
def test_every_classic_bug_fails(bug: object, found: str) -> None:
    battery = run_battery(streams=1, decks=DECKS, shuffled=bug)  # type: ignore[arg-type]  # a shuffle
    assert not battery.ok
    assert found in failed(battery)


def test_decks_that_come_again_are_found_whatever_their_cut() -> None:
    decks = iter(
        [*(shuffle() for _ in range(1_999)), ONCE, *(shuffle() for _ in range(1_999)), ONCE]
    )
    twice = run_battery(streams=2, decks=2_000, shuffled=lambda cards: next(decks))
    assert twice.duplicates == 1
    assert not twice.ok


def ideal(chance: np.random.Generator, count: int, size: int) -> tests.Decks:
    whole = np.tile(np.arange(size, dtype=np.uint8), (count, 1))
    return chance.permuted(whole, axis=1)


def a_measure(decks: tests.Decks) -> list[tests.Measured]:
    after = tests.followers(decks)
    return [
        tests.positions(decks),
        tests.adjacent(after),
        tests.runs(decks),
        tests.serial(decks),
        tests.coupons(decks),
        tests.same_places(decks[1:], decks[:-1], "same places"),
        tests.same_followers(after[1:], after[:-1], "same neighbors"),
    ]


def test_p_values_of_fair_decks_are_spread_evenly() -> None:
    """False alarms are as rare as the report states: the p-values are what they claim to be."""
    chance = np.random.default_rng(2026)
    found: dict[str, list[float]] = {}
    for _ in range(60):
        for one in a_measure(ideal(chance, 2_000, 52)):
            found.setdefault(one.test, []).append(one.p)
    for name, values in found.items():
        assert tests.uniform(name, values).p > 0.001, name
        assert sum(value < 0.05 for value in values) <= 11, name  # 3 expected
    smallest = [min(values) for values in zip(*found.values(), strict=True)]
    alarms = sum(value < 0.05 / len(found) for value in smallest)
    assert alarms <= 11  # of 60 batteries at a rate of 0.05: 3 expected


@pytest.mark.soak
def test_a_fair_dealer_fails_as_seldom_as_the_report_says() -> None:
    """At a rate of one in twenty, of 200 whole batteries: ten are expected, twenty too many."""
    chance = np.random.default_rng(7)

    def fair(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(cards[at] for at in chance.permutation(len(cards)))

    rate = 0.05
    bad = sum(
        not run_battery(streams=1, decks=2_000, shuffled=fair, false_alarms=rate).ok
        for _ in range(200)
    )
    assert bad <= 20


@pytest.mark.parametrize(
    ("df", "at", "tail"),
    [(1, 3.841459, 0.05), (10, 18.307038, 0.05), (100, 149.449253, 0.001), (2601, 2720.76, 0.05)],
)
def test_the_tail_of_a_chi_square_is_that_of_the_tables(df: int, at: float, tail: float) -> None:
    assert tests.gamma_tail(df / 2, at / 2) == pytest.approx(tail, rel=2e-3)


def test_rare_events_are_counted_from_both_sides() -> None:
    assert tests.poisson("", 0, 0.3).p == 1.0
    assert tests.poisson("", 9, 0.3).p < 1e-9
    assert tests.poisson("", 10, 60.0).p < 1e-9
    assert tests.poisson("", 60, 60.0).p > 0.5


@pytest.mark.parametrize("size", [4, 5, 6])
def test_common_neighbors_are_distributed_as_all_small_rings_show(size: int) -> None:
    first = {(at, (at + 1) % size) for at in range(size)}
    rings = [(0, *rest) for rest in permutations(range(1, size))]
    counts = [0] * (size + 1)
    for ring in rings:
        pairs = {(ring[at], ring[(at + 1) % size]) for at in range(size)}
        counts[len(first & pairs)] += 1
    shares = [tests._common(size, count) for count in range(size + 1)]
    assert shares == pytest.approx([count / len(rings) for count in counts])


def test_the_decks_are_the_cut_of_the_shuffled_ones() -> None:
    made = deal_stream(DECK_54, 50)
    for before, after, taken in zip(*made, strict=True):
        assert np.array_equal(np.roll(before, -taken), after)
        assert 10 <= taken <= 44
        assert sorted(after) == list(range(54))
    assert (tests.rings(tests.followers(made.dealt))[:, 0] == 0).all()


def test_too_few_decks_are_refused() -> None:
    with pytest.raises(Refused, match="at least"):
        run_battery(decks=100)
    with pytest.raises(Refused, match="at least one"):
        run_battery(streams=0)


def test_the_report_has_what_a_laboratory_asks_for(tmp_path: Path) -> None:
    battery = run_battery(streams=1, decks=2_000)
    path = write_report(lab_report(battery, datetime.now(UTC)), tmp_path / "new")
    text = path.read_text()
    events = json.loads(path.with_suffix(".json").read_text())
    for words in ("positions", "coupon collector", "croupier rng-report --deck 52", "256 bits"):
        assert words in text
    assert events["battery"]["false_alarms"] == FALSE_ALARMS
    assert {one["measured"]["test"] for one in events["battery"]["tests"]} <= set(events["methods"])
    assert "http" not in text
