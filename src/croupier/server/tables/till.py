"""The till: what takes chips from a player's purse waits here, one at a time.

Tables and the house have one log each, and no transaction spans two. So a purchase at a table, and
a payment at the cage, are decided only after the one before them is on the disk and in the books.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager, suppress
from datetime import datetime

from croupier.chips import money
from croupier.refused import Refused
from croupier.room.cage.funding import Pledges, Short, check_funded, pledges
from croupier.room.cage.ledger import CAGE
from croupier.room.cage.requests import AskChips
from croupier.room.cage.state import TableSlip
from croupier.room.courier import slips_of
from croupier.room.house.state import House, lies
from croupier.room.logbook import Entry, Order
from croupier.room.table.state import Table
from croupier.server.tables.writer import Writer


class Till:
    """Where chips on hand are drawn on, in a room whose chips are worth something."""

    def __init__(self, house: Writer[House], clock: Callable[[], datetime]) -> None:
        """Draw on the purses of this house."""
        self.house, self.clock = house, clock
        self.line: AbstractAsyncContextManager[None] = asyncio.Lock()  # of this process, or of all
        self.tables: Callable[[], Iterable[Table]] = lambda: ()
        self.slips: Callable[[], Iterator[TableSlip]] = lambda: iter(())
        self.is_play: Callable[[], bool] = lambda: False  # whether anybody takes what they like

    def pledged(self) -> Pledges:
        """What is spoken for of every purse."""
        return pledges(self.tables(), self.slips())

    def check(self, table: Table, order: Order) -> None:
        """Refuse a purchase without funds."""
        if not self.is_play():
            check_funded(table, order, self.house.state, self.pledged())

    def check_seed(self, entries: Iterable[Entry]) -> None:
        """Refuse to start a meter with chips that the cage does not have."""
        slips = [slip for entry in entries for slip in slips_of(0, entry)]
        needs = sum(slip.chips for slip in slips if slip.kind == "seed" and slip.chips > 0)
        has = lies(self.house.state, CAGE)
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
