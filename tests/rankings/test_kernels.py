"""The fast twins against the reference, on seeded samples of what the games deal."""

from random import Random

import numpy as np
import pytest

from croupier.cards import DECK_52
from croupier.rankings import FAMILIES, AnyOf, Exactly, Pick, kernels, reference

DEALS = [  # own cards, community cards, pick, families
    (7, 0, AnyOf(5), ["high-5", "low-a5", "low-8"]),  # seven-card stud
    (2, 5, AnyOf(5), ["high-5", "low-8"]),  # hold'em
    (4, 5, Exactly(own=2, board=3), ["high-5", "low-8", "low-a5"]),  # Omaha
    (5, 5, Exactly(own=2, board=3), ["high-5", "low-8"]),  # five-card Omaha
    (3, 1, AnyOf(3), ["high-3", "low-6", "low-a5-3"]),  # mambo
    (5, 0, AnyOf(4), ["badugi", "badugi-27"]),  # badacey, badeucey
    (5, 0, AnyOf(5), ["low-27", "low-a5"]),  # triple draw
    (6, 0, AnyOf(5), ["high-5", "low-27"]),
    (9, 0, AnyOf(5), ["high-5", "low-a5"]),  # two flushes, or quads and a flush, at once
    (8, 0, AnyOf(3), ["high-3", "low-6"]),
    (3, 4, Exactly(own=1, board=2), ["high-3", "low-a5-3"]),
    (2, 5, Exactly(own=0, board=5), ["high-5", "low-27"]),
    (5, 3, Exactly(own=5, board=0), ["high-5"]),
    (4, 5, Exactly(own=2, board=3), ["low-27"]),
]
CASES = [(own, board, pick, key) for own, board, pick, keys in DEALS for key in keys]


def agree(own: int, board: int, pick: Pick, key: str, *, deals: int, few_suits: bool) -> None:
    family = FAMILIES[key].family
    source = Random(f"{own} {board} {pick} {key}")
    deck = [card for card in DECK_52 if card.suit < 2] if few_suits else DECK_52
    for _ in range(deals):
        cards = tuple(source.sample(deck, own + board))
        dealt = cards[:own], cards[own:], pick
        truth = reference.strength_of(family, *dealt)
        assert kernels.strength_of(family, *dealt) == truth, dealt


@pytest.mark.parametrize(("own", "board", "pick", "key"), CASES)
def test_a_kernel_agrees_with_the_reference(own: int, board: int, pick: Pick, key: str) -> None:
    agree(own, board, pick, key, deals=400, few_suits=False)
    agree(own, board, pick, key, deals=200, few_suits=True)  # flushes by the dozen


@pytest.mark.soak
@pytest.mark.parametrize(("own", "board", "pick", "key"), CASES)
def test_a_kernel_agrees_for_long(own: int, board: int, pick: Pick, key: str) -> None:
    agree(own, board, pick, key, deals=10_000, few_suits=False)
    agree(own, board, pick, key, deals=3_000, few_suits=True)


@pytest.mark.parametrize("key", FAMILIES)
@pytest.mark.parametrize("more", [0, 2])
def test_rows_agree_with_single_hands(key: str, more: int) -> None:
    ranking = FAMILIES[key]
    deck, source = ranking.family.deck, Random(key)
    hands = [tuple(source.sample(deck, ranking.size + more)) for _ in range(5_000)]
    rows = np.array([[card.number for card in hand] for hand in hands], dtype=np.uint8)
    found = ranking.strengths(rows)
    assert found.dtype == np.int32
    assert found.tolist() == [kernels.strength(ranking.family, hand) for hand in hands]


def test_seven_cards_tens_of_thousands_of_times() -> None:
    """The reference is slow, so here the best of 21 fives stands for it; fives are proven whole."""
    high, source = FAMILIES["high-5"].family, Random(7)
    for _ in range(20_000):
        cards = tuple(source.sample(DECK_52, 7))
        fives = AnyOf(5).selections(cards, ())
        assert kernels.strength(high, cards) == max(kernels.strength(high, five) for five in fives)


def test_omaha_thousands_of_times() -> None:
    pick = Exactly(own=2, board=3)
    for key in ("high-5", "low-8"):
        family, source = FAMILIES[key].family, Random(key)
        for _ in range(6_000):
            cards = tuple(source.sample(DECK_52, 9))
            own, board = cards[:4], cards[4:]
            fives = [kernels.strength(family, five) for five in pick.selections(own, board)]
            assert len(fives) == 60
            assert kernels.strength_of(family, own, board, pick) == max(fives)


def test_the_whole_deck_holds_the_best_hand() -> None:
    for key in ("high-5", "high-3", "low-a5", "low-8", "badugi", "badugi-27"):
        family = FAMILIES[key].family
        assert kernels.strength(family, DECK_52) == len(reference.ladder(family))
