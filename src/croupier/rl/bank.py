"""The games against the bank as Gymnasium environments (extra `rl`).

>>> env = BankEnv("two-card-joker")
>>> seen, info = env.reset(seed=7)
>>> env.names[2:4], seen["action_mask"][:3].tolist()
(('1 x ante', '1 x ante, pair up'), [0, 0, 1])
"""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from croupier.chips import Chips
from croupier.engine.commands import Command, Place
from croupier.engine.layout import posted_spots, span
from croupier.games import game_of
from croupier.refused import Refused
from croupier.rl.observation import put
from croupier.rl.snapshot import Snapshot, begin, rendered
from croupier.rules.banked import Wagers
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.sim.referee import by_rule

CARDS = 54  # Two Card Joker has two jokers

SEAT = 1
OTHERWISE, PLACE = 0, 1
ANTES = (1, 2, 5)
Seen = dict[str, Any]
Stepped = tuple[Seen, float, bool, bool, dict[str, Any]]


class BankEnv(gymnasium.Env[Seen, Any]):
    """One round an episode, alone at the table; a reward is what was won in least wagers.

    Actions: 0 folds, checks or surrenders, 1 places what is asked for, and the others are first
    wagers: multiples of the least ante, with each choice of side wagers. Exact amounts go as the
    command itself: `env.step(Place(1, {"ante": 35_00}))`. An action that the mask rules out is
    answered by rule, the least ante or folding, and reported in `info["illegal"]`.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012  # as declared

    def __init__(
        self,
        game: str | Game = "two-card-joker",
        sign: TableSign | None = None,
        stack: int = 1_000_00,
        antes: Sequence[int] = ANTES,
        render_mode: str | None = None,
    ) -> None:
        """Set a table up: a game by its key, and a player with this many cents."""
        self.game = game_of(game) if isinstance(game, str) else game
        if not self.game.banked:
            why = f"{self.game.key} is played between players: use croupier.rl.poker"
            raise Refused("FIELD game", why)
        self.sign = sign or self.game.sign
        self.stack = stack
        self.render_mode = render_mode
        self._first = self._first_wagers(antes)
        self.names = ("otherwise", "place", *map(_named, self._first))
        size = 3 * CARDS + len(self.game.script) + 1
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.names),), np.int8),
            }
        )
        self.action_space = spaces.Discrete(len(self.names))
        self._chance = Random()
        self._now: Snapshot | None = None

    def _first_wagers(self, antes: Sequence[int]) -> list[tuple[int, dict[str, Chips]]]:
        """Each ante with each choice of what may go beside it."""
        first = self.game.script[0]
        assert isinstance(first, Wagers)
        spots = {
            spot.name: span(spot, self.sign)[0]
            for spot in posted_spots(first, self.sign)
            if spot.name not in ("ante", "pot")  # no other player pays into a pot
        }
        sides = [some for n in range(len(spots) + 1) for some in combinations(spots, n)]
        found = []
        for times in antes:
            ante = Chips(times * self.sign.wager_min)
            if ante <= self.sign.wager_max:
                found += [(times, {"ante": ante} | {s: spots[s] for s in some}) for some in sides]
        return found

    @property
    def now(self) -> Snapshot:
        """The round as it stands, hidden cards and all."""
        assert self._now is not None, "reset first"
        return self._now

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a round, from a seed if one is given; `options` may set `deck`."""
        super().reset(seed=seed)
        if seed is not None:
            self._chance = Random(seed)
        deck = (options or {}).get("deck")
        chips = {SEAT: self.stack}
        self.restore(
            begin(self.game, chips, self.sign, seed=self._chance.getrandbits(64), deck=deck)
        )
        return self._seen(), {}

    def snapshot(self) -> Snapshot:
        """This moment, to come back to with `restore` any number of times."""
        return self.now

    def restore(self, snapshot: Snapshot) -> Seen:
        """Go on from a stored moment; what is seen there."""
        self._now = snapshot
        return self._seen()

    def legal(self) -> dict[int, Command]:
        """The possible actions, each as its command."""
        if self.now.done:
            return {}
        turn = self.now.turn
        if isinstance(self.now.state.step, Wagers):
            found: dict[int, Command] = {}
            for number, (_, wagers) in enumerate(self._first, 2):
                later = sum(wagers.values()) + wagers["ante"] * self._later
                if later <= self.stack:
                    found[number] = Place(SEAT, wagers)
            return found
        safe = by_rule(turn)
        assert safe is not None
        found = {OTHERWISE: safe}
        option = turn.option("place")
        if option:
            found[PLACE] = Place(SEAT, {option.spot: Chips(option.least)})
        return found

    @property
    def _later(self) -> int:
        """How many antes the later wagers are, so that none is ever out of reach."""
        return sum(getattr(step, "times", 0) for step in self.game.script)

    def _seen(self) -> Seen:
        seen, size = self.now.seen(SEAT), len(self.game.script)
        vector = np.zeros(3 * CARDS + size + 1, dtype=np.float32)
        put(vector, 0, seen.hands[SEAT].down if SEAT in seen.hands else ())
        put(vector, CARDS, seen.boards[0])
        put(vector, 2 * CARDS, seen.house)
        vector[3 * CARDS + min(seen.at, size)] = 1
        mask = np.zeros(len(self.names), dtype=np.int8)
        mask[list(self.legal())] = 1
        return {"observation": vector, "action_mask": mask}

    def step(self, action: Any) -> Stepped:
        """Wager, or answer what is asked."""
        legal, info = self.legal(), {"illegal": False}
        if hasattr(action, "does"):
            self._now = self.now.step(action)
        else:
            info["illegal"] = int(action) not in legal
            self._now = self.now.step(legal.get(int(action), next(iter(legal.values()))))
        reward = self.now.net(SEAT) / self.sign.wager_min if self.now.done else 0.0
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, self.now.done, False, info

    def render(self) -> str | None:
        """The round so far in words; printed in mode `human`."""
        return rendered(self.now.log, self.render_mode)


def _named(wager: tuple[int, dict[str, Chips]]) -> str:
    times, wagers = wager
    return ", ".join([f"{times} x ante", *(spot for spot in wagers if spot != "ante")])


def register() -> None:
    """Make the three games known to `gymnasium.make`: `croupier/two-card-joker-v0` and others."""
    for key in ("texas-holdem-bonus", "flop-poker", "two-card-joker"):
        if f"croupier/{key}-v0" not in gymnasium.registry:
            gymnasium.register(f"croupier/{key}-v0", f"{__name__}:BankEnv", kwargs={"game": key})
