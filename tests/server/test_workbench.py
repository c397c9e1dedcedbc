"""The workbench over HTTP: its numbers are the library's, its limits hold, its commands repeat."""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from croupier.cli.app import NAMES
from croupier.games import GAMES, LIBRARY, game_of
from croupier.odds.equity import equity
from croupier.odds.house_edge import house_edge
from croupier.refused import Refused
from croupier.rules.sign import amend
from croupier.server.desks import computing, workbench
from croupier.server.workbench_app import create_workbench
from tests.cli.terminal import shell
from tests.server.processes import ROOT


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Any]]:
    with TestClient(create_workbench()) as opened:
        yield opened


def test_every_game_can_be_asked_about(client: TestClient[Any]) -> None:
    answer = client.get("/api/odds/games").json()
    keys = [game["key"] for game in answer["poker"] + answer["banked"]]
    assert sorted(keys) == sorted([*GAMES, *LIBRARY])
    assert {"short-deck", "crazy-pineapple", "razz"} <= set(keys)


@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        ("holdem", ["AsAh", "KsKd"], ""),
        ("holdem", ["AsAh", "22+:0.5,AK"], "2c7d9h"),
        ("omaha", ["AsAhKsKh", "9c8c7d6d"], "2h7s9h"),
        ("short-deck", ["AsAh", "KsKd"], "9c7d6h"),
        ("crazy-pineapple", ["AsAh", "KsKd"], "9c7d6h"),
        ("omaha-hilo-8", ["AsAh2s3h", "KsKd7c6c"], "5c6h9d"),
    ],
)
def test_equities_are_the_fractions_of_the_library(
    client: TestClient[Any], game: str, hands: list[str], board: str
) -> None:
    asked = {"game": game, "hands": hands, "board": board}
    answer = client.post("/api/odds/equity", json=asked).json()
    truth = equity(game_of(game), hands, board, exact=True)
    assert answer["method"] == "exact"
    for player, one in zip(truth.players, answer["players"], strict=True):
        for name in ("equity", "win", "tie"):
            assert Fraction(one[name]["exact"]) == getattr(player, name).exact


def test_what_would_take_long_is_drawn(client: TestClient[Any]) -> None:
    asked = {"game": "holdem", "hands": ["15%", "30%", "random"]}
    answer = client.post("/api/odds/equity", json=asked).json()
    assert (answer["method"], answer["trials"]) == ("simulated", workbench.TRIALS)


@pytest.mark.parametrize(
    ("game", "sign", "strategy"),
    [
        ("two-card-joker", {}, "optimal"),
        ("two-card-joker", {"pair_up_table": 3}, "simple"),
        ("flop-poker", {"flop_odds": [1000, 500, 100, 30, 20, 10, 4, 1, 1]}, "optimal"),
    ],
)
def test_edges_are_the_fractions_of_the_library(
    client: TestClient[Any], game: str, sign: dict[str, Any], strategy: str
) -> None:
    asked = {"game": game, "sign": sign, "strategy": strategy, "rounds": 50, "bankroll": 20}
    answer = client.post("/api/odds/edge", json=asked).json()
    texts = {key: json.dumps(value) for key, value in sign.items()}
    truth = house_edge(game_of(game), amend(game_of(game).sign, texts), strategy)
    for name, wager in truth.wagers.items():
        assert Fraction(answer["wagers"][name]["house_edge"]["exact"]) == wager.house_edge
        assert answer["wagers"][name]["standard_deviation"]["value"] == wager.standard_deviation
        assert Fraction(answer["sessions"][name]["mean"]["exact"]) == 50 * wager.ev
    assert any("below the regulation" in note for note in answer["notes"]) == ("flop_odds" in sign)


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("equity", {"game": "holdem", "hands": ["AsAh", "KK"], "board": "2c7d9h"}),
        ("equity", {"game": "holdem", "hands": ["15%", "random"], "dead": "As"}),
        ("edge", {"game": "two-card-joker", "sign": {"pair_up_table": 2}, "rounds": 10}),
    ],
)
def test_the_command_of_an_answer_gives_it_again(
    client: TestClient[Any], path: str, asked: dict[str, Any]
) -> None:
    answer = client.post(f"/api/odds/{path}", json=asked).json()
    assert answer["command"].startswith("croupier ")
    again = json.loads(shell(answer["command"] + " --json").out)
    if path == "equity":
        assert again["players"] == answer["players"]
    else:
        assert again["wagers"] == answer["wagers"]
        assert again["sessions"] == answer["sessions"]


@pytest.mark.parametrize(
    ("path", "asked", "why"),
    [
        ("equity", {"game": "holdem", "hands": ["AsAh", "AZ"]}, "'Z' is not a card"),
        ("equity", {"game": "holdem", "hands": ["x" * 501, "AA"]}, "500 characters"),
        ("equity", {"game": "holdm", "hands": ["AA", "KK"]}, "holdem"),
        ("edge", {"game": "holdem"}, "has no house edge"),
        ("edge", {"game": "two-card-joker", "sign": {"pair_up_table": 9}}, "not valid"),
        ("edge", {"game": "two-card-joker", "rounds": 501}, "up to 500 rounds"),
    ],
)
def test_bad_questions_are_refused_in_words(
    client: TestClient[Any], path: str, asked: dict[str, Any], why: str
) -> None:
    reply = client.post(f"/api/odds/{path}", json=asked)
    assert reply.status_code == 422
    assert why in reply.json()["why"]


def test_a_full_queue_is_refused(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbench, "WAITING_MOST", 0)
    asked = {"game": "holdem", "hands": ["AsAh", "KsKd"]}
    reply = client.post("/api/odds/equity", json=asked)
    assert (reply.status_code, reply.json()["clause"]) == (422, "FIELD odds")


def test_the_page_is_there_alone(client: TestClient[Any]) -> None:
    assert "Odds" in client.get("/odds").text
    assert client.get("/", follow_redirects=False).headers["location"] == "/odds"
    assert "script-src 'self'" in client.get("/odds").headers["content-security-policy"]
    assert "odds" in NAMES


HUGE = {"game": "omaha", "hands": ["$ss"] * 10}  # hands of which almost none fit together


def test_no_question_takes_more_time_than_it_is_given(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computing, "SECONDS", 2.0)
    reply = client.post("/api/odds/equity", json=HUGE)
    assert (reply.status_code, reply.json()["why"]) == (422, computing.SPENT)
    asked = {"game": "holdem", "hands": ["AsAh", "KsKd"]}
    assert client.post("/api/odds/equity", json=asked).status_code == 200


def chosen(_: object) -> dict[str, Any]:
    """How readily the system ends this process when memory runs out."""
    return {"score": int(Path("/proc/self/oom_score_adj").read_text())}


def test_memory_that_runs_out_ends_a_question_and_not_the_room() -> None:
    process = computing.ComputeProcess()
    try:
        assert process.answer(chosen, None) == {"score": 1000}
    finally:
        process.end()
    unit = (ROOT / "deploy/croupier.service").read_text()
    assert "OOMPolicy=continue\n" in unit  # otherwise systemd stops the room with the question


def hog(size: int) -> dict[str, Any]:
    """Keep more and more, as many questions with large ranges do together."""
    KEPT.append(bytearray(size))
    return {"kept": len(KEPT)}


KEPT: list[bytearray] = []


@pytest.mark.soak
def test_no_questions_take_more_memory_than_they_are_given() -> None:
    process, part = computing.ComputeProcess(), computing.MEMORY // 3
    try:
        assert [process.answer(hog, part)["kept"] for _ in range(3)] == [1, 2, 1]  # a fresh process
        with pytest.raises(Refused, match="too much memory"):
            process.answer(hog, computing.MEMORY)
        assert process.answer(hog, 1) == {"kept": 1}
    finally:
        process.end()
    assert KEPT == []
