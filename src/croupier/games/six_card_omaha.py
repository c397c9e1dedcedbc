"""Six-card omaha, high and high-low split: omaha with six hole cards, of which two play."""

from msgspec.structs import replace

from croupier.games.s11_omaha import OMAHA, OMAHA_HILO_8
from croupier.games.s11_omaha import STREETS as OMAHA_STREETS
from croupier.rules.game import Players
from croupier.rules.openers import LeftOfBlinds
from croupier.rules.steps import Bet, Deal, street

PLAYERS = Players("11(b)", most=7)  # 42 cards in hands, five on the board and three burns
STREETS = (
    street("hole cards", Deal("11(d)", down=6), Bet("11(e)", LeftOfBlinds())),
    *OMAHA_STREETS[1:],
)

SIX_CARD_OMAHA = replace(
    OMAHA,
    key="six-card-omaha",
    title="six-card omaha",
    players=PLAYERS,
    streets=STREETS,
    authorised=False,
)

SIX_CARD_OMAHA_HILO_8 = replace(
    OMAHA_HILO_8,
    key="six-card-omaha-hilo-8",
    title="six-card omaha high-low split eight or better",
    short="",
    players=PLAYERS,
    streets=STREETS,
    authorised=False,
)
