"""Where logs are kept: SQLite in a file, or PostgreSQL; nothing is acknowledged before it is there.

Every append of every table goes through one writer, which commits whatever is waiting in one
transaction: lines, journal, balances and the answers to the commands, all or nothing.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

from sqlalchemy import Select, Table, bindparam, event, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from croupier.engine.accounts import Move
from croupier.refused import Refused, brief
from croupier.server.server_log import LOG
from croupier.server.store.chain import START, Stored, link, place, statement
from croupier.server.store.keys import Keys
from croupier.server.store.schema import balances, checkpoints, events, journal, requests

SIGNED_EVERY = 10.0  # seconds between two checkpoints of a log that grows
BATCH_MOST = 500
PAGE = 1000


class Line(NamedTuple):
    """One line to append: what is written, whether it hides a card, and the chips it moves."""

    kind: str
    body: bytes
    sealed: bool
    moves: tuple[Move, ...] = ()


class Request(NamedTuple):
    """Whose command led to this, and the answer that a repetition gets."""

    client: str
    sequence: int
    reply: bytes


class Checkpoint(NamedTuple):
    """A signed statement of how far a log had come, and what it hashed to."""

    stream: str
    number: int
    hash: bytes
    signature: bytes


class _Append(NamedTuple):
    stream: str
    lines: Sequence[Line]
    request: Request | None
    done: asyncio.Future[None]


class Store:
    """The database of a room."""

    def __init__(self, engine: AsyncEngine, keys: Keys, signed_every: float = SIGNED_EVERY) -> None:
        """Use an engine whose schema is up to date, and sign where logs stand this often."""
        self.engine, self.keys, self._signed_every = engine, keys, signed_every
        self.tips: dict[str, tuple[int, bytes]] = {}  # how far each log has come
        self.signed: dict[str, Checkpoint] = {}  # the last checkpoint of each
        self._writing = asyncio.Lock()
        self._signer: asyncio.Task[None] | None = None
        self._accounts: set[tuple[str, str]] = set()
        self._queue: asyncio.Queue[_Append] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self.commits = 0

    async def start(self) -> None:
        """Learn how far every log has come, and begin to write."""
        async with self.engine.connect() as connection:
            for row in await connection.execute(_last_of(events)):
                self.tips[row.stream] = row.number, bytes(row.hash)
            for row in await connection.execute(_last_of(checkpoints)):
                tip, signature = bytes(row.hash), bytes(row.signature)
                self.signed[row.stream] = Checkpoint(row.stream, row.number, tip, signature)
            known = await connection.execute(select(balances.c.stream, balances.c.account))
            self._accounts = {(stream, account) for stream, account in known}
        self._writer = asyncio.create_task(self._write(), name="store")
        self._signer = asyncio.create_task(self._sign(), name="checkpoints")

    async def stop(self) -> None:
        """Write what is waiting, sign where every log ends, and let the database go."""
        if self._writer is not None and self._signer is not None:
            await self._queue.join()
            for task in (self._signer, self._writer):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await self.checkpoint()
        await self.engine.dispose()

    async def append(
        self, stream: str, lines: Sequence[Line], request: Request | None = None
    ) -> None:
        """Return once these lines are on the disk; raise when they are not."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._queue.put(_Append(stream, lines, request, done))
        await done

    async def _write(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < BATCH_MOST and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            try:
                await self._commit(batch)
            except Exception:
                for one in batch:  # let nobody pay for another's fault
                    await self._commit_alone(one)
            for _ in batch:
                self._queue.task_done()

    async def _commit_alone(self, one: _Append) -> None:
        try:
            await self._commit([one])
        except Exception as fault:  # whoever asked hears of it, and nobody else
            if not one.done.done():
                one.done.set_exception(fault)

    async def _commit(self, batch: Sequence[_Append]) -> None:
        async with self._writing:
            await self._commit_now(batch)

    async def _commit_now(self, batch: Sequence[_Append]) -> None:
        tips, rows, book, deltas, asked = dict(self.tips), [], [], defaultdict[Any, int](int), []
        for stream, lines, request, _ in batch:
            number, tip = tips.get(stream, (0, START))
            for line in lines:
                number += 1
                body = line.body
                if line.sealed:
                    body = self.keys.seal(body, place(stream, number))
                tip = link(tip, stream, number, line.kind, line.sealed, body)
                rows.append(Stored(stream, number, line.kind, line.sealed, body, tip)._asdict())
                book += _postings(stream, number, line.moves)
            tips[stream] = number, tip
            if request is not None:
                asked.append({"stream": stream, **request._asdict()})
        for posting in book:
            deltas[posting["stream"], posting["debit"]] -= posting["amount"]
            deltas[posting["stream"], posting["credit"]] += posting["amount"]
        async with self.engine.begin() as connection:
            await _insert(connection, events, rows)
            await _insert(connection, journal, book)
            await self._balance(connection, deltas)
            await _insert(connection, requests, asked)
        self.tips, self.commits = tips, self.commits + 1
        self._accounts |= set(deltas)
        for one in batch:
            if not one.done.done():
                one.done.set_result(None)

    async def _balance(
        self, connection: AsyncConnection, deltas: dict[tuple[str, str], int]
    ) -> None:
        fresh = [key for key in deltas if key not in self._accounts]
        if fresh:
            rows = [{"stream": s, "account": a, "balance": 0} for s, a in fresh]
            await _insert_new(connection, balances, rows)
        changes = [{"s": s, "a": a, "delta": delta} for (s, a), delta in deltas.items() if delta]
        if changes:
            await connection.execute(_CHANGE, changes)

    async def _sign(self) -> None:
        while True:
            await asyncio.sleep(self._signed_every)
            try:
                await self.checkpoint()
            except Exception:  # the next one signs it all
                LOG.exception("signing checkpoints")

    async def checkpoint(self) -> None:
        """Sign where every log stands that has grown since it was last signed."""
        async with self._writing:
            fresh = [
                Checkpoint(stream, number, tip, self.keys.sign(statement(stream, number, tip)))
                for stream, (number, tip) in self.tips.items()
                if stream not in self.signed or self.signed[stream].number < number
            ]
            if not fresh:
                return
            async with self.engine.begin() as connection:
                # Whoever was stopped after the commit signs the same place once more.
                await _insert_new(connection, checkpoints, [one._asdict() for one in fresh])
            self.signed |= {one.stream: one for one in fresh}

    @property
    def unsigned(self) -> int:
        """How many lines no checkpoint covers yet: more and more, when signing fails."""
        last = {stream: one.number for stream, one in self.signed.items()}
        return sum(number - last.get(stream, 0) for stream, (number, _) in self.tips.items())

    async def read(self, stream: str, after: int = 0) -> AsyncIterator[tuple[int, bytes]]:
        """The lines of a log in order, opened where they were sealed."""
        async for line in stored_lines(self.engine, stream, after):
            body = line.body
            if line.sealed:
                body = self.keys.unseal(body, place(stream, line.number))
            yield line.number, body

    async def reply(self, stream: str, client: str, sequence: int) -> bytes | None:
        """The answer a command got that was carried out already."""
        where = (requests.c.stream == stream) & (requests.c.client == client)
        where &= requests.c.sequence == sequence
        async with self.engine.connect() as connection:
            found = await connection.scalar(select(requests.c.reply).where(where))
        return None if found is None else bytes(found)

    async def last_sequence(self, stream: str, client: str) -> int:
        """The newest command of a client that was carried out."""
        where = (requests.c.stream == stream) & (requests.c.client == client)
        newest = select(func.max(requests.c.sequence)).where(where)
        async with self.engine.connect() as connection:
            return await connection.scalar(newest) or 0

    async def balances(self, stream: str) -> dict[str, int]:
        """Where the accounts of a log stand, as the database keeps them."""
        wanted = select(balances.c.account, balances.c.balance).where(balances.c.stream == stream)
        async with self.engine.connect() as connection:
            found = await connection.execute(wanted)
        return {row.account: row.balance for row in found}


def _last_of(table: Table) -> Select[Any]:
    """The last row of every log in a table."""
    newest = select(table.c.stream, func.max(table.c.number).label("n"))
    last = newest.group_by(table.c.stream).subquery()
    both = (table.c.stream == last.c.stream) & (table.c.number == last.c.n)
    return select(table).join(last, both)


async def stored_lines(engine: AsyncEngine, stream: str, after: int = 0) -> AsyncIterator[Stored]:
    """The lines of a log as they are kept, a page at a time: who stops reading holds nothing."""
    while True:
        async with engine.connect() as connection:
            page = await stored_page(connection, stream, after)
        for line in page:
            yield line
        if len(page) < PAGE:
            return
        after = page[-1].number


async def stored_page(connection: AsyncConnection, stream: str, after: int) -> list[Stored]:
    """The next lines of a log, as many as a page holds."""
    wanted = select(events).where(events.c.stream == stream, events.c.number > after)
    found = await connection.execute(wanted.order_by(events.c.number).limit(PAGE))
    return [
        Stored(stream, row.number, row.kind, bool(row.sealed), bytes(row.body), bytes(row.hash))
        for row in found
    ]


@asynccontextmanager
async def snapshot(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """The database as it is at one moment, whatever is written meanwhile."""
    async with engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            await connection.execution_options(isolation_level="REPEATABLE READ")
        else:
            await connection.exec_driver_sql("BEGIN")  # or every query would see another moment
        yield connection
        await connection.rollback()


_CHANGE = (
    update(balances)
    .where(balances.c.stream == bindparam("s"), balances.c.account == bindparam("a"))
    .values(balance=balances.c.balance + bindparam("delta"))
)


def _postings(stream: str, number: int, moves: Iterable[Move]) -> list[dict[str, Any]]:
    return [
        {
            "stream": stream,
            "number": number,
            "place": at,
            "debit": move.source,
            "credit": move.target,
            "amount": move.chips,
        }
        for at, move in enumerate(moves)
    ]


async def _insert_new(
    connection: AsyncConnection, table: Table, rows: list[dict[str, Any]]
) -> None:
    """Insert the rows that are not there yet."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    await connection.execute(dialect.insert(table).on_conflict_do_nothing(), rows)


async def _insert(connection: AsyncConnection, table: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        await connection.execute(insert(table), rows)


def make_engine(url: str) -> AsyncEngine:
    """An engine for a database address; a SQLite file is made as safe as SQLite can be."""
    url = _with_driver(url)
    try:
        engine = create_async_engine(url)
    except (SQLAlchemyError, ModuleNotFoundError, ValueError) as fault:
        raise Refused("FIELD db", f"no such database: {brief(fault)}") from None
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _make_safe)
    return engine


def _with_driver(url: str) -> str:
    drivers = {"sqlite://": "sqlite+aiosqlite://", "postgresql://": "postgresql+psycopg://"}
    for plain, driven in drivers.items():
        if url.startswith(plain):
            return driven + url.removeprefix(plain)
    return url


def _make_safe(connection: Any, _record: Any) -> None:
    """Write ahead, and wait for the disk; assert both, since a file system may decline."""
    cursor = connection.cursor()
    wanted: dict[str, Callable[[Any], bool]] = {
        "journal_mode=WAL": lambda found: found == "wal",
        "synchronous=FULL": lambda found: found == 2,
        "foreign_keys=ON": lambda found: found == 1,
        "busy_timeout=10000": lambda found: found == 10000,
    }
    for setting, holds in wanted.items():
        cursor.execute(f"PRAGMA {setting}")
        cursor.execute(f"PRAGMA {setting.split('=')[0]}")
        found = cursor.fetchone()[0]
        if not holds(found):
            raise Refused("FIELD db", f"SQLite does not keep {setting} here, but {found}")
    cursor.close()
