"""Games that hand histories contain and no document has: hands worked out by hand."""

import pytest

from croupier.cards import parse_cards
from croupier.ended import final_hands
from croupier.engine.evolve import evolve
from croupier.engine.play import opening
from croupier.engine.round import Round
from croupier.games import LIBRARY, game_of
from croupier.histories.conversion import convert
from croupier.histories.results import replay_hands
from croupier.odds.equity import equity

NO_LIMIT = """antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
"""


def written(code: str, actions: str, head: str = NO_LIMIT) -> str:
    """A hand in PHH; `checked` is a betting round that both players check."""
    lines = actions.replace("checked", "p1 cc, p2 cc").split(", ")
    return f"variant = '{code}'\n{head}actions = {lines}\n"


def played(text: str) -> tuple[Round, list[int]]:
    """The end of a hand, and the stacks of p1 and p2 in the file's amounts."""
    ((result, log),) = replay_hands(text)
    assert result.ok, result.faults
    state = opening(game_of(result.game), log[0])  # type: ignore[arg-type]  # it opens
    for event in log[1:]:
        state = evolve(state, event)
    return state, [int(chips or 0) for chips in result.stacks]


def test_the_library_games_are_marked_as_outside_the_documents() -> None:
    keys = {"six-card-omaha", "courchevel", "courchevel-hilo-8", "drawmaha", "2-7-razz"}
    assert keys <= LIBRARY.keys()
    assert not any(LIBRARY[key].authorised for key in keys)


SIX_CARDS = written(
    "PO6",
    "d dh p1 AsAhAdKcQc2c, d dh p2 7s7cTs9c8h4d, p2 cc, p1 cc, "
    "d db Ac7d3h, checked, d db 3s, checked, d db 9s, checked, "
    "p1 sm AsAhAdKcQc2c, p2 sm 7s7cTs9c8h4d",
)


def test_six_card_omaha_plays_exactly_two_of_six() -> None:
    state, stacks = played(SIX_CARDS)
    best = final_hands(state)
    assert stacks == [102, 98]
    assert best[1].made["high"].words.startswith("full house")  # aces full of threes: never quads


COURCHEVEL = written(
    "PC/8",
    "d dh p1 AsAd2h9cTc, d dh p2 KsKdQsJs8d, d db Kh, p2 cc, p1 cc, "
    "d db 4c5d, checked, d db 7s, checked, d db Jh, checked, "
    "p1 sm AsAd2h9cTc, p2 sm KsKdQsJs8d",
)


def test_courchevel_turns_one_card_before_the_first_bet() -> None:
    """Kings win the high; A-2-4-5-7 is the low: each takes 2 of the 4 chips."""
    state, stacks = played(COURCHEVEL)
    assert stacks == [100, 100]
    assert [len(board) for board in state.boards] == [5]
    assert final_hands(state)[2].made["high"].words.startswith("three-of-a-kind")


def test_a_courchevel_flop_of_three_is_refused() -> None:
    with_three = COURCHEVEL.replace("'d db Kh', ", "").replace("4c5d", "Kh4c5d")
    ((result, _),) = replay_hands(with_three)
    assert "1 card is due, not 3" in result.faults[0]


def test_courchevel_goes_through_pokerstars_text_and_back() -> None:
    text = convert(COURCHEVEL, "pokerstars")
    assert "*** PRE-FLOP *** [Kh]" in text
    assert "*** FLOP *** [Kh] [4c 5d]" in text
    assert convert(text, "phh").partition("actions = ")[2].split("]")[0] in convert(
        COURCHEVEL, "phh", lossy=True
    )
    without = text.replace("*** PRE-FLOP *** [Kh]\n", "")  # the flop names the card all the same
    assert convert(without, "phh") == convert(text, "phh")


DRAWMAHA = written(
    "PDM",
    "d dh p1 AsAhKdKc2s, d dh p2 9c8c7h6dQd, p2 cbr 4, p1 cc, d db Ac7d2h, checked, "
    "p1 sd 2s, p2 sd Qd, d dh p1 4s, d dh p2 Ts, d db 3h, checked, "
    "d db 5s, checked, p1 sm AsAhKdKc4s, p2 sm 9c8c7h6dTs",
)


def test_drawmaha_splits_between_the_board_and_the_five_own_cards() -> None:
    """A-2-3-4-5 with the board beats a pair of sevens; T-9-8-7-6 in hand beats two pairs."""
    state, stacks = played(DRAWMAHA)
    assert stacks == [100, 100]
    best = final_hands(state)
    assert best[1].made["high"].words == "straight, five high"
    assert best[1].made["draw"].words.startswith("two pair, ")
    assert best[2].made["draw"].words == "straight, ten high"


def test_drawmaha_has_one_winner_where_one_hand_is_best_in_both() -> None:
    text = DRAWMAHA.replace("'d dh p1 4s'", "'d dh p1 Ad'").replace("AsAhKdKc4s", "AsAhKdKcAd")
    assert played(text)[1] == [104, 96]


RAZZ_HEAD = """antes = [0, 0]
bring_in = 1
small_bet = 2
big_bet = 4
starting_stacks = [100, 100]
"""
RAZZ_2_7 = written(
    "FR27",
    "d dh p1 2c3d4h, d dh p2 KdQdAd, p2 pb, p1 cc, "
    "d dh p1 5s, d dh p2 2s, checked, d dh p1 Kh, d dh p2 3c, checked, "
    "d dh p1 Qs, d dh p2 4c, checked, d dh p1 Jc, d dh p2 5c, checked, "
    "p1 sm 2c3d4h5sKhQsJc, p2 sm KdQdAd2s3c4c5c",
    RAZZ_HEAD,
)


def test_2_7_razz_counts_aces_high_and_straights_against() -> None:
    """The ace brings it in, 5-4 opens against A-2, and J-5-4-3-2 beats Q-5-4-3-2."""
    state, stacks = played(RAZZ_2_7)
    assert stacks == [101, 99]
    assert "queen" in final_hands(state)[2].made["low"].words


def test_razz_would_have_had_another_opener_and_winner() -> None:
    ((result, _),) = replay_hands(RAZZ_2_7.replace("FR27", "FR"))
    assert not result.ok


@pytest.mark.parametrize(
    ("key", "hands", "board", "share"),
    [
        ("six-card-omaha", ["AsAhAdKcQc2c", "7s7cTs9c8h4d"], "Ac7d3h3s9s", (1, 0)),
        ("courchevel-hilo-8", ["AsAd2h9cTc", "KsKdQsJs8d"], "Kh4c5d7sJh", (0.5, 0.5)),
        ("2-7-razz", ["2c3d4h5sKhQsJc", "KdQdAd2s3c4c5c"], "", (1, 0)),
    ],
)
def test_equity_pays_as_the_showdown_does(
    key: str, hands: list[str], board: str, share: tuple[float, float]
) -> None:
    found = equity(game_of(key), hands, board=board)
    assert tuple(float(player.equity.exact or 0) for player in found.players) == share


def test_every_hand_typed_here_uses_each_card_once() -> None:
    for text in (SIX_CARDS, COURCHEVEL, DRAWMAHA, RAZZ_2_7):
        dealt = "".join(part.split("'")[0].split()[-1] for part in text.split("'d d")[1:] if part)
        cards = parse_cards(dealt)
        assert len(set(cards)) == len(cards)
