"""An automated poker dealer and room: every game dealt by clause, every chip accounted for."""

from croupier import rankings
from croupier.api import options, play, replay, start, view
from croupier.cards import Card, parse_cards
from croupier.games import GAMES
from croupier.refused import Refused
from croupier.rules.sign import TableSign

__all__ = [
    "GAMES",
    "Card",
    "Refused",
    "TableSign",
    "options",
    "parse_cards",
    "play",
    "rankings",
    "replay",
    "start",
    "view",
]
