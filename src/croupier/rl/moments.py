"""A round that an environment plays: on the fast table, or on the engine where that is needed.

Both say who is asked, which numbered actions are possible, and what a seat sees; either can be
turned into a snapshot, which holds the whole log.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.engine.commands import Command, Show
from croupier.engine.events import RoundOpened
from croupier.engine.events_opening import DeckCut
from croupier.fast.compile import Program
from croupier.fast.recorded import commands_of
from croupier.fast.single import Single
from croupier.fast.vector_layout import Layout
from croupier.fast.verbs import DRAWS, SHOW, SHOWS, command_of
from croupier.refused import Refused
from croupier.rl.actions import Actions
from croupier.rl.observation import observation
from croupier.rl.snapshot import Snapshot, begin

Vector = NDArray[np.float32]


class Moment(Protocol):
    """What an environment needs of a round."""

    @property
    def actor(self) -> int:
        """The seat that is asked; 0 when the round is over."""

    @property
    def stacks(self) -> Mapping[int, int]:
        """The chips in front of each seat."""

    @property
    def snapshot(self) -> Snapshot:
        """The round as the engine has it."""

    def possible(self) -> Collection[int]:
        """The numbers of the actions that are possible."""

    def act(self, number: int) -> None:
        """Take one of them."""

    def say(self, command: Command) -> None:
        """Answer by a command, for exact amounts."""

    def observe(self, seat: int) -> Vector:
        """What a seat sees."""


class FastMoment:
    """A round on the fast table, and what was said in it."""

    def __init__(
        self,
        program: Program,
        actions: Actions,
        layout: Layout,
        stacks: Mapping[int, int],
        *,
        seed: int,
        button: int,
        deck: Sequence[Card] | None = None,
        ask_show: bool = False,
    ) -> None:
        """Deal up to the first question."""
        self._begun = (program.game, dict(stacks), program.sign)
        self._seed, self._button, self._deck = seed, button, deck
        self._table = Single(program, stacks, button=button, seed=seed, deck=deck or ())
        self._actions, self._layout, self._ask_show = actions, layout, ask_show
        self._unit = program.sign.unit
        self._said: list[tuple[int, int, int]] = []
        self._snapshot: tuple[int, Snapshot] | None = None
        self._next()

    @classmethod
    def restored(
        cls,
        snapshot: Snapshot,
        program: Program,
        actions: Actions,
        layout: Layout,
        *,
        ask_show: bool,
    ) -> "FastMoment":
        """The moment of a snapshot, by saying everything again."""
        opened, cut = snapshot.log[:2]
        assert isinstance(opened, RoundOpened)
        assert isinstance(cut, DeckCut)
        moment = cls(
            program,
            actions,
            layout,
            opened.stacks,
            seed=snapshot.seed,
            button=opened.button,
            deck=cut.order,
            ask_show=True,
        )
        for command in commands_of(snapshot.log):
            moment.say(command)
        moment._ask_show = ask_show
        moment._next()
        return moment

    def _next(self) -> None:
        """Show hands unless that is asked, and find out who is asked what."""
        table = self._table
        asked = table.asked
        while asked.kind == SHOWS and not self._ask_show:
            self.actor = table.order[asked.place]
            self._answer(SHOW, 0)
            asked = table.asked
        self._asked = asked
        self.actor = table.order[asked.place] if asked.kind else 0
        self._possible: dict[int, tuple[int, int]] | None = None

    def _answer(self, verb: int, amount: int) -> None:
        self._table.answer(verb, amount)
        self._said.append((self.actor, verb, amount))

    @property
    def stacks(self) -> Mapping[int, int]:
        """The chips in front of each seat."""
        return self._table.stacks

    def _answers(self) -> dict[int, tuple[int, int]]:
        if self._possible is None:
            held = 0
            if self._asked.kind == DRAWS:
                held = self._table.state["hands"][self._asked.place][0].bit_count()
            self._possible = self._actions.answers(self._asked, self._unit, held)
        return self._possible

    def possible(self) -> Collection[int]:
        """The numbers of the actions that are possible."""
        return self._answers() if self.actor else ()

    def act(self, number: int) -> None:
        """Take one of them."""
        self._answer(*self._answers()[number])
        self._next()

    def say(self, command: Command) -> None:
        """Answer by a command; the engine says what is wrong with one that is refused."""
        try:
            self._answer(*self._table.coded(command))
        except Refused:
            self.snapshot.step(command)
            raise
        self._next()

    def observe(self, seat: int) -> Vector:
        """What a seat sees."""
        return self._table.observe(self._layout, seat)

    @property
    def snapshot(self) -> Snapshot:
        """The round as the engine has it: played again from where it was last asked for."""
        game, stacks, sign = self._begun
        done = 0
        if self._snapshot is None:
            now = begin(game, stacks, sign, seed=self._seed, deck=self._deck, button=self._button)
        else:
            done, now = self._snapshot
        for seat, verb, amount in self._said[done:]:
            now = now.step(command_of(now.state, seat, verb, amount))
        self._snapshot = len(self._said), now
        return now


class SlowMoment:
    """A round on the Python engine: games and situations that the fast table does not cover."""

    def __init__(
        self, snapshot: Snapshot, actions: Actions, layout: Layout, *, ask_show: bool
    ) -> None:
        """Take the round as it stands."""
        self._actions, self._layout, self._ask_show = actions, layout, ask_show
        self.snapshot = snapshot
        self._next()

    def _next(self) -> None:
        now = self.snapshot
        while not now.done and not self._ask_show and now.turn.option("show"):
            now = now.step(Show(now.turn.actor))
        self.snapshot = now
        self.actor = 0 if now.done else now.turn.actor

    @property
    def stacks(self) -> Mapping[int, int]:
        """The chips in front of each seat."""
        return self.snapshot.state.stacks

    def legal(self) -> dict[int, Command]:
        """The possible actions as commands."""
        turn = self.snapshot.turn
        return self._actions.legal(self.snapshot.seen(turn.actor), turn)

    def possible(self) -> Collection[int]:
        """The numbers of the actions that are possible."""
        return list(self.legal()) if self.actor else []

    def act(self, number: int) -> None:
        """Take one of them."""
        self.say(self.legal()[number])

    def say(self, command: Command) -> None:
        """Answer by a command."""
        self.snapshot = self.snapshot.step(command)
        self._next()

    def observe(self, seat: int) -> Vector:
        """What a seat sees."""
        now = self.snapshot
        turn = now.turn if self.actor == seat else None
        return observation(self._layout, now.seen(seat), now.log, seat, turn)
