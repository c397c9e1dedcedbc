"""What the host of a private game asked for during a round: the room does it when no round is on.

The plan is a line of the house's log, so nobody's page must stay open for it. Where the room stops
in between, each step that is left is done after the next start.
"""

from collections.abc import Callable
from datetime import datetime

from croupier.refused import Refused
from croupier.room.cage.requests import TakeBack
from croupier.room.custody.chores import HOUSE_SHIFT
from croupier.room.house.hosting import ClosePlan, EndGame, as_staff
from croupier.room.house.people import Actor
from croupier.room.house.state import House
from croupier.room.logbook import Order
from croupier.room.table.orders import CloseTable, PostSign
from croupier.room.table.state import RoundOpen
from croupier.rules.readings import posted_in_full
from croupier.server.tables.desk import Desk
from croupier.server.tables.writer import Writer


class HostPlans:
    """Carries out what a host planned for one table."""

    def __init__(self, desk: Desk, house: Writer[House], clock: Callable[[], datetime]) -> None:
        """Look after this table of this house."""
        self.desk, self.house, self.clock = desk, house, clock

    def is_due(self) -> bool:
        """Whether there is something to do now: no round is on."""
        game = self.house.state.games.get(self.desk.state.name)
        return game is not None and game.plan is not None and not self.desk.state.playing

    async def carry_out(self) -> None:
        """Do it; what is refused is dropped, and its reason recorded."""
        table = self.desk.state.name
        game = self.house.state.games[table]
        assert game.plan is not None
        why = ""
        try:
            if game.plan.sign is None:
                await self._end(Actor(game.host, "player"))
                return
            sign = posted_in_full(self.desk.state.game, game.plan.sign)
            if self.desk.state.sign != sign:
                says = PostSign(sign=sign, notice="the host announced it")
                staff = as_staff(Actor(game.host, "player"))
                await self.desk.ask(Order(self.clock(), staff, says))
        except RoundOpen:  # another round was quicker
            return
        except Refused as refused:
            why = refused.why
        closes = ClosePlan(table=table, why=why)
        await self.house.ask(Order(self.clock(), HOUSE_SHIFT, closes))

    async def _end(self, host: Actor) -> None:
        """Close the table, take the chips of its guests back, and end the game."""
        table, staff = self.desk.state.name, as_staff(host)
        if self.desk.state.status == "open":
            await self.desk.ask(Order(self.clock(), staff, CloseTable()))
        for person in self._leaving(table):
            back = Order(self.clock(), staff, TakeBack(person=person))
            await self.house.ask(back)
        await self.house.ask(Order(self.clock(), host, EndGame(table=table)))

    def _leaving(self, table: str) -> list[str]:
        """The guests with chips who play nowhere else."""
        games = self.house.state.games
        elsewhere = {
            who
            for name, one in games.items()
            if name != table and not one.ended
            for who in one.guests
        }
        others = {
            held.person
            for life in self.desk.tables()
            if life.name != table
            for held in life.seats.values()
        }
        purses = (
            account.removeprefix("purse:")
            for account, chips in self.house.state.accounts.items()
            if chips and account.startswith("purse:")
        )
        return [one for one in purses if one in games[table].guests - elsewhere - others]
