"""The past cannot be rewritten without the keys: an audit and a start find it, with its place."""

from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from shutil import copy

import pytest
from litestar.testing import AsyncTestClient
from msgspec.structs import replace
from sqlalchemy import delete, insert, select, text, update
from sqlalchemy.schema import DropTable

from croupier.cli import witness as command
from croupier.refused import Refused
from croupier.room.cage.facts import TableBooked
from croupier.room.house import evolve as house
from croupier.room.house.people import Actor
from croupier.server.app import create_app
from croupier.server.auth.users import Accounts
from croupier.server.service import Service
from croupier.server.setup.preflight import check_keys
from croupier.server.store import walk as walks
from croupier.server.store.audit import audit
from croupier.server.store.batch import Request
from croupier.server.store.chain import START, link
from croupier.server.store.checkpoints import ROLL
from croupier.server.store.copies import backup, begin_anew, restore
from croupier.server.store.database import Store, make_engine
from croupier.server.store.faults import Fault
from croupier.server.store.head_file import HeadFile
from croupier.server.store.keys import Keys, load_keys
from croupier.server.store.lease import RoomLost
from croupier.server.store.lines import Line, to_lines
from croupier.server.store.migrate import migrate
from croupier.server.store.schema import (
    balances,
    checkpoints,
    events,
    heads,
    journal,
    people,
    requests,
    resets,
    sessions,
    snapshots,
)
from croupier.server.store.witness import Held, held, rewritten
from croupier.server.tables.steady_clock import wall_clock
from tests.server.golden import read, rooms
from tests.server.rooms import FAST, KEYS, opened, run, served, stored
from tests.server.spoiling import at, faults, rows, spoil
from tests.server.test_golden import put
from tests.server.test_tamper import croupier

TABLE = "table/1"


def plain(words: bytes = b"{}") -> Line:
    return Line("Noted", words, sealed=False)


def raised(room: str) -> None:
    """Raise a purchase of the past, and everything that an intruder can compute from it."""
    before, changes, number = START, list[object](), 0
    lines = [row for row in rows(room, events) if row["stream"] == TABLE]
    for row in sorted(lines, key=lambda row: int(str(row["number"]))):
        body = bytes(row["body"])  # type: ignore[call-overload]  # bytes
        if row["kind"] == "Bought" and not number:
            number, body = int(str(row["number"])), body.replace(b"20000", b"1020000")
        said = row["number"], row["kind"], bool(row["sealed"]), body, row["epoch"]
        before = link(before, TABLE, *said)  # type: ignore[arg-type]  # as stored
        changes.append(update(events).where(at(events, row)).values(body=body, hash=before))  # type: ignore[arg-type]  # a clause
    assert number
    here = journal.c.stream == TABLE, journal.c.number == number
    spoil(
        room,
        *changes,
        update(journal).where(*here).values(amount=1_020_000),
        update(balances)
        .where(balances.c.stream == TABLE, balances.c.account == "cage")
        .values(balance=balances.c.balance - 1_000_000),
        update(balances)
        .where(balances.c.stream == TABLE, balances.c.account == "stack:1")
        .values(balance=balances.c.balance + 1_000_000),
        delete(checkpoints).where(checkpoints.c.stream == TABLE),
        update(heads).where(heads.c.stream == TABLE).values(hash=before, serial=0, signed=b""),
    )


def vanished(room: str) -> None:
    """Delete every line of a table, and leave its checkpoints."""
    spoil(room, *(delete(table).where(table.c.stream == TABLE) for table in (journal, events)))


def forgotten(room: str) -> None:
    """Delete everything that has the name of a table."""
    everywhere = (journal, events, balances, requests, checkpoints, heads)
    spoil(room, *(delete(table).where(table.c.stream == TABLE) for table in everywhere))


def beheaded(room: str) -> None:
    """Delete the seals, so that the room looks like one of version 0.1."""
    spoil(
        room,
        delete(heads),
        delete(checkpoints),
        update(events).values(mac=None),
    )


@pytest.mark.parametrize("rewrite", [raised, vanished, forgotten])
def test_a_rewritten_past_is_found_and_the_room_opens_read_only_and_signs_nothing(
    room: str, rewrite: Callable[[str], None]
) -> None:
    assert faults(room) == []
    rewrite(room)
    assert TABLE in {fault.stream for fault in faults(room)}
    signed = rows(room, checkpoints)

    async def work() -> None:
        async with served(room) as service:
            assert TABLE in {fault.stream for fault in service.store.faults}
            assert not service.dealers
            with pytest.raises(Refused, match="read-only"):
                await service.store.append("a", [plain()])
            await service.store.checkpoint()

    run(work)
    assert rows(room, checkpoints) == signed


def test_a_broken_line_anywhere_keeps_the_room_read_only(room: str) -> None:
    row = next(row for row in rows(room, events) if row["kind"] == "Seated")
    body = bytes(row["body"]).replace(b"Ada", b"Eva")  # type: ignore[call-overload]  # bytes
    spoil(room, update(events).where(at(events, row)).values(body=body))  # type: ignore[arg-type]  # a clause

    async def work() -> None:
        async with served(room) as service:
            assert service.store.faults[0][:2] == (row["stream"], row["number"])

    run(work)


def test_answers_that_were_deleted_or_forged_are_found(db: str) -> None:
    async def work() -> None:
        async with stored(db) as store:
            for number in range(1, 4):
                await store.append("a", [plain()], Request("Ada/x", number, b"yes"))

    run(work)
    assert faults(db) == []
    kept = rows(db, requests)
    spoil(db, delete(requests).where(requests.c.sequence == 2))
    [found] = faults(db)
    assert found == Fault("a", 0, "3 commands were answered, and 2 answers are kept")
    spoil(db, insert(requests).values(kept[1] | {"reply": b"no"}))
    [found] = faults(db)
    assert "answer to command 2 of Ada/x" in found.what
    spoil(db, delete(requests))
    assert [fault.stream for fault in faults(db)] == ["a"]


PASSWORD = "correct horse battery"


async def known(store: Store) -> Accounts:
    accounts = Accounts(store.engine, KEYS)
    for name, role in (("Eva", "player"), ("Sue", "poker_shift_supervisor")):
        await accounts.add(name, PASSWORD, role, wall_clock())  # type: ignore[arg-type]  # a role
    return accounts


def test_an_account_that_was_changed_is_found_and_lets_nobody_in(db: str) -> None:
    async def work() -> None:
        async with stored(db) as store:
            accounts = await known(store)
            token, _ = await accounts.sign_in("Eva", PASSWORD, wall_clock())
            assert await accounts.session(token, wall_clock()) is not None
            async with store.engine.begin() as connection:
                await connection.execute(
                    update(people).where(people.c.name == "Eva").values(role="accounting")
                )
            assert await accounts.session(token, wall_clock()) is None
            with pytest.raises(Refused, match="the name or the password is wrong"):
                await accounts.sign_in("Eva", PASSWORD, wall_clock())

    run(work)
    [found] = faults(db)
    assert found == Fault("people", 1, "the account Eva is not what the log says")

    async def again() -> list[Fault]:
        async with stored(db) as store:
            return store.faults

    assert run(again) == [found]


def test_an_older_row_or_a_deleted_account_is_found(db: str) -> None:
    async def work() -> None:
        async with stored(db) as store:
            await known(store)

    run(work)
    before = next(row for row in rows(db, people) if row["name"] == "Sue")

    async def change() -> None:
        async with stored(db) as store:
            await Accounts(store.engine, KEYS).disable("Sue")

    run(change)
    assert faults(db) == []
    mine = people.c.name == "Sue"
    spoil(db, update(people).where(mine).values(before))
    assert faults(db) == [Fault("people", 3, "the account Sue is not what the log says")]
    spoil(db, delete(people).where(mine))
    assert faults(db) == [Fault("people", 3, "the account Sue is gone")]


@pytest.mark.parametrize("whole", [False, True])
def test_an_older_row_that_is_put_back_gives_nobody_a_role_again(db: str, whole: bool) -> None:
    """A person who had a role keeps their rows, and puts them back while the room is open."""

    async def work() -> None:
        async with stored(db) as store:
            accounts = await known(store)
            token, _ = await accounts.sign_in("Sue", PASSWORD, wall_clock())
            async with store.engine.begin() as connection:
                mine = [dict(row._mapping) for row in await connection.execute(select(sessions))]
                was = await connection.execute(select(people).where(people.c.name == "Sue"))
                before = dict(was.one()._mapping)
                end = await connection.execute(select(heads).where(heads.c.stream == "people"))
                head = dict(end.one()._mapping)
            await accounts.change_role("Sue", "player")
            assert await accounts.session(token, wall_clock()) is None
            await accounts.standing(wall_clock())
            async with store.engine.begin() as connection:
                await connection.execute(insert(sessions), mine)
                await connection.execute(
                    update(people).where(people.c.name == "Sue").values(before)
                )
                if whole:
                    later = events.c.stream == "people", events.c.number > head["number"]
                    await connection.execute(delete(events).where(*later))
                    there = heads.c.stream == "people"
                    await connection.execute(update(heads).where(there).values(head))
            assert await accounts.session(token, wall_clock()) is None
            with pytest.raises(Refused, match="the name or the password is wrong"):
                await accounts.known("Sue", PASSWORD)
            assert await accounts.known("Eva", PASSWORD) == Actor("Eva", "player")

    run(work)


def test_an_answer_that_the_room_did_not_give_is_given_to_nobody(db: str) -> None:
    async def work() -> None:
        async with stored(db) as store:
            await store.append("a", [plain()], Request("Ada/x", 1, b"yes"))
            assert await store.reply("a", "Ada/x", 1) == b"yes"
            async with store.engine.begin() as connection:
                forged = {"stream": "a", "client": "Ada/x", "sequence": 2, "reply": b"yes"}
                await connection.execute(insert(requests), forged)
            with pytest.raises(Refused, match="read-only"):
                await store.reply("a", "Ada/x", 2)
            assert "answer to command 2 of Ada/x" in str(store.faults[0])

    run(work)


def test_a_forged_session_or_reset_is_no_session_and_is_found(db: str) -> None:
    async def work() -> None:
        async with stored(db) as store:
            accounts = await known(store)
            token, _ = await accounts.sign_in("Eva", PASSWORD, wall_clock())
            assert [fault async for fault in audit(store.engine, KEYS)] == []
            async with store.engine.begin() as connection:
                await connection.execute(update(sessions).values(person="Sue"))
                ends = wall_clock() + timedelta(hours=1)
                digest = sha256(b"mine").digest()
                forged = {"token": digest, "person": "Sue", "expires": ends, "mac": b"x" * 16}
                await connection.execute(insert(resets), forged)
            assert await accounts.session(token, wall_clock()) is None
            with pytest.raises(Refused, match="already used"):
                await accounts.reset("mine", "another long password", wall_clock())

    run(work)
    assert [(fault.stream, "Sue" in fault.what) for fault in faults(db)] == [
        ("sessions", True),
        ("resets", True),
    ]


def test_the_books_of_the_house_are_compared_with_those_of_the_tables(room: str) -> None:
    """With the keys too, no slip is entered that no table made out."""
    assert faults(room) == []

    async def work() -> None:
        async with stored(room) as store:
            said = [house.read_entry(line) async for _, line in store.read("house")]
            booked = next(one for one in said if isinstance(one.fact, TableBooked))
            slip = replace(booked.fact.slip, chips=booked.fact.slip.chips + 100)
            forged = replace(booked, fact=replace(booked.fact, slip=slip))
            await store.append("house", to_lines([forged]))

    run(work)
    [found] = [fault for fault in faults(room) if fault.stream == "house"]
    assert "this slip is not in the log of table/" in found.what


# --- the head file and the keys --------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> HeadFile:
    return HeadFile(KEYS, tmp_path / "keys.head")


def write(db: str, file: HeadFile, words: bytes) -> list[Fault]:
    """Append a line, as a room does; what the start found."""

    async def work() -> list[Fault]:
        engine = make_engine(db)
        await migrate(engine)
        store = Store(engine, KEYS, head_file=file)
        await store.start()
        if not store.faults:
            await store.append("a", [plain(words)])
        await store.stop()
        return store.faults

    return run(work)


def test_an_older_copy_of_the_whole_database_is_noticed(tmp_path: Path, file: HeadFile) -> None:
    db = f"sqlite:///{tmp_path}/room.db"
    assert write(db, file, b"1") == []
    copy(tmp_path / "room.db", tmp_path / "older.db")
    assert write(db, file, b"2") == []
    kept = file.read()
    assert kept is not None
    older = f"sqlite:///{tmp_path}/older.db"
    for found in (write(older, file, b"3"), faults(older, kept=kept)):
        assert [fault.stream for fault in found] == [ROLL]
        assert "an older copy" in found[0].what
    assert file.read() == kept


def test_a_room_whose_seals_are_gone_is_no_old_room(tmp_path: Path, file: HeadFile) -> None:
    db = f"sqlite:///{tmp_path}/room.db"
    write(db, file, b"1")
    beheaded(db)
    kept = file.read()
    for found in (write(db, file, b"2"), faults(db, kept=kept)):
        assert [fault.stream for fault in found] == [ROLL]


def test_a_room_that_passes_for_one_of_version_0_1_is_found_by_its_head_file(
    tmp_path: Path, file: HeadFile
) -> None:
    """An intruder drops the tables of this format, and writes a past that needs no key."""
    db = f"sqlite:///{tmp_path}/room.db"
    write(db, file, b"1")
    kept, before = file.read(), START
    assert kept is not None
    changes: list[object] = [delete(checkpoints)]
    for row in sorted(rows(db, events), key=lambda row: int(str(row["number"]))):
        body = b"another past"
        before = link(before, "a", row["number"], row["kind"], bool(row["sealed"]), body)  # type: ignore[arg-type]  # as stored
        changed = {"body": body, "hash": before, "epoch": 0, "mac": None}
        changes.append(update(events).where(at(events, row)).values(changed))  # type: ignore[arg-type]  # a clause
    changes += [text("DROP TRIGGER fence"), DropTable(heads), DropTable(snapshots)]
    spoil(db, *changes)
    assert [fault.stream for fault in faults(db, kept=kept)] == [ROLL]


def test_a_head_file_is_replaced_whole_and_belongs_to_its_keys(tmp_path: Path) -> None:
    db, path = f"sqlite:///{tmp_path}/room.db", tmp_path / "keys"
    keys = load_keys(path)
    file = HeadFile.beside(keys, path)
    assert file.read() is None

    async def work(keys: Keys, file: HeadFile) -> None:
        engine = make_engine(db)
        await migrate(engine)
        store = Store(engine, keys, head_file=file)
        await store.start()
        await store.append("a", [plain()])
        await store.stop()

    run(lambda: work(keys, file))
    assert sorted(one.name for one in tmp_path.glob("keys*")) == ["keys", "keys.head"]
    kept = file.read()
    assert kept is not None
    assert kept.roll == 2  # the first is of an empty room

    async def check() -> None:
        engine = make_engine(db)
        try:
            await check_keys(engine, path)
        finally:
            await engine.dispose()

    run(check)
    path.write_bytes(keys.sealing + Keys.fresh().signing)
    with pytest.raises(Refused, match=r"keys\.head was not written with this key file"):
        run(check)
    file.path.unlink()
    with pytest.raises(Refused, match="not the key file that signed this room"):
        run(check)
    file.path.write_text("nothing")
    with pytest.raises(Refused, match=r"keys\.head"):
        run(check)


def test_a_restored_copy_is_recorded_and_goes_on(tmp_path: Path, file: HeadFile) -> None:
    db, back = f"sqlite:///{tmp_path}/room.db", f"sqlite:///{tmp_path}/back.db"
    write(db, file, b"1")

    async def work() -> None:
        engine = make_engine(db)
        await backup(engine, tmp_path / "copy")
        await engine.dispose()

    run(work)
    write(db, file, b"2")

    async def again() -> list[Fault]:
        engine = make_engine(back)
        await restore(engine, tmp_path / "copy")
        found = await begin_anew(engine, file, KEYS)
        await engine.dispose()
        return found

    assert run(again) == []
    assert faults(back, kept=file.read()) == []
    assert write(back, file, b"3") == []
    assert faults(back, kept=file.read()) == []
    assert write(db, file, b"4")  # the room that was replaced is not taken for the new one


# --- one writer ------------------------------------------------------------------------------


def test_a_server_that_lost_the_room_can_write_nothing(db: str) -> None:
    async def work() -> None:
        async with stored(db) as first:
            await first.append("a", [plain(b"1")])
            async with stored(db) as second:
                for stream in ("a", "b"):
                    with pytest.raises(RoomLost, match="another server has this log"):
                        await first.append(stream, [plain(b"lost")])
                await second.append("a", [plain(b"2")])
        assert first.faults

    run(work)
    assert faults(db) == []
    assert [bytes(row["body"]) for row in rows(db, events)] == [b"1", b"2"]  # type: ignore[call-overload]  # bytes


# --- while the room is open ------------------------------------------------------------------


def test_a_fault_that_the_walk_finds_stops_the_signing(
    room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with served(room) as service:
            assert service._walking is not None
            await service._walking
            assert service.store.doubts == []
            async with service.store.engine.begin() as connection:
                line = (events.c.stream == TABLE) & (events.c.number == 1)
                await connection.execute(update(events).where(line).values(mac=b"x" * 16))
            monkeypatch.setattr(walks, "PAUSE_S", 0)
            await service._walk()
            assert [fault[:2] for fault in service.store.doubts] == [(TABLE, 1)]
            before = dict(service.store.signed)
            await service.store.append("a", [plain()])
            await service.store.checkpoint()
            assert service.store.signed == before

    run(work)


@pytest.mark.parametrize("spoiled", ["journal", "role", "session"])
def test_the_walk_reads_the_journal_and_the_people(room: str, spoiled: str) -> None:
    async def work() -> None:
        async with served(room) as service:
            await service.accounts.add("Eva", "a long enough word", "player", service.clock())
            await service.accounts.sign_in("Eva", "a long enough word", service.clock())
            await service._walk()
            assert service.store.doubts == []
            change = {
                "journal": update(journal).where(journal.c.stream == TABLE).values(amount=7),
                "role": update(people).where(people.c.name == "Eva").values(role="accounting"),
                "session": update(sessions).values(person="Abe"),
            }
            async with service.store.engine.begin() as connection:
                await connection.execute(change[spoiled])
            await service._walk()
            [fault] = service.store.doubts
            stream = {"journal": TABLE, "role": "people", "session": "sessions"}
            assert fault.stream == stream[spoiled]

    run(work)


@pytest.fixture
def broken(room: str) -> Service:
    row = next(row for row in rows(room, balances) if str(row["account"]).startswith("stack"))
    where = (balances.c.stream == row["stream"]) & (balances.c.account == row["account"])
    spoil(room, update(balances).where(where).values(balance=1))
    return Service(Store(make_engine(room), KEYS), FAST)


def test_a_read_only_room_is_open_to_its_staff_alone(broken: Service) -> None:
    async def work() -> None:
        async with AsyncTestClient(create_app(FAST, service=broken)) as client:
            health = (await client.get("/health")).json()
            assert health["status"] == "read-only"
            assert "the balance of stack" in health["faults"]["record"]
            for name, role, code in (("Eva", "player", 403), ("Abe", "accounting", 200)):
                await broken.accounts.add(name, "a long enough word", role, broken.clock())  # type: ignore[arg-type]  # a role
                token, _ = await broken.accounts.sign_in(name, "a long enough word", broken.clock())
                head = {"authorization": f"Bearer {token}"}
                assert (await client.get("/api/books", headers=head)).status_code == code
            assert (await client.get("/api/tables")).status_code == 403
            with pytest.raises(Refused, match="read-only"):
                await opened(broken, "9")

    run(work)


# --- rooms of version 0.1 --------------------------------------------------------------------


def test_an_old_room_that_was_changed_is_neither_sealed_nor_signed(tmp_path: Path) -> None:
    (true, kept), db = read(rooms()[0]), f"sqlite:///{tmp_path}/room.db"
    kept = [(name, {**row}) for name, row in kept]
    line = next(row for name, row in kept if name == "events" and row["kind"] == "Seated")
    line["body"] = line["body"].replace(b"Ada", b"Eva")

    async def work() -> None:
        engine = make_engine(db)
        async with engine.begin() as connection:
            await connection.run_sync(put, true["schema"], kept)
        await engine.dispose()
        async with served(db) as service:
            found = service.store.faults[0]
            assert (found.stream, found.number) == (line["stream"], line["number"])

    run(work)
    assert rows(db, heads) == []
    assert all(row["mac"] is None for row in rows(db, events))


def test_an_audit_leaves_a_database_as_it_is(tmp_path: Path) -> None:
    """An old schema too, and a file that no one can write to."""
    (true, kept), db = read(rooms()[0]), f"sqlite:///{tmp_path}/room.db"

    async def work() -> None:
        engine = make_engine(db)
        async with engine.begin() as connection:
            await connection.run_sync(put, true["schema"], kept)
        await engine.dispose()

    run(work)
    before = {path.name: path.read_bytes() for path in tmp_path.glob("room.db*")}
    assert faults(db) == []
    assert {path.name: path.read_bytes() for path in tmp_path.glob("room.db*")} == before

    async def try_to_write() -> None:
        engine = make_engine(db, read_only=True)
        try:
            async with engine.begin() as connection:
                await connection.execute(delete(journal))
        finally:
            await engine.dispose()

    with pytest.raises(Exception, match="readonly"):
        run(try_to_write)


# --- a witness elsewhere ---------------------------------------------------------------------


def test_a_witness_notices_a_log_that_is_shorter_other_or_gone(sqlite: str) -> None:
    answers: list[list[Held]] = []

    async def work() -> None:
        async with stored(sqlite) as store:
            for words in (b"1", b"2", b"3"):
                await store.append("a", [plain(words)])
                await store.checkpoint()
                answers.append([held(one) for one in store.signed.values()])

    run(work)
    first, second, third = answers
    assert list(rewritten(first, second)) == []
    assert list(rewritten([*first, *second], third)) == []
    assert list(rewritten(first, third)) == []
    assert {fault.stream for fault in rewritten(third, second)} == {"a", ROLL}
    [gone] = rewritten(second, [one for one in second if one.stream != "a"])
    assert gone == Fault("a", 0, "the log is gone")
    other = [replace(one, hash="00" * 32) for one in second]
    assert {fault.stream for fault in rewritten(second, other)} == {"a", ROLL}
    unlinked = [replace(one, before="00" * 32) for one in third]
    assert {fault.stream for fault in rewritten(second, unlinked)} == {"a", ROLL}


def test_a_witness_at_a_terminal_keeps_what_the_room_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [b'[{"stream":"a","number":2,"hash":"00","signature":"00","serial":2}]', b"[]"]
    monkeypatch.setattr(command, "urlopen", lambda url, timeout: BytesIO(answers.pop(0)))
    keep = tmp_path / "kept.jsonl"
    where = ("http://room", "--keep", str(keep))
    assert croupier("witness", *where).stdout == "1 logs are as they were.\n"
    done = croupier("witness", *where)
    assert (done.returncode, done.stdout) == (1, "a: the log is gone\n1 faults.\n")
    assert len(keep.read_text().splitlines()) == 2
    refused = croupier("witness", "room")
    assert (refused.returncode, "must begin with http" in refused.stderr) == (2, True)
