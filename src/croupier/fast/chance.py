"""The chance of the fast table, in Python: the same streams, and so the same decks.

A stream belongs to one use in one hand of one table. What is drawn from it depends on nothing else,
so results are the same for any number of tables and threads. Seeds are for simulations and tests.

>>> deck(7, 0, 0)[:4] == deck(7, 0, 0)[:4], deck(7, 0, 0) == deck(7, 0, 1)
(True, False)
"""

from collections.abc import Iterable, Sequence

from croupier.cards import DECK_52, Card

WORD = (1 << 64) - 1
STEP, SPREAD = 0x9E3779B97F4A7C15, 0xD1342543DE82EF95
DECK, RESHUFFLE, POLICY, BUTTON = range(4)  # what a stream is used for


def _mixed(number: int) -> int:
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & WORD
    number = (number ^ number >> 27) * 0x94D049BB133111EB & WORD
    return number ^ number >> 31


class Stream:
    """Numbers for one use in one hand of one table (SplitMix64)."""

    def __init__(self, seed: int, table: int, hand: int, use: int) -> None:
        """Mix what the stream belongs to into its first state."""
        state = _mixed(seed + STEP & WORD)
        for part in (table, hand, use):
            state = _mixed(state ^ (part + 1) * SPREAD & WORD)
        self._state = state

    def below(self, end: int) -> int:
        """A number from 0 to end - 1, each as likely."""
        while True:
            wide = (self._next() >> 32) * end
            if wide & 0xFFFFFFFF >= (1 << 32) % end:
                return wide >> 32

    def _next(self) -> int:
        self._state = self._state + STEP & WORD
        return _mixed(self._state)

    def shuffled(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Cards in a new order, from the first place to the last."""
        order = list(cards)
        for place in range(len(order) - 1):
            other = place + self.below(len(order) - place)
            order[place], order[other] = order[other], order[place]
        return tuple(order)


def deck(seed: int, table: int, hand: int, cards: Sequence[Card] = DECK_52) -> tuple[Card, ...]:
    """The deck of a hand."""
    return Stream(seed, table, hand, DECK).shuffled(_sorted(cards))


def reshuffled(cards: Sequence[Card], stream: Stream) -> tuple[Card, ...]:
    """The pile that renews a deck in its new order, from the hand's stream of reshuffles."""
    return stream.shuffled(_sorted(cards))


def _sorted(cards: Sequence[Card]) -> list[Card]:
    return sorted(cards, key=lambda card: card.number)
