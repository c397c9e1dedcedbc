"""Running sums for the overview of the books: no settled line is read twice.

The overview is made of totals of a few reports. They are summed here by shift, of which every day,
week, month and year is made. A log is cut where nothing is under way: the sums of its parts, added,
are the sums of the whole. So a room keeps the sums of what is settled, and reads on from there.
"""

from collections.abc import Iterable, Sequence
from threading import Lock

from msgspec import Struct
from msgspec.structs import replace

from croupier.engine.events import RoundOpened
from croupier.room.cage.facts import TimeCharged, TimeVerified
from croupier.room.logbook import Entry
from croupier.views.reports.catalog import REPORTS
from croupier.views.reports.definition import (
    Book,
    By,
    Cell,
    Column,
    Report,
    is_within,
    made,
    period_of,
)

SUMMED = ("cage", "rake", "time-charge", "funds", "banked")
HOUSE = ""  # not a valid table name
Row = tuple[Cell, ...]


class Tally(Struct, frozen=True):
    """Reports summed by shift, and the gaming days on which anything happened."""

    reports: dict[str, Report]
    days: frozenset[str]
    lines: int  # of the logs that it was made of

    def __add__(self, other: "Tally") -> "Tally":
        """The sums of two parts of the same logs."""
        reports = {
            name: replace(one, rows=_added(one.columns, (*one.rows, *other.reports[name].rows)))
            for name, one in self.reports.items()
        }
        return Tally(reports, self.days | other.days, self.lines + other.lines)

    def summed(self, name: str, by: By, since: str = "", until: str = "") -> Report:
        """A report by longer periods, from one gaming day to another."""
        report = self.reports[name]
        rows = (
            (period_of(by, str(row[0])), *row[1:])
            for row in report.rows
            if is_within(period_of("day", str(row[0])), since, until)
        )
        columns = (Column(by, "key"), *report.columns[1:])
        return replace(report, by=(by,), columns=columns, rows=_added(columns, rows))


def tally(of: Book) -> Tally:
    """Sum up whole logs, or the part of them after a cut."""
    reports = {name: made(REPORTS[name], of, ["shift"]) for name in SUMMED}
    moments = [entry.at for log in (of.house, *of.tables.values()) for entry in log]
    return Tally(reports, frozenset(of.period("day", at) for at in moments), len(moments))


def _added(columns: Sequence[Column], rows: Iterable[Row]) -> tuple[Row, ...]:
    """Rows that are alike in their keys, which come first, as one."""
    keys = sum(column.holds == "key" for column in columns)
    found: dict[tuple[str, ...], list[int]] = {}
    for row in rows:
        sums = found.setdefault(tuple(map(str, row[:keys])), [0] * (len(columns) - keys))
        for place, cell in enumerate(row[keys:]):
            sums[place] += cell if isinstance(cell, int) else 0
    return tuple((*key, *sums) for key, sums in sorted(found.items()))


def settled(log: Sequence[Entry]) -> int:
    """How many lines of a table's log are done with: those before its last round.

    A hand may still be shown after its round, and a time charge is one line until it is verified.
    """
    waiting, upto = False, 0
    for number, entry in enumerate(log):
        match entry.fact:
            case TimeCharged(owed=owed):
                waiting = bool(owed)
            case TimeVerified():
                waiting = False
            case RoundOpened() if not waiting:
                upto = number
            case _:
                pass
    return upto


class Running:
    """The sums of logs that grow: what is settled is kept as a sum, the rest is read again."""

    def __init__(self) -> None:
        """Begin with nothing read."""
        self.reading = Lock()  # held from the reading to the sum: no line is added twice
        self.upto: dict[str, int] = {}  # lines that are settled: by table, and of the house
        self._kept = tally(Book())

    def grown(self, fresh: Book) -> Tally:
        """The sums of everything, given all lines after those that are settled."""
        cuts = {name: cut for name, log in fresh.tables.items() if (cut := settled(log))}
        done = {name: fresh.tables[name][:cut] for name, cut in cuts.items()}
        left = {name: log[cuts.get(name, 0) :] for name, log in fresh.tables.items()}
        kept = self._kept + tally(replace(fresh, tables=done))
        whole = kept + tally(replace(fresh, tables=left, house=()))
        for name, cut in (*cuts.items(), (HOUSE, len(fresh.house))):
            self.upto[name] = self.upto.get(name, 0) + cut
        self._kept = kept
        return whole
