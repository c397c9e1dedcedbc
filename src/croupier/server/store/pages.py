"""Read stored lines, a page at a time, at one moment or as they come."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Table, func, inspect, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from croupier.room.house import evolve as house
from croupier.room.house.facts import HouseSetUp
from croupier.room.house.state import House
from croupier.server.store.archives import ARCHIVES, archived_block
from croupier.server.store.chain import Stored
from croupier.server.store.checkpoints import ROLL, Checkpoint, to_checkpoint
from croupier.server.store.lines import HOUSE
from croupier.server.store.schema import checkpoints, events, heads

PAGE = 1000
ROUND = 150  # lines that most rounds have
FIRST = [events.c[name] for name in ("stream", "number", "kind", "sealed", "body", "hash")]


@asynccontextmanager
async def snapshot(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """The database as it is at one moment, while others write to it."""
    async with engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            await connection.execution_options(isolation_level="REPEATABLE READ")
        else:
            await connection.exec_driver_sql("BEGIN")  # or every query would see another moment
        yield connection
        await connection.rollback()


async def stored_lines(
    engine: AsyncEngine, stream: str, after: int = 0, most: int = PAGE
) -> AsyncIterator[Stored]:
    """The lines of a log as the database keeps them; a reader that stops holds no connection.

    At `most` so many are read at once: few for one round, many for the whole log.
    """
    while True:
        async with engine.connect() as connection:
            page = await stored_page(connection, stream, after, most=most)
        for line in page:
            yield line
        if len(page) < most:
            return
        after = page[-1].number


async def stored_page(
    connection: AsyncConnection, stream: str, after: int, *, old: bool = False, most: int = PAGE
) -> list[Stored]:
    """The next lines of a log, as many as a page holds; `old`: in a database of version 0.1.

    Lines that the database has not any more come from the archives.
    """
    page = await _rows(connection, stream, after, old=old, most=most)
    if old or stream == ARCHIVES or (page and page[0].number == after + 1):
        return page
    found: list[Stored] = []
    while len(found) < most:
        block = await archived_block(connection, stream, after + len(found) + 1)
        if block is None:
            break
        found += [line for line in block.lines if line.number > after + len(found)]
    found = found[:most]
    beyond = after + len(found)
    return found + [line for line in page if line.number > beyond][: most - len(found)]


async def _rows(
    connection: AsyncConnection, stream: str, after: int, *, old: bool, most: int
) -> list[Stored]:
    wanted = select(*FIRST) if old else select(events)
    wanted = wanted.where(events.c.stream == stream, events.c.number > after)
    found = await connection.execute(wanted.order_by(events.c.number).limit(most))
    return [to_stored(row) for row in found]


def to_stored(row: Any) -> Stored:
    """A line out of a row of the database."""
    stream, number, kind, sealed, body, tip, *more = row
    epoch, mac = more or (0, None)
    mac = None if mac is None else bytes(mac)
    return Stored(stream, number, kind, bool(sealed), bytes(body), bytes(tip), epoch, mac)


async def log_names(connection: AsyncConnection, table: Table = events) -> list[str]:
    """The logs that have a row in a table: one step through its index for each."""
    found, name = list[str](), await _next_name(connection, table, "")
    while name is not None:
        found.append(name)
        name = await _next_name(connection, table, name)
    return found


async def _next_name(connection: AsyncConnection, table: Table, after: str) -> str | None:
    wanted = select(func.min(table.c.stream)).where(table.c.stream > after)
    name: str | None = await connection.scalar(wanted)
    return name


async def latest_checkpoints(connection: AsyncConnection) -> list[Checkpoint]:
    """The latest checkpoint of every log, and the latest roll."""
    found = []
    for name in await log_names(connection, checkpoints):
        wanted = select(checkpoints).where(checkpoints.c.stream == name)
        last = await connection.execute(wanted.order_by(checkpoints.c.serial.desc()).limit(1))
        found.append(to_checkpoint(last.one()))
    return found


async def named_checkpoints(connection: AsyncConnection) -> list[Checkpoint]:
    """The same as the heads of the logs name them: two queries, however many logs there are."""
    named = (heads.c.stream == checkpoints.c.stream) & (heads.c.serial == checkpoints.c.serial)
    last = select(func.max(checkpoints.c.serial)).where(checkpoints.c.stream == ROLL)
    roll = (checkpoints.c.stream == ROLL) & (checkpoints.c.serial == last.scalar_subquery())
    found = [
        *await connection.execute(select(checkpoints).join(heads, named)),
        *await connection.execute(select(checkpoints).where(roll)),
    ]
    return [to_checkpoint(row) for row in found]


async def checkpoints_of(
    connection: AsyncConnection, stream: str, *, since: int | None = None, old: bool = False
) -> list[Checkpoint]:
    """The checkpoints of a log in order; `old`: in a database of version 0.1."""
    if old:
        return await _old_checkpoints(connection, stream)
    wanted = select(checkpoints).where(checkpoints.c.stream == stream)
    if since is not None:
        wanted = wanted.where(checkpoints.c.serial >= since)
    found = await connection.execute(wanted.order_by(checkpoints.c.serial))
    return [to_checkpoint(row) for row in found]


async def _old_checkpoints(connection: AsyncConnection, stream: str) -> list[Checkpoint]:
    columns = (checkpoints.c[name] for name in ("number", "hash", "signature"))
    wanted = select(*columns).where(checkpoints.c.stream == stream)
    found = await connection.execute(wanted.order_by(checkpoints.c.number))
    return [
        Checkpoint(stream, serial, number, bytes(tip), signature=bytes(signature))
        for serial, (number, tip, signature) in enumerate(found, 1)
    ]


async def read_founded(connection: AsyncConnection) -> House:
    """The house as it was set up: its kind, its zone, and when its gaming days begin."""
    where = events.c.stream == HOUSE, events.c.kind == HouseSetUp.__name__
    body = await connection.scalar(select(events.c.body).where(*where).limit(1))
    return House() if body is None else house.evolve(House(), house.read_entry(bytes(body)))


async def has_table(connection: AsyncConnection, table: Table) -> bool:
    """Whether the database has a table, or is one of an earlier version."""
    return await connection.run_sync(lambda sync: inspect(sync).has_table(table.name))
