"""Retire the oldest files of closed days, as the house has posted, while no server has the room.

What goes is checked first, line by line. Then a base of every log in it is recorded, with the line
that says which files went; only after that they go. The logs of the house, of people and of
archives, chats, answers to commands and checkpoints are never retired.
"""

from datetime import UTC, date, datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.engine.events import RoundOpened
from croupier.refused import Refused
from croupier.room.cage.facts import TableBooked
from croupier.room.cage.state import TableSlip
from croupier.room.house import evolve as house_log
from croupier.room.house.state import House
from croupier.room.table.state import Table
from croupier.server.store.archives import (
    ARCHIVES,
    Archived,
    Retired,
    archived_lines,
    place_of,
    retired_files,
)
from croupier.server.store.archiving import check_archives, stored_house
from croupier.server.store.audit_books import Slips, book_faults
from croupier.server.store.audit_kept import KeptAudit
from croupier.server.store.audit_log import LogAudit
from croupier.server.store.chain import Stored
from croupier.server.store.database import Store
from croupier.server.store.faults import Fault
from croupier.server.store.lines import HOUSE, TABLE
from croupier.server.store.pages import PAGE, snapshot, stored_page
from croupier.server.store.retired import (
    Base,
    changed,
    read_bases,
    retirement_lines,
    sealed_state,
    slips_digest,
)
from croupier.server.store.schema import round_players, rounds


class _Unready(Exception):
    """A log is not between two rounds where a file ends, or the cage has not booked it yet."""


async def retire(store: Store) -> Retired | None:
    """Retire what is older than the house keeps files; None: there is nothing."""
    await check_archives(store)
    await _drop_index(store)  # of an earlier run that did not come so far
    house = await stored_house(store)
    async with snapshot(store.engine) as connection:
        due = await _due(connection, house)
        before = await read_bases(connection)
        bases = list[Base]()
        while due and not bases:
            try:
                bases = await _Retirement(connection, store, house, before).bases(due)
            except _Unready:
                due = due[:-1]
    if not due:
        return None
    done = Retired(
        files=[one.file for one in due],
        day=due[-1].day,
        lines=sum(
            base.number - (before[base.stream].number if base.stream in before else 0)
            for base in bases
        ),
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        kept=house.retention.files,
    )
    await store.append(ARCHIVES, retirement_lines(bases, done))
    await store.checkpoint()
    await _drop_index(store)
    for one in due:
        place_of(one, store.engine.url.database).unlink(missing_ok=True)
    return done


async def _due(connection: AsyncConnection, house: House) -> list[Archived]:
    """The oldest files that are not retired yet, and older than files are kept."""
    if not house.retention.files or not house.cage.closed:
        return []
    last = date.fromisoformat(house.cage.closed) - timedelta(days=house.retention.files)
    gone = await retired_files(connection)
    kept = [one for one in await archived_lines(connection) if one.file not in gone]
    return [one for one in kept if one.day <= last.isoformat()]


async def _drop_index(store: Store) -> None:
    """Let the index of rounds forget those that were retired."""
    async with store.engine.begin() as connection:
        for base in (await read_bases(connection)).values():
            for table in (rounds, round_players):
                gone = (table.c.stream == base.stream) & (table.c.line <= base.number)
                await connection.execute(delete(table).where(gone))


class _Retirement:
    """The logs of some files, checked and summed up to where the last of the files ends."""

    def __init__(
        self, connection: AsyncConnection, store: Store, house: House, before: dict[str, Base]
    ) -> None:
        self._connection, self._store, self._house = connection, store, house
        self._before = before

    async def bases(self, due: list[Archived]) -> list[Base]:
        """Where every log in these files continues without them."""
        ends = {stream: last for one in due for stream, (_, last) in one.parts.items()}
        booked = await _booked(self._store)
        return [
            await self._base(stream, last, booked.get(stream.removeprefix(TABLE), []))
            for stream, last in sorted(ends.items())
        ]

    async def _base(self, stream: str, last: int, booked: list[TableSlip]) -> Base:
        keys, before = self._store.keys, self._before.get(stream)
        log = LogAudit(stream, keys, (), sealed=True, plays=False, base=before)
        head = self._store.heads[stream]._replace(upto=last)
        kept = KeptAudit(self._connection, head, keys, self._house.dawn, before)
        slips = Slips()
        while log.number < last:
            page = await self._page(stream, log.number, last - log.number)
            for fault in log.take(page):
                raise _refused(fault)
            async for fault in book_faults(self._connection, stream, page, log):
                raise _refused(fault)
            async for fault in kept.take(log):
                raise _refused(fault)
            slips.take(stream, log.fresh)
        async for fault in kept.close():
            raise _refused(fault)
        made = slips.made.get(stream.removeprefix(TABLE), [])
        earlier = before.slips if before is not None else 0
        follows = await stored_page(self._connection, stream, last, most=1)
        state = kept.state
        if (
            not isinstance(state, Table)
            or state.charges.waiting is not None
            or [line.kind for line in follows] != [RoundOpened.__name__]
            or booked[earlier : earlier + len(made)] != made
        ):
            raise _Unready
        return Base(
            stream=stream,
            number=last,
            hash=log.tip,
            accounts=log.sums,
            slips=earlier + len(made),
            slips_digest=slips_digest(booked[: earlier + len(made)]),
            sums=changed(before.amounts if before is not None else {}, kept.sums),
            state=sealed_state(state, stream, last, keys),
        )

    async def _page(self, stream: str, after: int, most: int) -> list[Stored]:
        page = await stored_page(self._connection, stream, after, most=min(PAGE, most))
        if not page:
            raise _refused(Fault(stream, after + 1, "the line is missing"))
        return page


async def _booked(store: Store) -> dict[str, list[TableSlip]]:
    """The slips that the house has entered in its books, by table."""
    found: dict[str, list[TableSlip]] = {}
    async for _, body in store.read(HOUSE):
        fact = house_log.read_entry(body).fact
        if isinstance(fact, TableBooked):
            found.setdefault(fact.table, []).append(fact.slip)
    return found


def _refused(fault: Fault) -> Refused:
    return Refused("FIELD record", f"nothing is retired: {fault}")
