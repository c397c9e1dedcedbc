"""Courchevel, high and high-low split: five-card omaha whose first flop card is dealt at once.

The card lies face up before the first betting round; the flop adds two more.
"""

from croupier.games.s20_five_card_omaha import FIVE_CARD_OMAHA, FIVE_CARD_OMAHA_HILO_8, PLAYERS
from croupier.games.s20_five_card_omaha import STREETS as OMAHA_STREETS
from croupier.rules.game import Game
from croupier.rules.openers import LeftOfBlinds, LeftOfButton
from croupier.rules.steps import Bet, Board, Burn, Deal, street

STREETS = (
    street(
        "hole cards",
        Deal("20(e)", down=5),
        Board("20(e)", up=1),
        Bet("20(f)", LeftOfBlinds()),
    ),
    street(
        "flop",
        Burn("20(g)"),
        Board("20(g)", up=2),
        Bet("20(g)", LeftOfButton()),
    ),
    *OMAHA_STREETS[2:],
)

COURCHEVEL = Game(
    key="courchevel",
    section="POKER 20",
    title="courchevel",
    kind="high",
    players=PLAYERS,
    offers=FIVE_CARD_OMAHA.offers,
    streets=STREETS,
    finish=FIVE_CARD_OMAHA.finish,
    authorised=False,
)

COURCHEVEL_HILO_8 = Game(
    key="courchevel-hilo-8",
    section="POKER 20",
    title="courchevel high-low split eight or better",
    kind="high-low",
    players=PLAYERS,
    offers=FIVE_CARD_OMAHA_HILO_8.offers,
    streets=STREETS,
    finish=FIVE_CARD_OMAHA_HILO_8.finish,
    authorised=False,
)
