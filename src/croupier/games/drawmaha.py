"""Drawmaha: five-card omaha and five-card draw in one hand, each for half of every pot.

Players draw once, after the betting on the flop. The best hand of two own and three community
cards wins one half, the best five own cards the other.
"""

from croupier.games.s11_omaha import TWO_AND_THREE
from croupier.rankings.picks import Exactly
from croupier.rules.game import Game, Players
from croupier.rules.offers import Ante, Blinds
from croupier.rules.openers import LeftOfBlinds, LeftOfButton
from croupier.rules.steps import (
    NEAREST_BUTTON,
    Bet,
    Board,
    Burn,
    Deal,
    Draw,
    Share,
    showdown,
    street,
)

DRAWMAHA = Game(
    key="drawmaha",
    section="POKER 20",
    title="drawmaha",
    kind="high",
    players=Players("20(a)", most=6),
    offers=(Ante("20(a)"), Blinds("20(c)")),
    streets=(
        street("hole cards", Deal("20(e)", down=5), Bet("20(f)", LeftOfBlinds())),
        street(
            "flop",
            Burn("20(g)"),
            Board("20(g)", up=3),
            Bet("20(g)", LeftOfButton()),
            Draw("20(g)", most=5, renewed="12(f)(2)"),
        ),
        *(
            street(
                name,
                Burn(clause, if_spent="discards", leaves=2),  # a card for each of two boards
                Board(clause),
                Bet(clause, LeftOfButton(), tier="upper"),
            )
            for name, clause in (("turn", "20(h)"), ("river", "20(i)"))
        ),
    ),
    finish=(
        showdown(
            "20(j)",
            Share("20(j)(1)", "high", "high-5", TWO_AND_THREE, NEAREST_BUTTON),
            Share("12(h)(1)", "draw", "high-5", Exactly(own=5, board=0), NEAREST_BUTTON),
            uneven="20(j)(2)(i)",
        ),
    ),
    authorised=False,
)
