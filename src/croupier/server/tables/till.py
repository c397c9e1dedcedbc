"""The till: what takes chips from a player's purse waits here, in a line for each purse.

Tables and the house have one log each, and no transaction spans two. So a purchase at a table, and
a payment at the cage, are decided only after the one before them that drew on the same purse is on
the disk and in the books. Those of different people are decided side by side.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from datetime import datetime
from weakref import WeakValueDictionary

from croupier.chips import money
from croupier.refused import Refused
from croupier.room.cage.funding import Pledges, Short, check_funded, payer, pledges
from croupier.room.cage.ledger import CAGE
from croupier.room.cage.requests import AskChips
from croupier.room.cage.state import TableSlip
from croupier.room.courier import slips_of
from croupier.room.house.state import House, balance_of
from croupier.room.logbook import Entry, Order
from croupier.room.table.orders import PostSign
from croupier.room.table.state import Table
from croupier.server.tables.writer import Writer

Line = Callable[[str], AbstractAsyncContextManager[None]]  # where one waits to draw on a purse


class Lines:
    """The lines at the till of one process."""

    def __init__(self) -> None:
        """Begin with nobody in line."""
        self._lines: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def __call__(self, whose: str) -> asyncio.Lock:
        """The line of those who draw on one purse, or on the cage."""
        if (line := self._lines.get(whose)) is None:
            line = self._lines[whose] = asyncio.Lock()
        return line


class Till:
    """Where chips on hand are drawn on, in a room whose chips are worth something."""

    def __init__(self, house: Writer[House], clock: Callable[[], datetime]) -> None:
        """Draw on the purses of this house."""
        self.house, self.clock = house, clock
        self.line: Callable[[str], AbstractAsyncContextManager[None]] = (
            Lines()
        )  # or of all processes
        self.tables: Callable[[], Iterable[Table]] = lambda: ()
        self.slips: Callable[[], Iterator[TableSlip]] = lambda: iter(())
        self.is_play: Callable[[], bool] = lambda: False  # whether anybody takes what they like

    def pledged(self) -> Pledges:
        """What is spoken for of every purse."""
        return pledges(self.tables(), self.slips())

    @asynccontextmanager
    async def turn(self, table: Callable[[], Table], order: Order) -> AsyncIterator[None]:
        """Wait in the line of the purse that a table's order draws on; a seed comes of the cage."""

        def drawn() -> str:
            return CAGE if isinstance(order.says, PostSign) else payer(table(), order)

        async with self.line(whose := drawn()):
            if drawn() != whose:
                raise Refused("FIELD seat", "another player has this seat now: look again")
            yield

    def check(self, table: Table, order: Order) -> None:
        """Refuse a purchase without funds."""
        if not self.is_play():
            check_funded(table, order, self.house.state, self.pledged())

    def check_seed(self, entries: Iterable[Entry]) -> None:
        """Refuse to start a meter with chips that the cage does not have."""
        slips = [slip for entry in entries for slip in slips_of(0, entry)]
        needs = sum(slip.chips for slip in slips if slip.kind == "seed" and slip.chips > 0)
        has = balance_of(self.house.state, CAGE)
        if needs > max(has, 0) and not self.is_play():
            raise Refused("A-96", f"the cage holds {money(has)}: {money(needs)} cannot leave it")

    async def ask_for(self, order: Order, table: str, short: Short) -> Refused:
        """Ask the cage or the host for what is missing; the refusal says so."""
        says = AskChips(table=table, chips=short.missing)
        with suppress(Refused):  # it has already been asked for
            await self.house.ask(Order(self.clock(), order.by, says))
        whom = "the host" if self.house.state.kind == "friends" else "the cage"
        why = f"{short.why}; {whom} is asked for {money(short.missing)}: wait for the answer"
        return Refused(short.clause, why)
