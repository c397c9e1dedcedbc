"""An automated poker dealer and room: every game dealt by clause, every chip accounted for."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier import rankings
    from croupier.api import options, play, replay, start, view
    from croupier.cards import Card, parse_cards, spell
    from croupier.decks import stacked_deck, unknown_deck
    from croupier.ended import final_hands
    from croupier.games import GAMES, register
    from croupier.mishaps import exposed, face_up, off_table
    from croupier.refused import Refused
    from croupier.rules.sign import TableSign

_HOME = {  # where each name is defined; it is imported when it is first asked for
    "GAMES": "games",
    "Card": "cards",
    "Refused": "refused",
    "TableSign": "rules.sign",
    "exposed": "mishaps",
    "face_up": "mishaps",
    "final_hands": "ended",
    "off_table": "mishaps",
    "options": "api",
    "parse_cards": "cards",
    "play": "api",
    "register": "games",
    "replay": "api",
    "spell": "cards",
    "stacked_deck": "decks",
    "start": "api",
    "unknown_deck": "decks",
    "view": "api",
}

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


def __getattr__(name: str) -> Any:
    """Import what is asked for: a name of the list above, or a package such as `rankings`."""
    if name in _HOME:
        value = getattr(import_module(f"croupier.{_HOME[name]}"), name)
        globals()[name] = value
        return value
    if name == "rankings":
        return import_module("croupier.rankings")
    raise AttributeError(f"module 'croupier' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
