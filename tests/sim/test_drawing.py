"""What a sensible player keeps at a draw."""

import pytest

from croupier.cards import parse_cards, spell
from croupier.games import PLAYER_BANKED
from croupier.odds.drawing import keep_badugi, keep_both, keep_high, keep_low, keeper


def kept(cards: str) -> set[str]:
    return set(parse_cards(cards))


@pytest.mark.parametrize(
    ("hand", "keeps"),
    [
        ("KsKd9h5c2s", "KsKd"),
        ("KsKdKh5c2s", "KsKdKh"),
        ("KsKd5h5c2s", "KsKd5h5c"),
        ("KsKdKh5c5s", "KsKdKh5c5s"),
        ("KsKdKhKc5s", "KsKdKhKc5s"),
        ("9s8d7h6c5s", "9s8d7h6c5s"),
        ("AsQs9s5s2s", "AsQs9s5s2s"),
        ("Kh9h5h2hAs", "Kh9h5h2h"),
        ("9s8d7h6cKs", "9s8d7h6c"),
        ("AsKd9h5c2s", "AsKd"),
        ("Ts8d6h4c2s", "Ts"),
        ("AsKdQhJc2s", "AsKd"),
    ],
)
def test_high(hand: str, keeps: str) -> None:
    assert set(keep_high(parse_cards(hand))) == kept(keeps)


@pytest.mark.parametrize(
    ("hand", "draws", "keeps"),
    [
        ("As2d3h4c5s", 1, "As2d3h4c5s"),
        ("As2d2h7cKs", 1, "As2d7c"),
        ("As2d3h7cTs", 1, "As2d3h7cTs"),
        ("As2d3h7cTs", 3, "As2d3h7c"),
        ("KsKdQhQcJs", 1, ""),
    ],
)
def test_ace_to_five_low(hand: str, draws: int, keeps: str) -> None:
    assert set(keep_low(parse_cards(hand), draws)) == kept(keeps)


@pytest.mark.parametrize(
    ("hand", "keeps"),
    [
        ("7s5d4h3c2s", "7s5d4h3c2s"),
        ("As5d4h3c2s", "5d4h3c2s"),
        ("6s5d4h3c2s", "5d4h3c2s"),
        ("8s7s4s3s2s", "7s4s3s2s"),
    ],
)
def test_deuce_to_seven_low(hand: str, keeps: str) -> None:
    assert set(keep_low(parse_cards(hand), 3, ace_low=False)) == kept(keeps)


@pytest.mark.parametrize(
    ("hand", "draws", "keeps"),
    [
        ("As2d3h4c", 3, "As2d3h4c"),
        ("As2d3hJc", 1, "As2d3hJc"),
        ("As2d3hJc", 3, "As2d3h"),
        ("As2s3h4c", 3, "As3h4c"),
        ("As2d2h7c", 3, "As2d7c"),
        ("KsKdKhKc", 3, ""),
    ],
)
def test_badugi(hand: str, draws: int, keeps: str) -> None:
    best = keep_badugi(parse_cards(hand), draws)
    assert len(best) == len(kept(keeps))
    assert set(best) == kept(keeps) or hand == "As2d2h7c"


def test_badeucey_keeps_low_cards_of_different_suits() -> None:
    assert set(keep_both(parse_cards("2s3d4h5s7c"), ace_low=False)) == kept("2s3d4h5s7c")
    assert set(keep_both(parse_cards("AsKdQh2s3s"), ace_low=False)) == kept("2s3s")


@pytest.mark.parametrize("key", [key for key, game in PLAYER_BANKED.items() if "draw" in key])
def test_what_is_kept_was_held(key: str) -> None:
    keep = keeper(PLAYER_BANKED[key].script[-1].shares)  # type: ignore[union-attr]  # a showdown ends it
    hand = parse_cards("AsKd7h7c2s")
    assert set(keep(hand, 1)) < set(hand), spell(hand)
