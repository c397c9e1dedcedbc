"""Players check a hand in their own browser, which also finds whatever was changed."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from croupier.views.fairness.fairness_check import check_file
from croupier.views.fairness.fairness_file import FairnessFile
from tests.web.conftest import Browse, Room, take_seat
from tests.web.playing import finish

AGREES = re.compile(r"^(\d+) of \1 cards agree with the seal")


def check_hand(page: Page) -> None:
    if page.viewport_size and page.viewport_size["width"] < 720:  # there it lies in the drawer
        page.get_by_role("button", name="Round history").click()
    page.get_by_role("button", name="Check this hand").click()


def play_through(page: Page, room: Room, game: str) -> None:
    """Take a seat, and play until a round that one was dealt into is over."""
    take_seat(page, room, game)
    finish(page)


@pytest.mark.parametrize(
    ("game", "width", "height"),
    [
        pytest.param("Hold'em", 1280, 800, marks=pytest.mark.soak),
        ("2-7 triple draw", 390, 844),
        ("Two Card Joker", 1280, 800),
    ],
)
def test_a_hand_is_checked_in_the_browser(
    room: Room, browse: Browse, tmp_path: Path, game: str, width: int, height: int
) -> None:
    page = browse()
    take_seat(page, room, game, url=room.at_home)  # a browser computes no hashes for it
    finish(page)
    page.set_viewport_size({"width": width, "height": height})
    check_hand(page)
    box = page.get_by_role("dialog")
    expect(box.get_by_role("status")).to_have_text(AGREES)
    own = box.get_by_role("region", name="You", exact=True)
    assert own.get_by_text(re.compile("holds$")).count() >= 2
    box.get_by_text("How this was checked").click()
    expect(box).to_contain_text("it is the one this browser heard then")
    with page.expect_download() as saved:
        box.get_by_role("link", name="Save the file").click()
    path = tmp_path / "file.json"
    saved.value.save_as(path)
    file = msgspec.json.decode(path.read_bytes(), type=FairnessFile)
    assert check_file(file) == []
    box.get_by_role("button", name="Close").click()
    expect(box).to_be_hidden()


SPOILED: dict[str, Callable[[dict[str, Any]], object]] = {
    "card": lambda proof: proof["cards"][0].update(card=proof["cards"][1]["card"]),
    "salt": lambda proof: proof["cards"][0].update(salt="00" * 16),
    "path": lambda proof: proof["cards"][0]["path"].reverse(),
    "position": lambda proof: proof["cards"][0].update(position=proof["cards"][1]["position"]),
    "root": lambda proof: proof["roots"][0].update(root="00" * 32),
    "proof": lambda proof: proof["cards"].pop(),
    "seal": lambda proof: proof["roots"].clear(),
}


def test_whatever_was_changed_is_found_by_the_browser(room: Room, browse: Browse) -> None:
    page = browse()
    play_through(page, room, "Omaha")
    spoils = list(SPOILED.values())

    def changed(route: Route) -> None:
        data = json.loads(route.fetch().text())
        spoils[0](data)
        route.fulfill(json=data)

    page.route("**/proof", changed)  # in the place of a room that forges: ours cannot
    while spoils:
        check_hand(page)
        box = page.get_by_role("dialog")
        expect(box).to_contain_text("This hand does not agree with the seal")
        box.get_by_role("button", name="Close").click()
        spoils.pop(0)
