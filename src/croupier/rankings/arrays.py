"""Strengths of many hands at once: rows of card numbers in, one strength for each row out."""

from typing import TYPE_CHECKING, Any

from croupier.cards import DECK_54
from croupier.rankings import kernels
from croupier.rankings.families import Family
from croupier.rankings.picks import AnyOf, Pick
from croupier.refused import Refused

if TYPE_CHECKING:  # numpy is slow to import, and most who rank a hand never need it
    import numpy as np
    from numpy.typing import NDArray

    CardNumbers = NDArray[np.integer[Any]]
    Rows = NDArray[np.uint8]
    Strengths = NDArray[np.int32]


def strengths(family: Family, array: "CardNumbers", threads: int) -> "Strengths":
    """Rank every row of card numbers; refuse a table that is not one of distinct cards."""
    import numpy as np

    rows = _rows(family, array, threads)
    if rows.shape[1] < family.size:
        raise Refused("FIELD cards", f"{family.key} needs rows of {family.size} card numbers")
    out = np.empty(len(rows), dtype=np.int32)
    _refuse(family, rows, kernels.kernel(family).strengths(rows, out, threads))
    return out


def strengths_of(
    family: Family, own: "CardNumbers", board: "CardNumbers", pick: Pick, threads: int
) -> "Strengths":
    """Rank every row of own cards with the same row of community cards."""
    import numpy as np

    mine, shared = _rows(family, own, threads), _rows(family, board, threads)
    if len(mine) != len(shared):
        raise Refused("FIELD cards", f"{len(mine)} rows of own cards, {len(shared)} of community")
    both = np.concatenate([mine, shared], axis=1)
    if isinstance(pick, AnyOf):
        return strengths(family, both, threads)
    if mine.shape[1] < pick.own or shared.shape[1] < pick.board:
        raise Refused(
            "FIELD cards", f"rows must hold {pick.own} own and {pick.board} community cards"
        )
    out = np.empty(len(mine), dtype=np.int32)
    faulty = kernels.kernel(family).strengths_of(mine, shared, pick, out, threads)
    _refuse(family, both, faulty)
    return out


def _rows(family: Family, array: "CardNumbers", threads: int) -> "Rows":
    """The table as bytes in one piece, which costs nothing when it is already so."""
    import numpy as np

    numbers = np.asarray(array)
    if numbers.ndim != 2 or numbers.dtype.kind not in "ui":
        what = f"{numbers.ndim}-dimensional {numbers.dtype}"
        raise Refused("FIELD cards", f"rows must hold whole card numbers, not {what}")
    if numbers.shape[1] > len(family.deck):
        raise Refused("FIELD cards", f"{numbers.shape[1]} cards are more than the deck holds")
    if threads < 1:
        raise Refused("FIELD threads", f"threads must be at least 1, not {threads}")
    if numbers.dtype != np.uint8:
        outside = ((numbers < 0) | (numbers > family.deck[-1].number)).any(axis=1)
        if outside.any():
            _refuse(family, numbers, int(outside.argmax()))
    return np.ascontiguousarray(numbers, dtype=np.uint8)


def _refuse(family: Family, rows: "CardNumbers", faulty: int) -> None:
    """Say what is wrong with a row; none is when the number is negative."""
    if faulty < 0:
        return
    row, last = rows[faulty].tolist(), family.deck[-1].number
    for number in row:
        if not 0 <= number <= last:
            raise Refused(
                "FIELD cards", f"row {faulty}: card numbers run from 0 to {last}, not {number}"
            )
    twice = next(number for number in row if row.count(number) > 1)
    raise Refused("FIELD cards", f"row {faulty}: {DECK_54[twice]} occurs twice")
