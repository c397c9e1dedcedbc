"""A hand in words, as a dealer calls it."""

from collections import Counter

from croupier.rankings.families import Family
from croupier.rankings.reference import Reading

NAMES = (
    *("joker", "ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king", "ace"),
)


def describe(family: Family, reading: Reading) -> str:
    """Name a hand so that a player sees why it is what it is.

    >>> from croupier.cards import parse_cards
    >>> from croupier.rankings import families
    >>> from croupier.rankings.reference import read
    >>> high = families.ALL["high-5"]
    >>> describe(high, read(high, parse_cards("KcKd9h9sAd")))
    'two pairs, kings and nines, ace kicker'
    """
    category, ranks = reading.category, reading.ranks
    if category in ("royal flush", "two jokers"):
        return category
    if category in ("straight flush", "straight", "flush"):
        return f"{category}, {NAMES[ranks[0]]} high"
    if "badugi" in family.categories:
        hand = "badugi" if category == "badugi" else f"{category} badugi"
        return f"{hand}, {_joined(ranks)}"
    if category == family.nothing:
        lowball = family.wins == "lowest"
        return f"{_joined(ranks[:2])} low" if lowball else f"high card, {_joined(ranks)}"
    return f"{category}, {_grouped(ranks)}"


def _grouped(ranks: tuple[int, ...]) -> str:
    groups = Counter(ranks)
    plurals = [plural(rank) for rank, count in groups.items() if count > 1]
    kickers = tuple(rank for rank, count in groups.items() if count == 1)
    text = (" over " if 3 in groups.values() else " and ").join(plurals)
    if kickers:
        text += f", {_joined(kickers)} kicker" + "s" * (len(kickers) > 1)
    return text


def _joined(ranks: tuple[int, ...]) -> str:
    return "-".join(NAMES[rank] for rank in ranks)


def plural(rank: int) -> str:
    """Name cards of a rank: 6 is "sixes"."""
    return NAMES[rank] + ("es" if NAMES[rank] == "six" else "s")
