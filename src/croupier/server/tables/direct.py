"""The server's end of a socket: a frame that is ready goes straight to the connection.

A frame that many viewers get is made once. Through the layers of an application it would be taken
apart, copied and made anew for each of them; this end takes the bytes as they are. Handshake,
answers to pings and closing remain the business of the library.
"""

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from struct import pack
from typing import Any

from litestar import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import State
from websockets.utils import apply_mask

DIRECT = "croupier.direct"  # the extension under which a socket finds its own end
BEHIND = 256 * 1024  # bytes that a slow client may lag behind before it is dropped
TEXT = 0x81  # a whole message of text
WAITING = 8  # texts of a client before reading from its socket stops
PIECE = 1024  # bytes that are taken apart at once
FRAMES_MOST = 300  # of any kind that a client may send within a second
LINGER_S = 15.0  # for which a socket that is over may still take what it was sent


class Direct(WebSocketsSansIOProtocol):
    """A socket that frames can be pushed into."""

    _heard = False  # since it was last asked
    _whole = True  # what came so far were whole frames
    _second, _frames = 0.0, 0  # since when frames are counted, and how many came

    def handle_connect(self, event: Any) -> None:
        """Let the application find this end of the socket."""
        super().handle_connect(event)
        if hasattr(self, "scope"):  # else it was refused
            extensions = self.scope["extensions"]
            assert extensions is not None
            extensions[DIRECT] = {"end": self}

    def data_received(self, data: bytes) -> None:
        """Take a text that comes whole and alone, as most do, and leave all else to the library."""
        if not self.handshake_complete:
            self._whole = not self.handshake_initiated and data.endswith(b"\r\n\r\n")
            return self._take_apart(data)
        start = body_of(data)
        self._whole = self._whole and start > 0
        alone = self._whole and data[0] == TEXT and not self.frames
        if not alone or self.conn.state is not State.OPEN:
            return self._take_apart(data)
        return self.handle_text(
            Frame(Opcode.TEXT, apply_mask(data[start:], data[start - 4 : start]))
        )

    def _take_apart(self, data: bytes) -> None:
        """Let the library read what came, a little at a time: tiny frames are slow to read."""
        for at in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + PIECE])

    def handle_events(self) -> None:
        """Take what was read; a client that sends more frames than anybody plays is dropped."""
        now = self.loop.time()
        if now - self._second > 1:
            self._second, self._frames = now, 0
        self._frames += len(self.conn.events)
        if self._frames > FRAMES_MOST:
            self.transport.abort()
        else:
            super().handle_events()

    def handle_text(self, event: Any) -> None:
        """Take a text from the socket; a client that was heard is there."""
        self._heard = True
        super().handle_text(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a text on; reading from the socket stops only when many wait, not at each."""
        if self.curr_msg_data_type == "text" and not is_text(self.frames):
            self.conn.send_close(CloseCode.INVALID_DATA)  # no fault of ours: nothing is logged
            self.handle_parser_exception()
            return
        goes_on = not self.read_paused and self.queue.qsize() < WAITING
        self.read_paused = self.read_paused or goes_on
        super().send_receive_event_to_app()
        if goes_on:
            self.read_paused = False

    def send_keepalive_ping(self) -> None:
        """Ask over the socket whether a silent client is there."""
        if not self._heard:
            return super().send_keepalive_ping()
        self._heard = False
        return self.schedule_ping()

    def handle_ping(self) -> None:
        """Answer a ping; a client that sends them and takes no answer is dropped."""
        super().handle_ping()
        if self.behind > BEHIND:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """End a socket at whose other end nobody answers."""
        super().keepalive_timeout()
        self.transport.abort()

    async def run_asgi(self) -> None:
        """Serve the socket, and keep nothing for a client that does not take it."""
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(LINGER_S, self.transport.abort)

    def push(self, body: bytes) -> None:
        """Send a frame through the socket."""
        if not (self.close_sent or self.disconnected):
            self.transport.write(framed(body))

    @property
    def behind(self) -> int:
        """How many bytes the client has not taken yet."""
        return self.transport.get_write_buffer_size()

    def rest(self) -> None:
        """Nothing runs here."""


class Layered:
    """A socket of another server, as in tests: frames go through all the layers."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        """Send to this socket, from now on."""
        self._socket, self.behind = socket, 0
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue()
        self._task = asyncio.create_task(self._send())

    async def _send(self) -> None:
        with suppress(Exception):  # the client is gone, which the receiver notices
            while True:
                body = await self._waiting.get()
                await self._socket.send_data(body, mode="text")
                self.behind -= len(body)

    def push(self, body: bytes) -> None:
        """Send a frame through the socket."""
        self.behind += len(body)
        self._waiting.put_nowait(body)

    def rest(self) -> None:
        """Send no more frames."""
        self._task.cancel()


def end_of(socket: WebSocket[Any, Any, Any]) -> Direct | Layered:
    """The server's end of an accepted socket."""
    extensions: Mapping[str, Any] = socket.scope.get("extensions") or {}
    return extensions[DIRECT]["end"] if DIRECT in extensions else Layered(socket)


def is_text(parts: Iterable[bytes]) -> bool:
    """Whether the parts of a message are UTF-8 together."""
    try:
        b"".join(parts).decode()
    except UnicodeDecodeError:
        return False
    return True


def body_of(data: bytes) -> int:
    """Where the body begins of a client's frame, if these bytes are one whole frame; else 0.

    >>> frame = bytes([TEXT, 128 | 2]) + bytes(4) + b"ab"
    >>> [body_of(data) for data in (frame, frame[:-1], frame + frame, frame[:1])]
    [6, 0, 0, 0]
    """
    start, size = 6, data[1] - 128 if len(data) > 5 else -1
    if size == 126:
        start, size = 8, int.from_bytes(data[2:4])
    return start if 0 <= size != 127 and len(data) == start + size else 0


@lru_cache(maxsize=8)  # the frame that many viewers get, one after another
def framed(body: bytes) -> bytes:
    """A text as it goes over the wire."""
    return header(len(body)) + body


def header(size: int) -> bytes:
    """The header of a WebSocket frame that holds a text of this many bytes."""
    if size < 126:
        return pack("!BB", TEXT, size)
    return pack("!BBH", TEXT, 126, size) if size < 1 << 16 else pack("!BBQ", TEXT, 127, size)
