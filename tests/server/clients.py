"""Clients over real sockets that keep their own list of what was acknowledged."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle
from random import Random
from typing import Any

from sqlalchemy import insert
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from croupier.room.house.people import Actor
from croupier.server.auth.users import Accounts
from croupier.server.store.database import make_engine
from croupier.server.store.keys import Keys
from croupier.server.store.migrate import migrate
from croupier.server.store.people_log import enter_person
from croupier.server.store.schema import people
from croupier.server.tables.steady_clock import wall_clock
from tests.server.model import Model

LOST = (WebSocketException, OSError, TimeoutError, EOFError)
STAKE = 100_00
ANSWERS = ("check", "call", "fold", "discard", "show", "agree", "surrender")


async def tokens_for(db: str, keys: Keys, actors: list[Actor]) -> dict[str, str]:
    """Enter people into a room that is not open yet, signed in already."""
    engine = make_engine(db)
    await migrate(engine)
    accounts, found = Accounts(engine, keys), {}
    for actor in actors:
        row = {"name": actor.name, "role": actor.role, "secret": "", "created": wall_clock()}
        async with engine.begin() as connection:
            await connection.execute(insert(people), {**row, "disabled": False})
            await enter_person(connection, keys, actor.name)
        found[actor.name], _ = await accounts.admit(actor, wall_clock())
    await engine.dispose()
    return found


class Player:
    """A client that plays on whatever happens, and remembers every promise of the server."""

    def __init__(self, address: str, table: str, seat: int, name: str, token: str) -> None:
        self.urls = [f"{address.replace('http', 'ws')}/api/tables/{table}/socket?client=c"]
        self.headers = {"Authorization": f"Bearer {token}"}
        self.table, self.seat, self.name = table, seat, name
        self.chance = Random(f"{table}/{name}")
        self.sequence = 0
        self.pending: dict[str, Any] | None = None
        self.sent: dict[int, dict[str, Any]] = {}
        self.acks: dict[int, int] = {}  # the sequence, and up to which line all is on the disk
        self.refusals: dict[int, str] = {}
        self.newest = 0  # the last line that was seen
        self.model = Model()
        self.faults: list[str] = []
        self.on_ack: Callable[[], None] = lambda: None

    async def play(self) -> None:
        """Come back whenever the connection is lost; repeat what was not answered."""
        for url in cycle(self.urls):
            with suppress(*LOST):
                where = f"{url}&since={self.newest}"
                async with connect(where, additional_headers=self.headers, open_timeout=5) as wire:
                    if self.pending is not None:
                        await wire.send(json.dumps(self.pending))
                    async for text in wire:
                        await self._hear(wire, json.loads(text))
            await asyncio.sleep(0.03)

    async def _hear(self, wire: ClientConnection, answer: dict[str, Any]) -> None:
        kind, sequence = answer["kind"], answer.get("sequence", 0)
        if kind in ("done", "refused"):
            if self.pending is None or sequence != self.pending["sequence"]:
                self.faults.append(f"an answer nobody asked for: {answer}")
                return
            said, self.pending = self.pending["do"]["type"], None
            if kind == "done":
                self.acks[sequence] = answer["upto"]
                self.on_ack()
            else:
                self.refusals[sequence] = answer["why"]
            seen = self.model.screen.get("number", 0) >= answer.get("upto", 0)
            is_new = seen and (kind == "done" or said != "Play")
            if is_new and self._is_asked():  # the turn came while this was waited for
                await self._act(wire, self.model.screen)
            return
        if kind != "update":
            return
        if not self.model.take(answer):
            self.faults.append(f"a frame that does not follow: {str(answer)[:200]}")
            return
        screen = self.model.screen
        if self.acks and screen["number"] < max(self.acks.values()):
            self.faults.append(f"line {max(self.acks.values())} was acknowledged and is gone")
        self.newest = max(self.newest, screen["number"])
        if self.pending is None:
            await self._act(wire, screen)

    async def _act(self, wire: ClientConnection, screen: dict[str, Any]) -> None:
        if command := self._choose(screen):
            self.sequence += 1
            self.pending = {"do": command, "sequence": self.sequence}
            self.sent[self.sequence] = command
            await wire.send(json.dumps(self.pending))

    def _is_asked(self) -> bool:
        """Whether this player's turn is on the screen."""
        turns = self.model.screen.get("turns", ())
        return any(turn["actor"] == self.seat for turn in turns)

    def _choose(self, screen: dict[str, Any]) -> dict[str, Any] | None:
        if screen["status"] != "open":
            return None
        if screen.get("mine") != self.seat:
            return {"type": "Sit", "seat": self.seat, "chips": STAKE}
        if any(one["seat"] == self.seat and one.get("away") for one in screen["seats"]):
            return {"type": "SitIn"}  # left out for being slow, on a machine that is
        for turn in screen.get("turns", ()):
            if turn["actor"] == self.seat:
                return self._answer(turn)
        if self.chance.random() < 0.15:  # no two purchases of a player are alike
            return {"type": "Buy", "chips": STAKE + 100 * (self.sequence + 1)}
        return None

    def _answer(self, turn: dict[str, Any]) -> dict[str, Any]:
        does = [option["does"] for option in turn["options"]]
        word = next(answer for answer in ANSWERS if answer in does)
        if word == "call" and "fold" in does and self.chance.random() < 0.2:
            word = "fold"
        more: dict[str, dict[str, Any]] = {"agree": {"yes": False}, "discard": {"cards": []}}
        return {
            "type": "Play",
            "command": {"type": word.title(), "seat": self.seat, **more.get(word, {})},
        }
