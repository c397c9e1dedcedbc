"""One connection to one table: orders in, one person's view out.

The client sends JSON objects and gets JSON objects:

The address names the last line it knows (`?since=120`) and itself (`&client=a1b2`): commands are
numbered by the client: a number that was carried out gets the same answer, and is not repeated.

- `{"do": <command>, "sequence": n}` gets `{"kind": "done", "sequence": n, "upto": line}`
  or `{"kind": "refused", "sequence": n, "clause": .., "why": ..}`;
- `{"time": true}` takes time from the reserve of the player whose turn it is;
- `{"say": words}` says something to the table, `{"hush": line}` takes it back (staff): everybody
  gets `{"kind": "said", "line": n, "at": .., "by": .., "words": ..}` or `{"kind": "hushed", ..}`;
- `{"since": line}` gets what was missed after that line;
- unasked come `{"kind": "update", "lines": [..], "clock": {..}, "after": line, "changes": {..}}`:
  what happened, whose time runs, and what it changed on the screen of that line; what only this
  viewer may see is in `own`. A frame with a whole `screen` comes first, and answers `since`;
- and `{"kind": "room", "waiting": n, "place": n, "kept": [..], "jackpot": ..}`: who waits for such
  a table, free seats that are kept for called players, and the bad beat fund on display.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import FromPath
from msgspec import UNSET, Struct, UnsetType
from uvicorn.protocols.utils import ClientDisconnected

from croupier.refused import Refused, brief
from croupier.room.house.people import Actor
from croupier.room.logbook import Order
from croupier.room.table import decide as life
from croupier.server.auth.authentication import peer, token_of
from croupier.server.auth.named_people import check_known
from croupier.server.auth.signatures import check_alone
from croupier.server.guard.connections import Connection
from croupier.server.guard.faults import log_fault
from croupier.server.hosting.hosts import acting
from croupier.server.service import Service
from croupier.server.store.lease import Elsewhere, RoomLost
from croupier.server.tables.desk import Desk, Watcher
from croupier.server.tables.direct import BEHIND, Direct, Layered, end_of
from croupier.server.tables.frames import DoneFrame, HushedFrame, RefusedFrame, SaidFrame
from croupier.server.tables.numbering import OfFrame, client_of

LONGEST = 16 * 1024
LONG_ANSWER = 5  # frames that one counts for whose answer is all that was missed
PATIENCE = 5.0  # seconds for a slow client to take what it was sent
MOVED = "the table has moved: come back"
LEFT = (WebSocketDisconnect, ClientDisconnected, RuntimeError)  # the client is gone


class Frame(Struct, forbid_unknown_fields=True):
    """What a client may send."""

    do: msgspec.Raw | UnsetType = UNSET
    since: int | UnsetType = UNSET
    time: bool = False
    say: str | UnsetType = UNSET
    hush: int | UnsetType = UNSET
    sequence: OfFrame = 0


class Viewer(Watcher):
    """A viewer at the other end of a socket."""

    def __init__(self, person: str, client: str, wire: Direct | Layered) -> None:
        """Follow as this person, or as a spectator, through this socket."""
        super().__init__(person, client)
        self.wire = wire
        self.on_gone: Callable[[], object] = lambda: None

    def tell(self, frame: bytes) -> None:
        """Send a frame; a viewer who cannot keep up is dropped, and reconnects."""
        if not self.gone:
            self.wire.push(frame)
        if self.wire.behind > BEHIND and not self.gone:
            self.turn_away()

    def turn_away(self) -> None:
        """Send no more frames, and end the connection."""
        super().turn_away()
        self.on_gone()

    @property
    def behind(self) -> int:
        """How many bytes were sent to a watcher and not taken yet."""
        return self.wire.behind


_frames = msgspec.json.Decoder(Frame)
_commands: msgspec.json.Decoder[Any] = msgspec.json.Decoder(life.AccountCommand)
_encoder = msgspec.json.Encoder()


@websocket("/api/tables/{name:str}/socket")
async def follow(
    socket: WebSocket[Any, Any, Any], name: FromPath[str], service: NamedDependency[Service]
) -> None:
    """Follow a table, and play at it."""
    _check_origin(socket)
    connection = Connection(peer(socket))
    try:
        service.connections.enter(connection)
    except Refused as refusal:
        raise WebSocketException(detail=refusal.why, code=4429) from None
    try:
        if token := token_of(socket):
            connection.session = await service.accounts.session(token, service.clock())
            if connection.actor is not None and service.factors.lacks(connection.actor):
                connection.session = None  # a spectator until there is a second factor
        await socket.accept()
        if (desk := _desk(service, name, connection)) is None:
            await socket.close(code=4404, reason="there is no such table")  # a browser hears it now
            return
        if connection.is_ended:  # meanwhile: nothing would end it now
            await socket.close(code=4401, reason="your session has ended: sign in again")
            return
        await _serve(socket, desk, connection, service)
    except WebSocketException:
        raise
    except (WebSocketDisconnect, ClientDisconnected):
        pass  # before it was let in
    except RoomLost as lost:  # the client comes back, and the server that has the room answers
        with suppress(*LEFT):
            await socket.close(code=1012, reason=str(lost))
    except Exception as fault:  # the client comes back, and repeats what was not answered
        number = log_fault("a socket", fault, table=name[:40])
        with suppress(*LEFT):
            await socket.close(code=1011, reason=f"unexpected error {number}")
    finally:
        service.connections.leave(connection)


def _desk(service: Service, name: str, connection: Connection) -> Desk | None:
    connection.table = name
    try:
        return service.shown(name, connection.actor.name if connection.actor else "")
    except Refused:
        return None


async def _serve(
    socket: WebSocket[Any, Any, Any], desk: Desk, connection: Connection, service: Service
) -> None:
    """Send and receive until the client leaves, falls behind, or its session ends."""
    if desk.elsewhere is not None:
        raise Elsewhere(desk.stream)
    actor, client = connection.actor, client_of(socket.query_params.get("client", ""))
    watcher = Viewer(actor.name if actor else "", client, end_of(socket))
    receiver = asyncio.create_task(_receive(socket, desk, watcher, connection, service))
    connection.on_end = watcher.on_gone = receiver.cancel
    desk.watch(watcher)
    desk.show_room(watcher)  # first: a player who sits down must know which seats are kept
    watcher.tell(desk.catch_up(watcher, _since(socket)))
    try:
        await asyncio.wait({receiver})
        if not receiver.cancelled() and (fault := receiver.exception()):
            raise fault
    except (WebSocketDisconnect, ClientDisconnected):
        pass
    finally:
        desk.watchers.discard(watcher)
        watcher.wire.rest()
        receiver.cancel()
        with suppress(asyncio.CancelledError, *LEFT):
            await receiver
    if watcher.gone:
        await _drop(socket)
    if connection.has_moved:
        with suppress(*LEFT):
            await socket.close(code=1012, reason=MOVED)
    if connection.is_ended:
        with suppress(*LEFT):
            await socket.close(code=4401, reason="your session has ended: sign in again")


def _check_origin(socket: WebSocket[Any, Any, Any]) -> None:
    """Refuse pages of other sites, which would use the cookie of the person who looks at them."""
    origin, host = socket.headers.get("origin", ""), socket.headers.get("host", "")
    if origin and origin.partition("://")[2] != host:
        raise WebSocketException(detail="this page is not the room's", code=4403)


def _since(socket: WebSocket[Any, Any, Any]) -> int:
    try:
        return int(socket.query_params.get("since", "-1"))
    except ValueError:
        return -1


async def _drop(socket: WebSocket[Any, Any, Any]) -> None:
    """Close a socket whose client is too slow; it has a moment to take what it was sent."""
    with suppress(TimeoutError, *LEFT):
        async with asyncio.timeout(PATIENCE):
            await socket.close(code=4408, reason="too slow: come back for what was missed")


async def _receive(
    socket: WebSocket[Any, Any, Any],
    desk: Desk,
    watcher: Watcher,
    connection: Connection,
    service: Service,
) -> None:
    sender = watcher.person or f"{id(connection)}", "" if watcher.person else "spectator"
    while True:
        text = await socket.receive_data(mode="text")
        cost = LONG_ANSWER if "since" in text else 1
        if service.frames.take(sender, cost) or len(text) > LONGEST:
            await socket.close(code=4429, reason="too much at once")
            return
        watcher.tell(await _answer(text, desk, watcher, connection.actor, service))


async def _converse(frame: Frame, desk: Desk, actor: Actor, service: Service) -> bytes:
    """Say something, or take a message back."""
    at = service.clock()
    if isinstance(frame.say, str):
        if service.talk.take((actor.name,)):
            raise Refused("FIELD say", "wait a moment: you have written a lot just now")
        line = await desk.chat.say(desk.state, actor, frame.say, at)
        said = SaidFrame(line, at, actor.name, desk.chat.lines[line].words)
        desk.utter(line, actor.name, _encoder.encode(said))
    elif isinstance(frame.hush, int):
        await desk.chat.hush(desk.state, actor, frame.hush, at)
        desk.announce(_encoder.encode(HushedFrame(frame.hush, actor.name)))
    return _encoder.encode(DoneFrame(frame.sequence, desk.number))


async def _answer(
    text: str | bytes, desk: Desk, watcher: Watcher, actor: Actor | None, service: Service
) -> bytes:
    sequence = 0
    try:
        frame = _frames.decode(text)
        sequence = frame.sequence
        if isinstance(frame.since, int):
            return desk.catch_up(watcher, frame.since)
        if frame.time:
            reply = await desk.lengthen(watcher.person, service.clock())
            return _encoder.encode(DoneFrame(sequence, reply.upto))
        if actor is None:
            own = desk.state.game.own("POKER 7(a)")
            raise Refused(own, "only seated players can play: sign in first")
        if isinstance(frame.say, str) or isinstance(frame.hush, int):
            return await _converse(frame, desk, actor, service)
        if frame.do is UNSET:
            raise Refused("FIELD frame", "a frame must have `do`, `since`, `time`, `say` or `hush`")
        if sequence < 1:
            raise Refused("FIELD sequence", "the number of a command must be at least 1")
        command = _commands.decode(frame.do)
        check_alone(command, "/api/cage/tables/orders")
        by = acting(service.house.state, actor, command, desk.state.name)
        await check_known(service, by, command)
        order = Order(service.clock(), by, command)
        reply = await desk.ask(order, f"{actor.name}/{watcher.client}", sequence)
    except Refused as refusal:
        if service.is_lost:  # the order may have been carried out, here or at the other server
            raise RoomLost from None
        return _encoder.encode(RefusedFrame(sequence, refusal.clause, refusal.why))
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        return _encoder.encode(RefusedFrame(sequence, "FIELD frame", brief(fault)))
    return _encoder.encode(DoneFrame(sequence, reply.upto))
