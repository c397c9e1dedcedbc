"""Texas Hold 'Em Bonus: published figures, identities, and plain enumerations of samples."""

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from croupier.cards import DECK_52
from croupier.engine.settle import THRESHOLD
from croupier.games import game_of
from croupier.odds import thb
from croupier.odds.house_edge import house_edge
from croupier.odds.kernel import core, high_5
from croupier.odds.wagers import Wager
from croupier.rankings import HIGH_5
from croupier.rules.paytables import BONUS
from croupier.rules.sign import amend
from tests.odds.tables import changed, with_table

GAME = game_of("texas-holdem-bonus")
PAIRS = np.array([*combinations(range(45), 2)])  # of the cards left for the house
ANTE = [HIGH_5.strength(THRESHOLD[elected]) for elected in thb.ELECTIONS]


def measured(wager: str, strategy: str = "optimal", **sign: str) -> Wager:
    return house_edge(GAME, amend(GAME.sign, sign), strategy).wagers[wager]


# --- published ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("elected", "edge"), [("straight", "2.04%"), ("flush", "5.59%")])
def test_the_ante_costs_what_is_published(elected: str, edge: str) -> None:
    assert f"{float(measured('ante', ante_threshold=elected).house_edge):.2%}" == edge


def test_risk_and_folds_are_as_published() -> None:
    ante = measured("ante")
    assert f"{float(ante.element_of_risk):.2%}" == "0.53%"
    assert ante.strategy.folded == ("32o", "42o", "52o", "62o", "72o")
    assert ante.strategy.threshold == "fold 3-2 to 7-2 of different suits"
    assert ante.strategy.folds == Fraction(60, 1326)


# --- identities --------------------------------------------------------------------------------


def test_every_deal_is_counted_once() -> None:
    for start in thb.starts():
        for plan in start.ends:
            counts = [count for row in plan for cell in row for count in cell]
            assert sum(counts) == start.combinations * thb.DEALS * thb.DEALER


def test_player_and_dealer_are_alike() -> None:
    """Whatever is wagered, over all starting hands the player wins as often as the dealer."""
    totals = np.array([start.ends for start in thb.starts()]).sum(axis=(0, 2, 3))
    for loses, _ties, *wins in totals.tolist():
        assert sum(wins) == loses


def test_a_plan_changes_wagers_and_nothing_else() -> None:
    for start in thb.starts():
        first, *others = np.array(start.ends).sum(axis=(1, 2)).tolist()
        assert all(other == first for other in others)


def test_no_plan_gains_more() -> None:
    best = measured("ante").ev
    assert all(measured("ante", name).ev < best for name in thb.STRATEGIES if name != "optimal")


def test_always_wagers_five_and_flop_only_three() -> None:
    assert measured("ante", "always").average == 5
    ante = measured("ante", "flop-only")
    assert ante.average == 3 - 2 * ante.strategy.folds


# --- plain enumerations ------------------------------------------------------------------------


def plain_ends(four: list[int], own: tuple[int, int]) -> list[int]:
    """Wins, losses, wins with a straight and with a flush or better: one deal after the other."""
    left = np.array([card for card in range(52) if card not in (*four, *own)], dtype=np.uint8)
    by_river = np.empty((len(left), len(PAIRS), 7), dtype=np.uint8)
    by_river[:, :, :4] = four
    by_river[:, :, 4] = left[:, None]
    for river, there in enumerate(by_river):
        there[:, 5:] = np.delete(left, river)[PAIRS]
    deals = by_river.reshape(-1, 7)
    assert len(deals) == 46 * 990
    theirs = HIGH_5.strengths(deals)
    deals[:, 5:] = own
    mine = HIGH_5.strengths(deals)
    won = mine > theirs
    counts = [won, mine < theirs, *(won & (mine >= least) for least in ANTE)]
    return [int(count.sum()) for count in counts]


@pytest.mark.parametrize("seed", range(12))
def test_what_lies_behind_a_board_of_four(seed: int) -> None:
    source = Random(seed)
    suits = source.choice([(0,), (0, 1), (0, 1, 2, 3)])  # also boards on which a flush is near
    deck = [card for card in range(52) if card % 4 in suits]
    four = source.sample(deck, 4)
    ends = core().count_rivers(high_5(), ANTE, four)
    for _ in range(6):
        kept = [card for card in range(52) if card not in four and source.random() < 0.8]
        low, high = sorted(source.sample(kept, 2))
        assert ends[high * (high - 1) // 2 + low].tolist() == plain_ends(four, (low, high))


@pytest.mark.soak
def test_a_starting_hand_without_the_help_of_suits() -> None:
    """Every board of four for 9d5d, no two taken for one; wagers decided from plain sums."""
    own = (13, 29)
    place = own[1] * (own[1] - 1) // 2 + own[0]
    left = [card for card in range(52) if card not in own]
    kernel, gain, ends = high_5(), {}, {}
    for four in combinations(left, 4):
        row = core().count_rivers(kernel, ANTE, list(four))[place].tolist()
        gain[four], ends[four] = row[0] - row[1], row
    turn_gain: dict[tuple[int, ...], int] = {}
    for four, by in gain.items():
        for flop in combinations(four, 3):
            turn_gain[flop] = turn_gain.get(flop, 0) + by
    total = 0
    for four, (wins, losses, straight, _) in ends.items():
        for flop in combinations(four, 3):
            later = 2 + (turn_gain[flop] > 0) + (gain[four] > 0)
            total += later * (wins - losses) + straight - losses
    assert measured("ante").values["95s"] == Fraction(total, thb.DEALS * thb.DEALER)


# --- the bonus ---------------------------------------------------------------------------------


@pytest.mark.parametrize("place", range(len(BONUS.lines)))
def test_every_line_of_the_bonus_counts(place: int) -> None:
    table = changed(BONUS, place, (BONUS.lines[place].odds or 0) + 7)
    odds = {line.hand: line.odds or 0 for line in table.lines}
    won = sum(odds.get(BONUS.line(own, ()), -1) for own in combinations(DECK_52, 2))
    posted = str([line.odds for line in table.lines])
    assert measured("bonus", bonus_odds=posted).ev == Fraction(won, 1326)
    written = house_edge(with_table(GAME, "bonus", table), GAME.sign).wagers["bonus"]
    assert written.ev == Fraction(won, 1326)


def test_aces_against_aces_add_their_supplement() -> None:
    both = 0
    for own in combinations(DECK_52, 2):
        if BONUS.line(own, ()) == "ace-ace":
            left = [card for card in DECK_52 if card not in own]
            both += sum(BONUS.line(house, ()) == "ace-ace" for house in combinations(left, 2))
    more = Fraction(both * (1000 - 30), 1326 * 1225)
    assert measured("bonus", aces_v_aces="1000").ev == measured("bonus").ev + more


# --- the progressive wager ---------------------------------------------------------------------


def prizes(**sign: str) -> Wager:
    return measured("progressive", progressive="true", **sign)


def test_prizes_come_as_often_as_seven_cards_hold_them() -> None:
    often = {end.words: end.probability for end in prizes(progressive_meter="10000000").ends}
    sevens = comb(52, 7)
    assert often["full house"] == Fraction(3_473_184, sevens)
    assert often["four-of-a-kind"] == Fraction(224_848, sevens)
    assert often["straight flush"] == Fraction(37_260, sevens)
    royals = [share for words, share in often.items() if "royal" in words]
    assert sum(royals) == Fraction(4_324, sevens)
    assert often["royal after 5"] == often["community royal"] == Fraction(4, comb(52, 5))
    six = Fraction(4 * 47, comb(52, 6))
    assert often["royal after 5"] + often["royal after 6"] == six


def test_nobody_wagers_on_a_meter_that_is_not_posted() -> None:
    assert "progressive" not in house_edge(GAME, GAME.sign).wagers


@pytest.mark.parametrize("rule", ["for", "to"])
def test_a_meter_that_breaks_even(rule: str) -> None:
    least = int(prizes(progressive_prizes=rule).more["break_even_meter"])
    assert prizes(progressive_prizes=rule, progressive_meter=str(least)).ev >= 0
    assert prizes(progressive_prizes=rule, progressive_meter=str(least - 1)).ev < 0


@pytest.mark.parametrize("rule", ["for", "to"])
def test_the_meter_that_breaks_even_is_known_without_rounding(rule: str) -> None:
    more = prizes(progressive_prizes=rule).more
    least, unrounded = more["break_even_meter"], more["break_even_unrounded"]
    assert 0 <= least - unrounded < 10  # cents: shares of the meter are paid in whole ones
    # at a meter of which every share is a whole number of cents, the edge is a straight line
    low, high = (
        prizes(progressive_prizes=rule, progressive_meter=str(meter)).ev
        for meter in (1_000_000, 2_000_000)
    )
    crosses = 1_000_000 - low * 1_000_000 / (high - low)
    assert unrounded == crosses


def test_prizes_to_one_give_the_dollar_back() -> None:
    kept, given = (
        prizes(progressive_prizes=rule, progressive_meter="5000000") for rule in ("for", "to")
    )
    won = sum(end.probability for end in kept.ends if end.net > -1)
    assert given.ev - kept.ev == won


def test_a_folded_hand_may_lose_its_dollar() -> None:
    live, lost = (
        prizes(progressive_after_fold=after, progressive_meter="5000000")
        for after in ("true", "false")
    )
    assert lost.ev < live.ev
    never = measured(
        "progressive",
        "never-fold",
        progressive="true",
        progressive_after_fold="false",
        progressive_meter="5000000",
    )
    assert never.ev == live.ev
