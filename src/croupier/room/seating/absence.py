"""A seat kept for a player who is away, and the stake that belongs to it (POKER 7(c)(5))."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from croupier.chips import Chips, money
from croupier.engine.accounts import Move, stack
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.house.people import PLAYER, SHIFT, TABLE_STAFF, Role
from croupier.room.logbook import Command, Entry, Order
from croupier.room.seating.orders import Absence, Seat, changed, dealt_in_again, departure, seat_of
from croupier.rules.seating_sign import absence_method

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife

_BY = {"record": "POKER 7(c)(5)(i)", "cover": "POKER 7(c)(5)(ii)"}


class StepAway(Command, frozen=True, kw_only=True):
    """Say that one will be back, and keep the seat."""

    roles: ClassVar[frozenset[Role]] = PLAYER
    clause: ClassVar[str] = "POKER 7(c)(5)"
    what: ClassVar[str] = "keep a seat and leave the table"


class HoldStake(Command, frozen=True, kw_only=True):
    """Record the stake of a player who goes away with it, or cover it on the table."""

    seat: int
    roles: ClassVar[frozenset[Role]] = SHIFT
    clause: ClassVar[str] = "POKER 7(c)(5)"
    what: ClassVar[str] = "account for the stake of an absent player"


class RestoreStake(Command, frozen=True, kw_only=True):
    """Count the stake of a player who is back, or take the cover off."""

    seat: int
    chips: Chips = Chips(0)  # what the player brings back; nothing where it was covered
    roles: ClassVar[frozenset[Role]] = SHIFT
    clause: ClassVar[str] = "POKER 7(c)(5)"
    what: ClassVar[str] = "give an absent player's stake back"


class FreeSeat(Command, frozen=True, kw_only=True):
    """Keep a seat no longer for a player who is away or not dealt in; the stake goes along."""

    seat: int
    roles: ClassVar[frozenset[Role]] = TABLE_STAFF
    clause: ClassVar[str] = "POKER 7(c)(5)"
    what: ClassVar[str] = "free a seat that is kept"


class AbsenceAsked(Event, frozen=True, kw_only=True):
    """A player will leave for a while and keeps the seat."""

    seat: int


class StakeHeld(Event, frozen=True, kw_only=True):
    """The stake was recorded and left with its owner, or lies covered on the table."""

    seat: int
    person: str
    method: Literal["record", "cover"]
    stake: Chips
    moves: tuple[Move, ...] = ()


class StakeRestored(Event, frozen=True, kw_only=True):
    """The same stake is in play again."""

    seat: int
    person: str
    method: Literal["record", "cover"]
    stake: Chips
    moves: tuple[Move, ...] = ()


Fact = AbsenceAsked | StakeHeld | StakeRestored


def _step_away(life: "TableLife", order: Order, house: "House") -> list[Any]:
    seat = seat_of(life, order.by.name)
    if life.game.banked:  # no stake is held where everybody may go with it at any time
        raise Refused(life.game.own("POKER 7(a)"), "only who is seated plays: sit out, or leave")
    if life.seats[seat].away is not None or life.seats[seat].leaving:
        raise Refused(life.game.own("POKER 7(c)(5)"), f"{order.by.name} is away or leaving already")
    return [AbsenceAsked(clause=life.game.own("POKER 7(c)(5)"), seat=seat)]


def _kept(life: "TableLife", seat: int) -> tuple[Seat, Absence]:
    held = life.seats.get(seat)
    if held is None or held.away is None:
        raise Refused(life.game.own("POKER 7(c)(5)"), f"nobody keeps seat {seat} and goes away")
    return held, held.away


def _hold(life: "TableLife", order: Order, house: "House") -> list[Any]:
    seat = order.says.seat
    held, away = _kept(life, seat)
    if away.method:
        raise Refused(life.game.own("POKER 7(c)(5)"), f"the stake of seat {seat} is held already")
    life.check_between("POKER 7(c)(1)")
    method, stake = absence_method(life.game, life.sign), life.stacks[seat]
    return [
        StakeHeld(
            clause=life.game.own(_BY[method]),
            seat=seat,
            person=held.person,
            method=method,
            stake=stake,
            moves=transfer(stack(seat), CAGE, stake) if method == "record" else (),
        )
    ]


def _restore(life: "TableLife", order: Order, house: "House") -> list[Any]:
    seat, brings = order.says.seat, order.says.chips
    held, away = _kept(life, seat)
    if not away.method:
        raise Refused(life.game.own("POKER 7(c)(5)"), f"the stake of seat {seat} is not held")
    life.check_between("POKER 7(c)(1)")
    clause = life.game.own(_BY[away.method])
    if away.method == "cover" and brings:
        raise Refused(clause, "the stake lies on the table, under its cover")
    if away.method == "record" and brings < away.chips:
        missing = money(away.chips - brings)
        raise Refused(clause, f"{money(away.chips)} was recorded: {missing} is missing")
    if away.method == "record" and brings > away.chips:
        raise Refused(clause, f"{money(away.chips)} was recorded: what is more is bought")
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


def _free(life: "TableLife", order: Order, house: "House") -> list[Any]:
    held = life.seats.get(order.says.seat)
    if held is None or held.kept_since is None:
        why = f"seat {order.says.seat} is not kept for anybody who is away"
        raise Refused(life.game.own("POKER 7(c)(5)"), why)
    life.check_between("POKER 7(c)(1)")
    clause = life.game.own("POKER 7(c)(5)") if held.away else "A-88"
    return [departure(life, order.says.seat, clause)]


DECIDE: dict[type, Callable[["TableLife", Order, "House"], list[Any]]] = {
    StepAway: _step_away,
    HoldStake: _hold,
    RestoreStake: _restore,
    FreeSeat: _free,
}


def _asked(life: "TableLife", entry: Entry) -> "TableLife":
    return changed(life, entry.fact.seat, away=Absence(entry.at))


def _held(life: "TableLife", entry: Entry) -> "TableLife":
    fact: StakeHeld = entry.fact
    return changed(life, fact.seat, away=Absence(entry.at, fact.method, fact.stake))


def _restored(life: "TableLife", entry: Entry) -> "TableLife":
    return dealt_in_again(life, entry.fact.seat)


EVOLVE: dict[type, Callable[["TableLife", Entry], "TableLife"]] = {
    AbsenceAsked: _asked,
    StakeHeld: _held,
    StakeRestored: _restored,
}
