"""Several tables at once: tiled on a desktop, tabs on a phone, the one that waits in front."""

import re

from playwright.sync_api import FrameLocator, Page, expect

from tests.web.conftest import Browse, Room
from tests.web.playing import ANSWERS

OPEN = "open=seven-card-stud&open=omaha"


def table(page: Page, name: str) -> FrameLocator:
    return page.frame_locator(f"#tile-{name} iframe")


def leave(page: Page, *names: str) -> None:
    for name in names:
        at = table(page, name)
        at.get_by_role("button", name="My seat").click()
        at.get_by_role("button", name="Leave the table").click()
        at.get_by_role("dialog").get_by_role("button", name="Leave").click()
        at.get_by_text(re.compile(r"you leave after this round|^You take \$")).first.wait_for()
    page.goto("about:blank")


def test_tables_share_a_wide_screen(room: Room, browse: Browse) -> None:
    page = browse(1440, 900)
    page.goto(f"{room.url}/tables?{OPEN}")
    for name in ("seven-card-stud", "omaha"):
        table(page, name).get_by_role("button", name="My seat").wait_for()
    boxes = [page.locator(f"#tile-{name}").bounding_box() for name in ("seven-card-stud", "omaha")]
    left, right = boxes
    assert left
    assert right
    assert left["x"] + left["width"] <= right["x"]
    assert left["width"] > 600
    assert right["height"] > 600
    page.reload()  # the seats that one holds are opened again
    table(page, "omaha").get_by_role("button", name="My seat").wait_for()
    expect(page.get_by_role("tab")).to_have_count(2)
    page.goto(room.url)  # the lobby knows a player with two seats, and leads to both
    page.get_by_role("link", name="Play them side by side").click()
    expect(page.get_by_role("tab")).to_have_count(2)
    leave(page, "seven-card-stud", "omaha")


def test_the_table_that_waits_comes_to_the_front(room: Room, browse: Browse) -> None:
    page = browse(390, 844)
    page.goto(f"{room.url}/tables?{OPEN}")
    waiting = page.get_by_role("tab", name=re.compile("your turn"))
    chosen = page.get_by_role("tab", selected=True)
    came = set[str]()
    for _ in range(400):
        expect(waiting.first).to_be_visible()
        expect(chosen).to_have_accessible_name(re.compile("your turn"))
        expect(page.locator(".tile[data-front]")).to_be_visible()
        expect(page.locator(".tile:visible")).to_have_count(1)
        front = str(page.locator(".tile[data-front]").get_attribute("id")).removeprefix("tile-")
        came.add(front)
        if len(came) == 2:
            break
        bar = table(page, front).get_by_label("Your action")
        mild = "|".join(ANSWERS)
        button = bar.get_by_role("button", name=re.compile(mild)).first
        if button.count():
            button.click()
        page.wait_for_timeout(50)
    assert came == {"seven-card-stud", "omaha"}
    for name in ("seven-card-stud", "omaha"):
        page.get_by_role("tab").nth(("seven-card-stud", "omaha").index(name)).click()
        leave_one = table(page, name).get_by_role("button", name="My seat")
        leave_one.wait_for()
    page.set_viewport_size({"width": 1440, "height": 900})
    leave(page, "seven-card-stud", "omaha")


def test_no_other_site_shows_a_table_inside_its_pages(room: Room, browse: Browse) -> None:
    page = browse()
    headers = {}
    for path in ("/table/omaha", "/tables", "/"):
        reply = page.goto(room.url + path)
        assert reply
        headers[path] = reply.headers
    assert "frame-ancestors 'self'" in headers["/table/omaha"]["content-security-policy"]
    assert headers["/table/omaha"]["x-frame-options"] == "SAMEORIGIN"
    for path in ("/tables", "/"):
        assert "frame-ancestors 'none'" in headers[path]["content-security-policy"]
        assert headers[path]["x-frame-options"] == "DENY"
    page.goto("about:blank")
