"""Vacant seats, and which of them may be announced (POKER 18, BBC wait3, A-62)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.house.people import TABLE_STAFF, Role
from croupier.room.logbook import Command, Entry, Order
from croupier.room.seating.waiting import Kind, called, kind_of
from croupier.rules.seating_sign import announced

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife


class AnnounceSeats(Command, frozen=True, kw_only=True):
    """Announce the game, its limits and its vacant seats in the poker room."""

    roles: ClassVar[frozenset[Role]] = TABLE_STAFF
    clause: ClassVar[str] = "POKER 18"
    what: ClassVar[str] = "announce a seat"


class SeatsAnnounced(Event, frozen=True, kw_only=True):
    """Where people may sit down was announced."""

    kind: Kind
    seats: int  # how many


Fact = SeatsAnnounced


def vacant(life: "TableLife") -> int:
    """How many seats are free."""
    return (life.sign.seats or life.game.players.most) - len(life.seats)


def _announce(life: "TableLife", order: Order, house: "House") -> list[Any]:
    if life.game.banked:
        raise Refused("POKER 18", "seats are announced where the poker tables are")
    life.check_open()
    kind, free = kind_of(life), vacant(life)
    if not free:
        raise Refused("POKER 18", "every seat of the table is taken")
    clause = "POKER 18"
    if announced(life.game, life.sign) == "waiting":
        own = life.game.document
        clause = own.announcement if own.announces == "waiting" else "SIGN announce"
        free = min(free, _wanted(life, house, kind))
        if not free:
            raise Refused(clause, f"nobody waits for {kind.words}")
    return [SeatsAnnounced(clause=clause, kind=kind, seats=free)]


def _wanted(life: "TableLife", house: "House", kind: Kind) -> int:
    """How many wait for a seat here, those included who have been called to one."""
    free = [seat for seat in range(1, 12) if seat not in life.seats]
    return len(house.waiting.of(kind)) + sum(called(life, seat, house) is not None for seat in free)


DECIDE: dict[type, Callable[["TableLife", Order, "House"], list[Any]]] = {AnnounceSeats: _announce}


def _nothing(life: "TableLife", entry: Entry) -> "TableLife":
    return life


EVOLVE: dict[type, Callable[["TableLife", Entry], "TableLife"]] = {SeatsAnnounced: _nothing}
