"""Waiting lists: one for each game and stake, first come, first served (BBC wait1-wait3).

The house keeps the lists and calls the next in line to a vacant seat of a table; the seat is
kept for that person until it is taken or given up, or the next person is called to it.
"""

from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.house.people import FLOOR, PLAYER, TABLE_STAFF
from croupier.room.house.state import House, HouseDeciders
from croupier.room.logbook import Command, Order, given_by
from croupier.room.seating.decide import called, kind_of
from croupier.room.seating.facts import (
    CallReleased,
    ListJoined,
    ListLeft,
    NextCalled,
    SeatsAnnounced,
)
from croupier.room.seating.state import Kind
from croupier.room.table.state import Table, TableDeciders
from croupier.rules.seating_sign import announced


@given_by(TABLE_STAFF, "POKER 18", "announce a seat")
class AnnounceSeats(Command, frozen=True, kw_only=True):
    """Announce the game, its limits and its vacant seats in the poker room."""


@given_by(PLAYER | FLOOR, "BBC wait1", "enter a person on a waiting list")
class JoinList(Command, frozen=True, kw_only=True):
    """Ask to be seated at a type of table."""

    kind: Kind
    person: str = ""  # the person the floor enters; "": the one who asks


@given_by(PLAYER | FLOOR, "BBC wait1", "take a person off a waiting list")
class LeaveList(Command, frozen=True, kw_only=True):
    """Leave a waiting list."""

    kind: Kind
    person: str = ""


@given_by(TABLE_STAFF, "BBC wait2", "call the next from a waiting list")
class CallNext(Command, frozen=True, kw_only=True):
    """Give a vacant seat to the first in line for its type of table."""

    kind: Kind
    table: str
    seat: int


@given_by(PLAYER | TABLE_STAFF, "BBC wait2", "give up a seat to which a person was called")
class ReleaseSeat(Command, frozen=True, kw_only=True):
    """Give up a seat that one was called to; the floor does it for people who do not come."""

    table: str
    seat: int


def vacant(table: Table) -> int:
    """How many seats are free."""
    return (table.sign.seats or table.game.players.most) - len(table.seats)


def _announce(table: Table, order: Order[AnnounceSeats], house: House) -> list[Event]:
    if table.game.banked:
        raise Refused("POKER 18", "only seats of poker tables can be announced")
    table.check_open()
    kind, free = kind_of(table), vacant(table)
    if not free:
        raise Refused("POKER 18", "every seat of the table is taken")
    clause = table.game.own("POKER 18")
    if announced(table.game, table.sign) == "waiting":
        own = table.game.document
        clause = own.announcement if own.announces == "waiting" else "SIGN announce"
        free = min(free, _wanted(table, house, kind))
        if not free:
            raise Refused(clause, f"nobody is waiting for {kind.words}")
    return [SeatsAnnounced(clause=clause, kind=kind, seats=free)]


def _wanted(table: Table, house: House, kind: Kind) -> int:
    """How many people wait for a seat here, including those called to one."""
    free = [seat for seat in range(1, 12) if seat not in table.seats]
    return len(house.waiting.of(kind)) + sum(
        called(table, seat, house) is not None for seat in free
    )


def _person(order: Order) -> str:
    """The person an order is about: players can speak only for themselves."""
    named: str = order.says.person or order.by.name
    if order.by.role == "player" and named != order.by.name:
        raise Refused("FIELD person", "players can put only themselves on a list")
    return named


def _join(house: House, order: Order[JoinList]) -> list[Event]:
    person, kind = _person(order), order.says.kind
    if not kind.game or not kind.stakes:
        raise Refused("FIELD kind", "`kind` must name a game and its stakes")
    if removal := house.exclusions.out.get(person):
        why = f"{person} was removed at table {removal.table} and cannot wait for a seat"
        raise Refused(removal.clause, why)
    if any(waits.person == person for waits in house.waiting.of(kind)):
        raise Refused("BBC wait1", f"{person} is already waiting for {kind.words}")
    return [ListJoined(clause="BBC wait1", person=person, kind=kind)]


def _leave(house: House, order: Order[LeaveList]) -> list[Event]:
    person, kind = _person(order), order.says.kind
    if all(waits.person != person for waits in house.waiting.of(kind)):
        raise Refused("BBC wait1", f"{person} is not waiting for {kind.words}")
    return [ListLeft(clause="BBC wait1", person=person, kind=kind)]


def _call(house: House, order: Order[CallNext]) -> list[Event]:
    says = order.says
    line = house.waiting.of(says.kind)
    if not line:
        raise Refused("BBC wait2", f"nobody is waiting for {says.kind.words}")
    first = line[0].person
    return [
        NextCalled(
            clause="BBC wait2", person=first, kind=says.kind, table=says.table, seat=says.seat
        )
    ]


def _release(house: House, order: Order[ReleaseSeat]) -> list[Event]:
    says = order.says
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


DECIDE_AT_TABLE: TableDeciders = {AnnounceSeats: _announce}
DECIDE: HouseDeciders = {
    JoinList: _join,
    LeaveList: _leave,
    CallNext: _call,
    ReleaseSeat: _release,
}
