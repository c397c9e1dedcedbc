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
    path.write_text(f"{ALL_IN}\n\n{POKERSTARS.replace('Ann', 'Eve')}")
    assert croupier("stats", str(path), "--player", "Ann", "--html", str(page)).code == 0
    assert "<h1>Ann: 1 of 2 hands</h1>" in page.read_text()
    assert "Big blinds in 1 hand;" in page.read_text()
    assert "no player is called 'Zoe'" in croupier("stats", str(path), "--player", "Zoe").refusal


def test_a_hand_that_fails_is_left_out_and_reported(croupier: Croupier, tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(f"{ALL_IN}\n\n{POKERSTARS.replace('collected $37', 'collected $38')}")
    done = croupier("stats", str(path), "--json")
    assert done.code == 1
    assert json.loads(done.out)["left_out"] == 1
    assert f"{path}:27: " in done.err


def test_a_hand_in_several_files_counts_once(croupier: Croupier, tmp_path: Path) -> None:
    """A hand that is cut off in one file is taken from the other."""
    (tmp_path / "1.txt").write_text(POKERSTARS[:700])
    (tmp_path / "2.txt").write_text(f"{ALL_IN}\n\n{POKERSTARS}")
    (tmp_path / "3.txt").write_text(POKERSTARS, encoding="utf-16")
    done = croupier("stats", str(tmp_path), "--player", "Ann", "--json")
    output = json.loads(done.out)
    assert (output["hands"], output["left_out"], output["doubled"]) == (3, 1, 1)
    assert output["players"][0]["hands"] == 2
    words = croupier("stats", str(tmp_path)).out
    assert words.endswith("left out, 1 found again and not counted\n")


def test_a_file_that_cannot_be_read_is_named(croupier: Croupier, tmp_path: Path) -> None:
    (tmp_path / "1.txt").write_text(POKERSTARS)
    (tmp_path / "2.zip").write_bytes(b"PK\x03\x04 nothing")
    done = croupier("stats", str(tmp_path), "--json")
    assert (done.code, json.loads(done.out)["hands"]) == (1, 1)
    assert "2.zip is not the archive its name says" in done.err
