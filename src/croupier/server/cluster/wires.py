"""Requests from one process of a room to another, and what shows that they come from one.

They go over the network that the processes share, with a MAC under the key file that each of them
has: it covers what is asked and when, so nobody else can ask, and nobody can ask again later.
"""

import asyncio
from collections.abc import Iterable, Sequence
from hashlib import sha256
from hmac import compare_digest
from time import time
from typing import NamedTuple

import h11
import msgspec

from croupier.server.store.keys import Keys

PASS = b"x-croupier-pass"
FRESH_S = 30.0  # for which a pass holds; clocks of machines differ a little
CONNECT_S = 3.0
ANSWER_S = 30.0
PIECE = 64 * 1024
Headers = Iterable[tuple[bytes, bytes]]


class Sender(msgspec.Struct, frozen=True, array_like=True):
    """The client for whom a request is passed on, as the first process saw it."""

    at: float
    address: str
    scheme: str
    host: str
    body: str = ""  # the digest of an order's body, so that no stranger's is read


def give_pass(keys: Keys, sender: Sender, path: str) -> bytes:
    """A header that shows to another process who asks."""
    said = msgspec.json.encode(sender)
    return keys.mac(b"between", said, path).hex().encode() + b" " + said


def digest(body: bytes) -> str:
    """What a pass says of a body."""
    return sha256(body).hexdigest()


def check_pass(keys: Keys, given: bytes, path: str) -> Sender | None:
    """The client for whom a request was passed on; None when no process of the room did."""
    mac, _, said = given.partition(b" ")
    if not compare_digest(keys.mac(b"between", said, path).hex().encode(), mac):
        return None
    sender = msgspec.json.decode(said, type=Sender)
    return sender if abs(time() - sender.at) < FRESH_S else None


class Answer(NamedTuple):
    """What another process answered."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Unreached(OSError):
    """Another process could not be reached: nothing was sent to it."""


async def exchange(
    address: str, method: str, target: bytes, headers: Headers, body: bytes = b""
) -> Answer:
    """Send a request to another process, and wait for its whole answer."""
    host, _, port = address.rpartition(":")
    try:
        async with asyncio.timeout(CONNECT_S):
            reader, writer = await asyncio.open_connection(host.strip("[]"), int(port or 0))
    except (OSError, TimeoutError, ValueError) as fault:
        raise Unreached(str(fault)) from None
    try:
        async with asyncio.timeout(ANSWER_S):
            return await _converse(reader, writer, method, target, headers, body)
    finally:
        writer.close()


async def _converse(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    method: str,
    target: bytes,
    headers: Headers,
    body: bytes,
) -> Answer:
    wire = h11.Connection(h11.CLIENT)
    length = [(b"content-length", str(len(body)).encode())] if body else []
    head = [*headers, *length, (b"connection", b"close")]
    request = h11.Request(method=method, target=target, headers=head)
    writer.write((wire.send(request) or b"") + (wire.send(h11.Data(body)) or b""))
    writer.write(wire.send(h11.EndOfMessage()) or b"")
    await writer.drain()
    status, found, parts = 0, list[tuple[bytes, bytes]](), list[bytes]()
    while True:
        event = wire.next_event()
        if event is h11.NEED_DATA:
            wire.receive_data(await reader.read(PIECE))
        elif isinstance(event, h11.Response):
            status, found = event.status_code, [(bytes(n), bytes(v)) for n, v in event.headers]
        elif isinstance(event, h11.Data):
            parts.append(bytes(event.data))
        elif isinstance(event, h11.EndOfMessage):
            return Answer(status, found, b"".join(parts))
        elif isinstance(event, h11.ConnectionClosed):
            raise ConnectionResetError("the other process is gone")


def without(headers: Headers, names: Sequence[bytes]) -> list[tuple[bytes, bytes]]:
    """Headers, but for these."""
    return [(name, value) for name, value in headers if name.lower() not in names]
