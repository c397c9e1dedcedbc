"""Which of a player's own cards and the community cards may form the hand.

The values are parts of game definitions, so they are plain data that survive JSON.
"""

from collections.abc import Iterator
from itertools import combinations

from msgspec import Struct

from croupier.cards import Card

Cards = tuple[Card, ...]


class AnyOf(Struct, frozen=True, tag=True):
    """Any given number of the cards, own and community, in any combination (POKER 10(k)).

    >>> from croupier.cards import DECK_52
    >>> len(list(AnyOf(5).selections(DECK_52[:2], DECK_52[2:7])))
    21
    """

    count: int

    def fits(self, own: int, board: int) -> bool:
        """Whether this many own and community cards are enough."""
        return own + board >= self.count

    def selections(self, own: Cards, board: Cards) -> Iterator[Cards]:
        """Every selection this pick allows."""
        return combinations(own + board, self.count)


class Exactly(Struct, frozen=True, tag=True):
    """Exactly this many own cards and this many community cards (POKER 11(f)).

    >>> from croupier.cards import DECK_52
    >>> len(list(Exactly(own=2, board=3).selections(DECK_52[:4], DECK_52[4:9])))
    60
    """

    own: int
    board: int

    def fits(self, own: int, board: int) -> bool:
        """Whether this many own and community cards are enough."""
        return own >= self.own and board >= self.board

    def selections(self, own: Cards, board: Cards) -> Iterator[Cards]:
        """Every selection this pick allows."""
        for mine in combinations(own, self.own):
            for shared in combinations(board, self.board):
                yield mine + shared


Pick = AnyOf | Exactly
