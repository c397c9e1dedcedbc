"""The floor's desk in the browser: a visitor rules, pauses, calls, and players see it."""

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Browse, Room, take_seat
from tests.web.playing import showing
from tests.web.test_desks import row_of
from tests.web.test_reach import serious


def stand_at_the_floor(page: Page, room: Room) -> None:
    """In a demonstration room a visitor may try it, in one press."""
    page.goto(f"{room.url}/floor")
    page.get_by_role("button", name=re.compile("^Try the floor")).click()
    page.get_by_role("row").nth(5).wait_for()


def pressed(page: Page, name: str) -> None:
    page.get_by_role("dialog").get_by_role("button", name=name).click()


def test_an_irregularity_is_ruled_on_at_the_floor_and_the_player_sees_it(
    room: Room, browse: Browse
) -> None:
    player, floor = browse(), browse()
    take_seat(player, room, "Hold'em")
    stand_at_the_floor(floor, room)
    expect(player.get_by_label("Your action").get_by_text("Your turn")).to_be_visible()
    row_of(floor, player).get_by_role("button", name="Rule at Hold'em").click()
    dialog = floor.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Irregularity at Hold'em")).to_be_visible()
    expect(player.get_by_text("The floor has stopped play").first).to_be_visible()
    dialog.get_by_label("Cards of the deck are missing").check()
    expect(dialog.get_by_text("The round is dead, cards are missing")).to_be_visible()
    expect(dialog.get_by_role("row", name=re.compile("^Sum .* \\$0 "))).to_be_visible()
    expect(player.get_by_text("The round is dead")).to_have_count(0)  # nothing moved before
    dialog.get_by_label("Reason for the record").fill("the count found 51 cards")
    with showing(player, "The round is dead"):
        pressed(floor, "Call the round dead")
    incidents = floor.get_by_label("Incidents")
    expect(incidents.get_by_text("The round is dead").first).to_be_visible()
    expect(incidents.get_by_text("the count found 51 cards").first).to_be_visible()


def test_a_table_is_paused_and_resumed_by_keyboard(room: Room, browse: Browse) -> None:
    floor = browse()
    stand_at_the_floor(floor, room)
    floor.keyboard.press("/")
    floor.keyboard.type("badugi")
    floor.keyboard.press("Tab")
    floor.keyboard.press("p")
    dialog = floor.get_by_role("dialog")
    expect(dialog.get_by_text("The deck is set down under a marker (")).to_be_visible()
    floor.keyboard.press("Enter")
    row = floor.get_by_role("row", name=re.compile("Watch Badugi,"))
    expect(row.get_by_text("Paused")).to_be_visible()
    floor.keyboard.press("p")
    expect(row.get_by_text("Paused")).to_have_count(0)
    floor.keyboard.press("?")
    expect(floor.get_by_role("heading", name="Keys on the floor")).to_be_visible()


def test_who_is_removed_leaves_and_is_kept_out_until_somebody_lifts_it(
    room: Room, browse: Browse
) -> None:
    floor = browse()
    stand_at_the_floor(floor, room)
    floor.get_by_role("button", name="Seats and orders, Omaha hi-lo 8", exact=True).click()
    first = floor.get_by_role("dialog").get_by_role("button", name=re.compile("^Remove ")).first
    name = (first.get_attribute("aria-label") or "").removeprefix("Remove ")
    first.click()
    dialog = floor.get_by_role("dialog")
    dialog.get_by_label("Cause").fill("threats")
    dialog.get_by_label("Agent of the IEB you notified").fill("I. Moreno")
    expect(dialog.get_by_text(re.compile(f"{re.escape(name)} at .* must leave"))).to_be_visible()
    dialog.get_by_role("button", name=f"Remove {name}").click()
    out = floor.get_by_label("Excluded")
    expect(out.get_by_text(name)).to_be_visible()
    out.get_by_role("button", name="Let in again").click()
    floor.get_by_role("dialog").get_by_label("Why").fill("a mistake")
    pressed(floor, "Let in again")
    expect(out.get_by_text(name)).to_have_count(0)


def test_a_table_goes_up_opens_and_closes(room: Room, browse: Browse) -> None:
    floor = browse()
    stand_at_the_floor(floor, room)
    floor.get_by_role("button", name="Open a table").click()
    dialog = floor.get_by_role("dialog")
    dialog.get_by_label("Game").select_option(label="Mambo stud hi-lo 6")
    dialog.get_by_label("Name of the table").fill("77")
    dialog.get_by_label("Seats", exact=True).fill("4")
    dialog.get_by_role("button", name="Open the table").click()
    row = floor.get_by_role("row", name=re.compile("^77 "))
    expect(row.get_by_text("Between rounds")).to_be_visible()
    row.get_by_role("button", name="Seats and orders").click()
    pressed(floor, "Close the table")
    pressed(floor, "Close the table")
    expect(row.get_by_text("Closed")).to_be_visible()


def test_a_sign_is_written_in_fields_and_changed(room: Room, browse: Browse) -> None:
    floor = browse()
    stand_at_the_floor(floor, room)
    floor.get_by_role("button", name="Open a table").click()
    dialog = floor.get_by_role("dialog", name="Open a table")
    dialog.get_by_label("Name of the table").fill("66")
    dialog.get_by_label("Betting structure").select_option(label="No limit")
    blinds = dialog.get_by_label("Blinds", exact=True)
    blinds.fill("no limit 1/2")
    expect(dialog.get_by_text("is not understood: write amounts like 1/2")).to_be_visible()
    dialog.get_by_role("button", name="Open the table").click()  # nothing happens, but at the field
    expect(blinds).to_be_focused()
    blinds.fill("1/3")
    expect(dialog.get_by_role("heading", name="Hold'em, $1/$3 no limit")).to_be_visible()
    dialog.get_by_role("button", name="Keep this sign").click()
    expect(floor.get_by_text("This sign is kept as $1/$3 no limit.")).to_be_visible()
    dialog.get_by_role("button", name="Open the table").dblclick()
    row = floor.get_by_role("row", name=re.compile("^66 "))
    expect(row.get_by_text("$1/$3 no limit")).to_be_visible()
    row.get_by_role("button", name="Seats and orders").click()
    pressed(floor, "Change the sign")
    changed = floor.get_by_role("dialog", name="Change the sign of")
    changed.get_by_label("Blinds", exact=True).fill("2/5")
    changed.get_by_role("button", name="Post the sign").click()
    expect(row.get_by_text("$2/$5 no limit")).to_be_visible()


def test_the_first_in_line_is_called_to_a_free_seat(room: Room, browse: Browse) -> None:
    floor = browse()
    stand_at_the_floor(floor, room)
    floor.get_by_role("button", name="Add a player").click()
    dialog = floor.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Amara")
    dialog.get_by_label("Waits for").select_option(label="Five-card stud, $2/$4 limit")
    pressed(floor, "Add to the list")
    lists = floor.get_by_label("Waiting lists")
    lists.get_by_role("button", name=re.compile("^Call Amara to seat")).click()
    pressed(floor, "Call")
    expect(lists.get_by_text(re.compile("^Called to seat"))).to_be_visible()


def test_a_player_does_not_get_past_the_door(room: Room, browse: Browse) -> None:
    page = browse()
    page.goto(room.url)
    page.goto(f"{room.url}/floor")
    page.get_by_label("Name").fill("nobody")
    page.get_by_label("Password").fill("nothing at all")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("The name or the password is wrong.")
    expect(page.get_by_role("table")).to_have_count(0)


def test_the_floor_has_no_serious_finding(room: Room, browse: Browse) -> None:
    page = browse()
    stand_at_the_floor(page, room)
    assert serious(page) == []
    page.get_by_role("button", name="Rule at Badugi", exact=True).click()
    page.get_by_role("dialog").get_by_label("Dispute, other").check()
    assert serious(page) == []
