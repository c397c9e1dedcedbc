"""How facts change the bad beat funds of the house, and the box of a table."""

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.accounts import Move
from croupier.engine.events import BadBeatFound
from croupier.room.funds.facts import (
    BadBeatAwarded,
    BadBeatDenied,
    BadBeatOffered,
    BadBeatVerified,
    BadBeatWithdrawn,
    BoxCounted,
    BoxesReceived,
    BoxSent,
    DifferenceClosed,
    DifferenceFound,
    DisplaysAdjusted,
    FundApproved,
    FundClosed,
    FundDistributed,
    FundPosted,
    FundStopped,
    FundSubmitted,
    FundTransferred,
    PayoutMade,
    PayoutPrepared,
    TableDesignated,
    TableReleased,
)
from croupier.room.funds.state import Box, BoxSlip, Found, Fund, Funds, Incident, Payout
from croupier.room.house.days import next_day
from croupier.room.logbook import Entry, Evolvers, within
from croupier.room.table.state import Table

# --- the box of a table ----------------------------------------------------------------------


def _offered(table: Table, entry: Entry[BadBeatOffered]) -> Table:
    fact, box = entry.fact, table.box
    box = replace(box, fund=fact.fund, offered=True, count_by=box.count_by or fact.day)
    return replace(table, box=box, sign=replace(table.sign, bad_beat=fact.rules))


def _withdrawn(table: Table, entry: Entry[BadBeatWithdrawn]) -> Table:
    box = replace(table.box, offered=False)
    return replace(table, box=box, sign=replace(table.sign, bad_beat=None))


def _counted(box: Box, entry: Entry[BoxCounted]) -> Box:
    return _emptied(box, entry.fact.slip, next_day(entry.fact.slip.day))


def _sent(box: Box, entry: Entry[BoxSent]) -> Box:
    return _emptied(box, entry.fact.slip, box.count_by)  # the cashiers' count is the count


def _emptied(box: Box, slip: BoxSlip, count_by: str) -> Box:
    if slip.final:
        return replace(box, slips=slip.number, fund="", count_by="")
    return replace(box, slips=slip.number, count_by=count_by)


def noted(table: Table, entry: Entry[BadBeatFound], *, number: int) -> Table:
    """The table with the bad beat of this round noted, and the names of all players in it."""
    fact = entry.fact
    assert table.round is not None
    named = {seat: table.seats[seat].person for seat in table.round.hands}
    found = Found(
        fund=table.box.fund,
        round=number,
        loser=named[fact.seat],
        cards=fact.cards,
        winners=tuple(named[seat] for seat in fact.by),
        others=tuple(
            person for seat, person in named.items() if seat != fact.seat and seat not in fact.by
        ),
    )
    return replace(table, box=replace(table.box, found=(*table.box.found, found)))


def _verified(box: Box, entry: Entry[BadBeatVerified]) -> Box:
    slip = entry.fact.slip
    others = tuple(beat for beat in box.found if beat.round != slip.round)  # one a round
    return replace(box, beats=slip.number, found=others)


def _denied(box: Box, entry: Entry[BadBeatDenied]) -> Box:
    found = list(box.found)
    found.remove(next(beat for beat in found if beat.round == entry.fact.round))
    return replace(box, found=tuple(found))


_BOX: Evolvers[Box] = {
    BoxCounted: _counted,
    BoxSent: _sent,
    BadBeatVerified: _verified,
    BadBeatDenied: _denied,
}
BOX: Evolvers[Table] = {
    BadBeatOffered: _offered,
    BadBeatWithdrawn: _withdrawn,
    **within("box", _BOX),
}


# --- the funds of the house ------------------------------------------------------------------


def _changed(funds: Funds, name: str, **changes: object) -> Funds:
    fund: Fund = replace(funds.named[name], **changes)
    return replace(funds, named=funds.named | {name: fund})


def _grown(funds: Funds, name: str, field: str, chips: int) -> Funds:
    """Add to one of the running totals of a fund."""
    return _changed(funds, name, **{field: Chips(getattr(funds.named[name], field) + chips)})


def _sum(moves: tuple[Move, ...]) -> Chips:
    return Chips(sum(move.chips for move in moves))


def _submitted(funds: Funds, entry: Entry[FundSubmitted]) -> Funds:
    fact = entry.fact
    fund = Fund(name=fact.name, rules=fact.rules, ending=fact.ending)
    return replace(funds, named=funds.named | {fact.name: fund})


def _approved(funds: Funds, entry: Entry[FundApproved]) -> Funds:
    fact = entry.fact
    rules = replace(funds.named[fact.name].rules, approval=fact.reference)
    return _changed(funds, fact.name, rules=rules, status="approved")


def _posted(funds: Funds, entry: Entry[FundPosted]) -> Funds:
    fact = entry.fact
    displays = dict.fromkeys(fact.displays, Chips(0))
    return _changed(funds, fact.name, status="offered", displays=displays, adjusted=fact.day)


def _designated(funds: Funds, entry: Entry[TableDesignated]) -> Funds:
    name, table = entry.fact.name, entry.fact.table
    return _changed(funds, name, tables=(*funds.named[name].tables, table))


def _released(funds: Funds, entry: Entry[TableReleased]) -> Funds:
    name, table = entry.fact.name, entry.fact.table
    left = tuple(other for other in funds.named[name].tables if other != table)
    return _changed(funds, name, tables=left)


def _received(funds: Funds, entry: Entry[BoxesReceived]) -> Funds:
    fact = entry.fact
    last = {slip.table for slip in fact.slips if slip.final}
    left = tuple(table for table in funds.named[fact.name].tables if table not in last)
    grown = _grown(funds, fact.name, "collected", _sum(fact.moves))
    funds = _changed(grown, fact.name, tables=left)
    return replace(
        funds,
        slips=funds.slips | {slip.key for slip in fact.slips},
        counted=funds.counted | dict.fromkeys((slip.table for slip in fact.slips), fact.day),
    )


def _differs(funds: Funds, entry: Entry[DifferenceFound]) -> Funds:
    fact = entry.fact
    incident = Incident(
        number=fact.number,
        fund=fact.name,
        kind=fact.kind,
        expected=fact.expected,
        found=fact.found,
        borne=fact.borne,
    )
    return replace(funds, incidents=(*funds.incidents, incident))


def _explained(funds: Funds, entry: Entry[DifferenceClosed]) -> Funds:
    fact = entry.fact
    incidents = tuple(
        replace(incident, open=False) if incident.number == fact.number else incident
        for incident in funds.incidents
    )
    funds = replace(funds, incidents=incidents)
    return _grown(funds, fact.name, "collected", _sum(fact.moves))


def _awarded(funds: Funds, entry: Entry[BadBeatAwarded]) -> Funds:
    fact = entry.fact
    payout = Payout(number=fact.number, slip=fact.slip, amount=_sum(fact.moves), shares=fact.shares)
    funds = _changed(funds, fact.name, pending=entry.at)
    slips = funds.slips | {fact.slip.key}
    return replace(funds, slips=slips, payouts=(*funds.payouts, payout))


def _payout(funds: Funds, number: int, **changes: object) -> Funds:
    payouts = list(funds.payouts)
    payouts[number - 1] = replace(payouts[number - 1], **changes)
    return replace(funds, payouts=tuple(payouts))


def _prepared(funds: Funds, entry: Entry[PayoutPrepared]) -> Funds:
    fact = entry.fact
    return _payout(funds, fact.number, form=fact.form, place=fact.place)


def _made(funds: Funds, entry: Entry[PayoutMade]) -> Funds:
    fact = entry.fact
    handed = (*funds.payouts[fact.number - 1].handed, fact.person)
    funds = _payout(funds, fact.number, handed=handed)
    return _grown(funds, fact.name, "paid", _sum(fact.moves))


def _adjusted(funds: Funds, entry: Entry[DisplaysAdjusted]) -> Funds:
    fact = entry.fact
    funds = _changed(funds, fact.name, displays=fact.readings)
    if set(fact.readings.values()) == {fact.balance}:
        return _changed(funds, fact.name, adjusted=fact.day, pending=None)
    return funds


def _stopped(funds: Funds, entry: Entry[FundStopped]) -> Funds:
    return _changed(funds, entry.fact.name, status="stopped")


def _transferred(funds: Funds, entry: Entry[FundTransferred]) -> Funds:
    chips = _sum(entry.fact.moves)
    funds = _grown(funds, entry.fact.name, "sent", chips)
    return _grown(funds, entry.fact.target, "received", chips)


def _distributed(funds: Funds, entry: Entry[FundDistributed]) -> Funds:
    return _grown(funds, entry.fact.name, "paid", _sum(entry.fact.moves))


def _closed(funds: Funds, entry: Entry[FundClosed]) -> Funds:
    return _changed(funds, entry.fact.name, status="closed")


FUNDS: Evolvers[Funds] = {
    FundSubmitted: _submitted,
    FundApproved: _approved,
    FundPosted: _posted,
    TableDesignated: _designated,
    TableReleased: _released,
    BoxesReceived: _received,
    DifferenceFound: _differs,
    DifferenceClosed: _explained,
    BadBeatAwarded: _awarded,
    PayoutPrepared: _prepared,
    PayoutMade: _made,
    DisplaysAdjusted: _adjusted,
    FundStopped: _stopped,
    FundTransferred: _transferred,
    FundDistributed: _distributed,
    FundClosed: _closed,
}
