"""Take a copy of a room while it is open, and bring one back."""

import asyncio
import gzip
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from croupier.refused import Refused, brief
from croupier.server.store.database import snapshot
from croupier.server.store.migrate import migrate
from croupier.server.store.schema import metadata

HEAD = {"croupier": "backup", "version": 1}
MANY = 1000
TRANSIENT = {"sessions", "resets"}  # who is signed in is not part of a room's memory

_encoder, _decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder()


async def backup(engine: AsyncEngine, path: Path) -> int:
    """Write every row of one moment to a file; how many there were."""
    count = 0
    with gzip.open(path, "wb") as file:
        _put(file, HEAD)
        async with snapshot(engine) as connection:
            for table in metadata.sorted_tables:
                if table.name in TRANSIENT:
                    continue
                async for row in await connection.stream(select(table)):
                    _put(file, [str(table.name), _plain(row._mapping)])
                    count += 1
    return count


async def restore(engine: AsyncEngine, path: Path) -> int:
    """Fill an empty database from a file; a database with a room in it is left alone."""
    await migrate(engine)
    async with engine.begin() as connection:
        for table in metadata.sorted_tables:
            if (await connection.execute(select(table).limit(1))).first() is not None:
                raise Refused("FIELD db", "there is a room in this database already")
        count = 0
        waiting: dict[str, list[dict[str, Any]]] = {}
        for name, row in await asyncio.to_thread(_rows, path):
            waiting.setdefault(name, []).append(row)
            count += 1
        for table in metadata.sorted_tables:
            rows = waiting.get(table.name, [])
            for first in range(0, len(rows), MANY):
                await connection.execute(insert(table), rows[first : first + MANY])
    return count


def _plain(row: Mapping[Any, Any]) -> dict[str, Any]:
    """A row as both databases give it: SQLite keeps a time without its zone, which is ours."""
    return {str(name): _zoned(value) for name, value in row.items()}


def _zoned(value: Any) -> Any:
    return value.replace(tzinfo=value.tzinfo or UTC) if isinstance(value, datetime) else value


def _put(file: BinaryIO | gzip.GzipFile, value: Any) -> None:
    body = _encoder.encode(value)
    file.write(len(body).to_bytes(4, "big") + body)


def _rows(path: Path) -> list[tuple[str, dict[str, Any]]]:
    try:
        with gzip.open(path, "rb") as file:
            found = list(_values(file))
    except (OSError, EOFError, msgspec.DecodeError) as fault:
        raise Refused("FIELD backup", f"{path.name}: {brief(fault)}") from None
    if not found or found[0] != HEAD:
        raise Refused("FIELD backup", f"{path.name} is not a copy of a room")
    return [(name, row) for name, row in found[1:]]


def _values(file: gzip.GzipFile) -> Any:
    while size := file.read(4):
        yield _decoder.decode(file.read(int.from_bytes(size, "big")))
