"""Flop Poker, exactly: each class of three own cards against all 18,424 boards.

The pot is played between the players: nothing of it goes to the house, so equal players expect
nothing of it, however many they are (folding the ante does not forfeit it).
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb, sqrt

import numpy as np
from msgspec import Struct

from croupier.cards import DECK_52, Card, spell
from croupier.odds.contests import five_card_hands, lines_of, on_table, times
from croupier.odds.kernel import Tell, core, high_5, threads
from croupier.odds.wagers import End, Strategy, Wager, ends_of
from croupier.rankings import FAMILIES
from croupier.rankings.picks import Exactly
from croupier.rules.game import Game
from croupier.rules.paytables import READERS, PayTable
from croupier.rules.sign import TableSign
from croupier.rules.steps import Showdown

Cards = tuple[Card, ...]
SURRENDER = -1
BOARDS = comb(49, 3)
JACK = 9
STRATEGIES = {
    "optimal": "wager on the flop exactly with the hands that lose less when played",
    "never-fold": "wager on the flop with every hand",
    "simple": "surrender ten high or less without a pair, a suit or a straight in it",
}
TRIALS, SEED = 200_000, 20_260_101


class Hand(Struct, frozen=True):
    """A class of three own cards: one of them, how many there are, and its boards by line."""

    cards: Cards
    weight: int
    boards: tuple[int, ...]  # by line of the pay table; the last loses


def wagers(
    game: Game, sign: TableSign, strategy: str, players: int, tell: Tell = None
) -> Iterator[Wager]:
    """The ante with its flop wager under the strategy, and the pot for this many players."""
    yield _ante(game, sign, strategy, tell)
    if players > 1:
        yield _pot(game, players, tell)


def hands(table: PayTable, tell: Tell = None) -> tuple[Hand, ...]:
    """All 1,755 classes of three cards, with the lines that their boards put them on."""
    names = tuple(line.hand for line in table.lines)
    key = _lines(table.reads, names)
    if key not in _COUNTED:
        line_of = np.frombuffer(key, dtype=np.uint8)
        made = core().count_flop_lines(high_5(), line_of, len(names) + 1, threads(), tell)
        classes, counts = (array.tolist() for array in made)
        _COUNTED[key] = tuple(
            Hand(tuple(DECK_52[card] for card in cards), weight, tuple(boards))
            for (*cards, weight), boards in zip(classes, counts, strict=True)
        )
    return _COUNTED[key]


@cache
def _lines(reads: str, names: tuple[str, ...]) -> bytes:
    """For every strength, the place of its line; one behind the last where it is on none."""
    line_of = np.full(8192, len(names), dtype=np.uint8)
    for strength, cards in five_card_hands():
        line = READERS[reads](cards[:3], cards[3:])
        if line in names:
            line_of[strength] = names.index(line)
    return line_of.tobytes()


_COUNTED: dict[bytes, tuple[Hand, ...]] = {}  # odds may change; which hand is on which line, never


def _ante(game: Game, sign: TableSign, strategy: str, tell: Tell) -> Wager:
    ante, flop = on_table(game, "ante"), on_table(game, "flop")
    table, lines = lines_of(flop, sign)
    size = times(game, "flop")
    evens = {line.hand: line.odds or 0 for line in lines_of(ante, sign)[1]}
    nets = [evens[line.hand] + size * (line.odds or 0) for line in lines] + [-1 - size]
    every = hands(table, tell)
    value = {hand.cards: Fraction(_worth(hand, nets), BOARDS) for hand in every}
    plays = _rule(strategy, value)
    total = sum(hand.weight for hand in every)
    names = [f"wins with {line.hand}" for line in lines] + ["loses"]
    ends: list[tuple[str, Fraction | int, int]] = []
    for hand in every:
        if plays(hand):
            counts = zip(names, nets, hand.boards, strict=True)
            ends += [(name, net, hand.weight * count) for name, net, count in counts]
        else:
            ends.append(("surrenders", SURRENDER, hand.weight * BOARDS))
    folded = [hand for hand in every if not plays(hand)]
    share = Fraction(sum(hand.weight for hand in folded), total)
    return Wager(
        name="ante",
        ends=ends_of(ends, total * BOARDS),
        average=1 + size * (1 - share),
        strategy=Strategy(
            strategy,
            _words(every, folded),
            threshold="",
            folded=tuple(spell(reversed(hand.cards)) for hand in reversed(folded)),
            folds=share,
            places={"flop": 1 - share},
        ),
        values={spell(cards): worth for cards, worth in value.items()},
    )


def _worth(hand: Hand, nets: list[int]) -> int:
    return sum(net * count for net, count in zip(nets, hand.boards, strict=True))


def _rule(strategy: str, value: dict[Cards, Fraction]) -> Callable[[Hand], bool]:
    if strategy == "never-fold":
        return lambda hand: True
    if strategy == "simple":
        return lambda hand: _promises(hand.cards)
    return lambda hand: value[hand.cards] > SURRENDER


def _promises(cards: Cards) -> bool:
    """Whether a hand has a jack, a pair, one suit, or three cards of a straight."""
    ranks = sorted(card.rank for card in cards)
    one_suit = len({card.suit for card in cards}) == 1
    paired = any(low == high for low, high in pairwise(ranks))
    return ranks[-1] >= JACK or paired or one_suit or ranks[-1] - ranks[0] < 5


def _words(every: tuple[Hand, ...], folded: list[Hand]) -> str:
    if not folded:
        return "wager on the flop with every hand"
    if {hand.cards for hand in folded} == {h.cards for h in every if not _promises(h.cards)}:
        return (
            "surrender ten high or less, except with a pair, three cards of one suit or three "
            "of a straight; wager on the flop with everything else"
        )
    return f"surrender {len(folded)} of {len(every)} kinds of hands (listed), else wager"


# --- the pot -----------------------------------------------------------------------------------


def _pot(game: Game, players: int, tell: Tell) -> Wager:
    """The pot between two players exactly; its spread between more from seeded deals."""
    ends = _two(tell) if players == 2 else None
    notes = [
        f"{players} players with equal wagers; nothing goes to the house; odd chips are ignored",
        "by symmetry everybody expects exactly nothing",
    ]
    if ends is None:
        ends = sampled(game, players)
        notes.append(
            f"how often the pot is shared is estimated from {TRIALS:,} deals with seed {SEED}, "
            f"19 times in 20 to within {1 / sqrt(TRIALS):.4f}"
        )
    return Wager(
        name="pot",
        ends=ends,
        average=Fraction(1),
        strategy=Strategy("none", "there is nothing to decide"),
        notes=tuple(notes),
        trials=0 if players == 2 else TRIALS,
    )


_TIES: list[int] = []


def _two(tell: Tell) -> tuple[End, ...]:
    if not _TIES:
        _TIES.append(core().count_flop_ties(high_5(), threads(), tell))
    ties = _TIES[0]
    total = comb(52, 3) * comb(49, 3) * comb(46, 3)
    wins = (total - ties) // 2
    counts = [("wins the pot", 1, wins), ("shares the pot", 0, ties), ("loses", -1, wins)]
    return ends_of(counts, total)


def sampled(game: Game, players: int) -> tuple[End, ...]:
    """Every seat of every deal counts, so that the ends add up to nothing exactly."""
    share = next(step for step in game.script if isinstance(step, Showdown)).shares[0]
    assert isinstance(share.pick, Exactly)
    own, board = share.pick.own, 3
    rng = np.random.default_rng(SEED)
    ranking = FAMILIES[share.ranking]
    need = own * players + board
    deals = np.argsort(rng.random((TRIALS, 52)), axis=1)[:, :need].astype(np.uint8)
    boards = np.ascontiguousarray(deals[:, :board])
    strengths = np.stack(
        [
            ranking.strengths_of(
                np.ascontiguousarray(deals[:, board + own * seat : board + own * (seat + 1)]),
                boards,
                share.pick,
            )
            for seat in range(players)
        ],
        axis=1,
    )
    winners = (strengths == strengths.max(axis=1, keepdims=True)).sum(axis=1)
    counts: list[tuple[str, Fraction | int, int]] = []
    for ways, deals_so in enumerate(np.bincount(winners, minlength=players + 1).tolist()):
        if ways:
            words = "wins the pot" if ways == 1 else f"shares the pot {ways} ways"
            counts.append((words, Fraction(players, ways) - 1, deals_so * ways))
            counts.append(("loses", -1, deals_so * (players - ways)))
    return ends_of(counts, TRIALS * players)


def weights(game: Game, sign: TableSign) -> dict[str, int]:
    """How many hands each class stands for."""
    table, _ = lines_of(on_table(game, "flop"), sign)
    return {spell(hand.cards): hand.weight for hand in hands(table)}
