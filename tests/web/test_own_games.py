"""A game of the host's own in a browser: hosted, played, replayed, looked up, priced."""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.conftest import Browse
from tests.web.real import Presses, RealRoom

FILE = """
from msgspec.structs import replace
from croupier.games.pineapple import CRAZY_PINEAPPLE
from croupier.games.short_deck import SHORT_DECK

CRAZY = replace(CRAZY_PINEAPPLE, key="our-pineapple", title="our pineapple")
SHORT = replace(SHORT_DECK, key="our-short-deck", title="our short deck")
"""


@pytest.fixture
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealRoom]:
    home = tmp_path_factory.mktemp("own")
    (home / "ours.py").write_text(FILE)
    opened = RealRoom(home, "friends", games=("ours.py",))
    opened.start()
    yield opened
    opened.stop()


def hosted(sue: Presses, kitchen: RealRoom, title: str) -> str:
    """Host a game that the form lists; the address of its page."""
    sue.page.goto(kitchen.url)
    sue.press("Host a game")
    game = sue.page.get_by_role("combobox", name="Game", exact=True)
    game.select_option(label=f"{title} (outside the rule documents)")
    expect(sue.page.get_by_role("heading", name=re.compile(f"^{title}, "))).to_be_visible()
    sue.press("Host the game")
    return sue.page.get_by_label("Link", exact=True).input_value()


def join(guest: Presses, link: str, sue: Presses) -> None:
    guest.page.goto(link)
    guest.type("Your name", guest.name)
    guest.press("Ask to join")
    sue.page.get_by_role("button", name=f"Let in, {guest.name}").click()
    guest.page.get_by_role("button", name="My seat").wait_for()


def answer(page: Page) -> str:
    """Throw the first card where one must be thrown; else the mildest answer."""
    seen = playing.look(page)
    if "Mark cards to discard" not in seen.says:
        return playing.answer(page)
    assert "Stand pat" not in seen.says
    page.get_by_role("checkbox", name=re.compile("^Discard the ")).first.check()
    return playing.press(page, r"^Discard 1 D$|^Discard 1$")


@pytest.mark.parametrize(
    "title", ["Our pineapple", pytest.param("Our short deck", marks=pytest.mark.soak)]
)
def test_friends_play_a_game_of_their_own(kitchen: RealRoom, browse: Browse, title: str) -> None:
    sue, ada = Presses(browse(390, 844), "Sue"), Presses(browse(1280, 800), "Ada")
    sue.sign_in(kitchen, "floor")
    link = hosted(sue, kitchen, title)
    join(ada, link, sue)
    sue.press(sue.page.get_by_role("button", name=re.compile("^Sit down with")))
    sue.page.get_by_role("button", name="My seat").wait_for()
    pressed, until = set[str](), time.monotonic() + playing.PATIENCE
    while min(playing.in_round(one.page) for one in (sue, ada)) <= 2:
        assert time.monotonic() < until, f"two rounds did not end; pressed {pressed}"
        pressed |= {answer(one.page) for one in (sue, ada)}
    assert any("Discard" in one for one in pressed) == (title == "Our pineapple")
    key = title.lower().replace(" ", "-")
    page = ada.page
    page.goto(f"{kitchen.url}/rules/{key}")
    expect(page.get_by_text("outside the rule documents").first).to_be_visible()
    page.goto(f"{kitchen.url}/rounds")
    played = page.get_by_role("link", name=re.compile(f"^{title}, round 1$"))
    played.click()
    page.get_by_role("button", name="Last step").click()
    steps = page.get_by_role("region", name="Steps of the round")
    expect(steps).to_contain_text(re.compile("flop", re.IGNORECASE))
    page.goto(f"{kitchen.url}/odds")
    page.locator("#game").select_option(key)
    expect(page.locator(".odds-command")).to_contain_text(f"--games FILE.py equity {key}")
