"""What a table needs before it runs, and what must be done by when."""

from collections.abc import Callable, Iterator
from datetime import datetime

from croupier.refused import Refused
from croupier.room.cage import charges
from croupier.room.conduct import decide as conduct
from croupier.room.custody import readiness
from croupier.room.funds import box
from croupier.room.house.filings import approvals
from croupier.room.house.state import House
from croupier.room.logbook import Procedure
from croupier.room.table.state import Table

_RUNS = (charges.check_runs, box.check_runs, conduct.check_runs)
_DUE: tuple[Callable[[Table, datetime, House], list[Procedure]], ...] = (
    readiness.due,
    charges.due,
    box.due,
    conduct.due,
)


def check_runs(table: Table, house: House) -> None:
    """Refuse to run the table on something that the house has no approval for."""
    for check in _RUNS:
        check(table, house)
    approvals(table.game, table.sign, house, by_person=table.dealt_by_person)


def stopped(table: Table, house: House) -> str:
    """Why an open table deals no more rounds; nothing while it may."""
    if table.status == "open":
        try:
            check_runs(table, house)
        except Refused as refused:
            return refused.why
    return ""


def due(table: Table, at: datetime, house: House) -> list[Procedure]:
    """Every procedure that is or will be due at a table, the most pressing first."""
    found = [one for part in _DUE for one in part(table, at, house)]
    return sorted(found, key=lambda one: one.by)


def overdue(table: Table, at: datetime, house: House) -> Iterator[Procedure]:
    """What is overdue at a table and must be done before its next round."""
    return (one for one in due(table, at, house) if one.by < at)
