"""The seldom orders of a card room, each given where that person would look, in a real browser."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web import playing
from tests.web.conftest import Browse
from tests.web.doors import GOOD, FreshRoom, add_person, faults_of, set_up, sign_in
from tests.web.real import QUICK
from tests.web.test_card_room import LAMP, slip

SLOW = QUICK | {"TURN": "60", "PAUSE": "1.5"}
SHOTS = os.environ.get("SHOTS", "")


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[FreshRoom]:
    room = FreshRoom(tmp_path, SLOW)
    room.start()
    yield room
    room.stop()


def shot(page: Page, name: str) -> None:
    """A picture to look at, on demand."""
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png")


def box(page: Page) -> Locator:
    return page.get_by_role("dialog")


def table_sheet(page: Page) -> Locator:
    page.get_by_role("button", name=re.compile("^Seats and orders")).click()
    return box(page)


def order(page: Page, group: str, title: str, **fields: str) -> None:
    """Give a seldom order: its subject, the order, its fields."""
    page.get_by_role("button", name=group, exact=True).click()
    box(page).get_by_role("button", name=title, exact=True).click()
    for label, text in fields.items():
        name = re.compile(f"^{label.replace('_', ' ')}")
        if (choice := box(page).get_by_role("combobox", name=name)).count():
            choice.select_option(label=text)
        else:
            box(page).get_by_label(name).fill(text)
    shot(page, f"order-{title.replace(' ', '-').lower()}")
    assert faults_of(page) == []
    box(page).get_by_role("button", name=title, exact=True).click()
    expect(box(page)).to_have_count(0)


def opened_with_two(fresh: FreshRoom, browse: Browse) -> tuple[Page, list[Page]]:
    """A $2/$4 table in a new card room, and two players at it."""
    sue, cage = browse(), browse()
    set_up(sue, fresh)
    sue.get_by_role("link", name="Add people").click()
    people = (
        *(("Carl", "Cage cashier"), ("Otto", "Security")),
        *(("Ada", "Player"), ("Bob", "Player")),
    )
    for name, role in people:
        add_person(sue, name, role)
        expect(sue.get_by_text(f"{name} has an account")).to_be_visible()
    sue.goto(f"{fresh.url}/cage")
    slip(sue, "Issue chips", Amount="5,000")
    sue.goto(f"{fresh.url}/floor")
    sue.get_by_role("button", name="Open a table").click()
    box(sue).get_by_role("button", name="Open the table").click()
    for _ in range(3):
        sign = box(sue).get_by_role("button", name=re.compile("^Sign: "))
        words = sign.inner_text()
        sign.click()
        expect(sue.get_by_role("button", name=words, exact=True)).to_have_count(0)
    box(sue).get_by_role("button", name="Open the table").click()
    expect(sue.get_by_text("Table 1 is open.")).to_be_visible()
    sign_in(cage, fresh, "Carl")
    cage.goto(f"{fresh.url}/cage#carl")
    players = []
    for name in ("Ada", "Bob"):
        slip(cage, "Sell chips", Player=name, Amount="200")
        page = browse(390, 844)
        sign_in(page, fresh, name)
        page.goto(f"{fresh.url}/table/1")
        page.get_by_role("button", name=LAMP).last.click()
        page.get_by_role("button", name="My seat").wait_for()
        players.append(page)
    return sue, players


def seat(page: Page) -> Locator:
    page.get_by_role("button", name="My seat").click()
    return box(page)


@pytest.mark.soak
def test_a_wrong_second_signature_is_marked_at_its_person(fresh: FreshRoom, browse: Browse) -> None:
    """Two people sign beside a dealer: the refusal says who, at the field of their password."""
    sue, dee = browse(), browse()
    set_up(sue, fresh)
    sue.get_by_role("link", name="Add people").click()
    for name, role in (("Otto", "Security"), ("Dee", "Dealer"), ("Ivy", "IEB agent")):
        add_person(sue, name, role)
        expect(sue.get_by_text(f"{name} has an account")).to_be_visible()
    sue.goto(f"{fresh.url}/floor")
    sue.get_by_role("button", name="Open a table").click()
    box(sue).get_by_role("button", name="Open the table").click()
    expect(box(sue).get_by_role("button", name=re.compile("^Sign: "))).to_be_visible()
    sign_in(dee, fresh, "Dee")
    dee.goto(f"{fresh.url}/floor")
    table_sheet(dee)
    dee.get_by_role("button", name="Bad beat", exact=True).click()
    title = "Count the box at a closed table"
    box(dee).get_by_role("button", name=title, exact=True).click()
    for label, text in (("Counted", "0"), ("Camera", "camera 4"), ("Number of the", "C-17")):
        box(dee).get_by_label(re.compile(f"^{label}")).fill(text)
    agent = box(dee).get_by_label(re.compile("^Agent of the IEB"))
    agent.select_option(label="Ivy")
    chosen = ("Supervisor", "Sue, poker shift supervisor"), ("Security officer", "Otto, security")
    for label, name in chosen:
        people = box(dee).get_by_label(re.compile(f"^{label} who signs too"))
        people.select_option(label=name)
    first, second = box(dee).get_by_label("Their password").all()
    for passwords, wrong, whose in ((("", GOOD), first, ""), ((GOOD, "a guess"), second, "Otto")):
        first.fill(passwords[0])
        second.fill(passwords[1])
        box(dee).get_by_role("button", name=title, exact=True).click()
        expect(wrong).to_have_attribute("aria-invalid", "true")
        alert = f"This is not the password of {whose}." if whose else "This field is required."
        expect(box(dee).get_by_role("alert").filter(has_text=alert)).to_have_count(1)


@pytest.mark.soak
def test_seldom_orders_are_given_where_people_look(fresh: FreshRoom, browse: Browse) -> None:
    sue, (ada, bob) = opened_with_two(fresh, browse)

    # 15(b): a player calls the floor, and the floor answers; pressed twice, called once
    sheet = seat(ada)
    sheet.get_by_role("button", name="Call the floor").click()
    expect(sheet.get_by_role("alert")).to_be_visible()  # nothing was said
    sheet.get_by_label("Call the floor: what is it about?").fill("was that a raise?")
    sheet.get_by_role("button", name="Call the floor").dblclick()
    expect(sheet.get_by_text("You called the floor")).to_be_visible()
    shot(ada, "call")
    assert faults_of(ada) == []
    calls = sue.get_by_label("Calls for the floor")
    expect(calls.get_by_text("Ada: was that a raise?")).to_be_visible()
    shot(sue, "calls-on-the-floor")
    calls.get_by_role("button", name="Answer Ada").click()
    box(sue).get_by_label("Answer").fill("it was a call")
    box(sue).get_by_role("button", name="Answer", exact=True).click()
    expect(calls).to_have_count(0)
    expect(sheet.get_by_text("Sue answers: it was a call")).to_be_visible()

    # a hand is protected
    sheet.get_by_role("button", name="Protect", exact=True).click()
    expect(ada.get_by_text(re.compile("protect", re.I)).first).to_be_attached()

    # 17: the floor proposes higher limits, and every player answers
    table_sheet(sue).get_by_role("button", name="Change the sign").click()
    box(sue).get_by_label("Limits", exact=True).fill("4/8")
    box(sue).get_by_role("button", name="Ask the players").click()
    expect(box(sue)).to_have_count(0)
    for page in (ada, bob):
        asked = box(page) if box(page).is_visible() else seat(page)
        expect(asked.get_by_text("The floor proposes $4/$8")).to_be_visible()
        shot(page, "proposal")
        asked.get_by_role("button", name="Agree").click()
        page.keyboard.press("Escape")
    playing.answer_until(ada, sue.get_by_text("$4/$8").first, bob)  # once the round is over

    # 5(c), 15(p): a recut and a jam, at the table's sheet; forms say what they need
    for group, title in (("Cards", "Require a recut"), ("Shuffler", "Report a jam")):
        table_sheet(sue).get_by_role("button", name=group, exact=True).click()
        box(sue).get_by_role("button", name=title, exact=True).click()
        box(sue).get_by_role("button", name=title, exact=True).click()
        expect(box(sue).get_by_role("alert")).to_have_text("This field is required.")
        box(sue).get_by_label("Why", exact=True).fill("a card lay face up")
        shot(sue, title.replace(" ", "-"))
        assert faults_of(sue) == []
        box(sue).get_by_role("button", name="Close").click()

    # 15(d): a discarded hand; the sign of this table keeps them hidden, and the preview says so
    table_sheet(sue).get_by_role("button", name="Show a discarded hand").click()
    expect(box(sue).get_by_label("Whose hand")).to_be_visible()
    expect(box(sue).get_by_text("discarded hands are not shown")).to_be_visible()
    box(sue).get_by_role("button", name="Close").click()

    # 7(c)(5): a player steps away
    sheet = seat(bob) if not box(bob).is_visible() else box(bob)
    sheet.get_by_role("button", name="Step away").click()
    expect(sue.get_by_text(re.compile("account for the stake of Bob", re.I))).to_be_visible()

    # 19: a fund from its submission to a table that offers it
    order(
        sue,
        "Bad beat funds",
        "Submit a bad beat payout",
        Name="Main",
        Least_losing="JcJdJhJs2c",
        Share_of_the_losing="50",
        Share_of_the_winning="25",
        Share_of_the_others="25",
        Contribution="$1 at $10",
        At_most="$1",
        Least_pot="$10",
        Held="10",
        How_players="it joins the next payout",
        Goes="90",
        How_contributions="the sign comes down",
        How_what="it joins the next payout",
        How_the="it is posted",
    )
    funds = "Bad beat funds"
    order(sue, funds, "Record its approval", Fund="Main", Reference="MGC 2026-7")
    order(
        sue,
        funds,
        "Post its rules and displays",
        Fund="Main",
        Place="lobby",
        Percentage="90",
        Displays="lobby",
    )
    order(sue, funds, "Designate a table", Fund="Main", Table="1")
    board = browse(1440, 900)
    board.goto(f"{fresh.url}/board")
    expect(board.get_by_role("heading").first).to_be_visible()
    shot(board, "board")
