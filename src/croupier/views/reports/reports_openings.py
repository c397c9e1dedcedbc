"""Requests to open the hidden cards of finished rounds: who asked, why, and the answer."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from croupier.room.house.facts import OpeningAsked, OpeningDenied, OpeningGranted
from croupier.room.logbook import Entry
from croupier.views.reports.definition import Book, Column, Kind, Line


def _openings(book: Book) -> Iterator[Line]:
    for number, entry in enumerate(book.house):
        if not isinstance(entry.fact, OpeningAsked):
            continue
        asked, answer = entry.fact, _answer(book.house[number + 1 :], entry.fact)
        ends = ("waits", "", "", None) if answer is None else _answered(answer)
        by = (entry.by.name, entry.by.role.replace("_", " "))
        yield Line(entry.at, asked.table, (asked.round, asked.reason, *by, *ends))


def _answer(log: Sequence[Entry], asked: OpeningAsked) -> Entry | None:
    """The first answer, if any."""
    for entry in log:
        fact = entry.fact
        answers = isinstance(fact, OpeningGranted | OpeningDenied)
        if answers and (fact.table, fact.line) == (asked.table, asked.line):
            return entry
    return None


def _answered(entry: Entry) -> tuple[str, str, str, datetime]:
    result = "opened" if isinstance(entry.fact, OpeningGranted) else "denied"
    return result, entry.by.name, entry.by.role.replace("_", " "), entry.at


OPENINGS_REPORT = Kind(
    "openings",
    "hidden cards of finished rounds: who asked for them, and who opened them",
    "POKER 6(e)(2)",
    (
        Column("round", "number"),
        Column("reason"),
        Column("asked by"),
        Column("as"),
        Column("result", "key"),
        Column("answered by"),
        Column("also as"),
        Column("answered at", "time"),
    ),
    _openings,
)
