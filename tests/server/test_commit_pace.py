"""Appends of a busy room share a transaction; those of a quiet one never wait."""

import asyncio

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from croupier.server.store import commit_pace
from croupier.server.store.commit_pace import APART_S, LATELY, MANY, SPAN_S, CommitPace
from croupier.server.store.lines import Line
from tests.server.rooms import run, stored


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(commit_pace, "monotonic", lambda: self.now)


def room(logs: int, apart: float, clock: Clock) -> CommitPace:
    """A room in which so many logs were written to in turn, so far apart."""
    found = CommitPace()
    found.begin()
    for place in range(LATELY):
        clock.now += apart
        found.note(f"table/{place % logs}")
    return found


def test_a_busy_room_begins_a_transaction_a_while_after_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    busy = room(MANY, APART_S / 2 / LATELY, clock)
    assert busy.wait() == pytest.approx(APART_S / 2)
    clock.now += APART_S
    assert busy.wait() == 0.0
    busy.begin()
    assert busy.wait() == pytest.approx(APART_S)


def test_few_logs_or_seldom_appends_never_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    for quiet in (room(MANY - 1, 0.0, clock), room(MANY, SPAN_S / (LATELY - 2), clock)):
        quiet.begin()
        assert quiet.wait() == 0.0


def test_an_append_that_comes_while_another_waits_shares_its_transaction(sqlite: str) -> None:
    async def work() -> None:
        async with stored(sqlite) as store:
            line, later = Line("plain", b"x", sealed=False), list[asyncio.Task[None]]()

            def wait() -> float:
                later.append(asyncio.create_task(store.append("b", [line])))
                return 0.001

            store._pace.wait = wait  # type: ignore[method-assign]  # as in a busy room
            await store.append("a", [line])
            await later[0]
            assert store.commits == 1
            assert {log: store.tips[log][0] for log in ("a", "b")} == {"a": 1, "b": 1}

    run(work)


def test_after_a_fault_the_record_is_written_through_another_connection(db: str) -> None:
    async def work() -> None:
        async with stored(db) as store:
            used = list[Connection]()

            def fail(connection: Connection) -> None:
                used.append(connection)
                connection.execute(text("SELECT * FROM nowhere"))

            await store.append("a", [Line("plain", b"1", sealed=False)])
            with pytest.raises(SQLAlchemyError):
                await store._committer.write(fail)
            await store.append("a", [Line("plain", b"2", sealed=False)])
            await store._committer.write(used.append)
            assert used[0].closed
            assert used[1] is not used[0]
            assert store.tips["a"][0] == 2

    run(work)
