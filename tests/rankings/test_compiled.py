"""The compiled kernels against the reference, over whole spaces and by the million."""

import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from threading import Thread
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.cards import DECK_52, DECK_54, UNKNOWN, Card, parse_cards, spell
from croupier.rankings import FAMILIES, JOKER_2, AnyOf, Exactly, Ranking, reference
from croupier.rankings.checked import checked
from croupier.rankings.classes import RANK_KEY
from croupier.refused import Refused
from tests.children import cpu_seconds

Rows = NDArray[np.uint8]
Strengths = NDArray[np.int32]

HIGH_5, LOW_8, BADUGI = FAMILIES["high-5"], FAMILIES["low-8"], FAMILIES["badugi"]
OMAHA = Exactly(own=2, board=3)


def rows_of(hands: Sequence[tuple[Card, ...]]) -> Rows:
    return np.array([[card.number for card in hand] for hand in hands], dtype=np.uint8)


@cache
def every(cards: int, size: int) -> Rows:
    """All hands, ordered by their highest card: those below card n are the first C(n, size)."""
    if size == 0:
        return np.zeros((1, 0), dtype=np.uint8)
    parts = []
    for top in range(size - 1, cards):
        below = every(cards, size - 1)[: comb(top, size - 1)]
        parts.append(np.column_stack([below, np.full(len(below), top, dtype=np.uint8)]))
    return np.concatenate(parts)


def dealt(deck: int, cards: int, deals: int, seed: int) -> Rows:
    """Random deals, half of them from two suits only, where flushes come by the dozen."""
    source = np.random.default_rng(seed)
    mixed = source.permuted(np.tile(np.arange(deck, dtype=np.uint8), (deals // 2, 1)), axis=1)
    two_suits = np.array([number for number in range(52) if number % 4 < 2], dtype=np.uint8)
    suited = source.permuted(np.tile(two_suits, (deals // 2, 1)), axis=1)
    return np.concatenate([mixed[:, :cards], suited[:, :cards]])


# Whole spaces


def classed(ranking: Ranking, hands: Rows) -> Strengths:
    """What the reference says of each hand's class: its ranks, and whether it is of one suit."""
    found: dict[tuple[int, bool], int] = {}
    for hand in reference.specimens(ranking.family):
        key = sum(RANK_KEY[card.rank] for card in hand)
        one_suit = len({card.suit for card in hand}) == 1
        found[key, one_suit] = reference.strength(ranking.family, hand)
    keys = np.array(RANK_KEY, dtype=np.int64)[hands >> 2].sum(axis=1)
    flush = ((hands & 3) == (hands[:, :1] & 3)).all(axis=1)
    truth = np.zeros(len(hands), dtype=np.int32)
    for one_suit in (False, True):
        classes = sorted((key, value) for (key, suit), value in found.items() if suit is one_suit)
        order, values = (np.array(column) for column in zip(*classes, strict=True))
        which = flush == one_suit
        at = np.searchsorted(order, keys[which])
        assert (order[at] == keys[which]).all()
        truth[which] = values[at]
    return truth


@pytest.mark.parametrize("key", ["high-5", "low-27", "low-a5", "low-8"])
def test_all_2_598_960_five_card_hands_one_by_one(key: str) -> None:
    hands = every(52, 5)
    assert len(hands) == 2_598_960
    found = FAMILIES[key].strengths(hands)
    assert (found == classed(FAMILIES[key], hands)).all()


@pytest.mark.parametrize("key", ["high-3", "low-a5-3", "low-6"])
def test_all_22_100_three_card_hands_one_by_one(key: str) -> None:
    ranking, hands = FAMILIES[key], every(52, 3)
    assert len(hands) == 22_100
    truth = [
        reference.strength(ranking.family, tuple(DECK_52[number] for number in hand))
        for hand in hands.tolist()
    ]
    assert ranking.strengths(hands).tolist() == truth


@pytest.mark.parametrize("key", ["badugi", "badugi-27"])
def test_all_270_725_badugi_hands_one_by_one(key: str) -> None:
    """All rows are compared with the reference in test_counts.py."""
    ranking, hands = FAMILIES[key], every(52, 4)
    assert len(hands) == 270_725
    truth = [ranking.strength([DECK_52[number] for number in hand]) for hand in hands.tolist()]
    assert ranking.strengths(hands).tolist() == truth


def test_all_1_431_joker_hands_one_by_one() -> None:
    hands = list(combinations(DECK_54, 2))
    assert len(hands) == 1_431
    truth = [reference.strength(JOKER_2.family, hand) for hand in hands]
    assert JOKER_2.strengths(rows_of(hands)).tolist() == truth
    assert JOKER_2.strengths(rows_of(hands)[:, ::-1]).tolist() == truth
    assert [JOKER_2.strength(hand) for hand in hands] == truth


SEVEN_CARD_CATEGORIES = {
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


def every_seven_cards() -> Iterator[Rows]:
    for high, low in combinations(range(51, 4, -1), 2):
        below = every(52, 5)[: comb(low, 5)]
        hands = np.empty((len(below), 7), dtype=np.uint8)
        hands[:, :5], hands[:, 5], hands[:, 6] = below, low, high
        yield hands


def test_all_133_784_560_seven_card_hands_by_category_and_class() -> None:
    counts = np.zeros(7_463, dtype=np.int64)
    for hands in every_seven_cards():
        counts += np.bincount(HIGH_5.strengths(hands, threads=2), minlength=7_463)
    assert counts.sum() == 133_784_560
    assert np.count_nonzero(counts) == 4_824
    ladder, names = reference.ladder(HIGH_5.family), HIGH_5.family.categories
    categories: Counter[str] = Counter()
    for strength, count in enumerate(counts[1:].tolist()):
        categories[names[len(names) - ladder[strength][0]]] += count
    assert categories == SEVEN_CARD_CATEGORIES


# By the million: the best of many cards is the best of all hands in them, and those are proven


def best_of(ranking: Ranking, rows: Rows, choices: Sequence[tuple[int, ...]]) -> Strengths:
    best = np.zeros(len(rows), dtype=np.int32)
    for chosen in choices:
        best = np.maximum(best, ranking.strengths(np.ascontiguousarray(rows[:, chosen])))
    return best


@pytest.mark.parametrize(
    ("key", "cards"),
    [
        *(("high-5", 6), ("high-5", 7), ("low-a5", 6), ("low-a5", 7), ("low-8", 7)),
        *(("low-27", 6), ("low-27", 7), ("badugi", 5), ("badugi", 7), ("badugi-27", 5)),
        *(("high-3", 4), ("high-3", 7), ("low-a5-3", 4), ("low-6", 4), ("low-6", 6)),
        *(("high-5", 8), ("low-27", 8), ("high-3", 9), ("badugi", 8), ("joker-2", 4)),
    ],
)
def test_more_cards_hold_the_best_of_their_hands(key: str, cards: int) -> None:
    ranking = FAMILIES[key]
    rows = dealt(len(ranking.family.deck), cards, 400_000 if cards <= 7 else 20_000, seed=cards)
    choices = list(combinations(range(cards), ranking.size))
    assert (ranking.strengths(rows) == best_of(ranking, rows, choices)).all()


@pytest.mark.parametrize(
    ("key", "own", "board", "deals"),
    [
        *(("high-5", 4, 5, 200_000), ("low-8", 4, 5, 200_000), ("low-a5", 4, 5, 100_000)),
        *(("high-5", 5, 5, 100_000), ("low-8", 5, 5, 100_000)),
        *(("low-27", 4, 5, 20_000), ("high-5", 4, 4, 20_000), ("high-5", 6, 3, 20_000)),
    ],
)
def test_omaha_takes_two_own_and_three_community_cards(
    key: str, own: int, board: int, deals: int
) -> None:
    ranking, rows = FAMILIES[key], dealt(52, own + board, deals, seed=own)
    choices = [
        mine + shared
        for mine in combinations(range(own), 2)
        for shared in combinations(range(own, own + board), 3)
    ]
    found = ranking.strengths_of(rows[:, :own], rows[:, own:], OMAHA)
    assert (found == best_of(ranking, rows, choices)).all()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_seven_cards_and_omaha_by_ten_millions(seed: int) -> None:
    rows = dealt(52, 9, 1_000_000, seed)
    seven, choices = np.ascontiguousarray(rows[:, :7]), list(combinations(range(7), 5))
    omaha = [a + b for a in combinations(range(4), 2) for b in combinations(range(4, 9), 3)]
    for ranking in (HIGH_5, LOW_8):
        assert (ranking.strengths(seven) == best_of(ranking, seven, choices)).all()
        found = ranking.strengths_of(rows[:, :4], rows[:, 4:], OMAHA)
        assert (found == best_of(ranking, rows, omaha)).all()


def test_picks_of_rows_agree_with_picks_of_hands() -> None:
    rows = dealt(52, 7, 600, seed=3)
    for pick, ranking in (
        (AnyOf(5), HIGH_5),
        (Exactly(own=1, board=2), FAMILIES["high-3"]),
        (Exactly(own=0, board=4), BADUGI),
    ):
        own, board = rows[:, :3], rows[:, 3:]
        found = ranking.strengths_of(own, board, pick).tolist()
        for at, hand in enumerate(rows.tolist()):
            cards = tuple(DECK_52[number] for number in hand)
            assert found[at] == ranking.strength_of(cards[:3], cards[3:], pick)
            assert found[at] == reference.strength_of(ranking.family, cards[:3], cards[3:], pick)


# One call


@pytest.mark.parametrize("key", FAMILIES)
def test_a_tuple_a_list_text_and_a_mask_are_the_same_hand(key: str) -> None:
    ranking, source = FAMILIES[key], Random(key)
    for more in range(5):
        for _ in range(60):
            cards = tuple(source.sample(ranking.family.deck, ranking.size + more))
            truth = reference.strength(ranking.family, cards)
            mask = sum(1 << card.number for card in cards)
            forms = (cards, list(cards), iter(cards), spell(cards), " ".join(cards), mask)
            assert [ranking.strength(form) for form in forms] == [truth] * len(forms)
            assert ranking.strength_of(cards[:1], cards[1:], AnyOf(ranking.size)) == truth


def test_text_beyond_two_plain_letters_is_still_read() -> None:
    assert HIGH_5.strength("10s Js,Qs Ks As") == 7_462
    texts: list[Any] = ["As", "Ks", "Qs", "Js", "Ts"]  # a card is its own text
    assert HIGH_5.strength(texts) == 7_462


@pytest.mark.parametrize(
    "cards",
    [
        *("AsKsQsJsÀs", "AsKsQsJs\ud800", "AsKsQsJsJk", "AsKsQsJsJk3", "sAsKsQsJsT"),
        *(-1, 1 << 52 | 15, 1 << 64, -(1 << 80), 0),
        *((UNKNOWN,) * 5, [DECK_52[0]] * 5, tuple(DECK_54), DECK_52[:4], list(DECK_52) * 2),
    ],
)
def test_what_is_no_hand_is_refused_by_the_same_words(cards: str | int | tuple[Card, ...]) -> None:
    with pytest.raises(Refused) as compiled:
        HIGH_5.strength(cards)
    with pytest.raises(Refused) as read:
        checked(HIGH_5.family, cards)
    assert str(compiled.value) == str(read.value)
    assert compiled.value.clause == "FIELD cards"


def test_what_only_a_programmer_gets_wrong_is_an_error() -> None:
    own, board, strength_of = parse_cards("AsKd"), parse_cards("QsJs2d"), HIGH_5.strength_of
    for wrong in (
        (own, own + board[:1], AnyOf(5)),
        ((UNKNOWN, UNKNOWN), board, AnyOf(5)),
        (own, board[:2], AnyOf(5)),
        (own, board, AnyOf(3)),
        (own, board, Exactly(own=3, board=2)),
        (own + parse_cards("Jk1Jk2"), board + own[:1], OMAHA),
        (tuple(DECK_54), tuple(DECK_54), AnyOf(5)),
    ):
        with pytest.raises(ValueError, match=r"distinct cards|makes no hand"):
            strength_of(*wrong)
    for odd in ((own, list(board), AnyOf(5)), (own, board), (own, board, None)):
        with pytest.raises((AttributeError, TypeError)):
            strength_of(*odd)


# Tables of rows


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (np.zeros(5, dtype=np.uint8), "not 1-dimensional uint8"),
        (np.zeros((1, 1, 5), dtype=np.uint8), "not 3-dimensional uint8"),
        (np.array([[0.0, 1, 2, 3, 4]]), "not 2-dimensional float64"),
        (np.array([list("abcde")]), "not 2-dimensional <U1"),
        (np.array([[0, 1, 2, 3]]), "rows of 5 card numbers"),
        (np.zeros((1, 53), dtype=np.uint8), "53 cards are more than the deck"),
        (np.array([[0, 1, 2, 3, 4], [0, 1, 2, 3, 52]], dtype=np.uint8), "row 1: .* 51, not 52"),
        (np.array([[0, 1, 2, 3, 255]], dtype=np.uint8), "row 0: .* 51, not 255"),
        (np.array([[0, 1, 2, 3, -1]]), "row 0: .* 51, not -1"),
        (np.array([[0, 1, 2, 3, 256 + 4]]), "row 0: .* 51, not 260"),
        (np.array([[0, 1, 2, 3, 4], [5, 1, 2, 3, 1]]), "row 1: 2d occurs twice"),
        (np.full((3, 7), 51, dtype=np.uint8), "row 0: As occurs twice"),
        (np.full((3, 9), 99, dtype=np.uint8), "row 0: .* not 99"),
    ],
)
def test_tables_that_hold_no_hands_are_refused_in_words(
    rows: NDArray[np.integer], words: str
) -> None:
    with pytest.raises(Refused, match=words) as refused:
        HIGH_5.strengths(rows)
    assert refused.value.clause == "FIELD cards"


@pytest.mark.parametrize(
    ("own", "board", "words"),
    [
        (np.zeros((2, 4), dtype=int), np.zeros((3, 5), dtype=int), "2 rows of own cards, 3"),
        (np.array([[0]]), np.array([[4, 5, 6, 7, 8]]), "2 own and 3 community"),
        (np.array([[0, 1, 2, 3]]), np.array([[4, 5]]), "2 own and 3 community"),
        (np.array([[0, 1, 2, 3]]), np.array([[4, 5, 6, 7, 3]]), "row 0: 2s occurs twice"),
        (np.array([[0, 1, 2, 3]]), np.array([[4, 5, 6, 7, 52]]), "row 0: .* not 52"),
        (np.full((1, 4), 200, dtype=np.uint8), np.full((1, 5), 200, dtype=np.uint8), "not 200"),
    ],
)
def test_omaha_tables_are_refused_in_words(own: Rows, board: Rows, words: str) -> None:
    with pytest.raises(Refused, match=words):
        HIGH_5.strengths_of(own, board, OMAHA)


def test_the_first_faulty_row_is_named_however_many_threads_look() -> None:
    rows = dealt(52, 7, 200_000, seed=9)
    rows[150_000:, 0] = rows[150_000:, 1]
    rows[70_001, 3] = 77
    for threads in (1, 2, 7):
        with pytest.raises(Refused, match=r"row 70001: .* not 77"):
            HIGH_5.strengths(rows, threads=threads)
    with pytest.raises(Refused, match="threads must be at least 1, not 0"):
        HIGH_5.strengths(rows, threads=0)


def test_rows_need_not_lie_in_one_piece_nor_be_bytes() -> None:
    rows = dealt(52, 7, 1_000, seed=1)
    truth = HIGH_5.strengths(rows).tolist()
    wide = np.zeros((1_000, 14), dtype=np.uint8)
    wide[:, ::2] = rows
    frozen = rows.copy()
    frozen.flags.writeable = False
    for same in (wide[:, ::2], np.asfortranarray(rows), rows.astype(">i4"), rows.astype("u8")):
        assert HIGH_5.strengths(same).tolist() == truth
    assert HIGH_5.strengths(frozen).tolist() == truth
    assert HIGH_5.strengths(rows[::-1]).tolist() == truth[::-1]
    assert HIGH_5.strengths(rows[:0]).tolist() == []
    assert HIGH_5.strengths_of(rows[:0, :4], np.zeros((0, 5), dtype=int), OMAHA).tolist() == []


@pytest.mark.parametrize("threads", [2, 7, 1_000_000])
def test_threads_change_nothing(threads: int) -> None:
    rows = dealt(52, 9, 300_000, seed=threads)
    seven = np.ascontiguousarray(rows[:, :7])
    assert (HIGH_5.strengths(seven, threads=threads) == HIGH_5.strengths(seven)).all()
    own, board = rows[:, :4], rows[:, 4:]
    one = HIGH_5.strengths_of(own, board, OMAHA)
    assert (HIGH_5.strengths_of(own, board, OMAHA, threads=threads) == one).all()


SLOW = """
import numpy as np
from croupier.rankings import HIGH_5
rows = np.tile(np.arange(12, dtype=np.uint8), (4_000_000, 1))
print("begun", flush=True)
try:
    HIGH_5.strengths(rows, threads=2)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


def test_an_interrupt_stops_long_work_at_once() -> None:
    before = cpu_seconds()
    with subprocess.Popen([sys.executable, "-c", SLOW], stdout=subprocess.PIPE, text=True) as slow:
        assert slow.stdout is not None
        assert slow.stdout.readline() == "begun\n"
        time.sleep(0.3)
        slow.send_signal(signal.SIGINT)
        assert slow.stdout.readline() == "stopped\n"
        assert slow.wait(timeout=120) == 0
    assert cpu_seconds() - before < 10


def test_other_threads_run_while_rows_are_ranked() -> None:
    rows = np.tile(np.arange(10, dtype=np.uint8), (60_000, 1))
    turns, done = [0], list[bool]()

    def count() -> None:
        while not done:
            turns[0] += 1
            time.sleep(0.001)

    other = Thread(target=count)
    other.start()
    try:
        before = turns[0]
        HIGH_5.strengths(rows)
        assert turns[0] > before + 3
    finally:
        done.append(True)
        other.join()
