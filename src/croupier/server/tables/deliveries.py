"""The courier in service: carries between the logs what `room.courier` finds in them.

Each delivery is an order to one log, made from lines of another one. If the room stops in between,
it is made again at the next start; what others did meanwhile may refuse it, and nothing is lost.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from croupier.refused import Refused
from croupier.room.cage.orders import BookTable
from croupier.room.cage.state import TableSlip
from croupier.room.conduct.facts import PlayerRemoved
from croupier.room.courier import handed_in, removed_too, slips_of
from croupier.room.house.people import automated
from croupier.room.house.state import House
from croupier.room.logbook import Entry, Order
from croupier.room.table.state import Table
from croupier.server.store.lease import RoomLost
from croupier.server.tables.writer import Writer

HOUSE_CASHIER = automated("cage_cashier")  # books what the tables' logs say


class Courier:
    """Brings what one log says to the others, each thing once and in order."""

    def __init__(self, house: Writer[House], clock: Callable[[], datetime]) -> None:
        """Go between this house and its tables."""
        self.house, self.clock = house, clock
        self._waiting: dict[str, list[TableSlip]] = {}  # for the cage's books
        self._booking = asyncio.Lock()
        self._under_way: set[asyncio.Task[None]] = set()

    # --- deliveries in the background ------------------------------------------------------------

    def run(self, delivery: Coroutine[Any, Any, Any]) -> None:
        """Begin a delivery; what others did meanwhile may refuse it."""

        async def ran() -> None:
            with suppress(Refused, RoomLost):
                await delivery

        task = asyncio.create_task(ran())
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def finish(self) -> None:
        """Wait until everything that is under way has arrived."""
        if self._under_way:
            await asyncio.wait(self._under_way)

    def hand_in(self, table: Writer[Table], entry: Entry) -> None:
        """Bring the house the slip of a line, if this process has the table's log."""
        order = handed_in(entry, self.house.state)
        if order is not None and table.elsewhere is None:
            self.run(self.house.ask(replace(order, at=self.clock())))

    def remove_everywhere(self, entry: Entry, tables: Iterable[Writer[Table]]) -> None:
        """Remove a player who was removed at one table from these other tables at once."""
        if not isinstance(entry.fact, PlayerRemoved):
            return
        if entry.fact.slip.table in self.house.state.games:
            return  # the host of one private game speaks for that game alone
        for table in tables:
            if table.elsewhere is None and (says := removed_too(table.state, entry.fact.slip)):
                self.run(table.ask(Order(self.clock(), automated("floorperson"), says)))

    # --- the cage's books ------------------------------------------------------------------------

    def note(self, table: str, line: int, entry: Entry) -> None:
        """Note what one line of a table's log says of the cage."""
        if (slips := slips_of(line, entry)) and line > self._booked(table):
            self._waiting.setdefault(table, []).extend(slips)

    def _booked(self, table: str) -> int:
        """The last line of a table that is in the books."""
        return self.house.state.cage.booked.get(table, 0)

    def waiting(self) -> Iterator[TableSlip]:
        """Slips that are not in the books yet."""
        for table in tuple(self._waiting):
            yield from self.waiting_of(table)

    def waiting_of(self, table: str) -> tuple[TableSlip, ...]:
        """The slips of a table that are not in the books yet."""
        since = self._booked(table)
        left = [slip for slip in self._waiting.get(table, ()) if slip.line > since]
        if left:
            self._waiting[table] = left
        else:
            self._waiting.pop(table, None)
        return tuple(left)

    def wait(self, table: str, slips: Sequence[TableSlip]) -> None:
        """Take over slips that were not in the books when a snapshot was kept."""
        since = self._booked(table)
        if left := [slip for slip in slips if slip.line > since]:
            self._waiting.setdefault(table, []).extend(left)

    def forget(self, table: str) -> None:
        """Forget the slips of a table: its log is read from the beginning."""
        self._waiting.pop(table, None)

    async def book(self, table: str) -> None:
        """Enter pending slips in the books; those that fail stay for the next time."""
        if table not in self._waiting:
            return
        async with self._booking:
            slips = self.waiting_of(table)
            if not slips:
                return
            says = BookTable(table=table, since=self._booked(table), slips=slips)
            await self.house.ask(Order(self.clock(), HOUSE_CASHIER, says))
            self.waiting_of(table)  # more may have been noted meanwhile
