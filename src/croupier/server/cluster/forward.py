"""Clients can use any process: each request goes to the process that has the log it concerns.

Pages, sign-in and everything that only reads are served by every process, from logs that it
follows. An order to a table, and the socket of a table, go to the process that has the table; every
other change goes to the one that has the house. The client notices nothing of this.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, time
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from litestar.types import ASGIApp, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from croupier.server.cluster.post import AWAY, PATH
from croupier.server.cluster.wires import (
    PASS,
    Sender,
    Unreached,
    check_pass,
    digest,
    exchange,
    give_pass,
    without,
)
from croupier.server.store.lines import HOUSE, TABLE

if TYPE_CHECKING:
    from croupier.server.cluster.shared_room import SharedRoom

SAFE = ("GET", "HEAD", "OPTIONS")
TABLES = "/api/tables/"
HERE = ("/api/odds/", "/api/processes")  # what every process answers by itself
KEPT_BY_TABLE = ("/assist", "/chat")  # what only the process that has the table knows
KEPT_BY_HOUSE = ("/api/private", "/api/audit", "/api/factors")  # and the one that has the house
HOP = (b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"content-length", PASS)
OF_SOCKET = tuple(f"sec-websocket-{one}".encode() for one in ("key", "version", "extensions"))
PATIENCE_S = 10.0  # for a log to have an owner
LONGEST = 64 * 1024  # bytes of a body
MOVES = b"the room moves to another process: try again"
Tell = Callable[[], "SharedRoom | None"]


def log_of(kind: str, method: str, path: str) -> str:
    """The log a request is about; empty when every process can answer it.

    >>> log_of("websocket", "", "/api/tables/1/socket"), log_of("http", "GET", "/api/tables/1")
    ('table/1', '')
    >>> log_of("http", "POST", "/api/tables/1/orders"), log_of("http", "POST", "/api/tables")
    ('table/1', 'house')
    """
    name, _, rest = path.removeprefix(TABLES).partition("/")
    if path.startswith(TABLES) and rest:
        kept = path.endswith(KEPT_BY_TABLE)
        return TABLE + name if kind == "websocket" or method not in SAFE or kept else ""
    if not path.startswith("/api/") or path.startswith(HERE) or kind == "websocket":
        return ""
    return HOUSE if method not in SAFE or path.startswith(KEPT_BY_HOUSE) else ""


class Forward:
    """The application of one process, with the way to the others around it."""

    def __init__(self, app: ASGIApp, room: Tell) -> None:
        """Answer with this application what is for this process."""
        self._app, self._room = app, room

    def is_peer(self, host: str) -> bool:
        """Whether another process of the room is at an address: it counts its own clients."""
        room = self._room()
        return room is not None and room.keeper.is_peer(host)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        room, kind = self._room(), str(scope["type"])
        if kind not in ("http", "websocket") or room is None or not _is_path(scope):
            await self._app(scope, receive, send)
        elif scope["path"] == PATH and kind == "http":
            await self._take_order(room, scope, receive, send)
        elif _was_passed_on(room, scope):
            await self._app(scope, receive, send)
        elif kind == "websocket":
            await self._pass_socket(room, scope, receive, send)
        else:
            await self._pass_request(room, scope, receive, send)

    async def _take_order(
        self, room: "SharedRoom", scope: Any, receive: Receive, send: Send
    ) -> None:
        sender = check_pass(room.keys, _header(scope, PASS), PATH)
        body = await _body_of(receive, 16 * LONGEST) if sender is not None else b""
        if sender is None or digest(body) != sender.body:
            return await _answer(send, 404, b"there is nothing at this address")
        return await _answer(send, 200, await room.post.receive(body))

    async def _pass_request(
        self, room: "SharedRoom", scope: Any, receive: Receive, send: Send
    ) -> None:
        stream = log_of("http", scope["method"], scope["path"])
        if not stream or room.serves_unknown(stream):
            await room.catch_up(scope["path"])
            return await self._app(scope, receive, send)
        body: bytes | None = None
        ends = monotonic() + PATIENCE_S
        while monotonic() < ends:
            if room.keeper.has(stream):
                again = receive if body is None else _again(body)
                return await self._app(scope, again, send)
            address = room.address_of(stream)
            if address:
                body = await _body_of(receive, LONGEST) if body is None else body
                if await self._sent(room, address, scope, body, send):
                    return None
            await asyncio.sleep(0.05)
            await room.keeper.looked()
        return await _answer(send, 503, MOVES, [(b"retry-after", b"1")])

    async def _sent(
        self, room: "SharedRoom", address: str, scope: Any, body: bytes, send: Send
    ) -> bool:
        """Pass a request on; False when it is certain that nothing came of it."""
        headers = [*without(scope["headers"], HOP), (PASS, _pass(room, scope))]
        try:
            answer = await exchange(address, scope["method"], _target(scope), headers, body)
        except Unreached:
            return False
        except AWAY:  # it may have been carried out
            await _answer(send, 503, MOVES, [(b"retry-after", b"1")])
            return True
        if (b"x-croupier-moved", b"1") in answer.headers:
            return False
        room.forwarded += 1
        await room.keeper.refresh()  # what was changed is seen here too
        found = without(answer.headers, HOP)
        await _answer(send, answer.status, answer.body, found)
        return True

    async def _pass_socket(
        self, room: "SharedRoom", scope: Any, receive: Receive, send: Send
    ) -> None:
        stream = log_of("websocket", "", scope["path"])
        ends = monotonic() + PATIENCE_S
        while monotonic() < ends and not room.serves_unknown(stream):
            if room.keeper.has(stream):
                break
            if address := room.address_of(stream):
                with suppress(InvalidURI, *AWAY):
                    return await _relay(room, address, scope, receive, send)
            await asyncio.sleep(0.05)
            await room.keeper.looked()
        return await self._app(scope, receive, send)


async def _relay(
    room: "SharedRoom", address: str, scope: Any, receive: Receive, send: Send
) -> None:
    """Carry the frames of a socket, in both directions, until either side ends it."""
    known = without(scope["headers"], (*HOP, *OF_SOCKET, b"host", b"origin"))
    headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in known]
    origin = _header(scope, b"origin").decode("latin-1") or None
    headers.append((PASS.decode(), _pass(room, scope).decode()))
    url = f"ws://{address}{_target(scope).decode()}"
    try:
        there = await connect(
            url,
            additional_headers=headers,
            origin=origin,  # type: ignore[arg-type]  # a string
            compression=None,
            user_agent_header=None,
            open_timeout=3.0,
            close_timeout=1.0,
            proxy=None,
        )
    except InvalidHandshake:  # it refuses the client
        await receive()
        await send({"type": "websocket.close", "code": 1012, "reason": "come back"})
        return
    room.forwarded += 1
    await receive()  # the client's wish to connect
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    back = asyncio.create_task(_from(there, send))
    both = [asyncio.create_task(_to(there, receive)), back]
    room.relays[back] = log_of("websocket", "", scope["path"]), address
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in both:
            task.cancel()
        await asyncio.gather(*both, return_exceptions=True)
        del room.relays[back]
        there.transport.abort()


async def _to(there: ClientConnection, receive: Receive) -> None:
    while True:
        message: Any = await receive()
        if message["type"] != "websocket.receive":
            return
        with suppress(ConnectionClosed):
            await there.send(message.get("text") or message.get("bytes") or "")


async def _from(there: ClientConnection, send: Send) -> None:
    with suppress(ConnectionClosed, asyncio.CancelledError):  # or the table has moved
        async for words in there:
            text = words if isinstance(words, str) else words.decode()
            await send({"type": "websocket.send", "text": text, "bytes": None})
    code = there.close_code
    code = code if code is not None and (code == 1000 or code >= 3000) else 1012
    reason = there.close_reason or "come back"
    with suppress(RuntimeError, OSError):
        await send({"type": "websocket.close", "code": code, "reason": reason})


def _was_passed_on(room: "SharedRoom", scope: Any) -> bool:
    """Whether another process sent this; it is then taken as coming from that one's client."""
    given = _header(scope, PASS)
    if not given:
        return False
    scope["headers"] = without(scope["headers"], (PASS,))
    sender = check_pass(room.keys, given, _signed_path(scope))
    if sender is None:
        return False
    scope["client"] = (sender.address, 0)
    scope["scheme"] = sender.scheme
    host = [(b"host", sender.host.encode("latin-1"))]
    scope["headers"] = [*without(scope["headers"], (b"host",)), *host]
    return True


def _pass(room: "SharedRoom", scope: Any) -> bytes:
    client = scope.get("client")
    host = _header(scope, b"host").decode("latin-1")
    sender = Sender(time(), client[0] if client else "", scope["scheme"], host)
    return give_pass(room.keys, sender, _signed_path(scope))


def _signed_path(scope: Any) -> str:
    return f"{scope.get('method', 'socket')} {_target(scope).decode('latin-1')}"


def _target(scope: Any) -> bytes:
    path: bytes = scope.get("raw_path") or unquote(scope["path"]).encode()
    query: bytes = scope.get("query_string", b"")
    return path + b"?" + query if query else path


def _is_path(scope: Any) -> bool:
    """Whether a target begins with a slash: after the address of a process, another is its host.

    >>> _is_path({"raw_path": b"%2Fapi%2Ftables%2F1%2F@elsewhere/socket", "path": "/api/tables/1"})
    False
    """
    return _target(scope).startswith(b"/")


def _header(scope: Any, name: bytes) -> bytes:
    return next((bytes(value) for key, value in scope["headers"] if key.lower() == name), b"")


async def _body_of(receive: Receive, most: int) -> bytes:
    """The whole body of a request; of one that is too long, as much as shows it."""
    parts, length = list[bytes](), 0
    while length <= most:
        message: Any = await receive()
        parts.append(message.get("body", b""))
        length += len(parts[-1])
        if not message.get("more_body", False):
            break
    return b"".join(parts)


def _again(body: bytes) -> Receive:
    """Let a body be read that was read already."""
    messages = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Any:
        if messages:
            return messages.pop()
        await asyncio.Event().wait()  # until the client has its answer
        return None

    return receive


async def _answer(
    send: Send, status: int, body: bytes, headers: list[tuple[bytes, bytes]] | None = None
) -> None:
    length = (b"content-length", str(len(body)).encode())
    start: Any = {"type": "http.response.start", "status": status}
    await send(start | {"headers": [*(headers or []), length]})
    await send({"type": "http.response.body", "body": body, "more_body": False})
