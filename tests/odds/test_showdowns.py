"""All cards are out: the quick answer is that of the full count, and of brute force."""

import re
from random import Random

import pytest

from croupier.cards import DECK_52, spell
from croupier.games import game_of
from croupier.odds.deals import layout_of
from croupier.odds.equity import equity
from croupier.odds.questions import lineup
from croupier.odds.ranges import Range, read_range
from croupier.refused import Refused
from tests.odds import brute


def weighed(held: Range) -> list[brute.Cards]:
    """Each hand as often as its weight says."""
    weights = held.weights or (1,) * len(held.hands)
    return [hand for hand, weight in zip(held.hands, weights, strict=True) for _ in range(weight)]


SHOWN: list[tuple[str, tuple[str, ...], str, str]] = [
    ("holdem", ("AsAh", "QQ"), "2c7d9hTsKc", ""),
    ("holdem", ("AsAh", "QQ,JJ:0.25"), "2cQd9hTsKc", "Jd"),
    ("holdem", ("22+,A2s+", "KTo+:0.5,77", "AhKh"), "2c7d9hTsKc", ""),
    ("holdem", ("5s4s", "AA", "KK"), "2c2d2h2sAc", ""),
    ("omaha", ("AA**", "9c8c7d6d"), "2c7h9hTsKc", "AhKd"),
    ("omaha-hilo-8", ("AsAh2s3h", "KsKd7c6c", "2d3d4dTd"), "Ac4h8s9dTc", ""),
    ("omaha-hilo-8", ("A2**:0.5,KK**:0.125", "AsKd7c6c"), "Ac4h8s9dTc", ""),
    ("seven-card-stud", ("AsKd7c8c9cTcJc", "QcQd2h3h4h5h6h"), "", "Ac"),
    ("seven-card-stud-hilo-8", ("AsKd2c3c4c5cJd", "QcQd2h3h4h5h6h"), "", ""),
    ("badugi", ("As2d3c4h", "2c3d4s5h"), "", ""),
    ("five-card-draw", ("AAKK", "QQQQ"), "", "2c"),
    ("short-deck", ("AsAh", "77"), "6c7d9hTsKc", ""),
]


@pytest.mark.parametrize(("key", "hands", "board", "dead"), SHOWN)
def test_a_showdown_asked_in_short_is_answered_as_in_full(
    key: str, hands: tuple[str, ...], board: str, dead: str
) -> None:
    """Who names a number of threads is answered in full."""
    game = game_of(key)
    assert {layout_of(game).read(hand).missing for hand in hands} == {0}
    asked = lineup(game, hands)
    assert asked
    assert asked.core.showdown(board, dead)
    assert equity(game, hands, board, dead) == equity(game, hands, board, dead, threads=1)


@pytest.mark.parametrize("seed", range(4))
def test_ranges_at_the_river_agree_with_brute_force_over_many_boards(seed: int) -> None:
    chance = Random(seed)
    texts = chance.sample(["QQ", "QQ,JJ", "AKs,77", "T9o:0.5,KK", "[A-T]2", "hh"], 2)
    ranges = [read_range(text, 2) for text in texts]
    for _ in range(20):
        board = tuple(chance.sample(DECK_52, 5))
        truth = brute.count("holdem", [*map(weighed, ranges)], board, 2, 5, ())
        if not truth.deals:
            with pytest.raises(Refused):
                equity("holdem", texts, spell(board))
            continue
        found = equity("holdem", texts, spell(board))
        exact = [player.equity.exact for player in found.players]
        assert exact == [part / truth.deals for part in truth.equity]


@pytest.mark.parametrize(
    ("hands", "board", "dead", "why"),
    [
        (("AsAh", "QQ"), "2c7d9hTsAs", "", "As occurs twice"),
        (("AsAh", "QQ"), "2c7d9hTsTs", "", "Ts occurs twice"),
        (("AsAh", "QQ"), "2c7d9hTs3s", "3s", "3s occurs twice"),
        (("AsAh", "QQ"), "QsQdQhTs3s", "", "'QQ' has no hand left"),
        (("AsAh", "AsKs"), "2c7d9hTs3s", "", "As occurs twice"),
        (("QQ", "QQ"), "Qc7d9hTs3s", "", "cannot all be held at once"),
        (("AsAh", "QQ"), "2c7d9hTsJk1", "", "Jk1 is not in this game's deck"),
        (("AsAh",), "2c7d9hTs3s", "", "1 hand is given"),
    ],
)
def test_a_showdown_that_cannot_be_is_refused_in_words(
    hands: tuple[str, ...], board: str, dead: str, why: str
) -> None:
    with pytest.raises(Refused, match=re.escape(why)):
        equity("holdem", hands, board, dead)
    with pytest.raises(Refused, match="is not in the deck of"):
        equity("short-deck", ("AsAh", "KK"), "2c7d9hTs3s")


def test_ranges_of_very_many_hands_are_counted_in_full() -> None:
    hands = ("AA**", "KK**")
    assert lineup(game_of("omaha"), hands) is None
    assert equity("omaha", hands, "2c7d9hTs3c").method == "exact"


def test_weights_too_fine_to_add_up_are_not_added_up() -> None:
    pairs = enumerate(("AA", "KK", "QQ", "JJ", "TT", "99"))
    fine = ",".join(f"{name}:0.{999_999 - at}" for at, name in pairs)
    assert lineup(game_of("holdem"), (fine, fine))
    assert lineup(game_of("holdem"), (fine, fine, fine)) is None
    with pytest.raises(Refused, match="too fine to count"):
        equity("holdem", (fine, fine, fine), "2c3d4h8s7s", exact=True)
