"""How facts change the seats of a table, its wishes, and the waiting lists of the house."""

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.room.logbook import Entry, Evolvers
from croupier.room.seating.facts import (
    AbsenceAsked,
    BombPotAnswered,
    BombPotProposed,
    Bought,
    CallReleased,
    CurrencyConverted,
    LeaveAsked,
    LimitsAnswered,
    LimitsProposed,
    LimitsRaised,
    ListJoined,
    ListLeft,
    NextCalled,
    PurchaseDropped,
    PurchaseQueued,
    ReturnAsked,
    SatIn,
    SatOut,
    Seated,
    SeatLeft,
    ShowingChosen,
    StakeHeld,
    StakeRestored,
    StraddleWished,
)
from croupier.room.seating.state import (
    Absence,
    BombVote,
    Call,
    Left,
    Proposal,
    Seat,
    WaitingLists,
    Waits,
    Wishes,
)
from croupier.room.table.state import Table
from croupier.rules.readings import as_logged


def changed(table: Table, seat: int, **fields: object) -> Table:
    """The table with these fields of one seat changed."""
    return replace(table, seats=table.seats | {seat: replace(table.seats[seat], **fields)})


def vacated(table: Table, seat: int) -> Table:
    """The table with a seat freed; its kill button goes, and the limits of the kill stay."""
    seats = {other: held for other, held in table.seats.items() if other != seat}
    leaving = {other: slip for other, slip in table.conduct.leaving.items() if other != seat}
    kill = 0 if table.kill == seat else table.kill
    gone = table.seats[seat].person
    calls = {person: call for person, call in table.conduct.calls.items() if person != gone}
    conduct = replace(table.conduct, leaving=leaving, calls=calls)
    return replace(table, seats=seats, kill=kill, conduct=conduct)


def departed(table: Table, person: str, how: Left) -> Table:
    """The table after a player has gone with all their chips."""
    left = {**table.seating.left, person: how}
    free = {**table.seating.vacated, how.seat: how.at}
    after = vacated(table, how.seat)
    return replace(after, seating=replace(table.seating, left=left, vacated=free))


# --- seats -----------------------------------------------------------------------------------


def _seated(table: Table, entry: Entry[Seated]) -> Table:
    fact = entry.fact
    seats = dict(sorted({**table.seats, fact.seat: Seat(fact.person, entry.at)}.items()))
    return replace(table, seats=seats)


def _leave_asked(table: Table, entry: Entry[LeaveAsked]) -> Table:
    return changed(table, entry.fact.seat, leaving=True)


def _seat_left(table: Table, entry: Entry[SeatLeft]) -> Table:
    fact = entry.fact
    return departed(table, fact.person, Left(entry.at, fact.stake, fact.seat))


def _sat_out(table: Table, entry: Entry[SatOut]) -> Table:
    held = table.seats[entry.fact.seat]
    passed = held.passed if entry.by.name != held.person else 0  # a player who says so has answered
    return changed(table, entry.fact.seat, out=True, out_since=entry.at, passed=passed)


def _plays_again(table: Table, entry: Entry[SatIn] | Entry[StakeRestored]) -> Table:
    return changed(table, entry.fact.seat, out=False, out_since=None, away=None, passed=0)


def _return_asked(table: Table, entry: Entry[ReturnAsked]) -> Table:
    away = table.seats[entry.fact.seat].away
    assert away is not None
    return changed(table, entry.fact.seat, away=replace(away, back=True))


def _absence_asked(table: Table, entry: Entry[AbsenceAsked]) -> Table:
    return changed(table, entry.fact.seat, away=Absence(entry.at))


def _held(table: Table, entry: Entry[StakeHeld]) -> Table:
    fact = entry.fact
    return changed(table, fact.seat, away=Absence(entry.at, fact.method, fact.stake))


# --- purchases -------------------------------------------------------------------------------


def _bought(table: Table, entry: Entry[Bought]) -> Table:
    fact = entry.fact
    held, chips = table.seats[fact.seat], Chips(sum(move.chips for move in fact.moves))
    currency = Chips(held.currency + (chips if fact.form == "currency" else 0))
    spent = Chips(table.seating.bought.get(fact.person, 0) + chips - fact.carried)
    bought = {**table.seating.bought, fact.person: spent}
    table = replace(table, seating=replace(table.seating, bought=bought))
    return changed(table, fact.seat, currency=currency, asks=held.asks[1:])


def _queued(table: Table, entry: Entry[PurchaseQueued]) -> Table:
    fact = entry.fact
    return changed(table, fact.seat, asks=(*table.seats[fact.seat].asks, fact.asks))


def _dropped(table: Table, entry: Entry[PurchaseDropped]) -> Table:
    return changed(table, entry.fact.seat, asks=table.seats[entry.fact.seat].asks[1:])


def _exchanged(table: Table, entry: Entry[CurrencyConverted]) -> Table:
    return changed(table, entry.fact.seat, currency=Chips(0))


# --- limits ----------------------------------------------------------------------------------


def _limits_proposed(table: Table, entry: Entry[LimitsProposed]) -> Table:
    fact = entry.fact
    sign = as_logged(table.game, fact.sign)
    return replace(table, proposal=Proposal(sign, approvals=fact.approvals))


def _limits_answered(table: Table, entry: Entry[LimitsAnswered]) -> Table:
    fact = entry.fact
    assert table.proposal is not None
    if not fact.agree:
        return replace(table, proposal=None)
    agreed = (*table.proposal.agreed, fact.person)
    return replace(table, proposal=replace(table.proposal, agreed=agreed))


def _limits_raised(table: Table, entry: Entry[LimitsRaised]) -> Table:
    fact = entry.fact
    granted = fact.approvals or table.approvals
    return replace(table, sign=as_logged(table.game, fact.sign), approvals=granted, proposal=None)


SEATS: Evolvers[Table] = {
    Seated: _seated,
    LeaveAsked: _leave_asked,
    SeatLeft: _seat_left,
    SatOut: _sat_out,
    SatIn: _plays_again,
    ReturnAsked: _return_asked,
    AbsenceAsked: _absence_asked,
    StakeHeld: _held,
    StakeRestored: _plays_again,
    Bought: _bought,
    PurchaseQueued: _queued,
    PurchaseDropped: _dropped,
    CurrencyConverted: _exchanged,
    LimitsProposed: _limits_proposed,
    LimitsAnswered: _limits_answered,
    LimitsRaised: _limits_raised,
}


# --- wishes ----------------------------------------------------------------------------------


def _straddle_wished(wishes: Wishes, entry: Entry[StraddleWished]) -> Wishes:
    fact = entry.fact
    others = {seat: who for seat, who in wishes.straddles.items() if seat != fact.seat}
    return replace(wishes, straddles={**others, fact.seat: fact.person} if fact.on else others)


def _showing_chosen(wishes: Wishes, entry: Entry[ShowingChosen]) -> Wishes:
    return replace(wishes, showing={**wishes.showing, entry.fact.person: entry.fact.how})


def _bomb_proposed(wishes: Wishes, entry: Entry[BombPotProposed]) -> Wishes:
    seat = entry.fact.seat
    return replace(wishes, bomb=BombVote(seat, entry.at, {seat: True}))


def _bomb_answered(wishes: Wishes, entry: Entry[BombPotAnswered]) -> Wishes:
    vote = wishes.bomb
    assert vote is not None
    answers = {**vote.answers, entry.fact.seat: entry.fact.yes}
    return replace(wishes, bomb=replace(vote, answers=answers))


WISHES: Evolvers[Wishes] = {
    StraddleWished: _straddle_wished,
    ShowingChosen: _showing_chosen,
    BombPotProposed: _bomb_proposed,
    BombPotAnswered: _bomb_answered,
}


# --- waiting lists ---------------------------------------------------------------------------


def _joined(lists: WaitingLists, entry: Entry[ListJoined]) -> WaitingLists:
    waits = Waits(entry.fact.person, entry.fact.kind, entry.at)
    return replace(lists, line=(*lists.line, waits))


def _off_the_list(lists: WaitingLists, entry: Entry[ListLeft] | Entry[NextCalled]) -> WaitingLists:
    gone = (entry.fact.person, entry.fact.kind)
    line = tuple(waits for waits in lists.line if (waits.person, waits.kind) != gone)
    return replace(lists, line=line)


def _called(lists: WaitingLists, entry: Entry[NextCalled]) -> WaitingLists:
    fact = entry.fact
    others = [call for call in lists.calls if (call.table, call.seat) != (fact.table, fact.seat)]
    call = Call(fact.person, fact.kind, fact.table, fact.seat, entry.at)
    return replace(_off_the_list(lists, entry), calls=(*others, call))


def _released(lists: WaitingLists, entry: Entry[CallReleased]) -> WaitingLists:
    gone = (entry.fact.table, entry.fact.seat)
    calls = tuple(call for call in lists.calls if (call.table, call.seat) != gone)
    return replace(lists, calls=calls)


WAITING: Evolvers[WaitingLists] = {
    ListJoined: _joined,
    ListLeft: _off_the_list,
    NextCalled: _called,
    CallReleased: _released,
}
