"""One connection to one table: orders in, one person's view out.

The client sends JSON objects and gets JSON objects:

The address names the last line it knows (`?since=120`) and itself (`&client=a1b2`): commands are
numbered by the client, and a number that was carried out is answered again, never repeated.

- `{"do": <command>, "sequence": n}` is answered `{"kind": "done", "sequence": n, "upto": line}`
  or `{"kind": "refused", "sequence": n, "clause": .., "why": ..}`;
- `{"since": line}` is answered with what was missed after that line;
- unasked come `{"kind": "told", "lines": [..], "screen": {..}}`: what happened, and how it stands.
"""

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from msgspec import UNSET, Struct, UnsetType

from croupier.refused import Refused, brief
from croupier.room import life
from croupier.room.orders import Order
from croupier.room.people import Actor
from croupier.server.desk import Desk, Watcher
from croupier.server.service import Service

LONGEST = 16 * 1024
PER_SECOND = 30  # frames one client may send


class Frame(Struct, forbid_unknown_fields=True):
    """What a client may send."""

    do: msgspec.Raw | UnsetType = UNSET
    since: int | UnsetType = UNSET
    sequence: int = 0


_frames = msgspec.json.Decoder(Frame)
_commands: msgspec.json.Decoder[Any] = msgspec.json.Decoder(life.AnyCommand)
_encoder = msgspec.json.Encoder()


@websocket("/api/tables/{name:str}/socket")
async def follow(socket: WebSocket[Any, Any, Any], name: str, service: Service) -> None:
    """Follow a table, and play at it."""
    actor = await _who(socket, service)
    try:
        desk = service.desk(name)
    except Refused as refusal:
        raise WebSocketException(detail=str(refusal), code=4404) from None
    await socket.accept()
    client = socket.query_params.get("client", "")[:40]
    watcher = Watcher(actor.name if actor else "", client)
    desk.watchers.add(watcher)
    watcher.tell(desk.since(_since(socket), watcher.person))
    sender = asyncio.create_task(_send(socket, watcher))
    try:
        await _receive(socket, desk, watcher, actor, service)
    except WebSocketDisconnect:
        pass
    finally:
        desk.watchers.discard(watcher)
        sender.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await sender


async def _who(socket: WebSocket[Any, Any, Any], service: Service) -> Actor | None:
    """Whoever the cookie belongs to; a page of another site may not speak with it."""
    origin = socket.headers.get("origin", "")
    host = socket.headers.get("host", "")
    if origin and origin.partition("://")[2] != host:
        raise WebSocketException(detail="this page is not the room's", code=4403)
    bearer = socket.headers.get("authorization", "").removeprefix("Bearer ")
    token = bearer or socket.cookies.get("croupier", "")
    session = await service.accounts.session(token, service.clock()) if token else None
    return session.actor if session is not None else None


def _since(socket: WebSocket[Any, Any, Any]) -> int:
    try:
        return int(socket.query_params.get("since", "-1"))
    except ValueError:
        return -1


async def _send(socket: WebSocket[Any, Any, Any], watcher: Watcher) -> None:
    while not watcher.gone or not watcher.frames.empty():
        frame = await watcher.frames.get()
        await socket.send_data(frame, mode="text")
    await socket.close(code=4408, reason="too slow: come back for what was missed")


async def _receive(
    socket: WebSocket[Any, Any, Any],
    desk: Desk,
    watcher: Watcher,
    actor: Actor | None,
    service: Service,
) -> None:
    loop = asyncio.get_running_loop()
    second, sent = loop.time(), 0
    while True:
        text = await socket.receive_data(mode="text")
        if loop.time() - second > 1:
            second, sent = loop.time(), 0
        sent += 1
        if sent > PER_SECOND or len(text) > LONGEST:
            await socket.close(code=4429, reason="too much at once")
            return
        watcher.tell(await _answer(text, desk, watcher, actor, service))


async def _answer(
    text: str | bytes, desk: Desk, watcher: Watcher, actor: Actor | None, service: Service
) -> bytes:
    sequence = 0
    try:
        frame = _frames.decode(text)
        sequence = frame.sequence
        if isinstance(frame.since, int):
            return desk.since(frame.since, watcher.person)
        if frame.do is UNSET:
            raise Refused("FIELD frame", "a frame has `do` or `since`")
        if actor is None:
            raise Refused("POKER 7(a)", "only seated players may play: sign in first")
        if sequence < 1:
            raise Refused("FIELD sequence", "commands are numbered from 1")
        command = _commands.decode(frame.do)
        order = Order(service.clock(), actor, command)
        reply = await desk.ask(order, f"{actor.name}/{watcher.client}", sequence)
    except Refused as refusal:
        told = {"clause": refusal.clause, "why": refusal.why}
        return _encoder.encode({"kind": "refused", "sequence": sequence, **told})
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        told = {"clause": "FIELD frame", "why": brief(fault)}
        return _encoder.encode({"kind": "refused", "sequence": sequence, **told})
    return _encoder.encode({"kind": "done", "sequence": sequence, "upto": reply.upto})
