"""The incident log: what the staff did and ruled, in words, apart from the dealer's routine."""

from datetime import datetime

from msgspec import Struct

from croupier.engine import events as engine_events
from croupier.engine import faults
from croupier.room.cage.facts import TableBooked
from croupier.room.conduct.facts import FloorCalled
from croupier.room.custody.facts import HandPaused, ShufflerJammed
from croupier.room.house.people import Actor, is_automated
from croupier.room.logbook import Entry
from croupier.room.table.facts import ClockStarted, ClockStopped
from croupier.views.narration.narrate_room import SAY, narrate_room

ALWAYS = {  # by any of the staff
    engine_events.Noted,
    engine_events.CardRemoved,
    engine_events.HandVoided,
    engine_events.RoundVoided,
    engine_events.Revealed,
    engine_events.BadBeatFound,
    faults.Exposed,
    faults.HandDead,
    faults.HandRefunded,
    faults.Misdealt,
    faults.CalledDead,
    HandPaused,
    ShufflerJammed,
    FloorCalled,
}
BESIDE = {ClockStarted, ClockStopped, TableBooked}  # with the marker, or the cage's own books
RULINGS = (
    *(
        engine_events.Noted,
        engine_events.HandVoided,
        engine_events.RoundVoided,
        engine_events.CardRemoved,
    ),
    *(faults.HandDead, faults.HandRefunded, faults.Misdealt, faults.CalledDead),
)


class Incident(Struct, frozen=True):
    """One line of it."""

    table: str  # "": the house
    number: int
    at: datetime
    by: Actor
    kind: str
    words: str
    clause: str
    ruling: bool = False


def incident(number: int, entry: Entry, words: str = "", table: str = "") -> Incident | None:
    """A line of a log as one of the incident log; nothing, where it is routine.

    `words` are those of an event of a round, as a spectator heard them.
    """
    fact, kind = entry.fact, type(entry.fact)
    of_room = kind in SAY
    ordered = of_room and entry.by.role != "player" and not is_automated(entry.by)
    if kind in BESIDE or not (kind in ALWAYS or ordered):
        return None
    return Incident(
        table=table,
        number=number,
        at=entry.at,
        by=entry.by,
        kind=kind.__name__,
        words=narrate_room(fact).words if of_room else words,
        clause=fact.clause,
        ruling=isinstance(fact, RULINGS) or kind.__name__ == "DisputeRuled",
    )
