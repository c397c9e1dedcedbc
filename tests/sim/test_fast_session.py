"""Bots on the fast table: the same players as on the engine, the same results for any workers."""

import pytest
from msgspec.structs import replace

from croupier import Refused
from croupier.games import GAMES
from croupier.rules.sign import amend
from croupier.sim.fast_session import is_fast
from croupier.sim.results import results
from croupier.sim.shards import checked
from croupier.sim.simulate import simulate
from tests.sim.plans import engine

RAKE = {"rake": '{"method": "percentage", "percent": "5"}', "rake_max": "400"}


@pytest.mark.parametrize("key", ["holdem", "five-card-draw", "seven-card-stud-hilo-8"])
def test_a_bot_plays_on_the_fast_table_as_on_the_engine(key: str) -> None:
    """What seats, pot and house get differs by no more than chance."""
    slow = engine(key, "tight", "loose", "calling", rounds=300, sign=amend(GAMES[key].sign, RAKE))
    fast = replace(slow, way="fast", rounds=20_000)
    one, other = results(slow, simulate(slow)), results(fast, simulate(fast))
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
    assert not is_fast(engine("flop-poker", "calling", "calling"))
    with pytest.raises(Refused, match="the fast table seats"):
        checked(replace(engine("holdem", "sensible", "calling"), way="fast"))
