"""A week of a room closes every day on books that are right, whatever happened in between."""

from typing import Any

import pytest

from croupier.games import game_of
from croupier.room.cage.ledger import CAGE
from croupier.room.cage.state import table_account
from croupier.room.funds.state import fund_account
from croupier.room.house import evolve as house_life
from croupier.room.house.days import day_of
from croupier.room.table import evolve as table_life
from croupier.server.store.audit import audit
from croupier.server.store.database import Store, make_engine
from croupier.server.store.lines import HOUSE
from tests.room.cages import adds_up
from tests.room.test_days_machine import Audit
from tests.server.rooms import KEYS, run
from tests.server.week import KEYS_OF_GAMES, Week


class Room:
    """A table and its log, as an auditor takes them."""

    def __init__(self, life: Any, log: list[Any], house: Any, house_log: list[Any]) -> None:
        self.life, self.log, self.house, self.house_log = life, log, house, house_log


async def rooms(week: Week) -> list[Any]:
    house, house_log = week.service.house.state, await week.house_log()
    return [Room(desk.state, await week.log(desk), house, house_log) for desk in week.desks]


async def books_are_right(week: Week) -> None:
    """The books of the house are the chips at its tables, and its displays are the ledger."""
    house = week.service.house.state
    assert house.cage.closed == day_of(house.day_starts, week.now)
    for desk in week.desks:
        at_table = sum(n for name, n in desk.state.accounts.items() if name != CAGE)
        assert house.accounts.get(table_account(desk.state.name), 0) == at_table
    adds_up(*await rooms(week))
    fund = house.accounts.get(fund_account("main"), 0)
    assert set(house.funds.named["main"].displays.values()) == {fund}


def states(week: Week) -> dict[str, Any]:
    """How the house and every table stand."""
    tables = {desk.stream: desk.state for desk in week.desks}
    return {HOUSE: week.service.house.state, **tables}


async def stops_as_it_stands(week: Week) -> None:
    """What is on the disk when a room has stopped is the room as it was, to the last chip."""
    store = Store(make_engine(week.url), KEYS)
    for stream, state in states(week).items():
        lines = [line async for _, line in store.read(stream)]
        if stream == HOUSE:
            assert house_life.replay(map(house_life.read_entry, lines)) == state
        else:
            assert table_life.replay(map(table_life.read_entry, lines), game_of) == state
    await store.engine.dispose()


async def a_week(url: str, *, rounds: int, days: int = 7) -> Week:
    week = Week(url, seed=days, rounds=rounds)
    for day in range(days):
        async with week.open():
            if not day:
                await week.furnish()
            await week.open_tables()
            await week.play(glances=20)
        await stops_as_it_stands(week)  # in the middle of rounds
        async with week.open():
            await week.play()
            await week.close_day()
            await books_are_right(week)
        week.next_day()
    await stops_as_it_stands(week)
    async with week.open():
        Audit(await rooms(week)).check()
        assert [fault async for fault in audit(week.service.store.engine, KEYS)] == []
    return week


def check(week: Week) -> None:
    assert len(KEYS_OF_GAMES) >= 20
    for wanted in ("jackpot", "Play", "RuleDispute", "RemovePlayer", "fill"):
        assert week.happened[wanted], (wanted, week.happened)


def test_three_days_of_a_room(sqlite: str) -> None:
    check(run(lambda: a_week(sqlite, rounds=2, days=3)))


@pytest.mark.soak
def test_a_week_of_a_room(sqlite: str) -> None:
    check(run(lambda: a_week(sqlite, rounds=2)))


@pytest.mark.soak
def test_a_busy_week_of_a_room(db: str) -> None:
    check(run(lambda: a_week(db, rounds=12)))
