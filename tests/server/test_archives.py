"""Closed days in files: every reader still finds them, and an audit finds every change."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import delete

from croupier.refused import Refused
from croupier.room.custody.state import Custody
from croupier.room.table.state import Table
from croupier.server.service import Service
from croupier.server.store import pages
from croupier.server.store.archives import ARCHIVES
from croupier.server.store.archiving import Moved, archive
from croupier.server.store.database import Store, make_engine
from croupier.server.store.lines import TABLE
from croupier.server.store.long_reads import find_report, read_book
from croupier.server.store.schema import events, snapshots
from croupier.server.tables.desk import Desk
from croupier.server.tables.house_desk import HouseDesk
from croupier.views.reports.catalog import REPORTS
from croupier.views.reports.definition import Book, made
from croupier.views.reports.report_formats import as_json
from tests.server.rooms import KEYS, run, stored
from tests.server.spoiling import faults, rows, spoil
from tests.server.test_tamper import croupier
from tests.server.week import CONFIG, MONDAY, Week

GAMES = ("holdem", "seven-card-stud", "texas-holdem-bonus")


async def _days(url: str) -> None:
    week = Week(url, seed=5, rounds=2, games=GAMES)
    for day in range(3):
        async with week.open():
            if not day:
                await week.furnish()
            await week.open_tables()
            await week.play()
            await week.close_day()
        week.next_day()


def moved(url: str, keep: int) -> Moved | None:
    async def work() -> Moved | None:
        async with stored(url) as store:
            return await archive(store, keep=keep)

    return run(work)


def book_of(url: str) -> Book:
    async def work() -> Book:
        store = Store(make_engine(url), KEYS)
        found = await read_book(store, cards=True)
        await store.engine.dispose()
        return found

    return run(work)


def lines_of(url: str) -> int:
    return sum(str(row["stream"]).startswith(TABLE) for row in rows(url, events))


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A room of three closed days: two are archived, in two files."""
    folder = tmp_path_factory.mktemp("days") / "room"
    folder.mkdir()
    url = f"sqlite:///{folder}/room.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Desk, "every", 1)
        patch.setattr(HouseDesk, "every", 10)
        run(lambda: _days(url))
    whole, before = book_of(url), lines_of(url)
    first, second = moved(url, keep=2), moved(url, keep=1)
    assert first is not None
    assert second is not None
    assert moved(url, keep=1) is None  # it is done
    assert first.day < second.day
    assert lines_of(url) == before - first.lines - second.lines < before / 2
    assert book_of(url) == whole
    assert second.size < 200 * second.lines  # of about 370
    return folder


def test_pages_that_begin_within_a_file_are_read_right(
    room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for size in (7, 100):
        monkeypatch.setattr("croupier.server.store.pages.PAGE", size)
        for name in ("stored_page", "_rows"):
            found = getattr(pages, name)
            defaults = dict(found.__kwdefaults__ or {})
            if "most" in defaults:
                monkeypatch.setattr(found, "__kwdefaults__", {**defaults, "most": size})
        assert faults(room) == []


@pytest.fixture
def room(days: Path, tmp_path: Path) -> str:
    """A copy of that room, with its files, elsewhere."""
    copytree(days, tmp_path / "room")
    for file in days.glob("*.archives/*"):  # so that only the copies are read
        file.rename(file.with_suffix(".away"))
    return f"sqlite:///{tmp_path}/room/room.db"


@pytest.fixture(autouse=True)
def brought_back(days: Path) -> object:
    """The files of the first room are where they were."""
    yield
    for file in days.glob("*.archives/*.away"):
        file.rename(file.with_suffix(".archive"))


def files(room: str) -> list[Path]:
    return sorted(Path(f"{room.removeprefix('sqlite:///')}.archives").glob("*.archive"))


def test_an_audit_reads_the_files_with_keys_and_without(room: str) -> None:
    assert len(files(room)) == 2
    assert faults(room) == []
    assert faults(room, None) == []


def test_a_room_with_archives_starts_and_needs_them_only_without_snapshots(room: str) -> None:
    def started() -> dict[str, Table]:
        async def work() -> dict[str, Table]:
            service = Service(Store(make_engine(room), KEYS), CONFIG, lambda: MONDAY)
            await service.start()
            try:
                assert not service.store.faults
                # The automated staff works on the decks from the first moment on.
                return {
                    name: replace(desk.state, custody=Custody())
                    for name, desk in service.desks.items()
                }
            finally:
                await service.stop()

        return run(work)

    states = started()
    assert len(states) == len(GAMES)
    kept = files(room)
    for file in kept:
        file.rename(file.with_suffix(".away"))
    assert started() == states
    for file in kept:
        file.with_suffix(".away").rename(file)
    spoil(room, delete(snapshots))
    assert {name: state.accounts for name, state in started().items()} == {
        name: state.accounts for name, state in states.items()
    }


def test_a_report_of_archived_days_reads_no_file(room: str) -> None:
    """The sums of closed days stay in the database."""

    async def work() -> None:
        store = Store(make_engine(room), KEYS)
        book = await read_book(store)
        for file in files(room):
            file.unlink()
        for by in (["month"], ["day", "table"]):
            report, lines = await find_report(store, REPORTS["rake"], by)  # type: ignore[arg-type]  # periods
            assert report == made(REPORTS["rake"], book, by)  # type: ignore[arg-type]  # as above
            assert lines == len(book.house) + sum(map(len, book.tables.values()))
        with pytest.raises(Refused, match="archive"):
            await find_report(store, REPORTS["hands"], ["month"])
        await store.engine.dispose()

    run(work)


def _flip(files: list[Path]) -> None:
    whole = bytearray(files[0].read_bytes())
    whole[len(whole) // 2] ^= 1
    files[0].write_bytes(whole)


def _swap(files: list[Path]) -> None:
    one, two = (file.read_bytes() for file in files)
    files[0].write_bytes(two)
    files[1].write_bytes(one)


DAMAGES: dict[str, Callable[[list[Path]], None]] = {
    "a flipped bit": _flip,
    "swapped": _swap,
    "gone": lambda files: files[1].unlink(),
    "cut": lambda files: os.truncate(files[1], 1000),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_an_audit_finds_a_file_that_is_not_what_was_archived(room: str, damage: str) -> None:
    DAMAGES[damage](files(room))
    for keys in (KEYS, None):
        assert ARCHIVES in {fault.stream for fault in faults(room, keys)}


def test_an_audit_finds_archives_that_were_forgotten(room: str) -> None:
    spoil(room, delete(events).where(events.c.stream == ARCHIVES))
    assert ARCHIVES in {fault.stream for fault in faults(room)}


def test_an_operator_archives_by_a_command(sqlite: str, tmp_path: Path) -> None:
    keys = tmp_path / "room.keys"
    keys.write_bytes(KEYS.sealing + KEYS.signing)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Desk, "every", 1)
        run(lambda: _days(sqlite))
    before = {name: reported(sqlite, keys, name) for name in ("rake", "hands")}
    given = ("archive", "--db", sqlite, "--keys", str(keys), "--keep", "1", "--json")
    done = croupier(*given, "--folder", str(tmp_path / "elsewhere"))
    assert (done.returncode, json.loads(done.stdout)["day"]) == (0, "2026-06-02")
    assert [path.name for path in (tmp_path / "elsewhere").iterdir()] == [
        json.loads(done.stdout)["file"]
    ]
    assert croupier("verify-log", "--db", sqlite, "--keys", str(keys)).returncode == 0
    assert json.loads(croupier(*given).stdout) == {"lines": 0, "retired": []}
    for name, report in before.items():
        assert report == as_json(made(REPORTS[name], book_of(sqlite), ["table"]))
        assert report["rows"]
        assert reported(sqlite, keys, name) == report
    where = ("--db", sqlite, "--keys", str(keys))
    for words, why in (
        (("report", "rake", "log.jsonl", *where), "files or --db, not both"),
        (("report", "hands", "--hand", "1", *where), "--hand works only with the file"),
        (("report", "rake", "--db", sqlite, "--keys", f"{keys}.none"), "there is no key file"),
    ):
        refused = croupier(*words)
        assert (refused.returncode, why in refused.stderr) == (2, True), refused
    assert not Path(f"{keys}.none").exists()


def reported(db: str, keys: Path, name: str) -> dict[str, Any]:
    """What `croupier report` says of a room."""
    where = ("--db", db, "--keys", str(keys))
    done = croupier("report", name, "--by", "table", "--json", *where)
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_room_without_a_closed_day_has_nothing_to_archive(sqlite: str) -> None:
    with pytest.raises(Refused, match="no gaming day of this room is closed"):
        moved(sqlite, keep=0)


@pytest.mark.soak
def test_thirty_days_are_closed_archived_verified_and_go_on(sqlite: str) -> None:
    async def day(week: Week, first: bool) -> None:
        async with week.open():
            if first:
                await week.furnish()
            await week.open_tables()
            await week.play()
            await week.close_day()
        week.next_day()

    week = Week(sqlite, seed=30, rounds=2, games=GAMES)
    for number in range(30):
        run(lambda: day(week, first=not number))  # noqa: B023  # it is over before the next
        if number > 3:
            moved(sqlite, keep=3)
    assert len(files(sqlite)) > 10
    assert faults(sqlite) == []
    book = book_of(sqlite)
    assert {book.period("day", entry.at) for entry in book.house} >= {"2026-06-01", "2026-06-30"}
    assert sum(map(len, book.tables.values())) > 2 * lines_of(sqlite)
