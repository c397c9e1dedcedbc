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

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # it ships no types

from croupier.engine.commands import Command
from croupier.games import game_of
from croupier.refused import Refused
from croupier.rl.actions import SIZES, Actions
from croupier.rl.observation import Observation
from croupier.rl.snapshot import Snapshot, begin
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.views.narration.narrate import narrate

Seen = dict[str, Any]


class PokerEnv(AECEnv[str, Seen, Any]):  # type: ignore[misc]  # PettingZoo is not typed
    """One round an episode; seats are agents, and a reward is what a seat won in lower limits.

    An action is a number of `actions`, of which the mask tells those that are possible; or, for
    exact amounts, the command itself: `env.step(RaiseTo(3, 1_250))`.
    """

    metadata = {  # noqa: RUF012  # as PettingZoo declares it
        "name": "croupier_poker_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str | Game = "holdem",
        players: int = 2,
        sign: TableSign | None = None,
        stack: int = 200_00,
        sizes: Sequence[float | str] = SIZES,
        render_mode: str | None = None,
    ) -> None:
        """Set a table up: a game by its key, so many players, each with so many cents."""
        super().__init__()
        self.game = game_of(game) if isinstance(game, str) else game
        if self.game.banked:
            why = f"{self.game.key} is played against the bank: croupier.rl.bank has it"
            raise Refused("FIELD game", why)
        self.sign = sign or self.game.sign
        most = self.sign.seats or self.game.players.most
        if not 2 <= players <= most:
            raise Refused("FIELD players", f"{players} players; this table is for 2 to {most}")
        self.stack = stack
        self.render_mode = render_mode
        self.actions = Actions(self.game, self.sign, sizes)
        self.layout = Observation(players, boards=2 if self.sign.run_twice else 1)
        self.possible_agents = [f"seat_{seat}" for seat in range(1, players + 1)]
        self.observation_spaces = {agent: self._seen_space() for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents
        }
        self._chance = Random()
        self._rounds = 0
        self._now: Snapshot | None = None

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
    def now(self) -> Snapshot:
        """The round as it stands, hidden cards and all: for teachers, not for players."""
        assert self._now is not None, "reset first"
        return self._now

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a round, from a seed if one is given; `options` may set `deck` and `button`."""
        if seed is not None:
            self._chance, self._rounds = Random(seed), 0
        chosen = options or {}
        players = len(self.possible_agents)
        snapshot = begin(
            self.game,
            dict.fromkeys(range(1, players + 1), self.stack),
            self.sign,
            seed=self._chance.getrandbits(64),
            deck=chosen.get("deck"),
            button=chosen.get("button", players - self._rounds % players),
        )
        self._rounds += 1
        self.restore(snapshot)

    def snapshot(self) -> Snapshot:
        """This moment, to come back to with `restore` any number of times."""
        return self.now

    def restore(self, snapshot: Snapshot) -> None:
        """Go on from a stored moment."""
        self._now = snapshot
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, snapshot.done)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._select()

    def _select(self) -> None:
        """Give the word to whoever is asked, or pay when the round is over."""
        if self.now.done:
            unit = self.sign.lower
            self.rewards = {agent: self.now.net(_seat(agent)) / unit for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = f"seat_{self.now.turn.actor}"

    def legal(self) -> dict[int, Command]:
        """The possible actions of whoever is asked, each as its command."""
        turn = self.now.turn
        return self.actions.legal(self.now.seen(turn.actor), turn)

    def observe(self, agent: str) -> Seen:
        """What a seat sees; its mask is empty while somebody else acts."""
        seat = _seat(agent)
        asked = not self.now.done and self.now.turn.actor == seat
        mask = np.zeros(len(self.actions), dtype=np.int8)
        if asked:
            mask[list(self.legal())] = 1
        turn = self.now.turn if asked else None
        return {"observation": self.layout.of(self.now.seen(seat), seat, turn), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Answer for the seat that is asked."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._now = self.now.step(self._command(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _command(self, action: Any) -> Command:
        if hasattr(action, "does"):
            command: Command = action
            if command.seat != self.now.turn.actor:
                raise Refused("FIELD action", f"seat {self.now.turn.actor} is to act")
            return command
        legal = self.legal()
        if int(action) not in legal:
            known = ", ".join(self.actions.names[number] for number in legal)
            raise Refused("FIELD action", f"{action} is not one of: {known}")
        return legal[int(action)]

    def render(self) -> str | None:
        """The round so far in words; printed in mode `human`."""
        words = "\n".join(line.words for line in narrate(self.now.log))
        if self.render_mode == "human":
            print(words)
            return None
        return words

    def close(self) -> None:
        """Nothing is left open."""


def _seat(agent: str) -> int:
    return int(agent.removeprefix("seat_"))
