"""Sums for the overview of the books: no settled line is read twice.

The overview is made of totals of a few reports. They are summed here by shift, of which every day,
week, month and year is made. A log is cut where nothing is under way: the sums of its parts, added,
are the sums of the whole. So a room keeps the sums of what is settled, and reads on from there.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec
from msgspec import Struct
from msgspec.structs import replace

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
LINES = "lines"  # how many lines a shift has
NO_KEYS = "[]"
Row = tuple[Cell, ...]
Amounts = Mapping[tuple[str, str, str, str], int]  # by shift, report, keys of the row, column


class Tally(Struct, frozen=True):
    """Reports summed by shift, and the gaming days on which anything happened."""

    reports: dict[str, Report]
    days: frozenset[str]
    lines: int  # of the logs that it was made of

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


def amounts(of: Book) -> Counter[tuple[str, str, str, str]]:
    """The sums of whole logs, or of a part of them after a cut; those of parts can be added."""
    found = Counter[tuple[str, str, str, str]]()
    for name in SUMMED:
        report = made(REPORTS[name], of, ["shift"])
        for row in report.rows:
            for at, column in enumerate(report.columns):
                if column.summed:
                    found[str(row[0]), name, _key(report.columns, row), column.name] = _whole(
                        row[at]
                    )
    lines = Counter(entry.at for log in (of.house, *of.tables.values()) for entry in log)
    for moment, count in lines.items():
        found[of.period("shift", moment), LINES, NO_KEYS, LINES] += count
    return found


def _key(columns: Sequence[Column], row: Row) -> str:
    """What tells a row from others of the same shift."""
    keys = [row[at] for at, column in enumerate(columns) if column.holds == "key"]
    return msgspec.json.encode(keys[1:]).decode()


def _whole(cell: Cell) -> int:
    return cell if isinstance(cell, int) else 0


def added(*parts: Amounts) -> Amounts:
    """The sums of parts of the same logs, together."""
    found = Counter[tuple[str, str, str, str]]()
    for part in parts:
        for key, amount in part.items():
            found[key] += amount  # nothing is kept too: a row of zeros is a row
    return found


def tally(found: Amounts) -> Tally:
    """The reports made from sums."""
    rows: dict[str, dict[tuple[str, str], dict[str, int]]] = {name: {} for name in SUMMED}
    days, lines = set[str](), 0
    for (shift, name, key, field), amount in found.items():
        if name == LINES:
            days.add(period_of("day", shift))
            lines += amount
        else:
            rows[name].setdefault((shift, key), {})[field] = amount
    return Tally({name: _report(name, rows[name]) for name in SUMMED}, frozenset(days), lines)


def _report(name: str, rows: Mapping[tuple[str, str], Mapping[str, int]]) -> Report:
    empty = _empty(name)
    fields = [column.name for column in empty.columns if column.summed]
    made_ = (
        (shift, *msgspec.json.decode(key), *(row.get(field, 0) for field in fields))
        for (shift, key), row in rows.items()
    )
    return replace(empty, rows=tuple(sorted(made_, key=lambda row: tuple(map(str, row)))))


@lru_cache
def _empty(name: str) -> Report:
    return made(REPORTS[name], Book(), ["shift"])


def _added(columns: Sequence[Column], rows: Iterable[Row]) -> tuple[Row, ...]:
    """Rows that are alike in their keys, which come first, as one."""
    keys = sum(column.holds == "key" for column in columns)
    found: dict[tuple[str, ...], list[int]] = {}
    for row in rows:
        sums = found.setdefault(tuple(map(str, row[:keys])), [0] * (len(columns) - keys))
        for place, cell in enumerate(row[keys:]):
            sums[place] += _whole(cell)
    return tuple((*key, *sums) for key, sums in sorted(found.items()))
