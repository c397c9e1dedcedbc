"""A card room's evening from an empty directory: chips, a table, ten hands, and balanced books."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.conftest import Browse
from tests.web.doors import GOOD, FreshRoom, add_person, set_up, sign_in
from tests.web.real import QUICK, Presses

HANDS = 10
TAKEN = re.compile(r"^You take \$")
LAMP = re.compile(r"^Take seat \d+$")


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[FreshRoom]:
    room = FreshRoom(tmp_path, QUICK)
    room.start()
    yield room
    room.stop()


def slip(page: Page, button: str, **fields: str) -> None:
    """Fill in a slip of the cage; where two must sign, the other one does."""
    page.get_by_role("button", name=button, exact=True).click()
    box = page.get_by_role("dialog")
    expect(box).to_be_visible()
    for label, text in fields.items():
        box.get_by_label(label, exact=True).fill(text)
    if box.get_by_label("Second signatory").is_visible():  # the one who can is chosen already
        box.get_by_label("Their password").fill(GOOD)
    box.locator("footer .btn--solid").click()
    expect(box).to_have_count(0)


@pytest.mark.soak
def test_an_evening_in_a_card_room(fresh: FreshRoom, browse: Browse) -> None:
    floor, cage = Presses(browse(), "Sue"), browse()
    set_up(floor.page, fresh)
    floor.page.get_by_role("link", name="Add people").click()
    missing = floor.page.get_by_role("region", name="Still missing")
    expect(missing.get_by_role("listitem")).to_have_count(4)
    missing.get_by_role("button", name="Add: IEB agent").click()
    add_person(floor.page, "Ivy", "IEB agent")
    expect(missing.get_by_role("listitem")).to_have_count(3)
    for name, role in (("Carl", "Cage cashier"), ("Ada", "Player"), ("Bob", "Player")):
        add_person(floor.page, name, role)
        expect(floor.page.get_by_text(f"{name} has an account")).to_be_visible()
    floor.page.goto(f"{fresh.url}/cage")
    slip(floor.page, "Issue chips", Amount="5,000")
    expect(floor.page.get_by_text("$5,000 issued")).to_be_visible()

    floor.page.goto(f"{fresh.url}/floor")
    floor.count = 0
    floor.press("Open a table")
    floor.choose("Betting structure", "No limit")
    expect(floor.page.get_by_role("heading", name="Hold'em, $1/$2 no limit")).to_be_visible()
    floor.press("Open the table")
    signs = floor.page.get_by_role("button", name=re.compile("^Sign: "))
    for words in (
        "distribute decks",
        "verify deck 1-1",
        "verify deck 1-2",
    ):  # each by its own press
        expect(signs).to_contain_text(words)
        floor.press(signs)
    floor.press("Open the table", exact=True)
    expect(floor.page.get_by_text("Table 1 is open.")).to_be_visible()
    print(f"supervisor: {floor.count} presses from signed in to an open table")
    assert floor.count <= 12

    sign_in(cage, fresh, "Carl")
    cage.goto(f"{fresh.url}/cage#carl")
    players = []
    for name, sold in (("Ada", "150"), ("Bob", "80")):
        player = Presses(browse(), name)
        sign_in(player.page, fresh, name)
        player.page.goto(f"{fresh.url}/table/1")
        player.press(player.page.get_by_role("button", name=LAMP).last)
        expect(player.page.get_by_text(re.compile("the cage is asked for"))).to_be_visible()
        expect(cage.get_by_role("button", name=f"Sell chips to {name}")).to_be_visible()
        slip(cage, f"Sell chips to {name}", Amount=sold)
        expect(player.page.get_by_text("Your chips are there")).to_be_visible()
        offered = player.page.get_by_label("Chips to sit down with")
        expect(offered).to_have_value(f"${sold}")  # and not what was asked for
        player.press(player.page.get_by_role("button", name=LAMP).last)
        player.page.get_by_role("button", name="My seat").wait_for()
        print(f"{name}: {player.count} presses from the link to a seat")
        assert player.count <= 4
        players.append(player)

    topped = False
    while min(playing.in_round(one.page) for one in players) <= HANDS:
        for one in players:
            playing.answer(one.page)
        if not topped and playing.in_round(players[0].page) == 3:
            players[0].press("My seat")
            players[0].type("Add chips", "50")
            players[0].press("Add chips")
            topped = True
    assert topped
    for one in players:
        one.press("My seat")
        one.page.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
        one.page.get_by_role("dialog").get_by_role("button", name="Leave", exact=True).click()
    for one in players:
        while not one.page.get_by_role("heading", name=TAKEN).is_visible():
            for other in players:
                playing.answer(other.page)

    for name in ("Ada", "Bob"):
        cage.reload()
        slip(cage, f"Cash out {name}")
    expect(cage.get_by_text("Accounts sum to what was issued")).to_be_visible()
    expect(cage.get_by_label("Where every chip is").get_by_text("Cage$5,000")).to_be_visible()
    for what, amount in (("the chips of the cage", "5000"), ("the cash of the drawer", "0")):
        cage.reload()
        slip(cage, f"Count {what}", Sum=amount)
    cage.reload()
    expect(cage.get_by_text("Counted, and everything agrees.")).to_be_visible()
    slip(cage, cage.get_by_role("button", name=re.compile("^Close ")).last.inner_text())
    expect(cage.get_by_text(re.compile("was closed"))).to_be_visible()
