"""The ranking families as data: hand size, card order, and categories from best to worst.

Two of them are written out below word for word as POKER 3(b) and 3(c) list them; the low families
follow by inversion (POKER 3(f)), with or without straights and flushes.
"""

from functools import cached_property
from typing import Literal

from msgspec import Struct

from croupier.cards import DECK_52, DECK_54, Card
from croupier.rankings.qualifiers import EIGHT_OR_BETTER, SIX_OR_BETTER, Unpaired


class Family(Struct, frozen=True, dict=True, cache_hash=True):
    """How hands of one kind are ranked.

    >>> ALL["high-3"].categories[2:5]
    ('three-of-a-kind', 'straight', 'flush')
    """

    key: str
    clause: str
    size: int
    ace: Literal["high", "low", "either"]  # "either": low only to complete the lowest straight
    wins: Literal["highest", "lowest"]
    categories: tuple[str, ...]  # best first; what is not listed does not count
    qualifier: Unpaired | None = None
    lowest: int = 2  # the lowest rank of the deck: 6 in short deck
    last_flush: tuple[int, ...] = ()  # card ranks of a flush that is below every other one

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """The cards such hands are made of."""
        if "two jokers" in self.categories:
            return DECK_54
        return tuple(card for card in DECK_52 if card.rank + 2 >= self.lowest)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards may play, most first: a badugi hand may play fewer than it holds."""
        if "badugi" in self.categories:
            return tuple(range(self.size, 0, -1))
        return (self.size,)

    @property
    def suit_rule(self) -> Literal["ignored", "better", "worse", "different", "jokers"]:
        """How suits count: what one suit makes of a hand, or another way to look at it.

        >>> ALL["low-27"].suit_rule
        'worse'
        """
        if "badugi" in self.categories:
            return "different"
        if "two jokers" in self.categories:
            return "jokers"
        if "flush" not in self.categories:
            return "ignored"
        return "better" if self.wins == "highest" else "worse"

    @property
    def nothing(self) -> str:
        """The category of cards that form no group, straight or flush."""
        return "no pair" if "no pair" in self.categories else "high card"


HIGH_5_CATEGORIES = (  # POKER 3(b)
    "royal flush",
    "straight flush",
    "four-of-a-kind",
    "full house",
    "flush",
    "straight",
    "three-of-a-kind",
    "two pairs",
    "one pair",
    "high card",
)
HIGH_3_CATEGORIES = (  # POKER 3(c): three of a kind, then the straight, then the flush
    "royal flush",
    "straight flush",
    "three-of-a-kind",
    "straight",
    "flush",
    "one pair",
    "high card",
)
LOW_5_CATEGORIES = (  # POKER 3(f): 3(b) inverted, straights and flushes not considered
    "no pair",
    "one pair",
    "two pairs",
    "three-of-a-kind",
    "full house",
    "four-of-a-kind",
)
LOW_3_CATEGORIES = ("no pair", "one pair", "three-of-a-kind")  # 3(c) inverted likewise
LOW_27_CATEGORIES = HIGH_5_CATEGORIES[::-1]  # POKER 21(j)(3)(iii): everything counts against
BADUGI_CATEGORIES = ("badugi", "three-card", "two-card", "one-card")  # POKER 22(j)(1)-(4)
JOKER_2_CATEGORIES = (  # TCJ 5(b)
    "two jokers",
    "royal flush",
    "straight flush",
    "straight",
    "pair",
    "flush",
    "high card",
)

_FAMILIES = (
    Family("high-5", "POKER 3(b)", 5, "either", "highest", HIGH_5_CATEGORIES),
    Family("high-3", "POKER 3(c)", 3, "either", "highest", HIGH_3_CATEGORIES),
    Family("low-a5", "POKER 3(e)-(f)", 5, "low", "lowest", LOW_5_CATEGORIES),
    Family("low-a5-3", "POKER 3(e)-(f)", 3, "low", "lowest", LOW_3_CATEGORIES),
    Family("low-8", "POKER 9(j)", 5, "low", "lowest", LOW_5_CATEGORIES, EIGHT_OR_BETTER),
    Family("low-6", "POKER 13a(k)", 3, "low", "lowest", LOW_3_CATEGORIES, SIX_OR_BETTER),
    Family("low-27", "POKER 21(j)(3)", 5, "high", "lowest", LOW_27_CATEGORIES),
    Family("badugi", "POKER 22(j)", 4, "low", "lowest", BADUGI_CATEGORIES),
    Family("badugi-27", "POKER 21(k)(1)", 4, "high", "lowest", BADUGI_CATEGORIES),
    Family("joker-2", "TCJ 5", 2, "either", "highest", JOKER_2_CATEGORIES),
    Family(  # as 5(b)(6) is printed: "an ace and a three being the lowest ranking flush"
        "joker-2-a3", "TCJ 5(b)(6)", 2, "either", "highest", JOKER_2_CATEGORIES, last_flush=(12, 1)
    ),
)
ALL: dict[str, Family] = {family.key: family for family in _FAMILIES}
