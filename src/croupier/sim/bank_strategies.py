"""How to play against the bank: what to wager before the cards, and when to stay in."""

from random import Random

from croupier.cards import UNKNOWN, Card
from croupier.chips import Chips
from croupier.engine.commands import Check, Command, Fold, Place, Surrender
from croupier.engine.layout import layout
from croupier.engine.round import Round
from croupier.engine.turns import Turn
from croupier.rankings import FAMILIES
from croupier.rules.banked import AgainstDealer, Choice, OnTable, Reveal, Settle
from croupier.rules.steps import Board

Cards = tuple[Card, ...]


def first_wagers(seen: Round, turn: Turn) -> Place:
    """The least on the ante, and on every spot that must go with it; no side bets."""
    wanted = {spot.name for spot in layout(seen).values() if spot.required} | {"ante"}
    wagers = {option.spot: Chips(option.least) for option in turn.options if option.spot in wanted}
    return Place(turn.actor, wagers)


def answer_choice(seen: Round, turn: Turn, *, stay: bool) -> Command:
    """Cover the spot that is asked for, or do the other thing."""
    option = turn.option("place")
    if option is not None and stay:
        return Place(turn.actor, {option.spot: Chips(option.least)})
    if turn.option("check"):
        return Check(turn.actor)
    return Surrender(turn.actor) if turn.option("surrender") else Fold(turn.actor)


def is_worth_it(seen: Round, seat: int, *, trials: int, chance: Random, dares: float = 0.0) -> bool:
    """Whether the wager that is asked for loses less, on average, than doing without.

    A daring player accepts losing this many antes more.
    """
    step = seen.step
    assert isinstance(step, Choice)
    known = {*seen.hands[seat].down, *seen.boards[0]} - {UNKNOWN}
    unseen = [card for card in seen.game.cards if card not in known]
    total = 0.0
    for _ in range(trials):
        chance.shuffle(unseen)
        total += _result(seen, seat, step, list(unseen))
    given_up = 0 if step.otherwise == "check" else -1  # the ante
    return total / trials > given_up - dares


def _result(seen: Round, seat: int, step: Choice, pool: list[Card]) -> float:
    """What one imagined end of the round brings, in antes."""
    house, board = _imagined(seen, pool)
    own = seen.hands[seat].down
    total = 0.0
    for settle in seen.script:
        for contest in settle.contests if isinstance(settle, Settle) else ():
            match contest:
                case AgainstDealer():
                    ranking = FAMILIES[contest.ranking]
                    mine = ranking.strength_of(own, board, contest.pick)
                    theirs = ranking.strength_of(house, board, contest.pick)
                    total += ((mine > theirs) - (mine < theirs)) * step.times
                case OnTable() if contest.spot == step.place:
                    line = contest.table.line(own, board)
                    total += 1 + (contest.table.odds(line) or 0) if line else -2
                case _:
                    pass
    return total


def _imagined(seen: Round, pool: list[Card]) -> tuple[Cards, Cards]:
    """A dealer's hand and a whole board; where the house's cards are the board, that alone."""
    house = tuple(pool.pop() if card is UNKNOWN else card for card in seen.house)
    if any(isinstance(step, Reveal) and step.community for step in seen.script):
        return (), house
    due = sum(step.up for step in seen.script[seen.at :] if isinstance(step, Board))
    return house, seen.boards[0] + tuple(pool.pop() for _ in range(due))
