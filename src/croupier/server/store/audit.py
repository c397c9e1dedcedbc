"""Check a whole database: chain, MACs, signatures, books, and every round played again.

Each finding names its place. Without the keys the chain, the books and the plain lines are
checked; with them also what is sealed, and that the room itself wrote every line.
"""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress

from sqlalchemy import Table
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from croupier.refused import Refused
from croupier.room.house.state import House
from croupier.server.store.archives import ARCHIVES, archive_faults
from croupier.server.store.audit_books import Slips, balance_faults, book_faults, slip_faults
from croupier.server.store.audit_kept import KeptAudit
from croupier.server.store.audit_log import LogAudit
from croupier.server.store.audit_rows import head_faults, request_faults
from croupier.server.store.checkpoints import (
    ROLL,
    Checkpoint,
    is_genuine,
    read_coverage,
    roll_hash,
)
from croupier.server.store.faults import UNREADABLE, Fault, readable
from croupier.server.store.head_file import Kept
from croupier.server.store.heads import read_heads
from croupier.server.store.keys import Keys
from croupier.server.store.lines import HOUSE, PEOPLE, TABLE
from croupier.server.store.pages import (
    checkpoints_of,
    has_table,
    log_names,
    read_founded,
    snapshot,
    stored_page,
)
from croupier.server.store.people_log import people_faults, token_faults
from croupier.server.store.retired import Base, read_bases
from croupier.server.store.schema import (
    balances,
    checkpoints,
    events,
    heads,
    journal,
    requests,
    round_players,
    rounds,
    snapshots,
    sums,
)
from croupier.server.store.start import link_faults, start_faults
from croupier.server.store.witness import Held, contradictions

LOGS: tuple[Table, ...] = (events, checkpoints, journal, balances, requests)
KEPT: tuple[Table, ...] = (heads, snapshots, sums, rounds, round_players)


async def audit(
    engine: AsyncEngine,
    keys: Keys | None,
    witness: Sequence[Held] = (),
    kept: Kept | None = None,
) -> AsyncIterator[Fault]:
    """Everything that is wrong with a database, log by log; the room may be open meanwhile."""
    async with snapshot(engine) as connection:
        found = _Audit(connection, keys, witness, old=not await has_table(connection, heads))
        async for fault in readable(ROLL, found.faults(kept)):
            yield fault


class _Audit:
    """One check of everything, at one moment."""

    def __init__(
        self, connection: AsyncConnection, keys: Keys | None, witness: Sequence[Held], *, old: bool
    ) -> None:
        self._connection, self._keys, self._witness = connection, keys, witness
        self._old = old  # a database of version 0.1
        self._sealed = False  # whether the lines have MACs
        self._slips = Slips()
        self._dawn = House().dawn  # when a gaming day begins
        self._kept = False  # whether something can be kept of a log
        self._bases: dict[str, Base] = {}  # where logs continue after their retired lines

    async def faults(self, kept: Kept | None) -> AsyncIterator[Fault]:
        rolls = [] if self._old else await checkpoints_of(self._connection, ROLL)
        if self._old and kept is not None:  # a room that has a head file was sealed
            yield Fault(ROLL, 0, f"the head file names roll {kept.roll}, and there is no roll")
        self._sealed = bool(rolls)
        self._kept = not self._old and await has_table(self._connection, snapshots)
        with suppress(Refused, *UNREADABLE):  # it is found in its log
            self._dawn = (await read_founded(self._connection)).dawn
        if not self._old:
            self._bases = await read_bases(self._connection)
        wrong = set[str]()
        for stream in await self._streams():
            async for fault in readable(stream, self._log(stream)):
                wrong.add(stream)
                yield fault
        async for fault in readable(PEOPLE, self._people()):
            wrong.add(fault.stream)
            yield fault
        if not self._old:
            async for fault in readable(ARCHIVES, archive_faults(self._connection, self._keys)):
                wrong.add(fault.stream)
                yield fault
        for fault in (*slip_faults(self._slips), *self._rolls(rolls)):
            wrong.add(fault.stream)
            yield fault
        if not self._old:
            async for fault in readable(ROLL, start_faults(self._connection, self._keys, kept)):
                if fault.stream not in wrong:  # it was found above, nearer to its place
                    yield fault

    async def _streams(self) -> list[str]:
        """Every log that any table of the database, or a witness, knows of."""
        found = {one.stream for one in self._witness} - {ROLL}
        known = (heads,) if not self._kept else KEPT
        for table in LOGS if self._old else (*LOGS, *known):
            found.update(await log_names(self._connection, table))
        return sorted(found - {ROLL})

    async def _log(self, stream: str) -> AsyncIterator[Fault]:
        signed = await checkpoints_of(self._connection, stream, old=self._old)
        held = [one for one in self._witness if one.stream == stream]
        watched = {one.number for one in signed} | {one.number for one in held}
        base = self._bases.get(stream)
        log = LogAudit(stream, self._keys, watched, sealed=self._sealed, base=base)
        held = [one for one in held if one.number >= log.begins]
        if base is not None:
            self._slips.begin(base)
        kept = await self._kept_of(stream)
        while page := await stored_page(self._connection, stream, log.number, old=self._old):
            for fault in log.take(page):
                yield fault
            self._slips.take(stream, log.fresh)
            async for fault in book_faults(self._connection, stream, page, log):
                yield fault
            async for fault in kept.take(log):
                yield fault
        async for fault in balance_faults(self._connection, log):
            yield fault
        for fault in _signatures(signed, log, self._keys):
            yield fault
        for found in contradictions(log.tips, log.number, held, self._keys):
            yield Fault(stream, *found)
        async for fault in kept.faults():
            yield fault
        if self._sealed:
            async for fault in self._rows(stream, log):
                yield fault

    async def _kept_of(self, stream: str) -> KeptAudit:
        """The check of what is kept of a log."""
        head = (await read_heads(self._connection, stream)).get(stream) if self._kept else None
        head = head if stream.startswith((TABLE, HOUSE)) else None
        base = self._bases.get(stream)
        return KeptAudit(self._connection, head, self._keys, self._dawn, base)

    async def _rows(self, stream: str, log: LogAudit) -> AsyncIterator[Fault]:
        """The rows that go with a log: its head, and the answers to commands."""
        async for fault in head_faults(self._connection, stream, log):
            yield fault
        async for fault in request_faults(self._connection, stream, self._keys):
            yield fault

    async def _people(self) -> AsyncIterator[Fault]:
        """Accounts, sessions and tokens for new passwords are those that the room gave."""
        if self._old or PEOPLE not in await log_names(self._connection, heads):
            return
        async for fault in people_faults(self._connection, self._keys):
            yield fault
        if self._keys is not None:
            async for fault in token_faults(self._connection, self._keys):
                yield fault

    def _rolls(self, rolls: Sequence[Checkpoint]) -> Iterator[Fault]:
        """Every roll is signed, covers what it says, and follows the one before."""
        logs: dict[str, bytes] = {}
        for roll in rolls:
            coverage = read_coverage(roll)
            logs |= coverage.changed if coverage is not None else {}
            right = coverage is not None and roll.hash == roll_hash(logs, coverage.note)
            if not right or roll.number != len(logs):
                yield Fault(ROLL, roll.serial, "this roll does not cover what it says")
                return
            if self._keys is not None and not is_genuine(roll, self._keys.public):
                yield Fault(ROLL, roll.serial, "the room did not sign this roll")
                return
        yield from link_faults(rolls)
        held = [one for one in self._witness if one.stream == ROLL]
        tips = {roll.serial: roll.hash for roll in rolls}
        for found in contradictions(tips, max(tips, default=0), held, self._keys):
            yield Fault(ROLL, *found)


def _signatures(signed: Sequence[Checkpoint], log: LogAudit, keys: Keys | None) -> Iterator[Fault]:
    """Every checkpoint is signed, says what the log still says, and follows the one before."""
    for one in signed:
        if one.number >= log.begins and log.tips.get(one.number) != one.hash:
            yield Fault(log.stream, one.number, "the log is not what its checkpoint signed")
        elif keys is not None and not is_genuine(one, keys.public):
            yield Fault(log.stream, one.number, "the signature of this checkpoint is wrong")
    yield from link_faults(signed)
