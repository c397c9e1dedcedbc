"""Chances with more than one draw to come: deals are drawn, and every player draws by one rule.

What is kept after a draw is the player's choice, so there is nothing to count before a rule is
fixed. The rule is that of the bots, in words in every answer; what is asked of the first draw
(`2c3d4h7s:1`) is done whatever the rule says. A deck that is spent is renewed by the discards of
the others (A-46).
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import lcm
from random import Random
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.cards import DECK_52, Card
from croupier.odds.drawing import keeper
from croupier.odds.ranges import Range
from croupier.rankings import FAMILIES
from croupier.refused import Refused
from croupier.rules.steps import Share

Cards = tuple[Card, ...]
Keep = Callable[[Cards, int], Cards]
Counted = tuple[int, int, list[dict[str, Any]]]  # as the compiled core counts: deals, pot, accounts

TRIALS = 20_000
BATCH = 5_000
TRIES = 10_000  # to lay out ranges that get in each other's way


class Drawing(Struct, frozen=True):
    """The hands with this many draws to come, including the one asked about."""

    shares: tuple[Share, ...]
    seats: tuple[Range, ...]
    dead: Cards
    own: int
    draws: int


def sample(
    drawing: Drawing, trials: int, seed: int, progress: Callable[[float], None] | None = None
) -> Counted:
    """Sample deals to their end, and count what each seat gets of the pot."""
    chance, keep = Random(seed), _keeper(drawing.shares)
    pot = len(drawing.shares) * lcm(*range(1, len(drawing.seats) + 1))
    accounts = [_account(len(drawing.shares)) for _ in drawing.seats]
    for done in range(0, trials, BATCH):
        if progress:
            progress(done / trials)
        count = min(BATCH, trials - done)
        hands = np.array(
            [
                [[c.number for c in hand] for hand in played(drawing, keep, chance)]
                for _ in range(count)
            ],
            dtype=np.uint8,
        )
        _count(accounts, drawing.shares, hands, pot)
    return trials, pot, accounts


def _keeper(shares: Sequence[Share]) -> Keep:
    """The rule, remembered hand by hand: after a draw the same hands come again and again."""
    return lru_cache(maxsize=1 << 16)(keeper(shares))


# --- one deal ----------------------------------------------------------------------------------


class _Deck:
    """What is left to be drawn, in no order; and what was thrown, by whom and at which draw."""

    def __init__(self, cards: list[Card], chance: Random) -> None:
        self.cards, self.chance = cards, chance
        self.thrown: list[tuple[int, int, Cards]] = []

    def deal(self, count: int, seat: int, draw: int) -> Cards:
        """So many cards; a spent deck is renewed without what this seat has just thrown."""
        dealt: list[Card] = []
        for _ in range(count):
            if not self.cards:
                self._renew(seat, draw)
            at = int(self.chance.random() * len(self.cards))
            self.cards[at], self.cards[-1] = self.cards[-1], self.cards[at]
            dealt.append(self.cards.pop())
        return tuple(dealt)

    def _renew(self, seat: int, draw: int) -> None:
        spared = [pile for pile in self.thrown if pile[:2] == (seat, draw)]
        self.cards += [card for pile in self.thrown if pile not in spared for card in pile[2]]
        self.thrown = spared


def played(drawing: Drawing, keep: Keep, chance: Random) -> Iterator[Cards]:
    """The hands that every seat shows in the end."""
    held = _laid_out(drawing, chance)
    gone = {*drawing.dead, *(card for hand in held for card in hand)}
    deck = _Deck([card for card in DECK_52 if card not in gone], chance)
    hands = [
        hand + deck.deal(drawing.own - len(hand), seat, drawing.draws)
        for seat, hand in enumerate(held)
    ]
    for left in range(drawing.draws, 0, -1):
        for seat, hand in enumerate(hands):
            if left == drawing.draws and ":" in drawing.seats[seat].text:
                continue  # this draw is done: it was asked for
            kept = keep(tuple(sorted(hand, key=_number)), left)
            deck.thrown.append((seat, left, tuple(card for card in hand if card not in kept)))
            hands[seat] = kept + deck.deal(drawing.own - len(kept), seat, left)
    return iter(hands)


def _number(card: Card) -> int:
    return card.number


def _laid_out(drawing: Drawing, chance: Random) -> list[Cards]:
    """A hand of every range, all of them together possible."""
    for _ in range(TRIES):
        held = [_drawn(seat, chance) for seat in drawing.seats]
        cards = [*drawing.dead, *(card for hand in held for card in hand)]
        if len(set(cards)) == len(cards):
            return held
    raise Refused("FIELD hands", "the hands cannot all be held at once")


def _drawn(seat: Range, chance: Random) -> Cards:
    if not seat.weights:
        return chance.choice(seat.hands)
    return chance.choices(seat.hands, seat.weights)[0]


# --- the result --------------------------------------------------------------------------------


def _account(shares: int) -> dict[str, Any]:
    names = ("win", "tie", "units", "squares", "three_quarter", "half", "quarter")
    return dict.fromkeys(names, 0) | {"share_units": [0] * shares, "share_squares": [0] * shares}


def _count(
    accounts: list[dict[str, Any]], shares: Sequence[Share], hands: NDArray[np.uint8], pot: int
) -> None:
    """Divide the pot of every deal (deal, seat, card) and add it to the accounts."""
    parts = np.stack([_won(share, hands, pot // len(shares)) for share in shares])
    whole = parts.sum(axis=0)
    for seat, account in enumerate(accounts):
        got = whole[:, seat]
        account["win"] += int((got == pot).sum())
        account["tie"] += int(((got > 0) & (got < pot)).sum())
        account["units"] += int(got.sum())
        account["squares"] += int((got * got).sum())
        for name, quarters in (("three_quarter", 3), ("half", 2), ("quarter", 1)):
            account[name] += int((4 * got == quarters * pot).sum())
        for place, part in enumerate(parts[:, :, seat]):
            account["share_units"][place] += int(part.sum())
            account["share_squares"][place] += int((part * part).sum())


def _won(share: Share, hands: NDArray[np.uint8], units: int) -> NDArray[np.int64]:
    """What each seat gets of one share; at a draw every hand has a rank, so it is always won."""
    ranking, (deals, seats, own) = FAMILIES[share.ranking], hands.shape
    rows = np.ascontiguousarray(hands.reshape(-1, own))
    board = np.zeros((len(rows), 0), dtype=np.uint8)
    strengths = ranking.strengths_of(rows, board, share.pick).reshape(deals, seats)
    best = strengths == strengths.max(axis=1, keepdims=True)
    return np.where(best, units // best.sum(axis=1, keepdims=True), 0).astype(np.int64)
