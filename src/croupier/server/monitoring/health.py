"""What does not work: a database that does not answer, a disk that is full, tables kept closed."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from sqlalchemy import text

from croupier.refused import brief
from croupier.server.monitoring.server_log import LOG
from croupier.server.store.database import Store

PATIENCE = 2.0  # seconds for the database to answer
FRESH = 1.0  # seconds for which an answer holds: asking often costs nothing
ADDRESS = "connection to server"  # in PostgreSQL's words
LEAST_FREE = 16 * 1024 * 1024  # bytes of disk below which the room is not well


class Health:
    """The room's own look at what it needs."""

    def __init__(self, store: Store, clock: Callable[[], float] = monotonic) -> None:
        """Look at this store."""
        self._store, self._clock = store, clock
        self._at, self._found = float("-inf"), dict[str, str]()
        self._looking = asyncio.Lock()
        self._logged = ""

    async def faults(self) -> dict[str, str]:
        """What does not work, by its name; nothing when all is well."""
        async with self._looking:
            if self._clock() - self._at >= FRESH:
                self._found = await self._look()
                self._at = self._clock()
            return self._found

    async def _look(self) -> dict[str, str]:
        found = {}
        try:
            async with asyncio.timeout(PATIENCE):
                async with self._store.engine.connect() as connection:
                    await connection.execute(text("SELECT 1"))
        except TimeoutError:
            found["database"] = "it does not answer"
        except Exception as fault:
            found["database"] = self._said(brief(getattr(fault, "orig", None) or fault))
        if wrong := [*self._store.faults, *self._store.doubts]:
            found["record"] = str(wrong[0])
        elif self._store.failing:
            found["record"] = self._said(self._store.failing)
        if said := await asyncio.to_thread(self._disk):
            found["disk"] = said
        return found

    def _said(self, why: str) -> str:
        """What everybody may read of a fault; where the database is, and its user, is logged."""
        if ADDRESS not in why:
            return why
        if why != self._logged:
            LOG.warning("the database does not answer: %s", why)
        self._logged = why
        return "it does not answer"

    def _disk(self) -> str:
        """What is wrong with the disk under a database that is a file."""
        url = self._store.engine.url
        if url.get_backend_name() != "sqlite" or not url.database:
            return ""
        try:
            disk = os.statvfs(Path(url.database).resolve().parent)
        except OSError as fault:
            return brief(fault.strerror)
        if disk.f_flag & os.ST_RDONLY:
            return "it is read-only"
        free = disk.f_bavail * disk.f_frsize
        return f"{free // 2**20} MB are left" if free < LEAST_FREE else ""
