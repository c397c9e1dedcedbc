"""Whole spaces, counted: every category and every class of every family, against known figures."""

from collections import Counter
from itertools import chain, combinations
from math import comb, prod

import numpy as np
import pytest

from croupier.cards import DECK_52
from croupier.rankings import BADUGI, BADUGI_27, FAMILIES, JOKER_2, Ranking, reference
from croupier.rankings.kernels import kernel

CLASSES = {
    "high-5": 7462,
    "high-3": 741,
    "low-a5": 6175,
    "low-a5-3": 455,
    "low-8": 56,
    "low-6": 20,
    "low-27": 7462,
    "badugi": 1092,
    "badugi-27": 1092,
    "joker-2": 170,
    "joker-2-a3": 170,
}
GROUPED = {  # five cards of which at least two share a rank
    "four-of-a-kind": 624,
    "full house": 3_744,
    "three-of-a-kind": 54_912,
    "two pairs": 123_552,
    "one pair": 1_098_240,
}
BADUGIS = {"badugi": 17_160, "three-card": 154_440, "two-card": 96_252, "one-card": 2_873}
JOKERS = {
    "two jokers": 1,
    "royal flush": 4,
    "straight flush": 48,
    "straight": 156,
    "pair": 182,
    "flush": 260,
    "high card": 780,
}
CATEGORIES = {
    "high-5": GROUPED
    | {"royal flush": 4, "straight flush": 36, "flush": 5_108}
    | {"straight": 10_200, "high card": 1_302_540},
    "low-27": GROUPED  # A-2-3-4-5 is no straight: 4 more flushes, 1,020 more ace-high hands
    | {"royal flush": 4, "straight flush": 32, "flush": 5_112}
    | {"straight": 9_180, "high card": 1_303_560},
    "low-a5": GROUPED | {"no pair": 1_317_888},
    "low-8": {"no pair": comb(8, 5) * 4**5},
    "high-3": {
        "royal flush": 4,
        "straight flush": 44,
        "three-of-a-kind": 52,
        "straight": 720,
        "flush": 1_096,
        "one pair": 3_744,
        "high card": 16_440,
    },
    "low-a5-3": {"no pair": 18_304, "one pair": 3_744, "three-of-a-kind": 52},
    "low-6": {"no pair": comb(6, 3) * 4**3},
    "badugi": BADUGIS,
    "badugi-27": BADUGIS,
    "joker-2": JOKERS,
    "joker-2-a3": JOKERS,
}


def every_hand(ranking: Ranking) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    cards, size = len(ranking.family.deck), ranking.size
    numbers = chain.from_iterable(combinations(range(cards), size))
    return np.fromiter(numbers, np.uint8, comb(cards, size) * size).reshape(-1, size)


def category_of(ranking: Ranking, strength: int) -> str:
    """The category of a class, as the reference has it."""
    categories = ranking.family.categories
    return categories[len(categories) - reference.ladder(ranking.family)[strength - 1][0]]


def weights(ranking: Ranking) -> Counter[int]:
    """How many hands each class has, by what the reference says of one of them.

    Groups of c equal cards are c of four suits; different ranks are of one suit in four ways.
    """
    counted: Counter[int] = Counter()
    for hand in reference.specimens(ranking.family):
        groups = Counter(card.rank for card in hand).values()
        ways = prod(comb(4, count) for count in groups)
        if max(groups) == 1:
            ways = 4 if len({card.suit for card in hand}) == 1 else ways - 4
        counted[reference.strength(ranking.family, hand)] += ways
    return counted


@pytest.mark.parametrize("key", FAMILIES)
def test_a_family_has_its_classes_numbered_without_a_gap(key: str) -> None:
    ladder = reference.ladder(FAMILIES[key].family)
    assert len(ladder) == CLASSES[key]
    assert len(set(ladder)) == CLASSES[key]


@pytest.mark.parametrize("key", ["high-5", "low-27", "low-a5", "low-8"])
def test_all_2_598_960_five_card_hands(key: str) -> None:
    compare_every_hand(FAMILIES[key], 2_598_960)


@pytest.mark.parametrize("key", ["high-3", "low-a5-3", "low-6"])
def test_all_22_100_three_card_hands(key: str) -> None:
    compare_every_hand(FAMILIES[key], 22_100)


def compare_every_hand(ranking: Ranking, total: int) -> None:
    hands = every_hand(ranking)
    assert len(hands) == total
    found = Counter(dict(enumerate(np.bincount(ranking.strengths(hands)).tolist())))
    assert +found == +weights(ranking)
    assert_categories(ranking, found)


def assert_categories(ranking: Ranking, found: Counter[int]) -> None:
    categories: Counter[str] = Counter()
    for strength, count in found.items():
        if strength:
            categories[category_of(ranking, strength)] += count
    assert categories == CATEGORIES[ranking.key]
    assert max(found) == CLASSES[ranking.key]


def test_all_270_725_four_card_badugi_hands() -> None:
    hands = every_hand(BADUGI)
    assert len(hands) == 270_725
    suits = np.zeros((len(hands), 4), dtype=np.int64)  # the ranks held in each suit, as bits
    held = 1 << (hands >> 2).astype(np.int64)
    np.bitwise_or.at(suits, (np.arange(len(hands))[:, None], hands & 3), held)
    pattern = np.sort(suits, axis=1) @ (1 << 13 * np.arange(4))  # no suit is special
    _, first, which = np.unique(pattern, return_index=True, return_inverse=True)
    assert len(first) == 16_432
    for ranking in (BADUGI, BADUGI_27):
        shown = [tuple(DECK_52[number] for number in hand) for hand in hands[first].tolist()]
        truth = np.array([reference.strength(ranking.family, hand) for hand in shown])
        found = ranking.strengths(hands)
        assert (found == truth[which]).all()
        assert_categories(ranking, Counter(found.tolist()))


def test_all_1_431_two_card_joker_hands() -> None:
    found: Counter[int] = Counter()
    for hand in combinations(JOKER_2.family.deck, 2):
        strength = JOKER_2.strength(hand)
        assert strength == JOKER_2.strength(hand[::-1])
        assert strength == reference.strength(JOKER_2.family, hand)
        found[strength] += 1
    assert found.total() == 1_431
    assert_categories(JOKER_2, found)


@pytest.mark.soak
@pytest.mark.parametrize(
    "key", ["high-5", "low-27", "low-a5", "low-8", "badugi", "badugi-27", "high-3", "low-a5-3"]
)
def test_the_reference_agrees_on_every_single_hand(key: str) -> None:
    ranking = FAMILIES[key]
    fast = kernel(ranking.family)
    for hand in combinations(DECK_52, ranking.size):
        assert fast.strength(hand) == reference.strength(ranking.family, hand), hand
