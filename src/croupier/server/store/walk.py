"""The walk through the whole record while the room is open: what a start does not look at."""

import asyncio
from collections.abc import AsyncIterator

from sqlalchemy.ext.asyncio import AsyncEngine

from croupier.server.store.chain import START, Stored, chain_faults
from croupier.server.store.checkpoints import is_genuine
from croupier.server.store.faults import Fault
from croupier.server.store.keys import Keys
from croupier.server.store.pages import PAGE, checkpoints_of, log_names, stored_page
from croupier.server.store.schema import checkpoints, events
from croupier.server.store.start import link_faults

PAUSE_S = 0.05  # between two pages: the tables come first


async def walk(engine: AsyncEngine, keys: Keys, pause: float = PAUSE_S) -> Fault | None:
    """The first fault in the lines and checkpoints of all logs."""
    async with engine.connect() as connection:
        streams = await log_names(connection, events)
        signed = await log_names(connection, checkpoints)
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
        if broken := await _walk_lines(engine, stream, keys, pause):
            return broken
    return None


async def _walk_lines(engine: AsyncEngine, stream: str, keys: Keys, pause: float) -> Fault | None:
    after = 0, START
    async for page in _pages(engine, stream, pause):
        for fault in chain_faults(page, keys, after=after):
            return fault
        after = page[-1].number, page[-1].hash
    return None


async def _pages(engine: AsyncEngine, stream: str, pause: float) -> AsyncIterator[list[Stored]]:
    after = 0
    while True:
        async with engine.connect() as connection:
            page = await stored_page(connection, stream, after)
        if page:
            yield page
            after = page[-1].number
        if len(page) < PAGE:
            return
        await asyncio.sleep(pause)
