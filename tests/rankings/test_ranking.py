"""The face of a ranking: what it takes, what it says, and what it refuses."""

import msgspec
import numpy as np
import pytest

from croupier import rankings
from croupier.cards import Card, parse_cards, spell
from croupier.rankings import (
    BADUGI,
    BADUGI_27,
    EIGHT_OR_BETTER,
    FAMILIES,
    HIGH_3,
    HIGH_5,
    JACKS_OR_BETTER,
    JOKER_2,
    LOW_6,
    LOW_8,
    LOW_27,
    LOW_A5,
    LOW_A5_3,
    QUEEN_OR_HIGHER,
    SIX_OR_BETTER,
    AnyOf,
    Exactly,
    Pick,
    Ranking,
    showing,
)
from croupier.refused import Refused

WORDS = [
    (HIGH_5, "AsKsQsJsTs2c3d", "AsKsQsJsTs", "royal flush", "royal flush"),
    (HIGH_5, "5s4s3s2sAs9d9c", "5s4s3s2sAs", "straight flush", "straight flush, five high"),
    (HIGH_5, "9c9d9h9sAdKc", "9s9h9d9cAd", "four-of-a-kind", "four-of-a-kind, nines, ace kicker"),
    (HIGH_5, "3c3d3h6sAd6c", "3h3d3c6s6c", "full house", "full house, threes over sixes"),
    (HIGH_5, "AsTs9s4s2s2d", "AsTs9s4s2s", "flush", "flush, ace high"),
    (HIGH_5, "Ac2d3h4s5c", "5c4s3h2dAc", "straight", "straight, five high"),
    (HIGH_5, "7c7d7hAs2c", "7h7d7cAs2c", "three-of-a-kind", None),
    (HIGH_5, "7c7d7hAs2c", None, None, "three-of-a-kind, sevens, ace-two kickers"),
    (HIGH_5, "KcKd9h9sAd", "KdKc9s9hAd", "two pairs", "two pair, kings and nines, ace kicker"),
    (HIGH_5, "KcKd9h8sAd", "KdKcAd9h8s", "one pair", "a pair of kings, ace-nine-eight kickers"),
    (HIGH_5, "AcJd9h5s2d", "AcJd9h5s2d", "high card", "high card, ace-jack-nine-five-two"),
    (HIGH_3, "AsKsQs2d", "AsKsQs", "royal flush", "royal flush"),
    (HIGH_3, "As2d3hKc", "3h2dAs", "straight", "straight, three high"),
    (HIGH_3, "AsAd3hKc", "AsAdKc", "one pair", "a pair of aces, king kicker"),
    (LOW_A5, "As2d3c6h8sKdKc", "8s6h3c2dAs", "no pair", "eight-six low"),
    (LOW_A5, "AsAd4c3h2s", "AsAd4c3h2s", "one pair", "a pair of aces, four-three-two kickers"),
    (LOW_A5_3, "As4dKh6c", "6c4dAs", "no pair", "six-four low"),
    (LOW_8, "8s7h6c5d4s", "8s7h6c5d4s", "no pair", "eight-seven low"),
    (LOW_6, "As2d6h9c", "6h2dAs", "no pair", "six-two low"),
    (LOW_27, "7s5h4d3c2h", "7s5h4d3c2h", "high card", "seven-five low"),
    (LOW_27, "6s5h4d3c2h", "6s5h4d3c2h", "straight", "straight, six high"),
    (BADUGI, "As2d3h4c", "4c3h2dAs", "badugi", "badugi, four-three-two-ace"),
    (BADUGI, "As2s3hKd", "Kd3hAs", "three-card", "three-card badugi, king-three-ace"),
    (BADUGI, "As5s9sKs", "As", "one-card", "one-card badugi, ace"),
    (BADUGI_27, "AsKs2h3d4c", "Ks4c3d2h", "badugi", "badugi, king-four-three-two"),
    (JOKER_2, "Jk1Jk2", "Jk2Jk1", "two jokers", "two jokers"),
    (JOKER_2, "Jk1Kd", "KdJk1", "pair", "a pair of kings"),
    (JOKER_2, "As2s", "2sAs", "straight flush", "straight flush, two high"),
    (JOKER_2, "Qs4d", "Qs4d", "high card", "high card, queen-four"),
]


@pytest.mark.parametrize(("ranking", "cards", "best", "category", "words"), WORDS)
def test_a_hand_says_what_it_is(
    ranking: Ranking, cards: str, best: str | None, category: str | None, words: str | None
) -> None:
    hand = ranking.hand(cards)
    assert hand is not None
    assert best in (None, spell(hand.cards))
    assert category in (None, hand.category)
    assert words in (None, hand.words)
    assert hand.strength == ranking.strength(cards) > 0
    assert hand.family == ranking.key


def test_the_eleven_families_are_found_by_key() -> None:
    assert list(FAMILIES) == [
        *("high-5", "high-3", "low-a5", "low-a5-3", "low-8", "low-6"),
        *("low-27", "badugi", "badugi-27", "joker-2", "joker-2-a3"),
    ]
    assert all(ranking.key == key for key, ranking in FAMILIES.items())
    assert [ranking.size for ranking in FAMILIES.values()] == [5, 3, 5, 3, 5, 3, 5, 4, 4, 2, 2]
    assert all(name in vars(rankings) for name in rankings.__all__)
    assert repr(HIGH_5) == "Ranking('high-5')"


def test_cards_are_taken_as_a_tuple_as_text_and_as_a_mask() -> None:
    text = "AsKdQh7c7s2d3h"
    cards = parse_cards(text)
    mask = sum(1 << card.number for card in cards)
    assert HIGH_5.strength(text) == HIGH_5.strength(cards) == HIGH_5.strength(mask)
    assert HIGH_5.strength("As Kd, Qh 7c 7s") == HIGH_5.strength(list(cards[:5]))
    assert JOKER_2.strength(1 << 52 | 1 << 53) == JOKER_2.strength("Jk1Jk2")


@pytest.mark.parametrize(
    ("ranking", "cards"),
    [
        (HIGH_5, "AsKsQsJs"),
        (HIGH_5, ""),
        (HIGH_5, "AsKsQsJsAs"),
        (HIGH_5, "AsKsQsJs??"),
        (HIGH_5, "AsKsQsJsJk1"),
        (HIGH_5, "AsKsQsJs1x"),
        (HIGH_5, "AsKsQsJsT"),
        (HIGH_5, 0b1111),
        (HIGH_5, -1),
        (HIGH_5, 0b1111 | 1 << 52),
        (JOKER_2, 1 << 54 | 1),
        (HIGH_3, "AsKs"),
        (BADUGI, "As2d3h"),
        (JOKER_2, "Jk1"),
        (JOKER_2, "Jk1Jk1"),
    ],
)
def test_cards_that_make_no_hand_are_refused(ranking: Ranking, cards: str | int) -> None:
    for asked in (ranking.strength, ranking.hand):
        with pytest.raises(Refused) as refused:
            asked(cards)
        assert refused.value.clause == "FIELD cards"


@pytest.mark.parametrize(
    "rows",
    [[0, 1, 2, 3, 4], [[0, 1, 2, 3]], [[0, 1, 2, 3, 52]], [[0, 1, 2, 3, 3]], [[0.5, 1, 2, 3, 4]]],
)
def test_rows_that_make_no_hands_are_refused(rows: list[object]) -> None:
    with pytest.raises(Refused, match="FIELD cards"):
        HIGH_5.strengths(np.array(rows))


def test_no_rows_have_no_strengths() -> None:
    assert HIGH_5.strengths(np.zeros((0, 7), dtype=np.uint8)).tolist() == []


def test_hands_of_a_family_are_ordered_and_ties_are_equal() -> None:
    pair, flush, tie = (HIGH_5.hand(text) for text in ("AsAd9h5c3s", "9s7s5s3s2s", "AhAc9d5s3c"))
    assert pair is not None
    assert flush is not None
    assert tie is not None
    assert flush > pair >= tie
    assert pair < flush
    assert pair <= tie
    assert pair == tie
    assert pair != flush
    assert len({pair, tie, flush}) == 2
    assert max(pair, flush) is flush


def test_hands_of_two_families_do_not_compare() -> None:
    high, low = HIGH_5.hand("As2d3c4h5s"), LOW_A5.hand("As2d3c4h5s")
    assert high is not None
    assert low is not None
    assert high != low
    assert high != "a straight"
    with pytest.raises(TypeError):
        _ = high < low
    with pytest.raises(TypeError):
        _ = high >= low
    with pytest.raises(TypeError):
        _ = high <= low
    with pytest.raises(TypeError):
        _ = high > low


def test_what_does_not_qualify_is_nothing() -> None:
    assert LOW_8.strength("9s5d3c2hAs") == LOW_8.strength("8s8d3c2hAs") == 0
    assert LOW_8.hand("9s5d3c2hAsKdQc") is None
    assert LOW_6.strength("7s2dAs") == LOW_6.strength("2s2dAs") == 0
    assert LOW_6.hand("7s2d2hAs") is None
    assert LOW_8.strength("5s4d3c2hAs") == 56
    assert LOW_8.strength("8s7d6c5h4s") == 1
    assert LOW_6.strength("3s2dAs") == 20
    assert LOW_8.best_selections(parse_cards("9s5d3c2hAs"), (), AnyOf(5)) == []


def test_qualifiers_are_data() -> None:
    assert EIGHT_OR_BETTER.admits([8, 7, 6, 5, 4])
    assert not EIGHT_OR_BETTER.admits([8, 7, 6, 5, 5])
    assert SIX_OR_BETTER.admits([6, 2, 1])
    assert not SIX_OR_BETTER.admits([7, 2, 1])
    jacks, queen = JACKS_OR_BETTER, QUEEN_OR_HIGHER
    assert HIGH_5.strength("TsTdAhKcQs") + 1 == FAMILIES[jacks.family].strength(jacks.weakest)
    assert JOKER_2.strength("JsTs") > FAMILIES[queen.family].strength(queen.weakest)
    assert JOKER_2.strength("Js9d") + 1 == JOKER_2.strength(queen.weakest)


def test_every_selection_that_reaches_the_best_hand_is_listed() -> None:
    own, board = parse_cards("KhKs9d2c"), parse_cards("As9c9hKd4h")
    pick = Exactly(own=2, board=3)
    best = HIGH_5.best_selections(own, board, pick)
    assert [spell(cards) for cards in best] == ["KsKhKd9h9c"]
    board = parse_cards("AsQcQhJd4h")
    best = HIGH_5.best_selections(parse_cards("KhKs9d2c"), board, pick)
    assert [spell(cards) for cards in best] == ["KsKhQhQcAs"]
    best = HIGH_5.best_selections(parse_cards("AhKs"), parse_cards("AsKdQcJh2d"), AnyOf(5))
    assert [spell(cards) for cards in best] == ["AsAhKsKdQc"]
    best = LOW_8.best_selections(parse_cards("As2s"), parse_cards("Ad2d3c4h8s"), AnyOf(5))
    assert [spell(cards) for cards in best] == [
        *("8s4h3c2sAs", "8s4h3c2sAd", "8s4h3c2dAs", "8s4h3c2dAd"),
    ]


def test_a_badugi_names_only_the_cards_that_play() -> None:
    best = BADUGI.best_selections(parse_cards("2s2h3dKd"), (), AnyOf(4))
    assert [spell(cards) for cards in best] == ["3d2s", "3d2h"]
    best = BADUGI_27.best_selections(parse_cards("7s5h4d3c2h"), (), AnyOf(4))
    assert [spell(cards) for cards in best] == ["7s4d3c2h"]


def test_the_order_in_which_cards_are_held_changes_nothing() -> None:
    one = HIGH_5.hand("AsAhKdKc7s7dQh")
    other = HIGH_5.hand("Qh7d7sKcKdAhAs")
    assert one is not None
    assert other is not None
    assert (one.cards, one.words) == (other.cards, other.words)


def test_picks_survive_json() -> None:
    for pick in (AnyOf(5), Exactly(own=2, board=3)):
        assert msgspec.json.decode(msgspec.json.encode(pick), type=Pick) == pick
    assert msgspec.json.encode(AnyOf(5)) == b'{"type":"AnyOf","count":5}'


def test_a_hand_survives_json() -> None:
    hand = HIGH_5.hand("AsAhKdKc7s")
    assert hand is not None
    again = msgspec.json.decode(msgspec.json.encode(hand), type=rankings.Hand)
    assert again == hand
    assert again.cards == hand.cards
    assert all(isinstance(card, Card) for card in again.cards)


def test_hands_showing_compare_by_groups_and_high_cards_alone() -> None:
    best_first = [
        *("2c2d2h2s", "3c3d3hAs", "AcAdKcKd", "KcKdQhQs", "AcAdKhQs"),
        *("2c2d4h3s", "AcKdQhTs", "AcKdJhTs", "KsQsJsTs"),
    ]
    rated = [showing(parse_cards(text)) for text in best_first]
    assert rated == sorted(rated, reverse=True)
    assert len(set(rated)) == len(rated)
    assert showing(parse_cards("4c4d")) > showing(parse_cards("AsKs"))
    assert showing(parse_cards("9c8c7c")) < showing(parse_cards("Tc2d3h"))  # no flush, no straight
    assert showing(parse_cards("Ac2d3h")) > showing(parse_cards("KcQdJh"))  # the ace is high
    assert showing(parse_cards("AcKd")) == showing(parse_cards("AhKs"))
    assert showing(parse_cards("As")) > showing(parse_cards("Ks"))
