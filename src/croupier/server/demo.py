"""A demonstration room: a table of every game, and bots that keep a seat free for a visitor.

Bots sit nowhere else: a room that is not marked as a demonstration has none.
"""

import asyncio
from random import Random

from croupier.chips import Chips
from croupier.engine.turns import DEALER
from croupier.games import GAMES
from croupier.refused import Refused
from croupier.room.orders import Order
from croupier.room.people import Actor
from croupier.room.rounds import Play
from croupier.room.seating import Sit
from croupier.room.setup import OpenTable, SetUpTable
from croupier.rules.game import Game
from croupier.server.desk import Desk
from croupier.server.service import Service
from croupier.sim.bots import Bot, bot
from croupier.views.seat import hide

NAMES = ("Ana", "Bram", "Chidi", "Dana", "Emeka", "Freya", "Goro", "Hana", "Ines", "Jun")
SUPERVISOR = Actor("the house", "poker_shift_supervisor")
STACK = 200_00
THINKS = (0.4, 1.6)


class Guests:
    """The bots of one table."""

    def __init__(self, service: Service, desk: Desk, seats: int, chance: Random) -> None:
        """Take this many seats, from the second on: the first is a visitor's."""
        self.service, self.desk, self.chance = service, desk, chance
        self.bots: dict[int, tuple[Actor, Bot]] = {}
        for seat, name in zip(range(2, seats + 2), NAMES, strict=False):
            actor = Actor(f"{name} (bot)", "player")
            self.bots[seat] = actor, bot("sensible", chance.random().hex())

    async def run(self) -> None:
        """Sit down, and answer every turn after a moment's thought."""
        while True:
            changed = self.desk.changed
            try:
                await self._sit()
                await self._answer()
            except Refused:
                pass  # a turn that somebody else has ended meanwhile
            await changed.wait()

    async def _sit(self) -> None:
        life = self.desk.state
        if life.playing or life.status != "open":
            return
        for seat, (actor, _) in self.bots.items():
            if seat not in life.seats:
                await self._say(actor, Sit(seat=seat, chips=Chips(STACK)))

    async def _answer(self) -> None:
        state = self.desk.state.round
        if state is None or state.done:
            return
        for turn in state.turns:
            if turn.actor != DEALER and turn.actor in self.bots:
                actor, choose = self.bots[turn.actor]
                await asyncio.sleep(self.chance.uniform(*THINKS))
                command = choose(hide(state, turn.actor), turn)
                await self._say(actor, Play(command=command))

    async def _say(self, actor: Actor, command: Sit | Play) -> None:
        await self.desk.ask(Order(self.service.clock(), actor, command))


async def furnish(service: Service) -> list[asyncio.Task[None]]:
    """Set a table of every game up, open it, and let bots sit down."""
    tasks = []
    for game in GAMES.values():
        if game.key not in service.desks:
            await _table(service, game)
        desk = service.desk(game.key)
        guests = Guests(service, desk, min(4, game.players.most - 1), Random())
        tasks.append(asyncio.create_task(guests.run(), name=f"bots of {game.key}"))
    return tasks


async def _table(service: Service, game: Game) -> None:
    order = Order(service.clock(), SUPERVISOR, SetUpTable(name=game.key, sign=game.sign))
    await service.set_up(order, game)
    desk = service.desk(game.key)
    await desk.ask(Order(service.clock(), SUPERVISOR, OpenTable()))
