"""What a reader must know of a game: which cards each street deals, and whether any is drawn."""

from functools import cache
from typing import NamedTuple

from croupier.rules.game import Game
from croupier.rules.steps import Board, Deal, Draw


class Shape(NamedTuple):
    """The dealing of a game."""

    places: tuple[tuple[int, int], ...]  # of each dealing step: the cards of a hand it deals
    cards: int  # a whole hand
    draws: bool
    early: int = 0  # community cards before the first betting round, as in courchevel


@cache
def shape_of(game: Game) -> Shape:
    """Count the cards of a game that a site's text names.

    >>> from croupier.games import GAMES
    >>> shape_of(GAMES["seven-card-stud"])
    Shape(places=((0, 3), (3, 4), (4, 5), (5, 6), (6, 7)), cards=7, draws=False, early=0)
    """
    steps = [step for part in game.streets for step in part.steps]
    places: list[tuple[int, int]] = []
    for step in steps:
        if isinstance(step, Deal):
            first = places[-1][1] if places else 0
            places.append((first, first + step.down + step.up))
    draws = any(isinstance(step, Draw) for step in steps)
    early = sum(step.up for step in game.streets[0].steps if isinstance(step, Board))
    return Shape(tuple(places), places[-1][1], draws, early)
