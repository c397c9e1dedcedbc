"""Strengths of many hands at once, by the same tables as `kernels.py`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from croupier.rankings.families import Family
from croupier.rankings.kernels import FlushKernel, Kernel, RankKernel, TwoSevenKernel, kernel
from croupier.rankings.tables import RANK_KEY
from croupier.refused import Refused

if TYPE_CHECKING:  # numpy is slow to import, and most who rank a hand never need it
    import numpy as np
    from numpy.typing import NDArray

    CardNumbers = NDArray[np.integer[Any]]
    Strengths = NDArray[np.int32]


def strengths(family: Family, array: "CardNumbers") -> "Strengths":
    """Rank every row of card numbers; refuse a table that is not one of distinct cards."""
    import numpy as np

    numbers = np.asarray(array)
    _check(family, numbers)
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


def _one_by_one(found: Kernel, numbers: "CardNumbers") -> "Strengths":
    import numpy as np

    deck = found.family.deck
    rows = (tuple([deck[number] for number in row]) for row in numbers.tolist())
    return np.fromiter(map(found.strength, rows), dtype=np.int32, count=len(numbers))


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


def _check(family: Family, numbers: "CardNumbers") -> None:
    import numpy as np

    if numbers.ndim != 2 or numbers.shape[1] < family.size or numbers.dtype.kind not in "ui":
        raise Refused("FIELD cards", f"{family.key} needs rows of {family.size} card numbers")
    if numbers.size and not 0 <= numbers.min() <= numbers.max() < len(family.deck):
        raise Refused("FIELD cards", f"card numbers run from 0 to {len(family.deck) - 1}")
    ordered = np.sort(numbers, axis=1)
    if (ordered[:, 1:] == ordered[:, :-1]).any():
        raise Refused("FIELD cards", "a card occurs twice in one row")
