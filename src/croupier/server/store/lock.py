"""One server for one database: a lock for as long as the room is open, however it ends.

Two servers would each believe to be the only writer of every log. The database would refuse the
second line of a number, so nothing is lost; but players would see orders fail, without a reason.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import URL, create_engine, func, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from croupier.refused import Refused, brief
from croupier.server.store.database import make_engine

PATIENCE_S = 2  # until a server that was killed has let go
KEY = int.from_bytes(b"croupier", "big")
NOT_AVAILABLE = "55P03"  # what PostgreSQL says of a lock that another has
SETTINGS = {
    "lock_timeout": f"{PATIENCE_S}s",
    "tcp_keepalives_idle": "10",  # of seconds, then 3 times 5: a machine that is gone holds nothing
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}


@contextmanager
def alone(db: str) -> Iterator[None]:
    """Keep a database to this process, or refuse: another server has it."""
    engine = make_engine(db)
    hold = _hold_file if engine.dialect.name == "sqlite" else _hold_database
    with hold(engine.url):
        yield


@contextmanager
def _hold_file(url: URL) -> Iterator[None]:
    """Lock a file beside the database: its own locks come and go with every transaction."""
    if not url.database or url.database == ":memory:":
        yield
        return
    beside = Path(url.database).resolve()
    try:
        lock = sqlite3.connect(f"{beside}.lock", timeout=PATIENCE_S, isolation_level=None)
    except sqlite3.OperationalError as fault:
        raise Refused("FIELD db", f"{url.database}: {brief(fault)}") from None
    with closing(lock):
        try:
            lock.execute("PRAGMA journal_mode=MEMORY")  # it holds nothing to roll back
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as fault:
            held = fault.sqlite_errorcode == sqlite3.SQLITE_BUSY
            raise _taken(url) if held else Refused("FIELD db", brief(fault)) from None
        yield


@contextmanager
def _hold_database(url: URL) -> Iterator[None]:
    """Lock the database for as long as a connection of its own lasts."""
    engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    try:
        connection = engine.connect()
    except OperationalError as fault:
        raise Refused("FIELD db", brief(fault.orig)) from None
    with connection:
        for name, value in SETTINGS.items():
            connection.exec_driver_sql(f"SET {name} = '{value}'")
        try:
            connection.execute(select(func.pg_advisory_lock(KEY)))
        except OperationalError as fault:
            held = getattr(fault.orig, "sqlstate", "") == NOT_AVAILABLE
            raise _taken(url) if held else Refused("FIELD db", brief(fault.orig)) from None
        yield


def _taken(url: URL) -> Refused:
    shown = url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
    return Refused("FIELD db", f"another server has the room at {shown} open")
