"""Chance that a test decides: the real shuffle, led to the order that is wanted."""

from collections.abc import Callable, Sequence
from random import Random

from croupier.cards import Card
from croupier.room.shuffle import Entropy

Source = Callable[[int], bytes]


class Rigged(Entropy):
    """Draws that shuffle a deck into a given order, and salts from a given source."""

    def __init__(self, cards: Sequence[Card], wanted: Sequence[Card], salts: Source) -> None:
        self._source = salts  # of which no bit is spent on the shuffle
        self._draws = _draws(cards, wanted)

    def below(self, bound: int) -> int:
        """The next draw that leads to the wanted order."""
        return self._draws.pop(0)


def _draws(cards: Sequence[Card], wanted: Sequence[Card]) -> list[int]:
    """What Fisher and Yates must draw, from the last place to the second."""
    assert sorted(cards) == sorted(wanted), "only the cards of the deck can be shuffled"
    order, draws = list(cards), []
    for last in range(len(order) - 1, 0, -1):
        draws.append(order.index(wanted[last]))
        order[last], order[draws[-1]] = order[draws[-1]], order[last]
    return draws


def into(
    cards: Sequence[Card], wanted: Sequence[Card], salts: Source | None = None
) -> Callable[[], Entropy]:
    """Chance for one order that shuffles these cards: they come to lie as wanted."""
    return lambda: Rigged(cards, wanted, salts or Random(0).randbytes)
