"""A room that has played, and people of every role who ask about it over HTTP."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.turns import DEALER
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.house.orders import RecordRakeApproval, SubmitRakeRules
from croupier.room.house.people import ROLES, Actor
from croupier.room.house.state import RakeRules
from croupier.room.logbook import Order
from croupier.room.table.rounds import Play
from croupier.rules.revenue import Increments
from croupier.rules.sign import TableSign
from croupier.server.app import create_app
from croupier.server.service import Service
from croupier.server.tables.desk import Desk
from croupier.sim.bots import bot
from croupier.views.seat import hide
from tests.server.clients import tokens_for
from tests.server.rooms import FAST, KEYS, SUE, opened, say, seated, served

CONFIG = replace(FAST, requests=100_000)
STAFF = [Actor(f"The {role.replace('_', ' ')}", role) for role in ROLES if role != "player"]
RAKE = Increments(((Chips(4_00), Chips(1_00)), (Chips(20_00), Chips(1_00))))
RULES = RakeRules(types=("increments",), methods=(RAKE,), maximum=Chips(3_00))
PLAYERS = [Actor(name, "player") for name in ("Ada", "Bob", "Cyd", "Zoe")]


def named(role: str) -> str:
    """The person with a role."""
    return next(actor.name for actor in STAFF if actor.role == role)


class Asking:
    """Requests to a room in this process, by anybody."""

    def __init__(self, service: Service, tokens: dict[str, str]) -> None:
        self.service, self._tokens = service, tokens
        app = create_app(CONFIG, service=service)
        app.state.service = service
        called: Any = app  # as ASGI has it
        transport = httpx.ASGITransport(app=called, raise_app_exceptions=False)
        self.client = httpx.AsyncClient(transport=transport, base_url="http://room")

    async def get(self, path: str, by: str, **query: Any) -> httpx.Response:
        return await self.client.get(path, params=query, headers=self._headers(by))

    async def post(self, path: str, by: str, body: Any = None) -> httpx.Response:
        return await self.client.post(path, json=body, headers=self._headers(by))

    def _headers(self, by: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._tokens[by]}"} if by else {}


@asynccontextmanager
async def asked(db: str) -> AsyncIterator[Asking]:
    """A room in service, with everybody signed in."""
    tokens = await tokens_for(db, KEYS, [*STAFF, *PLAYERS])
    async with served(db, CONFIG) as service:
        asking = Asking(service, tokens)
        async with asking.client:
            yield asking


async def played(
    service: Service,
    name: str = "1",
    key: str = "holdem",
    rounds: int = 3,
    count: int = 3,
    *,
    still: bool = True,
) -> Desk:
    """A table where so many rounds were played, by players who do anything.

    Then all is still; or else the next round is in play.
    """
    if not service.house.number:
        for says in (SubmitRakeRules(rules=RULES), RecordRakeApproval(number=1, reference="7")):
            await service.house.ask(Order(service.clock(), SUE, says))
    desk = await opened(service, name, key, sign_of(key))
    await seated(service, name, count)
    bots = {seat: bot("random", f"{name}/{seat}") for seat in range(1, count + 1)}
    for _ in range(20_000):
        if desk.state.rounds >= rounds and desk.state.playing != still:
            if still:
                await service.dealers[name].stop()
            return desk
        await _one_turn(service, desk, name, bots)
    raise AssertionError("the rounds do not end")


def sign_of(key: str) -> TableSign:
    """The usual sign; where there is a pot, with a rake."""
    game = game_of(key)
    if game.banked:
        return game.sign
    return replace(game.sign, rake=RAKE, rake_max=Chips(3_00))


async def _one_turn(service: Service, desk: Desk, name: str, bots: dict[int, Any]) -> None:
    state = desk.state.round
    turns = state.turns if state is not None and desk.state.playing else ()
    turn = next((turn for turn in turns if turn.actor != DEALER and turn.actor in bots), None)
    if state is None or turn is None:
        with suppress(TimeoutError):
            await asyncio.wait_for(desk.changed.wait(), 0.02)
        return
    command = bots[turn.actor](hide(state, turn.actor), turn)
    with suppress(Refused):  # another order came first
        await say(service, name, desk.state.seats[turn.actor].person, Play(command=command))
