"""The cage's own reports: counts, fills and credits, drop boxes, corrections, and closed days."""

from collections.abc import Iterator

from croupier.engine.accounts import Accounts
from croupier.room.cage import facts
from croupier.room.cage.closing import words_of
from croupier.views.reports.definition import Book, Column, Kind, Line
from croupier.views.screen.cage_view import named

# --- counts --------------------------------------------------------------------------------------


def _counts(book: Book) -> Iterator[Line]:
    for name, log in book.tables.items():
        for entry in log:
            if isinstance(tray := entry.fact, facts.InventoryCounted):
                cells = ("inventory", *_compared(tray), tray.when, entry.by.name)
                yield Line(entry.at, name, (*cells, tray.supervisor.name))
    for entry in book.house:
        fact = entry.fact
        if isinstance(fact, facts.AccountCounted):
            people = (entry.by.name, fact.witness.name)
            yield Line(entry.at, "", (words_of(fact.account), *_compared(fact), "", *people))
        elif isinstance(fact, facts.BooksCorrected):
            what, people = (
                f"corrected: {words_of(fact.account)}",
                (entry.by.name, fact.witness.name),
            )
            yield Line(entry.at, "", (what, None, None, 0, fact.reason, *people))


def _compared(fact: facts.InventoryCounted | facts.AccountCounted) -> tuple[int, int, int]:
    return fact.expected, fact.counted, fact.counted - fact.expected


INVENTORY_REPORT = Kind(
    "inventory",
    "counts of the cage, its drawer and the tables' inventories, and what was corrected",
    "A-96",
    (
        Column("what", "key"),
        Column("books", "reading"),
        Column("counted", "reading"),
        Column("difference", "money"),
        Column("note"),
        Column("counted by"),
        Column("signed by"),
    ),
    _counts,
)

# --- fills and credits ---------------------------------------------------------------------------


def _fills(book: Book) -> Iterator[Line]:
    asked: dict[int, str] = {}
    for entry in book.house:
        match entry.fact:
            case facts.SlipRequested(number=number, kind=kind):
                asked[number] = kind
            case facts.TableBooked(table=table, slip=slip) if slip.kind in ("fill", "credit"):
                amounts = max(slip.chips, 0), max(-slip.chips, 0)
                signed = "at the table", ", ".join(slip.signed)
                yield Line(entry.at, table, (slip.kind, slip.number, *amounts, *signed))
            case facts.SlipCancelled(table=table, number=number, reason=reason):
                signed = f"canceled: {reason}", entry.by.name
                yield Line(entry.at, table, (asked[number], number, 0, 0, *signed))
            case _:
                pass


FILLS_REPORT = Kind(
    "fills",
    "fills and credits of the tables' inventories",
    "A-96",
    (
        Column("kind", "key"),
        Column("slip", "number"),
        Column("filled", "money"),
        Column("credited", "money"),
        Column("state"),
        Column("signed by"),
    ),
    _fills,
)

# --- the drop ------------------------------------------------------------------------------------


def _drop(book: Book) -> Iterator[Line]:
    for entry in book.house:
        match entry.fact:
            case facts.DropCounted() as fact:
                cash, chips = fact.cash - fact.expected_cash, fact.chips - fact.expected_chips
                people = (entry.by.name, fact.witness.name)
                cells = (fact.number, fact.cash, cash, fact.chips, chips, *people)
                yield Line(entry.at, fact.table, cells)
            case _:
                pass


DROP_REPORT = Kind(
    "drop",
    "drop boxes as they were counted: currency, and the promotional drop",
    "A-96",
    (
        Column("box", "number"),
        Column("currency", "money"),
        Column("currency off", "money"),
        Column("chips", "money"),
        Column("chips off", "money"),
        Column("counted by"),
        Column("signed by"),
    ),
    _drop,
)

# --- closed days ---------------------------------------------------------------------------------


def _days(book: Book) -> Iterator[Line]:
    before: Accounts = {}
    for entry in book.house:
        match entry.fact:
            case facts.DayClosed() as fact:
                for account in sorted({*before, *fact.balances}):
                    was, is_now = before.get(account, 0), fact.balances.get(account, 0)
                    people = (entry.by.name, fact.witness.name)
                    cells = (fact.day, named(account), was, is_now - was, is_now, *people)
                    yield Line(entry.at, "", cells)
                before = fact.balances
            case _:
                pass


DAYS_REPORT = Kind(
    "day-close",
    "closed gaming days: every account of the house, and what it changed by",
    "A-96",
    (
        Column("closed day", "key"),
        Column("account", "key"),
        Column("opening", "reading"),
        Column("change", "money"),  # over all accounts always nothing
        Column("closing", "reading"),
        Column("closed by"),
        Column("signed by"),
    ),
    _days,
)
