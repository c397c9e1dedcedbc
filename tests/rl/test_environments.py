"""The faces that research knows: PettingZoo's own test, Gymnasium's own checker, and ours."""

import sys
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from msgspec.structs import replace
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]  # it ships no types

from croupier import GAMES, Refused, start
from croupier.chips import Chips
from croupier.engine.commands import Bet, Fold, Place, PlayOn, RaiseTo, Stop
from croupier.engine.turns import Option, Turn
from croupier.games import BANKED, PLAYER_BANKED
from croupier.odds.house_edge import house_edge
from croupier.odds.strategies import folded, kind_of
from croupier.rl.actions import Actions
from croupier.rl.bank import BankEnv, register
from croupier.rl.observation import CARDS
from croupier.rl.poker import PokerEnv

# PettingZoo finds a dictionary unusual, though it is how its own card games tell the mask.
USUAL = pytest.mark.filterwarnings("ignore:Observation:UserWarning:pettingzoo")


@USUAL
@pytest.mark.parametrize("key", PLAYER_BANKED)
def test_pettingzoo_accepts_every_game_between_players(key: str) -> None:
    api_test(PokerEnv(key, players=3), num_cycles=200)
    seed_test(lambda: PokerEnv(key, players=2), num_cycles=10)


@USUAL
def test_pettingzoo_accepts_big_bets_and_full_tables() -> None:
    sign = replace(GAMES["holdem"].sign, structure="no_limit", limits=(Chips(2_00),))
    api_test(PokerEnv("holdem", players=11, sign=sign), num_cycles=200)
    twice = replace(GAMES["bbc-omaha"].sign, run_twice=True)
    api_test(PokerEnv("bbc-omaha", players=4, sign=twice, stack=20_00), num_cycles=200)


@pytest.mark.parametrize("key", BANKED)
def test_gymnasium_accepts_every_game_against_the_bank(key: str) -> None:
    register()
    env = gymnasium.make(f"croupier/{key}-v0", render_mode="ansi").unwrapped
    check_env(env)


def random_round(env: PokerEnv, seed: int) -> dict[str, float]:
    env.reset(seed=seed)
    chance, won = Random(seed), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        won[agent] += reward
        possible = np.flatnonzero(seen["action_mask"])
        env.step(None if over else int(chance.choice(possible)))
    return won


@pytest.mark.parametrize("key", ["holdem", "badugi", "seven-card-stud-hilo-8"])
def test_rewards_are_what_was_won_and_add_up_to_nothing(key: str) -> None:
    env = PokerEnv(key, players=4)
    for seed in range(10):
        won = random_round(env, seed)
        assert sum(won.values()) == pytest.approx(0)
        assert won == {
            agent: env.now.net(int(agent[5:])) / env.sign.lower for agent in env.possible_agents
        }
    assert random_round(env, 3) == random_round(PokerEnv(key, players=4), 3)


def test_an_observation_shows_own_cards_and_nobody_elses() -> None:
    env = PokerEnv("holdem", players=3, ask_show=True)
    env.reset(seed=2)
    for agent in env.possible_agents:
        seat = int(agent[5:])
        bits = env.observe(agent)["observation"]
        own = np.flatnonzero(bits[env.layout.parts["own down"]])
        assert sorted(own) == sorted(card.number for card in env.now.state.hands[seat].down)
        assert not bits[env.layout.parts["others"]].any()


@pytest.mark.parametrize("key", ["holdem", "five-card-stud", "badacey"])
def test_observations_of_two_worlds_differ_only_in_what_a_seat_may_see(key: str) -> None:
    """Hidden cards are exchanged with the bottom of the deck: the seat sees the same numbers."""
    env, other = PokerEnv(key, players=2), PokerEnv(key, players=2)
    env.reset(seed=4)
    deck = list(env.now.state.deck)
    for card in env.now.state.hands[2].down:
        at, last = deck.index(card), len(deck) - 1 - deck.index(card)
        deck[at], deck[last] = deck[last], deck[at]
    other.reset(seed=4, options={"deck": deck, "button": env.now.state.button})
    assert other.now.state.hands[2].down != env.now.state.hands[2].down
    if other.agent_selection == env.agent_selection:
        one, two = (e.observe("seat_1") for e in (env, other))
        assert (one["observation"] == two["observation"]).all()
        assert (one["action_mask"] == two["action_mask"]).all()


def test_bets_have_sizes_and_exact_amounts() -> None:
    sign = replace(GAMES["holdem"].sign, structure="no_limit", limits=(Chips(2_00),))
    env = PokerEnv("holdem", players=2, sign=sign, sizes=("least", 0.5, 1.0, "most"))
    env.reset(seed=1)
    seat = env.now.turn.actor
    raises = [c.to for c in env.legal().values() if isinstance(c, RaiseTo)]
    assert raises == [4_00, 5_00 + 1_00, 200_00] or raises == [4_00, 6_00, 200_00]
    env.step(RaiseTo(seat, Chips(13_00)))
    assert env.now.turn.to_call == 11_00
    with pytest.raises(Refused, match="FIELD action"):
        env.step(Fold(seat))  # the other seat is asked now
    with pytest.raises(Refused, match="is not one of: fold, call"):
        env.step(env.actions.numbers["check"])


def test_a_limit_game_offers_each_amount_once() -> None:
    env = PokerEnv("holdem", players=2)
    env.reset(seed=1)
    assert [env.actions.names[number] for number in env.legal()] == ["fold", "call", "bet least"]


def test_a_draw_throws_the_cards_whose_bits_are_set() -> None:
    env = PokerEnv("badugi", players=2)
    env.reset(seed=1)
    while not env.now.turn.option("discard"):
        env.step(env.actions.numbers["call" if env.now.turn.to_call else "check"])
    hand = sorted(env.now.state.hands[env.now.turn.actor].down, key=lambda card: card.number)
    legal = env.legal()
    assert len(legal) == 16
    assert legal[env.actions.numbers["throw 0101"]].cards == (hand[0], hand[2])  # type: ignore[union-attr]  # a discard


def test_a_round_is_gone_back_to_any_number_of_times() -> None:
    env = PokerEnv("badugi", players=3)
    env.reset(seed=6)
    before = env.snapshot()
    ends = []
    for _ in range(2):
        env.restore(before)
        chance = Random(1)
        for _ in env.agent_iter():
            seen, _, over, _, _ = env.last()
            env.step(None if over else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
        ends.append(env.now)
    assert ends[0] == ends[1]


def test_words_of_a_round() -> None:
    env = PokerEnv("holdem", players=2, render_mode="ansi")
    env.reset(seed=1)
    assert "hold'em" in str(env.render()).lower()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: PokerEnv("flop-poker"),
        lambda: PokerEnv("holdem", players=12),
        lambda: PokerEnv("holdem", sizes=(-1.0,)),
        lambda: Actions(GAMES["holdem"], sizes=("half",)),
        lambda: BankEnv("holdem"),
        lambda: PokerEnv("chess"),
    ],
)
def test_tables_that_cannot_be_are_refused(wrong: Any) -> None:
    with pytest.raises(Refused):
        wrong()


def test_a_stud_player_whose_last_card_was_exposed_may_stop_or_play_on() -> None:
    actions = Actions(GAMES["seven-card-stud"])
    state, _ = start(GAMES["seven-card-stud"], dict.fromkeys((1, 2), 100_00), seed=1)
    turn = Turn(2, (Option("stop"), Option("play_on")))
    legal = {actions.names[number]: does for number, does in actions.legal(state, turn).items()}
    assert legal == {"stop": Stop(2), "play_on": PlayOn(2)}
    assert "stop" in Actions(GAMES["mambo-stud-hilo-6"]).names
    assert "stop" not in Actions(GAMES["five-card-stud"]).names  # it has no such choice


# --- against the bank --------------------------------------------------------------------------


def test_the_optimal_strategy_loses_what_the_solver_says() -> None:
    env = BankEnv("two-card-joker")
    game = env.game
    gives_up, total, squares, rounds = folded(game, game.sign, "optimal"), 0.0, 0.0, 1000
    env.reset(seed=1)
    ante = env.names.index("1 x ante")
    for _ in range(rounds):
        env.reset()
        _, reward, done, _, info = env.step(ante)
        if not done:
            stays = kind_of(game, env.now.state.hands[1].down) not in gives_up
            _, reward, done, _, info = env.step(int(stays))
        assert done
        assert not info["illegal"]
        total, squares = total + reward, squares + reward * reward
    exact = house_edge(game, game.sign).wagers["ante"]
    error = exact.standard_deviation / rounds**0.5
    assert abs(total / rounds - float(exact.ev)) < 3 * error
    assert squares / rounds == pytest.approx(float(exact.variance), rel=0.15)


def test_exact_wagers_and_snapshots_against_the_bank() -> None:
    env = BankEnv("texas-holdem-bonus")
    env.reset(seed=3)
    env.step(Place(1, {"ante": Chips(35_00), "bonus": Chips(2_00)}))
    before = env.snapshot()
    assert env.now.state.hands[1].stakes == {"ante": 35_00, "bonus": 2_00}
    nets = set()
    for _ in range(2):
        env.restore(before)
        while not env.now.done:
            env.step(1)
        nets.add(env.now.net(1))
    assert len(nets) == 1


def test_an_action_that_is_ruled_out_is_answered_by_rule_and_reported() -> None:
    env = BankEnv("two-card-joker")
    env.reset(seed=1)
    _, _, _, _, info = env.step(1)  # nothing is asked for yet
    assert info["illegal"]
    assert env.now.state.hands[1].stakes == {"ante": 5_00}
    _, reward, done, _, info = env.step(5)  # the time of first wagers is over
    assert (reward, done, info["illegal"]) == (-1.0, True, True)


def test_the_dealers_hand_is_not_seen_before_it_is_turned_up() -> None:
    env = BankEnv("two-card-joker")
    seen, _ = env.reset(seed=1)
    seen, *_ = env.step(2)
    assert not seen["observation"][2 * CARDS : 3 * CARDS].any()
    assert seen["observation"][:CARDS].sum() == 2
    assert env.now.state.house


def test_bets_are_commands() -> None:
    env = PokerEnv("holdem", players=2)
    env.reset(seed=1)
    env.step(env.actions.numbers["call"])
    env.step(env.actions.numbers["check"])
    assert any(isinstance(command, Bet) for command in env.legal().values())


def test_a_step_is_a_few_calls_of_python() -> None:
    """Counted, for a clock would measure the machine: 25.7 a step; the engine takes hundreds."""
    env, calls, steps = PokerEnv("holdem", players=6), 0, 0

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    env.reset(seed=1)
    sys.setprofile(count)
    try:
        for _ in env.agent_iter(300):
            seen, _, over, _, _ = env.last()
            possible = [] if over else seen["action_mask"].nonzero()[0]
            env.step(None if over else int(possible[steps % len(possible)]))
            steps += not over
            if not env.agents:
                env.reset(seed=steps)
    finally:
        sys.setprofile(before)
    assert calls / steps < 50
