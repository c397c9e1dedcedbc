"""Whatever a stranger, a guest or a cheat sends: no crash, and nothing changes."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from croupier.room.house import decide as house
from croupier.room.house.people import Actor
from croupier.room.table import decide as life
from croupier.server.store.keys import load_keys
from tests.server.clients import tokens_for
from tests.server.processes import Launcher, Server
from tests.server.rooms import PATIENCE, SUE, run

FLOODS, TALKS = "Flo", "Ivo"  # what they may send is counted for each person
PEOPLE = [SUE, *(Actor(name, "player") for name in ("Ada", "Bob", "Eva", "Fay", FLOODS, TALKS))]
SETTINGS = {"turn": 600, "pause": 0.05, "requests": 100_000, "sign_ins": 100_000, "frames": 200}
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")
OPEN = {"/api/session", "/api/guests", "/api/resets/{token}"}  # where one need not be known
OPEN |= {"/api/private/{code}/door", "/api/private/{code}/enter"}
OPEN |= {"/api/setup", "/api/registrations", "/api/session/passkey"}
OPEN |= {"/api/odds/equity", "/api/odds/edge"}  # questions: they change nothing


class Room:
    """A server in which Ada and Bob are in the middle of a hand, and Ada is asked."""

    def __init__(self, server: Server, tokens: dict[str, str]) -> None:
        self.server, self.tokens = server, tokens
        self.client = httpx.Client(base_url=server.address, timeout=30)

    def headers(self, name: str = "") -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[name]}"} if name else {}

    def ask(self, path: str, name: str = "", body: Any = None) -> httpx.Response:
        method = "GET" if body is None else "POST"
        return self.client.request(method, path, json=body, headers=self.headers(name))

    def number(self) -> int:
        """How far the log of the table has come."""
        return int(self.ask("/api/tables/1").json()["number"])

    @asynccontextmanager
    async def wire(self, name: str = "", **more: Any) -> AsyncIterator[ClientConnection]:
        address = self.server.address.replace("http", "ws") + "/api/tables/1/socket?client=x"
        async with connect(address, additional_headers=self.headers(name), **more) as found:
            first = json.loads(await found.recv())
            assert first["kind"] == "update"
            yield found


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    folder, launcher = tmp_path_factory.mktemp("fuzz"), Launcher()
    server = Server(launcher, f"sqlite:///{folder}/room.db", folder, **SETTINGS)
    tokens = run(lambda: tokens_for(server.db, load_keys(server.keys), PEOPLE))
    server.start()
    found = Room(server, tokens)
    furnish(found)
    yield found
    found.client.close()
    assert server.is_alive()
    assert '"level":"error"' not in server.log.read_text(), server.log.read_text()[-3000:]
    server.end()
    launcher.close()


def furnish(room: Room) -> None:
    table = {"name": "1", "game": "holdem", "procedures": {"inspection_seconds": 1}}
    assert room.ask("/api/tables", "Sue", table).status_code == 201
    assert order(room, "Sue", {"type": "OpenTable"}, 1).status_code == 201
    for seat, name in enumerate(("Ada", "Bob"), 1):
        assert order(room, name, {"type": "Sit", "seat": seat, "chips": 100_00}, 1).is_success

    async def begun() -> None:
        while not room.ask("/api/tables/1").json().get("turns"):
            await asyncio.sleep(0.1)

    run(begun)


def order(
    room: Room, name: str, command: dict[str, Any], sequence: int, client: str = "c"
) -> httpx.Response:
    body = {"client": client, "sequence": sequence, "command": command}
    return room.ask("/api/tables/1/orders", name, body)


# --- HTTP ------------------------------------------------------------------------------------


def operations(room: Room) -> list[Any]:
    schema = schemathesis.openapi.from_url(f"{room.server.address}/api/schema/openapi.json")
    found = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]  # all are
    return sorted(found, key=lambda one: "session" in one.path)  # last what may end the session


@pytest.mark.parametrize("times", [2, pytest.param(20, marks=pytest.mark.soak)])
def test_no_request_that_the_schema_allows_breaks_the_server(room: Room, times: int) -> None:
    """Strangers, players and staff: never a 5xx, and strangers and players change nothing."""
    found, before = operations(room), room.number()
    assert len(found) > 12
    for operation in found:

        @hypothesis.given(case=operation.as_strategy())
        @settings(
            max_examples=times,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[hypothesis.Phase.generate],
        )
        def one(case: Any) -> None:
            for name in ("", "Fay", "Sue"):
                if name == "Sue" and case.method.upper() in UNSAFE:
                    continue  # the staff may change things, and does: see the next test
                reply = case.call(base_url=room.server.address, headers=room.headers(name))
                assert reply.status_code < 500, (case.method, case.path, case.body, reply.content)
                if not name and case.method in UNSAFE and case.path not in OPEN:
                    assert reply.status_code in (400, 401, 403, 404, 405), (
                        case.path,
                        reply.status_code,
                    )

        one()
    assert room.number() == before


def test_every_command_in_every_role_is_refused_or_carried_out_and_never_breaks(room: Room) -> None:
    """A body that fits no command, or the wrong person: one sentence with its clause."""
    before = room.number()
    for commands, path in (
        (life.COMMANDS, "/api/tables/1/orders"),
        (house.COMMANDS, "/api/house/orders"),
    ):
        for sequence, kind in enumerate(commands, 1000):
            for name in ("", "Eva"):
                body = {"client": "z", "sequence": sequence, "command": {"type": kind.__name__}}
                reply = room.ask(path, name, body)
                assert reply.status_code in (400, 401, 403, 422), (kind, reply.text)
                if reply.status_code in (403, 422):
                    assert reply.json().keys() == {"clause", "why"}
    assert room.number() == before


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({}, b"{", 415),
        ({"content-type": "application/json"}, b"\xff\xfe", 400),
        ({"content-type": "application/json"}, b"[" * 50_000, 400),
        ({"content-type": "application/json"}, b'{"a":"' + b"x" * 70_000 + b'"}', 413),
        ({"content-type": "text/plain"}, b"hello", 415),
    ],
)
def test_a_body_that_is_none_is_refused(
    room: Room, headers: dict[str, str], body: bytes, status: int
) -> None:
    before = room.number()
    address = f"{room.server.address}/api/tables/1/orders"
    reply = httpx.post(address, content=body, headers={**headers, **room.headers("Ada")})
    assert reply.status_code == status, reply.text
    assert room.number() == before


def test_a_cookie_alone_changes_nothing_and_every_reply_is_hardened(room: Room) -> None:
    before = room.number()
    body = {"client": "c", "sequence": 9, "command": {"type": "Leave"}}
    for token in ("", "wrong"):
        reply = httpx.post(
            f"{room.server.address}/api/tables/1/orders",
            json=body,
            headers={"cookie": f"croupier={room.tokens['Ada']}", "x-csrf-token": token},
        )
        assert reply.status_code == 403
    assert room.number() == before
    for path in ("/api/tables", "/health", "/api/session"):
        reply = room.ask(path)
        assert "default-src 'self'" in reply.headers["content-security-policy"]
        assert reply.headers["x-content-type-options"] == "nosniff"


def test_guessing_passwords_is_slow(tmp_path: Path) -> None:
    from litestar.testing import TestClient

    from croupier.server.app import create_app
    from croupier.server.config import Config

    config = Config(
        play_chips=True, db=f"sqlite:///{tmp_path}/room.db", keys=str(tmp_path / "keys"), sign_ins=3
    )
    with TestClient(create_app(config)) as client:
        guess = {"name": "Sue", "password": "password123"}
        codes = [client.post("/api/session", json=guess).status_code for _ in range(5)]
        assert codes == [422, 422, 422, 429, 429]
        assert client.get("/api/tables").status_code == 200
        assert client.post("/api/guests", json={"name": "Gus"}).status_code == 422


# --- WebSocket -------------------------------------------------------------------------------


def nonsense(chance: Random) -> Iterator[str | bytes]:
    """Frames that no client of ours would send."""
    yield from ("", "{", "[]", "null", "0", '"do"', '{"do":', "\x00", "{}" * 3, "[" * 8000)
    yield from ('{"sequence": 1}', '{"do": {}}', '{"do": {}, "sequence": 1}', '{"so": 1}')
    yield from ('{"since": "x"}', '{"since": 1e400}', '{"since": -5}', '{"since": 99999999}')
    yield from ('{"since": 9223372036854775808}', '{"do": null, "sequence": 1}')
    yield from (
        '{"do": {"type": "Play"}, "sequence": 1}',
        '{"do": {"type": "Nope"}, "sequence": 1}',
    )
    yield from ('{"time": 1}', '{"say": ""}', '{"hush": 1}', '{"say": 5}', '{"hush": "x"}')
    good = json.dumps({"do": {"type": "Sit", "seat": 5, "chips": 10000}, "sequence": 5})
    for _ in range(120):
        letters = list(good)
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(letters))
            letters[place] = chr(chance.choice((34, 58, 123, 125, 48, 57, 92, 0x1F600)))
        yield "".join(letters)


def test_no_frame_breaks_the_connection_or_changes_the_table(room: Room) -> None:
    async def work() -> None:
        for name in ("", "Eva"):
            before = room.number()
            async with room.wire(name) as wire:
                for text in nonsense(Random(name)):
                    try:
                        if json.loads(text).get("do", {}).get("type") == "Sit":
                            continue  # it still says what it said
                    except (ValueError, AttributeError, RecursionError):
                        pass
                    await wire.send(text)
                    reply = json.loads(await asyncio.wait_for(wire.recv(), PATIENCE))
                    assert reply["kind"] in ("refused", "update"), (text, reply)
                    await asyncio.sleep(0.006)  # not more than a second allows
            assert room.number() == before

    run(work)


def test_frames_that_are_too_large_too_many_or_not_text_end_the_connection(room: Room) -> None:
    async def closed(*texts: str | bytes) -> int:
        async with room.wire(FLOODS) as wire:
            for text in texts:
                await wire.send(text)
            try:
                while True:
                    await asyncio.wait_for(wire.recv(), PATIENCE)
            except ConnectionClosed as end:
                return end.rcvd.code if end.rcvd else 0

    async def work() -> None:
        before = room.number()
        assert await closed('{"since": 1}' + " " * 17_000) == 4429
        assert await closed('{"since": 1}' + " " * 70_000) == 1009
        assert await closed(*['{"since": -7}'] * 260) in (4408, 4429)
        assert room.number() == before

    run(work)


def test_nobody_plays_another_seat_or_acts_for_the_staff(room: Room) -> None:
    """Bob and Eva say what only Ada, the dealer or the floor may."""
    turn = room.ask("/api/tables/1").json()["turns"][0]
    seat = turn["actor"]
    other = "Bob" if seat == 1 else "Ada"
    commands: list[dict[str, Any]] = [
        *({"type": "Play", "command": {"type": kind, "seat": seat}} for kind in ("Fold", "Call")),
        {"type": "Play", "command": {"type": "Raise", "seat": seat, "to": 100_00}},
        {"type": "PassTurn", "seat": seat},
        {"type": "DealRound", "order": []},
        {"type": "CloseTable"},
        {"type": "RemovePlayer", "seat": seat, "cause": "x"},
        {"type": "Play", "command": {"type": "NoMoreBets"}},
        {"type": "SettleRemoved", "seat": seat},
    ]

    async def work() -> None:
        before = room.number()
        for name in (other, "Eva"):
            async with room.wire(name) as wire:
                for sequence, command in enumerate(commands, 500):
                    await wire.send(json.dumps({"do": command, "sequence": sequence}))
                    reply = json.loads(await asyncio.wait_for(wire.recv(), PATIENCE))
                    assert reply["kind"] == "refused", command
        assert room.number() == before

    run(work)


def test_a_connection_is_no_way_around_the_password_of_who_signs_beside(room: Room) -> None:
    async def work() -> None:
        before = room.number()
        async with room.wire(SUE.name) as wire:
            command = {"type": "RemoveDrop", "security": ["Sam", "security"]}
            await wire.send(json.dumps({"do": command, "sequence": 1}))
            reply = json.loads(await asyncio.wait_for(wire.recv(), PATIENCE))
            assert "a second person must sign this" in reply["why"]
        assert room.number() == before

    run(work)


def test_what_is_replayed_or_out_of_order_is_answered_and_not_repeated(room: Room) -> None:
    async def answer(wire: ClientConnection, chips: int, sequence: int) -> dict[str, Any]:
        await wire.send(json.dumps({"do": {"type": "Buy", "chips": chips}, "sequence": sequence}))
        while True:
            answer: dict[str, Any] = json.loads(await asyncio.wait_for(wire.recv(), PATIENCE))
            if answer["kind"] != "update":
                return answer

    async def work() -> None:
        async with room.wire("Ada") as wire:
            first = await answer(wire, 100, 10)
            assert first["kind"] == "done"
            after = room.number()
            assert await answer(wire, 100, 10) == first
            other = await answer(wire, 999_00, 10)  # another body, and the same number
            assert "was another order" in other["why"]
            stale = await answer(wire, 100, 9)
            assert "stale" in stale["why"]
        async with room.wire("Ada") as wire:  # the same client comes back
            assert await answer(wire, 100, 10) == first
        assert room.number() == after

    run(work)


def test_a_page_of_another_site_gets_no_connection_and_an_unknown_table_ends_it(room: Room) -> None:
    async def work() -> None:
        with pytest.raises(InvalidStatus):
            async with room.wire("Ada", origin="http://evil.example"):
                pass
        address = room.server.address.replace("http", "ws")
        with pytest.raises(ConnectionClosed) as closed:
            async with connect(f"{address}/api/tables/none/socket") as wire:
                await wire.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404  # a browser hears no other refusal

    run(work)


def test_words_and_time_go_over_the_same_wire(room: Room) -> None:
    async def answer(wire: ClientConnection, **frame: Any) -> dict[str, Any]:
        await wire.send(json.dumps({"sequence": 77, **frame}))
        while True:
            answer: dict[str, Any] = json.loads(await asyncio.wait_for(wire.recv(), PATIENCE))
            if answer.get("sequence") == 77:
                return answer

    async def heard(wire: ClientConnection, kind: str) -> dict[str, Any]:
        while True:
            frame: dict[str, Any] = json.loads(await asyncio.wait_for(wire.recv(), PATIENCE))
            if frame["kind"] == kind:
                return frame

    async def work() -> None:
        before, turn = room.number(), room.ask("/api/tables/1").json()["turns"][0]
        asked, other = ("Ada", "Bob") if turn["actor"] == 1 else ("Bob", "Ada")
        async with room.wire() as stranger, room.wire("Eva") as eva, room.wire(other) as second:
            assert (await answer(stranger, say="hello"))["kind"] == "refused"
            assert (await answer(eva, say="hello"))["kind"] == "done"
            assert (await answer(second, say="I fold"))["clause"] == "POKER 16(a)"
            assert (await answer(second, time=True))["clause"] == "A-52"
            async with room.wire(asked) as first:
                assert (await answer(first, time=True))["kind"] == "done"
                assert room.number() == before + 1  # the time that was taken
                assert room.ask("/api/tables/1/chat").json() == {}  # held back in a round
                fold = {"type": "Fold", "seat": turn["actor"]}
                done = await answer(first, do={"type": "Play", "command": fold})
                assert done["kind"] == "done"
            said = await heard(stranger, "said")
            assert (said["by"], said["words"]) == ("Eva", "hello")
            async with room.wire("Sue") as sue:
                assert (await answer(sue, hush=said["line"]))["kind"] == "done"
        assert room.ask("/api/tables/1/chat").json() == {}

    run(work)


def test_a_person_sends_no_more_over_many_sockets_than_over_one(room: Room) -> None:
    """Nobody else is held up by it."""
    missed = '{"since": -7}'  # which counts as five frames: what each socket sends is allowed

    async def work() -> None:
        async with AsyncExitStack() as stack:
            wires = [await stack.enter_async_context(room.wire(FLOODS)) for _ in range(30)]
            others = [await stack.enter_async_context(room.wire(name)) for name in ("Bob", "")]
            with suppress(ConnectionClosed):
                for wire in wires:
                    await asyncio.gather(*(wire.send(missed) for _ in range(30)))
            ends = [asyncio.create_task(wire.wait_closed()) for wire in wires]
            async with asyncio.timeout(PATIENCE):
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            assert 4429 in {wire.close_code for wire in wires}
            for wire in others:
                await wire.send("nonsense")
                while (
                    json.loads(await asyncio.wait_for(wire.recv(), PATIENCE))["kind"] != "refused"
                ):
                    pass

    run(work)


def test_nobody_fills_the_log_with_what_they_say(room: Room) -> None:
    async def work() -> list[str]:
        async with room.wire(TALKS) as wire:
            kinds = list[str]()
            began = asyncio.get_running_loop().time()
            for number in range(40):
                await wire.send(json.dumps({"say": "hello again", "sequence": number}))
                while (answer := json.loads(await wire.recv()))["kind"] not in ("done", "refused"):
                    pass
                kinds.append(answer["kind"])
            took = asyncio.get_running_loop().time() - began
            assert kinds[:10] == ["done"] * 10
            assert kinds.count("done") <= 10 + took + 1  # one more every second
            return kinds

    run(work)
