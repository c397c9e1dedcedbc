"""Slips that a table makes out for the house: who was removed, and which bad beat was verified.

Whoever signed the slip at the table hands it in; after a restart a slip that was not handed in is.
"""

from croupier.room.bad_beat_terms import BadBeatVerified
from croupier.room.conduct import PlayerRemoved
from croupier.room.exclusions import ExcludePlayer, Removal
from croupier.room.funds_terms import AwardBadBeat
from croupier.room.house import House
from croupier.room.orders import Entry, Order


def handed_in(entry: Entry, house: House) -> Order | None:
    """The order to the house that goes with a line of a table's log, unless it was given before."""
    fact = entry.fact
    if isinstance(fact, PlayerRemoved) and not _known(fact.slip, house):
        return Order(entry.at, entry.by, ExcludePlayer(slip=fact.slip))
    if isinstance(fact, BadBeatVerified) and fact.slip.key not in house.funds.slips:
        return Order(entry.at, entry.by, AwardBadBeat(slip=fact.slip))
    return None


def _known(slip: Removal, house: House) -> bool:
    lifted = house.exclusions.lifted.get(slip.person)
    return slip.person in house.exclusions.out or (lifted is not None and lifted > slip.at)
