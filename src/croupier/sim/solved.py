"""A player who has the solver's strategy: against the bank, every choice is the best one."""

from functools import lru_cache
from random import Random

from croupier.cards import Card
from croupier.engine.commands import Command
from croupier.engine.round import Round
from croupier.engine.turns import Turn
from croupier.odds.strategies import folded, kind_of
from croupier.rankings import FAMILIES, kernels
from croupier.refused import Refused
from croupier.rules.banked import AgainstDealer, Choice, Settle, Wagers
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.sim.answers import place

Cards = tuple[Card, ...]


class Solved:
    """Folds exactly the hands that lose less so, and places every later wager that gains."""

    def __init__(self, chance: Random) -> None:
        """Leave nothing to chance."""

    def __call__(self, seen: Round, turn: Turn) -> Command:
        """Wager the least, then choose as the solver does."""
        if not seen.game.banked:
            why = f"the optimal bot plays against the bank only, and {seen.game.key} has none"
            raise Refused("FIELD bots", why)
        stays = isinstance(seen.step, Wagers) or _best(seen, turn.actor)
        return place(seen, turn, stay=stays)


def _best(seen: Round, seat: int) -> bool:
    own, board = seen.hands[seat].down, seen.boards[0]
    if board:
        return gains(seen.game, own, board)
    assert isinstance(seen.step, Choice)
    return kind_of(seen.game, own) not in _folds(seen.game, seen.sign)


@lru_cache
def _folds(game: Game, sign: TableSign) -> frozenset[str]:
    return folded(game, sign, "optimal")


@lru_cache(maxsize=1 << 16)
def gains(game: Game, own: Cards, board: Cards) -> bool:
    """Whether more of the dealer's hands lose than win, over all boards still to come."""
    contest = next(
        contest
        for step in game.script
        if isinstance(step, Settle)
        for contest in step.contests
        if isinstance(contest, AgainstDealer)
    )
    kernel = kernels.kernel(FAMILIES[contest.ranking].family)
    shown = _mask(board)
    duel = kernels.core.Contest(
        [(kernel, contest.pick)], [([_mask(own)], 0), ([0], 2)], shown, 5 - len(board), 0
    )
    _, _, (mine, dealers) = duel.enumerate(1)
    return bool(mine["win"] > dealers["win"])


def _mask(cards: Cards) -> int:
    return sum(1 << card.number for card in cards)
