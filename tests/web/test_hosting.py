"""What a host does while cards are in the air: a guest comes back, stakes change, the game ends."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.conftest import Browse
from tests.web.doors import sign_in
from tests.web.real import PASSWORD, Presses, RealRoom

TAKEN = re.compile(r"^You take \$")
ENDS = "The game ends as soon as the round is over."


@pytest.fixture
def kitchen(tmp_path: Path) -> Iterator[RealRoom]:
    room = RealRoom(tmp_path, "friends")
    room.start()
    yield room
    room.stop()


def join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name", exact=True).first.fill(name)
    page.get_by_role("button", name="Ask to join").click()


@pytest.mark.soak
def test_a_host_is_not_held_up_by_the_round_that_is_on(kitchen: RealRoom, browse: Browse) -> None:
    sue = Presses(browse(), "Sue")
    sign_in(sue.page, kitchen, "Sue", PASSWORD)
    sue.press("Host a game")
    sue.choose("Betting structure", "No limit")
    sue.press("Host the game")
    expect(sue.page.get_by_role("button", name="Copy the link")).to_be_visible()
    link = sue.page.url
    ada, bob = browse(390, 844), browse(390, 844)
    for page, name in ((ada, "Ada"), (bob, "Bob")):
        join(page, link, name)
        sue.press(f"Let in, {name}")
        page.get_by_role("button", name="My seat").wait_for()

    bob.context.clear_cookies()  # the browser is lost
    join(bob, link, "Bob")
    sue.press("Let back in, Bob")
    bob.get_by_role("button", name="My seat").wait_for()

    playing.answer_until(ada, ada.get_by_label("Your action").get_by_text("Your turn"), bob)
    ada.get_by_role("button", name="My seat").click()
    sheet = ada.get_by_role("dialog")
    sheet.get_by_label("Add chips").fill("30")
    sheet.get_by_role("button", name="Add chips").click()
    sue.press("Give chips, Ada")  # and she need not ask again
    expect(ada.get_by_text("Your chips are there")).to_be_visible()
    ada.get_by_role("button", name="My seat").click()
    expect(sheet.get_by_text("$30 is on its way")).to_be_visible()
    expect(sheet.get_by_text("No chips were added")).to_have_count(0)
    ada.keyboard.press("Escape")

    sue.press("Pause")
    expect(
        ada.get_by_label("Your action").get_by_text("The host has stopped play.")
    ).to_be_visible()
    sue.press("Go on")
    sue.press("Change the stakes")
    form = sue.page.get_by_role("dialog")
    form.get_by_label("Blinds", exact=True).fill("$2/$5")
    expect(form.get_by_role("heading", name="Hold'em, $2/$5 no limit")).to_be_visible()
    form.get_by_role("button", name="Play on with this sign").click()
    changes = "the stakes change to $2/$5 no limit"
    expect(sue.page.get_by_text(f"{changes} as soon as the round is over")).to_be_visible()
    for page in (ada, bob):  # all who play know
        expect(page.get_by_text(f"{changes} as soon as the round is over")).to_be_visible()
    raised = sue.page.get_by_role("heading", name="Hold'em, $2/$5 no limit", level=1)
    playing.answer_until(ada, raised, bob)

    # a host who plays goes back to the table meanwhile: nobody waits for a turn of theirs
    sue.press(sue.page.get_by_role("button", name=re.compile("^Sit down with")))
    turn = sue.page.get_by_label("Your action").get_by_text("Your turn")
    playing.answer_until(ada, turn, bob)
    sue.page.get_by_role("link", name="The game").click()
    for taken_back in (True, False):
        sue.press("End the game")
        sue.press("End it")
        expect(sue.page.get_by_text(ENDS)).to_be_visible()
        if taken_back:
            sue.press("Take it back")
            expect(sue.page.get_by_text(ENDS)).to_have_count(0)
    sue.page.get_by_role("link", name="Go to the table").click()
    expect(sue.page.get_by_text(ENDS)).to_be_visible()
    sue.press("Take it back")
    expect(sue.page.get_by_text(ENDS)).to_have_count(0)
    sue.page.goto(link)
    sue.press("End the game")
    sue.press("End it")
    expect(sue.page.get_by_text(ENDS)).to_be_visible()
    other = browse()  # no page of hers is open when the round ends
    sue.page.goto("about:blank")
    playing.answer_until(ada, ada.get_by_role("heading", name=TAKEN), bob)
    expect(ada.get_by_text("Taken from the table")).to_be_visible()  # friends have no cage
    for way in ada.get_by_role("dialog").locator("footer > *").all():
        at = way.bounding_box()
        assert at is not None
        assert at["x"] >= 0
    ada.goto(link)
    expect(ada.get_by_text("The game has ended for now. Sue can resume it.")).to_be_visible()
    sign_in(other, kitchen, "Sue", PASSWORD)
    other.goto(link)
    expect(other.get_by_text("The game has ended for now.")).to_be_visible()
