"""The fast table against the Python engine: any game, any sign, any manner of play."""

import pytest

from croupier.rules.game import Game
from tests.fast.twins import play_both
from tests.strategies import ALL_GAMES, Seeded, a_setting

GAMES = pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)


def rounds_agree(game: Game, seeds: range) -> int:
    """Play rounds at both tables, and give how many decisions were compared."""
    decisions = 0
    for seed in seeds:
        chance = Seeded(seed)
        setting = a_setting(chance, game, announced=False)
        decisions += play_both(setting, chance, seed).decisions
    return decisions


@GAMES
def test_both_tables_ask_the_same_and_end_alike(game: Game) -> None:
    assert rounds_agree(game, range(260)) > 2000


@pytest.mark.soak
@GAMES
def test_both_tables_agree_on_very_many_rounds(game: Game) -> None:
    assert rounds_agree(game, range(1000, 51_000)) > 500_000
