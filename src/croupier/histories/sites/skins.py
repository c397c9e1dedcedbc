"""Rooms and converters that write PokerStars' words under a name of their own."""

import re

from croupier.histories.hand import Hand
from croupier.histories.sites import pokerstars
from croupier.histories.sites.texts import Lines, found

NAME = "like-pokerstars"
_HEAD = re.compile(r"\ufeff?(?P<site>[A-Z][\w.]*(?: [\w.]+){0,3}) (?:Hand|Game) #\w[\w-]*: ")
starts = _HEAD.match


def read(lines: Lines, line: int) -> Hand:
    """Read one hand of a room that writes like PokerStars."""
    site = found(_HEAD, lines[0], "the room")["site"]
    return pokerstars.read(lines, line, site=site)
