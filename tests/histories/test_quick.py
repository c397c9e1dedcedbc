"""The fast table in `replay` and `stats`: what the engine finds, on good hands and bad."""

from random import Random

import pytest

from croupier.figures.facts import Fact, facts_of
from croupier.histories.choices import choices_of
from croupier.histories.formats import read_piece
from croupier.histories.quick import won_without_showdown
from croupier.histories.results import Kept, judged, pieces_of_text, play_piece, settled
from croupier.refused import Refused
from tests.histories.texts import BY_FORMAT, POKERSTARS

FOLDED = POKERSTARS.replace(
    "Bob: the Second: calls $10\n", "Bob: the Second: folds\nUncalled bet ($10) returned to Ann\n"
)
FOLDED = FOLDED.partition("*** SHOW DOWN")[0] + (
    "Ann collected $18 from pot\n*** SUMMARY ***\nTotal pot $19.25 | Rake $1.25\n"
)


def verdicts(text: str) -> bool:
    """Whether both ways agree on every hand of a text; tells if any is held to be good."""
    good = False
    for piece in pieces_of_text(text):
        slow, quick = judged(piece)[0], judged(piece, log=False)[0]
        assert quick == slow
        good |= slow.ok
    return good


def test_a_hand_that_is_folded_is_played_on_the_fast_table() -> None:
    (piece,) = pieces_of_text(FOLDED)
    found = won_without_showdown(read_piece(piece).record)
    assert found is not None
    assert found[0] == {1: 49_75, 3: 41_75, 6: 49_50}
    assert verdicts(FOLDED)


def test_a_showdown_is_left_to_the_engine() -> None:
    (piece,) = pieces_of_text(POKERSTARS)
    assert won_without_showdown(read_piece(piece).record) is None


@pytest.mark.parametrize("form", BY_FORMAT)
def test_every_site_s_hand_has_the_same_verdict(form: str) -> None:
    assert verdicts(BY_FORMAT[form])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("raises $1 to $1.50", "raises $0.25 to $0.75"),
        ("[7h 2c Jd] [3s]", "[7h 2c Jd] [7h]"),
        ("*** TURN *** [7h 2c Jd] [3s]\n", ""),
        ("Dee: folds\n", ""),
        ("Ann: checks\n", "Ann: bets $500\n"),
        ("[Qs Qd]", "[Qs Jd]"),
        ("collected $18", "collected $19"),
    ],
)
def test_a_fault_is_a_fault_in_the_same_words(old: str, new: str) -> None:
    assert old in FOLDED
    assert not verdicts(FOLDED.replace(old, new))


def test_lines_lost_and_swapped_at_random_have_the_same_verdict() -> None:
    chance, lines = Random(7), FOLDED.splitlines()
    for _ in range(150):
        changed = lines[:]
        first, second = chance.sample(range(2, len(lines)), 2)
        if chance.random() < 0.5:
            changed[first], changed[second] = changed[second], changed[first]
        else:
            del changed[first]
        verdicts("\n".join(changed))


# --- what everybody chose --------------------------------------------------------------------


def figures(text: str, log: Kept) -> list[list[Fact] | str]:
    """The facts of every hand of a text, or why there are none."""
    found: list[list[Fact] | str] = []
    for piece in pieces_of_text(text):
        try:
            played = play_piece(piece, log=log)
            _, faults = settled(played)
            found.append(faults[0] if faults else facts_of(played))
        except Refused as fault:
            found.append(str(fault))
    return found


@pytest.mark.parametrize("form", BY_FORMAT)
def test_every_site_s_hand_has_the_same_figures(form: str) -> None:
    assert figures(BY_FORMAT[form], "choices") == figures(BY_FORMAT[form], "whole")


@pytest.mark.parametrize("text", [POKERSTARS, FOLDED])
def test_showdowns_and_folds_have_choices_on_the_fast_table(text: str) -> None:
    (piece,) = pieces_of_text(text)
    assert choices_of(read_piece(piece).record) is not None
    assert figures(text, "choices") == figures(text, "whole")


@pytest.mark.parametrize("text", [POKERSTARS, FOLDED])
def test_figures_of_broken_hands_are_those_of_the_engine(text: str) -> None:
    chance, lines = Random(8), text.splitlines()
    for _ in range(150):
        changed = lines[:]
        first, second = chance.sample(range(2, len(lines)), 2)
        if chance.random() < 0.5:
            changed[first], changed[second] = changed[second], changed[first]
        else:
            del changed[first]
        broken = "\n".join(changed)
        assert figures(broken, "choices") == figures(broken, "whole")
