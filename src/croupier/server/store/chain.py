"""The chain of a log: the hash of each line covers the line before, and a MAC covers the hash.

Anyone who can write to the database can compute hashes; only the holder of the key file can
compute MACs. Lines of version 0.1 have epoch 0 and keep the formula they were written with.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

import msgspec

from croupier.server.store.faults import Fault
from croupier.server.store.keys import Keys

START = bytes(32)


class Stored(NamedTuple):
    """One line as the database keeps it."""

    stream: str
    number: int
    kind: str
    sealed: bool
    body: bytes
    hash: bytes
    epoch: int = 0  # of the lease it was written under; 0: a line of version 0.1
    mac: bytes | None = None  # None: the line was not sealed into this format yet


def link(
    before: bytes, stream: str, number: int, kind: str, sealed: bool, body: bytes, epoch: int = 0
) -> bytes:
    """The hash that chains a line of a log to all that came before."""
    said = [before, stream, number, kind, sealed, body]
    return sha256(msgspec.msgpack.encode([*said, epoch] if epoch else said)).digest()


def is_linked(line: Stored, before: bytes) -> bool:
    """Whether a stored line is the one that was written here."""
    stream, number, kind, sealed, body, found, epoch, _ = line
    return found == link(before, stream, number, kind, bool(sealed), body, epoch)


def line_mac(keys: Keys, tip: bytes) -> bytes:
    """The MAC of a stored line, over its hash, which covers the rest."""
    return keys.mac(b"line", tip)


def place(stream: str, number: int) -> bytes:
    """What binds a sealed line to its place."""
    return msgspec.msgpack.encode([stream, number])


def chain_faults(
    lines: Iterable[Stored],
    keys: Keys | None,
    *,
    after: tuple[int, bytes] = (0, START),
    unsealed: bool = False,
) -> Iterator[Fault]:
    """The first broken link of a log, after a line: all that follows hangs on it.

    Without keys no MAC is checked; the lines of an `unsealed` log need none.
    """
    expected, before = after[0] + 1, after[1]
    for line in lines:
        if line.number != expected:
            yield Fault(line.stream, expected, f"the line is missing: {line.number} follows")
            return
        if not is_linked(line, before):
            yield Fault(line.stream, line.number, "this is not the line that was written here")
            return
        waived = keys is None or (unsealed and line.mac is None)
        if keys is not None and not waived and line.mac != line_mac(keys, line.hash):
            yield Fault(line.stream, line.number, "the room did not write this line")
            return
        before, expected = line.hash, expected + 1
