"""One flipped byte, anywhere in what is stored, is found and named with its place."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import delete, update

from croupier.cli import main
from croupier.refused import Refused
from croupier.server.store.checkpoints import ROLL
from croupier.server.store.copies import backup, restore
from croupier.server.store.database import Store, make_engine
from croupier.server.store.faults import Fault
from croupier.server.store.schema import balances, checkpoints, events, journal
from croupier.server.store.witness import Held, held
from tests.server.rooms import KEYS, run
from tests.server.spoiling import at, faults, flipped, rows, spoil


def test_a_room_that_nobody_touched_has_no_fault(room: str) -> None:
    assert faults(room) == []
    assert faults(room, None) == []  # without keys there is less to see, and nothing wrong
    assert {row["kind"] for row in rows(room, events)} >= {"TableSetUp", "Dealt", "RoundClosed"}


def victims(found: list[dict[str, object]]) -> Iterator[dict[str, object]]:
    """A sign, an opening, a deck, hands, a bet, the end; and some lines by chance."""
    seen = set[object]()
    for row in found:
        if row["kind"] not in seen:
            seen.add(row["kind"])
            yield row


@pytest.mark.parametrize("column", ["body", "hash"])
def test_a_flipped_byte_of_any_kind_of_event_is_found_at_its_line(room: str, column: str) -> None:
    chance = Random(column)
    tried = list(victims(rows(room, events)))
    for row in tried if room.startswith("sqlite") else tried[::3]:
        broken = flipped(row[column], chance)
        spoil(room, update(events).where(at(events, row)).values({column: broken}))  # type: ignore[arg-type]  # a clause
        for keys in (KEYS, None):
            found = faults(room, keys)
            assert found, row["kind"]
            assert (found[0].stream, found[0].number) == (row["stream"], row["number"])
        spoil(room, update(events).where(at(events, row)).values({column: row[column]}))  # type: ignore[arg-type]  # a clause
    assert faults(room) == []


@pytest.mark.parametrize("column", ["hash", "signature"])
def test_a_flipped_byte_of_a_checkpoint_is_found_at_its_line(room: str, column: str) -> None:
    chance, kept = Random(1), rows(room, checkpoints)
    for row in kept if room.startswith("sqlite") else kept[::5]:
        where = (checkpoints.c.stream == row["stream"]) & (checkpoints.c.serial == row["serial"])
        broken = flipped(row[column], chance)
        spoil(room, update(checkpoints).where(where).values({column: broken}))
        found = faults(room)
        place = row["serial"] if row["stream"] == ROLL else row["number"]
        assert (found[0].stream, found[0].number) == (row["stream"], place)
        assert "checkpoint" in found[0].what or "roll" in found[0].what
        spoil(room, update(checkpoints).where(where).values({column: row[column]}))
    assert faults(room) == []


def test_another_kind_or_seal_of_a_line_is_found(room: str) -> None:
    row = next(row for row in rows(room, events) if row["kind"] == "Folded")
    for change in ({"kind": "Called"}, {"sealed": True}):
        spoil(room, update(events).where(at(events, row)).values(change))  # type: ignore[arg-type]  # a clause
        assert (faults(room)[0].stream, faults(room)[0].number) == (row["stream"], row["number"])
        spoil(room, update(events).where(at(events, row)).values(kind="Folded", sealed=False))  # type: ignore[arg-type]  # a clause


def test_chips_that_the_log_does_not_know_are_found(room: str) -> None:
    row = rows(room, journal)[3]
    spoil(room, update(journal).where(at(journal, row)).values(amount=row["amount"] + 100))  # type: ignore[arg-type, operator]  # as above
    found = faults(room)
    assert found[0] == Fault(
        str(row["stream"]), int(str(row["number"])), "the journal has other chips than the log"
    )
    assert "is not the sum of the journal" in found[1].what


def test_a_balance_that_is_no_sum_is_found(room: str) -> None:
    row = next(row for row in rows(room, balances) if str(row["account"]).startswith("stack"))
    where = (balances.c.stream == row["stream"]) & (balances.c.account == row["account"])
    spoil(room, update(balances).where(where).values(balance=1))
    assert [fault.what for fault in faults(room)] == [
        f"the balance of {row['account']} is not the sum of the journal"
    ]


def test_a_line_that_was_taken_out_is_found(room: str) -> None:
    row = next(row for row in rows(room, events) if row["kind"] == "Folded")
    spoil(room, delete(events).where(at(events, row)))  # type: ignore[arg-type]  # a clause
    found = faults(room)[0]
    assert (found.stream, found.number) == (row["stream"], row["number"])
    assert "missing" in found.what


def test_a_log_that_was_written_again_without_the_key_is_found(room: str) -> None:
    """With the database alone one can build a chain, but cannot sign where it ends."""
    from croupier.server.store.chain import START, link

    changes, before = [], START
    for row in sorted(
        (row for row in rows(room, events) if row["stream"] == "table/1"),
        key=lambda row: int(str(row["number"])),
    ):
        body = bytes(row["body"])  # type: ignore[call-overload]  # bytes
        if row["kind"] == "Folded":
            body = body.replace(b'"seat":1', b'"seat":2').replace(b'"seat":3', b'"seat":1')
        before = link(before, "table/1", row["number"], row["kind"], bool(row["sealed"]), body)  # type: ignore[arg-type]  # as stored
        changes.append(update(events).where(at(events, row)).values(body=body, hash=before))  # type: ignore[arg-type]  # a clause
    spoil(room, *changes)
    found = [str(fault) for fault in faults(room)]
    assert any("the log is not what its checkpoint signed" in words for words in found)
    assert any("the round that begins here" in words for words in found)


# --- a witness -------------------------------------------------------------------------------


def witnessed(room: str) -> list[Held]:
    """What a witness was given when the room was closed."""

    async def work() -> list[Held]:
        engine = make_engine(room)
        store = Store(engine, KEYS)
        await store.start()
        kept = [held(one) for one in store.signed.values()]
        await store.stop()
        return kept

    return run(work)


def cut(room: str, stream: str, last: int) -> None:
    """Take the end of a log away, with everything that hangs on it."""
    moved = [row for row in rows(room, journal) if (row["stream"], row["number"]) <= (stream, last)]
    sums = Counter[object]()
    for row in moved:
        if row["stream"] == stream:
            sums[row["debit"]] -= int(str(row["amount"]))
            sums[row["credit"]] += int(str(row["amount"]))
    spoil(
        room,
        *(
            delete(table).where(table.c.stream == stream, table.c.number > last)
            for table in (checkpoints, journal, events)
        ),
        *(
            update(balances)
            .where(balances.c.stream == stream, balances.c.account == account)
            .values(balance=sums[account])
            for account in {row["account"] for row in rows(room, balances)}
        ),
    )


def test_an_end_that_was_cut_off_is_found_with_and_without_a_witness(room: str) -> None:
    kept = witnessed(room)
    assert faults(room, witness=kept) == []
    ends = {one.stream: one.number for one in kept}
    cut(room, "table/1", ends["table/1"] - 20)
    for keys in (KEYS, None):
        assert [(one.stream, one.number) for one in faults(room, keys)] == [
            ("table/1", ends["table/1"])
        ]
    seen = [fault for fault in faults(room, witness=kept) if "a witness saw" in fault.what]
    assert [(one.stream, one.number) for one in seen] == [("table/1", ends["table/1"])]
    cut(room, "house", 0)
    gone = [fault.what for fault in faults(room, witness=kept) if fault.stream == "house"]
    assert "the log ends at line 0: a witness saw this one" in gone


def test_a_witness_of_another_log_or_of_another_room_is_found(room: str) -> None:
    one = witnessed(room)[0]
    other = replace(one, hash="00" * 32, signature=KEYS.sign(b"").hex())
    assert "did not sign" in faults(room, witness=[other])[0].what
    assert "another log" in faults(room, None, witness=[other])[0].what
    for wrong in (replace(one, signature="no"), replace(one, number=one.number - 1)):
        [found] = faults(room, witness=[wrong])
        assert (found.stream, found.number) == (one.stream, wrong.number)
        assert "did not sign" in found.what


# --- copies ----------------------------------------------------------------------------------


def test_a_copy_of_one_database_is_the_same_room_in_the_other(
    played: Path, room: str, tmp_path: Path
) -> None:
    async def work() -> None:
        engine = make_engine(room)
        count = await backup(engine, tmp_path / "again")
        with pytest.raises(Refused, match="this database already has a room"):
            await restore(engine, played)
        await engine.dispose()
        assert count > 100

    run(work)
    target = f"sqlite:///{tmp_path}/third.db"

    async def there() -> None:
        engine = make_engine(target)
        await restore(engine, tmp_path / "again")
        await engine.dispose()

    run(there)
    for table in (events, journal, balances, checkpoints):
        assert sorted(map(str, rows(target, table))) == sorted(map(str, rows(room, table)))


@pytest.mark.parametrize("broken", [b"", b"nothing", b"\x1f\x8b\x08 cut"])
def test_a_file_that_is_no_copy_is_refused(tmp_path: Path, sqlite: str, broken: bytes) -> None:
    (tmp_path / "copy").write_bytes(broken)

    async def work() -> None:
        engine = make_engine(sqlite)
        try:
            await restore(engine, tmp_path / "copy")
        finally:
            await engine.dispose()

    with pytest.raises(Refused, match="copy"):
        run(work)


# --- at a terminal ---------------------------------------------------------------------------


class Done(NamedTuple):
    """How a command ended, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def croupier(*words: str, typed: str = "") -> Done:
    """A command as at a terminal, in this process: starting one takes seconds."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", StringIO(typed))
        code = main(words)
    return Done(code, out.getvalue(), err.getvalue())


def test_an_operator_restores_verifies_copies_and_enters_people(
    played: Path, tmp_path: Path
) -> None:
    from croupier.server.auth.users import Accounts
    from croupier.server.tables.steady_clock import wall_clock

    db, keys = f"sqlite:///{tmp_path}/room.db", tmp_path / "keys"
    keys.write_bytes(KEYS.sealing + KEYS.signing)
    where = ("--db", db, "--keys", str(keys))
    missing = croupier("verify-log", *where)
    assert (missing.returncode, missing.stdout) == (2, "")
    assert "there is no room at" in missing.stderr
    assert croupier("restore", str(played), *where).returncode == 0
    whole = croupier("verify-log", *where, "--json")
    assert (whole.returncode, json.loads(whole.stdout)) == (
        0,
        {"ok": True, "keys": True, "faults": [], "retired": []},
    )
    (tmp_path / "kept.jsonl").write_bytes(msgspec.json.encode(witnessed(db)) + b"\n")
    kept = ("--witness", str(tmp_path / "kept.jsonl"))
    assert croupier("verify-log", *where, *kept).returncode == 0
    (tmp_path / "none.jsonl").write_text("nothing\n")
    wrong = croupier("verify-log", *where, "--witness", str(tmp_path / "none.jsonl"))
    assert (wrong.returncode, "none.jsonl" in wrong.stderr) == (2, True)
    row = next(row for row in rows(db, events) if row["kind"] == "TableSetUp")
    broken = bytes(row["body"]).replace(b"holdem", b"holdam")  # type: ignore[call-overload]  # bytes
    spoil(db, update(events).where(at(events, row)).values(body=broken))  # type: ignore[arg-type]  # a clause
    found = croupier("verify-log", *where)
    assert found.returncode == 1
    assert f"{row['stream']} line 1: this is not the line" in found.stdout
    assert croupier("backup", str(tmp_path / "copy"), *where).returncode == 0
    assert croupier("backup", str(tmp_path / "copy"), *where).returncode == 2
    role = ("--role", "floorperson")
    assert croupier("user", "add", "Flo", *role, *where, typed="short\n").returncode == 2
    added = croupier("user", "add", "Flo", *role, *where, "--json", typed="correct horse\n")
    assert json.loads(added.stdout) == {"name": "Flo", "role": "floorperson"}
    token = json.loads(croupier("user", "reset", "Flo", *where, "--json").stdout)["token"]

    async def work() -> None:
        engine = make_engine(db)
        accounts = Accounts(engine, KEYS)
        signed_in, session = await accounts.sign_in("Flo", "correct horse", wall_clock())
        assert session.actor.role == "floorperson"
        await accounts.reset(token, "battery staple", wall_clock())
        assert await accounts.session(signed_in, wall_clock()) is None
        with pytest.raises(Refused, match="the name or the password is wrong"):
            await accounts.sign_in("Flo", "correct horse", wall_clock())
        with pytest.raises(Refused, match="already used"):
            await accounts.reset(token, "battery staple", wall_clock())
        await accounts.sign_in("Flo", "battery staple", wall_clock())
        await engine.dispose()

    run(work)
