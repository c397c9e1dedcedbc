"""Counterfactual regrets on the real engine: Kuhn's game comes to what Kuhn found."""

import pytest

from croupier.engine.commands import Bet, Call, Check, Fold
from croupier.rl.kuhn import KUHN, choices, deals, solved
from croupier.rl.regret import Solution


@pytest.fixture(scope="module")
def found() -> Solution:
    return solved(rounds=1000)


def test_kuhns_game_has_twelve_decisions_and_is_worth_minus_an_eighteenth(found: Solution) -> None:
    assert len(found.strategy) == 12
    assert found.value == pytest.approx(-100 / 18, abs=0.02)  # cents, of an ante of a dollar
    assert 0 <= found.exploitability < 0.05


def often(found: Solution, seat: int, card: str, kind: type) -> float:
    """How often a seat answers so with a card, at its decision where that is offered."""
    for known, commands in found.choices.items():
        kinds = [type(command) for command in commands]
        if kind in kinds and commands[0].seat == seat and _held(known, seat, card):
            return found.strategy[known][kinds.index(kind)]
    raise AssertionError


def _held(known: bytes, seat: int, card: str) -> bool:
    dealt = next(line for line in known.decode().split("\n") if '"Dealt"' in line)
    return f'"{card}"' in dealt


def test_the_equilibrium_is_one_of_kuhns(found: Solution) -> None:
    bluff = often(found, 1, "Jc", Bet)
    assert 0 <= bluff <= 1 / 3 + 0.02
    assert often(found, 1, "Kh", Bet) == pytest.approx(3 * bluff, abs=0.05)
    assert often(found, 1, "Qd", Bet) < 0.02
    assert often(found, 1, "Qd", Call) == pytest.approx(bluff + 1 / 3, abs=0.05)
    assert often(found, 2, "Kh", Call) > 0.98
    assert often(found, 2, "Jc", Fold) > 0.98
    assert often(found, 2, "Qd", Call) == pytest.approx(1 / 3, abs=0.05)
    assert often(found, 2, "Jc", Bet) == pytest.approx(1 / 3, abs=0.05)


def test_the_engine_deals_the_game() -> None:
    assert not KUHN.authorised
    every = deals()
    assert len(every) == 6
    (_, first) = every[0]
    assert [type(command) for command in choices(first)] == [Check, Bet]
