"""Hands that are shown: with every seat taken, no card and no hand's name is cut by an edge."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import FloatRect, Locator

from tests.web.conftest import FAST, Browse, Room
from tests.web.playing import answer_until

LONG = FAST | {"THINK": "0", "PAUSE": "8"}  # hands stay in sight until the next round
SIZES = ((1280, 800), (1920, 1080), (390, 844), (360, 740))


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    opened = Room(tmp_path_factory.mktemp("crowd"), LONG, "tests.web.crowd")
    opened.start()
    yield opened
    opened.stop()


def box(seen: Locator) -> FloatRect:
    found = seen.bounding_box()
    assert found
    return found


def lies_in(inner: FloatRect, outer: FloatRect) -> bool:
    across = inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    along = inner["y"] + inner["height"] <= outer["y"] + outer["height"]
    return outer["x"] <= inner["x"] and across and outer["y"] <= inner["y"] and along


def test_every_card_that_is_shown_lies_within_the_table(crowd: Room, browse: Browse) -> None:
    page = browse()
    page.goto(f"{crowd.url}/table/omaha?sit")
    answer_until(page, page.get_by_text("Pot won"))
    table = page.get_by_role("region", name="Omaha, 10 seats")
    shown = table.get_by_role("article").get_by_role("img", name=re.compile(" of "))
    notes = table.locator(".seat__note")
    assert shown.count() == 10 * 4
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(200)  # the seats are placed after the change
        stage = box(table)
        cut = [one for one in (*shown.all(), *notes.all()) if not lies_in(box(one), stage)]
        assert not cut, (width, height, [one.text_content() for one in cut])
