"""A player without a wager against the bank holds no one up, and keeps no wanted seat."""

import asyncio
from random import Random

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.commands import Place
from croupier.engine.turns import Turn
from croupier.games import game_of
from croupier.room.house.people import HOUSE_DEALER, Actor
from croupier.room.logbook import Order
from croupier.room.seating.decide import kind_of
from croupier.room.seating.facts import Bought, SatIn, SatOut, SeatLeft
from croupier.room.seating.orders import Sit, SitIn, SitOut
from croupier.room.seating.waiting import JoinList
from croupier.room.table.facts import RoundCalledOff, TurnPassed
from croupier.room.table.pace import is_betting
from croupier.room.table.rounds import Play, least_answer
from croupier.server.demonstration.demo import Guests
from croupier.server.service import Service
from croupier.server.tables.desk import Desk
from tests.server.rooms import FAST, PATIENCE, Onlooker, opened, run, say, seated, served, until

BANKED = ["texas-holdem-bonus", "flop-poker", "two-card-joker"]
QUICK = replace(FAST, bets=0.3, settled=0.05, bank=0.0, protection=0.0, misses=2)


async def with_two(service: Service, key: str = "two-card-joker", seats: int = 0) -> Desk:
    """Ada and Bob sit at a table and are connected: nothing is called off while Bob thinks."""
    sign = replace(game_of(key).sign, seats=seats) if seats else None
    desk = await opened(service, key=key, sign=sign)
    for person in ("Ada", "Bob"):
        desk.watch(Onlooker(person))
    await seated(service, "1", 2)
    return desk


def asked(desk: Desk) -> set[int]:
    """The seats that may wager in the open round."""
    state = desk.state.round
    return set(state.order) if desk.state.playing and state is not None else set()


async def bets(service: Service, desk: Desk, seat: int, person: str) -> None:
    """One round with a wager, from its opening to its end."""
    done = desk.state.rounds
    await until(desk, lambda desk: seat in asked(desk))
    least = desk.state.sign.wager_min
    between_players = desk.state.game.key == "flop-poker" and len(asked(desk)) > 1
    wagers = {"ante": least} | ({"pot": least} if between_players else {})
    await say(service, "1", person, Play(command=Place(seat, wagers)))
    while desk.state.rounds == done:
        await until(desk, lambda desk: desk.state.rounds > done or chooses(desk, seat) is not None)
        if turn := chooses(desk, seat):
            await say(service, "1", person, Play(command=least_answer(turn)))


def chooses(desk: Desk, seat: int) -> Turn | None:
    """What a player who has wagered is asked after seeing the cards."""
    state = desk.state.round
    return None if state is None or is_betting(desk.state) else state.turn(seat)


def orders_of(desk: Desk, kind: type) -> list[Order]:
    """Orders of a kind, with who gave them."""
    lines = (line.entry for line in desk.tail)
    return [Order(entry.at, entry.by, entry.fact) for entry in lines if type(entry.fact) is kind]


@pytest.mark.parametrize("key", BANKED)
def test_a_player_who_lets_rounds_go_by_sits_out_until_back(sqlite: str, key: str) -> None:
    async def work() -> None:
        async with served(sqlite, QUICK) as service:
            desk = await with_two(service, key)
            for passed in (1, 2):
                await bets(service, desk, 2, "Bob")
                assert desk.state.seats[1].passed == passed
            await until(desk, lambda desk: desk.state.seats[1].out)
            assert {one.says.seat for one in orders_of(desk, TurnPassed)} == {
                1
            }  # and not who wagered
            [out] = orders_of(desk, SatOut)
            assert (out.by, out.says) == (HOUSE_DEALER, SatOut(clause="A-52", seat=1))
            words = [line.said.words for line in desk.tail if isinstance(line.entry.fact, SatOut)]
            assert words == ["seat 1 let turns go by and sits out"]
            assert desk.state.stacks[1] == 200_00  # not a chip is touched
            await until(desk, lambda desk: asked(desk) == {2})
            await bets(service, desk, 2, "Bob")
            assert 1 in desk.state.seats
            await say(service, "1", "Ada", SitIn())
            await until(desk, lambda desk: asked(desk) >= {1})
            assert desk.state.seats[1].passed == 0

    run(work)


def test_once_the_idle_player_sits_out_the_cards_come_soon(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite, QUICK) as service:
            desk = await with_two(service)
            for _ in range(2):
                await bets(service, desk, 2, "Bob")
            await until(desk, lambda desk: asked(desk) == {2})
            slow = replace(QUICK, bets=10 * PATIENCE)
            desk.clock._config = slow  # nobody is waited for who will not bet
            async with asyncio.timeout(PATIENCE):
                await bets(service, desk, 2, "Bob")

    run(work)


def test_a_wager_now_and_then_is_enough(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite, QUICK) as service:
            desk = await with_two(service)
            for turn in range(6):
                person = ("Bob", "Ada")[turn % 2]
                await bets(service, desk, 2 - turn % 2, person)
            assert not any(held.out for held in desk.state.seats.values())
            assert {fact.says.seat for fact in orders_of(desk, TurnPassed)} == {1, 2}

    run(work)


def test_a_house_may_let_everybody_stay_without_a_wager(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite, replace(QUICK, misses=0)) as service:
            desk = await with_two(service)
            for _ in range(3):
                await bets(service, desk, 2, "Bob")
            assert not desk.state.seats[1].out

    run(work)


@pytest.mark.parametrize("key", BANKED)
def test_who_is_gone_from_an_empty_table_sits_out_and_then_it_rests(sqlite: str, key: str) -> None:
    async def work() -> None:
        async with served(sqlite, QUICK) as service:
            desk = await opened(service, key=key)
            await seated(service, "1", 1)  # and nobody is connected
            await until(desk, lambda desk: desk.state.seats[1].out)
            assert len(orders_of(desk, RoundCalledOff)) == 2
            await asyncio.sleep(0.5)  # the cards are prepared for the next player
            number = desk.number
            await asyncio.sleep(1.0)
            assert desk.number == number  # not a line more is written

    run(work)


def test_who_is_alone_and_connected_may_think_for_as_long_as_nobody_waits(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite, QUICK) as service:
            desk = await opened(service, key="two-card-joker")
            desk.watch(Onlooker("Ada"))
            await seated(service, "1", 1)
            await until(desk, lambda desk: asked(desk) == {1})
            await asyncio.sleep(1.5)
            assert asked(desk) == {1}
            assert not orders_of(desk, RoundCalledOff)
            assert not desk.state.seats[1].passed

    run(work)


@pytest.mark.parametrize("alone", [True, False])
def test_an_idle_player_keeps_no_seat_that_somebody_waits_for(sqlite: str, alone: bool) -> None:
    async def work() -> None:
        async with served(sqlite, QUICK) as service:
            if alone:
                sign = replace(game_of("two-card-joker").sign, seats=1)
                desk = await opened(service, key="two-card-joker", sign=sign)
                desk.watch(Onlooker("Ada"))
                await seated(service, "1", 1)
            else:
                desk = await with_two(service, seats=2)
                for _ in range(2):
                    await bets(service, desk, 2, "Bob")
            says = JoinList(kind=kind_of(desk.state))
            await service.house.ask(Order(service.clock(), Actor("Eva", "player"), says))
            await until(desk, lambda desk: 1 not in desk.state.seats)
            [left] = orders_of(desk, SeatLeft)
            assert (left.by, left.says.person, left.says.stake) == (HOUSE_DEALER, "Ada", 200_00)
            while not service.house.state.waiting.calls:
                await asyncio.sleep(0.02)
            await say(service, "1", "Eva", Sit(seat=1, chips=Chips(100_00)))

    run(work)


def test_an_idle_player_keeps_the_seat_where_another_is_free(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite, QUICK) as service:
            desk = await with_two(service)
            for _ in range(2):
                await bets(service, desk, 2, "Bob")
            await until(desk, lambda desk: desk.state.seats[1].out)
            kind = kind_of(desk.state)
            await service.house.ask(
                Order(service.clock(), Actor("Eva", "player"), JoinList(kind=kind))
            )
            await bets(service, desk, 2, "Bob")
            while not service.house.state.waiting.calls:
                await asyncio.sleep(0.02)
            assert desk.state.seats[1].person == "Ada"

    run(work)


def test_a_bot_that_was_left_out_comes_back_and_buys_nothing(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite, replace(QUICK, think=0.0)) as service:
            desk = await opened(service, key="two-card-joker")
            bots = asyncio.create_task(Guests(service, desk, Random(1)).run())
            await until(desk, lambda desk: bool(asked(desk)))
            seat = min(desk.state.seats)
            bought = len(orders_of(desk, Bought))
            await say(service, "1", desk.state.seats[seat].person, SitOut())
            await until(desk, lambda desk: bool(orders_of(desk, SatIn)))
            assert not desk.state.seats[seat].out
            assert len(orders_of(desk, Bought)) == bought
            bots.cancel()
            await asyncio.gather(bots, return_exceptions=True)

    run(work)
