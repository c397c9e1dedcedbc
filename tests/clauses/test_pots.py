"""Pots: what they hold, how all-in amounts cut them, and how each is divided by itself."""

from decimal import Decimal
from typing import Any

import pytest

from croupier.chips import Chips
from croupier.engine.accounts import BOX, INVENTORY, POT, stack
from croupier.engine.commands import Say
from croupier.games import PLAYER_BANKED
from croupier.rules.revenue import BadBeat, Percentage, Shares
from tests.clause import clause
from tests.dealing import Deal

NO_LIMIT: dict[str, Any] = {"structure": "no_limit", "limits": (2_00,)}
FIVE = Percentage(Decimal(5))
BAD_BEAT = BadBeat(
    least="TsThTdTc2c",
    shares=Shares(50, 25, 25),
    contribution=Percentage(Decimal(1)),
    contribution_max=Chips(4_00),
    min_pot=Chips(30_00),
    reserve_percent=0,
    jackpot_percent=100,
    approval="2026-1",
)
LAYERS = {1: 30_00, 2: 70_00, 3: 120_00, 4: 200_00}  # A, B, C and D of the examples


def pushed(deal: Deal) -> list[tuple[int, str, dict[int, int]]]:
    """Every push in order: the number of the pot, the share, and what each seat got."""
    seats = {stack(seat): seat for seat in deal.stacks}
    return [
        (award.pot, award.share, {seats[move.target]: int(move.chips) for move in award.moves})
        for award in deal.events_of("PotAwarded")
    ]


def layered(key: str, hands: dict[int, str] | None = None, board: str = "") -> Deal:
    """A 30 all-in, B 70 all-in, C and D 120, with the betting done."""
    deal = Deal(key, LAYERS, hands=hands, board=board, button=4, run_twice=False, **NO_LIMIT)
    return deal.raise_to(120_00).call().call().call()


# --- what a pot is ---------------------------------------------------------------------------


@clause("POKER-1pot")
@pytest.mark.parametrize("key", PLAYER_BANKED)
def test_what_is_awarded_is_all_that_was_anted_and_bet(key: str) -> None:
    deal = Deal(key, 4, ante=1_00)
    while not deal.state.done:
        if deal.may("raise") and len(deal.events_of("Raised")) < 3:
            deal.raise_to(deal.option("raise").least)
        else:
            deal.passive()
    paid = [
        move for event in deal.log for move in getattr(event, "moves", ()) if move.target == POT
    ]
    won = [move for event in deal.events_of("PotAwarded") for move in event.moves]
    assert sum(move.chips for move in paid) == sum(move.chips for move in won) > 4_00
    assert sum(deal.stacks.values()) == 800_00
    assert deal.state.pot == 0


@clause("POKER-1pot")
@pytest.mark.parametrize("key", ["holdem", "seven-card-stud-hilo-8", "five-card-draw"])
def test_a_pot_is_less_the_rake_and_the_contribution(key: str) -> None:
    """Every chip that went in comes out as award, rake, contribution or uncalled bet."""
    deal = Deal(key, 4, ante=1_00, rake=FIVE, rake_max=Chips(10_00), bad_beat=BAD_BEAT, **NO_LIMIT)
    while not deal.state.done:
        raises = len(deal.events_of("Raised"))
        if deal.may("raise") and not raises:
            deal.raise_to(60_00)
        elif deal.may("bet") and raises == 1:
            deal.bet(70_00)
        elif deal.may("fold") and raises == 2:
            deal.fold()
        else:
            deal.passive()
    moves = [move for event in deal.log for move in getattr(event, "moves", ())]
    put = sum(move.chips for move in moves if move.target == POT)
    back = sum(move.chips for event in deal.events_of("Returned") for move in event.moves)
    won = sum(move.chips for event in deal.events_of("PotAwarded") for move in event.moves)
    rake, box = deal.state.accounts[INVENTORY], deal.state.accounts[BOX]
    assert (rake, box) == (10_00, 2_00)
    assert back == 70_00
    assert won == put - back - rake - box
    assert sum(deal.stacks.values()) == 800_00 - rake - box


@clause("POKER-1pot")
def test_an_uncalled_bet_goes_back_before_the_pot_is_awarded() -> None:
    deal = Deal("holdem", 3, ante=1_00, **NO_LIMIT).run("r2500 f f")
    (back,), (award,) = deal.events_of("Returned"), deal.events_of("PotAwarded")
    assert deal.log.index(back) < deal.log.index(award)
    assert (back.seat, back.moves[0].chips, back.clause) == (3, 23_00, "POKER 14(d)")
    assert award.moves[0].chips == 3_00 + 1_00 + 2_00 + 2_00
    assert deal.stacks == {1: 198_00, 2: 197_00, 3: 205_00}


@clause("POKER-1pot")
def test_the_part_of_a_bet_that_an_all_in_call_does_not_match_goes_back() -> None:
    deal = Deal("holdem", {1: 40_00, 2: 200_00, 3: 200_00}, **NO_LIMIT).run("r10000 c f")
    (back,) = deal.events_of("Returned")
    assert (back.seat, back.moves[0].chips) == (3, 60_00)
    assert deal.state.pot == 82_00


@clause("POKER-1pot")
def test_a_big_blind_that_nobody_calls_goes_back_as_far_as_it_was_not_matched() -> None:
    deal = Deal("holdem", 3).fold().fold()
    assert deal.events_of("Returned")[0].moves[0].chips == 1_00
    assert deal.events_of("PotAwarded")[0].moves[0].chips == 2_00
    assert deal.stacks == {1: 199_00, 2: 201_00, 3: 200_00}


@clause("POKER-1pot")
@pytest.mark.parametrize(("ante", "players"), [(25, 3), (50, 3), (75, 5), (25, 7)])
def test_coin_is_paid_out_to_the_cent(ante: int, players: int) -> None:
    deal = Deal("seven-card-stud-hilo", players, ante=ante).to_showdown()
    won = sum(move.chips for event in deal.events_of("PotAwarded") for move in event.moves)
    assert won == players * (ante + 1_00)
    assert sum(deal.stacks.values()) == players * 200_00


# --- main and side pots ----------------------------------------------------------------------


@clause("POKER-1sidepot", "POKER-7c4-layers")
@pytest.mark.parametrize("key", ["holdem", "omaha-hilo-8", "five-card-draw", "badugi", "bbc-omaha"])
def test_pots_are_cut_by_the_all_in_amounts(key: str) -> None:
    assert layered(key).pots == [
        (120_00, (1, 2, 3, 4)),
        (120_00, (2, 3, 4)),
        (100_00, (3, 4)),
    ]


@clause("POKER-1sidepot", "POKER-7c4-layers")
def test_chips_of_who_folded_stay_in_the_pots_they_were_paid_for() -> None:
    stacks = {1: 30_00, 2: 70_00, 3: 200_00, 4: 200_00, 5: 200_00}
    deal = Deal("holdem", stacks, button=5, **NO_LIMIT)
    deal.raise_to(50_00).call().call().call().call()  # A all-in 30, the others 50
    assert deal.pots == [(150_00, (1, 2, 3, 4, 5)), (80_00, (2, 3, 4, 5))]
    deal.bet(20_00).raise_to(70_00).fold().fold()  # B all-in 70, C raises, D and E fold
    assert deal.events_of("Returned")[-1].moves[0].chips == 50_00
    assert deal.pots == [(150_00, (1, 2, 3)), (120_00, (2, 3))]


@clause("POKER-1sidepot", "POKER-7c4-layers")
def test_who_folded_after_paying_more_than_an_all_in_feeds_the_side_pot() -> None:
    hands = {1: "AsAh", 2: "KsKh", 3: "QsQh"}
    stacks = {1: 10_00, 2: 200_00, 3: 200_00}
    deal = Deal("holdem", stacks, hands=hands, board="2c7d9hTsJc", **NO_LIMIT)
    deal.raise_to(30_00).call().call()
    deal.bet(40_00).call()
    deal.check().bet(100_00).fold()  # seat 2 has paid 70
    assert deal.events_of("Returned")[-1].moves[0].chips == 100_00
    assert deal.pots == [(30_00, (1, 3)), (120_00, (3,))]
    deal.to_showdown()
    assert deal.stacks == {1: 30_00, 2: 130_00, 3: 250_00}


@clause("POKER-1sidepot", "POKER-7c4-layers")
def test_what_no_live_hand_matched_of_a_dead_one_is_not_for_the_shortest() -> None:
    deal = Deal("holdem", {1: 3_00, 2: 5_00, 3: 200_00}, button=3, **NO_LIMIT)
    deal.say(Say(3, word="raise", amount=Chips(8_00), threw_hand=True)).call().call()
    assert deal.pots == [(9_00, (1, 2)), (4_00, (2,))]
    assert deal.stacks[3] == 195_00


@clause("POKER-1sidepot", "POKER-7c4-layers")
def test_antes_and_blinds_that_are_short_cut_the_pot_too() -> None:
    stacks = {1: 50, 2: 1_50, 3: 200_00, 4: 200_00}
    deal = Deal("holdem", stacks, button=4, ante=1_00).run("c c")
    # seat 1 half an ante; seat 2 the ante and 50 cents of a blind; the others 3 dollars each
    assert deal.pots == [(2_00, (1, 2, 3, 4)), (3_00, (2, 3, 4)), (3_00, (3, 4))]


@clause("POKER-1sidepot", "POKER-7c4-layers")
def test_when_all_are_all_in_on_the_ante_the_cards_are_dealt_out() -> None:
    deal = Deal("seven-card-stud", {1: 50, 2: 25, 3: 75}, ante=75)
    assert not deal.events_of("ForcedBetPlaced")
    assert deal.street == "showdown"
    assert deal.pots == [(75, (1, 2, 3)), (50, (1, 3)), (25, (3,))]
    deal.to_showdown()
    assert deal.stacks[3] >= 25
    assert sum(deal.stacks.values()) == 1_50


@clause("POKER-1sidepot", "POKER-7c4-layers")
def test_the_only_one_who_could_pay_a_whole_ante_gets_the_rest_of_it_back() -> None:
    deal = Deal("five-card-stud", {1: 50, 2: 200_00}, hands={1: "AsAh", 2: "2c3d"}, ante=1_00)
    assert deal.pots == [(1_00, (1, 2)), (50, (2,))]
    while not deal.state.done:
        deal.muck() if deal.actor == 2 else deal.show()
    assert deal.stacks == {1: 1_00, 2: 199_50}


@clause("POKER-1sidepot", "POKER-7c4-layers")
def test_three_all_ins_and_a_bet_beyond_them_all() -> None:
    stacks = {1: 20_00, 2: 50_00, 3: 90_00, 4: 200_00}
    deal = Deal("holdem", stacks, button=3, **NO_LIMIT)
    deal.raise_to(50_00).raise_to(90_00).raise_to(200_00).call()
    (back,) = deal.events_of("Returned")
    assert (back.seat, back.moves[0].chips) == (4, 110_00)
    assert deal.pots == [(80_00, (1, 2, 3, 4)), (90_00, (2, 3, 4)), (80_00, (3, 4))]


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("holdem", marks=clause("POKER-6e7")),
        pytest.param("omaha-hilo-8", marks=clause("POKER-6e7")),
        pytest.param("bbc-omaha", marks=clause("BBC-gen-sidefirst")),
    ],
)
def test_the_last_side_pot_is_awarded_first_and_the_centre_pot_last(key: str) -> None:
    deal = layered(key).to_showdown()
    assert list(dict.fromkeys(number for number, _, _ in pushed(deal))) == [2, 1, 0]
    worth = dict.fromkeys(range(3), 0)
    for number, _, won in pushed(deal):
        worth[number] += sum(won.values())
    assert worth == {0: 120_00, 1: 120_00, 2: 100_00}


EXAMPLE_BOARD = "2h3c7dKcQs"
EXAMPLE_HANDS = {1: "KsKh9d9h", 2: "As4s6c6d", 3: "QhQd9s9c", 4: "Ad5dJhTh"}


@clause("POKER-sidepot-ex1")
def test_each_pot_has_its_own_best_high_and_best_low() -> None:
    deal = layered("omaha-hilo-8", EXAMPLE_HANDS, EXAMPLE_BOARD).to_showdown()
    assert pushed(deal) == [
        (2, "high", {3: 50_00}),
        (2, "low", {4: 50_00}),
        (1, "high", {3: 60_00}),
        (1, "low", {2: 60_00}),
        (0, "high", {1: 60_00}),
        (0, "low", {2: 60_00}),
    ]
    assert deal.stacks == {1: 60_00, 2: 120_00, 3: 110_00, 4: 50_00 + 80_00}


@clause("POKER-sidepot-ex2")
def test_each_pot_is_split_on_its_own() -> None:
    hands = {1: "KsJd9d9h", 2: "QhQd9s9c", 3: "As4s6c6d"}
    stacks = {1: 25_00, 2: 62_00, 3: 62_00}
    deal = Deal("omaha-hilo-8", stacks, hands=hands, board=EXAMPLE_BOARD, **NO_LIMIT)
    deal.raise_to(62_00).call().call()
    assert deal.pots == [(75_00, (1, 2, 3)), (74_00, (2, 3))]
    deal.to_showdown()
    assert pushed(deal) == [
        (1, "high", {2: 37_00}),
        (1, "low", {3: 37_00}),
        (0, "high", {2: 38_00}),
        (0, "low", {3: 37_00}),
    ]


@clause("POKER-sidepot-ex2")
def test_two_odd_pots_have_an_odd_chip_each() -> None:
    hands = {1: "KsJd9d9h", 2: "QhQd9s9c", 3: "As4s6c6d", 4: "JcTd8h8d"}
    stacks = {1: 25_00, 2: 60_00, 3: 60_00, 4: 61_00}
    deal = Deal("omaha-hilo-8", stacks, hands=hands, board=EXAMPLE_BOARD, button=1, **NO_LIMIT)
    deal.run("r3000 c c c").to_street("flop")
    assert deal.pots == [(100_00, (1, 2, 3, 4)), (15_00, (2, 3, 4))]
    deal.to_showdown()
    assert pushed(deal)[:2] == [(1, "high", {2: 8_00}), (1, "low", {3: 7_00})]
    assert pushed(deal)[2:] == [(0, "high", {2: 50_00}), (0, "low", {3: 50_00})]


# --- quarters and scoops ---------------------------------------------------------------------

HIGH_AND_LOW = {1: "AsKs4dKh", 2: "AhJc4hJh"}


@clause("POKER-quarter")
@pytest.mark.parametrize(
    ("fold", "high", "low", "won"),
    [
        (0, {1: 60_00}, {1: 30_00, 2: 30_00}, {1: 90_00, 2: 30_00}),
        (1_00, {1: 61_00}, {1: 30_00, 2: 30_00}, {1: 91_00, 2: 30_00}),
    ],
)
def test_the_winner_of_the_high_shares_the_low(
    fold: int, high: dict[int, int], low: dict[int, int], won: dict[int, int]
) -> None:
    stacks = {1: 60_00, 2: 60_00} | ({3: 200_00} if fold else {})
    hands = {1: HIGH_AND_LOW[1], 2: HIGH_AND_LOW[2]}
    posted: dict[str, Any] = {"blinds": (1_00, 2_00)} | NO_LIMIT
    deal = Deal("omaha-hilo-8", stacks, hands=hands, board=EXAMPLE_BOARD, button=2, **posted)
    while deal.street == "hole cards":
        if deal.actor == 3:
            deal.fold()
        elif deal.may("raise"):
            deal.raise_to(60_00)
        else:
            deal.call()
    assert deal.state.pot == 120_00 + fold
    deal.to_showdown()
    assert pushed(deal) == [(0, "high", high), (0, "low", low)]
    assert {seat: deal.stacks[seat] for seat in (1, 2)} == won


@clause("POKER-scoop")
@pytest.mark.parametrize(
    ("key", "hands", "board"),
    [
        ("seven-card-stud-hilo", {1: "As2s3s4s5sKdKh", 2: "QhQd9s9cJcTd8h"}, ""),
        ("seven-card-stud-hilo-8", {1: "As2s3s4s5sKdKh", 2: "QhQd9s9cJcTd8h"}, ""),
        ("omaha-hilo-8", {1: "4s5cKhKd", 2: "QhQd9s9c"}, "2h3cAdKcQs"),
        ("mambo-stud-hilo-6", {1: "As2s3s", 2: "QhQd9s"}, "Kc"),
        ("five-card-omaha-hilo-8", {1: "4s5cKhKd9h", 2: "QhQd9s9c8d"}, "2h3cAdKcQs"),
    ],
)
def test_who_wins_high_and_low_takes_all(key: str, hands: dict[int, str], board: str) -> None:
    deal = Deal(key, 2, hands=hands, board=board).to_showdown()
    pot = sum(sum(won.values()) for _, _, won in pushed(deal))
    assert [(share, list(won)) for _, share, won in pushed(deal)] == [("high", [1]), ("low", [1])]
    assert deal.won(1) == pot // 2 == -deal.won(2)


@clause("POKER-scoop")
@pytest.mark.parametrize(
    ("key", "hands", "board"),
    [
        ("seven-card-stud-hilo-8", {1: "AsAd9s4s5sKdKh", 2: "2h3d4h6cJcTd9h"}, ""),
        ("omaha-hilo-8", {1: "KsKh9d9h", 2: "As4s5c6d"}, "2h3cTdKcQs"),
        ("mambo-stud-hilo-6", {1: "AsAd9s", 2: "2h7d8s"}, "Kc"),
        ("five-card-omaha-hilo-8", {1: "KsKh9d9h8c", 2: "As4s5c6d7d"}, "2h3cTdKcQs"),
    ],
)
def test_without_a_qualifying_low_the_high_hand_takes_all(
    key: str, hands: dict[int, str], board: str
) -> None:
    deal = Deal(key, 2, hands=hands, board=board).to_showdown()
    ((_, share, won),) = pushed(deal)
    assert (share, list(won)) == ("high", [1])
    assert deal.won(1) == -deal.won(2) > 0


@clause("POKER-scoop")
def test_a_side_pot_may_lack_the_low_that_the_main_pot_has() -> None:
    hands = {1: "As4s6c6d", 2: "KsKh9d9h", 3: "QhQd9s9c"}
    stacks = {1: 20_00, 2: 50_00, 3: 50_00}
    deal = Deal("omaha-hilo-8", stacks, hands=hands, board=EXAMPLE_BOARD, **NO_LIMIT)
    deal.raise_to(50_00).call().call().to_showdown()
    assert pushed(deal) == [
        (1, "high", {2: 60_00}),
        (0, "high", {2: 30_00}),
        (0, "low", {1: 30_00}),
    ]
