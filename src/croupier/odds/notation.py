"""Ranges of hands as players write them, read into weighted sets of hands.

The grammar is in docs/reference/ranges.md: `,` joins, `:` keeps what is in both, `!` leaves out;
`AA:0.5`, `AA@50` and `50%(AA,KK)` weigh; `15%` is the best part of all hands; everything else is a
class (`AQs+`) or a pattern (`AA**`, see patterns.py).
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.cards import RANKS, SYMBOLS
from croupier.odds.hand_order import best_part
from croupier.odds.patterns import (
    ALL_RANKS,
    ALL_SUITS,
    MOST_CARDS,
    WHOLE,
    Masks,
    NotAPattern,
    Pattern,
    Slot,
    hands_of,
    read_pattern,
    shaped,
)
from croupier.refused import Refused

RANDOM = ("random", "any", "*")
ONE = 1_000_000  # a weight of one: weights are read to the millionth
NESTED_MOST = 30
_GIVEN_MOST = 40  # letters of a refused text that are repeated

_PERCENT = re.compile(
    r"(?:(?:top|best)\s*)?(\d+(?:\.\d+)?)\s*(?:%|(?=-\s*\d+(?:\.\d+)?\s*%))", re.IGNORECASE
)
_WEIGHT = re.compile(r"\s*(?::\s*(\d*\.\d+|[01](?![0-9.]))|@\s*(\d+(?:\.\d+)?)\s*%?)")
_SHAPE = re.compile(r"\$(ds|ss|r|np|op|tp)(?![A-Za-z])")
_WITHOUT = re.compile(r"\s*!\s*|\s+-\s+")
_BOTH = re.compile(r"\s*:\s*")
_GROUPED = re.compile(r"\([2-9TJQKAtjqka]{2,}\)")
_WORD = re.compile(  # up to a shape that follows at once, as in AA$ds
    r"(?:\[[^\]]*\]|\([2-9TJQKAtjqka]{2,}\)"
    r"|\$(?!(?:ds|ss|r|np|op|tp)(?![A-Za-z]))|[^\s,;:!@()\[\]$])+"
)
_CLASS = re.compile(r"([2-9TJQKA])([2-9TJQKA])([SO]?)", re.IGNORECASE)
_BESIDE = re.compile(r"([2-9TJQKA])[X*]([SO])", re.IGNORECASE)  # Axs, A*s: a suited ace
_ANY = re.compile(r"X(?![cdhswxyz])")  # with a suit behind it, it may mean several things
_APART = re.compile(
    r"\b((?:(?:10|[2-9TJQKA])[CDHS])+)\s+(?=(?:10|[2-9TJQKA])[CDHS])", re.IGNORECASE
)


class Hands(Struct, frozen=True):
    """A set of hands in ascending order, each with its weight in millionths."""

    masks: Masks
    parts: NDArray[np.int64]

    @classmethod
    def of(cls, masks: Masks) -> "Hands":
        """Hands that all have the weight one."""
        return cls(masks, np.full(len(masks), ONE, dtype=np.int64))

    def joined(self, other: "Hands") -> "Hands":
        """The hands of both; one that is in both has the weight it has in the other."""
        masks = np.concatenate([other.masks, self.masks])
        found, first = np.unique(masks, return_index=True)
        return Hands(found, np.concatenate([other.parts, self.parts])[first])

    def where(self, keep: NDArray[np.bool_]) -> "Hands":
        """Some of the hands."""
        return Hands(self.masks[keep], self.parts[keep])

    def weights(self) -> tuple[int, ...]:
        """Whole numbers in the ratio of the weights; none where all are the same."""
        if len(self.parts) == 0 or (self.parts == self.parts[0]).all():
            return ()
        return tuple((self.parts // np.gcd.reduce(self.parts)).tolist())


def refused(text: str, why: str) -> Refused:
    """A hand that cannot be, with the text that was given for it."""
    given = text if len(text) <= _GIVEN_MOST else text[:_GIVEN_MOST] + "..."
    return Refused("FIELD hands", f"{given!r} {why}")


def read_hands(text: str, size: int, deck: int = WHOLE) -> Hands:
    """Read a range of hands with this many cards.

    >>> len(read_hands("22+!77", 2).masks), len(read_hands("AA**", 4).masks)
    (72, 6961)
    """
    reader = _Reader(text, size, deck)
    found = reader.range()
    if reader.at < len(text):
        raise reader.fault("does not belong here", text[reader.at])
    found = found.where(found.parts > 0)
    if not len(found.masks):
        heavy = " (a weight is a decimal from 0 to 1, or a percent: AA:0.5, AA@50)"
        raise refused(text, f"contains no hand{heavy * bool(re.search(r':[0-9]', text))}")
    return found


def cards_named(text: str, size: int) -> int:
    """How many cards the first pattern of a range names.

    >>> cards_named("QQ/K,JJ/A", 7)
    3
    """
    found = _WORD.search(text)
    try:
        parts = found[0].split("/") if found else []
        return sum(len(read_pattern(_parted(part)[0], size).slots) for part in parts)
    except NotAPattern as fault:
        raise refused(text, f"is neither a hand nor a range: {fault.why}") from None


class _Reader:
    """Reads from left to right; each method reads what its name says and moves on behind it."""

    def __init__(self, text: str, size: int, deck: int) -> None:
        self.text, self.size, self.deck, self.at = text, size, deck, 0
        self.deep = 0  # groups and exclusions read so far

    def fault(self, why: str, part: str, at: int | None = None) -> Refused:
        """A refusal that names the part of the text, and where it stands when it is not all."""
        place = self.at if at is None else at
        if part.strip() == self.text.strip():
            return refused(part, why)
        return refused(part, f"(character {place + 1} of the range) {why}")

    def take(self, wanted: re.Pattern[str]) -> re.Match[str] | None:
        found = wanted.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def peek(self) -> str:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1
        return self.text[self.at : self.at + 1]

    # --- the grammar ---------------------------------------------------------------------------

    def range(self) -> Hands:
        found = self.term()
        while self.peek() in (",", ";") and self.peek():
            self.at += 1
            found = found.joined(self.term())
        return found

    def term(self) -> Hands:
        if self.peek() in ("", ",", ";", ")"):
            if not self.text.strip():
                raise refused(self.text, "is a range without hands")
            raise self.fault("has an empty part", self.text, 0)
        weight = self.leading_weight()
        found = self.weighed(self.factor(), weight)
        while self.at < len(self.text):
            start = self.at
            if given := self.take(_WEIGHT):
                share = Fraction(given[1]) if given[1] else Fraction(given[2]) / 100
                found = self.weighed(found, share, start)
            elif self.take(_WITHOUT):
                found = found.where(~np.isin(found.masks, self.factor().masks))
            elif self.take(_BOTH):
                found = found.where(np.isin(found.masks, self.factor().masks))
            elif shape := self.take(_SHAPE):
                found = found.where(shaped(shape[1], found.masks))
            else:
                break
        return found

    def leading_weight(self) -> Fraction:
        """`50%` before a hand is its weight; alone it is the best half of all hands."""
        start = self.at
        given = self.take(_PERCENT)
        if (
            given
            and given[0][0].isdigit()
            and self.peek() not in ("", ",", ";", ":", "!", ")", "@", "-")
        ):
            return Fraction(given[1]) / 100
        self.at = start
        return Fraction(1)

    def weighed(self, hands: Hands, weight: Fraction, at: int | None = None) -> Hands:
        if not 0 <= weight <= 1:
            raise self.fault("has a weight that is not from 0 to 1 (0% to 100%)", self.text, at)
        if weight == 1:
            return hands
        parts = hands.parts * weight.numerator
        if (parts % weight.denominator).any():
            raise self.fault("has a weight finer than a millionth", self.text, at)
        return Hands(hands.masks, parts // weight.denominator)

    def factor(self) -> Hands:
        start, next_one = self.at, self.peek()
        self.deep += next_one in ("!", "(")
        if self.deep > NESTED_MOST:
            raise self.fault(f"has more than {NESTED_MOST} groups or exclusions", self.text, 0)
        if next_one == "!":
            self.at += 1
            return Hands.of(self.all().masks[~np.isin(self.all().masks, self.factor().masks)])
        if given := self.take(_PERCENT):
            return self.top(start, given)
        if given := self.take(_SHAPE):
            return self.all().where(shaped(given[1], self.all().masks))
        if next_one == "(" and (self.size == 2 or not _GROUPED.match(self.text, self.at)):
            return self.group()
        start = self.at
        if word := self.take(_WORD):
            return self.word(word[0], start)
        raise self.fault("is neither a hand nor a range", self.text[start:] or self.text, start)

    def group(self) -> Hands:
        start = self.at
        self.at += 1
        found = self.range()
        if self.peek() != ")":
            raise self.fault("opens a parenthesis that nothing closes", self.text[start:], start)
        self.at += 1
        return found

    def all(self) -> Hands:
        if self.size > MOST_CARDS:
            why = f"asks for all hands of {self.size} cards, which are too many: list the cards"
            raise refused(self.text, why)
        return Hands.of(hands_of(Pattern(()), self.size, self.deck))

    def top(self, start: int, given: re.Match[str]) -> Hands:
        """`15%`, or `5%-15%`: what the second has and the first has not."""
        percents = [Fraction(given[1])]
        here = self.at
        if self.peek() == "-":
            self.at += 1
            self.peek()
            if other := self.take(_PERCENT):
                percents.append(Fraction(other[1]))
            else:
                self.at = here
        said = self.text[start : self.at].strip()
        if max(percents) > 100 or max(percents) == 0:
            raise self.fault("is not a share of all hands: write 0.5% to 100%", said, start)
        if self.size != 2 or self.deck != WHOLE:
            why = "is a part of all hands of hold'em, and this game has others: name the hands"
            raise self.fault(why, said, start)
        *less, most = sorted(percents)
        masks = best_part(most)
        if less:
            masks = np.setdiff1d(masks, best_part(less[0]))
        return Hands.of(masks)

    # --- classes and patterns ------------------------------------------------------------------

    def word(self, word: str, at: int) -> Hands:
        if word.lower() in RANDOM:
            return self.all()
        try:
            masks = [
                hands_of(pattern, self.size, self.deck) for pattern in _patterns(word, self.size)
            ]
        except NotAPattern as fault:
            if fault.at < 0:
                raise self.fault(fault.why, word, at) from None
            why = f"is neither a hand nor a range: {fault.why}"
            raise self.fault(why, word, at) from None
        return Hands.of(np.unique(np.concatenate(masks)))


def _patterns(word: str, size: int) -> Iterator[Pattern]:
    """What a word stands for; in stud the cards down and the cards up are two words."""
    if "/" not in word:
        yield from _row(word, size)
        return
    down, _, up = word.partition("/")
    for one, other in product(*(_row(side, len(_slots(side, size))) for side in (down, up))):
        yield Pattern((*one.slots, *other.slots))


def _slots(side: str, size: int) -> tuple[Slot, ...]:
    return read_pattern(_parted(side)[0], size).slots


def _row(word: str, size: int) -> Iterator[Pattern]:
    """One pattern, or a row of them with a plus or from one to another."""
    one, sign, other = _parted(word)
    if sign == "-" and not other:
        raise NotAPattern("names one end of a row: write both, as in 22-66", -1)
    first = _pattern(one, size)
    if not sign:
        yield first
        return
    ranks = first.ranks
    if ranks is None:
        raise NotAPattern("moves ranks that are not named: write 76s+, KQJT-7654", -1)
    if sign == "+":
        steps = _raised(ranks)
    else:
        second = _pattern(other, size)
        if second.ranks is None or second.moved(ranks) != first:
            raise NotAPattern(_KINDS, -1)
        steps = _between(ranks, second.ranks)
    for step in steps:
        yield first.moved(step)


_KINDS = "joins hands of different kinds: write 22-66, A2s-A5s, 76s-JTs"


def _parted(word: str) -> tuple[str, str, str]:
    """The word before a plus or a dash that stands outside brackets, the sign, and what follows."""
    outside = re.sub(r"\[[^\]]*\]", lambda found: "." * len(found[0]), word)
    if outside.endswith("+"):
        return word[:-1], "+", ""
    at = outside.find("-")
    return (word[:at], "-", word[at + 1 :]) if at > 0 else (word, "", "")


def _pattern(text: str, size: int) -> Pattern:
    """A class of two cards such as AQs, or a pattern."""
    if size == 2 and (found := _CLASS.fullmatch(text)):
        return _class(found)
    if size == 2 and (found := _BESIDE.fullmatch(text)):
        return _beside(found)
    if not text:
        raise NotAPattern("is neither a hand nor a range", -1)
    pattern = _with_any(text, size)
    named = len(pattern.slots)
    if named > size:
        raise NotAPattern(f"is {named} cards; a hand here is {size}, x for one not known", -1)
    bare = all(slot.cards.bit_count() == 1 for slot in pattern.slots)
    if named < size and bare and not pattern.shape:
        cards = f"{named} card" + "s" * (named != 1)
        raise NotAPattern(f"is {cards}; a hand here is {size}, x for one not known", -1)
    if size > MOST_CARDS and not bare:
        why = f"is a pattern, and hands of {size} cards are too many: list the cards"
        raise NotAPattern(why, -1)
    doubled = [slot for slot in pattern.slots if slot.cards.bit_count() == 1]
    if len(set(doubled)) != len(doubled):
        raise NotAPattern("names a card twice", -1)
    return pattern


def _with_any(text: str, size: int) -> Pattern:
    """A pattern; `X` fills a hand up with any cards."""
    try:
        return read_pattern(text, size)
    except NotAPattern:
        filled = _ANY.sub("*", text)
        if "X" in filled or "[" in text or len(read_pattern(filled, size).slots) != size:
            raise
        return read_pattern(filled, size)


def _class(found: re.Match[str]) -> Pattern:
    one, other = (1 << RANKS.index(rank.upper()) for rank in found.group(1, 2))
    kind = found[3].lower()
    if one == other and kind:
        raise NotAPattern("is a pair, which is neither suited nor offsuit", -1)
    letters = {"s": "xx", "o": "xy"}.get(kind, ("", ""))
    high, low = max(one, other), min(one, other)
    return Pattern((Slot(high, ALL_SUITS, "", letters[0]), Slot(low, ALL_SUITS, "", letters[1])))


def _beside(found: re.Match[str]) -> Pattern:
    """A rank and any other of its suit, or of another: Axs, Kxo."""
    rank, letter = 1 << RANKS.index(found[1].upper()), "x" if found[2].lower() == "s" else "y"
    return Pattern((Slot(rank, ALL_SUITS, "", "x"), Slot(ALL_RANKS ^ rank, ALL_SUITS, "", letter)))


def plain(text: str) -> str:
    """The text with letters for suits, and without spaces between the cards of a hand.

    >>> plain("A♠ K♠, as kd"), plain("AKs AQs")
    ('AsKs, askd', 'AKs AQs')
    """
    return _APART.sub(r"\1", text.translate(SYMBOLS))


def _raised(ranks: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """A plus: of two ranks the lower rises to just below the higher; else all rise, aces stay."""
    if len(ranks) == 2 and ranks[0] != ranks[1]:
        low, high = sorted(ranks)
        for rank in range(low, high):
            yield tuple(rank if one == low else one for one in ranks)
        return
    ceiling = 12 if 12 not in ranks or len(set(ranks)) == 1 else 11
    moving = [rank for rank in ranks if rank <= ceiling and (rank < 12 or ceiling == 12)]
    for step in range(ceiling - max(moving, default=ceiling) + 1):
        yield tuple(rank + step if rank in moving else rank for rank in ranks)


def _between(one: Sequence[int], other: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """From one to another: every rank stays, or climbs with the others that climb."""
    steps = {b - a for a, b in zip(one, other, strict=True)} - {0}
    if len(steps) > 1:
        raise NotAPattern(_KINDS, -1)
    far = steps.pop() if steps else 0
    for step in range(abs(far) + 1):
        move = step if far > 0 else -step
        yield tuple(a if a == b else a + move for a, b in zip(one, other, strict=True))
