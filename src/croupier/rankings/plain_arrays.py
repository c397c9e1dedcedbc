"""Strengths of many hands at once, by the tables of `plain.py`; rows are trusted."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from croupier.rankings.families import Family
from croupier.rankings.picks import Pick
from croupier.rankings.plain import FlushKernel, Kernel, RankKernel, TwoSevenKernel, kernel
from croupier.rankings.tables import RANK_KEY

if TYPE_CHECKING:  # numpy is slow to import, and most who rank a hand never need it
    import numpy as np
    from numpy.typing import NDArray

    CardNumbers = NDArray[np.integer[Any]]
    Strengths = NDArray[np.int32]


def strengths(family: Family, numbers: "CardNumbers") -> "Strengths":
    """Rank every row of card numbers."""
    import numpy as np

    if not len(numbers):
        return np.zeros(0, dtype=np.int32)
    match found := kernel(family):
        case FlushKernel():
            by_ranks = _by_ranks(found.by_sum, numbers)
            return np.maximum(by_ranks, _by_suits(found.suited, numbers))
        case RankKernel():
            return _by_ranks(found.by_sum, numbers)
        case TwoSevenKernel() if numbers.shape[1] == family.size:
            by_suits = _by_suits(found.suited, numbers)
            return np.where(by_suits, by_suits, _by_ranks(found.mixed.__getitem__, numbers))
        case _:
            return _one_by_one(found, numbers)


def strengths_of(
    family: Family, own: "CardNumbers", board: "CardNumbers", pick: Pick
) -> "Strengths":
    """Rank every row of own and community cards."""
    import numpy as np

    deck, found = family.deck, kernel(family)
    rows = zip(own.tolist(), board.tolist(), strict=True)
    hands = ((tuple([deck[n] for n in a]), tuple([deck[n] for n in b])) for a, b in rows)
    ranked = (found.strength_of(mine, shared, pick) for mine, shared in hands)
    return np.fromiter(ranked, dtype=np.int32, count=len(own))


def _one_by_one(found: Kernel, numbers: "CardNumbers") -> "Strengths":
    import numpy as np

    deck = found.family.deck
    rows = (tuple([deck[number] for number in row]) for row in numbers.tolist())
    return np.fromiter(map(found.best, rows), dtype=np.int32, count=len(numbers))


def _by_ranks(by_sum: Callable[[int], int], numbers: "CardNumbers") -> "Strengths":
    import numpy as np

    keys = np.array(RANK_KEY, dtype=np.int64)[numbers >> 2].sum(axis=1)
    different, at = np.unique(keys, return_inverse=True)  # many hands share few rank sums
    values = [by_sum(key) for key in different.tolist()]
    return np.array(values, dtype=np.int32)[at]


def _by_suits(suited_hands: list[int], numbers: "CardNumbers") -> "Strengths":
    import numpy as np

    suited = np.array(suited_hands, dtype=np.int32)
    bits = np.left_shift(1, (numbers >> 2).astype(np.int16))
    suits = numbers & 3
    best = np.zeros(len(numbers), dtype=np.int32)
    for suit in range(4):
        best = np.maximum(best, suited[np.where(suits == suit, bits, 0).sum(axis=1)])
    return best
