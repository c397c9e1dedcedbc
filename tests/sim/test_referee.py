"""Bots that answer illegally, too late or not at all: checked or folded by rule, and reported."""

import pytest

from croupier import GAMES, start
from croupier.engine.commands import Agree, Bet, Check, Discard, Fold, Show, Stop, Surrender
from croupier.engine.turns import Option, Turn
from croupier.games import BANKED, PLAYER_BANKED
from croupier.room.shuffle import Entropy
from croupier.sim.bots import bot
from croupier.sim.referee import Referee, by_rule
from croupier.sim.results import results
from croupier.sim.session import play_watched
from croupier.sim.simulate import simulate
from tests.sim import faulty
from tests.sim.plans import engine


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("illegal", "illegal"),
        ("dealing", "illegal"),
        ("another", "illegal"),
        ("nonsense", "illegal"),
        ("silent", "failed"),
        ("failing", "failed"),
        ("leaving", "failed"),
    ],
)
def test_a_bot_at_fault_is_checked_or_folded_and_reported(name: str, kind: str) -> None:
    plan = engine("holdem", f"tests.sim.faulty:{name}", "calling", "calling", rounds=50)
    timid = engine("holdem", "tests.sim.faulty:timid", "calling", "calling", rounds=50)
    found = results(plan, simulate(plan))
    assert found.rounds == 50
    assert {key for key, times in found.faults.items() if times} == {(1, kind)}
    assert found.seats[1].total < 0  # its blinds
    assert found.seats == results(timid, simulate(timid)).seats  # as if it had checked and folded


@pytest.mark.parametrize("name", ["looping", "sleeping"])
def test_a_bot_that_does_not_answer_in_time_is_away_for_the_session(name: str) -> None:
    bots = f"tests.sim.faulty:{name}", "calling", "calling"
    plan = engine("holdem", *bots, rounds=50, answer_s=0.05)
    found = results(plan, simulate(plan))
    assert found.rounds == 50
    assert found.faults[1, "late"] == 1
    assert found.faults[1, "absent"] >= 49


def test_a_bot_that_writes_into_its_view_changes_nothing() -> None:
    forged = engine("holdem", "tests.sim.faulty:forging", "calling", "calling", rounds=50)
    plain = engine("holdem", "calling", "calling", "calling", rounds=50)
    assert results(forged, simulate(forged)).seats == results(plain, simulate(plain)).seats


@pytest.mark.parametrize("key", [*PLAYER_BANKED, *BANKED])
def test_no_game_stops_for_bots_that_fail_at_every_turn(key: str) -> None:
    game = (PLAYER_BANKED | BANKED)[key]
    state, log = start(game, dict.fromkeys((1, 2, 3), 200_00), seed=4)
    referee = Referee({1: bot("calling", 1), 2: faulty.failing, 3: faulty.illegal})
    state, log = play_watched(state, log, referee, Entropy())
    assert state.done
    assert referee.faults[2, "failed"]
    assert referee.faults[3, "illegal"]
    assert sum(state.accounts.values()) == state.brought


def test_a_round_that_nobody_wagers_in_is_not_dealt() -> None:
    plan = engine("two-card-joker", "tests.sim.faulty:failing", "tests.sim.faulty:failing")
    tally = simulate(plan)
    assert tally["not dealt"] == tally["rounds"] == plan.rounds
    assert results(plan, tally).seats[1].total == 0


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        (("check", "bet"), Check(2)),
        (("fold", "call", "raise"), Fold(2)),
        (("place", "surrender"), Surrender(2)),
        (("place", "check"), Check(2)),
        (("discard",), Discard(2)),
        (("show", "muck"), Show(2)),
        (("agree",), Agree(2, yes=False)),
        (("stop", "play_on"), Stop(2)),
        (("place",), None),
    ],
)
def test_what_the_rules_do_for_a_player_who_does_nothing(
    options: tuple[str, ...], answer: object
) -> None:
    assert by_rule(Turn(2, tuple(Option(does) for does in options))) == answer  # type: ignore[arg-type]  # all of them are of Does


def test_a_forced_bet_is_placed_by_any_player_there() -> None:
    state, _ = start(GAMES["seven-card-stud"], {1: 200_00, 2: 200_00}, seed=4)
    turn = state.turns[0]
    if turn.option("bet") and not turn.option("check"):
        assert isinstance(by_rule(turn), Bet)
    assert by_rule(Turn(2, (Option("bet", 100, 200),))) == Bet(2, 100)  # type: ignore[arg-type]  # cents
