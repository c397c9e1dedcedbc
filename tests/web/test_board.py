"""The screen on the wall is read across a room, and nothing on it is out of sight."""

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Browse, Room


def box(found: Locator) -> tuple[float, float]:
    """How high something is, and where it ends."""
    at = found.bounding_box()
    assert at is not None
    return at["height"], at["y"] + at["height"]


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720)])
def test_the_wall_is_written_as_large_as_it_holds(
    room: Room, browse: Browse, width: int, height: int
) -> None:
    page = browse(width, height)
    page.goto(f"{room.url}/board")
    games = page.get_by_role("region", name="Games")
    expect(games.get_by_role("row")).to_have_count(10)  # nine games and the heads of the columns
    name = games.get_by_text("Badugi", exact=True)  # one line
    assert box(name)[0] >= height / 24
    assert box(page.get_by_text("or better must lose"))[1] <= height
    assert box(games)[1] <= height
