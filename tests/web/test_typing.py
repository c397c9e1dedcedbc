"""Nothing that a person types is lost, however slow the room answers."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Browse
from tests.web.doors import GOOD, FreshRoom, set_up


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[FreshRoom]:
    room = FreshRoom(tmp_path)
    room.start()
    yield room
    room.stop()


@contextmanager
def slow(page: Page, address: str, method: str = "GET") -> Iterator[None]:
    """The room gets the first request like this only after what is done meanwhile."""
    held = list[Route]()

    def hold(route: Route) -> None:
        if held or route.request.method != method:
            route.continue_()
        else:
            held.append(route)

    page.route(address, hold)
    yield
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()


def test_what_is_typed_while_the_room_answers_stays(fresh: FreshRoom, browse: Browse) -> None:
    page = browse()
    set_up(page, fresh)
    page.get_by_role("link", name="Add people").click()
    name = page.get_by_label("Name", exact=True)
    with slow(page, "**/api/people", "POST"):
        name.fill("Ada")
        page.get_by_label("Password", exact=True).fill(GOOD)
        page.get_by_role("button", name="Add", exact=True).click()
        name.fill("Bob")  # the next one, while Ada's account is made
    expect(page.get_by_text("Ada has an account")).to_be_visible()
    expect(name).to_have_value("Bob")
    expect(page.get_by_label("Password", exact=True)).to_have_value("")

    page.goto(f"{fresh.url}/floor")
    page.get_by_role("button", name="Open a table").click()
    form = page.get_by_role("dialog")
    blinds, seats = form.get_by_label("Blinds", exact=True), form.get_by_label("Seats", exact=True)
    form.get_by_label("Betting structure").select_option(label="No limit")
    blinds.fill("2/5")
    with slow(page, "**/api/games/omaha/form?*"):
        form.get_by_label("Game", exact=True).select_option(label="Omaha")
        form.get_by_label("Name of the table").fill("88")
        seats.fill("6")
    expect(form.get_by_role("heading", name="Omaha, $2/$5 no limit")).to_be_visible()
    expect(form.get_by_label("Name of the table")).to_have_value("88")
    expect(blinds).to_have_value("2/5")
    expect(seats).to_have_value("6")
    expect(seats).to_be_focused()  # one can type on
