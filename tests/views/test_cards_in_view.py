"""Every hand lies in full view: anybody sees at any time how many cards it has (POKER 15(c))."""

import pytest

from croupier.engine.evolve import evolve
from croupier.engine.play import opening
from croupier.rules.game import Game
from croupier.rules.steps import Bet
from croupier.views.seat import NOBODY, view
from tests.clause import clause
from tests.strategies import ALL_GAMES, seeded_round

ROUNDS = 5


@clause("POKER-15c", "BBC-irr-view")
@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
def test_every_viewer_counts_the_cards_of_every_hand_at_any_time(game: Game) -> None:
    for seed in range(ROUNDS):
        played = seeded_round(game, seed)
        for viewer in (NOBODY, *played.setting.stacks):
            first, *seen = view(played.log, viewer)
            known = whole = opening(game, first)  # type: ignore[arg-type]  # a log begins so
            for event, veiled in zip(played.log[1:], seen, strict=True):
                whole, known = evolve(whole, event), evolve(known, veiled)
                for seat, hand in whole.hands.items():
                    in_view = known.hands[seat]
                    assert len(in_view.down) == len(hand.down)
                    assert in_view.up == hand.up  # what lies face up is hidden from nobody
                assert known.live == whole.live


@clause("POKER-15c", "BBC-irr-view")
@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
def test_every_bettor_has_as_many_cards_on_the_table_as_the_others(game: Game) -> None:
    for seed in range(ROUNDS):
        for state in seeded_round(game, seed).states:
            if state.at < len(state.script) and isinstance(state.step, Bet):
                hands = [state.hands[seat] for seat in state.live]
                assert len({len(hand.down) + len(hand.up) for hand in hands}) == 1
