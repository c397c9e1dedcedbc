"""Fills and credits at the cage's end: asked for, prepared, received or canceled (A-96)."""

from croupier.chips import Chips, money
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.decide import book_day, slip_of
from croupier.room.cage.facts import CreditReceived, FillPrepared, SlipCancelled, SlipRequested
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.cage.state import TRANSIT, Slip
from croupier.room.house.notices import check_words
from croupier.room.house.people import CASHIERS, FLOOR, SECURITY, Actor
from croupier.room.house.state import House, HouseDeciders, balance_of
from croupier.room.logbook import Command, Order, given_by


@given_by(FLOOR, "A-96", "ask for a fill")
class RequestFill(Command, frozen=True, kw_only=True):
    """Ask for chips for a table's inventory."""

    table: str
    chips: Chips


@given_by(FLOOR, "A-96", "ask for a credit")
class RequestCredit(Command, frozen=True, kw_only=True):
    """Ask the cage to take chips of a table's inventory back."""

    table: str
    chips: Chips


@given_by(CASHIERS, "A-96", "prepare a fill", second={"witness": SECURITY})
class PrepareFill(Command, frozen=True, kw_only=True):
    """Count the chips of a fill out and hand them to security."""

    number: int
    witness: Actor


@given_by(CASHIERS, "A-96", "receive a credit", second={"witness": SECURITY})
class ReceiveCredit(Command, frozen=True, kw_only=True):
    """Count the chips of a credit that security brings from a table."""

    number: int
    counted: Chips
    witness: Actor


@given_by(FLOOR | CASHIERS, "A-96", "cancel a fill or a credit")
class CancelSlip(Command, frozen=True, kw_only=True):
    """Cancel a fill or a credit that the table has not signed."""

    number: int
    reason: str


def _request(house: House, order: Order[RequestFill | RequestCredit]) -> list[Event]:
    says = order.says
    check_words("FIELD table", table=says.table)
    if says.chips <= 0:
        raise Refused("FIELD chips", "the amount must be above zero")
    kind = "fill" if isinstance(says, RequestFill) else "credit"
    number = len(house.cage.slips) + 1
    return [
        SlipRequested(
            clause=says.clause, number=number, kind=kind, table=says.table, chips=says.chips
        )
    ]


def _find(house: House, number: int, kind: str, status: str) -> Slip:
    slip = slip_of(house, number)
    if slip is None or slip.kind != kind:
        raise Refused("FIELD number", f"there is no {kind} {number}")
    if slip.status != status:
        raise Refused("A-96", f"{kind} {number} is {slip.status}, not {status}")
    return slip


def _prepare(house: House, order: Order[PrepareFill]) -> list[Event]:
    says = order.says
    slip = _find(house, says.number, "fill", "requested")
    if slip.chips > balance_of(house, CAGE):
        why = f"the cage holds {money(balance_of(house, CAGE))}, not {money(slip.chips)}"
        raise Refused(says.clause, why)
    return [
        FillPrepared(
            clause=says.clause,
            number=slip.number,
            table=slip.table,
            witness=says.witness,
            day=book_day(house, order.at),
            moves=transfer(CAGE, TRANSIT, slip.chips),
        )
    ]


def _receive(house: House, order: Order[ReceiveCredit]) -> list[Event]:
    says = order.says
    slip = _find(house, says.number, "credit", "on the way")
    if says.counted != slip.chips:
        why = f"credit {slip.number} is {money(slip.chips)}, and {money(says.counted)} was counted"
        raise Refused(says.clause, f"{why}: the two must agree")
    return [
        CreditReceived(
            clause=says.clause,
            number=slip.number,
            table=slip.table,
            witness=says.witness,
            day=book_day(house, order.at),
            moves=transfer(TRANSIT, CAGE, slip.chips),
        )
    ]


def _cancel(house: House, order: Order[CancelSlip]) -> list[Event]:
    says = order.says
    slip = slip_of(house, says.number)
    check_words(says.clause, reason=says.reason)
    if slip is None or slip.status in ("done", "cancelled"):
        raise Refused("FIELD number", f"there is no open fill or credit {says.number}")
    under_way = slip.status == "on the way"
    if under_way and slip.kind == "credit":
        raise Refused(
            says.clause, f"the table has signed credit {slip.number}: it can only be received"
        )
    return [
        SlipCancelled(
            clause=says.clause,
            number=slip.number,
            table=slip.table,
            reason=says.reason,
            day=book_day(house, order.at),
            moves=transfer(TRANSIT, CAGE, slip.chips) if under_way else (),
        )
    ]


DECIDE: HouseDeciders = {
    RequestFill: _request,
    RequestCredit: _request,
    PrepareFill: _prepare,
    ReceiveCredit: _receive,
    CancelSlip: _cancel,
}
