"""The evaluator that reads like POKER 3: slow, and the truth.

A hand is *read* (category, cards in reading order, the rank each counts as), its reading is *rated*
(a tuple, larger is better), and the best hand is the best rating over every allowed selection.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from croupier.cards import DECK_52, DECK_54, Card
from croupier.rankings.families import Family
from croupier.rankings.picks import AnyOf, Cards, Pick

ACE = 14
JOKER = 0
Rating = tuple[int, ...]

SHAPES = {  # how many cards each card shares its rank with, itself included, in reading order
    (4, 4, 4, 4, 1): "four-of-a-kind",
    (3, 3, 3, 2, 2): "full house",
    (3, 3, 3, 1, 1): "three-of-a-kind",
    (2, 2, 2, 2, 1): "two pairs",
    (2, 2, 1, 1, 1): "one pair",
    (3, 3, 3): "three-of-a-kind",
    (2, 2, 1): "one pair",
    (2, 2): "pair",
}


class Reading(NamedTuple):
    """What a hand is, card by card in the order one reads it."""

    category: str
    cards: Cards
    ranks: tuple[int, ...]


def read(family: Family, cards: Cards) -> Reading | None:
    """Read exactly a hand's cards; None when they do not make a hand of this family.

    >>> from croupier.cards import parse_cards
    >>> from croupier.rankings import families
    >>> read(families.ALL["high-5"], parse_cards("2c2dKhKsKd")).category
    'full house'
    """
    ranks = _ranks(family, cards)
    if family.qualifier and not family.qualifier.admits(ranks):
        return None
    pairs = zip(ranks, cards, strict=True)
    held = sorted(
        [(ranks.count(rank), rank, card.suit, card) for rank, card in pairs], reverse=True
    )
    cards, ranks = tuple([card for *_, card in held]), tuple([rank for _, rank, *_ in held])
    category = _category(family, cards, ranks, groups=tuple([count for count, *_ in held]))
    return Reading(category, cards, ranks) if category else None


def rate(family: Family, cards: Cards) -> Rating | None:
    """Rate exactly a hand's cards: larger is better, equal is a tie, None does not qualify."""
    reading = read(family, cards)
    if reading is None:
        return None
    place = len(family.categories) - family.categories.index(reading.category)
    held = {rank - 2 for rank in reading.ranks}
    if reading.category == "flush" and held == set(family.last_flush):
        return (place, 0)
    if family.wins == "highest":
        return (place, *reading.ranks)
    return (place, *(-rank for rank in reading.ranks))  # from the worst card down (21(j)(1), A-11)


def hands(family: Family, own: Cards, board: Cards, pick: Pick) -> Iterator[Cards]:
    """Every set of cards that may play; of a badugi selection also every part of it, once."""
    if len(family.sizes) == 1:
        yield from pick.selections(own, board)
        return
    for size in family.sizes:
        chosen = (part for held in pick.selections(own, board) for part in combinations(held, size))
        yield from {frozenset(part): part for part in chosen}.values()


def strength(family: Family, cards: Cards) -> int:
    """Where the best hand stands among all hands of the family: 1 is the worst, 0 is none.

    >>> from croupier.cards import parse_cards
    >>> from croupier.rankings import families
    >>> strength(families.ALL["high-5"], parse_cards("AsKsQsJsTs"))
    7462
    """
    return strength_of(family, cards, (), AnyOf(family.size))


def strength_of(family: Family, own: Cards, board: Cards, pick: Pick) -> int:
    """The strength of the best hand that a pick allows."""
    ratings = (rate(family, hand) for hand in hands(family, own, board, pick))
    best = max((rating for rating in ratings if rating), default=None)
    return bisect_left(ladder(family), best) + 1 if best else 0


def showing(cards: Iterable[Card]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Rate up-cards by rank groups, then by high cards; nothing else counts yet (A-32).

    >>> from croupier.cards import parse_cards
    >>> showing(parse_cards("4c4d")) > showing(parse_cards("AsKs"))
    True
    """
    groups = Counter(card.rank + 2 for card in cards)
    ranks = sorted(groups, key=lambda rank: (groups[rank], rank), reverse=True)
    return tuple(groups[rank] for rank in ranks if groups[rank] > 1), tuple(ranks)


@lru_cache
def ladder(family: Family) -> tuple[Rating, ...]:
    """Every rating the family knows, worst first.

    >>> from croupier.rankings import families
    >>> len(ladder(families.ALL["high-5"])), len(ladder(families.ALL["low-8"]))
    (7462, 56)
    """
    ratings = (rate(family, hand) for hand in specimens(family))
    return tuple(sorted({rating for rating in ratings if rating}))


def specimens(family: Family) -> Iterator[Cards]:
    """Hands enough that every class has one: suits matter only by being all alike or not."""
    if family.deck is DECK_54:
        yield from combinations(DECK_54, family.size)
        return
    for size in family.sizes:
        held = range(family.lowest - 2, 13)
        for ranks in combinations_with_replacement(held, size):
            if len(set(ranks)) > 1 or size <= 4:  # no rank has five cards
                yield tuple(DECK_52[4 * rank + at % 4] for at, rank in enumerate(ranks))
        for ranks in combinations(held, size):
            yield tuple(DECK_52[4 * rank] for rank in ranks)


def _ranks(family: Family, cards: Cards) -> tuple[int, ...]:
    """The rank each card counts as (POKER 3(a), 3(e), 21(j)); a joker pairs (TCJ 5(a))."""
    ranks = tuple(card.rank + 2 if card.rank >= 0 else JOKER for card in cards)
    if JOKER in ranks:
        return (max(ranks),) * len(ranks)
    if ACE not in ranks:
        return ranks
    lowest, beside = family.lowest, family.lowest + len(cards) - 1
    lowest_straight = {ACE, *range(lowest, beside)}  # A-2-3-4-5, A-2-3 or A-2; A-6-7-8-9
    if family.ace == "low" or (family.ace == "either" and set(ranks) == lowest_straight):
        return tuple(lowest - 1 if rank == ACE else rank for rank in ranks)
    return ranks


def _category(
    family: Family, cards: Cards, ranks: tuple[int, ...], groups: tuple[int, ...]
) -> str | None:
    """The name of the hand, None when it has none; only what the family lists is looked for."""
    suits = {card.suit for card in cards}
    if "badugi" in family.categories:
        different = groups[0] == 1 and len(suits) == len(cards)  # in suit and in rank
        return family.categories[family.size - len(cards)] if different else None
    if groups[0] > 1:
        return "two jokers" if ranks[0] == JOKER else SHAPES[groups]
    straight = "straight" in family.categories and ranks[0] - ranks[-1] == len(ranks) - 1
    flush = "flush" in family.categories and len(suits) == 1
    if straight and flush:
        return "royal flush" if ranks[0] == ACE else "straight flush"
    return "straight" if straight else "flush" if flush else family.nothing
