"""The room in service: the house, every table, and the dealers who run them."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from itertools import zip_longest
from typing import Any

import msgspec

from croupier.engine.event import RoundEvent
from croupier.games import game_of
from croupier.refused import Refused, brief
from croupier.room.cage.facts import DayClosed, FillPrepared, SlipRequested
from croupier.room.custody.facts import DecksDistributed
from croupier.room.house import evolve as house_log
from croupier.room.house.facts import GuestSentAway
from croupier.room.house.hosting import may_watch
from croupier.room.house.people import EARLIER, HOUSE_DEALER, Role
from croupier.room.logbook import Entry, Order
from croupier.room.table import evolve as table_log
from croupier.room.table.evolve import founded
from croupier.room.table.orders import set_up
from croupier.room.table.pace import StartClock, StopClock, is_asking
from croupier.room.table.state import Table
from croupier.room.table.written import read_table
from croupier.rules.game import Game
from croupier.server.auth.current_roles import check_still
from croupier.server.auth.door import Door
from croupier.server.auth.factors import Factors
from croupier.server.auth.names import check_table_name
from croupier.server.auth.users import Accounts, Session
from croupier.server.config import Config
from croupier.server.desks.hand_search import HandIndex
from croupier.server.guard.connections import Connections
from croupier.server.guard.rates import Rate
from croupier.server.hosting.waiting_room import WaitingRoom
from croupier.server.monitoring.health import Health
from croupier.server.monitoring.server_log import LOG
from croupier.server.setup.unopened import FirstRun
from croupier.server.store.database import Store
from croupier.server.store.lease import Elsewhere
from croupier.server.store.lines import CHAT, HOUSE, TABLE, stream_of, to_lines
from croupier.server.store.long_reads import LongReads
from croupier.server.store.retired import base_of
from croupier.server.store.walk import walk
from croupier.server.tables.announce import announcement
from croupier.server.tables.balanced import compare_balances, unbalanced
from croupier.server.tables.clock import TurnClock
from croupier.server.tables.dealer import Dealer
from croupier.server.tables.deliveries import Courier
from croupier.server.tables.desk import Desk, begun
from croupier.server.tables.house_desk import HouseDesk
from croupier.server.tables.memories import (
    REPLAYED_EVERY,
    TableMemory,
    house_version,
    table_version,
)
from croupier.server.tables.room_view import around
from croupier.server.tables.steady_clock import SteadyClock
from croupier.server.tables.till import Till
from croupier.server.tables.writer import Pass, Reply, Writer

Clock = Callable[[], datetime]
SAID_MOST, SAID_IN = 10, 10.0  # messages of a person, and within how many seconds
PARKED = ("", HOUSE_DEALER.name, EARLIER[0].name)  # who stops the clock of a turn for the night


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
        self.house.on_entry = self._heed
        self.house.check_giver = self._check_giver
        self.accounts.on_revoked = self._revoked
        self.frames = Rate(config.frames, 1.0)  # of each person, over all their sockets
        self.talk = Rate(SAID_MOST, SAID_IN)
        self.factors = Factors(self.house, store.keys, clock)
        self.assistants: dict[tuple[str, str], Any] = {}  # of human dealers, by table and name
        self.desks: dict[str, Desk] = {}
        self.dealers: dict[str, Dealer] = {}
        self.faulty: dict[str, str] = {}  # tables that stay closed, and what is wrong with them
        self.practise: Callable[..., Awaitable[str]] | None = None  # in a demonstration room
        self.long_reads = LongReads(store)  # of the staff
        self.round_reads = LongReads(store)  # of many rounds: nobody's keep reports waiting
        self.hand_index = HandIndex(store, lambda: self.desks, lambda: self.house.state)
        self.checked: Any = None  # the latest check of the record
        self.checking: asyncio.Task[None] | None = None
        self._founding = asyncio.Lock()
        self.waiting_room = WaitingRoom(store.keys)  # of the private games
        self.courier = Courier(self.house, clock)
        self.till = self.house.till = Till(self.house, clock)
        self.till.tables = self.house.tables = lambda: [desk.state for desk in self.desks.values()]
        self.till.slips = self.courier.waiting
        self.till.is_play = lambda: self.play_chips
        self._around: tuple[Any, ...] = ()  # what the tables know of the house
        self.shared: Any = None  # the other processes of this room, if there are any
        self.elsewhere: Pass | None = None  # how an order reaches another process of the room
        self._walking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Rebuild the house and every table from their logs, and resume where they stopped.

        When the record is not what it should be, the room opens to be read, and no dealer comes.
        """
        await self.store.start()
        self.connections.start()
        await self._resume_house()
        self.accounts.demonstration = self.is_demonstration
        self.keep_order(self.house.incidents[-1].at if self.house.incidents else None)
        streams = [stream for stream in sorted(self.store.tips) if stream.startswith(TABLE)]
        found = [await self._resume_or_close(stream) for stream in streams]
        desks = [desk for desk in found if desk is not None]
        for desk in desks:
            self.keep_order(desk.tail[-1].entry.at)
        self.desks = {desk.state.name: desk for desk in desks}
        if self.shared is not None:  # logs are compared and served as they are taken
            await self.shared.start()
            return
        logs: list[Writer[Any]] = [self.house, *desks]
        for log in logs:
            await compare_balances(self.store, log)
            log.start()
        if not self.store.faults:
            await self._go_on(desks)
            self.walk()

    @property
    def is_demonstration(self) -> bool:
        """Whether this is a demonstration room, with play chips and bots."""
        return self.house.state.kind == "demonstration"

    @property
    def is_lost(self) -> bool:
        """Whether another process may have the room, or a table of it, and this one not know."""
        return self.store.lost or (self.shared is not None and self.shared.keeper.is_late)

    async def was_set_up(self) -> None:
        """Open a room that waited for it."""
        if self.first_run is not None:
            self.first_run = None
            self.accounts.demonstration = self.is_demonstration
            self.on_set_up()

    def walk(self) -> None:
        """Check the whole record in the background, once."""
        self._walking = self._walking or asyncio.create_task(self._walk(), name="walk")

    async def _walk(self) -> None:
        """Sign nothing more when the record is not sound."""
        try:
            if fault := await walk(self.store.engine, self.store.keys):
                self.store.doubt(fault)
        except Exception:  # the room stays open; verify-log reports it
            LOG.exception("walking through the record")

    async def _go_on(self, desks: Sequence[Desk]) -> None:
        """Enter in the books what is still missing, and let the dealers come."""
        for desk in desks:
            await self.courier.book(desk.state.name)
        await asyncio.gather(*(self.wake(desk) for desk in desks))
        for desk in desks:
            self.serve(desk)

    def keep_order(self, at: datetime | None) -> None:
        """Let no line be dated before the last one of its log."""
        if at is not None and isinstance(self.clock, SteadyClock):
            self.clock.not_before(at)

    async def _resume_or_close(self, stream: str) -> Desk | None:
        """Resume a table; one whose log is faulty stays closed, and the others open."""
        try:
            return await self._resume(stream)
        except Exception as fault:
            LOG.exception("%s stays closed: its log cannot be resumed", stream)
            self.faulty[stream.removeprefix(TABLE)] = brief(fault)
            return None

    async def _resume_house(self) -> None:
        if found := await self.store.recall(HOUSE, house_version()):
            try:
                self.house.recall(*found)
                await self._read_house()
                same = self.house.state.dawn == self.house.recent.dawn
                if same and not await unbalanced(self.store, self.house):
                    return
                LOG.warning("the house: its snapshot has other sums; the log is read whole")
            except Exception:
                LOG.exception("the house: no use of its snapshot; the log is read whole")
            self.house.forget()
        await self._read_house()

    async def _read_house(self) -> None:
        async for number, line in self.store.replay(HOUSE, self.house.number):
            entry = house_log.read_entry(line)
            await self._keep(self.house, entry)
            self.house.resume(number, entry)

    async def _resume(self, stream: str) -> Desk:
        """A table as its log says: from its snapshot on, or from the first line."""
        found = await self.store.recall(stream, table_version(self.house.state.dawn))
        if found is not None:
            try:
                desk = self._recalled(*found)
                await self._read_on(stream, desk)
                if not await unbalanced(self.store, desk):
                    return desk
                LOG.warning("%s: its snapshot has other chips; the log is read whole", stream)
            except Exception:
                LOG.exception("%s: no use of its snapshot; the log is read whole", stream)
        return await self._read_on(stream)

    def _recalled(self, number: int, body: bytes) -> Desk:
        memory = msgspec.json.decode(body, type=TableMemory)
        desk = self.new_desk(read_table(memory.table, game_of))
        desk.recall(number, memory)
        for entry in desk.slips:
            self.courier.hand_in(desk, entry)
        return desk

    async def _read_on(self, stream: str, desk: Desk | None = None) -> Desk:
        """Read the log of a table to its end, and its chat."""
        since, base = desk.number if desk else 0, None
        if desk is None:
            self.courier.forget(stream.removeprefix(TABLE))
            if base := await base_of(self.store.engine, stream):
                desk = begun(base, self.store.keys, self.new_desk)
        async for number, line in self.store.replay(stream, since, base):
            entry = table_log.read_entry(line)
            if desk is None:
                desk = self.new_desk(founded(entry, game_of))
            await self._keep(desk, entry)
            desk.resume(number, entry)
            self.courier.hand_in(desk, entry)
        assert desk is not None
        await desk.chat.read()
        return desk

    async def _keep(self, log: Writer[Any], entry: Entry) -> None:
        """Keep snapshots of a long log while it is read: the next start need not read it."""
        if self.store.faults or self.elsewhere is not None:
            return
        left = self.store.heads[log.stream].number - log.number
        every = min(log.every, REPLAYED_EVERY) if left <= REPLAYED_EVERY else REPLAYED_EVERY
        if keep := log.keep([entry], every):
            await self.store.append(log.stream, (), None, keep)
            log.kept(keep)

    async def wake(self, desk: Desk) -> None:
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

    async def park(self, desk: Desk) -> None:
        """Stop the clock of a round in play: it resumes after the next start."""
        if is_asking(desk.state) and not desk.state.pace.stopped:
            with suppress(Refused):  # the last answer came meanwhile
                await desk.ask(Order(self.clock(), HOUSE_DEALER, StopClock()))

    def _tell_tables(self) -> None:
        """Let the tables know what changed around them, which most lines of the house do not."""
        before, self._around = self._around, around(self.house.state)
        if any(new is not old for new, old in zip_longest(self._around, before)):
            for desk in self.desks.values():
                desk.tell_room()

    def new_desk(self, table: Table) -> Desk:
        """A desk for a table, before the rest of its log is read."""
        clock = TurnClock(self.config, self.clock)
        beat = min(self.config.beat, self.config.pause)
        desk = Desk(self.store, table, lambda: self.house.state, clock, self.config.delay, beat)
        desk.chat.open = self.config.chat == "open"
        desk.courier, desk.pending_slips, desk.till = (
            self.courier,
            self.house.pending_slips,
            self.till,
        )
        desk.on_entry = partial(self._pass_on, desk)
        desk.tables = self.house.tables
        desk.elsewhere = self.elsewhere
        desk.check_giver = self._check_giver
        return desk

    def _check_giver(self, order: Order) -> None:
        """Refuse an order under way whose people have lost their role since it came."""
        check_still(self.accounts, self.house.state, order)

    async def _revoked(self) -> None:
        """End sockets whose session is over; what was decided before that is written by then."""
        await self.connections.check()
        logs: list[Writer[Any]] = [self.house, *self.desks.values()]
        await asyncio.gather(*(log.settle() for log in logs))

    def _pass_on(self, desk: Desk, entry: Entry) -> None:
        """Pass on what a table's log says to others in the room, which no event of a round does."""
        if isinstance(entry.fact, RoundEvent):
            return
        self.courier.hand_in(desk, entry)
        self.courier.remove_everywhere(entry, self.desks.values())
        self._announce(entry)

    def _heed(self, entry: Entry) -> None:
        """Pass on what the house's log says; the close of a day is kept of every log."""
        self._announce(entry)
        if isinstance(entry.fact, GuestSentAway) and entry.fact.table in self.desks:
            self.desks[entry.fact.table].turn_away(entry.fact.person)
        if isinstance(entry.fact, DecksDistributed):
            self._inspect(entry.fact.table)
        if isinstance(entry.fact, FillPrepared | SlipRequested):
            self._carry(entry.fact.number)
        if isinstance(entry.fact, DayClosed):
            self.house.recent.full = True
            for desk in self.desks.values():
                desk.recent.full = True

    def _inspect(self, table: str) -> None:
        """Let the dealer of a table inspect the decks that were brought to it."""
        if table in self.dealers and (prepare := self.desks[table].prepare):
            self.courier.run(prepare())

    def _carry(self, slip: int) -> None:
        """Let the dealer of a table take the fill, or send the credit, of a slip."""
        table = next(one.table for one in self.house.state.cage.slips if one.number == slip)
        if table in self.dealers:
            self.courier.run(self.dealers[table].carry())

    def _announce(self, entry: Entry) -> None:
        """Announce a seat to waiting players who follow any table."""
        if said := announcement(entry, self.house.state):
            for desk in self.desks.values():
                desk.tell_people(said.people, said.frame)

    def serve(self, desk: Desk) -> None:
        """Bring a dealer to a table, who deals."""
        self.desks[desk.state.name] = desk
        self.appoint(desk).start()

    def appoint(self, desk: Desk) -> Dealer:
        """Bring a dealer to a table, who makes its decks ready when it is to open."""
        dealer = self.dealers[desk.state.name] = Dealer(desk, self.house, self.config, self.clock)
        return dealer

    async def stop(self) -> None:
        """Stop every dealer, finish pending orders, and close the books."""
        if self.shared is not None:
            self.shared.keeper.is_leaving = True
        for task in (self.checking, self._walking):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await self.connections.stop()
        await asyncio.gather(*(dealer.stop() for dealer in self.dealers.values()))
        here = [desk for desk in self.desks.values() if desk.elsewhere is None]
        parked = (self.park(desk) for desk in here)
        for fault in await asyncio.gather(*parked, return_exceptions=True):
            if fault is not None:  # the clock of that turn restarts: nothing worse
                LOG.error("parking a round", exc_info=fault)
        await self.courier.finish()
        await asyncio.gather(*(desk.stop() for desk in self.desks.values()), self.house.stop())
        if self.shared is not None:
            await self.shared.rest()
        await self.store.stop()
        if self.shared is not None:
            await self.shared.keeper.stop()

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
        return self.config.demonstration or self.is_demonstration or self.config.play_chips

    def desk(self, name: str) -> Desk:
        """The table of that name."""
        if name in self.faulty:
            raise Refused("FIELD table", f"table {name!r} is closed: its log cannot be resumed")
        if name not in self.desks:
            raise Refused("FIELD table", f"there is no table {name[:40]!r}")
        return self.desks[name]

    def shown(self, name: str, viewer: str) -> Desk:
        """The table of that name, if this person may see it; a spectator has an empty name.

        A private game is as good as unknown to those whom its host has not let in.
        """
        if not may_watch(self.house.state, name, viewer):
            raise Refused("FIELD table", f"there is no table {name[:40]!r}")
        return self.desk(name)

    async def set_up(self, order: Order, game: Game, first: Order | None = None) -> Reply:
        """Put a new table into the room; `first` is an order to the house, as who may see it."""
        if self.house.elsewhere is not None:
            raise Elsewhere(HOUSE)
        async with self._founding:
            name = order.says.name
            check_table_name(name)
            if name in self.desks or name in self.faulty:
                raise Refused("FIELD name", f"there is already a table {name[:40]!r}")
            entries = set_up(order, game, self.house.state)
            self.till.check_seed(entries)
            if first is not None:
                await self.house.ask(first)
            if self.store.mine is not None:
                self.store.mine |= {stream_of(name), CHAT + name}
            await self.store.append(stream_of(name), to_lines(entries))
            desk = self.new_desk(founded(entries[0], game_of))
            desk.elsewhere = None
            for number, entry in enumerate(entries, 1):
                desk.resume(number, entry)
            desk.start()
            await self.courier.book(name)
            self.serve(desk)
            return Reply(desk.number)
