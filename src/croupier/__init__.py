"""An automated poker dealer and room: every game dealt by clause, every chip accounted for."""

from croupier import rankings
from croupier.api import options, play, replay, start, view
from croupier.cards import Card, parse_cards, spell
from croupier.decks import stacked_deck, unknown_deck
from croupier.ended import final_hands
from croupier.games import GAMES, register
from croupier.mishaps import exposed, face_up, off_table
from croupier.refused import Refused
from croupier.rules.sign import TableSign

__all__ = [
    "GAMES",
    "Card",
    "Refused",
    "TableSign",
    "exposed",
    "face_up",
    "final_hands",
    "off_table",
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
