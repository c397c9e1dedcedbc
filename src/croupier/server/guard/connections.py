"""Open sockets: how many there can be, and that each ends with the session it was opened with."""

import asyncio
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from itertools import count

from croupier.refused import Refused
from croupier.room.house.people import Actor
from croupier.server.auth.users import Accounts, Session
from croupier.server.monitoring.server_log import LOG

EVERY = 1.0  # seconds between two looks at sessions that another process may have ended
THOROUGH = 10  # one check in this many covers every session, changed or not


class Connection:
    """One socket: whose it is, where it comes from, and how it is ended."""

    def __init__(self, address: str) -> None:
        """Come from this address; whose it is follows, a spectator's belongs to no session."""
        self.address = address
        self.session: Session | None = None
        self.table = ""  # that it follows
        self.is_ended = False
        self.has_moved = False  # the table: the client comes back to it
        self.on_end: Callable[[], object] = lambda: None

    @property
    def actor(self) -> Actor | None:
        """The person, unless it is a spectator."""
        return self.session.actor if self.session is not None else None

    def end(self) -> None:
        """Let it carry no more orders and no more frames."""
        self.is_ended = True
        self.on_end()


class Connections:
    """Every socket of the room."""

    def __init__(
        self, accounts: Accounts, clock: Callable[[], datetime], most: int, each: int
    ) -> None:
        """Hold at most this many sockets in all, and from one address."""
        self._accounts, self._clock, self._most, self._each = accounts, clock, most, each
        self._open: set[Connection] = set()
        self._by_address: Counter[str] = Counter()
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._open)

    def start(self) -> None:
        """Begin to look after sessions."""
        self._task = asyncio.create_task(self._watch(), name="connections")

    async def stop(self) -> None:
        """Look after them no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def enter(self, connection: Connection) -> None:
        """Count a socket in, or refuse one too many."""
        if len(self._open) >= self._most:
            raise Refused("FIELD connection", "the room is full: try again later")
        if self._by_address[connection.address] >= self._each:
            why = f"an address can have {self._each} connections: close one first"
            raise Refused("FIELD connection", why)
        self._open.add(connection)
        self._by_address[connection.address] += 1

    def leave(self, connection: Connection) -> None:
        """Count a socket that closed."""
        self._open.discard(connection)
        self._by_address[connection.address] -= 1
        if not self._by_address[connection.address]:
            del self._by_address[connection.address]

    def let_go(self, table: str) -> None:
        """End the sockets at a table that another process serves from now on."""
        for connection in [one for one in self._open if one.table == table]:
            connection.has_moved = True
            connection.on_end()

    async def check(self) -> None:
        """End every socket whose session has ended, or whose person has another role now."""
        known = [(one, one.session) for one in self._open if one.session is not None]
        digests = list({session.digest for _, session in known})
        valid = await self._accounts.valid(digests, self._clock()) if digests else {}
        for connection, session in known:
            now = valid.get(session.digest)
            if now is None or now.actor != session.actor:
                connection.end()

    async def _watch(self) -> None:
        seen: object = None
        for look in count(1):
            await asyncio.sleep(EVERY)
            try:
                before, seen = seen, await self._accounts.standing(self._clock())
                if seen != before or look % THOROUGH == 0:
                    await self.check()
            except Exception:  # a database that does not answer carries out no order either
                LOG.exception("checking the sessions of open sockets")
