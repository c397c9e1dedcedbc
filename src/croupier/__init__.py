"""An automated poker dealer and room: every game dealt by clause, every chip accounted for."""

from croupier import rankings
from croupier.api import options, play, replay, start, view
from croupier.cards import Card, parse_cards, spell
from croupier.decks import stacked_deck, unknown_deck
from croupier.games import GAMES, register
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
    "register",
    "replay",
    "spell",
    "stacked_deck",
    "start",
    "unknown_deck",
    "view",
]
