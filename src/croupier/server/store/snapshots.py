"""Snapshots: the state of a log after a line, with what a search and the books need of its past.

A snapshot, the sums of what is settled and the rounds that are over are written together, in the
transaction of an append, and all of them say what the log says up to the same line. A start reads
the snapshot and the lines after it. One that is missing, of another version or not what the head
of the log names is ignored: then the log is read from its first line.
"""

import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.refused import Refused
from croupier.server.store.finished import round_mac
from croupier.server.store.heads import Head
from croupier.server.store.keys import Keys
from croupier.server.store.schema import round_players, rounds, snapshots, sums
from croupier.views.reports.running_sums import Amounts

FOLDS = 4  # to be raised when the same lines lead to another state than before
FAST = 1  # how hard a snapshot is compressed
Row = dict[str, Any]


class Keep(NamedTuple):
    """What is kept of a log up to a line."""

    upto: int
    version: str
    state: bytes
    sums: Amounts = {}  # noqa: RUF012  # nothing changes it
    rounds: Sequence[Row] = ()
    anew: bool = False  # instead of everything that was kept before


class Snapshot(NamedTuple):
    """A snapshot as the database keeps it."""

    stream: str
    number: int
    version: str
    body: bytes


@lru_cache
def version_of(*kinds: type) -> str:
    """The version of a snapshot: it changes with the folds, and with the fields of these types."""
    _, parts = msgspec.json.schema_components(kinds)
    fields = {
        name: {key: value for key, value in part.items() if key != "description"}
        for name, part in parts.items()
    }
    return f"{FOLDS}-{sha256(msgspec.json.encode(fields, order='sorted')).hexdigest()[:16]}"


def digest(one: Snapshot) -> bytes:
    """What the head of the log says of a snapshot."""
    return sha256(msgspec.msgpack.encode(one)).digest()


def make_snapshot(stream: str, keep: Keep, keys: Keys) -> Snapshot:
    """A state as it is stored: compressed and sealed, because it may tell hidden cards."""
    place = _place(stream, keep.upto)
    body = keys.seal(zlib.compress(keep.state, FAST), place)
    return Snapshot(stream, keep.upto, keep.version, body)


def open_snapshot(one: Snapshot, head: Head, keys: Keys) -> bytes:
    """The state that was stored, or a refusal if it is not the one that the head names."""
    if (one.number, digest(one)) != (head.upto, head.snapshot):
        raise Refused("FIELD snapshot", "it is not the snapshot that the head names")
    try:
        return zlib.decompress(keys.unseal(one.body, _place(one.stream, one.number)))
    except zlib.error:
        raise Refused("FIELD snapshot", "it cannot be read") from None


def _place(stream: str, number: int) -> bytes:
    return msgspec.msgpack.encode(["snapshot", stream, number])


async def read_snapshot(connection: AsyncConnection, stream: str) -> Snapshot | None:
    """The snapshot of a log, if there is one."""
    wanted = select(*(snapshots.c[name] for name in Snapshot._fields))
    row = (await connection.execute(wanted.where(snapshots.c.stream == stream))).first()
    return None if row is None else Snapshot(row.stream, row.number, row.version, bytes(row.body))


def write_kept(
    connection: Connection, kept: Mapping[str, Keep], made: Sequence[Snapshot], keys: Keys
) -> None:
    """Store what is kept of logs; what was settled before is added to."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    for stream, keep in kept.items():
        if keep.anew:
            for table in (sums, rounds, round_players):
                connection.execute(delete(table).where(table.c.stream == stream))
    if made:
        put = dialect.insert(snapshots)
        fresh = {name: put.excluded[name] for name in ("number", "version", "body")}
        put = put.on_conflict_do_update(index_elements=["stream"], set_=fresh)
        connection.execute(put, [one._asdict() for one in made])
    if rows := [row for stream, keep in kept.items() for row in sum_rows(stream, keep.sums)]:
        add = dialect.insert(sums)
        grown = {"amount": sums.c.amount + add.excluded.amount}
        add = add.on_conflict_do_update(index_elements=list(sums.primary_key), set_=grown)
        connection.execute(add, rows)
    if rows := [row for keep in kept.values() for row in keep.rounds]:
        for row in rows:
            row["mac"] = round_mac(row["stream"], row["line"], row["body"], keys)
        columns = [column.name for column in rounds.columns]
        connection.execute(insert(rounds), [{n: row[n] for n in columns} for row in rows])
        players = [
            {"person": person, "stream": row["stream"], "line": row["line"]}
            for row in rows
            for person in row["people"]
        ]
        if players:
            connection.execute(insert(round_players), players)


def sum_rows(stream: str, amounts: Amounts) -> list[Row]:
    """Sums of a log as rows of the database."""
    return [
        {"shift": at, "stream": stream, "report": name, "key": key, "field": field, "amount": sum_}
        for (at, name, key, field), sum_ in amounts.items()
    ]
