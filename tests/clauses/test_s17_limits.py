"""POKER 17 and the structures it leaves to the sign: how much, how often, and what reopens."""

from typing import Any

import pytest

from croupier.chips import Chips
from croupier.engine.commands import Bet, RaiseTo
from croupier.engine.turns import Option
from croupier.games import game_of
from croupier.refused import Refused
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import faults
from tests.clause import clause
from tests.dealing import Deal

NO_LIMIT: dict[str, Any] = {"structure": "no_limit", "limits": (2_00,)}
POT_LIMIT: dict[str, Any] = {"structure": "pot_limit", "limits": (2_00,)}
FOUR: dict[str, Any] = {"limits": (4_00, 8_00), "blinds": (2_00, 4_00)}
SPREAD: dict[str, Any] = {"structure": "spread", "limits": (2_00, 10_00)}


def raise_to(seat: int, to: int) -> RaiseTo:
    return RaiseTo(seat, Chips(to))


def bet(seat: int, to: int) -> Bet:
    return Bet(seat, Chips(to))


def span(deal: Deal, does: str = "raise") -> tuple[int, int]:
    """The least and the most that the player in turn may make it."""
    option = deal.option(does)
    return option.least, option.most


def after_all_in(chips: int, **posted: Any) -> Deal:
    """At $4 limit: a bet of 4, a call, then an all-in for the chips left on the flop."""
    stacks = {1: 200_00, 2: 200_00, 3: 4_00 + chips, 4: 200_00}
    deal = Deal("holdem", stacks, button=4, **FOUR, **posted).to_street("flop")
    return deal.bet(4_00).call().raise_to(chips)


# --- posted minimum and maximum --------------------------------------------------------------


@clause("POKER-17a")
def test_a_fixed_limit_bet_is_the_posted_amount_and_no_other() -> None:
    deal = Deal("holdem", 3, **FOUR)
    assert deal.option("raise") == Option("raise", 8_00, 8_00, 1_00)
    for to in (5_00, 7_00, 9_00, 12_00):
        deal.refused(raise_to(3, to), "POKER 17")
    deal.to_street("flop")
    for to in (1_00, 3_00, 5_00, 8_00):
        deal.refused(bet(1, to), "POKER 17")
    deal.bet(4_00).raise_to(8_00).call().call()
    assert deal.street == "turn"
    for to in (4_00, 7_00, 9_00):
        deal.refused(bet(1, to), "POKER 17")
    deal.bet(8_00).raise_to(16_00)


@clause("POKER-17a")
def test_a_spread_bet_lies_between_minimum_and_maximum() -> None:
    deal = Deal("holdem", 3, **SPREAD)
    assert span(deal) == (4_00, 12_00)
    deal.to_street("flop")
    assert span(deal, "bet") == (2_00, 10_00)
    deal.refused(bet(1, 1_00), "POKER 17")
    deal.refused(bet(1, 11_00), "POKER 17")
    deal.bet(6_00)
    assert span(deal) == (12_00, 16_00)
    deal.refused(raise_to(2, 11_00), "A-29")
    deal.refused(raise_to(2, 17_00), "POKER 17")
    deal.raise_to(16_00)
    assert span(deal) == (26_00, 26_00)


@clause("POKER-17a")
def test_a_no_limit_bet_is_at_least_the_minimum_and_at_most_the_stack() -> None:
    deal = Deal("holdem", 3, **NO_LIMIT).to_street("flop")
    assert span(deal, "bet") == (2_00, 198_00)
    deal.refused(bet(1, 1_00), "POKER 17")
    deal.refused(bet(1, 199_00), "POKER 7(c)")
    deal.bet(198_00)
    assert deal.stacks[1] == 0


@clause("POKER-17a")
def test_a_pot_limit_bet_is_at_most_the_pot_after_the_call() -> None:
    deal = Deal("holdem", 3, **POT_LIMIT)
    assert span(deal) == (4_00, 7_00)
    deal.refused(raise_to(3, 8_00), "A-29")
    deal.raise_to(7_00)
    assert span(deal) == (12_00, 23_00)  # 7 + (1 + 2 + 7 + 6)
    deal.call().call()
    assert deal.state.pot == 21_00
    assert span(deal, "bet") == (2_00, 21_00)
    deal.bet(21_00)
    assert span(deal) == (42_00, 84_00)
    deal.raise_to(84_00)
    assert span(deal) == (147_00, 193_00)  # the pot would allow 294


@clause("POKER-17a")
def test_a_pot_limit_counts_only_what_lies_there() -> None:
    deal = Deal("holdem", {1: 50, 2: 200_00, 3: 200_00}, **POT_LIMIT)
    assert span(deal) == (4_00, 6_00)  # 2 + (0.50 + 2 + 2), in whole chips


@clause("POKER-17a")
@pytest.mark.parametrize("structure", [{}, SPREAD, NO_LIMIT, POT_LIMIT])
def test_who_is_short_may_bet_less_all_in(structure: dict[str, Any]) -> None:
    deal = Deal("holdem", {1: 3_00, 2: 200_00, 3: 200_00}, **structure).to_street("flop")
    assert span(deal, "bet") == (1_00, 1_00)
    deal.bet(1_00)
    assert deal.stacks[1] == 0


@clause("POKER-17a")
@pytest.mark.parametrize(
    ("posted", "words"),
    [
        (TableSign(limits=(Chips(4_00), Chips(2_00))), "rising"),
        (TableSign(limits=(Chips(0), Chips(2_00))), "positive"),
        (TableSign(limits=(Chips(2_00),)), "2 limit amounts"),
        (TableSign(structure="no_limit"), "1 limit amounts"),
        (TableSign(raise_cap=0), "at least one"),
    ],
)
def test_a_sign_that_posts_no_true_minimum_and_maximum_is_refused(
    posted: TableSign, words: str
) -> None:
    (fault,) = faults(game_of("holdem"), posted)
    assert fault.clause == "POKER 17"
    assert words in fault.why
    with pytest.raises(Refused):
        Deal("holdem", 3, sign=posted)


# --- the raise cap ---------------------------------------------------------------------------


@clause("POKER-17b")
def test_three_raises_at_two_dollars_then_call_or_fold() -> None:
    deal = Deal("holdem", 4, raise_cap=3).run("r400 r600 r800")
    assert [event.to for event in deal.events_of("Raised")] == [4_00, 6_00, 8_00]
    assert deal.does == ["fold", "call"]
    deal.refused(raise_to(2, 10_00), "SIGN raise_cap")
    deal.to_street("flop")  # every betting round has its own three
    deal.run("b200 r400 r600 r800")
    assert [event.to for event in deal.events_of("Raised")[3:]] == [2_00, 4_00, 6_00, 8_00]
    assert deal.does == ["fold", "call"]


@clause("POKER-17b")
@pytest.mark.parametrize("cap", [1, 2, 4])
def test_the_cap_is_what_the_sign_says(cap: int) -> None:
    deal = Deal("holdem", 4, raise_cap=cap)
    for count in range(cap):
        assert deal.may("raise")
        deal.raise_to(4_00 + 2_00 * count)
    assert not deal.may("raise")


@clause("POKER-17b")
def test_without_a_posted_cap_raises_have_no_end() -> None:
    deal = Deal("holdem", 2)
    for count in range(20):
        deal.raise_to(4_00 + 2_00 * count)
    assert deal.may("raise")


@clause("POKER-17b")
def test_two_players_are_not_exempt_from_the_cap() -> None:
    deal = Deal("holdem", 2, raise_cap=3).run("r400 r600 r800")
    assert deal.does == ["fold", "call"]


@clause("POKER-17b")
def test_a_cap_holds_at_no_limit_too() -> None:
    deal = Deal("holdem", 3, raise_cap=2, **NO_LIMIT).run("r600 r1200")
    assert deal.does == ["fold", "call"]
    deal.refused(raise_to(2, 50_00), "SIGN raise_cap")


@clause("POKER-17b")
@pytest.mark.parametrize("key", ["seven-card-stud", "five-card-stud", "mambo-stud-hilo-6"])
def test_to_complete_the_forced_bet_is_no_raise(key: str) -> None:
    deal = Deal(key, 4, raise_cap=3)
    assert deal.option("raise") == Option("raise", 2_00, 2_00, 1_00)
    deal.run("r200 r400 r600 r800")
    assert [event.kind for event in deal.events_of("Raised")] == [
        "completion",
        "raise",
        "raise",
        "raise",
    ]
    assert deal.does == ["fold", "call"]


@clause("POKER-17b")
@pytest.mark.parametrize("key", ["five-card-omaha", "triple-draw-2-7", "badugi", "bbc-omaha"])
def test_a_straddle_is_the_first_raise(key: str) -> None:
    sign = TableSign(straddle=Chips(4_00), raise_cap=3)
    deal = Deal(key, 5, straddle=3, button=5, sign=sign)
    assert (deal.actor, deal.turn.to_call) == (4, 4_00)
    assert span(deal) == (6_00, 6_00)
    deal.raise_to(6_00).raise_to(8_00)
    assert deal.does == ["fold", "call"]
    deal.refused(raise_to(1, 10_00), "SIGN raise_cap")


@clause("POKER-17b")
@pytest.mark.parametrize(("chips", "more"), [(5_00, True), (6_00, False)])
def test_an_all_in_counts_as_a_raise_from_half_a_bet_up(chips: int, more: bool) -> None:
    assert after_all_in(chips, raise_cap=1).may("raise") is more


# --- the least raise, and what reopens the betting -------------------------------------------


@clause("POKER-struct")
@pytest.mark.parametrize("structure", [NO_LIMIT, POT_LIMIT, {**SPREAD, "limits": (2_00, 100_00)}])
def test_a_raise_is_at_least_the_last_bet_or_raise(structure: dict[str, Any]) -> None:
    deal = Deal("holdem", 4, chips=1000_00, **structure).run("r700")
    assert deal.option("raise").least == 12_00  # a raise of 5 over the blind of 2
    deal.refused(raise_to(4, 11_00), "A-29")
    deal.raise_to(17_00)
    assert deal.option("raise").least == 27_00
    deal.call().call().call()
    assert deal.street == "flop"
    assert deal.option("bet").least == 2_00
    deal.bet(9_00)
    assert deal.option("raise").least == 18_00
    deal.raise_to(30_00)
    assert deal.option("raise").least == 51_00


@clause("POKER-struct")
def test_the_blind_is_the_bet_that_the_first_raise_is_measured_by() -> None:
    deal = Deal("holdem", 3, structure="no_limit", limits=(1_00,))
    assert deal.option("raise").least == 4_00
    deal.to_street("flop")
    assert deal.option("bet").least == 1_00


@clause("POKER-struct")
@pytest.mark.parametrize("structure", [NO_LIMIT, POT_LIMIT])
def test_an_all_in_for_less_than_a_raise_does_not_reopen(structure: dict[str, Any]) -> None:
    stacks = {1: 200_00, 2: 200_00, 3: 17_00, 4: 200_00}
    deal = Deal("holdem", stacks, button=4, **structure).to_street("flop")
    deal.bet(8_00).call()
    assert deal.option("raise") == Option("raise", 15_00, 15_00, 1_00)
    deal.raise_to(15_00)
    assert not deal.events_of("Raised")[-1].full
    assert deal.actor == 4  # has not acted yet: may raise, by no less than the last full bet
    assert deal.option("raise").least == 23_00
    deal.call()
    for seat in (1, 2):
        assert (deal.actor, deal.does) == (seat, ["fold", "call"])
        deal.refused(raise_to(seat, 30_00), "A-29")
        deal.call()
    assert deal.street == "turn"


@clause("POKER-struct")
def test_an_all_in_of_a_full_raise_reopens() -> None:
    stacks = {1: 200_00, 2: 200_00, 3: 18_00, 4: 200_00}
    deal = Deal("holdem", stacks, button=4, **NO_LIMIT).to_street("flop")
    deal.bet(8_00).call().raise_to(16_00).call()
    assert (deal.actor, deal.does) == (1, ["fold", "call", "raise"])


@clause("POKER-struct")
def test_two_short_all_ins_that_make_a_full_raise_together_reopen() -> None:
    stacks = {1: 200_00, 2: 15_00, 3: 18_00, 4: 200_00}
    deal = Deal("holdem", stacks, button=4, **NO_LIMIT).to_street("flop")
    deal.bet(8_00).raise_to(13_00).raise_to(16_00)
    assert [event.full for event in deal.events_of("Raised")] == [True, False, False]
    deal.call()
    assert (deal.actor, deal.does) == (1, ["fold", "call", "raise"])
    assert deal.option("raise").least == 24_00


@clause("POKER-struct")
def test_who_checked_may_only_call_an_all_in_below_the_least_bet() -> None:
    deal = Deal("holdem", {1: 200_00, 2: 3_00, 3: 200_00}, button=3, **NO_LIMIT).to_street("flop")
    deal.check().bet(1_00)
    assert deal.does == ["fold", "call", "raise"]  # seat 3 has not acted
    deal.call()
    assert (deal.actor, deal.does) == (1, ["fold", "call"])
    deal.refused(raise_to(1, 4_00), "A-29")


@clause("POKER-struct")
def test_below_half_a_bet_may_be_completed_and_does_not_reopen() -> None:
    deal = after_all_in(5_00)
    assert (deal.actor, deal.turn.to_call, span(deal)) == (4, 5_00, (8_00, 8_00))
    deal.call()
    for seat in (1, 2):
        assert (deal.actor, deal.does, deal.turn.to_call) == (seat, ["fold", "call"], 1_00)
        deal.refused(raise_to(seat, 8_00), "A-29")
        deal.call()
    assert deal.street == "turn"


@clause("POKER-struct")
def test_completed_to_the_full_bet_it_reopens() -> None:
    deal = after_all_in(5_00).raise_to(8_00)
    assert (deal.actor, deal.turn.to_call, span(deal)) == (1, 4_00, (12_00, 12_00))


@clause("POKER-struct")
def test_half_a_bet_counts_as_a_bet_and_reopens() -> None:
    deal = after_all_in(6_00)
    assert deal.events_of("Raised")[-1].full
    assert (deal.actor, deal.turn.to_call, span(deal)) == (4, 6_00, (12_00, 12_00))
    deal.call()
    assert (deal.actor, deal.turn.to_call, span(deal)) == (1, 2_00, (12_00, 12_00))


@clause("POKER-struct")
@pytest.mark.parametrize(("chips", "next_raise"), [(1_00, 4_00), (2_00, 8_00), (3_00, 8_00)])
def test_an_opening_bet_all_in_is_measured_by_halves_too(chips: int, next_raise: int) -> None:
    deal = Deal("holdem", {1: 4_00 + chips, 2: 200_00, 3: 200_00}, button=3, **FOUR)
    deal.to_street("flop").bet(chips)
    assert (deal.turn.to_call, span(deal)) == (chips, (next_raise, next_raise))


@clause("POKER-struct")
def test_a_forced_bet_is_completed_first_and_raised_then() -> None:
    deal = Deal("seven-card-stud", 4)
    assert (deal.turn.to_call, span(deal)) == (1_00, (2_00, 2_00))
    deal.raise_to(2_00)
    assert (deal.turn.to_call, span(deal)) == (2_00, (4_00, 4_00))


@clause("POKER-struct")
def test_a_short_blind_leaves_the_price_as_posted() -> None:
    deal = Deal("holdem", {1: 200_00, 2: 50, 3: 200_00, 4: 200_00}, button=4)
    assert (deal.turn.to_call, span(deal)) == (2_00, (4_00, 4_00))
    deal.fold().fold()
    assert deal.state.done is False
    assert deal.events_of("Returned")[0].seat == 1  # half a dollar of the small blind was matched
    assert deal.events_of("Returned")[0].moves[0].chips == 50
    assert deal.pots == [(1_00, (1, 2))]
    assert deal.street == "showdown"


@clause("POKER-struct")
def test_a_blind_that_only_an_all_in_blind_can_answer_comes_back() -> None:
    deal = Deal("holdem", {1: 50, 2: 200_00}, button=2)
    (back,) = deal.events_of("Returned")
    assert (back.seat, back.moves[0].chips) == (2, 1_50)
    assert deal.pots == [(1_00, (1, 2))]
    assert deal.events_of("BettingClosed")[0].skipped
