"""One log, one task: the only writer of a table's log, or of the house's.

An order is decided, committed, applied and sent out, in this order; the caller gets the
answer only after the commit. A command that was carried out before gets it again, unrepeated.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha256
from typing import Generic, NamedTuple, TypeVar

import msgspec

from croupier.refused import Refused
from croupier.room.logbook import Entry, Order
from croupier.server.monitoring.server_log import LOG, log_order
from croupier.server.store.batch import Request
from croupier.server.store.database import Store
from croupier.server.store.lease import Elsewhere
from croupier.server.store.lines import to_lines
from croupier.server.store.measures import timed
from croupier.server.store.snapshots import Keep

REMEMBERED = 2000  # answers kept at hand

State = TypeVar("State")
Pass = Callable[[str, Order, str, int], Awaitable["Reply"]]  # log, order, client, sequence


class Reply(msgspec.Struct, frozen=True, tag=True):
    """An order was carried out: everything up to this line of the log is on the disk."""

    upto: int


class _Answered(msgspec.Struct, frozen=True, tag="Reply"):
    """An answer as it is kept, with a digest of what it answers."""

    upto: int
    of: str = ""  # not kept by earlier versions


class _Job(NamedTuple):
    order: Order
    client: str
    sequence: int
    done: asyncio.Future[Reply]


class Writer(Generic[State]):
    """A log in service, and the state it amounts to."""

    def __init__(self, store: Store, stream: str, state: State, number: int = 0) -> None:
        """Take a log as it was left."""
        self.store, self.stream, self.state, self.number = store, stream, state, number
        self._answers: OrderedDict[tuple[str, int], _Answered] = OrderedDict()
        self._newest: OrderedDict[str, int] = OrderedDict()  # by client
        self._inbox: asyncio.Queue[_Job] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._deciding: asyncio.Future[Reply] | None = None  # what the order under way comes to
        self.elsewhere: Pass | None = None  # to the process that has this log, if it is not this
        self.check_giver: Callable[[Order], None] = lambda order: (
            None
        )  # an account may have changed

    def obey(self, order: Order) -> tuple[State, list[Entry]]:
        """The events of an order, or a refusal."""
        raise NotImplementedError

    def tell(self, entries: list[Entry]) -> None:
        """Notify viewers; the entries are committed, applied and counted."""

    every = 0  # how many lines, at least, are between two snapshots

    def keep(self, entries: Sequence[Entry], every: int = 0) -> Keep | None:
        """What is kept of the log now, before these entries; seldom anything."""
        return None

    def kept(self, keep: Keep) -> None:
        """Go on from what is kept, if it was stored."""

    def start(self) -> None:
        """Begin to serve."""
        self._task = asyncio.create_task(self._serve(), name=self.stream)

    async def stop(self) -> None:
        """Finish what was asked, and serve no more."""
        await self._inbox.join()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def follow(self, number: int, entry: Entry) -> None:
        """Take a line that the process which has this log wrote."""
        raise NotImplementedError

    def take_over(self) -> None:
        """Serve a log that another process had: it may have answered newer commands."""
        self._answers.clear()
        self._newest.clear()
        self.elsewhere = None
        self.start()

    async def hand_over(self, elsewhere: Pass) -> None:
        """Finish what was asked; from now on orders go to another process."""
        self.elsewhere = elsewhere
        await self.stop()

    def abandon(self, elsewhere: Pass) -> None:
        """Carry out nothing more: another process has the log. Callers come back and ask again."""
        self.elsewhere = elsewhere
        if self._task is not None:
            self._task.cancel()
        while not self._inbox.empty():
            job = self._inbox.get_nowait()
            if not job.done.done():
                job.done.set_exception(Elsewhere(self.stream))
            self._inbox.task_done()

    async def ask(self, order: Order, client: str = "", sequence: int = 0) -> Reply:
        """Give an order; the answer comes after the commit, a refusal as `Refused`."""
        if self.elsewhere is not None:
            return await self.elsewhere(self.stream, order, client, sequence)
        done: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(_Job(order, client, sequence, done))
        with timed(self.store.measures.orders):
            return await done

    @property
    def waiting(self) -> int:
        """How many orders wait to be carried out."""
        return self._inbox.qsize()

    async def _serve(self) -> None:
        while True:
            job = await self._inbox.get()
            self._deciding = job.done
            try:
                reply = await self._carry_out(job)
                if job.client:
                    log_order(self.stream, job.order)
                if not job.done.done():
                    job.done.set_result(reply)
            except asyncio.CancelledError:
                if not job.done.done():
                    job.done.set_exception(Elsewhere(self.stream))
                raise
            except Exception as fault:  # the caller gets the fault, whatever it is
                if job.client:
                    log_order(self.stream, job.order, fault)
                if not job.done.done():
                    job.done.set_exception(fault)
            finally:
                self._deciding = None
                self._inbox.task_done()

    async def settle(self) -> None:
        """Wait for the order that is being carried out now, whatever comes of it."""
        if self._deciding is not None:
            await asyncio.wait((self._deciding,))

    async def _carry_out(self, job: _Job) -> Reply:
        if job.client and (known := await self._known(job)):
            return known
        self.check_giver(job.order)  # no other task runs until its lines wait to be written
        state, entries = self.obey(job.order)
        reply = Reply(self.number + len(entries))
        kept = _Answered(reply.upto, _digest(job.order)) if job.client else None
        request = None
        if kept is not None:
            request = Request(job.client, job.sequence, msgspec.json.encode(kept))
        keep = self._keep(entries)
        await self.store.append(self.stream, to_lines(entries), request, keep)
        self.state, self.number = state, reply.upto
        if keep is not None:
            self.kept(keep)
        if kept is not None:
            self._remember(job, kept)
        try:
            self.tell(entries)
        except Exception:  # it is done, whether or not viewers hear of it: the log is the truth
            LOG.exception("notifying %s", self.stream)
        return reply

    def _keep(self, entries: Sequence[Entry]) -> Keep | None:
        try:
            return self.keep(entries)
        except Exception:  # the log is the truth: it can be made again
            LOG.exception("keeping a snapshot of %s", self.stream)
            return None

    async def _known(self, job: _Job) -> Reply | None:
        """The answer this command got before; a number that was skipped is stale."""
        newest = self._newest.get(job.client)
        if newest is None:
            newest = await self.store.last_sequence(self.stream, job.client)
        if job.sequence > newest:
            return None
        known = self._answers.get((job.client, job.sequence))
        if stored := known is None and await self.store.reply(
            self.stream, job.client, job.sequence
        ):
            known = msgspec.json.decode(stored, type=_Answered)
        if known is not None:
            if known.of not in ("", _digest(job.order)):
                why = f"{job.sequence} was another order: number a new one from {newest + 1} on"
                raise Refused("FIELD sequence", why)
            return Reply(known.upto)
        raise Refused("FIELD sequence", f"{job.sequence} is stale: {newest} was carried out")

    def _remember(self, job: _Job, kept: _Answered) -> None:
        self._answers[job.client, job.sequence] = kept
        self._newest[job.client] = job.sequence
        for known in (self._answers, self._newest):
            if len(known) > REMEMBERED:
                known.popitem(last=False)


def _digest(order: Order) -> str:
    """What tells one order from another: the command, not the moment it was given."""
    return sha256(msgspec.json.encode(order.says)).hexdigest()[:32]
