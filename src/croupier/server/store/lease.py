"""The lease on a room: which server has it, where that is reached, and what fences off all others.

Taking the room raises the epoch of every log in one transaction; the database then refuses lines
of an earlier epoch. A server renews its lease as long as it runs (see `lock`).
"""

import os
from collections.abc import Mapping
from socket import gethostname
from typing import NamedTuple

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from croupier.server.store.heads import Head, read_heads, take_leases
from croupier.server.store.keys import Keys
from croupier.server.store.lines import PEOPLE
from croupier.server.store.people_log import begin_people
from croupier.server.store.schema import heads

FENCED = "another server has this log"  # what the database says to one that lost its lease
DEADLOCK = "40P01"  # as PostgreSQL calls it: a server that is being fenced off was writing


class RoomLost(Exception):
    """Another server has the room: only that one can say what became of an order."""

    def __init__(self) -> None:
        super().__init__(FENCED)


class Owner(NamedTuple):
    """A server that has a room."""

    process: str  # host/pid
    address: str  # host:port, where other servers reach it; empty: they cannot

    def __str__(self) -> str:
        return f"{self.process} {self.address}".strip()


def this_server(address: str = "") -> Owner:
    """The process that asks, reached at an address."""
    return Owner(f"{gethostname()[:40]}/{os.getpid()}", address)


class Room(NamedTuple):
    """A room as another server sees it: who has it, and how far each log has come."""

    owner: Owner | None  # None: nobody who renews the lease
    numbers: dict[str, int]


async def look_at(engine: AsyncEngine) -> Room:
    """The server that has a room now, by the clock of the database."""
    wanted = select(heads.c.stream, heads.c.number, heads.c.owner, heads.c.until > func.now())
    async with engine.connect() as connection:
        rows = list(await connection.execute(wanted))
    held = [owner for stream, _, owner, is_held in rows if stream == PEOPLE and is_held]
    process, _, address = held[0].partition(" ") if held else ("", "", "")
    numbers = {stream: number for stream, number, _, _ in rows}
    return Room(Owner(process, address) if process else None, numbers)


async def take_room(
    engine: AsyncEngine, keys: Keys, known: Mapping[str, Head], owner: Owner
) -> dict[str, Head] | None:
    """Fence off the server that had this room before; None when a log has moved meanwhile."""
    try:
        async with engine.begin() as connection:
            if PEOPLE not in known:
                await begin_people(connection, keys)
            await take_leases(connection, str(owner))
            mine = await read_heads(connection)
    except OperationalError as fault:
        if getattr(fault.orig, "sqlstate", "") != DEADLOCK:
            raise
        return None
    moved = [one for one in {*mine, *known} - {PEOPLE} if _end(mine, one) != _end(known, one)]
    return None if moved else mine


def _end(logs: Mapping[str, Head], stream: str) -> tuple[int, bytes]:
    return (logs[stream].number, logs[stream].hash) if stream in logs else (0, b"")


def check_lease(connection: Connection, people: Head | None) -> None:
    """Refuse to begin a log when another server has the room: no head of it fences that off."""
    wanted = select(heads.c.epoch).where(heads.c.stream == PEOPLE).with_for_update(read=True)
    if people is not None and connection.scalar(wanted) != people.epoch:
        raise RoomLost
