"""Real processes that share one PostgreSQL: tables are spread, and outlive any process."""

import asyncio
import json
import logging
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from random import Random

import httpx
import msgspec
import psycopg
import pytest
from msgspec.structs import replace
from psycopg.rows import dict_row
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from croupier.chips import Chips
from croupier.cli import main
from croupier.games import game_of
from croupier.room.cage.orders import IssueChips, SellChips
from croupier.room.custody.state import Procedures
from croupier.room.house.people import Actor
from croupier.room.logbook import Entry, Order
from croupier.room.table.orders import OpenTable, SetUpTable
from croupier.server.cluster.wires import PASS, Sender, check_pass, digest, give_pass
from croupier.server.config import Config
from croupier.server.monitoring.server_log import JsonLines
from croupier.server.store import members as book
from croupier.server.store.database import Store, make_engine
from croupier.server.store.keys import Keys, load_keys
from croupier.server.store.lease import FENCED, this_server
from croupier.server.store.lines import HOUSE, Line, stream_of
from croupier.server.store.witness import Held, read_answer, rewritten
from croupier.server.tables.writer import Reply
from tests.server.clients import Player, tokens_for
from tests.server.conftest import database
from tests.server.processes import PATIENCE_S, Launcher, Server
from tests.server.rooms import FAST, SUE, opened, run, served
from tests.server.test_nothing_lost import BETWEEN, SETTINGS, TABLES, crowd, judge
from tests.server.test_people import TURN, close_of, house

NOTHING = Line("Nothing", b"{}", sealed=False)
MOVED = 1012  # as a socket is closed: the service starts again, elsewhere
CARL, ANN = Actor("Carl", "cage_cashier"), Actor("Ann", "accounting")
ADA, BOB = Actor("Ada", "player"), Actor("Bob", "player")
GAP_S = 10.0  # without an owner, at most
STILL_S = float(os.environ.get("CROUPIER_TEST_STILL", "180"))  # a machine may be busy


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    found = Launcher()
    yield found
    found.close()


def servers(
    request: pytest.FixtureRequest, folder: Path, launcher: Launcher, count: int
) -> list[Server]:
    """Processes of one room, none started."""
    db, made = database(request, folder, "postgresql"), list[Server]()
    for number in range(count):
        (folder / str(number)).mkdir()
        made.append(Server(launcher, db, folder / str(number), **SETTINGS))
        made[-1].words, made[-1].keys = ["--workers", "1"], folder / "keys"
        request.addfinalizer(partial(stop, made[-1]))
    return made


def stop(server: Server) -> None:
    """End a process that a failed test left behind."""
    if server.pid and server.is_alive():
        os.kill(server.pid, signal.SIGCONT)
        server.end()


async def play(
    room: Sequence[Server], doors: Sequence[Server] = ()
) -> tuple[list[Player], list[asyncio.Task[None]]]:
    """Open the room with the first, let the others join, and let people come to any of them."""
    players = await crowd(room[0])
    for server in room[1:]:
        await asyncio.to_thread(server.start)
    for number, player in enumerate(players):
        [url] = player.urls
        urls = [url.replace(str(room[0].port), str(server.port)) for server in doors or room]
        player.urls = urls[number % len(urls) :] + urls[: number % len(urls)]
    return players, [asyncio.create_task(player.play()) for player in players]


async def more_is_promised(players: Sequence[Player], times: int = BETWEEN) -> float:
    """Wait for new promises; how long that took."""
    before, began = sum(len(player.acks) for player in players), time.monotonic()
    while sum(len(player.acks) for player in players) < before + times:
        assert time.monotonic() - began < PATIENCE_S, "the room stands still"
        await asyncio.sleep(0.01)
    return time.monotonic() - began


async def every_table_plays(players: Sequence[Player]) -> float:
    """Wait until every table has promised something new; how long that took."""
    before, began = {player.name: len(player.acks) for player in players}, time.monotonic()
    while silent := set(TABLES) - {
        player.table for player in players if len(player.acks) > before[player.name]
    }:
        assert time.monotonic() - began < STILL_S, standing(players, silent)
        await asyncio.sleep(0.01)
    return time.monotonic() - began


def standing(players: Sequence[Player], tables: set[str]) -> str:
    """What those wait for whose table stands still."""
    waits = [
        (player.name, player.pending, player.faults, player.model.screen.get("turns"))
        for player in players
        if player.table in tables
    ]
    return f"these stand still: {waits}"


async def end(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def owners(db: str) -> dict[str, int]:
    """The port of the process that has each table and the house, by log."""
    with psycopg.connect(db) as connection:
        rows = connection.execute(
            "SELECT stream, address FROM heads JOIN processes ON owner = name "
            "WHERE stream = 'house' OR stream LIKE 'table/%'"
        ).fetchall()
    return {stream: int(address.rpartition(":")[2]) for stream, address in rows}


async def until_owned(room: Sequence[Server], ports: set[int]) -> dict[str, int]:
    """Wait until every log belongs to one of these processes, and each has one if it can."""
    ends = time.monotonic() + PATIENCE_S
    while True:
        found = await asyncio.to_thread(owners, room[0].db)
        if len(found) == len(TABLES) + 1 and set(found.values()) <= ports:
            return found
        assert time.monotonic() < ends, f"{found}, not all in {ports}"
        await asyncio.sleep(0.05)


async def move(to: Server, stream: str) -> None:
    """Let a log go to a process, and wait until it has it."""
    with psycopg.connect(to.db, autocommit=True) as operator:
        operator.execute(
            "UPDATE heads SET wanted = name FROM processes WHERE stream = %s AND address LIKE %s",
            [stream, f"%:{to.port}"],
        )
    ends = time.monotonic() + PATIENCE_S
    while (await asyncio.to_thread(owners, to.db)).get(stream) != to.port:
        assert time.monotonic() < ends
        await asyncio.sleep(0.05)


async def closed(room: Sequence[Server], players: Sequence[Player]) -> None:
    """End the room in order, and compare what was promised with what is stored."""
    for server in room:
        await asyncio.to_thread(server.end, signal.SIGTERM)
    await judge(room[0], list(players))


def test_two_processes_share_a_room_and_one_takes_over(
    request: pytest.FixtureRequest, tmp_path: Path, launcher: Launcher
) -> None:
    async def work() -> None:
        room = servers(request, tmp_path, launcher, 2)
        players, tasks = await play(room)
        await every_table_plays(players)
        await asyncio.to_thread(room[0].end)
        await until_owned(room, {room[1].port})
        await every_table_plays(players)
        await asyncio.to_thread(room[0].start)
        await every_table_plays(players)
        await end(tasks)
        await closed(room, players)

    run(work)


def put_back(db: str, older: dict[str, object]) -> None:
    """Put a log back to where it was once: its lines, and its head with the MAC of then."""
    with psycopg.connect(db, autocommit=True) as intruder:
        where = "WHERE stream = %(stream)s AND number > %(number)s"
        for table in ("journal", "events"):
            intruder.execute(f"DELETE FROM {table} {where}", older)
        fields = ("number", "hash", "requests", "serial", "signed", "upto", "snapshot", "mac")
        said = ", ".join(f"{name} = %({name})s" for name in fields)
        intruder.execute(f"UPDATE heads SET {said} WHERE stream = %(stream)s", older)


def head_of(db: str, stream: str) -> dict[str, object]:
    with psycopg.connect(db, row_factory=dict_row) as connection:
        found = connection.execute("SELECT * FROM heads WHERE stream = %s", [stream]).fetchone()
    assert found is not None
    return found


def test_no_process_takes_over_a_log_that_is_shorter_than_it_knows(
    request: pytest.FixtureRequest, tmp_path: Path, launcher: Launcher
) -> None:
    """A database put back to an older copy: what was promised since is known elsewhere."""
    log = "table/holdem"

    async def work() -> None:
        room = servers(request, tmp_path, launcher, 2)
        first, second = room
        players, tasks = await play(room)
        await every_table_plays(players)
        await move(first, log)
        older = await asyncio.to_thread(head_of, first.db, log)
        await more_is_promised([one for one in players if one.table == "holdem"])
        await end(tasks)
        async with httpx.AsyncClient(base_url=second.address, timeout=30) as anybody:
            await asyncio.sleep(0.2)  # a page is answered from what was read just before
            assert (await anybody.get("/api/tables")).status_code == 200
            os.kill(second.pid, signal.SIGSTOP)
            await asyncio.to_thread(first.end)
            await asyncio.to_thread(put_back, first.db, older)
            os.kill(second.pid, signal.SIGCONT)
            async with asyncio.timeout(PATIENCE_S):
                while not (faults := (await anybody.get("/health")).json().get("faults")):
                    await asyncio.sleep(0.05)
            assert (await anybody.get("/health")).json()["status"] == "read-only", faults
        assert f"{log} line {older['number']}" in faults["record"]
        assert "the log ends here, but this process has already read line" in faults["record"]
        now = await asyncio.to_thread(head_of, first.db, log)
        assert (now["number"], now["hash"]) == (older["number"], older["hash"])
        await asyncio.to_thread(second.end, signal.SIGTERM)

    run(work)


# --- what clients see of it ------------------------------------------------------------------


async def prepared(room: Sequence[Server]) -> dict[str, str]:
    """Two tables that are open, and players with chips on hand; who is signed in."""
    keys = load_keys(room[0].keys)
    tokens = await tokens_for(room[0].db, keys, [SUE, CARL, ANN, ADA, BOB])
    async with served(room[0].db, msgspec.structs.replace(FAST, play_chips=False), keys) as alone:
        for name in ("1", "2"):
            await opened(alone, name)
        issue = IssueChips(chips=Chips(5_000_00), witness=CARL)
        await alone.house.ask(Order(alone.clock(), ANN, issue))
        sells = SellChips(person="Ada", chips=Chips(300_00))
        await alone.house.ask(Order(alone.clock(), CARL, sells))
    return tokens


def names_of(db: str) -> dict[int, str]:
    """The names of the processes, by port."""
    with psycopg.connect(db) as connection:
        rows = connection.execute("SELECT name, address FROM processes").fetchall()
    return {int(address.rpartition(":")[2]): name for name, address in rows}


def test_a_client_may_come_to_any_process(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    launcher: Launcher,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def work() -> None:
        room = servers(request, tmp_path, launcher, 2)
        for server in room:
            server.env["CROUPIER_PLAY_CHIPS"] = "0"
        tokens = await prepared(room)
        for server in room:
            await asyncio.to_thread(server.start)
        names = names_of(room[0].db)
        for table, server in zip(("1", "2"), room, strict=True):
            words = ["move", table, "--to", names[server.port], "--db", room[0].db]
            assert await asyncio.to_thread(main, words) == 0
        ends = time.monotonic() + PATIENCE_S
        while (
            not {"1": room[0].port, "2": room[1].port}.items()
            <= {
                stream.removeprefix("table/"): port for stream, port in owners(room[0].db).items()
            }.items()
        ):
            assert time.monotonic() < ends
            await asyncio.sleep(0.05)
        await every_process_knows_all(room, tokens)
        await a_supervisor_moves_and_drains_from_a_page(room, tokens)
        await one_purse_is_spent_once(room, tokens)
        await a_session_ends_everywhere(room, tokens)
        await nobody_else_can_pass_for_a_process(room)
        await a_process_passes_on_as_much_as_comes(room)
        await passwords_are_counted_once_for_all(room)
        await nobody_has_requests_sent_elsewhere(room, tokens)
        await every_process_answers_a_witness(room)

    run(work)
    assert capsys.readouterr().err == ""


async def every_process_knows_all(room: Sequence[Server], tokens: dict[str, str]) -> None:
    headers = {"Authorization": f"Bearer {tokens['Sue']}"}
    has = list[str]()
    for server in room:
        async with httpx.AsyncClient(base_url=server.address, headers=headers, timeout=30) as sue:
            tables = (await sue.get("/api/tables")).json()
            assert [one["name"] for one in tables] == ["1", "2"]
            health = (await sue.get("/health")).json()
            assert health["status"] == "open"
            has += health["serves"]
            seen = (await sue.get("/api/processes")).json()
            assert seen["without_owner"] == []
            assert sorted(log for one in seen["processes"] for log in one["has"]) == [
                "1",
                "2",
                "house",
            ]
    assert sorted(has) == ["1", "2", "house"]


async def a_supervisor_moves_and_drains_from_a_page(
    room: Sequence[Server], tokens: dict[str, str]
) -> None:
    names, path = names_of(room[0].db), "/api/processes"
    first, second = (names[server.port] for server in room)

    async def asks(who: str, server: Server, what: str, body: object) -> httpx.Response:
        headers = {"Authorization": f"Bearer {tokens[who]}"}
        async with httpx.AsyncClient(base_url=server.address, headers=headers, timeout=30) as one:
            return await one.post(f"{path}/{what}", json=body)

    there = {"table": "1", "process": second}
    for who in ("Ada", "Carl"):  # a player, and a cashier
        refused = await asks(who, room[0], "move", there)
        assert (refused.status_code, owners(room[0].db)["table/1"]) == (403, room[0].port)
    for wrong in ({"table": "9", "process": second}, {"table": "1", "process": "nobody"}):
        assert (await asks("Sue", room[0], "move", wrong)).status_code == 422
    assert (await asks("Sue", room[0], "move", there)).is_success
    await until_here(room[1], {"table/1", "table/2"})
    assert (await asks("Sue", room[1], "move", {"table": "1", "process": first})).is_success
    await until_here(room[0], {"table/1"})
    answer = await asks("Sue", room[0], "drain", {"process": second})
    assert [one["name"] for one in answer.json()["processes"] if one["draining"]] == [second]
    await until_here(room[0], {"table/1", "table/2", "house"})
    assert (await asks("Sue", room[0], "drain", {"process": second, "draining": False})).is_success
    assert (await asks("Sue", room[0], "move", {"table": "2", "process": second})).is_success
    await until_here(room[1], {"table/2"})


async def until_here(server: Server, logs: set[str]) -> None:
    """Wait until a process has these logs."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            found = await asyncio.to_thread(owners, server.db)
            if {log for log, port in found.items() if port == server.port} >= logs:
                return
            await asyncio.sleep(0.05)


async def one_purse_is_spent_once(room: Sequence[Server], tokens: dict[str, str]) -> None:
    """Ada has chips for one seat, and asks two processes for one each, at tables of both."""
    sit = {"type": "Sit", "seat": 1, "chips": 300_00}

    async def asks(server: Server, table: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {tokens['Ada']}"}
        body = {"client": table, "sequence": 1, "command": sit}
        async with httpx.AsyncClient(base_url=server.address, headers=headers, timeout=30) as ada:
            return await ada.post(f"/api/tables/{table}/orders", json=body)

    answers = await asyncio.gather(*(asks(room[1], "1"), asks(room[0], "2")))
    assert sorted(one.status_code for one in answers) == [201, 422], [one.text for one in answers]
    [refused] = [one for one in answers if one.status_code == 422]
    assert "in chips on hand" in refused.json()["why"]
    again = await asyncio.gather(*(asks(room[0], "1"), asks(room[1], "2")))
    assert [one.status_code for one in again] == [one.status_code for one in answers]


async def a_session_ends_everywhere(room: Sequence[Server], tokens: dict[str, str]) -> None:
    """A socket that one process carries to another ends with the session that a third ends."""
    headers = {"Authorization": f"Bearer {tokens['Bob']}"}
    url = f"{room[1].address.replace('http', 'ws')}/api/tables/1/socket?client=b"
    async with connect(url, additional_headers=headers, open_timeout=30) as wire:
        while json.loads(await wire.recv())["kind"] != "update":
            pass
        await wire.send(json.dumps({"do": {"type": "SitIn"}, "sequence": 1}))
        while (answer := json.loads(await wire.recv()))["kind"] not in ("done", "refused"):
            pass
        assert answer["sequence"] == 1
        async with httpx.AsyncClient(base_url=room[1].address, headers=headers) as bob:
            assert (await bob.delete("/api/session")).status_code == 204
        with suppress(ConnectionClosed):
            async with asyncio.timeout(PATIENCE_S):
                while True:
                    await wire.recv()
        assert wire.close_code == 4401


async def nobody_else_can_pass_for_a_process(room: Sequence[Server]) -> None:
    keys, path = load_keys(room[0].keys), "/between/ask"
    sender = Sender(time.time(), "", "http", "", digest(b"{}"))
    late = replace(sender, at=time.time() - 60)
    other = replace(sender, body=digest(b"{ }"))
    for proof in (
        b"",
        b"nothing",
        give_pass(Keys.fresh(), sender, path),
        give_pass(keys, other, path),
        give_pass(keys, late, path),
        give_pass(keys, replace(sender, body=""), path),  # of a request that is passed on
    ):
        headers = {PASS.decode(): proof.decode()}
        async with httpx.AsyncClient(base_url=room[0].address, headers=headers) as stranger:
            assert (await stranger.post(path, content=b"{}")).status_code == 404
    assert check_pass(keys, give_pass(keys, sender, path), path) == sender
    reader, writer = await asyncio.open_connection("127.0.0.1", room[0].port)
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"
    writer.write(head.encode())
    assert b" 404 " in await reader.readline()  # before anything of the body is read
    writer.close()
    with pytest.raises(InvalidStatus):  # nor does a socket there break anything
        await connect(f"{room[0].address.replace('http', 'ws')}{path}")
    assert "Exception in ASGI" not in room[0].log.read_text()


async def a_process_passes_on_as_much_as_comes(room: Sequence[Server]) -> None:
    """More than one address can send: the process that passes it on counts its own clients."""
    async with AsyncExitStack() as stack:
        lines = list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]()
        for _ in range(Config().connections_each + 20):
            lines.append(await asyncio.open_connection("127.0.0.1", room[0].port))
            stack.callback(lines[-1][1].close)
        reader, writer = lines[-1]
        writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b" 200 " in await asyncio.wait_for(reader.readline(), PATIENCE_S)


async def passwords_are_counted_once_for_all(room: Sequence[Server]) -> None:
    """Wherever they are tried: the process that has the house looks at each."""
    guess = {"name": "Ada", "password": "not hers"}
    for server in (*room, *room):
        answer = await asyncio.to_thread(httpx.post, f"{server.address}/api/session", json=guess)
        assert answer.status_code in (422, 429), answer.text
    house = owners(room[0].db)["house"]
    found = {server.port for server in room if "password refused" in server.log.read_text()}
    assert found == {house}


async def nobody_has_requests_sent_elsewhere(
    room: Sequence[Server], tokens: dict[str, str]
) -> None:
    """A process that is in the database, and not in the room, gets no order and no token."""
    heard = list[bytes]()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.read(1000))
        writer.close()

    stranger = await asyncio.start_server(listen, "127.0.0.1", 0)
    address = f"127.0.0.1:{stranger.sockets[0].getsockname()[1]}"
    with psycopg.connect(room[0].db, autocommit=True) as intruder:
        intruder.execute(
            "INSERT INTO processes (name, address, version, since, until) "
            "VALUES ('stranger', %s, '', now(), 'infinity')",
            [address],
        )
        intruder.execute("UPDATE heads SET owner = 'stranger'")
    headers = {"Authorization": f"Bearer {tokens['Ada']}"}
    body = {"client": "x", "sequence": 1, "command": {"type": "SitOut"}}
    said = f"process stranger at {address} was not entered by the room"
    async with stranger, asyncio.timeout(PATIENCE_S):
        while not any(said in server.log.read_text() for server in room):
            async with httpx.AsyncClient(base_url=room[0].address, headers=headers) as ada:
                with suppress(httpx.TransportError):
                    await ada.post("/api/tables/2/orders", json=body, timeout=5)
            assert heard == []
        await until_served(room, {"house", "table/1", "table/2"})
    assert heard == []


async def every_process_answers_a_witness(room: Sequence[Server]) -> None:
    """What one process signs the other tells at once: a witness may ask either."""

    def answer(server: Server) -> list[Held]:
        return read_answer(httpx.get(f"{server.address}/api/checkpoints", timeout=30).content)

    before = [one for server in room for one in answer(server)]
    for stream in ("table/1", "table/2"):
        await move(room[1], stream)
    await asyncio.to_thread(room[1].end, signal.SIGTERM)  # it signs its logs
    with psycopg.connect(room[0].db) as connection:
        newest = connection.execute("SELECT stream, max(serial) FROM checkpoints GROUP BY stream")
        signed: dict[str, int] = dict(newest.fetchall())
    after = answer(room[0])
    assert list(rewritten(before, after)) == []
    assert {"house", "table/1", "table/2", "room"} <= signed.keys()
    assert {one.stream: one.serial >= signed[one.stream] for one in after} == dict.fromkeys(
        signed, True
    )
    await asyncio.to_thread(room[0].end, signal.SIGTERM)


async def until_served(room: Sequence[Server], logs: set[str]) -> None:
    """Wait until these logs belong to the processes that there are."""
    ports = {server.port for server in room}
    while True:
        found = await asyncio.to_thread(owners, room[0].db)
        if set(found) == logs and set(found.values()) <= ports:
            return
        await asyncio.sleep(0.05)


def test_an_entry_that_was_changed_or_put_back_is_none(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """A writer of the table of processes does not have the room's keys."""

    async def work() -> None:
        db, keys = database(request, tmp_path, "postgresql"), load_keys(tmp_path / "keys")
        await tokens_for(db, keys, [SUE])
        me = this_server("127.0.0.1:1")
        async with await book.connect(make_engine(db).url, me) as connection:
            number = await book.join(connection, me, "1", keys)
            for change in (
                "address = '127.0.0.1:2'",
                "until = until + interval '1 hour'",  # an older entry, put back
                "version = '2'",
                "name = 'another'",
                "mac = NULL",
            ):
                [one] = await book.members_of(connection, keys)
                assert not one.is_forged
                await connection.execute(f"UPDATE processes SET {change}")
                [one] = await book.members_of(connection, keys)
                assert one.is_forged, change
                assert await book.renew(connection, number, me, "1", keys)

    run(work)


def test_decks_are_made_ready_by_the_process_that_has_the_table(sqlite: str) -> None:
    """A table went to another process while it was opened here: the order follows it, alone."""

    async def work() -> None:
        async with served(sqlite) as service:
            game, quick = game_of("holdem"), Procedures(inspection_seconds=1)
            says = SetUpTable(name="1", sign=game.sign, procedures=quick)
            await service.set_up(Order(service.clock(), SUE, says), game)
            desk, passed = service.desk("1"), list[Order]()

            async def elsewhere(stream: str, order: Order, client: str, sequence: int) -> Reply:
                assert isinstance(order.says, OpenTable), "the dealer's work is not passed on"
                passed.append(order)
                return Reply(desk.number)

            def gone(entry: Entry) -> None:
                desk.elsewhere = elsewhere

            desk.on_entry = gone  # with the first of its decks
            await desk.ask(Order(service.clock(), SUE, OpenTable()))
            assert [order.says for order in passed] == [OpenTable()]
            desk.elsewhere = None

    run(work)


def test_a_room_in_a_file_has_one_process(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["--workers", "2"], ["--standby"]):
        assert main(["serve", *words, "--db", f"sqlite:///{tmp_path}/room.db"]) == 2
        said = capsys.readouterr().err
        assert "use PostgreSQL for several" in said
        assert said.count("\n") == 1
    for words in (["processes"], ["drain", "x"], ["move", "1", "--to", "x"]):
        assert main([*words, "--db", f"sqlite:///{tmp_path}/room.db"]) == 2
        assert "only one process" in capsys.readouterr().err


def test_lines_of_the_servers_log_name_their_process_among_several() -> None:
    record = logging.makeLogRecord({"msg": "table/1 is served here now"})
    assert json.loads(JsonLines("vm/7-af").format(record))["process"] == "vm/7-af"
    assert "process" not in json.loads(JsonLines().format(record))


# --- one server alone ------------------------------------------------------------------------


def test_a_server_that_lost_the_room_cannot_begin_a_log_either(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    async def work() -> None:
        db, keys = database(request, tmp_path, "postgresql"), load_keys(tmp_path / "keys")
        await tokens_for(db, keys, [SUE])
        old, new = (Store(make_engine(db), keys, owner=this_server()) for _ in range(2))
        await old.start()
        await old.append("table/1", [NOTHING])
        await new.start()
        for stream in ("table/2", "table/1"):
            with pytest.raises(Exception, match=f"{FENCED}|read-only"):
                await old.append(stream, [NOTHING])
        await new.append("table/2", [NOTHING])
        assert old.faults
        await new.stop()
        await old.stop()

    run(work)


def test_a_server_that_lost_the_room_refuses_nothing_and_sends_its_clients_away(
    tmp_path: Path, sqlite: str
) -> None:
    """An order that it would refuse may be one that was carried out, here or at the other."""

    async def take_over() -> None:
        other = Store(make_engine(sqlite), load_keys(tmp_path / "keys"))
        await other.start()
        await other.stop()

    too_far = {"do": {"type": "Sit", "seat": 99, "chips": 200_00}, "sequence": 2}
    with house(tmp_path) as here:
        ada = here.token("Ada")
        with here.wire(ada) as kept:
            here.call(take_over)
            with here.wire(ada) as wire:
                wire.send_json(TURN)
                assert close_of(wire) == MOVED
            kept.send_json(too_far)
            assert close_of(kept) == MOVED
        for reply in (
            here.client.get("/api/tables", headers=ada),
            here.client.post("/api/orders", headers=ada, json={}),
        ):
            assert (reply.status_code, reply.headers["retry-after"]) == (503, "2"), reply.text
            assert reply.json()["why"] == FENCED


# --- kills, pauses and upgrades --------------------------------------------------------------


def postmaster(request: pytest.FixtureRequest) -> int:
    """The process of the database, which PostgreSQL starts anew after a child of it is killed."""
    address: str = request.getfixturevalue("postgres")
    with psycopg.connect(address) as connection:
        row = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'"
        ).fetchone()
    assert row is not None
    return int(row[0])


async def watch_owners(room: Sequence[Server], longest: list[float]) -> None:
    """Note the longest time that a log had no living process, outages of the database included."""
    since = dict.fromkeys((HOUSE, *map(stream_of, TABLES)), time.monotonic())
    while True:
        with suppress(psycopg.OperationalError):
            found = await asyncio.to_thread(owners, room[0].db)
            alive = {server.port for server in room if server.is_alive()}
            since |= {log: time.monotonic() for log, port in found.items() if port in alive}
        longest.append(max(longest.pop(), time.monotonic() - min(since.values())))
        await asyncio.sleep(0.1)


async def kill_many(
    request: pytest.FixtureRequest, room: list[Server], kills: int, seed: int
) -> str:
    """Kill processes at random, and the database now and then, while people play."""
    chance, gaps, crashes = Random(seed), [0.0], 0
    players, tasks = await play(room)
    await every_table_plays(players)
    unowned = [0.0]
    tasks.append(asyncio.create_task(watch_owners(room, unowned)))
    for number in range(kills):
        await asyncio.sleep(chance.uniform(0, 0.3))
        if number % 4 == 3:
            crashes += 1
            os.kill(await asyncio.to_thread(postmaster, request), signal.SIGKILL)
            gaps.append(await every_table_plays(players))
            continue
        victim = chance.choice(room)
        await asyncio.to_thread(victim.end)
        if len(room) > 1:
            gaps.append(await every_table_plays(players))
        await asyncio.to_thread(victim.start)
        await more_is_promised(players)
    assert not tasks[-1].done(), tasks[-1]
    await end(tasks)
    await closed(room, players)
    assert unowned[0] < GAP_S, f"a log had no process for {unowned[0]:.1f} s"
    acks = sum(len(player.acks) for player in players)
    refused = sum(len(player.refusals) for player in players)
    return (
        f"{len(room)} processes, {kills} kills ({crashes} of the database), {acks} promises, "
        f"{refused} refusals, every log had a process again after {unowned[0]:.1f} s at most, "
        f"and every table played again after {max(gaps):.1f} s"
    )


@pytest.mark.soak
@pytest.mark.parametrize("count", [2, 3])
def test_kills_of_processes_and_of_the_database(
    request: pytest.FixtureRequest, tmp_path: Path, launcher: Launcher, count: int
) -> None:
    kills = int(os.environ.get("CROUPIER_TEST_KILLS", "50"))
    seed = int(os.environ.get("CROUPIER_TEST_SEED", count))
    room = servers(request, tmp_path, launcher, count)
    said = run(lambda: kill_many(request, room, kills, seed))
    request.node.user_properties.append(("says", said))
    print(said)


@pytest.mark.soak
def test_a_process_that_stood_still_can_write_nothing(
    request: pytest.FixtureRequest, tmp_path: Path, launcher: Launcher
) -> None:
    pause = float(os.environ.get("CROUPIER_TEST_PAUSE", "60"))

    async def work() -> None:
        room = servers(request, tmp_path, launcher, 2)
        still, other = room
        players, tasks = await play(room, [other])  # a client of a process that stands still waits
        await move(still, "table/holdem")
        await every_table_plays(players)
        os.kill(still.pid, signal.SIGSTOP)
        try:
            began = time.monotonic()
            await until_owned(room, {other.port})
            assert time.monotonic() - began < GAP_S
            while time.monotonic() < began + pause:
                await every_table_plays(players)
                await asyncio.sleep(0.5)
        finally:
            os.kill(still.pid, signal.SIGCONT)
        await every_table_plays(players)
        ends = time.monotonic() + PATIENCE_S
        while "was taken for dead" not in still.log.read_text():
            assert time.monotonic() < ends
            await asyncio.sleep(0.1)
        await every_table_plays(players)
        await end(tasks)
        assert [
            player.refusals
            for player in players
            if any("read-only" in why or "another" in why for why in player.refusals.values())
        ] == []
        await closed(room, players)

    run(work)


@pytest.mark.soak
def test_an_upgrade_process_by_process_refuses_nothing(
    request: pytest.FixtureRequest, tmp_path: Path, launcher: Launcher
) -> None:
    async def work() -> str:
        room = servers(request, tmp_path, launcher, 3)
        for server in room:  # nobody's turn passes while they reconnect
            slow = {"TURN": "300", "PROTECTION": "300", "ABSENT": "300", "MISSES": "0"}
            server.env |= {f"CROUPIER_{name}": value for name, value in slow.items()}
        players, tasks = await play(room)
        await every_table_plays(players)
        for server in room:
            with psycopg.connect(server.db, autocommit=True) as operator:
                operator.execute(
                    "UPDATE processes SET draining = true WHERE address LIKE %s",
                    [f"%:{server.port}"],
                )
            await until_owned(room, {other.port for other in room if other is not server})
            await every_table_plays(players)
            await asyncio.to_thread(server.end, signal.SIGTERM)
            await every_table_plays(players)
            await asyncio.to_thread(server.start)
            await every_table_plays(players)
        await end(tasks)
        refused = [why for player in players for why in player.refusals.values()]
        await closed(room, players)
        early = [why for why in refused if why.endswith("is to act")]
        assert early == refused  # these clients sometimes play twice, at a lone process too
        acks = sum(len(player.acks) for player in players)
        return f"3 processes upgraded, {acks} promises, {len(early)} out of turn, no other refusal"

    said = run(work)
    request.node.user_properties.append(("says", said))
    print(said)


@pytest.mark.soak
def test_a_newer_version_is_started_beside_the_older_one_at_the_same_port(
    request: pytest.FixtureRequest, tmp_path: Path, launcher: Launcher
) -> None:
    async def work() -> None:
        older, newer = room = servers(request, tmp_path, launcher, 2)
        newer.port = older.port
        for server in room:
            slow = {"TURN": "300", "PROTECTION": "300", "ABSENT": "300", "MISSES": "0"}
            server.env |= {f"CROUPIER_{name}": value for name, value in slow.items()}
            request.addfinalizer(partial(end_workers, server))
            server.words = ["--workers", "2"]
        players, tasks = await play([older])
        await every_table_plays(players)
        first = await a_worker_is_started_again(older)
        await every_table_plays(players)
        await asyncio.to_thread(newer.start)
        await until_members(newer, lambda names: len(names - first) == len(first) == 2)
        for name in first:
            words = ["drain", name, "--db", older.db]
            assert await asyncio.to_thread(main, words) == 0
        ports = {port for port, name in names_of(older.db).items() if name not in first}
        await until_owned(room, ports)
        await every_table_plays(players)
        await asyncio.to_thread(older.end, signal.SIGTERM)
        await until_members(newer, lambda names: not names & first)
        await every_table_plays(players)
        await end(tasks)
        await closed([newer], players)
        refused = [why for player in players for why in player.refusals.values()]
        assert [why for why in refused if not why.endswith("is to act")] == []

    run(work)


async def a_worker_is_started_again(server: Server) -> set[str]:
    """Kill one of two workers; the names of those that there are then."""
    before = set(names_of(server.db).values())
    victim = min(before)
    os.kill(int(victim.rpartition("/")[2].partition("-")[0]), signal.SIGKILL)
    await until_members(server, lambda names: victim not in names and len(names) == 2)
    log = server.log.read_text()
    assert "ended by signal 9: it is started again" in log
    assert any(f'"process":"{name}"' in log for name in before)
    return set(names_of(server.db).values())


def end_workers(server: Server) -> None:
    """End a process with its workers, which outlive it when it is killed."""
    if server.pid and server.is_alive():
        server.end(signal.SIGTERM)


async def until_members(server: Server, wanted: Callable[[set[str]], bool]) -> None:
    """Wait until the processes of the room are as they should be."""
    async with asyncio.timeout(PATIENCE_S):
        while not wanted(set(await asyncio.to_thread(lambda: names_of(server.db).values()))):
            await asyncio.sleep(0.05)
