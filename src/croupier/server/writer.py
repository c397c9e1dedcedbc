"""One log, one task: the only writer of a table's log, or of the house's.

An order is decided, committed, applied and told, in this sequence; whoever asked hears of it
only after the commit. A command that was carried out before is answered again, never repeated.
"""

import asyncio
from collections import OrderedDict
from typing import Generic, NamedTuple, TypeVar

import msgspec

from croupier.refused import Refused
from croupier.room.logbook import Entry, Order
from croupier.server.server_log import LOG, log_order
from croupier.server.store.database import Request, Store
from croupier.server.store.lines import to_lines

REMEMBERED = 2000  # answers kept at hand

State = TypeVar("State")


class Reply(msgspec.Struct, frozen=True, tag=True):
    """An order was carried out: everything up to this line of the log is on the disk."""

    upto: int


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
        self._answers: OrderedDict[tuple[str, int], Reply] = OrderedDict()
        self._newest: OrderedDict[str, int] = OrderedDict()  # by client
        self._inbox: asyncio.Queue[_Job] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def obey(self, order: Order) -> tuple[State, list[Entry]]:
        """What the order amounts to, or a refusal."""
        raise NotImplementedError

    def tell(self, entries: list[Entry]) -> None:
        """Let whoever follows know; the entries are committed, applied and counted."""

    def start(self) -> None:
        """Begin to serve."""
        self._task = asyncio.create_task(self._serve(), name=self.stream)

    async def stop(self) -> None:
        """Finish what was asked, and serve no more."""
        await self._inbox.join()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def ask(self, order: Order, client: str = "", sequence: int = 0) -> Reply:
        """Give an order; the answer comes after the commit, a refusal as `Refused`."""
        done: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        await self._inbox.put(_Job(order, client, sequence, done))
        return await done

    async def _serve(self) -> None:
        while True:
            job = await self._inbox.get()
            try:
                reply = await self._carry_out(job)
                if job.client:
                    log_order(self.stream, job.order)
                if not job.done.done():
                    job.done.set_result(reply)
            except Exception as fault:  # whoever asked hears of it, whatever it is
                if job.client:
                    log_order(self.stream, job.order, fault)
                if not job.done.done():
                    job.done.set_exception(fault)
            finally:
                self._inbox.task_done()

    async def _carry_out(self, job: _Job) -> Reply:
        if job.client and (known := await self._known(job)):
            return known
        state, entries = self.obey(job.order)
        reply = Reply(self.number + len(entries))
        request = None
        if job.client:
            request = Request(job.client, job.sequence, msgspec.json.encode(reply))
        await self.store.append(self.stream, to_lines(entries), request)
        self.state, self.number = state, reply.upto
        if request is not None:
            self._remember(job, reply)
        try:
            self.tell(entries)
        except Exception:  # it is done, whether or not it can be told: the log is the truth
            LOG.exception("telling %s", self.stream)
        return reply

    async def _known(self, job: _Job) -> Reply | None:
        """The answer this command got before; a number that was passed over is stale."""
        newest = self._newest.get(job.client)
        if newest is None:
            newest = await self.store.last_sequence(self.stream, job.client)
        if job.sequence > newest:
            return None
        if known := self._answers.get((job.client, job.sequence)):
            return known
        if stored := await self.store.reply(self.stream, job.client, job.sequence):
            return msgspec.json.decode(stored, type=Reply)
        raise Refused("FIELD sequence", f"{job.sequence} is stale: {newest} was carried out")

    def _remember(self, job: _Job, reply: Reply) -> None:
        self._answers[job.client, job.sequence] = reply
        self._newest[job.client] = job.sequence
        for kept in (self._answers, self._newest):
            if len(kept) > REMEMBERED:
                kept.popitem(last=False)
