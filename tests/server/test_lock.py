"""One server for one database, and a restart at once however the last one ended."""

import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.refused import Refused
from croupier.server.store import lock as locks
from croupier.server.store.lock import alone
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
