"""888poker, with the grammar of partypoker and headings of its own."""

import re

from croupier.histories.hand import Hand
from croupier.histories.sites.partypoker import read_bracketed
from croupier.histories.sites.texts import Lines

NAME, SITE = "888", "888poker"
_HEAD = re.compile(r"\ufeff?\*{5} (?:888|Pacific|Cassava|[\w.]*888)[\w .]*Hand History for Game")
starts = _HEAD.match


def read(lines: Lines, line: int) -> Hand:
    """Read one hand of a site's text."""
    return read_bracketed(lines, line, SITE)
