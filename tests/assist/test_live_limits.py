"""Limits at a live table: POKER 17, the club's table of stakes, straddles and bomb pots."""

from typing import Any

import pytest

from croupier.chips import Chips
from croupier.games.bbc_omaha_hi import fixed_limit, pot_limit
from croupier.refused import Refused
from croupier.rules.sign import TableSign
from tests.assist.live import LIMIT, NO_LIMIT, Live
from tests.assist.typist import Open
from tests.clause import clause

CLUB = "bbc-omaha"
# The club's table of stakes, typed from its page: small blind, big blind, maximum bet.
FIXED = [(1, 2, 4), (1, 3, 6), (2, 4, 8), (4, 8, 16), (5, 10, 20)]
POT = [(1, 1), (1, 2), (2, 2), (2, 5), (5, 10)]


def as_posted(sign: TableSign, **more: Any) -> dict[str, Any]:
    keys = ("structure", "blinds", "limits", "heads_up_button_small_blind", "run_twice")
    return {key: getattr(sign, key) for key in keys} | more


# --- POKER 17 -------------------------------------------------------------------------------


@clause("POKER-17a")
def test_the_posted_minimum_and_maximum_bound_every_bet(tables: Open) -> None:
    live = Live(tables, "holdem", 100, 100, 100, **LIMIT).deal()
    for wrong in ("r 3", "r 5", "r 20"):
        assert live.refused(wrong) == "you can only raise to $4 (POKER 17)"
    spread = {"structure": "spread", "limits": (Chips(2_00), Chips(10_00))}
    live = Live(tables, "holdem", 100, 100, 100, **spread).deal().type("c", "c", "k", "8c Kd 5h")
    assert "POKER 17" in live.refused("b 11")
    assert "POKER 17" in live.refused("b 1")
    live.type("b 10")
    live = Live(tables, "holdem", 100, 100, 100, 3, **NO_LIMIT).deal()
    assert "raise to $4 to $100" in live.now
    live.refused("r 3")
    live.type("c", "all in")
    assert "seat 4 raises to $3 and is all-in" in live.news, "all-in for less is allowed"


@clause("POKER-17b")
def test_three_raises_at_two_dollars_then_call_or_fold(tables: Open) -> None:
    live = Live(tables, "holdem", 100, 100, 100, 100, raise_cap=3, **LIMIT).deal()
    live.type("r", "r", "r")
    assert live.news == "seat 1 raises to $8", "2, 4, 6, 8"
    assert live.now == "seat 2 Bob to act: fold or call $6"
    assert "the sign allows 3 raises a betting round" in live.refused("r 10")
    free = Live(tables, "holdem", 100, 100, 100, 100, **LIMIT).deal().type("r", "r", "r", "r")
    assert free.news == "seat 2 raises to $10", "without a posted cap raises have no end"


# --- the club's table of stakes --------------------------------------------------------------


@clause("BBC-fl")
@pytest.mark.parametrize(("small", "lower", "upper"), FIXED)
def test_lower_bets_twice_then_upper_bets(tables: Open, small: int, lower: int, upper: int) -> None:
    live = Live(tables, CLUB, 150, 150, 150, **as_posted(fixed_limit(small, lower, upper))).deal()
    assert live.now == f"seat 3 Cyd to act: fold, call ${lower} or raise to ${2 * lower}"
    live.type("c")
    assert live.now == (f"seat 1 Ada to act: fold, call ${lower - small} or raise to ${2 * lower}")
    live.type("c", "k", "8c Kd 5h")
    assert live.now.endswith(f"bet ${lower}")
    live.type("k", "k", "k", "2c")
    assert live.now.endswith(f"bet ${upper}")
    live.type("b")
    assert live.now.endswith(f"raise to ${2 * upper}")
    live.type("c", "c", "3d")
    assert live.now.endswith(f"bet ${upper}")


@clause("BBC-pl")
@pytest.mark.parametrize(("blinds", "most"), [*zip(POT, (4, 7, 8, 17, 35), strict=True)])
def test_a_pot_limit_raise_is_at_most_the_call_and_the_pot(
    tables: Open, blinds: tuple[int, int], most: int
) -> None:
    live = Live(tables, CLUB, 150, 150, 150, 150, **as_posted(pot_limit(*blinds))).deal()
    assert live.now.endswith(f"to ${most}")
    assert f"${most}" in live.refused(f"r {most + 1}")
    if blinds == (1, 2):
        live.type("r 7")
        assert live.now.endswith("raise to $12 to $24"), "7 and then the 17 that lie there"
        live.type("f", "f", "f")
    else:
        live.type(f"r {most}")


@clause("BBC-pl")
def test_on_the_flop_a_bet_of_the_pot_may_be_raised_to_four_times(tables: Open) -> None:
    live = Live(tables, CLUB, 150, 150, 150, 150, **as_posted(pot_limit(2, 5))).deal()
    live.type("c", "c", "c", "k", "8c Kd 5h", "b 20")
    assert live.now.endswith("raise to $40 to $80")


@clause("BBC-stakes")
def test_other_stakes_may_be_added(tables: Open) -> None:
    live = Live(tables, CLUB, 150, 150, 150, **as_posted(pot_limit(3, 5))).deal()
    assert live.stacks == {1: 147, 2: 145, 3: 150}
    with pytest.raises(Refused) as refusal:
        Live(tables, CLUB, **as_posted(pot_limit(5, 11)))
    assert refusal.value.clause == "BBC forced10"


@clause("BBC-forced10")
def test_what_one_player_is_forced_to_bet_is_at_most_ten_dollars(tables: Open) -> None:
    for ante in (1, 5):
        with pytest.raises(Refused, match=r"\$10") as refusal:
            Live(tables, CLUB, **as_posted(pot_limit(5, 10), ante=Chips(ante * 100)))
        assert refusal.value.clause == "BBC forced10"
    Live(tables, CLUB, **as_posted(pot_limit(5, 9), ante=Chips(1_00)))
    free = as_posted(pot_limit(5, 10), straddle=Chips(20_00), bomb_pot=Chips(20_00))
    Live(tables, CLUB, **free)


@clause("BBC-forced10")
def test_blinds_that_were_missed_count_among_what_one_player_is_forced_to_bet(
    tables: Open,
) -> None:
    sign = as_posted(pot_limit(5, 10), missed_blinds="post")
    live = Live(tables, CLUB, 150, 150, 150, 150, 150, 150, **sign).type("out 2")
    for _ in range(2):
        live.deal().type("f", "f", "f", "f")
    live.type("in 2").deal()  # five dollars dead beside ten live are too many
    assert live.stacks[2] == 140
    assert live.account("pot") == 25


@clause("BBC-single10")
@pytest.mark.parametrize(
    ("sign", "wager"),
    [(fixed_limit(4, 8, 16), 16), (fixed_limit(5, 10, 20), 20), (pot_limit(5, 10), 50)],
)
def test_ten_dollars_clip_no_bet(tables: Open, sign: TableSign, wager: int) -> None:
    live = Live(tables, CLUB, 150, 150, 150, 150, 150, **as_posted(sign)).deal()
    live.type("c", "c", "c", "c", "k", "8c Kd 5h", *["k"] * 5, "2c", f"b {wager}")
    assert f"seat 1 bets ${wager}" in live.news


@clause("BBC-buy")
def test_a_player_buys_at_most_150_in_all(tables: Open) -> None:
    live = Live(tables, CLUB, 100, 150)
    assert "at most $150, not $160 (BBC buy)" in live.refused("buy 1 60")
    live.type("buy 1 50")
    assert "BBC buy" in live.refused("buy 1 1")
    assert "BBC buy" in live.refused("sit 3 Cyd 151")
    live.type("sit 3 Cyd 150")
    assert live.stacks == {1: 150, 2: 150, 3: 150}


@clause("BBC-buy")
def test_winnings_above_1000_stay_and_only_a_purchase_is_refused(tables: Open) -> None:
    live = Live(tables, CLUB, *[150] * 7, purchase_limit="each")
    for seat in range(2, 8):
        live.type("rule", "a pot", f"pay {seat} 1 150", "it was seat 1's")
    assert live.stacks[1] == 1050
    assert "$1,000" in live.refused("buy 1 10")
    assert "BBC buy" in live.session.refused
    live.type("rule", "a pot", "pay 1 2 100", "it was seat 2's", "buy 1 50")
    assert live.stacks[1] == 1000
    assert "BBC buy" in live.refused("buy 1 1")


@clause("BBC-definitions")
def test_a_wager_that_is_none_of_the_clubs_is_refused_by_its_own_document(tables: Open) -> None:
    live = Live(tables, CLUB, 100, 100, 100).deal()
    for line in ("k", "r 3", "r 30", "1 f", "9 f", "m", "s"):
        assert "POKER" not in live.refused(line), line
    assert "(BBC definitions)" in live.refused("k")
    live.type("c", "c", "k", "8c Kd 5h")
    for line in ("b 1", "b 7", "1 m", "2 k"):
        assert "POKER" not in live.refused(line), line
    assert live.refused("b 7") == "you can bet between $2 and $6 (A-29)"


# --- straddle and bomb pot --------------------------------------------------------------------


@clause("BBC-straddle1")
def test_a_straddle_is_voluntary_and_comes_before_any_card(tables: Open) -> None:
    sign = as_posted(pot_limit(1, 2), straddle=Chips(4_00))
    plain = Live(tables, CLUB, 100, 100, 100, 100, **sign).deal()
    assert not plain.said("straddle")
    live = Live(tables, CLUB, 100, 100, 100, 100, **sign)
    while live.session.steps:
        live.type("y")
    live.type("next straddle 3")
    assert "seat 3 straddles for $4" in live.news
    assert not live.said("face down"), "no card is dealt yet"
    live.type("")
    assert live.now.startswith("seat 4 Dov to act: fold, call $4")
    assert "BBC" in plain.refused("next straddle 3")


@clause("BBC-straddle2")
def test_the_straddler_acts_after_all_others(tables: Open) -> None:
    sign = as_posted(pot_limit(1, 2), straddle=Chips(4_00))
    live = Live(tables, CLUB, 100, 100, 100, 100, **sign).deal("next straddle 3")
    order = []
    while "to act" in live.now:
        order.append(live.session.now.seat)
        live.type("k" if live.session.now.seat == 3 else "c")
    assert order == [4, 1, 2, 3], "the straddler keeps the option, after the blinds"
    live = Live(tables, CLUB, 100, 100, 100, 100, **sign).deal("next straddle 3").type("r 8", "c")
    assert live.session.now.seat == 2, "a raise does not bring the straddler forward"
    live.type("c")
    assert live.session.now.seat == 3


@clause("BBC-straddle3")
def test_a_straddle_has_its_posted_value_and_is_at_most_the_maximum_bet(tables: Open) -> None:
    with pytest.raises(Refused) as refusal:
        Live(tables, CLUB, **as_posted(fixed_limit(1, 2, 4), straddle=Chips(5_00)))
    assert refusal.value.clause == "BBC straddle3"
    Live(tables, CLUB, **as_posted(fixed_limit(1, 2, 4), straddle=Chips(4_00)))
    sign = as_posted(pot_limit(1, 2), straddle=Chips(4_00))
    live = Live(tables, CLUB, 100, 100, 100, 100, **sign).deal("next straddle 3")
    assert live.stacks[3] == 96
    assert live.now.endswith("to $15"), "4 and then the 11 that lie there"


@clause("BBC-bomb2")
def test_after_the_deal_of_a_bomb_pot_the_flop_follows_at_once(tables: Open) -> None:
    sign = as_posted(pot_limit(1, 2), bomb_pot=Chips(5_00))
    live = Live(tables, CLUB, *[100] * 6, **sign)
    while live.session.steps:
        live.type("y")
    live.type("next bomb 1 2 3 4 5")
    assert "deal four cards face down to each player" in live.now
    assert "burn the top card, then deal the flop" in live.now, "no betting comes between"
    live.type("8c Kd 5h")
    assert live.account("pot") == 25
    assert live.now == "seat 1 Ada to act: check or bet $2 to $25"


@clause("BBC-bomb3", "BBC-bomb4")
def test_two_boards_win_half_each_and_the_odd_chip_is_the_first_boards(tables: Open) -> None:
    sign = as_posted(pot_limit(1, 2), bomb_pot=Chips(3_00), bomb_boards=2)
    live = Live(tables, CLUB, 100, 100, 100, **sign)
    while live.session.steps:
        live.type("y")
    live.type("next bomb", "8c Kd 5h 9c Qd 6h", "k", "k", "k")
    assert live.account("pot") == 9, "everybody pays the amount of the sign"
    live.type("2c 2d", "k", "k", "k", "3c 3d", "k", "k", "k")
    live.type("s KhKs7c7d", "s QhQs7h7s", "s AcAdJhJs")
    assert live.stacks == {1: 102, 2: 101, 3: 97}, "5 for the first board, 4 for the second"


@clause("BBC-bomb3")
def test_nine_may_play_two_boards_and_ten_may_not(tables: Open) -> None:
    sign = as_posted(pot_limit(1, 2), bomb_pot=Chips(5_00), bomb_boards=2)
    live = Live(tables, CLUB, *[50] * 10, **sign)
    while live.session.steps:
        live.type("y")
    assert "BBC bomb3" in live.refused("next bomb")
    live.type("next bomb 1 2 3 4 5 6 7 8 9")
    assert live.account("pot") == 45


@clause("BBC-bomb4")
def test_a_bomb_pot_is_at_most_the_maximum_bet(tables: Open) -> None:
    with pytest.raises(Refused) as refusal:
        Live(tables, CLUB, **as_posted(fixed_limit(1, 2, 4), bomb_pot=Chips(5_00)))
    assert refusal.value.clause == "BBC bomb4"
    Live(tables, CLUB, **as_posted(fixed_limit(1, 2, 4), bomb_pot=Chips(4_00)))
