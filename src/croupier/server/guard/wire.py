"""Connections before they are requests: how many an address has, and how long it can take.

A client that sends the head or the body of a request too slowly, or a body in crumbs that take long
to put together, is dropped. A proxy that is trusted, and another process of the room, has as many
connections as it likes: it counts its own clients.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from croupier.server.config import Config
from croupier.server.guard.rates import address_of

IsPeer = Callable[[str], bool]  # whether another process of the room is at an address
PIECE = 4 * 1024  # bytes that are taken apart at once
WASTE = 8 * 1024  # bytes around the chunks of a body that are none of it


class Lines:
    """The connections that are open, by address."""

    def __init__(self, config: Config, is_peer: IsPeer = lambda host: False) -> None:
        """Hold as many as these settings allow."""
        self._is_peer = is_peer
        self.headers, self.body = config.headers, config.body
        self._most, self._each = config.connections, config.connections_each
        self._open: Counter[str] = Counter()
        self._count = 0
        trusted = filter(None, config.trusted_proxy.split(","))
        self._trusted = [ip_network(one.strip()) for one in trusted]

    def take(self, host: str) -> bool:
        """Count a connection in; whether there is room for it."""
        address = address_of(host)
        is_full = self._count >= self._most
        if is_full or (self._open[address] >= self._each and not self._is_trusted(host)):
            return False
        self._open[address] += 1
        self._count += 1
        return True

    def leave(self, host: str) -> None:
        """Count a connection that closed."""
        address = address_of(host)
        self._open[address] -= 1
        self._count -= 1
        if not self._open[address]:
            del self._open[address]

    def _is_trusted(self, host: str) -> bool:
        named = any(ip_address(host) in network for network in self._trusted if host)
        return named or self._is_peer(host)


class Patient(H11Protocol):
    """HTTP with a client that may be slow, but not for ever."""

    lines: Lines
    _deadline: asyncio.TimerHandle | None = None
    _waits_for: object = None  # the part of a request that has begun and not ended
    _host: str | None = None  # while it is counted
    _is_upgraded = False  # to a socket, which has the connection from then on
    _waste = 0  # bytes of a body in chunks that were none of it

    def connection_made(self, transport: Any) -> None:
        """Count the connection, or close it where there are too many."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if not self.lines.take(host):
            transport.abort()
            return
        self._host = host
        self._wait(h11.IDLE)

    def data_received(self, data: bytes) -> None:
        """Read what came, a piece at a time."""
        for at in range(0, len(data), PIECE):
            if self.transport.is_closing() or self._is_upgraded:
                return
            self._take_apart(data[at : at + PIECE])
        if self._host is not None:
            self._wait(self.conn.their_state)

    def _take_apart(self, data: bytes) -> None:
        """Read a little, and drop a client whose chunks are tiny: they are slow to read."""
        cycle = self.cycle if self.conn.their_state is h11.SEND_BODY else None
        before = len(cycle.body) if cycle is not None else 0
        super().data_received(data)
        if cycle is None or cycle is not self.cycle:  # a request began
            self._waste = 0
        elif (b"transfer-encoding", b"chunked") in self.headers:
            self._waste += len(data) - (len(cycle.body) - before)
            if self._waste > WASTE:
                self.transport.abort()

    def _wait(self, state: object) -> None:
        """Give each part of a request its time, however many pieces it comes in."""
        if state == self._waits_for:
            return
        self._waits_for = state
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if state in (h11.IDLE, h11.SEND_BODY):
            seconds = self.lines.headers if state is h11.IDLE else self.lines.body
            self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def on_response_complete(self) -> None:
        """Let the keep-alive time count from here, unless the body is still being sent."""
        super().on_response_complete()
        state = self.conn.their_state
        self._wait(state if state is h11.SEND_BODY else None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting it."""
        super().connection_lost(exc)
        self._go()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Leave it to the room, which counts sockets by the address that they are for."""
        self._is_upgraded = True
        self._go()
        super().handle_websocket_upgrade(event)

    def _go(self) -> None:
        self._wait(None)
        if self._host is not None:
            self.lines.leave(self._host)
            self._host = None


def patient_protocol(config: Config, is_peer: IsPeer = lambda host: False) -> type[H11Protocol]:
    """The protocol of a server with these settings, which counts its connections together."""

    class Counting(Patient):
        lines = Lines(config, is_peer)

    return Counting
