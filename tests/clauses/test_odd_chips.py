"""The excess of a pot that cannot be divided equally, in every game that has a rule for it."""

from collections.abc import Mapping
from typing import Any

import pytest

from croupier.chips import Chips
from croupier.engine.accounts import stack
from croupier.rules.sign import TableSign
from tests.clause import clause
from tests.dealing import Deal

NO_LIMIT: dict[str, Any] = {"structure": "no_limit", "limits": (2_00,)}
LOW_BOARD = "7d4h2sKcQh"
Won = dict[int, int]


def all_in(key: str, chips: int, hands: Mapping[int, str], board: str = "", **posted: Any) -> Deal:
    """Everybody puts in the same amount, and shows."""
    stacks = dict.fromkeys(hands, chips)
    deal = Deal(key, stacks, hands=hands, board=board, **NO_LIMIT | posted)
    first = deal.street
    while deal.street == first:
        deal.raise_to(chips) if deal.may("raise") else deal.call()
    return deal.to_showdown()


def shares(deal: Deal) -> dict[str, Won]:
    """What each share of the pot brought each seat."""
    seats = {stack(seat): seat for seat in deal.stacks}
    return {
        award.share: {seats[move.target]: int(move.chips) for move in award.moves}
        for award in deal.events_of("PotAwarded")
    }


def excess(deal: Deal, share: str) -> str:
    """The clause under which a share gave an odd chip away."""
    (clause_of,) = (event.excess for event in deal.events_of("PotAwarded") if event.share == share)
    return str(clause_of)


# --- between the halves ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "hands", "board", "cited"),
    [
        pytest.param(
            "seven-card-stud-hilo",
            {1: "QdQhJcJs9s9hTd", 2: "KsKdKh7c7h9dQc", 3: "As2d3h5c8sJdTc"},
            "",
            "POKER 9(i)(2)(i)",
            marks=clause("POKER-9i2i"),
        ),
        pytest.param(
            "seven-card-stud-hilo-8",
            {1: "QdQhJcJs9s9hTd", 2: "KsKdKh7c7h9dQc", 3: "As2d3h5c8sJdTc"},
            "",
            "POKER 9(i)(2)(i)",
            marks=clause("POKER-9i2i"),
        ),
        pytest.param(
            "omaha-hilo-8",
            {1: "JdTdJhTh", 2: "KsKh9d9h", 3: "As4s6c6d"},
            "2h3c7dKcQs",
            "POKER 11(f)(2)(i)",
            marks=clause("POKER-11f2i"),
        ),
        pytest.param(
            "mambo-stud-hilo-6",
            {1: "QdQhJc", 2: "KsKdKh", 3: "As2d4h"},
            "9c",
            "POKER 13a(j)(1)",
            marks=clause("POKER-13a-j1"),
        ),
        pytest.param(
            "five-card-omaha-hilo-8",
            {1: "JdTdJhTh9c", 2: "KsKh9d9h8c", 3: "As4s6c6d8d"},
            "2h3c7dKcQs",
            "POKER 20(j)(2)(i)",
            marks=clause("POKER-20j2i"),
        ),
    ],
)
def test_the_extra_dollar_of_unequal_halves_goes_to_the_high_hand(
    key: str, hands: dict[int, str], board: str, cited: str
) -> None:
    deal = all_in(key, 21_00, hands, board)
    assert shares(deal) == {"high": {2: 32_00}, "low": {3: 31_00}}
    assert (excess(deal, "high"), excess(deal, "low")) == (cited, "")


# --- among tied high hands -------------------------------------------------------------------


@pytest.mark.parametrize("spade", [1, 2])
@pytest.mark.parametrize(
    ("key", "first", "second", "low", "board", "cited"),
    [
        pytest.param(
            "seven-card-stud-hilo",
            "KsKd7c7h9d2h4d",
            "KhKc7s7d9c2d4h",
            "AsJc2s3s5h8hTd",
            "",
            "POKER 9(i)(2)(ii)",
            marks=clause("POKER-9i2ii"),
        ),
        pytest.param(
            "seven-card-stud-hilo-8",
            "KsKd7c7h9d2h4d",
            "KhKc7s7d9c2d4h",
            "AsJc2s3s5h8hTd",
            "",
            "POKER 9(i)(2)(ii)",
            marks=clause("POKER-9i2ii"),
        ),
        pytest.param(
            "omaha-hilo-8",
            "Ks7cQhJh",
            "Kh7sQcJd",
            "As4sTcTd",
            "Kd7d9c2h3s",
            "POKER 11(f)(2)(ii)",
            marks=clause("POKER-11f2ii"),
        ),
        pytest.param(
            "mambo-stud-hilo-6",
            "KsQdJc",
            "KhQcJd",
            "As2d4h",
            "9h",
            "POKER 13a(j)(2)",
            marks=clause("POKER-13a-j2"),
        ),
        pytest.param(
            "five-card-omaha-hilo-8",
            "Ks7cQhJhTh",
            "Kh7sQcJdTs",
            "As4sTcTd5c",
            "Kd7d9c2h3s",
            "POKER 20(j)(2)(ii)",
            marks=clause("POKER-20j2ii"),
        ),
    ],
)
def test_the_excess_of_tied_highs_goes_to_the_highest_card_by_suit(
    key: str, first: str, second: str, low: str, board: str, cited: str, spade: int
) -> None:
    hands = {1: second, 2: second, 3: low} | {spade: first}
    deal = all_in(key, 26_00, hands, board)
    assert shares(deal) == {"high": {spade: 20_00, 3 - spade: 19_00}, "low": {3: 39_00}}
    assert excess(deal, "high") == cited


@clause("POKER-20j2ii")
@pytest.mark.parametrize("button", [1, 2])
def test_five_card_omaha_may_name_another_player_for_the_excess(button: int) -> None:
    hands = {1: "Kh7sQcJdTs", 2: "Ks7cQhJhTh", 3: "As4sTcTd5c"}
    posted: dict[str, Any] = {"odd_chip": "left_of_button", "button": button}
    deal = all_in("five-card-omaha-hilo-8", 26_00, hands, "Kd7d9c2h3s", **posted)
    nearest = {1: 2, 2: 1}[button]  # seat 3 is left of the button too, and has no high hand
    assert shares(deal)["high"] == {nearest: 20_00, 3 - nearest: 19_00}
    assert excess(deal, "high") == "SIGN odd_chip"


@clause("POKER-odd-shared")
def test_a_shared_highest_card_is_passed_over_for_the_next_that_differs() -> None:
    hands = {1: "Kh9d7c7d", 2: "Ks9h7h7s", 3: "3c8cJdTd"}
    deal = all_in("omaha-hilo-8", 26_00, hands, "AsKd9c4h2s")
    assert shares(deal) == {"high": {2: 20_00, 1: 19_00}, "low": {3: 39_00}}


@clause("POKER-odd-shared")
def test_a_shared_lowest_card_is_passed_over_upwards() -> None:
    hands = {1: "KsKdQdJd", 2: "5c2d9s8s", 3: "5d2c9h8h"}
    deal = all_in("omaha-hilo-8", 21_00, hands, "Ac4h7dKcQs")
    assert shares(deal) == {"high": {1: 32_00}, "low": {3: 16_00, 2: 15_00}}


@clause("POKER-odd-shared")
def test_every_card_up_to_the_last_may_be_shared() -> None:
    hands = {1: "As3hQd7s", 2: "Ah3sQc7d", 3: "KcJcTcTd"}
    deal = all_in("omaha", 7_00, hands, "KhKd9c9s2h", odd_chip="suit")
    assert shares(deal) == {"high": {3: 21_00}}  # three kings
    hands = {1: "Jh3hQd7s", 2: "Js3sQc7d", 3: "2c4c5c6d"}
    deal = all_in("omaha", 7_00, hands, "AhKd9c9s8h", odd_chip="suit")
    assert shares(deal) == {"high": {1: 11_00, 2: 10_00}}  # nines, A♥, K♦ and two cards: Q♦ > Q♣


@clause("POKER-odd-shared")
@pytest.mark.parametrize(
    ("hands", "board", "won"),
    [
        (
            {1: "AdKs4c4d", 2: "AhAcKd4h", 3: "9h8c6c6d"},
            "QsJhTd5s2c",
            {"high": {2: 32_00, 1: 31_00}},
        ),
        (
            {1: "KsKdQdJd", 2: "Ad5c9s9d", 3: "AhAc5d9h"},
            "2h4h7dKcQs",
            {"high": {1: 32_00}, "low": {3: 16_00, 2: 15_00}},
        ),
    ],
    ids=["high", "low"],
)
def test_of_several_ways_to_form_the_hand_the_one_that_favours_the_player_counts(
    hands: dict[int, str], board: str, won: dict[str, Won]
) -> None:
    assert shares(all_in("omaha-hilo-8", 21_00, hands, board)) == won


# --- among tied low hands --------------------------------------------------------------------


@pytest.mark.parametrize("club", [2, 3])
@pytest.mark.parametrize(
    ("key", "high", "first", "second", "board", "cited"),
    [
        pytest.param(
            "seven-card-stud-hilo",
            "KsKdKh9c9hQsQh",
            "7d5c4h2sAcJhTs",
            "7s5d4c2hAdJsTh",
            "",
            "POKER 9(i)(2)(iii)",
            marks=clause("POKER-9i2iii"),
        ),
        pytest.param(
            "seven-card-stud-hilo-8",
            "KsKdKh9c9hQsQh",
            "7d5c4h2sAcJhTs",
            "7s5d4c2hAdJsTh",
            "",
            "POKER 9(i)(2)(iii)",
            marks=clause("POKER-9i2iii"),
        ),
        pytest.param(
            "omaha-hilo-8",
            "KsKdQsQd",
            "Ac5cJsTd",
            "Ad5dJdTs",
            LOW_BOARD,
            "POKER 11(f)(2)(iii)",
            marks=clause("POKER-11f2iii"),
        ),
        pytest.param(
            "mambo-stud-hilo-6",
            "KsKdQh",
            "6d4hAc",
            "6s4cAd",
            "Kc",
            "POKER 13a(j)(3)",
            marks=clause("POKER-13a-j3"),
        ),
        pytest.param(
            "five-card-omaha-hilo-8",
            "KsKdQsQd9c",
            "Ac5cJsTd9s",
            "Ad5dJdTs9h",
            LOW_BOARD,
            "POKER 20(j)(2)(iii)",
            marks=clause("POKER-20j2iii"),
        ),
    ],
)
def test_the_excess_of_tied_lows_goes_to_the_lowest_card_by_suit(
    key: str, high: str, first: str, second: str, board: str, cited: str, club: int
) -> None:
    hands = {1: high, 2: second, 3: second} | {club: first}
    deal = all_in(key, 21_00, hands, board)
    assert shares(deal) == {"high": {1: 32_00}, "low": {club: 16_00, 5 - club: 15_00}}
    assert excess(deal, "low") == cited


@clause("POKER-20j2iii")
def test_five_card_omaha_may_name_another_player_for_the_low_too() -> None:
    hands = {1: "KsKdQsQd9c", 2: "Ad5dJdTs9h", 3: "Ac5cJsTd9s"}
    deal = all_in("five-card-omaha-hilo-8", 21_00, hands, LOW_BOARD, odd_chip="left_of_button")
    assert shares(deal)["low"] == {2: 16_00, 3: 15_00}
    assert excess(deal, "low") == "SIGN odd_chip"


@clause("POKER-9i2iii")
def test_the_lowest_card_is_the_ace_not_the_eight() -> None:
    hands = {1: "KsKdKh9c9hQsQh", 2: "8c6h4d3hAsJhTs", 3: "8h6d4c3sAcJsTh"}
    deal = all_in("seven-card-stud-hilo-8", 21_00, hands)
    assert shares(deal)["low"] == {3: 16_00, 2: 15_00}


# --- the order of suits ----------------------------------------------------------------------


@pytest.mark.parametrize(("higher", "lower"), ["sh", "hd", "dc"])
@pytest.mark.parametrize(
    ("key", "first", "second", "loser", "board"),
    [
        pytest.param(
            "seven-card-stud-hilo-8",
            "A{}QhJd9c8h3d2c",
            "A{}QdJh9s8d3h2d",
            "KcTd9d7s6s4h5c",
            "",
            marks=clause("POKER-9i2iv"),
        ),
        pytest.param(
            "omaha-hilo-8",
            "A{}9h4c3s",
            "A{}9d4d3h",
            "7c6s5h4h",
            "QcJh8s2dKd",
            marks=clause("POKER-11f2iv"),
        ),
        pytest.param(
            "mambo-stud-hilo-6",
            "A{}Jc9d",
            "A{}Jh9c",
            "KcTd7s",
            "2s",
            marks=clause("POKER-13a-j4"),
        ),
        pytest.param(
            "five-card-omaha-hilo-8",
            "A{}9h4c3s5s",
            "A{}9d4d3h5d",
            "7c6s5h4h3c",
            "QcJh8s2dKd",
            marks=clause("POKER-20j2iv"),
        ),
    ],
)
def test_spades_over_hearts_over_diamonds_over_clubs_for_the_high(
    key: str, first: str, second: str, loser: str, board: str, higher: str, lower: str
) -> None:
    hands = {1: first.format(lower), 2: second.format(higher), 3: loser}
    assert shares(all_in(key, 7_00, hands, board)) == {"high": {2: 11_00, 1: 10_00}}


@pytest.mark.parametrize(("higher", "lower"), ["sh", "hd", "dc"])
@pytest.mark.parametrize(
    ("key", "high", "first", "second", "board"),
    [
        pytest.param(
            "seven-card-stud-hilo-8",
            "KsKdKh9c9hQsQh",
            "7d5c4h2sA{}JhTs",
            "7s5d4c2hA{}JsTh",
            "",
            marks=clause("POKER-9i2iv"),
        ),
        pytest.param(
            "omaha-hilo-8",
            "KsKdQsQd",
            "A{}5cJsTd",
            "A{}5dJdTs",
            LOW_BOARD,
            marks=clause("POKER-11f2iv"),
        ),
        pytest.param(
            "mambo-stud-hilo-6",
            "KsKdQh",
            "6d4hA{}",
            "6s4cA{}",
            "Kc",
            marks=clause("POKER-13a-j4"),
        ),
        pytest.param(
            "five-card-omaha-hilo-8",
            "KsKdQsQd9c",
            "A{}5cJsTd9s",
            "A{}5dJdTs9h",
            LOW_BOARD,
            marks=clause("POKER-20j2iv"),
        ),
    ],
)
def test_clubs_under_diamonds_under_hearts_under_spades_for_the_low(
    key: str, high: str, first: str, second: str, board: str, higher: str, lower: str
) -> None:
    hands = {1: high, 2: first.format(higher), 3: second.format(lower)}
    deal = all_in(key, 21_00, hands, board)
    assert shares(deal)["low"] == {3: 16_00, 2: 15_00}


# --- one unit each ---------------------------------------------------------------------------


@clause("POKER-odd-unit")
def test_two_odd_dollars_go_to_two_of_three_tied_highs() -> None:
    hands = {
        1: "AdKdQsJsTs2c7h",
        2: "AsKsQdJdTd2h7c",
        3: "AhKhQcJcTc2s7d",
        4: "8s8h9d9c3s4d6d",
    }
    deal = all_in("seven-card-stud-hilo-8", 8_00, hands)
    assert shares(deal) == {"high": {2: 11_00, 3: 11_00, 1: 10_00}}


@clause("POKER-odd-unit")
@pytest.mark.parametrize(
    ("ante", "high", "low"),
    [(50, 1_00, 50), (75, 1_25, 1_00)],
)
def test_coin_left_in_the_pot_is_the_last_piece(ante: int, high: int, low: int) -> None:
    hands = {1: "QdQhJcJs9s9hTd", 2: "KsKdKh7c7h9dQc", 3: "As2d3h5c8sJdTc"}
    stacks = dict.fromkeys(hands, ante)
    deal = Deal("seven-card-stud-hilo-8", stacks, hands=hands, ante=ante).to_showdown()
    assert (deal.stacks[2], deal.stacks[3]) == (high, low)


@clause("POKER-odd-unit")
@pytest.mark.parametrize("unit", [1, 5, 25, 50, 1_00])
def test_nobody_gets_more_than_one_unit_more_than_another(unit: int) -> None:
    hands = {1: "3c4d", 2: "3d4h", 3: "3h4s", 4: "3s4c", 5: "5c6d", 6: "7c8d"}
    stacks = dict.fromkeys(hands, 200_00)
    deal = Deal("holdem", stacks, hands=hands, board="AsKsQsJsTs", button=6, unit=unit, **NO_LIMIT)
    deal.run("r700 c f c f c").to_showdown()
    won = shares(deal)["high"]
    assert sum(won.values()) == deal.events_of("PotAwarded")[0].moves[0].chips + sum(
        move.chips for move in deal.events_of("PotAwarded")[0].moves[1:]
    )
    assert max(won.values()) - min(won.values()) <= unit
    assert {chips % unit for chips in won.values()} == {0}


def test_an_eight_chip_three_way_tie_pays_3_3_2() -> None:
    sign = TableSign(
        authorised=False,
        unit=Chips(1),
        blinds=(Chips(2), Chips(2)),
        limits=(Chips(2), Chips(4)),
    )
    deal = Deal("holdem", 4, board="AsKsQsJsTs", button=4, sign=sign).to_street("showdown")
    assert deal.state.pot == 8
    deal.run("m x x x")
    assert shares(deal) == {"high": {2: 3, 3: 3, 4: 2}}


# --- games whose section has no rule, or leaves it to the house ------------------------------


@clause("POKER-odd-highonly")
@pytest.mark.parametrize(
    ("button", "folds", "won"),
    [
        (4, 1, {2: 22_00, 3: 21_00, 4: 21_00}),
        (1, 2, {3: 22_00, 4: 21_00, 1: 21_00}),
        (2, 3, {4: 22_00, 1: 21_00, 2: 21_00}),
        (3, 4, {1: 22_00, 2: 21_00, 3: 21_00}),
    ],
)
def test_an_odd_chip_of_a_tie_goes_to_the_first_left_of_the_button(
    button: int, folds: int, won: Won
) -> None:
    deal = Deal("holdem", 4, board="AsKsQsJsTs", button=button, **NO_LIMIT)
    deal.raise_to(21_00).call()
    assert deal.actor == folds
    deal.fold().call().to_showdown()
    assert shares(deal) == {"high": won}
    assert excess(deal, "high") == "A-58"


@clause("POKER-odd-highonly")
def test_two_odd_chips_go_to_the_first_two_left_of_the_button() -> None:
    deal = Deal("holdem", 4, board="AsKsQsJsTs", button=4, **NO_LIMIT).run("r2100 c c f")
    assert deal.to_showdown().events_of("PotAwarded")[0].excess == "A-58"
    assert shares(deal) == {"high": {1: 22_00, 3: 22_00, 4: 21_00}}


@clause("POKER-odd-highonly")
@pytest.mark.parametrize(
    ("key", "first", "second", "board"),
    [
        ("holdem", "Kh3c", "Ks3d", "KdKc9h8s7c"),
        ("omaha", "Kh9d3c4c", "Ks9c3d4d", "KdKc9h8s7c"),
        ("five-card-omaha", "Kh9d3c4c5c", "Ks9c3d4d5d", "KdKc9h8s7c"),
        ("five-card-draw", "KhKc9d8h2c", "KsKd9c8s2d", ""),
        ("five-card-draw-low", "7h5c4d3h2c", "7s5d4c3s2d", ""),
        ("bbc-omaha", "Kh9d3c4c", "Ks9c3d4d", "KdKc9h8s7c"),
    ],
)
@pytest.mark.parametrize("button", [1, 2, 3])
def test_in_button_games_the_seat_decides_and_not_the_suit(
    key: str, first: str, second: str, board: str, button: int
) -> None:
    left, nearest, last = {1: (2, 3, 1), 2: (3, 1, 2), 3: (1, 2, 3)}[button]
    hands = {nearest: first, last: second}
    deal = Deal(key, 3, hands=hands, board=board, button=button, run_twice=False, **NO_LIMIT)
    deal.raise_to(20_00)
    assert deal.actor == left
    deal.fold().call().to_showdown()
    (won,) = shares(deal).values()
    assert won == {nearest: 21_00, last: 20_00}


@clause("POKER-odd-highonly")
@pytest.mark.parametrize(
    ("key", "first", "second", "loser"),
    [
        ("seven-card-stud", "KsKd7c7h9d2h4d", "KhKc7s7d9c2d4h", "AsAcQh3s5h8hJd"),
        ("five-card-stud", "KsKd7c7h9d", "KhKc7s7d9c", "AsAcQh3s5h"),
    ],
)
@pytest.mark.parametrize("spade", [1, 2, 3])
def test_in_stud_the_highest_card_by_suit_decides(
    key: str, first: str, second: str, loser: str, spade: int
) -> None:
    other = spade % 3 + 1
    hands = dict.fromkeys((1, 2, 3), loser) | {spade: first, other: second}
    deal = all_in(key, 7_00, hands)
    assert shares(deal) == {"high": {spade: 11_00, other: 10_00}}
    assert excess(deal, "high") == "A-58"


@pytest.mark.parametrize("button", [1, 2, 3])
@pytest.mark.parametrize(
    ("key", "first", "second", "cited"),
    [
        pytest.param(
            "triple-draw-2-7",
            "7s5h4d3c2s",
            "7d5c4s3h2d",
            "POKER 21(j)(2)",
            marks=clause("POKER-21j2"),
        ),
        pytest.param(
            "triple-draw-a-5",
            "5s4h3d2cAs",
            "5d4c3s2hAd",
            "POKER 21(j)(2)",
            marks=clause("POKER-21j2"),
        ),
        pytest.param(
            "badugi", "As2h3d4c", "Ah2s3c4d", "POKER 22(j)(5)", marks=clause("POKER-22j5")
        ),
    ],
)
def test_tied_draws_share_and_the_excess_goes_to_the_first_left_of_the_button(
    key: str, first: str, second: str, cited: str, button: int
) -> None:
    left, nearest, last = {1: (2, 3, 1), 2: (3, 1, 2), 3: (1, 2, 3)}[button]
    for hands in ({nearest: first, last: second}, {nearest: second, last: first}):
        deal = Deal(key, 3, hands=hands, button=button, **NO_LIMIT).raise_to(20_00)
        assert deal.actor == left
        deal.fold().call().to_showdown()
        (won,) = shares(deal).values()
        assert won == {nearest: 21_00, last: 20_00}
        assert deal.events_of("PotAwarded")[0].excess == cited


@pytest.mark.parametrize(
    ("key", "first", "second"),
    [
        pytest.param("triple-draw-2-7", "7s5h4d3c2s", "7d5c4s3h2d", marks=clause("POKER-21j2")),
        pytest.param("badugi", "As2h3d4c", "Ah2s3c4d", marks=clause("POKER-22j5")),
    ],
)
def test_the_house_may_name_the_suit_instead(key: str, first: str, second: str) -> None:
    hands = {2: first, 3: second}
    deal = Deal(key, 3, hands=hands, button=3, odd_chip="suit", **NO_LIMIT).raise_to(20_00)
    deal.fold().call().to_showdown()
    (won,) = shares(deal).values()
    assert won == {3: 21_00, 2: 20_00}
    assert deal.events_of("PotAwarded")[0].excess == "SIGN odd_chip"


@pytest.mark.parametrize(
    ("key", "low", "badugi", "cited"),
    [
        pytest.param(
            "badeucey",
            "7s5s4h3h2d",
            "2c3d4s5hKc",
            "POKER 21(k)(1)(ii)",
            marks=clause("POKER-21k1ii"),
        ),
        pytest.param(
            "badacey",
            "5s4s3h2hAd",
            "Ac2d3s4hKc",
            "POKER 21(k)(2)(ii)",
            marks=clause("POKER-21k2ii"),
        ),
    ],
)
@pytest.mark.parametrize("button", [1, 2, 3])
def test_the_odd_chip_between_lowball_and_badugi_goes_to_the_five_card_low(
    key: str, low: str, badugi: str, cited: str, button: int
) -> None:
    hands = {1: badugi, 2: low, 3: "QsQhJdJcTs"}
    deal = all_in(key, 15_00, hands, button=button)
    assert shares(deal) == {"low": {2: 23_00}, "badugi": {1: 22_00}}
    assert (excess(deal, "low"), excess(deal, "badugi")) == (cited, "")
