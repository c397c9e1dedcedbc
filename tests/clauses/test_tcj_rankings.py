"""Two Card Joker Poker: which hand is higher (TCJ 5)."""

from itertools import combinations, pairwise

import pytest

from croupier.cards import DECK_54
from croupier.rankings import FAMILIES
from tests.banking import Bank
from tests.clause import clause

JOKER_2 = FAMILIES["joker-2"]
CATEGORIES = (
    ("two jokers", 1),
    ("royal flush", 4),
    ("straight flush", 48),
    ("straight", 156),
    ("pair", 182),
    ("flush", 260),
    ("high card", 780),
)


def beats(high: str, low: str) -> bool:
    return JOKER_2.strength(high) > JOKER_2.strength(low)


def category(cards: str) -> str:
    hand = JOKER_2.hand(cards)
    assert hand is not None
    return hand.category


@clause("TCJ-5b")
@pytest.mark.parametrize(
    ("high", "low"),
    [
        ("3d2c", "AsAh"),
        ("2s2h", "AhQh"),
        ("4s2s", "AcQd"),
        ("Jk1Jk2", "AsKs"),
        ("AcKc", "KsQs"),
        ("Ah2h", "AsKd"),
        ("Ad2c", "AsAh"),
    ],
)
def test_a_hand_of_a_higher_category_beats_the_best_of_the_next(high: str, low: str) -> None:
    assert beats(high, low)


@clause("TCJ-5b")
def test_every_hand_of_a_category_beats_every_hand_of_the_next() -> None:
    strengths: dict[str, list[int]] = {name: [] for name, _ in CATEGORIES}
    for pair in combinations(DECK_54, 2):
        hand = JOKER_2.hand(pair)
        assert hand is not None
        strengths[hand.category].append(hand.strength)
    assert [len(strengths[name]) for name, _ in CATEGORIES] == [count for _, count in CATEGORIES]
    for (better, _), (worse, _) in pairwise(CATEGORIES):
        assert min(strengths[better]) > max(strengths[worse])


@clause("TCJ-5b")
@pytest.mark.parametrize(("player", "dealer"), [("3d2c", "AsAh"), ("2s2h", "AhQh")])
def test_the_order_of_categories_decides_at_the_table(player: str, dealer: str) -> None:
    bank = Bank("two-card-joker", 1, hands={1: player}, house=dealer, wagers={1: {"ante": 10_00}})
    bank.run("p")
    assert bank.won(1) == 20_00


@clause("TCJ-5a1")
@pytest.mark.parametrize("rank", "23456789TJQKA")
@pytest.mark.parametrize("joker", ["Jk1", "Jk2"])
def test_a_joker_with_another_card_is_a_pair_of_it_and_ties_the_natural_pair(
    rank: str, joker: str
) -> None:
    for suit in "cdhs":
        assert category(f"{joker}{rank}{suit}") == "pair"
        assert JOKER_2.strength(f"{joker}{rank}{suit}") == JOKER_2.strength(f"{rank}s{rank}h")


@clause("TCJ-5a1")
def test_a_joker_and_a_king_tie_two_kings_at_the_table() -> None:
    wagers = {1: {"ante": 10_00}}
    bank = Bank("two-card-joker", 1, hands={1: "Jk1Kd"}, house="KsKh", wagers=wagers).run("p")
    assert bank.outcomes(1) == {"ante": ("pushes", 0), "call": ("pushes", 0)}


@clause("TCJ-5a1")
def test_two_jokers_are_the_top_hand_and_a_joker_makes_nothing_else() -> None:
    best = max(combinations(DECK_54, 2), key=JOKER_2.strength)
    assert {str(card) for card in best} == {"Jk1", "Jk2"}
    with_joker = {category(f"Jk1{card}") for card in DECK_54[:52]}
    assert with_joker == {"pair"}
    assert beats("KsQs", "Jk1Ks")
    assert beats("3d2c", "Jk1As")


@clause("TCJ-5a2", "TCJ-5b3", "TCJ-5b4")
def test_ace_and_two_are_the_lowest_straight_and_straight_flush() -> None:
    assert category("Ah2h") == "straight flush"
    assert category("As2d") == "straight"
    assert beats("3h2h", "Ah2h")
    assert beats("3d2c", "As2d")
    for suit in "cdhs":
        assert JOKER_2.strength(f"A{suit}2{suit}") == JOKER_2.strength("Ah2h")


@clause("TCJ-5a2", "TCJ-5b3", "TCJ-5b4")
@pytest.mark.parametrize(
    ("suits", "ladder"),
    [
        ("ss", ["KQ", "QJ", "JT", "T9", "98", "87", "76", "65", "54", "43", "32", "A2"]),
        ("sh", ["AK", "KQ", "QJ", "JT", "T9", "98", "87", "76", "65", "54", "43", "32", "A2"]),
    ],
)
def test_straights_run_from_the_top_down_to_ace_two(suits: str, ladder: list[str]) -> None:
    hands = [pair[0] + suits[0] + pair[1] + suits[1] for pair in ladder]
    assert all(beats(high, low) for high, low in pairwise(hands))
    assert {category(hand) for hand in hands} == {"straight flush" if suits == "ss" else "straight"}


@clause("TCJ-5a2", "TCJ-5b3", "TCJ-5b4")
def test_the_ends_of_the_categories_are_those_of_the_document() -> None:
    def ends(name: str) -> tuple[str, str]:
        held = [pair for pair in combinations(DECK_54, 2) if category("".join(pair)) == name]
        held.sort(key=JOKER_2.strength)
        worst, best = ("".join(sorted(card[0] for card in pair)) for pair in (held[0], held[-1]))
        return best, worst

    assert ends("straight flush") == ("KQ", "2A")
    assert ends("straight") == ("AK", "2A")
    assert ends("royal flush") == ("AK", "AK")


@clause("TCJ-5b6")
def test_a_flush_is_suited_and_not_consecutive_from_ace_queen_to_four_two() -> None:
    ladder = [
        "AsQs",
        "AhJh",
        "AdTd",
        "Ac3c",
        "KsJs",
        "KhTh",
        "Kd2d",
        "QsTs",
        "5h3h",
        "5c2c",
        "4s2s",
    ]
    assert {category(hand) for hand in ladder} == {"flush"}
    assert all(beats(high, low) for high, low in pairwise(ladder))
    held = [pair for pair in combinations(DECK_54, 2) if category("".join(pair)) == "flush"]
    held.sort(key=JOKER_2.strength)
    assert [{card[0] for card in held[at]} for at in (0, -1)] == [{"2", "4"}, {"A", "Q"}]


@clause("TCJ-5b6")
def test_ace_three_is_the_worst_flush_with_an_ace_and_beats_king_jack() -> None:
    aces = [f"As{rank}s" for rank in "QJT9876543"]
    assert min(aces, key=JOKER_2.strength) == "As3s"
    assert beats("As3s", "KsJs")


@clause("TCJ-5b7", "TCJ-5c")
def test_high_cards_compare_the_higher_card_then_the_lower_one() -> None:
    ladder = ["AcQd", "AcJd", "Ac3d", "KsJh", "Ks2h", "QcTd", "Qd9c", "5h3c", "5h2c", "4c2d"]
    assert {category(hand) for hand in ladder} == {"high card"}
    assert all(beats(high, low) for high, low in pairwise(ladder))


@clause("TCJ-5b7", "TCJ-5c")
@pytest.mark.parametrize(
    ("one", "other"),
    [("AcQd", "AsQh"), ("KsJs", "KhJh"), ("9c9d", "9h9s"), ("8c7d", "8h7s"), ("8c7c", "8h7h")],
)
def test_identical_ranks_tie_whatever_the_suits(one: str, other: str) -> None:
    assert JOKER_2.strength(one) == JOKER_2.strength(other)
    wagers = {1: {"ante": 10_00}}
    bank = Bank("two-card-joker", 1, hands={1: one}, house=other, wagers=wagers).run("p")
    assert bank.won(1) == 0


@clause("TCJ-5b7", "TCJ-5c")
def test_the_second_card_decides_at_the_table() -> None:
    wagers = {1: {"ante": 10_00}, 2: {"ante": 10_00}}
    hands = {1: "AcTd", 2: "Ah8d"}
    bank = Bank("two-card-joker", 2, hands=hands, house="As9h", wagers=wagers).run("p p")
    assert [bank.won(seat) for seat in (1, 2)] == [20_00, -20_00]
