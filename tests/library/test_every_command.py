"""Short deck and crazy pineapple through every command that takes a game or a log of one."""

import json
from pathlib import Path

import pytest

from tests.cli.terminal import Croupier

KEYS = ("short-deck", "crazy-pineapple")
OWN = """
from msgspec.structs import replace
from croupier.games.pineapple import PINEAPPLE
MINE = replace(PINEAPPLE, key="mine", title="my pineapple")
del PINEAPPLE
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    """A file that defines a game."""
    path = tmp_path / "mine.py"
    path.write_text(OWN)
    return str(path)


@pytest.fixture(params=[*KEYS, "own"])
def named(request: pytest.FixtureRequest, own: str) -> str:
    """A game as a command line names it."""
    return own if request.param == "own" else str(request.param)


def test_it_is_listed(croupier: Croupier) -> None:
    listed = {
        game["key"]: game for game in json.loads(croupier("games", "--library", "--json").out)
    }
    assert all(not listed[key]["authorised"] for key in KEYS)


def test_its_rules_are_printed(croupier: Croupier, named: str) -> None:
    done = croupier("rules", named)
    assert done.code == 0, done.refusal
    assert "a game outside the rule documents, which only friends may play" in " ".join(
        done.out.split()
    )


def test_a_deal_is_printed_and_its_log_replays(croupier: Croupier, named: str) -> None:
    assert "SHOWDOWN" in croupier("deal", named, "--seed", "7", "--bots", "calling").out
    log = croupier("deal", named, "--seed", "7", "--json").out
    before = ["--games", named] if named.endswith(".py") else []
    (result,) = json.loads(croupier(*before, "replay", "-", "--json", stdin=log).out)
    assert result["ok"], result


@pytest.mark.parametrize("key", KEYS)
def test_its_log_is_converted_and_read_again(croupier: Croupier, key: str) -> None:
    log = croupier("deal", key, "--seed", "7", "--json").out
    for target in ("phh", "log"):
        text = croupier("convert", "-", "--to", target, stdin=log).out
        (result,) = json.loads(croupier("replay", "-", "--json", stdin=text).out)
        assert (result["ok"], result["game"]) == (True, key), result
    refused = croupier("convert", "-", "--to", "ohh", stdin=log).refusal
    why = {"short-deck": "other games on a board", "crazy-pineapple": "draws"}
    assert f"OHH cannot express {why[key]}" in refused


@pytest.mark.parametrize("named", [*KEYS, "own"], indirect=True)
def test_its_players_have_figures(croupier: Croupier, named: str) -> None:
    log = croupier("deal", named, "--seed", "7", "--json").out
    before = ["--games", named] if named.endswith(".py") else []
    found = json.loads(croupier(*before, "stats", "-", "--json", stdin=log).out)
    assert (found["hands"], found["left_out"]) == (1, 0)
    assert len(found["players"]) == 6


def test_its_equity_is_counted(croupier: Croupier, named: str) -> None:
    found = json.loads(croupier("equity", named, "AsAh", "KsKd", "--json").out)
    assert found["method"] == "exact"


def test_it_is_simulated(croupier: Croupier, named: str) -> None:
    line = ("simulate", named, "--rounds", "20", "--seed", "1", "--json", "-w", "1")
    bots = json.loads(croupier(*line, "--bots", "calling", "--players", "3").out)
    assert bots["rounds"] == 20
    cards = json.loads(croupier(*line, "--cards-only", "--players", "3").out)
    assert cards["rounds"] == 20


@pytest.mark.parametrize("family", ["short-deck-high"])
def test_its_hands_are_ranked(croupier: Croupier, family: str) -> None:
    first, second = json.loads(croupier("rank", family, "Ks9s8s7s6s", "KsKdKh9c9d", "--json").out)[
        "hands"
    ]
    assert (first["category"], second["category"]) == ("flush", "full house")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "must define a Game with authorised=False (FIELD game)"),
        ("1 / 0", "cannot be run: ZeroDivisionError: division by zero (FIELD game)"),
        ("raise SystemExit(3)", "cannot be run: SystemExit: 3 (FIELD game)"),
        (OWN + "OTHER = replace(MINE, key='other')", "defines several games: name one of FILE.py:"),
    ],
)
def test_a_file_without_one_game_is_refused(
    croupier: Croupier, tmp_path: Path, text: str, why: str
) -> None:
    (tmp_path / "x.py").write_text(text)
    assert why in croupier("deal", str(tmp_path / "x.py")).refusal


def test_a_file_may_import_what_lies_beside_it(croupier: Croupier, tmp_path: Path) -> None:
    (tmp_path / "beside_it.py").write_text(OWN)
    (tmp_path / "x.py").write_text("from beside_it import MINE\n")
    assert croupier("deal", str(tmp_path / "x.py"), "--seed", "1").code == 0


def test_a_hand_of_crazy_pineapple_is_what_is_kept(croupier: Croupier) -> None:
    why = croupier("equity", "crazy-pineapple", "AhAdKh", "QsQd").refusal
    assert (
        why == "'AhAdKh' has 3 cards; name the 2 that are kept; the other one is dead (FIELD hands)"
    )
    assert croupier("equity", "crazy-pineapple", "AhAd", "QsQd", "--dead", "Kh").code == 0
