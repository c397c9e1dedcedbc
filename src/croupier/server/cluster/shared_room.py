"""A room that several processes share, as one of them sees it: everything of this package."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from croupier.refused import Refused
from croupier.server.cluster.keeper import AWAY, Keeper
from croupier.server.cluster.placement import is_placed
from croupier.server.cluster.post import Post
from croupier.server.monitoring.server_log import LOG
from croupier.server.store.lease import Elsewhere
from croupier.server.store.lines import HOUSE, TABLE
from croupier.server.tables.till import Lines

if TYPE_CHECKING:
    from croupier.server.service import Service

FRESH_S = 0.1  # for which what was read of other processes is good enough for a page
BOOK_S = 2.0  # between two tries to book what could not be booked
DRAWING = int.from_bytes(b"draw", "big")  # the locks of those who draw on purses
AT_TILL = 4  # who draw at once in one process


class SharedRoom:
    """What a process does in addition to serving its own logs."""

    def __init__(self, service: "Service") -> None:
        """Share this room; it must not have started."""
        self.service, self.keys = service, service.store.keys
        self.keeper = Keeper(service)
        self.post = Post(service, self.keeper)
        self.forwarded = 0  # requests and sockets that went to other processes
        self._read = 0.0
        self._booking: asyncio.Task[None] | None = None
        service.elsewhere = service.house.elsewhere = self.post.ask
        service.till.line = Drawing(self)
        service.shared = self
        self.relays: dict[
            asyncio.Task[None], tuple[str, str]
        ] = {}  # to which log, at whose address
        self.keeper.on_looked = self._cut_relays

    async def start(self) -> None:
        """Take part: the service has read all logs."""
        if self.service.house.state.kind == "demonstration":
            why = "a demonstration can have only one process: its bots and guests share its memory"
            raise Refused("FIELD workers", why)
        await self.keeper.start()
        self._booking = asyncio.create_task(self._book(), name="booking")

    async def rest(self) -> None:
        """Look after nothing more: the service has stopped, and signs its logs."""
        if self._booking is not None:
            self._booking.cancel()
            await asyncio.gather(self._booking, return_exceptions=True)
        await self.keeper.rest()

    def address_of(self, stream: str) -> str:
        """Where the process is reached that has a log; empty when it is this one, or nobody."""
        owner = self.keeper.owner_of(stream)
        mine = owner is None or owner.name == self.keeper.owner.process
        return "" if mine or owner is None else owner.address

    def _cut_relays(self) -> None:
        """End what is carried to a process that has no longer the table: it may stand still."""
        for task, (stream, address) in self.relays.items():
            if self.address_of(stream) != address:
                task.cancel()

    def serves(self) -> list[str]:
        """The tables that this process has, and the house if it has that."""
        mine = self.service.store.mine or ()
        return sorted(stream.removeprefix(TABLE) for stream in mine if is_placed(stream))

    def serves_unknown(self, stream: str) -> bool:
        """Whether a log is one that nobody has: this process says so itself."""
        return stream != HOUSE and stream.removeprefix(TABLE) not in self.service.desks

    async def catch_up(self, path: str) -> None:
        """Read what other processes wrote, before a page is served from it."""
        if not path.startswith("/api/") or monotonic() - self._read < FRESH_S:
            return
        self._read = monotonic()
        try:
            await self.keeper.refresh()
        except AWAY:
            LOG.warning("a page is served from what was read before: the database is unavailable")

    async def _book(self) -> None:
        """Book what was not: the process that has the house was away."""
        service = self.service
        while True:
            await asyncio.sleep(BOOK_S)
            for name, desk in list(service.desks.items()):
                if desk.elsewhere is None and service.courier.waiting_of(name):
                    try:
                        await service.courier.book(name)
                    except (Refused, Elsewhere):
                        await self.catch_up("/api/")  # most often it was booked before
                    except Exception:
                        LOG.exception("booking %s", name)


class Drawing:
    """The lines at the till of a shared room: one for each purse, in all processes.

    The purchase in front reads everything that was committed before, and so decides on what the
    purse holds now. Each purchase in front keeps a database connection, so only a few are at once.
    """

    def __init__(self, room: SharedRoom) -> None:
        """Stand in line with the other processes."""
        self._room, self._here, self._few = room, Lines(), asyncio.Semaphore(AT_TILL)

    @asynccontextmanager
    async def __call__(self, whose: str) -> AsyncIterator[None]:
        """Wait for the turn in the line of a purse; let the next one draw afterward."""
        service = self._room.service
        async with self._here(whose):
            if service.play_chips:
                yield
                return
            turn = func.pg_advisory_xact_lock(DRAWING, func.hashtext(whose))
            async with self._few, service.store.engine.begin() as connection:
                await connection.execute(select(turn))
                await self._room.keeper.refresh()
                yield
