"""A server that stands by: it passes connections on to the one that has the room, until it has it.

Bytes are passed on as they are, so pages, orders and sockets work as at the other server. Nothing
is decided here: the lock of the database says which of the waiting servers is next.
"""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress

from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from croupier.refused import Refused
from croupier.server.config import Config
from croupier.server.reach import listens_on
from croupier.server.server_log import LOG
from croupier.server.store.database import make_engine
from croupier.server.store.lease import Owner, look_at
from croupier.server.store.lock import Lock, Taken
from croupier.server.wire import Lines

LOOK_S = 0.5  # between two looks at the server that has the room
CONNECT_S = 3.0  # for it to answer
PIECE = 64 * 1024  # bytes passed on at once
NOT_NOW = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 2\r\ncontent-type: text/plain\r\n"
    b"content-length: 43\r\nconnection: close\r\n\r\nthe room moves to another server: try again"
)


def check_standby(url: URL) -> None:
    """Refuse to stand by for a room that only one process can open."""
    if url.get_backend_name() == "sqlite":
        why = "a room in a SQLite file has one server: keep it in PostgreSQL to have a standby"
        raise Refused("FIELD standby", why)


class Standby:
    """A server that waits for a room, and passes on what clients send meanwhile."""

    def __init__(self, config: Config) -> None:
        """Listen where this server will serve the room later."""
        self._config, self._lines = config, Lines(config)
        self._owner: Owner | None = None
        self._stopped = False
        self.seen: dict[str, int] = {}  # how far each log has come, as far as was seen
        self._open: set[asyncio.Task[None]] = set()

    def take(self, lock: Lock) -> None:
        """Return once this server has the lock; asked to stop before that, it just does."""
        with suppress(asyncio.CancelledError):
            asyncio.run(self.wait(lock))
        if self._stopped:
            lock.release()
            raise SystemExit(0)

    async def wait(self, lock: Lock) -> None:
        """Serve as a relay until the lock is taken."""
        waits = asyncio.current_task()
        assert waits is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._stop, waits)
        try:
            await asyncio.to_thread(lock.take)
        except Taken:
            await self._relay(lock)

    def _stop(self, waits: asyncio.Task[None]) -> None:
        self._stopped = True
        waits.cancel()

    async def _relay(self, lock: Lock) -> None:
        host, port = listens_on(self._config), self._config.port
        engine = make_engine(self._config.db)
        relay = await asyncio.start_server(self._enter, host, port)
        LOG.info("standing by: another server has the room")
        watching = asyncio.create_task(self._watch(engine))
        try:
            await _until_taken(lambda: asyncio.to_thread(lock.take))
        finally:
            watching.cancel()
            relay.close()
            for task in self._open:
                task.cancel()
            await asyncio.gather(watching, *self._open, return_exceptions=True)
            await engine.dispose()
        LOG.info("the room is this server's now")

    async def _watch(self, engine: AsyncEngine) -> None:
        """Keep in mind which server has the room, and how far its logs have come."""
        while True:
            try:
                room = await look_at(engine)
                self._owner = room.owner
                for stream, number in room.numbers.items():
                    self.seen[stream] = max(number, self.seen.get(stream, 0))
            except (SQLAlchemyError, OSError) as fault:
                LOG.warning("standing by: the database does not answer (%s)", type(fault).__name__)
            await asyncio.sleep(LOOK_S)

    async def _enter(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on a connection, as many of them as the room would take."""
        task = asyncio.current_task()
        assert task is not None
        host = writer.get_extra_info("peername")[0]
        if not self._lines.take(host):
            writer.transport.abort()
            return
        self._open.add(task)
        try:
            await self._pass_on(reader, writer)
        except (OSError, TimeoutError, asyncio.CancelledError):
            writer.transport.abort()  # either side is gone, or the room is: the client comes back
        finally:
            self._open.discard(task)
            self._lines.leave(host)
            writer.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, _, port = self._owner.address.rpartition(":") if self._owner else ("", "", "")
        try:
            async with asyncio.timeout(CONNECT_S):
                there = await asyncio.open_connection(host.strip("[]"), int(port or 0))
        except (OSError, TimeoutError, ValueError):
            writer.write(NOT_NOW)
            await writer.drain()
            return
        try:
            both = (_pipe(reader, there[1]), _pipe(there[0], writer))
            pipes = [asyncio.create_task(one) for one in both]
            await asyncio.wait(pipes, return_when=asyncio.FIRST_COMPLETED)
            for pipe in pipes:
                pipe.cancel()
            await asyncio.gather(*pipes, return_exceptions=True)
        finally:
            there[1].close()


async def _until_taken(take: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            return await take()
        except Taken:
            pass
        except Refused as refused:  # the database is away: nobody can take the room
            LOG.warning("standing by: %s", refused.why)
        await asyncio.sleep(LOOK_S)


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while piece := await reader.read(PIECE):
        writer.write(piece)
        await writer.drain()
