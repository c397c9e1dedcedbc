"""Waiting lists: one for each game and stake, first come, first served (BBC wait1-wait3).

The house keeps the lists and calls the next in line to a vacant seat of a table; that seat is then
that person's, until somebody has sat there, the seat is given up, or the next one is called to it.
"""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.house.people import FLOOR, PLAYER, TABLE_STAFF, Role
from croupier.room.logbook import Command, Entry, Order
from croupier.rules.stakes import stakes

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife


class Kind(Struct, frozen=True, array_like=True):
    """A type of table that people wait for."""

    game: str
    stakes: str

    @property
    def words(self) -> str:
        """As it is announced."""
        return f"{self.game} at {self.stakes}"


class Waits(Struct, frozen=True, array_like=True):
    """One line of a list."""

    person: str
    kind: Kind
    since: datetime


class Call(Struct, frozen=True, array_like=True):
    """A vacant seat that is kept for the one who was called to it."""

    person: str
    kind: Kind
    table: str
    seat: int
    at: datetime


class WaitingLists(Struct, frozen=True):
    """Everybody who waits, in the order of their coming, and the seats they were called to."""

    line: tuple[Waits, ...] = ()
    calls: tuple[Call, ...] = ()  # the last one of each seat

    def of(self, kind: Kind) -> tuple[Waits, ...]:
        """The list of one type of table."""
        return tuple(waits for waits in self.line if waits.kind == kind)


class JoinList(Command, frozen=True, kw_only=True):
    """Ask to be seated at a type of table."""

    kind: Kind
    person: str = ""  # whom the floor writes down; "": who asks
    roles: ClassVar[frozenset[Role]] = PLAYER | FLOOR
    clause: ClassVar[str] = "BBC wait1"
    what: ClassVar[str] = "write somebody on a waiting list"


class LeaveList(Command, frozen=True, kw_only=True):
    """Wait no longer."""

    kind: Kind
    person: str = ""
    roles: ClassVar[frozenset[Role]] = PLAYER | FLOOR
    clause: ClassVar[str] = "BBC wait1"
    what: ClassVar[str] = "strike somebody off a waiting list"


class CallNext(Command, frozen=True, kw_only=True):
    """Give a vacant seat to the first in line for its type of table."""

    kind: Kind
    table: str
    seat: int
    roles: ClassVar[frozenset[Role]] = TABLE_STAFF
    clause: ClassVar[str] = "BBC wait2"
    what: ClassVar[str] = "call the next from a waiting list"


class ReleaseSeat(Command, frozen=True, kw_only=True):
    """Give up a seat that one was called to; the floor does it for who does not come."""

    table: str
    seat: int
    roles: ClassVar[frozenset[Role]] = PLAYER | FLOOR
    clause: ClassVar[str] = "BBC wait2"
    what: ClassVar[str] = "give up a seat that somebody was called to"


class ListJoined(Event, frozen=True, kw_only=True):
    """Somebody waits."""

    person: str
    kind: Kind


class ListLeft(Event, frozen=True, kw_only=True):
    """Somebody waits no longer."""

    person: str
    kind: Kind


class NextCalled(Event, frozen=True, kw_only=True):
    """The first in line was called, and the seat is kept for that person."""

    person: str
    kind: Kind
    table: str
    seat: int


class CallReleased(Event, frozen=True, kw_only=True):
    """A seat is kept no longer for the one who was called to it."""

    person: str
    table: str
    seat: int


Fact = ListJoined | ListLeft | NextCalled | CallReleased


def kind_of(life: "TableLife") -> Kind:
    """The type of a table, as people ask for it."""
    return Kind(life.game.key, stakes(life.game, life.sign))


def check_turn(life: "TableLife", seat: int, person: str, house: "House") -> None:
    """Refuse who takes a seat before those that wait for this type of table."""
    kind = kind_of(life)
    call = called(life, seat, house)
    if call is not None and call.person != person:
        raise Refused("BBC wait2", f"seat {seat} is kept for {call.person}, who was called to it")
    line = house.waiting.of(kind)
    if call is None and line:
        first = line[0].person
        raise Refused("BBC wait2", f"{first} is first in line for {kind.words}, and is called")


def called(life: "TableLife", seat: int, house: "House") -> Call | None:
    """Who was called to a seat, unless somebody has sat there since."""
    vacated = life.seating.vacated.get(seat)
    for call in house.waiting.calls:
        here = (call.table, call.seat, call.kind) == (life.name, seat, kind_of(life))
        if here and (vacated is None or vacated <= call.at):
            return call
    return None


def _person(order: Order) -> str:
    """Whom an order is about: a player speaks for nobody else."""
    named: str = order.says.person or order.by.name
    if order.by.role == "player" and named != order.by.name:
        raise Refused("FIELD person", "a player asks only for the own place")
    return named


def _join(house: "House", order: Order) -> list[Any]:
    person, kind = _person(order), order.says.kind
    if not kind.game or not kind.stakes:
        raise Refused("FIELD kind", "a list is for one game at one stake")
    if any(waits.person == person for waits in house.waiting.of(kind)):
        raise Refused("BBC wait1", f"{person} waits for {kind.words} already")
    return [ListJoined(clause="BBC wait1", person=person, kind=kind)]


def _leave(house: "House", order: Order) -> list[Any]:
    person, kind = _person(order), order.says.kind
    if all(waits.person != person for waits in house.waiting.of(kind)):
        raise Refused("BBC wait1", f"{person} does not wait for {kind.words}")
    return [ListLeft(clause="BBC wait1", person=person, kind=kind)]


def _call(house: "House", order: Order) -> list[Any]:
    says: CallNext = order.says
    line = house.waiting.of(says.kind)
    if not line:
        raise Refused("BBC wait2", f"nobody waits for {says.kind.words}")
    first = line[0].person
    return [
        NextCalled(
            clause="BBC wait2", person=first, kind=says.kind, table=says.table, seat=says.seat
        )
    ]


def _release(house: "House", order: Order) -> list[Any]:
    says: ReleaseSeat = order.says
    for call in house.waiting.calls:
        if (call.table, call.seat) == (says.table, says.seat):
            if order.by.role == "player" and order.by.name != call.person:
                raise Refused(says.clause, f"seat {says.seat} is kept for {call.person}")
            return [
                CallReleased(
                    clause=says.clause, person=call.person, table=says.table, seat=says.seat
                )
            ]
    raise Refused(says.clause, f"nobody was called to seat {says.seat}")


DECIDE: dict[type, Callable[["House", Order], list[Any]]] = {
    JoinList: _join,
    LeaveList: _leave,
    CallNext: _call,
    ReleaseSeat: _release,
}


def _joined(house: "House", entry: Entry) -> "House":
    waits = Waits(entry.fact.person, entry.fact.kind, entry.at)
    line = (*house.waiting.line, waits)
    return replace(house, waiting=replace(house.waiting, line=line))


def _without(house: "House", fact: ListLeft | NextCalled) -> WaitingLists:
    gone = (fact.person, fact.kind)
    line = tuple(waits for waits in house.waiting.line if (waits.person, waits.kind) != gone)
    return replace(house.waiting, line=line)


def _left(house: "House", entry: Entry) -> "House":
    return replace(house, waiting=_without(house, entry.fact))


def _called(house: "House", entry: Entry) -> "House":
    fact: NextCalled = entry.fact
    lists = _without(house, fact)
    others = [call for call in lists.calls if (call.table, call.seat) != (fact.table, fact.seat)]
    call = Call(fact.person, fact.kind, fact.table, fact.seat, entry.at)
    return replace(house, waiting=replace(lists, calls=(*others, call)))


def _released(house: "House", entry: Entry) -> "House":
    gone = (entry.fact.table, entry.fact.seat)
    calls = tuple(call for call in house.waiting.calls if (call.table, call.seat) != gone)
    return replace(house, waiting=replace(house.waiting, calls=calls))


EVOLVE: dict[type, Callable[["House", Entry], "House"]] = {
    ListJoined: _joined,
    ListLeft: _left,
    NextCalled: _called,
    CallReleased: _released,
}
