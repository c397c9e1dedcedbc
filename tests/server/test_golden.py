"""Rooms of earlier days: brought up to date from the first schema, they verify and play on."""

from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection, text

from croupier.engine.commands import Fold
from croupier.room.house.people import HOUSE_DEALER, Actor
from croupier.room.table.rounds import Play
from croupier.server.store.audit import audit
from croupier.server.store.database import make_engine
from croupier.server.store.migrate import MIGRATIONS, _alembic, migrate
from tests.server.golden import Rows, fill, read, rooms, truths
from tests.server.rooms import FAST, KEYS, run, say, served


def put(connection: Connection, schema: str, rows: Rows) -> None:
    """Lay a database out as it was then, and fill it."""
    command.upgrade(_alembic(connection), schema)
    assert connection.scalar(text("SELECT version_num FROM alembic_version")) == schema
    fill(connection, rows)


def test_there_is_a_room_of_every_schema() -> None:
    assert [path.name for path in rooms()] == [f"{n:04}.jsonl" for n in range(1, len(rooms()) + 1)]
    known = {path.name[:4] for path in (MIGRATIONS / "versions").glob("0*.py")}
    assert {read(path)[0]["schema"] for path in rooms()} == known


@pytest.mark.parametrize("path", rooms(), ids=lambda path: path.stem)
def test_a_room_of_earlier_days_verifies_and_goes_on_where_it_was(path: Path, bare: str) -> None:
    true, rows = read(path)

    async def work() -> None:
        engine = make_engine(bare)
        async with engine.begin() as connection:
            await connection.run_sync(put, true.pop("schema"), rows)
        await migrate(engine)
        assert [str(fault) async for fault in audit(engine, KEYS)] == []
        await engine.dispose()
        async with served(bare, FAST) as service:
            assert truths(service)["tables"] == true["tables"]
            assert service.house.number >= true["house"]  # it may have something to enter first
            stored = [row for name, row in rows if name == "requests"]
            assert stored
            for row in stored:
                asked = row["stream"], row["client"], row["sequence"]
                assert await service.store.reply(*asked) == row["reply"]
            [seat] = true["tables"]["1"]["asked"]
            person = service.desk("1").state.seats[int(seat)].person
            number = service.desk("1").number
            await say(service, "1", person, Play(command=Fold(int(seat))))
            new = [line.entry for line in service.desk("1").tail if line.number > number]
            assert type(new[0].fact).__name__ in ("Folded", "Chose", "Placed")
            assert new[0].by == Actor(person, "player")
            assert new[1].by == HOUSE_DEALER  # who goes on with the round
            assert [str(fault) async for fault in audit(service.store.engine, KEYS)] == []

    run(work)


def test_a_room_that_was_changed_since_is_not_taken_for_the_old_one(tmp_path: Path) -> None:
    true, rows = read(rooms()[0])
    rows = [(name, {**row}) for name, row in rows]
    line = next(row for name, row in rows if name == "events" and row["kind"] == "Seated")
    line["body"] = line["body"].replace(b"Ada", b"Eva")

    async def work() -> None:
        engine = make_engine(f"sqlite:///{tmp_path}/room.db")
        async with engine.begin() as connection:
            await connection.run_sync(put, true["schema"], rows)
        found = [fault async for fault in audit(engine, KEYS)]
        await engine.dispose()
        assert (found[0].stream, found[0].number) == (line["stream"], line["number"])

    run(work)
