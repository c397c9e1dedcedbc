"""Every option is accepted, and everything else is refused with its reason, changing nothing."""

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.clauses import is_citation
from croupier.engine.commands import Command
from croupier.engine.play import options, play
from croupier.engine.round import Round
from croupier.refused import Refused
from croupier.rules.game import Game
from tests.strategies import (
    ALL_GAMES,
    Chance,
    Played,
    Seeded,
    admitted,
    attempts,
    examples,
    rounds_of,
    some_of,
)

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def options_are_the_only_judge(state: Round, chance: Chance) -> None:
    """Say everything around the options: exactly what they admit is carried out."""
    for command in attempts(state, chance):
        if admitted(state, command):
            _, events = play(state, command)
            assert events
        else:
            is_refused(state, command)


def is_refused(state: Round, command: Command) -> None:
    before = msgspec.json.encode(state)
    with pytest.raises(Refused) as caught:
        play(state, command)
    refused = caught.value
    assert is_citation(refused.clause), (command, refused)
    assert refused.why
    assert "\n" not in str(refused)
    assert refused.clause == "FIELD cards" or not CARD.search(refused.why), refused
    assert msgspec.json.encode(state) == before


def every_fact_has_its_clause(played: Played) -> None:
    for event in played.log:
        assert is_citation(event.clause), event
        assert is_citation(getattr(event, "excess", "") or event.clause), event


def a_turn_is_one_actors(state: Round) -> None:
    """`options` gives every turn, or one actor's, and no actor has two."""
    actors = [turn.actor for turn in options(state)]
    assert len(set(actors)) == len(actors)
    for actor in range(12):
        assert [turn.actor for turn in options(state, actor)] == [actor] * (actor in actors)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
@examples(12)
@given(data=st.data())
def test_options_are_accepted_and_all_else_is_refused(game: Game, data: st.DataObject) -> None:
    played, chance = data.draw(rounds_of(game)), Seeded(data.draw(st.integers(0, 1 << 32)))
    for state in (*some_of(chance, played.states, min(8, len(played.states))), played.end):
        options_are_the_only_judge(state, chance)
        a_turn_is_one_actors(state)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
@examples(10)
@given(data=st.data())
def test_every_fact_carries_its_clause(game: Game, data: st.DataObject) -> None:
    every_fact_has_its_clause(data.draw(rounds_of(game)))
