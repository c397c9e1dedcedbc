"""A player who presses what is offered, and waits when nothing is."""

import re
import time

from playwright.sync_api import Error, Page

ANSWERS = (
    *(r"^Show\b", r"^Check\b", r"^Call\b", r"^All-in", r"^Stand pat", r"^Run it twice"),
    *(r"^Flop \$", r"^Turn \$", r"^River \$"),
)


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
        button.click(timeout=2000)
    except Error:  # the question is gone: somebody was faster
        return ""
    return name


def finish(page: Page, *, within: float = 60) -> list[str]:
    """Play until the round that one is in is over; what was pressed."""
    pressed: list[str] = []
    until = time.monotonic() + within
    while time.monotonic() < until:
        if pressed and page.get_by_text("The round is over").count():
            return pressed
        if name := answer(page):
            pressed.append(name)
        page.wait_for_timeout(120)
    raise AssertionError(f"the round did not end; pressed {pressed}; the bar says {bar(page)!r}")
