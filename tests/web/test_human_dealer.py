"""A human dealer's table sits in the same lobby: a whole round is dealt at a tablet."""

import os
import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Browse, Room
from tests.web.test_floor import pressed, stand_at_the_floor
from tests.web.test_reach import serious


def shot(page: Page, name: str) -> None:
    """Keep a picture where one is asked for."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")


class Tablet:
    """The dealer's page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def now(self) -> str:
        return self.page.get_by_role("status").first.inner_text()

    def waits_for(self, words: str) -> None:
        expect(self.page.get_by_role("status").first).to_contain_text(re.compile(words, re.I))

    def press(self, label: str) -> None:
        before = self.now
        self.page.get_by_role("button", name=label, exact=True).click()
        expect(self.page.get_by_role("status").first).not_to_have_text(before)

    def type(self, line: str, then: str) -> None:
        self.page.get_by_label("Type what happened").fill(line)
        self.page.get_by_role("button", name="Enter", exact=True).click()
        self.waits_for(then)


def test_a_round_of_holdem_at_a_human_dealers_table(room: Room, browse: Browse) -> None:
    floor, dealer = browse(), browse(768, 1024)
    stand_at_the_floor(floor, room)
    floor.get_by_role("button", name="Open a table").click()
    dialog = floor.get_by_role("dialog", name="Open a table")
    dialog.get_by_label("Name of the table").fill("live")
    dialog.get_by_role("button", name="For a human dealer").click()
    expect(floor.get_by_role("row", name=re.compile("^live "))).to_be_visible()
    dealer.goto(f"{room.url}/assist/live")
    dealer.get_by_role("button", name="Try the dealer as dealer").click()
    tablet = Tablet(dealer)
    tablet.waits_for("in which hand")
    tablet.press("Left")
    shot(dealer, "opening-768x1024")
    while "opens the table" not in tablet.now:
        if not tablet.now.startswith("Wait"):
            tablet.press("52 counted" if "count" in tablet.now else "Done")
    row = floor.get_by_role("row", name=re.compile("^live "))
    row.get_by_role("button", name="Seats and orders").click()
    pressed(floor, "Open the table")
    tablet.waits_for("seat the players")
    players = [browse(), browse()]
    for page in players:
        page.goto(f"{room.url}/table/live?sit")
        page.get_by_role("button", name="My seat").wait_for()
    tablet.waits_for("offer the cards")
    tablet.press("Done")
    for page in players:
        page.get_by_role("button", name="I have looked at the cards").click()
    tablet.waits_for("wash and stack")
    while "button at seat" not in tablet.now.lower():
        tablet.press("Done")
    assert serious(dealer) == []
    tablet.press("Begin round 1")
    tablet.waits_for("deal two cards face down to each player")
    expect(dealer.get_by_text("Deck in your left hand")).to_be_visible()
    shot(dealer, "deal-768x1024")
    dealer.set_viewport_size({"width": 1024, "height": 768})
    shot(dealer, "deal-1024x768")
    tablet.press("Done")
    tablet.press("Call $1")
    tablet.press("Check")
    for card in ("8c", "Kd", "5h"):
        dealer.get_by_role("button", name=card, exact=True).click()
    shot(dealer, "flop-1024x768")
    dealer.get_by_role("button", name="Enter", exact=True).click()
    for street in ("2s", "3h"):
        tablet.waits_for("check or bet")
        tablet.press("Check")
        tablet.press("Check")
        tablet.type(street, "check or bet")
    tablet.press("Check")
    tablet.press("Check")
    tablet.waits_for("shows first")
    tablet.type("s AhAd", "to act: show or muck")
    tablet.type("s KcQc", "count the hands that came back")
    shot(dealer, "shown-1024x768")
    for page in players:
        expect(page.get_by_text(re.compile("wins the pot|You win|won")).first).to_be_visible()
    tablet.press("Complete")
