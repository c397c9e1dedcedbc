"""What the house takes, read from the moves and from nothing else."""

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.accounts import Account, Move
from croupier.games import GAMES
from croupier.rules.sign import TableSign, amend
from croupier.sim.results import Results, results
from croupier.sim.scores import house_flows
from croupier.sim.simulate import simulate
from tests.sim.plans import engine

RAKE = {"rake": '{"method": "percentage", "percent": "5"}', "rake_max": "400"}


def found(key: str, changes: dict[str, str], *bots: str, **more: Any) -> Results:
    sign = amend(GAMES[key].sign, changes)
    plan = engine(key, *bots, rounds=100, sign=sign, **more)
    return results(plan, simulate(plan))


def moved(*moves: tuple[str, str, int]) -> list[Any]:
    class Event:
        def __init__(self) -> None:
            self.moves = tuple(Move(Account(a), Account(b), Chips(c)) for a, b, c in moves)

    return [Event()]


def test_whatever_is_no_stack_no_spot_and_no_pot_is_the_houses() -> None:
    moves = [("stack:1", "pot", 500), ("pot", "rake", 25), ("rake", "inventory", 25)]
    moves += [("pot", "some new fund", 5), ("some new fund", "stack:2", 90), ("pot", "stack:1", 70)]
    assert house_flows(moved(*moves)) == {"rake": (25, 0), "some new fund": (5, 90)}
    assert house_flows(moved(("spot:1:ante", "bank", 500), ("bank", "meter", 7))) == {
        "bank": (500, 0)
    }


def test_a_rake_is_the_houses_and_the_players_pay_it() -> None:
    raked = found("holdem", RAKE, "random", "loose", "calling")
    free = found("holdem", {}, "random", "loose", "calling")
    assert raked.house is not None
    assert raked.house.total == raked.flows["rake"].came > 0
    assert free.house is not None
    assert free.house.total == 0
    paid = [free.seats[seat].total - raked.seats[seat].total for seat in (1, 2, 3)]
    assert sum(paid) == raked.house.total  # the same cards and choices: the rake is all
    assert raked.house.hour.value == pytest.approx(30 * raked.house.net.value)
    assert raked.flows["rake"].hits.value == 0  # nothing is paid back


def test_a_bad_beat_fund_grows_and_its_hits_are_counted() -> None:
    rules = (
        '{"least": "2c2d3h4s5c", "shares": {"loser": 50, "winner": 25, "table": 25},'
        ' "contribution": {"method": "increments", "levels": [[1000, 100]]},'
        ' "contribution_max": 100, "min_pot": 1000, "reserve_percent": 10,'
        ' "held_returned": "to the next fund", "jackpot_percent": 90, "approval": "A-1"}'
    )
    dealt = found("holdem", {"bad_beat": rules}, *["calling"] * 6)
    box = dealt.flows["box"]
    assert box.came > 0
    assert 0 < box.hits.value <= 1  # any pair that loses
    assert box.rounds_between is not None


def test_every_account_of_a_bank_adds_up() -> None:
    sign = replace(
        GAMES["texas-holdem-bonus"].sign, progressive=True, progressive_seed=Chips(1_000_00)
    )
    plan = engine("texas-holdem-bonus", "calling", "random", rounds=100, sign=sign)
    dealt = results(plan, simulate(plan))
    assert dealt.house is not None
    assert dealt.house.total == sum(flow.account.total for flow in dealt.flows.values())
    assert dealt.house.total == sum(spot.house for spot in dealt.spots.values())
    assert dealt.spots["flop"].wagered == 2 * 5_00 * dealt.spots["flop"].placed


def test_a_kill_is_carried_from_round_to_round() -> None:
    kill = {"kill": "full", "kill_pot": "500"}
    killed = found("omaha-hilo-8", kill, "calling", "calling", "calling")
    plain = found("omaha-hilo-8", {}, "calling", "calling", "calling")
    assert killed.pot is not None
    assert plain.pot is not None
    assert killed.pot.value > 1.2 * plain.pot.value


def test_seats_take_turns_at_the_button() -> None:
    """Nobody has an advantage by the number of the seat: six who call win nothing, on average."""
    dealt = found("holdem", {}, *["calling"] * 6)
    for account in dealt.seats.values():
        assert abs(account.net.value) < 4 * account.net.error


def test_a_plan_with_a_rake_can_be_kept(tmp_path: Any) -> None:
    plan = engine("holdem", "calling", "calling", rounds=60, sign=amend(TableSign(), RAKE))
    path = tmp_path / "run.json"
    assert simulate(plan, resume=path) == simulate(plan, resume=path) == simulate(plan)
