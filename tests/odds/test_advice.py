"""Odds for learners: something is said in every state of every game, from one seat's view alone."""

import pytest

from croupier.games import GAMES
from croupier.rules.game import Game
from croupier.server.tables.advice import _advice
from croupier.views.seat import hide
from tests.views.test_screen import _rounds


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_learner_gets_advice_in_every_state(game: Game) -> None:
    answer = [_advice(hide(state, 1), 1) for state in _rounds(game) if not state.done]
    assert all(one.words for one in answer)
    assert any(one.equity >= 0 or one.best for one in answer)
