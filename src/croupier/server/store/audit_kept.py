"""Check what is kept of a log: snapshot, sums and rounds agree with its lines."""

from collections import Counter
from collections.abc import AsyncIterator
from datetime import time
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.engine.events import RoundOpened
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.house import evolve as house_log
from croupier.room.house.state import House
from croupier.room.logbook import Entry
from croupier.room.table import evolve as table_log
from croupier.room.table.state import Table
from croupier.room.table.written import between, read_table
from croupier.server.store.audit_log import LogAudit
from croupier.server.store.faults import Fault
from croupier.server.store.finished import finished, round_mac, round_row
from croupier.server.store.heads import Head
from croupier.server.store.keys import Keys
from croupier.server.store.lines import HOUSE
from croupier.server.store.retired import Base
from croupier.server.store.schema import round_players, rounds, sums
from croupier.server.store.snapshots import digest, open_snapshot, read_snapshot
from croupier.server.tables.memories import (
    HouseMemory,
    TableMemory,
    house_sums,
    house_version,
    table_sums,
    table_version,
)

NOBODY = Keys(b"", b"")
PART = 1000  # lines, at least, that are summed together
OTHER = "is not what the log comes to"


class KeptAudit:
    """What is kept of one log, compared with its lines up to the same one."""

    def __init__(
        self,
        connection: AsyncConnection,
        head: Head | None,
        keys: Keys | None,
        dawn: time,
        base: Base | None = None,
    ) -> None:
        """Begin before the first line, or after a base; without a head or keys check nothing."""
        self._connection, self._head, self._keys = connection, head or Head(""), keys or NOBODY
        self.state: Table | House | None = House() if self._head.stream == HOUSE else None
        self._begins = self._number = base.number if base is not None else 0
        if base is not None and keys is not None:
            self.state = base.table(keys)
        self._dawn = dawn
        self._before: Any = self.state  # where the part began
        self._part: list[Entry] = []
        self.sums = Counter[tuple[str, str, str, str]](base.amounts if base is not None else {})
        self._wrong = head is None or keys is None  # then nothing more is looked at

    async def take(self, log: LogAudit) -> AsyncIterator[Fault]:
        """Read the latest lines of a log, as far as they are kept; a broken log is not read."""
        for number, entry in () if log.broken else log.fresh.items():
            if self._wrong or number != self._number + 1 or number > self._head.upto:
                return
            if len(self._part) >= PART and self._is_cut(entry):
                async for fault in self.close():
                    yield fault
            self._number = number
            self._fold(entry)

    def _is_cut(self, entry: Entry) -> bool:
        """Whether a log can be cut before this line."""
        if isinstance(self.state, Table):
            return isinstance(entry.fact, RoundOpened) and self.state.charges.waiting is None
        return True

    def _fold(self, entry: Entry) -> None:
        if isinstance(self.state, House):
            self.state = house_log.evolve(self.state, entry)
        elif self.state is None:
            self.state = self._before = table_log.founded(entry, game_of)
        else:
            self.state = table_log.evolve(self.state, entry)
        self._part.append(entry)

    async def close(self) -> AsyncIterator[Fault]:
        """Sum up a part, and compare its rounds."""
        if isinstance(self._before, Table):
            self.sums.update(table_sums(self._before.name, self._part, self._dawn))
            after = self._number - len(self._part)
            made = [round_row(one, self._dawn) for one in finished(self._before, after, self._part)]
            async for fault in self._rounds(made, after):
                yield fault
        elif isinstance(self.state, House):
            self.sums.update(house_sums(self._part, self._dawn))
        self._before, self._part = self.state, []

    async def _rounds(self, made: list[dict[str, Any]], after: int) -> AsyncIterator[Fault]:
        here = rounds.c.stream == self._head.stream, rounds.c.line.between(after + 1, self._number)
        found = {
            row.line: row for row in await self._connection.execute(select(rounds).where(*here))
        }
        there = (
            round_players.c.stream == self._head.stream,
            round_players.c.line.between(after + 1, self._number),
        )
        people: dict[int, set[str]] = {}
        for row in await self._connection.execute(select(round_players).where(*there)):
            people.setdefault(row.line, set()).add(row.person)
        for one in made:
            kept = found.pop(one["line"], None)
            same = kept is not None and all(
                getattr(kept, name) == value for name, value in one.items() if name != "people"
            )
            mac = round_mac(one["stream"], one["line"], one["body"], self._keys)
            same = same and kept is not None and kept.mac in (None, mac)
            if not same or people.pop(one["line"], set()) != set(one["people"]):
                yield Fault(self._head.stream, one["line"], f"the index of this round {OTHER}")
                self._wrong = True
                return
        for line in sorted({*found, *people}):
            yield Fault(self._head.stream, line, "the index has a round that is not in the log")
            self._wrong = True
            return

    async def faults(self) -> AsyncIterator[Fault]:
        """What is wrong, after the last line."""
        head = self._head
        if self._wrong or self._number != head.upto:
            return  # the log itself is at fault, and is named for it
        async for fault in self.close():
            yield fault
        for table in (rounds, round_players):
            beyond = (table.c.line <= self._begins) | (table.c.line > head.upto)
            wanted = select(table.c.line).where(table.c.stream == head.stream, beyond).limit(1)
            if (line := await self._connection.scalar(wanted)) is not None:
                yield Fault(head.stream, line, "the index has a round that is not in the log")
        settled = select(sums).where(sums.c.stream == head.stream)
        kept = {
            (row.shift, row.report, row.key, row.field): row.amount
            for row in await self._connection.execute(settled)
        }
        for (shift, name, _, field), _ in sorted({*kept.items()} ^ {*self.sums.items()})[:1]:
            what = f"the sum of {field!r} in the report {name!r}, {shift}, {OTHER}"
            yield Fault(head.stream, 0, what)
        if head.upto:
            async for fault in self._snapshot():
                yield fault

    async def _snapshot(self) -> AsyncIterator[Fault]:
        head = self._head
        one = await read_snapshot(self._connection, head.stream)
        if one is None:
            yield Fault(head.stream, head.upto, "the snapshot after this line is gone")
            return
        if (one.number, digest(one)) != (head.upto, head.snapshot):
            yield Fault(head.stream, head.upto, "the snapshot is not the one that the head names")
            return
        try:
            body = open_snapshot(one, head, self._keys)
        except Refused as refused:
            yield Fault(head.stream, head.upto, f"the snapshot after this line: {refused.why}")
            return
        if not self._is_same(one.version, body):
            yield Fault(head.stream, head.upto, f"the snapshot after this line {OTHER}")

    def _is_same(self, version: str, body: bytes) -> bool:
        """Whether the state is that of the log; one of another version is never used."""
        if isinstance(self.state, House):
            if version != house_version():
                return True
            house = msgspec.json.decode(body, type=HouseMemory).house
            if not self.state.is_set_up:  # then the configuration says of which kind it is
                house = msgspec.structs.replace(house, kind=self.state.kind)
            return house == self.state
        if self.state is None or version != table_version(self._dawn):
            return True
        memory = msgspec.json.decode(body, type=TableMemory)
        return read_table(memory.table, game_of) == between(self.state)
