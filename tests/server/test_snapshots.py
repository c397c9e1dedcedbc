"""A start reads the last snapshot and the lines after it, and stands where the whole log leads."""

import time
from collections import Counter
from datetime import timedelta
from pathlib import Path
from shutil import copytree
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, select, update

from croupier.server.service import Service
from croupier.server.store.copies import backup, restore
from croupier.server.store.database import Store, make_engine
from croupier.server.store.lines import HOUSE
from croupier.server.store.long_reads import find_report, read_book, read_tally
from croupier.server.store.pages import stored_page
from croupier.server.store.schema import heads, round_players, rounds, snapshots, sums
from croupier.server.store.snapshots import FOLDS, version_of
from croupier.server.tables.deliveries import Courier
from croupier.server.tables.desk import Desk
from croupier.server.tables.house_desk import HouseDesk
from croupier.views.reports.catalog import REPORTS
from croupier.views.reports.definition import By, made
from croupier.views.reports.running_sums import SUMMED, amounts, tally
from tests.room.tables import STAFF
from tests.server.conftest import DATABASES, database
from tests.server.rooms import KEYS, PATIENCE, run
from tests.server.spoiling import faults, rows, spoil
from tests.server.week import CONFIG, KEYS_OF_GAMES, MONDAY, Week


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A room with a table of every game: a gaming day that is closed, and rounds in play."""
    folder = tmp_path_factory.mktemp("played") / "room"
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Desk, "every", 1)
        patch.setattr(HouseDesk, "every", 10)
        run(lambda: _play(f"sqlite:///{folder}/room.db"))
    return folder


async def _play(url: str) -> None:
    week = Week(url, seed=3, rounds=2, games=KEYS_OF_GAMES)
    async with week.open():
        await week.furnish()
        await week.open_tables()
        for desk in week.desks[:2]:
            await desk.chat.say(desk.state, STAFF["floorperson"], "hello", week.now)
        await week.play()
        await week.close_day()
        week.next_day()
        week.rounds = 50
        await week.open_tables()
        await week.play(glances=30)
        late = time.monotonic() + PATIENCE
        while not await _is_kept(week):
            assert time.monotonic() < late, "nothing was kept of some table"
            await week.play(glances=5)


async def _is_kept(week: Week) -> bool:
    """Whether a finished round of every table is kept, and sums of the house and the first."""
    tables = {desk.stream for desk in week.desks}
    wanted = ((rounds, tables), (round_players, tables), (sums, {HOUSE, week.desks[0].stream}))
    async with week.service.store.engine.connect() as connection:
        for kept, streams in wanted:
            found = await connection.execute(select(kept.c.stream).distinct())
            if not streams <= set(found.scalars()):
                return False
    return True


@pytest.fixture
def room(played: Path, tmp_path: Path) -> str:
    """A copy of that room."""
    copytree(played, tmp_path / "room")
    return f"sqlite:///{tmp_path}/room/room.db"


@pytest.fixture(params=DATABASES)
def either(request: pytest.FixtureRequest, room: str, tmp_path: Path) -> str:
    """A copy of that room in a file, or in PostgreSQL."""
    if request.param == "sqlite":
        return room
    db = database(request, tmp_path, "postgresql")

    async def work() -> None:
        for url, task in ((room, backup), (db, restore)):
            engine = make_engine(url)
            await task(engine, tmp_path / "copy")
            await engine.dispose()

    run(work)
    return db


@pytest.fixture(scope="module")
def whole(played: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the room knows when it reads every line."""
    folder = tmp_path_factory.mktemp("whole") / "room"
    copytree(played, folder)
    return truths(f"sqlite:///{folder}/room.db", whole=True)


def truths(url: str, *, whole: bool = False) -> dict[str, Any]:
    """Everything a room in service knows right after its start."""

    async def work() -> dict[str, Any]:
        service = Service(Store(make_engine(url), KEYS), CONFIG, lambda: MONDAY + timedelta(days=3))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Courier, "hand_in", lambda *_: None)  # it goes on after the start
            if whole:

                async def nothing(*_: Any) -> None:
                    return None

                patch.setattr(Store, "recall", nothing)
            await service.start()
        try:
            assert not service.store.faults
            return {HOUSE: _house(service)} | {
                desk.stream: _table(desk) for desk in service.desks.values()
            }
        finally:
            await service.stop()

    return run(work)


def _house(service: Service) -> dict[str, Any]:
    house = service.house
    return {
        "state": house.state,
        "number": house.number,
        "incidents": list(house.incidents),
        "boxes": house.pending_slips.boxes(),
    }


def _table(desk: Desk) -> dict[str, Any]:
    assert desk.courier is not None
    return {
        "state": desk.state,
        "number": desk.number,
        "rounds": list(desk.rounds),
        "incidents": list(desk.incidents),
        "sealed": desk._sealed,
        "waiting": desk.courier.waiting_of(desk.state.name),
        "said": desk.chat.lines,
        "last": desk.tail[-1],
        "shown": msgspec.json.decode(desk.since(-1)),
    }


def agree(found: dict[str, Any], whole: dict[str, Any]) -> None:
    assert found.keys() == whole.keys()
    for stream, truth in whole.items():
        assert [name for name, value in truth.items() if found[stream][name] != value] == []


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many lines of each log a start replays."""
    read, replay = Counter[str](), Store.replay

    async def counted(self: Store, stream: str, since: int = 0, base: Any = None) -> Any:
        async for line in replay(self, stream, since, base):
            read[stream] += 1
            yield line

    monkeypatch.setattr(Store, "replay", counted)
    return read


def test_a_start_from_snapshots_is_the_start_from_all_lines(
    room: str, whole: dict[str, Any], replayed: Counter[str]
) -> None:
    upto = {str(row["stream"]): (row["number"], row["upto"]) for row in rows(room, heads)}
    agree(truths(room), whole)
    assert len(whole) == 1 + len(KEYS_OF_GAMES)
    for stream in whole:  # nothing before a snapshot is read
        number, kept = upto[stream]
        assert kept
        assert replayed[stream] == number - kept  # type: ignore[operator]  # numbers


def test_an_audit_finds_nothing_wrong_with_what_is_kept(room: str) -> None:
    assert faults(room) == []
    assert faults(room, None) == []


def test_the_books_are_those_of_all_lines(room: str) -> None:
    async def work() -> None:
        store = Store(make_engine(room), KEYS)
        kept, whole = await read_tally(store), tally(amounts(await read_book(store)))
        assert kept == whole
        first, *_, last = sorted(whole.days)
        for since, until in ((first, first), (last, last), (first, last), ("", first), (last, "")):
            some = await read_tally(store, since=since, until=until)
            for name in SUMMED:
                asked = name, ["day"], since, until
                assert some.summed(*asked) == whole.summed(*asked)  # type: ignore[arg-type]  # a period
        await store.engine.dispose()

    run(work)
    assert rows(room, sums)


YEAR = "2026-01-01", "2026-12-31"
ASKED: tuple[tuple[By, ...], ...] = (("year",), ("table", "day"))


def test_a_report_over_a_year_reads_days_and_the_lines_since_the_snapshots(
    either: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Counter[str]()

    async def counted(connection: Any, stream: str, after: int) -> Any:
        found = await stored_page(connection, stream, after)
        read[stream] += len(found)
        return found

    ends = {row["stream"]: row for row in rows(either, heads)}
    since = {
        name: int(str(row["number"])) - int(str(row["upto"]))
        for name, row in ends.items()
        if str(name).startswith(("table/", HOUSE))
    }

    async def work() -> None:
        store = Store(make_engine(either), KEYS)
        book = await read_book(store)
        monkeypatch.setattr("croupier.server.store.long_reads.stored_page", counted)
        for name in SUMMED:
            for by in ASKED:
                for table in ("", "1") if "table" in by else ("",):
                    report, _ = await find_report(store, REPORTS[name], by, *YEAR, table)
                    assert report == made(REPORTS[name], book, by, *YEAR, table), (name, by, table)
                    assert read == {stream: lines for stream, lines in since.items() if lines}
                    read.clear()
        await store.engine.dispose()

    run(work)


def of(stream: str) -> Any:
    return snapshots.c.stream == stream


def damage(stream: str, how: int) -> Any:
    """Spoil the snapshot of a log in one of several ways."""
    changed: list[dict[str, Any]] = [
        {"body": b"x" * 99},
        {"number": snapshots.c.number - 1},
        {"version": "0-0"},
    ]
    if how == len(changed):
        return delete(snapshots).where(of(stream))
    return update(snapshots).where(of(stream)).values(changed[how])


def test_a_damaged_snapshot_costs_time_and_nothing_else(
    either: str, whole: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.server.service.REPLAYED_EVERY", 1)  # a log may be short
    shift = 2 if either.startswith("sqlite") else 0  # every log is damaged in two ways
    spoil(either, *(damage(stream, (at + shift) % 4) for at, stream in enumerate(sorted(whole))))
    assert {fault.stream for fault in faults(either)} == whole.keys()  # house, and every game
    agree(truths(either), whole)
    assert faults(either) == []  # all of it was made again


def test_snapshots_of_an_older_version_are_not_read_and_made_again(
    either: str,
    whole: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    replayed: Counter[str],
) -> None:
    monkeypatch.setattr("croupier.server.service.REPLAYED_EVERY", 1)
    ends = {row["stream"]: row["number"] for row in rows(either, heads)}
    before = {row["version"] for row in rows(either, snapshots)}
    monkeypatch.setattr("croupier.server.store.snapshots.FOLDS", FOLDS + 1)
    version_of.cache_clear()
    try:
        assert faults(either) == []  # they are what the room wrote
        agree(truths(either), whole)
        for stream in whole:
            assert replayed[stream] == ends[stream]  # every line
        assert faults(either) == []
        after = {row["version"] for row in rows(either, snapshots)}
    finally:
        version_of.cache_clear()
    assert not before & after
    assert {str(version).partition("-")[0] for version in after} == {str(FOLDS + 1)}


def test_an_audit_finds_every_change_of_what_is_kept(room: str) -> None:
    spoil(
        room,
        update(sums).where(sums.c.stream == "table/1").values(amount=sums.c.amount + 1),
        delete(sums).where(sums.c.stream == HOUSE),
        update(rounds).where(rounds.c.stream == "table/2").values(day="2026-01-01"),
        delete(rounds).where(rounds.c.stream == "table/3"),
        delete(round_players).where(round_players.c.stream == "table/4"),
        update(heads).where(heads.c.stream == "table/5").values(upto=0),
        update(rounds).where(rounds.c.stream == "table/6").values(words=" "),
    )
    found = {fault.stream: fault.what for fault in faults(room)}
    assert [found[stream].split(" ", 2)[:2] for stream in sorted(found)] == [
        ["the", "sum"],
        ["the", "sum"],
        *[["the", "index"]] * 3,
        ["the", "sum"],
        ["the", "index"],
    ]


def test_the_close_of_a_day_is_kept_of_every_log(sqlite: str) -> None:
    async def work() -> None:
        week = Week(sqlite, seed=4, rounds=1, games=("holdem", "texas-holdem-bonus"))
        async with week.open():
            await week.furnish()
            await week.open_tables()
            await week.play()
            await week.close_day()
            ends = {desk.stream: desk.number for desk in week.desks}
            assert not any(week.service.store.upto(stream) for stream in ends)  # they are short
            week.next_day()
            await week.open_tables()
            await week.play()
            assert all(week.service.store.upto(stream) >= ends[stream] for stream in ends)
            assert week.service.store.upto(HOUSE)

    run(work)
