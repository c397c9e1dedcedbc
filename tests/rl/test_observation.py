"""The observation: complete, and the same from both engines, seat by seat."""

from random import Random

import numpy as np
import pytest

from croupier import GAMES
from croupier.engine.events import RoundOpened
from croupier.fast.vector_layout import ABOUT_ANSWER, ABOUT_SEAT, CARDS
from croupier.games import PLAYER_BANKED
from croupier.rl.observation import observation
from croupier.rl.poker import PokerEnv
from croupier.rl.snapshot import begin
from croupier.rules.sign import amend


def compare_views(env: PokerEnv) -> int:
    """What every seat sees now, from the fast table and from the engine's view of the log."""
    now = env.now
    for seat in env.brought:
        turn = now.turn if now.turn.actor == seat else None
        slow = observation(env.layout, now.seen(seat), now.log, seat, turn)
        fast = env.moment.observe(seat)
        different = np.flatnonzero(slow != fast)
        assert not len(different), (seat, env.layout.parts, different)
    return len(env.brought)


@pytest.mark.parametrize("key", PLAYER_BANKED)
def test_both_engines_see_the_same(key: str) -> None:
    ask_show = len(key) % 2 == 0
    env = PokerEnv(
        key, players=4, stack={1: 30_00, 2: 200_00, 3: 55_50, 4: 90_00}, ask_show=ask_show
    )
    chance, compared = Random(key), 0
    for seed in range(6):
        env.reset(seed=seed)
        while env.moment.actor:
            compared += compare_views(env)
            env.step(chance.choice(list(env.moment.possible())))
    assert compared > 100


def bits(env: PokerEnv, seat: int, part: str) -> list[int]:
    return np.flatnonzero(env.moment.observe(seat)[env.layout.parts[part]]).tolist()


def play_on(env: PokerEnv, *names: str) -> None:
    for name in names:
        env.step(env.actions.numbers[name])


def test_a_seat_remembers_what_it_threw() -> None:
    env = PokerEnv("badugi", players=2)
    env.reset(seed=3)
    play_on(env, "call", "check")
    seat = env.moment.actor
    hand = sorted(card.number for card in env.now.state.hands[seat].down)
    env.step(env.actions.numbers["throw 0101"])
    assert bits(env, seat, "own discards") == [hand[0], hand[2]]
    assert bits(env, 3 - seat, "own discards") == []


def test_a_folded_door_card_is_still_known() -> None:
    env = PokerEnv("seven-card-stud", players=3)
    env.reset(seed=3)
    folder = env.moment.actor
    (door,) = env.now.state.hands[folder].up
    env.step(env.actions.numbers["fold"])
    for seat in {1, 2, 3} - {folder}:
        assert bits(env, seat, "dead") == [door.number]


def test_the_way_the_betting_went_is_seen() -> None:
    """Limp, raise, call and raise, call lead to the same chips."""
    vectors, env = [], PokerEnv("holdem", players=2)
    for names in (("call", "bet least", "call"), ("bet least", "call")):
        env.reset(seed=3)
        play_on(env, *names)
        vectors.append(env.moment.observe(1))
    seats, history = env.layout.parts["seats"], env.layout.parts["history"]
    assert (vectors[0][seats] == vectors[1][seats]).all()
    counts = [int((v[history].reshape(-1, ABOUT_ANSWER)[:, 0] > 0).sum()) for v in vectors]
    assert counts == [3, 2]


def test_every_draw_is_observed_and_standing_pat_is_not_a_count_of_before() -> None:
    env = PokerEnv("triple-draw-2-7", players=2)
    env.reset(seed=3)
    play_on(env, "call", "check")
    first = env.moment.actor
    play_on(env, "throw 00111", "throw 00000", "check", "check", "throw 00000", "throw 00001")
    about = env.moment.observe(first)[env.layout.parts["seats"]].reshape(2, ABOUT_SEAT)
    assert (about[:, 5:] * 6).round().tolist() == [[4, 1, 0], [1, 2, 0]]


def test_a_hand_is_shown_by_itself_unless_that_is_asked() -> None:
    for ask_show in (False, True):
        env = PokerEnv("holdem", players=2, ask_show=ask_show)
        env.reset(seed=1)
        asked = False
        while env.moment.actor:
            names = [env.actions.names[number] for number in env.moment.possible()]
            asked |= "muck" in names
            play_on(env, next(name for name in ("show", "check", "call") if name in names))
        assert asked == ask_show
        assert ("muck" in env.actions.numbers) == ask_show


@pytest.mark.parametrize("turned_up", [False, True])
def test_a_hand_that_lies_face_up_cannot_be_mucked(turned_up: bool) -> None:
    sign = amend(GAMES["holdem"].sign, {"show_all_in": str(turned_up).lower()})
    env = PokerEnv("holdem", players=2, stack=4_00, sign=sign, ask_show=True)
    env.reset(seed=1)
    asked = False
    while env.moment.actor:
        possible = list(env.moment.possible())
        asked |= env.actions.numbers["muck"] in possible
        env.step(possible[-1])  # all-in before the flop, or the only answer left
    assert asked != turned_up


def test_stacks_may_differ_from_seat_to_seat() -> None:
    env = PokerEnv("holdem", players=3, stack={1: 50_00, 2: 1_00, 3: 80_00})
    env.reset(seed=1)
    opened = env.now.log[0]
    assert isinstance(opened, RoundOpened)
    assert opened.stacks == {1: 50_00, 2: 1_00, 3: 80_00}


def test_an_episode_may_have_many_hands() -> None:
    env = PokerEnv("holdem", players=3, stack=20_00, hands=8)
    chance = Random(5)
    env.reset(seed=5)
    won = dict.fromkeys(env.possible_agents, 0.0)
    rounds = 1
    log = env.now.log
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        won[agent] += reward
        env.step(None if over else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
        rounds += env.now.log[1] != log[1]
        log = env.now.log
    assert 1 < rounds <= 8
    assert sum(won.values()) == pytest.approx(0)
    after_all = {**env._stacks, **env.moment.stacks}
    for agent, total in won.items():
        assert total * 2_00 == pytest.approx(after_all[int(agent[5:])] - 20_00)


def test_a_layout_names_every_number() -> None:
    env = PokerEnv("seven-card-stud", players=3)
    ends = [part.stop for part in env.layout.parts.values()]
    starts = [part.start for part in env.layout.parts.values()]
    assert starts == [0, *ends[:-1]]
    assert ends[-1] == env.layout.size
    assert env.layout.parts["others"] == slice(2 * CARDS, 4 * CARDS)


def test_the_engine_deals_what_the_fast_table_dealt() -> None:
    now = begin(GAMES["holdem"], {1: 20_00, 2: 20_00}, seed=9, button=2)
    env = PokerEnv("holdem", players=2, stack=20_00)
    env.restore(now)
    assert env.now.state == now.state
