"""How facts change the cage, and at a table its inventory and its time charge."""

from collections.abc import Iterator
from datetime import datetime

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.accounts import Account, stack
from croupier.room.cage.facts import (
    AccountCounted,
    BooksCorrected,
    BuyInApproved,
    ChipsAsked,
    ChipsCashed,
    ChipsDeclined,
    ChipsReturned,
    ChipsSold,
    CreditReceived,
    CreditSent,
    DayClosed,
    DropCounted,
    DropRemoved,
    FillPrepared,
    FillTaken,
    InventoryAdjusted,
    InventoryCounted,
    SlipCancelled,
    SlipRequested,
    TableBooked,
    TimeCharged,
    TimeCollected,
    TimeExcused,
    TimeVerified,
)
from croupier.room.cage.ledger import OUTSIDE
from croupier.room.cage.state import (
    Assessment,
    Cage,
    Charges,
    Count,
    Difference,
    Drop,
    Given,
    OnAccount,
    Request,
    Slip,
    Tray,
    drop_box,
    dropped_cash,
    dropped_chips,
    tray_of,
)
from croupier.room.house.facts import LedgerSettled
from croupier.room.logbook import Entry, Evolvers

# --- chips over the counter ------------------------------------------------------------------


def _sold(cage: Cage, entry: Entry[ChipsSold] | Entry[TableBooked]) -> Cage:
    chips = sum(move.chips for move in entry.fact.moves if move.source == OUTSIDE)
    return replace(cage, sold=Chips(cage.sold + chips), sales=cage.sales + 1) if chips else cage


def _sold_here(cage: Cage, entry: Entry[ChipsSold]) -> Cage:
    return _answered(_sold(cage, entry), entry.fact.person)


def _answered(cage: Cage, person: str) -> Cage:
    left = {name: asked for name, asked in cage.requests.items() if name != person}
    return replace(cage, requests=left)


def _asked(cage: Cage, entry: Entry[ChipsAsked]) -> Cage:
    fact = entry.fact
    asked = Request(fact.table, fact.chips, entry.at)
    return replace(cage, requests=cage.requests | {fact.person: asked})


def _declined(cage: Cage, entry: Entry[ChipsDeclined]) -> Cage:
    return _answered(cage, entry.fact.person)


def _approved(cage: Cage, entry: Entry[BuyInApproved]) -> Cage:
    person = entry.fact.person
    was, chips = cage.ledger.get(person, OnAccount()), sum(m.chips for m in entry.fact.moves)
    line = replace(was, bought=Chips(was.bought + chips))
    given = (*cage.given, Given(entry.at, entry.by.name, person, Chips(chips)))
    cage = _answered(cage, person)
    return replace(cage, ledger=cage.ledger | {person: line}, given=given)


def _returned(cage: Cage, entry: Entry[ChipsReturned]) -> Cage:
    person = entry.fact.person
    was, chips = cage.ledger.get(person, OnAccount()), sum(m.chips for m in entry.fact.moves)
    line = replace(was, returned=Chips(was.returned + chips))
    given = (*cage.given, Given(entry.at, entry.by.name, person, Chips(-chips)))
    return replace(cage, ledger=cage.ledger | {person: line}, given=given)


def _cashed(cage: Cage, entry: Entry[ChipsCashed]) -> Cage:
    chips = sum(move.chips for move in entry.fact.moves if move.target == OUTSIDE)
    return replace(cage, cashed=Chips(cage.cashed + chips), payments=cage.payments + 1)


# --- fills and credits -----------------------------------------------------------------------


def _requested(cage: Cage, entry: Entry[SlipRequested]) -> Cage:
    fact = entry.fact
    slip = Slip(
        number=fact.number,
        kind="fill" if fact.kind == "fill" else "credit",
        table=fact.table,
        chips=fact.chips,
        signed=(entry.by.name,),
    )
    return replace(cage, slips=(*cage.slips, slip))


def _slip(cage: Cage, number: int, status: str, *signed: str) -> Cage:
    slips = tuple(
        replace(slip, status=status, signed=(*slip.signed, *signed))
        if slip.number == number
        else slip
        for slip in cage.slips
    )
    return replace(cage, slips=slips)


def _prepared(cage: Cage, entry: Entry[FillPrepared]) -> Cage:
    return _slip(cage, entry.fact.number, "on the way", entry.by.name, entry.fact.witness.name)


def _received(cage: Cage, entry: Entry[CreditReceived]) -> Cage:
    return _slip(cage, entry.fact.number, "done", entry.by.name, entry.fact.witness.name)


def _cancelled(cage: Cage, entry: Entry[SlipCancelled]) -> Cage:
    return _slip(cage, entry.fact.number, "cancelled", entry.by.name)


# --- the books of the tables -----------------------------------------------------------------


def _booked(cage: Cage, entry: Entry[TableBooked]) -> Cage:
    fact = entry.fact
    cage = _slip_booked(_sold(cage, entry), entry)
    return replace(cage, booked=cage.booked | {fact.table: fact.slip.line})


def _slip_booked(cage: Cage, entry: Entry[TableBooked]) -> Cage:
    table, slip = entry.fact.table, entry.fact.slip
    match slip.kind:
        case "fill":
            return _slip(cage, slip.number, "done", *slip.signed)
        case "credit":
            return _slip(cage, slip.number, "on the way", *slip.signed)
        case "drop":
            source = drop_box(table)
            cash = sum(move.chips for move in entry.fact.moves if move.source == source)
            chips = Chips(-slip.chips)
            drop = Drop(table=table, number=slip.number, cash=Chips(cash), chips=chips)
            return replace(cage, drops=(*cage.drops, drop))
        case "count":
            return _compared(cage, entry.at, tray_of(table), slip.expected, slip.counted)
        case "correction":
            return _explained(cage, tray_of(table))
        case _:
            return cage


# --- counts, differences and the close of a day ----------------------------------------------


def _compared(cage: Cage, at: datetime, account: Account, expected: Chips, counted: Chips) -> Cage:
    """Note a count; it takes the place of an earlier one that did not agree."""
    cage = _explained(cage, account)
    return cage if expected == counted else _differs(cage, at, account, expected, counted)


def _differs(cage: Cage, at: datetime, account: Account, expected: Chips, counted: Chips) -> Cage:
    number = len(cage.differences) + 1
    found = Difference(number=number, account=account, expected=expected, counted=counted, at=at)
    return replace(cage, differences=(*cage.differences, found))


def _explained(cage: Cage, account: Account) -> Cage:
    before = cage.open_difference(account)
    return cage if before is None else _settled(cage, before.number)


def _settled(cage: Cage, number: int) -> Cage:
    differences = tuple(
        replace(one, open=False) if one.number == number else one for one in cage.differences
    )
    return replace(cage, differences=differences)


def _counted(cage: Cage, entry: Entry[AccountCounted]) -> Cage:
    fact = entry.fact
    count = Count(entry.at, fact.expected, fact.counted)
    cage = replace(cage, counts=cage.counts | {fact.account: count})
    return _compared(cage, entry.at, fact.account, fact.expected, fact.counted)


def _drop_counted(cage: Cage, entry: Entry[DropCounted]) -> Cage:
    fact = entry.fact
    key = fact.table, fact.number
    drops = tuple(one for one in cage.drops if (one.table, one.number) != key)
    cage = replace(cage, drops=drops)
    for account, expected, counted in _differences(fact):  # each box for itself
        cage = _differs(cage, entry.at, account, expected, counted)
    return cage


def _differences(found: DropCounted) -> Iterator[tuple[Account, Chips, Chips]]:
    """Where the count of a drop box does not agree: account, expected, counted."""
    if found.cash != found.expected_cash:
        yield dropped_cash(found.table), found.expected_cash, found.cash
    if found.chips != found.expected_chips:
        yield dropped_chips(found.table), found.expected_chips, found.chips


def _corrected(cage: Cage, entry: Entry[BooksCorrected]) -> Cage:
    return _settled(cage, entry.fact.number)


def _closed(cage: Cage, entry: Entry[DayClosed]) -> Cage:
    return replace(
        cage,
        closed=entry.fact.day,
        closed_at=entry.at,
        sold=Chips(0),
        cashed=Chips(0),
        sales=0,
        payments=0,
        counts={},
    )


def _ledger_settled(cage: Cage, entry: Entry[LedgerSettled]) -> Cage:
    return replace(cage, ledger={}, given=())


CAGE: Evolvers[Cage] = {
    LedgerSettled: _ledger_settled,
    ChipsSold: _sold_here,
    ChipsAsked: _asked,
    ChipsDeclined: _declined,
    BuyInApproved: _approved,
    ChipsReturned: _returned,
    ChipsCashed: _cashed,
    TableBooked: _booked,
    SlipRequested: _requested,
    FillPrepared: _prepared,
    CreditReceived: _received,
    SlipCancelled: _cancelled,
    AccountCounted: _counted,
    DropCounted: _drop_counted,
    BooksCorrected: _corrected,
    DayClosed: _closed,
}


# --- the inventory of a table ----------------------------------------------------------------


def _carried(tray: Tray, entry: Entry[FillTaken] | Entry[CreditSent]) -> Tray:
    return replace(tray, done=tray.done | {entry.fact.number})


def _tray_counted(tray: Tray, entry: Entry[InventoryCounted]) -> Tray:
    return replace(tray, off=Chips(entry.fact.counted - entry.fact.expected))


def _adjusted(tray: Tray, entry: Entry[InventoryAdjusted]) -> Tray:
    return replace(tray, off=Chips(0))


def _box_removed(tray: Tray, entry: Entry[DropRemoved]) -> Tray:
    return replace(tray, drops=entry.fact.number)


TRAY: Evolvers[Tray] = {
    FillTaken: _carried,
    CreditSent: _carried,
    InventoryCounted: _tray_counted,
    InventoryAdjusted: _adjusted,
    DropRemoved: _box_removed,
}


# --- time charges ----------------------------------------------------------------------------


def _charged(charges: Charges, entry: Entry[TimeCharged]) -> Charges:
    fact = entry.fact
    sources = {move.source: move.chips for move in fact.moves}
    paid = {seat: sources[stack(seat)] for seat in fact.owed if stack(seat) in sources}
    waiting = Assessment(
        since=fact.since, until=fact.until, people=fact.people, owed=fact.owed, paid=paid
    )
    later = {fact.people[seat]: chips for seat, chips in fact.later.items()}
    together = {name: Chips(chips + charges.later.get(name, 0)) for name, chips in later.items()}
    return Charges(fact.until, waiting if fact.owed else None, together)


def _collected(charges: Charges, entry: Entry[TimeCollected]) -> Charges:
    seat, waiting = entry.fact.seat, charges.waiting
    assert waiting is not None
    paid = waiting.paid | {seat: waiting.owed[seat]}
    return replace(charges, waiting=replace(waiting, paid=paid))


def _excused(charges: Charges, entry: Entry[TimeExcused]) -> Charges:
    seat, waiting = entry.fact.seat, charges.waiting
    assert waiting is not None
    owed = waiting.owed | {seat: Chips(waiting.owed[seat] - entry.fact.chips)}
    return replace(charges, waiting=replace(waiting, owed=owed))


def _verified(charges: Charges, entry: Entry[TimeVerified]) -> Charges:
    return replace(charges, waiting=None)


CHARGES: Evolvers[Charges] = {
    TimeCharged: _charged,
    TimeCollected: _collected,
    TimeExcused: _excused,
    TimeVerified: _verified,
}
