"""The solvers against the dealer: in rounds of the engine each wager is worth what they say.

Every round covers all spots of the layout and is played by the solver's own strategy. What the
chips of a wager came to in the log must be the end that the solver has for that deal.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from croupier.cards import DECK_52, DECK_54, Card, parse_cards, spell
from croupier.chips import Chips
from croupier.engine.accounts import BANK
from croupier.games import game_of
from croupier.odds import thb
from croupier.odds.contests import lines_of, on_table
from croupier.odds.house_edge import house_edge
from croupier.odds.wagers import Wager
from croupier.rankings import HIGH_5, JOKER_2
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.sim.solved import Solved
from tests.banking import Bank

Cards = tuple[Card, ...]
UNIT = 10_00
JOKER, FLOP, BONUS = (
    game_of(key) for key in ("two-card-joker", "flop-poker", "texas-holdem-bonus")
)
METER = replace(BONUS.sign, progressive=True, progressive_meter=Chips(12_345_67))
SIDES = ("bonus", "progressive", "pair up", "super flush")


class Nets(NamedTuple):
    """Net results by wager, and how many antes the later wagers were."""

    by: dict[str, Fraction]
    later: int


def nets(game: Game, sign: TableSign, own: Cards, house: Cards, board: Cards = ()) -> Nets:
    """What a round by the solver's strategy brings on each wager, in units of it.

    The main game is what the player's chips came to, less what the side wagers did.
    """
    bank = Bank(
        game.key,
        1,
        sign=sign,
        chips=10_000_00,
        hands={1: spell(own)},
        house=spell(house),
        board=spell(board),
        wagers={1: _covered(game, sign)},
    )
    best = Solved(Random(0))
    while not bank.state.done:
        bank.say(best(bank.state, bank.turn))
    sides = {spot: o for spot, o in bank.settled(1).items() if spot in SIDES}
    won = {spot: o.won - _taken(bank, spot) for spot, o in sides.items()}
    found = {spot: Fraction(chips, sides[spot].staked) for spot, chips in won.items()}
    placed = sum(chose.chips for chose in bank.events_of("Chose"))
    main = Fraction(bank.won(1) - sum(won.values()), UNIT)
    return Nets(found | {"ante": main}, placed // UNIT)


def _taken(bank: Bank, spot: str) -> int:
    """What the house took from a spot."""
    moves = [move for event in bank.events_of("Settled") for move in event.moves]
    return sum(m.chips for m in moves if (m.source, m.target) == (f"spot:1:{spot}", BANK))


@cache
def solved(game: Game, sign: TableSign) -> dict[str, Wager]:
    return house_edge(game, sign).wagers


@cache
def _covered(game: Game, sign: TableSign) -> dict[str, int]:
    options = Bank(game.key, 1, sign=sign).turn.options
    return {option.spot: min(UNIT, option.most) for option in options if option.spot}


def ends(wager: Wager) -> dict[str, Fraction]:
    """The solver's ends by their words, each of which has one net result."""
    found = {end.words: end.net for end in wager.ends}
    assert len(found) == len(wager.ends)
    return found


def on_two_cards(game: Game, sign: TableSign, spot: str, own: Cards) -> Fraction:
    """What the solver has for a wager on the player's own cards."""
    line = lines_of(on_table(game, spot), sign)[0].line(own, ())
    known = ends(solved(game, sign)[spot])
    return known.get(line, known["anything else"])


def deals(cards: Cards, *sizes: int, count: int, seed: str) -> Iterator[tuple[Cards, ...]]:
    """Deals of hands of these sizes, drawn from a seed."""
    chance = Random(seed)
    for _ in range(count):
        drawn = tuple(chance.sample(cards, sum(sizes)))
        places = [sum(sizes[:at]) for at in range(len(sizes))]
        yield tuple(drawn[at : at + size] for at, size in zip(places, sizes, strict=True))


# --- Two Card Joker ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "own", ["Jk1Jk2", "AsJk1", "8c8d", "QhJh", "7d6d", "9s8d", "Qc5d", "Qs4d", "7s2d"]
)
def test_a_hand_dealt_against_all_of_the_dealers_is_worth_what_the_solver_says(own: str) -> None:
    """All 1,326 rounds: the call exactly, fold or not, and both wagers on the player's cards."""
    cards = parse_cards(own)
    value = solved(JOKER, JOKER.sign)["ante"].values[spell(sorted(cards, key=DECK_54.index))]
    rest = [card for card in DECK_54 if card not in cards]
    total, rounds = Fraction(0), 0
    sides = {spot: on_two_cards(JOKER, JOKER.sign, spot, cards) for spot in SIDES[2:]}
    for house in combinations(rest, 2):
        by, later = nets(JOKER, JOKER.sign, cards, house)
        total, rounds = total + by.pop("ante"), rounds + 1
        assert by == sides
        assert later == (value > -1)
    assert (rounds, total / rounds) == (1326, max(Fraction(-1), value))


def test_two_card_joker_deals_end_as_the_solver_has_them() -> None:
    known = ends(solved(JOKER, JOKER.sign)["ante"])
    for own, house in deals(DECK_54, 2, 2, count=300, seed="joker"):
        by, later = nets(JOKER, JOKER.sign, own, house)
        assert by["ante"] == known[_joker_end(own, house) if later else "folds"], (own, house)
        for spot in SIDES[2:]:
            assert by[spot] == on_two_cards(JOKER, JOKER.sign, spot, own)


def _joker_end(own: Cards, house: Cards) -> str:
    mine, theirs = JOKER_2.strength(own), JOKER_2.strength(house)
    if theirs < JOKER_2.strength("Qc2d"):
        return "the dealer does not qualify"
    if mine <= theirs:
        return "ties" if mine == theirs else "loses"
    hand = JOKER_2.hand(own)
    assert hand is not None
    return f"wins with {hand.category}"


# --- Flop Poker --------------------------------------------------------------------------------


def test_flop_poker_deals_end_as_the_solver_has_them() -> None:
    table = lines_of(on_table(FLOP, "flop"), FLOP.sign)[0]
    known = ends(solved(FLOP, FLOP.sign)["ante"])
    seen: Counter[str] = Counter()
    for own, board in deals(DECK_52, 3, 3, count=300, seed="flop"):
        by, later = nets(FLOP, FLOP.sign, own, board)
        line = table.line(own, board)
        words = (f"wins with {line}" if line else "loses") if later else "surrenders"
        seen[words] += 1
        assert by == {"ante": known[words]}, (own, board)
    assert len(seen) > 5


# --- Texas Hold 'Em Bonus ----------------------------------------------------------------------


@pytest.mark.parametrize("elected", thb.ELECTIONS)
def test_holdem_bonus_deals_end_as_the_solver_has_them(elected: str) -> None:
    sign = replace(METER, ante_threshold=elected, aces_v_aces=1000)
    wagers = solved(BONUS, sign)
    known = {(end.words, end.net) for end in wagers["ante"].ends}
    prizes = {end.net for end in wagers["progressive"].ends}
    for own, house, board in deals(DECK_52, 2, 2, 5, count=150, seed=elected):
        by, later = nets(BONUS, sign, own, house, board)
        words = _bonus_end(own, house, board) if later else "folds"
        net = thb.nets(later, elected)[thb.RESULTS.index(words)] if later else thb.FOLD
        assert by["ante"] == net, (own, house, board)
        assert (words, Fraction(net)) in known
        assert by["bonus"] == on_two_cards(BONUS, sign, "bonus", own)
        assert by["progressive"] in prizes


def _bonus_end(own: Cards, house: Cards, board: Cards) -> str:
    mine, theirs = HIGH_5.strength(own + board), HIGH_5.strength(house + board)
    if mine <= theirs:
        return "ties" if mine == theirs else "loses"
    marks = [HIGH_5.strength(least) for least in ("5c4d3h2sAc", "7c5c4c3c2c")]
    return thb.RESULTS[2 + sum(mine >= mark for mark in marks)]


def test_aces_against_aces_are_paid_the_supplement() -> None:
    sign = replace(METER, aces_v_aces=1000)
    own, house, board = map(parse_cards, ("AsAh", "AcAd", "2c7d9hTsKc"))
    by, _ = nets(BONUS, sign, own, house, board)
    assert by["bonus"] == ends(solved(BONUS, sign)["bonus"])["ace-ace against ace-ace"]
    assert by["bonus"] != on_two_cards(BONUS, sign, "bonus", own)


@pytest.mark.parametrize(
    ("own", "board", "line"),
    [
        ("AsKs", "QsJsTs2c3d", "royal after 5"),
        ("9s8s", "7s6s5s2c3d", "straight flush"),
        ("9s9h", "9d9c5s2c3d", "four-of-a-kind"),
    ],
)
def test_a_prize_of_the_meter_is_what_the_solver_has(own: str, board: str, line: str) -> None:
    by, _ = nets(BONUS, METER, parse_cards(own), parse_cards("4c4h"), parse_cards(board))
    assert by["progressive"] == ends(solved(BONUS, METER)["progressive"])[line]
