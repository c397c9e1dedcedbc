"""`croupier replay` on hand histories, and `croupier convert`."""

import json
from pathlib import Path

import pytest

from croupier.engine.events import write_event
from tests.cli.terminal import Croupier
from tests.histories.hands import BADUGI, HOLDEM, STUD, rounds


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "one.phh").write_text(HOLDEM)
    (tmp_path / "two.phhs").write_text(f"[7]\n{STUD}\n[8]\n{BADUGI}")
    (tmp_path / "bad.phh").write_text(HOLDEM.replace("cbr 20", "cbr 2000"))
    return tmp_path


def test_hand_histories_are_replayed(croupier: Croupier, files: Path) -> None:
    done = croupier("replay", str(files / "one.phh"), str(files / "two.phhs"), "--json")
    assert done.code == 0
    results = json.loads(done.out)
    assert [(r["id"], r["game"], r["ok"]) for r in results] == [
        ("1", "holdem", True),
        ("7", "seven-card-stud", True),
        ("8", "badugi", True),
    ]
    assert results[0]["stacks"] == [236, 198, 166]
    words = croupier("replay", str(files / "one.phh")).out
    assert words.endswith("one.phh 1: hold'em; 70 to seat 1; stacks 236 198 166\n")
    assert "the round is over" in croupier("replay", "--narrate", str(files / "one.phh")).out


def test_a_hand_that_does_not_hold_fails_at_its_action(croupier: Croupier, files: Path) -> None:
    done = croupier("replay", str(files / "bad.phh"), "--json")
    assert done.code == 1
    (result,) = json.loads(done.out)
    where = "hand 1: action 15 (p1 cbr 2000): "
    assert result["faults"] == [f"{where}the stack covers 186 at most (POKER 7(c))"]


def test_standard_input_may_be_a_hand_history(croupier: Croupier) -> None:
    assert croupier("replay", "-", stdin=HOLDEM).out.startswith("✓ - 1: hold'em; 70 to seat 1")


def test_a_file_that_is_no_hand_history_is_refused(croupier: Croupier, tmp_path: Path) -> None:
    missing, cut = tmp_path / "none.phh", tmp_path / "cut.phh"
    cut.write_text(HOLDEM[:100])
    assert "No such file" in croupier("replay", str(missing)).refusal
    done = croupier("replay", str(cut))
    assert (done.code, done.out.startswith(f"✗ {cut}:1 1: not TOML: ")) == (1, True)


def test_other_files_are_named_for_what_they_are(croupier: Croupier, tmp_path: Path) -> None:
    """Beside hands, a folder's other files are no fault; named ones are, and the next are read."""
    folder, missing = tmp_path / "years", tmp_path / "none.txt"
    folder.mkdir()
    (folder / "a.phh").write_text(HOLDEM)
    (folder / "b.jpg").write_bytes(b"\xff\xd8\xff" + bytes(100))
    (folder / "c.txt").write_text("PokerStars Hand Nr. 7: Tisch 'Elm', Sitz 1: Ann (40 in Chips)\n")
    german = f"{folder / 'c.txt'} is a text that names PokerStars, but holds no hand in English"
    done = croupier("replay", str(folder))
    assert done.code == 0
    assert f"left aside: {folder / 'b.jpg'} is a JPEG picture\n" in done.out
    assert f"left aside: {german}\n" in done.out
    done = croupier("replay", str(missing), str(folder / "c.txt"), str(folder / "a.phh"))
    assert done.code == 1
    assert done.out.startswith(f"✓ {folder / 'a.phh'} 1: hold'em")
    assert f"✗ {missing}: No such file or directory\n✗ {german}\nFormats read: PHH" in done.out
    for number in range(20):
        (folder / f"d{number}.jpg").write_bytes(b"\xff\xd8\xff" + bytes(100))
    assert "left aside: 12 other files\n" in croupier("replay", str(folder)).out
    done = croupier("convert", str(folder), "--to", "ohh", "--lossy")
    assert (done.code, done.err.count("left aside: ")) == (0, 11)


def test_hand_histories_become_logs_and_hand_histories_again(
    croupier: Croupier, files: Path
) -> None:
    log = croupier("convert", str(files / "two.phhs")).out
    assert all(json.loads(line)["clause"] for line in log.splitlines())
    assert croupier("replay", "-", stdin=log).out.count("✓") == 2
    back = json.loads(croupier("convert", "-", "--json", stdin=log).out)
    assert (back["file"], back["to"]) == ("-", "phh")
    assert croupier("convert", "-", stdin=back["text"]).out == log


def test_what_does_not_hold_is_not_converted(croupier: Croupier, files: Path) -> None:
    refusal = croupier("convert", str(files / "bad.phh")).refusal
    assert refusal.startswith(f"{files / 'bad.phh'}: hand 1: action 15 (p1 cbr 2000): ")
    assert "- is JSON, but neither" in croupier("convert", "-", stdin="{").refusal


def test_a_lossy_round_is_converted_on_request_only(croupier: Croupier) -> None:
    played = next(played for played in rounds("bbc-omaha", 25) if played.setting.bomb)
    text = "".join(f"{write_event(event)}\n" for event in played.log)
    assert "a bomb pot" in croupier("convert", "-", stdin=text).refusal
    done = croupier("convert", "--lossy", "-", stdin=text)
    assert done.code == 0
    (result,) = json.loads(croupier("replay", "-", "--json", stdin=done.out).out)
    assert result["ok"]
