"""A removal binds the whole room from the moment it is recorded (POKER 16(b), BBC con-leave)."""

import asyncio
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.refused import Refused
from croupier.room.conduct.decide import abreast
from croupier.room.conduct.orders import NotifyOfRemoval, RemovePlayer
from croupier.room.house.notices import Notice
from croupier.room.house.orders import LiftExclusion
from croupier.room.house.people import AUTOMATED, Actor
from croupier.room.logbook import Order
from croupier.room.seating.orders import Sit
from croupier.room.seating.state import Kind
from croupier.room.seating.waiting import CallNext, JoinList
from croupier.room.table.duties import due
from croupier.room.table.orders import CloseTable
from croupier.server.service import Service
from tests.clause import clause
from tests.server.rooms import opened, run, say, seated, served, until

FAY = Actor("Fay", "floorperson")
SUE = Actor("Sue", "poker_shift_supervisor")


def player(name: str) -> Actor:
    return Actor(name, "player")


def removing(service: Service, seat: int) -> RemovePlayer:
    return RemovePlayer(seat=seat, cause="collusion", notice=Notice("Ian", service.clock()))


@clause("POKER-16b-room")
def test_a_removed_player_finds_every_other_table_shut(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The slip is still on its way to the house when the player asks for another seat."""

    async def work() -> None:
        async with served(sqlite) as service:
            for name in ("1", "2"):
                await opened(service, name)
            await seated(service, "1")
            held: list[Any] = []
            monkeypatch.setattr(service.house, "ask", partial(_never, held))
            await say(service, "1", FAY, removing(service, 2))
            await asyncio.sleep(0)
            assert held, "the slip goes to the house"
            assert "Bob" not in service.house.state.exclusions.out
            with pytest.raises(Refused, match="removed at table 1"):
                await say(service, "2", player("Bob"), Sit(seat=1, chips=Chips(100_00)))

    run(work)


async def _never(held: list[Any], order: Order) -> None:
    held.append(order)


@clause("POKER-16b-room")
def test_a_player_removed_at_one_table_leaves_the_others(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            for name in ("1", "2"):
                await opened(service, name)
                await seated(service, name)
            await say(service, "1", FAY, removing(service, 2))
            desk = service.desk("2")
            await until(
                desk, lambda desk: all(s.person != "Bob" for s in desk.state.seats.values())
            )
            removed = desk.state.conduct.removed["Bob"]
            assert removed.cause == "removed at table 1: collusion"
            lines = [line.entry for line in desk.tail]
            named = [line.by.name for line in lines if type(line.fact).__name__ == "PlayerRemoved"]
            assert named == [AUTOMATED], "Fay gave no order at this table"
            assert removed.notice == service.desk("1").state.conduct.removed["Bob"].notice

    run(work)


@clause("POKER-16b-room")
@pytest.mark.parametrize(("first", "second"), [("bbc-omaha", "holdem"), ("holdem", "bbc-omaha")])
def test_a_removal_reaches_tables_of_another_document_at_once(
    sqlite: str, first: str, second: str
) -> None:
    """The club notifies nobody; at a poker table the notice is given afterward."""

    async def work() -> None:
        async with served(sqlite) as service:
            for name, key in (("1", first), ("2", second)):
                await opened(service, name, key)
                await seated(service, name, chips=100_00)
            line = Notice("Ian", service.clock())
            says = removing(service, 2)
            await say(service, "1", FAY, says if first == "holdem" else replace(says, notice=None))
            desk = service.desk("2")
            await until(
                desk, lambda desk: all(s.person != "Bob" for s in desk.state.seats.values())
            )
            if second == "bbc-omaha":
                return
            owed = due(desk.state, service.clock() + timedelta(hours=1), service.house.state)
            assert [one.clause for one in owed if one.what == "notice"] == ["POKER 16(b)"]
            soon = desk.state.conduct.removed["Bob"].at + timedelta(minutes=15)
            assert [one.by for one in owed if one.what == "notice"] == [soon]
            given = NotifyOfRemoval(person="Bob", notice=line)
            with pytest.raises(Refused, match="no notice of a removal of Ada is due"):
                await say(service, "2", FAY, replace(given, person="Ada"))
            with pytest.raises(Refused, match="must be notified and named"):
                await say(service, "2", FAY, replace(given, notice=Notice("", line.at)))
            await say(service, "2", FAY, given)
            assert desk.state.conduct.removed["Bob"].notice == line
            with pytest.raises(Refused, match="no notice of a removal of Bob is due"):
                await say(service, "2", FAY, given)

    run(work)


@clause("POKER-16b-room")
@pytest.mark.parametrize("is_called", [False, True])
def test_a_removed_player_keeps_no_place_in_line_and_no_called_seat(
    sqlite: str, *, is_called: bool
) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            await opened(service, "1")
            await seated(service, "1")
            kind = Kind("omaha", "$2/$4 limit")
            house = service.house
            for name in ("Bob", "Zed"):
                await house.ask(Order(service.clock(), player(name), JoinList(kind=kind)))
            if is_called:
                call = CallNext(kind=kind, table="3", seat=1)
                await house.ask(Order(service.clock(), FAY, call))
                assert [one.person for one in house.state.waiting.calls] == ["Bob"]
            await say(service, "1", FAY, removing(service, 2))
            while "Bob" not in house.state.exclusions.out:
                await asyncio.sleep(0.01)
            for by in (player("Bob"), FAY):  # nobody puts that person on a list again
                asks = JoinList(kind=kind, person="Bob")
                with pytest.raises(Refused, match="cannot wait for a seat"):
                    await house.ask(Order(service.clock(), by, asks))
            assert [one.person for one in house.state.waiting.line] == ["Zed"]
            assert not house.state.waiting.calls

    run(work)


@clause("POKER-16b-room")
def test_a_player_readmitted_once_and_removed_again_is_out_at_once(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            for name in ("1", "2"):
                await opened(service, name)
            await seated(service, "1")
            out, lift = service.house, LiftExclusion(person="Bob", reason="a year has passed")
            await say(service, "1", FAY, removing(service, 2))
            while "Bob" not in out.state.exclusions.out:
                await asyncio.sleep(0.01)
            await until(service.desk("1"), lambda desk: 2 not in desk.state.seats)
            await out.ask(Order(service.clock(), SUE, lift))
            await say(service, "1", player("Bob"), Sit(seat=2, chips=Chips(200_00)))
            monkeypatch.setattr(out, "ask", partial(_never, list[Any]()))
            await say(service, "1", FAY, removing(service, 2))
            assert "Bob" not in out.state.exclusions.out
            with pytest.raises(Refused, match="removed at table 1"):
                await say(service, "2", player("Bob"), Sit(seat=1, chips=Chips(100_00)))

    run(work)


@clause("POKER-16b-room")
def test_nobody_is_removed_by_a_removal_that_was_never_made(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            for name in ("1", "2"):
                await opened(service, name)
                await seated(service, name)
            says = replace(removing(service, 2), notice=None, follows="1")
            with pytest.raises(Refused, match="Bob was not removed at table 1"):
                await say(service, "2", FAY, says)

    run(work)


@clause("POKER-16b-room")
def test_a_removed_player_joins_no_list_while_the_slip_is_on_its_way(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            await opened(service, "1")
            await seated(service, "1")
            whole, held = service.house.ask, list[Any]()
            monkeypatch.setattr(service.house, "ask", partial(_never, held))
            await say(service, "1", FAY, removing(service, 2))
            await asyncio.sleep(0)
            assert "Bob" not in service.house.state.exclusions.out
            asks = JoinList(kind=Kind("holdem", "$2/$4 limit"))
            with pytest.raises(Refused, match="removed at table 1"):
                await whole(Order(service.clock(), player("Bob"), asks))

    run(work)


@clause("POKER-16b-room")
def test_a_removed_player_cannot_wait_for_a_seat(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            await opened(service, "1")
            await seated(service, "1")
            await say(service, "1", FAY, removing(service, 2))
            while "Bob" not in service.house.state.exclusions.out:
                await asyncio.sleep(0.01)
            asks = JoinList(kind=Kind("holdem", "$2/$4 limit"))
            with pytest.raises(Refused, match="removed at table 1"):
                await service.house.ask(Order(service.clock(), player("Bob"), asks))

    run(work)


@clause("POKER-19d-closed")
def test_a_table_in_service_knows_which_others_are_closed(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            for name in ("1", "2"):
                await opened(service, name)
            await say(service, "2", FAY, CloseTable())
            house = abreast(service.house.state, service.desk("1").tables())
            assert house.closed == {"2"}

    run(work)
