"""Take a copy of a room while it is open, and bring one back.

A copy is older than the head file says. Bringing it back is recorded in a roll, from which the room
goes on.
"""

import asyncio
import gzip
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from croupier.refused import Refused, brief
from croupier.server.store.checkpoints import ROLL
from croupier.server.store.faults import Fault, readable
from croupier.server.store.head_file import HeadFile, Kept
from croupier.server.store.heads import read_heads
from croupier.server.store.keys import Keys
from croupier.server.store.migrate import migrate
from croupier.server.store.pages import snapshot
from croupier.server.store.schema import checkpoints, heads, metadata
from croupier.server.store.sealing import is_unsealed, seal, unsealed_faults
from croupier.server.store.signer import Signer
from croupier.server.store.start import start_faults

HEAD = {"croupier": "backup", "version": 2}
OLD = {"croupier": "backup", "version": 1}  # checkpoints had no serial
MANY = 1000
TRANSIENT = {"sessions", "resets"}  # who is signed in is not part of a room's memory

Row = dict[str, Any]

_encoder, _decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder()


async def backup(engine: AsyncEngine, path: Path) -> int:
    """Write every row of one moment to a file; how many there were."""
    count = 0
    path.touch(mode=0o600)
    path.chmod(0o600)  # also one that was there: it holds passwords' hashes, and who played
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
                raise Refused("FIELD db", "this database already has a room")
        count = 0
        waiting: dict[str, list[Row]] = {}
        for name, row in await asyncio.to_thread(_rows, path):
            waiting.setdefault(name, []).append(row)
            count += 1
        # A head would fence the lines of its log off: heads come last.
        for table in sorted(metadata.sorted_tables, key=lambda table: table is heads):
            rows = waiting.get(table.name, [])
            for first in range(0, len(rows), MANY):
                await connection.execute(insert(table), rows[first : first + MANY])
    return count


async def begin_anew(engine: AsyncEngine, head_file: HeadFile, keys: Keys) -> list[Fault]:
    """Sign a roll that records the restored copy, so that the head file names it.

    A copy that is not sound is not signed: what is wrong with it.
    """
    kept = head_file.read()
    if await is_unsealed(engine):
        if faults := await unsealed_faults(engine, keys):
            return faults
        await seal(engine, keys)
    async with snapshot(engine) as connection:
        if kept is None or not await _faults(connection, keys, kept):
            return []  # it is no older than the head file
        if faults := await _faults(connection, keys, None):
            return faults
        known = await read_heads(connection)
        signer = Signer(engine, keys, head_file)
        await signer.learn(connection)
    note = f"restored from a copy: the head file named roll {kept.roll}, {kept.hash.hex()}"
    await signer.sign(known, note)
    return []


async def _faults(connection: AsyncConnection, keys: Keys, kept: Kept | None) -> list[Fault]:
    found = readable(ROLL, start_faults(connection, keys, kept))
    return [fault async for fault in found]


def _plain(row: Mapping[Any, Any]) -> dict[str, Any]:
    """A row as both databases give it: SQLite keeps a time without its zone, which is ours."""
    return {str(name): _zoned(value) for name, value in row.items()}


def _zoned(value: Any) -> Any:
    return value.replace(tzinfo=value.tzinfo or UTC) if isinstance(value, datetime) else value


def _put(file: BinaryIO | gzip.GzipFile, value: Any) -> None:
    body = _encoder.encode(value)
    file.write(len(body).to_bytes(4, "big") + body)


def _rows(path: Path) -> list[tuple[str, Row]]:
    try:
        with gzip.open(path, "rb") as file:
            found = list(_values(file))
    except (OSError, EOFError, msgspec.DecodeError) as fault:
        raise Refused("FIELD backup", f"{path.name}: {brief(fault)}") from None
    if not found or found[0] not in (HEAD, OLD):
        raise Refused("FIELD backup", f"{path.name} is not a copy of a room")
    rows = [(name, row) for name, row in found[1:]]
    return list(_numbered(rows)) if found[0] == OLD else rows


def _numbered(rows: Iterable[tuple[str, Row]]) -> Iterator[tuple[str, Row]]:
    """The rows of an old copy, its checkpoints with serials."""
    serials = Counter[str]()
    for name, row in sorted(rows, key=lambda one: one[1].get("number") or 0):
        if name == checkpoints.name:
            serials[row["stream"]] += 1
            row |= {"serial": serials[row["stream"]], "requests": 0, "snapshot": b""}
        yield name, row


def _values(file: gzip.GzipFile) -> Any:
    while size := file.read(4):
        yield _decoder.decode(file.read(int.from_bytes(size, "big")))
