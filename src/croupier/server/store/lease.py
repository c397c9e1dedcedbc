"""The lease on a log: which process may write to it, and what fences off all others.

Taking a log raises its epoch; the database then refuses lines of an earlier epoch. A server that
is alone takes every log at its start. Where several processes share a room, each log is taken by
one of them (see `members`).
"""

import os
from collections.abc import Mapping
from functools import lru_cache
from secrets import token_hex
from socket import gethostname
from typing import NamedTuple

from sqlalchemy import Connection, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from croupier.server.store.heads import Head, read_heads, take_leases
from croupier.server.store.keys import Keys
from croupier.server.store.lines import CHAT, HOUSE, PEOPLE, TABLE
from croupier.server.store.people_log import begin_people
from croupier.server.store.schema import heads

FENCED = "another server has this log"  # what the database says to one that lost its lease
DEADLOCK = "40P01"  # as PostgreSQL calls it: a server that is being fenced off was writing


class RoomLost(Exception):
    """Another server has the room: only that one can say what became of an order."""

    def __init__(self) -> None:
        super().__init__(FENCED)


class Elsewhere(RoomLost):
    """Another process has this log now, or may have it: the client comes back, and asks again."""

    def __init__(self, stream: str) -> None:
        """Name the log."""
        super().__init__()
        self.stream = stream


class Owner(NamedTuple):
    """A process that has logs."""

    process: str  # host/pid-token, which no other process ever has
    address: str  # host:port, where other processes reach it; empty: they cannot

    def __str__(self) -> str:
        return f"{self.process} {self.address}".strip()


def this_server(address: str = "") -> Owner:
    """The process that asks, reached at an address."""
    return Owner(_name_of(os.getpid()), address)


@lru_cache(maxsize=2)
def _name_of(pid: int) -> str:
    return f"{gethostname()[:32]}/{pid}-{token_hex(2)}"


async def take_room(
    engine: AsyncEngine, keys: Keys, known: Mapping[str, Head], owner: Owner
) -> dict[str, Head] | None:
    """Fence off the server that had this room before; None when a log has moved meanwhile."""
    try:
        async with engine.begin() as connection:
            if PEOPLE not in known:
                await begin_people(connection, keys)
            await take_leases(connection, owner.process)
            mine = await read_heads(connection)
    except OperationalError as fault:
        if getattr(fault.orig, "sqlstate", "") != DEADLOCK:
            raise
        return None
    moved = [one for one in {*mine, *known} - {PEOPLE} if _end(mine, one) != _end(known, one)]
    return None if moved else mine


def _end(logs: Mapping[str, Head], stream: str) -> tuple[int, bytes]:
    return (logs[stream].number, logs[stream].hash) if stream in logs else (0, b"")


def above(stream: str, *, shared: bool) -> str:
    """The log whose lease allows a process to begin another: no head of its own fences that off.

    >>> above("chat/1", shared=True), above("table/1", shared=True), above("table/1", shared=False)
    ('table/1', 'house', 'people')
    """
    if not shared:
        return PEOPLE
    return TABLE + stream.removeprefix(CHAT) if stream.startswith(CHAT) else HOUSE


def check_lease(connection: Connection, held: Head | None) -> None:
    """Refuse to begin a log under a lease that this process has lost."""
    if held is None:
        return
    wanted = select(heads.c.epoch).where(heads.c.stream == held.stream)
    if connection.scalar(wanted.with_for_update(read=True)) != held.epoch:
        raise RoomLost
