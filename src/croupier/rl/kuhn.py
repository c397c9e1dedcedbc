"""Kuhn poker on the real engine: the smallest game in which bluffing pays.

Each of two players antes a dollar and gets one card, a jack, a queen or a king; one bet of a
dollar, all that is left, may be made and called. Four cards that help neither player lie on the
board, so that the engine's own ranking compares the two. Kuhn solved it in 1950: the first player
loses 1/18 of the ante.

>>> found = solved(rounds=200)
>>> round(found.value, 1), found.exploitability < 0.5  # cents
(-5.6, True)
"""

from itertools import permutations

from croupier.cards import DECK_52, parse_cards
from croupier.chips import Chips
from croupier.engine.commands import Command
from croupier.rankings.picks import AnyOf
from croupier.rl.actions import Actions
from croupier.rl.regret import Solution, solve
from croupier.rl.snapshot import Snapshot, begin
from croupier.rules.game import Game, Players
from croupier.rules.offers import Ante
from croupier.rules.openers import LeftOfButton
from croupier.rules.sign import TableSign
from croupier.rules.steps import NEAREST_BUTTON, Bet, Board, Deal, Share, showdown, street

DOLLAR = Chips(1_00)
BOARD, CARDS = parse_cards("2c4d6h8s"), parse_cards("JcQdKh")
KUHN = Game(
    key="kuhn",
    section="POKER 10",
    title="Kuhn poker",
    kind="high",
    players=Players("10(b)", most=2),
    offers=(Ante("10(b)"),),
    streets=(
        street("board", Board("10(h)", up=4)),
        street("card", Deal("10(f)", down=1), Bet("10(g)", LeftOfButton())),
    ),
    finish=(showdown("10(k)", Share("10(k)", "high", "high-5", AnyOf(5), NEAREST_BUTTON)),),
    sign=TableSign(ante=DOLLAR, blinds=(), limits=(DOLLAR, DOLLAR), authorised=False),
    authorised=False,
)
_ACTIONS = Actions(KUHN, sizes=("least",))


def deals() -> list[tuple[int, Snapshot]]:
    """All six deals of Kuhn poker, as likely as one another."""
    found = []
    for first, second in permutations(CARDS, 2):
        top = (*BOARD, first, second)
        deck = (*top, *(card for card in DECK_52 if card not in top))
        found.append((1, begin(KUHN, {1: 2_00, 2: 2_00}, seed=0, deck=deck, button=2)))
    return found


def choices(at: Snapshot) -> list[Command]:
    """The choices of Kuhn poker: check or bet, fold or call."""
    turn = at.turn
    legal = _ACTIONS.legal(at.seen(turn.actor), turn)
    show = _ACTIONS.numbers["show"]
    return [legal[show]] if show in legal else list(legal.values())


def solved(rounds: int = 500) -> Solution:
    """An equilibrium of Kuhn poker, nearly."""
    return solve(deals(), choices, rounds)
