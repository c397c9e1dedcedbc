"""The recorded rounds still are what the engine deals; after a change, read what differs."""

import pytest

from croupier.api import replay
from croupier.engine.events import RoundClosed, read_event
from croupier.engine.verify import verify_log
from croupier.games import game_of
from tests.golden import FOLDER, KEYS, STACKS, dealt, record


def test_every_game_has_its_record_and_nothing_else_lies_there() -> None:
    assert {path.name for path in FOLDER.glob("*.jsonl")} == {record(key).name for key in KEYS}


@pytest.mark.parametrize("key", KEYS)
def test_a_record_replays_to_its_final_stacks(key: str) -> None:
    lines = record(key).read_text().splitlines()
    events = [read_event(line) for line in lines]
    closed = events[-1]
    assert isinstance(closed, RoundClosed)
    state = replay(events)
    assert state.done
    assert state.stacks == closed.stacks
    assert sum(state.stacks.values()) == sum(STACKS.values())
    assert verify_log(lines, game_of) == state


@pytest.mark.parametrize("key", KEYS)
def test_the_same_commands_are_dealt_to_the_same_bytes(key: str) -> None:
    assert dealt(key) == record(key).read_text(), "see tests/golden/__init__.py"


def test_the_records_show_a_game_whole() -> None:
    """Between them: all-in players with side pots, folds, draws, reshuffles, shown hands."""
    texts = {key: record(key).read_text() for key in KEYS}
    assert all('"Shown"' in text for text in texts.values())
    assert sum('"pot":1' in text for text in texts.values()) >= 12
    assert sum('"Folded"' in text for text in texts.values()) >= 12
    assert '"Reshuffled"' in texts["triple-draw-2-7"] + texts["badugi"] + texts["badacey"]
