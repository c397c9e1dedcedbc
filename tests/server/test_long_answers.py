"""What one person asks that takes long: a few questions at once, beside the event loop."""

import asyncio
import threading
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import Row

from croupier.server.desks.hand_search import HandIndex, Wanted
from croupier.server.store import pages
from croupier.server.store.chain import Stored
from croupier.server.store.long_reads import OPEN_MOST, LongReads
from croupier.server.tables.desk import Desk
from tests.server.books import asked, played
from tests.server.rooms import PATIENCE, run

PLAYED = ("/api/my/figures", "/api/my/cards", "/api/hands/export")
ROUND_ONE = ("/api/tables/1/rounds/1", "/api/tables/1/rounds/1/proof")


@pytest.mark.parametrize("path", PLAYED)
def test_a_person_has_a_few_long_questions_open_and_keeps_nobody_else_waiting(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    reading, go_on, threads = threading.Event(), threading.Event(), set[int]()
    before = LongReads._run

    def held(self: LongReads, work: Any) -> Any:
        threads.add(threading.get_ident())
        reading.set()
        assert go_on.wait(PATIENCE)
        return before(self, work)

    async def work() -> None:
        async with asked(sqlite) as asking:
            await played(asking.service, rounds=1)
            for name in ("Ada", "Bob"):  # they have come in
                assert (await asking.get("/api/rounds", name)).is_success
            monkeypatch.setattr(LongReads, "_run", held)
            try:
                waits = [asyncio.create_task(asking.get(path, "Ada")) for _ in range(OPEN_MOST)]
                assert await asyncio.to_thread(reading.wait, PATIENCE)
                while asking.service.round_reads._asked["Ada"] < OPEN_MOST:
                    await asyncio.sleep(0)
                more = await asking.get(path, "Ada")
                assert more.status_code == 422
                assert "wait for the answers" in more.json()["why"]
                other = asyncio.create_task(asking.get(path, "Bob"))
                while not asking.service.round_reads._asked["Bob"]:
                    await asyncio.sleep(0)
                assert not asking.service.long_reads._one.locked()  # reports go on
            finally:
                go_on.set()
            answers = await asyncio.gather(*waits, other)
            assert {answer.status_code for answer in answers} == {200}
            assert threading.get_ident() not in threads
            assert (await asking.get(path, "Ada")).is_success  # and may ask again
            assert not asking.service.round_reads._asked

    run(work)


@pytest.mark.parametrize("path", [*PLAYED, *ROUND_ONE])
def test_a_round_is_read_without_the_thousand_lines_after_it(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    read, before = Counter[str](), pages.to_stored

    def counted(row: Row[Any]) -> Stored:
        read[row.stream] += 1
        return before(row)

    async def work() -> None:
        async with asked(sqlite) as asking:
            desk = await played(asking.service, rounds=8)
            assert desk.number > 2 * pages.ROUND
            monkeypatch.setattr(pages, "to_stored", counted)
            one = {"round": 1} if path.endswith("export") else {}
            assert (await asking.get(path, "Ada", **one)).is_success
            rounds = 8 if "/my/" in path else 1
            assert read["table/1"] <= rounds * pages.ROUND

    run(work)


def test_every_page_of_a_search_reads_only_its_own_rounds(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those in the index and those that are not in it yet make one list, however it is cut."""
    read, before = list[int](), HandIndex._read

    def counted(self: HandIndex, row: Row[Any], player: str) -> Any:
        read.append(row.line)
        return before(self, row, player)

    async def work() -> None:
        async with asked(sqlite) as asking:
            monkeypatch.setattr(Desk, "every", 120)  # lines, after which the index grows
            await played(asking.service, rounds=7)
            index = asking.service.hand_index
            whole = (await index.find(Wanted(), limit=200)).rounds
            lines = [one.line for one in whole]
            fresh = len(index._fresh(Wanted()))
            assert len(lines) == len(set(lines)) == 7
            assert 0 < fresh < 7
            monkeypatch.setattr(HandIndex, "_read", counted)
            for skip in range(10):
                for limit in range(1, 9):
                    read.clear()
                    found = await index.find(Wanted(), skip, limit)
                    assert [one.line for one in found.rounds] == lines[skip : skip + limit]
                    assert len(read) <= limit + fresh
            read.clear()
            assert (await index.find(Wanted(), 10**9, 200)).rounds == []
            assert read == []

    run(work)
