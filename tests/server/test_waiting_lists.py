"""Waiting lists, kept seats, practice tables and wishes, in a room that runs by itself."""

import asyncio
import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.events import RoundOpened
from croupier.games import GAMES, game_of
from croupier.refused import Refused
from croupier.room.conduct.orders import FlagCollusion
from croupier.room.house.people import Actor
from croupier.room.logbook import Order
from croupier.room.seating.decide import kind_of
from croupier.room.seating.orders import Leave, Sit
from croupier.room.seating.state import Kind
from croupier.room.seating.waiting import CallNext, JoinList
from croupier.room.seating.wishes import ProposeBombPot, WishStraddle
from croupier.rules.sign_check import faults
from croupier.server.demonstration import demo
from croupier.server.service import Service
from croupier.server.tables.automated_staff import next_staff_order
from croupier.server.tables.desk import Desk, Watcher
from croupier.server.tables.room_view import jackpot, room_info
from croupier.server.tables.steady_clock import wall_clock
from tests.clause import clause
from tests.room.jackpots import found_fund, offer
from tests.room.tables import Scene
from tests.server.rooms import FAST, Onlooker, opened, run, say, seated, served, until


async def join(service: Service, person: str, kind: Kind) -> None:
    await service.house.ask(Order(service.clock(), Actor(person, "player"), JoinList(kind=kind)))


def _is_bomb(fact: Any) -> bool:
    return isinstance(fact, RoundOpened) and fact.bomb


def around(service: Service, desk: Desk, person: str) -> Any:
    return room_info(desk.state, service.house.state, person, service.clock())


@clause("BBC-wait2")
def test_the_house_calls_the_first_in_line_to_a_seat_that_falls_vacant(sqlite: str) -> None:
    async def work() -> None:
        ahead = timedelta()

        def clock() -> datetime:
            return wall_clock() + ahead

        sign = replace(game_of("bbc-omaha").sign, seats=3)
        async with served(sqlite) as service:
            service.clock = clock
            desk = await opened(service, key="bbc-omaha", sign=sign)
            await seated(service, chips=100_00)
            watcher = Watcher("Dan")
            desk.watch(watcher)
            kind = kind_of(desk.state)
            await join(service, "Dan", kind)
            await join(service, "Eva", kind)
            answer = [
                json.loads(watcher.frames.get_nowait()) for _ in range(watcher.frames.qsize())
            ]
            assert [f["place"] for f in answer if f["kind"] == "room"][-1] == 1
            assert around(service, desk, "Eva").place == 2
            await say(service, "1", "Ada", Leave())
            await until(desk, lambda desk: bool(around(service, desk, "Dan").kept))
            [seat] = around(service, desk, "Dan").kept
            assert (seat.person, seat.seat) == ("Dan", 1)
            assert 50 < seat.left <= 60
            with pytest.raises(Refused, match="kept for Dan"):
                await say(service, "1", "Eva", Sit(seat=1, chips=Chips(100_00)))
            ahead = timedelta(minutes=2)  # Dan does not come
            service.dealers["1"].clock = clock
            desk.tell_room()
            await until(desk, lambda desk: around(service, desk, "").kept[0].person == "Eva")
            await say(service, "1", "Eva", Sit(seat=1, chips=Chips(100_00)))
            assert around(service, desk, "").kept == ()

    run(work)


@clause("BBC-wait2")
def test_a_seat_is_kept_for_a_minute_before_the_next_in_line_is_called() -> None:
    scene = Scene("bbc-omaha", replace(game_of("bbc-omaha").sign, seats=3)).open()
    scene.seat(Ada=100_00, Bob=100_00)
    for person in ("Dan", "Eva"):
        scene.ask_house(Actor(person, "player"), JoinList(kind=kind_of(scene.life)))

    def called(**later: float) -> list[str]:
        given = next_staff_order(scene.life, scene.now + timedelta(**later), scene.house)
        if given is None or not isinstance(given.says, CallNext):
            return []
        return [fact.person for fact in scene.ask_house(given.by, given.says)]

    assert called() == ["Dan"]
    assert called(seconds=59) == []
    assert called(seconds=60) == ["Eva"]


def test_a_seat_that_nobody_comes_to_is_everybodys_again(sqlite: str) -> None:
    async def work() -> None:
        ahead = timedelta()
        async with served(sqlite) as service:
            desk = await opened(service)
            await seated(service)
            desk.watch(Watcher())
            await join(service, "Dan", kind_of(desk.state))
            await until(desk, lambda desk: bool(around(service, desk, "").kept))
            service.clock = service.dealers["1"].clock = lambda: wall_clock() + ahead
            ahead = timedelta(minutes=2)
            desk.tell_room()
            await until(desk, lambda desk: not service.house.state.waiting.calls)
            await say(service, "1", "Eva", Sit(seat=4, chips=Chips(100_00)))

    run(work)


@clause("BBC-bomb1")
def test_the_dealer_asks_everybody_about_a_bomb_pot_and_deals_it(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "THINKS", (0.0, 0.0))
    monkeypatch.setattr(demo, "AGREES", 1.0)

    async def work() -> None:
        config = replace(FAST, demonstration=True, think=0.0)
        async with served(sqlite, config) as service:
            monkeypatch.setattr(demo, "GAMES", {"bbc-omaha": GAMES["bbc-omaha"]})
            tasks = await demo.furnish(service)
            desk = service.desk("bbc-omaha")
            desk.watch(Onlooker("Ada"))
            await say(service, "bbc-omaha", "Ada", Sit(seat=1, chips=Chips(100_00)))
            await say(service, "bbc-omaha", "Ada", WishStraddle())
            await say(service, "bbc-omaha", "Ada", ProposeBombPot())
            await until(desk, lambda desk: any(_is_bomb(event.entry.fact) for event in desk.tail))
            for task in tasks:
                task.cancel()

    run(work)


def test_the_demonstration_begins_with_what_most_people_play_and_rakes_it(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        config = replace(FAST, demonstration=True, think=0.0)
        async with served(sqlite, config) as service:
            monkeypatch.setattr(demo, "GAMES", {"bbc-omaha": GAMES["bbc-omaha"]})
            for task in await demo.furnish(service):
                task.cancel()
            signs = {name: desk.state.sign for name, desk in service.desks.items()}
            assert [(name, sign.structure) for name, sign in signs.items()][:2] == [
                ("no-limit-holdem", "no_limit"),
                ("pot-limit-omaha", "pot_limit"),
            ]
            for sign in signs.values():
                assert sign.rake is not None
                assert sign.heads_up_button_small_blind
            approved = service.house.state.submissions.in_force
            assert approved is not None
            assert "fictitious" in approved.approval

    run(work)


def test_practice_is_a_seat_at_a_table_that_is_opened_when_the_others_are_full(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        config = replace(FAST, demonstration=True, think=0.0)
        async with served(sqlite, config) as service:
            monkeypatch.setattr(demo, "GAMES", {"holdem": GAMES["holdem"]})
            monkeypatch.setattr(demo, "FIRST", {})
            monkeypatch.setattr(demo, "MOST", 2)
            tasks = await demo.furnish(service)
            assert service.practise is not None
            names = []
            for person in ("Ada", "Bob", "Cyd", "Dan"):
                name = await service.practise("holdem")
                life = service.desk(name).state
                seat = next(seat for seat in (1, 4) if seat not in life.seats)
                await say(service, name, person, Sit(seat=seat, chips=Chips(100_00)))
                names.append(name)
            assert names == ["holdem", "holdem", "holdem-2", "holdem-2"]
            with pytest.raises(Refused, match="are full"):
                await service.practise("holdem")
            assert len(tasks) == 3  # bots of two tables, and the keeper of the box
            for task in tasks:
                task.cancel()

    run(work)


def test_the_seat_of_a_visitor_who_is_gone_is_free_again(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "GONE", 0.3)

    async def work() -> None:
        quick = replace(FAST, turn=0.2, bank=0.0, protection=0.0, absent=0.05)
        config = replace(quick, demonstration=True, think=0.0)
        async with served(sqlite, config) as service:
            monkeypatch.setattr(demo, "GAMES", {"holdem": GAMES["holdem"]})
            tasks = await demo.furnish(service)
            desk, watcher = service.desk("holdem"), Onlooker("Bob")
            desk.watch(watcher)
            for seat, person in ((1, "Ada"), (4, "Bob")):
                await say(service, "holdem", person, Sit(seat=seat, chips=Chips(100_00)))
            await until(desk, lambda desk: 1 not in desk.state.seats)
            assert desk.seat_of("Bob") == 4  # a connected player keeps their seat
            assert set(desk.state.seats) == {2, 3, 4, 5, 6}  # and bots theirs
            for task in tasks:
                task.cancel()

    run(work)


def test_practice_is_only_for_demonstration_rooms(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            assert service.practise is None

    run(work)


@clause("POKER-16a")
def test_what_is_the_staffs_alone_reaches_nobody_over_a_socket(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            desk = await opened(service)
            await seated(service)
            watcher = Watcher("Ada")
            desk.watch(watcher)
            flag = FlagCollusion(players=("Ada", "Bob"), grounds="soft play")
            await say(service, "1", Actor("Eve", "surveillance"), flag)
            await asyncio.sleep(0)
            frames = b"".join(watcher.frames.get_nowait() for _ in range(watcher.frames.qsize()))
            assert b"Undisclosed" in frames
            assert b"soft play" not in frames + desk.since(-1, "Bob") + desk.since(0)

    run(work)


@clause("POKER-19b")
def test_the_display_of_a_bad_beat_fund_reaches_its_tables() -> None:
    scene = Scene()
    found_fund(scene)
    assert jackpot("1", scene.house) is None
    offer(scene)
    shown = jackpot("1", scene.house)
    assert shown is not None
    assert (shown.fund, shown.pending) == ("main", False)
    assert jackpot("2", scene.house) is None


def test_every_sign_of_the_demonstration_is_one_that_may_be_posted() -> None:
    for key in GAMES:
        assert faults(GAMES[key], demo.sign_of(key)) == []
    for kind, (key, _) in demo.FIRST.items():
        assert faults(GAMES[key], demo.sign_of(kind)) == []
