"""A kill at a live table: which pot keeps it; it stays when a player leaves (POKER 1, 11(i)).

And the opener of five-card stud, who must bet (POKER 13(f)).
"""

from typing import Any

import pytest

from croupier.chips import Chips
from tests.assist.live import Live
from tests.assist.typist import Open
from tests.clause import clause

KILL: dict[str, Any] = {"kill": "full", "kill_pot": Chips(30_00)}


def qualifying(tables: Open, **sign: Any) -> Live:
    """Seat 1 has won $52 alone at $2/$4, and the next round is to come."""
    live = Live(tables, "omaha-hilo-8", 300, 300, 300, 300, **KILL, **sign).deal()
    live.type("r", "c", "c", "c", "8c Kd 5h", "b", "c", "c", "c", "Tc", "b", "c", "c", "c", "3d")
    live.type("k", "k", "k", "k", "s KhKsJdJh", "m", "m", "m")
    while live.session.steps:
        live.type("y")
    return live


@clause("POKER-11i5", "POKER-11i6")
@pytest.mark.parametrize(
    ("threshold", "stays"), [("amount", True), ("multiple", False), ("", True)]
)
def test_the_qualifying_pot_is_an_amount_or_a_multiple_of_the_least_wager(
    tables: Open, threshold: str, stays: bool
) -> None:
    """$32 at $4/$8: above an amount of $30, and below the $60 that fifteen times $4 make."""
    live = qualifying(tables, kill_threshold=threshold)
    assert "seat 1's kill of $4" in live.now
    live.type("", "", "c", "c", "c", "c", "8c Kd 5h", "k", "k", "k", "b", "c", "c", "c")
    live.type("Tc", "k", "k", "k", "k", "3d", "k", "k", "k", "k")
    assert live.account("pot") == 32
    while "show or muck" in live.now:
        live.type("s KhKsJdJh" if live.session.now.seat == 2 else "m")
    while live.session.steps:
        live.type("y")
    assert ("kill of $4" in live.now) == stays


@clause("POKER-11i7")
def test_the_limits_remain_when_the_winner_leaves(tables: Open) -> None:
    live = qualifying(tables).type("leave 1").deal()
    assert "kill of" not in "\n".join(live.story), "nobody posts for the player who left"
    live.type(*["c"] * 2, "k", "8c Kd 5h")
    assert live.now.endswith("check or bet $4")
    live.type("k", "k", "k", "Tc")
    assert live.now.endswith("check or bet $8")


@clause("POKER-13f")
def test_the_opener_of_a_later_round_of_five_card_stud_must_bet(tables: Open) -> None:
    for posted, offer in ((None, "bet $2"), (False, "check or bet $2")):
        live = Live(
            tables, "five-card-stud", 100, 100, 100, five_stud_opener_must_bet=posted
        ).deal()
        live.type("8c Kd 5h", "c", "c", "Kc 8d 6h")
        assert live.now == f"seat 1 Ada to act: {offer}", "tied with seat 2, nearer on the left"
    live = Live(tables, "five-card-stud", 100, 100, 100).deal().type("8c Kd 5h", "c", "c")
    live.type("Kc 8d 6h")
    assert live.refused("k")
    assert live.refused("f")
