"""The automated dealer of a virtual table: shuffles, deals, keeps the time, and never plays."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any

from croupier.cards import DECK_52, DECK_54, Card
from croupier.engine import commands as say
from croupier.engine.deal import renewal
from croupier.engine.turns import DEALER
from croupier.refused import Refused
from croupier.room.distribution import DistributeDecks
from croupier.room.house import House
from croupier.room.life import TableLife
from croupier.room.orders import Order
from croupier.room.people import HOUSE_DEALER
from croupier.room.rounds import DealRound, PassTurn, Play
from croupier.room.shuffle import cut, random_cut, shuffle
from croupier.room.virtual import next_chore
from croupier.server.config import Config
from croupier.server.desk import Desk
from croupier.server.errands import next_errand
from croupier.server.logs import LOG
from croupier.server.writer import Writer

LOOKING = 0.5  # seconds between two glances at players who inspect the cards


class Dealer:
    """Runs one table."""

    def __init__(
        self, desk: Desk, house: Writer[House], config: Config, clock: Callable[[], datetime]
    ) -> None:
        """Deal at this table of this house, by this clock."""
        self.desk, self.house, self.config, self.clock = desk, house, config, clock
        desk.prepare = self.attend
        self._attending = asyncio.Lock()
        self._seen = -1  # the round after which the table last rested
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
            except Refused:  # somebody was quicker, or the staff has something to do first
                waits = self.config.pause
            except Exception:  # a table without a dealer would stand still for good
                LOG.exception("dealing at %s", self.desk.stream)
                waits = max(self.config.pause, 1.0)
            await _either(changed, waits)

    async def attend(self) -> None:
        """Have the house's people do everything that is theirs, until others must move."""
        async with self._attending:
            while (order := self._next()) is not None:
                to_house = isinstance(order.says, DistributeDecks)
                await (self.house if to_house else self.desk).ask(order)

    def _next(self) -> Order | None:
        life, at, house = self.desk.state, self.clock(), self.house.state
        chore = next_chore(life, at, house, random_cut(life.game.deck))
        return chore or next_errand(life, at, house, shuffle(_whole(life)))

    async def _act(self) -> float | None:
        """Do what is the dealer's to do now; how long to wait before looking again."""
        life = self.desk.state
        if life.status != "open":
            return None
        if not life.playing:
            return await self._between()
        await self.attend()
        assert life.round is not None
        if any(turn.option("reshuffle") for turn in life.round.turns):
            await self._say(Play(command=say.Reshuffle(shuffle(renewal(life.round)))))
            return 0.0
        return await self._keep_time(self.desk.state)

    async def _between(self) -> float | None:
        """Rest a moment, see to the cards, and deal to whoever is there."""
        if self.config.demonstration and not self.desk.watchers:
            return None  # bots do not play among themselves when nobody looks on
        if self._seen != self.desk.state.rounds:
            self._seen = self.desk.state.rounds
            await asyncio.sleep(self.config.pause)  # whoever won is seen to have won
        await self.attend()
        life = self.desk.state
        if life.playing or len(life.dealt_in()) < life.game.players.least:
            return None
        if any(deck.status == "spread" for deck in life.custody.decks.values()):
            return LOOKING
        order, taken = shuffle(_whole(life)), life.custody.cut
        await self._say(DealRound(order=cut(order, taken) if taken else order))
        return 0.0

    async def _keep_time(self, life: TableLife) -> float | None:
        """Wait as long as players may take; then end the betting, or act for who is absent."""
        left = self.desk.clock.left(life)
        if left is None or left > 0:
            return left
        assert life.round is not None
        if life.round.turn(DEALER):
            await self._say(Play(command=say.NoMoreBets()))
            return 0.0
        for turn in life.round.turns:
            await self._say(PassTurn(seat=turn.actor))
            self.desk.clock.passed(life, turn.actor)
        return self.config.pause  # where nobody has wagered, nothing is done for anybody

    async def _say(self, command: Any) -> None:
        await self.desk.ask(Order(self.clock(), HOUSE_DEALER, command))


def _whole(life: TableLife) -> tuple[Card, ...]:
    return DECK_54 if life.game.deck == 54 else DECK_52


async def _either(changed: asyncio.Event, seconds: float | None) -> None:
    """Wait until something changes, or so long."""
    with suppress(TimeoutError):
        await asyncio.wait_for(changed.wait(), seconds)
