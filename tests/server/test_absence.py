"""Seats that are kept: the house's people account for the stake, give it back, or free the seat."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.engine.accounts import Account
from croupier.refused import Refused
from croupier.room.house.people import HOUSE_DEALER
from croupier.room.seating.lineup import dealt_in
from croupier.room.seating.orders import SitIn, SitOut, StepAway
from croupier.rules.sign import TableSign
from croupier.server.service import Service
from croupier.server.tables.desk import Desk
from tests.clause import clause
from tests.server.rooms import FAST, opened, run, say, seated, served, until

KEPT = replace(FAST, kept=0.5, pause=0.01)
COVER = TableSign(absence="cover")


async def with_two(service: Service, sign: TableSign | None = None) -> None:
    """Ada and Bob sit at a table, and Bob sits out: no round is dealt meanwhile."""
    await opened(service, sign=sign)
    await seated(service, "1", 2, 200_00)
    await say(service, "1", "Bob", SitOut())


@clause("POKER-7c5")
@pytest.mark.parametrize("sign", [None, COVER], ids=["record", "cover"])
def test_who_comes_back_in_time_plays_with_the_same_stake(
    sqlite: str, sign: TableSign | None
) -> None:
    async def work() -> None:
        async with served(sqlite, replace(FAST, kept=60.0)) as service:
            await with_two(service, sign)
            desk = service.desk("1")
            await say(service, "1", "Ada", StepAway())
            await until(desk, lambda desk: bool(held(desk, 1) and held(desk, 1).method))
            assert desk.state.stacks[1] == (200_00 if sign else 0)
            await say(service, "1", "Ada", SitIn())
            await until(desk, lambda desk: held(desk, 1) is None)
            assert desk.state.stacks[1] == 200_00
            assert 1 in dealt_in(desk.state)
            await service.courier.book("1")
            assert not service.house.state.accounts.get(Account("purse:Ada"))

    run(work)


@clause("POKER-7c5")
@pytest.mark.parametrize("sign", [None, COVER], ids=["record", "cover"])
def test_who_stays_away_too_long_loses_the_seat_and_no_chip(
    sqlite: str, sign: TableSign | None
) -> None:
    async def work() -> None:
        async with served(sqlite, KEPT) as service:
            await opened(service, sign=sign)
            await seated(service, "1", 1, 200_00)
            desk = service.desk("1")
            await say(service, "1", "Ada", StepAway())
            await until(desk, lambda desk: not desk.state.seats)
            last = desk.tail[-1].entry
            assert (last.by, last.fact.clause) == (HOUSE_DEALER, "POKER 7(c)(5)")
            assert last.fact.stake == 200_00
            await service.courier.book("1")
            assert service.house.state.accounts[Account("purse:Ada")] == 200_00
            with pytest.raises(Refused, match="no seat"):
                await say(service, "1", "Ada", SitIn())

    run(work)


@pytest.mark.parametrize("kept", [0.5, 0.0])
def test_who_is_not_dealt_in_keeps_the_seat_for_so_long_and_no_longer(
    sqlite: str, kept: float
) -> None:
    async def work() -> None:
        async with served(sqlite, replace(KEPT, kept=kept)) as service:
            await with_two(service)
            desk = service.desk("1")
            if not kept:  # as long as they like
                await asyncio.sleep(0.7)
                assert len(desk.state.seats) == 2
                return
            await until(desk, lambda desk: len(desk.state.seats) == 1)
            assert desk.tail[-1].entry.fact.clause == "A-88"
            await service.courier.book("1")
            assert service.house.state.accounts[Account("purse:Bob")] == 200_00

    run(work)


def held(desk: Desk, seat: int) -> Any:
    """How a seat is kept."""
    return desk.state.seats[seat].away
