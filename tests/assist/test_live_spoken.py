"""What is said and pushed at a live table: POKER 7(g), 15(j), 6(e)(3) and the club's rules."""

import pytest

from tests.assist.live import BOTH, LIMIT, NO_LIMIT, Live
from tests.assist.typist import Open
from tests.clause import clause


def asked(tables: Open, key: str = "holdem", **sign: object) -> Live:
    """Seat 3 faces the blinds of $1 and $2."""
    return Live(tables, key, 100, 100, 100, **(sign or NO_LIMIT)).deal()


def cites(live: Live, poker: str, club: str) -> bool:
    return (f"BBC {club}" if live.key == "bbc-omaha" else f"POKER {poker}") in live.cited


@clause("POKER-15j", "BBC-irr-verbal")
@pytest.mark.parametrize("key", BOTH)
def test_the_word_outranks_the_chips(tables: Open, key: str) -> None:
    live = asked(tables, key).type("say call push 5 5")
    assert "seat 3 calls $2" in live.news
    assert cites(live, "15(j)", "irr-verbal")
    assert live.stacks[3] == 98


@clause("POKER-7g1")
@pytest.mark.parametrize("key", BOTH)
def test_a_bet_called_not_complete_may_grow(tables: Open, key: str) -> None:
    live = asked(tables, key).type("push 5 more")
    assert "the bet is not complete" in live.news
    assert live.session.now.seat == 3
    live.type("push 5")
    assert "seat 3 raises to $10" in live.news
    other = asked(tables, key).type("push 4 1", "3 push 5")
    assert "the bet stands: it cannot be increased" in other.news, "the first chips are the bet"
    assert other.stacks[3] == 95


@clause("POKER-7g2")
@pytest.mark.parametrize("key", BOTH)
def test_chips_that_make_the_call_are_the_call_and_no_raise_follows(tables: Open, key: str) -> None:
    live = asked(tables, key).type("push 1 1")
    assert "seat 3 calls $2" in live.news
    live.type("3 push 5", "3 say raise 20")
    assert "the call stands: it cannot be increased" in live.news
    assert cites(live, "7(g)(2)", "wag-string")
    assert live.stacks == {1: 99, 2: 98, 3: 98}
    live.type("push 1")
    assert "seat 1 calls $1" in live.news, "the chip that the small blind lacks"


@clause("POKER-7g3")
def test_after_raise_chips_may_come_until_the_hands_rest(tables: Open) -> None:
    live = asked(tables).type("say raise push 4 more", "push 4 more", "push 4")
    assert "seat 3 raises to $12" in live.news
    assert "POKER 7(g)(3)" in live.cited
    limit = asked(tables, **LIMIT).type("say raise push 25 more", "push 25")
    assert "seat 3 raises to $4" in limit.news, "within the posted limits"


@clause("POKER-15j2", "BBC-irr-obligated")
@pytest.mark.parametrize("key", BOTH)
def test_a_wager_that_is_owed_is_paid_without_a_hand(tables: Open, key: str) -> None:
    live = asked(tables, key).type("say raise 8 toss")
    assert "seat 3 raises to $8" in live.news
    assert "seat 3 folds" in live.news
    assert cites(live, "15(j)(2)", "irr-obligated")
    assert live.stacks[3] == 92
    live.type("f")
    assert live.stacks[2] == 98 + 1 + 2 + 8, "the pot, with the $8 in it"


@clause("POKER-15j2")
def test_a_forced_bettor_who_throws_the_hand_away_has_paid(tables: Open) -> None:
    live = Live(tables, "seven-card-stud", 100, 100, 100).deal().type("8c Kd 5h", "3 toss")
    assert "seat 3 folds" in live.news
    assert live.stacks[3] == 99


@clause("POKER-15j1", "BBC-irr-fold")
@pytest.mark.parametrize("key", BOTH)
def test_a_hand_thrown_face_down_to_the_discards_is_folded(tables: Open, key: str) -> None:
    live = asked(tables, key).type("toss")
    assert "seat 3 folds" in live.news
    assert "seat 3 Cyd (button) $100, folded" in live.seen
    state = live.session.sitting.life.round
    assert state is not None
    assert [(pile.seat, len(pile.cards)) for pile in state.discards] == [
        (3, 2 if key == "holdem" else 4)
    ]
    assert "seat 1 is to act" in live.refused("3 c")


@clause("POKER-15j1")
def test_a_stud_player_who_turns_the_up_cards_down_is_folded(tables: Open) -> None:
    live = Live(tables, "seven-card-stud", 100, 100, 100).deal().type("8c Kd 5h", "toss")
    assert "seat 1 folds" in live.news
    assert "8♣" not in live.seen


@clause("POKER-6e3", "BBC-gen-announce")
@pytest.mark.parametrize("key", BOTH)
def test_every_turn_its_options_and_every_action_are_said(tables: Open, key: str) -> None:
    live = asked(tables, key, **LIMIT)
    assert live.now == "seat 3 Cyd to act: fold, call $2 or raise to $4"
    for line, said, then in (
        ("r", "seat 3 raises to $4", "seat 1 Ada to act: fold, call $3 or raise to $6"),
        ("c", "seat 1 calls $3", "seat 2 Bob to act: fold, call $2 or raise to $6"),
        ("f", "seat 2 folds", "burn the top card, then deal the flop"),
        ("8c Kd 5h", "flop: 8♣ K♦ 5♥", "seat 1 Ada to act: check or bet $2"),
        ("k", "seat 1 checks", "seat 3 Cyd to act: check or bet $2"),
        ("b", "seat 3 bets $2", "seat 1 Ada to act: fold, call $2 or raise to $4"),
    ):
        live.type(line)
        assert said in live.news
        assert then in live.now
    assert f"({'BBC' if key == 'bbc-omaha' else 'POKER'}" in live.refused("3 c")
