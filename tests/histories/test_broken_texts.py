"""Texts of every site broken in every way: one sentence a fault, no traceback, no hang."""

import re
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from croupier.cli.histories import Known, each
from croupier.histories.conversion import TARGETS, convert
from croupier.histories.formats import Piece
from croupier.histories.results import judged, replay_hands
from croupier.refused import Refused
from tests.histories.texts import BY_FORMAT, POKERSTARS, RUN_TWICE

SEEDS = 120
SOAK = 6_000
HUGE = 1 << 30
WORDS = (
    *("", "-1", "$", "$-5", "$9,999,999,999,999.99", "0.001", "1e9", "٣", "9" * 60, "[", "]", "[]"),
    *("[As As]", "[Zz]", "[10h]", "[As Kd Qh Jc Ts 9s 8d]", "[??]", "Seat", "Seat 1:", "***"),
    *("*** FLOP ***", "*** SUMMARY ***", "*** 9th STREET ***", "folds", ": folds", "raises to"),
    *(
        "collected",
        "Ann",
        "Hero",
        "\x00",
        "\u202e",
        "é",
        "<",
        "&lt;",
        "</game>",
        "{",
        '"',
        "STATE:",
    ),
)


def broken(text: str, seed: int) -> str:
    """A text with one to four faults; some stay valid, which is as well."""
    source = Random(seed)
    for _ in range(1 + source.randrange(4)):
        text = source.choice(_FAULTS)(text, source)
    return text


def _cut(text: str, source: Random) -> str:
    return text[: source.randrange(len(text) + 1)]


def _lines(text: str, change: Callable[[list[str]], None]) -> str:
    lines = text.split("\n")
    change(lines)
    return "\n".join(lines)


def _shuffle(text: str, source: Random) -> str:
    def change(lines: list[str]) -> None:
        first = source.randrange(len(lines))
        part = lines[first : first + 6]
        source.shuffle(part)
        lines[first : first + 6] = part

    return _lines(text, change)


def _double(text: str, source: Random) -> str:
    def change(lines: list[str]) -> None:
        place = source.randrange(len(lines))
        lines.insert(source.randrange(len(lines)), lines[place])

    return _lines(text, change)


def _drop(text: str, source: Random) -> str:
    return _lines(text, lambda lines: lines.__delitem__(source.randrange(len(lines))))


def _word(text: str, source: Random) -> str:
    spans = [found.span() for found in re.finditer(r"\S+", text)] or [(0, 0)]
    start, end = source.choice(spans)
    return text[:start] + source.choice(WORDS) + text[end:]


def _mixed(text: str, source: Random) -> str:
    other = source.choice(list(BY_FORMAT.values())).split("\n")
    return _lines(
        text, lambda lines: lines.insert(source.randrange(len(lines)), source.choice(other))
    )


def _twice(text: str, source: Random) -> str:
    return f"{text}\n{text}"


_FAULTS = (_cut, _shuffle, _double, _drop, _word, _word, _word, _mixed, _twice)


def assert_one_sentence(words: str) -> None:
    assert "\n" not in words, words
    assert 0 < len(words) < 500, words


def assert_reported(text: str) -> None:
    """Read and convert; every fault is one sentence, and nothing else is raised."""
    try:
        for result, _ in replay_hands(text):
            for fault in result.faults:
                assert_one_sentence(fault)
        for target in TARGETS:
            convert(text, target, lossy=True)
    except Refused as refused:
        assert_one_sentence(str(refused))


@pytest.mark.parametrize("form", BY_FORMAT)
def test_a_broken_text_is_reported_in_one_sentence(form: str) -> None:
    for seed in range(SEEDS):
        assert_reported(broken(BY_FORMAT[form], seed))


@pytest.mark.parametrize("target", ["ohh", "pokerstars", "phh"])
def test_what_we_write_may_be_broken_too(target: str) -> None:
    text = convert(RUN_TWICE, target, lossy=True)  # type: ignore[arg-type]  # three of Target
    for seed in range(SEEDS):
        assert_reported(broken(text, seed))


@pytest.mark.parametrize(
    "text",
    [
        POKERSTARS.splitlines()[0] + "\n" + "Ann: folds\n" * 50_000,
        POKERSTARS.splitlines()[0] + "\n" + "x" * 5_000_000,
        "PokerStars Hand #1: " + "Hold'em " * 200_000,
        "Seat 1: (" * 100_000 + "\n" + POKERSTARS,
        POKERSTARS.replace("Ann", "A" * 100_000),
        "\n".join(POKERSTARS.splitlines()[0] for _ in range(20_000)),
    ],
)
def test_a_text_without_end_ends(text: str) -> None:
    before = time.process_time()
    results = replay_hands(text)
    assert len(results) < 25_000
    assert time.process_time() - before < 20


@pytest.mark.soak
@pytest.mark.parametrize("form", BY_FORMAT)
def test_broken_texts_for_long(form: str) -> None:
    for seed in range(SEEDS, SOAK):
        assert_reported(broken(BY_FORMAT[form], seed))


def _count(pieces: list[Piece]) -> list[bool]:
    return [judged(piece)[0].ok for piece in pieces[:1]] + [True] * (len(pieces) - 1)


def replayed_from(path: Path, size: int) -> tuple[int, int]:
    """How many hands a file of this size holds, and the most memory that reading it took."""
    hand = f"{POKERSTARS}\n\n"
    with path.open("w") as out:
        for _ in range(size // (1000 * len(hand)) + 1):
            out.write(hand * 1000)
    tracemalloc.start()
    hands = sum(each(Known([str(path)]), _count, 1))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return hands, most


def test_memory_does_not_grow_with_a_file(tmp_path: Path) -> None:
    few, small = replayed_from(tmp_path / "small.txt", 1 << 20)
    many, large = replayed_from(tmp_path / "large.txt", 1 << 23)
    assert many > 4 * few
    assert large < small + (4 << 20)


@pytest.mark.soak
def test_a_file_of_a_gigabyte_is_read_in_little_memory(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    hands, most = replayed_from(tmp_path / "huge.txt", HUGE)
    record_property("says", f"1 GB of text: {hands:,} hands, {most / 1e6:.0f} MB of memory at most")
    assert most < 64 << 20
