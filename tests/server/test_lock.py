"""One server for one database, and a restart at once however the last one ended."""

import signal
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread

import psycopg
import pytest
from sqlalchemy import make_url

from croupier.refused import Refused
from croupier.server.store import lock as locks
from croupier.server.store.lock import KEY, Taken, alone
from tests.server.conftest import database
from tests.server.processes import PATIENCE_S, Launcher, Server


@pytest.fixture
def launcher() -> Iterator[Launcher]:
    launcher = Launcher()
    yield launcher
    launcher.close()


def test_a_database_is_held_by_one_and_free_afterwards(
    db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "PATIENCE_S", 0.1)
    monkeypatch.setitem(locks.SETTINGS, "lock_timeout", "100ms")
    for _ in range(2):
        with alone(db), pytest.raises(Refused, match="another server") as refusal, alone(db):
            pass
        assert refusal.value.clause == "FIELD db"


def test_only_the_owner_can_hold_the_lock(tmp_path: Path) -> None:
    file = tmp_path / "room.db.lock"
    file.touch(0o644)  # as an earlier version left it
    for _ in range(2):
        with alone(f"sqlite:///{tmp_path}/room.db"):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
        file.unlink()


def test_a_file_is_the_same_whichever_way_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "PATIENCE_S", 0.1)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other.db").symlink_to(tmp_path / "room.db")
    with alone(f"sqlite:///{tmp_path}/room.db"):
        for name in ("room.db", "./room.db", "other.db"):
            with pytest.raises(Refused), alone(f"sqlite:///{name}"):
                pass
        with alone("sqlite:///another.db"), alone("sqlite://"), alone("sqlite://"):
            pass


@pytest.mark.parametrize("address", ["postgresql://x@127.0.0.1:1/x", "sqlite:////no/where.db"])
def test_a_database_that_is_not_there_is_refused_in_a_sentence(address: str) -> None:
    with pytest.raises(Refused, match="FIELD db"), alone(address):
        pass


def wait_for(holds: Callable[[], object]) -> None:
    """Wait until something holds, and no longer than a busy machine needs."""
    ends = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < ends
        time.sleep(0.01)


def test_a_lock_whose_file_is_deleted_is_taken_again_or_lost_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "PATIENCE_S", 0.1)
    monkeypatch.setattr(locks, "WATCH_S", 0.02)
    db, file, lost = f"sqlite:///{tmp_path}/room.db", tmp_path / "room.db.lock", Event()
    with alone(db, lost.set):
        file.unlink()
        wait_for(file.exists)
        time.sleep(0.2)  # until it is locked again
        with pytest.raises(Taken), alone(db):
            pass
        assert not lost.is_set()
    other = locks.FileLock(make_url(f"sqlite:///{tmp_path}/other.db"))
    other.take()
    with alone(db, lost.set):
        (tmp_path / "other.db.lock").replace(file)
        assert lost.wait(PATIENCE_S)
    other.release()


HOLDERS = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND {} GRANTED"


def others(connection: psycopg.Connection, holder: int) -> bool:
    """Whether a connection other than this one holds the lock."""
    held = connection.execute(HOLDERS.format("")).fetchall()
    return bool(held) and held != [(holder,)]


def test_a_lock_whose_connection_breaks_is_taken_again_or_lost_to_another(
    postgres: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(locks.SETTINGS, "lock_timeout", "100ms")
    monkeypatch.setattr(locks, "WATCH_S", 0.02)
    db, lost = database(request, tmp_path, "postgresql"), Event()
    with psycopg.connect(db, autocommit=True) as other, alone(db, lost.set):
        for held in (False, True):
            [[holder]] = other.execute(HOLDERS.format("")).fetchall()
            if held:
                waiting = Thread(target=other.execute, args=(f"SELECT pg_advisory_lock({KEY})",))
                waiting.start()
                with psycopg.connect(db, autocommit=True) as third:
                    wait_for(lambda: third.execute(HOLDERS.format("NOT")).fetchall())
                    third.execute("SELECT pg_terminate_backend(%s)", [holder])
                waiting.join()
                assert lost.wait(PATIENCE_S)
            else:
                other.execute("SELECT pg_terminate_backend(%s)", [holder])
                wait_for(lambda: others(other, holder))  # noqa: B023  # at once
                assert not lost.is_set()


def test_a_second_server_is_refused_and_a_killed_one_makes_room_at_once(
    db: str, tmp_path: Path, launcher: Launcher
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    first, second = (Server(launcher, db, tmp_path / name) for name in ("one", "two"))
    second.keys = first.keys
    first.start()
    with pytest.raises(AssertionError, match="did not start"):
        second.start()
    said = second.log.read_text()
    assert said.startswith("croupier: another server has the room at ")
    assert said.count("\n") == 1
    for how in (signal.SIGKILL, signal.SIGTERM):
        first.end(how)
        began = time.monotonic()
        second.start()
        assert time.monotonic() - began < PATIENCE_S
        first, second = second, first
    first.end()
