"""A whole round by a screen reader: with the roles and names of the accessibility tree alone."""

import re
import time
from typing import NamedTuple

import pytest
from playwright.sync_api import Error, Page, expect

from tests.web.conftest import Browse, Room
from tests.web.playing import PATIENCE, answer_until

NODE = re.compile(r"""^ *- '?(?P<role>[a-z]+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?(?P<states>.*)$""")
CHOICES = (r"^(Check$|Call \$|All-in)", r"^Stand pat", r"^(Flop|Turn|River) \$", r"^Bet \$")
PRESSED = ("button", "checkbox", "combobox", "img", "link", "slider", "tab", "textbox")
CARD = re.compile(r"(?:ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two) of \w+")


class Node(NamedTuple):
    """One line of what a screen reader finds: a role, a name, and what else is said of it."""

    role: str
    name: str
    says: str


class Reader:
    """A player who hears the page, and presses what was named."""

    def __init__(self, page: Page) -> None:
        """Listen to a page."""
        self.page = page
        self.nameless: set[str] = set()

    def hears(self) -> list[Node]:
        """Everything on the page, from the top."""
        lines = self.page.locator("body").aria_snapshot().splitlines()
        found = [Node(*(part or "" for part in m.groups())) for m in map(NODE.match, lines) if m]
        self.nameless |= {one.role for one in found if one.role in PRESSED and not one.name}
        return [one._replace(name=one.name.replace("''", "'")) for one in found]

    def press(self, role: str, name: str) -> bool:
        """Go to what has this role and name, and press Enter."""
        button = self.page.get_by_role(role, name=name, exact=True).first  # type: ignore[arg-type]  # any role
        try:
            button.press("Enter", timeout=5000)
        except Error:  # it is gone: another answer was faster
            return False
        return True

    def decide(self, everything: list[Node]) -> str:
        """Press the mildest choice that is offered, once the page has said that it is asked."""
        if not any(
            re.search("Your turn|Place your bets", one.says + one.name)
            for one in everything
            if one.role in ("alert", "strong")
        ):
            return ""
        offered = [one.name for one in everything if one.role == "button" and not one.says]
        for choice in CHOICES:
            for name in offered:
                if re.search(choice, name) and self.press("button", name):
                    return name
        return ""


@pytest.mark.parametrize(
    "game",
    [
        "Hold'em",
        *(
            pytest.param(game, marks=pytest.mark.soak)
            for game in ("2-7 triple draw", "Seven-card stud", "Texas Hold 'em Bonus")
        ),
    ],
)
def test_a_whole_round_is_played_by_roles_and_names(room: Room, browse: Browse, game: str) -> None:
    page = browse()
    reader = Reader(page)
    page.goto(room.url)
    page.get_by_role("combobox", name="Game").select_option(label=game)
    assert reader.press("button", "Deal me in")
    page.get_by_role("article", name=re.compile(r"^(Seat|Spot) \d+, you, \$")).wait_for()
    heard, pressed = dict[str, str](), list[str]()
    until = time.monotonic() + PATIENCE
    while not (pressed and "won or lost" in heard):
        assert time.monotonic() < until, (pressed, heard)
        everything = reader.hears()
        keep(everything, heard, played=bool(pressed))
        if name := reader.decide(everything):
            pressed.append(name)
    assert not reader.nameless
    assert {"my turn", "my cards", "others", "bets", "pot", "won or lost"} <= set(heard), heard
    assert set(CARD.findall(heard["my turn"].lower())) >= set(heard["my cards"].split(", ")), heard


def keep(everything: list[Node], heard: dict[str, str], *, played: bool) -> None:
    """Keep what a player needs to know, as it was last heard."""
    for one in everything:
        mine = re.match(r"^(Seat|Spot) \d+, you, \$", one.name)
        if one.role == "alert" and "Your turn. You hold" in one.says:
            heard["my turn"] = one.says
            cards = [c.name.lower() for c in own_cards(everything)]
            heard["my cards"] = ", ".join(cards)
        if one.role == "article" and not mine and "open" not in one.name:
            heard["others"] = one.name
        if one.role == "article" and re.search(r"bet \$|ante \$", one.name):
            heard["bets"] = one.name
        if (one.role == "paragraph" and "Pot" in one.says) or (mine and "ante" in one.name):
            heard["pot"] = one.says or one.name
        over = played and "my turn" in heard
        if over and re.search(r"wins? \$|You (win|lose|break)", one.says):
            heard["won or lost"] = one.says


def own_cards(everything: list[Node]) -> list[Node]:
    """The pictures of the viewer's seat."""
    start = next(n for n, one in enumerate(everything) if ", you, $" in one.name)
    cards = list[Node]()
    for one in everything[start + 1 :]:
        if one.role in ("article", "status", "region"):
            break
        if one.role in ("img", "checkbox") and CARD.search(one.name.lower()):
            cards.append(one)
    return cards


def test_a_choice_half_made_is_kept_when_something_else_happens(room: Room, browse: Browse) -> None:
    page = browse()
    page.goto(f"{room.url}/table/no-limit-holdem?sit")
    bar = page.get_by_role("region", name="Your action")
    more, raises = bar.get_by_role("button", name="More", exact=True), re.compile(r"^(Bet|Raise) ")
    answer_until(page, more)
    for _ in range(3):
        more.click()
    chosen = bar.get_by_role("button", name=raises).inner_text()
    bar.get_by_role("button", name="30 s more").click()
    expect(bar.get_by_role("timer", name=re.compile(r"^[45]\d seconds left"))).to_be_visible()
    assert bar.get_by_role("button", name=raises).inner_text() == chosen


def test_marked_cards_stay_marked_when_time_is_taken(room: Room, browse: Browse) -> None:
    page = browse()
    page.goto(f"{room.url}/table/badugi?sit")
    bar = page.get_by_role("region", name="Your action")
    card = page.get_by_role("checkbox", name=re.compile("^Discard the ")).first
    answer_until(page, card)
    card.check(force=True)
    bar.get_by_role("button", name="30 s more").click()
    expect(bar.get_by_role("timer", name=re.compile(r"^[45]\d seconds left"))).to_be_visible()
    expect(card).to_be_checked()
    expect(bar.get_by_role("button", name="Discard 1, draw 1")).to_be_enabled()
