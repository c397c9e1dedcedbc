"""A player who presses what is offered, and waits when nothing is."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Error, Page

ANSWERS = (
    *(r"^Show\b", r"^Check\b", r"^Call\b", r"^All-in", r"^Stand pat", r"^Run it twice"),
    *(r"^Flop \$", r"^Turn \$", r"^River \$"),
)
OVER = "The round is over"


def bar(page: Page) -> str:
    return page.get_by_label("Your action").inner_text()


def answer(page: Page) -> str:
    """Press the mildest thing that is offered, if anything is."""
    here = page.get_by_label("Your action")
    if "Place your bets" in bar(page):
        return press(page, r"^Bet \$")
    for name in ANSWERS:
        button = here.get_by_role("button", name=re.compile(name))
        if button.count() and button.first.get_attribute("aria-busy") != "true":
            return press(page, name)
    return ""


def press(page: Page, name: str) -> str:
    button = page.get_by_label("Your action").get_by_role("button", name=re.compile(name)).first
    try:
        button.click(timeout=5000)
    except Error:  # the question is gone: somebody was faster
        return ""
    return name


def by_key(page: Page) -> str:
    """The same with keys alone: one selects, Enter confirms."""
    said = bar(page)
    key = "r" if "Muck" in said else "c" if "Your turn" in said else ""
    if key:
        page.keyboard.press(key)
        page.keyboard.press("Enter")
    return key


def in_round(page: Page) -> int:
    """The number of the round that the table is in, or has just played."""
    told = re.match(
        r"Round ([\d,]+)", page.get_by_text(re.compile(r"\d of \d+ seats")).inner_text()
    )
    return int(told[1].replace(",", "")) if told else 0


def finish(page: Page, *, within: float = 90, act: Callable[[Page], str] = answer) -> list[str]:
    """Play until the round that one is in is over; what was pressed.

    Between two rounds lies a moment that a busy machine may miss: a later round tells it too.
    """
    pressed: list[str] = []
    played, until = 0, time.monotonic() + within
    while time.monotonic() < until:
        if pressed and (in_round(page) > played or page.get_by_text(OVER).count()):
            return pressed
        now = in_round(page)
        if name := act(page):
            pressed.append(name)
            played = played or now
        page.wait_for_timeout(100)
    raise AssertionError(f"the round did not end; pressed {pressed}; the bar says {bar(page)!r}")
