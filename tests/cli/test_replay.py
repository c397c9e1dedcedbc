"""`croupier replay`."""

import json
from pathlib import Path

import pytest

from tests.cli.terminal import Croupier, shell
from tests.histories.texts import FULL_TILT, GGPOKER, PARTYPOKER, POKERSTARS, WINAMAX


@pytest.fixture
def log(croupier: Croupier, tmp_path: Path) -> Path:
    path = tmp_path / "round.jsonl"
    path.write_text(croupier("deal", "holdem", "-n", "3", "--seed", "6", "--json").out)
    return path


def test_a_log_that_holds_is_printed_with_its_winners(croupier: Croupier, log: Path) -> None:
    done = croupier("replay", str(log), "--json")
    assert done.code == 0
    (verdict,) = json.loads(done.out)
    awards = [e for e in map(json.loads, log.read_text().splitlines()) if e["type"] == "PotAwarded"]
    won = sum(move[2] for award in awards for move in award["moves"])
    assert verdict["file"] == str(log)
    assert verdict["id"] == "1"
    assert (verdict["game"], verdict["ok"], verdict["rake"]) == ("holdem", True, 0)
    assert verdict["faults"] == []
    assert verdict["seats"] == [1, 2, 3]
    assert sum(verdict["stacks"]) == 3 * 200_00
    assert [pot["amount"] for pot in verdict["pots"]] == [won]
    assert sum(winner["amount"] for winner in verdict["pots"][0]["winners"]) == won
    words = croupier("replay", str(log))
    assert words.out.startswith(f"✓ {log} 1: hold'em; $")


def test_side_pots_are_printed_one_by_one(croupier: Croupier) -> None:
    """Seat 3 raises to $4: seat 1 is all-in for $3, and seat 2 for $4."""
    short = ("--stacks", "300,400,20000,20000", "--seed", "11", "--bots", "calling")
    raised = '{"type": "RaiseTo", "seat": 3, "to": 400}'
    text = croupier("deal", "holdem", *short, "--script", "-", "--json", stdin=raised).out
    (verdict,) = json.loads(croupier("replay", "-", "--json", stdin=text).out)
    assert verdict["ok"]
    assert [pot["amount"] for pot in verdict["pots"]] == [12_00, 3_00]
    for pot in verdict["pots"]:
        assert pot["amount"] == sum(winner["amount"] for winner in pot["winners"])


def test_several_files_and_several_rounds_in_one(croupier: Croupier, log: Path) -> None:
    both = log.with_name("both.jsonl")
    both.write_text("\n".join([log.read_text(), "", log.read_text()]))
    verdicts = json.loads(croupier("replay", str(log), str(both), "--json").out)
    assert [(Path(v["file"]).name, v["id"]) for v in verdicts] == [
        ("round.jsonl", "1"),
        ("both.jsonl", "1"),
        ("both.jsonl", "2"),
    ]
    assert all(verdict["ok"] for verdict in verdicts)


def test_a_round_is_printed_in_words_on_request(croupier: Croupier, log: Path) -> None:
    done = croupier("replay", "--narrate", str(log))
    assert "Hold'em, $2/$4 limit" in done.out
    assert "the round is over" in done.out


def broken(log: Path, how: str) -> bytes:
    lines = log.read_text().splitlines(keepends=True)
    text = "".join(lines)
    return {
        "ends early": "".join(lines[:-3]),
        "ends within a line": text[: len(text) // 2 + 7],
        "lacks its beginning": "".join(lines[1:]),
        "lacks a line": "".join(lines[:6] + lines[7:]),
        "has two lines exchanged": "".join([*lines[:5], lines[6], lines[5], *lines[7:]]),
        "gives chips away": text.replace('["stack:1","pot",100]', '["stack:1","pot",200]'),
        "cites another clause": text.replace("POKER 10(g)", "POKER 10(h)", 1),
        "names another game": text.replace('"holdem"', '"omaha"', 1),
        "names no game": text.replace('"holdem"', '"faro"', 1),
        "deals a card twice": text.replace('"Ad"', '"5s"'),
        "ends its first line early": text[:30],
    }[how].encode()


@pytest.mark.parametrize(
    "how",
    [
        "ends early",
        "ends within a line",
        "lacks its beginning",
        "lacks a line",
        "has two lines exchanged",
        "gives chips away",
        "cites another clause",
        "names another game",
        "names no game",
        "deals a card twice",
        "ends its first line early",
    ],
)
def test_a_log_that_does_not_hold_fails_with_one_sentence(
    croupier: Croupier, log: Path, how: str
) -> None:
    text = broken(log, how)
    assert text != log.read_bytes()
    done = croupier("replay", "-", "--json", stdin=text)
    assert done.code == 1
    (verdict,) = json.loads(done.out)
    assert not verdict["ok"]
    (fault,) = verdict["faults"]
    assert fault.startswith("line ")
    assert len(fault) < 400
    words = croupier("replay", "-", stdin=text)
    assert words.code == 1
    assert words.out == f"✗ - 1: {fault}\n"


def test_one_bad_round_does_not_hide_the_good_ones(croupier: Croupier, log: Path) -> None:
    good, bad = log.read_text(), broken(log, "lacks a line").decode()
    done = croupier("replay", "-", "--json", stdin=good + bad + good)
    assert done.code == 1
    verdicts = json.loads(done.out)
    assert [verdict["ok"] for verdict in verdicts] == [True, False, True]
    assert verdicts[1]["faults"][0].startswith(f"line {good.count(chr(10)) + 7}:")


def test_a_file_that_cannot_be_read_is_refused(croupier: Croupier, tmp_path: Path) -> None:
    missing = tmp_path / "missing.jsonl"
    assert croupier("replay", str(missing)).refusal.endswith(
        "No such file or directory (FIELD files)"
    )
    assert "(FIELD files)" in croupier("replay", str(tmp_path)).refusal
    binary = tmp_path / "binary"
    binary.write_bytes(b"\x7fELF\0\0\xff\xfe" * 100)
    assert croupier("replay", str(binary)).refusal.startswith(f"{binary} is a program. Formats")
    assert croupier("replay", "-").refusal.startswith("- is empty. Formats read: PHH, ")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("# A heading\n\nand words\n", "text of no format we know"),
        ("[" * 100_000, "a list or a table, but no hand history"),
        ("9" * 100_000, "text of no format we know"),
        ("<!DOCTYPE html><p>Hand #1", "a web page"),
        ('{"hands": []}', "JSON, but neither Open Hand History nor croupier's log"),
        ("\0\1\2" * 100, "not a text file"),
    ],
)
def test_what_is_no_hand_history_is_named(croupier: Croupier, text: str, what: str) -> None:
    refusal = croupier("replay", "-", stdin=text).refusal
    assert refusal.startswith(f"- is {what}. Formats read: PHH, ")
    assert "Winamax (experimental)" in refusal


def test_a_pipe_of_both_commands() -> None:
    done = shell("croupier deal omaha --seed 7 --json | croupier replay -")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("✓ - 1: omaha; ")


def test_a_reader_that_left_does_not_change_the_verdict(log: Path) -> None:
    bad = log.with_name("bad.jsonl")
    bad.write_bytes(broken(log, "lacks a line") * 2000)
    assert shell(f"croupier replay {bad} | head -1").code == 1
    assert shell(f"croupier replay {bad} | true").code == 1  # before anything is printed


def test_a_broken_archive_in_a_folder_does_not_end_the_rest(
    croupier: Croupier, tmp_path: Path
) -> None:
    (tmp_path / "1.zip").write_bytes(b"PK\x03\x04 nothing")
    (tmp_path / "2.txt").write_text(POKERSTARS)
    done = croupier("replay", str(tmp_path))
    assert done.code == 1
    assert f"✓ {tmp_path}/2.txt 70001: hold'em" in done.out
    assert f"✗ {tmp_path}/1.zip is not the archive its name says" in done.out


def test_one_file_may_hold_hands_of_several_sites(croupier: Croupier, tmp_path: Path) -> None:
    path = tmp_path / "all.txt"
    path.write_text(f"{POKERSTARS}\n\n{GGPOKER}\n{WINAMAX}\n{FULL_TILT}\n{PARTYPOKER}")
    verdicts = json.loads(croupier("replay", str(path), "--json").out)
    forms = ["pokerstars", "ggpoker", "winamax", "full-tilt", "partypoker"]
    assert [(one["format"], one["faults"]) for one in verdicts] == [(form, []) for form in forms]


def test_a_text_in_another_language_is_named(croupier: Croupier, tmp_path: Path) -> None:
    path = tmp_path / "mano.txt"
    path.write_text("Mano de PokerStars 123: Hold'em\nMesa 'Elm'\n")
    why = croupier("replay", str(path)).refusal
    assert "is a text that names PokerStars, but holds no hand in English" in why
