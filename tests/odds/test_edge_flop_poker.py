"""Flop Poker: all boards of sampled hands one by one, and the pot between two players."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest

from croupier.cards import DECK_52, Card, parse_cards
from croupier.games import game_of
from croupier.odds import flop
from croupier.odds.house_edge import house_edge
from croupier.rules.paytables import FLOP
from croupier.rules.sign import TableSign, amend
from tests.odds.tables import changed, with_table

GAME = game_of("flop-poker")
HANDS = ("2h3d7c", "9cTcJc", "2c2d3h", "TcThTd", "4c5d6h", "2c9dTd")
Cards = tuple[Card, ...]


@cache
def lines(text: str) -> Counter[str]:
    """On which line each of the 18,424 boards puts a hand."""
    own = parse_cards(text)
    left = [card for card in DECK_52 if card not in own]
    return Counter(FLOP.line(own, board) for board in combinations(left, 3))


def worth(text: str, odds: dict[str, int]) -> Fraction:
    won = sum((1 + odds[line] if line else -2) * boards for line, boards in lines(text).items())
    return Fraction(won, comb(49, 3))


def values(sign: TableSign = GAME.sign) -> dict[str, Fraction]:
    """By ranks and suits, renamed as the solver does: the same multiset of suits and ranks."""
    ante = house_edge(GAME, sign, players=1).wagers["ante"]
    return {_pattern(parse_cards(text)): value for text, value in ante.values.items()}


def _pattern(cards: Cards) -> str:
    """Ranks by suit, whatever the suits are called."""
    suits = sorted(
        "".join(sorted(card.value[0] for card in cards if card.suit == suit)) for suit in range(4)
    )
    return "|".join(suits)


def test_the_ante_costs_what_is_published_where_a_straight_pays_eleven() -> None:
    sign = amend(GAME.sign, {"flop_odds": "[1000,500,100,30,20,11,4,2,1]"})
    ante = house_edge(GAME, sign).wagers["ante"]
    assert f"{float(ante.house_edge):.4%}" == "5.4237%"


def test_the_best_rule_in_words() -> None:
    ante = house_edge(GAME, GAME.sign).wagers["ante"]
    assert ante.strategy.words.startswith("surrender ten high or less, except with a pair")
    assert ante.ends == house_edge(GAME, GAME.sign, "simple").wagers["ante"].ends
    assert ante.average == 2 - ante.strategy.folds


@pytest.mark.parametrize("hand", HANDS)
def test_a_hand_is_worth_what_all_its_boards_say(hand: str) -> None:
    odds = {line.hand: line.odds or 0 for line in FLOP.lines}
    assert values()[_pattern(parse_cards(hand))] == worth(hand, odds)


@pytest.mark.parametrize("place", range(len(FLOP.lines)))
def test_every_posted_line_counts(place: int) -> None:
    table = changed(FLOP, place, (FLOP.lines[place].odds or 0) + 3)
    odds = {line.hand: line.odds or 0 for line in table.lines}
    sign = amend(GAME.sign, {"flop_odds": str([line.odds for line in table.lines])})
    found = values(sign)
    for hand in HANDS:
        assert found[_pattern(parse_cards(hand))] == worth(hand, odds)
    posted = house_edge(GAME, sign, players=1).wagers["ante"]
    written = house_edge(with_table(GAME, "flop", table), GAME.sign, players=1).wagers["ante"]
    assert posted.ends == written.ends
    assert posted.house_edge < house_edge(GAME, GAME.sign, players=1).wagers["ante"].house_edge


def test_never_folding_plays_every_hand() -> None:
    ante = house_edge(GAME, GAME.sign, "never-fold", players=1).wagers["ante"]
    assert ante.average == 2
    assert ante.ev < house_edge(GAME, GAME.sign, players=1).wagers["ante"].ev
    assert "surrenders" not in {end.words for end in ante.ends}


def test_the_pot_costs_nothing_and_needs_two() -> None:
    assert "pot" not in house_edge(GAME, GAME.sign, players=1).wagers
    pot = house_edge(GAME, GAME.sign, players=2).wagers["pot"]
    assert pot.ev == 0
    assert pot.trials == 0


def test_ties_between_two_are_what_deals_show() -> None:
    exact = house_edge(GAME, GAME.sign, players=2).wagers["pot"]
    ties = float(next(end.probability for end in exact.ends if end.net == 0))
    seen = float(next(end.probability for end in flop.sampled(GAME, 2) if end.net == 0))
    assert abs(seen - ties) < 4 * (ties / flop.TRIALS) ** 0.5


def test_more_players_share_a_pot_that_adds_up() -> None:
    pot = house_edge(GAME, GAME.sign, players=5).wagers["pot"]
    assert pot.ev == 0
    assert pot.trials == flop.TRIALS
    assert max(end.net for end in pot.ends) == 4
    assert pot == house_edge(GAME, GAME.sign, players=5).wagers["pot"]
