"""The room in service: the house, every table, and the dealers who run them."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from croupier.engine.accounts import Account
from croupier.games import game_of
from croupier.refused import Refused, brief
from croupier.room.cage.funding import PAYS, check_unpledged
from croupier.room.conduct.facts import PlayerRemoved
from croupier.room.house import decide as house_desk
from croupier.room.house import evolve as house_log
from croupier.room.house.people import EARLIER, HOUSE_DEALER, Role
from croupier.room.house.staffing import is_staffed
from croupier.room.house.state import House, RoomKind
from croupier.room.logbook import Entry, Order
from croupier.room.table import evolve as table_log
from croupier.room.table.evolve import founded
from croupier.room.table.orders import set_up
from croupier.room.table.pace import StartClock, StopClock, is_asking
from croupier.rules.game import Game
from croupier.server.announce import announcement
from croupier.server.auth.door import Door
from croupier.server.auth.names import check_table_name
from croupier.server.auth.users import Accounts, Session
from croupier.server.bookkeeper import Bookkeeper, next_slip
from croupier.server.clock import TurnClock
from croupier.server.config import Config
from croupier.server.connections import Connections
from croupier.server.dealer import Dealer
from croupier.server.desk import INCIDENTS, Desk
from croupier.server.hand_search import Shelf
from croupier.server.health import Health
from croupier.server.server_log import LOG
from croupier.server.slips import Papers, handed_in, removed_too
from croupier.server.steady_clock import SteadyClock
from croupier.server.store.database import Store
from croupier.server.store.faults import Fault
from croupier.server.store.lines import HOUSE, TABLE, stream_of, to_lines
from croupier.server.store.offline import Aside
from croupier.server.store.walk import walk
from croupier.server.till import Till
from croupier.server.unopened import FirstRun
from croupier.server.writer import Reply, Writer
from croupier.views.reports.incidents import Incident, incident
from croupier.views.reports.running_sums import Running

Clock = Callable[[], datetime]
PARKED = ("", HOUSE_DEALER.name, EARLIER[0].name)  # who stops the clock of a turn for the night


class HouseDesk(Writer[House]):
    """The house in service."""

    on_change: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self, store: Store, kind: RoomKind) -> None:
        """Take the house of this database; the rest of its log follows by `resume`.

        A room that was never set up is of this kind.
        """
        super().__init__(store, HOUSE, House(kind=kind))
        self.papers = Papers(lambda: self.state)
        self.till: Till | None = None  # where chips on hand are paid out
        self.incidents: deque[Incident] = deque(maxlen=INCIDENTS)
        self.on_entry: Callable[[Entry], None] = lambda entry: None

    async def ask(self, order: Order, client: str = "", sequence: int = 0) -> Reply:
        """Give an order; what pays chips on hand out waits for its turn at the till."""
        if self.till is None or not isinstance(order.says, PAYS):
            return await super().ask(order, client, sequence)
        async with self.till.line:
            return await super().ask(order, client, sequence)

    def obey(self, order: Order) -> tuple[House, list[Entry]]:
        """Decide an order to the house, which takes only slips that a table made out."""
        if self.till is not None and isinstance(order.says, PAYS):
            check_unpledged(order, self.state, self.till.pledged())
        obeyed = house_desk.obey(self.state, order)
        self.papers.check(order.says)
        return obeyed

    def resume(self, number: int, entry: Entry) -> None:
        """Take one more line of the stored log."""
        self.state, self.number = house_log.evolve(self.state, entry), number
        self._note(number, entry)

    def tell(self, entries: list[Entry]) -> None:
        """Keep what the staff did, and notify the tables and the people concerned."""
        for number, entry in enumerate(entries, self.number - len(entries) + 1):
            self._note(number, entry)
            self.on_entry(entry)
        self.on_change()

    def _note(self, number: int, entry: Entry) -> None:
        if found := incident(number, entry):
            self.incidents.append(found)


class Service:
    """Everything that runs while a room is open."""

    def __init__(self, store: Store, config: Config, clock: Clock | None = None) -> None:
        """Serve the room of this database."""
        clock = clock or SteadyClock()
        self.store, self.config, self.clock = store, config, clock
        self.health = Health(store)
        self.accounts = Accounts(store.engine, store.keys, demonstration=config.demonstration)
        self.first_run: FirstRun | None = None  # a room that waits to be set up
        self.on_set_up: Callable[[], None] = lambda: None
        self.door = Door(self.accounts, config.sign_ins)
        self.connections = Connections(
            self.accounts, clock, config.connections, config.connections_each
        )
        self.house = HouseDesk(store, "demonstration" if config.demonstration else "card-room")
        self.house.on_change = self._tell_tables
        self.house.on_entry = self._announce
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
        self.till = self.house.till = Till(self.house, clock)
        self.till.tables = lambda: [desk.state for desk in self.desks.values()]
        self.till.slips = self.books.waiting
        self.till.is_play = lambda: self.play_chips
        self._errands: set[asyncio.Task[None]] = set()  # slips on their way to the house
        self._walking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Rebuild the house and every table from their logs, and go on where they were left.

        When the record is not what it should be, the room opens to be read, and no dealer comes.
        """
        await self.store.start()
        self.connections.start()
        async for number, line in self.store.replay(HOUSE):
            self.house.resume(number, house_log.read_entry(line))
        self.accounts.demonstration = self.is_demonstration
        self._keep_order(self.house.incidents[-1].at if self.house.incidents else None)
        self.house.start()
        streams = [stream for stream in sorted(self.store.tips) if stream.startswith(TABLE)]
        found = [await self._resume_or_close(stream) for stream in streams]
        desks = [desk for desk in found if desk is not None]
        await self._compare_balances(desks)
        for desk in desks:
            self._keep_order(desk.tail[-1].entry.at)
        for desk in desks:
            desk.start()
        if self.store.faults:
            self.desks = {desk.state.name: desk for desk in desks}
            return
        await self._go_on(desks)
        self._walking = asyncio.create_task(self._walk(), name="walk")

    @property
    def is_demonstration(self) -> bool:
        """Whether this is a demonstration room, with play chips and bots."""
        return self.house.state.kind == "demonstration"

    async def was_set_up(self) -> None:
        """Open a room that waited for it."""
        if self.first_run is not None:
            self.first_run = None
            self.accounts.demonstration = self.is_demonstration
            self.on_set_up()

    async def _walk(self) -> None:
        """Check the whole record in the background; sign nothing more when it is not sound."""
        try:
            if fault := await walk(self.store.engine, self.store.keys):
                self.store.doubt(fault)
        except Exception:  # the room goes on; verify-log tells
            LOG.exception("walking through the record")

    async def _go_on(self, desks: Sequence[Desk]) -> None:
        """Enter in the books what is still missing, and let the dealers come."""
        for desk in desks:
            await self.books.book(desk.state.name)
        await asyncio.gather(*(self._wake(desk) for desk in desks))
        for desk in desks:
            self._serve(desk)

    def _keep_order(self, at: datetime | None) -> None:
        """Let no line be dated before the last one of its log."""
        if at is not None and isinstance(self.clock, SteadyClock):
            self.clock.not_before(at)

    async def _compare_balances(self, desks: Sequence[Desk]) -> None:
        """Every account stands in the database as the logs say."""
        logs = {desk.stream: desk.state.accounts for desk in desks}
        for stream, accounts in ({HOUSE: self.house.state.accounts} | logs).items():
            stands = await self.store.balances(stream)
            for account in sorted({*stands, *accounts}):
                if stands.get(account, 0) != accounts.get(Account(account), 0):
                    what = f"the balance of {account} is not what the log says"
                    self.store.fail(Fault(stream, 0, what))
                    break

    async def _resume_or_close(self, stream: str) -> Desk | None:
        """Resume a table; one whose log is faulty stays closed, and the others open."""
        try:
            return await self._resume(stream)
        except Exception as fault:
            LOG.exception("%s stays closed: its log cannot be resumed", stream)
            self.faulty[stream.removeprefix(TABLE)] = brief(fault)
            return None

    async def _resume(self, stream: str) -> Desk:
        desk: Desk | None = None
        async for number, line in self.store.replay(stream):
            entry = table_log.read_entry(line)
            if desk is None:
                desk = self._desk(entry)
            desk.resume(number, entry)
            self._hand_in(entry)
        assert desk is not None
        async for number, line in self.store.replay(desk.chat.stream):
            desk.chat.resume(number, line)
        return desk

    async def _wake(self, desk: Desk) -> None:
        """Let the clock of a turn run on; it stood still while the room was closed.

        After an orderly stop the log says when. After any other it ran at least until the last
        line was written; what may have run since then is the player's gain.
        """
        pace, at = desk.state.pace, self.clock()
        if not is_asking(desk.state) or pace.stopped not in PARKED:
            return
        desk.clock.restarted(at)
        until = None if pace.stopped else desk.tail[-1].entry.at
        await desk.ask(Order(at, HOUSE_DEALER, StartClock(until=until)))

    async def _park(self, desk: Desk) -> None:
        """Stop the clock of a round in play: it resumes after the next start."""
        if is_asking(desk.state) and not desk.state.pace.stopped:
            with suppress(Refused):  # the last answer came meanwhile
                await desk.ask(Order(self.clock(), HOUSE_DEALER, StopClock()))

    def _tell_tables(self) -> None:
        for desk in self.desks.values():
            desk.tell_room()

    def _desk(self, first: Entry) -> Desk:
        clock = TurnClock(self.config, self.clock)
        beat = min(self.config.beat, self.config.pause)
        table, delay = founded(first, game_of), self.config.delay
        desk = Desk(self.store, table, lambda: self.house.state, clock, delay, beat)
        desk.chat.open = self.config.chat == "open"
        desk.books, desk.papers, desk.till = self.books, self.house.papers, self.till
        desk.on_entry = self._pass_on
        desk.tables = lambda: [each.state for each in self.desks.values()]
        return desk

    def _pass_on(self, entry: Entry) -> None:
        """Pass on what a table's log says to others in the room."""
        self._hand_in(entry)
        self._remove_everywhere(entry)
        self._announce(entry)

    def _hand_in(self, entry: Entry) -> None:
        """Bring the house a slip that was made out at a table."""
        if order := handed_in(entry, self.house.state):
            self._run(self.house.ask(replace(order, at=self.clock())))

    def _remove_everywhere(self, entry: Entry) -> None:
        """Remove a player who was removed at one table from every other table at once."""
        if not isinstance(entry.fact, PlayerRemoved):
            return
        for desk in self.desks.values():
            if says := removed_too(desk.state, entry.fact.slip):
                order = Order(self.clock(), entry.by, says)
                self._run(desk.ask(order))

    def _run(self, errand: Coroutine[Any, Any, Any]) -> None:
        """Let an errand between the logs run; what others did meanwhile may refuse it."""

        async def ran() -> None:
            with suppress(Refused):
                await errand

        task = asyncio.create_task(ran())
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    def _announce(self, entry: Entry) -> None:
        """Announce a seat to waiting players who follow any table."""
        if said := announcement(entry, self.house.state):
            for desk in self.desks.values():
                desk.tell_people(said.people, said.frame)

    def _serve(self, desk: Desk) -> None:
        name = desk.state.name
        self.desks[name] = desk
        self.dealers[name] = Dealer(desk, self.house, self.config, self.clock)
        self.dealers[name].start()

    async def stop(self) -> None:
        """Stop every dealer, finish pending orders, and close the books."""
        for task in (self.checking, self._walking):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await self.connections.stop()
        await asyncio.gather(*(dealer.stop() for dealer in self.dealers.values()))
        parked = (self._park(desk) for desk in self.desks.values())
        for fault in await asyncio.gather(*parked, return_exceptions=True):
            if fault is not None:  # the clock of that turn restarts: nothing worse
                LOG.error("parking a round", exc_info=fault)
        await asyncio.gather(*self._errands)
        await asyncio.gather(*(desk.stop() for desk in self.desks.values()), self.house.stop())
        await self.store.stop()

    async def guest(self, name: str, role: Role = "player") -> tuple[str, Session]:
        """Let a visitor into a friends' game or a demonstration, without a password."""
        if self.house.state.kind == "card-room":
            raise Refused("FIELD name", "a card room has no guests: sign in")
        if role != "player":
            return await self.accounts.try_desk(name, role, self.clock())
        actor = await self.accounts.enter(name, "player", self.clock())
        return await self.accounts.admit(actor, self.clock())

    @property
    def play_chips(self) -> bool:
        """Whether chips have no value here, and players take what they like."""
        demonstrates = self.config.demonstration or self.house.state.kind == "demonstration"
        return demonstrates or self.config.play_chips

    def desk(self, name: str) -> Desk:
        """The table of that name."""
        if name in self.faulty:
            raise Refused("FIELD table", f"table {name!r} is closed: its log cannot be resumed")
        if name not in self.desks:
            raise Refused("FIELD table", f"there is no table {name[:40]!r}")
        return self.desks[name]

    async def set_up(self, order: Order, game: Game) -> Reply:
        """Put a new table into the room."""
        async with self._founding:
            name = order.says.name
            check_table_name(name)
            if name in self.desks or name in self.faulty:
                raise Refused("FIELD name", f"there is already a table {name[:40]!r}")
            entries = set_up(order, game, self.house.state)
            self.till.check_seed(entries)
            await self.store.append(stream_of(name), to_lines(entries))
            desk = self._desk(entries[0])
            for number, entry in enumerate(entries, 1):
                desk.resume(number, entry)
            desk.start()
            await self.books.book(name)
            self._serve(desk)
            return Reply(desk.number)

    async def carry(self, table: str) -> None:
        """Let the dealer of a table sign the fills and credits that wait there.

        In a room with people the floor signs them.
        """
        desk = self.desks.get(table) if not is_staffed(self.house.state) else None
        while desk and (says := next_slip(desk.state, self.house.state)):
            with suppress(Refused):  # the dealer was quicker
                await desk.ask(Order(self.clock(), HOUSE_DEALER, says))
            await self.books.book(table)
