"""Files that are older than the room keeps them go; what they came to stays, signed and checked."""

import json
from pathlib import Path
from shutil import copytree
from typing import NamedTuple

import pytest
from sqlalchemy import delete, insert, select, update

from croupier.refused import Refused
from croupier.room.house import setting_up
from croupier.room.house.setting_up import PostRetention
from croupier.room.logbook import Order
from croupier.server.service import Service
from croupier.server.store import archives
from croupier.server.store import snapshots as kept
from croupier.server.store.archives import ARCHIVES, Retired
from croupier.server.store.archiving import archive
from croupier.server.store.database import Store, make_engine
from croupier.server.store.faults import Fault
from croupier.server.store.lines import HOUSE, TABLE
from croupier.server.store.long_reads import read_book, read_tally
from croupier.server.store.retired import Base
from croupier.server.store.retiring import retire
from croupier.server.store.schema import events, rounds, snapshots, sums
from croupier.server.store.walk import walk
from croupier.server.tables.desk import Desk
from croupier.server.tables.house_desk import HouseDesk
from croupier.views.reports.definition import Report
from croupier.views.reports.running_sums import SUMMED
from tests.room.tables import STAFF
from tests.server.rooms import KEYS, run, stored
from tests.server.spoiling import faults, rows, spoil
from tests.server.test_archives import GAMES, files
from tests.server.test_tamper import croupier
from tests.server.week import CONFIG, MONDAY, Week

FIRST, SECOND, THIRD = (f"00000{day}-2026-06-0{day}.archive" for day in (1, 2, 3))


Reports = dict[str, Report]


class Room(NamedTuple):
    """A room of which two files were retired, as it was before."""

    folder: Path
    reports: Reports  # by shift
    states: dict[str, object]
    indexed: int  # rounds


def retired(url: str) -> Retired | None:
    async def work() -> Retired | None:
        async with stored(url) as store:
            return await retire(store)

    return run(work)


def reports_of(url: str) -> Reports:
    async def work() -> Reports:
        store = Store(make_engine(url), KEYS)
        found = await read_tally(store)
        await store.engine.dispose()
        return {name: found.summed(name, ["shift"]) for name in SUMMED}

    return run(work)


def started(url: str) -> dict[str, object]:
    """The tables as a start brings them back."""

    async def work() -> dict[str, object]:
        service = Service(Store(make_engine(url), KEYS), CONFIG, lambda: MONDAY)
        await service.start()
        try:
            assert not service.store.faults
            assert not service.faulty
            return {
                name: (desk.state.seats, desk.state.accounts, desk.state.rounds)
                for name, desk in service.desks.items()
            }
        finally:
            await service.stop()

    return run(work)


def post(url: str, files: int) -> None:
    """Let the house post after how many days a file goes."""

    async def work() -> None:
        service = Service(Store(make_engine(url), KEYS), CONFIG, lambda: MONDAY)
        await service.start()
        says = PostRetention(days=1, files=files)
        await service.house.ask(Order(MONDAY, STAFF["poker_shift_supervisor"], says))
        await service.stop()

    run(work)


async def _day(week: Week, number: int) -> None:
    async with week.open():
        if not number:
            await week.furnish()
            await week.house("poker_shift_supervisor", PostRetention(days=1, files=2))
        await week.open_tables()
        await week.play()
        await week.close_day()
    week.next_day()


def archived(url: str) -> None:
    async def work() -> None:
        async with stored(url) as store:
            assert await archive(store) is not None

    run(work)


def test_no_line_that_others_wrote_leads_to_a_file_that_is_deleted(
    aged: Room, tmp_path: Path
) -> None:
    """An intruder who writes to the database has the operator's command delete nothing for them."""
    victim = tmp_path / "room.keys"
    victim.write_text("mine")
    copytree(aged.folder.with_name("whole"), folder := tmp_path / "room")
    url = f"sqlite:///{folder}/room.db"
    line = next(row for row in rows(url, events) if row["stream"] == ARCHIVES)
    body = json.loads(bytes(line["body"])) | {"file": victim.name, "folder": str(tmp_path)}  # type: ignore[call-overload]  # bytes
    here = events.c.stream == ARCHIVES, events.c.number == line["number"]
    spoil(url, update(events).where(*here).values(body=json.dumps(body).encode()))
    for order in (retired, archived):
        with pytest.raises(Refused, match="room did not write the log of files: archives line 1"):
            order(url)
    assert victim.exists()


@pytest.fixture(scope="module")
def aged(tmp_path_factory: pytest.TempPathFactory) -> Room:
    """Four closed days: three are archived, of which two are older than the room keeps files."""
    folder = tmp_path_factory.mktemp("aged") / "room"
    folder.mkdir()
    url = f"sqlite:///{folder}/room.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Desk, "every", 1)
        patch.setattr(HouseDesk, "every", 10)
        patch.setattr(setting_up, "LEAST_FILES", 2)
        week = Week(url, seed=9, rounds=2, games=GAMES)
        for number in range(4):
            run(lambda: _day(week, number))  # noqa: B023  # it is over before the next
            if number:
                archived(url)
    assert [path.name for path in files(url)] == [FIRST, SECOND, THIRD]
    before = Room(folder, reports_of(url), started(url), len(rows(url, rounds)))
    copytree(folder, folder.with_name("whole"))
    done = retired(url)
    assert done is not None
    assert done.files == [FIRST, SECOND]
    assert (done.day, done.kept) == ("2026-06-02", 2)
    assert len(rows(url, rounds)) < before.indexed
    assert retired(url) is None  # it is done
    return before


@pytest.fixture
def room(aged: Room, tmp_path: Path) -> str:
    copytree(aged.folder, tmp_path / "room")
    return f"sqlite:///{tmp_path}/room/room.db"


@pytest.fixture
def whole(aged: Room, tmp_path: Path) -> str:
    """The same room before its files were retired."""
    copytree(aged.folder.with_name("whole"), tmp_path / "whole")
    return f"sqlite:///{tmp_path}/whole/room.db"


def test_the_files_are_gone_and_the_record_is_sound(room: str, tmp_path: Path) -> None:
    assert [path.name for path in files(room)] == [THIRD]
    assert faults(room) == []
    assert faults(room, None) == []
    keys = tmp_path / "keys"
    keys.write_bytes(KEYS.sealing + KEYS.signing)
    words = ("verify-log", "--db", room, "--keys", str(keys))
    done = croupier(*words)
    assert done.returncode == 0, done
    assert f"after 2 days: {FIRST}, {SECOND}" in done.stdout
    assert done.stdout.endswith("Everything was checked.\n")
    [said] = json.loads(croupier(*words, "--json").stdout)["retired"]
    assert said["files"] == [FIRST, SECOND]


def walked(url: str) -> Fault | None:
    async def work() -> Fault | None:
        engine = make_engine(url)
        found = await walk(engine, KEYS, 0)
        await engine.dispose()
        return found

    return run(work)


def test_the_walk_of_an_open_room_begins_at_the_bases(room: str) -> None:
    assert walked(room) is None
    where = (events.c.stream == ARCHIVES) & (events.c.kind == Base.__name__)
    spoil(room, update(events).where(where).values(body=b"{}"))
    found = walked(room)
    assert found is not None
    assert found.stream == ARCHIVES


def test_the_books_of_retired_days_stay_and_their_rounds_go(aged: Room, room: str) -> None:
    assert reports_of(room) == aged.reports
    assert "2026-06-01" in str(aged.reports["rake"].rows)
    assert len(rows(room, rounds)) < aged.indexed


def test_a_start_goes_on_with_a_snapshot_and_without(
    aged: Room, room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert started(room) == aged.states
    spoil(room, delete(snapshots).where(snapshots.c.stream != HOUSE))
    monkeypatch.setattr(Desk, "every", 1)
    assert started(room) == aged.states
    assert reports_of(room) == aged.reports
    assert faults(room) == []


def test_a_later_version_goes_on_from_the_bases(
    aged: Room, room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "FOLDS", kept.FOLDS + 1)
    kept.version_of.cache_clear()
    try:
        assert started(room) == aged.states
        assert reports_of(room) == aged.reports
        assert faults(room) == []
    finally:
        kept.version_of.cache_clear()


def test_a_second_retirement_follows_the_first(
    aged: Room, room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setting_up, "LEAST_FILES", 1)
    monkeypatch.setattr(Desk, "every", 1)
    post(room, 1)
    done = retired(room)
    assert done is not None
    assert done.files == [THIRD]
    assert faults(room) == []
    spoil(room, delete(snapshots).where(snapshots.c.stream != HOUSE))
    assert started(room) == aged.states
    assert reports_of(room) == aged.reports
    assert faults(room) == []


def test_retired_lines_are_asked_for_in_vain_until_the_file_is_back(
    whole: str, room: str, aged: Room
) -> None:
    async def first(url: str) -> int:
        store = Store(make_engine(url), KEYS)
        try:
            async for number, _ in store.read(f"{TABLE}1"):
                return number
            return 0
        finally:
            await store.engine.dispose()

    with pytest.raises(Refused, match=f"were retired: bring {FIRST} back"):
        run(lambda: first(room))
    for name in (FIRST, SECOND):
        kept_elsewhere = aged.folder.with_name("whole") / "room.db.archives" / name
        (files(room)[0].parent / name).write_bytes(kept_elsewhere.read_bytes())
    assert run(lambda: first(room)) == 1
    assert faults(room) == []


def test_a_reading_of_whole_logs_leaves_out_what_was_retired(room: str) -> None:
    async def work() -> set[str]:
        store = Store(make_engine(room), KEYS)
        book = await read_book(store)
        await store.engine.dispose()
        return {book.period("day", one.at) for log in book.tables.values() for one in log}

    assert run(work) >= {"2026-06-03", "2026-06-04"}
    assert "2026-06-01" not in run(work)


def test_a_backup_of_a_retired_room_restores(room: str, tmp_path: Path, aged: Room) -> None:
    keys = tmp_path / "keys"
    keys.write_bytes(KEYS.sealing + KEYS.signing)
    done = croupier("backup", str(tmp_path / "copy"), "--db", room, "--json")
    assert json.loads(done.stdout)["archives"] == 1, done
    there = f"sqlite:///{tmp_path}/there.db"
    done = croupier("restore", str(tmp_path / "copy"), "--db", there, "--keys", str(keys))
    assert done.returncode == 0, done
    assert faults(there) == []
    assert reports_of(there) == aged.reports


# --- what must not pass ----------------------------------------------------------------------


def test_a_file_that_is_not_sound_is_not_retired(whole: str) -> None:
    spoiled = files(whole)[0]
    body = bytearray(spoiled.read_bytes())
    body[len(body) // 2] ^= 1
    spoiled.write_bytes(body)
    with pytest.raises(Refused):
        retired(whole)
    assert len(files(whole)) == 3
    assert not [row for row in rows(whole, events) if row["kind"] == Retired.__name__]


def test_a_file_with_another_line_in_it_is_not_retired(whole: str) -> None:
    path = files(whole)[0]
    index = archives._index(path, 0)
    blocks = [archives._block(path, spot.stream, spot.first) for spot in index.spots]
    made = archives.Writer(path, index.before)
    for block in filter(None, blocks):
        lines = list(block.lines)
        at = next(at for at, one in enumerate(block.lines) if not one.sealed)
        lines[at] = lines[at]._replace(body=lines[at].body + b" ")
        made.add(block._replace(lines=lines))
    made.close()
    with pytest.raises(Refused, match=r"nothing is retired: table/1 line 1: this is not the line"):
        retired(whole)
    assert len(files(whole)) == 3


def test_no_file_goes_unless_the_room_has_posted_so(
    whole: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = tmp_path / "keys"
    keys.write_bytes(KEYS.sealing + KEYS.signing)
    given = ("archive", "--db", whole, "--keys", str(keys), "--json")
    post(whole, 0)
    assert json.loads(croupier(*given).stdout) == {"lines": 0, "retired": []}
    monkeypatch.setattr(setting_up, "LEAST_FILES", 2)
    post(whole, 2)
    assert json.loads(croupier(*given).stdout) == {"lines": 0, "retired": [FIRST, SECOND]}


def test_an_audit_finds_a_file_that_went_without_a_word(room: str, aged: Room) -> None:
    away = aged.folder.with_name("away")
    aged.folder.rename(away)  # where the file was written
    files(room)[0].unlink()
    found = {fault.stream for fault in faults(room)}
    away.rename(aged.folder)
    assert ARCHIVES in found


def test_an_audit_finds_sums_of_retired_days_that_were_changed(room: str) -> None:
    first = f"{min(row['shift'] for row in rows(room, sums))}"  # type: ignore[type-var]  # words
    wanted = (sums.c.shift == first) & sums.c.stream.startswith(TABLE) & (sums.c.amount > 0)
    spoil(room, update(sums).where(wanted).values(amount=sums.c.amount + 1))
    assert any("the sum of" in fault.what for fault in faults(room))


def test_an_audit_finds_a_round_put_back_into_the_index(room: str, whole: str) -> None:
    old = min(rows(whole, rounds), key=lambda row: int(str(row["line"])))
    spoil(room, insert(rounds).values(old))
    assert any("the index has a round" in fault.what for fault in faults(room))


@pytest.mark.parametrize("kind", [Base, Retired])
def test_an_audit_finds_what_a_retirement_says_changed(room: str, kind: type) -> None:
    one = next(row for row in rows(room, events) if row["kind"] == kind.__name__)
    body = bytes(one["body"]).replace(b"2", b"3", 1)  # type: ignore[call-overload]  # bytes
    where = (events.c.stream == ARCHIVES) & (events.c.number == one["number"])
    spoil(room, update(events).where(where).values(body=body))
    assert ARCHIVES in {fault.stream for fault in faults(room)}


def test_an_audit_finds_slips_of_retired_days_that_the_house_entered_otherwise(room: str) -> None:
    async def work() -> None:
        engine = make_engine(room)
        async with engine.begin() as connection:
            where = events.c.stream == HOUSE, events.c.kind == "TableBooked"
            found = (await connection.execute(select(events).where(*where).limit(1))).one()
            change = update(events).where(*where, events.c.number == found.number)
            body = bytes(found.body).replace(b'"line":', b'"line":1', 1)
            await connection.execute(change.values(body=body))
        await engine.dispose()

    run(work)
    assert any("slips of table/" in fault.what for fault in faults(room))
