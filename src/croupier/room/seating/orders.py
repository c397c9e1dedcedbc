"""Orders about seats: take one, give it up, sit out, buy chips, keep a seat while away.

POKER 7, BBC wag, A-88.
"""

from croupier.chips import Chips, money
from croupier.engine.accounts import stack
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.conduct.decide import check_seat
from croupier.room.house.people import PLAYER, SHIFT, TABLE_STAFF, is_automated
from croupier.room.house.state import House
from croupier.room.logbook import Command, Order, given_by
from croupier.room.seating.decide import brought_back, check_turn, departure, seat_of
from croupier.room.seating.facts import (
    AbsenceAsked,
    LeaveAsked,
    ReturnAsked,
    SatIn,
    SatOut,
    Seated,
    StakeHeld,
    StakeRestored,
)
from croupier.room.seating.purchases import adding, purchase
from croupier.room.seating.state import Absence, Form, Purchase, Seat
from croupier.room.table.progress import check_free
from croupier.room.table.state import Table, TableDeciders
from croupier.rules.seating_sign import absence_method


@given_by(PLAYER, "POKER 7(a)", "take a seat")
class Sit(Command, frozen=True, kw_only=True):
    """Take a seat with chips."""

    seat: int
    chips: Chips
    form: Form = "chips"


@given_by(PLAYER, "POKER 7(a)", "give a seat up")
class Leave(Command, frozen=True, kw_only=True):
    """Give the seat up; in a round, as soon as it is over."""


@given_by(PLAYER, "POKER 7(a)", "sit out")
class SitOut(Command, frozen=True, kw_only=True):
    """Keep the seat and be dealt no cards, from the next round on."""


@given_by(PLAYER, "POKER 7(a)", "be dealt in again")
class SitIn(Command, frozen=True, kw_only=True):
    """Sit in again."""


_BY = {"record": "POKER 7(c)(5)(i)", "cover": "POKER 7(c)(5)(ii)"}


@given_by(PLAYER, "POKER 7(c)(5)", "keep a seat and leave the table")
class StepAway(Command, frozen=True, kw_only=True):
    """Step away and keep the seat."""


@given_by(SHIFT, "POKER 7(c)(5)", "account for the stake of an absent player")
class HoldStake(Command, frozen=True, kw_only=True):
    """Record the stake of a player who goes away with it, or cover it on the table."""

    seat: int


@given_by(SHIFT, "POKER 7(c)(5)", "give an absent player's stake back")
class RestoreStake(Command, frozen=True, kw_only=True):
    """Count the stake of a player who is back, or take the cover off."""

    seat: int
    chips: Chips = Chips(0)  # what the player brings back; nothing where it was covered


@given_by(TABLE_STAFF, "POKER 7(c)(5)", "free a seat that is kept")
class FreeSeat(Command, frozen=True, kw_only=True):
    """Free the seat of a player who is away or sitting out; the player takes the stake."""

    seat: int
    gone: bool = False  # a visitor of a demonstration room closed the page; by the room only


@given_by(PLAYER, "POKER 7(c)(1)", "add to a stack")
class Buy(Command, frozen=True, kw_only=True):
    """Add to the stack; in a round, as soon as it is over."""

    chips: Chips
    form: Form = "chips"


def _sit(table: Table, order: Order[Sit], house: House) -> list[Event]:
    says, person = order.says, order.by.name
    clause = table.game.own(says.clause)
    check_free(table, says.seat, says.chips)
    if any(held.person == person for held in table.seats.values()):
        raise Refused(clause, f"{person} already has a seat at this table")
    table.check_open()
    check_seat(table, order.by.name, house)
    check_turn(table, says.seat, person, house)
    stake = brought_back(table, person, order.at)
    if says.chips < stake:
        why = f"{person} left with {money(stake)} and must come back with at least that"
        raise Refused("SIGN reentry_minutes", why)
    if says.chips < table.sign.min_purchase and not stake:
        why = f"a player must sit down with at least {money(table.sign.min_purchase)}"
        raise Refused("SIGN min_purchase", why)
    asks = Purchase(says.chips, says.form, carried=stake)
    bought = purchase(table, says.seat, person, asks)
    return [Seated(clause=clause, seat=says.seat, person=person), bought]


def _leave(table: Table, order: Order[Leave], house: House) -> list[Event]:
    seat = seat_of(table, order.by.name)
    clause = table.game.own(order.says.clause)
    if not table.playing:
        return [departure(table, seat, clause)]
    if table.seats[seat].leaving:
        raise Refused(clause, f"{order.by.name} is already leaving when the round is over")
    return [LeaveAsked(clause=table.game.own("POKER 7(c)(1)"), seat=seat)]


def _sit_out(table: Table, order: Order[SitOut], house: House) -> list[Event]:
    seat = seat_of(table, order.by.name)
    clause = table.game.own(order.says.clause)
    if table.seats[seat].out or table.seats[seat].away:
        raise Refused(clause, f"{order.by.name} is already sitting out")
    return [SatOut(clause=clause, seat=seat)]


def _sit_in(table: Table, order: Order[SitIn], house: House) -> list[Event]:
    seat = seat_of(table, order.by.name)
    held, clause = table.seats[seat], table.game.own(order.says.clause)
    if held.away is not None and held.away.method:
        kept = table.game.own("POKER 7(c)(5)")
        if held.away.back:
            raise Refused(kept, "the shift supervisor must give the stake back first")
        return [ReturnAsked(clause=kept, seat=seat)]
    if not held.out and held.away is None:
        raise Refused(clause, f"{order.by.name} is already dealt in")
    return [SatIn(clause=clause, seat=seat)]


def _step_away(table: Table, order: Order[StepAway], house: House) -> list[Event]:
    seat = seat_of(table, order.by.name)
    if table.game.banked:  # players can leave with their stake at any time
        raise Refused(
            table.game.own("POKER 7(a)"), "no seat is kept at this table: sit out or leave"
        )
    if table.seats[seat].away is not None or table.seats[seat].leaving:
        raise Refused(
            table.game.own("POKER 7(c)(5)"), f"{order.by.name} is already away or leaving"
        )
    return [AbsenceAsked(clause=table.game.own("POKER 7(c)(5)"), seat=seat)]


def _kept(table: Table, seat: int) -> tuple[Seat, Absence]:
    held = table.seats.get(seat)
    if held is None or held.away is None:
        raise Refused(
            table.game.own("POKER 7(c)(5)"), f"the player at seat {seat} has not asked to step away"
        )
    return held, held.away


def _hold(table: Table, order: Order[HoldStake], house: House) -> list[Event]:
    seat = order.says.seat
    held, away = _kept(table, seat)
    if away.method:
        raise Refused(table.game.own("POKER 7(c)(5)"), f"the stake of seat {seat} is already held")
    table.check_between("POKER 7(c)(1)")
    method, stake = absence_method(table.game, table.sign), table.stacks[seat]
    return [
        StakeHeld(
            clause=table.game.own(_BY[method]),
            seat=seat,
            person=held.person,
            method=method,
            stake=stake,
            moves=transfer(stack(seat), CAGE, stake) if method == "record" else (),
        )
    ]


def _restore(table: Table, order: Order[RestoreStake], house: House) -> list[Event]:
    seat, brings = order.says.seat, order.says.chips
    held, away = _kept(table, seat)
    if not away.method:
        raise Refused(table.game.own("POKER 7(c)(5)"), f"the stake of seat {seat} is not held")
    table.check_between("POKER 7(c)(1)")
    clause = table.game.own(_BY[away.method])
    if away.method == "cover" and brings:
        raise Refused(clause, "the stake is on the table under its cover: `chips` must be zero")
    if away.method == "record" and brings < away.chips:
        missing = money(away.chips - brings)
        raise Refused(clause, f"{money(away.chips)} was recorded: {missing} is missing")
    if away.method == "record" and brings > away.chips:
        raise Refused(clause, f"{money(away.chips)} was recorded: anything more must be bought")
    return [
        StakeRestored(
            clause=clause,
            seat=seat,
            person=held.person,
            method=away.method,
            stake=away.chips,
            moves=transfer(CAGE, stack(seat), brings),
        )
    ]


def _free(table: Table, order: Order[FreeSeat], house: House) -> list[Event]:
    seat = order.says.seat
    held = table.seats.get(seat)
    if order.says.gone and not is_automated(order.by):
        raise Refused("FIELD gone", "only the room can see that a visitor is gone: leave it out")
    if order.says.gone and held is not None:
        clause = table.game.own("POKER 7(c)(1)")
        asks = LeaveAsked(clause=clause, seat=seat)
        return [asks] if table.playing else [departure(table, seat, clause)]
    if held is None or held.kept_since is None:
        why = f"seat {seat} is not kept for an absent player"
        raise Refused(table.game.own("POKER 7(c)(5)"), why)
    table.check_between("POKER 7(c)(1)")
    clause = table.game.own("POKER 7(c)(5)") if held.away else "A-88"
    return [departure(table, seat, clause)]


def _buy(table: Table, order: Order[Buy], house: House) -> list[Event]:
    seat = seat_of(table, order.by.name)
    held = table.seats[seat]
    if held.leaving or held.away is not None:
        raise Refused(adding(table), f"{held.person} is leaving or away")
    asks = Purchase(order.says.chips, order.says.form)
    return [purchase(table, seat, held.person, asks)]


DECIDE: TableDeciders = {
    Sit: _sit,
    Leave: _leave,
    SitOut: _sit_out,
    SitIn: _sit_in,
    StepAway: _step_away,
    HoldStake: _hold,
    RestoreStake: _restore,
    FreeSeat: _free,
    Buy: _buy,
}
