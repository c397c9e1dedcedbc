"""Hand histories replayed and converted by the library."""

from pathlib import Path

import pytest

from croupier.engine.verify import verify_log
from croupier.games import game_of
from croupier.histories.results import amount, convert, replay_file
from croupier.refused import Refused
from tests.histories.hands import BADUGI, HOLDEM, SAMPLES, STUD


def test_a_file_is_replayed_hand_by_hand(tmp_path: Path) -> None:
    (tmp_path / "one.phh").write_text(HOLDEM)
    (tmp_path / "two.phhs").write_text(f"[7]\n{STUD}\n[8]\n{BADUGI}")
    (result,) = replay_file(tmp_path / "one.phh")
    assert (result.id, result.game, result.ok, result.rake) == ("1", "holdem", True, 0)
    assert result.stacks == [236, 198, 166]
    assert [(pot.amount, [(w.seat, w.amount) for w in pot.winners]) for pot in result.pots] == [
        (70, [(1, 70)])
    ]
    assert [result.id for result in replay_file(tmp_path / "two.phhs")] == ["7", "8"]


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="No such file"):
        replay_file(tmp_path / "none.phh")
    (tmp_path / "binary.phh").write_bytes(b"\xff\xfe")
    with pytest.raises(Refused, match="is not a text file"):
        replay_file(tmp_path / "binary.phh")
    (tmp_path / "cut.phh").write_text(HOLDEM[:100])
    with pytest.raises(Refused, match=r"cut\.phh: not TOML: "):
        replay_file(tmp_path / "cut.phh")


@pytest.mark.parametrize("text", SAMPLES)
def test_converted_twice_nothing_has_changed(text: str) -> None:
    log = convert(text)
    assert verify_log(log.splitlines(), game_of).done
    assert convert(convert(log, lossy=True)) == log


def test_a_log_of_several_rounds_becomes_a_file_of_several_hands() -> None:
    text = convert(convert(f"[1]\n{HOLDEM}\n[2]\n{STUD}"))
    assert text.startswith("[1]\nvariant = 'NT'\n")
    assert "\n[2]\nvariant = 'F7S'\n" in text


def test_only_a_log_that_holds_is_converted() -> None:
    lines = convert(HOLDEM).splitlines()
    with pytest.raises(Refused, match=r"round 1: line 8: "):
        convert("\n".join(lines[:7] + lines[8:]))


def test_what_is_already_there_is_not_converted() -> None:
    with pytest.raises(Refused, match="this is PHH already"):
        convert(HOLDEM, "phh")
    with pytest.raises(Refused, match="this is our log already"):
        convert(convert(HOLDEM), "log")


def test_amounts_are_told_in_the_files_own_terms() -> None:
    told = [amount(1_00, 100), amount(1_50, 100), amount(1_05, 100), amount(7, 1)]
    assert told == ["1", "1.5", "1.05", "7"]
