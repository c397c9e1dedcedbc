"""How a database is opened: with its driver, to be read only, a file as safe as SQLite can be."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from croupier.refused import Refused
from croupier.server.store.commits import Committer


def reading_engine(url: URL) -> AsyncEngine:
    """An engine that can write nothing; a SQLite file that no server has open is only looked at."""
    if url.get_backend_name() == "sqlite":
        path = Path(url.database or "").resolve()
        how = "mode=ro" if Path(f"{path}-wal").exists() else "immutable=1"
        return create_async_engine(f"{url.drivername}:///file:{quote(str(path))}?{how}&uri=true")
    reading = {"options": "-c default_transaction_read_only=on"}
    return create_async_engine(url, connect_args=reading)


def with_driver(url: str) -> str:
    """The address of a database with the driver that the room uses."""
    drivers = {"sqlite://": "sqlite+aiosqlite://", "postgresql://": "postgresql+psycopg://"}
    for plain, driven in drivers.items():
        if url.startswith(plain):
            return driven + url.removeprefix(plain)
    return url


def make_private(_dialect: Any, _record: Any, arguments: list[Any], _named: Any) -> None:
    """Let a new file be read by its owner only; what SQLite puts beside it is kept the same way."""
    if arguments[0] == ":memory:" or arguments[0].startswith("file:"):
        return
    with suppress(OSError):  # it exists, or cannot be made: then the database says why
        os.close(os.open(arguments[0], os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def make_safe(connection: Any, _record: Any) -> None:
    """Make SQLite write ahead and wait for the disk; assert both."""
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
            raise Refused("FIELD db", f"this database refuses {setting}: SQLite uses {found}")
    cursor.close()


def make_committer(engine: AsyncEngine) -> Committer:
    """What writes the record into the database of an engine."""
    drivers = {"sqlite+aiosqlite": "sqlite"}
    driver = drivers.get(engine.url.drivername, engine.url.drivername)
    plain = create_engine(engine.url.set(drivername=driver))
    keep_safe(plain)
    return Committer(plain)


def keep_safe(engine: Engine) -> None:
    """Make a SQLite file as safe as SQLite can be."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "do_connect", make_private)
        event.listen(engine, "connect", make_safe)
