"""The cage: chips over the counter, fills and credits, counts, and the gaming day's close (A-96).

Every table has an account here. It stands for all that lies at the table, and is always the other
side of the cage in that table's own ledger: over the whole room, what was issued is what there is.
"""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.accounts import Account
from croupier.room.cage import closing as cage_close
from croupier.room.cage import counter as cage_money
from croupier.room.cage import facts as told
from croupier.room.cage import fills as cage_fills
from croupier.room.cage.facts import Fact
from croupier.room.cage.state import (
    ISSUED,
    OUTSIDE,
    Cage,
    Count,
    Difference,
    Drop,
    Slip,
    TableSlip,
    drop_box,
    tray_of,
)
from croupier.room.house.days import last_moment, next_day
from croupier.room.logbook import Entry, Order, Procedure

if TYPE_CHECKING:
    from croupier.room.house.decide import House

__all__ = ["DECIDE", "EVOLVE", "Cage", "Fact", "due"]

DECIDE: dict[type, Callable[["House", Order], list[Any]]] = {
    **cage_money.DECIDE,
    **cage_fills.DECIDE,
    **cage_close.DECIDE,
}


def due(house: "House", at: datetime) -> list[Procedure]:
    """The close of the gaming day after the last one that was closed."""
    closed = house.cage.closed
    if not closed or ISSUED not in house.accounts:
        return []
    day = next_day(closed)
    by = last_moment(house.day_starts, next_day(day), at)
    return [Procedure("day close", by, "A-96", f"gaming day {day} is counted and closed")]


def _kept(house: "House", **changes: Any) -> "House":
    return replace(house, cage=replace(house.cage, **changes))


def _nothing(house: "House", entry: Entry) -> "House":
    return house  # the moves are all


def _sold(house: "House", entry: Entry) -> "House":
    cage, chips = house.cage, sum(m.chips for m in entry.fact.moves if m.source == OUTSIDE)
    if not chips:
        return house
    return _kept(house, sold=Chips(cage.sold + chips), sales=cage.sales + 1)


def _cashed(house: "House", entry: Entry) -> "House":
    cage, chips = house.cage, sum(m.chips for m in entry.fact.moves if m.target == OUTSIDE)
    return _kept(house, cashed=Chips(cage.cashed + chips), payments=cage.payments + 1)


def _requested(house: "House", entry: Entry) -> "House":
    fact: told.SlipRequested = entry.fact
    slip = Slip(
        number=fact.number,
        kind="fill" if fact.kind == "fill" else "credit",
        table=fact.table,
        chips=fact.chips,
        signed=(entry.by.name,),
    )
    return _kept(house, slips=(*house.cage.slips, slip))


def _slip(house: "House", number: int, status: str, *signed: str) -> "House":
    slips = tuple(
        replace(slip, status=status, signed=(*slip.signed, *signed))
        if slip.number == number
        else slip
        for slip in house.cage.slips
    )
    return _kept(house, slips=slips)


def _prepared(house: "House", entry: Entry) -> "House":
    return _slip(house, entry.fact.number, "on the way", entry.by.name, entry.fact.witness.name)


def _received(house: "House", entry: Entry) -> "House":
    return _slip(house, entry.fact.number, "done", entry.by.name, entry.fact.witness.name)


def _cancelled(house: "House", entry: Entry) -> "House":
    return _slip(house, entry.fact.number, "cancelled", entry.by.name)


def _booked(house: "House", entry: Entry) -> "House":
    fact: told.TableBooked = entry.fact
    house = _slip_booked(_sold(house, entry), entry, fact.table, fact.slip)
    return _kept(house, booked=house.cage.booked | {fact.table: fact.slip.line})


def _slip_booked(house: "House", entry: Entry, table: str, slip: TableSlip) -> "House":
    match slip.kind:
        case "fill":
            return _slip(house, slip.number, "done", *slip.signed)
        case "credit":
            return _slip(house, slip.number, "on the way", *slip.signed)
        case "drop":
            source = drop_box(table)
            cash = sum(move.chips for move in entry.fact.moves if move.source == source)
            chips = Chips(-slip.chips)
            drop = Drop(table=table, number=slip.number, cash=Chips(cash), chips=chips)
            return _kept(house, drops=(*house.cage.drops, drop))
        case "count":
            return _compared(house, entry.at, tray_of(table), slip.expected, slip.counted)
        case "correction":
            return _explained(house, tray_of(table))
        case _:
            return house


def _compared(
    house: "House", at: datetime, account: Account, expected: Chips, counted: Chips
) -> "House":
    """Note a count; it takes the place of one before that did not agree."""
    house = _explained(house, account)
    if expected == counted:
        return house
    number = len(house.cage.differences) + 1
    found = Difference(number=number, account=account, expected=expected, counted=counted, at=at)
    return _kept(house, differences=(*house.cage.differences, found))


def _explained(house: "House", account: Account) -> "House":
    before = house.cage.open_difference(account)
    if before is None:
        return house
    done = replace(before, open=False)
    return _kept(
        house,
        differences=tuple(done if one is before else one for one in house.cage.differences),
    )


def _counted(house: "House", entry: Entry) -> "House":
    fact: told.AccountCounted = entry.fact
    count = Count(entry.at, fact.expected, fact.counted)
    house = _kept(house, counts=house.cage.counts | {fact.account: count})
    return _compared(house, entry.at, fact.account, fact.expected, fact.counted)


def _drop_counted(house: "House", entry: Entry) -> "House":
    fact: told.DropCounted = entry.fact
    key = fact.table, fact.number
    drops = tuple(one for one in house.cage.drops if (one.table, one.number) != key)
    house = _kept(house, drops=drops)
    for account, expected, counted in cage_close.differences(fact):
        number = len(house.cage.differences) + 1  # each box for itself: none takes another's place
        found = Difference(
            number=number, account=account, expected=expected, counted=counted, at=entry.at
        )
        house = _kept(house, differences=(*house.cage.differences, found))
    return house


def _corrected(house: "House", entry: Entry) -> "House":
    number: int = entry.fact.number
    differences = tuple(
        replace(one, open=False) if one.number == number else one for one in house.cage.differences
    )
    return _kept(house, differences=differences)


def _closed(house: "House", entry: Entry) -> "House":
    nothing = {"sold": Chips(0), "cashed": Chips(0), "sales": 0, "payments": 0, "counts": {}}
    return _kept(house, closed=entry.fact.day, closed_at=entry.at, **nothing)


EVOLVE: dict[type, Callable[["House", Entry], "House"]] = {
    told.ChipsIssued: _nothing,
    told.CashMoved: _nothing,
    told.ChipsSold: _sold,
    told.ChipsCashed: _cashed,
    told.PromotionGiven: _nothing,
    told.TableBooked: _booked,
    told.SlipRequested: _requested,
    told.FillPrepared: _prepared,
    told.CreditReceived: _received,
    told.SlipCancelled: _cancelled,
    told.AccountCounted: _counted,
    told.DropCounted: _drop_counted,
    told.BooksCorrected: _corrected,
    told.DayClosed: _closed,
}
