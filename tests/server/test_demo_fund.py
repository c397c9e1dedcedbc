"""The bad beat fund of a demonstration room: kept by the house's people, day after day."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta

import pytest
from msgspec.structs import replace

from croupier.games import GAMES
from croupier.room.funds.state import Payout, fund_account, payable_account
from croupier.room.house.state import balance_of
from croupier.server.demonstration import demo, demo_fund
from croupier.server.demonstration.demo_fund import FUND
from croupier.server.service import Service
from croupier.server.tables.room_view import Jackpot, jackpot
from croupier.server.tables.steady_clock import wall_clock
from tests.clause import clause
from tests.server.rooms import FAST, PATIENCE, Onlooker, run, served, until


@asynccontextmanager
async def played(url: str) -> AsyncIterator[Service]:
    """Bots at hold'em, before a spectator."""
    config = replace(FAST, demonstration=True, think=0.0)
    async with served(url, config) as service:
        tasks = await demo.furnish(service)
        service.desk("holdem").watch(Onlooker("Ada"))
        yield service
        for task in tasks:
            task.cancel()


@pytest.fixture(autouse=True)
def only_holdem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "GAMES", {"holdem": GAMES["holdem"]})


def shown(service: Service) -> Jackpot:
    found = jackpot("holdem", service.house.state)
    assert found is not None
    return found


def payouts(service: Service) -> tuple[Payout, ...]:
    return service.house.state.funds.payouts


def test_a_fault_of_the_bots_is_logged_and_they_go_on(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answer, faults = demo.Guests._answer, iter([ValueError("no bot thinks of that")])

    async def fails_once(guests: demo.Guests) -> None:
        for fault in faults:
            raise fault
        await answer(guests)

    async def fails() -> None:
        raise ValueError("nothing is set up")

    async def work() -> None:
        async with played(sqlite) as service:
            await until(service.desk("holdem"), lambda desk: desk.state.rounds >= 2)
        with suppress(ValueError):
            await demo._begun(fails(), "furnish")

    monkeypatch.setattr(demo.Guests, "_answer", fails_once)
    run(work)
    assert "no bot thinks of that" in caplog.text
    assert "furnish stopped" in caplog.text


@clause("POKER-19b")
def test_what_players_contribute_is_counted_and_displayed(sqlite: str) -> None:
    async def work() -> None:
        async with played(sqlite) as service:
            first = shown(service)
            assert (first.fund, first.chips, first.shares) == (FUND, 0, (50, 25, 25))
            assert first.least == "four-of-a-kind, jacks"
            await until(service.desk("holdem"), lambda desk: shown(service).chips > 0)
            assert shown(service).chips <= balance_of(service.house.state, fund_account(FUND))
            assert service.house.state.funds.incidents == ()

    run(work)


@clause("POKER-19d")
def test_a_day_later_the_box_and_the_displays_are_seen_to_and_play_goes_on(sqlite: str) -> None:
    async def work() -> None:
        ahead = timedelta()

        def clock() -> datetime:
            return wall_clock() + ahead

        async with played(sqlite) as service:
            desk = service.desk("holdem")
            await until(desk, lambda desk: desk.state.rounds >= 2)
            counted = service.house.state.funds.counted.get("holdem", "")
            service.clock, ahead = clock, timedelta(days=2)
            rounds = desk.state.rounds
            await until(desk, lambda desk: desk.state.rounds > rounds + 2)
            funds = service.house.state.funds
            assert funds.counted["holdem"] > counted
            assert funds.named[FUND].adjusted == funds.counted["holdem"]

    run(work)


@clause("POKER-19f")
def test_a_bad_beat_is_verified_paid_and_taken_off_the_display(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = replace(demo_fund.RULES, least="2c2d5h4s3c")
    monkeypatch.setattr(demo_fund, "RULES", pair)

    async def work() -> None:
        async with played(sqlite) as service:
            desk = service.desk("holdem")
            await until(desk, lambda desk: any(won.amount for won in payouts(service)))
            async with asyncio.timeout(PATIENCE):
                while any(set(won.shares) - set(won.handed) for won in payouts(service)):
                    await asyncio.sleep(0.01)
            assert balance_of(service.house.state, payable_account(FUND)) == 0
            rounds = desk.state.rounds
            await until(desk, lambda desk: desk.state.rounds > rounds)  # play goes on

    run(work)
