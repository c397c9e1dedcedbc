"""Two Card Joker Poker, exactly: each of 1,431 hands against each of 1,326 of the dealer's."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.cards import Card, parse_cards, spell
from croupier.engine.settle import ranked_by
from croupier.odds.contests import against_dealer, deck, times, two_card_wager
from croupier.odds.wagers import Strategy, Wager, ends_of
from croupier.rankings import FAMILIES
from croupier.rules.banked import AgainstDealer, Stake
from croupier.rules.game import Game
from croupier.rules.sign import TableSign

Cards = tuple[Card, ...]
FOLD = -1
SIMPLE = "Qc5d"  # the published rule: with this hand or a better one
STRATEGIES = {
    "optimal": "call exactly with the hands that lose less when called",
    "never-fold": "call with every hand",
    "simple": "call with queen-five or better, whatever the table pays",
}


class Hand(Struct, frozen=True):
    """A hand of the player's, and how many of the dealer's hands lead to each end of a call."""

    cards: Cards
    strength: int
    unqualified: int
    beaten: int
    tied: int
    better: int

    @property
    def dealt(self) -> int:
        """How many hands the dealer may hold."""
        return self.unqualified + self.beaten + self.tied + self.better


def wagers(game: Game, sign: TableSign, strategy: str) -> Iterator[Wager]:
    """Every wager of the game; the ante with its call under the strategy."""
    yield _ante(game, sign, strategy)
    yield two_card_wager(game, sign, "pair up")
    yield two_card_wager(game, sign, "super flush")


@cache
def hands(ranked: str, qualifies: str, cards: Cards) -> tuple[Hand, ...]:
    """All hands of two of these cards, each against all the dealer may hold."""
    ranking = FAMILIES[ranked]
    pairs = list(combinations(cards, 2))
    numbers = np.array([[card.number for card in pair] for pair in pairs], dtype=np.uint8)
    strengths = ranking.strengths(numbers)
    least = ranking.strength(qualifies) if qualifies else 0
    qualified = strengths >= least
    low, high = numbers.T
    found = []
    for pair, (a, b), strength in zip(pairs, numbers, strengths, strict=True):
        apart = (low != a) & (low != b) & (high != a) & (high != b)
        shown = apart & qualified
        counts = (apart & ~qualified, *(shown & part for part in _parts(strengths, strength)))
        found.append(Hand(pair, int(strength), *(int(count.sum()) for count in counts)))
    return tuple(found)


def _parts(strengths: NDArray[np.int32], mine: int) -> tuple[NDArray[np.bool_], ...]:
    return strengths < mine, strengths == mine, strengths > mine


def _ante(game: Game, sign: TableSign, strategy: str) -> Wager:
    contest, call = against_dealer(game), times(game, "call")
    every = hands(ranked_by(contest, sign), contest.qualifies, deck(game))
    value = {hand.cards: Fraction(_called(contest, call, hand), hand.dealt) for hand in every}
    calls = _rule(strategy, value)
    folded = [hand for hand in every if not calls(hand)]
    dealt, total = every[0].dealt, sum(hand.dealt for hand in every)
    ends: list[tuple[str, Fraction | int, int]] = [("folds", FOLD, dealt * len(folded))]
    for hand in every:
        if calls(hand):
            ends += _ends(contest, call, hand)
    share = Fraction(len(folded), len(every))
    return Wager(
        name="ante",
        ends=ends_of(ends, total),
        average=1 + call * (1 - share),
        strategy=Strategy(
            strategy,
            _words(every, calls),
            threshold=_threshold(every, calls),
            folded=tuple(_classes(folded)),
            folds=share,
            places={"call": 1 - share},
        ),
        values={spell(cards): worth for cards, worth in value.items()},
    )


def _rule(strategy: str, value: dict[Cards, Fraction]) -> Callable[[Hand], bool]:
    if strategy == "never-fold":
        return lambda hand: True
    if strategy == "simple":
        least = FAMILIES["joker-2"].strength(parse_cards(SIMPLE))  # the same in both rankings
        return lambda hand: hand.strength >= least
    return lambda hand: value[hand.cards] > FOLD


def _ends(contest: AgainstDealer, call: int, hand: Hand) -> Iterator[tuple[str, int, int]]:
    """What becomes of ante and call together."""
    stakes = [(stake, call if stake.spot == "call" else 1) for stake in contest.stakes]
    lost = -sum(size for _, size in stakes)
    won = sum(size * _odds(stake, hand.cards) for stake, size in stakes)
    free = sum({"wins": size, "": 0, "pushes": 0}[stake.unqualified] for stake, size in stakes)
    yield "the dealer does not qualify", free, hand.unqualified
    yield f"wins with {_category(contest.ranking, hand.cards)}", won, hand.beaten
    yield "ties", 0, hand.tied
    yield "loses", lost, hand.better


@cache
def _category(ranking: str, cards: Cards) -> str:
    hand = FAMILIES[ranking].hand(cards)
    assert hand is not None
    return hand.category


def _called(contest: AgainstDealer, call: int, hand: Hand) -> int:
    return sum(net * count for _, net, count in _ends(contest, call, hand))


def _odds(stake: Stake, cards: Cards) -> int:
    if stake.table is None:
        return 1
    return stake.table.odds(stake.table.line(cards, ())) or 0


# --- in words ----------------------------------------------------------------------------------


def _threshold(every: tuple[Hand, ...], calls: Callable[[Hand], bool]) -> str:
    """The weakest hand called, where every stronger one is called too."""
    called = [hand for hand in every if calls(hand)]
    if not called or len(called) == len(every):
        return ""
    weakest = min(called, key=lambda hand: hand.strength)
    if any(hand.strength >= weakest.strength for hand in every if not calls(hand)):
        return ""
    named = FAMILIES["joker-2"].hand(weakest.cards)
    assert named is not None
    return named.words.removeprefix("high card, ")


def _words(every: tuple[Hand, ...], calls: Callable[[Hand], bool]) -> str:
    count = sum(map(calls, every))
    if count in (0, len(every)):
        return "call with every hand" if count else "fold every hand"
    threshold = _threshold(every, calls)
    return f"call with {threshold} or better" if threshold else f"call with {count} hands"


def _classes(folded: list[Hand]) -> list[str]:
    """Two cards by rank, `Q4` or, of one suit, `Q4s`, the strongest first."""
    found: dict[str, int] = {}
    for hand in sorted(folded, key=lambda hand: -hand.strength):
        found.setdefault(kind_of(hand.cards), hand.strength)
    return list(found)


def kind_of(cards: Cards) -> str:
    """The class of a Two Card Joker hand: `Q4` or, of one suit, `Q4s`.

    >>> kind_of(parse_cards("4dQd")), kind_of(parse_cards("4dQs"))
    ('Q4s', 'Q4')
    """
    high, low = sorted(cards, key=lambda card: -card.number)
    return f"{high.value[:-1]}{low.value[:-1]}" + ("s" if high.suit == low.suit else "")
