"""The staff's desks: who may stand at one, and that only a demonstration room lets visitors try."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from litestar.testing import AsyncTestClient, TestClient
from msgspec.structs import replace

from croupier.refused import Refused
from croupier.room.house.people import Role
from croupier.server.app import create_app
from croupier.server.auth.users import GUEST, Accounts
from croupier.server.config import Config
from croupier.server.desks.hand_search import Wanted
from croupier.server.desks.hidden_cards import _check_visitors
from croupier.server.service import Service
from croupier.server.store.database import Store, make_engine
from croupier.server.store.finished import Kept
from croupier.server.store.migrate import migrate
from croupier.server.tables.steady_clock import wall_clock
from tests.server.rooms import KEYS, opened, run, seated, served, until

SHIFT: Role = "poker_shift_supervisor"


def test_a_real_room_lets_no_visitor_try_a_desk(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            with pytest.raises(Refused, match="a card room has no guests"):
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
            with pytest.raises(Refused, match="a name must have"):
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


def test_two_desks_of_one_visitor_open_nobodys_cards(sqlite: str, tmp_path: Path) -> None:
    """A visitor of a demonstration room stands at as many desks as they like."""
    config = Config(
        play_chips=True, pause=0.01, turn=0.05, bank=0.0, protection=0.0, absent=0.05, misses=0
    )
    config = replace(config, db=sqlite, keys=str(tmp_path / "keys"))
    with TestClient(create_app(config)) as client:
        service: Service = client.app.state.service
        call = client.blocking_portal.call
        desk = call(opened, service, "1")
        call(seated, service, "1")
        call(until, desk, lambda desk: desk.state.rounds >= 1)
        real = service.house.state
        service.house.state = replace(real, kind="demonstration")
        service.accounts.demonstration = True
        desks: list[dict[str, str]] = []
        for name, role in (("Eve", SHIFT), ("Eva", "surveillance")):
            reply = client.post("/api/guests", json={"name": name, "role": role})
            desks.append({"authorization": f"Bearer {reply.json()['token']}"})
        line = call(service.hand_index.find, Wanted(table="1")).rounds[0].line
        body = {"table": "1", "line": line, "reason": "I want to know"}
        asked = client.post("/api/openings", json=body, headers=desks[0])
        assert asked.status_code == 422
        assert "only rounds between bots" in asked.json()["why"]
        service.house.state = real  # asked for while it was a real room
        asked = client.post("/api/openings", json=body, headers=desks[0])
        assert asked.status_code == 201, asked.text
        real = service.house.state
        service.house.state = replace(real, kind="demonstration")
        path = f"/api/openings/1/{line}"
        agreed = client.post(path, json={"agree": True}, headers=desks[1])
        assert "only rounds between bots" in agreed.json()["why"]
        assert not any(one.granted for one in service.house.state.openings.values())


def test_bots_cards_can_be_opened_in_a_demonstration_room() -> None:
    kept = Kept(
        table="1", game="holdem", title="", round=1, line=1, at=wall_clock(), seating={}, stacks={}
    )
    visited = replace(kept, seating={"Ana (bot)": 1, "Eve": 2})
    demonstration = cast("Service", SimpleNamespace(is_demonstration=True))
    _check_visitors(demonstration, replace(kept, seating={"Ana (bot)": 1}))
    _check_visitors(cast("Service", SimpleNamespace(is_demonstration=False)), visited)
    with pytest.raises(Refused, match="visitors' cards stay hidden"):
        _check_visitors(demonstration, visited)
