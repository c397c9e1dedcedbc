"""Irregularities at a live table: POKER 15(e)-(r) and the club's, as a dealer reports them."""

from typing import Any

import pytest

from croupier.chips import Chips
from croupier.engine.faults import Exposed
from croupier.rules.sign import Supplement
from tests.assist.live import BOTH, LIMIT, NO_LIMIT, Live
from tests.assist.typist import Open
from tests.clause import clause

STUD = "seven-card-stud"
ANTE: dict[str, Any] = {"ante": Chips(1_00)}


def dealt(tables: Open, key: str = "holdem", *stacks: float, **sign: Any) -> Live:
    return Live(tables, key, *(stacks or (100, 100, 100)), **(sign or NO_LIMIT)).deal()


def oops(live: Live, what: str) -> Live:
    """Report, read the ruling, confirm it."""
    live.type(f"oops {what}")
    assert live.now == "is this what happened?"
    return live.type("yes")


def cites(live: Live, poker: str, club: str = "") -> bool:
    return (f"BBC {club}" if live.key == "bbc-omaha" else f"POKER {poker}") in live.cited


# --- misdeals -----------------------------------------------------------------------------


@clause("POKER-15e1", "POKER-15e3")
@pytest.mark.parametrize("trouble", ["not_shuffled", "face_up_cards"])
def test_a_deck_not_shuffled_or_with_two_cards_face_up_is_a_misdeal_until_the_award(
    tables: Open, trouble: str
) -> None:
    live = dealt(tables).type("c", "c", "k", "8c Kd 5h", "b 10", "c", "c", "2c", "k", "k", "k")
    live.type("3d", "k", "k", "k")
    assert "shows first" in live.now
    oops(live, trouble)
    assert "misdeal" in live.news
    assert cites(live, "15(e)(1)") or cites(live, "15(e)(3)")
    assert live.stacks == {1: 100, 2: 100, 3: 100}
    assert live.session.sitting.life.rounds == 0, "the button does not move"


@clause("POKER-15e3")
def test_one_card_face_up_is_no_misdeal_and_a_second_is(tables: Open) -> None:
    live = oops(dealt(tables).type("c", "c", "k"), "face_up_card 5c")
    assert live.session.sitting.life.playing
    oops(live, "face_up_card 6c")
    assert "misdeal" in live.news
    assert live.stacks == {1: 100, 2: 100, 3: 100}


# --- hands ---------------------------------------------------------------------------------


@clause("POKER-15f", "BBC-irr-ineligible")
@pytest.mark.parametrize("key", BOTH)
def test_only_the_cards_of_an_ineligible_player_are_discarded(tables: Open, key: str) -> None:
    live = oops(dealt(tables, key, 100, 100, 100, 100), "ineligible 4")
    assert cites(live, "15(f)", "irr-ineligible")
    state = live.session.sitting.life.round
    assert state is not None
    assert {seat for seat, hand in state.hands.items() if not hand.out} == {1, 2, 3}
    assert live.stacks[4] == 100
    assert live.now.startswith("seat 3 Cyd to act"), "the round goes on"


@clause("POKER-15i", "BBC-irr-unprotected")
@pytest.mark.parametrize("key", BOTH)
@pytest.mark.parametrize("trouble", ["fouled", "collected"])
def test_an_unprotected_hand_is_dead_without_redress(tables: Open, key: str, trouble: str) -> None:
    live = oops(dealt(tables, key).type("r 6", "c", "c"), f"{trouble} 3")
    assert cites(live, "15(i)", "irr-unprotected")
    assert live.stacks[3] == 94, "no refund"
    live.type("8c Kd 5h")
    assert "seat 3" not in live.now
    live.type("b 10", "f")
    assert live.stacks == {1: 112, 2: 94, 3: 94}


@clause("POKER-15i1")
def test_hole_cards_of_stud_are_protected(tables: Open) -> None:
    live = dealt(tables, STUD, 100, 100, 100, **ANTE).type("8c Kd 5h", "c", "c")
    oops(live, "fouled 1")
    assert live.stacks[1] == 100, "the ante and the call come back"
    other = dealt(tables, "five-card-draw", 100, 100, 100, **ANTE).type("c", "c", "k")
    oops(other, "fouled 1")
    assert other.stacks[1] == 97, "a hand of draw poker is not protected by itself"


@clause("POKER-15i2", "BBC-irr-reconstruct")
@pytest.mark.parametrize("key", BOTH)
def test_a_protected_hand_is_restored_where_possible_and_plays_on(tables: Open, key: str) -> None:
    live = oops(dealt(tables, key).type("3 protect", "r 6", "c", "c"), "fouled 3 mended")
    assert cites(live, "15(i)(2)", "irr-reconstruct")
    state = live.session.sitting.life.round
    assert state is not None
    assert not state.hands[3].out
    live.type("8c Kd 5h", "k", "k")
    assert live.session.now.seat == 3


@clause("POKER-15i3", "BBC-irr-refund")
@pytest.mark.parametrize("key", BOTH)
def test_a_protected_hand_that_is_lost_has_back_what_was_put_in(tables: Open, key: str) -> None:
    """$14 of a pot of $60 go back, and $46 are played for."""
    live = dealt(tables, key, 100, 100, 14, 100, 100).type("3 protect", "r 14", "c", "c", "c", "f")
    assert live.account("pot") == 58
    oops(live, "collected 3")
    assert cites(live, "15(i)(3)", "irr-refund")
    assert (live.stacks[3], live.account("pot")) == (14, 44)
    guilty = dealt(tables, key, 100, 100, 14, 100).type("3 protect", "r 14", "c", "c", "c")
    oops(guilty, "collected 3 contributed")
    assert (guilty.stacks[3], guilty.account("pot")) == (0, 56), "a contributor gets nothing"


@clause("POKER-15i4", "BBC-irr-left")
@pytest.mark.parametrize("key", BOTH)
def test_who_leaves_an_unprotected_hand_without_a_word_has_no_claim(tables: Open, key: str) -> None:
    live = oops(dealt(tables, key).type("r 6", "c", "c"), "left_table 3")
    assert live.stacks[3] == 94
    live.type("8c Kd 5h", "b 4", "f")
    assert live.stacks == {1: 112, 2: 94, 3: 94}
    kept = oops(dealt(tables, key).type("3 protect", "r 6", "c", "c"), "left_table 3")
    assert "stays live" in kept.news, "a protected hand waits for its player"
    kept.type("8c Kd 5h", "k", "k")
    assert kept.session.now.seat == 3


# --- stud: cards turned up -------------------------------------------------------------------


@clause("POKER-15k-hole")
def test_after_one_exposed_hole_card_the_third_comes_face_down(tables: Open) -> None:
    live = Live(tables, STUD, 100, 100, 100).deal()
    oops(live, "exposed 2 Kd")
    assert cites(live, "15(k)")
    live.type("8c 5h")
    state = live.session.sitting.life.round
    assert state is not None
    assert (state.hands[2].down, state.hands[2].up) == (("??", "??"), ("Kd",))
    assert "seat 3 shows the lowest up-card, 5♥" in live.news


@clause("POKER-15k-both", "POKER-15k-again")
def test_both_hole_cards_exposed_kill_the_hand_and_return_the_ante(tables: Open) -> None:
    live = Live(tables, STUD, 100, 100, 100, **ANTE).deal()
    oops(oops(live, "exposed 2 Kd"), "exposed 2 Qd")
    assert "seat 2" in live.news
    assert live.stacks[2] == 100
    live.type("8c 5h")
    assert "seat 3 shows the lowest up-card, 5♥" in live.news
    assert live.stacks == {1: 99, 2: 100, 3: 98}


@clause("POKER-15k-again")
@pytest.mark.parametrize("key", [STUD, "five-card-stud", "mambo-stud-hilo-6"])
def test_the_card_in_place_of_an_exposed_one_is_exposed_as_well(tables: Open, key: str) -> None:
    live = Live(tables, key, 100, 100, 100, **ANTE).deal()
    oops(live, "exposed 2 Kd").type("8c")
    oops(live, "exposed 2 Qd")
    assert live.stacks[2] == 100, "the hand is dead, and the ante is back"
    state = live.session.sitting.life.round
    assert state is not None
    assert (state.hands[2].out, state.hands[1].out) == ("void", "")
    assert live.session.sitting.life.playing, "the others play on"


def seventh(tables: Open) -> Live:
    """Three players of seven-card stud, $42 in the pot, before the last card."""
    spread = {"structure": "spread", "limits": (Chips(1_00), Chips(40_00))}
    live = Live(tables, STUD, 100, 100, 100, **spread).deal()
    live.type("8c Kd 5h", "c", "c", "Jc Qd 6h", "b 13", "c", "c")
    live.type("2c 3d 4h", "k", "k", "k", "7c 9d Th", "k", "k", "k")
    return live


@clause("POKER-15k-third")
@pytest.mark.parametrize("word", ["stop", "on"])
def test_a_player_whose_third_hole_card_shows_may_stop_or_play_on(tables: Open, word: str) -> None:
    live = oops(seventh(tables), "exposed 2 As")
    assert live.now == "deal one card to seat 3; then seat 2 Bob to act: stop or play on"
    assert live.account("pot") == 42
    live.type(word)
    asked = []
    while live.session.now.seat in (1, 2, 3) and "shows first" not in live.now:
        asked.append(live.session.now.seat)
        live.type("b 30" if "call" not in live.now and live.session.now.seat == 1 else "c")
    if word == "on":
        assert 2 in asked
        assert live.pots == ["the pot $132: seats 1, 2 and 3"]
    else:
        assert 2 not in asked
        assert live.pots == [
            "the main pot $42: seats 1, 2 and 3",
            "the side pot $60: seats 1 and 3",
        ]


@clause("POKER-15l")
def test_in_five_card_stud_the_second_card_comes_face_down(tables: Open) -> None:
    live = Live(tables, "five-card-stud", 100, 100, 100).deal()
    oops(live, "exposed 2 Kd").type("8c 5h")
    assert "seat 3 shows the lowest up-card, 5♥, and places the forced bet" in live.news
    assert "exchange" not in live.now
    state = live.session.sitting.life.round
    assert state is not None
    assert (state.hands[2].down, state.hands[2].up) == (("??",), ("Kd",))


@clause("POKER-15m-first")
def test_in_mambo_the_second_card_comes_face_down(tables: Open) -> None:
    live = Live(tables, "mambo-stud-hilo-6", 100, 100, 100).deal()
    oops(live, "exposed 2 Kd").type("8c 5h")
    assert "seat 3 shows the lowest up-card, 5♥, and places the forced bet" in live.news
    assert "exchange" not in live.now
    state = live.session.sitting.life.round
    assert state is not None
    assert (state.hands[2].down, state.hands[2].up) == (("??",), ("Kd",))


@clause("POKER-15m-third")
def test_in_mambo_an_exposed_third_card_gives_the_choice(tables: Open) -> None:
    live = Live(tables, "mambo-stud-hilo-6", 100, 100, 100).deal()
    oops(live.type("8c Kd 5h", "c", "c"), "exposed 2 As")
    assert live.now == "deal one card to seat 3; then seat 2 Bob to act: stop or play on"
    live.type("stop", "b", "c")
    assert live.pots == ["the main pot $3: seats 1, 2 and 3", "the side pot $8: seats 1 and 3"]


# --- cards -------------------------------------------------------------------------------


@clause("POKER-15n", "BBC-irr-offtable")
@pytest.mark.parametrize("key", BOTH)
def test_a_card_off_the_table_is_not_used_and_the_next_takes_its_place(
    tables: Open, key: str
) -> None:
    live = oops(dealt(tables, key).type("c", "c", "k"), "off_table 5c")
    assert cites(live, "15(n)", "irr-offtable")
    assert live.refused("5c Kd 5h"), "it does not come again"
    live.type("8c Kd 5h")
    assert "flop: 8♣ K♦ 5♥" in live.news
    state = live.session.sitting.life.round
    assert state is not None
    assert any("5c" in pile.cards for pile in state.discards)


@clause("POKER-15o1", "POKER-15o2")
@pytest.mark.parametrize(("posted", "burns"), [("burn", 0), ("discard", 1)])
@pytest.mark.parametrize("key", ["holdem", "omaha"])
def test_an_exposed_card_is_exchanged_for_the_top_card(
    tables: Open, key: str, posted: str, burns: int
) -> None:
    live = Live(tables, key, 100, 100, 100, exposed_card=posted, **LIMIT)
    while live.session.steps:
        live.type("y")
    oops(live.type(""), "exposed 2 Kd")
    assert cites(live, "15(o)")
    assert "exchange K♦ of seat 2 for the next card" in live.now
    assert ("lay it out as the burn" in live.now) == (posted == "burn")
    live.type("", "c", "c", "k")
    assert ("burn the top card" in live.now) == bool(burns)
    assert live.refused("Kd 8c 5h")


@clause("BBC-irr-exposed")
def test_the_club_follows_the_rule_of_omaha(tables: Open) -> None:
    live = Live(tables, "bbc-omaha", 100, 100, 100)
    while live.session.steps:
        live.type("y")
    oops(live.type(""), "exposed 2 Kd")
    assert "exchange K♦ of seat 2 for the next card, and lay it out as the burn" in live.now
    assert [fact.clause for fact in live.facts(Exposed)] == ["A-48"], "no rule of the club"
    live.type("", "c", "c", "k")
    assert live.now.startswith("deal the flop"), "the exposed card was the burn"


# --- the shuffler, and supplements -------------------------------------------------------------


@clause("POKER-15p")
def test_after_a_jam_the_cards_are_reshuffled_by_the_approved_procedure(tables: Open) -> None:
    live = Live(tables, "holdem", 100, 100, 100, shuffler="plain")
    while live.session.steps:
        live.type("y")
    live.type("shuffler jam it stopped")
    assert "approved procedure" in live.now
    assert live.session.now.clause == "POKER 15(p)"
    assert live.refused("next"), "no hand is started"
    assert live.refused(""), "the procedure is named"
    assert live.refused("y")
    live.type("MGC shuffler procedure 3").deal()
    assert live.session.sitting.life.playing


@clause("POKER-15q")
def test_a_shuffler_is_removed_before_another_method_is_used(tables: Open) -> None:
    live = Live(tables, "holdem", 100, 100, 100, shuffler="plain")
    seen = []
    while live.session.steps:
        seen.append(live.now)
        live.type("y")
    assert not any(words.startswith("shuffle the") for words in seen), "nobody shuffles by hand"
    live.deal().type("f", "f", "shuffler off worn out")
    seen = []
    while live.session.steps:
        seen.append(live.now)
        live.type("y")
    assert any("shuffle the" in words for words in seen)


@clause("POKER-15r")
def test_a_supplement_counts_only_with_its_approval(tables: Open) -> None:
    text = "all hands count as protected"
    for approval, back in (("", 94), ("MGC-2026-17", 100)):
        supplement = Supplement("hands_protected", text, approval)
        live = dealt(tables, "holdem", 100, 100, 100, **NO_LIMIT, supplements=(supplement,))
        oops(live.type("r 6", "c", "c"), "collected 3")
        assert live.stacks[3] == back
