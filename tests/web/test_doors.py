"""From an empty directory to people who sign in: presses and keys only, and every page readable."""

import time
from collections.abc import Iterator

import pyotp
import pytest
from playwright.sync_api import expect

from tests.web.conftest import BRIEFLY, Browse, Room
from tests.web.doors import GOOD, FreshRoom, add_person, faults_of, set_up, sign_in

SIZES = ((360, 740), (740, 360), (768, 1024), (1024, 768), (1440, 900), (720, 450))
PAGES = ("/", "/account", "/people")


@pytest.fixture
def fresh(tmp_path: object) -> Iterator[FreshRoom]:
    room = FreshRoom(tmp_path)
    room.start()
    yield room
    room.stop()


def test_a_card_room_from_an_empty_directory(fresh: FreshRoom, browse: Browse) -> None:
    sue = browse(360, 740)
    sue.goto(fresh.url)  # every page leads to the set-up, which needs the printed address
    expect(sue.get_by_text("not set up yet")).to_be_visible()
    sue.goto(fresh.setup)
    sue.get_by_role("button", name="Open the room").click()
    expect(sue.get_by_label("Name of the room")).to_have_attribute("aria-invalid", "true")
    expect(sue.get_by_text("This field is required.")).to_have_count(3)  # room, name and password
    assert faults_of(sue) == []
    set_up(sue, fresh)
    expect(sue.get_by_role("heading", name="Open the first table")).to_be_visible()
    assert not sue.get_by_role("button", name="Deal me in").is_visible()
    assert faults_of(sue) == []

    sue.get_by_role("link", name="Add people").click()
    add_person(sue, "Carl", "Cage cashier", "short")
    expect(sue.get_by_text("A password must have 10 to 200 characters.")).to_be_visible()
    sue.get_by_label("Password", exact=True).fill(GOOD)
    sue.get_by_role("button", name="Add", exact=True).dblclick()  # pressed twice, done once
    expect(sue.get_by_text("Carl has an account, as cage cashier.")).to_be_visible()
    add_person(sue, "Ada", "Player")
    expect(sue.get_by_text("Ada has an account, as player.")).to_be_visible()
    add_person(sue, "Bob", "Player", "")
    link = sue.get_by_role("dialog").locator("[data-link]").inner_text()
    assert link.startswith(f"{fresh.url}/account?reset=")
    expect(sue.get_by_alt_text("The link as a QR code")).to_be_visible()
    assert faults_of(sue) == []
    sue.get_by_role("button", name="Done").click()
    expect(sue.get_by_text("4 accounts, 2 of the staff")).to_be_visible()

    bob = browse(390, 844)
    bob.goto(link)
    bob.get_by_label("New password").fill("seven quiet boats")
    bob.get_by_role("button", name="Keep this password").click()
    bob.get_by_label("Name", exact=True).fill("Bob")
    bob.get_by_label("Password", exact=True).fill("seven quiet boats")
    bob.get_by_role("button", name="Sign in").click()
    expect(bob.get_by_role("heading", name="No table is open yet")).to_be_visible()
    bob.goto(link)  # it works once
    bob.get_by_label("New password").fill("seven quiet boats")
    bob.get_by_role("button", name="Keep this password").click()
    expect(bob.get_by_text("already used or has expired")).to_be_visible()

    carl = browse()
    sign_in(carl, fresh, "Carl")
    expect(carl.get_by_role("link", name="Go to the cage")).to_be_visible()
    ada = browse()
    ada.goto(fresh.url)
    ada.locator("#me").click()
    box = ada.get_by_role("dialog")
    box.get_by_role("button", name="Sign in").click()  # with nothing written
    expect(box.get_by_text("This field is required.")).to_have_count(2)  # all that is missing
    box.get_by_role("button", name="Go back").click()  # a phone has no Escape
    expect(box).to_have_count(0)
    sign_in(ada, fresh, "Ada")
    ada.locator("#me").click()
    expect(ada.get_by_text("This one", exact=True)).to_be_visible()
    assert faults_of(ada) == []
    ada.get_by_role("button", name="Sign out").click()
    expect(ada.get_by_role("button", name="Sign in").first).to_be_visible()


def test_a_press_on_a_page_that_still_loads_is_not_lost(room: Room, browse: Browse) -> None:
    page = browse()
    page.goto(room.url, wait_until="commit")
    page.locator("#me").click()
    expect(page.get_by_role("dialog")).to_be_visible(timeout=BRIEFLY)


def test_an_invitation_makes_one_account_and_a_disabled_one_is_shut_out(
    fresh: FreshRoom, browse: Browse
) -> None:
    sue = browse()
    set_up(sue, fresh)
    sue.goto(f"{fresh.url}/people")
    sue.get_by_label("Accounts are").select_option(label="By invitation of the staff")
    sue.get_by_role("button", name="Keep this policy").click()
    sue.get_by_role("button", name="Make an invitation link").click()
    link = sue.get_by_role("dialog").locator("[data-link]").inner_text()
    sue.get_by_role("button", name="Done").click()
    eve = browse()
    for name in ("Eve", "Eva"):  # the second time the link is used up
        eve.goto(link)
        eve.get_by_label("Name", exact=True).fill(name)
        eve.get_by_label("Password", exact=True).fill(GOOD)
        eve.get_by_role("button", name="Make the account").click()
        if name == "Eve":
            expect(eve.get_by_role("heading", name="No table is open yet")).to_be_visible()
    expect(eve.get_by_text("used or has expired")).to_be_visible()
    sue.reload()
    sue.get_by_role("button", name="Disable: Eve").click()
    sue.get_by_role("dialog").get_by_role("button", name="Disable").click()
    expect(sue.get_by_text("Disabled", exact=True)).to_be_visible()
    eve.goto(fresh.url)
    expect(eve.locator("#me")).to_have_text("Sign in")


def test_friends_come_with_just_a_name(fresh: FreshRoom, browse: Browse) -> None:
    host, guest = browse(), browse(360, 740)
    set_up(host, fresh, "friends")
    expect(host.get_by_text("Unlicensed, private game.")).to_be_visible()
    expect(host.get_by_alt_text("The address of this room as a QR code")).to_be_visible()
    assert faults_of(host) == []
    guest.goto(fresh.url)
    guest.get_by_role("button", name="Come in").click()
    guest.get_by_role("dialog").get_by_label("Name").fill("Ada")
    guest.keyboard.press("Enter")
    expect(guest.locator("#me")).to_have_text("Ada")
    assert faults_of(guest) == []


def test_the_staff_adds_a_second_factor_before_anything_else(
    fresh: FreshRoom, browse: Browse
) -> None:
    sue = browse(390, 844)
    set_up(sue, fresh, second_factor="Required of the staff")
    expect(sue.get_by_role("heading", name="Add a second factor")).to_be_visible()
    sue.get_by_role("link", name="Add it now").click()
    expect(sue.get_by_text("Passkeys need a host name")).to_be_visible()
    assert faults_of(sue) == []
    sue.get_by_role("button", name="Add an authenticator app").click()
    app = pyotp.TOTP(sue.locator(".secret").inner_text())
    sue.get_by_label("Code").fill(app.now())
    sue.get_by_role("button", name="Keep this app").click()
    expect(sue.get_by_text("Authenticator app")).to_be_visible()
    assert faults_of(sue) == []
    sue.goto(fresh.url)
    expect(sue.get_by_role("link", name="Open a table")).to_be_visible()
    sue.locator("#me").click()
    sue.get_by_role("button", name="Sign out").click()
    sue.locator("#me").click()
    box = sue.get_by_role("dialog")
    box.get_by_label("Name", exact=True).fill("Sue")
    box.get_by_label("Password", exact=True).fill(GOOD)
    box.get_by_role("button", name="Sign in").click()
    box.get_by_label("Code").fill(app.at(int(time.time()) + 30))  # the code of now was used
    box.get_by_role("button", name="Sign in").click()
    expect(sue.locator("#me")).to_have_text("Sue")


def test_a_passkey_opens_an_account_where_the_address_has_a_name(
    fresh: FreshRoom, browse: Browse
) -> None:
    fresh.url = fresh.url.replace("127.0.0.1", "localhost")
    sue = browse()
    device = sue.context.new_cdp_session(sue)
    device.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
    options |= {"hasUserVerification": True, "isUserVerified": True}
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    set_up(sue, fresh)
    sue.goto(f"{fresh.url}/account")
    sue.get_by_role("button", name="Add a passkey").click()
    expect(sue.get_by_role("button", name="Remove Passkey")).to_be_visible()
    sue.get_by_role("button", name="Sign out").click()
    sue.locator("#me").click()
    box = sue.get_by_role("dialog")
    box.get_by_label("Name", exact=True).fill("Sue")
    box.get_by_label("Password", exact=True).fill(GOOD)
    box.get_by_role("button", name="Sign in").click()
    box.get_by_role("button", name="Use a passkey").click()
    expect(sue.locator("#me")).to_have_text("Sue")


@pytest.mark.soak
def test_every_page_of_the_doors_is_readable_at_every_size(
    fresh: FreshRoom, browse: Browse
) -> None:
    first = browse()
    for width, height in SIZES:
        for theme in ("dark", "light"):
            first.set_viewport_size({"width": width, "height": height})
            first.emulate_media(color_scheme=theme)
            first.goto(fresh.setup)
            expect(first.get_by_role("button", name="Open the room")).to_be_visible()
            assert faults_of(first) == [], (width, theme)
    set_up(first, fresh)
    anybody = browse()
    for page, paths in ((first, PAGES), (anybody, ("/", "/account"))):
        for path in paths:
            for width, height in SIZES:
                for theme in ("dark", "light"):
                    page.set_viewport_size({"width": width, "height": height})
                    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]  # one of the two
                    page.goto(fresh.url + path)
                    expect(page.get_by_role("heading").first).to_be_visible()
                    assert faults_of(page) == [], (path, width, theme)
