"""Questions without a decision: categories as often as they are counted exactly."""

from math import comb

import pytest

from croupier.sim.results import results
from croupier.sim.simulate import simulate
from tests.sim.plans import cards

SEVEN = {  # all C(52, 7) hands of seven cards
    "royal flush": 4_324,
    "straight flush": 37_260,
    "four-of-a-kind": 224_848,
    "full house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three-of-a-kind": 6_461_620,
    "two pairs": 31_433_400,
    "one pair": 58_627_800,
    "high card": 23_294_460,
}
FIVE = {  # all C(52, 5) hands of five
    "royal flush": 4,
    "straight flush": 36,
    "four-of-a-kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three-of-a-kind": 54_912,
    "two pairs": 123_552,
    "one pair": 1_098_240,
    "high card": 1_302_540,
}
BADUGI = {  # all C(52, 4): four, three, two and one card that differ in rank and suit
    "badugi": 17_160,
    "three-card": 154_440,
    "two-card": 96_252,
    "one-card": 2_873,
}


def check(key: str, exact: dict[str, int], size: int, rounds: int) -> None:
    assert sum(exact.values()) == comb(52, size)
    plan = cards(key, players=2, rounds=rounds)
    found = results(plan, simulate(plan))
    (made,) = found.made.values()
    assert made.keys() <= exact.keys()
    for kind, count in exact.items():
        share = count / comb(52, size)
        error = (share * (1 - share) / (rounds * 2)) ** 0.5
        value = made[kind].value if kind in made else 0.0
        assert abs(value - share) < 4.5 * error + 2 / rounds, kind
        if kind in made:
            assert made[kind].error >= error * 0.9  # two hands of a round are not two rounds


def test_seven_cards_make_what_all_hands_of_seven_make() -> None:
    check("holdem", SEVEN, 7, 200_000)
    check("seven-card-stud", SEVEN, 7, 100_000)


def test_five_cards_make_what_all_hands_of_five_make() -> None:
    check("five-card-stud", FIVE, 5, 200_000)


def test_four_cards_make_what_all_hands_of_four_make_at_badugi() -> None:
    check("badugi", BADUGI, 4, 100_000)


@pytest.mark.soak
def test_categories_at_ten_million_rounds() -> None:
    check("holdem", SEVEN, 7, 10_000_000)


def test_who_wins_is_counted_for_each_share() -> None:
    plan = cards("omaha-hilo-8", players=4, rounds=20_000)
    tally = simulate(plan)
    found = results(plan, tally)
    assert list(found.won_with) == ["high", "low"]
    for share in found.won_with:
        assert sum(f.value for f in found.won_with[share].values()) == pytest.approx(1)
        assert sum(f.value for f in found.made[share].values()) == pytest.approx(1)
    assert 0.3 < found.won_with["low"]["nothing that qualifies"].value < 0.6
    assert tally["tied low"] > tally["tied high"]
