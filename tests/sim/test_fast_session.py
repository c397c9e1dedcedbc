"""Bots on the fast table: the same players as on the engine, the same results for any workers."""

import pytest
from msgspec.structs import replace

from croupier import Refused, fast
from croupier.chips import Chips
from croupier.engine.play import replay
from croupier.games import GAMES
from croupier.odds.house_edge import house_edge
from croupier.rules.sign import amend
from croupier.sim.fast_session import is_fast
from croupier.sim.results import results
from croupier.sim.scores import count_round
from croupier.sim.shards import checked
from croupier.sim.simulate import simulate
from croupier.sim.tally import Tally, count
from tests.sim.plans import engine

RAKE = {"rake": '{"method": "percentage", "percent": "5"}', "rake_max": "400"}


@pytest.mark.parametrize("key", ["holdem", "five-card-draw", "seven-card-stud-hilo-8"])
def test_a_bot_plays_on_the_fast_table_as_on_the_engine(key: str) -> None:
    """What seats, pot and house get differs by no more than chance."""
    slow = engine(key, "tight", "loose", "calling", rounds=300, sign=amend(GAMES[key].sign, RAKE))
    quick = replace(slow, way="fast", rounds=20_000)
    one, other = results(slow, simulate(slow)), results(quick, simulate(quick))
    assert one.house is not None
    assert other.house is not None
    assert one.pot is not None
    assert other.pot is not None
    pairs = [(one.seats[seat].net, other.seats[seat].net) for seat in one.seats]
    pairs += [(one.pot, other.pot), (one.house.net, other.house.net)]
    for here, there in pairs:
        assert abs(here.value - there.value) < 4 * (here.error**2 + there.error**2) ** 0.5
    assert other.pot.error < one.pot.error / 5


def test_the_house_gets_what_the_seats_lose() -> None:
    plan = replace(
        engine("holdem", "loose", "random", sign=amend(GAMES["holdem"].sign, RAKE)), way="fast"
    )
    found = results(plan, simulate(plan))
    assert found.house is not None
    assert found.flows["rake"].account.total == found.house.total > 0
    assert found.house.total == -sum(account.total for account in found.seats.values())


def test_only_what_the_fast_table_covers_is_fast() -> None:
    assert is_fast(engine("holdem"))
    assert not is_fast(engine("holdem", "sensible", "calling"))
    assert is_fast(engine("flop-poker", "calling", "calling"))
    assert not is_fast(engine("flop-poker", "calling", "calling", wagers={"ante": Chips(900_00)}))
    with pytest.raises(Refused, match="the fast table seats"):
        checked(replace(engine("holdem", "sensible", "calling"), way="fast"))


# --- against the bank ------------------------------------------------------------------------

PROGRESSIVE = replace(
    GAMES["texas-holdem-bonus"].sign,
    progressive=True,
    progressive_seed=Chips(1_000_00),
    progressive_meter=Chips(5_000_00),
    progressive_share=40,
    aces_v_aces=1000,
)
TABLES = {
    "texas-holdem-bonus": (PROGRESSIVE, {"ante": 5_00, "bonus": 1_00, "progressive": 1_00}),
    "flop-poker": (GAMES["flop-poker"].sign, {}),
    "two-card-joker": (GAMES["two-card-joker"].sign, {"ante": 10_00, "super flush": 5_00}),
}


@pytest.mark.parametrize("key", TABLES)
def test_the_bank_is_counted_as_from_the_engine_s_logs(key: str) -> None:
    sign, wagers = TABLES[key]
    bots = ("random", "calling", "loose", "tight")
    slow = engine(key, *bots, sign=sign, rounds=300)
    plan = replace(slow, way="fast", wagers={spot: Chips(chips) for spot, chips in wagers.items()})
    found = fast.play(
        key, sign, players=4, policy=bots, rounds=300, seed=plan.seed, wagers=wagers or None
    )
    expected: Tally = {}
    for number in range(300):
        log = found.log(number)
        count(expected, "rounds")
        count_round(expected, replay(GAMES[key], log), log, dict.fromkeys(range(1, 5), plan.stack))
    played = {name: number for name, number in simulate(plan).items() if number}
    assert played == {name: number for name, number in expected.items() if number}


@pytest.mark.parametrize("key", ["flop-poker", "two-card-joker"])
def test_the_optimal_bot_pays_the_exact_edge(key: str) -> None:
    slow = engine(key, "optimal", rounds=400_000)
    plan = replace(slow, way="fast")
    assert is_fast(slow)
    found = results(plan, simulate(plan))
    exact = house_edge(GAMES[key], plan.sign, "optimal", players=1).wagers["ante"]
    ante = found.spots["ante"]
    assert found.house is not None
    value = found.house.net.value / (ante.wagered / ante.placed)
    error = found.house.net.error / (ante.wagered / ante.placed)
    assert abs(value - float(exact.house_edge)) < 4 * error
    assert error < 0.01


@pytest.mark.soak
def test_the_optimal_bot_pays_the_exact_edge_of_holdem_bonus() -> None:
    key = "texas-holdem-bonus"
    plan = replace(engine(key, "optimal", rounds=2_000_000), way="fast")
    found = results(plan, simulate(plan))
    exact = house_edge(GAMES[key], plan.sign, "optimal", players=1).wagers["ante"]
    assert found.house is not None
    net = found.house.net
    wagered = float(plan.sign.wager_min)
    assert abs(net.value / wagered - float(exact.house_edge)) < 4 * net.error / wagered
