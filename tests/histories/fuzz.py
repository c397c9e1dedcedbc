"""Hand histories broken in every way that comes to mind, from a seed."""

import re
from random import Random

from croupier.histories.conversion import convert
from croupier.histories.results import replay_hands
from croupier.refused import Refused
from tests.histories.hands import SAMPLES

WORDS = (
    *("true", "false", "nan", "inf", "-inf", "1e999999999", "-1", "0", "0.0000001", "1e12"),
    *("9" * 5000, "[]", "{}", "[[]]", "'\\u0000'", '"\\u0000"', "1979-05-27", "07:32:00", "''"),
    *("0x10", "1_000", "[1, 2, 0]", "'Jk'", "'NT'", "'FB'", "'F7S'", "'N2L1D'", "'NS'", "'ZZ'"),
    *("'p1 cc'", "'p9 cc'", "'p2 f'", "'p1 pb'", "'p1 sd As'", "'p1 sm -'", "'p3 sm'"),
    *("'p1 cbr -5'", "'p1 cbr 1e9'", "'p1 cbr 999999999999'", "'p1 sm AsAs'", "'p1 sm ????'"),
    *("'d db AsAs'", "'d db ??????'", "'d dh p1 ??'"),
)
KEYS = ("variant", "antes", "actions", "seats", "min_bet", "finishing_stacks", "_croupier", "a.b.c")


def broken(seed: int) -> str:
    """A sample with one to four faults; some stay valid, which is as well."""
    source = Random(seed)
    text = source.choice(SAMPLES)
    for _ in range(1 + source.randrange(4)):
        text = source.choice(_FAULTS)(text, source)
    return text


def _token(text: str, source: Random) -> str:
    spans = [found.span() for found in re.finditer(r"'[^'\n]*'|[\w.-]+", text)] or [(0, 0)]
    start, end = source.choice(spans)
    return text[:start] + source.choice(WORDS) + text[end:]


def _swap(text: str, source: Random) -> str:
    spans = [found.span() for found in re.finditer(r"'[^'\n]*'", text)]
    if len(spans) < 2:
        return text
    (a, b), (c, d) = sorted(source.sample(spans, 2))
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def _drop(text: str, source: Random) -> str:
    spans = [found.span() for found in re.finditer(r"'[^'\n]*',? ?|[^\n]*\n", text)] or [(0, 0)]
    start, end = source.choice(spans)
    return text[:start] + text[end:]


def _repeat(text: str, source: Random) -> str:
    spans = [found.span() for found in re.finditer(r"'[^'\n]*', ", text)] or [(0, 0)]
    start, end = source.choice(spans)
    return text[:end] + text[start:end] + text[end:]


def _cut(text: str, source: Random) -> str:
    return text[: source.randrange(len(text) + 1)]


def _byte(text: str, source: Random) -> str:
    place = source.randrange(len(text) + 1)
    return (
        text[:place] + chr(source.choice((0, 9, 34, 39, 91, 123, 0x2028, 0x1F600))) + text[place:]
    )


def _field(text: str, source: Random) -> str:
    return f"{source.choice(KEYS)} = {source.choice(WORDS)}\n{text}"


def _table(text: str, source: Random) -> str:
    return f"[{source.choice(KEYS)}]\n{text}\n[2]\n{source.choice(SAMPLES)}"


def _card(text: str, source: Random) -> str:
    cards = [found.span() for found in re.finditer(r"[2-9TJQKA][cdhs]|\?\?", text)] or [(0, 0)]
    start, end = source.choice(cards)
    card = source.choice("23456789TJQKA") + source.choice("cdhs")
    return text[:start] + source.choice((card, "??", "")) + text[end:]


def _number(text: str, source: Random) -> str:
    numbers = [found.span() for found in re.finditer(r"\b\d+\b", text)] or [(0, 0)]
    start, end = source.choice(numbers)
    return text[:start] + str(source.choice((0, 1, 2, 3, 7, 50, 199, 200, 1000))) + text[end:]


_FAULTS = (_token, _swap, _drop, _repeat, _cut, _byte, _field, _table, _card, _number)


def attempt(text: str) -> str:
    """Read, play and convert; the refusal, or nothing. Anything else is raised."""
    try:
        for result, _ in replay_hands(text, "x.phh"):
            for fault in result.faults:
                assert_one_sentence(fault)
        convert(convert(text), lossy=True)
    except Refused as refused:
        assert_one_sentence(str(refused))
        return str(refused)
    return ""


def assert_one_sentence(words: str) -> None:
    assert "\n" not in words, words
    assert 0 < len(words) < 400, words
    assert words.endswith(")") or "the file has" in words, words
