"""A player who presses what is offered, and waits when nothing is."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from playwright.sync_api import Error, Locator, Page

PATIENCE = 240  # seconds: a busy machine is slow, not wrong
LOOKED = r"^I have looked"
ANSWERS = (
    *(r"^Show\b(?! my hand)", r"^Check\b", r"^Call\b", r"^All-in", r"^Stand pat", r"^Run it twice"),
    *(r"^Flop \$", r"^Turn \$", r"^River \$", LOOKED),
)
BUTTON = re.compile(r"""^ *- '?button "([^"]*)"(?!.*\[disabled\])""", re.MULTILINE)
WATCH = """words => {
  const watch = { saw: "" };
  const look = () => {
    if (!watch.saw && new RegExp(words, "s").test(document.body.innerText)) {
      watch.saw = document.body.innerText;
    }
  };
  const changes = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(look).observe(document.body, changes);
  look();
  return watch;
}"""


class Sight(NamedTuple):
    """What a player sees of the action bar in one glance: nothing changes between its parts."""

    says: str
    buttons: list[str]  # that can be pressed


def look(page: Page) -> Sight:
    """Read the bar as assistive tools do: words and buttons by their roles and names."""
    says = page.get_by_label("Your action").aria_snapshot()
    return Sight(says, BUTTON.findall(says))


def answer(page: Page) -> str:
    """Press the mildest thing that is offered, if anything is."""
    seen = look(page)
    wanted = (r"^Bet \$",) if "Place your bets" in seen.says else ANSWERS
    for name in wanted:
        if any(re.search(name, button) for button in seen.buttons):
            return press(page, name)
    return ""


def press(page: Page, name: str) -> str:
    button = page.get_by_label("Your action").get_by_role("button", name=re.compile(name)).first
    try:
        button.click(timeout=5000)
    except Error:  # the question is gone: another answer was faster
        return ""
    return name


def by_key(page: Page) -> str:
    """The same with keys alone: one selects, Enter confirms."""
    said = look(page).says
    key = "r" if "Muck" in said else "c" if "Your turn" in said else ""
    if key:
        page.keyboard.press(key)
        page.keyboard.press("Enter")
    return key


def watch_for(page: Page, words: str) -> Callable[[], str]:
    """Watch a page from now on; what is returned gives what it said when these words came.

    A busy machine looks at a page too seldom to see what the next round sweeps away.
    """
    watch = page.evaluate_handle(WATCH, words)
    return lambda: str(watch.evaluate("watch => watch.saw"))


@contextmanager
def showing(page: Page, words: str) -> Iterator[None]:
    """What is done meanwhile makes a page show these words, if only for a moment."""
    saw, until = watch_for(page, words), time.monotonic() + PATIENCE
    yield
    while not saw():
        assert time.monotonic() < until, f"{words!r} was not shown"
        page.wait_for_timeout(50)


def in_round(page: Page) -> int:
    """The number of the round that the table is in, or has just played."""
    data = re.search(r"Round ([\d,]+)", page.get_by_role("banner").inner_text())
    return int(data[1].replace(",", "")) if data else 0


def finish(page: Page, *, act: Callable[[Page], str] = answer) -> list[str]:
    """Play until a round that one answered in is over; what was pressed.

    The number is read after the press: a round that began meanwhile is then played out as well,
    and only when the next one begins is it certain that every round up to it is over.
    """
    pressed: list[str] = []
    played, until = 0, time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if played and in_round(page) > played:
            return pressed
        if name := act(page):
            pressed.append(name)
            played = played if name == LOOKED else in_round(page)
        page.wait_for_timeout(50)
    raise AssertionError(f"the round did not end; pressed {pressed}; the bar says {look(page)}")


def answer_until(page: Page, seen: Locator, *others: Page) -> None:
    """Play on, with others, until something is in sight."""
    until = time.monotonic() + PATIENCE
    while not (seen.count() and seen.first.is_visible()):
        assert time.monotonic() < until, f"{seen} did not come"
        for one in (page, *others):
            answer(one)
        page.wait_for_timeout(50)


def leave_table(page: Page, *others: Page) -> None:
    """Ask to leave, play the round out with others, and see the chips counted out."""
    page.get_by_role("button", name="Leave", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    answer_until(page, page.get_by_role("heading", name=re.compile(r"^You take \$")), *others)
