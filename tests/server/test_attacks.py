"""An intruder who can write everything in the database and knows the code, but not the keys.

Random changes of random rows, and crafted ones: older copies of the whole database, of one log or
of one table, ends that were cut off, chains computed anew. An audit finds each with its place; a
start finds those that touch the ends of logs before anybody is served. A table that is added to
the schema is attacked like the others.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import islice, product
from pathlib import Path
from random import Random
from shutil import copy
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.room.seating.orders import Sit
from croupier.server.monitoring.server_log import LOG
from croupier.server.service import Service
from croupier.server.store.chain import START, link
from croupier.server.store.checkpoints import ROLL
from croupier.server.store.database import Store, make_engine
from croupier.server.store.faults import Fault
from croupier.server.store.head_file import HeadFile, Kept
from croupier.server.store.lines import HOUSE
from croupier.server.store.migrate import migrate
from croupier.server.store.schema import metadata
from croupier.server.tables.desk import Desk
from croupier.server.tables.house_desk import HouseDesk
from croupier.server.tables.steady_clock import wall_clock
from tests.server.rooms import FAST, KEYS, opened, run, say, seated, until
from tests.server.spoiling import faults

PASSWORD = "correct horse battery"
TABLES = tuple(table.name for table in metadata.sorted_tables)
LOGS = tuple(table.name for table in metadata.sorted_tables if "stream" in table.c)
# What a start looks at: of checkpoints the latest of each log, of lines the last.
WHOLE = ("heads", "balances", "snapshots")
LATEST = {"checkpoints": "serial", "events": "number"}
# The lease is a matter of the moment; when an account was made, and where a session was opened,
# is shown to people and decides nothing.
FREE = {
    "heads": {"epoch", "owner", "wanted"},
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
        await say(service, "1", "Fay", sit(6), client="Fay/x", sequence=1)
        await service.stop()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Desk, "every", 20)  # lines from one snapshot to the next
        patch.setattr(HouseDesk, "every", 5)
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
            for name in TABLES
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


class Change(NamedTuple):
    """What was done to a database, and where a fault can be named."""

    done: str
    places: set[str]  # logs, or a table that does not exist
    line: int = 0  # where the place must be exact


def rows_of(connection: sqlite3.Connection, table: str, *, ends: bool) -> list[sqlite3.Row]:
    """The rows of a table; at the `ends` of logs the latest of each."""
    found = connection.execute(f"SELECT rowid, * FROM {table}").fetchall()
    if ends and table == "balances":  # nothing, and no row at all, are the same
        return [row for row in found if row["balance"]]
    if not ends or table not in LATEST:
        return found
    latest = {row["stream"]: row for row in sorted(found, key=lambda row: row[LATEST[table]])}
    return list(latest.values())


def change(path: Path, chance: Random, *, ends: bool = False) -> Change:
    """Change, delete, add or exchange some row; at the `ends` of logs one that a start looks at."""
    with closing(opened_file(path)) as connection:
        names = [name for name in TABLES if not ends or name in (*WHOLE, *LATEST)]
        filled = {name: rows for name in names if (rows := rows_of(connection, name, ends=ends))}
        table = chance.choice(list(filled))
        rows = filled[table]
        row = chance.choice(rows)
        other = chance.choice(rows)
        names = [name for name in row.keys()[1:] if name not in FREE.get(table, ())]
        name = chance.choice(names)
        acts = ["change", "change", "add", "exchange", "delete"]
        act = chance.choice(acts[:4] if table in ("sessions", "resets") else acts)
        fresh = spoiled(row[name], chance)
        if ends and act == "add" and table in LATEST:
            name, fresh = LATEST[table], row[LATEST[table]] + 1
        if ends and act == "add" and table == "snapshots":
            act = "change"  # nothing reads that of a log that does not exist
        _do(connection, table, act, (row, other), (name, fresh))
        places = {str(one["stream"]) for one in (row, other)} if table in LOGS else {table}
        if name == "stream" and act != "exchange":
            places.add(str(fresh))
        exact = table == "events" and act == "change" and name not in ("stream", "number")
        done = f"{act} {table}.{name} of {tuple(row)[1:4]}"
        return Change(done, places, row["number"] if exact else 0)


def _do(
    connection: sqlite3.Connection,
    table: str,
    act: str,
    rows: tuple[sqlite3.Row, sqlite3.Row],
    changed: tuple[str, Any],
) -> None:
    row, other = rows
    name, fresh = changed
    where = f"WHERE rowid = {row['rowid']}"
    match act:
        case "delete":
            connection.execute(f"DELETE FROM {table} {where}")
        case "exchange":
            for one, value in ((row, other[name]), (other, row[name])):
                at = f"WHERE rowid = {one['rowid']}"
                connection.execute(f"UPDATE OR IGNORE {table} SET {name} = ? {at}", [value])
        case "change":
            connection.execute(f"UPDATE OR IGNORE {table} SET {name} = ? {where}", [fresh])
        case _:
            columns = row.keys()[1:]
            values = [fresh if one == name else row[one] for one in columns]
            marks = ", ".join("?" * len(columns))
            connection.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", values)


def changed(closed: Room, folder: Path, seed: int, *, ends: bool = False) -> tuple[Path, Change]:
    """A copy of the room with one random change."""
    path, chance = folder / "room.db", Random(seed)
    copy(closed.path, path)
    before = contents(path)
    done = change(path, chance, ends=ends)
    while contents(path) == before:
        done = change(path, chance, ends=ends)
    return path, done


def is_named(found: Sequence[Fault], done: Change) -> bool:
    """Whether these faults name the place of a change; the roll speaks for all logs."""
    if done.line:
        return any((one.stream, one.number) in product(done.places, [done.line]) for one in found)
    return bool({one.stream for one in found} & {*done.places, ROLL})


def missed(closed: Room, folder: Path, seeds: range) -> list[str]:
    """Random changes that an audit did not find, or not where they are."""
    wrong = []
    for seed in seeds:
        path, done = changed(closed, folder, seed)
        found = faults(f"sqlite:///{path}", kept=closed.kept)
        if not is_named(found, done):
            wrong.append(f"{seed}: {done} {found}")
        path.unlink()
    return wrong


def test_the_room_that_is_attacked_is_sound(closed: Room) -> None:
    assert faults(f"sqlite:///{closed.path}", kept=closed.kept) == []
    held = contents(closed.path)
    assert [name for name, rows in held.items() if not rows] == ["resets"]


def test_random_changes_are_found(closed: Room, tmp_path: Path) -> None:
    assert missed(closed, tmp_path, range(2000, 2016)) == []


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
    for older, name in product(closed.older, TABLES):
        copy(older, path)
        replay(path, closed.path, [(name, "1")])
        yield f"all but {name} is that of {older.name}"
    for said in CRAFTED:
        copy(closed.path, path)
        with closing(opened_file(path)) as connection:
            for one in said.split(";"):
                connection.execute(one)
        yield said
    for recomputed in (edited_line, old_formula, one_more_line, two_lines_swapped):
        copy(closed.path, path)
        with closing(opened_file(path)) as connection:
            recomputed(connection)
        yield str(recomputed.__doc__)
    copy(closed.path, path)
    with closing(opened_file(path)) as connection:
        for name in LOGS:
            connection.execute(f"UPDATE {name} SET stream = 'table/3' WHERE stream = 'table/2'")
    yield "a table has another name"


CRAFTED = [
    "UPDATE events SET mac = (SELECT mac FROM events WHERE stream = 'table/1' AND number = 2)"
    " WHERE stream = 'table/1' AND number = 3",
    "UPDATE events SET mac = NULL WHERE stream = 'table/1'",
    "UPDATE events SET mac = NULL; DELETE FROM checkpoints; DELETE FROM heads",
    "UPDATE events SET epoch = epoch + 1 WHERE stream = 'house'",
    "DELETE FROM checkpoints WHERE stream <> 'room'; UPDATE heads SET serial = 0, signed = x''",
    "DELETE FROM checkpoints WHERE stream = 'table/1' AND serial = 1",
    "DELETE FROM checkpoints WHERE stream = 'room' AND serial = 2",
    "UPDATE checkpoints SET before = NULL WHERE stream = 'table/1' AND serial = 2",
    "UPDATE checkpoints SET covers = NULL WHERE stream = 'room' AND serial = 1",
    "UPDATE checkpoints SET requests = requests + 1 WHERE stream = 'table/1' AND serial = 2",
    "INSERT INTO checkpoints SELECT 'table/3', serial, number, hash, requests, snapshot, before,"
    " covers, signature FROM checkpoints WHERE stream = 'table/2'",
    "UPDATE requests SET client = 'Bob/x' WHERE client = 'Dan/x'",
    "UPDATE requests SET stream = 'table/2' WHERE client = 'Dan/x'",
    "DELETE FROM requests; UPDATE heads SET requests = 0",
    "INSERT INTO requests SELECT stream, client, sequence + 1, reply, mac FROM requests",
    "UPDATE journal SET debit = credit, credit = debit WHERE stream = 'table/1' AND place = 0",
    "DELETE FROM journal; DELETE FROM balances",
    "UPDATE balances SET balance = -balance",
    "UPDATE balances SET account = 'stack:9' WHERE account = 'stack:1'",
    "UPDATE people SET role = 'poker_shift_supervisor' WHERE name = 'Eva'",
    "UPDATE people SET secret = (SELECT secret FROM people WHERE name = 'Sue') WHERE name = 'Eva'",
    "UPDATE people SET disabled = 1 WHERE name = 'Sue'",
    "DELETE FROM people",
    "INSERT INTO people SELECT 'Mal', role, secret, created, disabled, number, mac FROM people"
    " WHERE name = 'Sue'",
    "INSERT INTO round_players VALUES ('Ada', 'table/7', 30)",
    "INSERT INTO round_players VALUES ('Ada', 'table/1', 99999)",
    "UPDATE rounds SET line = 99999 WHERE round = 1",
    "INSERT INTO snapshots SELECT 'table/7', number, version, body FROM snapshots LIMIT 1",
    "DELETE FROM sums",
    "UPDATE sessions SET person = 'Eva'",
    "UPDATE sessions SET expires = '2099-01-01 00:00:00.000000'",
]


def edited_line(connection: sqlite3.Connection) -> None:
    """A line says something else, and every hash after it is computed anew."""
    _recompute(connection, lambda row: row["body"] + b" " if row["number"] == 2 else row["body"])


def old_formula(connection: sqlite3.Connection) -> None:
    """A log pretends to be of version 0.1."""
    _recompute(connection, lambda row: row["body"], epoch=0)


def one_more_line(connection: sqlite3.Connection) -> None:
    """The last line is written once more, behind itself."""
    connection.execute(
        "INSERT INTO events SELECT stream, number + 1, kind, sealed, body, hash, epoch, mac"
        " FROM events WHERE stream = 'table/1' ORDER BY number DESC LIMIT 1"
    )
    _recompute(connection, lambda row: row["body"])


def two_lines_swapped(connection: sqlite3.Connection) -> None:
    """Two lines have changed places."""
    bodies = dict(
        connection.execute(
            "SELECT number, body FROM events WHERE stream = 'table/1' AND number IN (2, 3)"
        ).fetchall()
    )
    _recompute(connection, lambda row: bodies.get(5 - row["number"], row["body"]))


def _recompute(
    connection: sqlite3.Connection, body: Callable[[Any], bytes], epoch: int | None = None
) -> None:
    """Chain the lines of a table anew, and let its head say so: all that needs no key."""
    before, number = START, 0
    wanted = "SELECT * FROM events WHERE stream = 'table/1' ORDER BY number"
    for row in connection.execute(wanted).fetchall():
        number, now = row["number"], row["epoch"] if epoch is None else epoch
        words = body(row)
        before = link(before, "table/1", number, row["kind"], bool(row["sealed"]), words, now)
        connection.execute(
            "UPDATE events SET body = ?, hash = ?, epoch = ?"
            " WHERE stream = 'table/1' AND number = ?",
            [words, before, now, number],
        )
    connection.execute(
        "UPDATE heads SET number = ?, hash = ? WHERE stream = 'table/1'", [number, before]
    )


def replay(path: Path, older: Path, parts: list[tuple[str, str]]) -> None:
    """Put rows of an older copy, by table and condition, in the place of those that are there."""
    with closing(opened_file(path)) as connection:
        connection.execute("ATTACH DATABASE ? AS older", [str(older)])
        for name, where in parts:
            connection.execute(f"DELETE FROM main.{name} WHERE {where}")
            connection.execute(f"INSERT INTO {name} SELECT * FROM older.{name} WHERE {where}")


@pytest.mark.parametrize(("step", "least"), [(4, 25), pytest.param(1, 90, marks=pytest.mark.soak)])
def test_crafted_rewrites_and_older_copies_are_found(
    closed: Room, tmp_path: Path, step: int, least: int
) -> None:
    """Every one, or some of each kind."""
    path, right, tried, unseen = tmp_path / "room.db", contents(closed.path), 0, list[str]()
    for done in islice(crafted(closed, path), 0, None, step):
        now = contents(path)
        now["sessions"] = right["sessions"]  # a session that has ended is no fault
        if now == right:
            continue
        tried += 1
        if not faults(f"sqlite:///{path}", kept=closed.kept):
            unseen.append(done)
    assert unseen == []
    assert tried >= least


# --- a start ---------------------------------------------------------------------------------


def started(closed: Room, path: Path, folder: Path) -> list[Fault]:
    """What a start finds. With a fault nothing is signed; a snapshot is left unused, and noted."""
    file, noted = HeadFile(KEYS, folder / "keys.head"), Noted()
    copy(closed.path.with_name("keys.head"), file.path)

    async def work() -> list[Fault]:
        service = Service(Store(make_engine(f"sqlite:///{path}"), KEYS, head_file=file), FAST)
        await service.start()
        assert bool(service.dealers) == (not service.store.faults)
        await service.stop()
        return service.store.faults

    LOG.addHandler(noted)
    found = run(work)
    LOG.removeHandler(noted)
    assert not found or file.read() == closed.kept
    return [*found, *noted.unused]


class Noted(logging.Handler):
    """The log of the server: which snapshots were not used."""

    def __init__(self) -> None:
        super().__init__()
        self.unused: list[Fault] = []

    def emit(self, record: logging.LogRecord) -> None:
        if "no use of its snapshot" in record.msg:
            stream = str(record.args[0]) if isinstance(record.args, tuple) else HOUSE
            self.unused.append(Fault(stream, 0, record.getMessage()))


def unnoticed(closed: Room, folder: Path, seeds: range) -> list[str]:
    """Random changes at the ends of logs that a start did not find, or not where they are."""
    wrong = []
    for seed in seeds:
        path, done = changed(closed, folder, seed, ends=True)
        found = started(closed, path, folder)
        if not is_named(found, done._replace(line=0)):
            wrong.append(f"{seed}: {done} {found}")
        for file in folder.iterdir():
            file.unlink()
    return wrong


def test_a_sound_room_starts(closed: Room, tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    copy(closed.path, path)
    assert started(closed, path, tmp_path) == []


def test_a_start_finds_what_touches_the_ends_of_logs(closed: Room, tmp_path: Path) -> None:
    assert unnoticed(closed, tmp_path, range(3000, 3016)) == []


@pytest.mark.soak
def test_a_start_finds_three_hundred_changes_at_the_ends_of_logs(
    closed: Room, tmp_path: Path
) -> None:
    assert unnoticed(closed, tmp_path, range(300)) == []


WHOLE_ENDS = [
    "DELETE FROM checkpoints WHERE stream = 'room'",
    "DELETE FROM heads",
    "DELETE FROM events WHERE stream = 'house' AND number > 1",
    "DELETE FROM balances WHERE stream = 'table/1'",
    "INSERT INTO balances VALUES ('hause', 'cash', 10000)",
    "UPDATE checkpoints SET covers = CAST(substr(covers, 1, length(covers) - 2) || x'0000' AS BLOB)"
    " WHERE stream = 'room' AND serial ="
    " (SELECT max(serial) FROM checkpoints WHERE stream = 'room')",
    "UPDATE people SET role = 'accounting' WHERE name = 'Sue'",
]


@pytest.mark.parametrize("said", WHOLE_ENDS)
def test_a_start_finds_ends_gone_or_made_up(closed: Room, tmp_path: Path, said: str) -> None:
    path = tmp_path / "room.db"
    copy(closed.path, path)
    with closing(opened_file(path)) as connection:
        assert connection.execute(said).rowcount > 0
    assert started(closed, path, tmp_path)


def test_a_start_finds_every_older_copy(closed: Room, tmp_path: Path) -> None:
    for older in closed.older:
        path = tmp_path / "room.db"
        copy(older, path)
        assert [fault.stream for fault in started(closed, path, tmp_path)] == [ROLL]
        for file in tmp_path.iterdir():
            file.unlink()
