"""Fast twins of `reference.py`, and the only door to the compiled core (src/kernels).

The compiled kernels get their classes from `tables.py`, so a family is written down once. Where the
core is not built, and where the environment says `CROUPIER_PURE=1`, `plain.py` does their work.
"""

from functools import lru_cache, partial
from os import environ
from typing import Protocol

from croupier.cards import DECK_54
from croupier.rankings import plain
from croupier.rankings.checked import AnyCards, checked
from croupier.rankings.families import Family
from croupier.rankings.picks import Cards, Pick
from croupier.rankings.tables import tables

__all__ = ["PURE", "Kernel", "compiled", "core", "kernel", "strength", "strength_of"]

PURE = environ.get("CROUPIER_PURE") == "1"
if not PURE:
    try:
        from croupier import _kernels as core

        core.learn(DECK_54)  # from now on it knows a card by its address
    except ImportError:
        PURE = True


class Kernel(Protocol):
    """A family's tables and the quickest way through them."""

    def strength(self, cards: AnyCards, /) -> int:
        """The strength of the best hand, of cards in any form; refuses what makes no hand."""

    def strength_of(self, own: Cards, board: Cards, pick: Pick, /) -> int:
        """The strength of the best hand that a pick allows; trusts the engine for its cards."""


def strength(family: Family, cards: AnyCards) -> int:
    """The strength of the best hand among so many cards or more.

    >>> from croupier.cards import parse_cards
    >>> from croupier.rankings import families
    >>> strength(families.ALL["high-5"], parse_cards("AsKsQsJsTs2c2d"))
    7462
    """
    return kernel(family).strength(cards)


def strength_of(family: Family, own: Cards, board: Cards, pick: Pick) -> int:
    """The strength of the best hand that a pick allows."""
    return kernel(family).strength_of(own, board, pick)


def kernel(family: Family) -> Kernel:
    """The family's kernel, its tables filled on first use."""
    return plain.kernel(family) if PURE else compiled(family)


@lru_cache
def compiled(family: Family) -> "core.Kernel":
    """The family's kernel in the compiled core."""
    classes = tables(family)
    return core.Kernel(
        size=family.size,
        rule=core.SuitRule[family.suit_rule],
        classes=list(classes.mixed),
        strengths=list(classes.mixed.values()),
        suited=classes.suited,
        read=partial(checked, family),
    )
