"""Two processes share a room: the floor shows which has what, and lets a table go to the other."""

import asyncio
import re
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import expect

from croupier.server.auth.users import Accounts
from croupier.server.store.database import make_engine
from croupier.server.store.keys import load_keys
from croupier.server.store.migrate import migrate
from croupier.server.tables.steady_clock import wall_clock
from tests.server.conftest import database, postgres  # noqa: F401  # a fixture
from tests.server.processes import Launcher
from tests.server.rooms import SUE, opened, served
from tests.server.test_shared_room import names_of, servers
from tests.web.conftest import Browse
from tests.web.real import PASSWORD


async def _prepare(db: str, keys: Path) -> None:
    """A supervisor with a password, and two open tables."""
    engine = make_engine(db)
    await migrate(engine)
    await Accounts(engine, load_keys(keys)).add("Sue", PASSWORD, SUE.role, wall_clock())
    await engine.dispose()
    async with served(db, keys=load_keys(keys)) as alone:
        await opened(alone, "1")
        await opened(alone, "2")


@pytest.mark.soak
def test_the_floor_shows_which_process_has_what_and_moves_tables(
    request: pytest.FixtureRequest, tmp_path: Path, browse: Browse
) -> None:
    launcher = Launcher()
    request.addfinalizer(launcher.close)
    first, second = servers(request, tmp_path, launcher, 2)
    work = Thread(target=lambda: asyncio.run(_prepare(first.db, first.keys)))
    work.start()  # the browser has the loop of this thread
    work.join()
    for server in (first, second):
        server.start()
    here, there = (names_of(first.db)[server.port] for server in (first, second))
    page = browse()
    page.goto(f"{first.address}/floor")
    page.get_by_label("Name", exact=True).fill("Sue")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    panel = page.get_by_role("region", name="Processes")

    def has(process: str, *logs: str) -> None:
        row = panel.get_by_role("listitem").filter(has_text=process)
        expect(row).to_contain_text(", ".join(logs))

    def move(log: str, process: str) -> None:
        panel.get_by_label("Move").select_option(label=log)
        panel.get_by_label("To").select_option(label=process)
        panel.get_by_role("button", name="Move after the round").click()
        expect(page.get_by_text(re.compile(f"{log} goes to {re.escape(process)}"))).to_be_visible()
        page.get_by_role("heading", name="Floor", exact=True).click()

    for log, process in (("Table 1", here), ("Table 2", there), ("The house", here)):
        move(log, process)
    has(here, "Table 1, The house")
    has(there, "Table 2")
    panel.get_by_role("button", name=f"Drain: {there}").click()
    page.get_by_role("heading", name="Floor", exact=True).click()
    has(here, "Table 1, Table 2, The house")
    has(there, "Nothing")
    panel.get_by_role("button", name=f"Take tables again: {there}").click()
    page.get_by_role("heading", name="Floor", exact=True).click()
    has(there, "Table 2")
    page.screenshot(path=tmp_path / "floor.png", full_page=True)
