"""Shuffle and cut: entropy in, order out (POKER 5)."""

import secrets
from collections.abc import Callable, Sequence

from croupier.cards import DECK_52, Card
from croupier.refused import Refused

ENTROPY_BITS = 256  # 52! needs 226 bits, 54! needs 238
LEAST_CUT = 10


class Entropy:
    """Whole numbers drawn without bias from a stretch of random bits, renewed when spent."""

    def __init__(self, source: Callable[[int], bytes] = secrets.token_bytes) -> None:
        """Take 256 bits from the operating system, or from the source of a test."""
        self._source = source
        self._bits = int.from_bytes(source(ENTROPY_BITS // 8))
        self._left = ENTROPY_BITS

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each equally likely; numbers outside are rejected."""
        assert bound > 0, "no number lies below nothing"
        size = (bound - 1).bit_length()
        while True:
            if self._left < size:
                self._bits = int.from_bytes(self._source(ENTROPY_BITS // 8))
                self._left = ENTROPY_BITS
            number = self._bits & ((1 << size) - 1)
            self._bits >>= size
            self._left -= size
            if number < bound:
                return number

    def token(self, count: int) -> bytes:
        """`count` random bytes that no number was drawn from."""
        return self._source(count)


def shuffle(cards: Sequence[Card] = DECK_52, entropy: Entropy | None = None) -> tuple[Card, ...]:
    """Intermix cards so that every order is as likely as any other (POKER 5(a)).

    >>> sorted(shuffle()) == sorted(DECK_52)
    True
    """
    entropy = entropy or Entropy()
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = entropy.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def check_cut(count: int, size: int, clause: str = "POKER 5(b)(2)") -> None:
    """Refuse a cut that leaves fewer than ten cards in either part (POKER 5(b)(2), A-03)."""
    if not LEAST_CUT <= count <= size - LEAST_CUT:
        most = size - LEAST_CUT
        raise Refused(clause, f"a cut must take {LEAST_CUT} to {most} cards, not {count}")


def cut(order: Sequence[Card], count: int) -> tuple[Card, ...]:
    """Take cards from the top and place the remainder on top of them (POKER 5(b)).

    >>> cut(DECK_52, 10)[0] == DECK_52[10], cut(DECK_52, 10)[-1] == DECK_52[9]
    (True, True)
    """
    check_cut(count, len(order))
    return (*order[count:], *order[:count])


def random_cut(size: int, entropy: Entropy | None = None) -> int:
    """Draw how many cards a cut of the shuffled deck takes, within what the rules allow."""
    return LEAST_CUT + (entropy or Entropy()).below(size - 2 * LEAST_CUT + 1)
