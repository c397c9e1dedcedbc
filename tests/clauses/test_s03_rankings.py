"""POKER 3, and the rankings of 21(j)-(k) and 22(j): which hand is better, clause by clause.

Hands are written best first. A hand of ranks alone, `A5432`, is dealt in mixed suits.
"""

from itertools import pairwise, permutations

import msgspec
import pytest

from croupier import GAMES, play, stacked_deck, start
from croupier.cards import SUITS, parse_cards, spell
from croupier.chips import Chips
from croupier.engine import commands
from croupier.rankings import (
    BADUGI,
    BADUGI_27,
    HIGH_3,
    HIGH_5,
    LOW_8,
    LOW_27,
    LOW_A5,
    LOW_A5_3,
    AnyOf,
    Ranking,
)
from tests.clause import clause

STRAIGHTS = (  # POKER 3(b)(6), best first
    *("AKQJT", "KQJT9", "QJT98", "JT987", "T9876"),
    *("98765", "87654", "76543", "65432", "5432A"),
)


def mixed(ranks: str) -> str:
    """Deal ranks in suits that make no flush, and no card twice."""
    return "".join(rank + SUITS[at % 4] for at, rank in enumerate(sorted(ranks)))


def suited(ranks: str) -> str:
    return "".join(rank + "s" for rank in ranks)


def dealt(cards: str) -> str:
    return cards if any(suit in cards for suit in SUITS) else mixed(cards)


def best_first(ranking: Ranking, *hands: str) -> None:
    for better, worse in pairwise(map(dealt, hands)):
        assert ranking.strength(better) > ranking.strength(worse) > 0, (better, worse)


def tied(ranking: Ranking, *hands: str) -> None:
    assert len({ranking.strength(dealt(hand)) for hand in hands}) == 1
    assert ranking.strength(dealt(hands[0])) > 0


def category(ranking: Ranking, cards: str) -> str:
    hand = ranking.hand(dealt(cards))
    assert hand is not None
    return hand.category


def plays(ranking: Ranking, cards: str) -> str:
    """The ranks of the cards that play, in reading order."""
    hand = ranking.hand(dealt(cards))
    assert hand is not None
    return spell(hand.cards)[::2]


# 3(a)-(b), (d), (g): five-card high


@clause("POKER-3a1", "BBC-rank1")
def test_cards_rank_from_the_ace_down_to_the_two() -> None:
    kickers = "KQJT98765432"
    best_first(HIGH_5, *(f"AA{kickers[at : at + 3]}" for at in range(10)))
    best_first(HIGH_3, *(rank * 3 for rank in "AKQJT98765432"))


@clause("POKER-3a1", "BBC-rank1")
@pytest.mark.parametrize("hand", ["AsKsQsJsTs", "AhJh9h5h2h", "KsKh9d8c2s", "AcKd9h5s2c"])
def test_suits_never_rank_a_hand(hand: str) -> None:
    swaps = [str.maketrans(SUITS, "".join(suits)) for suits in permutations(SUITS)]
    tied(HIGH_5, *(hand.translate(swap) for swap in swaps))


@clause("POKER-3a2")
def test_the_ace_is_low_only_to_complete_the_lowest_straight() -> None:
    assert category(HIGH_5, "A2345") == "straight"
    assert category(HIGH_5, suited("A2345")) == "straight flush"
    assert category(HIGH_3, "A23") == "straight"
    assert category(HIGH_3, suited("A23")) == "straight flush"
    for ranks in ("A2346", "KA234", "QKA23", "JQKA2"):
        assert category(HIGH_5, ranks) == "high card"
        assert category(HIGH_5, suited(ranks)) == "flush"
        assert plays(HIGH_5, ranks)[0] == "A"
    for ranks in ("A24", "KA2"):
        assert category(HIGH_3, ranks) == "high card"
        assert plays(HIGH_3, ranks)[0] == "A"


@clause("POKER-3b", "BBC-rank2")
def test_ten_categories_in_their_order() -> None:
    lowest_and_highest = {
        "royal flush": (suited("AKQJT"), suited("AKQJT")),
        "straight flush": (suited("5432A"), suited("KQJT9")),
        "four-of-a-kind": ("22223", "AAAAK"),
        "full house": ("22233", "AAAKK"),
        "flush": (suited("75432"), suited("AKQJ9")),
        "straight": ("5432A", "AKQJT"),
        "three-of-a-kind": ("22243", "AAAKQ"),
        "two pairs": ("33224", "AAKKQ"),
        "one pair": ("22543", "AAKQJ"),
        "high card": ("75432", "AKQJ9"),
    }
    for name, hands in lowest_and_highest.items():
        assert [category(HIGH_5, hand) for hand in hands] == [name, name]
    for (worst, _), (_, best) in pairwise(lowest_and_highest.values()):
        best_first(HIGH_5, worst, best)
    assert HIGH_5.strength(suited("AKQJT")) == 7462
    assert HIGH_5.strength(mixed("75432")) == 1


@clause("POKER-3b2")
def test_straight_flushes_run_from_king_high_to_five_high() -> None:
    best_first(HIGH_5, *map(suited, STRAIGHTS))
    assert [category(HIGH_5, suited(ranks)) for ranks in STRAIGHTS] == [
        "royal flush",
        *["straight flush"] * 9,
    ]


@clause("POKER-3b4")
def test_full_houses_compare_their_three_first() -> None:
    best_first(HIGH_5, "33322", "222AA")
    best_first(HIGH_5, "AAAKK", "AAA22", "KKKAA", "22244", "22233")


@clause("POKER-3b6")
def test_a_straight_does_not_go_round_the_corner() -> None:
    assert category(HIGH_5, "QKA23") == "high card"
    assert plays(HIGH_5, "QKA23") == "AKQ32"
    best_first(HIGH_5, "22345", "QKA23")
    best_first(HIGH_5, "65432", "5432A")
    best_first(HIGH_5, *STRAIGHTS)


@clause("POKER-3b9")
def test_equal_cards_compare_before_kickers() -> None:
    best_first(HIGH_5, "KK432", "33AQJ")
    best_first(HIGH_5, "KK432", "QQAKJ", "QQAKT", "QQAJT", "QQKJT")
    best_first(HIGH_5, "33345", "222AK", "222AQ")
    best_first(HIGH_5, "33332", "2222A", "2222K")
    best_first(HIGH_5, "AA332", "KKQQJ", "KKJJA", "KKJJQ")


@clause("POKER-3d1", "BBC-rank3")
def test_the_highest_card_that_the_other_lacks_decides() -> None:
    best_first(HIGH_5, suited("AJ952"), suited("AJ943"))
    best_first(HIGH_5, "AJ952", "AJ943", "AJ942", "AT987", "KQJT8")
    best_first(HIGH_5, "AA752", "AA743", "AA742")


@clause("POKER-3d2")
@pytest.mark.parametrize(
    ("ranking", "one", "other"),
    [
        (HIGH_5, "AsKdQh9c7s", "AhKsQc9d7d"),
        (HIGH_5, "AsJs9s5s2s", "AcJc9c5c2c"),
        (HIGH_5, "KsKd7c7h9d", "KhKc7s7d9c"),
        (HIGH_5, "5s4d3c2hAs", "5c4c3d2dAd"),
        (HIGH_3, "AsKdQh", "AcKhQs"),
        (LOW_A5, "8s6d4c2hAs", "8c6c4c2cAc"),
        (LOW_27, "8s6d4c3h2s", "8c6d4d3d2d"),
        (BADUGI, "As2d3h4c", "Ac2h3d4s"),
    ],
)
def test_identical_ranks_tie_whatever_their_suits(ranking: Ranking, one: str, other: str) -> None:
    assert ranking.hand(one) == ranking.hand(other)
    tied(ranking, one, other)


@clause("BBC-rank1")
@pytest.mark.parametrize("kickers", ["AK", "KQ", "QJ", "JT", "T8", "87", "76", "65"])
def test_the_higher_card_wins_at_the_club(kickers: str) -> None:
    """Both make three nines; the higher side card takes the pot, whatever its suit."""
    high, low = kickers[0], kickers[1]
    hands = {1: f"{high}c4d3d2h", 2: f"{low}s4h3c2s"}
    board = "9h9d9sKdQd"
    game = GAMES["bbc-omaha"]
    deck = stacked_deck(game, (1, 2), hands=hands, board=board)
    state, _ = start(game, {1: Chips(200_00), 2: Chips(200_00)}, deck=deck)
    while not state.done:
        turn = state.turns[0]
        answer = commands.Check if turn.option("check") else commands.Call
        state, _ = play(state, answer(turn.actor))
    assert state.stacks[1] > 200_00 > state.stacks[2]


@clause("POKER-3g", "BBC-rank4")
@pytest.mark.parametrize("key", ["holdem", "bbc-omaha"])
def test_what_a_player_says_of_a_hand_changes_nothing(key: str) -> None:
    """A hand is announced in every way that a player can speak, and the cards decide."""
    game = GAMES[key]
    own = {"holdem": {1: "AsKs", 2: "AdAc"}, "bbc-omaha": {1: "AsKs3d2h", 2: "AdAc8h7d"}}[key]
    deck = stacked_deck(game, (1, 2), hands=own, board="Qs9s4sAh4d")
    state, _ = start(game, {1: Chips(200_00), 2: Chips(200_00)}, deck=deck, asks=("show",))
    while not state.done:
        turn = state.turns[0]
        for claim in ("flush", "full house", "royal flush"):  # no word of the table
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert({"type": "Say", "seat": turn.actor, "word": claim}, commands.Say)
        seat = turn.actor
        says: tuple[tuple[str, commands.Command], ...] = (
            ("check", commands.Check(seat)),
            ("call", commands.Call(seat)),
            ("show", commands.Show(seat)),
        )
        state, _ = play(state, next(said for does, said in says if turn.option(does)))
    assert state.stacks[2] > 200_00 > state.stacks[1]  # the full house, over the nut flush


@clause("POKER-3g", "BBC-rank4")
def test_a_hand_is_what_its_cards_make_it() -> None:
    """A ranking takes cards and nothing else; two pairs announced over a flush are a flush."""
    announced_first = "AsAd9s9d" + "5s3s2s"
    hand = HIGH_5.hand(announced_first)
    assert hand is not None
    assert hand.words == "flush, ace high"
    assert spell(hand.cards) == "As9s5s3s2s"


# 3(c): three-card high


@clause("POKER-3c")
def test_three_cards_have_an_order_of_their_own() -> None:
    best_first(HIGH_3, "2h2c2d", "AsKdQh")
    best_first(HIGH_3, "4h5c6d", "AhJh9h")
    best_first(HIGH_3, "3h2hAh", "AsAdAc")
    lowest_and_highest = {
        "royal flush": (suited("AKQ"), suited("AKQ")),
        "straight flush": (suited("32A"), suited("KQJ")),
        "three-of-a-kind": ("222", "AAA"),
        "straight": ("32A", "AKQ"),
        "flush": (suited("532"), suited("AKJ")),
        "one pair": ("223", "AAK"),
        "high card": ("532", "AKJ"),
    }
    for name, hands in lowest_and_highest.items():
        assert [category(HIGH_3, hand) for hand in hands] == [name, name]
    for (worst, _), (_, best) in pairwise(lowest_and_highest.values()):
        best_first(HIGH_3, worst, best)


THREE_CARD_RUNS = ("KQJ", "QJT", "JT9", "T98", "987", "876", "765", "654", "543", "432", "32A")


@clause("POKER-3c2")
def test_three_card_straight_flushes_run_from_king_high_to_three_high() -> None:
    best_first(HIGH_3, *map(suited, THREE_CARD_RUNS))
    assert {category(HIGH_3, suited(ranks)) for ranks in THREE_CARD_RUNS} == {"straight flush"}


@clause("POKER-3c4")
def test_three_card_straights_run_from_ace_high_to_three_high() -> None:
    best_first(HIGH_3, "AKQ", *THREE_CARD_RUNS)
    best_first(HIGH_3, "432", "32A")
    assert category(HIGH_3, "AK2") == "high card"


@clause("POKER-3c6")
def test_three_cards_hold_one_pair_and_its_third_card() -> None:
    best_first(HIGH_3, "KK3", "KK2", "QQA", "QQK", "22A", "AKJ")
    assert category(HIGH_3, "KsKdQsQd") == "one pair"
    assert plays(HIGH_3, "KsKdQsQd") == "KKQ"


# 3(e)-(f): low


@clause("POKER-3e")
def test_in_low_the_ace_is_best_and_the_king_worst() -> None:
    best_first(LOW_A5, *(f"{high}432A" for high in "56789TJQK"))
    best_first(LOW_A5_3, "32A", "43A", "432", "K2A")
    best_first(LOW_A5, *(f"KQJT{low}" for low in "A23456789"))
    tied(LOW_A5, "5s4s3s2sAs", "5h4d3c2sAh")


@clause("POKER-3f1")
def test_straights_and_flushes_are_nothing_in_low() -> None:
    tied(LOW_A5, "5432A", suited("5432A"))
    assert LOW_A5.strength(suited("5432A")) == 6175
    tied(LOW_A5_3, "32A", suited("32A"))
    assert LOW_A5_3.strength(suited("32A")) == 455
    tied(LOW_8, "76543", suited("76543"))
    assert category(LOW_A5, suited("65432")) == "no pair"


@clause("POKER-3f2")
@pytest.mark.parametrize("ranking", [LOW_A5, LOW_8], ids=repr)
def test_lows_compare_from_their_worst_card_down(ranking: Ranking) -> None:
    best_first(ranking, "76543", "8432A")
    best_first(ranking, "86532", "8654A")


@clause("POKER-3f3")
def test_paired_lows_are_high_hands_turned_over() -> None:
    best_first(LOW_A5, "KQJT9", "AA432")
    best_first(LOW_A5, "AA432", "2243A")
    best_and_worst = {
        "no pair": ("5432A", "KQJT9"),
        "one pair": ("AA432", "KKQJT"),
        "two pairs": ("22AA3", "KKQQJ"),
        "three-of-a-kind": ("AAA32", "KKKQJ"),
        "full house": ("AAA22", "KKKQQ"),
        "four-of-a-kind": ("AAAA2", "KKKKQ"),
    }
    for name, hands in best_and_worst.items():
        assert [category(LOW_A5, hand) for hand in hands] == [name, name]
    best_first(LOW_A5, *(hand for hands in best_and_worst.values() for hand in hands))
    best_first(LOW_A5_3, "KQJ", "AA2", "KKQ", "AAA", "KKK")


# 21(j): triple draw


@clause("POKER-21j1")
@pytest.mark.parametrize("ranking", [LOW_27, LOW_A5], ids=repr)
def test_triple_draw_hands_are_read_from_the_highest_card(ranking: Ranking) -> None:
    assert plays(ranking, "24538") == "85432"
    best_first(ranking, "76542", "85432", "86432", "86532", "86542", "98762")


@clause("POKER-21j3i")
def test_in_2_7_the_ace_is_always_high() -> None:
    assert category(LOW_27, "A5432") == "high card"
    assert category(LOW_27, suited("A5432")) == "flush"
    assert plays(LOW_27, "A5432") == "A5432"
    best_first(LOW_27, "KQJT8", "A5432", "22345")
    best_first(LOW_27, "A5432", "AKQJ9", "22345")
    best_first(LOW_27, "KKAQJ", "AA234")


@clause("POKER-21j3ii")
def test_the_best_2_7_hand_is_seven_five_not_of_one_suit() -> None:
    assert LOW_27.strength(mixed("75432")) == 7462
    best_first(LOW_27, "75432", suited("75432"))


@clause("POKER-21j3iii")
def test_in_2_7_straights_flushes_and_pairs_count_against() -> None:
    best_first(
        LOW_27,
        *("75432", "76432", "85432", "A5432", "22345", "65432"),
        "7s5s4s3s2s",
    )
    best_first(
        LOW_27,
        *("AKQJ9", "22543", "AAKQJ", "33224", "22243", "65432", "AKQJT", suited("75432")),
        *(suited("AKQJ9"), "22233", "22223", suited("65432"), suited("AKQJT")),
    )
    assert LOW_27.strength(suited("AKQJT")) == 1


@clause("POKER-21j4")
def test_in_ace_five_the_ace_is_low_and_straights_and_flushes_are_nothing() -> None:
    tied(LOW_A5, "5432A", suited("5432A"))
    best_first(LOW_A5, "5432A", "6432A", "65432", "7432A", "AA234")
    assert plays(LOW_A5, "A2345") == "5432A"
    assert plays(LOW_A5, "AKQJT") == "KQJTA"


# 22(j): badugi, and its half of badeucey and badacey, 21(k)


@clause("POKER-22j1")
def test_a_badugi_is_four_suits_and_four_ranks() -> None:
    best_first(BADUGI, "7s6h5d4c", "8s4h3d2c")
    assert category(BADUGI, "AsAh3d4c") == "three-card"
    assert plays(BADUGI, "AsAh3d4c") == "43A"
    assert BADUGI.strength("As2h3d4c") == 1092
    best_first(BADUGI, "As2h3d4c", "As2h3d5c", "As2h4d5c", "2s3h4d5c", "KsQhJdTc")
    assert category(BADUGI, "As2h3d4d") == "three-card"


@clause("POKER-22j2", "POKER-22j3", "POKER-22j4")
def test_more_cards_always_beat_fewer() -> None:
    best_first(BADUGI, "KhQdJsTc", "As2h3d3c")
    assert plays(BADUGI, "As2s3hKd") == "K3A"
    assert plays(BADUGI, "5c6cQhJd") == "QJ5"
    best_first(BADUGI, "5c6cQhJd", "As2s3hKd")
    assert plays(BADUGI, "2s2h2d2c") == "2"
    assert plays(BADUGI, "As5s9sKs") == "A"
    best_first(BADUGI, "As5s9sKs", "2s2h2d2c")
    worst_and_best = {
        "badugi": ("KhQdJsTc", "As2h3d4c"),
        "three-card": ("KhQdJsKc", "As2h3d3c"),
        "two-card": ("KsKhQsQh", "As2h3s3h"),
        "one-card": ("KsKhKdKc", "As5s9sKs"),
    }
    for name, hands in worst_and_best.items():
        assert [category(BADUGI, hand) for hand in hands] == [name, name]
    for (worst, _), (_, best) in pairwise(worst_and_best.values()):
        best_first(BADUGI, worst, best)


@clause("POKER-22j-subset")
def test_the_cards_that_play_are_the_best_of_all_subsets() -> None:
    hand = BADUGI.hand("AsAh2s3d")
    assert hand is not None
    assert hand.category == "three-card"
    assert spell(hand.cards) == "3d2sAh"
    assert BADUGI.best_selections(parse_cards("AsAh2s3d"), (), AnyOf(4)) == [hand.cards]


@clause("POKER-21k1i")
def test_badeucey_counts_the_ace_high_in_its_badugi() -> None:
    assert category(BADUGI_27, "AsKs2h3d4c") == "badugi"
    assert plays(BADUGI_27, "AsKs2h3d4c") == "K432"
    assert plays(LOW_27, "AsKs2h3d4c") == "AK432"
    assert LOW_27.strength("7s5h4d3c2h") == 7462
    assert category(BADUGI_27, "7s5h4d3c2h") == "badugi"
    assert plays(BADUGI_27, "7s5h4d3c2h") == "7432"
    assert BADUGI_27.strength("2s3h4d5c") == 1092
    best_first(BADUGI_27, "2s3h4d5c", "2s3h4d6c", "Ks3h4d2c", "As3h4d2c", "As2h3d3c")


@clause("POKER-21k2i")
def test_badacey_counts_the_ace_low_in_its_badugi() -> None:
    assert category(BADUGI, "AsKs2h3d4c") == "badugi"
    assert plays(BADUGI, "AsKs2h3d4c") == "432A"
    assert plays(LOW_A5, "AsKs2h3d4c") == "K432A"
    assert BADUGI.strength("AsKs2h3d4c") == 1092


@clause("POKER-21k-fallback")
@pytest.mark.parametrize("ranking", [BADUGI, BADUGI_27], ids=repr)
def test_fewer_cards_compete_when_five_hold_no_badugi(ranking: Ranking) -> None:
    hands = ["8s7h6d5d4s", "9s7h6d5d8h", "4s3h2s5h6s", "5s4s3s2s7s"]
    assert [category(ranking, hand) for hand in hands] == [
        *("three-card", "three-card", "two-card", "one-card"),
    ]
    best_first(ranking, *hands)
