"""Hands played elsewhere, on the fast table as on the engine: every chip that traveled."""

from collections import Counter

import pytest

from croupier import fast
from croupier.engine.events import AnyEvent
from croupier.fast.recorded import replay
from croupier.games import GAMES
from croupier.refused import Refused
from tests.hands.record import records, replayed, run_twice

ACCOUNTS = {32: "pot", 33: "rake", 34: "inventory", 35: "drop", 36: "box"}


def moves_of(log: list[AnyEvent]) -> list[tuple[str, str, int]]:
    moves = (move for event in log for move in getattr(event, "moves", ()))
    return [(move.source, move.target, move.chips) for move in moves]


def test_recorded_hands_end_alike_on_both_tables() -> None:
    """Only what the engine refuses, sums beyond 32 bits and renewed decks are left out."""
    found: Counter[str] = Counter()
    for record in records():
        twice = record.get("edge") == "run-it-twice"
        end = (run_twice(record) if twice else replayed(record)).end
        if end is None:
            found["refused by the engine"] += 1
            continue
        try:
            table = replay(end.log)
        except Refused as refused:
            found[refused.clause] += 1
            continue
        names = {place: f"stack:{seat}" for place, seat in enumerate(table.order)} | ACCOUNTS
        moved = [(names[source], names[target], chips) for source, target, chips in table.moves]
        assert table.done, record["id"]
        assert moved == moves_of(end.log), record["id"]
        assert table.stacks == end.state.stacks, record["id"]
        found["alike"] += 1
    assert found.pop("alike") > 1000
    found.pop("refused by the engine", None)
    assert found == {"FIELD stacks": 28, "FIELD log": 2}


@pytest.mark.parametrize("key", GAMES)
def test_a_log_is_replayed_with_all_that_was_wagered(key: str) -> None:
    played = fast.play(key, policy="random", players=3, rounds=20, seed=5)
    for number in range(20):
        log = played.log(number)
        table = replay(log)
        assert table.done
        assert table.stacks == getattr(log[-1], "stacks", None)


def test_what_is_no_round_is_refused() -> None:
    log = fast.play("holdem", rounds=1, seed=5).log(0)
    for given in ([], log[1:]):
        with pytest.raises(Refused, match="a log must begin with the opening of a round"):
            replay(given)
