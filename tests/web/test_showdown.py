"""Hands that are shown: with every seat taken, no card and no hand's name is cut by an edge."""

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Locator

from tests.web.conftest import FAST, Browse, Room
from tests.web.evening import MEASURED
from tests.web.playing import answer_until

STREET = 1  # second before the next one is dealt
QUICK = FAST | {"THINK": "0", "PAUSE": "4", "BEAT": str(STREET)}
SIZES = ((1280, 800), (390, 844), (360, 740))


@pytest.fixture
def crowd(tmp_path: Path) -> Iterator[Room]:
    opened = Room(tmp_path, QUICK, "tests.web.crowd")
    opened.start()
    yield opened
    opened.stop()


ENDED = """() => {
  const won = document.querySelectorAll("play-card[won]").length;
  return won && document.body.innerText.includes("Pot won") && {
    won,
    dim: document.querySelectorAll("play-card[dim]").length,
    says: document.getElementById("line").innerText,
    lines: measured.lines,
  };
}"""  # in one look: the next round takes it away


def box(seen: Locator) -> FloatRect:
    found = seen.bounding_box()
    assert found
    return found


def lies_in(inner: FloatRect, outer: FloatRect) -> bool:
    across = inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    along = inner["y"] + inner["height"] <= outer["y"] + outer["height"]
    return outer["x"] <= inner["x"] and across and outer["y"] <= inner["y"] and along


def test_every_card_that_is_shown_lies_within_the_table(crowd: Room, browse: Browse) -> None:
    page = browse()
    page.goto(f"{crowd.url}/table/omaha?sit")
    table = page.get_by_role("region", name="Omaha, 10 seats")
    shown = table.get_by_role("article").get_by_role("img", name=re.compile(" of "))
    answer_until(page, shown.nth(10 * 4 - 1))  # the first round may begin without two of them
    answer_until(page, page.get_by_text("Pot won"))
    crowd.stop(signal.SIGKILL)  # no next round takes the hands away, however long looking takes
    notes = table.locator(".seat__note")
    assert shown.count() == 10 * 4
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(200)  # the seats are placed after the change
        stage = box(table)
        cut = [one for one in (*shown.all(), *notes.all()) if not lies_in(box(one), stage)]
        assert not cut, (width, height, [one.text_content() for one in cut])
    page.goto("about:blank")  # there is no seat to give up any more


def test_an_all_in_runs_out_street_by_street_and_asks_for_nothing(
    crowd: Room, browse: Browse
) -> None:
    page = browse()
    page.add_init_script(MEASURED)
    page.goto(f"{crowd.url}/table/no-limit-holdem?sit")
    bar = page.get_by_label("Your action")
    answer_until(page, bar.get_by_role("group", name="Amounts"))
    bar.get_by_role("button", name=re.compile(r"^All-in \$")).first.click()
    bar.get_by_role("button", name=re.compile("^All-in for")).click()
    ended = page.wait_for_function(ENDED).json_value()  # not a press more
    last = max(n for n, (_, kind, _) in enumerate(ended["lines"]) if kind == "RoundOpened")
    played = ended["lines"][last:]
    streets = [at for at, kind, _ in played if kind == "BoardDealt"]
    assert len(streets) == 3
    *_, turn, river = streets  # the flop may lie there before everybody is all-in
    assert river - turn >= STREET * 500, streets  # a slow machine draws the turn late
    kinds = [kind for _, kind, _ in played]
    assert kinds.count("TurnedUp") == kinds.count("Shown") >= 2
    turned = next(at for at, kind, _ in played if kind == "TurnedUp")
    assert river - turned >= STREET * 500  # hands lie face up before the board is dealt
    assert ended["won"] >= 5
    assert ended["dim"] > 0
    assert re.search(r"wins? \$", ended["says"]), ended["says"]
