"""Who may open a database: one server alone, or the processes that share a room in PostgreSQL.

The database itself refuses lines of a process that lost a log to another (see `lease`), so
nothing is lost without the lock; but players would see orders fail. A lock can be lost while the
server runs: the database restarts, or its file is deleted. It is then taken again, or the server
stops, because another one has the room.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Protocol

from sqlalchemy import URL, Connection, create_engine, func, select
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from croupier.refused import Refused, brief
from croupier.server.monitoring.server_log import LOG
from croupier.server.store.database import make_engine

PATIENCE_S = 2  # until a server that was killed has let go
WATCH_S = 1.0  # between two looks at a lock that is held
KEY = int.from_bytes(b"croupier", "big")
NOT_AVAILABLE = "55P03"  # what PostgreSQL says of a lock that another has
SETTINGS = {
    "lock_timeout": f"{PATIENCE_S}s",
    "tcp_keepalives_idle": "10",  # of seconds, then 3 times 5: a machine that is gone holds nothing
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}


class Lock(Protocol):
    """A lock on a database."""

    def take(self) -> None:
        """Take it, or refuse: another server has it, or the database cannot be reached."""

    def is_held(self) -> bool:
        """Whether it is still this server's."""

    def release(self) -> None:
        """Let it go."""


@contextmanager
def alone(
    db: str, on_lost: Callable[[], None] = lambda: None, *, shared: bool = False
) -> Iterator[None]:
    """Keep a database to this process, or to those that share it; refuse if another has it.

    `on_lost` is called, in another thread, once another server has taken the room meanwhile.
    """
    lock = _lock_of(make_engine(db).url, shared=shared)
    lock.take()
    done = Event()
    watch = Thread(target=_watch, args=(lock, done, on_lost), name="lock", daemon=True)
    watch.start()
    try:
        yield
    finally:
        done.set()
        watch.join()
        lock.release()


def _lock_of(url: URL, *, shared: bool) -> Lock:
    if url.get_backend_name() != "sqlite":
        return DatabaseLock(url, shared=shared)
    in_memory = not url.database or url.database == ":memory:"
    return NoLock() if in_memory else FileLock(url)


def _watch(lock: Lock, done: Event, on_lost: Callable[[], None]) -> None:
    """Take a lock again that was lost; when another server has it, say so once."""
    while not done.wait(WATCH_S):
        if lock.is_held():
            continue
        LOG.warning("the lock on the room is lost: it is taken again")
        lock.release()
        try:
            lock.take()
        except Taken as taken:
            LOG.critical("%s", taken.why)
            on_lost()
            return
        except Refused as refused:  # the database is away: until it is back nobody can write
            LOG.warning("%s", refused.why)


class Taken(Refused):
    """Another server has the room."""

    def __init__(self, url: URL) -> None:
        """Name the database, without its password."""
        url = url.set(drivername=url.get_backend_name())
        shown = url.difference_update_query(["application_name"]).render_as_string()
        super().__init__("FIELD db", f"another server has the room at {shown} open")


class NoLock:
    """The lock on a database in memory, which no other process can see."""

    def take(self) -> None:
        """Do nothing."""

    def is_held(self) -> bool:
        """It always is."""
        return True

    def release(self) -> None:
        """Do nothing."""


class FileLock:
    """A lock on a file beside a SQLite database: its locks come and go with every transaction."""

    def __init__(self, url: URL) -> None:
        """Lock the file beside this database."""
        self._url, self._path = url, Path(f"{Path(url.database or '').resolve()}.lock")
        self._connection: sqlite3.Connection | None = None
        self._file = 0  # its number, to notice another file of the same name

    def take(self) -> None:
        """Take it, or refuse."""
        with suppress(OSError):  # a user of this machine who can read it could hold it
            os.close(os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600))
            self._path.chmod(0o600)
        try:
            lock = sqlite3.connect(
                self._path, timeout=PATIENCE_S, isolation_level=None, check_same_thread=False
            )
        except sqlite3.OperationalError as fault:
            raise Refused("FIELD db", f"{self._url.database}: {brief(fault)}") from None
        try:
            lock.execute("PRAGMA journal_mode=MEMORY")  # it holds nothing to roll back
            lock.execute("BEGIN EXCLUSIVE")
            self._file = self._path.stat().st_ino
        except (sqlite3.OperationalError, OSError) as fault:
            lock.close()
            held = getattr(fault, "sqlite_errorcode", 0) == sqlite3.SQLITE_BUSY
            raise Taken(self._url) if held else Refused("FIELD db", brief(fault)) from None
        self._connection = lock

    def is_held(self) -> bool:
        """Whether the file that is locked is still the file of that name."""
        try:
            return self._connection is not None and self._path.stat().st_ino == self._file
        except OSError:
            return False

    def release(self) -> None:
        """Let it go."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class DatabaseLock:
    """A lock that PostgreSQL keeps for as long as a connection lasts."""

    def __init__(self, url: URL, *, shared: bool = False) -> None:
        """Lock this database, or share it with others that do."""
        self._url = url
        self._wanted = func.pg_advisory_lock_shared(KEY) if shared else func.pg_advisory_lock(KEY)
        self._engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._connection: Connection | None = None

    def take(self) -> None:
        """Take it, or refuse."""
        try:
            connection = self._engine.connect()
        except OperationalError as fault:
            raise Refused("FIELD db", brief(fault.orig)) from None
        try:
            for name, value in SETTINGS.items():
                connection.exec_driver_sql(f"SET {name} = '{value}'")
            connection.execute(select(self._wanted))
        except OperationalError as fault:
            connection.close()
            held = getattr(fault.orig, "sqlstate", "") == NOT_AVAILABLE
            raise Taken(self._url) if held else Refused("FIELD db", brief(fault.orig)) from None
        self._connection = connection

    def is_held(self) -> bool:
        """Whether the connection that holds the lock still answers."""
        if self._connection is None:
            return False
        try:
            self._connection.exec_driver_sql("SELECT 1")
        except SQLAlchemyError:
            return False
        return True

    def release(self) -> None:
        """Let it go."""
        if self._connection is not None:
            with suppress(SQLAlchemyError):
                self._connection.close()
            self._connection = None
