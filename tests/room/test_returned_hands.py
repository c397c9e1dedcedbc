"""How many cards a returned hand must have: an ordinary round has no other hands."""

import pytest

from croupier import start
from croupier.engine.round import Round
from croupier.games import GAMES
from croupier.room.custody.returned import misdealt, proper_number, returned_hands
from croupier.sim.bots import bot
from croupier.sim.runner import play_out
from tests.clause import clause


def played(key: str, seed: int) -> Round:
    game = GAMES[key]
    seats = range(1, min(game.players.most, 6) + 1)
    state, log = start(game, dict.fromkeys(seats, 500_00), seed=seed)
    return play_out(state, log, {seat: bot("random", f"{seat} {seed}") for seat in seats})[0]


@clause("POKER-6e8")
@pytest.mark.parametrize("key", GAMES)
def test_hands_of_ordinary_rounds_come_back_complete(key: str) -> None:
    for seed in range(6):
        state = played(key, seed)
        piles = returned_hands(state)
        assert piles
        if state.game.banked:
            assert misdealt(state) == 0
            continue
        assert [proper_number(state, pile) for pile in piles] == [len(pile.cards) for pile in piles]
