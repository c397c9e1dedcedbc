"""Texts of a client are read from its connection: whole ones at once, others by the library."""

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from croupier.server.tables.direct import WAITING, Direct, are_whole, whole_text
from tests.server.rooms import run

REQUEST = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
SIZES = (0, 1, 125, 126, 4000, 65_535)


class Wire(asyncio.Transport):
    """The network, as far as a socket uses it."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = True

    def write(self, data: Any) -> None: ...
    def close(self) -> None: ...
    def abort(self) -> None: ...
    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True


async def accept(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    await asyncio.sleep(60)


async def connected() -> tuple[Direct, Wire]:
    """A socket whose handshake is over."""
    config, wire = Config(accept, ws_ping_interval=None, log_config=None), Wire()
    config.load()
    end = Direct(config, ServerState(), {}, asyncio.get_running_loop())
    end.connection_made(wire)
    end.data_received(REQUEST)
    while not end.handshake_complete:
        await asyncio.sleep(0)
    end.begin()
    return end, wire


def masked(body: bytes, kind: Opcode = Opcode.TEXT, *, last: bool = True) -> bytes:
    return Frame(kind, body, fin=last).serialize(mask=True)


def pieces(data: bytes, size: int) -> Iterable[bytes]:
    return (data[at : at + size] for at in range(0, len(data), size))


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_text_is_taken_as_the_library_would(size: int) -> None:
    body = (b"0123456789" * (size // 10 + 1))[:size]
    assert whole_text(masked(body)) == body
    assert are_whole(masked(body))
    assert are_whole(masked(b"", Opcode.PONG) + masked(body))


@pytest.mark.parametrize(
    "data",
    [
        masked(b"x" * 300)[:-1],
        masked(b"x")[:5],
        masked(b"x") + b"\x81",
        masked(b"x", last=False),
        masked(b"x", Opcode.CONT),
        Frame(Opcode.TEXT, b"not masked").serialize(mask=False),
        masked(b"x" * 70_000),
    ],
    ids=["cut", "begun", "and more", "first part", "last part", "not masked", "long"],
)
def test_anything_else_is_for_the_library(data: bytes) -> None:
    assert whole_text(data) is None
    assert not are_whole(data) or data[1] < 128


@pytest.mark.parametrize("size", [1, 2, 7, 100_000])
def test_texts_come_in_their_order_however_they_are_cut(size: int) -> None:
    sent = [b"%d" % number * number for number in range(1, 9)]
    parts = masked(b"par", last=False) + masked(b"ts", Opcode.CONT)

    async def work() -> None:
        end, _ = await connected()
        got = list[str | bytes]()
        stream = [masked(sent[0]), *pieces(b"".join(map(masked, sent[1:])) + parts, size)]
        for data in [*stream, masked(b"last")]:
            end.data_received(data)
            while not end.queue.empty():
                got.append(await end.next_text())
        said = [text if isinstance(text, bytes) else text.encode() for text in got]
        assert said == [*sent, b"parts", b"last"]

    run(work)


def test_no_more_is_taken_from_a_client_whose_texts_wait() -> None:
    async def work() -> None:
        end, wire = await connected()
        for number in range(WAITING):
            assert wire.reads
            end.data_received(masked(b"%d" % number))
        assert not wire.reads
        assert [await end.next_text() for _ in range(WAITING)] == [b"0", b"1", b"2", b"3"]
        assert wire.reads

    run(work)


def test_the_end_of_a_connection_is_read_like_a_text() -> None:
    async def work() -> None:
        end, _ = await connected()
        end.data_received(masked(b"\x03\xe8", Opcode.CLOSE))
        with pytest.raises(WebSocketDisconnect):
            await end.next_text()

    run(work)
