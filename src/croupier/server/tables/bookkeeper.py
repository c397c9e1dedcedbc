"""The room's bookkeeper: enters what a table's log says of the cage into the cage's books.

The two logs are two transactions. If the room stops between them, the slips are rebuilt from
the table's log at the next start: the books record the last line they have booked.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from croupier.room.cage.orders import BookTable
from croupier.room.cage.state import TableSlip
from croupier.room.cage.trays import SendCredit, TakeFill, inventory
from croupier.room.courier import slips_of
from croupier.room.custody.chores import HOUSE_FLOOR
from croupier.room.house.people import automated
from croupier.room.house.state import House
from croupier.room.logbook import Entry, Order
from croupier.room.table.state import Table
from croupier.server.tables.writer import Writer

HOUSE_CASHIER = automated("cage_cashier")  # books what the tables' logs say


class Bookkeeper:
    """Brings slips of the tables to the house, each once and in order."""

    def __init__(self, house: Writer[House], clock: Callable[[], datetime]) -> None:
        """Keep the books of this house."""
        self.house, self.clock = house, clock
        self._waiting: dict[str, list[TableSlip]] = {}
        self._writing = asyncio.Lock()

    def note(self, table: str, line: int, entry: Entry) -> None:
        """Note what one line of a table's log says of the cage."""
        if (slips := slips_of(line, entry)) and line > self.house.state.cage.booked.get(table, 0):
            self._waiting.setdefault(table, []).extend(slips)

    def waiting(self) -> Iterator[TableSlip]:
        """Slips that are not entered yet."""
        for table in tuple(self._waiting):
            yield from self.waiting_of(table)

    def waiting_of(self, table: str) -> tuple[TableSlip, ...]:
        """The slips of a table that are not in the books yet."""
        since = self.house.state.cage.booked.get(table, 0)
        left = [slip for slip in self._waiting.get(table, ()) if slip.line > since]
        if left:
            self._waiting[table] = left
        else:
            self._waiting.pop(table, None)
        return tuple(left)

    def wait(self, table: str, slips: Sequence[TableSlip]) -> None:
        """Take over slips that were not in the books once; most are, meanwhile."""
        since = self.house.state.cage.booked.get(table, 0)
        if left := [slip for slip in slips if slip.line > since]:
            self._waiting.setdefault(table, []).extend(left)

    def forget(self, table: str) -> None:
        """Forget the slips of a table: its log is read from the beginning."""
        self._waiting.pop(table, None)

    async def book(self, table: str) -> None:
        """Enter pending slips; those that fail stay for the next time."""
        if table not in self._waiting:
            return
        async with self._writing:
            slips = self.waiting_of(table)
            if not slips:
                return
            since = self.house.state.cage.booked.get(table, 0)
            says = BookTable(table=table, since=since, slips=slips)
            await self.house.ask(Order(self.clock(), HOUSE_CASHIER, says))
            self.waiting_of(table)  # more may have been noted meanwhile


def next_slip(life: Table, house: House) -> TakeFill | SendCredit | None:
    """The fill or credit that the dealer of a virtual table signs now, with the house's floor."""
    for slip in house.cage.slips:
        if slip.table != life.name or slip.number in life.tray.done:
            continue
        if slip.kind == "fill" and slip.status == "on the way":
            return TakeFill(number=slip.number, counted=slip.chips, supervisor=HOUSE_FLOOR)
        if slip.kind == "credit" and slip.status == "requested" and slip.chips <= inventory(life):
            return SendCredit(number=slip.number, supervisor=HOUSE_FLOOR)
    return None
