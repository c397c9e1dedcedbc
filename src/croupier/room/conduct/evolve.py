"""How rulings and removals change a table."""

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.room.conduct.facts import (
    DisputeRuled,
    FloorAnswered,
    FloorCalled,
    PlayerRemoved,
    RemovalNotified,
    RemovedPlayerLeft,
)
from croupier.room.conduct.state import Conduct, FloorCall
from croupier.room.logbook import Entry, Evolvers, within
from croupier.room.seating.evolve import departed
from croupier.room.seating.state import Left
from croupier.room.table.state import Table


def _ruled(conduct: Conduct, entry: Entry[DisputeRuled]) -> Conduct:
    fact = entry.fact
    return replace(conduct, rulings=conduct.rulings | {fact.dispute: fact})


def _removed(conduct: Conduct, entry: Entry[PlayerRemoved]) -> Conduct:
    slip = entry.fact.slip
    return replace(
        conduct,
        removed=conduct.removed | {slip.person: slip},
        leaving=conduct.leaving | {entry.fact.seat: slip},
    )


def _called(conduct: Conduct, entry: Entry[FloorCalled]) -> Conduct:
    call = FloorCall(entry.fact.about, entry.at)
    return replace(conduct, calls=conduct.calls | {entry.fact.person: call})


def _answered(conduct: Conduct, entry: Entry[FloorAnswered]) -> Conduct:
    fact = entry.fact
    call = replace(conduct.calls[fact.person], answer=fact.answer, by=entry.by.name)
    return replace(conduct, calls=conduct.calls | {fact.person: call})


def _notified(conduct: Conduct, entry: Entry[RemovalNotified]) -> Conduct:
    person = entry.fact.person
    slip = replace(conduct.removed[person], notice=entry.fact.notice)
    return replace(conduct, removed=conduct.removed | {person: slip})


def _left(table: Table, entry: Entry[RemovedPlayerLeft]) -> Table:
    fact = entry.fact
    stake = Chips(sum(move.chips for move in fact.moves))
    return departed(table, fact.person, Left(entry.at, stake, fact.seat))


_CONDUCT: Evolvers[Conduct] = {
    DisputeRuled: _ruled,
    PlayerRemoved: _removed,
    FloorCalled: _called,
    FloorAnswered: _answered,
    RemovalNotified: _notified,
}
EVOLVE: Evolvers[Table] = {**within("conduct", _CONDUCT), RemovedPlayerLeft: _left}
