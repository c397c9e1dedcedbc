"""Heads: one row for every log, which says where it ends; and the lease to write to it.

A head is updated in the transaction that appends. Its MAC covers all but the lease, so an end that
was cut off shows, unless the head of that moment was kept and put back: then the rolls show it.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from croupier.server.store.chain import START
from croupier.server.store.checkpoints import NONE
from croupier.server.store.keys import Keys
from croupier.server.store.schema import heads

PATIENCE_S = 2.0  # for a database that has just failed


class Head(NamedTuple):
    """Where a log ends."""

    stream: str
    number: int = 0
    hash: bytes = START
    requests: int = 0  # commands that have an answer
    serial: int = 0  # of the latest checkpoint
    signed: bytes = NONE  # the latest checkpoint, chained
    upto: int = 0  # the line of the latest snapshot
    snapshot: bytes = NONE  # its digest
    epoch: int = 1  # of the lease
    mac: bytes = NONE


def head_mac(head: Head, keys: Keys) -> bytes:
    """The MAC of a head: of everything in it but the lease."""
    return keys.mac(b"head", *head[:8])


def head_row(head: Head, keys: Keys) -> dict[str, Any]:
    """A head as a row of the database."""
    return head._replace(mac=head_mac(head, keys))._asdict()


async def read_heads(connection: AsyncConnection, stream: str = "") -> dict[str, Head]:
    """The heads of all logs, or of one, by log."""
    wanted = select(*(heads.c[name] for name in Head._fields))
    found = await connection.execute(wanted.where(heads.c.stream == stream) if stream else wanted)
    return {row.stream: Head(*(_plain(value) for value in row)) for row in found}


def _plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview | bytearray) else value


async def was_written(engine: AsyncEngine, moved: Mapping[str, Head]) -> bool:
    """Whether logs end where a transaction was to leave them, which is reported as failed.

    One that was cut off from the database may be there or not: all of it, or nothing.
    """
    stream, head = next(iter(moved.items()))
    try:
        async with asyncio.timeout(PATIENCE_S), engine.connect() as connection:
            found = (await read_heads(connection, stream)).get(stream)
    except (SQLAlchemyError, OSError, TimeoutError):
        return False
    return found is not None and _end(found) == _end(head)


def _end(head: Head) -> tuple[Any, ...]:
    return head.number, head.hash, head.requests, head.upto, head.snapshot


async def take_leases(connection: AsyncConnection, owner: str) -> None:
    """Take every log: from now on the database refuses lines of those who had them before."""
    await connection.execute(update(heads).values(epoch=heads.c.epoch + 1, owner=owner))
