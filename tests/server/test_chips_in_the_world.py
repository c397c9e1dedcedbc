"""Chips come from somewhere: whatever is asked of the room, chips in the world are chips issued."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from random import Random
from typing import Any

import pytest

from croupier.chips import Chips
from croupier.room.cage.facts import TableBooked
from croupier.room.cage.ledger import CAGE, ISSUED, OUTSIDE
from croupier.room.cage.state import CASH, SLIPS, purse
from croupier.room.house.evolve import read_entry
from croupier.room.house.people import Actor
from croupier.server.config import Config
from croupier.server.service import Service
from croupier.server.store.lines import HOUSE
from croupier.views.screen.cage_view import cage_seen
from tests.server.rooms import SUE, opened, run, served
from tests.server.test_floor import Door, door

ROOM = Config(pause=0.01, turn=0.05, bank=0.0, protection=0.0, absent=0.02, inspection=0, misses=0)
CARL, ANN = Actor("Carl", "cage_cashier"), Actor("Ann", "accounting")
PLAYERS = [Actor(name, "player") for name in ("Ada", "Bob", "Cyd", "Dan")]
TABLES = ("1", "2")
NUMBERS = count(1)


@asynccontextmanager
async def card_room(url: str, chips: int = 5_000_00) -> AsyncIterator[tuple[Service, Door]]:
    """A room whose cage has chips and whose drawer is empty."""
    async with served(url, ROOM) as service, door(service) as at:
        for person in (SUE, CARL, ANN, *PLAYERS):
            await at._token(person)
        for name in TABLES:
            await opened(service, name)
        issue = {"type": "IssueChips", "chips": chips, "witness": [CARL.name, CARL.role]}
        assert (await tell(at, ANN, "", issue, password="correct horse")).status_code == 201
        yield service, at


async def tell(at: Door, by: Actor, table: str, command: Any, **more: Any) -> Any:
    path = f"/api/tables/{table}/orders" if table else "/api/house/orders"
    if "password" in more:
        path = "/api/cage/orders"
    body = {"client": "c", "sequence": next(NUMBERS), "command": command, **more}
    return await at.ask(path, by, body)


def check(service: Service) -> None:
    """What must hold after every request."""
    house = service.house.state
    lives = [desk.state for desk in service.desks.values()]
    for account, chips in house.accounts.items():
        assert chips >= 0 or account in (ISSUED, OUTSIDE), f"{account} holds {chips}"
    of_cash = house.accounts.get(CASH, 0) + house.accounts.get(SLIPS, 0)
    assert of_cash == -house.accounts.get(OUTSIDE, 0)
    world = {a: c for a, c in house.accounts.items() if a not in (OUTSIDE, CASH, SLIPS)}
    assert sum(world.values()) == 0, "chips in the world are not chips issued"
    for life in lives:
        assert all(chips >= 0 for account, chips in life.accounts.items() if account != CAGE)
    if not [*service.courier.waiting()]:
        assert cage_seen(house, lives, service.clock()).agrees


async def invented(service: Service) -> list[Any]:
    """What the books of a table made of nothing."""
    return [
        entry.fact
        async for _, line in service.store.read(HOUSE)
        for entry in [read_entry(line)]
        if isinstance(entry.fact, TableBooked)
        if any(OUTSIDE in (move.source, move.target) for move in entry.fact.moves)
    ]


def test_nobody_sits_down_with_nothing(sqlite: str) -> None:
    async def work() -> None:
        async with card_room(sqlite) as (service, at):
            ada = PLAYERS[0]
            sit = {"type": "Sit", "seat": 1, "chips": 100_00}
            refused = await tell(at, ada, "1", sit)
            assert refused.status_code == 422
            assert "the cage is asked for $100" in refused.json()["why"]
            await tell(at, ada, "1", sit)  # pressed twice
            asked = (await at.ask("/api/cage", CARL)).json()["asked"]
            assert [(one["person"], one["chips"]) for one in asked] == [("Ada", 100_00)]
            mine = (await at.ask("/api/cage/mine", ada)).json()
            assert mine == {"chips": 0, "asked": 100_00}
            sold = await tell(at, CARL, "", {"type": "SellChips", "person": "Ada", "chips": 150_00})
            assert sold.status_code == 201
            assert not service.house.state.cage.requests
            assert (await tell(at, ada, "1", sit)).status_code == 201
            check(service)
            assert service.house.state.accounts[purse("Ada")] == 50_00
            more = await tell(at, ada, "1", {"type": "Buy", "chips": 60_00})
            assert "the cage is asked for $10" in more.json()["why"]
            no = {"type": "DeclineChips", "person": "Ada", "reason": "no credit"}
            assert (await tell(at, CARL, "", no)).status_code == 201
            assert (await at.ask("/api/cage/mine", ada)).json() == {"chips": 50_00}
            for form in ("currency", "coin"):
                cash = await tell(at, PLAYERS[1], "1", sit | {"seat": 2, "form": form})
                assert cash.status_code == 422
            ghost = {"type": "SellChips", "person": "Adda", "chips": 100}
            assert (await tell(at, CARL, "", ghost)).json()["clause"] == "FIELD person"
            assert (await tell(at, ada, "1", {"type": "Leave"})).status_code == 201
            pay = {"type": "CashOut", "person": "Ada", "chips": 150_00}
            assert (await tell(at, CARL, "", pay)).status_code == 201
            assert (await tell(at, CARL, "", pay)).status_code == 422
            check(service)
            assert service.house.state.accounts[CAGE] == 5_000_00
            assert not await invented(service)

    run(work)


def test_chips_are_sold_by_a_slip_as_well(sqlite: str) -> None:
    async def work() -> None:
        async with card_room(sqlite) as (service, at):
            slip = {"type": "SellChips", "person": "Bob", "chips": 70_00, "slip": "wire 118"}
            assert (await tell(at, CARL, "", slip)).status_code == 201
            assert service.house.state.accounts[SLIPS] == 70_00
            pay = {"type": "CashOut", "person": "Bob", "chips": 70_00}
            assert (await tell(at, CARL, "", pay)).status_code == 422  # the drawer has no cash
            check(service)

    run(work)


def test_one_purse_is_not_spent_at_two_tables_at_once(sqlite: str) -> None:
    async def work() -> None:
        async with card_room(sqlite) as (service, at):
            for person in PLAYERS:
                sale = {"type": "SellChips", "person": person.name, "chips": 100_00}
                await tell(at, CARL, "", sale)
            sits = [{"type": "Sit", "seat": n, "chips": 100_00} for n in (1, 2, 3, 4)]
            pay = [{"type": "CashOut", "person": one.name, "chips": 100_00} for one in PLAYERS]
            replies = await asyncio.gather(
                *(tell(at, one, t, sits[n]) for n, one in enumerate(PLAYERS) for t in TABLES),
                *(tell(at, CARL, "", pay[n]) for n in range(4)),
            )
            assert sum(reply.status_code == 201 for reply in replies) == 4
            check(service)
            assert not await invented(service)

    run(work)


def test_purchases_of_different_people_are_decided_side_by_side(sqlite: str) -> None:
    async def work() -> None:
        async with card_room(sqlite) as (service, at):
            ada, bob = PLAYERS[:2]
            for person in (ada, bob):
                await tell(
                    at, CARL, "", {"type": "SellChips", "person": person.name, "chips": 9_00}
                )
            sits = [{"type": "Sit", "seat": seat, "chips": 9_00} for seat in (1, 2)]
            async with service.till.line(ada.name):
                waits = asyncio.create_task(tell(at, ada, "1", sits[0]))
                assert (await tell(at, bob, "1", sits[1])).status_code == 201
                assert not waits.done()
            assert (await waits).status_code == 201
            check(service)

    run(work)


@pytest.mark.parametrize("seed", range(3))
def test_chips_in_the_world_are_chips_issued_whatever_is_asked(sqlite: str, seed: int) -> None:
    chance = Random(seed)

    def some(most: int = 300_00) -> Chips:
        return Chips(chance.choice((1, 50, 1_00, 37_00, 100_00, -100_00, most, 10**12)))

    def request() -> tuple[Actor, str, Any]:
        """A request of any person, sensible or not."""
        table, who = chance.choice(TABLES), chance.choice(PLAYERS)
        seat, name = chance.randint(1, 5), chance.choice(PLAYERS).name
        staff = chance.choice((SUE, CARL, ANN, who))
        asks: list[tuple[Actor, str, Any]] = [
            (
                CARL,
                "",
                {"type": "SellChips", "person": name, "chips": chance.randint(1, 900) * 100},
            ),
            (staff, "", {"type": "SellChips", "person": name, "chips": some()}),
            (staff, "", {"type": "CashOut", "person": name, "chips": some()}),
            (who, table, {"type": "Sit", "seat": seat, "chips": chance.randint(40, 300) * 100}),
            (who, table, {"type": "Sit", "seat": seat, "chips": some(), "form": "currency"}),
            (who, table, {"type": "Buy", "chips": some()}),
            (who, table, {"type": "Buy", "chips": chance.randint(1, 90) * 100}),
            (who, table, {"type": "Leave"}),
            (who, table, {"type": "StepAway"}),
            (SUE, table, {"type": "HoldStake", "seat": seat}),
            (SUE, table, {"type": "RestoreStake", "seat": seat, "chips": some()}),
            (SUE, table, {"type": "FreeSeat", "seat": seat}),
            (staff, "", {"type": "ApproveBuyIn", "person": name, "chips": some()}),
            (who, "", {"type": "AskChips", "table": table, "chips": some()}),
            (SUE, table, {"type": chance.choice(("CloseTable", *4 * ("OpenTable",)))}),
            (staff, "", {"type": "RequestFill", "table": table, "chips": some()}),
        ]
        return chance.choice(asks)

    async def work() -> None:
        async with card_room(sqlite) as (service, at):
            sat = 0
            for _ in range(60):
                several = [request() for _ in range(chance.randint(1, 3))]
                replies = await asyncio.gather(*(tell(at, *one) for one in several))
                done = zip(several, replies, strict=True)
                sat += sum(a[2]["type"] == "Sit" and r.status_code == 201 for a, r in done)
                check(service)
            assert not await invented(service)
            assert sat  # a few came to play

    run(work)
