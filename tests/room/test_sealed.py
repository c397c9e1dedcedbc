"""A sealed deck: every card opens at its place, and nothing else does."""

import pytest
from msgspec.structs import replace

from croupier.cards import DECK_52, DECK_54, Card
from croupier.refused import Refused
from croupier.room.sealed import fresh_salts, is_sealed, leaf, open_leaves, position_dealt, root_of
from croupier.room.shuffle import cut, shuffle

DECKS = (DECK_52, DECK_54, DECK_52[:33], DECK_52[:5], DECK_52[:1])


@pytest.mark.parametrize("deck", DECKS, ids=len)
def test_every_card_opens_at_its_own_position(deck: tuple[Card, ...]) -> None:
    order, salts = shuffle(deck), fresh_salts(len(deck))
    root = root_of(order, salts)
    opened = open_leaves(order, salts, range(len(order)))
    assert [one.card for one in opened] == list(order)
    assert all(is_sealed(one, root, len(order)) for one in opened)


@pytest.mark.parametrize("deck", DECKS[:4], ids=len)
def test_no_other_card_position_salt_or_path_opens(deck: tuple[Card, ...]) -> None:
    order, salts = shuffle(deck), fresh_salts(len(deck))
    size, root = len(order), root_of(order, salts)
    for one in open_leaves(order, salts, range(size)):
        for wrong in (
            replace(one, card=order[one.position - 1]),
            replace(one, position=(one.position + 1) % size),
            replace(one, position=size),
            replace(one, salt=fresh_salts(1)[0]),
            replace(one, salt=one.salt[:-1]),
            replace(one, path=one.path[:-1]),
            replace(one, path=(*one.path, one.path[-1])),
        ):
            assert not is_sealed(wrong, root, size)


def test_a_deck_that_was_altered_after_its_root_opens_no_longer() -> None:
    order, salts = shuffle(), fresh_salts(52)
    root = root_of(order, salts)
    altered = (order[1], order[0], *order[2:])
    opened = open_leaves(altered, salts, range(52))
    assert not any(is_sealed(one, root, 52) for one in opened[:2])


def test_the_same_card_has_another_leaf_under_every_salt() -> None:
    card = DECK_52[0]
    assert len({leaf(0, card, salt) for salt in fresh_salts(100)}) == 100


def test_a_card_is_found_where_it_lay_before_the_cut() -> None:
    order = shuffle()
    dealt = cut(order, 17)
    assert [order[position_dealt(place, 17, 52)] for place in range(52)] == list(dealt)


def test_every_card_has_its_salt() -> None:
    with pytest.raises(Refused, match="one salt for each of 52 cards"):
        root_of(DECK_52, fresh_salts(51))
