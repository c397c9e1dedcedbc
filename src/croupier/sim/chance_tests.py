"""What is measured of dealt decks, and how it is distributed when every order is alike.

A stream is a table of card numbers, a deck a row. A cut turns a deck and leaves the ring of its
cards as it was: tests of the ring (what follows what) see the shuffle behind the cut, tests of
places see both.
"""

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Decks = NDArray[np.uint8]
Counts = NDArray[np.int64]
FEW = 5.0  # expected counts below this are put together


class Measured(Struct, frozen=True):
    """One test of one stream: what was counted, and how likely something as far off is."""

    test: str
    statistic: float
    expected: float
    df: int  # degrees of freedom; 0 where there are none
    p: float


# --- tails -----------------------------------------------------------------------------------


def gamma_tail(shape: float, at: float) -> float:
    """The upper tail of a gamma distribution: by its series below the mean, else its fraction.

    >>> round(gamma_tail(1.0, 2.0), 6), round(gamma_tail(1.0, 0.5), 6)
    (0.135335, 0.606531)
    """
    if at <= 0:
        return 1.0
    front = math.exp(-at + shape * math.log(at) - math.lgamma(shape))
    if at < shape + 1:
        term = total = 1 / shape
        step = shape
        while term > total * 1e-16:
            step += 1
            term *= at / step
            total += term
        return max(0.0, 1 - front * total)
    low = at + 1 - shape
    ratio, inverse, total, step = 1e300, 1 / low, 1 / low, 0
    while True:
        step += 1
        weight = -step * (step - shape)
        low += 2
        inverse = 1 / (weight * inverse + low)
        ratio = low + weight / ratio
        total *= ratio * inverse
        if abs(ratio * inverse - 1) < 1e-15:
            return front * total


def chi_square(test: str, statistic: float, df: int) -> Measured:
    """Both tails of a chi-square: counts may be too uneven, and too even."""
    upper = gamma_tail(df / 2, statistic / 2)
    return Measured(test, statistic, float(df), df, _both(upper))


def normal(test: str, statistic: float, mean: float, variance: float) -> Measured:
    """Both tails of a normal distribution, for a test."""
    z = (statistic - mean) / math.sqrt(variance)
    return Measured(test, statistic, mean, 0, math.erfc(abs(z) / math.sqrt(2)))


def poisson(test: str, count: int, mean: float) -> Measured:
    """Both tails of a count of rare events."""
    upper = 1.0 if count == 0 else 1 - gamma_tail(count, mean)
    lower = gamma_tail(count + 1, mean)
    return Measured(test, float(count), mean, 0, min(1.0, 2 * min(upper, lower)))


def _both(upper: float) -> float:
    return min(1.0, 2 * min(upper, 1 - upper))


def _fits(test: str, found: Sequence[float], expected: Sequence[float]) -> Measured:
    """A chi-square over classes; the last ones are put together until enough is expected."""
    found, expected = list(found), list(expected)
    while len(expected) > 2 and expected[-1] < FEW:
        expected[-2:], found[-2:] = [sum(expected[-2:])], [sum(found[-2:])]
    while len(expected) > 2 and expected[0] < FEW:
        expected[:2], found[:2] = [sum(expected[:2])], [sum(found[:2])]
    off = sum((one - due) ** 2 / due for one, due in zip(found, expected, strict=True))
    return chi_square(test, off, len(expected) - 1)


# --- one stream ------------------------------------------------------------------------------


def positions(decks: Decks, test: str = "positions") -> Measured:
    """How often each card lies in each place: a table with all sums of rows and columns fixed."""
    count, size = decks.shape
    table = np.zeros((size, size))
    for place in range(size):
        table[place] = np.bincount(decks[:, place], minlength=size)
    due = count / size
    off = float(((table - due) ** 2).sum()) / due
    return chi_square(test, off * (size - 1) / size, (size - 1) ** 2)


def followers(decks: Decks) -> Decks:
    """For each card of each deck, the next card of the ring."""
    after = np.empty_like(decks)
    np.put_along_axis(after, decks.astype(np.int64), np.roll(decks, -1, axis=1), axis=1)
    return after


def adjacent(after: Decks) -> Measured:
    """How often each card follows each other one.

    The even and the odd part of the table (a after b as b after a, or the contrary) vary
    independently of each other, and by a little different amounts: a card that follows another
    cannot also lead it.
    """
    count, size = after.shape
    table = np.zeros((size, size))
    for card in range(size):
        table[card] = np.bincount(after[:, card], minlength=size)
    off = table - count / (size - 1)
    np.fill_diagonal(off, 0)
    even, odd = (off + off.T) / 2, (off - off.T) / 2
    statistic = float((even**2).sum()) * (size - 1) / count
    statistic += float((odd**2).sum()) * (size - 1) * (size - 2) / (size * count)
    return chi_square("adjacent pairs", statistic, size * size - 3 * size + 1)


def runs(decks: Decks) -> Measured:
    """How many rising and falling runs the decks have together."""
    count, size = decks.shape
    steps = np.diff(decks.astype(np.int16), axis=1) > 0
    turns = int((steps[:, 1:] != steps[:, :-1]).sum()) + count
    return normal("runs", turns, count * (2 * size - 1) / 3, count * (16 * size - 29) / 90)


def serial(decks: Decks) -> Measured:
    """Whether high cards follow high ones round the ring."""
    count, size = decks.shape
    values = decks.astype(float) - (size - 1) / 2
    own = np.arange(size) - (size - 1) / 2
    square, fourth = float((own**2).sum()), float((own**4).sum())
    statistic = float((values * np.roll(values, -1, axis=1)).sum())
    mean = -square / (size - 1)
    variance = (square**2 - fourth) / (size - 1) - mean**2
    variance += (square**2 - 2 * fourth) / ((size - 1) * (size - 2))
    return normal("serial", statistic, count * mean, count * variance)


def coupons(decks: Decks) -> Measured:
    """How many decks it takes until a card of every rank was on top, again and again."""
    kinds = 13
    tops = decks[decks[:, 0] < 4 * kinds, 0] // 4  # a joker has no rank
    longest = 400  # the wait ends here: some rank never comes
    lengths, seen, length = list[int](), 0, 0
    for rank in tops.tolist():
        seen, length = seen | 1 << rank, length + 1
        if seen == (1 << kinds) - 1 or length == longest:
            lengths.append(length)
            seen, length = 0, 0
    shares = [_collected(kinds, n) - _collected(kinds, n - 1) for n in range(kinds, longest)]
    shares.append(1 - sum(shares))
    counted = np.bincount(np.array(lengths, int) - kinds, minlength=len(shares))
    return _fits("coupon collector", *_in_tenths(counted.tolist(), shares, len(lengths)))


def _collected(kinds: int, drawn: int) -> float:
    """How likely this many draws have brought every kind."""
    ways = sum(
        (-1) ** gone * math.comb(kinds, gone) * (kinds - gone) ** drawn for gone in range(kinds + 1)
    )
    return float(Fraction(ways, kinds**drawn))


def _in_tenths(
    found: Sequence[int], shares: Sequence[float], total: int
) -> tuple[list[float], list[float]]:
    """Neighboring classes put together until each has about a tenth."""
    grouped, due, there, share = list[float](), list[float](), 0.0, 0.0
    for one, part in zip(found, shares, strict=True):
        there, share = there + one, share + part
        if share >= 0.1:
            grouped.append(there)
            due.append(share * total)
            there, share = 0.0, 0.0
    grouped[-1] += there
    due[-1] += share * total
    return grouped, due


def rings(after: Decks) -> Decks:
    """Every deck's ring, read from the first card on: the same whatever the cut."""
    count, size = after.shape
    ring = np.zeros((count, size), np.uint8)
    rows = np.arange(count)
    for place in range(1, size):
        ring[:, place] = after[rows, ring[:, place - 1]]
    return ring


def near_duplicates(ring: Decks) -> Measured:
    """How many pairs of decks have the same four cards after the same one."""
    count, size = ring.shape
    keys = ring[:, 1:5].astype(np.int64) @ (np.int64(64) ** np.arange(4))
    _, times = np.unique(keys, return_counts=True)
    pairs = int((times * (times - 1) // 2).sum())
    kinds = (size - 1) * (size - 2) * (size - 3) * (size - 4)
    return poisson("near duplicates", pairs, count * (count - 1) / 2 / kinds)


def cuts(taken: Counts, size: int, least: int) -> Measured:
    """Test how often each number was cut."""
    counted = np.bincount(taken - least, minlength=size - 2 * least + 1)
    due = [len(taken) / len(counted)] * len(counted)
    return _fits("cut", counted.tolist(), due)


# --- decks and other decks -------------------------------------------------------------------


def same_places(one: Decks, other: Decks, test: str) -> Measured:
    """How many cards two decks have in the same place: fixed points of a random order."""
    size = one.shape[1]
    found = np.bincount((one == other).sum(axis=1), minlength=size + 1)
    return _against(found, [_fixed(size, count) for count in range(size + 1)], test)


def same_followers(one: Decks, other: Decks, test: str) -> Measured:
    """How many neighbors two rings have in common."""
    size = one.shape[1]
    found = np.bincount((one == other).sum(axis=1), minlength=size + 1)
    return _against(found, [_common(size, count) for count in range(size + 1)], test)


def _against(found: Counts, shares: Sequence[float], test: str) -> Measured:
    total = int(found.sum())
    return _fits(test, found.tolist(), [share * total for share in shares])


def _fixed(size: int, count: int) -> float:
    rest = size - count
    moved = sum(Fraction((-1) ** j, math.factorial(j)) for j in range(rest + 1))
    return float(moved / math.factorial(count))


def _common(size: int, count: int) -> float:
    """How likely a random ring keeps exactly this many neighbors of another one."""
    orders = math.factorial(size - 1)
    total = 0
    for kept in range(count, size + 1):
        ways = math.factorial(size - 1 - kept) if kept < size else 1
        total += (-1) ** (kept - count) * math.comb(kept, count) * math.comb(size, kept) * ways
    return float(Fraction(total, orders))


# --- many p-values ---------------------------------------------------------------------------


def uniform(test: str, values: Sequence[float]) -> Measured:
    """Whether p-values are spread evenly over 0 to 1 (Kolmogorov and Smirnov, by Stephens)."""
    ordered = sorted(values)
    count = len(ordered)
    far = max(max((at + 1) / count - value, value - at / count) for at, value in enumerate(ordered))
    scaled = (math.sqrt(count) + 0.12 + 0.11 / math.sqrt(count)) * far
    tail = 2 * sum((-1) ** (k - 1) * math.exp(-2 * (k * scaled) ** 2) for k in range(1, 101))
    return Measured(test, far, 0.0, 0, 1.0 if scaled < 0.2 else min(1.0, max(0.0, tail)))
