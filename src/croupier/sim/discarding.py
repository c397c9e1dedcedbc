"""Which cards a player throws: at a draw, and where a card must go without another for it."""

from collections import Counter
from itertools import combinations

from croupier.cards import Card
from croupier.engine.commands import Discard
from croupier.engine.round import Round
from croupier.engine.turns import Turn
from croupier.odds.drawing import keeper
from croupier.rankings import FAMILIES
from croupier.rules import steps
from croupier.rules.steps import Draw, Share

Cards = tuple[Card, ...]


def throw(seen: Round, turn: Turn) -> Discard:
    """Throw what is not worth keeping, or exactly as many cards as must go."""
    hand, shares = seen.hands[turn.actor].down, seen.showdown.shares
    option = turn.option("discard")
    assert option is not None
    if isinstance(seen.step, steps.Discard):
        kept = keep_best(shares, hand, seen.boards[0], len(hand) - option.least)
    else:
        draws = sum(isinstance(step, Draw) for step in seen.script[seen.at :])
        kept = keeper(shares)(hand, draws)
    return Discard(turn.actor, tuple(card for card in hand if card not in kept))


def keep_best(shares: tuple[Share, ...], hand: Cards, board: Cards, count: int) -> Cards:
    """The best cards of a hand, this many: what they make with the board, then what they promise.

    >>> from croupier.cards import parse_cards, spell
    >>> from croupier.games import GAMES
    >>> shares, board = GAMES["holdem"].script[-1].shares, parse_cards("2c7d9h")
    >>> spell(keep_best(shares, parse_cards("AsKs2d"), (), 2))
    'AsKs'
    >>> spell(keep_best(shares, parse_cards("AsKs2d"), board, 2))
    'As2d'
    """
    return max(
        combinations(hand, count), key=lambda kept: (_made(shares[0], kept, board), _promise(kept))
    )


def _made(share: Share, kept: Cards, board: Cards) -> int:
    if not share.pick.fits(len(kept), len(board)):
        return 0
    return FAMILIES[share.ranking].strength_of(kept, board, share.pick)


def _promise(kept: Cards) -> int:
    """Pairs, then suited and neighboring cards, then high ones."""
    ranks, suits = Counter(card.rank for card in kept), Counter(card.suit for card in kept)
    pairs = 40 * sum(count - 1 for count in ranks.values())
    suited = 4 * sum(count - 1 for count in suits.values())
    gaps = sum(max(0, 5 - abs(one - other)) for one, other in combinations(ranks, 2))
    return pairs + suited + gaps + sum(card.rank for card in kept)
