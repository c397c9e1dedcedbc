"""Every game between players as a PettingZoo environment (extra `rl`).

>>> env = PokerEnv("badugi", players=3)
>>> env.reset(seed=7)
>>> env.agent_selection, env.last()[0]["action_mask"][:4].tolist()
('seat_3', [1, 0, 1, 1])
>>> before = env.snapshot()
>>> env.step(env.actions.numbers["fold"])
>>> env.agent_selection, env.restore(before), env.agent_selection
('seat_1', None, 'seat_3')
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # it ships no types

from croupier.cards import Card
from croupier.engine.commands import Command
from croupier.engine.events import RoundOpened
from croupier.fast.compile import Program, compile  # noqa: A004  # of games
from croupier.fast.house import Stacks, game_named, stacks_of
from croupier.fast.vector_layout import Layout
from croupier.refused import Refused
from croupier.rl.actions import SIZES, Actions
from croupier.rl.moments import FastMoment, Moment, SlowMoment
from croupier.rl.snapshot import Snapshot, begin, rendered
from croupier.rules.game import Game
from croupier.rules.sign import TableSign

Seen = dict[str, Any]


class PokerEnv(AECEnv[str, Seen, Any]):  # type: ignore[misc]  # PettingZoo is not typed
    """Some rounds an episode; seats are agents, and a reward is what a seat won in lower limits.

    An action is a number of `actions`, of which the mask tells those that are possible; or, for
    exact amounts, the command itself: `env.step(RaiseTo(3, 1_250))`. Rounds are played on the fast
    table where that covers the game; `env.now` has them as the engine does, log and all.
    """

    metadata = {  # noqa: RUF012  # as PettingZoo declares it
        "name": "croupier_poker_v1",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str | Game = "holdem",
        players: int = 2,
        sign: TableSign | None = None,
        stack: Stacks = 200_00,
        sizes: Sequence[float | str] = SIZES,
        render_mode: str | None = None,
        *,
        hands: int = 1,
        ask_show: bool = False,
        fast: bool = True,
    ) -> None:
        """Set a table up: a game by its key, the number of players, cents for all or for each seat.

        An episode is this many `hands`, over which stacks carry over; it ends early when fewer
        than two seats have chips. Hands are shown by themselves unless `ask_show`. With `fast`
        false, rounds are played on the engine.
        """
        super().__init__()
        self.game = game_named(game)
        if self.game.banked:
            why = f"{self.game.key} is played against the bank: use croupier.rl.bank"
            raise Refused("FIELD game", why)
        self.sign = sign or self.game.sign
        self.brought = dict(enumerate(stacks_of(self.game, self.sign, players, stack), 1))
        self.hands, self.ask_show, self.render_mode = hands, ask_show, render_mode
        self.actions = Actions(self.game, self.sign, sizes, shows=ask_show)
        self.layout = Layout(self.game, players, self.sign, shows=ask_show)
        turns_up = ask_show and self.sign.show_all_in  # hands that lie face up cannot be mucked
        self._program = _program(self.game, self.sign) if fast and not turns_up else None
        self._seats = {f"seat_{seat}": seat for seat in range(1, players + 1)}
        self.possible_agents = list(self._seats)
        self.observation_spaces = {agent: self._seen_space() for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents
        }
        self._chance = Random()
        self._rounds = 0
        self._masks: dict[tuple[int, ...], NDArray[np.int8]] = {}
        self._moment: Moment | None = None

    def _seen_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (self.layout.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What a seat may observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What a seat may answer."""
        return self.action_spaces[agent]

    @property
    def moment(self) -> Moment:
        """The round that the environment is in."""
        assert self._moment is not None, "reset first"
        return self._moment

    @property
    def now(self) -> Snapshot:
        """The round as it stands, hidden cards and all: for teachers, not for players."""
        return self.moment.snapshot

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode, from a seed if one is given; `options` may set `deck` and `button`."""
        if seed is not None:
            self._chance, self._rounds = Random(seed), 0
        chosen = options or {}
        players = len(self.possible_agents)
        button = chosen.get("button", players - self._rounds % players)
        self._rounds += 1
        self._played = 0
        self._deal(self.brought, button, chosen.get("deck"))
        self._begin()

    def _deal(
        self, stacks: Mapping[int, int], button: int, deck: Sequence[Card] | None = None
    ) -> None:
        """Open a round of everybody who has chips."""
        self._stacks, self._button = dict(stacks), button
        seed, dealt = self._chance.getrandbits(64), {s: c for s, c in stacks.items() if c}
        if self._program is not None:
            self._moment = FastMoment(
                self._program,
                self.actions,
                self.layout,
                dealt,
                seed=seed,
                button=button,
                deck=deck,
                ask_show=self.ask_show,
            )
        else:
            now = begin(self.game, dealt, self.sign, seed=seed, deck=deck, button=button)
            self._moment = SlowMoment(now, self.actions, self.layout, ask_show=self.ask_show)

    def snapshot(self) -> Snapshot:
        """This moment, to come back to with `restore` any number of times."""
        return self.now

    def restore(self, snapshot: Snapshot) -> None:
        """Go on from a stored moment of a round."""
        opened = snapshot.log[0]
        assert isinstance(opened, RoundOpened)
        self._stacks = dict.fromkeys(self.brought, 0) | dict(opened.stacks)
        self._button, self._played = snapshot.state.button, 0
        self._moment = (
            SlowMoment(snapshot, self.actions, self.layout, ask_show=self.ask_show)
            if self._program is None
            else FastMoment.restored(
                snapshot, self._program, self.actions, self.layout, ask_show=self.ask_show
            )
        )
        self._begin()

    def _begin(self) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._paid = False
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._select()

    def _select(self) -> None:
        """Give the turn to the seat that is asked; pay when a round is over, and deal the next."""
        while not (actor := self.moment.actor):
            if not self._pay():
                self.terminations = dict.fromkeys(self.agents, True)
                self.agent_selection = self.agents[0]
                return
        self.agent_selection = self.possible_agents[actor - 1]

    def _pay(self) -> bool:
        """Pay what a round brought; whether another one follows in this episode."""
        after = {**self._stacks, **self.moment.stacks}
        unit = self.sign.lower
        for agent in self.agents:
            seat = self._seats[agent]
            self.rewards[agent] += (after[seat] - self._stacks[seat]) / unit
        self._played += 1
        self._paid = True
        seats = [seat for seat, chips in after.items() if chips]
        if self._played >= self.hands or len(seats) < 2:
            return False
        button = next((seat for seat in seats if seat > self._button), seats[0])
        self._deal(after, button)
        return True

    def legal(self) -> dict[int, Command]:
        """The possible actions of the seat that is asked, each as its command."""
        turn = self.now.turn
        return self.actions.legal(self.now.seen(turn.actor), turn)

    def observe(self, agent: str) -> Seen:
        """What a seat sees; its mask is empty while another seat acts."""
        seat, moment = self._seats[agent], self._moment
        assert moment is not None, "reset first"
        numbers = tuple(moment.possible()) if moment.actor == seat else ()
        mask = self._masks.get(numbers)
        if mask is None:
            mask = self._masks[numbers] = np.zeros(len(self.actions), dtype=np.int8)
            mask[list(numbers)] = 1
        return {"observation": moment.observe(seat), "action_mask": mask.copy()}

    def step(self, action: Any) -> None:
        """Answer for the seat that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._act(action)
        self._cumulative_rewards[agent] = 0.0
        if self._paid:
            self._clear_rewards()
            self._paid = False
        self._select()
        if self._paid:  # within a round all rewards are nothing
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _act(self, action: Any) -> None:
        moment = self.moment
        if isinstance(action, (int, np.integer)):  # a tuple is looked at faster than a union
            number = int(action)
            if number not in (possible := moment.possible()):
                known = ", ".join(self.actions.names[number] for number in possible)
                raise Refused("FIELD action", f"{action} is not one of: {known}")
            moment.act(number)
        elif getattr(action, "seat", 0) != moment.actor:
            raise Refused("FIELD action", f"seat {moment.actor} is to act")
        else:
            moment.say(action)

    def render(self) -> str | None:
        """The round so far in words; printed in mode `human`."""
        return rendered(self.now.log, self.render_mode)

    def close(self) -> None:
        """Nothing is left open."""


def _program(game: Game, sign: TableSign) -> Program | None:
    """The game's program, or nothing where only the engine can deal it."""
    try:
        return compile(game, sign)
    except Refused:
        return None
