"""Logs that other processes write, followed line by line: so every process knows the whole room.

What is read here is checked like any line of the record. Pages are served from it, and
a process that takes over a log continues from it without reading the log again.
"""

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING

from sqlalchemy import text

from croupier.games import game_of
from croupier.room.house import evolve as house_log
from croupier.room.table import evolve as table_log
from croupier.room.table.evolve import founded
from croupier.server.store.chain import START, chain_faults
from croupier.server.store.database import Store
from croupier.server.store.heads import Head
from croupier.server.store.lines import CHAT, HOUSE, TABLE
from croupier.server.store.members import Leased
from croupier.server.store.pages import to_stored

if TYPE_CHECKING:
    from croupier.server.service import Service

MOST = 5000  # lines read at once
FIELDS = "e.stream, e.number, e.kind, e.sealed, e.body, e.hash, e.epoch, e.mac"
_BEHIND = text(
    f"SELECT {FIELDS} FROM unnest(CAST(:streams AS text[]), CAST(:numbers AS int[])) "
    "AS known (stream, number) JOIN events e ON e.stream = known.stream "
    f"AND e.number > known.number ORDER BY e.stream DESC, e.number LIMIT {MOST}"
)  # tables come before their chats


class Mirrors:
    """The logs of other processes, as far as they were read."""

    def __init__(self, service: "Service") -> None:
        """Follow the logs of this room."""
        self._service, self._store = service, service.store
        self._reading = asyncio.Lock()

    def known(self, stream: str) -> tuple[int, bytes]:
        """How far a log was read, and what its last line hashes to."""
        return self._store.known.get(stream, (0, START))

    async def follow(self, leases: Mapping[str, Leased]) -> None:
        """Read what other processes have written since."""
        ends = {stream: one.number for stream, one in leases.items()}
        await self.read_to(ends)
        for stream, one in leases.items():
            if one.upto and not self._is_mine(stream):
                self._note_kept(stream, one.upto)

    async def read_to(self, ends: Mapping[str, int]) -> None:
        """Read logs at least to these lines, unless they are this process's own."""
        async with self._reading:
            while behind := self._behind(ends):
                numbers = [self.known(stream)[0] for stream in behind]
                async with self._store.engine.connect() as connection:
                    given = {"streams": behind, "numbers": numbers}
                    rows = list(await connection.execute(_BEHIND, given))
                if not rows:  # the end was rolled back, or is cut off: a takeover looks at that
                    return
                for row in rows:
                    self._take(row)
                if self._store.faults:
                    return

    def _is_mine(self, stream: str) -> bool:
        return self._store.mine is not None and stream in self._store.mine

    def _behind(self, ends: Mapping[str, int]) -> list[str]:
        return [
            stream
            for stream, number in ends.items()
            if number > self.known(stream)[0]
            and not self._is_mine(stream)
            and stream.startswith((TABLE, CHAT, HOUSE))
        ]

    def _take(self, row: object) -> None:
        line, known = to_stored(row), self._store.known
        after = self.known(line.stream)
        if self._is_mine(line.stream) or line.number <= after[0] or self._store.faults:
            return
        for fault in chain_faults([line], self._store.keys, after=after):
            self._store.fail(fault)
            return
        known[line.stream] = line.number, line.hash
        head = self._store.heads.get(line.stream) or Head(line.stream)
        self._store.heads[line.stream] = head._replace(number=line.number, hash=line.hash)
        self._show(line.stream, line.number, self._store.opened(line))

    def _show(self, stream: str, number: int, body: bytes) -> None:
        """Let the room know a line that another process wrote."""
        name, desks = stream.removeprefix(TABLE).removeprefix(CHAT), self._service.desks
        if stream == HOUSE:
            self._service.house.follow(number, house_log.read_entry(body))
        elif stream.startswith(TABLE):
            entry = table_log.read_entry(body)
            if number == 1:
                desks[name] = self._service.new_desk(founded(entry, game_of))
            if name in desks:
                desks[name].follow(number, entry)
        elif name in desks:
            desks[name].chat.resume(number, body)

    def was_kept(self, stream: str, upto: int) -> None:
        """Begin what is recent of a log after a line up to which another process kept it."""
        name = stream.removeprefix(TABLE)
        if stream == HOUSE:
            self._service.house.was_kept(upto)
        elif stream.startswith(TABLE) and name in self._service.desks:
            self._service.desks[name].was_kept(upto)

    def _note_kept(self, stream: str, upto: int) -> None:
        """Notice that the process which has a log has kept it: what is recent begins later."""
        head = self._store.heads.get(stream)
        if head is not None and head.upto != upto <= head.number:
            self._store.heads[stream] = head._replace(upto=upto)
            self.was_kept(stream, upto)


def is_whole(store: Store, head: Head) -> bool:
    """Whether a log was read exactly to where its head says that it ends."""
    return store.known.get(head.stream, (0, START)) == (head.number, head.hash)
