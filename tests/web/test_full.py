"""Full tables: nothing covers the plate or the hand of another seat, or is cut by an edge.

Places are computed from measured words, so they must hold with the fonts of any machine: those it
has, wider letters, and narrower ones.
"""

import re
from collections.abc import Iterator
from threading import Thread

import pytest
from playwright.sync_api import expect

from tests.web.conftest import PATIENCE, Browse
from tests.web.full import KINDS, OTHERS, served, states

DEFAULT, WIDE, NARROW = 100, 115, 82  # percent of the usual width
UPRIGHT, SIDEWAYS, ZOOMED = (360, 740), (740, 360), (720, 450)  # zoomed: 1440 x 900 at 200%
FEW = (
    (*UPRIGHT, WIDE),
    (*SIDEWAYS, DEFAULT),
    (*ZOOMED, WIDE),
    (768, 1024, DEFAULT),
    (1280, 800, DEFAULT),
)
MANY = (
    *((*UPRIGHT, DEFAULT), (*SIDEWAYS, WIDE), (*SIDEWAYS, NARROW), (*ZOOMED, DEFAULT)),
    *((390, 844, DEFAULT), (390, 844, NARROW), (667, 375, DEFAULT), (844, 390, DEFAULT)),
    *((768, 1024, WIDE), (1024, 768, DEFAULT), (1024, 768, WIDE), (1280, 800, WIDE)),
    *((1440, 900, DEFAULT), (1440, 900, WIDE), (1920, 1080, DEFAULT), (2560, 1440, DEFAULT)),
)
SIZES = (*FEW, *(pytest.param(*size, marks=pytest.mark.soak) for size in MANY))


@pytest.fixture(scope="module")
def full() -> Iterator[str]:
    server = served()
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(("width", "height", "letters"), SIZES, ids=lambda value: str(value))
def test_every_seat_has_room(
    full: str, browse: Browse, width: int, height: int, letters: int
) -> None:
    page = browse(width, height)
    page.goto(f"{full}/?letters={letters}")
    found = page.get_by_label("Faults").text_content(timeout=5 * PATIENCE)
    page.goto("about:blank")  # there is no seat to give up
    assert found == f"none at {len(list(states()))} tables, letters {letters}%"


COLUMN = ((1440, 900), (1280, 800))  # elsewhere the odds lie in a sheet
BESIDE = [
    *(("others", *size) for size in (UPRIGHT, SIDEWAYS, ZOOMED, (768, 1024), (1024, 768), *COLUMN)),
    *((games, *size) for games in ("odds", "others&odds") for size in COLUMN),
]


@pytest.mark.soak
@pytest.mark.parametrize(("games", "width", "height"), BESIDE, ids=lambda value: str(value))
def test_every_seat_has_room_in_every_game_beside_the_odds(
    full: str, browse: Browse, games: str, width: int, height: int
) -> None:
    page = browse(width, height)
    page.goto(f"{full}/?{games}")
    found = page.get_by_label("Faults").text_content(timeout=5 * PATIENCE)
    page.goto("about:blank")  # there is no seat to give up
    kinds = OTHERS if "others" in games else KINDS
    assert found == f"none at {len(list(states(kinds)))} tables, letters 100%"


SAID = {
    "stopped": "The floor has stopped play.",
    "asked to show": "The showdown: the others show or muck.",
    "all-in": "You are all-in",
    "no chips": "You have no chips left.",
    "chips on the way": "$100 comes when the round is over.",
    "sitting out": "You are sitting out.",
}


@pytest.mark.parametrize("state", SAID)
def test_nothing_is_offered_that_cannot_be_done(full: str, browse: Browse, state: str) -> None:
    page = browse()
    page.goto(f"{full}/#holdem, 6 seats, {state}")
    bar = page.get_by_role("region", name="Your action")
    expect(bar).to_contain_text(SAID[state])
    for choice in ("Check or fold", "Call any", "Fold", "Raise"):
        expect(bar.get_by_text(choice)).to_have_count(0)
    expect(page.get_by_text(re.compile("dealt in next round", re.IGNORECASE))).to_have_count(0)
    add = bar.get_by_role("button", name="Add $100")
    expect(add).to_have_count(int(state == "no chips"))  # in the middle of a round too
    page.goto("about:blank")


def test_a_settlement_counts_every_wager_and_the_pot(full: str, browse: Browse) -> None:
    page = browse()
    page.goto(f"{full}/#flop-poker, 6 seats, settled")
    bar = page.get_by_role("region", name="Your action")
    expect(bar.locator(".settle > div")).to_have_count(6)  # ante, three choices, pot, and all
    expect(bar.get_by_text("Pot $5", exact=False)).to_be_visible()
    expect(bar.locator(".total")).to_contain_text(re.compile(r"^You lose\s*\S\$25"))
    expect(bar.locator(".total")).to_contain_text("$25 staked")
    page.goto("about:blank")


def test_a_dealer_who_does_not_qualify_is_named_beside_the_cards(full: str, browse: Browse) -> None:
    page = browse()
    page.goto(f"{full}/#two-card-joker, 6 seats, settled")
    spot = page.get_by_role("article", name="Spot 1, you")
    expect(spot.get_by_role("img", name=" of ")).to_have_count(2)  # they stay in sight
    house = page.get_by_role("group", name="Dealer's cards")
    expect(house.get_by_role("img", name=" of ")).to_have_count(2)
    expect(page.locator(".house__words")).to_contain_text("The dealer does not qualify")
    expect(page.get_by_label("Your action")).to_contain_text("The dealer does not qualify")
    page.goto("about:blank")
