"""The log replays to the same state, byte for byte, and the same commands tell the same log."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.api import replay
from croupier.engine.commands import parse_command
from croupier.engine.events import read_event, write_event
from croupier.engine.play import play
from croupier.rules.game import Game
from tests.strategies import ALL_GAMES, Played, examples, rounds_of


def the_log_replays(played: Played) -> None:
    lines = [write_event(event) for event in played.log]
    assert not any("\n" in line for line in lines)
    events = [read_event(line) for line in lines]
    assert events == played.log
    again = replay(events)
    assert again == played.end
    assert msgspec.json.encode(again) == msgspec.json.encode(played.end)


def every_prefix_replays(played: Played) -> None:
    """A log cut after any command gives the state of that moment."""
    length = 0
    for events, state in zip(played.events, played.states, strict=True):
        length += len(events)
        again = replay(played.log[:length])
        assert again == state
        assert msgspec.json.encode(again) == msgspec.json.encode(state)


def commands_tell_the_same_log(played: Played) -> None:
    state, log = played.setting.start()
    for command in played.commands:
        state, events = play(state, parse_command(msgspec.json.encode(command)))
        log += events
    assert [write_event(event) for event in log] == [write_event(event) for event in played.log]


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
@examples(18)
@given(data=st.data())
def test_the_log_replays_to_the_same_state(game: Game, data: st.DataObject) -> None:
    played = data.draw(rounds_of(game))
    the_log_replays(played)
    every_prefix_replays(played)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
@examples(15)
@given(data=st.data())
def test_the_same_commands_tell_the_same_log(game: Game, data: st.DataObject) -> None:
    commands_tell_the_same_log(data.draw(rounds_of(game)))
