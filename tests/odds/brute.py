"""Chances by trying every deal in plain Python, with fractions: slow, short, easy to believe."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from croupier.cards import Card
from croupier.games import game_of
from croupier.rankings import FAMILIES
from croupier.rules.steps import Showdown

Cards = tuple[Card, ...]


def deals(left: Sequence[Card], wanted: Sequence[int]) -> Iterator[list[Cards]]:
    """Every way to deal so many cards to each, one after the other."""
    if not wanted:
        yield []
        return
    for some in combinations(left, wanted[0]):
        rest = [card for card in left if card not in some]
        for others in deals(rest, wanted[1:]):
            yield [some, *others]


def pots(key: str, hands: Sequence[Cards], board: Cards) -> list[list[Fraction]]:
    """What each share of the pot gives to each player."""
    (finish,) = [step for step in game_of(key).script if isinstance(step, Showdown)]
    won: list[list[bool]] = []
    for share in finish.shares:
        ranking = FAMILIES[share.ranking]
        strengths = [ranking.strength_of(hand, board, share.pick) for hand in hands]
        won.append([s == max(strengths) and s > 0 for s in strengths])
    live = sum(any(winners) for winners in won)
    return [[Fraction(w, live * max(1, sum(winners))) for w in winners] for winners in won]


class Counted:
    """Each player's chances over some deals."""

    def __init__(self, players: int, shares: int) -> None:
        self.deals = 0
        self.equity = [Fraction(0)] * players
        self.win, self.tie = [0] * players, [0] * players
        self.shares = [[Fraction(0)] * players for _ in range(shares)]
        self.parts = {part: [0] * players for part in (1, Fraction(3, 4), Fraction(1, 2), 0.25)}

    def add(self, by_share: list[list[Fraction]]) -> None:
        self.deals += 1
        for player in range(len(self.equity)):
            whole = sum((gives[player] for gives in by_share), Fraction(0))
            self.equity[player] += whole
            self.win[player] += whole == 1
            self.tie[player] += 0 < whole < 1
            for share, gives in enumerate(by_share):
                self.shares[share][player] += gives[player]
            for part, counts in self.parts.items():
                counts[player] += whole == part


def count(
    key: str, ranges: Sequence[Sequence[Cards]], board: Cards, own: int, boards: int, dead: Cards
) -> Counted:
    """Every choice of hands from the ranges, then every deal of what is missing."""
    (finish,) = [step for step in game_of(key).script if isinstance(step, Showdown)]
    counted = Counted(len(ranges), len(finish.shares))
    for held in chosen(ranges, (*board, *dead)):
        gone = {*board, *dead, *(card for hand in held for card in hand)}
        left = [card for card in game_of(key).cards if card not in gone]
        wanted = [*(own - len(hand) for hand in held), boards - len(board)]
        for *more, rest in deals(left, wanted):
            hands = [hand + some for hand, some in zip(held, more, strict=True)]
            counted.add(pots(key, hands, board + rest))
    return counted


def chosen(ranges: Sequence[Sequence[Cards]], gone: Cards) -> Iterator[list[Cards]]:
    if not ranges:
        yield []
        return
    for hand in ranges[0]:
        if not set(hand) & set(gone):
            for others in chosen(ranges[1:], gone + hand):
                yield [hand, *others]
