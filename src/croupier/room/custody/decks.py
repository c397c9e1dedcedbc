"""Two decks in custody: inspection, rotation, sorting, counts (POKER 2, 4-6).

The same for one deck or two at a house-banked table (THB, FLOP, TCJ 2-4, 7-9) and for the club's
two (BBC decks, open, shuffle). What a deck must go through is its `status`; what is due by the
clock is in `due`, and an overdue procedure lets no round begin.
"""

from croupier.room.custody import counting as custody_counts
from croupier.room.custody import device as custody_device
from croupier.room.custody import preparation as custody_opening
from croupier.room.custody.counting import marker_off
from croupier.room.custody.decide import (
    check_deal,
    check_marker,
    check_open,
    check_play,
    deck_rests,
    due,
)
from croupier.room.custody.facts import EVOLVE, Fact
from croupier.room.custody.state import (
    Custody,
    Deck,
    Procedures,
    check_procedures,
    place,
    put_away,
    rack,
    spread_view,
)

DECIDE = custody_opening.DECIDE | custody_counts.DECIDE | custody_device.DECIDE

__all__ = [
    "DECIDE",
    "EVOLVE",
    "Custody",
    "Deck",
    "Fact",
    "Procedures",
    "check_deal",
    "check_marker",
    "check_open",
    "check_play",
    "check_procedures",
    "deck_rests",
    "due",
    "marker_off",
    "place",
    "put_away",
    "rack",
    "spread_view",
]
