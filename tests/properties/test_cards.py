"""Every card of the deck is in exactly one place, after every event."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK_52, UNKNOWN, Card
from croupier.engine.events import RoundOpened
from croupier.engine.evolve import evolve
from croupier.engine.play import opening
from croupier.engine.round import Round
from croupier.rules.game import Game
from tests.strategies import ALL_GAMES, Played, examples, rounds_of


def every_card_is_in_one_place(played: Played) -> None:
    opened, ready, *rest = played.log
    assert isinstance(opened, RoundOpened)
    state = evolve(opening(played.setting.game, opened), ready)
    for event in rest:
        state = evolve(state, event)
        cards = everywhere(state)
        assert cards.total() == played.setting.game.deck, event
        assert max(cards[card] for card in DECK_52) <= 1, event
        assert cards[UNKNOWN] == played.setting.game.deck - sum(cards[card] for card in DECK_52)
        assert UNKNOWN in played.setting.deck or not cards[UNKNOWN]


def everywhere(state: Round) -> Counter[Card]:
    """All cards on the table; those dealt before it is run twice lie on both boards."""
    cards = Counter(state.deck[state.top :])
    cards.update(state.burns + state.amiss.burns_up + state.common)
    for board in state.boards:
        cards.update(board)
    if len(state.boards) > 1:
        first, second = state.boards
        shared = [card for card, other in zip(first, second, strict=False) if card == other]
        cards.subtract(shared)
    for hand in state.hands.values():
        cards.update(hand.down + hand.up)
    for pile in state.discards:
        cards.update(pile.cards)
    return cards


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
@examples(20)
@given(data=st.data())
def test_every_card_is_in_one_place(game: Game, data: st.DataObject) -> None:
    every_card_is_in_one_place(data.draw(rounds_of(game)))
