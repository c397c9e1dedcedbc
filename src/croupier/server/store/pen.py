"""The connection that writes the record, in a thread that does nothing else.

A transaction costs the event loop one hop to this thread and one back, however many statements it
has, and nobody else waits while the disk is written to.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import Connection, Engine


class Pen:
    """Writes one transaction after another."""

    def __init__(self, engine: Engine) -> None:
        """Write through this engine."""
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="record")

    async def write(self, work: Callable[[Connection], None]) -> None:
        """Write lines to the database: return when all are on the disk, raise when none is."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._written, work)

    def _written(self, work: Callable[[Connection], None]) -> None:
        with self._engine.begin() as connection:
            work(connection)

    def close(self) -> None:
        """Let the database go."""
        self._thread.shutdown()
        self._engine.dispose()
