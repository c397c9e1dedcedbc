"""What became of the bad beat funds: one line of the house's log after another."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.room.funds import facts as told
from croupier.room.funds.orders import Fund, Incident, Payout
from croupier.room.logbook import Entry

if TYPE_CHECKING:
    from croupier.room.house.decide import House


def _kept(house: "House", **changes: Any) -> "House":
    return replace(house, funds=replace(house.funds, **changes))


def _changed(house: "House", name: str, **changes: Any) -> "House":
    fund: Fund = replace(house.funds.named[name], **changes)
    return _kept(house, named=house.funds.named | {name: fund})


def _grown(house: "House", name: str, field: str, chips: int) -> "House":
    """Add to one of the running totals of a fund."""
    return _changed(house, name, **{field: Chips(getattr(house.funds.named[name], field) + chips)})


def _moved(entry: Entry) -> int:
    return sum(move.chips for move in entry.fact.moves)


def _submitted(house: "House", entry: Entry) -> "House":
    fact: told.FundSubmitted = entry.fact
    fund = Fund(name=fact.name, rules=fact.rules, ending=fact.ending)
    return _kept(house, named=house.funds.named | {fact.name: fund})


def _approved(house: "House", entry: Entry) -> "House":
    fact: told.FundApproved = entry.fact
    rules = replace(house.funds.named[fact.name].rules, approval=fact.reference)
    return _changed(house, fact.name, rules=rules, status="approved")


def _posted(house: "House", entry: Entry) -> "House":
    fact: told.FundPosted = entry.fact
    displays = dict.fromkeys(fact.displays, Chips(0))
    return _changed(house, fact.name, status="offered", displays=displays, adjusted=fact.day)


def _designated(house: "House", entry: Entry) -> "House":
    name, table = entry.fact.name, entry.fact.table
    return _changed(house, name, tables=(*house.funds.named[name].tables, table))


def _released(house: "House", entry: Entry) -> "House":
    name, table = entry.fact.name, entry.fact.table
    left = tuple(other for other in house.funds.named[name].tables if other != table)
    return _changed(house, name, tables=left)


def _received(house: "House", entry: Entry) -> "House":
    fact: told.BoxesReceived = entry.fact
    last = {slip.table for slip in fact.slips if slip.final}
    left = tuple(table for table in house.funds.named[fact.name].tables if table not in last)
    house = _grown(house, fact.name, "collected", fact.counted)
    house = _changed(house, fact.name, tables=left)
    return _kept(
        house,
        slips=house.funds.slips | {slip.key for slip in fact.slips},
        counted=house.funds.counted | dict.fromkeys((slip.table for slip in fact.slips), fact.day),
    )


def _differs(house: "House", entry: Entry) -> "House":
    fact: told.DifferenceFound = entry.fact
    incident = Incident(
        number=fact.number,
        fund=fact.name,
        kind=fact.kind,
        expected=fact.expected,
        found=fact.found,
    )
    return _kept(house, incidents=(*house.funds.incidents, incident))


def _explained(house: "House", entry: Entry) -> "House":
    fact: told.DifferenceClosed = entry.fact
    incidents = tuple(
        replace(incident, open=False) if incident.number == fact.number else incident
        for incident in house.funds.incidents
    )
    return _grown(_kept(house, incidents=incidents), fact.name, "collected", _moved(entry))


def _awarded(house: "House", entry: Entry) -> "House":
    fact: told.BadBeatAwarded = entry.fact
    payout = Payout(
        number=fact.number, slip=fact.slip, amount=Chips(_moved(entry)), shares=fact.shares
    )
    house = _changed(house, fact.name, pending=entry.at)
    return _kept(
        house,
        slips=house.funds.slips | {fact.slip.key},
        payouts=(*house.funds.payouts, payout),
    )


def _payout(house: "House", number: int, **changes: Any) -> "House":
    payouts = list(house.funds.payouts)
    payouts[number - 1] = replace(payouts[number - 1], **changes)
    return _kept(house, payouts=tuple(payouts))


def _prepared(house: "House", entry: Entry) -> "House":
    fact: told.PayoutPrepared = entry.fact
    return _payout(house, fact.number, form=fact.form, place=fact.place)


def _made(house: "House", entry: Entry) -> "House":
    fact: told.PayoutMade = entry.fact
    handed = (*house.funds.payouts[fact.number - 1].handed, fact.person)
    house = _payout(house, fact.number, handed=handed)
    return _grown(house, fact.name, "paid", _moved(entry))


def _adjusted(house: "House", entry: Entry) -> "House":
    fact: told.DisplaysAdjusted = entry.fact
    house = _changed(house, fact.name, displays=fact.readings)
    if set(fact.readings.values()) == {fact.balance}:
        return _changed(house, fact.name, adjusted=fact.day, pending=None)
    return house


def _returned(house: "House", entry: Entry) -> "House":
    return house  # the chips have moved, and nothing else


def _stopped(house: "House", entry: Entry) -> "House":
    return _changed(house, entry.fact.name, status="stopped")


def _transferred(house: "House", entry: Entry) -> "House":
    house = _grown(house, entry.fact.name, "sent", _moved(entry))
    return _grown(house, entry.fact.target, "received", _moved(entry))


def _distributed(house: "House", entry: Entry) -> "House":
    return _grown(house, entry.fact.name, "paid", _moved(entry))


def _closed(house: "House", entry: Entry) -> "House":
    return _changed(house, entry.fact.name, status="closed")


EVOLVE: dict[type, Callable[["House", Entry], "House"]] = {
    told.FundSubmitted: _submitted,
    told.FundApproved: _approved,
    told.FundPosted: _posted,
    told.TableDesignated: _designated,
    told.TableReleased: _released,
    told.BoxesReceived: _received,
    told.DifferenceFound: _differs,
    told.DifferenceClosed: _explained,
    told.BadBeatAwarded: _awarded,
    told.PayoutPrepared: _prepared,
    told.PayoutMade: _made,
    told.DisplaysAdjusted: _adjusted,
    told.ReserveReturned: _returned,
    told.FundStopped: _stopped,
    told.FundTransferred: _transferred,
    told.FundDistributed: _distributed,
    told.FundClosed: _closed,
}
