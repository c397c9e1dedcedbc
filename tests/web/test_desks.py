"""All four desks: for assistive tools, by keyboard, and what only a room with a past can show."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.conftest import FAST, Browse, Room, take_seat
from tests.web.playing import press, showing
from tests.web.test_reach import serious

PLACED = re.compile(r"^(Fold|Flop \$|Call|Check|Fold ante)")
READY = {  # what a desk shows once it is there
    "floor": "Waiting lists",
    "cage": "Counts",
    "books": "Where every chip is",
    "regulator": "The shuffle",
}


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A room that has seen a day, and a bad beat on the next that waits to be verified."""
    home = tmp_path_factory.mktemp("past")
    here = Path(__file__).parents[2]
    lived = (sys.executable, "-m", "tests.web.past", str(home), "1", "3")
    subprocess.run(lived, cwd=here, check=True, timeout=300)
    opened = Room(home, FAST, "tests.web.past")
    opened.start()
    yield opened
    opened.stop()


def stand_at(page: Page, room: Room, desk: str) -> Page:
    """Try a desk, and wait until it shows what it knows."""
    page.goto(f"{room.url}/{desk}")
    page.get_by_role("button", name=re.compile(rf"^Try the {desk}")).click()
    expect(page.get_by_role("heading", name=re.compile(f"^{READY[desk]}"))).to_be_visible()
    return page


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until it has the focus; a whole round without it is a dead end."""
    for _ in range(120):
        if wanted.and_(page.locator(":focus")).count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} cannot be reached by keyboard")


def table_of(player: Page) -> str:
    """The name of the table that a player sits at."""
    return player.url.split("/table/")[1].split("?")[0]


def row_of(floor: Page, player: Page) -> Locator:
    return floor.locator(f'tr[data-table="{table_of(player)}"]')


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("desk", READY)
def test_a_desk_has_no_serious_fault_for_assistive_tools(
    past: Room, browse: Browse, desk: str, theme: str
) -> None:
    page = browse()
    page.emulate_media(
        color_scheme="light" if theme == "light" else "dark", reduced_motion="reduce"
    )
    stand_at(page, past, desk)
    assert serious(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.get_by_role("navigation", name="Desks")).to_be_visible()
    assert serious(page) == []


def test_an_irregularity_is_ruled_on_by_keyboard_alone(room: Room, browse: Browse) -> None:
    player, floor = browse(), browse()
    take_seat(player, room, "Badugi")
    floor.goto(f"{room.url}/floor")
    tab_to(floor, floor.get_by_role("button", name=re.compile("^Try the floor")))
    floor.keyboard.press("Enter")
    floor.get_by_role("row").nth(5).wait_for()
    floor.keyboard.press("/")
    floor.keyboard.type(table_of(player))
    floor.keyboard.press("Tab")
    player.get_by_text(re.compile("Your turn|Your draw")).first.wait_for()
    floor.keyboard.press("i")
    dialog = floor.get_by_role("dialog", name=re.compile("^Irregularity at"))
    missing = dialog.get_by_label("Cards of the deck are missing")
    expect(missing).to_be_visible()
    tab_to(floor, dialog.get_by_role("radio").first)
    while not missing.is_checked():
        floor.keyboard.press("ArrowDown")
    confirm = dialog.get_by_role("button", name="Call the round dead")
    expect(confirm).to_be_enabled()
    expect(player.get_by_text("The round is dead")).to_have_count(0)  # nothing moved before
    tab_to(floor, confirm)
    with showing(player, "The round is dead"):
        floor.keyboard.press("Enter")
        expect(dialog).to_have_count(0)


IRREGULAR = ("Five-card stud", "Texas Hold 'em Bonus", "Flop Poker")


@pytest.mark.parametrize(
    "game",
    [
        "Hold'em",
        "Two Card Joker",
        *(pytest.param(game, marks=pytest.mark.soak) for game in IRREGULAR),
    ],
)
def test_every_irregularity_shows_what_its_ruling_would_do(
    room: Room, browse: Browse, game: str
) -> None:
    player, floor = browse(), stand_at(browse(), room, "floor")
    take_seat(player, room, game)
    bar = player.get_by_label("Your action")
    turn = bar.get_by_role("button", name=PLACED).first
    bets = bar.get_by_role("button", name=re.compile(r"^Bet \$\d")).first
    expect(turn.or_(bets).first).to_be_visible()
    if not turn.is_visible():
        press(player, r"^Bet \$\d")
    expect(turn).to_be_visible()
    row_of(floor, player).get_by_role("button", name=re.compile("^Rule at")).click()
    dialog = floor.get_by_role("dialog")
    kinds = dialog.get_by_role("radiogroup", name="What happened").locator("label:has([name=kind])")
    expect(kinds.nth(1)).to_be_visible()
    named = [name for name in kinds.all_inner_texts() if name != "Dispute, other"]
    assert len(named) >= 5
    for name in named:
        dialog.get_by_label(name, exact=True).check()
        whose = dialog.get_by_role("radiogroup", name="Whose hand")
        expect(whose.or_(dialog.get_by_text("The dealer will announce")).first).to_be_visible()
        if whose.count():
            whose.get_by_role("radio").first.check()
        expect(dialog.get_by_text("The dealer will announce")).to_be_visible()
        expect(dialog.get_by_text("Moves sum to zero")).to_be_visible()
        expect(dialog).not_to_contain_text("??")
    floor.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(player.get_by_text("The floor has stopped play")).to_have_count(0)


def test_rake_rules_are_submitted_approved_and_posted_at_a_new_table(
    room: Room, browse: Browse
) -> None:
    floor = stand_at(browse(), room, "floor")
    rules = floor.get_by_role("region", name="House rules")
    rules.get_by_role("button", name="Submit rake rules").click()
    dialog = floor.get_by_role("dialog", name="Submit rake rules")
    submit = dialog.get_by_role("button", name="Submit the rake rules")
    dialog.get_by_label(re.compile("^Increments")).fill("a dollar or so")
    expect(dialog.get_by_role("alert")).to_contain_text("is not understood")
    dialog.get_by_label(re.compile("^Increments")).fill("$1 at $10, $2 at $20")
    most = dialog.get_by_label(re.compile("^Maximum rake"))
    expect(most).to_have_value("$3")  # as the version in force has it
    most.fill("")
    expect(dialog.get_by_role("alert")).to_contain_text("state the maximum rake")
    expect(submit).to_be_disabled()
    most.fill("$4")
    dialog.get_by_label(re.compile("^Time charge")).fill("$12 an hour at $2/$4")
    expect(dialog.get_by_text(re.compile(r"\$2 when the pot is \$20"))).to_be_visible()
    submit.click()
    expect(dialog).to_have_count(0)
    rules.get_by_role("button", name="Record approval of rake rules 2").click()
    approval = floor.get_by_role("dialog", name="Record the approval of rake rules 2")
    approval.get_by_label("Reference of the approval").fill("MGC 26-114")
    approval.get_by_role("button", name="Record approval").click()
    second = rules.get_by_role("listitem").filter(has_text="Rake rules, version 2")
    expect(second.get_by_text("In force", exact=True)).to_be_visible()
    expect(second.get_by_text("approved, MGC 26-114")).to_be_visible()
    floor.get_by_role("button", name="Open a table").click()
    opening = floor.get_by_role("dialog", name="Open a table")
    opening.get_by_label("Game").select_option(label="Hold'em")
    opening.get_by_label("Name of the table").fill("88")
    opening.get_by_label("Rake", exact=True).fill("$1 at $10, $2 at $20")
    opening.get_by_label("Maximum rake").fill("$4")
    opening.get_by_role("button", name="Open the table").click()
    expect(floor.get_by_role("row", name=re.compile("^88 "))).to_be_visible()
    player = browse()
    player.goto(f"{room.url}/table/88")
    expect(player.get_by_role("button", name="Take seat 1").first).to_be_visible()
    player.get_by_role("tab", name="Sign").click()
    posted = re.compile(r"^rake: \$1.* when the pot is \$10", re.IGNORECASE)
    expect(player.get_by_text(posted).first).to_be_visible()


def test_what_is_typed_while_the_fields_of_a_game_come_stays(room: Room, browse: Browse) -> None:
    floor = stand_at(browse(), room, "floor")
    held: list[Route] = []
    floor.route("**/api/games/omaha/form*", lambda route: held.append(route))  # under way
    floor.get_by_role("button", name="Open a table").click()
    form = floor.get_by_role("dialog", name="Open a table")
    name = form.get_by_label("Name of the table")
    expect(name).to_be_visible()
    form.get_by_label("Game").select_option(label="Omaha")
    name.press_sequentially("8")
    held[0].continue_()
    expect(form.get_by_role("heading", name=re.compile("^Omaha"))).to_be_visible()
    floor.keyboard.press("8")  # it still has the focus
    expect(name).to_have_value(re.compile("88"))


def test_a_bad_beat_is_verified_by_the_shift_supervisor_and_awarded(
    past: Room, browse: Browse
) -> None:
    floor = stand_at(browse(), past, "floor")
    beats = floor.get_by_role("region", name="Bad beats")
    expect(beats.get_by_text(re.compile("lost with"))).not_to_have_count(0)
    lost = beats.get_by_role("img", name=re.compile(r"^\w+ of \w+(, \w+ of \w+){4}$"))
    expect(lost.first).to_be_visible()  # the five cards, drawn
    expect(beats.get_by_text(f"{lost.count()} to verify")).to_be_visible()
    beats.get_by_role("button", name="Verify").first.click()
    dialog = floor.get_by_role("dialog", name=re.compile("^Verify the bad beat"))
    dialog.get_by_label("Who brings the payout").fill("S. Ortiz")
    expect(dialog.get_by_text("The dealer will announce")).to_be_visible()
    dialog.get_by_role("button", name="Verify").click()
    expect(dialog).to_have_count(0)
    expect(beats.get_by_text("accounting prepares it").first).to_be_visible()
    expect(beats.get_by_text(re.compile(r"^0 of \d paid")).first).to_be_visible()


def test_the_books_are_drawn_with_axes_and_words(past: Room, browse: Browse) -> None:
    page = stand_at(browse(), past, "books")
    drawn = page.get_by_role("img", name=re.compile(r"^Rake and time charges by day: rake \$\d"))
    expect(drawn).to_be_visible()
    expect(drawn.get_by_text("Gaming day")).to_be_visible()
    expect(drawn.get_by_text("Dollars")).to_be_visible()
    page.get_by_role("button", name=re.compile("^House games won")).click()
    expect(page.get_by_role("heading", name=re.compile("^House-banked|wager"))).to_be_visible()
    chart = page.get_by_role("region", name="Chart of the report").get_by_role("img")
    expect(chart).to_be_visible()
    page.get_by_role("button", name="Week", exact=True).click()
    expect(chart.get_by_text(re.compile(r"^week \d+")).first).to_be_visible()


def test_cage_and_books_agree_on_what_lies_in_the_tables_inventories(
    past: Room, browse: Browse
) -> None:
    """A fill is no rake: it lies under one heading at both desks, with one figure."""
    cage, books = stand_at(browse(), past, "cage"), stand_at(browse(), past, "books")
    place = cage.get_by_label("Where every chip is").get_by_role("listitem")
    lies = place.filter(has_text="Table inventories")
    expect(lies).to_have_text(re.compile(r"\$[1-9]"))
    chips = lies.inner_text().split("$")[1]
    books.reload()  # a round may have ended meanwhile
    place = books.get_by_label("Where every chip is").get_by_role("listitem")
    expect(place.filter(has_text="Inventories")).to_have_text(f"Inventories${chips}")
    fill = cage.get_by_role("region", name="Fills and credits").get_by_role("row", name="Fill")
    assert len(fill.first.get_by_role("cell").nth(4).inner_text().split(",")) >= 2  # its signers


def test_hidden_cards_need_two_duties(past: Room, browse: Browse) -> None:
    page = stand_at(browse(), past, "regulator")
    page.get_by_role("button", name="Ask for cards").first.click()
    page.get_by_label("Reason").fill("a dispute about the river")
    page.get_by_role("button", name="Ask for the cards").click()
    asked = page.get_by_role("region", name="Hidden cards")
    expect(asked.get_by_text("a dispute about the river")).to_be_visible()
    expect(asked.get_by_text("A person with another duty must answer")).to_be_visible()
    expect(asked.get_by_role("button", name="Open it")).to_have_count(0)


def test_the_regulator_clears_a_search_that_finds_nothing(past: Room, browse: Browse) -> None:
    page = stand_at(browse(), past, "regulator")
    page.get_by_label("Player").fill("Nobody of that name")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text(re.compile("^No finished round fits"))).to_be_visible()
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("link", name=re.compile("^Replay round")).first).to_be_visible()
    expect(page.get_by_label("Player")).to_be_focused()
    page.get_by_text(re.compile(r"^\d+ logs, ")).click()
    expect(page.get_by_role("cell", name="Hold'em 1", exact=True)).to_be_visible()
