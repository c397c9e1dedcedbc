"""A room from an empty directory, set up and entered with presses and keys alone."""

import re

from axe_playwright_python.sync_playwright import (  # type: ignore[import-untyped]  # it has none
    Axe,
)
from playwright.sync_api import Page

from tests.web.conftest import FAST, Room

GOOD = "correct horse battery"
LAN = {"URL": "http://poker.local:8000"}  # as a network at home may call the room
KINDS = {"card-room": "Card room", "friends": "Friends' game", "demonstration": "Demonstration"}


# What can be pressed and lies beyond the edge of the window, where nothing scrolls to it.
CUT_OFF = """() => [...document.querySelectorAll("a, button, input, select")].filter((e) => {
  const at = e.getBoundingClientRect();
  if (!at.width || at.right <= innerWidth + 1) return false;
  for (let p = e.parentElement; p; p = p.parentElement) {
    const scrolls = ["auto", "scroll"].includes(getComputedStyle(p).overflowX);
    if (scrolls && p.scrollWidth > p.clientWidth) return false;
  }
  return e.checkVisibility({ visibilityProperty: true });
}).map((e) => (e.getAttribute("aria-label") || e.textContent || e.id).trim().slice(0, 40))"""


REDRAWN = """() => {  // as a list does that is shown again: a tick becomes a warning
  const icon = document.querySelector("ui-icon:not([name=warn])"), was = icon.innerHTML;
  icon.setAttribute("name", "warn");
  return icon.innerHTML !== was;
}"""


class FreshRoom(Room):
    """A room that was never opened before."""

    def __init__(self, home: object, settings: dict[str, str] = FAST) -> None:
        super().__init__(home, settings, mode=())  # type: ignore[arg-type]  # a path

    @property
    def setup(self) -> str:
        """The address that the start printed."""
        found = re.search(r"/setup\?token=\S+", (self.home / "log").read_text())
        assert found, "no address to set the room up was printed"
        return self.url + found[0]


def set_up(
    page: Page, room: FreshRoom, kind: str = "card-room", *, second_factor: str = ""
) -> None:
    """Set a room up as Sue, its first supervisor."""
    page.goto(room.setup)
    page.get_by_role("radio", name=KINDS[kind]).check()
    page.get_by_label("Name of the room").fill("The Back Room")
    page.get_by_label("Your name").fill("Sue")
    if second_factor:
        page.get_by_label("Second factor").select_option(label=second_factor)
    page.get_by_label("Password", exact=True).fill(GOOD)
    page.get_by_role("button", name="Open the room").click()
    page.wait_for_url(f"{room.url}/")


def sign_in(page: Page, room: Room, name: str, password: str = GOOD) -> None:
    """Sign in from the lobby."""
    page.goto(room.url)
    page.locator("#me").click()
    box = page.get_by_role("dialog")
    if box.get_by_role("button", name="I have an account").is_visible():
        box.get_by_role("button", name="I have an account").click()
    box.get_by_label("Name", exact=True).fill(name)
    box.get_by_label("Password", exact=True).fill(password)
    box.get_by_role("button", name="Sign in").click()
    page.locator("#me", has_text=name).wait_for()


def add_person(page: Page, name: str, role: str, password: str = GOOD) -> None:
    """Make an account at the people's desk."""
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Role", exact=True).select_option(label=role)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Add", exact=True).click()


def faults_of(page: Page) -> list[str]:
    """What keeps people from reading a page: findings of axe, and more width than its window."""
    found = [
        f"{one['id']}: {[node['target'] for node in one['nodes']][:3]}"
        for one in Axe().run(page).response["violations"]
    ]
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found.append("wider than the window")
    return found + [f"cut off: {name}" for name in page.evaluate(CUT_OFF)]


def icons_follow(page: Page) -> bool:
    """Whether an icon whose name changes in place is drawn again."""
    return bool(page.evaluate(REDRAWN))
