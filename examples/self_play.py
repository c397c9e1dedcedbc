"""Can a few hundred numbers teach themselves poker? Self-play by policy gradients on many tables.

The player is as simple as can be: three sums of what it sees (its observation, weighted) say how
much it likes to give up, to call and to raise. Hundreds of tables are played at once against
itself, and the likings that led to a won hand are strengthened (REINFORCE). The curve is what it
wins, in hundredths of a big blind a hand, from the beginner it was: one who answers by chance.
"""

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier import fast
from croupier.fast.batch import Batch

Floats = NDArray[Any]
GAME, BIG_BLIND, TABLES, RATE = "holdem", 200, 512, 0.03
STEPS = int(os.environ.get("STEPS", "300"))  # answers at every table
FOLD, CALL, RAISE = range(3)
chance = np.random.default_rng(1)


def likings(seen: Floats, asked: Any, weights: Floats) -> Floats:
    """How likely each answer is, among those that are possible."""
    scores = seen @ weights
    scores[~(asked.can_fold), FOLD] = -np.inf
    scores[asked.most == 0, RAISE] = -np.inf
    likely = np.exp(scores - scores.max(axis=1, keepdims=True))
    return likely / likely.sum(axis=1, keepdims=True)


def answers(chosen: Floats, asked: Any) -> tuple[Floats, Floats]:
    """Choices as the fast table takes them."""
    passive = np.where(asked.can_check, fast.CHECK, fast.CALL)
    verbs = np.select([chosen == FOLD, chosen == RAISE], [fast.FOLD, fast.RAISE], passive)
    return verbs, np.where(chosen == RAISE, asked.least, 0)


def drawn(likely: Floats) -> Floats:
    """One answer a table, by chance."""
    return (likely.cumsum(axis=1) < chance.random((len(likely), 1))).sum(axis=1).clip(0, RAISE)


def learn(weights: Floats, steps: int, batch: Batch) -> None:
    """Play on; when a hand is over, every answer in it is liked by what its player won."""
    said: list[list[tuple[int, Floats, Floats]]] = [[] for _ in range(TABLES)]
    change, hands = np.zeros_like(weights), 0
    for _ in range(steps):
        asked, seen = batch.options(), np.asarray(batch.observe()).copy()
        likely = likings(seen, asked, weights)
        chosen = drawn(likely)
        away = -likely
        away[np.arange(TABLES), chosen] += 1
        for table, seat in enumerate(asked.actor.tolist()):
            said[table].append((seat - 1, seen[table], away[table]))
        batch.step(*answers(chosen, asked))
        for table in np.flatnonzero(batch.done).tolist():
            for seat, saw, leaned in said[table]:
                change += np.outer(saw, leaned * (batch.rewards[table, seat] / BIG_BLIND))
            said[table].clear()
            hands += 1
        if hands >= TABLES:
            weights += RATE * change / hands
            change, hands = np.zeros_like(weights), 0


def winnings(weights: Floats, rounds: int = 20_000) -> float:
    """What seat 1 wins from a beginner at seat 2, in hundredths of a big blind a hand."""
    beginner = np.zeros_like(weights)

    def policy(batch: Batch) -> tuple[Floats, Floats]:
        asked, seen = batch.options(), np.asarray(batch.observe())
        mine, theirs = likings(seen, asked, weights), likings(seen, asked, beginner)
        return answers(drawn(np.where(asked.actor[:, None] == 1, mine, theirs)), asked)

    found = fast.play(GAME, players=2, policy=policy, rounds=rounds, seed=9)
    return float(found.net[0]) / rounds / BIG_BLIND * 100


tables = Batch(GAME, tables=TABLES, players=2, seed=1)
taught = np.zeros((tables.layout.size, 3))
print("answers a table   wins from a beginner")
curve = [winnings(taught)]
for stretch in range(6):
    bar = "#" * max(0, round(curve[-1] / 6))
    print(f"{stretch * STEPS // 5:15}   {curve[-1]:+20.1f}  {bar}")
    if stretch < 5:
        learn(taught, STEPS // 5, tables)
        curve.append(winnings(taught))
assert curve[-1] > curve[0] + 20
