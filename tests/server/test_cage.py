"""The cage in service: the room books its tables by itself, and two people sign what needs two."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, cast

import pytest
from httpx import ASGITransport, AsyncClient
from msgspec.structs import replace
from sqlalchemy import insert, text

from croupier.chips import Chips
from croupier.engine.accounts import Account
from croupier.refused import Refused
from croupier.room.cage.facts import FillTaken
from croupier.room.cage.ledger import CAGE
from croupier.room.cage.orders import BookTable
from croupier.room.house import evolve as house_log
from croupier.room.house.people import ROLES, Actor, Role
from croupier.room.logbook import Order
from croupier.room.seating.orders import Buy, Leave
from croupier.server.app import create_app
from croupier.server.desks import cage_desk
from croupier.server.desks.cage_desk import READERS, journal_balances
from croupier.server.service import Service
from croupier.server.store.database import make_engine
from croupier.server.store.lines import HOUSE, stream_of
from croupier.server.store.migrate import migrate
from croupier.server.store.pages import stored_page
from croupier.server.store.people_log import enter_person
from croupier.server.store.schema import people
from tests.clause import clause
from tests.server.conftest import QUICK
from tests.server.rooms import FAST, opened, run, say, seated, served

CONFIG = replace(FAST, sign_ins=1000)
PASSWORD = "correct horse battery"
SECRET = QUICK.hash(PASSWORD)
STAFF: dict[str, Role] = {
    "Kay": "cage_cashier",
    "Abe": "accounting",
    "Sue": "poker_shift_supervisor",
    "Sam": "security",
    "Ian": "ieb_agent",
    "Cas": "casino_supervisor",
    "Dee": "dealer",
    "Flo": "floorperson",
}


class Desk:
    """People at the room's desks, over HTTP."""

    def __init__(self, client: AsyncClient, service: Service) -> None:
        self.client, self.service = client, service
        self.tokens: dict[str, str] = {}
        self.sequence = 0

    async def sign_in(self, name: str, role: Role) -> None:
        row = {"name": name, "role": role, "secret": SECRET, "created": self.service.clock()}
        async with self.service.store.engine.begin() as connection:
            await connection.execute(insert(people), {**row, "disabled": False})
            await enter_person(connection, self.service.store.keys, name)
        actor = Actor(name, role)
        self.tokens[name], _ = await self.service.accounts.admit(actor, self.service.clock())

    def head(self, name: str) -> dict[str, str]:
        return {"authorization": f"Bearer {self.tokens[name]}"}

    async def get(self, name: str, path: str) -> Any:
        return await self.client.get(path, headers=self.head(name))

    async def post(self, name: str, path: str, **body: Any) -> Any:
        self.sequence += 1
        sent = {"client": "t", "sequence": self.sequence, **body}
        return await self.client.post(path, json=sent, headers=self.head(name))

    async def order(self, name: str, command: dict[str, Any]) -> Any:
        return await self.post(name, "/api/house/orders", command=command)

    async def signed(
        self, name: str, second: str, command: dict[str, Any], password: str = PASSWORD
    ) -> Any:
        witness = {"witness": [second, STAFF[second]]}
        return await self.post(
            name, "/api/cage/orders", command=command | witness, password=password
        )

    async def cage(self, name: str = "Kay") -> dict[str, Any]:
        reply = await self.get(name, "/api/cage")
        assert reply.status_code == 200, reply.text
        found: dict[str, Any] = reply.json()
        return found


@asynccontextmanager
async def desk(url: str) -> AsyncIterator[Desk]:
    """A room and its application in this very loop, so that tables can be spoken to directly."""
    async with served(url, CONFIG) as service:
        app = create_app(CONFIG, service=service)
        app.state.service = service
        async with AsyncClient(
            transport=ASGITransport(app=cast("Any", app)), base_url="http://room"
        ) as client:
            made = Desk(client, service)
            for name, role in STAFF.items():
                await made.sign_in(name, role)
            yield made


async def stocked(made: Desk) -> None:
    issue = {"type": "IssueChips", "chips": 10_000_00}
    assert (await made.signed("Abe", "Kay", issue)).status_code == 201
    cash = {"type": "MoveCash", "cash": 1_000_00, "reason": "float"}
    assert (await made.signed("Abe", "Kay", cash)).status_code == 201


def booked_right(service: Service) -> None:
    """Every table's account at the house is the other side of the cage in its own ledger."""
    for name, at in service.desks.items():
        here = service.house.state.accounts.get(Account(f"table:{name}"), 0)
        assert here == -at.state.accounts.get(CAGE, 0)


@clause("POKER-cage")
def test_the_room_books_its_tables_by_itself_and_catches_up_after_a_crash(db: str) -> None:
    async def work() -> None:
        async with served(db) as service:
            await opened(service)
            await opened(service, "2", "texas-holdem-bonus")
            await seated(service, "1", 2, 200_00)
            await say(service, "1", "Ada", Buy(chips=Chips(50_00)))
            await seated(service, "2", 2, 100_00)
            booked_right(service)
            service.courier._waiting = {}
            service.courier.note = lambda *_: None  # type: ignore[method-assign]  # struck down before the books knew
            await say(service, "2", "Bob", Leave())
            with pytest.raises(AssertionError):
                booked_right(service)
        async with served(db) as service:
            booked_right(service)
            house = service.house.state
            assert house.accounts[Account("purse:Bob")] == 100_00
            stored = await service.store.balances(HOUSE)
            line = service.house.number
            found = await journal_balances(service, HOUSE, line)
            assert {k: v for k, v in stored.items() if v} == found
            assert found == {k: v for k, v in house.accounts.items() if v}
            for name, at in service.desks.items():
                summed = await journal_balances(service, stream_of(name), at.number)
                assert summed == {k: v for k, v in at.state.accounts.items() if v}

    run(work)


def test_a_day_is_refused_on_a_difference_explained_by_two_and_closed(db: str) -> None:
    async def work() -> None:
        async with desk(db) as made:
            await stocked(made)
            await opened(made.service)
            sells = {"type": "SellChips", "person": "Ada", "chips": 300_00}
            assert (await made.order("Kay", sells)).status_code == 201
            await seated(made.service, "1", 1, 200_00)
            seen = await made.cage()
            assert seen["agrees"]
            assert seen["purses"] == [{"person": "Ada", "chips": 100_00}]
            assert sum(place["chips"] for place in seen["places"]) == seen["issued"] == 10_000_00
            assert (seen["sold"], seen["sales"], seen["drawer"]) == (300_00, 1, 1_300_00)
            await say(made.service, "1", "Ada", Leave())
            pays = {"type": "CashOut", "person": "Ada", "chips": 300_00}
            assert (await made.order("Kay", pays)).status_code == 201
            seen = await made.cage()
            assert (seen["purses"], seen["cashed"]) == ([], 300_00)

            shut = {"type": "CloseDay", "day": seen["day"]}
            reply = await made.signed("Abe", "Sue", shut)
            assert reply.status_code == 422
            assert "not counted" in reply.json()["why"]
            short = {"type": "CountAccount", "account": "cage", "counted": 9_995_00}
            assert (await made.signed("Kay", "Abe", short)).status_code == 201
            right = {"type": "CountAccount", "account": "cash", "counted": 1_000_00}
            assert (await made.signed("Kay", "Abe", right)).status_code == 201
            reply = await made.signed("Abe", "Sue", shut)
            assert reply.json()["clause"] == "A-96"
            assert "$10,000 expected, $9,995 counted" in reply.json()["why"]
            seen = await made.cage()
            number = seen["differences"][0]["number"]
            mend = {"type": "CorrectBooks", "number": number, "reason": "a chip is gone"}
            assert (await made.signed("Abe", "Sue", mend)).status_code == 201
            assert (await made.signed("Abe", "Sue", shut)).status_code == 201
            seen = await made.cage()
            assert seen["closed"] == shut["day"] < seen["day"]
            assert (await made.signed("Abe", "Sue", shut)).status_code == 422
            again = {"type": "SellChips", "person": "Ada", "chips": 20_00}
            assert (await made.order("Kay", again)).status_code == 201
            await balances_are_those_of_the_journal(made)

    run(work)


async def balances_are_those_of_the_journal(made: Desk) -> None:
    """At every moment, before the close of the day and after it; a few lines are read for each."""
    service, read = made.service, list[int]()
    lines = [(n, house_log.read_entry(line).at) async for n, line in service.store.read(HOUSE)]

    async def counted(connection: Any, stream: str, after: int, *, most: int) -> Any:
        read.append(most)
        return await stored_page(connection, stream, after, most=most)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cage_desk, "stored_page", counted)
        for at in sorted({at for _, at in lines}):
            query = {"at": at.isoformat()}
            path = "/api/cage/balances"
            answer = await made.client.get(path, params=query, headers=made.head("Abe"))
            last = max(number for number, moment in lines if moment <= at)
            assert answer.json()["line"] == last
            assert answer.json()["accounts"] == await journal_balances(service, HOUSE, last)
            assert sum(read) <= len(lines).bit_length() + 1
            read.clear()


@clause("POKER-roles")
def test_who_signs_gives_an_own_password_and_nobody_signs_for_another(db: str) -> None:
    async def work() -> None:
        async with desk(db) as made:
            issue = {"type": "IssueChips", "chips": 1_00}
            reply = await made.signed("Abe", "Kay", issue, password="guessed wrong")
            assert (reply.status_code, reply.json()["clause"]) == (422, "FIELD password")
            assert reply.json()["why"] == "this is not the password of Kay"
            claimed = issue | {"witness": ["Dee", "cage_cashier"]}  # a dealer, who says otherwise
            reply = await made.post("Abe", "/api/cage/orders", command=claimed, password=PASSWORD)
            assert reply.json()["why"] == "Dee lacks the role cage cashier"
            assert reply.json()["clause"] == "FIELD witness"
            unsigned = issue | {"witness": ["Kay", "cage_cashier"]}
            reply = await made.order("Abe", unsigned)
            assert "a second person must sign" in reply.json()["why"]
            house = {"witness": ["automated", "cage_cashier"]}  # of demonstrations only
            reply = await made.post("Abe", "/api/cage/orders", command=issue | house, password="")
            assert reply.json()["clause"] == "FIELD password"
            forged = {"type": "BookTable", "table": "1", "since": 0, "slips": []}
            assert (await made.order("Kay", forged)).status_code == 400
            alone = {"type": "SellChips", "person": "Ada", "chips": 1_00}
            reply = await made.post("Kay", "/api/cage/orders", command=alone, password="")
            assert "needs no second signature" in reply.json()["why"]
            assert made.service.house.number == 0

    run(work)


@clause("POKER-roles")
def test_who_stands_by_at_a_count_or_a_display_signs_with_an_own_password(db: str) -> None:
    async def work() -> None:
        async with desk(db) as made:
            await opened(made.service)
            before = made.service.house.number, made.service.desk("1").number
            sue, sam = ["Sue", "poker_shift_supervisor"], ["Sam", "security"]
            adjust = {"type": "AdjustDisplays", "name": "main", "readings": {}, "supervisor": sue}
            reply = await made.order("Abe", adjust)
            assert "a second person must sign" in reply.json()["why"]
            path = "/api/cage/orders"
            reply = await made.post("Abe", path, command=adjust, password="guessed wrong")
            assert reply.json()["clause"] == "FIELD password"
            reply = await made.post("Abe", path, command=adjust, password=PASSWORD)
            assert "main" in reply.json()["why"]  # signed; there is no such fund

            count = {"type": "CountBox", "table": "2", "counted": 0, "surveillance": "camera 3"}
            count |= {"container": "7", "notice": {"agent": "Ian", "at": "2026-06-01T12:00:00Z"}}
            count |= {"supervisor": sue, "security": sam}
            reply = await made.post("Dee", "/api/tables/1/orders", command=count)
            assert "POST /api/cage/tables/orders" in reply.json()["why"]
            path = "/api/cage/tables/orders"
            for given, lacks, whose in (
                ({"supervisor": PASSWORD}, "security", "Sam"),
                ({"supervisor": PASSWORD, "security": "guessed"}, "security", "Sam"),
                ({"security": PASSWORD}, "supervisor", "Sue"),
            ):  # the refusal says whose signature, and marks its field
                reply = await made.post("Dee", path, table="1", command=count, password=given)
                assert reply.json()["clause"] == f"FIELD password.{lacks}"
                assert reply.json()["why"] == f"this is not the password of {whose}"
            both = {"supervisor": PASSWORD, "security": PASSWORD}
            reply = await made.post("Dee", path, table="1", command=count, password=both)
            assert reply.json()["why"] == "there is no bad beat box at table 1"
            assert before == (made.service.house.number, made.service.desk("1").number)

    run(work)


def test_a_fill_and_a_credit_go_all_the_way(db: str) -> None:
    async def work() -> None:
        async with desk(db) as made:
            await stocked(made)
            await opened(made.service, "1", "two-card-joker")
            fill = {"type": "RequestFill", "table": "1", "chips": 500_00}
            assert (await made.order("Flo", fill)).status_code == 201
            assert (await made.order("Kay", fill)).status_code == 403
            sent = await made.signed("Kay", "Sam", {"type": "PrepareFill", "number": 1})
            assert sent.status_code == 201, sent.text
            seen = await made.cage()
            assert seen["slips"][0]["status"] == "done"
            assert seen["tables"][0]["inventory"] == 500_00
            credit = {"type": "RequestCredit", "table": "1", "chips": 200_00}
            assert (await made.order("Flo", credit)).status_code == 201
            seen = await made.cage()
            assert seen["slips"][0]["status"] == "on the way"
            back = {"type": "ReceiveCredit", "number": 2, "counted": 200_00}
            assert (await made.signed("Kay", "Sam", back)).status_code == 201
            counts = {"type": "CountInventory", "when": "shift", "counted": 290_00}
            counts |= {"supervisor": ["Flo", "floorperson"]}
            path = "/api/cage/tables/orders"
            reply = await made.post("Dee", path, table="1", command=counts, password=PASSWORD)
            assert reply.status_code == 201, reply.text
            seen = await made.cage()
            assert seen["tables"][0]["inventory"] == 300_00
            assert "table 1: $300 expected, $290 counted" in seen["obstacles"][0]
            assert seen["agrees"]

    run(work)


def test_a_fill_is_taken_once_and_no_order_is_refused(
    db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with desk(db) as made:
            await stocked(made)
            table = await opened(made.service, "1", "two-card-joker")
            dealer = made.service.dealers["1"]
            with monkeypatch.context() as patch:
                patch.setattr(made.service, "_carry", lambda slip: None)
                fill = {"type": "RequestFill", "table": "1", "chips": 500_00}
                assert (await made.order("Flo", fill)).status_code == 201
                sent = await made.signed("Kay", "Sam", {"type": "PrepareFill", "number": 1})
                assert sent.status_code == 201, sent.text
            await asyncio.gather(dealer.attend(), dealer.carry(), dealer.carry())  # none is refused
            taken = [line for line in table.tail if isinstance(line.entry.fact, FillTaken)]
            assert len(taken) == 1

    run(work)


def test_the_balances_of_any_moment_come_from_the_journal(db: str) -> None:
    async def work() -> None:
        async with desk(db) as made:
            before = made.service.clock()
            await stocked(made)
            between = made.service.clock()
            sells = {"type": "SellChips", "person": "Ada", "chips": 300_00}
            await made.order("Kay", sells)
            path = "/api/cage/balances"
            empty = await made.client.get(
                path, params={"at": before.isoformat()}, headers=made.head("Abe")
            )
            assert (empty.json()["line"], empty.json()["accounts"]) == (0, {})
            then = await made.client.get(
                path, params={"at": between.isoformat()}, headers=made.head("Abe")
            )
            assert then.json()["accounts"] == {
                "cage": 10_000_00,
                "cash": 1_000_00,
                "issued": -10_000_00,
                "outside": -1_000_00,
            }
            now = (await made.get("Abe", path)).json()
            assert now["accounts"]["purse:Ada"] == 300_00
            future = made.service.clock() + timedelta(days=1)
            later = await made.client.get(
                path, params={"at": future.isoformat()}, headers=made.head("Abe")
            )
            assert later.json()["accounts"] == now["accounts"]
            lines = (await made.get("Abe", "/api/cage/journal")).json()
            assert lines[0]["words"] == "Ada buys $300 in chips at the cage"
            assert lines[0]["moves"][0] == ["cage", "Ada", 300_00]

    run(work)


@clause("POKER-roles")
def test_the_books_open_for_those_whose_they_are(db: str) -> None:
    async def work() -> None:
        async with desk(db) as made:
            for role in ROLES:
                await made.sign_in(f"a {role}", role)
                wanted = 200 if role in READERS else 403
                for path in ("", "/journal", "/balances"):
                    reply = await made.get(f"a {role}", f"/api/cage{path}")
                    assert reply.status_code == wanted, role
                assert (await made.get(f"a {role}", "/api/cage/mine")).json() == {"chips": 0}

    run(work)


def test_a_database_of_before_keeps_every_line_and_balance(bare: str) -> None:
    from alembic import command

    from croupier.server.store.migrate import _alembic

    async def work() -> None:
        engine = make_engine(bare)
        async with engine.begin() as connection:
            await connection.run_sync(lambda sync: command.upgrade(_alembic(sync), "0001"))
            await connection.execute(
                text("INSERT INTO events VALUES ('s', 1, 'k', false, :b, :b)"),
                {"b": b"x"},
            )
            await connection.execute(text("INSERT INTO journal VALUES ('s', 1, 0, 'cage', 'x', 5)"))
            await connection.execute(text("INSERT INTO balances VALUES ('s', 'cage', -5)"))
        await migrate(engine)
        async with engine.connect() as connection:
            rows = (await connection.execute(text("SELECT * FROM journal"))).all()
            assert [tuple(row) for row in rows] == [("s", 1, 0, "cage", "x", 5)]
            rows = (await connection.execute(text("SELECT * FROM balances"))).all()
            assert [tuple(row) for row in rows] == [("s", "cage", -5)]
        await engine.dispose()

    run(work)


def test_a_purchase_that_is_carried_out_is_never_refused_for_its_booking(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may have booked the slips meanwhile: the books follow, the answer stands."""

    async def work() -> None:
        async with served(sqlite) as service:
            desk = await opened(service)
            await seated(service)
            first = service.house.obey

            def refuse(order: Order) -> Any:
                if isinstance(order.says, BookTable):
                    raise Refused("FIELD slips", "the slips of table 1 must follow line 99")
                return first(order)

            with monkeypatch.context() as patch:
                patch.setattr(service.house, "obey", refuse)
                reply = await say(
                    service, "1", "Ada", Buy(chips=Chips(50_00)), client="a", sequence=1
                )
                assert reply.upto == desk.number
                assert service.courier.waiting_of("1")
            await say(service, "1", "Bob", Buy(chips=Chips(50_00)))
            assert not service.courier.waiting_of("1")

    run(work)
