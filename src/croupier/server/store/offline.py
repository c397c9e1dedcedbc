"""Long readings beside the room: in a thread with a loop and a connection of its own.

The tables go on meanwhile: they share nothing with a reading but the database, of which it sees
one moment.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import time
from types import MappingProxyType
from typing import TypeVar

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.room.house import evolve as house
from croupier.room.house.state import House
from croupier.room.logbook import Entry
from croupier.room.table import evolve as life
from croupier.server.store.chain import place
from croupier.server.store.database import Store, make_engine
from croupier.server.store.keys import Keys
from croupier.server.store.lines import HOUSE, TABLE, stream_of
from croupier.server.store.pages import snapshot, stored_page
from croupier.server.store.schema import events
from croupier.views.entry import hides_cards, seen_entry
from croupier.views.reports.definition import Book

Result = TypeVar("Result")
DAWN = House().dawn  # of a room that was never set up


class Aside:
    """Long reads wait for one another."""

    def __init__(self, store: Store) -> None:
        """Read the database of this store."""
        self._url = store.engine.url.render_as_string(hide_password=False)
        self._keys = store.keys
        self._one = asyncio.Semaphore(1)

    async def read(self, work: Callable[[Store], Awaitable[Result]]) -> Result:
        """Do the work elsewhere, and come back with what it found."""
        async with self._one:
            return await asyncio.to_thread(self._run, work)

    def _run(self, work: Callable[[Store], Awaitable[Result]]) -> Result:
        async def whole() -> Result:
            store = Store(make_engine(self._url), self._keys)
            try:
                return await work(store)
            finally:
                await store.engine.dispose()

        return asyncio.run(whole())


async def read_book(
    store: Store,
    *,
    dawn: time = DAWN,
    cards: bool = False,
    after: Mapping[str, int] = MappingProxyType({}),
) -> Book:
    """The logs of the house and of every table, as they are at one moment; after lines, if given.

    Gaming days begin at `dawn`. With the veil of a spectator over every card; with `cards` as they
    were written, for a reading that plays rounds again and tells no card.
    """
    async with snapshot(store.engine) as connection:
        found = await connection.execute(select(events.c.stream).distinct())
        streams = sorted(row.stream for row in found if row.stream.startswith(TABLE))
        names = [stream.removeprefix(TABLE) for stream in streams]
        tables: dict[str, Sequence[Entry]] = {
            name: await _log(connection, stream_of(name), store.keys, after.get(name, 0), cards)
            for name in names
        }
        kept = await _log(connection, HOUSE, store.keys, after.get("", 0), cards)
    return Book(tables=tables, house=kept, day_starts=dawn)


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
