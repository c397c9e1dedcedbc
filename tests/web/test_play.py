"""A whole round of every kind of game, by what is on the screen alone."""

import json
import re
import time
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.server.model import Model, lines_of
from tests.web.conftest import Browse, Room, take_seat
from tests.web.playing import PATIENCE, answer, finish, leave_table, watch_for

GAMES = (
    "Hold'em",
    "Seven-card stud",
    "2-7 triple draw",
    "Texas Hold 'em Bonus",
    "Flop Poker",
    "Two Card Joker",
)
WON = re.compile(r"\bwins? \$")  # what the last step of a round says


class Heard(NamedTuple):
    """A frame that tells of a table, and the screen after it."""

    text: str
    lines: list[Any]
    screen: dict[str, Any]


@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_plays_a_whole_round(room: Room, browse: Browse, game: str) -> None:
    page = browse(motion=True)
    take_seat(page, room, game)
    assert finish(page)
    expect(page.get_by_role("status")).not_to_be_empty()
    assert not page.locator("#ring play-card:not([role])").count()  # each is a picture with a name


def test_omaha_hi_lo_is_played_until_a_pot_is_split(room: Room, browse: Browse) -> None:
    """Half to the high hand, half to the low one, and the odd chip to the high one."""
    page = browse()
    take_seat(page, room, "Omaha hi-lo 8")
    split, until = (
        watch_for(page, "(?=.*pot for high)(?=.*pot for low)"),
        time.monotonic() + PATIENCE,
    )
    while not (said := split()):
        assert time.monotonic() < until, "no pot was split"
        answer(page)
        page.wait_for_timeout(50)
    data = re.findall(r"\$([\d,]+)(?:\.(\d\d))? of the (?:main )?pot for (high|low)", said)
    halves = {share: int(whole.replace(",", "") + (cents or "00")) for whole, cents, share in data}
    assert 0 <= halves["high"] - halves["low"] <= 1_00


def test_a_clause_is_one_press_away(room: Room, browse: Browse) -> None:
    page = browse()
    take_seat(page, room, "Omaha")
    said = page.get_by_role("tabpanel").get_by_role("button", name=re.compile(r"^Why: POKER 11"))
    said.first.click()
    expect(page.get_by_role("dialog")).to_contain_text("POKER 11")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_round_that_was_played_can_be_gone_through_again(room: Room, browse: Browse) -> None:
    page = browse(1600, 900)  # wide enough for the dealer to be seen beside the steps and the proof
    take_seat(page, room, "Badugi")
    finish(page)
    leave_table(page)
    page.goto(f"{room.url}/rounds")
    expect(page.get_by_role("img", name=re.compile("^Bankroll: "))).to_have_count(1)
    played = page.get_by_role("row", name=re.compile("Badugi, round "))
    played.last.get_by_role("button", name="Star").click()
    played.last.get_by_label("Note").fill("Patient.")
    page.get_by_label("Result").select_option("Starred")
    expect(played).to_have_count(1)
    page.reload()  # this browser remembers them
    expect(played.last.get_by_role("button", name="Star")).to_have_attribute("aria-pressed", "true")
    expect(played.last.get_by_label("Note")).to_have_value("Patient.")
    page.get_by_role("link", name="Badugi").last.click()  # the first of them, which is over
    expect(page.get_by_text(re.compile(r"^1 of \d+$"))).to_be_visible()
    expect(page.get_by_text("cuts the deck")).to_be_visible()
    proof = page.get_by_role("complementary", name="Proof of the deal")
    expect(proof).to_contain_text(re.compile(r"(\d+) of \1 cards agree with the seal"))
    expect(proof).to_contain_text("it is the one this browser heard then")
    proof.get_by_role("button", name=re.compile("^Place .* of ")).last.click()
    expect(proof.get_by_text(re.compile(r"^root$"))).to_be_visible()
    page.get_by_role("button", name="Last step").click()
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text(WON)
    page.get_by_role("button", name="First step").click()
    expect(page.get_by_text(re.compile(r"^1 of \d+$"))).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Last step").click()  # the steps below do not scroll the page
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text(WON)
    expect(page.get_by_role("region", name="The table at this step")).to_be_in_viewport(ratio=0.9)


def test_two_people_at_a_table_never_hold_each_others_cards(room: Room, browse: Browse) -> None:
    """Through the showdown no frame, page or storage has a card of the other that was not shown."""
    pages = [browse(), browse()]
    frames = [listen(page) for page in pages]
    for page in pages:
        take_seat(page, room, "Five-card draw")
    until, both = time.monotonic() + PATIENCE, set[int]()
    while not both:
        assert time.monotonic() < until, "no round with both of them was played to its end"
        for page in pages:
            answer(page)
            page.wait_for_timeout(50)
        dealt = [own_hands(heard) for heard in frames]
        both = {n for n in set(dealt[0]) & set(dealt[1]) if is_over(frames[0], n)}
    hands = [own_hands(heard) for heard in frames]
    for me, other in ((0, 1), (1, 0)):
        for number in both:
            secret = hands[other][number] - hands[me].get(number, set())
            assert not leaked(frames[me], number, secret)
        page = pages[me]
        held = page.content() + json.dumps(page.context.storage_state())
        # Only a script reads what is kept for the session; it changes nothing.
        held += page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
        # A new round may have begun since.
        shown = set().union(*(shown_in(frame) for frame in frames[me]))
        own = set().union(*own_hands(frames[me]).values())
        theirs = set().union(*hands[other].values()) - own - shown
        assert not [card for card in theirs if f'card="{card}"' in held or f'"{card}"' in held]


def is_over(heard: list[Heard], number: int) -> bool:
    """Whether a round has been closed."""
    return any(
        one.screen.get("round") == number
        and any(line["entry"]["fact"]["type"] == "RoundClosed" for line in one.lines)
        for one in heard
    )


def shown_in(one: Heard) -> set[str]:
    """The cards that a frame tells everybody, because they were shown."""
    facts = [line["entry"]["fact"] for line in one.lines]
    open_ = [fact for fact in facts if fact["type"] in ("Shown", "Revealed")]
    return {card for fact in open_ for card in fact["cards"]}


def leaked(heard: list[Heard], number: int, secret: set[str]) -> list[str]:
    """The cards that a browser was sent before they were shown to everybody."""
    found, shown = [], set[str]()
    for one in heard:
        if one.screen.get("round") == number:
            shown |= shown_in(one)
            found += [card for card in secret - shown if f'"{card}"' in one.text]
    return found


def listen(page: Page) -> list[Heard]:
    """Keep every frame that tells of a table."""
    heard: list[Heard] = []

    def follow(socket: WebSocket) -> None:
        model = Model()

        def hear(frame: str | bytes) -> None:
            if '"update"' in str(frame):
                update = json.loads(frame)
                assert model.take(update)
                heard.append(Heard(str(frame), lines_of(update), model.screen))

        socket.on("framereceived", hear)

    page.on("websocket", follow)
    return heard


def own_hands(heard: list[Heard]) -> dict[int, set[str]]:
    """The cards one was dealt, by round."""
    found: dict[int, set[str]] = {}
    for one in heard:
        for seat in one.screen["seats"]:
            if seat["seat"] == one.screen.get("mine") and seat.get("down"):
                found.setdefault(one.screen.get("round", 0), set()).update(seat["down"])
    return found
