"""How hands rank, as a learner looks it up: every kind once, the best first."""

from itertools import pairwise

import pytest

from croupier.games import ALL, GAMES, LIBRARY
from croupier.rankings import FAMILIES
from croupier.rules.steps import Showdown
from croupier.views.printed.hand_ranks import families_of, hand_ranks


@pytest.mark.parametrize("key", [*GAMES, *LIBRARY])
def test_examples_come_from_the_best_down(key: str) -> None:
    for sheet, (_, family) in zip(hand_ranks(ALL[key]), families_of(ALL[key]), strict=True):
        hands = [FAMILIES[family].hand("".join(card.value for card in r.cards)) for r in sheet.rows]
        assert all(hand is not None for hand in hands)
        for better, worse in pairwise(hands):
            assert better is not None
            assert worse is not None
            assert better > worse, (better.words, worse.words)


@pytest.mark.parametrize("key", [*GAMES, *LIBRARY])
def test_every_kind_that_counts_is_there(key: str) -> None:
    finish = ALL[key].script[-1]
    if isinstance(finish, Showdown) and not ALL[key].banked:
        assert [sheet.share for sheet in hand_ranks(ALL[key])] == [s.name for s in finish.shares]
    for sheet, (_, family) in zip(hand_ranks(ALL[key]), families_of(ALL[key]), strict=True):
        hands = [FAMILIES[family].hand("".join(card.value for card in r.cards)) for r in sheet.rows]
        kinds = {hand.category for hand in hands if hand is not None}
        assert kinds == ({"no pair"} if family.qualifier else set(family.categories))
