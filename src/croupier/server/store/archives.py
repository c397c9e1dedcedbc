"""Archives: lines of closed gaming days in compressed files, which every reader still reads.

A file holds blocks of the lines of tables with their journal, an index, and the digest of the file
before. The log `archives` has a signed line for every file. The chain of each log runs through its
blocks: lines that are read from a file are checked like any other.
"""

import asyncio
import os
import zlib
from collections.abc import AsyncIterator, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.refused import Refused, brief
from croupier.server.store.chain import Stored
from croupier.server.store.faults import Fault
from croupier.server.store.keys import Keys, is_signed
from croupier.server.store.schema import events, journal

ARCHIVES = "archives"  # the log of the files
FIRST = b"croupier archive 1\n"
SIZE = 8  # bytes at the end that say how long the index is
HARD = 6  # how hard a block is compressed


class Posting(NamedTuple):
    """A row of the journal."""

    number: int
    place: int
    debit: str
    credit: str
    amount: int


class Block(NamedTuple):
    """Lines of one log that follow each other, and their postings."""

    lines: list[Stored]
    postings: list[Posting]


class Spot(msgspec.Struct, frozen=True, array_like=True):
    """Where a block lies in a file."""

    stream: str
    first: int  # line
    last: int
    offset: int
    size: int


class Index(msgspec.Struct, frozen=True):
    """The end of a file: what is in it, and the digest of the file before."""

    spots: list[Spot]
    before: bytes = b""


class Archived(msgspec.Struct, frozen=True, tag=True):
    """A line of the log of archives."""

    file: str
    folder: str
    day: str  # the last gaming day in it
    digest: str
    parts: dict[str, tuple[int, int]]  # by log, the first and the last line
    signature: str


class Retired(msgspec.Struct, frozen=True, tag=True):
    """A line of the log of archives: these files went, by what the room had posted."""

    files: list[str]
    day: str  # the last gaming day in them
    lines: int
    at: str
    kept: int  # days, as posted


def statement(file: str, day: str, digest: str, parts: dict[str, tuple[int, int]]) -> bytes:
    """What the room signs of a file."""
    return msgspec.msgpack.encode(["croupier archive 1", file, day, digest, sorted(parts.items())])


class Writer:
    """A file that is being written, block after block."""

    def __init__(self, path: Path, before: bytes) -> None:
        """Write beside this path; the file has its name once it is complete."""
        self._path, self._before = path, before
        self._fresh = path.with_name(f"{path.name}.new")
        self._spots: list[Spot] = []
        handle = os.open(self._fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        self._file = os.fdopen(handle, "wb")
        self._file.write(FIRST)

    def add(self, block: Block) -> None:
        """Write one more block of an archive."""
        body = zlib.compress(msgspec.msgpack.encode(block), HARD)
        lines = block.lines
        at = self._file.tell()
        spot = Spot(lines[0].stream, lines[0].number, lines[-1].number, at, len(body))
        self._file.write(body)
        self._spots.append(spot)

    def close(self) -> str:
        """Complete the file; the digest of all that is in it."""
        index = msgspec.msgpack.encode(Index(self._spots, self._before))
        self._file.write(index + len(index).to_bytes(SIZE, "big"))
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._fresh.replace(self._path)
        return digest_of(self._path)

    @property
    def parts(self) -> dict[str, tuple[int, int]]:
        """By log, the first and the last line."""
        found: dict[str, tuple[int, int]] = {}
        for spot in self._spots:
            found[spot.stream] = found.get(spot.stream, (spot.first, 0))[0], spot.last
        return found


def digest_of(path: Path) -> str:
    """The digest of an archive file."""
    whole = sha256()
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            whole.update(part)
    return whole.hexdigest()


@lru_cache(maxsize=64)
def _index(path: Path, _written: int) -> Index:
    """The index of a file, read once."""
    with path.open("rb") as file:
        end = file.seek(-SIZE, os.SEEK_END)
        size = int.from_bytes(file.read(SIZE), "big")
        file.seek(end - size)
        return msgspec.msgpack.decode(file.read(size), type=Index)


def _block(path: Path, stream: str, number: int) -> Block | None:
    """The block that has a line."""
    try:
        index = _index(path, path.stat().st_mtime_ns)
        spots = (one for one in index.spots if one.stream == stream)
        spot = next((one for one in spots if one.first <= number <= one.last), None)
        if spot is None:
            return None
        with path.open("rb") as file:
            file.seek(spot.offset)
            return msgspec.msgpack.decode(zlib.decompress(file.read(spot.size)), type=Block)
    except (OSError, zlib.error, msgspec.DecodeError, OverflowError) as fault:
        raise Refused("FIELD archive", f"{path.name}: {brief(fault)}") from None


def place_of(archived: Archived, database: str | None) -> Path:
    """Where a file is: in the folder beside the database, or where it was written."""
    beside = beside_database(database) / archived.file
    return beside if beside.exists() else Path(archived.folder) / archived.file


def beside_database(database: str | None) -> Path:
    """The folder for the archives of a database, unless another is named."""
    bare = (database or "croupier").removeprefix("file:").partition("?")[0]
    return Path(f"{bare}.archives").absolute()


async def archived_lines(connection: AsyncConnection) -> list[Archived]:
    """Every file that was archived, in order."""
    return [one for _, one in await _archived(connection)]


async def _archived(connection: AsyncConnection) -> list[tuple[int, Archived]]:
    found = await said_of(connection, Archived.__name__)
    return [(number, msgspec.json.decode(body, type=Archived)) for number, body in found]


async def retired_lines(connection: AsyncConnection) -> list[Retired]:
    """What was retired, in order."""
    found = await said_of(connection, Retired.__name__)
    return [msgspec.json.decode(body, type=Retired) for _, body in found]


async def retired_files(connection: AsyncConnection) -> set[str]:
    """The names of the files that were retired; one that was brought back is among them."""
    return {file for one in await retired_lines(connection) for file in one.files}


async def said_of(connection: AsyncConnection, kind: str) -> list[tuple[int, bytes]]:
    """The lines of one kind of the log of archives, by number."""
    where = events.c.stream == ARCHIVES, events.c.kind == kind
    wanted = select(events.c.number, events.c.body).where(*where).order_by(events.c.number)
    return [(row.number, bytes(row.body)) for row in await connection.execute(wanted)]


async def archived_block(connection: AsyncConnection, stream: str, number: int) -> Block | None:
    """The block of a file that has a line; None: no file has it."""
    for one in await archived_lines(connection):
        first, last = one.parts.get(stream, (0, -1))
        if first <= number <= last:
            path = place_of(one, connection.engine.url.database)
            if not path.exists() and one.file in await retired_files(connection):
                what = f"lines {first} to {last} of {stream} were retired"
                raise Refused("FIELD archive", f"{what}: bring {one.file} back to read them")
            return await asyncio.to_thread(_block, path, stream, number)
    return None


async def postings(
    connection: AsyncConnection, stream: str, first: int, last: int
) -> list[Posting]:
    """The journal of some lines, from the database and from files."""
    columns = (journal.c[name] for name in Posting._fields)
    wanted = select(*columns).where(journal.c.stream == stream)
    wanted = wanted.where(journal.c.number.between(first, last))
    found = {(row.number, row.place): Posting(*row) for row in await connection.execute(wanted)}
    wanted_line = select(events.c.number).where(events.c.stream == stream).order_by(events.c.number)
    stays = await connection.scalar(wanted_line.limit(1)) or first
    after = first - 1
    while after + 1 < min(stays, last + 1):
        block = await archived_block(connection, stream, after + 1)
        if block is None:
            break
        kept = (one for one in block.postings if first <= one.number <= last)
        found = {(one.number, one.place): one for one in kept} | found
        after = block.lines[-1].number
    return [found[at] for at in sorted(found)]


async def archive_faults(connection: AsyncConnection, keys: Keys | None) -> AsyncIterator[Fault]:
    """Every file is the one that was signed, follows the one before, and is there or retired."""
    before, retired = b"", await retired_files(connection)
    for number, one in await _archived(connection):
        path = place_of(one, connection.engine.url.database)
        said = statement(one.file, one.day, one.digest, one.parts)
        if keys is not None and not is_signed(said, bytes.fromhex(one.signature), keys.public):
            yield Fault(ARCHIVES, number, f"the room did not sign {one.file}")
        if one.file in retired and not path.exists():
            before = bytes.fromhex(one.digest)
            continue
        try:
            found = await asyncio.to_thread(digest_of, path)
            index = _index(path, path.stat().st_mtime_ns) if found == one.digest else None
        except OSError as fault:
            yield Fault(ARCHIVES, number, f"{one.file}: {brief(fault)}")
            return
        if index is None:
            yield Fault(ARCHIVES, number, f"{one.file} is not the file that was archived")
        elif index.before != before:
            yield Fault(ARCHIVES, number, f"{one.file} does not follow the file before")
        before = bytes.fromhex(one.digest)


def last_digest(known: Sequence[Archived]) -> bytes:
    """The digest that the next archive file names."""
    return bytes.fromhex(known[-1].digest) if known else b""


def signed_line(path: Path, day: str, made: Writer, digest: str, keys: Keys) -> Any:
    """The line of the log of archives for a file."""
    signature = keys.sign(statement(path.name, day, digest, made.parts)).hex()
    return Archived(path.name, str(path.parent), day, digest, made.parts, signature)
