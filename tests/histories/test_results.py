"""Hand histories replayed and converted by the library."""

import pytest

from croupier.engine.verify import verify_log
from croupier.games import game_of
from croupier.histories.amounts import written
from croupier.histories.conversion import convert
from croupier.histories.results import replay_hands
from croupier.refused import Refused
from tests.histories.hands import BADUGI, HOLDEM, SAMPLES, STUD


def test_a_file_is_replayed_hand_by_hand() -> None:
    ((result, _),) = replay_hands(HOLDEM)
    assert (result.id, result.game, result.ok, result.rake) == ("1", "holdem", True, 0)
    assert result.stacks == [236, 198, 166]
    assert [(pot.amount, [(w.seat, w.amount) for w in pot.winners]) for pot in result.pots] == [
        (70, [(1, 70)])
    ]
    two = replay_hands(f"[7]\n{STUD}\n[8]\n{BADUGI}")
    assert [result.id for result, _ in two] == ["7", "8"]


def test_one_bad_hand_does_not_hide_the_others() -> None:
    bad = replay_hands(f"[1]\n{HOLDEM}\n[2]\n{HOLDEM[:100]}\n[3]\n{STUD}")
    assert [result.ok for result, _ in bad] == [True, False, True]
    assert bad[1][0].faults[0].startswith("not TOML: ")
    assert bad[1][0].line == 16


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
    with pytest.raises(Refused, match=r"^line 8: "):
        convert("\n".join(lines[:7] + lines[8:]))


def test_what_is_already_there_stays_the_same() -> None:
    again = convert(HOLDEM, "phh")
    assert convert(again, "phh") == again
    log = convert(HOLDEM)
    assert convert(log, "log") == log


def test_amounts_are_given_in_the_files_own_terms() -> None:
    found = [written(1_00, 100), written(1_50, 100), written(1_05, 100), written(7, 1)]
    assert found == ["1", "1.5", "1.05", "7"]
