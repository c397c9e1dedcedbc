"""Courchevel, high and high-low split: five-card omaha whose first flop card is dealt at once.

The card lies face up before the first betting round; the flop adds two more.
"""

from msgspec.structs import replace

from croupier.games.s20_five_card_omaha import FIVE_CARD_OMAHA, FIVE_CARD_OMAHA_HILO_8
from croupier.games.s20_five_card_omaha import STREETS as OMAHA_STREETS
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

COURCHEVEL = replace(
    FIVE_CARD_OMAHA, key="courchevel", title="courchevel", streets=STREETS, authorised=False
)

COURCHEVEL_HILO_8 = replace(
    FIVE_CARD_OMAHA_HILO_8,
    key="courchevel-hilo-8",
    title="courchevel high-low split eight or better",
    short="",
    streets=STREETS,
    authorised=False,
)
