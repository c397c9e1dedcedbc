"""Hands as people write them for a question of chances: known, partly known, unknown, ranges.

A hand is its cards, `??` for each that is not known. Hands of two cards may be a range in the usual
notation, `JJ+,AQs+,KTo`; where hands have more cards, a range is a list of hands.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations

from msgspec import Struct

from croupier.cards import DECK_52, RANKS, SUITS, UNKNOWN, Card, check_distinct, parse_cards, spell
from croupier.refused import Refused

RANDOM = ("random", "any", "*")
_CLASS = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)")
_PART = re.compile(rf"{_CLASS.pattern}(?:(\+)|-{_CLASS.pattern})?")
_GIVEN_MOST = 40  # letters of a refused text that are repeated


class Range(Struct, frozen=True, dict=True):
    """Any of these hands, all equally likely, each with so many cards still to come."""

    text: str
    hands: tuple[tuple[Card, ...], ...]
    missing: int

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that are known for certain: none of a range."""
        return self.hands[0] if len(self.hands) == 1 else ()

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The hands as the kernels know them; a range is read once and asked about often."""
        return tuple([mask_of(hand) for hand in self.hands])


def mask_of(cards: Sequence[Card]) -> int:
    """Cards as the sum of a bit for each.

    >>> mask_of(parse_cards("2c3c"))
    17
    """
    return sum([1 << card.number for card in cards])


@lru_cache(maxsize=256)
def read_range(text: str, size: int) -> Range:
    """Read what a player of a game with so many own cards may hold.

    >>> len(read_range("JJ+,AQs+,KTo", 2).hands)
    44
    >>> read_range("As??", 2)
    Range(text='As??', hands=((Card('As'),),), missing=1)
    """
    parts = [part.strip() for part in text.split(",")]
    if not all(parts):
        raise refused(text, "is a range without hands" if not text.strip() else "has an empty part")
    found: dict[frozenset[Card], tuple[Card, ...]] = {}
    for part in parts:
        for hand in _hands(part, size):
            found.setdefault(frozenset(hand), hand)
    hands = tuple(found.values())
    if len({len(hand) for hand in hands}) > 1:
        if size > 2:
            raise refused(text, "is a range of which some hands name more cards than others")
        hands = _whole(hands)
    return Range(text, hands, size - len(hands[0]))


def read_known(text: str, most: int) -> tuple[Card, ...]:
    """The known ones of up to so many cards, `??` being none.

    >>> read_known("As??", 2)
    (Card('As'),)
    """
    cards = parse_cards(text)
    known = tuple(card for card in cards if card is not UNKNOWN)
    if len(cards) > most:
        raise refused(text, f"is {count(cards)}, where there are {most}")
    for card in known:
        if card not in DECK_52:
            raise Refused("FIELD hands", f"{card.value} is not in this game's deck")
    check_distinct(known)
    return known


def count(cards: Sequence[Card]) -> str:
    """So many cards, in words.

    >>> count(parse_cards("As"))
    '1 card'
    """
    return f"{len(cards)} card" + "s" * (len(cards) != 1)


def refused(text: str, why: str) -> Refused:
    """A hand that cannot be, with the text that was given for it."""
    given = text if len(text) <= _GIVEN_MOST else text[:_GIVEN_MOST] + "..."
    return Refused("FIELD hands", f"{given!r} {why}")


def _hands(part: str, size: int) -> Iterator[tuple[Card, ...]]:
    if part.lower() in RANDOM:
        yield ()
        return
    if size == 2 and (found := _PART.fullmatch(part)):
        yield from _classes(part, found)
        return
    try:
        cards = parse_cards(part)
    except Refused:
        raise refused(part, "is neither a hand nor a range") from None
    if len(cards) != size:
        raise refused(part, f"is {count(cards)}; a hand here is {size}, ?? for one not known")
    yield read_known(part, size)


def _classes(part: str, found: re.Match[str]) -> Iterator[tuple[Card, ...]]:
    """A class such as AQs, all above it with a plus, or all from one to another."""
    one, other, suited, plus, *last = found.groups()
    high, low = _ranks(part, one, other, suited)
    if last[0] is not None:
        to_high, to_low = _ranks(part, *last)
        if last[2] != suited or (high - low != to_high - to_low and high != to_high):
            raise refused(part, "joins hands of different kinds: write 22-66, A2s-A5s, 76s-JTs")
        steps = _between((high, low), (to_high, to_low))
    elif plus:
        steps = [(rank, rank) for rank in range(high, 13)] if high == low else []
        steps = steps or [(high, rank) for rank in range(low, high)]
    else:
        steps = [(high, low)]
    for pair in steps:
        yield from _combinations(*pair, suited)


def _ranks(part: str, one: str, other: str, suited: str) -> tuple[int, int]:
    low, high = sorted((RANKS.index(one), RANKS.index(other)))
    if low == high and suited:
        raise refused(part, "is a pair, which is neither suited nor offsuit")
    return high, low


def _between(one: tuple[int, int], other: tuple[int, int]) -> list[tuple[int, int]]:
    first, last = sorted((one, other))
    steps = last[1] - first[1]
    up = 0 if first[0] == last[0] else 1  # the same high card, or both cards rise together
    return [(first[0] + up * step, first[1] + step) for step in range(steps + 1)]


def _combinations(high: int, low: int, suited: str) -> Iterator[tuple[Card, ...]]:
    if high == low:
        of_rank = [Card(RANKS[high] + suit) for suit in reversed(SUITS)]
        yield from combinations(of_rank, 2)
        return
    for one in reversed(SUITS):
        for other in reversed(SUITS):
            if not suited or (one == other) == (suited == "s"):
                yield Card(RANKS[high] + one), Card(RANKS[low] + other)


def _whole(hands: tuple[tuple[Card, ...], ...]) -> tuple[tuple[Card, ...], ...]:
    """Hands of two with every card that may be the unknown one; a range is a set of hands."""
    found: dict[frozenset[Card], tuple[Card, ...]] = {}
    for hand in hands:
        for more in combinations([card for card in DECK_52 if card not in hand], 2 - len(hand)):
            found.setdefault(frozenset(hand + more), hand + more)
    return tuple(found.values())


def describe(given: Range) -> str:
    """The hand or the range as it was asked, cards known and unknown.

    >>> describe(read_range("random", 2))
    '????'
    """
    if len(given.hands) > 1:
        return given.text
    return spell(given.hands[0]) + "??" * given.missing
