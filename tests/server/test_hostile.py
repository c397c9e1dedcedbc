"""Hostile traffic while a table plays: the table goes on, and memory stays bounded."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.frames import Frame, Opcode

from croupier.room.house.people import Actor
from croupier.server.store.keys import load_keys
from tests.server.clients import Player, tokens_for
from tests.server.processes import Launcher, Server
from tests.server.rooms import PATIENCE, SUE, run

PLAYERS = ("Ada", "Bob", "Cyd")
MORE_MB = 200  # that a flood may take: hashes of passwords, and connections until they are dropped
CRUMBS = (  # what a request and a socket begin with, and small pieces of what follows
    (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n"),
    (
        b"GET /api/tables/1/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n",
        Frame(Opcode.PING, b"").serialize(mask=True),
    ),
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[Server, dict[str, str]]]:
    """A room with little patience, and a session for everybody in it."""
    launcher = Launcher()
    limits = {"headers": 0.5, "body": 0.5, "connections_each": 60, "requests": 100_000}
    times = {"pause": 0.02, "turn": 2}
    found = Server(launcher, f"sqlite:///{tmp_path}/room.db", tmp_path, **limits, **times)
    people = [SUE, *(Actor(name, "player") for name in PLAYERS)]
    tokens = run(lambda: tokens_for(found.db, load_keys(found.keys), people))
    found.start()
    yield found, tokens
    found.end()
    launcher.close()


def memory_mb(pid: int) -> int:
    """What a process holds now, in megabytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) // 1024
    raise AssertionError("the process is gone")


@asynccontextmanager
async def attack(server: Server, token: str, size: int) -> AsyncIterator[None]:
    """Slow connections, sockets, sign-ins, searches and crumbs, each until the end."""
    async with httpx.AsyncClient(base_url=server.address) as client, asyncio.TaskGroup() as group:
        headers, over = {"Authorization": f"Bearer {token}"}, asyncio.Event()

        async def slow() -> None:
            while not over.is_set():
                with suppress(OSError):
                    _, line = await asyncio.open_connection("127.0.0.1", server.port)
                    try:
                        line.write(b"POST /api/session HTTP/1.1\r\nHost: x\r\n")
                        await asyncio.sleep(1)
                    finally:
                        line.close()
                        await line.wait_closed()
                await asyncio.sleep(0.05)

        async def sockets() -> None:
            address = server.address.replace("http", "ws") + "/api/tables/1/socket"
            while not over.is_set():
                with suppress(InvalidStatus, WebSocketException, OSError, EOFError):
                    async with connect(address):
                        await asyncio.sleep(0.5)
                await asyncio.sleep(0.05)

        async def sign_ins() -> None:
            while not over.is_set():
                with suppress(httpx.HTTPError):
                    body = {"name": "Ada", "password": "guess after guess"}
                    await client.post("/api/session", json=body)
                await asyncio.sleep(0.02)

        async def searches() -> None:
            while not over.is_set():
                with suppress(httpx.HTTPError):
                    await client.get("/api/hands", params={"text": "as kd"}, headers=headers)
                    await client.get("/api/hands", params={"text": "x " * 900}, headers=headers)
                await asyncio.sleep(0.02)

        async def crumbs() -> None:
            while not over.is_set():
                for head, crumb in CRUMBS:
                    with suppress(OSError):
                        _, line = await asyncio.open_connection("127.0.0.1", server.port)
                        try:
                            line.write(head + crumb * 20_000)
                            await asyncio.sleep(0.1)
                        finally:
                            line.transport.abort()
                    await asyncio.sleep(0.1)

        kinds = (slow, sockets, sign_ins, searches, crumbs)
        for kind in kinds * size:
            group.create_task(kind())
        try:
            yield
        finally:
            over.set()  # each ends what it has begun, and closes its connection


async def play(server: Server, tokens: dict[str, str], size: int, acks: int) -> int:
    """Let three people play under attack until so many orders were answered; the growth in MB."""
    auth = {"Authorization": f"Bearer {tokens['Sue']}"}
    async with httpx.AsyncClient(base_url=server.address, headers=auth) as sue:
        body = {"name": "1", "game": "holdem", "procedures": {"inspection_seconds": 1}}
        made = await sue.post("/api/tables", json=body)
        assert made.is_success, made.text
        order = {"client": "c", "sequence": 1, "command": {"type": "OpenTable"}}
        opened = await sue.post("/api/tables/1/orders", json=order)
        assert opened.is_success, opened.text
    players = [
        Player(server.address, "1", seat, name, tokens[name])
        for seat, name in enumerate(PLAYERS, 1)
    ]
    playing = [asyncio.create_task(player.play()) for player in players]
    try:
        async with asyncio.timeout(PATIENCE):
            while not all(player.acks for player in players):
                await asyncio.sleep(0.01)
        before = memory_mb(server.pid)
        done = sum(len(player.acks) for player in players)
        async with attack(server, tokens["Sue"], size):
            while (answered := sum(len(player.acks) for player in players)) < done + acks:
                async with asyncio.timeout(PATIENCE):  # the table goes on, however slowly
                    while sum(len(player.acks) for player in players) == answered:
                        await asyncio.sleep(0.05)
        assert [fault for player in players for fault in player.faults] == []
        return memory_mb(server.pid) - before
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


@pytest.mark.parametrize(
    ("size", "acks"), [(6, 30), pytest.param(40, 1000, marks=pytest.mark.soak)]
)
def test_a_table_plays_on_under_attack_and_memory_is_bounded(
    server: tuple[Server, dict[str, str]], size: int, acks: int
) -> None:
    room, tokens = server
    grown = run(lambda: play(room, tokens, size, acks))
    assert grown < MORE_MB
    assert json.loads(httpx.get(f"{room.address}/health").text)["status"] == "open"
    assert '"level":"error"' not in room.log.read_text()
