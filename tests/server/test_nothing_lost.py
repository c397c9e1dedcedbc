"""What was acknowledged is never lost and never applied twice, whenever the server is killed."""

import asyncio
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from shutil import copy

import httpx
import msgspec
import pytest
from sqlalchemy import select

from croupier.room.house.people import Actor
from croupier.room.seating.facts import Bought, PurchaseQueued
from croupier.room.table import evolve as life
from croupier.server.store.audit import audit
from croupier.server.store.database import Store, make_engine
from croupier.server.store.keys import load_keys
from croupier.server.store.schema import checkpoints, requests
from croupier.server.tables.writer import Reply
from tests.server.clients import Player, tokens_for
from tests.server.conftest import DATABASES, database
from tests.server.processes import Launcher, Server
from tests.server.rooms import SUE, run

KILLS = 10  # on each database
BETWEEN = 6  # promises at least, from one kill to the next
SETTINGS = {
    "pause": 0.02,
    "turn": 3,
    "bank": 0,
    "protection": 0.3,
    "absent": 0.1,
    "requests": 1000,
    "frames": 1000,
}
TABLES = ("holdem", "five-card-draw", "mambo-stud-hilo-6")
SEATED = 3


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    found = Launcher()
    yield found
    found.close()


def names(table: str) -> list[str]:
    return [f"{table} {seat}" for seat in range(1, SEATED + 1)]


async def expect(client: httpx.AsyncClient, path: str, body: object) -> None:
    reply = await client.post(path, json=body)
    assert reply.status_code == 201, reply.text


async def crowd(server: Server) -> list[Player]:
    """Set the tables up over the network, and bring the people."""
    people = [Actor(name, "player") for table in TABLES for name in names(table)]
    tokens = await tokens_for(server.db, load_keys(server.keys), [SUE, *people])
    server.start()
    headers = {"Authorization": f"Bearer {tokens['Sue']}"}
    async with httpx.AsyncClient(base_url=server.address, headers=headers, timeout=30) as sue:
        for table in TABLES:
            procedures = {"inspection_seconds": 1}
            body = {"name": table, "game": table, "procedures": procedures}
            await expect(sue, "/api/tables", body)
            order = {"client": "sue", "sequence": 1, "command": {"type": "OpenTable"}}
            await expect(sue, f"/api/tables/{table}/orders", order)
    return [
        Player(server.address, table, seat, name, tokens[name])
        for table in TABLES
        for seat, name in enumerate(names(table), 1)
    ]


async def torment(server: Server, kills: int, chance: Random) -> list[Player]:
    """Let everybody play, and kill the server again and again, at any moment."""
    players = await crowd(server)
    tasks = [asyncio.create_task(player.play()) for player in players]
    for _ in range(kills):
        before = sum(len(player.acks) for player in players)
        while sum(len(player.acks) for player in players) < before + BETWEEN:
            await asyncio.sleep(0.01)
        await asyncio.sleep(chance.uniform(0, 0.25))
        await asyncio.to_thread(server.end)
        await asyncio.to_thread(server.start)
    await asyncio.sleep(0.5)
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    await asyncio.to_thread(server.end, signal.SIGTERM)
    return players


async def judge(server: Server, players: list[Player]) -> None:
    """Compare what the clients were promised with what is stored."""
    engine, keys = make_engine(server.db), load_keys(server.keys)
    assert [str(fault) async for fault in audit(engine, keys)] == []
    store = Store(engine, keys)
    async with engine.connect() as connection:
        kept = {
            (row.stream, row.client, row.sequence): msgspec.json.decode(row.reply, type=Reply).upto
            for row in await connection.execute(select(requests))
        }
    await store.start()
    async with engine.connect() as connection:
        signed = {
            (row.stream, row.number): bytes(row.hash)
            for row in await connection.execute(select(checkpoints))
        }
    for stream, tip in store.tips.items():  # the last end was an orderly one
        assert signed[stream, tip[0]] == tip[1]
    for table in TABLES:
        entries = [life.read_entry(body) async for _, body in store.read(f"table/{table}")]
        for player in (player for player in players if player.table == table):
            assert player.faults == []
            mine = {
                sequence: upto
                for (stream, client, sequence), upto in kept.items()
                if (stream, client) == (f"table/{table}", f"{player.name}/c")
            }
            assert player.acks.items() <= mine.items()  # none is lost
            assert mine.keys() <= player.sent.keys()
            both = mine.keys() & player.refusals.keys()  # carried out, and refused
            assert {number: player.refusals[number] for number in both} == {}
            assert max(player.acks.values(), default=0) <= len(entries)
            check_purchases(player, [entry.fact for entry in entries], set(mine))
        balances = await store.balances(f"table/{table}")
        assert sum(balances.values()) == 0
    await store.stop()


def check_purchases(player: Player, facts: list[object], carried_out: set[int]) -> None:
    """Each purchase that was carried out is there once, and no other is."""
    queued, bought = Counter[int](), Counter[int]()
    for fact in facts:
        if isinstance(fact, Bought) and fact.person == player.name:
            bought[sum(move.chips for move in fact.moves)] += 1
        elif isinstance(fact, PurchaseQueued) and fact.seat == player.seat:
            queued[fact.asks.chips] += 1
    asked = {
        command["chips"]: sequence
        for sequence, command in player.sent.items()
        if command["type"] in ("Buy", "Sit")
    }
    for chips, sequence in asked.items():
        there = max(bought[chips], queued[chips])
        assert there == (sequence in carried_out), (player.name, sequence, chips)


@pytest.mark.parametrize("kind", DATABASES)
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(
    request: pytest.FixtureRequest, tmp_path: Path, launcher: Launcher, kind: str
) -> None:
    _kill_many(request, tmp_path, launcher, kind, KILLS)


@pytest.mark.soak
@pytest.mark.parametrize("kind", DATABASES)
def test_nothing_is_lost_in_three_hundred_kills(
    request: pytest.FixtureRequest, tmp_path: Path, launcher: Launcher, kind: str
) -> None:
    _kill_many(request, tmp_path, launcher, kind, 300 // len(DATABASES))


def _kill_many(
    request: pytest.FixtureRequest, folder: Path, launcher: Launcher, kind: str, kills: int
) -> None:
    server = Server(launcher, database(request, folder, kind), folder, **SETTINGS)

    async def work() -> None:
        players = await torment(server, kills, Random(kind))
        await judge(server, players)
        acks = sum(len(player.acks) for player in players)
        assert acks >= BETWEEN * kills
        request.node.user_properties.append(("says", f"{kind}: {kills} kills, {acks} promises"))

    run(work)


def test_a_log_cut_at_any_byte_comes_back_as_a_clean_beginning(
    tmp_path: Path, launcher: Launcher
) -> None:
    """The write-ahead file of SQLite loses its end: what is left is whole, and in order."""
    db = f"sqlite:///{tmp_path}/room.db"
    server = Server(launcher, db, tmp_path, **SETTINGS)

    async def work() -> None:
        players = await crowd(server)
        tasks = [asyncio.create_task(player.play()) for player in players]
        while sum(len(player.acks) for player in players) < 40:
            await asyncio.sleep(0.02)
        await asyncio.to_thread(server.end)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    run(work)
    wal, keys = Path(f"{tmp_path}/room.db-wal"), load_keys(server.keys)
    size, chance, lengths = wal.stat().st_size, Random(7), set[int]()
    assert size > 100_000
    for number in range(12):
        folder = tmp_path / str(number)
        folder.mkdir()
        copy(tmp_path / "room.db", folder / "room.db")
        cut = chance.randrange(size) if number else size
        (folder / "room.db-wal").write_bytes(wal.read_bytes()[:cut])
        lengths.add(run(lambda folder=folder: _length(folder, keys)))  # type: ignore[misc]  # bound
    assert len(lengths) > 3


async def _length(folder: Path, keys: object) -> int:
    engine = make_engine(f"sqlite:///{folder}/room.db")
    try:
        async with engine.connect() as connection:
            tables = await connection.run_sync(lambda sync: engine.dialect.get_table_names(sync))
        if "requests" not in tables:
            return 0
        assert [str(fault) async for fault in audit(engine, keys)] == []  # type: ignore[arg-type]  # keys
        total = 0
        store = Store(engine, keys)  # type: ignore[arg-type]  # keys
        for table in TABLES:
            total += len([line async for line in store.read(f"table/{table}")])
        return total
    finally:
        await engine.dispose()
