"""The chain of a log: each line's hash covers the one before, and checkpoints are signed."""

from hashlib import sha256
from typing import NamedTuple

import msgspec

START = bytes(32)


class Stored(NamedTuple):
    """One line as the database keeps it."""

    stream: str
    number: int
    kind: str
    sealed: bool
    body: bytes
    hash: bytes


def link(before: bytes, stream: str, number: int, kind: str, sealed: bool, body: bytes) -> bytes:
    """The hash of a line: of everything it says, where it stands, and all that came before."""
    return sha256(msgspec.msgpack.encode([before, stream, number, kind, sealed, body])).digest()


def is_linked(line: Stored, before: bytes) -> bool:
    """Whether a stored line is the one that was written here."""
    stream, number, kind, sealed, body, found = line
    return found == link(before, stream, number, kind, bool(sealed), body)


def statement(stream: str, number: int, tip: bytes) -> bytes:
    """What a checkpoint signs."""
    return msgspec.msgpack.encode(["croupier checkpoint", stream, number, tip])


def place(stream: str, number: int) -> bytes:
    """What binds a sealed line to its place."""
    return msgspec.msgpack.encode([stream, number])
