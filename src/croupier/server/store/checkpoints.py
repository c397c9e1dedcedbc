"""Checkpoints: signed statements of where a log stood, each chained to the one before.

The roll is a checkpoint of all logs: its hash covers the latest checkpoint of every log, so a log
that vanishes is missing from it. Checkpoints of version 0.1 are signed without a chain.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from croupier.server.store.keys import Keys, is_signed

ROLL = "room"  # the log of the rolls
NONE = b""


class Checkpoint(NamedTuple):
    """A signed statement of how far a log had come, and what it hashed to."""

    stream: str
    serial: int  # from 1, in every log
    number: int  # lines that it covers; in a roll: logs
    hash: bytes
    requests: int = 0  # answered commands that it covers
    snapshot: bytes = NONE  # the digest of the latest snapshot of the log
    before: bytes | None = None  # the checkpoint before, chained; None: one of version 0.1
    covers: bytes | None = None  # in a roll: a Coverage, encoded
    signature: bytes = NONE


class Coverage(msgspec.Struct, frozen=True, array_like=True):
    """What a roll covers that the roll before did not."""

    changed: dict[str, bytes]  # by log: its latest checkpoint, chained
    note: str = ""  # why the rolls start over, after a copy was restored


def statement(one: Checkpoint) -> bytes:
    """What a checkpoint signs."""
    if one.before is None:
        return msgspec.msgpack.encode(["croupier checkpoint", one.stream, one.number, one.hash])
    said = [one.stream, one.serial, one.number, one.hash, one.requests, one.snapshot, one.before]
    return msgspec.msgpack.encode(["croupier checkpoint 2", *said])


def chained(one: Checkpoint, before: bytes = NONE) -> bytes:
    """The digest of a checkpoint and of all before it; version 0.1 did not store `before`."""
    before = before if one.before is None else one.before
    return sha256(msgspec.msgpack.encode([before, statement(one), one.signature])).digest()


def signed(one: Checkpoint, keys: Keys) -> Checkpoint:
    """The checkpoint with its signature."""
    return one._replace(signature=keys.sign(statement(one)))


def is_genuine(one: Checkpoint, public: bytes) -> bool:
    """Whether the room signed this checkpoint, and nothing was put beside what it signed."""
    bare = one.before is not None or (one.requests, one.snapshot) == (0, NONE)
    plain = bare and (one.stream == ROLL or one.covers is None)
    return plain and is_signed(statement(one), one.signature, public)


def roll_hash(logs: Mapping[str, bytes], note: str = "") -> bytes:
    """The hash of a roll: of the latest checkpoint of every log."""
    return sha256(msgspec.msgpack.encode([sorted(logs.items()), note])).digest()


def next_roll(
    last: Checkpoint | None, logs: Mapping[str, bytes], changed: Iterable[str], note: str = ""
) -> Checkpoint:
    """The roll that follows the last one, not signed yet."""
    covers = Coverage({stream: logs[stream] for stream in changed}, note)
    return Checkpoint(
        stream=ROLL,
        serial=last.serial + 1 if last else 1,
        number=len(logs),
        hash=roll_hash(logs, note),
        before=chained(last) if last else NONE,
        covers=msgspec.msgpack.encode(covers),
    )


def read_coverage(roll: Checkpoint) -> Coverage | None:
    """What a roll covers that the roll before did not; None when it cannot be read."""
    try:
        return msgspec.msgpack.decode(roll.covers or NONE, type=Coverage)
    except msgspec.DecodeError:
        return None


def to_checkpoint(row: Any) -> Checkpoint:
    """A checkpoint out of a row of the database."""
    return Checkpoint(
        row.stream,
        row.serial,
        row.number,
        bytes(row.hash),
        row.requests,
        bytes(row.snapshot),
        None if row.before is None else bytes(row.before),
        None if row.covers is None else bytes(row.covers),
        bytes(row.signature),
    )
