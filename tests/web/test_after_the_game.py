"""After the game: rounds with their cards, notes, stars and filters, and a round that is shared."""

import re

from playwright.sync_api import expect

from tests.web.conftest import Browse, Room, take_seat
from tests.web.playing import finish


def test_rounds_are_listed_starred_noted_and_shared(room: Room, browse: Browse) -> None:
    page = browse()
    take_seat(page, room, "Hold'em")
    finish(page)
    held = page.get_by_label("Seat 1, you").or_(page.get_by_label("Seat 4, you"))
    held.first.wait_for()
    page.goto(f"{room.url}/rounds")
    row = page.get_by_role("row", name=re.compile("Hold'em, round")).last
    own = row.get_by_role("img", name=re.compile("^You held"))
    own.wait_for()
    cards = str(own.get_attribute("aria-label")).removeprefix("You held ")
    assert len(cards.split(", ")) == 2
    expect(row.get_by_role("cell", name=re.compile(r"^\$")).first).to_be_visible()  # the pot
    figures = page.get_by_role("table").filter(has_text="A hundred hands")
    expect(figures.get_by_role("cell", name="Hold'em", exact=False)).to_be_visible()
    row.get_by_role("button", name=re.compile("^Star Hold'em, round")).click()
    row.get_by_label(re.compile("^Note")).fill("a good fold")
    row.get_by_label(re.compile("^Note")).press("Tab")
    page.reload()
    page.get_by_label("Result").select_option("Starred")
    starred = page.get_by_role("row", name=re.compile("Hold'em, round"))
    expect(starred).to_have_count(1)
    expect(starred.get_by_label(re.compile("^Note"))).to_have_value("a good fold")
    page.get_by_label("Export as").select_option("croupier log")
    with page.expect_download() as file:
        page.get_by_role("link", name="Export").click()
    assert "RoundClosed" in file.value.path().read_text()
    starred.get_by_role("button", name=re.compile("^Share")).click()
    box = page.get_by_role("dialog", name="Share this round?")
    box.get_by_role("button", name="Make a link").click()
    expect(box.get_by_label("Link to the round")).to_have_value(re.compile("/shared/"))
    link = box.get_by_label("Link to the round").input_value()
    page.goto("about:blank")

    stranger = browse()
    stranger.goto(link)
    expect(stranger.get_by_text(re.compile("^As .* saw it$"))).to_be_visible()
    stranger.get_by_role("button", name="Step on").click(click_count=4)
    mine = stranger.locator(".seat--you").get_by_role("img", name=re.compile(" of "))
    names = [str(one.get_attribute("aria-label")).lower() for one in mine.all()]
    assert sorted(names) == sorted(cards.split(", "))
    stranger.get_by_role("button", name="Last step").click()
    said = stranger.get_by_role("status").filter(has_text=re.compile(r" wins? \$[\d.]+"))
    expect(said.first).to_be_visible()  # who won, with what: not only that the round is over
    stranger.goto(link[:-2])
    expect(stranger.get_by_text("no player has shared such a round")).to_be_visible()
    stranger.goto("about:blank")
