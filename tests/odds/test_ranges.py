"""Hands and ranges as people write them."""

import pytest

from croupier.cards import spell
from croupier.odds.ranges import describe, read_range
from croupier.refused import Refused


def size(text: str, own: int = 2) -> int:
    return len(read_range(text, own).hands)


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("AA", 6),
        ("AK", 16),
        ("KA", 16),
        ("AKs", 4),
        ("AKo", 12),
        ("22+", 78),
        ("JJ+", 24),
        ("AQs+", 8),
        ("A2s+", 48),
        ("KTo+", 36),
        ("76s+", 4),
        ("22-55", 24),
        ("55-22", 24),
        ("A2s-A5s", 16),
        ("A5s-A2s", 16),
        ("76s-JTs", 20),
        ("JJ+,AQs+,KTo", 44),
        ("AsKs", 1),
        ("AKs,AsKs", 4),
        ("As??,AKs", 54),
        ("22+,random", 1326),
    ],
)
def test_a_range_has_so_many_hands(text: str, hands: int) -> None:
    assert size(text) == hands


@pytest.mark.parametrize("text", ["random", "any", "*", "????", "Random"])
def test_nothing_known_is_all_to_come(text: str) -> None:
    found = read_range(text, 2)
    assert (found.hands, found.missing, describe(found)) == (((),), 2, "????")


def test_a_plus_raises_the_lower_card() -> None:
    hands = {spell(hand)[::2] for hand in read_range("KTo+", 2).hands}
    assert hands == {"KT", "KJ", "KQ"}


def test_a_joined_range_climbs_by_one_card_or_by_both() -> None:
    assert {spell(hand)[::2] for hand in read_range("A2s-A4s", 2).hands} == {"A2", "A3", "A4"}
    assert {spell(hand)[::2] for hand in read_range("76s-98s", 2).hands} == {"76", "87", "98"}


def test_hands_of_more_cards_are_listed() -> None:
    found = read_range("AsAhKsKh, 9c8c7d6d", 4)
    assert [spell(hand) for hand in found.hands] == ["AsAhKsKh", "9c8c7d6d"]
    assert describe(found) == "AsAhKsKh, 9c8c7d6d"


@pytest.mark.parametrize(
    ("text", "own", "why"),
    [
        ("AKs-QJo", 2, "joins hands of different kinds"),
        ("AKs-J9s", 2, "joins hands of different kinds"),
        ("22s", 2, "neither suited nor offsuit"),
        ("AKs+-", 2, "neither a hand nor a range"),
        ("JJ+", 4, "neither a hand nor a range"),
        ("AsAs", 2, "As occurs twice"),
        ("AsAh????,AsAhKsKd", 4, "name more cards than others"),
        (" ", 2, "a range without hands"),
        ("x" * 500, 2, "xxx... is neither|is neither"),
    ],
)
def test_what_is_no_range_is_refused(text: str, own: int, why: str) -> None:
    with pytest.raises(Refused, match=why) as refused:
        read_range(text, own)
    assert len(str(refused.value)) < 200
