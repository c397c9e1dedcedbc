"""A report on paper: as columns of text, as CSV for a spreadsheet, as JSON for a program."""

import csv
from collections.abc import Sequence
from datetime import datetime
from io import StringIO
from typing import Any

from croupier.chips import money
from croupier.views.reports.definition import Cell, Column, Report

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what makes a spreadsheet calculate


def text_rows(report: Report) -> list[tuple[str, ...]]:
    """The rows as people read them; the totals are the last one."""
    rows = [_texts(report.columns, row) for row in report.rows]
    totals = report.totals
    if totals and len(rows) > 1:
        last: list[Cell] = [totals.get(column.name) for column in report.columns]
        last[0] = "total"
        rows.append(_texts(report.columns, last))
    return rows


def _texts(columns: Sequence[Column], row: Sequence[Cell]) -> tuple[str, ...]:
    return tuple(_text(column, cell) for column, cell in zip(columns, row, strict=True))


def _text(column: Column, cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return f"{cell:%Y-%m-%d %H:%M}"
    if isinstance(cell, int) and column.is_money:
        return money(cell)
    return str(cell)


def aligned_right(report: Report) -> list[str]:
    """The names of the columns that hold numbers."""
    return [
        column.name
        for column in report.columns
        if column.summed or column.is_money or column.holds == "number"
    ]


def as_csv(report: Report) -> str:
    """Write CSV: a head, and a row a line; amounts in dollars and cents, times with their zone.

    The totals are left to the spreadsheet. What must be said of the room is the last line.
    """
    written = StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow([column.name for column in report.columns])
    for row in report.rows:
        pairs = zip(report.columns, row, strict=True)
        writer.writerow([_plain(column, cell) for column, cell in pairs])
    if report.notice:
        writer.writerow([report.notice])
    return written.getvalue()


def _plain(column: Column, cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return cell.isoformat()
    if isinstance(cell, int):
        return _decimal(cell) if column.is_money else str(cell)
    return f"'{cell}" if cell.startswith(FORMULA) else cell  # what people typed is never a formula


def _decimal(cents: int) -> str:
    """Write cents as dollars, without going through a fraction.

    >>> _decimal(-1_250), _decimal(5)
    ('-12.50', '0.05')
    """
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


def as_json(report: Report) -> dict[str, Any]:
    """The report for a program: rows by the names of their columns, amounts in whole cents."""
    names = [column.name for column in report.columns]
    return ({"notice": report.notice} if report.notice else {}) | {
        "report": report.name,
        "title": report.title,
        "clause": report.clause,
        "by": list(report.by),
        "columns": {column.name: column.holds for column in report.columns},
        "rows": [dict(zip(names, row, strict=True)) for row in report.rows],
        "totals": report.totals,
    }
