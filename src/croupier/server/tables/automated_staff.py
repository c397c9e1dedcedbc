"""The work of the house's staff at a virtual table, other than handling cards.

The decks are `room.virtual`'s; here are removals, time charges, kept stakes, the first button, and
those who wait for a seat. An order about the lists is the house's, every other one the table's.
One order at a time, until others must move.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from croupier.chips import Chips
from croupier.room.cage.charges import AssessTime, CollectTime, ExcuseTime, VerifyTime
from croupier.room.cage.fills import RequestCredit, RequestFill
from croupier.room.cage.trays import SignSlip, inventory
from croupier.room.conduct.orders import SettleRemoved
from croupier.room.courier import next_slip
from croupier.room.custody.chores import HOUSE_FLOOR, HOUSE_SHIFT, next_chore
from croupier.room.house.people import HOUSE_DEALER, Actor
from croupier.room.house.staffing import is_staffed
from croupier.room.house.state import House
from croupier.room.logbook import Command, Order
from croupier.room.seating.decide import called, kind_of
from croupier.room.seating.lineup import present
from croupier.room.seating.orders import FreeSeat, HoldStake, RestoreStake
from croupier.room.seating.waiting import CallNext, ReleaseSeat
from croupier.room.table.duties import due
from croupier.room.table.orders import PlaceButton
from croupier.room.table.state import Table

FLOAT, FULL = 1_000_00, 500_00  # what a bank is filled by, and when an inventory is full
KEPT = timedelta(minutes=1)  # how long a seat is kept for a called player


def next_staff_order(
    life: Table,
    at: datetime,
    house: House,
    kept: timedelta = timedelta(),
) -> Order | None:
    """The next order of the house's staff at an open table between rounds, or None.

    A seat whose owner does not play is kept for `kept` seconds; 0 means always.
    """
    if life.playing:
        return None
    alone = not is_staffed(house)
    for by, says in _staff_orders(life, at, house, kept):
        if alone or by == HOUSE_DEALER:
            return Order(at, by, says)
    return None


def asked_of_staff(life: Table, at: datetime, house: House) -> list[Command]:
    """What a table of a card room asks of its people now: each gives it under their name."""
    if not is_staffed(house):
        return []
    chore = next_chore(life, at, house)
    asked = [chore.says] if chore is not None and chore.by != HOUSE_DEALER else []
    return asked + [says for by, says in _staff_orders(life, at, house) if by != HOUSE_DEALER]


def _staff_orders(
    life: Table, at: datetime, house: House, kept: timedelta = timedelta()
) -> Iterator[tuple[Actor, Any]]:
    """Everything that can be done now, and by which of the house."""
    if life.status != "open":
        return
    slip = next_slip(life, house)
    signed = slip and (HOUSE_FLOOR, SignSlip(number=slip.number))
    for by, says in (
        (HOUSE_DEALER, _removed(life)),
        (HOUSE_SHIFT, _absent(life)),
        (HOUSE_DEALER, _overstayed(life, at, kept)),
        _charged(life, at, house),
        signed if signed and is_staffed(house) else (HOUSE_DEALER, slip),
        (HOUSE_FLOOR, _request(life, house)),
        (HOUSE_DEALER, _waiting(life, at, house)),
        (HOUSE_DEALER, _idle(life, house)),  # for whom no other seat is free
        (HOUSE_DEALER, _button(life)),
    ):
        if says is not None:
            yield by, says


def _request(life: Table, house: House) -> RequestFill | RequestCredit | None:
    """A bank that owes is filled, and a full inventory is brought to the cage."""
    if any(slip.table == life.name and slip.is_open for slip in house.cage.slips):
        return None
    lies = inventory(life)
    if life.game.banked:
        fill = Chips(-lies // FLOAT * FLOAT + FLOAT)
        return RequestFill(table=life.name, chips=fill) if lies < 0 else None
    return RequestCredit(table=life.name, chips=lies) if lies >= FULL else None


def _removed(life: Table) -> SettleRemoved | None:
    return next((SettleRemoved(seat=seat) for seat in life.conduct.leaving), None)


def _absent(life: Table) -> HoldStake | RestoreStake | None:
    """Account for the stakes of players who leave or return."""
    for seat, held in life.seats.items():
        if held.away is not None and not held.away.method:
            return HoldStake(seat=seat)
        if held.away is not None and held.away.back:
            carried = held.away.chips if held.away.method == "record" else Chips(0)
            return RestoreStake(seat=seat, chips=carried)
    return None


def _overstayed(life: Table, at: datetime, kept: timedelta) -> FreeSeat | None:
    for seat, held in life.seats.items():
        if kept and held.kept_since is not None and held.kept_since + kept <= at:
            return FreeSeat(seat=seat)
    return None


def _idle(life: Table, house: House) -> FreeSeat | None:
    """Whether a player waits for the seat of one who missed rounds against the bank."""
    if not life.game.banked or not house.waiting.of(kind_of(life)):
        return None
    idle = (seat for seat, held in life.seats.items() if held.out and held.passed)
    return next((FreeSeat(seat=seat) for seat in idle), None)


def kept_until(life: Table, kept: timedelta) -> datetime | None:
    """When the next seat that a table keeps for a player becomes free."""
    since = [held.kept_since for held in life.seats.values() if held.kept_since is not None]
    return min(since) + kept if since and kept else None


def _charged(life: Table, at: datetime, house: House) -> tuple[Actor, Any]:
    """Assess what is due, take what is still owed, and verify it."""
    waiting = life.charges.waiting
    if waiting is None:
        charge = any(one.what == "time charge" and one.by <= at for one in due(life, at, house))
        return HOUSE_DEALER, AssessTime() if charge else None
    for seat, owes in waiting.owed.items():
        missing = owes - waiting.paid.get(seat, 0)
        if not missing:
            continue
        taken = life.seats.get(seat)
        same = taken is not None and taken.person == waiting.people[seat]
        if same and life.stacks[seat] >= missing:
            return HOUSE_DEALER, CollectTime(seat=seat)
        return HOUSE_SHIFT, ExcuseTime(seat=seat, reason="nothing is left to pay it with")
    return HOUSE_FLOOR, VerifyTime(counted=waiting.collected)


def _button(life: Table) -> PlaceButton | None:
    if not life.game.button or life.button or life.sign.button_start != "high_card":
        return None
    there = len(present(life))
    return PlaceButton() if there >= life.game.players.least else None


def _waiting(life: Table, at: datetime, house: House) -> CallNext | ReleaseSeat | None:
    """Call the first in line to a free seat; a player who does not come in time loses it."""
    kind = kind_of(life)
    line = house.waiting.of(kind)
    for seat in range(1, (life.sign.seats or life.game.players.most) + 1):
        if seat in life.seats:
            continue
        call = called(life, seat, house)
        if call is not None and at < call.at + KEPT:
            continue
        if line:
            return CallNext(kind=kind, table=life.name, seat=seat)
        if call is not None:
            return ReleaseSeat(table=life.name, seat=seat)
    return None
