"""The desks of accounting and of the regulator, used as people use them."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Browse, Room, take_seat
from tests.web.playing import finish
from tests.web.test_desks import stand_at

MONEY = re.compile(r"\$([0-9,]+)(?:\.([0-9]{2}))?")


def cents(text: str) -> int:
    found = MONEY.search(text)
    assert found, text
    return int(found[1].replace(",", "")) * 100 + int(found[2] or 0)


@pytest.fixture
def played(browse: Browse, room: Room) -> Page:
    """A player who has played a round of hold'em."""
    page = browse()
    take_seat(page, room, "Hold'em")
    finish(page)
    return page


def test_accounting_opens_a_report_and_its_totals_are_those_of_the_books(
    browse: Browse, room: Room, played: Page
) -> None:
    page = stand_at(browse(), room, "books")
    sold = page.get_by_role("button", name=re.compile("^Chips out of the cage"))
    expect(sold).to_be_visible()
    expect(page.get_by_text("Accounts sum to what was issued")).to_be_visible()
    page.get_by_label("Report", exact=True).select_option("purchases")
    lines = page.get_by_role("region", name="Lines of the report")
    expect(lines.get_by_role("columnheader", name="Bought")).to_be_visible()
    head, *rows, total = (row.split("\t") for row in lines.get_by_role("row").all_inner_texts())
    bought = head.index("Bought")
    assert cents(total[bought]) == sum(cents(row[bought]) for row in rows) > 0
    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV").click()
    assert saved.value.suggested_filename == "purchases-day.csv"
    month = page.get_by_role("button", name="Month", exact=True)
    month.click()
    expect(month).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="By table").click()
    expect(lines.get_by_role("columnheader", name="Table")).to_be_visible()
    expect(lines.get_by_role("cell", name="holdem", exact=True).first).to_be_visible()
    page.get_by_role("button", name="Line by line").click()
    expect(lines.get_by_role("columnheader", name="Time")).to_be_visible()


def test_the_regulator_finds_a_round_and_replays_it(
    browse: Browse, room: Room, played: Page
) -> None:
    page = stand_at(browse(), room, "regulator")
    page.get_by_label("Game").select_option("holdem")
    page.get_by_role("button", name="Search").click()
    first = page.get_by_role("link", name=re.compile("^Replay round")).first
    expect(first).to_be_visible()
    page.get_by_role("button", name="Check everything").click()
    expect(page.get_by_text(re.compile("^Unbroken to line"))).to_be_visible(timeout=60_000)
    first.click()
    expect(page.get_by_text("As a spectator saw it")).to_be_visible()
    page.get_by_role("button", name="Last step").click()
    expect(page.get_by_role("status")).to_contain_text(re.compile(r"\bwins? \$"))
    page.get_by_role("link", name="Back to the desk").click()
    expect(page.get_by_role("heading", name="Regulator")).to_be_visible()


def test_a_visitor_s_cards_stay_hidden(browse: Browse, room: Room, played: Page) -> None:
    page = stand_at(browse(), room, "regulator")
    page.get_by_role("button", name=re.compile("^Ask for cards .* of Hold'em$")).first.click()
    page.get_by_label("Reason").fill("a dispute about the river")
    page.get_by_role("button", name="Ask for the cards").click()
    expect(page.get_by_text(re.compile("visitors' cards stay hidden")).first).to_be_visible()
    asked = page.get_by_role("region", name="Hidden cards")
    expect(asked.get_by_text("a dispute about the river")).to_have_count(0)
