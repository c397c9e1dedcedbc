"""External-sampling Monte Carlo counterfactual regret minimization on the fast table.

Chance and the other players' answers are drawn, every answer of the player whose regrets are
updated is tried. A round is copied instead of being dealt again, so that a game is learned by the
hundred thousand rounds. What a player knows is the observation of `croupier.fast.vector_layout`, or
whatever `known` makes of it: with fewer numbers, more situations are taken for the same.
"""

from collections.abc import Callable
from random import Random

import numpy as np
from numpy.typing import NDArray

from croupier.fast.single import Single
from croupier.fast.vector_layout import CARDS, Layout
from croupier.fast.verbs import DRAWS, SHOW, SHOWS
from croupier.rl.actions import Actions
from croupier.rl.regret import matched

Vector = NDArray[np.float32]
Known = Callable[[Vector], bytes]
Table = dict[bytes, list[float]]


def everything(vector: Vector) -> bytes:
    """The whole observation, card by card and chip by chip."""
    return vector.tobytes()


def by_rank(layout: Layout) -> Known:
    """The observation without suits, for games in which they do not count."""
    cards = CARDS * layout.planes

    def known(vector: Vector) -> bytes:
        ranks = vector[:cards].reshape(-1, 4).sum(axis=1)
        return bytes(ranks.astype(np.uint8).tobytes() + vector[cards:].tobytes())

    return known


class Trainer:
    """Regrets and average strategies by what is known; `deal` opens a round by chance."""

    def __init__(
        self,
        deal: Callable[[Random], Single],
        actions: Actions,
        layout: Layout,
        *,
        known: Known = everything,
        seed: int = 0,
    ) -> None:
        """Know nothing yet."""
        self.deal, self.actions, self.layout, self.known = deal, actions, layout, known
        self.regrets: Table = {}
        self.sums: Table = {}
        self.rounds = 0
        self._chance = Random(seed)

    def train(self, rounds: int) -> None:
        """Play rounds, each once for every seat."""
        for _ in range(rounds):
            opened = self.deal(self._chance)
            for seat in sorted(opened.order):
                self._walk(opened.copy(), seat)
            self.rounds += 1

    def strategy(self) -> dict[bytes, tuple[float, ...]]:
        """How often each answer is given where each thing is known, on average over all rounds."""
        return {known: matched(sums) for known, sums in self.sums.items()}

    def _walk(self, table: Single, learner: int) -> float:
        """What the round is worth to the learner, from here on."""
        while (seat := table.actor) and table.asked.kind == SHOWS:
            table.answer(SHOW)
        if not seat:
            return float(table.stacks[learner])
        asked = table.asked
        held = table.held(seat) if asked.kind == DRAWS else 0
        answers = list(self.actions.answers(asked, table.unit, held).values())
        if len(answers) == 1:
            table.answer(*answers[0])
            return self._walk(table, learner)
        known = self.known(table.observe(self.layout, seat))
        regrets = self.regrets.setdefault(known, [0.0] * len(answers))
        often = matched([max(0.0, regret) for regret in regrets])
        if seat != learner:
            sums = self.sums.setdefault(known, [0.0] * len(answers))
            for place, part in enumerate(often):
                sums[place] += part
            table.answer(*self._chance.choices(answers, often)[0])
            return self._walk(table, learner)
        worth = []
        for verb, amount in answers:
            branch = table.copy()
            branch.answer(verb, amount)
            worth.append(self._walk(branch, learner))
        value = sum(part * one for part, one in zip(often, worth, strict=True))
        for place, one in enumerate(worth):
            regrets[place] += one - value
        return value
