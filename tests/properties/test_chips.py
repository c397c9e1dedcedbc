"""Chips are conserved after every event; money is whole cents; chips travel only in a `Move`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.engine.accounts import BOX, DROP, INVENTORY, POT, RAKE
from croupier.engine.events import AnyEvent, RoundClosed, RoundOpened
from croupier.engine.evolve import evolve
from croupier.engine.faults import CalledDead, HandDead, HandRefunded, Misdealt
from croupier.engine.play import opening
from croupier.engine.round import Round
from croupier.rules.game import Game
from tests.strategies import ALL_GAMES, Played, examples, rounds_of

REFUNDS = (CalledDead, HandDead, HandRefunded, Misdealt)


def chips_are_conserved(played: Played) -> None:
    """Fold the log event by event and count everything each time."""
    opened, *rest = played.log
    assert isinstance(opened, RoundOpened)
    brought = sum(played.setting.stacks.values())
    state = opening(played.setting.game, opened)
    _counts(state, brought)
    for event in rest:
        after = evolve(state, event)
        _counts(after, brought)
        assert after.accounts == _carried(state, event), event
        state = after
    assert state.pot == 0
    assert state.stacks == _closed(played).stacks


def _counts(state: Round, brought: int) -> None:
    accounts = state.accounts
    assert all(type(chips) is int and chips >= 0 for chips in accounts.values()), accounts
    assert sum(accounts.values()) == state.brought == brought


def _carried(state: Round, event: AnyEvent) -> dict[str, int]:
    """What the moves of an event, and nothing else, make of the accounts."""
    after = {str(account): int(chips) for account, chips in state.accounts.items()}
    for move in getattr(event, "moves", ()):
        assert type(move.chips) is int
        assert move.chips > 0
        banked = (move.source, move.target) == (RAKE, INVENTORY)
        refunded = isinstance(event, REFUNDS) and move.source in (RAKE, BOX, DROP)
        assert banked or refunded or (move.source == POT) != (move.target == POT)  # no gifts
        after[move.source] -= move.chips
        after[move.target] += move.chips
    return after


def _closed(played: Played) -> RoundClosed:
    (closed,) = (event for event in played.log if isinstance(event, RoundClosed))
    return closed


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
@examples(25)
@given(data=st.data())
def test_chips_are_conserved_after_every_event(game: Game, data: st.DataObject) -> None:
    chips_are_conserved(data.draw(rounds_of(game)))
