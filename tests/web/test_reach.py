"""The web table by keyboard, without motion, with a screen reader's eyes, and after a breakdown."""

import re
import signal

import pytest
from axe_playwright_python.sync_playwright import (  # type: ignore[import-untyped]  # it has none
    Axe,
)
from playwright.sync_api import Page, expect

from tests.web.conftest import Browse, Room, take_seat
from tests.web.playing import answer_until, by_key, finish


def serious(page: Page) -> list[str]:
    """What would keep people out; without motion, since half a fade has half its contrast."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:160]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def test_a_whole_round_by_keyboard(room: Room, browse: Browse) -> None:
    page = browse()
    page.goto(room.url)
    page.get_by_role("link", name="Take a seat, Seven-card stud hi-lo 8", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Leave").wait_for()
    assert finish(page, act=by_key)
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Keys at the table")).to_be_visible()
    page.keyboard.press("Escape")


def test_a_round_without_motion(room: Room, browse: Browse) -> None:
    page = browse(390, 844)
    take_seat(page, room, "Five-card omaha")
    assert finish(page)


def test_a_phone_has_no_serious_fault_for_assistive_tools_nor_a_dead_end(
    room: Room, browse: Browse
) -> None:
    page = browse(390, 844)
    take_seat(page, room, "Five-card omaha")
    page.get_by_role("button", name="My seat").click()
    sheet = page.get_by_role("dialog", name="My seat")
    expect(sheet.get_by_role("button", name="Leave the table")).to_be_visible()
    assert serious(page) == []
    sheet.get_by_role("button", name="Close").click()
    assert serious(page) == []


@pytest.mark.parametrize("path", ["/", "/rules/badugi", "/rounds", "/floor"])
def test_pages_have_no_serious_fault_for_assistive_tools(
    room: Room, browse: Browse, path: str
) -> None:
    page = browse()
    page.goto(room.url + path)
    page.get_by_role("heading").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert serious(page) == []


@pytest.mark.parametrize(
    "game", ["Five-card stud", "Seven-card stud hi-lo", "Badeucey", "Two Card Joker"]
)
def test_tables_have_no_serious_fault_for_assistive_tools(
    room: Room, browse: Browse, game: str
) -> None:
    page = browse()
    take_seat(page, room, game)
    answer_until(page, page.get_by_text(re.compile("Your turn|Your draw|Bets placed")))
    assert serious(page) == []


def test_a_room_that_breaks_down_in_mid_hand_comes_back_without_a_reload(
    room: Room, browse: Browse
) -> None:
    page = browse()
    take_seat(page, room, "Mambo stud hi-lo 6")
    page.get_by_text("Your turn", exact=True).wait_for()
    cards = page.get_by_label(re.compile(r"^Seat \d, you")).get_by_role("img").all()
    held = [card.get_attribute("aria-label") for card in cards]
    loads: list[Page] = []
    page.on("load", lambda loaded: loads.append(loaded))
    room.stop(signal.SIGKILL)
    expect(page.get_by_role("alert").filter(has_text="Reconnecting")).to_be_visible()
    room.start()
    expect(page.get_by_role("alert").filter(has_text="Reconnecting")).to_be_hidden(timeout=60_000)
    cards = page.get_by_label(re.compile(r"^Seat \d, you")).get_by_role("img").all()
    assert [card.get_attribute("aria-label") for card in cards] == held
    assert finish(page)
    assert not loads
