"""The clock of a turn, and players who let turns go by (A-52).

The server decides how much time a turn has (A-88); the log records how it was used, so that a
replayed table knows how long its clock has run and what is left of each time bank.
"""

from datetime import datetime

from croupier.engine.event import Event
from croupier.engine.turns import DEALER
from croupier.refused import Refused
from croupier.room.house.people import TABLE_STAFF
from croupier.room.house.state import House
from croupier.room.logbook import Command, Order, given_by
from croupier.room.seating.facts import SatOut
from croupier.room.table.facts import ClockStarted, ClockStopped, Grounds, TimeAllowed, TurnPassed
from croupier.room.table.state import Table, TableDeciders

LONGEST = 3600.0  # seconds that may be added at once
READING = "A-52"


@given_by(TABLE_STAFF, READING, "give a player more time")
class AllowTime(Command, frozen=True, kw_only=True):
    """Give the player to act more time: from the time bank, for a lost connection, or freely."""

    seat: int
    seconds: float
    reserve: float = 0.0  # of them, what the time bank pays
    why: Grounds = "floor"


@given_by(TABLE_STAFF, READING, "stop the clock")
class StopClock(Command, frozen=True, kw_only=True):
    """Stop the clock: for a ruling, or while the room is closed."""


@given_by(TABLE_STAFF, READING, "start the clock")
class StartClock(Command, frozen=True, kw_only=True):
    """Start the clock of the player to act again."""

    until: datetime | None = None  # if it could not be stopped: when it was last seen to run


@given_by(TABLE_STAFF, READING, "leave an absent player out of the next rounds")
class DealOut(Command, frozen=True, kw_only=True):
    """Sit out a player who lets turns go by, until the player returns."""

    seat: int


def is_asking(table: Table) -> bool:
    """Whether the open round of a table waits for a player's answer."""
    return table.playing and table.round is not None and bool(table.round.turns)


def is_betting(table: Table) -> bool:
    """Whether a table takes wagers against the bank now: one turn for all players."""
    return table.game.banked and table.round is not None and table.round.at == 0


def all_have_bet(table: Table) -> bool:
    """Whether every player asked for wagers against the bank has placed some."""
    hands, turns = (table.round.hands, table.round.turns) if table.round is not None else ({}, ())
    return all(hands[turn.actor].stakes for turn in turns if turn.actor != DEALER)


def player_of(table: Table, seat: int) -> int:
    """The seat at the table that owns a position: one player may have several."""
    return table.round.owners.get(seat, seat) if table.round is not None else seat


def let_go_by(table: Table) -> list[TurnPassed]:
    """Passed turns of players asked for wagers against the bank who placed none."""
    if table.round is None or not is_betting(table):
        return []
    hands = table.round.hands
    bet = {player_of(table, seat) for seat, hand in hands.items() if hand.stakes}
    asked = {player_of(table, seat) for seat in table.round.order} - bet
    there = [seat for seat in sorted(asked) if seat in table.seats and not table.seats[seat].out]
    return [TurnPassed(clause=READING, seat=seat) for seat in there]


def _allow(table: Table, order: Order[AllowTime], house: House) -> list[Event]:
    says = order.says
    asked = table.round is not None and table.round.turn(says.seat) is not None
    if not asked or player_of(table, says.seat) not in table.seats:
        raise Refused(READING, f"it is not the turn of seat {says.seat}")
    if not 0 < says.seconds <= LONGEST:
        raise Refused("FIELD seconds", f"`seconds` must be above zero and at most {LONGEST:.0f}")
    if not 0 <= says.reserve <= says.seconds:
        raise Refused("FIELD reserve", "`reserve` must be at most `seconds`")
    given = TimeAllowed(
        clause=READING, seat=says.seat, seconds=says.seconds, reserve=says.reserve, why=says.why
    )
    return [given]


def _stop(table: Table, order: Order[StopClock], house: House) -> list[Event]:
    if table.pace.stopped:
        raise Refused(READING, f"{table.pace.stopped} has already stopped the clock")
    if not is_asking(table):
        raise Refused(READING, "no clock is running")
    return [ClockStopped(clause=READING)]


def _start(table: Table, order: Order[StartClock], house: House) -> list[Event]:
    pace, until = table.pace, order.says.until
    if pace.stopped:
        return [ClockStarted(clause=READING, ran=pace.ran)]
    if until is None or not is_asking(table):
        raise Refused(READING, "the clock is not stopped")
    return [ClockStarted(clause=READING, ran=pace.elapsed(min(until, order.at)))]


def _deal_out(table: Table, order: Order[DealOut], house: House) -> list[Event]:
    held = table.seats.get(order.says.seat)
    if held is None or held.out or held.away or held.leaving:
        raise Refused(READING, f"seat {order.says.seat} is not dealt in")
    if not held.passed:
        raise Refused(READING, f"{held.person} has answered every turn")
    return [SatOut(clause=READING, seat=order.says.seat)]


DECIDE: TableDeciders = {
    AllowTime: _allow,
    StopClock: _stop,
    StartClock: _start,
    DealOut: _deal_out,
}
