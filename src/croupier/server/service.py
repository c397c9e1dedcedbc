"""The room in service: the house, every table, and the dealers who run them."""

import asyncio
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from croupier.games import game_of
from croupier.refused import Refused, brief
from croupier.room.house import decide as house_desk
from croupier.room.house import evolve as house_log
from croupier.room.house.people import HOUSE_DEALER, Role
from croupier.room.house.state import House
from croupier.room.logbook import Entry, Order
from croupier.room.table import evolve as table_log
from croupier.room.table.evolve import founded
from croupier.room.table.orders import set_up
from croupier.room.table.pace import StartClock, StopClock, is_asking
from croupier.rules.game import Game
from croupier.server.announce import announcement
from croupier.server.auth.users import Accounts, Session
from croupier.server.bookkeeper import Bookkeeper, next_slip
from croupier.server.clock import TurnClock
from croupier.server.config import Config
from croupier.server.dealer import Dealer
from croupier.server.desk import INCIDENTS, Desk
from croupier.server.hand_search import Shelf
from croupier.server.server_log import LOG
from croupier.server.slips import Papers, handed_in
from croupier.server.store.database import Store
from croupier.server.store.lines import HOUSE, TABLE, stream_of, to_lines
from croupier.server.store.offline import Aside
from croupier.server.writer import Reply, Writer
from croupier.views.reports.incidents import Incident, incident
from croupier.views.reports.running_sums import Running

Clock = Callable[[], datetime]


def wall_clock() -> datetime:
    """The time, with its zone."""
    return datetime.now(UTC)


class HouseDesk(Writer[House]):
    """The house in service."""

    on_change: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self, store: Store) -> None:
        """Take the house of this database; the rest of its log follows by `resume`."""
        super().__init__(store, HOUSE, House())
        self.papers = Papers(lambda: self.state)
        self.incidents: deque[Incident] = deque(maxlen=INCIDENTS)
        self.on_told: Callable[[Entry], None] = lambda entry: None

    def obey(self, order: Order) -> tuple[House, list[Entry]]:
        """What the order amounts to for the house, which takes no slip but a table's own."""
        obeyed = house_desk.obey(self.state, order)
        self.papers.check(order.says)
        return obeyed

    def resume(self, number: int, entry: Entry) -> None:
        """Take one more line of the stored log."""
        self.state, self.number = house_log.evolve(self.state, entry), number
        self._note(number, entry)

    def tell(self, entries: list[Entry]) -> None:
        """Keep what the staff did, and let the tables and whom it concerns know."""
        for number, entry in enumerate(entries, self.number - len(entries) + 1):
            self._note(number, entry)
            self.on_told(entry)
        self.on_change()

    def _note(self, number: int, entry: Entry) -> None:
        if found := incident(number, entry):
            self.incidents.append(found)


class Service:
    """Everything that runs while a room is open."""

    def __init__(self, store: Store, config: Config, clock: Clock = wall_clock) -> None:
        """Serve the room of this database."""
        self.store, self.config, self.clock = store, config, clock
        self.accounts = Accounts(store.engine, demonstration=config.demonstration)
        self.house = HouseDesk(store)
        self.house.on_change = self._tell_tables
        self.house.on_told = self._announce
        self.desks: dict[str, Desk] = {}
        self.dealers: dict[str, Dealer] = {}
        self.faulty: dict[str, str] = {}  # tables that stay closed, and what is wrong with them
        self.practise: Callable[[str], Awaitable[str]] | None = None  # in a demonstration room
        self.aside = Aside(store)
        self.shelf = Shelf(store)
        self.sums = Running()  # of everything that is settled, for the books
        self.checked: Any = None  # the latest check of the record
        self.checking: asyncio.Task[None] | None = None
        self._founding = asyncio.Lock()
        self.books = Bookkeeper(self.house, clock)
        self._errands: set[asyncio.Task[None]] = set()  # slips on their way to the house

    async def start(self) -> None:
        """Rebuild the house and every table from their logs, and go on where they were left."""
        await self.store.start()
        async for number, line in self.store.read(HOUSE):
            self.house.resume(number, house_log.read_entry(line))
        self.house.start()
        streams = [stream for stream in sorted(self.store.tips) if stream.startswith(TABLE)]
        found = [await self._resume_or_close(stream) for stream in streams]
        desks = [desk for desk in found if desk is not None]
        for desk in desks:
            desk.start()
        await asyncio.gather(*(self._wake(desk) for desk in desks))
        for desk in desks:
            self._serve(desk)

    async def _resume_or_close(self, stream: str) -> Desk | None:
        """Resume a table; one whose log cannot be carried on stays closed, and the others open."""
        try:
            return await self._resume(stream)
        except Exception as fault:
            LOG.exception("%s stays closed: its log cannot be carried on", stream)
            self.faulty[stream.removeprefix(TABLE)] = brief(fault)
            return None

    async def _resume(self, stream: str) -> Desk:
        desk: Desk | None = None
        async for number, line in self.store.read(stream):
            entry = table_log.read_entry(line)
            if desk is None:
                desk = self._desk(entry)
            desk.resume(number, entry)
            self._hand_in(entry)
        assert desk is not None
        async for number, line in self.store.read(desk.chat.stream):
            desk.chat.resume(number, line)
        await self.books.book(desk.state.name)
        return desk

    async def _wake(self, desk: Desk) -> None:
        """Let the clock of a turn run on; it stood still while the room was closed.

        After a stop in order the log says when. After any other it ran at least until the last
        line was written; what may have run since then is the player's gain.
        """
        pace, at = desk.state.pace, self.clock()
        if not is_asking(desk.state) or pace.stopped not in ("", HOUSE_DEALER.name):
            return
        desk.clock.restarted(at)
        until = None if pace.stopped else desk.tail[-1].entry.at
        await desk.ask(Order(at, HOUSE_DEALER, StartClock(until=until)))

    async def _park(self, desk: Desk) -> None:
        """Stop the clock of a round in play: it goes on after the next start."""
        if is_asking(desk.state) and not desk.state.pace.stopped:
            with suppress(Refused):  # somebody answered meanwhile, and it was the last answer
                await desk.ask(Order(self.clock(), HOUSE_DEALER, StopClock()))

    def _tell_tables(self) -> None:
        for desk in self.desks.values():
            desk.tell_room()

    def _desk(self, first: Entry) -> Desk:
        clock = TurnClock(self.config, self.clock)
        desk = Desk(
            self.store, founded(first, game_of), lambda: self.house.state, clock, self.config.delay
        )
        desk.books, desk.papers = self.books, self.house.papers
        desk.on_told = self._told
        return desk

    def _told(self, entry: Entry) -> None:
        """What a table's log says and others in the room must know."""
        self._hand_in(entry)
        self._announce(entry)

    def _hand_in(self, entry: Entry) -> None:
        """Bring the house a slip that was made out at a table."""
        if order := handed_in(entry, self.house.state):
            task = asyncio.create_task(self._bring(replace(order, at=self.clock())))
            self._errands.add(task)
            task.add_done_callback(self._errands.discard)

    async def _bring(self, order: Order) -> None:
        with suppress(Refused):  # the house has it already
            await self.house.ask(order)

    def _announce(self, entry: Entry) -> None:
        """Let whoever waits for a seat, and follows a table meanwhile, hear of one."""
        if said := announcement(entry, self.house.state):
            for desk in self.desks.values():
                desk.tell_people(said.people, said.frame)

    def _serve(self, desk: Desk) -> None:
        name = desk.state.name
        self.desks[name] = desk
        self.dealers[name] = Dealer(desk, self.house, self.config, self.clock)
        self.dealers[name].start()

    async def stop(self) -> None:
        """Let every dealer put the cards down, finish what was asked, and close the books."""
        if self.checking is not None:
            self.checking.cancel()
        await asyncio.gather(*(dealer.stop() for dealer in self.dealers.values()))
        parked = (self._park(desk) for desk in self.desks.values())
        for fault in await asyncio.gather(*parked, return_exceptions=True):
            if fault is not None:  # the clock of that turn begins anew: nothing worse
                LOG.error("parking a round", exc_info=fault)
        await asyncio.gather(*self._errands)
        await asyncio.gather(*(desk.stop() for desk in self.desks.values()), self.house.stop())
        await self.store.stop()

    async def guest(self, name: str, role: Role = "player") -> tuple[str, Session]:
        """Let somebody into a demonstration room, without a password of their own."""
        if not self.config.demonstration:
            raise Refused("FIELD name", "only a demonstration room has guests: sign in")
        if role != "player":
            return await self.accounts.try_desk(name, role, self.clock())
        actor = await self.accounts.add(name, secrets.token_urlsafe(24), "player", self.clock())
        return await self.accounts.admit(actor, self.clock())

    def desk(self, name: str) -> Desk:
        """The table of that name."""
        if name in self.faulty:
            raise Refused("FIELD table", f"table {name!r} is closed: its log cannot be carried on")
        if name not in self.desks:
            raise Refused("FIELD table", f"there is no table {name[:40]!r}")
        return self.desks[name]

    async def set_up(self, order: Order, game: Game) -> Reply:
        """Put a new table into the room."""
        async with self._founding:
            name = order.says.name
            if name in self.desks or name in self.faulty:
                raise Refused("FIELD name", f"there is a table {name[:40]!r} already")
            entries = set_up(order, game, self.house.state)
            await self.store.append(stream_of(name), to_lines(entries))
            desk = self._desk(entries[0])
            for number, entry in enumerate(entries, 1):
                desk.resume(number, entry)
            desk.start()
            await self.books.book(name)
            self._serve(desk)
            return Reply(desk.number)

    async def carry(self, table: str) -> None:
        """Let the dealer of a table sign the fills and credits that wait there."""
        desk = self.desks.get(table)
        while desk and (says := next_slip(desk.state, self.house.state)):
            with suppress(Refused):  # the dealer was quicker
                await desk.ask(Order(self.clock(), HOUSE_DEALER, says))
            await self.books.book(table)
