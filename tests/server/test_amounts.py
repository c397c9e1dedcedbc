"""No amount is too large for the books: bounds at the door, in the room and in the database."""

from pathlib import Path
from typing import Any

import pytest
from alembic import command
from litestar.testing import TestClient
from sqlalchemy import Connection, insert, text
from sqlalchemy.exc import DBAPIError

from croupier.chips import MOST, MOST_AT_ONCE, Chips
from croupier.refused import Refused
from croupier.room.cage.orders import IssueChips
from croupier.room.house.people import Actor
from croupier.room.logbook import Order
from croupier.room.seating.orders import Sit
from croupier.server.app import create_app
from croupier.server.store.database import make_engine
from croupier.server.store.lines import Line
from croupier.server.store.migrate import _alembic, migrate
from croupier.server.store.schema import balances, events, journal
from tests.server.rooms import opened, run, say, served
from tests.server.test_own_dealer import admitted, played

HUGE = 9 * 10**18  # twice this is more than a database's largest whole number
ABE, KAY = Actor("Abe", "accounting"), Actor("Kay", "cage_cashier")


def test_a_player_with_too_many_chips_sits_nowhere_and_the_room_starts_again(
    db: str, tmp_path: Path
) -> None:
    """Two seats with these chips once kept a room on PostgreSQL from ever starting again."""
    config = played(tmp_path, db=db)
    for start in range(3):
        with TestClient(create_app(config)) as client:
            service, call = client.app.state.service, client.blocking_portal.call
            if not start:
                call(opened, service, "1")
                call(opened, service, "2")
            assert set(service.desks) == {"1", "2"}
            token = call(admitted, service, Actor(f"Eva {start}", "player"))
            for table in ("1", "2"):
                for sequence, chips in enumerate((HUGE, MOST + 1, MOST_AT_ONCE + 100), 1):
                    says = {"type": "Sit", "seat": 1, "chips": chips}
                    reply = client.post(
                        f"/api/tables/{table}/orders",
                        json={"client": "x", "sequence": sequence, "command": says},
                        headers={"Authorization": f"Bearer {token}"},
                    )
                    assert reply.status_code == (422 if chips <= MOST else 400), reply.text
            assert client.get("/health").json() == {"status": "open", "tables": 2}


def test_the_room_refuses_what_an_account_cannot_hold(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            await opened(service)
            for chips in (HUGE, MOST, MOST_AT_ONCE + 100):
                with pytest.raises(Refused, match="can be at most"):
                    await say(service, "1", "Eva", Sit(seat=1, chips=Chips(chips)))
            issue = IssueChips(chips=Chips(MOST), witness=KAY)
            await service.house.ask(Order(service.clock(), ABE, issue))
            again = IssueChips(chips=Chips(1), witness=KAY)
            with pytest.raises(Refused, match="no account can be larger"):
                await service.house.ask(Order(service.clock(), ABE, again))

    run(work)


def test_a_table_that_cannot_be_carried_on_is_closed_and_reported_and_the_others_open(
    db: str,
) -> None:
    """A room whose log has such an amount already, from a version without bounds."""

    async def work() -> None:
        async with served(db) as service:
            for table in ("1", "2"):
                await opened(service, table)
            await say(service, "1", "Eva", Sit(seat=1, chips=Chips(200_00)))
            lines = [line async for _, line in service.store.read("table/1")]
            [bought] = [line for line in lines if b'"Bought"' in line]
            huge = Line("Bought", bought.replace(b"20000", str(HUGE).encode()), sealed=False)
            await service.store.append("table/1", [huge])
        async with served(db) as service:
            assert set(service.desks) == {"2"}
            assert set(service.faulty) == {"1"}
            with pytest.raises(Refused, match="cannot be resumed"):
                service.desk("1")
            with pytest.raises(Refused, match="already"):
                await opened(service, "1")
            await say(service, "2", "Ada", Sit(seat=1, chips=Chips(200_00)))

    run(work)


WRONG: list[tuple[Any, dict[str, Any]]] = [
    (journal, {"number": 1, "place": 1, "debit": "cage", "credit": "pot", "amount": MOST + 1}),
    (balances, {"account": "stack:1", "balance": MOST + 1}),
    (balances, {"account": "cage", "balance": -MOST - 1}),
]


def test_the_database_keeps_bounds_for_new_rows_and_leaves_old_ones(bare: str) -> None:
    def old(connection: Connection) -> None:
        command.upgrade(_alembic(connection), "0002")
        row = {"stream": "a", "number": 1, "kind": "x", "sealed": False, "body": b"", "hash": b""}
        connection.execute(insert(events), row)
        for table, wrong in WRONG:
            connection.execute(insert(table), {"stream": "a", **wrong})
        if connection.dialect.name == "sqlite":
            connection.execute(text("INSERT INTO balances VALUES ('a', 'pot', 1e19)"))

    async def work() -> None:
        engine = make_engine(bare)
        async with engine.begin() as connection:
            await connection.run_sync(old)
        await migrate(engine)
        for table, wrong in WRONG:
            fresh = {"stream": "a", **wrong}
            fresh |= {"place": 2} if table is journal else {"account": "issued"}
            with pytest.raises(DBAPIError):
                async with engine.begin() as connection:
                    await connection.execute(insert(table), fresh)
        if engine.dialect.name == "sqlite":
            with pytest.raises(DBAPIError):
                async with engine.begin() as connection:
                    await connection.execute(text("INSERT INTO balances VALUES ('a', 'box', 1.5)"))
        async with engine.connect() as connection:
            kept = (await connection.execute(balances.select())).all()
        assert len(kept) >= 2
        await engine.dispose()

    run(work)
