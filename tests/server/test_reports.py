"""Reports over HTTP: who may read which, and totals that the raw log gives again."""

import asyncio
import csv
import json
import time
from io import StringIO
from typing import Any

import msgspec
import pytest

from croupier.engine.accounts import POT, RAKE
from croupier.engine.events import Dealt, DeckCut, write_event
from croupier.room.house.people import ROLES
from croupier.room.table import evolve as life
from croupier.server.desks.books import READERS, readers_of
from croupier.server.store.lines import TABLE
from croupier.server.store.long_reads import read_book, read_tally
from croupier.server.tables.desk import Desk
from croupier.views.reports.catalog import REPORTS
from croupier.views.reports.definition import made
from croupier.views.reports.overview import overview
from croupier.views.reports.report_formats import as_json
from croupier.views.reports.running_sums import SUMMED, amounts, tally
from tests.clause import clause
from tests.server.books import STAFF, Asking, asked, named, played
from tests.server.rooms import run
from tests.server.worlds import named_cards

AUDITOR = named("accounting")
BEATS = 20


async def raw(asking: Asking) -> list[dict[str, Any]]:
    """Every line of every table, as plain JSON: no code of the reports reads them."""
    store = asking.service.store
    return [
        json.loads(body)
        for stream in sorted(store.tips)
        if stream.startswith(TABLE)
        async for _, body in store.read(stream)
    ]


def moved(lines: list[dict[str, Any]], source: str, target: str) -> int:
    """The chips that the raw lines carry from one account to another."""
    moves = (move for line in lines for move in line["fact"].get("moves", ()))
    return sum(chips for a, b, chips in moves if (a, b) == (source, target))


@clause("POKER-6e9")
def test_totals_are_those_of_the_raw_log(sqlite: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            await played(asking.service, "1", rounds=6)
            await played(asking.service, "2", "two-card-joker", rounds=3)
            reply = await asking.get("/api/reports/rake", AUDITOR, span="day,table")
            answer, lines = reply.json(), await raw(asking)
            assert answer["totals"]["taken"] == moved(lines, POT, RAKE) > 0
            assert answer["by"] == ["day", "table"]
            assert sum(row["taken"] for row in answer["rows"]) == answer["totals"]["taken"]
            bank = (await asking.get("/api/reports/banked", AUDITOR)).json()
            sides = [m for line in lines for m in line["fact"].get("moves", ()) if "bank" in m[:2]]
            won = sum(chips if b == "bank" else -chips for _, b, chips in sides)
            assert bank["totals"]["win"] == won
            none = await asking.get("/api/reports/rake", AUDITOR, table="2")
            assert none.json()["rows"] == []
            assert (await asking.get("/api/reports/rake", AUDITOR, to="2001-01-01")).json()[
                "totals"
            ]["taken"] == 0

    run(work)


def test_the_three_forms_say_the_same(sqlite: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            await played(asking.service, rounds=4)
            query = {"span": "day"}
            answer = (await asking.get("/api/reports/rake", AUDITOR, **query)).json()
            text = await asking.get("/api/reports/rake", AUDITOR, format="csv", **query)
            assert text.headers["content-type"].startswith("text/csv")
            assert 'filename="rake-day.csv"' in text.headers["content-disposition"]
            rows = list(csv.DictReader(StringIO(text.text)))
            cents = sum(round(float(row["taken"]) * 100) for row in rows)
            assert cents == answer["totals"]["taken"]
            page = await asking.get("/api/reports/rake", AUDITOR, format="html", **query)
            assert page.headers["content-type"].startswith("text/html")
            assert "script" not in page.text
            assert "default-src 'none'" in page.headers["content-security-policy"]
            assert "<svg" in page.text
            assert f"Made of {answer['lines']:,} lines" in page.text

    run(work)


@clause("POKER-roles")
def test_every_role_reads_what_it_may_and_nothing_else(sqlite: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            for actor in STAFF:
                for kind in REPORTS.values():
                    reply = await asking.get(f"/api/reports/{kind.name}", actor.name)
                    may = actor.role in readers_of(kind)
                    assert reply.status_code == (200 if may else 403), (actor, kind.name)
                    assert may or reply.json()["clause"] == kind.clause
                listed = await asking.get("/api/reports", actor.name)
                mine = [kind.name for kind in REPORTS.values() if actor.role in readers_of(kind)]
                if mine:
                    assert [one["report"] for one in listed.json()] == mine
                else:
                    assert listed.status_code == 403
                books = await asking.get("/api/books", actor.name)
                assert books.status_code == (200 if actor.role in READERS else 403)
            for path in ("/api/reports", "/api/reports/rake", "/api/books"):
                assert (await asking.get(path, "Ada")).status_code == 403
                assert (await asking.get(path, "")).status_code == 401

    assert {"accounting", "ieb_agent", "poker_supervisor"} <= READERS <= set(ROLES)
    run(work)


@pytest.mark.parametrize(
    ("path", "query", "field"),
    [
        ("/api/reports/nothing", {}, "FIELD report"),
        ("/api/reports/rake", {"span": "hour"}, "FIELD by"),
        ("/api/reports/rake", {"from": "yesterday"}, "FIELD from"),
        ("/api/reports/rake", {"from": "2026-06-02", "to": "2026-06-01"}, "FIELD to"),
        ("/api/reports/rake", {"table": "9"}, "FIELD table"),
        ("/api/books", {"span": "table"}, "FIELD span"),
        ("/api/books", {"to": "2026-13-01"}, "FIELD to"),
    ],
)
def test_a_request_that_makes_no_sense_is_refused(
    sqlite: str, path: str, query: dict[str, str], field: str
) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            reply = await asking.get(path, AUDITOR, **query)
            assert (reply.status_code, reply.json()["clause"]) == (422, field)

    run(work)


@clause("POKER-cage")
def test_the_books_are_never_those_of_a_moment_ago(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Desk, "every", 20)

    async def work() -> None:
        async with asked(sqlite) as asking:
            store = asking.service.store
            for name, key in (("1", "holdem"), ("2", "texas-holdem-bonus"), ("3", "badugi")):
                playing = asyncio.create_task(played(asking.service, name, key, rounds=3))
                while not playing.done():
                    before = sum(number for number, _ in store.tips.values())
                    answer = await asking.get("/api/books", AUDITOR, span="shift")
                    whole = overview(tally(amounts(await read_book(store))), "shift")
                    if before == sum(number for number, _ in store.tips.values()):
                        assert answer.json() == json.loads(msgspec.json.encode(whole))
                await playing
                answer = await asking.get("/api/books", AUDITOR)
                whole = overview(tally(amounts(await read_book(store))))
                assert answer.json() == json.loads(msgspec.json.encode(whole))
                for kind in SUMMED:
                    answer = await asking.get(f"/api/reports/{kind}", AUDITOR, span="week")
                    whole_log = await read_book(store)
                    plain = as_json(made(REPORTS[kind], whole_log, ["week"]))
                    wrote = len(whole_log.house) + sum(map(len, whole_log.tables.values()))
                    assert answer.json() == json.loads(msgspec.json.encode(plain)) | {
                        "lines": wrote
                    }
            assert any(asking.service.store.upto(stream) for stream in store.tips)

    run(work)


@clause("POKER-cage")
def test_who_does_not_wait_for_the_books_leaves_them_right(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slowly(*given: Any, **how: Any) -> Any:
        found = await read_tally(*given, **how)
        await asyncio.sleep(0.2)  # others begin to read meanwhile
        return found

    monkeypatch.setattr("croupier.server.desks.books.read_tally", slowly)

    async def work() -> None:
        async with asked(sqlite) as asking:
            await played(asking.service, "1", "holdem", rounds=3)
            hasty = [asyncio.create_task(asking.get("/api/books", AUDITOR)) for _ in range(5)]
            for one in hasty:
                await asyncio.sleep(0.1)
                one.cancel()
            await asyncio.gather(*hasty, return_exceptions=True)
            for _ in range(2):
                answer = await asking.get("/api/books", AUDITOR)
                whole = overview(tally(amounts(await read_book(asking.service.store))))
                assert answer.json() == json.loads(msgspec.json.encode(whole))

    run(work)


@clause("POKER-cage")
def test_the_books_at_a_glance_sum_to_what_was_issued(sqlite: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            await played(asking.service, "1", rounds=4)
            await played(asking.service, "2", "texas-holdem-bonus", rounds=2)
            answer = (await asking.get("/api/books", AUDITOR)).json()
            figures = {one["name"]: one["cents"] for one in answer["figures"]}
            lines = await raw(asking)
            out = sum(
                m[2] for line in lines for m in line["fact"].get("moves", ()) if m[0] == "cage"
            )
            assert figures["Chips out of the cage"] == out > 0
            assert figures["Rake"] == moved(lines, POT, RAKE)
            assert sum(place["cents"] for place in answer["places"]) == answer["issued"]
            stacks = {place["name"]: place["cents"] for place in answer["places"]}
            assert len(answer["days"]) == 1
            assert stacks["players at tables"] > 0
            chart = answer["charts"][0]
            assert sum(chart["series"][0]["values"]) == figures["Rake"]

    run(work)


@clause("POKER-6e2")
def test_no_report_tells_a_card_of_a_round_in_play(sqlite: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            desk = await played(asking.service, rounds=1, still=False)
            assert desk.state.playing
            for kind in REPORTS.values():
                boss = named("surveillance" if kind.name == "openings" else "casino_supervisor")
                for form in ("json", "csv", "html"):
                    reply = await asking.get(f"/api/reports/{kind.name}", boss, format=form)
                    assert reply.status_code == 200
                    assert not named_cards(reply.text), (kind.name, form)

    run(work)


def test_a_book_read_for_a_report_holds_no_hidden_card(sqlite: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            await played(asking.service, rounds=2)
            book = await asking.service.long_reads.read(read_book)
            hidden = [e.fact for e in book.tables["1"] if isinstance(e.fact, Dealt | DeckCut)]
            assert hidden
            assert not any(named_cards(write_event(fact)) for fact in hidden)

    run(work)


def test_the_room_answers_while_a_report_is_made(sqlite: str) -> None:
    """A long reading leaves the loop free: nobody at a table waits for the auditor."""

    async def work() -> None:
        async with asked(sqlite) as asking:
            await played(asking.service, rounds=3)
            service, gaps, at = asking.service, list[float](), time.perf_counter()

            async def beat() -> None:
                nonlocal at
                while True:
                    at = time.perf_counter()
                    await asyncio.sleep(0.001)
                    gaps.append(time.perf_counter() - at - 0.001)

            def busy() -> None:
                entry = next(e for e in _entries(service) if isinstance(e.fact, Dealt))
                line, until = life.write_entry(entry), time.perf_counter() + 30
                while len(gaps) < BEATS and time.perf_counter() < until:
                    life.read_entry(line)

            async def long(_: object) -> None:
                busy()

            heart = asyncio.create_task(beat())
            await service.long_reads.read(long)
            heart.cancel()
            assert len(gaps) >= BEATS

    run(work)


def _entries(service: Any) -> list[Any]:
    return [event.entry for event in service.desk("1").tail]
