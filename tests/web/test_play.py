"""A whole round of every kind of game, by what is on the screen alone."""

import json
import re
import time

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.web.conftest import Browse, Room, take_seat
from tests.web.playing import answer, finish

GAMES = (
    "Hold'em",
    "Omaha hi-lo 8",
    "Seven-card stud",
    "2-7 triple draw",
    "Texas Hold 'em Bonus",
    "Flop Poker",
    "Two Card Joker",
)


@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_plays_a_whole_round(room: Room, browse: Browse, game: str) -> None:
    page = browse()
    take_seat(page, room, game)
    assert finish(page)
    expect(page.get_by_role("status")).not_to_be_empty()


def test_a_clause_is_one_press_away(room: Room, browse: Browse) -> None:
    page = browse()
    take_seat(page, room, "Omaha")
    said = page.get_by_role("tabpanel").get_by_role("button", name=re.compile(r"^Why: POKER 11"))
    said.first.click()
    expect(page.get_by_role("dialog")).to_contain_text("POKER 11")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_round_that_was_played_can_be_gone_through_again(room: Room, browse: Browse) -> None:
    page = browse()
    take_seat(page, room, "Badugi")
    finish(page)
    page.goto(f"{room.url}/rounds")
    page.get_by_role("link", name="Badugi").last.click()
    expect(page.get_by_text(re.compile(r"^1 of \d+$"))).to_be_visible()
    page.get_by_role("button", name="Last step").click()
    expect(page.get_by_role("status")).to_have_text("The round is over.")
    page.get_by_role("button", name="First step").click()
    expect(page.get_by_text(re.compile(r"^1 of \d+$"))).to_be_visible()


def test_two_people_at_a_table_never_hold_each_others_cards(room: Room, browse: Browse) -> None:
    """What reached each browser, and what each page and storage holds, has no card of the other."""
    pages = [browse(), browse()]
    frames = [listen(page) for page in pages]
    for page in pages:
        take_seat(page, room, "Five-card draw")
    hands: list[dict[int, set[str]]] = [{}, {}]
    until, both = time.monotonic() + 60, set[int]()
    while not both:
        assert time.monotonic() < until, "they were never dealt into the same round"
        for page in pages:
            answer(page)
            page.wait_for_timeout(150)
        hands = [own_hands(heard) for heard in frames]
        both = set(hands[0]) & set(hands[1])
    for me, other in ((0, 1), (1, 0)):
        page, cards = pages[me], set().union(*(hands[other][number] for number in both))
        told = [frame for frame in frames[me] if json.loads(frame)["screen"].get("round") in both]
        held = page.content() + json.dumps(page.context.storage_state())
        shown = hands[me][max(both)]
        assert not [card for card in cards - shown if f'"{card}"' in "".join(told)]
        assert not [card for card in cards - shown if f'card="{card}"' in held]


def listen(page: Page) -> list[str]:
    """Keep every frame that tells of a table."""
    heard: list[str] = []

    def hear(frame: str | bytes) -> None:
        if '"told"' in str(frame):
            heard.append(str(frame))

    def follow(socket: WebSocket) -> None:
        socket.on("framereceived", hear)

    page.on("websocket", follow)
    return heard


def own_hands(heard: list[str]) -> dict[int, set[str]]:
    """The cards one was dealt, by round."""
    found: dict[int, set[str]] = {}
    for frame in heard:
        screen = json.loads(frame)["screen"]
        for seat in screen["seats"]:
            if seat["seat"] == screen.get("mine") and seat.get("down"):
                found.setdefault(screen.get("round", 0), set()).update(seat["down"])
    return found
