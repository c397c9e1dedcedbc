"""Every page at every size, dark and light: nothing wider than its window, and axe finds nothing.

At 200% a window of 1440 by 900 has room for 720 by 450.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Browse, Room
from tests.web.doors import FreshRoom, faults_of, set_up
from tests.web.real import QUICK

SIZES = ((360, 740), (740, 360), (768, 1024), (1024, 768), (1440, 900), (720, 450))
THEMES = ("dark", "light")
SHOTS = os.environ.get("SHOTS", "")
DEMONSTRATION = (
    *("/", "/account", "/table/no-limit-holdem", "/table/two-card-joker", "/rounds"),
    *("/rules/badugi", "/odds", "/board", "/floor", "/cage", "/books", "/regulator"),
)
OF_SUPERVISOR = ("/", "/account", "/people", "/floor", "/cage", "/books", "/board")


@pytest.fixture(params=["card-room", "friends"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FreshRoom]:
    room = FreshRoom(tmp_path, QUICK)
    room.kind = request.param  # type: ignore[attr-defined]  # for this test
    room.start()
    yield room
    room.stop()


def looked_at(page: Page, name: str) -> list[str]:
    """What is wrong with the page that is open, at every size and in both themes."""
    found = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]  # one of the two
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(50)
            faults = faults_of(page)
            found += [f"{name} {width}x{height} {theme}: {fault}" for fault in faults]
            if SHOTS and (theme == "dark" or (width, height) == SIZES[0]):
                shot = f"{name.strip('/').replace('/', '-') or 'lobby'}-{width}-{theme}"
                page.screenshot(path=f"{SHOTS}/{shot}.png")
    return found


def opened(page: Page, url: str) -> None:
    page.goto(url)
    page.wait_for_load_state("networkidle")
    if (desk := page.get_by_role("button", name=re.compile("^Try the"))).count():
        desk.click()
        expect(desk).to_have_count(0)
    expect(page.get_by_role("heading").first).to_be_visible()
    page.wait_for_load_state("networkidle")


@pytest.mark.soak
@pytest.mark.parametrize("path", DEMONSTRATION)
def test_a_page_of_the_demonstration(room: Room, browse: Browse, path: str) -> None:
    page = browse()
    opened(page, room.url + path)
    assert looked_at(page, path) == []


@pytest.mark.soak
def test_every_page_of_a_new_room(fresh: FreshRoom, browse: Browse) -> None:
    page, kind = browse(), fresh.kind  # type: ignore[attr-defined]  # see above
    page.goto(fresh.setup)
    expect(page.get_by_role("button", name="Open the room")).to_be_visible()
    found = looked_at(page, f"{kind}-setup")
    set_up(page, fresh, kind)
    for path in OF_SUPERVISOR:
        opened(page, fresh.url + path)
        found += looked_at(page, f"{kind}{path}")
    if kind == "friends":
        page.goto(fresh.url)
        page.get_by_role("button", name="Host a game").click()
        expect(page.get_by_role("button", name="Host the game")).to_be_visible()
        found += looked_at(page, "host-form")
        page.get_by_role("button", name="Host the game").click()
        expect(page.get_by_role("button", name="Copy the link")).to_be_visible()
        found += looked_at(page, "hosted")
        guest = browse()
        guest.goto(page.url)
        expect(guest.get_by_role("button", name="Ask to join")).to_be_visible()
        found += looked_at(guest, "door")
    else:
        page.goto(f"{fresh.url}/floor")
        page.get_by_role("button", name="Open a table").click()
        expect(page.get_by_role("button", name="Open the table")).to_be_visible()
        found += looked_at(page, "table-form")
        page.get_by_role("button", name="Open the table").click()
        expect(page.get_by_role("button", name="Later")).to_be_visible()
        found += looked_at(page, "make-ready")
    assert found == []
