"""One connection to one table: orders in, one person's view out.

The client sends JSON objects and gets JSON objects:

The address names the last line it knows (`?since=120`) and itself (`&client=a1b2`): commands are
numbered by the client, and a number that was carried out is answered again, never repeated.

- `{"do": <command>, "sequence": n}` is answered `{"kind": "done", "sequence": n, "upto": line}`
  or `{"kind": "refused", "sequence": n, "clause": .., "why": ..}`;
- `{"time": true}` takes time from the reserve of whoever is asked;
- `{"say": words}` says something to the table, `{"hush": line}` takes it back (staff): everybody
  gets `{"kind": "said", "line": n, "at": .., "by": .., "words": ..}` or `{"kind": "hushed", ..}`;
- `{"since": line}` is answered with what was missed after that line;
- unasked come `{"kind": "told", "lines": [..], "screen": {..}, "clock": {..}}`: what happened, how
  the table stands, and whose time runs;
- and `{"kind": "room", "waiting": n, "place": n, "kept": [..], "jackpot": ..}`: who waits for such
  a table, free seats that are kept for who was called, and the bad beat fund on display.
"""

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import FromPath
from msgspec import UNSET, Struct, UnsetType

from croupier.refused import Refused, brief
from croupier.room.house.people import Actor
from croupier.room.logbook import Order
from croupier.room.table import decide as life
from croupier.server.auth.signatures import check_alone
from croupier.server.desk import Desk, Watcher
from croupier.server.service import Service

LONGEST = 16 * 1024


class Frame(Struct, forbid_unknown_fields=True):
    """What a client may send."""

    do: msgspec.Raw | UnsetType = UNSET
    since: int | UnsetType = UNSET
    time: bool = False
    say: str | UnsetType = UNSET
    hush: int | UnsetType = UNSET
    sequence: int = 0


_frames = msgspec.json.Decoder(Frame)
_commands: msgspec.json.Decoder[Any] = msgspec.json.Decoder(life.AccountCommand)
_encoder = msgspec.json.Encoder()


@websocket("/api/tables/{name:str}/socket")
async def follow(
    socket: WebSocket[Any, Any, Any], name: FromPath[str], service: NamedDependency[Service]
) -> None:
    """Follow a table, and play at it."""
    actor = await _who(socket, service)
    try:
        desk = service.desk(name)
    except Refused as refusal:
        raise WebSocketException(detail=str(refusal), code=4404) from None
    await socket.accept()
    client = socket.query_params.get("client", "")[:40]
    watcher = Watcher(actor.name if actor else "", client)
    desk.watch(watcher)
    desk.show_room(watcher)  # first: whoever sits down must know which seats are kept
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
        if sent > service.config.frames or len(text) > LONGEST:
            await socket.close(code=4429, reason="too much at once")
            return
        watcher.tell(await _answer(text, desk, watcher, actor, service))


async def _converse(frame: Frame, desk: Desk, actor: Actor, service: Service) -> bytes:
    """Say something, or have it taken back; everybody hears of it."""
    at, told = service.clock(), dict[str, Any]()
    if isinstance(frame.say, str):
        line = await desk.chat.say(desk.state, actor, frame.say, at)
        said = desk.chat.lines[line]
        told = {"kind": "said", "line": line, "at": at, "by": actor.name, "words": said.words}
    elif isinstance(frame.hush, int):
        line = await desk.chat.hush(actor, frame.hush, at)
        told = {"kind": "hushed", "line": frame.hush, "by": actor.name}
    desk.announce(_encoder.encode(told))
    return _encoder.encode({"kind": "done", "sequence": frame.sequence, "upto": desk.number})


async def _answer(
    text: str | bytes, desk: Desk, watcher: Watcher, actor: Actor | None, service: Service
) -> bytes:
    sequence = 0
    try:
        frame = _frames.decode(text)
        sequence = frame.sequence
        if isinstance(frame.since, int):
            return desk.since(frame.since, watcher.person)
        if frame.time:
            reply = await desk.lengthen(watcher.person, service.clock())
            return _encoder.encode({"kind": "done", "sequence": sequence, "upto": reply.upto})
        if actor is None:
            raise Refused("POKER 7(a)", "only seated players may play: sign in first")
        if isinstance(frame.say, str) or isinstance(frame.hush, int):
            return await _converse(frame, desk, actor, service)
        if frame.do is UNSET:
            raise Refused("FIELD frame", "a frame has `do`, `since`, `time`, `say` or `hush`")
        if sequence < 1:
            raise Refused("FIELD sequence", "commands are numbered from 1")
        command = _commands.decode(frame.do)
        check_alone(command, "/api/cage/tables/orders")
        order = Order(service.clock(), actor, command)
        reply = await desk.ask(order, f"{actor.name}/{watcher.client}", sequence)
    except Refused as refusal:
        told = {"clause": refusal.clause, "why": refusal.why}
        return _encoder.encode({"kind": "refused", "sequence": sequence, **told})
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        told = {"clause": "FIELD frame", "why": brief(fault)}
        return _encoder.encode({"kind": "refused", "sequence": sequence, **told})
    return _encoder.encode({"kind": "done", "sequence": sequence, "upto": reply.upto})
