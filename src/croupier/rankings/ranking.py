"""A ranking family in use: the face that games, engine, odds and command line see."""

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from croupier.rankings import arrays, reference
from croupier.rankings.checked import AnyCards, checked
from croupier.rankings.families import Family
from croupier.rankings.kernels import core, kernel
from croupier.rankings.picks import AnyOf, Cards, Pick
from croupier.rankings.read_hand import Hand
from croupier.rankings.words import called

if TYPE_CHECKING:
    from croupier.rankings.arrays import CardNumbers, Strengths

LATELY = 1024  # hands that are known for a while: each is named for its player, and at a showdown


class Ranking:
    """Ranks hands of one family.

    Cards are given as a tuple, as text or as a mask, at least a hand of them; `strength_of`,
    `best_selections` and `hand_of` trust the engine for tuples of known, distinct cards.

    >>> from croupier.cards import parse_cards
    >>> from croupier.rankings import HIGH_5, LOW_8, Exactly
    >>> HIGH_5.strength("AsKsQsJsTs"), LOW_8.strength("As2d3c4h9s")
    (7462, 0)
    >>> own, board = parse_cards("As2d3c4h"), parse_cards("KsQsJsTs9s")
    >>> HIGH_5.strength_of(own, board, Exactly(own=2, board=3)) < HIGH_5.strength(board)
    True
    """

    def __init__(self, family: Family) -> None:
        """Rank hands of this family; its tables are filled when first needed."""
        self.family = family
        self.key = family.key
        self.size = family.size
        self._whole = AnyOf(family.size)

    def __repr__(self) -> str:
        return f"Ranking({self.key!r})"

    def __reduce__(self) -> tuple[type["Ranking"], tuple[Family]]:
        return Ranking, (self.family,)

    @cached_property
    def strength(self) -> Callable[[AnyCards], int]:
        """The strength of the best hand: larger is better, equal ties, 0 when nothing qualifies.

        A property that holds the kernel's own function, so that a call costs nothing on top.
        """
        if self.family.lowest > 2:  # the kernel knows the cards of a whole deck
            return lambda cards: self._kernel.strength(checked(self.family, cards))
        return self._kernel.strength

    @cached_property
    def strength_of(self) -> Callable[[Cards, Cards, Pick], int]:
        """The strength of the best hand that the pick allows of own and community cards."""
        return self._kernel.strength_of

    def strengths(self, array: "CardNumbers", *, threads: int = 1) -> "Strengths":
        """The strength of every row of card numbers.

        >>> import numpy as np
        >>> from croupier.rankings import HIGH_5
        >>> HIGH_5.strengths(np.array([[51, 47, 43, 39, 35]], dtype=np.uint8)).tolist()
        [7462]
        """
        return arrays.strengths(self.family, array, threads)

    def strengths_of(
        self, own: "CardNumbers", board: "CardNumbers", pick: Pick, *, threads: int = 1
    ) -> "Strengths":
        """The strength of every row of own cards with its row of community cards.

        >>> import numpy as np
        >>> from croupier.rankings import HIGH_5, Exactly
        >>> own, board = np.array([[51, 47, 0, 1]]), np.array([[43, 39, 35, 2, 3]])
        >>> HIGH_5.strengths_of(own, board, Exactly(own=2, board=3)).tolist()
        [7462]
        """
        return arrays.strengths_of(self.family, own, board, pick, threads)

    def hand(self, cards: AnyCards) -> Hand | None:
        """The best hand in these cards, None when nothing qualifies.

        >>> from croupier.rankings import LOW_8
        >>> LOW_8.hand("As2d3c6h8sKdKc").words
        'eight-six low'
        """
        return self.hand_of(checked(self.family, cards), (), self._whole)

    def best_selections(self, own: Cards, board: Cards, pick: Pick) -> list[Cards]:
        """Every set of cards that plays as the best hand, in reading order, higher suits first.

        >>> from croupier.cards import parse_cards, spell
        >>> from croupier.rankings import LOW_8
        >>> own, board = parse_cards("AsAd"), parse_cards("2c3d4h5sKc")
        >>> [spell(cards) for cards in LOW_8.best_selections(own, board, AnyOf(5))]
        ['5s4h3d2cAs', '5s4h3d2cAd']
        """
        return [reading.cards for reading in self._best(own, board, pick)]

    def _best(self, own: Cards, board: Cards, pick: Pick) -> list[reference.Reading]:
        best = self.strength_of(own, board, pick)
        if not best:
            return []
        chosen = [
            reading
            for cards in reference.hands(self.family, own, board, pick)
            if self.strength_of(cards, (), self._whole) == best
            and (reading := reference.read(self.family, cards))
        ]
        if len(chosen) > 1:
            chosen.sort(key=lambda one: [card.number for card in one.cards], reverse=True)
        return chosen

    def hand_of(self, own: Cards, board: Cards, pick: Pick) -> Hand | None:
        """The best hand that the pick allows, None when nothing qualifies.

        >>> from croupier.cards import parse_cards
        >>> from croupier.rankings import HIGH_5, Exactly
        >>> own, board = parse_cards("AsKd3c4h"), parse_cards("KsAd9h9cKc")
        >>> HIGH_5.hand_of(own, board, Exactly(own=2, board=3)).words
        'full house, kings over aces'
        """
        return self._found(own, board, pick)

    @cached_property
    def _found(self) -> Callable[[Cards, Cards, Pick], Hand | None]:
        """The same, at once for a hand that was asked for a moment ago."""
        return lru_cache(LATELY)(self._find)

    def _find(self, own: Cards, board: Cards, pick: Pick) -> Hand | None:
        if not (best := self._best(own, board, pick)):
            return None
        reading = best[0]
        return Hand(
            family=self.key,
            cards=reading.cards,
            category=reading.category,
            name=called(self.family, reading),
            strength=self.strength_of(reading.cards, (), self._whole),
        )

    @cached_property
    def _kernel(self) -> core.Kernel:
        return kernel(self.family)
