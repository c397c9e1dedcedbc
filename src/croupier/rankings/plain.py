"""The plain twins of the compiled kernels: quick in Python, and what is left without a compiler.

Ranks add up: a card carries 16**rank, so the sum over a hand counts the cards of each rank and
looks its strength up. Above the ranks the same sum counts suits, five bits each, started so that a
counter's top bit says "enough for a flush". `best` trusts its cards: known, distinct, enough.
"""

from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from croupier.cards import DECK_52, Card
from croupier.rankings.checked import AnyCards, checked
from croupier.rankings.families import Family
from croupier.rankings.picks import AnyOf, Cards, Exactly, Pick
from croupier.rankings.tables import RANK_KEY, tables

RANK_BITS = (1 << 52) - 1
SUIT_KEY = tuple(1 << 52 + 5 * suit for suit in range(4))
ENOUGH = 16 * sum(SUIT_KEY)
SHORT_OF_FIVE = 11 * sum(SUIT_KEY)
CARD_KEY = {card: RANK_KEY[card.rank] + SUIT_KEY[card.suit] for card in DECK_52}


class Kernel:
    """A family's tables and the quickest way through them; this one tries every selection."""

    def __init__(self, family: Family) -> None:
        """Fetch or fill the family's tables."""
        self.family, self.size = family, family.size
        self.mixed, self.suited = tables(family).mixed, tables(family).suited

    def strength(self, cards: AnyCards) -> int:
        """The strength of the best hand, of cards given in any form."""
        return self.best(checked(self.family, cards))

    def strength_of(self, own: Cards, board: Cards, pick: Pick) -> int:
        """The best of all hands that the pick allows."""
        if isinstance(pick, AnyOf):
            assert pick.count == self.size
            return self.best(own + board)
        return self.exactly(own, board, pick)

    def best(self, cards: Cards) -> int:
        """The best of all hands in these cards."""
        return max(map(self.exact, combinations(cards, self.size)))

    def exactly(self, own: Cards, board: Cards, pick: Exactly) -> int:
        """The best of all hands of so many own and so many community cards."""
        return max(map(self.best, pick.selections(own, board)))

    def exact(self, cards: Cards) -> int:
        """The strength of exactly a hand's cards."""
        raise NotImplementedError


class RankKernel(Kernel):
    """Families in which suits do not count: A-5 lows."""

    def __init__(self, family: Family) -> None:
        """Begin with the tables of exactly a hand; sums of more cards join when first met."""
        super().__init__(family)
        self.sums = dict(self.mixed)

    def best(self, cards: Cards) -> int:
        """One look-up by the sum of ranks."""
        key = 0
        for card in cards:
            key += CARD_KEY[card]
        return self.by_sum(key & RANK_BITS)

    def by_sum(self, key: int) -> int:
        """The best hand in cards of this sum of ranks, their suits put aside."""
        found = self.sums.get(key)
        if found is None:
            counts = [(key >> 4 * rank & 15, RANK_KEY[rank]) for rank in range(13)]
            ranks = [rank_key for count, rank_key in counts for _ in range(count)]
            found = max(self.mixed[part] for part in sums_of(ranks, self.size))
            self.sums[key] = found
        return found

    def exactly(self, own: Cards, board: Cards, pick: Exactly) -> int:
        """One look-up for each choice of own cards and each sum of community cards."""
        shared, mixed, best = _shared(board, pick.board).sums, self.mixed, 0
        keys = [RANK_KEY[card.rank] for card in own]
        for chosen in combinations(keys, pick.own):
            part = sum(chosen)
            for rest in shared:  # a plain loop, because it is the quickest
                found = mixed[part + rest]
                if found > best:
                    best = found
        return best


class FlushKernel(RankKernel):
    """Families in which a flush is the better for being one: high hands."""

    def __init__(self, family: Family) -> None:
        """Extend the table of suited hands to any number of suited cards."""
        super().__init__(family)
        self.start = (16 - self.size) * sum(SUIT_KEY)
        self.suited = list(self.suited)
        for mask in range(1 << 13):
            if mask.bit_count() > self.size:
                ranks = [1 << rank for rank in range(13) if mask >> rank & 1]
                self.suited[mask] = max(self.suited[mask ^ bit] for bit in ranks)

    def best(self, cards: Cards) -> int:
        """One look-up by the sum of ranks, and one more when a suit has cards enough."""
        key = self.start
        for card in cards:
            key += CARD_KEY[card]
        found = self.by_sum(key & RANK_BITS)
        return max(found, self._flush(cards)) if key & ENOUGH else found

    def exactly(self, own: Cards, board: Cards, pick: Exactly) -> int:
        """The best by ranks, or by a suit that both parts of the hand can share."""
        best = super().exactly(own, board, pick)
        for suit, shared in _shared(board, pick.board).suited:
            bits = [1 << card.rank for card in own if card.suit == suit]
            for chosen in combinations(bits, pick.own):
                part = sum(chosen)
                best = max(best, *[self.suited[part | rest] for rest in shared])
        return best

    def _flush(self, cards: Cards) -> int:
        masks = [0, 0, 0, 0]
        for card in cards:
            masks[card.suit] |= 1 << card.rank
        return max([self.suited[mask] for mask in masks])


class TwoSevenKernel(Kernel):
    """Families in which a flush is the worse for being one, so that more cards need every try."""

    def exact(self, cards: Cards) -> int:
        """One look-up, in the table that the suits point to."""
        key = SHORT_OF_FIVE
        for card in cards:
            key += CARD_KEY[card]
        if key & ENOUGH:
            return self.suited[sum([1 << card.rank for card in cards])]
        return self.mixed[key & RANK_BITS]

    def best(self, cards: Cards) -> int:
        """Five cards are the hand; more are tried in fives."""
        return self.exact(cards) if len(cards) == 5 else super().best(cards)


class BadugiKernel(Kernel):
    """Hands of different ranks and suits, of four cards or as many as can be."""

    def __init__(self, family: Family) -> None:
        """Index the strengths by the mask of ranks."""
        super().__init__(family)
        self.masks = [0] * (1 << 13)
        for size in family.sizes:
            for ranks in combinations(range(13), size):
                self.masks[sum(1 << r for r in ranks)] = self.mixed[sum(RANK_KEY[r] for r in ranks)]

    def best(self, cards: Cards) -> int:
        """Take one card or none of each suit, never a rank twice."""
        suits = [0, 0, 0, 0]
        for card in cards:
            suits[card.suit] |= 1 << card.rank
        taken = [0]
        for ranks in suits:
            before = taken
            while ranks:
                bit = ranks & -ranks
                taken = taken + [mask | bit for mask in before if not mask & bit]
                ranks ^= bit
        return max([self.masks[mask] for mask in taken])


class JokerKernel(Kernel):
    """Two cards of the deck with jokers."""

    def __init__(self, family: Family) -> None:
        """Write down all 1,431 hands, in either order."""
        super().__init__(family)
        self.pairs: dict[Cards, int] = {}
        for one, other in permutations(family.deck, 2):
            self.pairs[one, other] = self._two(one, other)

    def exact(self, cards: Cards) -> int:
        """One look-up."""
        return self.pairs[cards]

    def _two(self, one: Card, other: Card) -> int:
        ranks = [card.rank for card in (one, other) if card in CARD_KEY]
        if len(ranks) == 2 and one.suit == other.suit:
            return self.suited[1 << ranks[0] | 1 << ranks[1]]
        key = sum(RANK_KEY[rank] for rank in ranks)
        return self.mixed[2 * key if len(ranks) == 1 else key]  # a joker only pairs (TCJ 5(a))


class Shared(NamedTuple):
    """What a board offers to every player: rank sums, and rank masks of each suit able to flush."""

    sums: tuple[int, ...]
    suited: tuple[tuple[int, tuple[int, ...]], ...]


@lru_cache(maxsize=4096)
def _shared(board: Cards, count: int) -> Shared:
    keys = [RANK_KEY[card.rank] for card in board]
    suits = [card.suit for card in board]
    suited = []
    for suit in range(4):
        if suits.count(suit) >= count:
            bits = [1 << card.rank for card in board if card.suit == suit]
            suited.append((suit, tuple(map(sum, combinations(bits, count)))))
    return Shared(tuple(set(map(sum, combinations(keys, count)))), tuple(suited))


def sums_of(keys: list[int], size: int) -> set[int]:
    """The different sums of so many of the keys, built up key by key however many there are.

    >>> sorted(sums_of([1, 1, 16], 2))
    [2, 17]
    """
    sums: list[set[int]] = [{0}, *(set() for _ in range(size))]
    for key in keys:
        for taken in range(size, 0, -1):
            sums[taken] |= {part + key for part in sums[taken - 1]}
    return sums[size]


KERNELS: dict[str, type[Kernel]] = {
    "ignored": RankKernel,
    "better": FlushKernel,
    "worse": TwoSevenKernel,
    "different": BadugiKernel,
    "jokers": JokerKernel,
}


@lru_cache
def kernel(family: Family) -> Kernel:
    """The family's kernel, its tables filled on first use."""
    return KERNELS[family.suit_rule](family)
