"""What all text formats share: cards in brackets, and hands cut out of a stream of lines."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache

from croupier.cards import UNKNOWN, Card
from croupier.refused import Refused

LINES_MOST = 4_000  # of one hand
LINE_MOST = 2_000  # characters that can matter

Lines = list[str]
_TENS = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s", ",": " ", "-": " "})
_RANKS = {"E": "A", "R": "K", "H": "K", "D": "Q", "KN": "J", "V": "J", "B": "J"}  # other languages
_GLUED = re.compile(r"(?<=[2-9TJQKA][cdhs])(?=[2-9TJQKA][cdhs])")  # a board like [2s3d 8c]
_HIDDEN = {"x", "xx", "??", "*", "**", "?"}


@lru_cache(1 << 15)
def cards_in(text: str) -> tuple[Card, ...]:
    """Read the cards between two brackets, as sites write them.

    >>> cards_in("As 10d X")
    (Card('As'), Card('Td'), Card('??'))
    """
    words = _GLUED.sub(" ", text.translate(_TENS)).split()
    return tuple(_card(word) for word in words)


@lru_cache(1 << 10)
def _card(word: str) -> Card:
    if word.lower() in _HIDDEN:
        return UNKNOWN
    word = word.replace("10", "T")
    for text in (word, word[::-1]):
        if len(text) == 2 and (text[0].upper() + text[1].lower()) in Card._value2member_map_:
            return Card(text[0].upper() + text[1].lower())
    rank, suit = _RANKS.get(word[:-1].upper(), ""), word[-1:].lower()
    if rank and suit in "cdhs":
        return Card(rank + suit)
    raise Refused("FIELD cards", f"{word[:12]!r} is not a card")


def hands_in(lines: Iterable[str], starts: Callable[[str], object]) -> Iterator[tuple[int, Lines]]:
    """Cut a stream of lines into hands, each with the number of its first line."""
    hand: Lines = []
    begins = 0
    for number, line in enumerate(lines, 1):
        if starts(line):
            if hand:
                yield begins, hand
            hand, begins = [], number
        if begins:
            hand.append(line)
            if len(hand) > LINES_MOST:
                yield begins, hand
                hand, begins = [], 0
    if hand:
        yield begins, hand


def found(pattern: re.Pattern[str], text: str, what: str) -> re.Match[str]:
    """A match in a site's text, or a refusal that says what is missing."""
    match = pattern.search(text)
    if match is None:
        raise Refused("FIELD heading", f"the line does not state {what}: {text[:60]!r}")
    return match


def spoken(
    text: str, verbs: re.Pattern[str], names: Collection[str]
) -> tuple[str, str, str] | None:
    """The player, the verb and the rest of a line without a colon.

    A name may hold a verb itself: of several names that fit, the longest is meant.
    """
    said = None
    match = verbs.search(text)
    while match is not None:
        name = text[: match.start()]
        if name in names:
            said = name, match[1], text[match.end() :]
            if not any(other.startswith(f"{name} ") for other in names):
                break
        match = verbs.search(text, match.start() + 1)
    return said
