"""Two real servers and one PostgreSQL: one has the room, the other passes on, and takes over."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx
import pytest
from sqlalchemy import select

from croupier.cli import main
from croupier.refused import Refused
from croupier.server.standby import check_standby
from croupier.server.store import lock as locks
from croupier.server.store.database import Store, make_engine
from croupier.server.store.keys import load_keys
from croupier.server.store.lease import FENCED, Room, look_at, this_server
from croupier.server.store.lines import Line
from croupier.server.store.schema import events
from tests.server.clients import Player, tokens_for
from tests.server.conftest import database
from tests.server.processes import PATIENCE_S, Launcher, Server
from tests.server.rooms import SUE, run
from tests.server.test_nothing_lost import BETWEEN, SETTINGS, crowd, judge
from tests.server.test_people import TURN, close_of, house

NOTHING = Line("Nothing", b"{}", sealed=False)
KILLS = 2
MANY = 100
MOVED = 1012  # as a socket is closed: the service starts again, elsewhere
GAP_S = 10.0  # without an owner, at most


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    found = Launcher()
    yield found
    found.close()


@pytest.fixture
def pair(
    request: pytest.FixtureRequest, tmp_path: Path, postgres: str, launcher: Launcher
) -> list[Server]:
    """Two servers of one room, none started."""
    db, made = database(request, tmp_path, "postgresql"), list[Server]()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        made.append(Server(launcher, db, tmp_path / name, **SETTINGS))
        made[-1].words, made[-1].keys = ["--standby"], tmp_path / "keys"
    return made


async def play(pair: list[Server]) -> tuple[list[Player], list[asyncio.Task[None]]]:
    """Open the room with the first, let the second stand by, and let people come to either."""
    players = await crowd(pair[0])
    await asyncio.to_thread(pair[1].start)
    for player in players:
        other = player.urls[0].replace(str(pair[0].port), str(pair[1].port))
        player.urls.insert(len(player.name) % 2, other)
    return players, [asyncio.create_task(player.play()) for player in players]


async def more_is_promised(players: list[Player], times: int = BETWEEN) -> float:
    """Wait for new promises; how long that took."""
    before, began = sum(len(player.acks) for player in players), time.monotonic()
    while sum(len(player.acks) for player in players) < before + times:
        assert time.monotonic() - began < PATIENCE_S, "the room stands still"
        await asyncio.sleep(0.01)
    return time.monotonic() - began


async def end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def room_at(server: Server) -> Room:
    engine = make_engine(server.db)
    try:
        return await look_at(engine)
    finally:
        await engine.dispose()


async def owner_of(pair: list[Server]) -> Server | None:
    room = await room_at(pair[0])
    found = [s for s in pair if room.owner and room.owner.address.endswith(f":{s.port}")]
    return found[0] if found else None


def kill_many(pair: list[Server], kills: int) -> str:
    async def work() -> str:
        chance, gaps = Random(kills), [0.0]
        players, tasks = await play(pair)
        await more_is_promised(players)
        for number in range(kills):
            owner = await owner_of(pair)
            assert owner is not None
            victim = owner if number % 3 < 2 else chance.choice(pair)
            await asyncio.to_thread(victim.end)
            gaps.append(await more_is_promised(players))
            await asyncio.to_thread(victim.start)
        await end(tasks)
        for server in pair:
            await asyncio.to_thread(server.end, signal.SIGTERM)
        await judge(pair[0], players)
        acks = sum(len(player.acks) for player in players)
        return f"{kills} kills, {acks} promises, play went on after {max(gaps):.1f} s at most"

    return run(work)


@pytest.mark.soak
def test_another_server_takes_over_when_one_is_killed(
    pair: list[Server], request: pytest.FixtureRequest
) -> None:
    request.node.user_properties.append(("says", kill_many(pair, KILLS)))


@pytest.mark.soak
def test_a_hundred_kills_of_either_server(
    pair: list[Server], request: pytest.FixtureRequest
) -> None:
    request.node.user_properties.append(("says", kill_many(pair, MANY)))


@pytest.mark.soak
def test_a_server_that_stood_still_can_write_nothing_and_stands_by(pair: list[Server]) -> None:
    async def work() -> None:
        players, tasks = await play(pair)
        await more_is_promised(players)
        os.kill(pair[0].pid, signal.SIGSTOP)
        try:
            ends = time.monotonic() + PATIENCE_S
            while await owner_of(pair) is not pair[1]:
                assert time.monotonic() < ends, f"{await room_at(pair[0])}"
                await asyncio.sleep(0.05)
            await more_is_promised(players)
        finally:
            os.kill(pair[0].pid, signal.SIGCONT)
        await more_is_promised(players)
        async with httpx.AsyncClient(timeout=5) as client:
            ends = time.monotonic() + PATIENCE_S
            while "standing by" not in pair[0].log.read_text():
                assert time.monotonic() < ends, "it does not stand by"
                await asyncio.sleep(0.1)
            while True:  # it passes on what it is sent
                with suppress(httpx.TransportError):
                    if (await client.get(f"{pair[0].address}/health")).status_code == 200:
                        break
                await asyncio.sleep(0.1)
        await end(tasks)
        for server in reversed(pair):
            await asyncio.to_thread(server.end, signal.SIGTERM)
        await judge(pair[0], players)
        engine = make_engine(pair[0].db)
        async with engine.connect() as connection:
            rows = await connection.execute(
                select(events.c.epoch)
                .where(events.c.stream.like("table/%"))
                .order_by(events.c.stream, events.c.number)
            )
            assert len({row.epoch for row in rows}) > 1
        await engine.dispose()

    run(work)


def test_a_server_that_lost_the_room_cannot_begin_a_log_either(
    request: pytest.FixtureRequest, tmp_path: Path, postgres: str
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


def test_a_takeover_refuses_a_log_that_ends_before_what_was_seen(
    tmp_path: Path, sqlite: str
) -> None:
    async def work() -> None:
        keys = load_keys(tmp_path / "keys")
        await tokens_for(sqlite, keys, [SUE])
        store = Store(make_engine(sqlite), keys)
        await store.start()
        await store.append("table/1", [NOTHING] * 2)
        await store.stop()
        for seen, faults in ((2, 0), (3, 1)):
            later = Store(make_engine(sqlite), keys, seen={"table/1": seen})
            await later.start()
            assert len(later.faults) == faults
            await later.stop()

    run(work)


def test_a_room_in_a_file_has_no_standby(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--standby", "--db", f"sqlite:///{tmp_path}/room.db"]) == 2
    said = capsys.readouterr().err
    assert "keep it in PostgreSQL to have a standby" in said
    assert said.count("\n") == 1
    with pytest.raises(Refused, match="one server"):
        check_standby(make_engine("sqlite:///room.db").url)
    assert locks.LEASE_S < GAP_S
