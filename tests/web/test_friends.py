"""An evening among friends on three phones, from the link to the ledger."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.conftest import Browse
from tests.web.real import Presses, RealRoom

MONEY = re.compile(r"[-\u2212]?\$[\d,.]+")
HANDS = 3


@pytest.fixture
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealRoom]:
    opened = RealRoom(tmp_path_factory.mktemp("friends"), "friends")
    opened.url = opened.at_home
    opened.start()
    yield opened
    opened.stop()


def cents(text: str) -> int:
    sign = -1 if text[0] in "-\u2212" else 1
    return sign * round(float(text.lstrip("-\u2212").lstrip("$").replace(",", "")) * 100)


def ledger(page: Page, people: int = 3) -> dict[str, list[int]]:
    rows = page.get_by_label("Ledger").locator("tbody tr")
    expect(rows).to_have_count(people)
    found = {}
    for n in range(rows.count()):
        name, *amounts = rows.nth(n).locator("td").all_inner_texts()
        found[name] = [cents(amount) for amount in amounts]
    return found


def test_an_evening_among_friends(kitchen: RealRoom, browse: Browse) -> None:
    sue = Presses(browse(390, 844), "Sue")
    sue.sign_in(kitchen, "floor")
    sue.page.goto(kitchen.url)
    sue.count = 0
    sue.press("Host a game")
    expect(sue.page.get_by_role("heading", name="Hold'em, $1/$2 no limit")).to_be_visible()
    sue.press("Host the game")
    link = sue.page.get_by_label("Link", exact=True).input_value()
    sue.page.get_by_role("button", name="Copy the link").click()
    expect(sue.page.get_by_role("button", name="Copied")).to_be_visible()
    hosted = sue.count
    people, asked, home = [sue], dict[str, int](), sue.page.url
    for name in ("Ada", "Bob"):
        guest = Presses(browse(390, 844), name)
        guest.page.goto(link)
        guest.type("Your name", name)
        chips = guest.page.get_by_label(re.compile("^Sit down with"))
        asked[name], usual = cents(chips.input_value()), chips.input_value()
        if name == "Bob":  # the form says at the field what is wrong
            chips.fill("lots")
            guest.page.keyboard.press("Enter")
            expect(chips).to_have_attribute("aria-invalid", "true")
            expect(guest.page.get_by_text("is not an amount: write dollars")).to_be_visible()
            chips.fill(usual)
        guest.press("Ask to join")
        expect(guest.page.get_by_text("Waiting for Sue")).to_be_visible()
        if name == "Bob":  # the door is kept through a restart, without a press
            kitchen.stop()
            kitchen.start()
            with sue.page.expect_response(lambda reply: reply.ok):
                pass  # her page has found the room again
        lets_in = sue.page.get_by_role("button", name=f"Let in, {name}")
        lets_in.dblclick()  # pressed twice, done once
        if name == "Ada":  # the host takes a seat, and lets the next guest in from there
            sue.press(sue.page.get_by_role("button", name=re.compile("^Sit down with")))
            sue.page.get_by_role("button", name="My seat").wait_for()
        guest.page.get_by_role("button", name="My seat").wait_for()
        print(f"{name}: {guest.count} presses from the link to a seat")
        assert guest.count <= 4
        people.append(guest)
    stranger = browse(390, 844)  # who knows the name of the table
    stranger.goto(f"{kitchen.url}/table/1")
    expect(stranger.get_by_text("There is no such table.")).to_be_visible()
    sue.page.get_by_role("button", name="My seat").wait_for()
    sue.page.goto(home)
    in_ledger = {name: line[0] for name, line in ledger(sue.page, 3).items()}
    assert {name: in_ledger[name] for name in asked} == asked
    sue.page.get_by_role("link", name="Go to the table").click()
    sue.page.get_by_role("button", name="My seat").wait_for()
    print(f"Sue: {hosted} presses from signed in to an open game")
    assert hosted <= 12
    while min(playing.in_round(one.page) for one in people) <= HANDS:
        for one in people:
            playing.answer(one.page)
    taken = {}
    for one in people:
        while not one.page.get_by_role("button", name="My seat").is_visible():
            playing.answer(one.page)
        one.press("My seat")
        sheet = one.page.get_by_role("dialog")
        sheet.get_by_role("button", name="Leave the table").click()
        one.page.get_by_role("dialog").get_by_role("button", name="Leave", exact=True).click()
    for one in people:
        gone = one.page.get_by_role("heading", name=re.compile(r"^You take \$"))
        while not gone.is_visible():
            for other in people:
                playing.answer(other.page)
        found = MONEY.search(gone.inner_text())
        assert found is not None
        taken[one.name] = cents(found[0].rstrip("."))
    sue.page.goto(home)
    before = {name: line[2] for name, line in ledger(sue.page).items()}
    assert before == taken, "the ledger is not what the stacks were"
    sue.press("End the game")
    sue.press("End it")
    expect(sue.page.get_by_text("The game has ended for now.")).to_be_visible()
    for one in people[1:]:  # who are still at the table: nobody offers them its seats
        expect(one.page.get_by_text("The game has ended for now.")).to_be_visible()
        expect(one.page.get_by_role("button", name=re.compile("^Take seat"))).to_have_count(0)
    ended = ledger(sue.page)
    assert sum(line[3] for line in ended.values()) == 0
    assert {name: line[1] for name, line in ended.items()} == taken
    kitchen.stop()
    kitchen.start()  # another evening
    sue.page.goto(home)
    assert ledger(sue.page) == ended
    sue.press("Resume the game")
    expect(sue.page.get_by_role("button", name="End the game")).to_be_visible()
    sue.press(sue.page.get_by_role("button", name=re.compile("^Sit down with")))
    sue.page.get_by_role("button", name="My seat").wait_for()
    sue.page.goto(home)
    again = ledger(sue.page)
    assert again["Sue"][0] > ended["Sue"][0]  # the ledger goes on
    assert sum(line[3] for line in again.values()) == 0
    sue.page.get_by_text("Every buy-in").click()
    expect(sue.page.get_by_text("approved by themselves").first).to_be_visible()
