"""Sums for the overview of the books: no settled line is read twice.

The overview is made of totals of a few reports. They are summed here by shift, of which every day,
week, month and year is made. A log is cut where nothing is under way: the sums of its parts, added,
are the sums of the whole. So a room keeps the sums of what is settled, and reads on from there.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
    """The sums of logs by table; of logs that are not told apart, and of the house, under ""."""

    parts: Mapping[str, Amounts]

    @property
    def days(self) -> frozenset[str]:
        """The gaming days on which anything happened."""
        return frozenset(period_of("day", key[0]) for key, _ in self._lines())

    @property
    def lines(self) -> int:
        """Of how many lines the sums are made."""
        return sum(amount for _, amount in self._lines())

    def _lines(self) -> Iterator[tuple[tuple[str, str, str, str], int]]:
        found = (part.items() for part in self.parts.values())
        return ((key, amount) for part in found for key, amount in part if key[1] == LINES)

    def summed(
        self, name: str, by: Sequence[By], since: str = "", until: str = "", table: str = ""
    ) -> Report:
        """A report by periods and tables, as `made` makes it from the lines of the logs."""
        empty, found = _empty(name), dict[tuple[str, ...], dict[str, int]]()
        for log, (shift, report, keys, field), amount in self._amounts(table):
            if report == name and is_within(period_of("day", shift), since, until):
                groups = (log if one == "table" else period_of(one, shift) for one in by)
                row = found.setdefault((*groups, keys), {})
                row[field] = row.get(field, 0) + amount
        fields = [column.name for column in empty.columns if column.summed]
        rows = sorted(
            (*groups, *msgspec.json.decode(keys), *(row.get(field, 0) for field in fields))
            for (*groups, keys), row in found.items()
        )
        columns = (*(Column(one, "key") for one in by), *empty.columns[1:])
        return replace(empty, by=tuple(by), columns=columns, rows=tuple(rows))

    def _amounts(self, table: str) -> Iterator[tuple[str, tuple[str, str, str, str], int]]:
        for log, part in self.parts.items():
            if not table or log == table:
                yield from ((log, key, amount) for key, amount in part.items())


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
    """The sums of logs that are not told apart."""
    return Tally({"": found})


@lru_cache
def _empty(name: str) -> Report:
    return made(REPORTS[name], Book(), ["shift"])
