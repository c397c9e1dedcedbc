"""Which hands a strategy gives up, kind by kind: what bots and simulations play by.

>>> from croupier.cards import parse_cards
>>> from croupier.games import game_of
>>> game = game_of("two-card-joker")
>>> kind_of(game, parse_cards("Qs4d")) in folded(game, game.sign, "optimal")
True
"""

from functools import lru_cache
from itertools import combinations
from typing import Any

from croupier.cards import RANKS, Card, parse_cards
from croupier.odds import tcj, thb
from croupier.odds.house_edge import check, house_edge
from croupier.odds.kernel import Tell
from croupier.rules.banked import Deliver
from croupier.rules.game import Game
from croupier.rules.sign import TableSign

Cards = tuple[Card, ...]


def folded(game: Game, sign: TableSign, strategy: str, tell: Tell = None) -> frozenset[str]:
    """The kinds of hands that are folded or surrendered at the first choice."""
    check(game, strategy, 1)
    if game.key == "texas-holdem-bonus" and strategy in thb.UNSOLVED:
        return thb.UNSOLVED[strategy]
    ante = house_edge(game, sign, strategy, players=1, tell=tell).wagers["ante"]
    if game.key == "flop-poker":
        return frozenset(kind_of(game, parse_cards(cards)) for cards in ante.strategy.folded)
    return frozenset(ante.strategy.folded)


@lru_cache(8)
def tables(game: Game, sign: TableSign) -> dict[str, Any]:
    """The solver's strategy in a form for the fast table: by own cards, and where wagers gain.

    Two cards are numbered `54 * a + b`, the lower first; three as the compiled core orders them.
    """
    gives_up, deck = folded(game, sign, "optimal"), game.cards
    each = next(step.each for step in game.script if isinstance(step, Deliver))
    if each == 3:
        hands = sorted(combinations(range(len(deck)), 3), key=lambda own: own[::-1])
        stays = [kind_of(game, tuple(deck[n] for n in own)) not in gives_up for own in hands]
        return {"stays": [int(stay) for stay in stays], "later": None}
    by_pair = [0] * 54**2
    for low, high in combinations(deck, 2):
        by_pair[54 * low.number + high.number] = int(kind_of(game, (low, high)) not in gives_up)
    later = thb.gains() if game.key == "texas-holdem-bonus" else None
    return {"stays": by_pair, "later": later}


def kind_of(game: Game, own: Cards) -> str:
    """The name of the kind that two or three own cards are of, whatever their suits are called."""
    if game.key == "two-card-joker":
        return tcj.kind_of(own)
    if game.key == "texas-holdem-bonus":
        return _pair(own)
    return _by_suit(own)


def _pair(own: Cards) -> str:
    """`AKs`, `AKo`, `AA`."""
    low, high = sorted(own, key=lambda card: card.rank)
    if low.rank == high.rank:
        return 2 * RANKS[low.rank]
    return f"{RANKS[high.rank]}{RANKS[low.rank]}{'s' if low.suit == high.suit else 'o'}"


def _by_suit(own: Cards) -> str:
    """The ranks of each suit, whichever it is: `AK/7`."""
    suits: dict[int, str] = {}
    for card in sorted(own, key=lambda card: -card.rank):
        suits[card.suit] = suits.get(card.suit, "") + RANKS[card.rank]
    return "/".join(sorted(suits.values()))
