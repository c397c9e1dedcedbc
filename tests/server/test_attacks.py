"""An intruder who can write everything in the database and knows the code, but not the keys.

Random changes of random rows, and crafted ones: older copies of the whole database, of one log or
of one table, ends that were cut off, logs under another name. An audit finds each of them.
"""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from random import Random
from shutil import copy
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.room.seating.orders import Sit
from croupier.server.service import Service
from croupier.server.steady_clock import wall_clock
from croupier.server.store.database import Store, make_engine
from croupier.server.store.head_file import HeadFile, Kept
from croupier.server.store.migrate import migrate
from tests.server.rooms import FAST, KEYS, opened, run, say, seated, until
from tests.server.spoiling import faults

PASSWORD = "correct horse battery"
LOGS = ("events", "journal", "balances", "requests", "checkpoints", "heads")
TABLES = (*LOGS, "people", "sessions")
# The lease is a matter of the moment; when an account was made, and where a session was opened,
# is told to people and decides nothing.
FREE = {
    "heads": {"epoch", "owner", "until"},
    "people": {"created"},
    "sessions": {"created", "address", "agent"},
}


class Room(NamedTuple):
    """A room that was closed, older copies of it, and what its head file says."""

    path: Path
    older: list[Path]
    kept: Kept


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Room:
    folder = tmp_path_factory.mktemp("closed")
    path, file = folder / "room.db", HeadFile(KEYS, folder / "keys.head")
    older: list[Path] = []

    async def work() -> None:
        engine = make_engine(f"sqlite:///{path}")
        await migrate(engine)
        quick = replace(FAST, turn=0.05, bank=0.0, protection=0.0, absent=0.01)
        service = Service(Store(engine, KEYS, head_file=file), quick)
        await service.start()
        sue = await service.accounts.add("Sue", PASSWORD, "poker_shift_supervisor", wall_clock())
        await service.accounts.add("Eva", PASSWORD, "player", wall_clock())
        desk = await opened(service)
        await seated(service)
        await say(service, "1", "Dan", sit(4), client="Dan/x", sequence=1)
        await service.accounts.admit(sue, wall_clock())
        for number in range(1, 4):
            await until(desk, lambda desk: desk.state.rounds >= number)  # noqa: B023  # at once
            await service.store.checkpoint()
            older.append(folder / f"older{number}.db")
            await asyncio.to_thread(_copy, path, older[-1])
            if number == 1:
                await service.accounts.change_role("Eva", "accounting")
                await opened(service, "2", "five-card-draw")
                await say(service, "1", "Eve", sit(5), client="Eve/x", sequence=1)
        await service.stop()

    run(work)
    kept = file.read()
    assert kept is not None
    return Room(path, older, kept)


def sit(seat: int) -> Sit:
    return Sit(seat=seat, chips=Chips(200_00))


def _copy(path: Path, to: Path) -> None:
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(to)) as target:
        source.backup(target)


def opened_file(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA ignore_check_constraints = ON")
    connection.execute("DROP TRIGGER IF EXISTS fence")
    return connection


def contents(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        return {
            name: sorted(connection.execute(f"SELECT * FROM {name}").fetchall(), key=repr)
            for name in (*TABLES, "resets")
        }


# --- random changes --------------------------------------------------------------------------


def spoiled(value: Any, chance: Random) -> Any:
    """Another value that looks like this one."""
    match value:
        case bytes() if value:
            at = chance.randrange(len(value))
            return value[:at] + bytes([value[at] ^ 1 << chance.randrange(8)]) + value[at + 1 :]
        case str() if value:  # between day and hour any letter means the same
            at = chance.choice([at for at, letter in enumerate(value) if letter != " "])
            return value[:at] + chr(ord(value[at]) ^ 1) + value[at + 1 :]
        case int():
            return 1 - value if value in (0, 1) else value + chance.choice([-1, 1, 100])
        case _:
            return b"forged"


def change(path: Path, chance: Random) -> str:
    """Change, delete, add or exchange some row; what was done."""
    with closing(opened_file(path)) as connection:
        table = chance.choice(TABLES)
        rows = connection.execute(f"SELECT rowid, * FROM {table}").fetchall()
        row = chance.choice(rows)
        names = [name for name in row.keys()[1:] if name not in FREE.get(table, ())]
        name, where = chance.choice(names), f"WHERE rowid = {row['rowid']}"
        acts = ["change", "change", "delete", "add", "exchange"]
        act = chance.choice(acts[:2] if table == "sessions" else acts)
        if act == "delete":
            connection.execute(f"DELETE FROM {table} {where}")
        elif act == "exchange":
            other = chance.choice(rows)
            for one, value in ((row, other[name]), (other, row[name])):
                at = f"WHERE rowid = {one['rowid']}"
                connection.execute(f"UPDATE OR IGNORE {table} SET {name} = ? {at}", [value])
        elif act == "change":
            said = f"UPDATE OR IGNORE {table} SET {name} = ? {where}"
            connection.execute(said, [spoiled(row[name], chance)])
        else:
            columns = row.keys()[1:]
            values = [spoiled(row[one], chance) if one == name else row[one] for one in columns]
            marks = ", ".join("?" * len(columns))
            connection.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", values)
        return f"{act} {table}.{name} of {tuple(row)[1:4]}"


def attack(closed: Room, folder: Path, seed: int) -> str | None:
    """One random change; what was done when the audit found nothing, and None otherwise."""
    path, chance = folder / "room.db", Random(seed)
    copy(closed.path, path)
    before = contents(path)
    done = change(path, chance)
    while contents(path) == before:
        done = change(path, chance)
    found = faults(f"sqlite:///{path}", kept=closed.kept)
    path.unlink()
    return None if found and all(fault.stream for fault in found) else f"{seed}: {done}"


def missed(closed: Room, folder: Path, seeds: range) -> list[str]:
    return [done for seed in seeds if (done := attack(closed, folder, seed)) is not None]


def test_the_room_that_is_attacked_is_sound(closed: Room) -> None:
    assert faults(f"sqlite:///{closed.path}", kept=closed.kept) == []
    assert all(rows for name, rows in contents(closed.path).items() if name != "resets")


def test_random_changes_are_found(closed: Room, tmp_path: Path) -> None:
    assert missed(closed, tmp_path, range(305, 317)) == []


@pytest.mark.soak
def test_a_thousand_random_changes_are_found(closed: Room, tmp_path: Path) -> None:
    assert missed(closed, tmp_path, range(1000)) == []


# --- crafted changes -------------------------------------------------------------------------


def crafted(closed: Room, path: Path) -> Iterator[str]:
    """Rewrite a copy of the room again and again, each time otherwise; what was done."""
    with closing(sqlite3.connect(closed.path)) as connection:
        streams = [row[0] for row in connection.execute("SELECT stream FROM heads")]
        ends = dict(connection.execute("SELECT stream, number FROM heads").fetchall())
    for older in closed.older:
        copy(older, path)
        yield f"the whole database is {older.name}"
    for older, name in product(closed.older, TABLES):
        copy(closed.path, path)
        replay(path, older, [(name, "1")])
        yield f"{name} is that of {older.name}"
    for older, stream in product(closed.older, streams):
        copy(closed.path, path)
        replay(path, older, [(name, f"stream = '{stream}'") for name in LOGS])
        yield f"the log {stream} is that of {older.name}"
    for stream, count in product(streams, (1, 5, 1000)):
        copy(closed.path, path)
        last = max(0, ends[stream] - count)
        beyond = f"stream = '{stream}' AND number > {last}"
        with closing(opened_file(path)) as connection:
            for name in ("journal", "checkpoints", "events"):
                connection.execute(f"DELETE FROM {name} WHERE {beyond}")
            tip = connection.execute(
                "SELECT hash FROM events WHERE stream = ? AND number = ?", [stream, last]
            ).fetchone()
            connection.execute(
                "UPDATE heads SET number = ?, hash = ? WHERE stream = ?",
                [last, tip[0] if tip else bytes(32), stream],
            )
        yield f"the log {stream} ends {count} lines earlier"
    copy(closed.path, path)
    with closing(opened_file(path)) as connection:
        for name in LOGS:
            connection.execute(f"UPDATE {name} SET stream = 'table/3' WHERE stream = 'table/2'")
    yield "a table has another name"


def replay(path: Path, older: Path, parts: list[tuple[str, str]]) -> None:
    """Put rows of an older copy, by table and condition, in the place of those that are there."""
    with closing(opened_file(path)) as connection:
        connection.execute("ATTACH DATABASE ? AS older", [str(older)])
        for name, where in parts:
            connection.execute(f"DELETE FROM main.{name} WHERE {where}")
            connection.execute(f"INSERT INTO {name} SELECT * FROM older.{name} WHERE {where}")


def test_crafted_rewrites_and_older_copies_are_found(closed: Room, tmp_path: Path) -> None:
    path, right, tried, unseen = tmp_path / "room.db", contents(closed.path), 0, list[str]()
    for done in crafted(closed, path):
        now = contents(path)
        now["sessions"] = right["sessions"]  # a session that has ended is no fault
        if now == right:
            continue
        tried += 1
        if not faults(f"sqlite:///{path}", kept=closed.kept):
            unseen.append(done)
    assert unseen == []
    assert tried >= 30


START = [
    "UPDATE heads SET number = number - 1 WHERE stream = 'table/1'",
    "UPDATE heads SET requests = requests + 1 WHERE stream = 'house'",
    "DELETE FROM heads WHERE stream = 'table/2'",
    "UPDATE balances SET balance = balance + 1 WHERE stream = 'table/1' AND account = 'stack:1'",
    "UPDATE balances SET balance = balance + 1 WHERE stream = 'house' AND account = "
    "(SELECT min(account) FROM balances WHERE stream = 'house')",
    "DELETE FROM checkpoints WHERE stream = 'room'",
    "DELETE FROM checkpoints WHERE stream = 'table/1' AND serial = "
    "(SELECT max(serial) FROM checkpoints WHERE stream = 'table/1')",
    "UPDATE checkpoints SET signature = zeroblob(64) WHERE stream = 'house'",
    "UPDATE events SET mac = zeroblob(16) WHERE stream = 'table/1' AND number = "
    "(SELECT max(number) FROM events WHERE stream = 'table/1')",
    "DELETE FROM events WHERE stream = 'house' AND number = "
    "(SELECT max(number) FROM events WHERE stream = 'house')",
    "UPDATE people SET role = 'accounting' WHERE name = 'Sue'",
]


@pytest.mark.parametrize("attack", START)
def test_a_start_finds_what_touches_the_ends_of_logs(
    closed: Room, tmp_path: Path, attack: str
) -> None:
    path = tmp_path / "room.db"
    copy(closed.path, path)
    with closing(opened_file(path)) as connection:
        assert connection.execute(attack).rowcount > 0
    file = HeadFile(KEYS, tmp_path / "keys.head")
    copy(closed.path.with_name("keys.head"), file.path)

    async def work() -> list[Any]:
        service = Service(Store(make_engine(f"sqlite:///{path}"), KEYS, head_file=file), FAST)
        await service.start()
        await service.stop()
        return service.store.faults

    found = run(work)
    assert found
    assert file.read() == closed.kept  # nothing was signed
