"""`croupier report`: reports on the logs of tables and of the house."""

import asyncio
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import replace

from croupier.assist.table_record import is_record, read_record
from croupier.cli.given import AsJson, read_lines
from croupier.cli.screen import print_json, print_table, print_words
from croupier.cli.stored import Db, KeyFile, Settings, engine_of, settings_of
from croupier.refused import Refused
from croupier.room.house import evolve as house
from croupier.room.logbook import Entry
from croupier.room.table import evolve as life
from croupier.room.table.facts import TableSetUp
from croupier.views.recorded_hands import hands_of
from croupier.views.reports.catalog import REPORTS, report_named
from croupier.views.reports.definition import BYS, Book, By, Kind, Report, book, check_asked, made
from croupier.views.reports.report_formats import aligned_right, as_csv, as_json, text_rows

if TYPE_CHECKING:
    from croupier.server.config import Config

NAME = "report"
EXAMPLES = (
    "\b\nExamples:\n  croupier report\n  croupier report rake table-1.jsonl --by day,table"
    "\n  croupier report funds house.jsonl --by month --json"
    "\n  croupier report decks *.jsonl --from 2026-06-01 --to 2026-06-07 --csv"
    "\n  croupier report hands table-1.jsonl --hand 12 | croupier replay --narrate -"
    "\n  croupier report rake --db sqlite:///room.db --by month,table"
)


def run(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="A report; without one, the reports are listed.")
    ] = "",
    logs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[LOG]...",
            help="Logs of tables and of the house, one entry per line, and records of `croupier "
            "assist`; `-` is standard input.",
        ),
    ] = None,
    by: Annotated[
        str,
        typer.Option(
            "--by", metavar="LIST", help=f"Sum by {', '.join(BYS)}; or several, such as day,table."
        ),
    ] = "",
    since: Annotated[
        str, typer.Option("--from", metavar="DAY", help="The first gaming day, such as 2026-06-01.")
    ] = "",
    until: Annotated[str, typer.Option("--to", metavar="DAY", help="The last gaming day.")] = "",
    hand: Annotated[
        int, typer.Option("--hand", help="With `hands`: print the log of this hand instead.")
    ] = 0,
    db: Db = None,
    keys: KeyFile = None,
    config: Settings = None,
    as_comma: Annotated[bool, typer.Option("--csv", help="Print CSV instead of words.")] = False,
    as_object: AsJson = False,
) -> None:
    """Report on tables and the house, from logs or a database.

    Lists every line, or sums by table, shift, gaming day, week, month or year. Sums of a room are
    kept with it; all else is read from its database and its archives, and nothing is written.
    """
    if not name:
        _list(as_object)
        return
    kind = report_named(name)
    stored = db is not None or config is not None
    if bool(logs) == stored:
        which = f"croupier report {name} table-1.jsonl house.jsonl, or --db for those of a room"
        raise Refused("FIELD logs", "files or --db, not both" if stored else f"which logs? {which}")
    if as_comma and as_object:
        raise Refused("FIELD csv", "--csv or --json, not both")
    chosen: list[By] = [part.strip() for part in by.split(",") if part.strip()]  # type: ignore[misc]  # checked here
    check_asked(chosen, since, until)
    if stored and hand:
        raise Refused("FIELD hand", "--hand works only with the file of a table's log")
    if hand:
        _print_hand(_read(logs or []), name, hand)
        return
    asked = chosen, since, until
    if stored:
        report = asyncio.run(_of_room(settings_of(db, keys, config), kind, *asked))
    else:
        report = made(kind, _read(logs or []), *asked)
    if as_object:
        print_json(as_json(report))
    elif as_comma:
        sys.stdout.write(as_csv(report))
    else:
        _print(report)


async def _of_room(
    settings: "Config", kind: Kind, by: Sequence[By], since: str, until: str
) -> Report:
    """A report on the logs that a room has stored."""
    from croupier.server.store.database import Store
    from croupier.server.store.keys import load_keys
    from croupier.server.store.long_reads import find_report
    from croupier.server.store.pages import read_founded

    path = Path(settings.keys)
    if not path.exists():
        raise Refused("FIELD keys", f"there is no key file {path}: it opens the sealed lines")
    async with engine_of(settings, read_only=True) as engine:
        store = Store(engine, load_keys(path))
        async with engine.connect() as connection:
            house = await read_founded(connection)
        report, _ = await find_report(store, kind, by, since, until, dawn=house.dawn)
        return replace(report, notice=house.notice)


def _list(as_object: bool) -> None:
    if as_object:
        about = (
            {"report": kind.name, "title": kind.title, "clause": kind.clause}
            for kind in REPORTS.values()
        )
        print_json(list(about))
        return
    rows = [(kind.name, kind.title, kind.clause) for kind in REPORTS.values()]
    print_table(("report", "what it shows", "clause"), rows, right="", spare=("clause",))


def _read(names: Sequence[str]) -> Book:
    """Sort the logs that were given into those of tables and that of the house."""
    tables, room = list[list[Entry]](), list[Entry]()
    for name in names:
        lines = [line for line in read_lines(name, "logs") if line.strip()]
        if not lines:
            raise Refused("FIELD logs", f"{name} is empty")
        try:
            table, entries = _entries(lines)
        except Refused as refused:
            raise Refused("FIELD logs", f"{name}: {refused.why}") from None
        tables += [table] if table else []
        if room and entries:
            raise Refused("FIELD logs", f"{name} is the log of a second house")
        room += entries
    return book(*tables, house=room)


def _entries(lines: Sequence[str]) -> tuple[list[Entry], list[Entry]]:
    """The entries of a table and of a house in one file; most often one of them is empty."""
    if is_record(lines[0]):
        return read_record(lines)
    try:
        first = life.read_entry(lines[0]).fact
    except Refused:
        return [], _all(house.read_entry, lines)
    if not isinstance(first, TableSetUp):
        raise Refused("FIELD log", "a table's log must begin with its opening line")
    return _all(life.read_entry, lines), []


def _all(read: Callable[[str], Entry], lines: Sequence[str]) -> list[Entry]:
    found = list[Entry]()
    for number, line in enumerate(lines, 1):
        try:
            found.append(read(line))
        except Refused as refused:
            raise Refused(refused.clause, f"line {number} is {refused.why}") from None
    return found


def _print(report: Report) -> None:
    if not report.rows:
        print_words(f"These logs hold nothing for this report: {report.title}.")
        return
    summed = f", by {' and '.join(report.by)}" if report.by else ""
    print_words(f"{report.title[:1].upper()}{report.title[1:]}{summed} ({report.clause})", "bold")
    if report.notice:
        print_words(f"{report.notice}.")
    print_words()
    names = [column.name for column in report.columns]
    print_table(names, text_rows(report), right=aligned_right(report), spare=())


def _print_hand(books: Book, name: str, number: int) -> None:
    """Print the log of one hand."""
    if name != "hands":
        raise Refused("FIELD hand", "--hand works only with the report `hands`")
    if len(books.tables) != 1:
        raise Refused("FIELD hand", "--hand needs the log of exactly one table")
    [(table, log)] = books.tables.items()
    found = [one for one in hands_of(table, log) if one.number == number]
    if not found:
        raise Refused("FIELD hand", f"table {table} has played no hand {number}")
    for one in found:  # a misdeal, and the hand that was dealt instead
        for line in one.lines:
            print_words(line)
