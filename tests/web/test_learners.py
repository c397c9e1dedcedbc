"""Learners: how hands rank, practice without a clock, hints in words, rules and pay tables."""

import re
import time

from playwright.sync_api import expect

from tests.web.conftest import Browse, Room, take_seat
from tests.web.playing import PATIENCE, answer_until


def test_practice_without_a_clock_with_ranks_and_hints(room: Room, browse: Browse) -> None:
    page = browse()
    page.goto(room.url)
    page.get_by_label("Game", exact=True).select_option(label="Omaha")
    page.get_by_label("No clock").check()
    page.get_by_role("button", name="Deal me in").click()
    page.get_by_role("button", name="My seat").wait_for()
    bar = page.get_by_label("Your action")
    answer_until(page, bar.get_by_text(re.compile(r"^Flop\.")))
    expect(bar.get_by_text("Take your time")).to_be_visible()
    expect(bar.get_by_role("timer")).to_have_count(0)
    page.get_by_role("button", name="Odds").click()
    odds = page.get_by_label("Odds for learners")
    expect(odds.get_by_text(re.compile("beat yours now|No hand beats"))).to_be_visible()
    expect(odds.get_by_text(re.compile("^Outs: |^None of"))).to_be_visible()
    page.keyboard.press("k")
    sheet = page.get_by_role("dialog", name="How hands rank")
    expect(sheet.get_by_role("listitem")).to_have_count(10)
    mine = sheet.locator("[aria-current=true]")
    expect(mine).to_have_count(1)
    expect(mine.get_by_text("Your hand")).to_be_visible()
    kind = str(mine.inner_text()).partition("\n")[0].removesuffix(" Your hand").lower()
    held = page.locator(".seat--you .strength").inner_text().lower()
    assert kind.removeprefix("a ") in held or (kind == "high card" and "high" in held), (kind, held)


def test_ranks_are_one_press_away_on_a_phone(room: Room, browse: Browse) -> None:
    page = browse(360, 740)
    page.goto(f"{room.url}/table/badugi")
    expect(page.get_by_label("Your action")).to_contain_text(re.compile(r"\w"))
    page.get_by_role("button", name="How hands rank").click()
    sheet = page.get_by_role("dialog", name="How hands rank")
    expect(sheet.get_by_role("listitem")).to_have_count(4)
    page.goto("about:blank")


def test_odds_on_a_phone_lie_in_the_sheet_and_move_nothing(room: Room, browse: Browse) -> None:
    page = browse(390, 844)
    take_seat(page, room, "Hold'em")
    answer_until(page, page.get_by_label("Your action").get_by_text(re.compile(r"^Flop\.")))
    stage = page.get_by_role("region", name="Hold'em")
    before = stage.bounding_box()
    page.get_by_role("button", name="How hands rank").click()
    sheet = page.get_by_role("dialog", name="How hands rank")
    odds = sheet.get_by_label("Odds for learners")
    expect(odds.get_by_text("of the pot to expect")).to_be_visible()
    expect(odds.get_by_text(re.compile("beat yours now|No hand beats"))).to_be_visible()
    assert stage.bounding_box() == before
    sheet.get_by_role("button", name="Close").click()
    expect(odds).not_to_be_visible()


def test_the_row_that_was_hit_is_marked_in_the_pay_table(room: Room, browse: Browse) -> None:
    page = browse()
    take_seat(page, room, "Flop Poker")
    page.get_by_role("tab", name="Pay tables").click()
    pane = page.get_by_role("tabpanel", name="Pay tables")
    expect(pane.get_by_role("heading").first).to_have_text(re.compile("pays"))
    expect(pane.get_by_role("row", name="Two pair 2 to 1")).to_be_visible()
    until, told = time.monotonic() + PATIENCE, ""
    while time.monotonic() < until:  # on a busy machine the next round begins between two looks
        answer_until(page, pane.locator("tr[aria-current=true]"))
        seen = page.content()
        hit = re.search(r'<tr aria-current="true"><th[^>]*>([^<]+)', seen)
        bar = re.search(r'<section[^>]*"Your action".*?</section>', seen, re.DOTALL)
        told = re.sub("<[^>]*>", "", bar[0]) if bar else ""
        if hit and hit[1] in told:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"the row is marked, and the dealer says {told!r}")


def test_rules_begin_with_the_play_and_end_with_the_sign(room: Room, browse: Browse) -> None:
    page = browse()
    page.goto(f"{room.url}/rules/omaha-hilo-8")
    page.get_by_role("heading", name="How hands rank").wait_for()
    heads = page.locator("#sheet").get_by_role("heading").all_inner_texts()
    order = [next(n for n, head in enumerate(heads) if head.startswith(name)) for name in ORDER]
    assert order == sorted(order), heads
    page.goto("about:blank")


ORDER = ("Players", "Flop", "Showdown", "Acting and wagering", "The sign")
