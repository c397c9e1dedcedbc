"""Reports are folds over the logs: what a report is, how its lines are summed, how it is written.

A `Kind` reads lines out of a `Book`: one line for each hand, wager, count or payment. `made` keeps
those of the gaming days asked for and sums them by table, shift, gaming day, week, month or year.
A week, a month and a year are made of whole gaming days: the total of a month is that of its days.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import Literal, get_args
from zoneinfo import ZoneInfo

from msgspec import Struct

from croupier.refused import Refused
from croupier.room.house.days import beginning, day_of
from croupier.room.house.facts import HouseSetUp
from croupier.room.house.state import NOTICES, House
from croupier.room.logbook import Entry
from croupier.room.table.facts import TableSetUp

By = Literal["table", "shift", "day", "week", "month", "year"]
BYS: tuple[By, ...] = get_args(By)
Cell = str | int | datetime | None


class Column(Struct, frozen=True):
    """A column: what it holds decides how it is written, and whether it is summed."""

    name: str
    holds: Literal["words", "key", "number", "time", "reading", "money", "count"] = "words"

    @property
    def summed(self) -> bool:
        """Whether a column of a report is added up."""
        return self.holds in ("money", "count")

    @property
    def is_money(self) -> bool:
        """Whether a column of a report holds cents."""
        return self.holds in ("money", "reading")


class Line(Struct, frozen=True):
    """One line before anything is summed: when, at which table (none: the house), and its cells."""

    at: datetime
    table: str
    cells: tuple[Cell, ...]


class Book(Struct, frozen=True, kw_only=True):
    """The logs that reports are read from, and when the gaming days and shifts begin."""

    tables: dict[str, Sequence[Entry]] = {}
    house: Sequence[Entry] = ()
    day_starts: time = House().day_starts
    shifts: int = House().shifts
    notice: str = ""  # what reports must say of the room

    def period(self, by: By, at: datetime) -> str:
        """The name of the period that a moment belongs to.

        >>> from datetime import UTC
        >>> moment = datetime(2026, 7, 1, 5, 59, tzinfo=UTC)
        >>> [Book().period(by, moment) for by in ("shift", "day", "week", "month", "year")]
        ['2026-06-30 shift 3', '2026-06-30', '2026-W27', '2026-06', '2026']
        """
        return _period(by, self.day_starts, self.shifts, at, self.day_starts.tzinfo, at.tzinfo)


@lru_cache  # lines of one transaction are of one moment; zones tell apart what compares as equal
def _period(by: By, starts: time, shifts: int, at: datetime, *_: tzinfo | None) -> str:
    day = day_of(starts, at)
    if by != "shift":
        return period_of(by, day)
    shift = (at - beginning(starts, day, at)) * shifts // timedelta(days=1) + 1
    return f"{day} shift {min(shift, shifts)}"  # an autumn day has 25 hours


def period_of(by: By, shift: str) -> str:
    """The period that a shift, or a gaming day, is part of.

    >>> [period_of(by, "2026-06-30 shift 3") for by in ("day", "week", "month", "year")]
    ['2026-06-30', '2026-W27', '2026-06', '2026']
    """
    day = shift[:10]
    match by:
        case "week":
            year, week, _ = date.fromisoformat(day).isocalendar()
            return f"{year}-W{week:02}"
        case "month":
            return day[:7]
        case "year":
            return day[:4]
        case "shift":
            return shift
        case _:
            return day


def book(*logs: Sequence[Entry], house: Sequence[Entry] = ()) -> Book:
    """Put the logs of tables and of the house together; each table's log has its name."""
    tables: dict[str, Sequence[Entry]] = {}
    for log in logs:
        if not log or not isinstance(log[0].fact, TableSetUp):
            raise Refused("FIELD log", "a table's log must begin with its opening line")
        name = log[0].fact.name
        if name in tables:
            raise Refused("FIELD log", f"two logs are of table {name}")
        tables[name] = log
    founded = next((entry.fact for entry in house if isinstance(entry.fact, HouseSetUp)), None)
    if founded is None:
        return Book(tables=tables, house=house)
    starts = founded.day_starts.replace(tzinfo=ZoneInfo(founded.zone))
    return Book(tables=tables, house=house, day_starts=starts, notice=NOTICES[founded.kind])


class Kind(Struct, frozen=True):
    """A kind of report: its name, its purpose, and how its lines are found."""

    name: str
    title: str
    clause: str
    columns: tuple[Column, ...]
    read: Callable[[Book], Iterable[Line]]


class Report(Struct, frozen=True):
    """A finished report: every amount in whole cents."""

    name: str
    title: str
    clause: str
    by: tuple[By, ...]
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notice: str = ""  # what the report must say of the room

    @property
    def totals(self) -> dict[str, int]:
        """The sum of every column that is summed."""
        return {
            column.name: sum(_number(row[place]) for row in self.rows)
            for place, column in enumerate(self.columns)
            if column.summed
        }

    def column(self, name: str) -> list[Cell]:
        """The cells of one column, from the top."""
        place = [column.name for column in self.columns].index(name)
        return [row[place] for row in self.rows]


def _number(cell: Cell) -> int:
    return cell if isinstance(cell, int) else 0


def made(
    kind: Kind,
    of: Book,
    by: Sequence[By] = (),
    since: str = "",
    until: str = "",
    table: str = "",
    hidden: Collection[str] = (),
) -> Report:
    """Make a report: from one gaming day to another, line by line or summed.

    Tables that are hidden from its reader count in sums by time alone, which name no table.
    """
    check_asked(by, since, until)
    always, named = not (since or until), not by or "table" in by
    lines = sorted(
        (
            line
            for line in kind.read(of)
            if (not table or line.table == table) and not (named and line.table in hidden)
            if always or is_within(of.period("day", line.at), since, until)
        ),
        key=lambda line: line.at,
    )
    columns, rows = _summed(kind, of, lines, by) if by else _listed(kind, lines)
    return Report(kind.name, kind.title, kind.clause, tuple(by), columns, rows, of.notice)


def check_asked(by: Sequence[By], since: str, until: str) -> None:
    """Refuse unknown or repeated periods, and invalid days."""
    for one in by:
        if one not in BYS:
            raise Refused("FIELD by", f"{one!r} is not one of {', '.join(BYS)}")
    if len(set(by)) != len(by):
        raise Refused("FIELD by", "each period can be named only once")
    for field, day in (("from", since), ("to", until)):
        try:
            named = not day or date.fromisoformat(day).isoformat() == day
        except ValueError:
            named = False
        if not named:
            raise Refused(f"FIELD {field}", f"{day[:20]!r} is not a day like 2026-06-01")
    if since and until and until < since:
        raise Refused("FIELD to", f"{until} is before {since}")


def is_within(day: str, since: str, until: str) -> bool:
    """Whether a gaming day is one of those from one to another; empty is open."""
    return since <= day and (not until or day <= until)


Table = tuple[tuple[Column, ...], tuple[tuple[Cell, ...], ...]]


def _listed(kind: Kind, lines: Sequence[Line]) -> Table:
    """Every line as it is, with its time, and its table where any has one."""
    at_tables = any(line.table for line in lines)
    own = (Column("time", "time"), *((Column("table", "key"),) if at_tables else ()))
    rows = ((line.at, *((line.table,) if at_tables else ()), *line.cells) for line in lines)
    return (*own, *kind.columns), tuple(rows)


def _summed(kind: Kind, of: Book, lines: Sequence[Line], by: Sequence[By]) -> Table:
    """One row for each table or period, and for each value of the key columns."""
    keys = [place for place, column in enumerate(kind.columns) if column.holds == "key"]
    sums = [place for place, column in enumerate(kind.columns) if column.summed]
    found: dict[tuple[str, ...], list[int]] = {}
    for line in lines:
        groups = (line.table if one == "table" else of.period(one, line.at) for one in by)
        row = found.setdefault((*groups, *(str(line.cells[at]) for at in keys)), [0] * len(sums))
        for place, column in enumerate(sums):
            row[place] += _number(line.cells[column])
    columns = (
        *(Column(one, "key") for one in by),
        *(kind.columns[place] for place in keys),
        *(kind.columns[place] for place in sums),
    )
    return columns, tuple((*key, *row) for key, row in sorted(found.items()))
