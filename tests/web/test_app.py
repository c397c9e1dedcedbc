"""The room as an app: what a browser needs to install it, and a call when it is one's turn."""

import re

from playwright.sync_api import expect

from tests.web.conftest import Browse, Room, take_seat
from tests.web.playing import answer_until


def test_the_room_can_be_installed(room: Room, browse: Browse) -> None:
    page = browse()
    page.goto(room.url)
    address = page.locator("link[rel=manifest]").get_attribute("href")
    assert address
    answer = page.goto(room.url + address)
    assert answer
    manifest = answer.json()
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == (
        "/",
        "/",
        "standalone",
    )
    icon = page.goto(room.url + address.rpartition("/")[0] + "/" + manifest["icons"][0]["src"])
    assert icon
    assert icon.ok


def test_a_player_on_another_page_is_called(room: Room, browse: Browse) -> None:
    page = browse()
    page.context.grant_permissions(["notifications"], origin=room.url)
    page.add_init_script(
        "Object.defineProperty(document, 'hidden', { get: () => true });"
        "window.Notification = class { static permission = 'granted';"
        " static requestPermission() {} close() {}"
        " constructor(title) { document.body.append(title) } }"
    )
    take_seat(page, room, "Badugi")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("My turn").select_option("A notification as well")
    page.keyboard.press("Escape")
    asked = page.get_by_label("Your action").get_by_role("button", name=re.compile("^(Fold|Check)"))
    answer_until(page, asked)
    expect(page.get_by_text("It is your turn")).to_be_visible()


def test_the_shell_opens_without_a_connection_and_nothing_else_is_kept(
    room: Room, browse: Browse
) -> None:
    page = browse()
    page.goto(room.url)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # now through the worker
    page.get_by_text("Take a seat").first.wait_for()
    kept = page.evaluate(
        "caches.keys().then(names => Promise.all(names.map(name => caches.open(name)"
        ".then(one => one.keys()))).then(all => all.flat().map(one => new URL(one.url).pathname)))"
    )
    assert "/" in kept
    assert all(path == "/" or path.startswith("/static/") for path in kept), kept
    page.context.set_offline(True)
    page.goto(room.url)
    expect(page.get_by_text("No connection to the room")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_text("Take a seat").first.wait_for()
    expect(page.get_by_text("No connection to the room")).to_have_count(0)
    page.goto("about:blank")
