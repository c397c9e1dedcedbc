"""Vectors of tables, Leduc beside Kuhn, and learning by Monte Carlo."""

from typing import Any

import numpy as np
import pytest

from croupier import Refused
from croupier.games import PLAYER_BANKED
from croupier.rl import leduc
from croupier.rl.poker import PokerEnv
from croupier.rl.regret import grow, judged
from croupier.rl.vector import PokerVectorEnv


def test_leduc_is_solved_to_its_known_value() -> None:
    """Southey and others (2005) gave the game; its value to the first player is -0.0856 antes."""
    found = leduc.solved(rounds=150)
    assert len(found.strategy) == 288  # information sets of both players
    assert found.value == pytest.approx(-8.56, abs=0.1)
    assert found.exploitability < 1.5


def test_monte_carlo_learns_leduc() -> None:
    tree, offered = grow(leduc.deals(), leduc.choices, leduc.known)
    learner = leduc.trainer(seed=1)
    lost = []
    for rounds in (100, 1900):
        learner.train(rounds)
        strategy = learner.strategy()
        assert {*strategy} <= {*offered}  # both engines know the same of the same situations
        lost.append(judged(tree, strategy)[1])
    assert lost[1] < lost[0] / 3
    assert lost[1] < 50


@pytest.mark.parametrize("key", PLAYER_BANKED)
def test_a_vector_of_tables_plays_every_game(key: str) -> None:
    env = PokerVectorEnv(key, num_envs=16, players=3, seat=2, opponents=("loose", "random"), seed=4)
    seen, info = env.reset(seed=4)
    dice, total = np.random.default_rng(4), 0.0
    for _ in range(60):
        mask = info["action_mask"]
        assert (env.batch.options().actor == 2).all()
        assert (mask.sum(axis=1) > 0).all()
        assert env.observation_space.contains(seen)
        chosen = (mask * dice.random(mask.shape)).argmax(axis=1)
        seen, rewards, over, cut, info = env.step(chosen)
        assert not cut.any()
        assert (rewards[~over] == 0).all()
        total += float(abs(rewards).sum())
    assert total > 0


def test_a_vector_masks_what_the_environment_masks() -> None:
    """Of one table, the numbers of the actions and the amounts are those of PokerEnv."""
    vector = PokerVectorEnv("bbc-omaha", num_envs=1, players=2, opponents="calling", seed=1)
    env = PokerEnv("bbc-omaha", players=2)
    assert vector.actions.names == env.actions.names
    assert vector.batch.layout.parts == env.layout.parts
    asked, mask = vector.batch.options(), vector.action_mask()[0]
    amounts = dict(enumerate(vector.amounts()[0].tolist(), vector.actions.first_size))
    assert asked.kind[0] == 1
    possible = [number for number in amounts if mask[number]]
    assert len({amounts[number] for number in possible}) == len(possible)


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        (np.zeros(3, dtype=np.int64), "FIELD actions"),
        (np.zeros(4), "FIELD actions"),
        (np.array([0, 99, 0, 0]), "table 1: there is no action 99"),
        ("check at table 2", "table 2: check"),
    ],
)
def test_an_action_that_is_not_possible_moves_no_table(actions: Any, words: str) -> None:
    env = PokerVectorEnv("holdem", num_envs=4, players=3, opponents="calling", seat=3, seed=2)
    env.reset(seed=2)
    for _ in range(200):
        if env.batch.options().to_call[2]:
            break
        env.step(env.passive())
    before = env.batch.observe().copy()  # type: ignore[union-attr]  # an array
    if isinstance(actions, str):
        actions = env.passive()
        actions[2] = env.actions.numbers["check"]
    with pytest.raises(Refused, match=words):
        env.step(actions)
    assert np.array_equal(env.batch.observe(), before)


def test_the_same_seed_gives_the_same_vectors() -> None:
    runs = []
    for threads in (1, 2):
        env = PokerVectorEnv("badugi", num_envs=300, players=3, opponents="tight", threads=threads)
        seen, _ = env.reset(seed=5)
        total = np.zeros(300)
        for _ in range(20):
            seen, rewards, *_ = env.step(env.passive())
            total += rewards
        runs.append((seen.copy(), total))
    assert (runs[0][0] == runs[1][0]).all()
    assert (runs[0][1] == runs[1][1]).all()
