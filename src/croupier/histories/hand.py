"""A hand that was played elsewhere: what every reader makes, and what the replayer plays."""

from collections.abc import Sequence
from typing import NamedTuple

from croupier.histories.about import About
from croupier.histories.history import History


class Hand(NamedTuple):
    """A record, where it comes from, and where each of its actions stands in its source."""

    name: str  # the hand's number, or its key in the file
    record: History
    about: About = About()
    places: Sequence[str | int] = ()  # a number is a line; a text is printed as it is
    line: int = 0  # where the hand begins
