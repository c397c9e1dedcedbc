"""`croupier stats`."""

import json
from pathlib import Path

from tests.cli.terminal import Croupier
from tests.histories.texts import ALL_IN, POKERSTARS


def test_the_command_tells_the_same(croupier: Croupier, tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(f"{ALL_IN}\n\n{POKERSTARS}")
    output = json.loads(croupier("stats", str(path), "--player", "Ann", "--json").out)
    (ann,) = output["players"]
    assert (output["hands"], output["left_out"], ann["hands"], ann["net"]) == (2, 0, 2, -61_75)
    assert ann["vpip"] == {"value": 1.0, "times": 2, "of": 2}
    assert set(ann["positions"]) == {"BTN", "BB"}
    words = croupier("stats", str(path)).out
    assert "Bob: the Second" in words
    page = tmp_path / "page.html"
    assert croupier("stats", str(path), "--html", str(page)).code == 0
    assert page.read_text().startswith("<!doctype html>")
    assert "no player is called 'Zoe'" in croupier("stats", str(path), "--player", "Zoe").refusal


def test_a_hand_that_fails_is_left_out_and_reported(croupier: Croupier, tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(f"{ALL_IN}\n\n{POKERSTARS.replace('collected $37', 'collected $38')}")
    done = croupier("stats", str(path), "--json")
    assert done.code == 1
    assert json.loads(done.out)["left_out"] == 1
    assert f"{path}:27: " in done.err
