"""Flop Poker settled a second time: written from FLOP 5, 10 and 11 alone.

Nothing of the package is used, so that a slip in its rankings or pay tables shows.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations

RANKS = "23456789TJQKA"
JACK = RANKS.index("J")
ACE = RANKS.index("A")
LIMIT = 50_000_00  # FLOP 11(d), in cents

CATEGORIES = (  # FLOP 5(b), lowest first
    "nothing",
    "pair",
    "two pairs",
    "three-of-a-kind",
    "straight",
    "flush",
    "full house",
    "four-of-a-kind",
    "straight flush",
    "royal flush",
)
FLOP = {  # FLOP 11(c)
    "royal flush": 1000,
    "straight flush": 500,
    "four-of-a-kind": 100,
    "full house": 30,
    "flush": 20,
    "straight": 10,
    "three-of-a-kind": 4,
    "two pairs": 2,
    "pair": 1,
}
GROUPS = {
    (4, 1): "four-of-a-kind",
    (3, 2): "full house",
    (3, 1, 1): "three-of-a-kind",
    (2, 2, 1): "two pairs",
    (2, 1, 1, 1): "pair",
}

Cards = tuple[str, ...]
Rank = tuple[int, tuple[int, ...]]


def rank(cards: Cards) -> Rank:
    """Where five cards stand (FLOP 5): a larger one is higher, equal ones tie.

    >>> CATEGORIES[rank(("As", "2s", "3s", "4s", "5h"))[0]]
    'straight'
    """
    counts = Counter(RANKS.index(card[0]) for card in cards)
    order = sorted(counts, key=lambda held: (counts[held], held), reverse=True)
    if len(order) < 5:
        name = GROUPS[tuple(counts[held] for held in order)]
        return CATEGORIES.index(name), tuple(order)
    if order == [ACE, 3, 2, 1, 0]:
        order = [3, 2, 1, 0, -1]
    straight = order[0] - order[4] == 4
    flush = len({card[1] for card in cards}) == 1
    if straight and flush:
        name = "royal flush" if order[0] == ACE else "straight flush"
    else:
        name = "straight" if straight else "flush" if flush else "nothing"
    return CATEGORIES.index(name), tuple(order)


def best(own: Cards, community: Cards) -> Rank:
    """All three own cards and two of the three community cards (FLOP 1 hand, 10(c))."""
    return max(rank(own + two) for two in combinations(community, 2))


def pays(held: Rank) -> int:
    """The odds of a flop wager; 0 is a loss of ante and flop (FLOP 10(c), 11(c))."""
    name, order = CATEGORIES[held[0]], held[1]
    if name == "nothing" or (name == "pair" and order[0] < JACK):
        return 0
    return FLOP[name]


def against_table(held: Rank, ante: int, least: int) -> dict[str, int]:
    """What ante and flop bring a player who placed the flop wager (FLOP 11(b)-(d))."""
    odds = pays(held)
    if not odds:
        return {"ante": -ante, "flop": -ante}
    most = max(LIMIT, least + least * FLOP["royal flush"])
    return {"ante": min(ante, most), "flop": min(odds * ante, most - min(ante, most))}


def pot_shares(held: Mapping[int, Rank], wager: int, unit: int) -> dict[int, int]:
    """What the pot pays each seat; a piece left over goes to the dealer's left (A-74)."""
    high = max(held.values())
    tied = sorted(seat for seat in held if held[seat] == high)
    pot = wager * len(held)
    shares = {seat: pot // len(tied) // unit * unit for seat in tied}
    pieces = (pot - sum(shares.values())) // unit
    for seat in tied[:pieces]:
        shares[seat] += unit
    return shares
