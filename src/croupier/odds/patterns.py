"""Hands written as a pattern of cards: `AA**`, `AxKxQyJy`, `(AK)(QJ)`, `[A-T][A-T]`, `RRON`.

A pattern is a row of slots, each a set of cards; letters for ranks and suits tie slots together. A
hand fits when its cards can fill the slots, in any order, and its other cards are free. Hands are
found by looking through all that the deck holds.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import comb, perm

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.cards import RANKS, SUITS

Masks = NDArray[np.uint64]  # hands as sums of a bit for each card, in ascending order

WHOLE = (1 << 52) - 1
OF_OMAHA = 4  # cards or more can be double-suited
MOST_CARDS = 5  # of a pattern: all hands of six are twenty million
SUIT_LETTERS = "wxyz"
RANK_LETTERS = "RONP"  # a rank, another, a third, a fourth
CLASSES = {
    "B": "AKQJ",
    "M": "T987",
    "Z": "65432",
    "L": "A8765432",
    "F": "KQJ",
    "R": "AKQJT",
    "W": "A5432",
    "N": "KQJT9",
}
LOOKS_MOST = 30_000_000  # hands times ways to lay their cards: seconds
ALL_RANKS, ALL_SUITS = (1 << 13) - 1, 15

_RANK = "[2-9TJQKAtjqka]"
_CARD = re.compile(
    rf"""(?P<any>\*(?![cdhswxyz])|\?\?)
    |(?P<rank>{_RANK}|10|[{RANK_LETTERS}]|\*|\$[BMZLFRWN]|\[[^\]]*\])(?P<suit>[cdhswxyz]|\[[cdhs](?:,[cdhs])+\])?
    |(?P<alone>[cdhswxyz])
    |\((?P<group>{_RANK}{{2,}})\)""",
    re.VERBOSE,
)
_SUITS_IN_ORDER = re.compile(r"\[([cdhswxyz]+)\]")
_WORDS = re.compile(r"\[(ds|ss|r)\]")
_SPOKEN = re.compile(rf"((?:{_RANK}|10|x|\*|\[[^\]]*\])*)(ds|ss|r)")  # AAds, JT98ss, JT98r
_FILLED = re.compile(rf"((?:(?:{_RANK}|10)[cdhs]?)+)(xx+)")  # AAxx, AsAhxx
_SPAN = re.compile(rf"({_RANK})-({_RANK})|({_RANK})([+-])")


class Slot(Struct, frozen=True):
    """A card of a pattern: the ranks and suits it may have, and the letters that tie it."""

    ranks: int = ALL_RANKS
    suits: int = ALL_SUITS
    rank_letter: str = ""
    suit_letter: str = ""

    @property
    def free(self) -> bool:
        """Whether any card fits this slot of a pattern of hands."""
        return self == Slot()

    @property
    def cards(self) -> int:
        """All cards that fit this slot of a pattern of hands."""
        return sum(
            1 << 4 * rank + suit
            for rank in range(13)
            for suit in range(4)
            if self.ranks >> rank & self.suits >> suit & 1
        )


class Pattern(Struct, frozen=True):
    """The slots of a hand, and the shape asked for behind it (`ds`, `ss`, `r`)."""

    slots: tuple[Slot, ...]
    shape: str = ""

    @property
    def ranks(self) -> tuple[int, ...] | None:
        """The rank of every slot that is not free, where each has just one; else nothing."""
        named = [slot.ranks for slot in self.slots if not slot.free]
        if any(ranks.bit_count() != 1 for ranks in named):
            return None
        return tuple(ranks.bit_length() - 1 for ranks in named)

    def moved(self, ranks: Sequence[int]) -> "Pattern":
        """The same pattern with other ranks in the slots that are not free."""
        left = iter(ranks)
        slots = tuple(
            slot if slot.free else Slot(1 << next(left), slot.suits, "", slot.suit_letter)
            for slot in self.slots
        )
        return Pattern(slots, self.shape)


class NotAPattern(Exception):
    """A text that is no pattern: why, and at which letter of it."""

    def __init__(self, why: str, at: int) -> None:
        super().__init__(why)
        self.why, self.at = why, at


# --- reading -----------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def read_pattern(text: str, size: int) -> Pattern:
    """Read a pattern of a game whose hands have this many cards.

    >>> [slot.suit_letter for slot in read_pattern("AxKxQJ", 4).slots]
    ['x', 'x', '', '']
    """
    body, shape, suits = _ending(text, size)
    if (found := _FILLED.fullmatch(body)) and _count(body) == size:
        body = found[1] + "*" * len(found[2])  # any two cards beside the aces
    slots: list[Slot] = []
    at = groups = 0
    while at < len(body):
        found = _CARD.match(body, at)
        if found is None:
            raise NotAPattern(f"{body[at]!r} is not a card", at)
        if group := found["group"]:
            groups += 1
            slots += [Slot(_ranks(rank, at), suit_letter=f"({groups}") for rank in group]
        else:
            slots.append(_slot(found, at))
        at = found.end()
    if suits:
        if len(suits) != len(slots):
            why = f"[{suits}] names {len(suits)} suits of {len(slots)} cards"
            raise NotAPattern(why, len(body))
        slots = [_of_suit(slot, suit) for slot, suit in zip(slots, suits, strict=True)]
    return Pattern(tuple(slots), shape)


def _count(body: str) -> int:
    """How many cards a pattern names where every letter that is no suit is one."""
    return len(re.findall(rf"{_RANK}|10|x|\*|\[[^\]]*\]", body))


def _ending(text: str, size: int) -> tuple[str, str, str]:
    """The pattern without what stands behind it: a shape, or the suits of its cards in order.

    `AAss` is the ace of spades with another spade: only of a whole hand `ss` is the shape.
    """
    if size >= OF_OMAHA and (spoken := _SPOKEN.fullmatch(text)):
        body, word = spoken.groups()
        if word != "ss" or _count(body) == size:
            return body, word, ""
    if (found := _SUITS_IN_ORDER.search(text)) and found.end() == len(text):
        body = text[: found.start()]
        word = _WORDS.fullmatch(found[0])
        if word and len([*_CARD.finditer(body)]) != len(word[1]):
            return body, word[1], ""
        return body, "", found[1]
    return text, "", ""


def _slot(found: re.Match[str], at: int) -> Slot:
    if found["any"]:
        return Slot()
    if found["alone"]:
        return _of_suit(Slot(), found["alone"])
    rank, suit = found["rank"], found["suit"]
    if rank in RANK_LETTERS:
        slot = Slot(rank_letter=rank)
    else:
        slot = Slot(ALL_RANKS if rank == "*" else _ranks(rank, at))
    return _of_suit(slot, suit) if suit else slot


def _of_suit(slot: Slot, suit: str) -> Slot:
    if suit in SUIT_LETTERS:
        return Slot(slot.ranks, slot.suits, slot.rank_letter, suit)
    suits = sum({1 << SUITS.index(one) for one in suit.strip("[]").split(",")})
    return Slot(slot.ranks, suits, slot.rank_letter, slot.suit_letter)


def _ranks(text: str, at: int) -> int:
    """A rank, or the ranks of a list, a span or a class, as a bit for each."""
    if text == "10":
        text = "T"
    if text.startswith("$"):
        return _bits(CLASSES[text[1]])
    if not text.startswith("["):
        return _bits(text)
    found = 0
    for part in re.findall(r"[^,\s]+", text[1:-1].replace("10", "T")):
        if span := _SPAN.fullmatch(part):
            found |= _span(*span.groups())
        elif re.fullmatch(f"{_RANK}+", part):
            found |= _bits(part)
        else:
            raise NotAPattern(f"{part[:12]!r} is not a rank: write [AKQ], [A-T], [T+] or [9-]", at)
    if not found:
        raise NotAPattern("[] names no rank", at)
    return found


def _bits(ranks: str) -> int:
    return sum({1 << RANKS.index(rank) for rank in ranks.upper()})


def _span(one: str | None, other: str | None, start: str | None, sign: str | None) -> int:
    if start:
        ends = (RANKS.index(start.upper()), 12 if sign == "+" else 0)
    else:
        ends = (RANKS.index((one or "").upper()), RANKS.index((other or "").upper()))
    return sum(1 << rank for rank in range(min(ends), max(ends) + 1))


# --- finding the hands -------------------------------------------------------------------------


@lru_cache(maxsize=8)
def all_hands(size: int) -> Masks:
    """Every hand of this many cards, in ascending order.

    >>> len(all_hands(2)), len(all_hands(4))
    (1326, 270725)
    """
    if size == 0:
        return np.zeros(1, dtype=np.uint64)
    fewer = all_hands(size - 1)  # those without card 20 and higher come before all others
    parts = [fewer[: comb(top, size - 1)] | np.uint64(1 << top) for top in range(52)]
    return np.concatenate(parts)


def hands_of(pattern: Pattern, size: int, deck: int = WHOLE) -> Masks:
    """The hands of this many cards that fit a pattern."""
    named = [slot for slot in pattern.slots if not slot.free]
    if len(named) == size and all(slot.cards.bit_count() == 1 for slot in named):
        found = np.array([sum(slot.cards for slot in named)], dtype=np.uint64)
        return found if len(set(named)) == size else found[:0]
    hands = all_hands(size)
    if deck != WHOLE:
        hands = hands[(hands & np.uint64(WHOLE & ~deck)) == 0]
    for cards, least in _needed(named).items():
        hands = hands[np.bitwise_count(hands & np.uint64(cards)) >= least]
    if any(slot.rank_letter or slot.suit_letter for slot in named):
        if len(hands) * perm(size, len(named)) > LOOKS_MOST:
            raise NotAPattern("fits too many hands to look through: name more cards", -1)
        hands = hands[_tied(named, hands, size)]
    if pattern.shape:
        hands = hands[shaped(pattern.shape, hands)]
    return hands


def _needed(slots: Sequence[Slot]) -> dict[int, int]:
    """How many cards of which sets a hand must hold so that every slot can have one of its own.

    That is enough: slots can be filled exactly when any few of them have as many cards to choose
    from as they are (Hall's theorem).
    """
    least: dict[int, int] = {}
    for count in range(1, len(slots) + 1):
        for some in combinations(slots, count):
            union = 0
            for slot in some:
                union |= slot.cards
            least[union] = max(count, least.get(union, 0))
    least.pop(WHOLE, None)
    return least


def _tied(slots: Sequence[Slot], hands: Masks, size: int) -> NDArray[np.bool_]:
    """Which hands can fill the slots so that equal letters agree and different ones differ."""
    cards = _cards(hands, size)
    ranks, suits = cards >> 2, cards & 3
    named = sum({slot.ranks for slot in slots if slot.ranks.bit_count() == 1})
    named_ranks = np.array([bool(named >> rank & 1) for rank in range(13)])
    fits = np.zeros(len(hands), dtype=np.bool_)
    for order in _orders(slots, size):
        good = np.ones(len(hands), dtype=np.bool_)
        for slot, place in zip(slots, order, strict=True):
            if not slot.free:
                allowed = np.array([bool(slot.cards >> card & 1) for card in range(52)])
                good &= allowed[cards[:, place]]
            if slot.rank_letter:
                good &= ~named_ranks[ranks[:, place]]
        for (one, at), (other, to) in combinations(zip(slots, order, strict=True), 2):
            if one.rank_letter and other.rank_letter:
                same = ranks[:, at] == ranks[:, to]
                good &= same if one.rank_letter == other.rank_letter else ~same
            if one.suit_letter and other.suit_letter:
                same = suits[:, at] == suits[:, to]
                good &= same if one.suit_letter == other.suit_letter else ~same
        fits |= good
    return fits


def _orders(slots: Sequence[Slot], size: int) -> Iterator[tuple[int, ...]]:
    """All ways to put cards into slots; slots that are alike take theirs in ascending order."""
    alike = [(a, b) for a, b in combinations(range(len(slots)), 2) if slots[a] == slots[b]]
    for order in permutations(range(size), len(slots)):
        if all(order[a] < order[b] for a, b in alike):
            yield order


def _cards(hands: Masks, size: int) -> NDArray[np.int64]:
    """The cards of each hand, lowest first."""
    columns = []
    for _ in range(size):
        lowest = hands & (~hands + np.uint64(1))
        columns.append(np.bitwise_count(lowest - np.uint64(1)).astype(np.int64))
        hands = hands ^ lowest
    return np.stack(columns, axis=1)


def shaped(shape: str, hands: Masks) -> NDArray[np.bool_]:
    """Which hands have a shape of suits (`ds`, `ss`, `r`) or of ranks (`np`, `op`, `tp`)."""
    ones = np.uint64(0x1111111111111)
    suits = [np.bitwise_count(hands >> np.uint64(suit) & ones) for suit in range(4)]
    if shape in ("ds", "ss", "r"):
        suited = sum((count >= 2).astype(np.int64) for count in suits)
        return np.asarray(suited == {"r": 0, "ss": 1, "ds": 2}[shape])
    ranks = [np.bitwise_count(hands >> np.uint64(4 * rank) & np.uint64(15)) for rank in range(13)]
    pairs = sum((count == 2).astype(np.int64) for count in ranks)
    more = sum((count >= 3).astype(np.int64) for count in ranks)
    return np.asarray((pairs == {"np": 0, "op": 1, "tp": 2}[shape]) & (more == 0))
