"""`croupier edge`."""

import json
from pathlib import Path

import pytest

from tests.cli.terminal import Croupier


def test_words_tell_edge_and_strategy(croupier: Croupier) -> None:
    done = croupier("edge", "two-card-joker")
    assert done.code == 0
    assert "house edge 3.1451%, exactly 563/17901" in done.out
    assert "optimal strategy: call with queen-five or better" in done.out
    assert "payout limits are ignored" in done.out


def test_json_keeps_its_contract(croupier: Croupier) -> None:
    found = json.loads(croupier("edge", "two-card-joker", "--json").out)
    assert found["game"] == "two-card-joker"
    assert found["sign"]["pair_up_table"] == 1
    assert list(found["wagers"]) == ["ante", "pair up", "super flush"]
    ante = found["wagers"]["ante"]
    assert ante["ev"] == {"exact": "-563/17901", "value": -563 / 17901}
    assert ante["house_edge"]["exact"] == "563/17901"
    assert {"element_of_risk", "average_wager", "standard_deviation", "strategy"} <= set(ante)
    assert ante["strategy"]["threshold"] == "queen-five"
    assert sum(end["probability"]["value"] for end in ante["ends"]) == pytest.approx(1)
    assert any("payout limits are ignored" in note for note in found["notes"])


def test_the_sign_is_honoured(croupier: Croupier) -> None:
    def edge(*sign: str) -> str:
        output = json.loads(croupier("edge", "two-card-joker", "--json", *sign).out)
        return str(output["wagers"]["pair up"]["house_edge"]["exact"])

    assert edge() != edge("--sign", "pair_up_table=2") != edge("--sign", "pair_up_table=3")


def test_an_estimate_has_its_error(croupier: Croupier) -> None:
    output = json.loads(croupier("edge", "flop-poker", "--players", "4", "--json").out)
    pot = output["wagers"]["pot"]
    assert pot["ev"] == {"exact": "0/1", "value": 0}
    assert 0 < pot["standard_deviation"]["error"] < 0.01
    assert pot["standard_deviation"]["trials"] > 0
    assert all(end["probability"]["trials"] for end in pot["ends"])


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("holdem",), "holdem has no house edge"),
        (("no-such-game",), "is not an authorized game"),
        (("flop-poker", "--strategy", "luck"), "'luck' is not one of optimal, never-fold, simple"),
        (("flop-poker", "--players", "17"), "1 to 16 players, not 17"),
        (("two-card-joker", "--sign", "pair_up_table=4"), "pair_up_table"),
        (("flop-poker", "--sign", "flop_odds=1,2"), "this pay table must have 9 lines"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    croupier: Croupier, arguments: tuple[str, ...], why: str
) -> None:
    done = croupier("edge", *arguments)
    assert done.code == 2
    assert why in done.err
    assert done.err.count("\n") == 1


def test_a_sheet_stands_alone(croupier: Croupier, tmp_path: Path) -> None:
    done = croupier("edge", "two-card-joker", "--report", str(tmp_path / "sheets"))
    page = (tmp_path / "sheets" / "two-card-joker.html").read_text()
    assert done.code == 0
    assert "two-card-joker.html" in done.out
    assert "croupier edge two-card-joker --report ." in page
    assert "563/<wbr>17901" in page  # a line may end there, not within a number
    assert ".exact{font-size:.8rem;color:var(--soft);overflow-wrap:break-word}" in page
    assert page.count("<svg") == 3
    assert not any(word in page for word in ("http:", "https:", "//", "<script", "src=", "href="))


def test_a_sheet_says_how_to_make_it_again(croupier: Croupier, tmp_path: Path) -> None:
    again = ("edge", "two-card-joker", "--sign", "pair_up_table=2", "--strategy", "never-fold")
    croupier(*again, "--report", str(tmp_path))
    page = (tmp_path / "two-card-joker-pair_up_table-2-never-fold.html").read_text()
    assert f"croupier {' '.join(again)} --report ." in page


def test_a_folder_that_is_a_file_is_refused(croupier: Croupier, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    done = croupier("edge", "two-card-joker", "--report", str(tmp_path / "taken"))
    assert done.code == 2


def test_hands_cards_and_sessions(croupier: Croupier, tmp_path: Path) -> None:
    hands, card = tmp_path / "hands.csv", tmp_path / "card.html"
    line = ("edge", "two-card-joker", "--hands", str(hands), "--card", str(card))
    done = croupier(*line, "--rounds", "100", "--bankroll", "20")
    assert done.code == 0
    assert "100 rounds: -3.1451 units on average" in done.out
    assert "20 units are lost in" in done.out
    assert len(hands.read_text().splitlines()) == 1432
    assert "queen-five" in card.read_text()


def test_two_elections_are_two_sheets(croupier: Croupier, tmp_path: Path) -> None:
    for sign in ((), ("--sign", "pair_up_table=2")):
        assert croupier("edge", "two-card-joker", "--report", str(tmp_path), *sign).code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "two-card-joker-pair_up_table-2.html",
        "two-card-joker.html",
    ]


def test_lower_odds_are_priced_for_comparison_alone(croupier: Croupier) -> None:
    low = ("edge", "flop-poker", "--sign", "flop_odds=1000,500,100,30,20,10,4,1,1")
    assert "two pairs must pay at least 2 to 1, not 1 (FLOP 11(c))" in croupier(*low).err
    priced = json.loads(croupier(*low, "--compare", "--json").out)
    assert any("below the regulation" in note for note in priced["notes"])
    usual = json.loads(croupier("edge", "flop-poker", "--json").out)
    edge = [found["wagers"]["ante"]["house_edge"]["value"] for found in (usual, priced)]
    assert edge[0] < edge[1]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--sign", "progressive_meter=5"), "the sign posts no progressive wager"),
        (("--bankroll", "5"), "give the number of rounds"),
        (("--hands", "x.txt"), "neither a .csv nor a .json file"),
    ],
)
def test_what_would_change_nothing_is_refused(
    croupier: Croupier, arguments: tuple[str, ...], why: str
) -> None:
    done = croupier("edge", "texas-holdem-bonus", *arguments)
    assert (done.code, why in done.err) == (2, True)
