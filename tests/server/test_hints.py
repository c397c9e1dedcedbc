"""Hints in words, with numbers that were counted by hand; they tell nothing that is hidden."""

from croupier.server.tables.hints import hints
from croupier.views.seat import hide
from tests.dealing import Deal

BOARD = "2s9s7h4cJd"


def words(deal: Deal, seat: int) -> str:
    return " ".join(hints(hide(deal.state, seat), seat, 0.5))


def test_a_flush_draw_has_nine_outs_and_a_call_has_a_price() -> None:
    """Nine spades make a flush and six cards a pair; $2 more for $6 must win a quarter."""
    deal = Deal("holdem", 2, hands={1: "AsKs", 2: "7d7c"}, board=BOARD, button=1)
    deal.to_street("flop")
    asked = deal.actor
    deal.bet(2_00)
    other = 3 - asked
    said = words(deal, other)
    assert "Calling $2 for a pot of $6 pays if you win 25% of it; you can expect 50%." in said
    said = words(deal, 1)
    assert "9 make a flush" in said
    assert "Outs: 47 of" not in said


def test_aces_full_of_the_board_are_beaten_by_nothing() -> None:
    deal = Deal("holdem", 2, hands={1: "JsJh", 2: "7d7c"}, board="JdJc7h4c2d", button=1)
    deal.to_street("flop")
    assert "No hand beats yours now." in words(deal, 1)
    said = words(deal, 2)
    assert "beat yours now" in said
    assert "No hand" not in said


def test_hints_are_the_same_whatever_the_others_hold() -> None:
    said = set()
    for held in ("7d7c", "AhAd"):
        deal = Deal("holdem", 2, hands={1: "QsTs", 2: held}, board=BOARD, button=1)
        deal.to_street("turn")
        said.add(words(deal, 1))
    assert len(said) == 1
