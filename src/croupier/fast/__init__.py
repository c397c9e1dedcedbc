"""The fast table: a compiled twin of the engine, for rounds by the million.

The same games and signs are compiled into small programs and played by the compiled core, half a
million hands a second on one core. `play` lets policies play rounds, `Batch` plays many tables at
once with answers from numpy arrays; `compile` refuses by name what the fast table does not cover
(irregularities, spoken bets, announced decks), and the Python engine deals that.

>>> from croupier import fast
>>> found = fast.play("holdem", players=3, policy="calling", rounds=1000, seed=7)
>>> found.rounds, int(found.net.sum())
(1000, 0)
>>> [event.clause for event in found.log(0)][:2]
['POKER 6(b)', 'POKER 5(b)']
"""

from croupier.fast.batch import Batch, Options
from croupier.fast.compile import Program, compile  # noqa: A004  # it compiles games
from croupier.fast.run import POLICIES, Result, each, play
from croupier.fast.verbs import (
    AGREE,
    BET,
    CALL,
    CHECK,
    DECLINE,
    DRAW,
    FOLD,
    MUCK,
    PLACE,
    RAISE,
    SHOW,
)

__all__ = [
    "AGREE",
    "BET",
    "CALL",
    "CHECK",
    "DECLINE",
    "DRAW",
    "FOLD",
    "MUCK",
    "PLACE",
    "POLICIES",
    "RAISE",
    "SHOW",
    "Batch",
    "Options",
    "Program",
    "Result",
    "compile",
    "each",
    "play",
]
