"""Where logs are kept: SQLite in a file, or PostgreSQL; nothing is acknowledged before it is there.

Every append of every table goes through one writer, which commits all that waits in one
transaction: lines, journal, balances, heads and the answers to the commands, all or nothing.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial

from sqlalchemy import URL, Connection, func, insert, make_url, select
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from croupier.refused import Refused, brief
from croupier.server.monitoring.server_log import LOG
from croupier.server.store.batch import Append, Batch, Request, make_batch, request_fault
from croupier.server.store.chain import START, Stored, chain_faults, line_mac, place
from croupier.server.store.checkpoints import ROLL, Checkpoint
from croupier.server.store.commit_pace import CommitPace
from croupier.server.store.faults import UNREADABLE, Fault, readable
from croupier.server.store.head_file import HeadFile, Kept
from croupier.server.store.heads import Head, head_row, read_heads, was_written
from croupier.server.store.keys import Keys
from croupier.server.store.lease import (
    FENCED,
    Elsewhere,
    Owner,
    RoomLost,
    above,
    check_lease,
    take_room,
    this_server,
)
from croupier.server.store.lines import PEOPLE, Line
from croupier.server.store.measures import Measures, timed
from croupier.server.store.opening import keep_safe, make_committer, reading_engine, with_driver
from croupier.server.store.pages import PAGE, snapshot, stored_lines
from croupier.server.store.people_log import people_faults
from croupier.server.store.retired import Base
from croupier.server.store.schema import balances, events, heads, journal, requests
from croupier.server.store.sealing import is_unsealed, seal, unsealed_faults
from croupier.server.store.signer import Signer
from croupier.server.store.snapshots import Keep, open_snapshot, read_snapshot, write_kept
from croupier.server.store.start import start_faults
from croupier.server.store.statements import change_balances, insert_rows, move_heads

SIGNED_EVERY = 10.0  # seconds between two checkpoints of a log that grows
BATCH_MOST = 500
CERTAIN = "23514", "22"  # a check that fails, and values of any other kind, in PostgreSQL's words
Numbered = AsyncIterator[tuple[int, bytes]]  # lines of a log by number


class Store:
    """The database of a room."""

    def __init__(
        self,
        engine: AsyncEngine,
        keys: Keys,
        signed_every: float = SIGNED_EVERY,
        head_file: HeadFile | None = None,
        owner: Owner | None = None,
        *,
        shared: bool = False,
    ) -> None:
        """Use an engine whose schema is up to date, and sign where logs stand this often.

        In a room that is `shared` with other processes no log is this one's until it is taken.
        """
        self.engine, self.keys, self._signed_every = engine, keys, signed_every
        self.owner = owner or this_server()
        self.mine: set[str] | None = set() if shared else None  # logs to write; None: all
        self.known: dict[str, tuple[int, bytes]] = {}  # ends that were read of others' logs
        self.on_lost: Callable[[str], None] = lambda stream: None  # a log cannot be written to
        self.on_commit: Callable[[Iterable[str]], None] = lambda streams: None
        self.head_file = head_file
        self.heads: dict[str, Head] = {}  # where each log ends
        self.faults: list[Fault] = []  # with one, the room is read-only, and nothing is signed
        self.lost = False  # another server has the room: do not rely on what this one says
        self.doubts: list[Fault] = []  # found later: the room stays open, and nothing is signed
        self._committer = make_committer(engine)
        self._signer = Signer(engine, keys, head_file)
        self._signing: asyncio.Task[None] | None = None
        self._writing = asyncio.Lock()
        self._accounts: set[tuple[str, str]] = set()
        self._queue: asyncio.Queue[Append] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self.commits, self.measures, self._pace = 0, Measures(), CommitPace()
        self.failing = ""  # why nothing can be written at this time

    async def start(self) -> None:
        """Check where every log ends, take the room, and begin to write; or stay read-only."""
        await self._seal_old()
        await self._look()
        while self.mine is None and not self.faults and not await self._take():
            await self._look()  # the server that had the room wrote until it was fenced off
        if self.mine is not None and not self.faults and ROLL not in self.signed:
            await self._signer.sign({}, shared=True)  # or the room would pass for an older one
        self._writer = asyncio.create_task(self._write(), name="store")
        self._signing = asyncio.create_task(self._sign(), name="checkpoints")

    async def _look(self) -> None:
        """Read where every log ends, and what is wrong with that."""
        kept = self._kept()  # first: other processes may sign meanwhile
        async with snapshot(self.engine) as connection:
            self.heads = await read_heads(connection)
            ends = readable(ROLL, start_faults(connection, self.keys, kept))
            self.faults += [fault async for fault in ends]
            if PEOPLE in self.heads:
                people = readable(PEOPLE, people_faults(connection, self.keys))
                self.faults += [fault async for fault in people]
            with suppress(*UNREADABLE):
                await self._signer.learn(connection)
            known = await connection.execute(select(balances.c.stream, balances.c.account))
            self._accounts = {(stream, account) for stream, account in known}

    def _kept(self) -> Kept | None:
        return self.head_file.read() if self.head_file is not None else None

    async def _seal_old(self) -> None:
        """Bring a room of version 0.1 into this format, when it is verified."""
        if self._kept() is None and await is_unsealed(self.engine):
            if self.mine is not None:
                why = "this room is of an earlier version: open it once with one server alone"
                raise Refused("FIELD workers", why)
            self.faults += await unsealed_faults(self.engine, self.keys)
            if not self.faults:
                await seal(self.engine, self.keys)

    async def _take(self) -> bool:
        """Fence off a server that had this room before; whether it is as it was looked at."""
        taken = await take_room(self.engine, self.keys, self.heads, self.owner)
        if taken is not None:
            self.heads = taken
            await self.checkpoint()
        return taken is not None

    async def stop(self) -> None:
        """Write what is waiting, sign where every log ends, and let the database go."""
        if self._writer is not None and self._signing is not None:
            await self._queue.join()
            for task in (self._signing, self._writer):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            try:
                await self.checkpoint()
            except Exception:  # the next start signs it
                LOG.exception("signing checkpoints")
        self._committer.close()
        await self.engine.dispose()

    @property
    def waiting(self) -> int:
        """How many appends wait to be written."""
        return self._queue.qsize()

    @property
    def tips(self) -> dict[str, tuple[int, bytes]]:
        """How far each log has come, and what its last line hashes to."""
        return {stream: (head.number, head.hash) for stream, head in self.heads.items()}

    @property
    def signed(self) -> dict[str, Checkpoint]:
        """The latest checkpoint of each log."""
        return self._signer.signed

    def fail(self, fault: Fault) -> None:
        """Write nothing more and sign nothing more: the record is not what it should be."""
        LOG.critical("the room is read-only: %s", fault)
        self.faults.append(fault)

    def doubt(self, fault: Fault) -> None:
        """Sign nothing more: something in the past is not what it should be."""
        LOG.critical("nothing is signed from now on: %s", fault)
        self.doubts.append(fault)

    async def append(
        self,
        stream: str,
        lines: Sequence[Line],
        request: Request | None = None,
        keep: Keep | None = None,
    ) -> None:
        """Return once these lines are on the disk; raise when they are not.

        What is to be kept of the log up to here is written with them. If it cannot be, the lines
        are written without it: the head of the log says what was kept.
        """
        self._check_writable()
        if self.mine is not None and stream not in self.mine:
            raise Elsewhere(stream)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        epoch = self.heads[stream].epoch if stream in self.heads else 0
        self._queue.put_nowait(Append(stream, lines, request, done, keep, epoch))
        await done

    def _check_writable(self) -> None:
        if self.lost:
            raise RoomLost
        if self.faults:
            raise Refused("FIELD record", f"the room is read-only: {self.faults[0]}")

    async def _write(self) -> None:
        while True:
            batch = [await self._queue.get()]
            await self._pace.wait_turn(batch[0].stream)
            while len(batch) < BATCH_MOST and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            try:
                await self._commit(batch)
            except Exception:
                for one in batch:  # one bad append must not hurt the others
                    await self._commit_alone(one)
            for _ in batch:
                self._queue.task_done()

    async def _commit_alone(self, one: Append) -> None:
        try:
            self._check_writable()
            await self._commit([one])
        except Exception as fault:  # the caller hears of it, and nobody else
            certain = isinstance(fault, Elsewhere) or FENCED in str(fault)
            if one.keep is not None and not certain:
                LOG.exception("keeping a snapshot of %s", one.stream)
                return await self._commit_alone(one._replace(keep=None))
            if isinstance(fault, OperationalError | InterfaceError | OSError):
                self.failing = brief(getattr(fault, "orig", None) or fault)
            if self.mine is not None and not _is_refused(fault):
                self.lose(one.stream)  # written or not: what the database has is read again
                fault = Elsewhere(one.stream)
            elif self.mine is None and FENCED in str(fault) and not self.lost:
                self.lost = True
                self.fail(Fault(one.stream, 0, f"{FENCED} now: this one can write nothing"))
            if not one.done.done():
                one.done.set_exception(RoomLost() if self.lost else fault)

    def lose(self, stream: str) -> None:
        """Write no more to a log: another process has it, or what was written is uncertain."""
        if self.mine is not None and stream in self.mine:
            self.let_go(stream)
            self.on_lost(stream)

    def let_go(self, stream: str) -> None:
        """Keep in mind how far a log has come that is no longer this process's."""
        assert self.mine is not None
        self.mine.discard(stream)
        if stream in self.heads:
            self.known[stream] = self.heads[stream].number, self.heads[stream].hash

    def gain(self, head: Head) -> None:
        """Write to a log from now on, which was taken and read to its end."""
        assert self.mine is not None
        self.heads[head.stream] = head
        self.mine.add(head.stream)
        self._signer.signed.pop(head.stream, None)  # another process may have signed since

    async def _commit(self, batch: Sequence[Append]) -> None:
        async with self._writing:
            with timed(self.measures.commits):
                await self._commit_now(batch)

    def _check_leased(self, batch: Sequence[Append]) -> None:
        """Refuse what was decided under a lease that was lost, even if it was taken again."""
        if self.mine is None:
            return
        for one in batch:
            epoch = self.heads[one.stream].epoch if one.stream in self.heads else 0
            if one.stream not in self.mine or one.epoch != epoch:
                raise Elsewhere(one.stream)

    async def _commit_now(self, batch: Sequence[Append]) -> None:
        self._check_leased(batch)
        made = make_batch(batch, self.heads, self.keys)
        try:
            await self._committer.write(partial(self._record, made))
        except Exception:
            if not await was_written(self.engine, made.heads):  # or its answer alone was lost
                raise
        self.heads.update(made.heads)
        self.commits, self.failing = self.commits + 1, ""
        self.on_commit(made.heads)
        self._accounts |= set(made.deltas)
        for one in batch:
            if not one.done.done():
                one.done.set_result(None)

    def _record(self, made: Batch, connection: Connection) -> None:
        """Write all rows of a transaction."""
        insert_rows(connection, events, made.rows)
        insert_rows(connection, journal, made.book)
        change_balances(connection, made.deltas, self._accounts)
        insert_rows(connection, requests, made.asked)
        write_kept(connection, made.kept, made.snapshots, self.keys)
        self._move(connection, made.heads.values())

    def _move(self, connection: Connection, moved: Iterable[Head]) -> None:
        """Write down where logs end now."""
        known, fresh = list[Head](), list[Head]()
        for head in moved:
            (known if head.stream in self.heads else fresh).append(head)
        if fresh:
            shared = self.mine is not None
            for stream in {above(head.stream, shared=shared) for head in fresh}:
                check_lease(connection, self.heads.get(stream))
            owner = {"owner": self.owner.process}
            connection.execute(insert(heads), [head_row(head, self.keys) | owner for head in fresh])
        if move_heads(connection, known, self.keys) != len(known):
            raise RoomLost

    async def _sign(self) -> None:
        while True:
            await asyncio.sleep(self._signed_every)
            try:
                await self.checkpoint()
            except Exception:  # the next one signs it all
                LOG.exception("signing checkpoints")

    async def checkpoint(self) -> None:
        """Sign where every log stands that has grown since it was last signed."""
        if self.faults or self.doubts:
            return
        async with self._writing:
            if self.mine is None:
                self.heads.update(await self._signer.sign(self.heads))
            elif mine := {
                stream: self.heads[stream] for stream in self.mine if stream in self.heads
            }:
                self.heads.update(await self._signer.sign(mine, shared=True))

    @property
    def unsigned(self) -> int:
        """How many lines no checkpoint covers yet: more and more, when signing fails."""
        ours = self.heads if self.mine is None else self.heads.keys() & self.mine
        return sum(self.heads[s].number - getattr(self.signed.get(s), "number", 0) for s in ours)

    async def read(self, stream: str, after: int = 0, most: int = PAGE) -> Numbered:
        """The lines of a log in order, opened where they were sealed; at `most` so many at once."""
        async for line in stored_lines(self.engine, stream, after, most):
            yield line.number, self.opened(line)

    def upto(self, stream: str) -> int:
        """The line up to which a log is kept; 0: nothing is."""
        return self.heads[stream].upto if stream in self.heads else 0

    async def recall(self, stream: str, version: str) -> tuple[int, bytes] | None:
        """The state of a log that was kept, and its line; None: the log must be read whole."""
        head = self.heads.get(stream)
        if head is None or not head.upto:
            return None
        try:
            async with self.engine.connect() as connection:
                found = await read_snapshot(connection, stream)
            if found is None:
                raise Refused("FIELD snapshot", "it is gone")
            state = open_snapshot(found, head, self.keys)
            if found.version != version:
                LOG.info("%s: its snapshot is of another version; the log is read whole", stream)
                return None
            return head.upto, state
        except (Refused, *UNREADABLE) as fault:
            LOG.warning("%s: no use of its snapshot (%s); the log is read whole", stream, fault)
            return None

    async def replay(self, stream: str, since: int = 0, base: Base | None = None) -> Numbered:
        """The lines of a log as `read` gives them, each checked; a fault ends it, and is kept.

        After a line that a snapshot was kept of, only that line itself is taken as it stands. A log
        whose first lines were retired begins at its base.
        """
        after = (base.number, base.hash) if base is not None else (0, START)
        unsealed = ROLL not in self.signed
        async for line in stored_lines(self.engine, stream, max(after[0], since - 1)):
            if line.number == since:
                after = self.known[stream] = self._kept_line(line)
                if self.faults:
                    return
                continue
            for fault in chain_faults([line], self.keys, after=after, unsealed=unsealed):
                self.fail(fault)
                return
            after = self.known[stream] = line.number, line.hash
            yield line.number, self.opened(line)

    def _kept_line(self, line: Stored) -> tuple[int, bytes]:
        """Where the chain continues after a snapshot: the room itself wrote this line."""
        if line.mac != line_mac(self.keys, line.hash):
            self.fail(Fault(line.stream, line.number, "the room did not write this line"))
        return line.number, line.hash

    def opened(self, line: Stored) -> bytes:
        """The body of a line, readable."""
        if not line.sealed:
            return line.body
        return self.keys.unseal(line.body, place(line.stream, line.number))

    async def reply(self, stream: str, client: str, sequence: int) -> bytes | None:
        """The answer a command got that was carried out already."""
        where = (requests.c.stream == stream) & (requests.c.client == client)
        where &= requests.c.sequence == sequence
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(requests).where(where))).first()
        if row is None:
            return None
        if fault := request_fault(row, self.keys):
            self.fail(fault)
            self._check_writable()
        return bytes(row.reply)

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


def _is_refused(fault: Exception) -> bool:
    """Whether it is certain that nothing was written, and that the lease still holds or is gone."""
    state = getattr(getattr(fault, "orig", fault), "sqlstate", "") or ""
    return state.startswith(CERTAIN) or isinstance(fault, Refused | Elsewhere)


def make_engine(url: str, *, read_only: bool = False) -> AsyncEngine:
    """An engine for a database address; a SQLite file is made as safe as SQLite can be."""
    url = with_driver(url)
    try:
        engine = reading_engine(make_url(url)) if read_only else _writing_engine(make_url(url))
    except (SQLAlchemyError, ModuleNotFoundError, ValueError) as fault:
        raise Refused("FIELD db", f"no such database: {brief(fault)}") from None
    if not read_only:
        keep_safe(engine.sync_engine)
    return engine


def _writing_engine(url: URL) -> AsyncEngine:
    """An engine whose connections tell PostgreSQL which server they belong to."""
    if url.get_backend_name() == "postgresql" and "application_name" not in url.query:
        url = url.update_query_dict({"application_name": f"croupier {this_server()}"})
    return create_async_engine(url)
