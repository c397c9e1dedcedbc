"""Six-card omaha, high and high-low split: omaha with six hole cards, of which two play."""

from croupier.games.s11_omaha import OMAHA, OMAHA_HILO_8
from croupier.games.s11_omaha import STREETS as OMAHA_STREETS
from croupier.rules.game import Game, Players
from croupier.rules.openers import LeftOfBlinds
from croupier.rules.steps import Bet, Deal, street

PLAYERS = Players("11(b)", most=7)  # 42 cards in hands, five on the board and three burns
STREETS = (
    street("hole cards", Deal("11(d)", down=6), Bet("11(e)", LeftOfBlinds())),
    *OMAHA_STREETS[1:],
)

SIX_CARD_OMAHA = Game(
    key="six-card-omaha",
    section="POKER 11",
    title="six-card omaha",
    kind="high",
    players=PLAYERS,
    offers=OMAHA.offers,
    streets=STREETS,
    finish=OMAHA.finish,
    authorised=False,
)

SIX_CARD_OMAHA_HILO_8 = Game(
    key="six-card-omaha-hilo-8",
    section="POKER 11",
    title="six-card omaha high-low split eight or better",
    kind="high-low",
    players=PLAYERS,
    offers=OMAHA_HILO_8.offers,
    streets=STREETS,
    finish=OMAHA_HILO_8.finish,
    authorised=False,
)
