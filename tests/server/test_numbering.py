"""A client's name and its numbers are what the database can keep, whatever a socket says."""

import asyncio
import json
from collections.abc import Iterator

import httpx
import pytest
from websockets.asyncio.client import connect

from croupier.room.house.people import Actor
from croupier.server.store.keys import load_keys
from tests.server.clients import tokens_for
from tests.server.conftest import database
from tests.server.processes import Launcher, Server
from tests.server.rooms import FAST, PATIENCE, SUE, opened, run, served

ADA, BOB = Actor("Ada", "player"), Actor("Bob", "player")


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def room(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, dict[str, str]]]:
    """An open table; on PostgreSQL in a room that processes share."""
    launcher, folder = Launcher(), tmp_path_factory.mktemp("numbered")
    server = Server(launcher, database(request, folder, request.param), folder)
    if request.param == "postgresql":
        server.words = ["--workers", "1"]
    keys = load_keys(server.keys)
    tokens = run(lambda: tokens_for(server.db, keys, [SUE, ADA, BOB]))

    async def prepare() -> None:
        async with served(server.db, FAST, keys) as alone:
            await opened(alone)

    run(prepare)
    yield server.start(), tokens
    server.end()
    launcher.close()


def test_no_client_has_a_table_stop_by_its_name_or_its_numbers(
    room: tuple[Server, dict[str, str]],
) -> None:
    server, tokens = room
    url = f"{server.address.replace('http', 'ws')}/api/tables/1/socket"
    sit = {"type": "Sit", "seat": 2, "chips": 100_00}

    async def asks(client: str, sequence: int) -> dict[str, object]:
        headers = {"Authorization": f"Bearer {tokens['Ada']}"}
        async with connect(f"{url}?client={client}", additional_headers=headers) as wire:
            await wire.send(json.dumps({"do": sit, "sequence": sequence}))
            while True:
                answer = json.loads(await asyncio.wait_for(wire.recv(), PATIENCE))
                if answer["kind"] in ("done", "refused"):
                    return dict(answer)

    async def work() -> None:
        headers = {"Authorization": f"Bearer {tokens['Bob']}"}
        async with connect(f"{url}?client=b", additional_headers=headers) as bob:
            await asyncio.wait_for(bob.recv(), PATIENCE)
            for number in (2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1, -(2**63)):
                answer = await asks("x", number)
                assert (answer["kind"], answer["clause"]) == ("refused", "FIELD frame"), answer
            await bob.send('{"since": 1}')  # nobody at the table was sent away for it
            while json.loads(await asyncio.wait_for(bob.recv(), PATIENCE))["kind"] != "update":
                pass
        assert (await asks("%00", 1))["kind"] == "done"

    run(work)
    assert httpx.get(f"{server.address}/health").json()["status"] == "open"
    assert '"level":"error"' not in server.log.read_text()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/session", {"name": "Ada\0", "password": "correct horse battery"}),
        ("/api/session/passkey", {"name": "\0", "password": "correct horse battery"}),
        ("/api/hands?text=%00", None),
        ("/api/hands/export?from=%00", None),
        ("/api/my/figures?game=%00", None),
    ],
)
def test_a_character_that_a_database_cannot_keep_is_no_fault(
    room: tuple[Server, dict[str, str]], path: str, body: dict[str, str] | None
) -> None:
    server, tokens = room
    headers = {"Authorization": f"Bearer {tokens['Ada']}"}
    with httpx.Client(base_url=server.address, headers=headers, timeout=PATIENCE) as ada:
        answer = ada.get(path) if body is None else ada.post(path, json=body)
    assert answer.status_code < 500, answer.text
    assert '"level":"error"' not in server.log.read_text()
