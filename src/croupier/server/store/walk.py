"""The walk through the whole record while the room is open: what a start does not look at."""

import asyncio
from collections.abc import AsyncIterator

from sqlalchemy.ext.asyncio import AsyncEngine

from croupier.refused import brief
from croupier.server.store.archives import ARCHIVES
from croupier.server.store.audit_books import book_faults
from croupier.server.store.audit_log import LogAudit
from croupier.server.store.chain import Stored
from croupier.server.store.checkpoints import is_genuine
from croupier.server.store.faults import UNREADABLE, Fault
from croupier.server.store.keys import Keys
from croupier.server.store.lines import PEOPLE
from croupier.server.store.pages import PAGE, checkpoints_of, log_names, snapshot, stored_page
from croupier.server.store.people_log import people_faults, token_faults
from croupier.server.store.retired import Base, read_bases
from croupier.server.store.schema import checkpoints, events
from croupier.server.store.start import link_faults

PAUSE_S = 0.05  # between two pages: the tables come first


async def walk(engine: AsyncEngine, keys: Keys, pause: float = PAUSE_S) -> Fault | None:
    """The first fault in the lines, checkpoints and journals of all logs, or among the people.

    Rounds are not played again, and balances move while it reads: `audit` and the next start
    look at those.
    """
    async with engine.connect() as connection:
        streams = await log_names(connection, events)
        signed = await log_names(connection, checkpoints)
        try:
            bases = await read_bases(connection)
        except UNREADABLE as why:
            return Fault(ARCHIVES, 0, f"a line cannot be read: {brief(why)}")
    for stream in signed:
        async with engine.connect() as connection:
            row = await checkpoints_of(connection, stream)
        wrong = (
            Fault(stream, one.number, "the signature of this checkpoint is wrong")
            for one in row
            if not is_genuine(one, keys.public)
        )
        for fault in (*link_faults(row), *wrong):
            return fault
        await asyncio.sleep(pause)
    for stream in streams:
        if broken := await _walk_lines(engine, stream, keys, pause, bases.get(stream)):
            return broken
    return await _people_fault(engine, keys) if PEOPLE in streams else None


async def _walk_lines(
    engine: AsyncEngine, stream: str, keys: Keys, pause: float, base: Base | None
) -> Fault | None:
    log = LogAudit(stream, keys, (), sealed=True, plays=False, base=base)
    async for page in _pages(engine, stream, pause, log.begins):
        for fault in log.take(page):
            return fault
        async with engine.connect() as connection:
            async for fault in book_faults(connection, stream, page, log):
                return fault
    return None


async def _people_fault(engine: AsyncEngine, keys: Keys) -> Fault | None:
    """The first account, session or token that the room did not give."""
    async with snapshot(engine) as connection:
        for found in (people_faults(connection, keys), token_faults(connection, keys)):
            async for fault in found:
                return fault
    return None


async def _pages(
    engine: AsyncEngine, stream: str, pause: float, after: int
) -> AsyncIterator[list[Stored]]:
    while True:
        async with engine.connect() as connection:
            page = await stored_page(connection, stream, after)
        if page:
            yield page
            after = page[-1].number
        if len(page) < PAGE:
            return
        await asyncio.sleep(pause)
