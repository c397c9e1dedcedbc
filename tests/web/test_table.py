"""What a player does at a table other than betting, and how a seat is found, all of it by sight."""

import json
import re
import time
from contextlib import suppress
from typing import Any

import httpx
from playwright.sync_api import Error, Page, WebSocketRoute, expect

from tests.web.conftest import Browse, Room, take_seat
from tests.web.playing import (
    PATIENCE,
    answer,
    answer_until,
    finish,
    in_round,
    leave_table,
    look,
    press,
)


def bar_button(page: Page, name: str) -> None:
    page.get_by_label("Your action").get_by_role("button", name=re.compile(name)).click()


def test_a_waiting_list_leads_to_a_seat(room: Room, browse: Browse) -> None:
    game = "Five-card draw low"
    first, second, third = browse(), browse(), browse()
    take_seat(first, room, game)
    take_seat(second, room, game)
    third.goto(room.url)
    third.get_by_role("button", name=f"Join the list, {game}").click()
    expect(third.get_by_text("you, 1 of 1")).to_be_visible()
    third.get_by_role("link", name=game, exact=True).click()
    expect(third.get_by_text("You are first of 1 in line.")).to_be_visible()
    third.goto(room.url)
    leave_table(first, second)
    expect(third.get_by_text(f"A seat is yours: {game}, seat")).to_be_visible(timeout=60_000)
    third.get_by_role("link", name="Take the seat").click()
    third.get_by_role("button", name="Leave", exact=True).wait_for()


def test_a_table_is_looked_at_in_the_lobby_and_a_seat_chosen(room: Room, browse: Browse) -> None:
    page = browse()
    page.goto(room.url)
    page.get_by_role("link", name="rules of Seven-card stud hi-lo", exact=True).focus()
    shown = page.get_by_role("complementary", name="Seven-card stud hi-lo")
    expect(shown).to_contain_text("any amount; $200 is usual")
    shown.get_by_role("link", name="Take seat 4, Seven-card stud hi-lo").click()
    expect(page.get_by_label(re.compile(r"^Seat 4, you"))).to_be_visible()


def test_a_tablet_s_lobby_has_room_for_names_seats_and_buttons(room: Room, browse: Browse) -> None:
    page = browse(721, 1024)
    page.goto(room.url)
    page.get_by_role("link", name="Take a seat, Seven-card stud hi-lo", exact=True).wait_for()
    for width in (721, 768, 820, 390):
        page.set_viewport_size({"width": width, "height": 1024})
        row = page.locator(".row--live").filter(has_text="Seven-card stud hi-lo 8")
        parts = [part for part in row.locator(":scope > *").all() if part.is_visible()]
        boxes = [box for part in parts if (box := part.bounding_box())]
        assert len(boxes) >= 3
        for part in parts:  # nothing is wider than its place
            assert part.evaluate("part => part.scrollWidth <= part.clientWidth + 1"), width
        for n, one in enumerate(boxes):
            assert one["x"] + one["width"] <= width
            for other in boxes[:n]:  # side by side, or one below the other
                apart = max(
                    one["x"] - other["x"] - other["width"],
                    other["x"] - one["x"] - one["width"],
                    one["y"] - other["y"] - other["height"],
                    other["y"] - one["y"] - one["height"],
                )
                assert apart >= -1, (width, one, other)
    deal, form = page.get_by_role("button", name="Deal me in"), page.locator("#practice")
    button, whole = deal.bounding_box(), form.bounding_box()
    assert button
    assert whole
    assert button["width"] == whole["width"]  # on a phone, as wide as the row


def test_a_first_visit_to_a_table_loads_little(room: Room, browse: Browse) -> None:
    page = browse()
    page.goto(f"{room.url}/table/omaha", wait_until="networkidle")
    page.get_by_text(re.compile("^You are watching|^Every seat is taken")).wait_for()
    sizes = page.evaluate(
        "['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))"
        ".filter(({ name }) => !name.includes('/api/'))"
        ".map(({ name, transferSize }) => [name, transferSize])"
    )
    assert len(sizes) > 20
    assert 50_000 < sum(size for _, size in sizes) < 108_000, sorted(sizes, key=lambda one: one[1])


def test_who_presses_before_the_lobby_is_there_is_dealt_in(room: Room, browse: Browse) -> None:
    page = browse()
    page.goto(room.url, wait_until="commit")
    page.get_by_role("button", name="Deal me in").click()
    page.get_by_role("button", name="My seat").wait_for()


def test_a_seat_that_another_player_takes_first_is_exchanged_for_the_next(
    room: Room, browse: Browse
) -> None:
    page, taken = browse(), list[int]()

    def follow(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def send(text: str | bytes) -> None:
            if '"Sit"' in str(text) and not taken:
                taken.append(json.loads(text)["do"]["seat"])
                sit_first(room, "badeucey", taken[0])
            server.send(text)

        socket.on_message(send)

    page.route_web_socket(re.compile("/socket"), follow)
    take_seat(page, room, "Badeucey")
    assert taken
    expect(page.get_by_label(re.compile(rf"^Seat {taken[0]}, you"))).to_have_count(0)


def sit_first(room: Room, table: str, seat: int) -> None:
    """Take a seat as a program does: at once."""
    with httpx.Client(base_url=room.url, timeout=PATIENCE) as client:
        bird = client.post("/api/guests", json={"name": "Early Bird"}).json()
        command = {"type": "Sit", "seat": seat, "chips": 200_00}
        body: dict[str, Any] = {"client": "x", "sequence": 1, "command": command}
        headers = {"x-csrf-token": bird["csrf"]}
        sat = client.post(f"/api/tables/{table}/orders", json=body, headers=headers)
        assert sat.is_success, sat.text


def test_who_sits_down_in_a_round_sees_the_chips_that_come(room: Room, browse: Browse) -> None:
    playing, coming, game = browse(), browse(), "Badugi"
    take_seat(playing, room, game)
    asked = playing.get_by_label("Your action").get_by_role("button", name=re.compile("^Fold"))
    answer_until(playing, asked)  # and has half a minute
    take_seat(coming, room, game)
    mine = coming.get_by_label(re.compile(r"^Seat \d, you, \+\$200"))
    expect(mine).to_be_visible()


def test_what_one_brings_away_is_counted_out(room: Room, browse: Browse) -> None:
    page = browse()
    take_seat(page, room, "Badacey")
    finish(page)
    page.get_by_role("button", name="My seat").click()
    sheet = page.get_by_role("dialog", name="My seat")
    expect(sheet.get_by_text("$200 brought to the table")).to_be_visible()
    sheet.get_by_role("button", name="Leave the table").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    answer_until(page, page.get_by_role("heading", name=re.compile(r"^You take \$")))
    expect(page.get_by_text("Taken to the cage")).to_be_visible()
    page.get_by_role("button", name="Stay and watch").click()
    expect(page.get_by_text("You are watching.")).to_be_visible()


def test_sitting_out_coming_back_and_more_chips(room: Room, browse: Browse) -> None:
    page = browse()
    take_seat(page, room, "Five-card omaha hi-lo 8")
    sheet = page.get_by_role("dialog", name="My seat")
    page.get_by_role("button", name="My seat").click()
    sheet.get_by_role("button", name="Sit out").click()
    at = in_round(page)
    answer_until(page, page.get_by_role("button", name="I am back"))
    bar_button(page, "^I am back$")
    page.get_by_role("button", name="My seat").click()
    for nothing in ("", "abc", "-50"):
        sheet.get_by_label("Add chips").fill(nothing)
        sheet.get_by_role("button", name="Add chips").click()
        expect(sheet.get_by_role("alert")).to_contain_text("No chips were added: type an amount")
    sheet.get_by_label("Add chips").fill("$100")
    sheet.get_by_role("button", name="Add chips").click()
    until = time.monotonic() + PATIENCE
    brought = sheet.get_by_text("$300 brought to the table")
    while not brought.count():  # it comes when the round is over
        assert time.monotonic() < until, "the chips did not come"
        answer(page)
        page.keyboard.press("m")
        sheet.get_by_role("heading", name="My seat").wait_for()
        page.wait_for_timeout(100)
        if not brought.count():
            page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert finish(page)
    assert in_round(page) >= at
    board = page.get_by_role("group", name="Community cards")
    answer_until(page, board.get_by_role("img", name=re.compile(" of ")).nth(2))


def test_the_bad_beat_fund_grows_at_the_table_and_in_the_lobby(room: Room, browse: Browse) -> None:
    """POKER 19(b): the current amount is on display wherever it can be won."""
    player, lobby = browse(), browse()
    player.goto(f"{room.url}/table/holdem?sit")  # the table that feeds it
    shown = player.get_by_role("group", name="The room").get_by_text(re.compile(r"^\$\d"))
    answer_until(player, shown.filter(has_text=re.compile(r"[1-9]")))
    lobby.goto(room.url)
    panel = lobby.locator("section", has=lobby.get_by_role("heading", name="Bad beat"))
    expect(panel).to_contain_text(re.compile(r"\$\d*[1-9]"))
    expect(panel).to_contain_text("four-of-a-kind, jacks or better")
    panel.get_by_role("button", name="Why: POKER 19(b)").click()
    expect(lobby.get_by_role("dialog")).to_contain_text("POKER 19(b)")


def test_what_is_typed_is_a_message_and_never_an_action(room: Room, browse: Browse) -> None:
    player, watcher = browse(), browse()
    sent: list[str] = []
    fetched: list[str] = []
    player.on("request", lambda request: fetched.append(request.url))
    player.on(
        "websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text)))
    )
    take_seat(player, room, "Omaha")
    player.get_by_role("tab", name="Chat").click()
    watcher.goto(player.url)
    watcher.get_by_text(re.compile("^You are watching|^Every seat is taken")).wait_for()
    watcher.keyboard.press("y")
    field = watcher.get_by_label("Say to the table")
    expect(field).to_be_focused()
    watcher.keyboard.type("fcr, nice hand? <b>")
    watcher.keyboard.press("Enter")
    expect(field).to_have_value("")
    expect(watcher.get_by_text("fcr, nice hand? <b>")).to_be_visible()
    player.get_by_role("button", name=re.compile("^Fold|^Check")).first.wait_for()  # a live hand
    expect(player.get_by_text("You hold a hand: what you write")).to_be_visible()
    own = player.get_by_label("Say to the table")
    own.click()
    player.keyboard.type("fcr well played")
    expect(own).to_have_value("fcr well played")  # never taken away
    player.keyboard.press("Enter")
    expect(player.get_by_text("Your message goes out when your hand is over.")).to_be_visible()
    assert not [url for url in fetched if "/api/clauses/" in url]  # Enter opens no rule
    player.keyboard.press("Tab")
    player.keyboard.press("f")  # the rest of a sentence that lost its field
    player.wait_for_timeout(100)
    expect(player.get_by_role("button", name=re.compile("^Fold")).first).not_to_be_focused()
    player.wait_for_timeout(600)
    player.keyboard.press("f")  # by now it is meant
    expect(player.get_by_role("button", name=re.compile("^Fold")).first).to_be_focused()
    is_free = any(button.startswith("Check") for button in look(player).buttons)
    player.keyboard.press("Enter")
    if is_free:
        player.get_by_role("button", name="Fold anyway").click()
    expect(player.get_by_text("fcr well played")).to_be_visible()
    expect(own).to_have_value("")
    expect(player.get_by_text("fcr, nice hand? <b>")).to_be_visible()
    assert [text for text in sent if "fcr well played" in text]
    assert not [text for text in sent if "RaiseTo" in text or '"Call"' in text]
    until = time.monotonic() + PATIENCE
    while player.get_by_role("button", name="Why: POKER 16(a)").count():  # the next hand, maybe
        assert time.monotonic() < until, "it is still said that the hand is live"
        answer(player)


def test_a_button_that_is_pressed_twice_answers_once(room: Room, browse: Browse) -> None:
    """The second press comes too late for this question, and must not answer the next."""
    page = browse()
    said: list[str] = []
    page.on(
        "websocket", lambda socket: socket.on("framesent", lambda proof: said.append(str(proof)))
    )
    take_seat(page, room, "Ace-5 triple draw")
    bar = page.get_by_label("Your action")
    bar.get_by_role("button", name=re.compile("^(Check|Call|All-in)")).first.dblclick()
    did = page.get_by_role("tabpanel").get_by_text(re.compile("^You (check|call|are all-in)"))
    expect(did.first).to_be_visible()
    assert sum('"Play"' in event for event in said) == 1


# --- bots that take their time -------------------------------------------------------------------


def test_players_look_at_the_cards_before_play(calm: Room, browse: Browse) -> None:
    page = browse()
    take_seat(page, calm, "Hold'em")
    decks = page.get_by_label("Decks spread for inspection")
    expect(decks.get_by_role("img", name="Red deck, spread face up")).to_be_visible()
    bar = page.get_by_label("Your action")
    looked = bar.get_by_role("button", name="I have looked at the cards")
    pressed = looked.bounding_box()
    looked.click()
    expect(bar.get_by_text("You have looked")).to_be_visible()
    expect(decks).to_be_hidden()
    out = bar.get_by_role("button", name="Sit out")
    beside = None
    while not beside:  # it is there between rounds only, and may be gone before it is measured
        answer_until(page, out)
        beside = out.bounding_box() if out.is_visible() else None
    assert pressed
    assert beside["y"] + beside["height"] <= pressed["y"]


def test_a_bomb_pot_is_proposed_answered_and_dealt(calm: Room, browse: Browse) -> None:
    one, other = browse(), browse()
    for page in (one, other):
        take_seat(page, calm, "Boston Billiard Club omaha")
    one.get_by_role("button", name="My seat").click()
    one.get_by_role("dialog").get_by_role("button", name="Propose it").click()
    yes = other.get_by_label("Your action").get_by_role("button", name="Pay $4")
    answer_until(one, yes, other)
    yes.click()
    paid = other.get_by_role("tabpanel").get_by_text(re.compile("into the bomb pot"))
    answer_until(one, paid, other)  # after the round in hand
    expect(other.get_by_label("Second board")).to_be_visible()


def test_a_straddle_is_placed_when_the_place_comes(calm: Room, browse: Browse) -> None:
    page = browse()
    take_seat(page, calm, "Badugi")
    page.get_by_role("button", name="My seat").click()
    sheet = page.get_by_role("dialog", name="My seat")
    sheet.get_by_role("button", name="Straddle", exact=True).click()
    expect(sheet.get_by_role("button", name="Stop straddling")).to_be_visible()
    page.keyboard.press("Escape")


def test_what_was_chosen_ahead_is_done(calm: Room, browse: Browse) -> None:
    page = browse()
    take_seat(page, calm, "Ace-5 triple draw")
    ahead = page.get_by_label("Choose ahead").get_by_role("checkbox", name=re.compile("fold", re.I))
    did = page.get_by_role("tabpanel").get_by_text(re.compile("^You (fold|check)$"))
    until = time.monotonic() + PATIENCE
    while not did.count():  # chosen too late, it is not done: then at the next occasion
        assert time.monotonic() < until, "what was chosen ahead was not done"
        with suppress(Error):
            ahead.check(timeout=2000)
        if not did.count() and not ahead.count():
            press(page, r"^(Call|All-in|Bet \$|Stand pat|Show|I have looked)")
