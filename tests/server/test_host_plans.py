"""What a host wants done during a round is a line of the record, and the room does it after it."""

import asyncio
from typing import Any

import pytest

from croupier.room.cage.state import purse
from croupier.room.house.people import Actor
from croupier.room.house.state import PrivateGame, balance_of
from croupier.room.logbook import Order
from croupier.room.table.facts import SignPosted
from croupier.room.table.orders import CloseTable
from croupier.server.config import Config
from croupier.server.service import Service
from croupier.server.tables.host_plans import HostPlans
from croupier.server.tables.room_view import room_info
from tests.server.rooms import PATIENCE, SUE, run, until
from tests.server.test_floor import Door
from tests.server.test_private_games import HOST, come, friends, hosted, tell

SLOW = Config(pause=0.01, turn=600.0, misses=0)  # a round waits for its players
ENDS: dict[str, Any] = {"type": "PlanGame", "table": "Kitchen"}
DEARER = ENDS | {"sign": {"structure": "no_limit", "limits": [4_00], "blinds": [2_00, 4_00]}}


def game(service: Service) -> PrivateGame:
    return service.house.state.games["Kitchen"]


async def playing(service: Service, at: Door) -> None:
    """Ada and Bob are in a round, which waits for one of them."""
    code = (await hosted(at))["code"]
    for seat, name in enumerate(("Ada", "Bob"), 1):
        await come(at, code, name)
        sits = {"type": "Sit", "seat": seat, "chips": 200_00}
        assert (await tell(at, name, sits)).is_success
    await until(service.desk("Kitchen"), lambda desk: desk.state.playing)


async def fold(service: Service, at: Door) -> None:
    life = service.desk("Kitchen").state
    assert life.round is not None
    [turn] = life.round.turns
    folds = {"type": "Play", "command": {"type": "Fold", "seat": turn.actor}}
    assert (await tell(at, life.seats[turn.actor].person, folds)).is_success


async def becomes(service: Service, wanted: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not wanted(game(service)):
            await asyncio.sleep(0.01)


def seen(service: Service, person: str) -> str:
    """What this person reads of it at the table."""
    desk = service.desk("Kitchen")
    return room_info(desk.state, service.house.state, person, service.clock()).planned


def test_a_game_ends_after_the_round_with_all_pages_of_the_host_closed(sqlite: str) -> None:
    async def work() -> None:
        async with friends(sqlite, SLOW) as (service, at):
            await playing(service, at)
            assert (await tell(at, HOST.name, ENDS, "")).is_success
            assert await service.accounts.end_sessions(HOST.name) == 1
            assert seen(service, "Ada") == seen(service, "Bob") == "the game ends"
            assert service.desk("Kitchen").state.playing, "a round is not interrupted"
        async with friends(sqlite, SLOW) as (service, at):  # nor does a restart lose it
            for name in ("Ada", "Bob"):
                at.tokens[name], _ = await service.accounts.admit(
                    Actor(name, "player"), service.clock()
                )
            assert seen(service, "Bob") == "the game ends"
            await fold(service, at)
            await becomes(service, lambda game: game.ended)
            assert service.desk("Kitchen").state.status == "closed"
            assert not balance_of(service.house.state, purse("Ada"))
            assert game(service).plan is None

    run(work)


def test_stakes_that_change_after_the_round_are_shown_to_all(sqlite: str) -> None:
    async def work() -> None:
        async with friends(sqlite, SLOW) as (service, at):
            await playing(service, at)
            assert (await tell(at, HOST.name, DEARER, "")).is_success
            assert seen(service, "Ada") == "the stakes change to $2/$4 no limit"
            host = (await at.ask("/api/private/tables/Kitchen", HOST)).json()
            assert host["planned"] == "the stakes change to $2/$4 no limit"
            await fold(service, at)
            await becomes(service, lambda game: game.plan is None)
            desk = service.desk("Kitchen")
            assert desk.state.sign.blinds == (2_00, 4_00)
            [posted] = [one.entry for one in desk.tail if isinstance(one.entry.fact, SignPosted)]
            assert posted.by.name == HOST.name
            assert (game(service).ended, game(service).refused) == (False, "")

    run(work)


def test_a_plan_is_taken_back_replaced_and_handed_to_nobody(sqlite: str) -> None:
    async def work() -> None:
        async with friends(sqlite, SLOW) as (service, at):
            await playing(service, at)
            back = {"type": "ClosePlan", "table": "Kitchen"}
            assert (await tell(at, "Ada", ENDS, "")).status_code == 422, "a guest is no host"
            assert (await tell(at, HOST.name, ENDS, "")).is_success
            assert (await tell(at, "Ada", back, "")).status_code == 422
            assert (await tell(at, HOST.name, DEARER, "")).is_success  # it takes the place
            assert seen(service, "Ada").startswith("the stakes change")
            reason = await tell(at, HOST.name, back | {"why": "Ada cheats"}, "")
            assert reason.json()["clause"] == "FIELD why"
            assert (await tell(at, HOST.name, back, "")).is_success
            assert seen(service, "Ada") == ""
            again = await tell(at, HOST.name, back, "")
            assert "nothing waits" in again.json()["why"]
            assert (await tell(at, HOST.name, ENDS, "")).is_success
            over = {"type": "ChangeHost", "table": "Kitchen", "person": "Ada"}
            assert (await tell(at, HOST.name, over, "")).is_success
            assert seen(service, "Bob") == "", "the next host decides anew"
            rounds = service.desk("Kitchen").state.rounds
            await fold(service, at)
            await until(service.desk("Kitchen"), lambda desk: desk.state.rounds > rounds)
            assert not game(service).ended

    run(work)


def test_what_the_table_cannot_post_is_refused_or_dropped_with_its_reason(sqlite: str) -> None:
    async def work() -> None:
        async with friends(sqlite, SLOW) as (service, at):
            await playing(service, at)
            without = {"structure": "no_limit"}
            wrong = ENDS | {"sign": without}
            at_once = (await tell(at, HOST.name, wrong, "")).json()
            assert at_once["clause"] == "POKER 17"
            assert game(service).plan is None
            service.house.tables = tuple  # as if the table had changed since
            assert (await tell(at, HOST.name, wrong, "")).is_success
            before = service.desk("Kitchen").state.sign
            await fold(service, at)
            await becomes(service, lambda game: game.plan is None)
            assert game(service).refused == at_once["why"]
            assert service.desk("Kitchen").state.sign == before
            host = (await at.ask("/api/private/tables/Kitchen", HOST)).json()
            assert host["refused"] == at_once["why"]

    run(work)


def test_an_end_that_a_stop_cut_short_is_finished_at_the_next_start(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = asyncio.Event()

    async def half(self: HostPlans) -> None:
        await self.desk.ask(Order(self.clock(), SUE, CloseTable()))
        closed.set()
        await asyncio.Event().wait()

    async def work() -> None:
        with monkeypatch.context() as patched:
            patched.setattr(HostPlans, "carry_out", half)
            async with friends(sqlite, SLOW) as (service, at):
                await playing(service, at)
                assert (await tell(at, HOST.name, ENDS, "")).is_success
                await fold(service, at)
                await asyncio.wait_for(closed.wait(), PATIENCE)
                assert balance_of(service.house.state, purse("Ada"))
        async with friends(sqlite, SLOW) as (service, _):
            await becomes(service, lambda game: game.ended)
            assert not balance_of(service.house.state, purse("Ada"))

    run(work)
