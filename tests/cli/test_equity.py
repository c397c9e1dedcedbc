"""`croupier equity`."""

import json

import pytest

from tests.cli.terminal import Croupier, shell


def test_exact_chances_are_fractions_in_lowest_terms(croupier: Croupier) -> None:
    output = json.loads(croupier("equity", "holdem", "AsAh", "KsKd", "--json").out)
    assert (output["game"], output["method"], output["trials"]) == ("holdem", "exact", 1_712_304)
    aces, kings = output["players"]
    assert aces["cards"] == "AsAh"
    assert aces["equity"] == {"exact": "255121/311328", "value": 255121 / 311328}
    assert kings["equity"]["exact"] == "56207/311328"
    assert set(aces) == {"cards", "win", "tie", "equity"}


def test_a_split_game_tells_shares_and_parts(croupier: Croupier) -> None:
    hands = ("AsAh2s3h", "KsKd7c6c")
    output = json.loads(croupier("equity", "omaha-hilo-8", *hands, "--json").out)
    parts = {"high", "low", "scoop", "three_quarter", "half", "quarter"}
    for player in output["players"]:
        assert set(player) == {"cards", "win", "tie", "equity"} | parts
        assert player["scoop"] == player["win"]
        together = player["high"]["value"] + player["low"]["value"]
        assert together == pytest.approx(player["equity"]["value"])


def test_drawn_chances_have_an_error(croupier: Croupier) -> None:
    line = ("equity", "holdem", "random", "random", "--trials", "5000", "--seed", "9", "--json")
    output = json.loads(croupier(*line).out)
    assert (output["method"], output["trials"], output["seed"]) == ("simulated", 5_000, 9)
    assert set(output["players"][0]["equity"]) == {"value", "error", "trials"}
    assert json.loads(croupier(*line).out) == output


def test_words_for_people(croupier: Croupier) -> None:
    exact = croupier("equity", "holdem", "AsAh", "KsKd").out
    assert "81.946%" in exact
    assert "Exact: all 1,712,304 deals counted." in exact
    drawn = croupier("equity", "badugi", "random", "random", "--trials", "1000").out
    assert "Simulated: 1,000 deals drawn with seed 1" in drawn


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("holdem", "AsAh", "AsKd"), "As occurs twice (FIELD hands)"),
        (("holdem", "AsAh", "KsKd", "--board", "xx"), "'xx' is not a card (FIELD board)"),
        (("holdem", "AsAh", "KsKd", "--dead", "Ks"), "Ks occurs twice (FIELD hands)"),
        (("nothing", "AsAh", "KsKd"), "'nothing' is not an authorized game (POKER 8(b))"),
        (("holdem", "AsAh", "KsKd", "--sign", "ante"), "'ante' is not KEY=VALUE (FIELD sign)"),
    ],
)
def test_refusals(croupier: Croupier, arguments: tuple[str, ...], why: str) -> None:
    assert croupier("equity", *arguments).refusal == why


def test_nothing_but_the_answer_is_printed_to_a_pipe() -> None:
    done = shell("croupier equity seven-card-stud AsKd/7c8c QcQd/2h3h --json | cat")
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out)["trials"] > 100_000_000


def test_tables_have_the_numbers_of_the_library(croupier: Croupier) -> None:
    each = croupier("equity", "holdem", "AsKs", "QQ,72o", "--each", "--board", "2c7d9hTsKc")
    assert [line.split() for line in each.out.splitlines()[1:]] == [
        ["QQ", "46.15%", "100.000%"],
        ["72o", "53.85%", "0.000%"],
    ]
    street = ("equity", "holdem", "AsAh", "KsKd", "--street", "turn", "--board", "2c7d9h")
    assert json.loads(croupier(*street, "--json").out)["players"][0]["histogram"][-1] == 43
    three = croupier("equity", "holdem", "AsAh", "--random", "2", "--trials", "500", "--json")
    assert len(json.loads(three.out)["players"]) == 3
    assert "FIELD random" in croupier("equity", "holdem", "AsAh", "--random", "40").err


def test_unknown_cards_need_no_character_that_a_shell_expands(croupier: Croupier) -> None:
    letters = json.loads(croupier("equity", "holdem", "Asx", "KsKd", "--json").out)
    marks = json.loads(croupier("equity", "holdem", "As??", "KsKd", "--json").out)
    assert [one["equity"] for one in letters["players"]] == [
        one["equity"] for one in marks["players"]
    ]
