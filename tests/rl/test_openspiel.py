"""Our games under OpenSpiel: the protocol always, its own algorithms where it is installed."""

from copy import deepcopy
from importlib import import_module
from importlib.util import find_spec
from itertools import permutations
from random import Random

import pytest

from croupier.fast.compile import compile  # noqa: A004  # of games
from croupier.fast.single import Single
from croupier.refused import Refused
from croupier.rl import leduc
from croupier.rl.actions import Actions
from croupier.rl.mccfr import everything
from croupier.rl.openspiel import Moment, openspiel_game, seeded_openings

ALGORITHMS = "open_spiel.python.algorithms"
INSTALLED = find_spec("pyspiel") is not None
needs_openspiel = pytest.mark.skipif(not INSTALLED, reason="open_spiel is not installed")


def leduc_openings() -> list[Single]:
    program = compile(leduc.LEDUC)
    decks = [leduc.deck(*dealt) for dealt in permutations(leduc.CARDS, 3)]
    return [Single(program, leduc.STACKS, button=2, deck=deck) for deck in decks]


@pytest.mark.parametrize("key", ["holdem", "triple-draw-2-7", "seven-card-stud"])
def test_a_round_is_played_to_its_end_by_numbers(key: str) -> None:
    openings = seeded_openings(key, players=3, count=20, seed=7)
    actions = Actions(openings[0].program.game, openings[0].program.sign, shows=False)
    chance, won = Random(key), 0.0
    for number in range(20):
        moment = Moment(openings, actions, everything)
        assert (moment.actor, moment.returns()) == (-1, [0.0, 0.0, 0.0])
        moment.open(number)
        while moment.actor >= 0:
            branch = deepcopy(moment)
            legal = sorted(moment.legal())
            branch.answer(chance.choice(legal))
            assert sorted(moment.legal()) == legal, "a copy is played on by itself"
            assert moment.vector(moment.actor).any()
            moment.answer(chance.choice(legal))
        assert moment.actor == -4
        assert sum(moment.returns()) == 0
        won += max(moment.returns())
    assert won > 0


def test_what_makes_no_game_is_refused() -> None:
    one = leduc_openings()[0]
    other = seeded_openings("holdem", count=1)[0]
    with pytest.raises(Refused, match="at least one opening"):
        openspiel_game([])
    with pytest.raises(Refused, match="of one game and sign"):
        openspiel_game([one, other])
    with pytest.raises(Refused, match="played against the bank"):
        seeded_openings("flop-poker", count=3)
    with pytest.raises(Refused, match="FIELD count"):
        seeded_openings("holdem", count=0)
    moment = Moment([one], leduc.ACTIONS, everything)
    moment.open(0)
    with pytest.raises(Refused, match="FIELD action"):
        moment.answer(99)


@pytest.mark.skipif(INSTALLED, reason="open_spiel is installed")
def test_without_openspiel_the_adapter_says_what_to_install() -> None:
    with pytest.raises(Refused, match="pip install open_spiel"):
        openspiel_game(leduc_openings())


@needs_openspiel
def test_leduc_poker_is_openspiel_s_own_to_the_last_digit() -> None:
    """Players who answer at random: what each wins, and what a perfect opponent would."""
    pyspiel, policy = import_module("pyspiel"), import_module("open_spiel.python.policy")
    scores = import_module(f"{ALGORITHMS}.expected_game_score")
    exploitability = import_module(f"{ALGORITHMS}.exploitability")
    ours = openspiel_game(leduc_openings(), leduc.ACTIONS, known=leduc.BY_RANK)
    found = []
    for game in (ours, pyspiel.load_game("leduc_poker")):
        uniform = policy.UniformRandomPolicy(game)
        value = scores.policy_value(game.new_initial_state(), [uniform, uniform])
        found.append((*value, exploitability.nash_conv(game, uniform)))
    assert found[0] == pytest.approx(found[1])


@needs_openspiel
def test_openspiel_learns_our_game() -> None:
    exploitability = import_module(f"{ALGORITHMS}.exploitability")
    mccfr = import_module(f"{ALGORITHMS}.external_sampling_mccfr")
    game = openspiel_game(leduc_openings(), leduc.ACTIONS, known=leduc.BY_RANK)
    solver = mccfr.ExternalSamplingSolver(game, mccfr.AverageType.SIMPLE)
    for _ in range(300):
        solver.iteration()
    assert exploitability.nash_conv(game, solver.average_policy()) < 3.7
