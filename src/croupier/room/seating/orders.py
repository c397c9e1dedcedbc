"""Seats: who takes one, gives it up, or sits a round out (POKER 7, BBC wag, A-88)."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.chips import Chips, money
from croupier.engine.accounts import Move, stack
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.house.exclusions import check_seat
from croupier.room.house.people import PLAYER, Role
from croupier.room.logbook import Command, Entry, Order
from croupier.room.seating import waiting
from croupier.room.table.state import sit

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife

Form = Literal["chips", "currency", "coin"]


class Purchase(Struct, frozen=True, array_like=True):
    """What somebody puts on the table."""

    chips: Chips
    form: Form = "chips"
    carried: Chips = Chips(0)  # of them, what the same player took away a moment ago


class Absence(Struct, frozen=True):
    """A seat kept for somebody who is away, and how the stake is kept."""

    since: datetime
    method: Literal["", "record", "cover"] = ""  # "": the shift supervisor has not come yet
    chips: Chips = Chips(0)  # the stake as it was recorded or covered
    back: bool = False  # at the table again: the shift supervisor has not come yet


class Seat(Struct, frozen=True):
    """Who sits there, and what has been asked for when the round is over."""

    person: str
    since: datetime | None = None  # when the seat was taken
    away: Absence | None = None
    out: bool = False  # sits at the table and is not dealt in
    out_since: datetime | None = None
    leaving: bool = False
    asks: tuple[Purchase, ...] = ()
    currency: Chips = Chips(0)  # the part of the stack that is not chips yet (POKER 7(c)(2))
    missed: tuple[int, ...] = ()  # which of the blinds went by
    spent: float = 0.0  # seconds of the own reserve of time, since the seat was taken
    passed: int = 0  # turns in a row that went by without an answer

    @property
    def kept_since(self) -> datetime | None:
        """Since when the seat has been kept for somebody who does not play."""
        if self.away is not None:
            return None if self.away.back else self.away.since
        return self.out_since if self.out else None


class Left(Struct, frozen=True):
    """When somebody left, and with what."""

    at: datetime
    chips: Chips


class Seating(Struct, frozen=True, kw_only=True):
    """What a table remembers of people besides those who sit there."""

    left: dict[str, Left] = {}  # only where the sign posts `reentry_minutes`
    vacated: dict[int, datetime] = {}
    bought: dict[str, Chips] = {}  # since the table opened


class Sit(Command, frozen=True, kw_only=True):
    """Take a seat with chips."""

    seat: int
    chips: Chips
    form: Form = "chips"
    roles: ClassVar[frozenset[Role]] = PLAYER
    clause: ClassVar[str] = "POKER 7(a)"
    what: ClassVar[str] = "take a seat"


class Leave(Command, frozen=True, kw_only=True):
    """Give the seat up; in a round, as soon as it is over."""

    roles: ClassVar[frozenset[Role]] = PLAYER
    clause: ClassVar[str] = "POKER 7(a)"
    what: ClassVar[str] = "give a seat up"


class SitOut(Command, frozen=True, kw_only=True):
    """Keep the seat and be dealt no cards, from the next round on."""

    roles: ClassVar[frozenset[Role]] = PLAYER
    clause: ClassVar[str] = "POKER 7(a)"
    what: ClassVar[str] = "sit out"


class SitIn(Command, frozen=True, kw_only=True):
    """Be dealt in again."""

    roles: ClassVar[frozenset[Role]] = PLAYER
    clause: ClassVar[str] = "POKER 7(a)"
    what: ClassVar[str] = "be dealt in again"


class Seated(Event, frozen=True, kw_only=True):
    """A player sat down; the chips follow in a fact of their own."""

    seat: int
    person: str


class LeaveAsked(Event, frozen=True, kw_only=True):
    """A player will go when the round is over; what is staked stays (THB 6(e))."""

    seat: int


class SeatLeft(Event, frozen=True, kw_only=True):
    """A seat is free; the stake went with its owner."""

    seat: int
    person: str
    stake: Chips
    moves: tuple[Move, ...] = ()


class SatOut(Event, frozen=True, kw_only=True):
    """A player is not dealt in until further notice."""

    seat: int


class SatIn(Event, frozen=True, kw_only=True):
    """A player is dealt in again."""

    seat: int


class ReturnAsked(Event, frozen=True, kw_only=True):
    """A player is back, and the shift supervisor is asked for the stake."""

    seat: int


Fact = Seated | LeaveAsked | SeatLeft | SatOut | SatIn | ReturnAsked


def seat_of(life: "TableLife", person: str) -> int:
    """Where somebody sits; who does not sit here is refused."""
    for seat, held in life.seats.items():
        if held.person == person:
            return seat
    raise Refused(life.game.own("POKER 7(a)"), f"{person} has no seat at this table")


def brought_back(life: "TableLife", person: str, at: datetime) -> Chips:
    """The stake that somebody who left took away, and must bring while the posted time runs."""
    left = life.seating.left.get(person)
    span = timedelta(minutes=life.sign.reentry_minutes)
    return left.chips if left is not None and at < left.at + span else Chips(0)


def _sit(life: "TableLife", order: Order, house: "House") -> list[Any]:
    from croupier.room.seating.purchases import purchase  # which knows what a seat is

    says, person = order.says, order.by.name
    clause = life.game.own(says.clause)
    sit(life.table, says.seat, says.chips)
    if any(held.person == person for held in life.seats.values()):
        raise Refused(clause, f"{person} has a seat at this table already")
    life.check_open()
    check_seat(life, order.by.name, house)
    waiting.check_turn(life, says.seat, person, house)
    stake = brought_back(life, person, order.at)
    if says.chips < stake:
        why = f"{person} left with {money(stake)} and comes back with no less"
        raise Refused("SIGN reentry_minutes", why)
    asks = Purchase(says.chips, says.form, carried=stake)
    bought = purchase(life, says.seat, person, asks)
    return [Seated(clause=clause, seat=says.seat, person=person), bought]


def _leave(life: "TableLife", order: Order, house: "House") -> list[Any]:
    seat = seat_of(life, order.by.name)
    clause = life.game.own(order.says.clause)
    if not life.playing:
        return [departure(life, seat, clause)]
    if life.seats[seat].leaving:
        raise Refused(clause, f"{order.by.name} leaves when the round is over")
    return [LeaveAsked(clause=life.game.own("POKER 7(c)(1)"), seat=seat)]


def departure(life: "TableLife", seat: int, clause: str) -> SeatLeft:
    """Somebody goes for good, between rounds, with everything in front."""
    held, chips = life.seats[seat], life.stacks[seat]
    recorded = held.away.chips if held.away and held.away.method == "record" else 0
    return SeatLeft(
        clause=clause,
        seat=seat,
        person=held.person,
        stake=Chips(chips + recorded),
        moves=transfer(stack(seat), CAGE, chips),
    )


def after_round(life: "TableLife") -> list[Any]:
    """Those who asked to leave go now."""
    clause = life.game.own("POKER 7(a)")
    return [departure(life, seat, clause) for seat, held in life.seats.items() if held.leaving]


def _sit_out(life: "TableLife", order: Order, house: "House") -> list[Any]:
    seat = seat_of(life, order.by.name)
    clause = life.game.own(order.says.clause)
    if life.seats[seat].out or life.seats[seat].away:
        raise Refused(clause, f"{order.by.name} is not dealt in as it is")
    return [SatOut(clause=clause, seat=seat)]


def _sit_in(life: "TableLife", order: Order, house: "House") -> list[Any]:
    seat = seat_of(life, order.by.name)
    held, clause = life.seats[seat], life.game.own(order.says.clause)
    if held.away is not None and held.away.method:
        kept = life.game.own("POKER 7(c)(5)")
        if held.away.back:
            raise Refused(kept, "the shift supervisor first gives the stake back")
        return [ReturnAsked(clause=kept, seat=seat)]
    if not held.out and held.away is None:
        raise Refused(clause, f"{order.by.name} is dealt in as it is")
    return [SatIn(clause=clause, seat=seat)]


DECIDE: dict[type, Callable[["TableLife", Order, "House"], list[Any]]] = {
    Sit: _sit,
    Leave: _leave,
    SitOut: _sit_out,
    SitIn: _sit_in,
}


def changed(life: "TableLife", seat: int, **fields: Any) -> "TableLife":
    """The table with something else true of one seat."""
    return replace(life, seats=life.seats | {seat: replace(life.seats[seat], **fields)})


def _seated(life: "TableLife", entry: Entry) -> "TableLife":
    fact: Seated = entry.fact
    seats = dict(sorted({**life.seats, fact.seat: Seat(fact.person, entry.at)}.items()))
    left = {who: stake for who, stake in life.seating.left.items() if who != fact.person}
    return replace(life, seats=seats, seating=replace(life.seating, left=left))


def _leave_asked(life: "TableLife", entry: Entry) -> "TableLife":
    return changed(life, entry.fact.seat, leaving=True)


def _seat_left(life: "TableLife", entry: Entry) -> "TableLife":
    fact: SeatLeft = entry.fact
    seats = {seat: held for seat, held in life.seats.items() if seat != fact.seat}
    left, vacated = life.seating.left, {**life.seating.vacated, fact.seat: entry.at}
    if life.sign.reentry_minutes:
        left = {**left, fact.person: Left(entry.at, fact.stake)}
    kill = 0 if life.kill == fact.seat else life.kill
    seating = replace(life.seating, left=left, vacated=vacated)
    leaving = {seat: slip for seat, slip in life.conduct.leaving.items() if seat != fact.seat}
    conduct = replace(life.conduct, leaving=leaving)  # who was removed may go before being told
    return replace(life, seats=seats, kill=kill, seating=seating, conduct=conduct)


def _sat_out(life: "TableLife", entry: Entry) -> "TableLife":
    held = life.seats[entry.fact.seat]
    passed = held.passed if entry.by.name != held.person else 0  # who says so has answered
    return changed(life, entry.fact.seat, out=True, out_since=entry.at, passed=passed)


def _sat_in(life: "TableLife", entry: Entry) -> "TableLife":
    return dealt_in_again(life, entry.fact.seat)


def dealt_in_again(life: "TableLife", seat: int) -> "TableLife":
    """The table with a player who is there, and plays."""
    return changed(life, seat, out=False, out_since=None, away=None, passed=0)


def _return_asked(life: "TableLife", entry: Entry) -> "TableLife":
    away = life.seats[entry.fact.seat].away
    assert away is not None
    return changed(life, entry.fact.seat, away=replace(away, back=True))


EVOLVE: dict[type, Callable[["TableLife", Entry], "TableLife"]] = {
    Seated: _seated,
    LeaveAsked: _leave_asked,
    SeatLeft: _seat_left,
    SatOut: _sat_out,
    SatIn: _sat_in,
    ReturnAsked: _return_asked,
}
