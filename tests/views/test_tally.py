"""Sums that are kept while logs grow are those of the whole logs, after every line."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.chips import Chips
from croupier.engine.events import RoundOpened
from croupier.room.cage.charges import AssessTime, VerifyTime
from croupier.room.cage.facts import TimeCharged, TimeVerified
from croupier.room.logbook import Entry
from croupier.views.reports.catalog import REPORTS
from croupier.views.reports.definition import Book, made
from croupier.views.reports.html_page import PERIODS
from croupier.views.reports.overview import overview
from croupier.views.reports.running_sums import SUMMED, added, amounts, tally
from tests.clause import clause
from tests.room.test_charges import area, charged
from tests.server.rooms import run
from tests.server.week import Week

GAMES = ("holdem", "seven-card-stud", "bbc-omaha", "texas-holdem-bonus", "flop-poker")
HOUSE = ""  # not a valid table name
Logs = dict[str, list[Entry]]


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Logs:
    """Two gaming days of a room: rake, time charges, wagers, jackpots, trouble, and the cage."""
    found = run(lambda: _two_days(tmp_path_factory.mktemp("tally")))
    return found | {"by the clock": _half_hours()}


def _half_hours() -> list[Entry]:
    """A table that charges by time: rounds before, between and after; one charge is left open."""
    scene = charged(players=3)
    for _ in range(3):
        scene.deal()
        scene.play_out()
        scene.later(minutes=30).do("dealer", AssessTime())
        scene.deal()  # before a floorperson comes to verify it
        scene.play_out()
        scene.later(minutes=1).do("floorperson", VerifyTime(counted=Chips(area(scene)[0])))
    scene.deal()
    scene.play_out()
    scene.later(minutes=30).do("dealer", AssessTime())
    return scene.log


async def _two_days(folder: Path) -> Logs:
    week = Week(f"sqlite:///{folder}/week.db", seed=11, rounds=2, games=GAMES)
    found: Logs = {}
    for day in range(2):
        async with week.open():
            if not day:
                await week.furnish()
            await week.open_tables()
            await week.play()
            await week.close_day()
            found = {HOUSE: await week.house_log()}
            found |= {desk.state.name: await week.log(desk) for desk in week.desks}
        week.next_day()
    return found


def of(logs: Logs) -> Book:
    """The logs as far as they are written."""
    tables: dict[str, Sequence[Entry]] = {n: log for n, log in logs.items() if n != HOUSE and log}
    return Book(tables=tables, house=logs.get(HOUSE, []))


def cuts(log: Sequence[Entry]) -> list[int]:
    """Where the log of a table can be cut: a round begins, and no charge of time is under way."""
    waiting, found = False, [0]
    for number, entry in enumerate(log):
        match entry.fact:
            case TimeCharged(owed=owed):
                waiting = bool(owed)
            case TimeVerified():
                waiting = False
            case RoundOpened() if not waiting:
                found.append(number)
            case _:
                pass
    return found


@clause("POKER-cage")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_sums_of_parts_are_those_of_the_whole_logs(logs: Logs, seed: int) -> None:
    chance, parts = Random(seed), [amounts(Book(house=logs[HOUSE][:9]))]
    parts.append(amounts(Book(house=logs[HOUSE][9:])))
    for name, log in logs.items():
        if name == HOUSE:
            continue
        places = cuts(log)
        assert len(places) > 2
        at = sorted({0, len(log), *chance.sample(places, len(places) // 2)})
        parts += [amounts(Book(tables={name: log[one:two]})) for one, two in pairwise(at)]
    assert added(*parts) == amounts(of(logs))
    assert tally(added(*parts)) == tally(amounts(of(logs)))


@pytest.mark.parametrize("span", PERIODS)
def test_sums_by_shift_make_up_every_longer_period(logs: Logs, span: Any) -> None:
    book = of(logs)
    days = sorted(tally(amounts(book)).days)
    for since, until in (("", ""), (days[0], days[0]), (days[-1], ""), ("", days[0])):
        for name in SUMMED:
            plain = made(REPORTS[name], book, [span], since, until)
            assert tally(amounts(book)).summed(name, [span], since, until) == plain


def test_the_two_days_hold_what_the_books_tell_of(logs: Logs) -> None:
    seen = overview(tally(amounts(of(logs))))
    figures = {one.name: one.cents for one in seen.figures}
    assert len(seen.days) == 2
    assert (
        min(
            figures[n]
            for n in ("Chips out of the cage", "Rake", "Time charges", "Bad beat collected")
        )
        > 0
    )
    assert figures["House games won"]
