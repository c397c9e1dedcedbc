"""Under pressure: memory, connections and time are bounded, and what breaks is reported."""

import asyncio
import os
import re
import socket
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from threading import get_native_id
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from msgspec.structs import replace
from prometheus_client.parser import text_string_to_metric_families as parsed
from sqlalchemy import text
from uvicorn import Config as Uvicorn
from uvicorn.server import ServerState

from croupier.chips import Chips
from croupier.refused import Refused
from croupier.room.seating.orders import Buy, Sit
from croupier.server.app import create_app
from croupier.server.auth import passwords
from croupier.server.auth.users import Accounts
from croupier.server.config import Config
from croupier.server.desks.hands import WORDS_MOST
from croupier.server.guard.connections import Connection, Connections
from croupier.server.guard.rates import KEYS_MOST, Backoff, Rate
from croupier.server.guard.wire import WASTE, Lines, patient_protocol
from croupier.server.monitoring import health
from croupier.server.monitoring.health import Health
from croupier.server.service import Service
from croupier.server.setup.preflight import keep_private
from croupier.server.store.copies import backup
from croupier.server.store.database import Store, make_engine
from croupier.server.store.keys import load_keys
from croupier.server.store.migrate import migrate
from croupier.server.tables.dealer import AGAIN, Dealer
from croupier.server.tables.steady_clock import SLEW, SteadyClock
from tests.server.clients import tokens_for
from tests.server.processes import ROOT, Launcher, Server
from tests.server.rooms import FAST, KEYS, PATIENCE, SUE, opened, run, say, seated, served, until
from tests.server.test_direct import Wire

CONNECTIONS = 20


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The real server, with little patience."""
    folder, launcher = tmp_path_factory.mktemp("slow"), Launcher()
    settings: dict[str, Any] = {"headers": 0.3, "body": 0.3, "connections_each": CONNECTIONS}
    settings |= {"metrics_token": "watch", "requests": 100_000}
    found = Server(launcher, f"sqlite:///{folder}/room.db", folder, **settings)
    tokens = run(lambda: tokens_for(found.db, load_keys(found.keys), [SUE]))
    found.start()
    client = httpx.Client(
        base_url=found.address, headers={"Authorization": f"Bearer {tokens['Sue']}"}
    )
    with client:
        table = {"name": "1", "game": "holdem", "procedures": {"inspection_seconds": 1}}
        assert client.post("/api/tables", json=table).status_code == 201
    yield found
    found.end()
    launcher.close()


def dial(server: Server) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    line.settimeout(PATIENCE)
    return line


def is_dropped(line: socket.socket) -> bool:
    """Whether the server ends the connection; it waits for no answer."""
    try:
        while line.recv(65536):
            pass
    except ConnectionError:
        pass
    return True


# --- whose address counts --------------------------------------------------------------------


def test_an_address_that_a_client_names_for_itself_is_not_believed(server: Server) -> None:
    """From this machine neither: a proxy is one that the settings name."""
    names = ("X-Forwarded-For", "X-Real-IP", "Forwarded")
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        codes = [
            client.post(
                "/api/session",
                json={"name": f"nobody {n}", "password": "guess"},
                headers=dict.fromkeys(names, f"10.4.4.{n}") | {"X-Forwarded-Proto": "https"},
            ).status_code
            for n in range(60)
        ]
    assert set(codes) == {422, 429}
    log = server.log.read_text()
    assert "10.4.4." not in log
    assert '"address":"127.0.0.1"' in log


# --- connections -----------------------------------------------------------------------------

HEAD = b"POST /api/session HTTP/1.1\r\nHost: room\r\nContent-Type: application/json\r\n"
SLOW = {
    "nothing at all": b"",
    "half a head": HEAD,
    "half a body": HEAD + b"Content-Length: 1000\r\n\r\n{",
    "a second request, slowly": b"GET /health HTTP/1.1\r\nHost: room\r\n\r\n" + HEAD,
}


@pytest.mark.parametrize("sent", SLOW.values(), ids=SLOW)
def test_a_slow_connection_is_dropped(server: Server, sent: bytes) -> None:
    with closing(dial(server)) as line:
        line.sendall(sent)
        assert is_dropped(line)


def test_a_client_that_sends_one_byte_after_another_is_dropped_too(server: Server) -> None:
    with closing(dial(server)) as line:
        line.sendall(HEAD)
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            try:
                line.sendall(b"x")
            except ConnectionError:
                return
            time.sleep(0.02)
    raise AssertionError("it may go on for ever")


@pytest.mark.parametrize("coding", ["chunked", "Chunked"])
@pytest.mark.parametrize("chunk", [1, 500])
def test_a_body_in_crumbs_is_not_put_together(chunk: int, coding: str) -> None:
    """Chunks of one byte take long to read: one connection once held up every table."""
    head = f"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: {coding}\r\n\r\n".encode()
    part = b"%x\r\n%s\r\n" % (chunk, b"x" * chunk)

    async def work() -> tuple[bool, int]:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            await asyncio.Event().wait()

        wire = Wire()
        end = patient_protocol(Config())(Uvicorn(app, log_config=None), ServerState(), {})
        end.connection_made(wire)
        end.data_received(head)
        end.data_received(part * (60_000 // len(part)))
        return wire.aborted, len(end.cycle.body)

    dropped, read = run(work)
    assert dropped == (chunk == 1)
    assert read < WASTE if dropped else read > 50_000


def test_an_address_has_so_many_connections(server: Server) -> None:
    lines = [dial(server) for _ in range(3 * CONNECTIONS)]
    try:
        assert all(is_dropped(line) for line in lines)
    finally:
        for line in lines:
            line.close()
    assert httpx.get(f"{server.address}/health").status_code == 200


def test_connections_are_counted_by_address() -> None:
    lines = Lines(Config(connections=9, connections_each=3, trusted_proxy="10.0.0.9"))
    assert [lines.take("10.0.0.1") for _ in range(4)] == [True, True, True, False]
    assert [lines.take("10.0.0.9") for _ in range(5)] == [True] * 5  # it counts its own clients
    lines.leave("10.0.0.1")
    assert [lines.take(one) for one in ("10.0.0.1", "10.0.0.2", "10.0.0.9")] == [True, True, False]
    for host in ("10.0.0.1",) * 3 + ("10.0.0.9",) * 5 + ("10.0.0.2",):
        lines.leave(host)
    assert not lines._open


def test_another_process_of_the_room_counts_its_own_clients() -> None:
    lines = Lines(Config(connections=9, connections_each=2), lambda host: host == "10.0.0.7")
    assert [lines.take("10.0.0.7") for _ in range(5)] == [True] * 5
    assert [lines.take("10.0.0.1") for _ in range(3)] == [True, True, False]
    assert [lines.take("10.0.0.7") for _ in range(3)] == [True, True, False]  # in all


def test_sockets_are_counted_by_address_and_in_all() -> None:
    accounts = Accounts(make_engine("sqlite://"), KEYS)
    room = Connections(accounts, lambda: datetime.now(UTC), most=3, each=2)
    first = Connection("10.0.0.1")
    for one in (first, Connection("10.0.0.1")):
        room.enter(one)
    with pytest.raises(Refused, match="an address can have 2"):
        room.enter(Connection("10.0.0.1"))
    room.enter(Connection("10.0.0.2"))
    with pytest.raises(Refused, match="the room is full"):
        room.enter(Connection("10.0.0.3"))
    room.leave(first)
    room.enter(Connection("10.0.0.1"))


def test_an_address_has_so_many_sockets(server: Server) -> None:
    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidStatus

    async def work() -> None:
        address = server.address.replace("http", "ws") + "/api/tables/1/socket"
        opened = [await connect(address) for _ in range(CONNECTIONS)]
        with pytest.raises((InvalidStatus, ConnectionError, EOFError)):
            await connect(address)
        for wire in opened:
            await wire.close()
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    async with connect(address):
                        return  # there is room again
                except (InvalidStatus, ConnectionError, EOFError):
                    await asyncio.sleep(0.05)

    run(work)


# --- what breaks is reported -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/static/{version}/%00", 404),
        ("/static/{version}/" + "x" * 5000, 404),
        ("/api/tables/%00/chat", 404),
        ("/api/clauses/" + "y" * 5000, 404),
    ],
)
def test_an_address_that_is_none_is_no_fault(server: Server, path: str, status: int) -> None:
    from croupier.server.desks.pages import version

    reply = httpx.get(server.address + path.replace("{version}", version()))
    assert reply.status_code == status
    assert '"level":"error"' not in server.log.read_text()


@pytest.mark.parametrize("host", ["a:b", "a:99999", "[", "[::zz]", "@", "a@b", "a/b"])
@pytest.mark.parametrize(("method", "path"), [("GET", "/health"), ("POST", "/api/session")])
def test_a_host_that_is_none_is_no_fault(server: Server, method: str, path: str, host: str) -> None:
    """Such a request once broke the answer to what it broke."""
    reply = httpx.request(method, server.address + path, headers={"host": host})
    assert reply.status_code == 400
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert '"level":"error"' not in server.log.read_text()


def test_a_body_that_is_not_text_is_no_fault(server: Server) -> None:
    body = b'{"name": "\xff\xfe", "password": "x"}'
    headers = {"content-type": "application/json"}
    reply = httpx.post(f"{server.address}/api/session", content=body, headers=headers)
    assert reply.status_code == 400
    assert '"level":"error"' not in server.log.read_text()


def test_a_fault_has_a_number_in_the_answer_and_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = Config(
        play_chips=True, db=f"sqlite:///{tmp_path}/room.db", keys=str(tmp_path / "keys")
    )
    with TestClient(create_app(config), raise_server_exceptions=False) as client:
        monkeypatch.setattr(Service, "desk", lambda *_: 1 / 0)
        reply = client.get("/api/tables/1")
        assert reply.status_code == 500
        number = reply.json()["fault"]
        assert re.fullmatch("[0-9a-f]{8}", number)
        fields = [one.__dict__.get("fields", {}) for one in caplog.records]
        assert [one["path"] for one in fields if one.get("number") == number] == ["/api/tables/1"]


def test_metrics_are_for_the_operator(server: Server) -> None:
    url = f"{server.address}/metrics"
    assert httpx.get(url).status_code == 401
    assert httpx.get(url, headers={"Authorization": "Bearer guess"}).status_code == 401
    reply = httpx.get(url, headers={"Authorization": "Bearer watch"})
    assert "croupier_tables 1.0" in reply.text
    found = {sample.name: sample.value for one in parsed(reply.text) for sample in one.samples}
    assert found["croupier_commits_total"] > 0
    assert found["croupier_server"] == 2  # the house and a table
    assert "croupier_order_seconds_count" in found
    assert found["croupier_commit_seconds_count"] >= found["croupier_commits_total"]
    assert found["croupier_orders_waiting"] == found["croupier_appends_waiting"] == 0


def test_dashboard_and_alerts_ask_for_what_is_measured(server: Server) -> None:
    headers = {"Authorization": "Bearer watch"}
    text = httpx.get(f"{server.address}/metrics", headers=headers).text
    known = {sample.name for one in parsed(text) for sample in one.samples}
    for name in ("grafana.json", "alerts.yaml"):
        asked = set(re.findall(r"croupier_[a-z_]+", (ROOT / "deploy" / name).read_text()))
        assert asked
        assert asked <= known, name


def test_without_a_token_there_are_no_metrics(tmp_path: Path) -> None:
    config = Config(
        play_chips=True, db=f"sqlite:///{tmp_path}/room.db", keys=str(tmp_path / "keys")
    )
    with TestClient(create_app(config)) as client:
        assert client.get("/metrics").status_code == 404


def test_the_description_of_the_routes_loads_nothing_from_elsewhere(server: Server) -> None:
    for path in ("/api/schema", "/api/schema/openapi.json"):
        reply = httpx.get(server.address + path, follow_redirects=True)
        assert reply.json()["openapi"].startswith("3")
    for path in ("/api/schema/swagger", "/api/schema/redoc", "/api/schema/scalar"):
        assert httpx.get(server.address + path).status_code == 404


def test_health_names_what_does_not_work(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            await opened(service, "1")
            ticks = [0.0]
            service.health._clock = lambda: ticks[0]
            assert await service.health.faults() == {}
            monkeypatch.setattr(health, "LEAST_FREE", 2**80)
            assert await service.health.faults() == {}  # it was asked this very second
            ticks[0] += 2
            assert "MB are left" in (await service.health.faults())["disk"]
            monkeypatch.setattr(health, "LEAST_FREE", 0)
            async with service.store.engine.begin() as connection:
                await connection.execute(text("ALTER TABLE events RENAME TO gone"))
            with pytest.raises(Exception, match="no such table"):
                await say(service, "1", "Ada", Sit(seat=1, chips=Chips(200_00)))
            ticks[0] += 2
            assert "no such table" in (await service.health.faults())["record"]
            async with service.store.engine.begin() as connection:
                await connection.execute(text("ALTER TABLE gone RENAME TO events"))
            await say(service, "1", "Ada", Sit(seat=1, chips=Chips(200_00)))
            ticks[0] += 2
            assert await service.health.faults() == {}

    run(work)


def test_a_room_whose_database_is_gone_is_not_ready(tmp_path: Path) -> None:
    config = Config(
        play_chips=True, db=f"sqlite:///{tmp_path}/room.db", keys=str(tmp_path / "keys")
    )
    with TestClient(create_app(config)) as client:
        assert client.get("/ready").json() == {"ready": True, "faults": {}}
        service: Service = client.app.state.service
        whole, service.health._store = service.health._store, broken_store(tmp_path)
        service.health._at = float("-inf")
        reply = client.get("/ready")
        assert reply.status_code == 503
        assert "unable to open" in reply.json()["faults"]["database"]
        assert client.get("/health").json()["status"] == "impaired"
        service.health._store = whole


def test_health_tells_nobody_where_the_database_is(tmp_path: Path) -> None:
    away = Store(make_engine("postgresql://room:secret@127.0.0.1:1/room"), KEYS)

    async def work() -> None:
        found = Health(away)
        assert await found.faults() == {"database": "it does not answer"}
        away.failing = 'connection to server at "10.0.0.5" failed: no user "room"'
        found._at = float("-inf")
        assert (await found.faults())["record"] == "it does not answer"
        await away.engine.dispose()

    run(work)


def broken_store(tmp_path: Path) -> Store:
    return Store(make_engine(f"sqlite:///{tmp_path}/nowhere/room.db"), KEYS)


# --- memory and time -------------------------------------------------------------------------


def test_reading_rules_under_many_addresses_keeps_nothing(tmp_path: Path) -> None:
    where: dict[str, Any] = {"db": f"sqlite:///{tmp_path}/room.db", "keys": str(tmp_path / "keys")}
    app = create_app(Config(**where, play_chips=True, requests=10**6))
    with TestClient(app) as client:
        for n in range(30):
            assert client.get(f"/api/clauses/POKER 7(a)?x={n}").status_code == 200
            assert client.get(f"/api/games/holdem/rules?x={n}").status_code == 200
        assert all(not getattr(store, "_store", {}) for store in app.stores._stores.values())


def test_limits_keep_a_bounded_number_of_addresses() -> None:
    rate, failures = Rate(5, 60.0), Backoff(5)
    for n in range(KEYS_MOST + 500):
        rate.take((str(n),))
        failures.failed((str(n),))
    assert len(rate) == len(failures) == KEYS_MOST


def test_a_wait_doubles_and_ends() -> None:
    now = [0.0]
    tries = Backoff(2, first=1.0, longest=60.0, clock=lambda: now[0])
    waits = []
    for _ in range(10):
        tries.failed(("a",))
        waits.append(tries.wait(("a",)))
        now[0] += waits[-1]
    assert waits == [0, 1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert tries.wait(("a",)) == tries.wait(("b",)) == 0
    now[0] += 121
    tries.failed(("a",))
    tries.failed(("a",))
    assert tries.wait(("a",)) == 60  # it was not forgotten by failing again
    now[0] += 200
    assert tries.wait(("a",)) == 0
    tries.failed(("a",))
    assert tries.wait(("a",)) == 0


def test_passwords_are_hashed_a_few_at_a_time_and_not_too_many_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at_once = [0, 0]

    def slow(password: str) -> str:
        at_once[0] += 1
        at_once[1] = max(at_once)
        time.sleep(0.002)
        at_once[0] -= 1
        return password

    class Slow:
        hash = staticmethod(slow)

    monkeypatch.setattr(passwords, "_hasher", Slow())

    async def work() -> None:
        many = [passwords.hashed(str(n)) for n in range(passwords.WAITING_MOST + 10)]
        done = await asyncio.gather(*many, return_exceptions=True)
        assert sum(isinstance(one, passwords.Busy) for one in done) == 10
        assert await passwords.hashed("later") == "later"

    run(work)
    assert at_once[1] <= 2  # each takes 64 MB


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has priorities of threads")
def test_hashing_takes_the_processor_after_the_tables() -> None:
    def priority() -> int:
        return os.getpriority(os.PRIO_PROCESS, get_native_id())

    usual = priority()
    assert run(lambda: passwords._in_turn(priority)) == max(usual, passwords.NICE)
    assert priority() == usual


def test_a_dealer_who_is_refused_rests_before_the_next_try(sqlite: str) -> None:
    """Without a pause between rounds too: or the process would do nothing else."""

    async def work() -> None:
        async with served(sqlite, replace(FAST, pause=0.0)) as service:
            await opened(service)
            dealer, tries = service.dealers["1"], list[float]()
            await dealer.stop()

            async def refused() -> None:
                tries.append(time.monotonic())
                raise Refused("POKER 5", "another order came first")

            fresh = Dealer(dealer.desk, dealer.house, dealer.config, dealer.clock)
            fresh._act = refused  # type: ignore[method-assign]  # nothing else is dealt
            fresh.start()
            async with asyncio.timeout(PATIENCE):
                while len(tries) < 5:
                    await asyncio.sleep(0.01)
            await fresh.stop()
            assert all(later - first > 0.9 * AGAIN for first, later in pairwise(tries))

    run(work)


def test_a_search_has_few_words_and_leaves_the_event_loop(tmp_path: Path) -> None:
    where: dict[str, Any] = {"db": f"sqlite:///{tmp_path}/room.db", "keys": str(tmp_path / "keys")}
    with TestClient(create_app(Config(**where, play_chips=True))) as client:
        service: Service = client.app.state.service

        async def token() -> str:
            await service.accounts.add("Ada", "correct horse battery", "player", service.clock())
            actor = await service.accounts.known("Ada", "correct horse battery")
            return (await service.accounts.admit(actor, service.clock()))[0]

        headers = {"Authorization": f"Bearer {client.blocking_portal.call(token)}"}

        def search(words: str) -> int:
            reply = client.get("/api/hands", params={"text": words}, headers=headers)
            return reply.status_code

        assert search("x " * 9000) == 400
        assert search(" ".join(f"w{n}" for n in range(WORDS_MOST + 1))) == 422
        assert search("w " * 50) == 200  # one word, however often
        assert search(" ".join(f"w{n}" for n in range(WORDS_MOST))) == 200


# --- the clock -------------------------------------------------------------------------------


@pytest.mark.parametrize("jump", [-7200, 7200, -3, 86400 * 30])
def test_a_clock_that_jumps_is_followed_slowly_and_never_backwards(jump: int) -> None:
    ticks, ahead, start = [0.0], [0.0], datetime(2026, 6, 1, tzinfo=UTC)
    clock = SteadyClock(lambda: start + timedelta(seconds=ticks[0] + ahead[0]), lambda: ticks[0])
    before = clock()
    assert before == start
    ahead[0] = jump
    assert clock() == before
    for _ in range(1000):
        ticks[0] += 0.5
        now = clock()
        passed = (now - before).total_seconds()
        assert 0.5 * (1 - SLEW) - 1e-5 <= passed <= 0.5 * (1 + SLEW) + 1e-5
        before = now
    ticks[0] += abs(jump) / SLEW + 1000
    assert abs(clock() - start - timedelta(seconds=ticks[0] + jump)) < timedelta(seconds=1)


def test_a_restart_with_the_clock_set_back_keeps_the_log_in_order() -> None:
    wall = datetime(2026, 6, 1, tzinfo=UTC)
    clock = SteadyClock(lambda: wall, lambda: 0.0)
    clock.not_before(wall + timedelta(hours=2))
    assert clock() >= wall + timedelta(hours=2)
    clock.not_before(wall + timedelta(days=700))  # that clock was wrong
    assert clock() < wall + timedelta(hours=3)


def test_a_table_plays_on_when_the_machine_is_two_hours_back(sqlite: str) -> None:
    back = [0.0]

    def wall() -> datetime:
        return datetime.now(UTC) - timedelta(seconds=back[0])

    async def work() -> None:
        engine = make_engine(sqlite)
        await migrate(engine)
        quick = Config(
            play_chips=True, pause=0.01, turn=0.05, bank=0.0, protection=0.0, absent=0.05, misses=0
        )
        service = Service(Store(engine, KEYS), quick, SteadyClock(wall))
        await service.start()
        try:
            desk = await opened(service, "1")
            await seated(service, "1")
            await until(desk, lambda desk: desk.state.rounds >= 1)
            back[0] = 7200
            now = desk.state.rounds
            await until(desk, lambda desk: desk.state.rounds >= now + 2)
            at = [line.entry.at for line in desk.tail]
            steps = (later - earlier for earlier, later in pairwise(at))
            assert min(steps) > timedelta(seconds=-60)  # an order waits its turn, and no more
        finally:
            await service.stop()

    run(work)


# --- orders and files ------------------------------------------------------------------------


def test_a_number_that_was_another_order_is_refused(db: str) -> None:
    async def work() -> None:
        ask: dict[str, Any] = {"client": "Ada/c", "sequence": 1}
        async with served(db, FAST) as service:
            await opened(service, "1")
            first = await say(service, "1", "Ada", Sit(seat=1, chips=Chips(200_00)), **ask)
            again = await say(service, "1", "Ada", Sit(seat=1, chips=Chips(200_00)), **ask)
            assert again == first
            with pytest.raises(Refused, match="was another order"):
                await say(service, "1", "Ada", Buy(chips=Chips(100_00)), **ask)
        async with served(db, FAST) as service:  # also after a restart
            assert await say(service, "1", "Ada", Sit(seat=1, chips=Chips(200_00)), **ask) == first
            with pytest.raises(Refused, match="was another order"):
                await say(service, "1", "Ada", Sit(seat=2, chips=Chips(200_00)), **ask)
            assert service.desk("1").seat_of("Ada") == 1

    run(work)


def test_only_the_owner_reads_database_and_copies(tmp_path: Path) -> None:
    def modes(folder: Path) -> dict[str, int]:
        return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}

    async def work() -> None:
        engine = make_engine(f"sqlite:///{tmp_path}/room.db")
        await migrate(engine)
        copy = tmp_path / "copy"
        copy.touch(mode=0o644)
        await backup(engine, copy)
        assert set(modes(tmp_path).values()) == {0o600}, modes(tmp_path)
        (tmp_path / "room.db").chmod(0o644)  # as an earlier version left it
        keep_private(engine.url)
        assert set(modes(tmp_path).values()) == {0o600}
        await engine.dispose()

    before = os.umask(0o022)
    try:
        run(work)
    finally:
        os.umask(before)
