"""The keeper of a process: renews its lease, takes logs that nobody has, and gives logs away.

PostgreSQL is the only coordinator. Notices between processes make things quick; a look at the
database twice a second makes them certain.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from importlib.metadata import version
from time import monotonic
from typing import TYPE_CHECKING

import psycopg
from sqlalchemy.exc import SQLAlchemyError

from croupier.server.cluster.handover import Handover
from croupier.server.cluster.mirrors import Mirrors, is_whole
from croupier.server.cluster.placement import place_of, with_chat
from croupier.server.monitoring.server_log import LOG
from croupier.server.store import members as book
from croupier.server.store.faults import Fault
from croupier.server.store.heads import Head
from croupier.server.store.lines import CHAT, HOUSE, TABLE
from croupier.server.store.members import Leased, Member

if TYPE_CHECKING:
    from croupier.server.service import Service

LOOK_S = 0.5  # between two looks, when no notice comes
REST_S = 0.03  # between two looks, however many notices come
ORPHAN_S = 3.0  # for which a log waits for the process that should have it
AWAY = (psycopg.Error, SQLAlchemyError, OSError, TimeoutError)  # the database does not answer


class Keeper:
    """What one process knows of the others, and does about it."""

    def __init__(self, service: "Service") -> None:
        """Keep the logs of this room that fall to this process."""
        self._service, self._store = service, service.store
        self.owner = service.store.owner
        self._said = self.owner, version("croupier"), service.store.keys
        self.mirrors = Mirrors(service)
        self._handover = Handover(service)
        self.members: list[Member] = []  # that live
        self.leases: dict[str, Leased] = {}
        self._number = 0  # of this process, among all that ever were
        self._connection: psycopg.AsyncConnection | None = None
        self._notices: psycopg.AsyncConnection | None = None
        self._heard = asyncio.Event()
        self._looked = asyncio.Event()  # set after every look, then replaced
        self._grown = False  # whether something was committed that others may wait for
        self._moving: set[str] = set()  # logs on their way to this process, or from it
        self._tasks: set[asyncio.Task[None]] = set()
        self.orphans: dict[str, float] = {}  # since when nobody has a log
        self._renewed = monotonic()
        self.on_looked: Callable[[], None] = lambda: None
        self.is_leaving = False  # it takes and gives nothing more
        self.unowned_s = 0.0  # the longest time that a log was without an owner, as seen here

    async def start(self) -> None:
        """Join the processes of the room, and begin to look after logs."""
        self._store.on_lost = self._lost
        self._store.on_commit = self._committed
        await self._connect()
        assert self._connection is not None
        await book.begin_house(self._connection, self._store.keys)
        self._number = await book.join(self._connection, *self._said)
        await book.notify(self._connection, self.owner)
        await self._look()
        self._begin(self._run())
        self._begin(self._listen())

    async def rest(self) -> None:
        """Look no more: the process stops."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def stop(self) -> None:
        """Let every log go, and leave; others take them at once."""
        with suppress(*AWAY):
            await self._connect()
            assert self._connection is not None
            await book.release(self._connection, self.owner, list(self.leases))
            await book.strike(self._connection, self._number)
        for connection in (self._connection, self._notices):
            if connection is not None:
                with suppress(*AWAY):
                    await connection.close()

    def owner_of(self, stream: str) -> Member | None:
        """The process that has a log, as last seen."""
        name = self.leases[stream].owner if stream in self.leases else ""
        return next((one for one in self.members if one.name == name), None)

    def is_peer(self, host: str) -> bool:
        """Whether another process of the room is at an address."""
        others = (one.address for one in self.members if one.name != self.owner.process)
        return host in {address.rpartition(":")[0].strip("[]") for address in others}

    def has(self, stream: str) -> bool:
        """Whether this process has a log, and serves it."""
        return stream in (self._store.mine or ()) and stream not in self._moving

    @property
    def is_late(self) -> bool:
        """Whether the lease may have run out: others may have this process's logs by now."""
        return monotonic() - self._renewed > book.GONE_S

    async def looked(self) -> None:
        """Look soon, and return when that is done."""
        self._heard.set()
        looked = self._looked
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_S):
                await looked.wait()

    async def refresh(self) -> None:
        """Read what all processes have committed up to now."""
        if self._connection is None:
            return
        leases = await book.leases_of(self._connection)
        await self.mirrors.follow(leases)

    # --- the loop ----------------------------------------------------------------------------

    def _begin(self, work: "asyncio._CoroutineLike[None]") -> None:
        task = asyncio.create_task(work, name="keeper")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self) -> None:
        if self._connection is None:
            self._connection = await book.connect(self._store.engine.url, self.owner)

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._heard.wait()
            self._heard.clear()
            try:
                await self._connect()
                await self._renew()
                await self._look()
            except AWAY as fault:
                LOG.warning("the keeper cannot reach the database (%s)", type(fault).__name__)
                await self._disconnect()
                await asyncio.sleep(LOOK_S)
            except Exception:  # without a keeper every log would be lost
                LOG.exception("looking after the logs of this process")
            looked, self._looked = self._looked, asyncio.Event()
            looked.set()
            await asyncio.sleep(REST_S)

    async def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(*AWAY):
                await self._connection.close()
            self._connection = None

    async def _renew(self) -> None:
        """Renew the lease of this process; if it was taken for dead, join again."""
        assert self._connection is not None
        began = monotonic()
        if await book.renew(self._connection, self._number, *self._said):
            self._renewed = began
            await book.hold(self._connection, self._number)
            return
        LOG.warning("this process was taken for dead: others may have its logs")
        for stream in tuple(self._store.mine or ()):
            self._store.lose(stream)
        self._number = await book.join(self._connection, *self._said)
        self._renewed = began

    async def _look(self) -> None:
        """See what changed, follow it, and take or give what falls to this process."""
        assert self._connection is not None
        if self._grown:
            self._grown = False
            await book.notify(self._connection, self.owner)
        found = await self._whole(await book.members_of(self._connection, self._store.keys))
        for dead in (one for one in found if one.is_dead and one.id != self._number):
            LOG.warning("process %s is gone: its logs are taken over", dead.name)
            await book.bury(self._connection, dead)
        self.members = [one for one in found if not one.is_dead or one.id == self._number]
        self.leases = await book.leases_of(self._connection)
        self._check_held()
        self.on_looked()
        await self.mirrors.follow(self.leases)
        if self._store.faults:
            await self._step_back()
        elif not self.is_leaving:
            self._decide()

    async def _whole(self, found: list[Member]) -> list[Member]:
        """The processes that the room itself entered; a forged entry is reported, and struck off.

        A process whose entry was changed enters itself again.
        """
        assert self._connection is not None
        for one in (one for one in found if one.is_forged and one.id != self._number):
            words = "process %s at %s was not entered by the room: nothing is sent there"
            LOG.critical(words, one.name, one.address)
            await book.strike(self._connection, one.id)
        return [one for one in found if not one.is_forged or one.id == self._number]

    async def _step_back(self) -> None:
        """Leave the logs to others: this process found a fault, and can only be read."""
        assert self._connection is not None
        held = list(self._store.mine or ())
        for stream in held:
            self._store.lose(stream)
        if held:
            await book.drain(self._connection, self.owner.process)
            await book.release(self._connection, self.owner, held)

    def _check_held(self) -> None:
        """Notice logs that another process has taken."""
        for stream in tuple(self._store.mine or ()):
            one, head = self.leases.get(stream), self._store.heads.get(stream)
            if one is None or head is None or one.epoch < head.epoch:
                continue  # begun, or taken, since that was read
            if one.owner != self.owner.process or one.epoch > head.epoch:
                self._store.lose(stream)

    def _decide(self) -> None:
        alive, now = {one.name for one in self.members}, monotonic()
        take = list[str]()
        for stream, one in self.leases.items():
            if stream in self._moving or not self._handover.serves(stream):
                continue
            place = place_of(stream, one.wanted, self.members)
            if one.owner in alive:
                self._own_again(stream, now)
            if stream in (self._store.mine or ()):
                self._handover.rest(stream, resting=place != self.owner.process)
                if place != self.owner.process and self._handover.can_go(stream):
                    self._begin(self._give(stream))
            elif one.owner == self.owner.process:
                take.append(stream)  # what was written was uncertain: it is read again
            elif one.owner not in alive:
                since = self.orphans.setdefault(stream, now)
                if place == self.owner.process or now - since > ORPHAN_S:
                    take.append(stream)
        if take:
            self._moving |= set(take)
            self._begin(self._take(take))

    def _own_again(self, stream: str, now: float) -> None:
        if since := self.orphans.pop(stream, None):
            self.unowned_s = max(self.unowned_s, now - since)

    # --- taking and giving -------------------------------------------------------------------

    async def _take(self, streams: list[str]) -> None:
        """Take logs, read them to their ends, and serve them: the house first, for the tables."""
        streams.sort(key=lambda stream: stream != HOUSE)
        try:
            assert self._connection is not None
            both = [name for stream in streams for name in with_chat(stream)]
            heads = {
                head.stream: head for head in await book.claim(self._connection, self.owner, both)
            }
            await self.mirrors.read_to({name: head.number for name, head in heads.items()})
            taken = [stream for stream in streams if stream in heads and not self._store.faults]
            await asyncio.gather(*(self._take_one(stream, heads) for stream in taken))
            await book.notify(self._connection, self.owner)
        except AWAY as fault:
            LOG.warning("taking logs: the database does not answer (%s)", type(fault).__name__)
        except Exception:
            LOG.exception("taking logs")
        finally:
            self._moving -= set(streams)
            self._heard.set()

    async def _take_one(self, stream: str, heads: Mapping[str, Head]) -> None:
        for name in with_chat(stream):
            if name in heads and not is_whole(self._store, heads[name]):
                known, end = self.mirrors.known(name)[0], heads[name].number
                what = f"the log ends here, but this process has already read line {known}"
                self._store.fail(Fault(name, end, what))
                return
        for name in with_chat(stream):
            if name in heads:
                self._store.gain(heads[name])
            elif self._store.mine is not None:
                self._store.mine.add(name)  # a chat in which nobody has said anything
        self._own_again(stream, monotonic())
        try:
            self.mirrors.was_kept(stream, heads[stream].upto)
            await self._handover.took(stream)
        except Exception:  # it is still this process's, and is taken again
            LOG.exception("taking %s", stream)
            self._store.lose(stream)

    async def _give(self, stream: str) -> None:
        """Let a log go between two rounds, so that the process that should have it takes it."""
        if stream in self._moving:
            return
        self._moving.add(stream)
        try:
            await self._handover.gave(stream)
            for name in with_chat(stream):
                self._store.let_go(name)
            assert self._connection is not None
            await book.release(self._connection, self.owner, with_chat(stream))
        except AWAY as fault:  # it is still this process's, and is taken again
            LOG.warning("giving %s: the database does not answer (%s)", stream, fault)
        finally:
            self._moving.discard(stream)
            self._heard.set()

    def _lost(self, stream: str) -> None:
        """Let people at a table go: they come back, to the process that has it then."""
        if stream.startswith(CHAT):
            self._store.lose(TABLE + stream.removeprefix(CHAT))
            return
        for name in with_chat(stream)[1:]:
            self._store.let_go(name)
        self._handover.lost(stream)
        self._heard.set()

    # --- notices -----------------------------------------------------------------------------

    def _committed(self, streams: Iterable[str]) -> None:
        """Tell others soon that there is more to read."""
        if len(self.members) > 1:
            self._grown = True
            self._heard.set()

    async def _listen(self) -> None:
        while True:
            try:
                self._notices = await book.connect(self._store.engine.url, self.owner)
                await self._notices.execute(f"LISTEN {book.CHANNEL}")
                async for notice in self._notices.notifies():
                    if notice.payload != self.owner.process:
                        self._heard.set()
            except AWAY:
                await asyncio.sleep(LOOK_S)  # it keeps looking without notices
