"""Orders between two rounds are given while one is open: they wait for its end."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from croupier.chips import Chips
from croupier.room.cage.trays import RemoveDrop
from croupier.room.house.people import Actor, NotYours
from croupier.room.logbook import Order
from croupier.room.seating.orders import Sit
from croupier.room.table.facts import SignPosted
from croupier.room.table.orders import CloseTable
from croupier.server.store.commits import Committer, Work
from croupier.server.store.people_log import Known
from croupier.server.tables import after_round
from tests.server.rooms import FAST, PATIENCE, SUE, opened, run, say, seated, served, until
from tests.server.test_floor import Door, door

SLOW = msgspec.structs.replace(FAST, pause=0.05, turn=60.0, misses=0)  # a round waits for players
CLOSES, SUNDAY = CloseTable(), datetime(2026, 7, 5, 12, tzinfo=UTC)
SIGN = {"type": "PostSign", "sign": {"limits": [4_00, 8_00]}, "notice": "by a sign"}


async def fold(at: Door, number: int) -> None:
    """The player who is to act gives up, so that a round comes to its end."""
    life = at.service.desk("1").state
    assert life.round is not None
    for turn in life.round.turns:
        command = {"type": "Fold", "seat": turn.actor}
        by = Actor(life.seats[turn.actor].person, "player")
        said = {"type": "Play", "command": command}
        body = {"client": "f", "sequence": number, "command": said}
        assert (await at.ask("/api/tables/1/orders", by, body)).is_success


async def post(at: Door, number: int, **more: Any) -> Any:
    body = {"client": "c", "sequence": number, "command": SIGN, **more}
    return await at.ask("/api/tables/1/orders", SUE, body)


def test_a_sign_that_is_posted_during_a_round_holds_from_the_next_one(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite, SLOW) as service, door(service) as at:
            desk = await opened(service)
            await seated(service)
            await until(desk, lambda desk: desk.state.playing)
            refused = (await post(at, 1)).json()
            assert "a round of play is open" in refused["why"]
            waits = asyncio.create_task(post(at, 2, after_round=True))
            number = 0
            while not waits.done():
                if desk.state.playing:
                    await fold(at, number := number + 1)
                await asyncio.sleep(0)
            assert (await waits).is_success
            posted = [one for one in desk.tail if isinstance(one.entry.fact, SignPosted)]
            assert len(posted) == 1
            assert desk.state.sign.limits == (4_00, 8_00)

    run(work)


def test_a_sign_that_cannot_be_posted_is_refused_before_the_round_is_over(sqlite: str) -> None:
    """Nobody waits for a round, and then reads that the players had to be informed."""

    async def work() -> None:
        async with served(sqlite, SLOW) as service, door(service) as at:
            desk = await opened(service)
            await seated(service)
            await until(desk, lambda desk: desk.state.playing)
            silent = SIGN | {"notice": ""}
            body = {"client": "c", "sequence": 1, "command": silent, "after_round": True}
            reply = (await at.ask("/api/tables/1/orders", SUE, body)).json()
            assert (reply["clause"], desk.state.playing) == ("POKER 17", True)
            assert "must get notice" in reply["why"]

    run(work)


def test_a_request_does_not_wait_for_ever(sqlite: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(after_round, "PATIENCE", 0.05)

    async def work() -> None:
        async with served(sqlite, SLOW) as service, door(service) as at:
            desk = await opened(service)
            await seated(service)
            await until(desk, lambda desk: desk.state.playing)
            late = await post(at, 1, after_round=True)
            assert late.json()["clause"] == "FIELD after_round"
            assert (await post(at, 1, after_round=True)).status_code == 422  # asked again
            assert desk.state.playing
            assert desk.state.sign.limits != (4_00, 8_00)

    run(work)


async def sign_out(at: Door) -> None:
    assert await at.service.accounts.end_sessions("Sue") == 1


async def lose_the_role(at: Door) -> None:
    await at.service.accounts.change_role("Sue", "dealer")


async def be_disabled(at: Door) -> None:
    await at.service.accounts.disable("Sue")


@pytest.mark.parametrize("end", [sign_out, lose_the_role, be_disabled])
def test_an_order_that_waits_is_not_carried_out_for_a_person_who_lost_the_role_meanwhile(
    sqlite: str, monkeypatch: Any, end: Callable[[Door], Awaitable[None]]
) -> None:
    waiting, over = asyncio.Event(), after_round._over

    async def noted(*given: Any) -> None:
        waiting.set()
        await over(*given)

    monkeypatch.setattr(after_round, "PATIENCE", PATIENCE)
    monkeypatch.setattr(after_round, "_over", noted)

    async def work() -> None:
        async with served(sqlite, SLOW) as service, door(service) as at:
            desk = await opened(service)
            await seated(service)
            await until(desk, lambda desk: desk.state.playing)
            waits = asyncio.create_task(post(at, 1, after_round=True))
            await asyncio.wait_for(waiting.wait(), PATIENCE)
            await end(at)
            number = 0
            while not waits.done():
                if desk.state.playing:
                    await fold(at, number := number + 1)
                await asyncio.sleep(0)
            assert (await waits).status_code in (401, 403)
            assert desk.state.sign.limits != (4_00, 8_00)

    run(work)


# --- orders under way ------------------------------------------------------------------------


@pytest.mark.parametrize("signs", [False, True], ids=["giver", "second signature"])
@pytest.mark.parametrize("end", [lose_the_role, be_disabled])
def test_an_order_under_way_is_refused_when_its_people_lose_the_role_before_it_is_decided(
    sqlite: str, monkeypatch: Any, end: Callable[[Door], Coroutine[Any, Any, None]], signs: bool
) -> None:
    """It has passed every check of its session, and waits behind one that is being written."""
    writing, go_on, write = asyncio.Event(), asyncio.Event(), Committer.write

    async def held(self: Committer, work: Work) -> None:
        writing.set()
        await go_on.wait()
        await write(self, work)

    flo, sue = Actor("Flo", "floorperson"), Actor("Sue", "security") if signs else SUE
    order = Order(SUNDAY, flo, RemoveDrop(security=sue)) if signs else Order(SUNDAY, sue, CLOSES)

    async def work() -> None:
        async with served(sqlite, SLOW) as service, door(service) as at:
            desk = await opened(service)
            for actor in (flo, sue):  # they come in now: nobody can while nothing is written
                assert (await at.ask("/api/session", actor)).is_success
            monkeypatch.setattr(Committer, "write", held)
            first = asyncio.create_task(say(service, "1", "Ada", Sit(seat=1, chips=Chips(200_00))))
            await asyncio.wait_for(writing.wait(), PATIENCE)
            late = asyncio.create_task(desk.ask(order, "c", 1))
            ends = asyncio.create_task(end(at))
            while not lost(service.accounts.latest("Sue"), sue):
                await asyncio.sleep(0)
            assert desk.waiting == 1
            for _ in range(100):  # times that the answer could come
                await asyncio.sleep(0)
            too_early = ends.done()
            go_on.set()
            await asyncio.gather(first, ends)
            assert not too_early  # what was decided before is written first
            with pytest.raises(NotYours, match="Sue has lost the role"):
                await late
            assert desk.state.status == "open"

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def lost(known: Known | None, actor: Actor) -> bool:
    return known is not None and (known.disabled or known.role != actor.role)
