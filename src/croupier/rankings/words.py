"""A hand in words, as a dealer calls it."""

from collections import Counter
from typing import NamedTuple

from croupier.rankings.families import Family
from croupier.rankings.reference import Reading

NAMES = (
    *("joker", "ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king", "ace"),
)


FIGURES = (*"?A23456789", "10", *"JQKA")
BRIEF = {
    "four-of-a-kind": "4 of a kind",
    "three-of-a-kind": "3 of a kind",
    "one pair": "a pair",
    "two pairs": "2 pair",
    "two jokers": "2 jokers",
    "three-card badugi": "3-card badugi",
    "two-card badugi": "2-card badugi",
}


class Called(NamedTuple):
    """The name of a hand in its parts."""

    category: str
    cards: str = ""  # that make it
    kickers: str = ""
    brief: str = ""  # the category where there is little room

    @property
    def words(self) -> str:
        """The whole name."""
        return ", ".join(filter(None, (self.category, self.cards, self.kickers)))

    @property
    def short(self) -> str:
        """The name without its kickers."""
        return ", ".join(filter(None, (self.category, self.cards)))


def called(family: Family, reading: Reading) -> Called:
    """Name a hand so that a player sees why it is what it is.

    >>> from croupier.cards import parse_cards
    >>> from croupier.rankings import families
    >>> from croupier.rankings.reference import read
    >>> high = families.ALL["high-5"]
    >>> called(high, read(high, parse_cards("KcKd9h9sAd"))).words
    'two pair, kings and nines, ace kicker'
    """
    category, ranks = reading.category, reading.ranks
    if category in ("royal flush", "two jokers"):
        return _named(category)
    if category in ("straight flush", "straight", "flush"):
        return _named(category, f"{NAMES[ranks[0]]} high")
    if "badugi" in family.categories:
        return _named("badugi" if category == "badugi" else f"{category} badugi", _joined(ranks))
    if category == family.nothing and family.wins == "lowest":
        figures = "-".join(FIGURES[rank] for rank in ranks[:2])
        return Called(f"{_joined(ranks[:2])} low", brief=f"{figures} low")
    if category == family.nothing:
        return _named("high card", _joined(ranks))
    groups = Counter(ranks)
    plurals = [plural(rank) for rank, count in groups.items() if count > 1]
    alone = tuple(rank for rank, count in groups.items() if count == 1)
    cards = (" over " if 3 in groups.values() else " and ").join(plurals)
    kickers = f"{_joined(alone)} kicker" + "s" * (len(alone) > 1) if alone else ""
    if category in ("one pair", "pair"):
        return Called(f"a pair of {cards}", "", kickers, BRIEF["one pair"])
    if category == "two pairs":
        return Called(category_words(category), cards, kickers, BRIEF[category])
    return _named(category, cards, kickers)


def category_words(category: str) -> str:
    """Name a category as poker players do.

    >>> category_words("two pairs"), category_words("flush")
    ('two pair', 'flush')
    """
    return "two pair" if category == "two pairs" else category


def _named(category: str, cards: str = "", kickers: str = "") -> Called:
    return Called(category, cards, kickers, BRIEF.get(category, category))


def _joined(ranks: tuple[int, ...]) -> str:
    return "-".join(NAMES[rank] for rank in ranks)


def plural(rank: int) -> str:
    """Name cards of a rank: 6 is "sixes"."""
    return NAMES[rank] + ("es" if NAMES[rank] == "six" else "s")
