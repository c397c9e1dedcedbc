"""How rulings and removals change a table."""

from msgspec.structs import replace

from croupier.room.conduct.facts import DisputeRuled, PlayerRemoved, RemovedPlayerLeft
from croupier.room.conduct.state import Conduct
from croupier.room.logbook import Entry, Evolvers, within
from croupier.room.seating.evolve import vacated
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


def _left(table: Table, entry: Entry[RemovedPlayerLeft]) -> Table:
    return vacated(table, entry.fact.seat)


_CONDUCT: Evolvers[Conduct] = {DisputeRuled: _ruled, PlayerRemoved: _removed}
EVOLVE: Evolvers[Table] = {**within("conduct", _CONDUCT), RemovedPlayerLeft: _left}
