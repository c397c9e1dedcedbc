"""Pineapple and crazy pineapple: hold'em with three cards, one of which is discarded.

They differ in one line: whether the discard comes before the flop or after its betting.
"""

from croupier.rankings.picks import AnyOf
from croupier.rules.game import Game, Players
from croupier.rules.offers import Ante, Blinds
from croupier.rules.openers import LeftOfBlinds, LeftOfButton
from croupier.rules.steps import (
    NEAREST_BUTTON,
    Bet,
    Board,
    Burn,
    Deal,
    Discard,
    Share,
    Street,
    showdown,
    street,
)

_HOLE_CARDS = (Deal("10(f)", down=3), Bet("10(g)", LeftOfBlinds()))
_FLOP = (Burn("10(h)"), Board("10(h)", up=3), Bet("10(h)", LeftOfButton()))
_LATER = tuple(
    street(name, Burn(clause), Board(clause), Bet(clause, LeftOfButton(), tier="upper"))
    for name, clause in (("turn", "10(i)"), ("river", "10(j)"))
)


def _pineapple(key: str, title: str, streets: tuple[Street, ...]) -> Game:
    return Game(
        key=key,
        section="POKER 10",
        title=title,
        kind="high",
        players=Players("10(b)", most=10),
        offers=(Ante("10(b)"), Blinds("10(e)")),
        streets=(*streets, *_LATER),
        finish=(showdown("10(k)", Share("10(k)", "high", "high-5", AnyOf(5), NEAREST_BUTTON)),),
        authorised=False,
    )


PINEAPPLE = _pineapple(
    "pineapple",
    "pineapple",
    (street("hole cards", *_HOLE_CARDS, Discard("10(g)")), street("flop", *_FLOP)),
)
CRAZY_PINEAPPLE = _pineapple(
    "crazy-pineapple",
    "crazy pineapple",
    (street("hole cards", *_HOLE_CARDS), street("flop", *_FLOP, Discard("10(h)"))),
)
