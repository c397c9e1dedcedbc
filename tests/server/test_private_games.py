"""A game among friends: hosted, joined by name, approved, played, settled and resumed."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.accounts import Account
from croupier.games import LIBRARY
from croupier.refused import Refused
from croupier.room.cage.facts import BuyInApproved, ChipsReturned, TableBooked
from croupier.room.cage.ledger import ISSUED, transfer
from croupier.room.cage.lots import counting
from croupier.room.cage.requests import ApproveBuyIn
from croupier.room.cage.settling import Ledger, LedgerLine, among, fewest, ledger
from croupier.room.cage.state import TableSlip, purse
from croupier.room.conduct.orders import RemovePlayer
from croupier.room.house.evolve import evolve
from croupier.room.house.facts import HostChanged
from croupier.room.house.hosting import HostGame, SettleLedger, may_watch
from croupier.room.house.people import Actor
from croupier.room.house.setting_up import SetUpHouse
from croupier.room.house.state import House, PrivateGame, balance_of
from croupier.room.logbook import Entry, Order
from croupier.server.config import Config
from croupier.server.hosting.hosts import acting
from croupier.server.monitoring.metrics import UNNAMED
from croupier.server.service import Service
from croupier.server.store.audit import audit
from croupier.server.store.checkpoints import ROLL
from croupier.server.store.database import Store, make_engine
from croupier.server.store.faults import Fault
from croupier.server.store.witness import read_answer
from croupier.server.tables.desk import Watcher
from croupier.views.reports.catalog import REPORTS
from tests.server.rooms import KEYS, PATIENCE, SUE, opened, run, served, until
from tests.server.test_floor import Door, door

QUICK = Config(pause=0.01, turn=0.05, bank=0.0, protection=0.0, absent=0.02, misses=0)
HOST = Actor("Hana", "player")
GIVE = {"type": "ApproveBuyIn", "chips": 300_00}
NUMBERS = count(1)


@asynccontextmanager
async def friends(url: str, config: Config = QUICK) -> AsyncIterator[tuple[Service, Door]]:
    async with served(url, config) as service, door(service) as at:
        if not service.house.state.is_set_up:
            says = SetUpHouse(kind="friends", name="Tuesdays")
            await service.house.ask(Order(service.clock(), SUE, says))
        yield service, at


async def hosted(at: Door, **more: Any) -> dict[str, Any]:
    game = {"name": "Kitchen", "game": "holdem", **more}
    reply = await at.ask("/api/private", HOST, game)
    assert reply.status_code == 201, reply.text
    answer: dict[str, Any] = reply.json()
    return answer


async def joined(at: Door, code: str, name: str, chips: int = 200_00, **more: Any) -> Any:
    body = {"name": name, "chips": chips, **more}
    return await at.client.post(f"/api/private/{code}/door", json=body)


async def let_in(at: Door, name: str, chips: int = 200_00) -> httpx.Response:
    body = {"person": name, "answer": "in", "chips": chips}
    return await at.ask("/api/private/tables/Kitchen/answers", HOST, body)


async def come(at: Door, code: str, name: str, chips: int = 200_00) -> str:
    """A guest at the door who is let in: the token of the browser."""
    claim = (await joined(at, code, name, chips)).json()["claim"]
    waits = await at.client.post(f"/api/private/{code}/enter", json={"claim": claim})
    assert waits.status_code == 204
    assert (await let_in(at, name, chips)).status_code == 200
    entered = await at.client.post(f"/api/private/{code}/enter", json={"claim": claim})
    assert entered.json()["name"] == name
    token: str = entered.cookies["croupier"]
    at.client.cookies.clear()
    at.tokens[name] = token
    return token


async def tell(at: Door, by: str, command: Any, table: str = "Kitchen") -> httpx.Response:
    path = f"/api/tables/{table}/orders" if table else "/api/house/orders"
    body = {"client": "c", "sequence": next(NUMBERS), "command": command}
    return await at.ask(path, Actor(by, "player"), body)


async def end(at: Door, by: Actor = HOST, table: str = "Kitchen") -> None:
    """The host ends a game, and the room carries it out."""
    assert (await tell(at, by.name, {"type": "PlanGame", "table": table}, "")).is_success
    async with asyncio.timeout(PATIENCE):
        while not at.service.house.state.games[table].ended:
            await asyncio.sleep(0.01)


def nets(service: Service) -> int:
    found = ledger(service.house.state, [desk.state for desk in service.desks.values()])
    assert sum(line.net for line in found.lines) == -found.in_pots
    return sum(line.bought for line in found.lines)


def test_friends_play_and_settle_up(sqlite: str) -> None:
    async def work() -> None:
        async with friends(sqlite) as (service, at):
            code = (await hosted(at))["code"]
            for name in ("Ada", "Bob"):
                await come(at, code, name)
            assert (await tell(at, "Ada", {"type": "Sit", "seat": 1, "chips": 200_00})).is_success
            late = await tell(at, "Bob", {"type": "Sit", "seat": 2, "chips": 300_00})
            assert "the host is asked for $100" in late.json()["why"]
            seen = (await at.ask("/api/private/tables/Kitchen", HOST)).json()
            assert [(one["person"], one["chips"]) for one in seen["asked"]] == [("Bob", 100_00)]
            more = {"type": "ApproveBuyIn", "person": "Bob", "chips": 100_00}
            assert (await tell(at, "Ada", more, "")).status_code == 403  # a guest is no host
            assert (await tell(at, HOST.name, more, "")).is_success
            assert (await tell(at, "Bob", {"type": "Sit", "seat": 2, "chips": 300_00})).is_success
            desk = service.desk("Kitchen")
            await until(desk, lambda desk: desk.state.rounds >= 2)
            assert nets(service) == 500_00
            pause = {"type": "PauseHand", "reason": "pizza"}
            assert (await tell(at, "Ada", pause)).status_code == 403
            if desk.state.playing:
                assert (await tell(at, HOST.name, pause)).is_success
                assert (await tell(at, HOST.name, {"type": "ResumeHand"})).is_success
            for name in ("Ada", "Bob"):
                await tell(at, name, {"type": "Leave"})
            await until(desk, lambda desk: not desk.state.seats)
            await end(at)
            ended = (await at.ask("/api/ledger", HOST)).json()
            assert sum(line["net"] for line in ended["lines"]) == 0
            assert all(line["out"] == 0 for line in ended["lines"])
            assert len(ended["payments"]) <= 1
            assert service.house.state.accounts[ISSUED] == 0  # every chip came back
            text = (await at.ask("/api/ledger.csv", HOST)).text
            assert text.startswith("player,in,out,still out,net\nAda,200.00,")
        async with friends(sqlite) as (service, at):  # another evening
            token, _ = await service.accounts.admit(HOST, service.clock())
            at.tokens[HOST.name] = token
            assert service.house.state.cage.ledger["Bob"].bought == 300_00
            assert (await at.ask("/api/private/tables/Kitchen/resume", HOST, {})).is_success
            assert service.desk("Kitchen").state.status == "open"

    run(work)


def test_a_guest_without_the_browser_gets_the_seat_back(sqlite: str) -> None:
    async def work() -> None:
        async with friends(sqlite) as (service, at):
            code = (await hosted(at))["code"]
            first = await come(at, code, "Ada")
            assert (await tell(at, "Ada", {"type": "Sit", "seat": 1, "chips": 200_00})).is_success
            second = await come(at, code, "Ada")
            assert first != second
            old = await at.client.get("/api/session", headers={"Authorization": f"Bearer {first}"})
            assert old.status_code == 401
            assert (await tell(at, "Ada", {"type": "SitOut"})).is_success
            assert service.house.state.cage.ledger["Ada"].bought == 200_00  # no chips twice
            taken = await joined(at, code, HOST.name)  # whose password the host has
            assert taken.json()["clause"] == "FIELD name"

    run(work)


def test_nobody_comes_in_uninvited(sqlite: str) -> None:
    async def work() -> None:
        async with friends(sqlite) as (_, at):
            code = (await hosted(at, password="three of a kind"))["code"]
            assert (await joined(at, "nonsense", "Ada")).status_code == 422
            wrong = await joined(at, code, "Ada", password="guess")
            assert wrong.json()["clause"] == "FIELD password"
            few = await joined(at, code, "Ada", 1, password="three of a kind")
            assert few.json()["clause"] == "FIELD chips"
            stranger = await tell(at, "Zed", {"type": "Sit", "seat": 1, "chips": 200_00})
            assert stranger.json()["why"] == "there is no table 'Kitchen'"
            assert not (await at.ask("/api/tables", Actor("Zed", "player"))).json()
            assert (await at.ask("/api/private/tables/Kitchen", Actor("Zed", "player"))).is_error
            body = {"name": "2", "game": "holdem"}
            assert (await at.ask("/api/tables", HOST, body)).status_code == 403

    run(work)


def test_the_door_asks_for_what_the_table_posts_and_no_more(sqlite: str) -> None:
    """What a page suggests is no limit: only what the sign posts is."""

    async def work() -> None:
        async with friends(sqlite) as (_, at):
            code = (await hosted(at))["code"]
            seen = (await at.client.get(f"/api/private/{code}")).json()
            assert (seen["buys"][1], seen["buy_limits"]) == (100_00, [0, 0])
            assert (await joined(at, code, "Ada", 5_00)).is_success
            assert (await let_in(at, "Ada", 1_000_00)).is_success
            posts = {"limits": [2_00, 4_00], "min_purchase": 40_00, "max_purchase": 200_00}
            code = (await hosted(at, name="Cellar", posts=posts))["code"]
            seen = (await at.client.get(f"/api/private/{code}")).json()
            assert seen["buy_limits"] == [40_00, 200_00]
            for chips in (39_00, 201_00):
                reply = (await joined(at, code, "Bob", chips)).json()
                assert reply["why"] == "sit down with $40 to $200"

    run(work)


@pytest.mark.parametrize(
    ("settings", "hosts"),
    [
        ({}, True),
        ({"trusted_proxy": "10.0.0.2"}, False),
        ({"trusted_proxy": "10.0.0.2", "hosts": "anyone"}, True),
        ({"hosts": "accounts"}, False),
    ],
)
def test_behind_a_proxy_a_name_alone_hosts_no_game(
    sqlite: str, settings: dict[str, Any], hosts: bool
) -> None:
    """Strangers come to such a room: only people with a password fill it with games."""

    async def work() -> None:
        async with friends(sqlite, replace(QUICK, **settings)) as (_, at):
            came = await at.client.post("/api/guests", json={"name": "Mal"})
            csrf = {"x-csrf-token": came.json()["csrf"]}
            game = {"name": "Cellar", "game": "holdem"}
            reply = await at.client.post("/api/private", json=game, headers=csrf)
            assert reply.is_success == hosts
            assert hosts or "you need an account with a password" in reply.json()["why"]
            at.client.cookies.clear()
            await come(at, (await hosted(at))["code"], "Ada")  # guests need only a name

    run(work)


def test_a_card_room_has_no_private_games(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service, door(service) as at:
            reply = await at.ask("/api/private", HOST, {"name": "K", "game": "holdem"})
            assert reply.status_code == 422
            assert not service.desks

    run(work)


@pytest.mark.parametrize("seed", range(20))
def test_the_payments_settle_everything_and_are_few(seed: int) -> None:
    chance = Random(seed)
    amounts = {f"p{n}": chance.randint(-50, 50) for n in range(chance.randint(2, 9))}
    amounts["last"] = -sum(amounts.values())
    left = dict(amounts)
    found = fewest(amounts)
    for pay in found:
        assert pay.chips > 0
        left[pay.payer] += pay.chips
        left[pay.payee] -= pay.chips
    assert not any(left.values())
    assert len(found) <= max(0, sum(map(bool, amounts.values())) - 1)
    assert len(fewest({"a": 5, "b": -5, "c": 7, "d": -3, "e": -4})) == 3


# --- a player who would be more than a host --------------------------------------------------


def test_no_player_hosts_a_table_of_others_or_lets_anybody_in_by_order(sqlite: str) -> None:
    """With these orders a player became the host of any table, and then any other person."""

    async def work() -> None:
        async with friends(sqlite) as (service, at):
            await opened(service, "1")
            code = (await hosted(at))["code"]
            for command in (
                {"type": "HostGame", "table": "1", "code": "mine"},
                {"type": "AdmitGuest", "table": "Kitchen", "person": SUE.name, "by_name": True},
            ):
                reply = await tell(at, HOST.name, command, "")
                assert reply.status_code == 400, reply.text
                texts = {key: str(value) for key, value in command.items() if key != "type"}
                form = {"client": "f", "sequence": 1, "name": command["type"], "texts": texts}
                reply = await at.ask("/api/orders", HOST, form)  # nor by its form
                assert reply.json()["clause"] == "FIELD name", reply.text
            assert (await tell(at, HOST.name, {"type": "CloseTable"}, "1")).status_code == 403
            await service.accounts.add(SUE.name, "correct horse battery", SUE.role, service.clock())
            taken = await joined(at, code, SUE.name)
            assert (taken.status_code, taken.json()["clause"]) == (422, "FIELD name")

    run(work)


@pytest.mark.parametrize("grown", ["role", "account", "password"])
def test_a_claim_opens_no_account_that_is_more_than_a_name(sqlite: str, grown: str) -> None:
    async def work() -> None:
        async with friends(sqlite) as (service, at):
            code = (await hosted(at))["code"]
            if grown == "role":  # a guest by name who was given a role since
                await come(at, code, "Ada")
                await service.accounts.change_role("Ada", "poker_shift_supervisor")
                claim = (await joined(at, code, "Ada")).json()["claim"]
            elif grown == "password":  # a guest by name who has chosen a password since
                await come(at, code, "Ada")
                token = await service.accounts.offer_reset("Ada", service.clock())
                await service.accounts.reset(token, "correct horse battery", service.clock())
                claim = (await joined(at, code, "Ada")).json()["claim"]
            else:  # a person with an account, whose claim another browser has
                body = {"name": "", "chips": 200_00}
                ada = Actor("Ada", "player")
                reply = await at.ask(f"/api/private/{code}/door", ada, body)
                claim = reply.json()["claim"]
            assert (await let_in(at, "Ada")).is_success
            reply = await at.client.post(f"/api/private/{code}/enter", json={"claim": claim})
            assert "signs in with a password" in reply.json()["why"]
            assert "croupier" not in reply.cookies

    run(work)


def test_a_host_gives_chips_to_guests_of_the_game_alone_and_not_without_end(sqlite: str) -> None:
    async def work() -> None:
        async with friends(sqlite) as (service, at):
            code = (await hosted(at))["code"]
            give = {"type": "ApproveBuyIn", "person": "Bob", "chips": 100_00}
            await service.accounts.add("Bob", "correct horse battery", "player", service.clock())
            assert (await tell(at, HOST.name, give, "")).status_code == 403
            await joined(at, code, "Ada")
            reply = await let_in(at, "Ada", 11_000_000_00)
            assert reply.json()["clause"] == "FIELD chips"
            assert (await let_in(at, "Ada")).is_success
            assert (await tell(at, HOST.name, give | {"person": "Ada"}, "")).is_success

    run(work)


def test_chips_that_another_host_approved_count_at_that_game_alone(sqlite: str) -> None:
    """A host could give chips to themselves, or to a friend, and play for them elsewhere."""

    async def work() -> None:
        async with friends(sqlite) as (service, at):
            code = (await hosted(at))["code"]
            mal = Actor("Mal", "player")
            await come(at, code, "Ada")
            game = {"name": "Cellar", "game": "holdem"}
            assert (await at.ask("/api/private", mal, game)).status_code == 201
            gives = {"type": "ApproveBuyIn", "person": "Mal", "chips": 500_00}
            assert (await tell(at, "Mal", gives, "")).is_success
            body = {"name": "", "chips": 200_00}
            assert (await at.ask(f"/api/private/{code}/door", mal, body)).is_success
            no_chips = {"person": "Mal", "answer": "in", "chips": 0}
            path = "/api/private/tables/Kitchen/answers"
            assert (await at.ask(path, HOST, no_chips)).is_success
            sits = {"type": "Sit", "seat": 2, "chips": 200_00}
            late = await tell(at, "Mal", sits)
            assert (
                "you have $0 in chips on hand that this game's host approved" in late.json()["why"]
            )
            await end(at, mal, "Cellar")  # nor when that game is over
            assert (await tell(at, "Mal", sits)).status_code == 422
            more = {"type": "ApproveBuyIn", "person": "Mal", "chips": 200_00}
            assert (await tell(at, HOST.name, more, "")).is_success
            assert (await tell(at, "Mal", sits)).is_success
            assert (await tell(at, "Ada", {"type": "Sit", "seat": 1, "chips": 200_00})).is_success
            add = {"type": "Buy", "chips": 100_00}
            assert (await tell(at, "Mal", add)).status_code == 422
            says = ApproveBuyIn(person="Mal", chips=Chips(100_00))
            await service.house.ask(Order(service.clock(), SUE, says))
            assert (await tell(at, "Mal", add)).is_success  # a supervisor's count everywhere

    run(work)


def test_chips_that_count_everywhere_are_played_for_once(sqlite: str) -> None:
    """With chips of their own approval a host played for a supervisor's at one table after another.

    What was bought in with elsewhere was never taken from those that count everywhere.
    """

    async def work() -> None:
        async with friends(sqlite) as (service, at):
            mal = Actor("Mal", "player")
            codes = [(await hosted(at))["code"]]
            for host, name in ((Actor("Ben", "player"), "Attic"), (mal, "Cellar")):
                game = {"name": name, "game": "holdem"}
                codes.append((await at.ask("/api/private", host, game)).json()["code"])
            for code, host, name in (
                (codes[0], HOST, "Kitchen"),
                (codes[1], Actor("Ben", "player"), "Attic"),
            ):
                body = {"name": "", "chips": 200_00}
                assert (await at.ask(f"/api/private/{code}/door", mal, body)).is_success
                answer = {"person": "Mal", "answer": "in", "chips": 0}
                path = f"/api/private/tables/{name}/answers"
                assert (await at.ask(path, host, answer)).is_success
            gives = {"type": "ApproveBuyIn", "person": "Mal", "chips": 500_00}
            assert (await tell(at, "Mal", gives, "")).is_success
            says = ApproveBuyIn(person="Mal", chips=Chips(200_00))
            await service.house.ask(Order(service.clock(), SUE, says))
            sits = {"type": "Sit", "seat": 2, "chips": 200_00}
            assert (await tell(at, "Mal", sits)).is_success
            again = await tell(at, "Mal", sits, "Attic")
            assert (
                "you have $0 in chips on hand that this game's host approved" in again.json()["why"]
            )
            assert (await tell(at, "Mal", {"type": "Leave"})).is_success  # with all of them

            def back() -> bool:
                lots = service.house.state.cage.lots["Mal"]
                return sum(lot.chips for lot in lots if not lot.lie) == 700_00

            async with asyncio.timeout(PATIENCE):
                while not back():
                    await asyncio.sleep(0.01)
            assert (await tell(at, "Mal", sits, "Attic")).is_success

    run(work)


@pytest.mark.parametrize("won", [150_00, -150_00])
def test_what_comes_back_from_a_table_counts_where_it_did(won: int) -> None:
    """The nearest chips are lost first, and what was won counts where it was won."""
    games = {name: PrivateGame(host, name) for name, host in (("K", "Hana"), ("C", "Mal"))}
    house = House(kind="friends", games=games)
    at = datetime(2026, 11, 18, tzinfo=UTC)

    def follow(fact: Any, by: str = "room") -> None:
        nonlocal house
        house = evolve(house, Entry(at, Actor(by, "poker_shift_supervisor"), fact))

    def stake(chips: int) -> None:
        slip = TableSlip(line=1, kind="stake", chips=Chips(chips), person="Ada")
        follow(TableBooked(clause="A-96", table="K", slip=slip, day="2026-11-18", moves=()))

    for by in ("Sue", "Hana", "Mal"):
        moves = transfer(ISSUED, purse("Ada"), Chips(100_00))
        gives = BuyInApproved(clause="A-96", person="Ada", day="2026-11-18", moves=moves)
        follow(gives, by)
    assert [counting(house, table, "Ada") for table in "KC1"] == [200_00, 200_00, 100_00]
    stake(200_00)
    assert [counting(house, table, "Ada") for table in "KC1"] == [0, 100_00, 0]
    stake(-200_00 - won)
    if won > 0:
        assert [counting(house, table, "Ada") for table in "KC1"] == [350_00, 200_00, 100_00]
    else:
        assert [counting(house, table, "Ada") for table in "KC1"] == [50_00, 150_00, 50_00]


class Purses:
    """Chips of players among friends: the house's lots beside a plain account of where they are."""

    def __init__(self) -> None:
        games = {name: PrivateGame(host, name) for name, host in (("K", "Hana"), ("C", "Mal"))}
        self.house = House(kind="friends", games=games)
        self.given, self.stacks = Counter[str](), Counter[tuple[str, str]]()

    def _follow(self, fact: Any, by: str = "room") -> None:
        at = datetime(2026, 11, 18, tzinfo=UTC)
        self.house = evolve(self.house, Entry(at, Actor(by, "poker_shift_supervisor"), fact))

    def give(self, by: str, person: str, chips: int) -> None:
        moves = transfer(ISSUED, purse(person), Chips(chips))
        self._follow(BuyInApproved(clause="A-96", person=person, day="2026-11-18", moves=moves), by)
        self.given[by] += chips

    def take_back(self, person: str) -> None:
        if has := balance_of(self.house, purse(person)):
            moves = transfer(purse(person), ISSUED, has)
            self._follow(ChipsReturned(clause="A-96", person=person, day="x", moves=moves))

    def stake(self, table: str, person: str, chips: int) -> None:
        """Bring so many chips to a table, or all that there are home."""
        slip = TableSlip(line=1, kind="stake", chips=Chips(chips), person=person)
        source, target = purse(person), Account(f"table:{table}")
        if chips < 0:
            source, target = target, source
        moves = transfer(source, target, Chips(abs(chips)))
        self._follow(TableBooked(clause="A-96", table=table, slip=slip, day="x", moves=moves))
        self.stacks[table, person] += chips

    def leave(self, table: str, person: str) -> None:
        if has := self.stacks[table, person]:
            self.stake(table, person, -has)

    def win(self, table: str, person: str, other: str, chips: int) -> None:
        """One player at the table wins from another."""
        chips = min(chips, self.stacks[table, other]) if self.stacks[table, person] else 0
        self.stacks[table, person] += chips
        self.stacks[table, other] -= chips

    def counts(self, person: str) -> list[int]:
        return [counting(self.house, table, person) for table in "KC1"]

    def check(self) -> None:
        """Every chip on hand is in a lot, and of no origin there is more than was given."""
        lots = self.house.cage.lots
        for person in ("Ada", "Ben", "Hana"):
            here = sum(lot.chips for lot in lots.get(person, ()) if not lot.lie)
            assert here == balance_of(self.house, purse(person))
        for by, given in self.given.items():
            assert sum(lot.chips for mine in lots.values() for lot in mine if lot.by == by) <= given
        played = {"K": self.given["Hana"], "C": self.given["Mal"], "1": 0}
        for table, given in played.items():
            won = sum(lot.chips for mine in lots.values() for lot in mine if lot.at == table)
            everywhere = self.given["Sue"] + sum(
                lot.chips for mine in lots.values() for lot in mine if lot.at == "1"
            )
            at_most = given + won + everywhere
            assert (
                sum(counting(self.house, table, one) for one in ("Ada", "Ben", "Hana")) <= at_most
            )


@pytest.mark.parametrize("seed", range(30))
def test_no_chips_of_a_host_come_to_count_at_the_game_of_another(seed: int) -> None:
    chance, room, people = Random(seed), Purses(), ("Ada", "Ben", "Hana")
    for _ in range(150):
        person, table, chips = chance.choice(people), chance.choice("KC1"), chance.randint(1, 90)
        others = [one for one in people if one != person]
        match chance.randrange(6):
            case 0:
                room.give(chance.choice(("Sue", "Hana", "Mal")), person, chips)
            case 1 if (most := counting(room.house, table, person)) > 0:
                room.stake(table, person, min(chips, most))
            case 2 | 3:
                room.win(table, person, chance.choice(others), chips)
            case 4:
                room.leave(table, person)
            case _ if chance.random() < 0.1:
                room.take_back(person)
            case _:
                pass
        room.check()


def test_chips_of_a_host_bring_back_none_that_were_lost() -> None:
    """A supervisor's chips were lost, a host gave others, and they counted everywhere."""
    room = Purses()
    for by, person in (("Sue", "Ada"), ("Hana", "Hana")):
        room.give(by, person, 100_00)
        room.stake("K", person, 100_00)
    room.win("K", "Hana", "Ada", 100_00)
    room.give("Hana", "Ada", 100_00)
    room.stake("K", "Ada", 100_00)
    room.leave("K", "Ada")
    assert room.counts("Ada") == [100_00, 0, 0]
    room.leave("K", "Hana")
    assert room.counts("Hana") == [200_00, 0, 0]
    room.check()


def test_chips_of_a_supervisor_count_on_when_a_host_hands_the_supervisor_a_game() -> None:
    room = Purses()
    room.give("Sue", "Ada", 100_00)
    room._follow(HostChanged(clause="A-96", table="C", host="Sue"), "Mal")
    assert room.counts("Ada") == [100_00, 100_00, 100_00]
    room.give("Sue", "Ada", 50_00)  # as the host of that game
    assert room.counts("Ada") == [100_00, 150_00, 100_00]
    room.check()


def test_no_ledger_is_settled_while_chips_are_at_a_table(sqlite: str) -> None:
    """What was bought was forgotten, and who bought it had the chips."""

    async def work() -> None:
        async with friends(sqlite) as (service, at):
            await opened(service, "1")
            says = ApproveBuyIn(person="Ada", chips=Chips(200_00))
            await service.house.ask(Order(service.clock(), SUE, says))
            sits = {"type": "Sit", "seat": 2, "chips": 200_00}
            assert (await tell(at, "Ada", sits, "1")).is_success
            async with asyncio.timeout(PATIENCE):
                while balance_of(service.house.state, purse("Ada")):
                    await asyncio.sleep(0.01)
            with pytest.raises(Refused, match="chips are still out"):
                await service.house.ask(Order(service.clock(), SUE, SettleLedger()))

    run(work)


def test_a_host_hears_of_requests_for_chips_at_their_game_alone(sqlite: str) -> None:
    """Anybody may host: the page of any game named the others, and who asks for chips there."""

    async def work() -> None:
        async with friends(sqlite) as (_, at):
            code = (await hosted(at))["code"]
            await come(at, code, "Ada")
            asks = {"type": "AskChips", "table": "Kitchen", "chips": 100_00}
            assert (await tell(at, "Ada", asks, "")).is_success
            mal = Actor("Mal", "player")
            game = {"name": "Cellar", "game": "holdem"}
            assert (await at.ask("/api/private", mal, game)).status_code == 201
            assert "Kitchen" not in (await at.ask("/api/private/tables/Cellar", mal)).text
            seen = (await at.ask("/api/private/tables/Kitchen", HOST)).json()
            assert [one["person"] for one in seen["asked"]] == ["Ada"]

    run(work)


def test_no_host_lets_anybody_be_a_guest_of_another_host(sqlite: str) -> None:
    """A host knocked at his own door under a guest's name, and was that guest everywhere."""

    async def work() -> None:
        async with friends(sqlite) as (_, at):
            mal = Actor("Mal", "player")
            game = {"name": "Cellar", "game": "holdem"}
            cellar = (await at.ask("/api/private", mal, game)).json()["code"]
            claim = (await joined(at, cellar, "Ada")).json()["claim"]
            lets_in = {"person": "Ada", "answer": "in", "chips": 0}
            path = "/api/private/tables/Cellar/answers"
            assert (await at.ask(path, mal, lets_in)).is_success
            entered = await at.client.post(f"/api/private/{cellar}/enter", json={"claim": claim})
            at.tokens["Ada"] = entered.cookies["croupier"]
            at.client.cookies.clear()
            kitchen, ada = (await hosted(at))["code"], Actor("Ada", "player")
            body = {"name": "", "chips": 200_00}
            assert (await at.ask(f"/api/private/{kitchen}/door", ada, body)).is_success
            assert (await let_in(at, "Ada")).is_success
            again = (await joined(at, cellar, "Ada")).json()["claim"]
            refused = await at.ask(path, mal, lets_in)
            assert "plays at a game of another host too" in refused.json()["why"]
            entered = await at.client.post(f"/api/private/{cellar}/enter", json={"claim": again})
            assert "croupier" not in entered.cookies
            assert (await at.ask("/api/tables/Kitchen", ada)).is_success  # she is still signed in

    run(work)


def test_the_end_of_a_game_takes_no_chips_from_the_game_of_another_host(sqlite: str) -> None:
    async def work() -> None:
        async with friends(sqlite) as (service, at):
            code, mal = (await hosted(at))["code"], Actor("Mal", "player")
            await come(at, code, "Ada")
            game = {"name": "Cellar", "game": "holdem"}
            cellar = (await at.ask("/api/private", mal, game)).json()["code"]
            body = {"name": "", "chips": 200_00}
            ada = Actor("Ada", "player")
            assert (await at.ask(f"/api/private/{cellar}/door", ada, body)).is_success
            lets_in = {"person": "Ada", "answer": "in", "chips": 0}
            path = "/api/private/tables/Cellar"
            assert (await at.ask(f"{path}/answers", mal, lets_in)).is_success
            await end(at, mal, "Cellar")
            assert balance_of(service.house.state, purse("Ada")) == 200_00
            await end(at)
            assert balance_of(service.house.state, purse("Ada")) == 0

    run(work)


def test_a_host_lets_nobody_in_whom_another_table_removed(sqlite: str) -> None:
    async def work() -> None:
        async with friends(sqlite) as (service, at):
            desk = await opened(service, "1")
            code = (await hosted(at))["code"]
            await come(at, code, "Ada")
            says = ApproveBuyIn(person="Ada", chips=Chips(200_00))
            await service.house.ask(Order(service.clock(), SUE, says))
            sits = {"type": "Sit", "seat": 1, "chips": 200_00}
            assert (await tell(at, "Ada", sits, "1")).is_success
            out = RemovePlayer(seat=1, cause="abusive")
            await desk.ask(Order(service.clock(), SUE, out))
            await joined(at, code, "Ada")
            reply = await let_in(at, "Ada")
            assert "was removed at table 1" in reply.json()["why"]

    run(work)


def test_nobody_wipes_out_debts_of_a_game_that_another_hosted(sqlite: str) -> None:
    async def work() -> None:
        async with friends(sqlite) as (service, at):
            code = (await hosted(at))["code"]
            await come(at, code, "Ada")
            mal = Actor("Mal", "player")
            game = {"name": "Cellar", "game": "holdem"}
            assert (await at.ask("/api/private", mal, game)).status_code == 201
            owing = dict(service.house.state.cage.ledger)
            await end(at, mal, "Cellar")
            assert service.house.state.cage.ledger == owing  # nor takes chips of others back
            await end(at)
            reply = await tell(at, "Mal", {"type": "SettleLedger"}, "")
            assert "only the host of all games played" in reply.json()["why"]
            assert service.house.state.cage.ledger
            assert acting(service.house.state, SUE, SettleLedger()) == SUE  # a supervisor can
            assert (await tell(at, HOST.name, {"type": "SettleLedger"}, "")).is_success
            assert not service.house.state.cage.ledger

    run(work)


def test_no_host_settles_what_was_bought_at_a_table_of_the_room(sqlite: str) -> None:
    async def work() -> None:
        async with friends(sqlite) as (service, at):
            await opened(service, "1")
            for person in ("Bob", HOST.name):
                says = ApproveBuyIn(person=person, chips=Chips(200_00))
                await service.house.ask(Order(service.clock(), SUE, says))
            for seat, name in enumerate(("Bob", HOST.name), 1):
                sits = {"type": "Sit", "seat": seat, "chips": 200_00}
                assert (await tell(at, name, sits, "1")).is_success
            await hosted(at)
            await end(at)
            reply = await tell(at, HOST.name, {"type": "SettleLedger"}, "")
            assert reply.status_code == 422, reply.text
            assert service.house.state.cage.ledger

    run(work)


# --- what a private game shows, and to whom --------------------------------------------------


@pytest.mark.parametrize("by", [None, Actor("Zed", "player"), SUE], ids=["nobody", "Zed", "Sue"])
def test_a_private_game_is_shown_to_its_guests_alone(sqlite: str, by: Actor | None) -> None:
    async def work() -> None:
        async with friends(sqlite) as (service, at):
            code = (await hosted(at))["code"]
            for seat, name in enumerate(("Ada", "Bob"), 1):
                await come(at, code, name)
                sits = {"type": "Sit", "seat": seat, "chips": 200_00}
                assert (await tell(at, name, sits)).is_success
            desk = service.desk("Kitchen")
            await until(desk, lambda desk: desk.state.rounds >= 2 and not desk.state.playing)
            ada = Actor("Ada", "player")
            paths = ("", "/chat", "/rules", "/rounds/1")
            shown = ["/api/tables/Kitchen" + path for path in paths]
            for path in shown:
                assert (await at.ask(path, ada)).is_success, path
                assert (await at.ask(path, by)).status_code in (401, 403, 404, 422), path
            form = "/api/games/holdem/form?table=Kitchen"
            assert (await at.ask(form, ada)).is_success
            assert (await at.ask(form, by)).is_error
            if by is SUE:
                assert not (await at.ask("/api/floor", by)).json()["tables"]
                assert not (await at.ask("/api/hands", by)).json()["hands"]
                look = {"command": {"type": "CloseTable"}}
                assert (await at.ask("/api/tables/Kitchen/preview", by, look)).is_error

    run(work)


@pytest.mark.parametrize("by", [None, Actor("Zed", "player"), SUE], ids=["nobody", "Zed", "Sue"])
def test_nothing_names_a_private_game_to_others(sqlite: str, by: Actor | None) -> None:
    """Neither forms nor incidents, neither checkpoints nor health nor searches."""

    async def work() -> None:
        async with friends(sqlite) as (service, at):
            await opened(service, "Hall")
            await hosted(at)
            await end(at)
            desk = service.desk("Kitchen")
            assert desk.incidents
            await desk.chat.say(desk.state, HOST, "good evening", service.clock())
            await service.store.checkpoint()
            assert {"chat/Kitchen", "table/Kitchen"} <= service.store.signed.keys()
            service.faulty["Kitchen"] = "it is broken"
            service.store.doubt(Fault("table/Kitchen", 3, "this is not the line"))
            paths = ["/api/checkpoints", "/health", "/api/tables", "/api/room"]
            said = [(await at.ask(path, by)).json()["faults"] for path in ("/health", "/ready")]
            assert said == [{"record": UNNAMED}] * 2
            if by is not None:
                paths += [f"/api/orders?desk={desk}" for desk in ("floor", "cage")]
                paths += ["/api/lists", "/api/private"]
                for path in ("/api/hands", "/api/hands/export"):
                    known = await at.ask(f"{path}?table=Kitchen", by)
                    unknown = await at.ask(f"{path}?table=Cellars", by)
                    assert known.status_code == unknown.status_code
                    assert known.text == unknown.text.replace("Cellars", "Kitchen")
            if by is SUE:
                paths += ["/api/floor", "/api/floor/incidents"]
                assert (await at.ask("/api/floor/incidents?table=Kitchen", by)).is_error
                assert (await at.ask("/api/floor/incidents?table=Hall", by)).is_success
            for path in paths:
                answer = await at.ask(path, by)
                assert answer.is_success, (path, answer.text)
                assert "Kitchen" not in answer.text, path
            shown = {one["stream"] for one in (await at.ask("/api/checkpoints", by)).json()}
            assert {"house", "room", "table/Hall"} <= shown

    run(work)


def test_no_book_or_report_names_a_private_game_to_the_staff(sqlite: str) -> None:
    """They sum it up with the rest of the room, and list no line of it, nor of its chips."""

    async def work() -> None:
        async with friends(sqlite) as (service, at):
            hall = await opened(service, "Hall")
            code = (await hosted(at))["code"]
            for seat, name in enumerate(("Ada", "Bob"), 1):
                await come(at, code, name)
                sits = {"type": "Sit", "seat": seat, "chips": 200_00}
                assert (await tell(at, name, sits)).is_success
            desk = service.desk("Kitchen")
            await until(desk, lambda desk: desk.state.rounds >= 2 and not desk.state.playing)
            assert hall.state.status == "open"
            named, spans = set[str](), ("", "day", "table", "day,table")
            paths = [f"/api/reports/{kind}?span={span}" for kind in REPORTS for span in spans]
            paths += ["/api/cage", "/api/cage/journal", "/api/cage/balances", "/api/books"]
            for path in paths:
                answer = await at.ask(path, SUE)
                assert answer.is_success, (path, answer.text)
                assert "Kitchen" not in answer.text, path
                named |= {path} if "Hall" in answer.text else set()
            assert {"/api/reports/decks?span=table", "/api/cage"} <= named
            rounds = (await at.ask("/api/reports/rake?span=day", SUE)).json()
            assert rounds["totals"]["hands"] >= 2
            for path in ("/api/reports/rake?table=", "/api/reports/rake?span=day&table="):
                known, unknown = [await at.ask(path + one, SUE) for one in ("Kitchen", "Cellars")]
                assert known.status_code == unknown.status_code == 422
                assert known.text == unknown.text.replace("Cellars", "Kitchen")

    run(work)


def test_a_private_game_is_never_a_table_of_the_room_first(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger who looks at the right moment, or waits for a name, sees nothing either."""
    seen, append = dict[str, bool](), Store.append

    async def looked(store: Store, stream: str, *given: Any, **more: Any) -> None:
        await append(store, stream, *given, **more)
        if stream == "table/Kitchen":
            await asyncio.sleep(0)
            seen.setdefault(stream, may_watch(looking[0].house.state, "Kitchen", ""))

    looking = list[Service]()
    monkeypatch.setattr(Store, "append", looked)

    async def work() -> None:
        async with friends(sqlite) as (service, at):
            looking.append(service)
            await hosted(at)

    run(work)
    assert seen == {"table/Kitchen": False}


def _copied(source: Path, target: Path) -> None:
    """Copy a database as SQLite itself does, with what its journal still holds."""
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)


def test_the_roll_bears_witness_to_private_games(sqlite: str, tmp_path: Path) -> None:
    """A witness that was never sent the name of a game sees that its end was cut off."""

    async def work() -> None:
        async with friends(sqlite) as (service, at):
            await hosted(at)
            known = at.tokens
        room, older = tmp_path / "room.db", tmp_path / "older.db"
        _copied(room, older)
        async with friends(sqlite) as (service, at):
            at.tokens |= known
            await end(at)
            await service.store.checkpoint()
            answer = read_answer((await at.ask("/api/checkpoints", None)).content)
            [roll] = [one for one in answer if one.stream == ROLL]
        _copied(older, room)
        engine = make_engine(sqlite)
        assert [fault async for fault in audit(engine, KEYS)] == []
        [fault] = [fault async for fault in audit(engine, KEYS, [roll])]
        assert (fault.stream, fault.number) == (ROLL, roll.serial)
        assert "a witness saw" in fault.what
        await engine.dispose()

    run(work)


def test_a_removed_guest_hears_no_more_and_may_play_elsewhere(sqlite: str) -> None:
    async def work() -> None:
        async with friends(sqlite) as (service, at):
            kitchen = (await hosted(at))["code"]
            cellar = (await hosted(at, name="Cellar"))["code"]
            await come(at, kitchen, "Ada")
            assert (await tell(at, "Ada", {"type": "Sit", "seat": 1, "chips": 200_00})).is_success
            desk, eve = service.desk("Kitchen"), Watcher("Ada", "a")
            desk.watch(eve)
            out = await at.ask("/api/private/tables/Kitchen/removals", HOST, {"person": "Ada"})
            assert out.is_success
            assert eve.gone
            assert not desk.state.seats
            assert not service.house.state.exclusions.out
            again = await tell(at, "Ada", {"type": "Sit", "seat": 1, "chips": 200_00})
            assert again.json()["why"] == "there is no table 'Kitchen'"
            ada = Actor("Ada", "player")
            await at.ask(f"/api/private/{cellar}/door", ada, {"name": "", "chips": 200_00})
            body = {"person": "Ada", "answer": "in", "chips": 0}
            path = "/api/private/tables/Cellar/answers"
            assert (await at.ask(path, HOST, body)).is_success
            sits = {"type": "Sit", "seat": 1, "chips": 200_00}
            assert (await tell(at, "Ada", sits, "Cellar")).is_success
            await tell(at, "Ada", {"type": "Leave"}, "Cellar")
            await at.ask(f"/api/private/{kitchen}/door", ada, {"name": "", "chips": 200_00})
            assert (await let_in(at, "Ada", 0)).is_success  # as the host pleases
            await until(service.desk("Cellar"), lambda desk: not desk.state.seats)
            assert (await tell(at, "Ada", sits)).is_success

    run(work)


def test_people_at_the_door_wait_through_a_restart(sqlite: str) -> None:
    async def work() -> None:
        async with friends(sqlite) as (service, at):
            code = (await hosted(at))["code"]
            claim = (await joined(at, code, "Ada")).json()["claim"]
        async with friends(sqlite) as (service, at):
            at.tokens[HOST.name], _ = await service.accounts.admit(HOST, service.clock())
            assert not service.waiting_room.at("Kitchen", service.clock())
            path, ask = f"/api/private/{code}/enter", {"claim": claim}
            for wrong in (claim[:-2] + "AA", "", "x.y", claim.partition(".")[0]):
                refused = await at.client.post(path, json={"claim": wrong})
                assert refused.json()["clause"] == "FIELD claim"
            assert (await at.client.post(path, json=ask)).status_code == 204  # there again
            assert (await let_in(at, "Ada")).is_success
            assert (await at.client.post(path, json=ask)).json()["name"] == "Ada"
            assert service.house.state.cage.ledger["Ada"].bought == 200_00

    run(work)


def test_the_ledger_says_who_approved_every_buy_in(sqlite: str) -> None:
    """A host may give themselves chips: everybody at the table can read it."""

    async def work() -> None:
        async with friends(sqlite) as (_, at):
            code = (await hosted(at))["code"]
            await come(at, code, "Ada")
            give = {"type": "ApproveBuyIn", "person": HOST.name, "chips": 300_00}
            assert (await tell(at, HOST.name, give, "")).is_success
            read = (await at.ask("/api/ledger", Actor("Ada", "player"))).json()
            given = [(one["by"], one["person"], one["chips"]) for one in read["given"]]
            assert given == [(HOST.name, "Ada", 200_00), (HOST.name, HOST.name, 300_00)]
            text = (await at.ask("/api/ledger.csv", Actor("Ada", "player"))).text
            assert f"{HOST.name},300.00,{HOST.name}" in text

    run(work)


def test_a_stranger_who_hosts_a_game_reads_nothing_of_those_of_others(sqlite: str) -> None:
    """Anybody may come in by a name alone and host: that opened the ledger of the whole room."""

    async def work() -> None:
        async with friends(sqlite) as (_, at):
            code = (await hosted(at))["code"]
            await come(at, code, "Ada")
            mal, ada = Actor("Mal", "player"), Actor("Ada", "player")
            come_in = await at.client.post("/api/guests", json={"name": "Mal"})
            at.tokens["Mal"] = come_in.cookies["croupier"]
            at.client.cookies.clear()
            game = {"name": "Cellar", "game": "holdem"}
            assert (await at.ask("/api/private", mal, game)).status_code == 201
            assert (await tell(at, "Mal", {**GIVE, "person": "Mal"}, "")).is_success
            for path in ("/api/ledger", "/api/ledger.csv", "/api/private/tables/Cellar"):
                text = (await at.ask(path, mal)).text
                assert "Mal" in text, path
                assert "Ada" not in text, path
                assert HOST.name not in text, path
            assert "Ada" in (await at.ask("/api/ledger", ada)).text
            assert "Mal" not in (await at.ask("/api/ledger", ada)).text
            assert {"Mal", "Ada"} <= {
                one["person"] for one in (await at.ask("/api/ledger", SUE)).json()["lines"]
            }

    run(work)


def test_a_person_hosts_so_many_games_and_begins_so_many_a_minute(sqlite: str) -> None:
    async def work() -> None:
        async with friends(sqlite) as (service, at):
            answers = [
                await at.ask("/api/private", HOST, {"name": f"{n}", "game": "holdem"})
                for n in range(service.config.sign_ins + 1)
            ]
            assert [one.status_code for one in answers][-2:] == [201, 429]
            says = HostGame(table="One more", code="code")
            with pytest.raises(Refused, match="you host 20 games"):
                await service.house.ask(Order(service.clock(), HOST, says))
            await end(at, HOST, "0")
            await service.house.ask(Order(service.clock(), HOST, says))

    run(work)


@pytest.mark.parametrize("seed", range(20))
def test_the_ledgers_of_two_circles_are_that_of_the_room(seed: int) -> None:
    chance, nets = Random(seed), dict[str, int]()
    for people in ("ABCDE", "fgh"):
        for person in people[1:]:
            chips = chance.randint(-9, 9)
            nets[person], nets[people[0]] = chips, nets.get(people[0], 0) - chips
    lines = (LedgerLine(who, Chips(0), Chips(0), Chips(0), Chips(net)) for who, net in nets.items())
    whole = Ledger(tuple(lines), Chips(0), tuple(fewest(nets)))
    for friends_there in map(frozenset, ("ABCDE", "fgh")):
        part = among(whole, friends_there)
        assert {line.person for line in part.lines} == friends_there
        after: dict[str, int] = {line.person: line.net for line in part.lines}
        for one in part.payments:
            after[one.payer] += one.chips
            after[one.payee] -= one.chips
        assert not any(after.values())


# --- games outside the documents -------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(LIBRARY))
def test_friends_play_games_of_the_library(sqlite: str, key: str) -> None:
    async def work() -> None:
        async with friends(sqlite) as (service, at):
            listed = (await at.ask("/api/games", HOST)).json()
            offered = {one["key"] for one in listed if one["library"]}
            assert offered == {*LIBRARY}
            code = (await hosted(at, game=key))["code"]
            seen = (await at.ask(f"/api/private/{code}", HOST)).json()
            assert seen["library"]
            for seat, name in enumerate(("Ada", "Bob"), 1):
                await come(at, code, name)
                sits = {"type": "Sit", "seat": seat, "chips": 200_00}
                assert (await tell(at, name, sits)).is_success
            desk = service.desk("Kitchen")
            await until(desk, lambda desk: desk.state.rounds >= 2)
            assert nets(service) == 400_00
            rules = (await at.ask("/api/tables/Kitchen/rules", HOST)).json()
            assert any("outside the rule documents" in line["words"] for line in rules)

    run(work)


def test_a_sign_is_no_way_around_the_documents(sqlite: str) -> None:
    async def work() -> None:
        async with friends(sqlite) as (_, at):
            loose = {"authorised": False}
            for game, posts in (("holdem", loose), ("razz", loose | {"unit": 0})):
                body = {"name": "K", "game": game, "posts": posts}
                assert (await at.ask("/api/private", HOST, body)).status_code == 422

    run(work)
