"""`croupier rank`."""

import json

import pytest

from croupier.rankings import FAMILIES
from tests.cli.terminal import Croupier


def test_the_best_hand_of_seven_cards(croupier: Croupier) -> None:
    output = json.loads(croupier("rank", "high-5", "AsKsQsJsTs2c3d", "--json").out)
    assert output == {
        "family": "high-5",
        "hands": [
            {
                "cards": "AsKsQsJsTs2c3d",
                "best": "AsKsQsJsTs",
                "category": "royal flush",
                "words": "royal flush",
                "strength": 7462,
                "place": 1,
            }
        ],
    }


def test_several_hands_are_put_in_order_and_equal_places_tie(croupier: Croupier) -> None:
    hands = ("7c5d4h3s2c", "KsKd2c3c4c", "7d5h4s3c2d", "8c5d4h3s2c")
    output = json.loads(croupier("rank", "low-27", *hands, "--json").out)["hands"]
    assert [hand["cards"] for hand in output] == list(hands)
    assert [hand["place"] for hand in output] == [1, 4, 1, 3]
    rows = croupier("rank", "low-27", *hands).out.splitlines()[1:]
    assert [row.split()[0] for row in rows] == ["1", "1", "3", "4"]
    assert "8♣ 5♦ 4♥ 3♠ 2♣" in rows[2]


def test_a_hand_that_does_not_qualify_comes_last(croupier: Croupier) -> None:
    output = json.loads(croupier("rank", "low-8", "9s2d3c4h5s", "As2d3c4h8s", "--json").out)[
        "hands"
    ]
    assert output[0] == {
        "cards": "9s2d3c4h5s",
        "best": "",
        "category": "",
        "words": "nothing qualifies",
        "strength": 0,
        "place": 2,
    }
    assert "nothing qualifies" in croupier("rank", "low-8", "9s2d3c4h5s").out


def test_jokers_belong_to_their_own_family(croupier: Croupier) -> None:
    output = json.loads(croupier("rank", "joker-2", "Jk1Jk2", "--json").out)["hands"][0]
    assert output["category"] == "two jokers"
    assert "(FIELD cards)" in croupier("rank", "high-5", "Jk1KsQsJsTs").refusal


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("AsKsQsJsXx", "'Xx' is not a card (FIELD cards)"),
        ("AsAsKsQsJs", "As occurs twice (FIELD cards)"),
        ("AsKs", "high-5 needs 5 cards, not 2 (FIELD cards)"),
        ("??KsQsJsTs", "high-5 does not rank ?? (FIELD cards)"),
        ("", "high-5 needs 5 cards, not 0 (FIELD cards)"),
        ("A★K★Q★J★T★", "is not a card (FIELD cards)"),
    ],
)
def test_cards_that_will_not_do_are_refused(croupier: Croupier, cards: str, said: str) -> None:
    assert said in croupier("rank", "high-5", cards).refusal


def test_cards_are_read_as_they_are_printed(croupier: Croupier) -> None:
    assert (
        croupier("rank", "high-5", "A♠K♠Q♠J♠T♠").out == croupier("rank", "high-5", "AsKsQsJsTs").out
    )


def test_an_unknown_family_is_refused_with_those_there_are(croupier: Croupier) -> None:
    refusal = croupier("rank", "high-7", "AsKsQsJsTs").refusal
    assert "(FIELD family)" in refusal
    assert all(family in refusal for family in FAMILIES)


def test_a_game_in_place_of_a_family_is_answered_with_its_families(croupier: Croupier) -> None:
    refused = croupier("rank", "omaha-hilo-8", "AsKsQsJsTs")
    assert refused.code == 2
    assert "name what ranks its hands: high-5 or low-8 (FIELD family)" in refused.err
