"""Two Card Joker Poker: every figure against a plain enumeration of all 1,431 x 1,326 deals."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from croupier.cards import DECK_54, Card
from croupier.games import game_of
from croupier.odds.house_edge import house_edge
from croupier.rankings import JOKER_2
from croupier.rules.game import Game
from croupier.rules.paytables import CALL, PAIR_UP, SUPER_FLUSH
from croupier.rules.sign import TableSign, amend
from tests.clause import clause
from tests.odds.tables import changed, with_table

GAME = game_of("two-card-joker")
Cards = tuple[Card, ...]


@cache
def showdowns() -> dict[Cards, Counter[str]]:
    """For every hand, how often a call ends each way: one dealer's hand after the other."""
    strength = {own: JOKER_2.strength(own) for own in combinations(DECK_54, 2)}
    queen = JOKER_2.strength("Qc2d")
    found: dict[Cards, Counter[str]] = {}
    for (a, b), mine in strength.items():
        ends: Counter[str] = Counter()
        for house, theirs in strength.items():
            if a in house or b in house:
                continue
            if theirs < queen:
                ends["unqualified"] += 1
            else:
                ends["wins" if mine > theirs else "ties" if mine == theirs else "loses"] += 1
        found[a, b] = ends
    return found


@cache
def category(own: Cards) -> str:
    hand = JOKER_2.hand(own)
    assert hand is not None
    return hand.category


def value_of_ante(call: dict[str, int]) -> Fraction:
    """Best play: fold for one ante, or call."""
    total = Fraction(0)
    for own, ends in showdowns().items():
        won = ends["unqualified"] + (1 + call[category(own)]) * ends["wins"] - 2 * ends["loses"]
        total += max(Fraction(-1), Fraction(won, 1326))
    return total / 1431


def edge(game: Game = GAME, sign: TableSign = GAME.sign, wager: str = "ante") -> Fraction:
    return house_edge(game, sign).wagers[wager].house_edge


def test_the_ante_costs_what_is_published() -> None:
    ante = house_edge(GAME, GAME.sign).wagers["ante"]
    assert f"{float(ante.house_edge):.2%}" == "3.15%"
    assert f"{float(ante.element_of_risk):.2%}" == "1.88%"
    assert f"{float(ante.average):.6f}" == "1.672956"
    assert ante.strategy.words == "call with queen-five or better"
    assert ante.strategy.threshold == "queen-five"
    assert ante.strategy.folded[0] == "Q4"


def test_the_ante_is_what_all_deals_say() -> None:
    assert -edge() == value_of_ante({line.hand: line.odds or 0 for line in CALL.lines})


@pytest.mark.parametrize("place", range(len(CALL.lines)))
@pytest.mark.parametrize("odds", [0, 20])
def test_every_line_of_the_call_counts(place: int, odds: int) -> None:
    table = changed(CALL, place, odds)
    paid = {line.hand: line.odds or 0 for line in table.lines}
    assert -edge(with_table(GAME, "call", table)) == value_of_ante(paid)


def test_never_folding_costs_what_all_deals_say() -> None:
    calls = {line.hand: line.odds or 0 for line in CALL.lines}
    total = sum(
        ends["unqualified"] + (1 + calls[category(own)]) * ends["wins"] - 2 * ends["loses"]
        for own, ends in showdowns().items()
    )
    ante = house_edge(GAME, GAME.sign, "never-fold").wagers["ante"]
    assert ante.ev == Fraction(total, 1431 * 1326)
    assert ante.average == 2
    assert ante.strategy.folded == ()


def test_the_published_rule_is_the_best_one() -> None:
    simple, best = (
        house_edge(GAME, GAME.sign, name).wagers["ante"] for name in ("simple", "optimal")
    )
    assert simple.ends == best.ends


def test_the_deviation_is_that_of_all_deals() -> None:
    ante = house_edge(GAME, GAME.sign).wagers["ante"]
    odds = {line.hand: line.odds or 0 for line in CALL.lines}
    squares = 0
    for own, ends in showdowns().items():
        won = 1 + odds[category(own)]
        called = ends["unqualified"] + won * ends["wins"] - 2 * ends["loses"]
        played = ends["unqualified"] + won**2 * ends["wins"] + 4 * ends["loses"]
        squares += played if called > -1326 else 1326
    assert ante.variance == Fraction(squares, 1431 * 1326) - ante.ev**2


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_sign_chooses_the_pair_up_table(number: int) -> None:
    sign = amend(GAME.sign, {"pair_up_table": str(number)})
    odds = {line.hand: line.odds or 0 for line in PAIR_UP[number - 1].lines}
    won = sum(odds.get(category(own), -1) for own in combinations(DECK_54, 2))
    assert -edge(sign=sign, wager="pair up") == Fraction(won, 1431)


@pytest.mark.parametrize("place", range(len(PAIR_UP[0].lines)))
def test_every_line_of_pair_up_counts(place: int) -> None:
    table = changed(PAIR_UP[0], place, 77)
    odds = {line.hand: line.odds or 0 for line in table.lines}
    won = sum(odds.get(category(own), -1) for own in combinations(DECK_54, 2))
    assert -edge(with_table(GAME, "pair up", table), wager="pair up") == Fraction(won, 1431)


@pytest.mark.parametrize("place", range(len(SUPER_FLUSH.lines)))
def test_every_line_of_super_flush_counts(place: int) -> None:
    table = changed(SUPER_FLUSH, place, 77)
    odds = {line.hand: line.odds or 0 for line in table.lines}
    won = 0
    for own in combinations(DECK_54, 2):
        name = category(own)
        if name == "flush":
            high = max(card.rank for card in own)
            name = {12: "ace high flush", 11: "king high flush"}.get(high, name)
        won += odds.get("pair" if name == "two jokers" else name, -1)
    found = edge(with_table(GAME, "super flush", table), wager="super flush")
    assert -found == Fraction(won, 1431)


@clause("TCJ-5b6")
def test_the_edge_reads_the_lowest_flush_from_the_sign() -> None:
    """Four hands of 1,431 pay 1 to 1 in place of 3 to 1 on super flush."""
    printed = amend(GAME.sign, {"lowest_flush": "A-3"})
    names = ("super flush", "ante", "pair up")
    more = {name: edge(sign=printed, wager=name) - edge(wager=name) for name in names}
    assert more["super flush"] == Fraction(4 * 2, 1431)
    assert more["ante"] == more["pair up"] == 0, "what players lose by it, they win by it"
    usual, other = (house_edge(GAME, sign).wagers["ante"].values for sign in (GAME.sign, printed))
    assert {spelled for spelled in usual if usual[spelled] > other[spelled]} == {
        spelled for spelled in usual if set(spelled) in ({"A", "3", suit} for suit in "cdhs")
    }
