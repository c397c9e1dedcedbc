"""Questions about seats: who sits where, whose turn it is to sit down, what a departure takes."""

from datetime import datetime, timedelta

from croupier.chips import Chips
from croupier.engine.accounts import stack
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.house.state import House
from croupier.room.seating.facts import SeatLeft
from croupier.room.seating.state import Call, Kind
from croupier.room.table.state import Table
from croupier.rules.seating_sign import reentry_minutes
from croupier.rules.stakes import stakes


def seat_of(table: Table, person: str) -> int:
    """The seat of a person; a person without one is refused."""
    for seat, held in table.seats.items():
        if held.person == person:
            return seat
    raise Refused(table.game.own("POKER 7(a)"), f"{person} has no seat at this table")


def brought_back(table: Table, person: str, at: datetime) -> Chips:
    """The stake that a player took away, and must bring back within the posted time."""
    left = table.seating.left.get(person)
    span = timedelta(minutes=reentry_minutes(table.game, table.sign))
    return left.chips if left is not None and at < left.at + span else Chips(0)


def departure(table: Table, seat: int, clause: str) -> SeatLeft:
    """The fact that a player leaves between rounds with all their chips."""
    held, chips = table.seats[seat], table.stacks[seat]
    recorded = held.away.chips if held.away and held.away.method == "record" else 0
    return SeatLeft(
        clause=clause,
        seat=seat,
        person=held.person,
        stake=Chips(chips + recorded),
        moves=transfer(stack(seat), CAGE, chips),
    )


def after_round(table: Table) -> list[Event]:
    """Departures of the players who asked to leave."""
    clause = table.game.own("POKER 7(a)")
    return [departure(table, seat, clause) for seat, held in table.seats.items() if held.leaving]


def kind_of(table: Table) -> Kind:
    """The type of a table, as a waiting list names it."""
    return Kind(table.game.key, stakes(table.game, table.sign))


def check_turn(table: Table, seat: int, person: str, house: House) -> None:
    """Refuse a seat to a player before those who wait for this type of table."""
    kind = kind_of(table)
    call = called(table, seat, house)
    if call is not None and call.person != person:
        raise Refused("BBC wait2", f"seat {seat} is kept for {call.person}, who was called to it")
    line = house.waiting.of(kind)
    if call is None and line:
        first = line[0].person
        raise Refused(
            "BBC wait2", f"{first} is first in line for {kind.words} and must be called first"
        )


def called(table: Table, seat: int, house: House) -> Call | None:
    """The call to a seat, unless the seat was taken since."""
    vacated = table.seating.vacated.get(seat)
    for call in house.waiting.calls:
        here = (call.table, call.seat, call.kind) == (table.name, seat, kind_of(table))
        if here and (vacated is None or vacated <= call.at):
            return call
    return None
