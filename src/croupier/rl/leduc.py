"""Leduc poker on the engine: jacks, queens and kings of two suits, a card each and one for both.

It is written as any game here is, in steps. Three low cards that lie open from the beginning fill
hands up to five cards: a pair with the public card beats everything else, then the higher card.

>>> sum(weight for weight, _ in deals())
120
"""

from collections import Counter
from itertools import permutations
from random import Random

from croupier.cards import DECK_52, Card, parse_cards
from croupier.chips import Chips
from croupier.engine.commands import Command
from croupier.fast.compile import compile  # noqa: A004  # of games
from croupier.fast.single import Single
from croupier.fast.vector_layout import Layout
from croupier.rankings.picks import AnyOf
from croupier.rl.actions import Actions
from croupier.rl.mccfr import Trainer, by_rank
from croupier.rl.observation import observation
from croupier.rl.regret import Solution, solve
from croupier.rl.snapshot import Snapshot, begin
from croupier.rules.game import Game, Players
from croupier.rules.offers import Ante
from croupier.rules.openers import LeftOfButton
from croupier.rules.sign import TableSign
from croupier.rules.steps import NEAREST_BUTTON, Bet, Board, Deal, Share, showdown, street

DOLLAR = Chips(1_00)
BOARD, CARDS = parse_cards("2c4d6h"), parse_cards("JcJdQhQsKcKd")
LEDUC = Game(
    key="leduc",
    section="POKER 10",
    title="Leduc poker",
    kind="high",
    players=Players("10(b)", most=2),
    offers=(Ante("10(b)"),),
    streets=(
        street("board", Board("10(h)", up=3)),
        street("card", Deal("10(f)", down=1), Bet("10(g)", LeftOfButton())),
        street("public card", Board("10(i)", up=1), Bet("10(i)", LeftOfButton(), tier="upper")),
    ),
    finish=(showdown("10(k)", Share("10(k)", "high", "high-5", AnyOf(5), NEAREST_BUTTON)),),
    sign=TableSign(
        ante=DOLLAR, blinds=(), limits=(Chips(2_00), Chips(4_00)), raise_cap=1, authorised=False
    ),
    authorised=False,
)
STACKS = {1: 13_00, 2: 13_00}
ACTIONS = Actions(LEDUC, sizes=("least",))
LAYOUT = Layout(LEDUC, 2)
BY_RANK = by_rank(LAYOUT)


def deck(first: Card, second: Card, public: Card) -> tuple[Card, ...]:
    """A deck that deals these three cards of Kuhn poker."""
    top = (*BOARD, first, second, public)
    return (*top, *(card for card in DECK_52 if card not in top))


def deals() -> list[tuple[int, Snapshot]]:
    """All deals of Leduc poker by rank, each with its weight."""
    weights = Counter(tuple(card.rank for card in dealt) for dealt in permutations(CARDS, 3))
    by_ranks = {tuple(card.rank for card in dealt): dealt for dealt in permutations(CARDS, 3)}
    return [
        (weight, begin(LEDUC, STACKS, seed=0, deck=deck(*by_ranks[ranks]), button=2))
        for ranks, weight in weights.items()
    ]


def choices(at: Snapshot) -> list[Command]:
    """The choices of Leduc poker: check or bet, fold, call or raise."""
    turn = at.turn
    legal = ACTIONS.legal(at.seen(turn.actor), turn)
    show = ACTIONS.numbers["show"]
    return [legal[show]] if show in legal else list(legal.values())


def known(at: Snapshot, seat: int) -> bytes:
    """What a seat of Leduc poker sees, without the suits."""
    turn = at.turn if at.turn.actor == seat else None
    return BY_RANK(observation(LAYOUT, at.seen(seat), at.log, seat, turn))


def solved(rounds: int = 200) -> Solution:
    """An equilibrium, nearly: the first player loses about 0.0856 of an ante."""
    return solve(deals(), choices, rounds, known)


def dealt(chance: Random) -> Single:
    """A round on the fast table, its three cards drawn by chance."""
    cards = chance.sample(CARDS, 3)
    return Single(compile(LEDUC), STACKS, button=2, deck=deck(*cards))


def trainer(seed: int = 0) -> Trainer:
    """A learner by Monte Carlo; `judged` says how far it has come."""
    return Trainer(dealt, ACTIONS, LAYOUT, known=BY_RANK, seed=seed)
