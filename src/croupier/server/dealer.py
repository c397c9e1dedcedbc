"""The automated dealer of a virtual table: shuffles, deals, keeps the time, and never plays."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any

from croupier.cards import DECK_52, DECK_54
from croupier.engine import commands as say
from croupier.engine.deal import renewal
from croupier.engine.round import Round
from croupier.engine.turns import DEALER, Turn
from croupier.refused import Refused
from croupier.room.orders import Order
from croupier.room.people import HOUSE_DEALER
from croupier.room.rounds import DealRound, PassTurn, Play
from croupier.room.shuffle import cut, random_cut, shuffle
from croupier.server.config import Config
from croupier.server.desk import Desk


class Dealer:
    """Runs one table."""

    def __init__(self, desk: Desk, config: Config, clock: Callable[[], datetime]) -> None:
        """Deal at this table, by this clock."""
        self.desk, self.config, self.clock = desk, config, clock
        self.banks: dict[str, float] = {}  # what is left of each player's reserve of time
        self.deadline: datetime | None = None
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Take the place behind the table."""
        self._task = asyncio.create_task(self._run(), name=f"dealer of {self.desk.stream}")

    async def stop(self) -> None:
        """Deal no more; a round in play stays in the log as it is, to be resumed."""
        self._stopping.set()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while not self._stopping.is_set():
            changed = self.desk.changed
            try:
                waits = await self._act()
            except Refused:
                waits = self.config.pause
            await _either(changed, waits)

    async def _act(self) -> float | None:
        """Do what is the dealer's to do now; how long to wait before looking again."""
        life = self.desk.state
        if life.status != "open":
            return None
        if not life.playing:
            return await self._between()
        assert life.round is not None
        turns = life.round.turns
        if any(turn.actor == DEALER for turn in turns):
            return await self._handle(life.round)
        return await self._keep_time(life.round, turns)

    async def _between(self) -> float | None:
        life = self.desk.state
        if len(life.dealt_in()) < life.game.players.least:
            return None
        changed = self.desk.changed
        await _either(changed, self.config.pause)
        fresh = DECK_54 if life.game.deck == 54 else DECK_52
        order, count = shuffle(fresh), random_cut(len(fresh))
        await self._say(DealRound(order=cut(order, count), cut=count))
        return 0.0

    async def _handle(self, state: Round) -> float | None:
        """Shuffle what must be shuffled; end the betting before the cards."""
        turn = state.turn(DEALER)
        assert turn is not None
        if turn.option("reshuffle"):
            await self._say(Play(command=say.Reshuffle(shuffle(renewal(state)))))
            return 0.0
        changed = self.desk.changed
        await _either(changed, self.config.bets)
        await self._say(Play(command=say.NoMoreBets()))
        return 0.0

    async def _keep_time(self, state: Round, turns: tuple[Turn, ...]) -> float | None:
        """Wait for an answer as long as the player may take, then act for who is absent."""
        await _either(self.desk.changed, self.config.turn)
        after = self.desk.state.round
        if after is state:
            for turn in turns:
                await self._say(PassTurn(seat=turn.actor))
        return 0.0

    async def _say(self, command: Any) -> None:
        await self.desk.ask(Order(self.clock(), HOUSE_DEALER, command))


async def _either(changed: asyncio.Event, seconds: float | None) -> None:
    """Wait until something changes, or so long."""
    with suppress(TimeoutError):
        await asyncio.wait_for(changed.wait(), seconds)
