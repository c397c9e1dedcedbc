"""Commits transactions in a thread of its own, through a connection that stays open.

A transaction costs the event loop one hop to this thread and one back, however many statements it
has, and the loop runs on while the disk is written to. A new connection is opened only after a
fault.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

Work = Callable[[Connection], None]


class _Job(NamedTuple):
    work: Work
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class Committer:
    """Commits one transaction after another."""

    def __init__(self, engine: Engine) -> None:
        """Write through this engine."""
        self._engine = engine
        self._connection: Connection | None = None
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread: Thread | None = None

    async def write(self, work: Work) -> None:
        """Write lines to the database: return when all are on the disk, raise when none is."""
        if self._thread is None:
            self._thread = Thread(target=self._serve, name="record", daemon=True)
            self._thread.start()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._jobs.put(_Job(work, loop, done))
        await done

    def _serve(self) -> None:
        while (job := self._jobs.get()) is not None:
            fault: BaseException | None = None
            try:
                self._written(job.work)
            except BaseException as found:  # the caller gets it, whatever it is
                fault = found
                self._let_go()
            with suppress(RuntimeError):  # nobody waits any more
                job.loop.call_soon_threadsafe(_end, job.done, fault)
        self._let_go()

    def _written(self, work: Work) -> None:
        if self._connection is None:
            self._connection = self._engine.connect()
        with self._connection.begin():
            work(self._connection)

    def _let_go(self) -> None:
        if self._connection is not None:
            with suppress(SQLAlchemyError, OSError):  # it is broken: the next one is another
                self._connection.close()
            self._connection = None

    def close(self) -> None:
        """Close the connection."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
        self._engine.dispose()


def _end(done: asyncio.Future[None], fault: BaseException | None) -> None:
    if done.done():
        return
    if fault is None:
        done.set_result(None)
    else:
        done.set_exception(fault)
