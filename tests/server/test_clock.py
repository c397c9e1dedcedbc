"""The time of a turn: the player to act has it, once, across restarts too; absent players hold up
no one."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from signal import SIGKILL, SIGTERM, Signals
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect

from croupier.engine.commands import Place
from croupier.refused import Refused
from croupier.room.house.people import HOUSE_DEALER, Actor
from croupier.room.seating.facts import SatOut
from croupier.room.seating.lineup import dealt_in
from croupier.room.seating.orders import Leave, SitIn
from croupier.room.table.facts import TimeAllowed
from croupier.room.table.pace import AllowTime, StartClock, StopClock, is_betting
from croupier.room.table.rounds import PassTurn, Play
from croupier.server.config import Config
from croupier.server.service import Service
from croupier.server.store.audit import audit
from croupier.server.store.database import Store, make_engine
from croupier.server.store.keys import load_keys
from croupier.server.store.migrate import migrate
from croupier.server.tables.clock import TurnClock
from croupier.server.tables.desk import Desk, Watcher
from tests.clause import clause
from tests.room.tables import Scene, player
from tests.server.clients import tokens_for
from tests.server.processes import Launcher, Server
from tests.server.rooms import FAST, KEYS, PATIENCE, SUE, opened, run, say, seated, served, until

SLOW = Config(
    play_chips=True, pause=0.01, inspection=1, turn=20, bank=60, protection=30, absent=2, bets=12
)


class Hand:
    """A clock that is set by hand, and runs on with the real one where asked to."""

    def __init__(self, at: datetime = datetime(2026, 6, 1, 12, tzinfo=UTC)) -> None:
        self.now = at

    def __call__(self) -> datetime:
        return self.now

    def later(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


def asked(desk: Desk) -> tuple[int, str]:
    """Whose turn it is, by seat and by name."""
    assert desk.state.round is not None
    seat = desk.state.round.turns[0].actor
    return seat, desk.state.seats[seat].person


def playing(desk: Desk) -> bool:
    return desk.state.playing


# --- the clock over a table ------------------------------------------------------------------


class Timed:
    """A table in play, its clock, and the people who are connected."""

    def __init__(self, config: Config = SLOW) -> None:
        self.at = Scene().open().seat(Ada=200_00, Bob=200_00, Cyd=200_00)
        self.at.deal()
        self.here = {"Ada", "Bob", "Cyd"}
        self.clock = TurnClock(config, lambda: self.at.now)
        self.clock.is_here = lambda person: person in self.here

    @property
    def seat(self) -> int:
        assert self.at.life.round is not None
        return self.at.life.round.turns[0].actor

    @property
    def person(self) -> str:
        return self.at.life.seats[self.seat].person

    @property
    def left(self) -> float | None:
        return self.clock.left(self.at.life)

    def extend(self, person: str) -> None:
        self.at.do("dealer", self.clock.extension(self.at.life, person))

    def bank(self, person: str) -> float:
        shown = self.clock.shown(self.at.life, person)
        assert shown is not None
        return shown.bank


def test_time_runs_while_one_is_asked_and_anew_for_the_next() -> None:
    table = Timed()
    assert table.left == 20
    table.at.later(seconds=5)
    assert table.left == 15
    table.at.answer()
    assert table.left == 20
    table.at.play_out()
    assert table.left is None


@clause("POKER-15i4")
def test_who_is_connected_gets_the_turns_time_and_what_is_asked_of_the_reserve() -> None:
    table = Timed(replace(SLOW, bank=40))
    person = table.person
    others = {"Ada", "Bob", "Cyd"} - {person}
    table.at.later(seconds=20)
    assert table.left == 0
    assert table.clock.protection(table.at.life) == []
    assert (table.bank(person), table.bank(others.pop()), table.bank("")) == (40, 0, 0)
    table.extend(person)
    assert (table.left, table.bank(person)) == (30, 10)
    table.extend(person)
    assert (table.left, table.bank(person)) == (40, 0)
    with pytest.raises(Refused, match="time bank is empty"):
        table.extend(person)
    for stranger in ("Eva", ""):
        with pytest.raises(Refused, match="only the player to act"):
            table.extend(stranger)


@clause("POKER-15i4")
def test_a_lost_connection_gets_the_reserve_and_a_protection_period_once_a_turn() -> None:
    """Network loss is not leaving without a word: first the time bank, then check or fold."""
    table = Timed()
    table.here.discard(table.person)
    assert table.left == 20
    table.at.later(seconds=20)
    [more] = table.clock.protection(table.at.life)
    assert more == AllowTime(seat=table.seat, seconds=30 + 60, reserve=60, why="connection")
    table.at.do("dealer", more)
    assert table.left == 90
    table.at.later(seconds=90)
    assert table.left == 0
    assert table.clock.protection(table.at.life) == []
    table.at.do("dealer", PassTurn(seat=table.seat))
    assert table.left == 20  # for the next, who is here


@clause("POKER-15i4")
def test_who_let_a_turn_go_by_and_is_not_here_is_waited_for_a_moment_only() -> None:
    table = Timed()
    seat, person = table.seat, table.person
    table.at.do("dealer", PassTurn(seat=seat))
    table.at.play_out()
    table.at.deal()
    while table.seat != seat:
        table.at.answer()
    assert table.left == 20  # still connected: a player may think too long once
    table.here.discard(person)
    assert table.left == 2
    assert table.clock.protection(table.at.life) == []
    table.here.add(person)
    table.at.later(seconds=3)
    assert table.left == 17


def test_who_asked_to_leave_and_has_gone_is_not_waited_for() -> None:
    """The hand is passed on in a moment; a player who stays to play it has the whole time."""
    table = Timed()
    table.at.do(player(table.person), Leave())
    assert table.left == 20
    table.here.discard(table.person)
    assert table.left == 2
    assert table.clock.protection(table.at.life) == []  # no reserve either


def test_nobody_sees_time_run_while_the_clock_is_stopped() -> None:
    table = Timed()
    table.at.later(seconds=5)
    table.at.do("floorperson", StopClock())
    table.at.later(hours=1)
    assert table.left is None
    assert table.clock.shown(table.at.life, table.person) is None
    table.at.do("floorperson", StartClock())
    assert table.left == 15


def test_after_a_restart_time_runs_once_who_is_asked_is_back_or_soon() -> None:
    table = Timed()
    table.here.clear()
    table.at.later(seconds=8)
    table.clock.restarted(table.at.now)
    table.at.do("dealer", StartClock(until=table.at.now))
    table.at.later(seconds=10)
    assert table.left == 12 + 30 - 10
    shown = table.clock.shown(table.at.life, "")
    assert shown is not None
    assert (shown.left, shown.total) == (20, 20)  # never more than a turn has
    others = {"Ada", "Bob", "Cyd"} - {table.person}
    table.clock.came(table.at.life, others.pop())
    assert table.left == 12 + 30 - 10  # another player
    table.clock.came(table.at.life, table.person)
    assert table.left == 12
    table.at.later(seconds=2)
    table.clock.came(table.at.life, table.person)
    assert table.left == 10
    table.at.answer()
    assert table.left == 20  # the next question is an ordinary one


# --- a room that is closed and opened --------------------------------------------------------


@asynccontextmanager
async def clocked(url: str, hand: Hand, config: Config = SLOW) -> AsyncIterator[Service]:
    """A room whose time is set by hand."""
    engine = make_engine(url)
    await migrate(engine)
    service = Service(Store(engine, KEYS), config, hand)
    await service.start()
    try:
        yield service
    finally:
        await service.stop()


async def at_play(service: Service, hand: Hand, key: str = "holdem") -> Desk:
    """A table with three who are connected, in play."""
    desk = await opened(service, key=key)
    for person in ("Ada", "Bob", "Cyd"):
        desk.watch(Watcher(person))
    await seated(service)
    while not desk.state.playing:
        hand.later(1)  # the players look at the cards
        await asyncio.sleep(0.01)
    assert desk.state.pace.since is not None
    hand.now = desk.state.pace.since
    return desk


def test_clocks_go_on_where_they_stood_after_every_restart(db: str) -> None:
    """Time while the room is closed does not count, and nobody gets the reserve twice."""
    hand = Hand()

    async def work() -> None:
        async with clocked(db, hand) as service:
            desk = await at_play(service, hand)
            seat, person = asked(desk)
            before = desk.state
            hand.later(6)
            await desk.lengthen(person, hand())
            hand.later(2)
            assert desk.clock.left(desk.state) == 42
        for ran in (8, 11):
            hand.later(3600)
            async with clocked(db, hand) as service:
                desk = service.desk("1")
                assert replace(desk.state, pace=before.pace, seats={}) == replace(before, seats={})
                assert asked(desk) == (seat, person)
                desk.watch(Watcher(person))
                assert desk.clock.left(desk.state) == 50 - ran
                assert desk.clock.shown(desk.state, person).bank == 30  # type: ignore[union-attr]  # asked
                hand.later(3)
        hand.later(3600)
        async with clocked(db, hand) as service:
            desk = service.desk("1")
            desk.watch(Watcher(person))
            await desk.lengthen(person, hand())
            with pytest.raises(Refused, match="time bank is empty"):
                await desk.lengthen(person, hand())
            assert [fault async for fault in audit(service.store.engine, KEYS)] == []

    run(work)


def test_a_clock_that_the_staff_stopped_stays_stopped(sqlite: str) -> None:
    hand = Hand()

    async def work() -> None:
        async with clocked(sqlite, hand) as service:
            desk = await at_play(service, hand)
            await say(service, "1", SUE, StopClock())
            number = desk.number
        async with clocked(sqlite, hand) as service:
            desk = service.desk("1")
            assert (desk.number, desk.state.pace.stopped) == (number, "Sue")
            assert desk.clock.left(desk.state) is None

    run(work)


def test_two_requests_at_once_take_two_parts_of_the_reserve_and_a_third_nothing(
    sqlite: str,
) -> None:
    hand = Hand()

    async def work() -> None:
        async with clocked(sqlite, hand) as service:
            desk = await at_play(service, hand)
            seat, person = asked(desk)
            wanted = (desk.lengthen(person, hand()) for _ in range(3))
            answer = await asyncio.gather(*wanted, return_exceptions=True)
            assert [type(one).__name__ for one in answer] == ["Reply", "Reply", "Refused"]
            assert desk.state.seats[seat].spent == 60

    run(work)


@clause("POKER-15i4")
def test_the_dealer_protects_a_lost_connection_then_acts_and_leaves_the_player_out(
    sqlite: str,
) -> None:
    async def work() -> None:
        config = replace(FAST, turn=0.2, bank=0.1, protection=0.1, absent=0.05, misses=2)
        async with served(sqlite, config) as service:
            desk = await opened(service)
            await seated(service)
            await until(desk, lambda desk: len(dealt_in(desk.state)) < 2)
            facts = [event.entry for event in desk.tail]
            assert {entry.by for entry in facts if isinstance(entry.fact, SatOut)} == {HOUSE_DEALER}
            allowed = [entry.fact for entry in facts if isinstance(entry.fact, TimeAllowed)]
            assert {(one.why, one.seconds, one.reserve) for one in allowed} >= {
                ("connection", 0.2, 0.1)
            }
            out = [seat for seat, held in desk.state.seats.items() if held.out]
            assert len(out) >= 2
            rounds = desk.state.rounds
            assert rounds <= 8  # two turns a player, not for ever
            for seat in out:  # one click
                desk.watch(Watcher(desk.state.seats[seat].person))
                await say(service, "1", desk.state.seats[seat].person, SitIn())
            await until(desk, lambda desk: desk.state.playing)

    run(work)


def test_who_answers_is_never_left_out_and_a_house_may_leave_out_nobody(sqlite: str) -> None:
    async def work() -> None:
        config = replace(FAST, turn=0.05, bank=0.0, protection=0.0, absent=0.02, misses=0)
        async with served(sqlite, config) as service:
            desk = await opened(service)
            await seated(service)
            await until(desk, lambda desk: desk.state.rounds >= 4)
            assert not any(held.out for held in desk.state.seats.values())
            assert max(held.passed for held in desk.state.seats.values()) > 2

    run(work)


def test_at_a_banked_table_who_wagers_nothing_is_not_dealt_in_and_holds_up_nobody(
    sqlite: str,
) -> None:
    async def work() -> None:
        config = replace(FAST, bets=0.3, turn=0.2, bank=0.0, protection=0.0)
        async with served(sqlite, config) as service:
            desk = await opened(service, key="two-card-joker")
            await seated(service)
            await until(desk, playing)
            ante = {"ante": desk.state.sign.wager_min}
            await say(service, "1", "Ada", Play(command=Place(1, ante)))
            await until(desk, lambda desk: desk.state.rounds >= 1)
            dealt = [
                event.entry.fact
                for event in desk.tail
                if type(event.entry.fact).__name__ == "Dealt"
            ]
            assert {seat for fact in dealt for seat in fact.seats} == {0, 1}  # the house, and Ada
            assert [held.passed for held in desk.state.seats.values()][1:] == [1, 1]

    run(work)


def test_at_a_banked_table_the_cards_come_soon_once_everybody_has_bet(sqlite: str) -> None:
    """The last to bet ends the wait; until then, and after a change, there is time."""

    async def work() -> None:
        config = replace(FAST, bets=60.0, settled=0.3)
        async with served(sqlite, config) as service:
            desk = await opened(service, key="two-card-joker")
            await seated(service)
            await until(desk, playing)
            ante = desk.state.sign.wager_min
            for seat, person in ((1, "Ada"), (2, "Bob"), (1, "Ada")):
                await say(service, "1", person, Play(command=Place(seat, {"ante": ante})))
                assert (desk.clock.left(desk.state) or 0.0) > 30
            await say(service, "1", "Cyd", Play(command=Place(3, {"ante": ante})))
            assert (desk.clock.left(desk.state) or 0.0) <= 0.3
            await until(desk, lambda desk: not is_betting(desk.state))

    run(work)


# --- the real process ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    found = Launcher()
    yield found
    found.close()


Heard = dict[str, Any]


class Line:
    """One player at the real server, who hears of the table when it is asked for."""

    def __init__(self, server: Server, name: str, token: str) -> None:
        self.url = f"{server.address.replace('http', 'ws')}/api/tables/1/socket?client=c"
        self.headers = {"Authorization": f"Bearer {token}"}
        self.name, self.sequence = name, 0
        self.wire: ClientConnection | None = None

    async def call(self) -> Heard:
        self.wire = await connect(self.url, additional_headers=self.headers)
        return await self.hear(lambda event: event["kind"] == "update")

    async def hear(self, holds: Callable[[Heard], bool]) -> Heard:
        assert self.wire is not None
        while True:
            answer: Heard = json.loads(await asyncio.wait_for(self.wire.recv(), PATIENCE))
            if holds(answer):
                return answer

    async def send(self, **frame: Any) -> Heard:
        assert self.wire is not None
        self.sequence += 1
        await self.wire.send(json.dumps({"sequence": self.sequence, **frame}))
        return await self.hear(lambda event: event.get("sequence") == self.sequence)


@pytest.mark.parametrize("how", [SIGTERM, SIGKILL])
def test_the_real_server_resumes_the_clock_and_the_reserve(
    tmp_path: Path, launcher: Launcher, how: Signals
) -> None:
    settings = {"pause": 0.02, "turn": 30, "bank": 40, "protection": 20, "requests": 1000}
    server = Server(launcher, f"sqlite:///{tmp_path}/room.db", tmp_path, **settings)

    async def work() -> None:
        actors = [SUE, Actor("Ada", "player"), Actor("Bob", "player")]
        tokens = await tokens_for(server.db, load_keys(server.keys), actors)
        server.start()
        headers = {"Authorization": f"Bearer {tokens['Sue']}"}
        async with httpx.AsyncClient(base_url=server.address, headers=headers) as sue:
            body: Heard = {"name": "1", "game": "holdem", "procedures": {"inspection_seconds": 1}}
            assert (await sue.post("/api/tables", json=body)).status_code == 201
            order = {"client": "s", "sequence": 1, "command": {"type": "OpenTable"}}
            assert (await sue.post("/api/tables/1/orders", json=order)).status_code == 201
        people = {name: Line(server, name, tokens[name]) for name in ("Ada", "Bob")}
        early = time.monotonic()  # no clock runs before
        for seat, line in enumerate(people.values(), 1):
            await line.call()
            sits = {"type": "Sit", "seat": seat, "chips": 200_00}
            assert (await line.send(do=sits))["kind"] == "done"
        answer = await people["Bob"].hear(lambda event: bool(event.get("clock")))
        line = people[("", "Ada", "Bob")[answer["clock"]["seats"][0]]]
        await asyncio.sleep(1.5)
        assert (await line.send(time=True))["kind"] == "done"
        await asyncio.to_thread(server.end, how)
        down = time.monotonic()
        await asyncio.sleep(1.5)
        again = time.monotonic()
        await asyncio.to_thread(server.start)
        clock = (await line.call())["clock"]
        ran = down - early + time.monotonic() - again  # at most: not while the room was down
        assert clock["bank"] == 10
        assert clock["total"] == 60
        assert 60 - ran <= clock["left"] <= 58.6, (clock, ran)
        assert (await line.send(time=True))["kind"] == "done"
        refused = await line.send(time=True)
        assert "time bank is empty" in refused["why"]
        await asyncio.to_thread(server.end, SIGTERM)

    run(work)
