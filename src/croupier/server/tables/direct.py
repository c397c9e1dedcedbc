"""The server's end of a socket: frames go straight to the connection, and come straight from it.

A frame that many viewers get is made once. Through the layers of an application it would be taken
apart, copied and made anew for each of them; this end takes the bytes as they are. A text that
arrives whole, as nearly all do, is handed on as it is. Handshake, answers to pings, messages in
parts and closing remain the business of the library.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from struct import pack
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.utils import apply_mask

DIRECT = "croupier.direct"  # the extension under which a socket finds its own end
BEHIND = 256 * 1024  # bytes that a slow client may lag behind before it is dropped
TEXT = 0x81  # a whole message of text
END_OF_REQUEST = b"\r\n\r\n"
CONTINUED = 0x80  # the last part of a message
WAITING = 4  # texts of a client that wait to be read before no more are taken from the network
LINGER_S = 15.0  # for which a socket that is over may still take what it was sent


class Direct(WebSocketsSansIOProtocol):
    """A socket that frames can be pushed into."""

    _heard = False  # since it was last asked
    _begun = False  # texts are read by `next_text`
    _whole = False  # what was read so far ends with a frame, and no message is half there

    def handle_connect(self, event: Any) -> None:
        """Let the application find this end of the socket."""
        super().handle_connect(event)
        if hasattr(self, "scope"):  # else it was refused
            extensions = self.scope["extensions"]
            assert extensions is not None
            extensions[DIRECT] = {"end": self}

    def data_received(self, data: bytes) -> None:
        """Take a whole text as it is; everything else is for the library."""
        if not self.handshake_initiated:
            self._whole = data.endswith(END_OF_REQUEST)
        elif self._whole:
            if self._begun and (text := whole_text(data)) is not None:
                return self._take(text)
            self._whole = are_whole(data)
        return super().data_received(data)

    def _take(self, text: bytes) -> None:
        self._heard = True
        if self.close_sent:
            return
        self.queue.put_nowait(text)  # type: ignore[arg-type]  # read by `receive` alone
        if self.queue.qsize() >= WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    async def next_text(self) -> str | bytes:
        """The next text of the client."""
        message: Any = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        if isinstance(message, bytes):
            return message
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="the client is gone", code=message["code"])
        return message.get("text") or ""

    def handle_text(self, event: Any) -> None:
        """Take a text from the socket; a client that was heard is there."""
        self._heard = True
        super().handle_text(event)

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

    def begin(self) -> None:
        """From now on texts are read by `next_text`."""
        self._begun = True

    def push(self, body: bytes) -> None:
        """Send a frame through the socket."""
        if not (self.close_sent or self.disconnected):
            self.transport.write(header(len(body)) + body)

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

    async def next_text(self) -> str | bytes:
        """The next text of the client."""
        return await self._socket.receive_data(mode="text")

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
    if DIRECT not in extensions:
        return Layered(socket)
    end: Direct = extensions[DIRECT]["end"]
    end.begin()
    return end


def whole_text(data: bytes) -> bytes | None:
    """The text, where this is one masked frame with a whole text of usual size and nothing else."""
    if len(data) < 6 or data[0] != TEXT or data[1] < 128:
        return None
    size, at = data[1] & 127, 2
    if size == 126:
        size, at = int.from_bytes(data[2:4]), 4
    if size == 127 or len(data) != at + 4 + size:
        return None
    return apply_mask(data[at + 4 :], data[at : at + 4])


def are_whole(data: bytes) -> bool:
    """Whether these are masked frames to the last byte, none of them a part of a message."""
    at = 0
    while len(data) >= at + 2:
        size, start = data[at + 1] & 127, at + 6
        if size == 126:
            size, start = int.from_bytes(data[at + 2 : at + 4]), at + 8
        if size == 127 or data[at] < 128 or data[at] == CONTINUED:
            return False
        at = start + size
    return at == len(data)


def header(size: int) -> bytes:
    """What goes before a text of so many bytes."""
    if size < 126:
        return pack("!BB", TEXT, size)
    return pack("!BBH", TEXT, 126, size) if size < 1 << 16 else pack("!BBQ", TEXT, 127, size)
