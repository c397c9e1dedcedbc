"""888poker, with the grammar of partypoker and headings of its own."""

import re

from croupier.histories.hand import Hand
from croupier.histories.sites.partypoker import read_bracketed
from croupier.histories.sites.texts import Lines

NAME, SITE = "888", "888poker"
_HEAD = re.compile(r"\ufeff?\*{5} (?!Hand )\w[\w .]*Hand History for Game")  # any skin's name
starts = _HEAD.match
_BRACKETS = re.compile(r"\[[^\]]*\]")
_DUTCH = re.compile(r"[$€] \d|[\[,] ?[HB][cdhs]\b")  # V is a queen there, a jack in French


def read(lines: Lines, line: int) -> Hand:
    """Read one hand of a site's text."""
    if any(_DUTCH.search(text) for text in lines):
        lines = [_BRACKETS.sub(_queens, text) for text in lines]
    return read_bracketed(lines, line, SITE)


def _queens(bracket: re.Match[str]) -> str:
    return bracket[0].replace("V", "Q")
