"""Long reads, off the event loop: in a thread with its own loop and connection.

The tables keep playing meanwhile: they share only the database with a read, which sees one moment
of it.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import time
from typing import TypeVar

from sqlalchemy import func, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.refused import Refused
from croupier.room.house import evolve as house
from croupier.room.house.state import House
from croupier.room.logbook import Entry
from croupier.room.table import evolve as life
from croupier.server.store.chain import place
from croupier.server.store.database import Store, make_engine
from croupier.server.store.heads import read_heads
from croupier.server.store.keys import Keys
from croupier.server.store.lines import HOUSE, TABLE
from croupier.server.store.pages import log_names, snapshot, stored_page
from croupier.server.store.retired import read_bases
from croupier.server.store.schema import sums
from croupier.views.entry import hides_cards, seen_entry
from croupier.views.reports.definition import Book, By, Kind, Report, made
from croupier.views.reports.running_sums import SUMMED, Tally, added, amounts, tally

Result = TypeVar("Result")
DAWN = House().dawn  # of a room that was never set up
PLAYS_AGAIN = frozenset({"hands"})  # and says of each hand only whether it ends as it did
OPEN_MOST = 3  # long questions of one person that wait for an answer


class LongReads:
    """Reads that take long, one at a time."""

    def __init__(self, store: Store) -> None:
        """Read the database of this store."""
        self._url = store.engine.url.render_as_string(hide_password=False)
        self._keys = store.keys
        self._one = asyncio.Semaphore(1)
        self._asked = Counter[str]()

    async def read(self, work: Callable[[Store], Awaitable[Result]]) -> Result:
        """Run a read in another thread, and return what it found."""
        async with self._one:
            return await asyncio.to_thread(self._run, work)

    async def read_for(self, person: str, work: Callable[[Store], Awaitable[Result]]) -> Result:
        """The same for a person, who can have a few such questions open at a time."""
        if self._asked[person] >= OPEN_MOST:
            raise Refused("FIELD request", "wait for the answers to what you asked before")
        self._asked[person] += 1
        try:
            return await self.read(work)
        finally:
            self._asked[person] -= 1
            if not self._asked[person]:
                del self._asked[person]

    def _run(self, work: Callable[[Store], Awaitable[Result]]) -> Result:
        async def whole() -> Result:
            store = Store(make_engine(self._url), self._keys)
            try:
                return await work(store)
            finally:
                await store.engine.dispose()

        return asyncio.run(whole())


async def read_book(store: Store, *, dawn: time = DAWN, cards: bool = False) -> Book:
    """The logs of the house and of every table, as they are at one moment.

    Gaming days begin at `dawn`. With the veil of a spectator over every card; with `cards` as they
    were written, for a reading that plays rounds again and tells no card. What was retired is left
    out.
    """
    async with snapshot(store.engine) as connection:
        bases = await read_bases(connection)
        after = {stream: base.number for stream, base in bases.items()}
        return await _book(connection, store.keys, after, dawn, cards=cards)


async def find_report(
    store: Store,
    kind: Kind,
    by: Sequence[By],
    since: str = "",
    until: str = "",
    table: str = "",
    dawn: time = DAWN,
    hidden: Collection[str] = (),
) -> tuple[Report, int]:
    """A report, and of how many lines it is made: from the sums of logs, if they have what it asks.

    Line by line, and of what is not summed, it is made from the whole logs. Tables that are hidden
    from its reader count where no table is named.
    """
    if kind.name in SUMMED and by:
        sums = await read_tally(store, dawn, since, until, by_table=bool(table) or "table" in by)
        if "table" in by:
            sums = Tally({name: part for name, part in sums.parts.items() if name not in hidden})
        return sums.summed(kind.name, by, since, until, table), sums.lines
    book = await read_book(store, dawn=dawn, cards=kind.name in PLAYS_AGAIN)
    lines = len(book.house) + sum(map(len, book.tables.values()))
    return made(kind, book, by, since, until, table, hidden), lines


async def read_tally(
    store: Store, dawn: time = DAWN, since: str = "", until: str = "", *, by_table: bool = False
) -> Tally:
    """The sums of the logs at one moment, of some gaming days: those kept, and the latest lines."""
    async with snapshot(store.engine) as connection:
        kept = {stream: head.upto for stream, head in (await read_heads(connection)).items()}
        settled = await _settled(connection, since, until, by_table=by_table)
        book = await _book(connection, store.keys, kept, dawn)
    if not by_table:
        return tally(added(*settled.values(), amounts(book)))
    recent = {
        name: amounts(Book(tables={name: log}, day_starts=dawn))
        for name, log in book.tables.items()
    }
    recent[""] = amounts(Book(house=book.house, day_starts=dawn))
    names = recent.keys() | settled.keys()
    return Tally({name: added(recent.get(name, {}), settled.get(name, {})) for name in names})


async def _settled(
    connection: AsyncConnection, since: str, until: str, *, by_table: bool
) -> dict[str, dict[tuple[str, str, str, str], int]]:
    """What is settled, summed by the database: by table, or of all logs together."""
    keys = (sums.c.shift, sums.c.report, sums.c.key, sums.c.field)
    log = sums.c.stream if by_table else literal(HOUSE)
    wanted = select(log, *keys, func.sum(sums.c.amount)).group_by(*keys)
    if by_table:
        wanted = wanted.group_by(log)
    if since:
        wanted = wanted.where(sums.c.shift >= since)
    if until:
        wanted = wanted.where(sums.c.shift < f"{until} zzz")
    found: dict[str, dict[tuple[str, str, str, str], int]] = {}
    for stream, at, name, key, field, n in await connection.execute(wanted):
        table = "" if stream == HOUSE else stream.removeprefix(TABLE)
        found.setdefault(table, {})[at, name, key, field] = int(n)
    return found


async def _book(
    connection: AsyncConnection,
    keys: Keys,
    after: Mapping[str, int],
    dawn: time,
    *,
    cards: bool = False,
) -> Book:
    """The logs, each after a line."""
    names = [one for one in await log_names(connection) if one.startswith(TABLE)]
    tables: dict[str, Sequence[Entry]] = {
        stream.removeprefix(TABLE): await _log(
            connection, stream, keys, after.get(stream, 0), cards
        )
        for stream in names
    }
    house_log = await _log(connection, HOUSE, keys, after.get(HOUSE, 0), cards)
    return Book(tables=tables, house=house_log, day_starts=dawn)


async def _log(
    connection: AsyncConnection, stream: str, keys: Keys, after: int, cards: bool
) -> list[Entry]:
    read = house.read_entry if stream == HOUSE else life.read_entry
    entries = list[Entry]()
    while page := await stored_page(connection, stream, after):
        for line in page:
            body = keys.unseal(line.body, place(stream, line.number)) if line.sealed else line.body
            entry = read(body)
            veiled = hides_cards(entry.fact) and not cards
            entries.append(seen_entry(entry) if veiled else entry)
        after = page[-1].number
    return entries
