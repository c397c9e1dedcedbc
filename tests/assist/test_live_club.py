"""The club's omaha at a live table: the order of a round, its rankings, and boards run twice."""

from typing import Any

import pytest

from croupier.chips import Chips
from croupier.engine.events import Dealt
from croupier.refused import Refused
from croupier.rules.revenue import BadBeat, Increments, Shares
from tests.assist.live import BOTH, LIMIT, Live
from tests.assist.typist import Open
from tests.clause import clause

CLUB = "bbc-omaha"
RAKE = Increments(tuple((Chips(level * 10_00), Chips(1_00)) for level in range(1, 5)))


def won(tables: Open, board: str, *hands: str) -> dict[int, float]:
    """What each player has after a checked round of $2 each, from $100."""
    live = Live(tables, CLUB, *[100] * len(hands)).deal()
    checked = ["k"] * len(hands)
    calls = ["c"] * (len(hands) - 1)
    cards = [board[:6], board[6:8], board[8:]]
    live.type(*calls, "k", cards[0], *checked, cards[1], *checked, cards[2], *checked)
    while "shows" in live.now or "show or muck" in live.now:
        live.type(f"s {hands[live.session.now.seat - 1]}")
    return live.stacks


# --- rankings -----------------------------------------------------------------------------


PAIRS = [  # a pair of each rank, the pair below it, a board that helps neither, the other cards
    ("A", "K", "2c3d4h5s6c", "77"),
    ("K", "Q", "2c3d4h5s6c", "77"),
    ("Q", "J", "2c3d4h5s6c", "77"),
    ("J", "T", "2c3d4h5s6c", "77"),
    ("T", "9", "2c3d4h5s6c", "77"),
    ("9", "8", "2c3d4h5sTc", "66"),
    ("8", "7", "2c3d4h9sTc", "55"),
    ("7", "6", "2c3d8h9sTc", "44"),
    ("6", "5", "2c3d7h8s9c", "44"),
    ("5", "4", "2c6d7h8s9c", "33"),
    ("4", "3", "5c6d7h8s9c", "22"),
    ("3", "2", "5c7d9hJsKc", "AQ"),
]


@clause("BBC-rank1")
@pytest.mark.parametrize(("high", "low", "board", "rest"), PAIRS)
def test_cards_rank_from_the_ace_down_to_the_two(
    tables: Open, high: str, low: str, board: str, rest: str
) -> None:
    first = f"{high}h{high}s{rest[0]}c{rest[1]}d"
    second = f"{low}c{low}d{rest[0]}h{rest[1]}s"
    assert won(tables, board, first, second) == {1: 102, 2: 98}
    assert won(tables, board, second, first) == {1: 98, 2: 102}


@clause("BBC-rank1")
def test_all_suits_are_equal(tables: Open) -> None:
    assert won(tables, "AcKd7h8s2c", "AsKs5d4d", "AhKh5s4s") == {1: 100, 2: 100}


LADDER = [  # from the highest to the lowest, as the club's page lists them; board, two hands
    ("royal flush over straight flush", "QsJsTs2d3c", "AsKs4c5c", "9s8s4d5d"),
    ("straight flush over four of a kind", "QsJsTsQd3c", "9s8s4c5c", "QcQh4d5d"),
    ("four of a kind over full house", "QsJsTdQd3c", "QcQh4d5d", "JcJh4c5c"),
    ("full house over flush", "QsJsQd3c2s", "JcJh4c5c", "As8s4d5d"),
    ("flush over straight", "QsJs9d3c2s", "As8s4d5d", "KdTc4c5c"),
    ("straight over three of a kind", "QsJs9d3c2h", "KdTc4c5c", "QcQh4d5d"),
    ("three of a kind over two pair", "QsJs9d3c2h", "QcQh4d5d", "JcJd9c4c"),
    ("two pair over one pair", "QsJs9d3c2h", "JcQd4d5d", "AcAd4c5c"),
    ("one pair over none", "QsJs9d3c2h", "2c4s5d6d", "Ac7s5c6c"),
    ("the ace completes five, four, three, two", "5s4d3c9hTh", "Ac2d7h7c", "9c9d6s8s"),
]


@clause("BBC-rank2")
@pytest.mark.parametrize(("better", "board", "first", "second"), LADDER, ids=[x[0] for x in LADDER])
def test_hands_rank_in_the_order_of_the_page(
    tables: Open, better: str, board: str, first: str, second: str
) -> None:
    stacks = won(tables, board, first, second)
    assert stacks == {1: 102, 2: 98}, better


@clause("BBC-rank2")
def test_an_ace_does_not_join_king_and_two(tables: Open) -> None:
    assert won(tables, "QsKdAc7h8h", "2c3d5s5h", "9c9dJsTd") == {1: 98, 2: 102}


@clause("BBC-rank3")
@pytest.mark.parametrize(
    ("first", "second", "stacks"),
    [
        ("AcKs2h3h", "AdQs2s3s", {1: 102, 2: 98}),
        ("AcTs4h3h", "Ad9h4s3s", {1: 102, 2: 98}),
        ("AcKs2h3h", "AdKc2s3s", {1: 100, 2: 100}),
    ],
)
def test_the_highest_card_that_the_other_lacks_decides_and_a_tie_divides(
    tables: Open, first: str, second: str, stacks: dict[int, float]
) -> None:
    assert won(tables, "Ah8d7c6hJs", first, second) == stacks


@clause("BBC-rank4")
def test_a_hand_is_what_its_cards_make_it_whatever_is_said(tables: Open) -> None:
    live = Live(tables, CLUB, 100, 100).deal().type("c", "k", "AcKd7h", "k", "k", "8s", "k", "k")
    live.type("2c", "k", "k")
    assert live.refused("say royal flush")
    first = live.session.now.seat
    live.type(f"s {'5d4d5s4s'}")
    assert "a pair of fives" in live.news, "the cards are named for what they are"
    live.type("s AsKs3d3h")
    assert live.stacks[first] == 98


# --- the order of a round ---------------------------------------------------------------------


@clause("POKER-6d", "BBC-gen-object")
@pytest.mark.parametrize("key", BOTH)
def test_a_pot_is_won_by_the_last_player_or_at_the_showdown(tables: Open, key: str) -> None:
    live = Live(tables, key, 100, 100, 100, **LIMIT).deal().type("r", "f", "f")
    assert "seat 3 wins the pot" in live.news
    assert not live.said("shows"), "nobody had to show"
    assert live.stacks == {1: 99, 2: 98, 3: 103}
    live = Live(tables, key, 100, 100, 100, **LIMIT).deal().type("c", "f", "k", "8c Kd 5h")
    live.type("k", "k", "2c", "k", "k", "3d", "k", "k")
    assert "seat 2 Bob shows first" in live.now


@clause("BBC-oma-max")
def test_ten_may_play_and_an_ante_is_placed_only_where_posted(tables: Open) -> None:
    live = Live(tables, CLUB, *[100] * 10)
    assert live.refused("sit 11 Kim 100")
    live.deal()
    assert live.session.sitting.life.round is not None
    assert len(live.session.sitting.life.round.hands) == 10
    assert not live.said("ante")
    with pytest.raises(Refused):
        Live(tables, CLUB, seats=11)


@clause("BBC-oma-button")
def test_the_deal_begins_left_of_the_button_which_moves_on(tables: Open) -> None:
    live = Live(tables, CLUB, 100, 100, 100)
    for button, first in ((3, 1), (1, 2), (2, 3), (3, 1)):
        while live.session.steps:
            live.type("y")
        assert live.now.startswith(f"button at seat {button}")
        live.type("")
        assert live.now.startswith(
            f"deal four cards face down to each player, one at a time, seat {first} first"
        )
        live.type("", "f", "f")


@clause("BBC-oma-deal")
def test_four_rounds_of_one_card_and_the_button_is_last(tables: Open) -> None:
    live = Live(tables, CLUB, 100, 100, 100).deal()
    state = live.session.sitting.life.round
    assert state is not None
    (dealt,) = live.facts(Dealt)
    assert dealt.seats == (1, 2, 3) * 4
    assert dealt.faces == "D" * 12


@clause("BBC-oma-rounds")
def test_blinds_come_first_and_four_betting_rounds_follow(tables: Open) -> None:
    live = Live(tables, CLUB, 100, 100, 100).deal()
    assert live.said("posts a blind") == ["seat 1 posts a blind of $1, seat 2 one of $2"]
    assert live.session.now.seat == 3, "left of the blinds"
    live.type("c", "c", "k")
    for cards, street in (("8c Kd 5h", "flop"), ("2c", "turn"), ("3d", "river")):
        assert f"burn the top card, then deal the {street}" in live.now
        live.type(cards)
        assert live.session.now.seat == 1, "left of the button"
        live.type("k", "k", "k")
    assert "shows first" in live.now


@clause("BBC-oma-2of4")
@pytest.mark.parametrize(
    ("board", "first", "second"),
    [
        ("AhKhQhJh2c", "Th9s3c4d", "5h6h7c7d"),  # one heart is no flush, and two are
        ("2c3d7h8sJc", "AsAhAdAc", "2d3s9hQh"),  # four aces in the hand are one pair
    ],
)
def test_two_of_the_hand_and_three_of_the_board(
    tables: Open, board: str, first: str, second: str
) -> None:
    assert won(tables, board, first, second) == {1: 98, 2: 102}


@clause("BBC-oma-win")
def test_the_highest_hand_wins_the_pot(tables: Open) -> None:
    assert won(tables, "2c3d4h9sKc", "As5dQhQd", "KsKd9c9d") == {1: 102, 2: 98}, "a straight to 5"
    assert won(tables, "2c3d4h9sKc", "QsJdQhJs", "KsKd9c9d") == {1: 98, 2: 102}


@clause("BBC-oma-hi")
def test_the_club_has_no_low_and_no_kill(tables: Open) -> None:
    assert won(tables, "2c4d7hKsKc", "As3dQhJd", "KdQc9c9d") == {1: 98, 2: 102}, "no half for a low"
    with pytest.raises(Refused, match="kill"):
        Live(tables, CLUB, kill="full", kill_pot=Chips(30_00))


# --- the rest twice ---------------------------------------------------------------------------


def all_in(tables: Open, *stacks: float, **sign: Any) -> Live:
    """Two players put everything in on the flop of the club's omaha."""
    usual = {"structure": "no_limit", "limits": (Chips(2_00),), **sign}
    live = Live(tables, CLUB, *stacks, **usual).deal()
    others = len(stacks) - 2
    return live.type(*["f"] * others, "c", "k", "8c Kd 5h", "a", "c")


@clause("BBC-runtwice1")
def test_the_last_two_are_asked_and_one_refusal_is_enough(tables: Open) -> None:
    live = all_in(tables, 50, 50)
    assert "run the rest twice?" in live.now
    assert "seat 1 Ada" in live.now
    assert "seat 2 Bob" in live.now
    live.type("1 y", "2 n", "2c", "3d")
    assert "show" in live.now, "one turn, one river"
    three = {"structure": "no_limit", "limits": (Chips(2_00),)}
    live = Live(tables, CLUB, 50, 50, 50, **three).deal().type("a", "c", "c")
    assert "run the rest twice?" not in live.now, "three players are not asked"
    live = all_in(tables, 50, 50, run_twice=False)
    assert "run the rest twice?" not in live.now, "nor where the sign leaves it out"


@clause("BBC-runtwice2")
def test_one_flop_two_turns_and_two_rivers(tables: Open) -> None:
    live = all_in(tables, 50, 50).type("y")
    asked = []
    for card in ("2c", "3d", "4c", "6d"):
        asked.append(live.now)
        live.type(card)
    assert [words.partition(": one")[0] for words in asked] == [
        "burn the top card, then deal the turn",
        "burn the top card, then deal the river",
        "burn the top card, then deal the turn",
        "burn the top card, then deal the river",
    ]
    assert ["first" in words for words in asked] == [True, True, False, False]
    assert "8♣ K♦ 5♥ 2♣ 3♦" in live.seen
    assert "8♣ K♦ 5♥ 4♣ 6♦" in live.seen


PROMO: dict[str, Any] = {
    "rake": RAKE,
    "rake_max": Chips(4_00),
    "promo_drop": Chips(1_00),
    "bad_beat": BadBeat(least="AcAdAhKsKc", shares=Shares(loser=50, winner=25, table=25)),
}


@clause("BBC-runtwice3")
def test_half_the_net_pot_for_each_board_and_the_odd_chip_to_the_natural_one(
    tables: Open,
) -> None:
    """$206: a rake of $4 twice and a drop of $1 once leave $197, $99 and $98."""
    live = all_in(tables, 103, 103, **PROMO).type("y", "2c", "3d", "4s", "6d")
    one = live.session.now.seat
    live.type("s KhKcJdTd" if one == 1 else "s 6c7cQdQh")
    live.type("s 6c7cQdQh" if one == 1 else "s KhKcJdTd")
    assert live.stacks == {1: 99, 2: 98}
    assert (live.account("inventory"), live.account("drop")) == (8, 1)


@clause("BBC-runtwice-rake")
def test_the_rake_is_taken_twice_and_only_where_the_rest_is_run_twice(tables: Open) -> None:
    """$45 with $1 at every $10 up to $4: $8, and $4 where it is run once."""
    for answer, cards, rake in (("y", ("2c", "3d", "4s", "6d"), 8), ("n", ("2c", "3d"), 4)):
        raked = {"rake": RAKE, "rake_max": Chips(4_00)}
        live = all_in(tables, 22, 22, 10, 10, **raked).type(answer, *cards)
        while "show" in live.now:
            live.type("s KhKcJdTd" if live.session.now.seat == 1 else "s 6c7cQdQh")
        assert live.account("inventory") == rake
        assert sum(live.stacks.values()) == 64 - rake


@clause("BBC-runtwice4")
def test_the_offer_is_made_only_if_the_cards_suffice(tables: Open) -> None:
    usual = {"structure": "no_limit", "limits": (Chips(2_00),)}
    for players, asked in ((9, True), (10, False)):
        live = Live(tables, CLUB, *[50] * players, **usual).deal()
        live.type("a", "c", *["f"] * (players - 2))
        assert ("run the rest twice?" in live.now) == asked, players
    live = Live(tables, CLUB, *[50] * 10, **usual).deal()
    live.type("r 6", "c", *["f"] * 8, "8c Kd 5h", "a", "c")
    assert "run the rest twice?" in live.now, "from the flop on 44 and 8 cards are enough"
