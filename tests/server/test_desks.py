"""The staff's desks: who may stand at one, and that only a demonstration room lets visitors try."""

import pytest
from litestar.testing import AsyncTestClient

from croupier.refused import Refused
from croupier.room.house.people import Role
from croupier.server.app import create_app
from croupier.server.auth.users import GUEST, Accounts
from croupier.server.config import Config
from croupier.server.service import Service, wall_clock
from croupier.server.store.database import Store, make_engine
from croupier.server.store.migrate import migrate
from tests.server.rooms import KEYS, run, served

SHIFT: Role = "poker_shift_supervisor"


def test_a_real_room_lets_no_visitor_try_a_desk(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            with pytest.raises(Refused, match="only a demonstration room"):
                await service.guest("Eve", SHIFT)
            with pytest.raises(Refused, match="only a demonstration room"):
                await service.accounts.try_desk("Eve", SHIFT, service.clock())

    run(work)


def test_who_tried_a_desk_is_nobody_once_the_room_is_a_real_one(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite, Config(demonstration=True)) as service:
            token, session = await service.guest("Eve", SHIFT)
            assert session.actor.role == SHIFT
            assert session.actor.name == "Eve" + GUEST
            assert await service.accounts.session(token, service.clock()) == session
        async with served(sqlite) as service:
            assert await service.accounts.session(token, service.clock()) is None
        async with served(sqlite, Config(demonstration=True)) as service:
            assert await service.accounts.session(token, service.clock()) == session

    run(work)


def test_no_account_can_be_called_a_guest(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            accounts: Accounts = service.accounts
            with pytest.raises(Refused, match="a name has"):
                await accounts.add("Eve" + GUEST, "correct horse", SHIFT, wall_clock())

        async with served(sqlite, Config(demonstration=True)) as service:
            with pytest.raises(Refused, match="at most 32"):
                await service.guest("E" * 33, SHIFT)

    run(work)


def test_trying_a_desk_gives_a_token_to_that_page_and_leaves_the_player_a_player(
    sqlite: str,
) -> None:
    async def work() -> None:
        engine = make_engine(sqlite)
        await migrate(engine)
        config = Config(demonstration=False)
        service = Service(Store(engine, KEYS), config)
        async with AsyncTestClient(create_app(config, service=service)) as client:
            refused = await client.post("/api/guests", json={"name": "Eve", "role": SHIFT})
            assert refused.status_code == 422
            service.accounts.demonstration = True
            token, _ = await service.accounts.try_desk("Eve", SHIFT, service.clock())
            bearer = {"authorization": f"Bearer {token}"}
            seen = await client.get("/api/room", headers=bearer)
            assert seen.json()["me"]["role"] == SHIFT
            assert (await client.get("/api/room")).json()["me"] is None

    run(work)
