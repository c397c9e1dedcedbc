"""Tables by the thousand as a Gymnasium `VectorEnv` (extra `rl`): one seat learns, the others play.

The learner sits at one seat of every table, policies of the fast table play the others, and the
next hand of a table begins by itself. A reward is what the learner won of a hand in lower limits.

>>> env = PokerVectorEnv("holdem", num_envs=4, opponents="calling", seed=7)
>>> seen, info = env.reset()
>>> len(seen), info["action_mask"].shape
(4, (4, 7))
>>> seen, rewards, over, cut, info = env.step(env.passive())
>>> rewards.tolist()
[0.0, 0.0, 0.0, 0.0]
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from croupier.fast import verbs
from croupier.fast.batch import Batch
from croupier.fast.checks import whole
from croupier.fast.house import Stacks, game_named, house_of
from croupier.fast.run import OUTSIDE, POLICIES, names_of
from croupier.refused import Refused
from croupier.rl.actions import SIZES, Actions
from croupier.rules.game import Game
from croupier.rules.sign import TableSign

Begun = tuple[NDArray[np.float32], dict[str, Any]]


class PokerVectorEnv(VectorEnv[NDArray[np.float32], NDArray[Any], NDArray[Any]]):
    """Many tables at once; `info["action_mask"]` has the possible actions of each.

    Where a hand ends, the observation is already of the next one (`SAME_STEP`); nothing is lost,
    since a hand that is over has nothing more to see.
    """

    def __init__(
        self,
        game: str | Game = "holdem",
        num_envs: int = 64,
        sign: TableSign | None = None,
        *,
        players: int = 2,
        seat: int = 1,
        opponents: str | Sequence[str] = "calling",
        stack: Stacks = 200_00,
        sizes: Sequence[float | str] = SIZES,
        seed: int = 0,
        hands: int = 1,
        threads: int = 1,
    ) -> None:
        """Set the tables up; `opponents` is one policy for all others, or one for each of them."""
        found = game_named(game)
        whole("num_envs", num_envs, 1, 1 << 20)
        whole("seat", seat, 1, players)
        others = (opponents,) * (players - 1) if isinstance(opponents, str) else tuple(opponents)
        names = names_of(others, players - 1)
        numbers = [POLICIES.index(name) for name in names]
        self._policies = [*numbers[: seat - 1], OUTSIDE, *numbers[seat - 1 :]]
        self._thinks = bool({*names} - {"random", "calling"})
        self._given: dict[str, Any] = {"players": players, "stack": stack, "hands": hands}
        self.game, self.sign = found, sign or found.sign
        self.seat, self.num_envs, self.threads, self._seed = seat, num_envs, threads, seed
        self.actions = Actions(found, self.sign, sizes, shows=False)
        self._open(seed)
        size = self.batch.layout.size
        self.single_observation_space = spaces.Box(0.0, 1.0, (size,), np.float32)
        self.single_action_space = spaces.Discrete(len(self.actions))
        self.observation_space = spaces.Box(0.0, 1.0, (num_envs, size), np.float32)
        self.action_space = spaces.MultiDiscrete([len(self.actions)] * num_envs)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def _open(self, seed: int) -> None:
        house = house_of(
            self.game,
            self.sign,
            seed=seed,
            thinks=self._thinks,
            policies=self._policies,
            **self._given,
        )
        self.batch = Batch._of(
            house, tables=self.num_envs, first=0, threads=self.threads, limits=()
        )
        self._unit = int(house.program.sign.unit)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> Begun:
        """Reset every table, from a seed if one is given."""
        if isinstance(seed, list):
            seed = seed[0] if seed else None
        self._seed = self._seed + 1 if seed is None else seed
        self._open(self._seed)
        return self._seen(), {"action_mask": self.action_mask()}

    def _seen(self) -> NDArray[np.float32]:
        seen = self.batch.observe()
        assert isinstance(seen, np.ndarray)
        return seen

    def amounts(self) -> NDArray[np.int64]:
        """The amount of each bet size at each table: tables by sizes."""
        asked = self.batch.options()
        least, most = asked.least.astype(np.int64), asked.most.astype(np.int64)
        price, pot = self.batch.price, self.batch.pot
        columns = []
        for size in self.actions.sizes:
            if size == "least":
                columns.append(least)
            elif size == "most":
                columns.append(most)
            else:
                whole_pot = (pot + asked.to_call).astype(np.float64)
                wanted = price + (float(size) * whole_pot).astype(np.int64)
                columns.append(np.clip(wanted // self._unit * self._unit, least, most))
        return np.stack(columns, axis=1)

    def action_mask(self) -> NDArray[np.int8]:
        """The possible actions of every table; of two sizes of one amount only the first."""
        asked, actions = self.batch.options(), self.actions
        mask = np.zeros((self.num_envs, len(actions)), dtype=np.int8)
        mask[:, verbs.FOLD] = asked.can_fold
        mask[:, verbs.CHECK] = asked.can_check
        mask[:, verbs.CALL] = asked.to_call > 0
        amounts = self.amounts()
        for place in range(len(actions.sizes)):
            fresh = (amounts[:, :place] != amounts[:, place : place + 1]).all(axis=1)
            mask[:, actions.first_size + place] = (asked.most > 0) & fresh
        if "agree" in actions.numbers:
            agrees = asked.kind == verbs.AGREES
            mask[:, actions.numbers["agree"]] = mask[:, actions.numbers["decline"]] = agrees
        throws = np.arange(len(actions) - actions.first_discard)
        if len(throws):
            counts = np.array([int(thrown).bit_count() for thrown in throws])
            drawing = (asked.kind == verbs.DRAWS)[:, None]
            mask[:, actions.first_discard :] = (
                drawing & (counts <= asked.draw_most[:, None]) & (counts >= asked.least[:, None])
            )
        return mask

    def passive(self) -> NDArray[np.int64]:
        """At every table the action that costs least and stays in."""
        asked = self.batch.options()
        chosen = np.where(asked.can_check, verbs.CHECK, verbs.CALL)
        chosen[asked.kind == verbs.DRAWS] = self.actions.first_discard
        if "agree" in self.actions.numbers:
            chosen[asked.kind == verbs.AGREES] = self.actions.numbers["agree"]
        return chosen.astype(np.int64)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[
        NDArray[np.float32],
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Act at every table; one that is not possible is refused before anything moves."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise Refused(
                "FIELD actions", f"actions must be one number for each of {self.num_envs}"
            )
        said, amounts = self._answers(chosen)
        self.batch.step(said, amounts)
        rewards = self.batch.rewards[:, self.seat - 1] / float(self.sign.lower)
        over = self.batch.done.copy()
        cut = np.zeros(self.num_envs, dtype=np.bool_)
        return self._seen(), rewards, over, cut, {"action_mask": self.action_mask()}

    def _answers(self, chosen: NDArray[Any]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        actions = self.actions
        outside = (chosen < 0) | (chosen >= len(actions))
        if outside.any():
            row = int(outside.argmax())
            raise Refused("FIELD actions", f"table {row}: there is no action {int(chosen[row])}")
        said = np.minimum(chosen, verbs.CALL).astype(np.uint8)
        amounts = np.zeros(self.num_envs, dtype=np.int64)
        sizes = len(actions.sizes)
        bets = (chosen >= actions.first_size) & (chosen < actions.first_size + sizes)
        rows = np.flatnonzero(bets)
        said[rows] = verbs.RAISE
        amounts[rows] = self.amounts()[rows, chosen[rows] - actions.first_size]
        for name, verb in (("agree", verbs.AGREE), ("decline", verbs.DECLINE)):
            if name in actions.numbers:
                said[chosen == actions.numbers[name]] = verb
        throws = chosen >= actions.first_discard
        said[throws] = verbs.DRAW
        amounts[throws] = chosen[throws] - actions.first_discard
        return said, amounts
