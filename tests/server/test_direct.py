"""Texts reach the room as they were sent, in whatever pieces they come over the wire."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from croupier.server.tables.direct import FRAMES_MOST, Direct, body_of
from tests.server.rooms import run

REQUEST = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)
TEXTS = ("", "one", "two " * 40, "three")


class Wire(asyncio.Transport):
    """A connection to nobody."""

    def __init__(self) -> None:
        super().__init__()
        self.paused, self.aborted = 0, False

    def is_closing(self) -> bool:
        return self.aborted

    def get_write_buffer_size(self) -> int:
        return 0

    def write(self, data: Any) -> None: ...

    def pause_reading(self) -> None:
        self.paused += 1

    def resume_reading(self) -> None: ...

    def close(self) -> None: ...

    def abort(self) -> None:
        self.aborted = True


def sent(text: str) -> bytes:
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=True)


def heard(pieces: Sequence[bytes], texts: int, *, early: int = 0) -> tuple[list[str], int]:
    """What the room hears of these pieces, and how often reading stopped.

    So many of them come before the room has let the client in.
    """

    async def work() -> tuple[list[str], int]:
        got, may_come, over = list[str](), asyncio.Event(), asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await may_come.wait()
            await send({"type": "websocket.accept"})
            while len(got) < texts:
                event = await receive()
                assert event["type"] == "websocket.receive", event
                got.append(event["text"])
            over.set()

        config, wire = Config(app, log_config=None, ws_ping_interval=None), Wire()
        end = Direct(config, ServerState(), {}, asyncio.get_running_loop())
        end.connection_made(wire)
        for piece in (REQUEST, *pieces[:early]):
            end.data_received(piece)
        may_come.set()
        async with asyncio.timeout(10):
            while not end.handshake_complete:
                await asyncio.sleep(0)
            for piece in pieces[early:]:
                end.data_received(piece)
            await over.wait()
        return got, wire.paused

    return run(work)


@pytest.mark.parametrize("early", [0, 1])
def test_a_text_may_come_in_two_pieces_wherever_it_is_cut(early: int) -> None:
    data = b"".join(sent(text) for text in TEXTS)
    for cut in range(1, len(data)):
        pieces = [data[:cut], data[cut:], sent("last")]
        assert heard(pieces, 5, early=early)[0] == [*TEXTS, "last"]


def test_the_rest_of_a_text_is_no_text_however_it_looks() -> None:
    text = "ÁÁ" + 70 * "x"  # after its first byte, 73 bytes that read as a frame of 67
    body = text.encode()
    frame = bytes([0x81, 128 | len(body)]) + bytes(4) + body
    assert body_of(frame[7:])
    assert heard([frame[:7], frame[7:], sent("last")], 2)[0] == [text, "last"]
    assert heard([frame[:7], frame[7:], sent("last")], 2, early=1)[0] == [text, "last"]


def test_texts_may_come_each_alone_byte_by_byte_or_between_pings() -> None:
    ping = Frame(Opcode.PING, b"?").serialize(mask=True)
    frames = [sent(text) for text in TEXTS]
    assert heard(frames, 4)[0] == list(TEXTS)
    assert heard([ping, frames[1], ping + frames[2], frames[3]], 3)[0] == list(TEXTS[1:])
    alone = [bytes([byte]) for frame in frames for byte in frame]
    assert heard(alone, 4)[0] == list(TEXTS)


def test_a_text_in_several_frames_is_one_text() -> None:
    parts = [
        Frame(Opcode.TEXT, b"o", fin=False).serialize(mask=True),
        Frame(Opcode.CONT, b"ne").serialize(mask=True),
    ]
    assert heard([*parts, sent("two")], 2)[0] == ["one", "two"]


def test_reading_stops_for_a_client_that_sends_more_than_is_read() -> None:
    assert heard([sent("few")] * 4, 4)[1] == 0
    assert heard([sent("many")] * 40, 40)[1] == 1


async def let_in() -> tuple[Direct, Wire]:
    """The server's end of a socket that is open, and to which nobody listens."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await asyncio.Event().wait()

    config, wire = Config(app, log_config=None, ws_ping_interval=None), Wire()
    end = Direct(config, ServerState(), {}, asyncio.get_running_loop())
    end.connection_made(wire)
    end.data_received(REQUEST)
    while not end.handshake_complete:
        await asyncio.sleep(0)
    return end, wire


@pytest.mark.parametrize("parts", [[b"\xff\xfe"], [b"\xed\xa0\x80"], [b"a", b"\xff"]])
def test_bytes_that_are_no_text_end_a_socket_and_are_no_fault(
    parts: list[bytes], caplog: pytest.LogCaptureFixture
) -> None:
    frames = [
        Frame(Opcode.CONT if n else Opcode.TEXT, part, fin=n == len(parts) - 1)
        for n, part in enumerate(parts)
    ]

    async def work() -> Any:
        end, _ = await let_in()
        for frame in frames:
            end.data_received(frame.serialize(mask=True))
        assert not [one for one in caplog.records if one.levelname == "ERROR"]
        return end.conn.close_sent

    assert run(work).code == 1007


TINY = {
    "pings": Frame(Opcode.PING, b""),
    "pongs": Frame(Opcode.PONG, b""),
    "texts": Frame(Opcode.TEXT, b""),
    "parts of a text": Frame(Opcode.CONT, b"", fin=False),
}


@pytest.mark.parametrize("kind", TINY)
def test_a_client_that_sends_more_frames_than_anybody_plays_is_dropped(kind: str) -> None:
    """A stranger's socket with frames of six bytes once held up every table."""
    frame = TINY[kind].serialize(mask=True)
    first = Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True)
    begun = [first] if TINY[kind].opcode is Opcode.CONT else []

    async def work(sent: bytes) -> tuple[bool, int]:
        end, wire = await let_in()
        for piece in (*begun, sent):
            end.data_received(piece)
        return wire.aborted, len(end.conn.events)

    few, many = FRAMES_MOST - 2, 100 * FRAMES_MOST  # the handshake counts
    assert run(lambda: work(frame * few)) == (False, 0)
    dropped, read = run(lambda: work(frame * many))
    assert dropped
    assert read < FRAMES_MOST, "the rest is not even read"
