"""How good a hand is among all hands: the part of random hands that promise less than it does.

Only the bot's own cards are imagined. What a hand promises is where it ends up on average: the
cards still to come are drawn some times, a draw exchanges what is not worth keeping, and each end
is looked up among the ends of random hands. Its place is then that of the promise among those of
random hands that have seen as many cards.
"""

from bisect import bisect_left
from functools import lru_cache
from random import Random

from msgspec import Struct

from croupier.cards import UNKNOWN, Card
from croupier.engine.round import Round
from croupier.odds.drawing import keeper
from croupier.rankings import FAMILIES
from croupier.rules.steps import Board, Deal, Draw, Share

Cards = tuple[Card, ...]
ENDS = 400  # random hands played to the end
STARTS = 200  # random hands at the same point of a round
TRIALS = 12


class Stage(Struct, frozen=True):
    """How many cards a player has seen, how many are to come, and what the pot is divided by."""

    deck: Cards
    shares: tuple[Share, ...]
    own: int
    board: int
    own_to_come: int
    board_to_come: int
    draws: int

    @property
    def whole(self) -> tuple[int, int]:
        """How many own and community cards a simulated hand has in the end."""
        return self.own + self.own_to_come, self.board + self.board_to_come


def standing(seen: Round, seat: int, chance: Random) -> float:
    """From 0 for the worst hand to 1 for the best; `seen` is the seat's own view."""
    hand = seen.hands[seat]
    own = tuple(card for card in hand.down + hand.up if card is not UNKNOWN)
    board = seen.boards[0] + seen.common
    ahead = seen.script[seen.at + 1 :]
    stage = Stage(
        deck=seen.game.cards,
        shares=seen.showdown.shares,
        own=len(own),
        board=len(board),
        own_to_come=sum(step.down + step.up for step in ahead if isinstance(step, Deal)),
        board_to_come=sum(s.up for s in ahead if isinstance(s, Board) and 0 in s.boards),
        draws=sum(isinstance(step, Draw) for step in ahead),
    )
    ladder = _ladder(stage)
    return bisect_left(ladder, _promise(stage, own, board, chance)) / len(ladder)


def _promise(stage: Stage, own: Cards, board: Cards, chance: Random) -> float:
    """The average place of the hands that this one may become."""
    taken = {*own, *board}
    unseen = [card for card in stage.deck if card not in taken]
    return sum(_score(stage, *_end(stage, own, board, unseen, chance)) for _ in range(TRIALS))


def _end(
    stage: Stage, own: Cards, board: Cards, unseen: list[Card], chance: Random
) -> tuple[Cards, Cards]:
    """One way the hand may end."""
    more, boards = stage.own_to_come, stage.board_to_come
    needed = more + boards + 5 * stage.draws
    pool = tuple(chance.sample(unseen, min(needed, len(unseen))))
    hand, pool_left = own + pool[:more], pool[more + boards :]
    for left in range(stage.draws, 0, -1):
        kept = keeper(stage.shares)(hand, left)
        count = len(hand) - len(kept)
        hand, pool_left = kept + pool_left[:count], pool_left[count:]
    return hand, board + pool[more : more + boards]


def _score(stage: Stage, own: Cards, board: Cards) -> float:
    """What an end is worth in all shares together, each by its place among random hands."""
    score = 0.0
    for share, rungs in zip(
        stage.shares, _rungs(stage.deck, stage.shares, *stage.whole), strict=True
    ):
        strength = FAMILIES[share.ranking].strength_of(own, board, share.pick)
        score += bisect_left(rungs, strength) / len(rungs) if strength else 0
    return score


@lru_cache
def _rungs(
    deck: Cards, shares: tuple[Share, ...], own: int, board: int
) -> tuple[tuple[int, ...], ...]:
    """For each share, the strengths of random hands in order; the same ones every time."""
    chance = Random(f"{own}/{board}")
    decks = [tuple(chance.sample(deck, own + board)) for _ in range(ENDS)]
    return tuple(
        tuple(sorted(FAMILIES[s.ranking].strength_of(d[:own], d[own:], s.pick) for d in decks))
        for s in shares
    )


@lru_cache
def _ladder(stage: Stage) -> tuple[float, ...]:
    """What random hands promise at this point, in order; the same ones every time."""
    chance = Random(f"{stage.own}/{stage.board}/{stage.draws}")
    promises = []
    for _ in range(STARTS):
        cards = tuple(chance.sample(stage.deck, stage.own + stage.board))
        promises.append(_promise(stage, cards[: stage.own], cards[stage.own :], chance))
    return tuple(sorted(promises))
