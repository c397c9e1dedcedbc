"""While a round is open it offers an option, and every answer brings its end nearer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.engine.round import Round
from croupier.engine.turns import DEALER
from croupier.rules.game import Game
from croupier.rules.steps import Bet
from tests.strategies import ALL_GAMES, Played, examples, rounds_of

Distance = tuple[int, ...]


def somebody_has_an_option(played: Played) -> None:
    for state in played.states:
        if state.done:
            assert state.turns == ()
            continue
        assert state.turns
        for turn in state.turns:
            assert turn.options
            assert turn.actor == DEALER or not state.hands[turn.actor].out
            assert all(option.least <= option.most for option in turn.options), turn


def the_end_comes_nearer(played: Played) -> None:
    distances = [distance(state) for state in played.states]
    for before, after, command in zip(distances, distances[1:], played.commands, strict=False):
        if before != OVER:
            assert after < before, command
    assert distances[-1] == OVER
    said = len(played.commands) - distances.count(OVER) + 1
    assert said <= most_answers(played)


OVER: Distance = ()


def distance(state: Round) -> Distance:
    """What is still to come, the weightiest first; each part is a whole number, never negative.

    A step that ends brings the next; in a betting round a raise takes chips from a stack, any other
    answer a name from the list; a draw that waits for a reshuffle has its discards already.
    """
    if state.done:
        return OVER
    steps = len(state.script) - state.at
    once = 2 - len(state.boards)  # running it twice adds steps, but only once
    chips = sum(state.stacks.values()) if isinstance(state.step, Bet) else 0
    names = 2 * len(state.waiting) - bool(state.due_cards)
    return once, steps, chips, names, *_cards_to_come(state)


def _cards_to_come(state: Round) -> tuple[int, bool]:
    """Cards that the dealer still owes in this step; a reshuffle comes before the next of them."""
    if state.turns[0].actor != DEALER:
        return 0, False
    (option,) = state.turns[0].options
    if option.does == "reshuffle":
        return state.due_cards or 1, True
    return state.due_cards or option.most, False


def most_answers(played: Played) -> int:
    """A crude ceiling: each betting round, every chip unit a raise that everybody answers."""
    state = played.states[0]
    players, raises = len(state.order), state.brought // min(state.sign.unit, state.sign.lower)
    cards = 52 * 4  # announced one by one, with as many reshuffles
    return len(state.script) * players * (2 + raises) + cards


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
@examples(20)
@given(data=st.data())
def test_somebody_has_an_option_and_the_round_ends(game: Game, data: st.DataObject) -> None:
    played = data.draw(rounds_of(game))
    somebody_has_an_option(played)
    the_end_comes_nearer(played)
