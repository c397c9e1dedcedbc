"""The sheet: one file that stands alone and says how to make it again."""

from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from croupier.games import game_of
from croupier.odds.house_edge import house_edge
from croupier.odds.sheet import command, sheet, write_sheet
from croupier.rules.sign import amend

SIGNS = {
    "texas-holdem-bonus": {"progressive": "true", "progressive_meter": "8000000"},
    "flop-poker": {"flop_odds": "[1000,500,100,30,20,11,4,2,1]"},
    "two-card-joker": {"pair_up_table": "3"},
}
PLOTS = {"texas-holdem-bonus": 6, "flop-poker": 3, "two-card-joker": 3}


@cache
def page(key: str) -> str:
    return made(key)


def made(key: str) -> str:
    game = game_of(key)
    return sheet(house_edge(game, amend(game.sign, SIGNS[key])))


@pytest.mark.parametrize("key", SIGNS)
def test_it_is_whole_and_loads_nothing(key: str) -> None:
    found = page(key)
    plots = [part.split("</svg>")[0] for part in found.split("<svg")[1:]]
    assert len(plots) == PLOTS[key]
    for plot in plots:
        ElementTree.fromstring(f"<svg{plot}</svg>")
    for word in ("http:", "https:", "<script", "<link", "src=", "href=", "@import", "url("):
        assert word not in found
    assert "nan" not in found.replace("finance", "")


@pytest.mark.parametrize("key", SIGNS)
def test_the_same_question_gives_the_same_bytes(key: str) -> None:
    assert made(key) == page(key)


def test_the_chart_has_every_starting_hand() -> None:
    found = page("texas-holdem-bonus")
    assert found.count(" when played, ") == 169
    assert found.count(" when played, folded") == 5
    assert "breaks even at $109,702.20" in found


def test_the_command_posts_what_differs() -> None:
    game = game_of("flop-poker")
    sign = amend(game.sign, SIGNS["flop-poker"])
    answer = command(house_edge(game, sign, "simple", players=1))
    assert answer == (
        "croupier edge flop-poker --sign flop_odds=[1000,500,100,30,20,11,4,2,1] "
        "--strategy simple --players 1 --report ."
    )


def test_the_file_is_named_after_game_and_strategy(tmp_path: Path) -> None:
    game = game_of("two-card-joker")
    edges = (house_edge(game, game.sign, name) for name in ("optimal", "simple"))
    names = [write_sheet(edge, tmp_path).name for edge in edges]
    assert names == ["two-card-joker.html", "two-card-joker-simple.html"]
