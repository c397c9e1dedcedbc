"""What happens to a room while people play: nothing is lost; it goes on, or says why not."""

import asyncio
import os
import signal
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import psycopg
import pytest
from sqlalchemy import make_url

from tests.server.clients import Player
from tests.server.conftest import DATABASES, database
from tests.server.processes import PATIENCE_S, Launcher, Server
from tests.server.rooms import run
from tests.server.test_nothing_lost import SETTINGS, crowd, judge

pytestmark = pytest.mark.soak
MORE = 30  # promises before and after
DISK_MB = 24


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    found = Launcher()
    yield found
    found.close()


Disaster = Callable[[Server, list[Player]], Awaitable[None]]


def survive(server: Server, disaster: Disaster) -> None:
    """Play, let it happen, play on, and compare what was promised with what is stored."""

    async def work() -> None:
        players = await crowd(server)
        tasks = [asyncio.create_task(player.play()) for player in players]
        try:
            await more_promises(players)
            await disaster(server, players)
            await more_promises(players)
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await asyncio.to_thread(server.end, signal.SIGTERM)
        await judge(server, players)

    run(work)


def promises(players: list[Player]) -> int:
    return sum(len(player.acks) for player in players)


async def more_promises(players: list[Player]) -> None:
    before = promises(players)
    async with asyncio.timeout(PATIENCE_S):
        while promises(players) < before + MORE:
            await asyncio.sleep(0.02)


async def reported(server: Server, *names: str) -> dict[str, str]:
    """Wait until the room says what does not work, and is not ready for orders."""
    async with asyncio.timeout(PATIENCE_S), httpx.AsyncClient(base_url=server.address) as client:
        while True:
            with suppress(httpx.HTTPError):
                found: dict[str, str] = (await client.get("/health")).json().get("faults", {})
                if found.keys() & set(names):
                    assert (await client.get("/ready")).status_code == 503
                    return found
            await asyncio.sleep(0.1)


async def well(server: Server) -> None:
    """Wait until the room reports nothing."""
    async with asyncio.timeout(PATIENCE_S), httpx.AsyncClient(base_url=server.address) as client:
        while True:
            with suppress(httpx.HTTPError):
                if not (await client.get("/health")).json().get("faults"):
                    return
            await asyncio.sleep(0.1)


# --- the process -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", DATABASES)
def test_a_room_that_was_stopped_for_a_while_goes_on(
    request: pytest.FixtureRequest, tmp_path: Path, launcher: Launcher, kind: str
) -> None:
    async def pause(server: Server, players: list[Player]) -> None:
        for seconds in (0.5, 8.0):
            os.kill(server.pid, signal.SIGSTOP)
            await asyncio.sleep(seconds)
            os.kill(server.pid, signal.SIGCONT)
            await more_promises(players)

    survive(Server(launcher, database(request, tmp_path, kind), tmp_path, **SETTINGS), pause)


@pytest.mark.parametrize("kind", DATABASES)
def test_a_clock_that_jumps_by_hours_both_ways_stops_no_table(
    request: pytest.FixtureRequest, tmp_path: Path, launcher: Launcher, kind: str
) -> None:
    offset = tmp_path / "offset"
    offset.write_text("0")

    async def jump(server: Server, players: list[Player]) -> None:
        for hours in (3, -3, 0, -26, 26):
            offset.write_text(str(hours * 3600))
            await more_promises(players)
        offset.write_text("-7200")  # and a restart with the wrong time
        await asyncio.to_thread(server.end)
        await asyncio.to_thread(server.start)

    server = Server(launcher, database(request, tmp_path, kind), tmp_path, **SETTINGS)
    server.env["CROUPIER_TEST_CLOCK"] = str(offset)
    survive(server, jump)


# --- the disk --------------------------------------------------------------------------------


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A file system of a few megabytes; only root can make one."""
    folder.mkdir()
    options = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "none", str(folder)]
    made = subprocess.run(options, capture_output=True, text=True)
    if made.returncode:
        pytest.skip(f"no disk can be made here: {made.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(path: Path) -> None:
    """Write until nothing more fits."""
    with path.open("wb", buffering=0) as file, suppress(OSError):
        size = 1 << 20
        while size >= 512:
            try:
                file.write(bytes(size))
            except OSError:
                size //= 2


def test_a_full_disk_loses_nothing_and_is_reported(tmp_path: Path, launcher: Launcher) -> None:
    async def fill_up(server: Server, players: list[Player]) -> None:
        filler = server.folder / "filler"
        await asyncio.to_thread(fill, filler)
        found = await reported(server, "disk", "record")
        assert "0 MB are left" in found["disk"] or "full" in found.get("record", "")
        before = promises(players)
        await asyncio.sleep(2)
        assert promises(players) - before <= len(players)  # what was on its way
        filler.unlink()
        await well_or_restarted(server)

    with small_disk(tmp_path / "disk") as folder:
        survive(Server(launcher, f"sqlite:///{folder}/room.db", folder, **SETTINGS), fill_up)


async def well_or_restarted(server: Server) -> None:
    """A table whose last order is in doubt says so, and takes orders again after a restart."""
    try:
        async with asyncio.timeout(10):
            await well(server)
    except TimeoutError:
        await asyncio.to_thread(server.end, signal.SIGTERM)
        await asyncio.to_thread(server.start)


def test_a_room_on_a_read_only_disk_says_so_and_can_still_be_verified(
    tmp_path: Path, launcher: Launcher
) -> None:
    async def write_protect(server: Server, players: list[Player]) -> None:
        await asyncio.to_thread(server.end, signal.SIGTERM)
        remount = ["mount", "-o", "remount,ro", str(server.folder)]
        subprocess.run(remount, check=True)
        log = server.log
        server.log = tmp_path / "read-only.log"
        with pytest.raises(AssertionError, match="did not start"):
            await asyncio.to_thread(server.start)
        said = server.log.read_text().strip()
        assert said.startswith("croupier: ")
        assert "\n" not in said
        where = ["--db", server.db, "--keys", str(server.keys)]
        words = ["croupier", "verify-log", *where]
        checked = await asyncio.to_thread(
            subprocess.run, words, env=venv(), capture_output=True, text=True
        )
        assert checked.stdout == "Everything was checked.\n", checked.stdout + checked.stderr
        subprocess.run(["mount", "-o", "remount,rw", str(server.folder)], check=True)
        server.log = log
        await asyncio.to_thread(server.start)

    with small_disk(tmp_path / "disk") as folder:
        survive(Server(launcher, f"sqlite:///{folder}/room.db", folder, **SETTINGS), write_protect)


def venv() -> dict[str, str]:
    import sys

    return {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


# --- the database ----------------------------------------------------------------------------


def test_a_database_that_is_gone_and_comes_back_loses_nothing(
    request: pytest.FixtureRequest, tmp_path: Path, launcher: Launcher, postgres: str
) -> None:
    db = database(request, tmp_path, "postgresql")
    name = make_url(db).database

    async def go_away(server: Server, players: list[Player]) -> None:
        for seconds in (0.0, 5.0):
            with psycopg.connect(postgres, autocommit=True) as operator:
                operator.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
                operator.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                    [name],
                )
                if seconds:
                    await reported(server, "database")
                await asyncio.sleep(seconds)
                operator.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
            await well_or_restarted(server)
            await restart_if_in_doubt(server, players)

    survive(Server(launcher, db, tmp_path, **SETTINGS), go_away)


async def restart_if_in_doubt(server: Server, players: list[Player]) -> None:
    """A commit that was cut off may be there or not: its table waits for a restart, and says so."""
    try:
        async with asyncio.timeout(15):
            await more_promises(players)
    except TimeoutError:
        await asyncio.to_thread(server.end, signal.SIGTERM)
        await asyncio.to_thread(server.start)
