"""The house in service: the writer of its log, and what it keeps of its past."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import reduce

import msgspec
from msgspec.structs import replace

from croupier.room.cage.funding import PAYS, check_unpledged
from croupier.room.funds.decide import check_boxless
from croupier.room.funds.orders import ReleaseTable
from croupier.room.house import decide as house_desk
from croupier.room.house import evolve as house_log
from croupier.room.house.hosting import PlanGame
from croupier.room.house.state import House, RoomKind
from croupier.room.logbook import Entry, Order
from croupier.room.seating.waiting import JoinList
from croupier.room.table.progress import check_machines, check_offered
from croupier.room.table.state import Table
from croupier.rules.readings import posted_in_full
from croupier.server.store.database import Store
from croupier.server.store.lines import HOUSE
from croupier.server.store.snapshots import Keep
from croupier.server.tables.memories import HOUSE_EVERY, INCIDENTS, HouseMemory, Recent, keep_house
from croupier.server.tables.slips import PendingSlips
from croupier.server.tables.till import Till
from croupier.server.tables.writer import Reply, Writer
from croupier.views.reports.incidents import Incident, incident


class HouseDesk(Writer[House]):
    """The house in service."""

    every = HOUSE_EVERY

    on_change: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self, store: Store, kind: RoomKind) -> None:
        """Take the house of this database; the rest of its log follows by `resume`.

        A room that was never set up is of this kind.
        """
        super().__init__(store, HOUSE, House(kind=kind))
        self._kind = kind
        self.pending_slips = PendingSlips(lambda: self.state)
        self.till: Till | None = None  # where chips on hand are paid out
        self.tables: Callable[[], Iterable[Table]] = tuple  # of the room, as they stand
        self.incidents: deque[Incident] = deque(maxlen=INCIDENTS)
        self.recent = Recent(self.state, self.state.dawn)  # what is not kept yet
        self._next = self.recent  # after what is being kept
        self.on_entry: Callable[[Entry], None] = lambda entry: None

    async def ask(self, order: Order, client: str = "", sequence: int = 0) -> Reply:
        """Give an order; what pays chips on hand out waits for its turn at the till."""
        if self.elsewhere is not None or self.till is None or not isinstance(order.says, PAYS):
            return await super().ask(order, client, sequence)
        async with self.till.line(order.says.person):
            return await super().ask(order, client, sequence)

    def obey(self, order: Order) -> tuple[House, list[Entry]]:
        """Decide an order to the house, which takes only slips that a table made out."""
        if self.till is not None and isinstance(order.says, PAYS):
            check_unpledged(order, self.state, self.till.pledged())
        if isinstance(order.says, JoinList):
            self.pending_slips.check_waiting(order.says.person or order.by.name)
        if isinstance(order.says, PlanGame):
            self._check_planned(order.says)
        obeyed = house_desk.obey(self.state, order)
        if isinstance(order.says, ReleaseTable):
            self._check_released(order.says)
        self.pending_slips.check(order.says)
        return obeyed

    def _check_planned(self, says: PlanGame) -> None:
        """Refuse stakes at once that the table could not post after its round."""
        for table in self.tables():
            if says.sign is not None and table.name == says.table:
                sign = posted_in_full(table.game, says.sign)
                check_machines(table, sign, ())
                check_offered(table.game, sign, unlicensed=self.state.kind == "friends")

    def _check_released(self, says: ReleaseTable) -> None:
        """Only a table where no box ever stood is released: all others end with a last count."""
        for table in self.tables():
            if table.name == says.table:
                check_boxless(table, says.clause)
        self.pending_slips.check_released(says.table, says.clause)

    def resume(self, number: int, entry: Entry) -> None:
        """Take one more line of the stored log."""
        self.state, self.number = house_log.evolve(self.state, entry), number
        self._note(number, entry)

    def follow(self, number: int, entry: Entry) -> None:
        """Take a line that the process which has the house wrote."""
        self.resume(number, entry)
        self.on_entry(entry)
        self.on_change()

    def was_kept(self, upto: int) -> None:
        """Begin what is recent after a line up to which another process kept the house."""
        old, count = self.recent, upto - self.recent.after
        if 0 < count <= len(old.entries):
            house = reduce(house_log.evolve, old.entries[:count], old.before)
            self.recent = Recent(house, old.dawn, upto, new=False)
            self.recent.entries = old.entries[count:]

    def tell(self, entries: list[Entry]) -> None:
        """Keep what the staff did, and notify the tables and the people concerned."""
        for number, entry in enumerate(entries, self.number - len(entries) + 1):
            self._note(number, entry)
            self.on_entry(entry)
        self.on_change()

    def keep(self, entries: Sequence[Entry], every: int = 0) -> Keep | None:
        """What is kept of the house now and then."""
        if not self.recent.full and self.number - self.recent.after < (every or self.every):
            return None
        if self.state.is_set_up and self.state.dawn != self.recent.dawn:
            return None  # the next start sums everything again
        self._next = Recent(self.state, self.recent.dawn, self.number, new=False)
        return keep_house(self.recent, self.number, self.state, self.incidents)

    def kept(self, keep: Keep) -> None:
        """Go on from what is kept, if it was stored."""
        if self.store.upto(HOUSE) == keep.upto:
            self.recent = self._next

    def forget(self) -> None:
        """Begin before the first line again; when gaming days begin is known now."""
        dawn = self.state.dawn
        self.state, self.number = House(kind=self._kind), 0
        self.recent = Recent(self.state, dawn)
        self.incidents.clear()

    def recall(self, number: int, body: bytes) -> None:
        """Begin where a snapshot was kept; the lines after it follow by `resume`."""
        memory = msgspec.json.decode(body, type=HouseMemory)
        house = memory.house if memory.house.is_set_up else replace(memory.house, kind=self._kind)
        self.state, self.number = house, number
        self.recent = Recent(self.state, house.dawn, number, new=False)
        self.incidents.extend(memory.incidents)

    def _note(self, number: int, entry: Entry) -> None:
        self.recent.entries.append(entry)
        if self.recent.new and self.state.is_set_up:  # nothing was summed yet
            self.recent.dawn = self.state.dawn
        if found := incident(number, entry):
            self.incidents.append(found)
