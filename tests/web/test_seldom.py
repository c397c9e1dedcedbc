"""What comes up seldom at a table: asked for with its clause, answered, and seen to follow."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Browse, Room, take_seat
from tests.web.playing import PATIENCE, answer_until, look


def asked(page: Page, name: str) -> bool:
    return any(button.startswith(name) for button in look(page).buttons)


def shove(page: Page) -> None:
    """Put in as much as one may, with keys alone."""
    seen = look(page)
    if "Your turn" in seen.says and not asked(page, "Run it twice"):
        raises = any(re.match("Bet|Raise|All-in for", name) for name in seen.buttons)
        for key in ("5", "r", "Enter") if raises else ("c", "Enter"):
            page.keyboard.press(key)


@pytest.mark.soak
def test_the_last_two_run_it_twice(calm: Room, browse: Browse) -> None:
    """BBC runtwice1: both are all-in, both are asked, and two boards are dealt."""
    pages = one, other = browse(), browse()
    for page in pages:
        take_seat(page, calm, "Boston Billiard Club omaha")
    until = time.monotonic() + PATIENCE
    while not any(asked(page, "Run it twice") for page in pages):
        assert time.monotonic() < until, "nobody was asked"
        for page in pages:
            shove(page)
        one.wait_for_timeout(50)
    first, second = (one, other) if asked(one, "Run it twice") else (other, one)
    for page in (first, second):
        bar = page.get_by_label("Your action")
        expect(bar.get_by_role("button", name=re.compile("^Why: BBC runtwice1"))).to_be_visible()
        bar.get_by_role("button", name="Run it twice").click()
    expect(one.get_by_label("Second board")).to_be_visible()
    expect(one.get_by_role("tabpanel").get_by_text("two boards").first).to_be_visible()


def test_whose_last_card_was_exposed_stops_or_plays_on(calm: Room, browse: Browse) -> None:
    """POKER 15(k): seen at the table with its clause, and chosen with a key."""
    page = browse()
    take_seat(page, calm, "Seven-card stud")
    bar = page.get_by_label("Your action")
    on = bar.get_by_role("button", name="Play on")
    answer_until(page, on)
    expect(bar.get_by_role("button", name="Why: POKER 15(k)")).to_be_visible()
    page.wait_for_timeout(400)  # a key answers only a question that could be read
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    expect(
        page.get_by_role("tabpanel").get_by_text("You play on for the entire pot")
    ).to_be_visible()


def test_at_mambo_stud_one_may_stop_wagering_too(calm: Room, browse: Browse) -> None:
    """POKER 15(m): the choice of whose second hole card was exposed."""
    page = browse()
    take_seat(page, calm, "Mambo stud hi-lo 6")
    bar = page.get_by_label("Your action")
    stop = bar.get_by_role("button", name="Stop wagering")
    answer_until(page, stop)
    expect(bar.get_by_role("button", name="Why: POKER 15(m)")).to_be_visible()
    stop.click()
    said = page.get_by_role("tabpanel").get_by_text(re.compile("^You stop wagering and contend"))
    expect(said).to_be_visible()


def test_a_player_names_the_number_of_the_cut(calm: Room, browse: Browse) -> None:
    """A-03: after the seal, before the first card; what the rule does not allow is not sent."""
    page = browse()
    take_seat(page, calm, "Five-card stud")
    form = page.get_by_role("form", name="The cut")
    answer_until(page, form)
    field = form.get_by_role("spinbutton", name="Cards, 10 to 42")
    field.fill("43")
    form.get_by_role("button", name="Cut there").click()
    expect(field.and_(page.locator(":out-of-range"))).to_be_visible()
    expect(form).to_be_visible()
    field.fill("31")
    page.keyboard.press("Enter")
    expect(form).to_be_hidden()
    expect(page.get_by_role("tabpanel").get_by_text(re.compile("cut 31 cards"))).to_be_visible()
