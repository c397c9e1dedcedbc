"""Move the lines of closed gaming days into a file, while no server has the room."""

from datetime import date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import msgspec
from sqlalchemy import delete, func, select

from croupier.engine.events import RoundOpened
from croupier.refused import Refused
from croupier.room.house import evolve as house_log
from croupier.room.house.days import day_of
from croupier.room.house.state import House
from croupier.room.table import evolve as table_log
from croupier.server.store.archives import (
    ARCHIVES,
    Block,
    Writer,
    archived_lines,
    beside_database,
    last_digest,
    postings,
    signed_line,
)
from croupier.server.store.audit_log import LogAudit
from croupier.server.store.chain import place
from croupier.server.store.database import Store
from croupier.server.store.lines import HOUSE, TABLE, Line
from croupier.server.store.pages import PAGE, stored_page
from croupier.server.store.schema import events, journal
from croupier.server.tables.memories import HouseMemory, house_version


class Moved(NamedTuple):
    """What was moved into a file."""

    file: str
    day: str  # the last gaming day in it
    lines: int
    size: int  # bytes


async def archive(
    store: Store, folder: Path | None = None, keep: int | None = None
) -> Moved | None:
    """Move what happened before the last closed days that are to stay; None: there is nothing.

    How many stay is posted by the house, unless it is said. The store must have started, and no
    server may have the room. The log of the house stays.
    """
    if store.faults:
        raise Refused("FIELD record", f"the room is read-only: {store.faults[0]}")
    await check_archives(store)
    house = await stored_house(store)
    keep = house.retention.days if keep is None else keep
    if not house.cage.closed:
        raise Refused("FIELD db", "no gaming day of this room is closed yet")
    day = (date.fromisoformat(house.cage.closed) - timedelta(days=keep)).isoformat()
    ends = {stream: await _end(store, stream, house, day) for stream in sorted(store.heads)}
    ends = {stream: last for stream, last in ends.items() if last}
    if not ends:
        return None
    folder = folder or beside_database(store.engine.url.database)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return await _write(store, folder.absolute(), day, ends)


async def check_archives(store: Store) -> None:
    """Go by no line of the log of files that the room did not write: each leads to a file."""
    log = LogAudit(ARCHIVES, store.keys, (), sealed=True)
    async with store.engine.connect() as connection:
        while page := await stored_page(connection, ARCHIVES, log.number):
            for fault in log.take(page):
                raise Refused("FIELD record", f"the room did not write the log of files: {fault}")


async def stored_house(store: Store) -> House:
    """The house as it stands."""
    state, after = House(), 0
    if found := await store.recall(HOUSE, house_version()):
        after, state = found[0], msgspec.json.decode(found[1], type=HouseMemory).house
    async for _, body in store.read(HOUSE, after):
        state = house_log.evolve(state, house_log.read_entry(body))
    return state


async def _end(store: Store, stream: str, house: House, day: str) -> int:
    """The last line of a table's log that can be moved; a start still finds what it reads.

    A round follows it, so that the log can continue from there once the file is retired.
    """
    head, signed = store.heads[stream], store.signed.get(stream)
    if not stream.startswith(TABLE) or signed is None:
        return 0
    async with store.engine.connect() as connection:
        wanted = select(func.min(events.c.number)).where(events.c.stream == stream)
        first = int(await connection.scalar(wanted) or 0)
    low, high = first - 1, min(head.upto, signed.number) - 1
    while low < high:  # lines are in the order of time
        middle = (low + high + 1) // 2
        if day_of(house.dawn, await _moment(store, stream, middle)) <= day:
            low = middle
        else:
            high = middle - 1
    return max(0, await _before_round(store, stream, first, low + 1) - 1)


async def _before_round(store: Store, stream: str, first: int, last: int) -> int:
    """The last line that opens a round: a log is cut there, where nothing is under way."""
    wanted = select(func.max(events.c.number)).where(events.c.stream == stream)
    wanted = wanted.where(events.c.kind == RoundOpened.__name__)
    async with store.engine.connect() as connection:
        found = await connection.scalar(wanted.where(events.c.number.between(first + 1, last)))
    return int(found or 0)


async def _moment(store: Store, stream: str, number: int) -> datetime:
    async with store.engine.connect() as connection:
        [line] = await stored_page(connection, stream, number - 1, most=1)
    body = line.body
    if line.sealed:
        body = store.keys.unseal(body, place(stream, number))
    at: datetime = table_log.read_entry(body).at
    return at


async def _write(store: Store, folder: Path, day: str, ends: dict[str, int]) -> Moved:
    async with store.engine.connect() as connection:
        known = await archived_lines(connection)
        path = folder / f"{len(known) + 1:06}-{day}.archive"
        made = Writer(path, last_digest(known))
        for stream, last in ends.items():
            wanted = select(func.min(events.c.number)).where(events.c.stream == stream)
            after = int(await connection.scalar(wanted) or 1) - 1
            while after < last:
                lines = await stored_page(connection, stream, after, most=min(PAGE, last - after))
                booked = await postings(connection, stream, after + 1, lines[-1].number)
                made.add(Block(lines, booked))
                after = lines[-1].number
    digest = made.close()
    line = signed_line(path, day, made, digest, store.keys)
    await store.append(ARCHIVES, [Line("Archived", msgspec.json.encode(line), sealed=False)])
    await store.checkpoint()
    await _drop(store, ends)
    moved = sum(last - first + 1 for first, last in made.parts.values())
    return Moved(path.name, day, moved, path.stat().st_size)


async def _drop(store: Store, ends: dict[str, int]) -> None:
    """Let the database forget what the file has."""
    async with store.engine.begin() as connection:
        for stream, last in ends.items():
            for table in (journal, events):
                gone = delete(table).where(table.c.stream == stream, table.c.number <= last)
                await connection.execute(gone)
    if store.engine.dialect.name == "sqlite":
        async with store.engine.connect() as connection:
            await connection.exec_driver_sql("VACUUM")
