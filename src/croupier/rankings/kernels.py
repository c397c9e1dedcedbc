"""Fast twins of `reference.py`, and the only door to the compiled core (src/kernels).

The compiled kernels get their classes from `tables.py`, so a family is written down once.
"""

from functools import lru_cache, partial

from croupier import _kernels as core
from croupier.cards import DECK_54
from croupier.rankings.checked import AnyCards, checked
from croupier.rankings.classes import tables
from croupier.rankings.families import Family
from croupier.rankings.picks import Cards, Pick

__all__ = ["core", "kernel", "strength", "strength_of"]

core.learn(DECK_54)  # from now on it knows a card by its address


def strength(family: Family, cards: AnyCards) -> int:
    """The strength of the best hand among this many cards or more.

    >>> from croupier.cards import parse_cards
    >>> from croupier.rankings import families
    >>> strength(families.ALL["high-5"], parse_cards("AsKsQsJsTs2c2d"))
    7462
    """
    return kernel(family).strength(cards)


def strength_of(family: Family, own: Cards, board: Cards, pick: Pick) -> int:
    """The strength of the best hand that a pick allows."""
    return kernel(family).strength_of(own, board, pick)


@lru_cache
def kernel(family: Family) -> core.Kernel:
    """The family's kernel in the compiled core, its tables filled on first use."""
    classes = tables(family)
    return core.Kernel(
        size=family.size,
        rule=core.SuitRule[family.suit_rule],
        classes=list(classes.mixed),
        strengths=list(classes.mixed.values()),
        suited=classes.suited,
        read=partial(checked, family),
    )
