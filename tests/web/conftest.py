"""A room in a separate process, and browsers that use it as people do."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

# The shell has no windows, menus and tabs of its own to draw: a third less work.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or ""
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--host-resolver-rules=MAP *.lan 127.0.0.1",
)
OFTEN = {"SIGN_INS": "1000", "REQUESTS": "1000"}  # every test comes from one address
OFTEN |= {"MISSES": "20"}  # a player slow on a busy machine is not idle
PACE = {"UNCONTESTED": "0.3", "BEAT": "0.1"}  # what no player decides is not waited for
FAST = OFTEN | PACE | {"BETS": "3", "PAUSE": "0.4", "THINK": "0.05", "TURN": "30"}
CALM = OFTEN | PACE | {"BETS": "15", "PAUSE": "1", "THINK": "0.4", "TURN": "30", "CUT": "30"}


PATIENCE = 60_000  # milliseconds: a busy machine is not a fault
BRIEFLY = 10_000
LEFT = re.compile(r"you leave after this round|^You take \$")
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


class Room:
    """A room, most often a demonstration, that can be stopped and started again."""

    def __init__(
        self,
        home: Path,
        settings: dict[str, str] = FAST,
        module: str = "croupier",
        mode: tuple[str, ...] = ("--demo",),
        games: tuple[str, ...] = (),
    ) -> None:
        self.home, self.settings, self.module, self.mode = home, settings, module, mode
        self.games = games  # files that define games of the room's own
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port: int = found.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        here = Path(__file__).parents[2]
        env = os.environ | {f"CROUPIER_{key}": value for key, value in self.settings.items()}
        env["PYTHONPATH"] = str(here)
        own = [word for path in self.games for word in ("--games", path)]
        command = (sys.executable, "-m", self.module, *own, "serve", *self.mode)
        command += ("--port", str(self.port))
        with (self.home / "log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=self.home, env=env, stdout=log, stderr=log)
        for _ in range(600):
            time.sleep(0.1)
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                    return  # a room listens once it is open
            except OSError:
                assert self.process.poll() is None, (self.home / "log").read_text()[-2000:]
        raise AssertionError("the room did not open within a minute")

    @property
    def at_home(self) -> str:
        """Its address as phones in the network have it: without TLS, browsers keep much from it."""
        return f"http://room.lan:{self.port}"

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(30)


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A quick room, for everybody."""
    opened = Room(tmp_path_factory.mktemp("room"))
    opened.start()
    yield opened
    opened.stop()


@pytest.fixture(scope="session")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A room with bots that take their time, and a dealer who exposes cards of stud."""
    opened = Room(tmp_path_factory.mktemp("calm"), CALM, "tests.web.mishaps")
    opened.start()
    yield opened
    opened.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if not CHROMIUM:
        if os.environ.get("CI") == "true":
            pytest.fail("there is no chromium to drive")
        pytest.skip("there is no chromium to drive")
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


Browse = Callable[..., Page]
OUTCOME = pytest.StashKey[pytest.TestReport]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let a test's browsers know how it ended."""
    report = yield
    if report.when == "call":
        item.stash[OUTCOME] = report
    return report


def show(page: Page) -> None:
    """Print what a person would see, for a test that failed."""
    with suppress(Error):
        print(f"-- {page.url}\n{page.locator('body').inner_text(timeout=BRIEFLY)[:1500]}")


@pytest.fixture
def browse(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Browse]:
    """Come as a new visitor, who shares nothing with others; a page that breaks fails the test.

    Without motion unless it is asked for: drawing it keeps a small machine busy.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def opened(width: int = 1280, height: int = 800, *, motion: bool = False) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark",
            reduced_motion="no-preference" if motion else "reduce",
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        return page

    yield opened
    ended = request.node.stash.get(OUTCOME, None)
    for context in contexts:
        if ended is None or ended.failed:
            show(context.pages[0])
        give_up_seat(context.pages[0])
        context.close()
    assert not faults


def take_seat(page: Page, room: Room, game: str, *, url: str = "") -> None:
    """A seat among bots, wherever one is free: what others left at a table does not matter."""
    page.goto(url or room.url)
    page.get_by_label("Game", exact=True).select_option(label=game)
    page.get_by_role("button", name="Deal me in").click()
    page.get_by_role("button", name="My seat").wait_for()


def give_up_seat(page: Page) -> None:
    """Leave, for the next test: a player who has left keeps no one waiting."""
    mine = page.get_by_role("button", name="My seat")
    page.set_default_timeout(BRIEFLY)
    with suppress(Error):  # the room may be down, or the seat be given up already
        page.keyboard.press("Escape")
        if mine.is_visible():
            mine.click()
            page.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
            page.get_by_role("dialog").get_by_role("button", name="Leave").click()
            page.get_by_text(LEFT).first.wait_for()
