"""Fills and credits at the cage's end: asked for, prepared, received or cancelled (A-96)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from croupier.chips import money
from croupier.refused import Refused
from croupier.room.cage import facts as told
from croupier.room.cage import orders as asks
from croupier.room.cage.counter import slip_of
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.cage.state import TRANSIT, Slip, book_day
from croupier.room.funds.books import lies
from croupier.room.house.notices import check_words
from croupier.room.logbook import Order

if TYPE_CHECKING:
    from croupier.room.house.decide import House


def _request(house: "House", order: Order) -> list[Any]:
    says: asks.RequestFill | asks.RequestCredit = order.says
    check_words("FIELD table", table=says.table)
    if says.chips <= 0:
        raise Refused("FIELD chips", "an amount is above nothing")
    kind = "fill" if isinstance(says, asks.RequestFill) else "credit"
    number = len(house.cage.slips) + 1
    return [
        told.SlipRequested(
            clause=says.clause, number=number, kind=kind, table=says.table, chips=says.chips
        )
    ]


def _find(house: "House", number: int, kind: str, status: str) -> Slip:
    slip = slip_of(house, number)
    if slip is None or slip.kind != kind:
        raise Refused("FIELD number", f"there is no {kind} {number}")
    if slip.status != status:
        raise Refused("A-96", f"{kind} {number} is {slip.status}, not {status}")
    return slip


def _prepare(house: "House", order: Order) -> list[Any]:
    says: asks.PrepareFill = order.says
    slip = _find(house, says.number, "fill", "requested")
    if slip.chips > lies(house, CAGE):
        why = f"the cage holds {money(lies(house, CAGE))}, not {money(slip.chips)}"
        raise Refused(says.clause, why)
    return [
        told.FillPrepared(
            clause=says.clause,
            number=slip.number,
            table=slip.table,
            witness=says.witness,
            day=book_day(house, order.at),
            moves=transfer(CAGE, TRANSIT, slip.chips),
        )
    ]


def _receive(house: "House", order: Order) -> list[Any]:
    says: asks.ReceiveCredit = order.says
    slip = _find(house, says.number, "credit", "on the way")
    if says.counted != slip.chips:
        why = f"credit {slip.number} is {money(slip.chips)}, and {money(says.counted)} was counted"
        raise Refused(says.clause, f"{why}: nobody signs")
    return [
        told.CreditReceived(
            clause=says.clause,
            number=slip.number,
            table=slip.table,
            witness=says.witness,
            day=book_day(house, order.at),
            moves=transfer(TRANSIT, CAGE, slip.chips),
        )
    ]


def _cancel(house: "House", order: Order) -> list[Any]:
    says: asks.CancelSlip = order.says
    slip = slip_of(house, says.number)
    check_words(says.clause, reason=says.reason)
    if slip is None or slip.status in ("done", "cancelled"):
        raise Refused("FIELD number", f"there is no open fill or credit {says.number}")
    under_way = slip.status == "on the way"
    if under_way and slip.kind == "credit":
        raise Refused(says.clause, f"the table has signed credit {slip.number}: it is received")
    return [
        told.SlipCancelled(
            clause=says.clause,
            number=slip.number,
            table=slip.table,
            reason=says.reason,
            day=book_day(house, order.at),
            moves=transfer(TRANSIT, CAGE, slip.chips) if under_way else (),
        )
    ]


DECIDE: dict[type, Callable[["House", Order], list[Any]]] = {
    asks.RequestFill: _request,
    asks.RequestCredit: _request,
    asks.PrepareFill: _prepare,
    asks.ReceiveCredit: _receive,
    asks.CancelSlip: _cancel,
}
