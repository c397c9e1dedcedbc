"""Every class of hand of a family, written down in ranking order without looking at a single hand.

The tables are filled straight from the lists of categories, so they owe nothing to `reference.py`,
and that the two agree over all hands is proof of both.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from croupier.rankings.families import Family
from croupier.rankings.qualifiers import Unpaired

ACE_HIGH = tuple(range(12, -1, -1))  # card ranks from the highest down; a two is 0, an ace 12
ACE_LOW = (*ACE_HIGH[1:], 12)
RANK_KEY = tuple(16**rank for rank in range(13))  # four bits a rank: sums count cards of each rank
Ranks = tuple[int, ...]

GROUPS = {  # (cards of one rank, how many such groups), as they are compared
    ("four-of-a-kind", 5): ((4, 1), (1, 1)),
    ("full house", 5): ((3, 1), (2, 1)),
    ("three-of-a-kind", 5): ((3, 1), (1, 2)),
    ("two pairs", 5): ((2, 2), (1, 1)),
    ("one pair", 5): ((2, 1), (1, 3)),
    ("three-of-a-kind", 3): ((3, 1),),
    ("one pair", 3): ((2, 1), (1, 1)),
    ("pair", 2): ((2, 1),),
    ("badugi", 4): ((1, 4),),
    ("three-card", 4): ((1, 3),),
    ("two-card", 4): ((1, 2),),
    ("one-card", 4): ((1, 1),),
}
ONE_SUIT = ("royal flush", "straight flush", "flush")


class Tables:
    """Strengths by ranks alone, and by ranks when all cards are of one suit."""

    def __init__(self) -> None:
        """Begin with no class written down."""
        self.mixed: dict[int, int] = {}  # by the sum of RANK_KEY
        self.suited: list[int] = [0] * (1 << 13)  # by the mask of ranks
        self.category: list[str] = [""]  # by strength


@lru_cache
def tables(family: Family) -> Tables:
    """Number all classes of the family from 1, the worst, upward.

    >>> from croupier.rankings import families
    >>> high = tables(families.ALL["high-5"])
    >>> max(high.mixed.values()), max(high.suited)
    (7452, 7462)
    """
    filled = Tables()
    strength = 0
    for category in reversed(family.categories):
        classes = list(_classes(family, category))  # the highest cards first
        for ranks in reversed(classes) if family.wins == "highest" else classes:
            value = 0
            if family.qualifier is None or _qualifies(family.qualifier, ranks):
                value = strength = strength + 1
                filled.category.append(category)
            if category in ONE_SUIT:
                filled.suited[sum([1 << rank for rank in ranks])] = value
            else:
                filled.mixed[sum([RANK_KEY[rank] for rank in ranks])] = value
    return filled


def _classes(family: Family, category: str) -> Iterable[Ranks]:
    """All rank combinations of a category, the highest first."""
    order = _order(family, ACE_LOW if family.ace == "low" else ACE_HIGH)
    straights = list(_straights(family)) if "straight" in family.categories else []
    if category == "two jokers":
        return [()]
    if category == "royal flush":
        return straights[:1]
    if category == "straight flush":
        return straights[1:]
    if category == "straight":
        return straights
    if category in ("flush", family.nothing):
        runs = {frozenset(ranks) for ranks in straights}
        found = [r for r in combinations(order, family.size) if frozenset(r) not in runs]
        last = family.last_flush if category == "flush" else ()
        return sorted(found, key=lambda ranks: ranks == last) if last else found
    return _grouped(order, GROUPS[category, family.size])


def _straights(family: Family) -> Iterator[Ranks]:
    order = _order(family, ACE_HIGH)
    for at in range(len(order) - family.size + 1):
        yield order[at : at + family.size]
    if family.ace == "either":
        yield _order(family, ACE_LOW)[-family.size :]


def _order(family: Family, order: Ranks) -> Ranks:
    """The ranks of the family's deck, the highest first."""
    return tuple(rank for rank in order if rank + 2 >= family.lowest)


def _grouped(order: Ranks, groups: tuple[tuple[int, int], ...]) -> Iterator[Ranks]:
    if not groups:
        yield ()
        return
    (alike, many), *smaller = groups
    for chosen in combinations(order, many):
        others = tuple(rank for rank in order if rank not in chosen)
        for rest in _grouped(others, tuple(smaller)):
            yield chosen * alike + rest


def _qualifies(qualifier: Unpaired, ranks: Ranks) -> bool:
    return qualifier.admits([1 if rank == 12 else rank + 2 for rank in ranks])
