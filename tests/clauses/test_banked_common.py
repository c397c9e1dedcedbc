"""THB, FLOP and TCJ: what the three house-banked games have in common."""

import subprocess
import sys
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, parse_cards
from croupier.chips import Chips
from croupier.engine import commands
from croupier.engine.commands import Command, Place
from croupier.engine.events import read_event, write_event
from croupier.engine.play import replay
from croupier.games import game_of
from croupier.rankings import HIGH_5
from croupier.refused import Refused
from croupier.room.table.progress import close_round, leave, open_table, post_sign, sit
from croupier.views.printed.paysheet import check_posted, paysheet
from croupier.views.printed.rulebook import rulebook
from croupier.views.seat import NOBODY, hide, view
from tests.banking import Bank
from tests.clause import clause

THB, FLOP, TCJ = "texas-holdem-bonus", "flop-poker", "two-card-joker"
WAGERS = {
    THB: {"ante": 10_00},
    FLOP: {"ante": 10_00, "pot": 5_00},
    TCJ: {"ante": 10_00},
}
CHOICE = {THB: {"flop": 20_00}, FLOP: {"flop": 10_00}, TCJ: {"call": 10_00}}
METHODS = ("manual_shoe", "hand", "automated_shoe")
EACH_GAME = pytest.mark.parametrize(
    ("key", "document"), [(THB, "THB"), (FLOP, "FLOP"), (TCJ, "TCJ")], ids=("THB", "FLOP", "TCJ")
)


def round_of(key: str, players: int = 3, **given: Any) -> Bank:
    """Everybody has the usual wagers, and the cards are dealt."""
    wagers = given.pop("wagers", dict.fromkeys(range(1, players + 1), WAGERS[key]))
    return Bank(key, players, wagers=wagers, **given)


def placing(seat: int, wagers: dict[str, int]) -> Command:
    return Place(seat, {spot: Chips(chips) for spot, chips in wagers.items()})


# --- seats -----------------------------------------------------------------------------------


@clause("THB-seats", "FLOP-seats", "TCJ-seats")
@pytest.mark.parametrize(("key", "most"), [(THB, 21), (FLOP, 16), (TCJ, 26)])
@pytest.mark.parametrize("method", METHODS)
def test_the_deck_serves_as_many_positions_as_a_sign_may_post(
    key: str, most: int, method: str
) -> None:
    posted = {"seats": most, "deal_method": method, "shuffler": "plain"}
    bank = round_of(key, most, **posted).to_end(placing=True)
    assert bank.state.done
    assert len(bank.events_of("Settled")) >= most
    with pytest.raises(Refused) as caught:
        Bank(key, 1, seats=most + 1)
    assert caught.value.clause == game_of(key).cite("6(e)")


@clause("THB-seats", "FLOP-seats", "TCJ-seats")
@EACH_GAME
def test_a_table_has_six_positions_unless_its_sign_posts_another_number(
    key: str, document: str
) -> None:
    assert game_of(key).sign.seats == 6
    assert len(Bank(key, 6).state.hands) == 6
    for players, seats in ((7, 6), (4, 3)):
        with pytest.raises(Refused) as caught:
            Bank(key, players, seats=seats)
        assert caught.value.clause == f"{document} 6(e)"
    with pytest.raises(Refused) as caught:
        Bank(key, {7: 100_00})
    assert caught.value.clause == "FIELD seat"


# --- 6(a): chips on the layout ---------------------------------------------------------------


@clause("THB-6a", "FLOP-6a", "TCJ-6a")
@EACH_GAME
def test_a_wager_is_chips_on_an_area_of_the_layout(key: str, document: str) -> None:
    bank = Bank(key, 2).say(placing(1, WAGERS[key]))
    (placed,) = bank.events_of("Placed")
    assert placed.spots == WAGERS[key]
    assert sum(move.chips for move in placed.moves) == sum(WAGERS[key].values())
    assert bank.won(1) == -sum(WAGERS[key].values())
    bank.refused(placing(2, {**WAGERS[key], "lucky": 5_00}), "FIELD wagers")


@clause("THB-6a", "FLOP-6a", "TCJ-6a")
@EACH_GAME
def test_a_spoken_wager_is_refused(key: str, document: str) -> None:
    bank = Bank(key, 2)
    spoken = commands.Say(1, word="bet", amount=Chips(10_00))
    bank.refused(spoken, f"{document} 6(a)")
    bank.say(placing(1, WAGERS[key])).say(placing(2, WAGERS[key])).close()
    bank.refused(spoken, f"{document} 6(a)")


@clause("THB-6a", "FLOP-6a", "TCJ-6a")
@EACH_GAME
def test_a_coupon_is_taken_only_where_the_sign_posts_it(key: str, document: str) -> None:
    Bank(key, 2).refused_wagers(1, "SIGN match_play", coupon=5_00, **WAGERS[key])
    bank = Bank(key, 2, match_play=True)
    for wrong in (-5_00, 11_00):
        bank.refused_wagers(1, "A-81", coupon=wrong, **WAGERS[key])
    bank.place(1, coupon=10_00, **WAGERS[key])
    assert bank.events_of("Placed")[0].coupon == 10_00
    assert bank.won(1) == -sum(WAGERS[key].values())  # a coupon is no chip


COUPONS = {  # hands that win, lose and push the ante, with what the house shows
    THB: (
        ({1: "AhKh"}, "QcQd", "Th7h2c2d9h", "wins"),
        ({1: "KcKd"}, "AcAd", "2c5d8hTcQd", "loses"),
        ({1: "2s3h"}, "4c5c", "AsAdKhKdQc", "pushes"),
        ({1: "AhKd"}, "QcJd", "Th7h2c2d9s", "pushes"),  # wins, below the elected hand
    ),
    FLOP: (
        ({1: "JhJd2c"}, "3c7d9h", "", "wins"),
        ({1: "ThTd2c"}, "3c7d9h", "", "loses"),
    ),
    TCJ: (
        ({1: "AhKh"}, "QcTd", "", "wins"),
        ({1: "9h7h"}, "2cTd", "", "wins"),  # the dealer does not qualify
        ({1: "9h6d"}, "QcTd", "", "loses"),
        ({1: "QhTc"}, "QcTd", "", "pushes"),
    ),
}


@clause("THB-6a", "FLOP-6a", "TCJ-6a")
@pytest.mark.parametrize(
    ("key", "hands", "house", "board", "result"),
    [(key, *case) for key, cases in COUPONS.items() for case in cases],
)
def test_a_coupon_pays_even_money_beside_a_winning_ante_and_goes_once(
    key: str, hands: dict[int, str], house: str, board: str, result: str
) -> None:
    cards: dict[str, Any] = {"hands": hands, "house": house, "board": board}
    plain, coupled = Bank(key, 1, **cards), Bank(key, 1, match_play=True, **cards)
    ante = {"ante": 10_00}
    plain.place(1, **ante).close().to_end(placing=True)
    coupled.place(1, coupon=5_00, **ante).close().to_end(placing=True)
    assert plain.outcomes(1)["ante"][0] == result
    expected = {"wins": ("wins", 5_00), "loses": ("loses", 0), "pushes": None}[result]
    assert coupled.outcomes(1).get("match play") == expected
    assert coupled.won(1) - plain.won(1) == (5_00 if result == "wins" else 0)


# --- 6(b), 7(b), 8(b)(3), 9(b)(2): "No more bets" --------------------------------------------


@clause(
    "THB-6b",
    "FLOP-6b",
    "TCJ-6b",
    "THB-7b",
    "THB-8b3",
    "THB-9b2",
    "FLOP-7b",
    "FLOP-8b3",
    "FLOP-9b2",
    "TCJ-7b",
    "TCJ-8b3",
    "TCJ-9b2",
)
@EACH_GAME
@pytest.mark.parametrize(
    ("method", "section"),
    [("manual_shoe", "7(b)"), ("hand", "8(b)(3)"), ("automated_shoe", "9(b)(2)")],
)
def test_no_more_bets_comes_before_the_first_card_and_ends_the_wagers(
    key: str, document: str, method: str, section: str
) -> None:
    bank = Bank(key, 3, deal_method=method, shuffler="plain")
    for seat in (1, 2):
        bank.say(placing(seat, WAGERS[key]))
    assert not bank.events_of("Dealt")
    bank.close()
    (closed,) = bank.events_of("BetsClosed")
    assert closed.clause == f"{document} {section}"
    assert bank.kinds.index("BetsClosed") < bank.kinds.index("Dealt")
    spots, more = bank.spots, {**WAGERS[key], "ante": 20_00}
    for seat in (1, 2, 3):  # asked, not yet asked, and without a wager
        for late in (WAGERS[key], more, {"ante": 5_00}, {**CHOICE[key], **more}):
            bank.refused(placing(seat, late), f"{document} 6(b)")
    bank.refused(commands.NoMoreBets(), f"{document} 6(b)")
    assert bank.spots == spots
    bank.say(placing(1, CHOICE[key]))  # the decision of Section 10
    assert bank.spots != spots


@clause("THB-6b", "FLOP-6b", "TCJ-6b")
@EACH_GAME
def test_until_then_wagers_are_made_increased_and_withdrawn(key: str, document: str) -> None:
    bank = Bank(key, 2)
    assert [turn.actor for turn in bank.state.turns] == [1, 2]
    bank.refused(commands.NoMoreBets(), f"{document} 6(b)")  # nothing is wagered yet
    bank.say(placing(1, WAGERS[key])).say(placing(1, {**WAGERS[key], "ante": 50_00}))
    assert bank.spots["1 ante"] == 50_00
    bank.say(placing(1, {**WAGERS[key], "ante": 5_00}))
    assert bank.spots["1 ante"] == 5_00
    bank.say(placing(1, {}))
    assert (bank.spots, bank.won(1)) == ({}, 0)
    bank.refused(commands.NoMoreBets(), f"{document} 6(b)")


@clause("THB-6b", "FLOP-6b", "TCJ-6b")
@EACH_GAME
def test_a_coupon_or_another_position_does_not_slip_in_with_a_decision(
    key: str, document: str
) -> None:
    bank = round_of(key, match_play=True)
    choice = {spot: Chips(chips) for spot, chips in CHOICE[key].items()}
    bank.refused(Place(1, choice, coupon=Chips(5_00)), f"{document} 6(b)")
    bank.refused(Place(1, choice, position=2), f"{document} 6(b)")


# --- 6(e): seated players --------------------------------------------------------------------


@clause("THB-6e", "FLOP-6e", "TCJ-6e")
@EACH_GAME
def test_only_who_is_seated_may_wager(key: str, document: str) -> None:
    bank = Bank(key, 2)
    for nobody in (3, 6, 99, -1):
        bank.refused(placing(nobody, WAGERS[key]), f"{document} 6(e)")


@clause("THB-6e", "FLOP-6e", "TCJ-6e")
@EACH_GAME
def test_who_asks_to_leave_stays_until_the_round_is_over(key: str, document: str) -> None:
    table = sit(sit(open_table(game_of(key)), 1, 100_00), 2, 100_00)
    bank = Bank.at(table)
    bank.say(placing(1, WAGERS[key])).say(placing(2, WAGERS[key])).close()
    spots = bank.spots
    table = leave(table, 1, bank.state)
    assert table.seated == (1, 2)
    assert bank.spots == spots
    with pytest.raises(Refused) as caught:
        leave(table, 1, bank.state)
    assert caught.value.clause == f"{document} 6(e)"
    bank.to_end(placing=True)
    assert close_round(table, bank.state, bank.log).seated == (2,)


@clause("THB-6e", "FLOP-6e", "TCJ-6e")
@EACH_GAME
def test_an_absent_players_wagers_stay_and_the_time_out_is_always_possible(
    key: str, document: str
) -> None:
    bank = round_of(key, 2)
    assert bank.actor == 1
    bank.refused(placing(2, CHOICE[key]), f"{document} 6(b)")  # nobody passes the absent player
    otherwise = {THB: "fold", FLOP: "surrender", TCJ: "fold"}[key]
    assert bank.does[-1] == otherwise
    spots = bank.spots
    bank.decline()
    assert bank.actor == 2
    assert spots.keys() - bank.spots.keys() <= {"1 ante"}


# --- THB 14, FLOP 13: one position -----------------------------------------------------------


@clause("THB-14", "FLOP-13")
@pytest.mark.parametrize(("key", "cited"), [(THB, "THB 14"), (FLOP, "FLOP 13")])
def test_a_player_wagers_on_one_position_only(key: str, cited: str) -> None:
    bank = Bank(key, 2).say(placing(1, WAGERS[key]))
    for position in (2, 3, 6, 7, -1):
        bank.refused_wagers(1, cited, position=position, **WAGERS[key])
    with pytest.raises(Refused) as caught:
        Bank(key, 2, multi_position=True)
    assert caught.value.clause == cited
    bank.say(Place(1, {spot: Chips(chips) for spot, chips in WAGERS[key].items()}, position=1))


# --- 7(d), 8(c), 9(c): the deal --------------------------------------------------------------


@clause("THB-7d", "THB-8c", "TCJ-7d", "TCJ-8c")
@pytest.mark.parametrize("key", [THB, TCJ])
@pytest.mark.parametrize(("method", "cited"), [("manual_shoe", "7(d)"), ("hand", "8(c)")])
def test_cards_go_one_by_one_to_each_player_and_the_dealer(
    key: str, method: str, cited: str
) -> None:
    bank = round_of(key, deal_method=method, shuffler="plain")
    assert [bank.dealt_to(seat) for seat in (1, 2, 3, 0)] == [[1, 5], [2, 6], [3, 7], [4, 8]]
    (dealt,) = bank.events_of("Dealt")
    assert (dealt.clause, set(dealt.faces)) == (game_of(key).cite(cited), {"D"})


@clause("THB-7d", "THB-8c")
@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
def test_the_board_of_three_players_comes_from_the_places_of_the_example(method: str) -> None:
    bank = round_of(THB, deal_method=method, shuffler="plain").to_end(placing=True)
    deck, state = bank.events_of("DeckCut")[0].order, bank.state
    assert [deck.index(card) + 1 for card in state.burns] == [9, 13, 15]
    assert [deck.index(card) + 1 for card in state.boards[0]] == [10, 11, 12, 14, 16]


@clause("THB-9c", "TCJ-9c")
@pytest.mark.parametrize("key", [THB, TCJ])
def test_an_automated_shoe_gives_stacks_of_two_the_dealer_last(key: str) -> None:
    bank = round_of(key, deal_method="automated_shoe")
    assert [bank.dealt_to(seat) for seat in (1, 2, 3, 0)] == [[1, 2], [3, 4], [5, 6], [7, 8]]
    assert bank.events_of("Dealt")[0].clause == game_of(key).cite("9(c)")


@clause("THB-9c", "TCJ-9c")
@pytest.mark.parametrize("key", [THB, TCJ])
def test_only_who_placed_a_wager_gets_a_stack(key: str) -> None:
    wagers = dict.fromkeys((2, 5), WAGERS[key])
    bank = round_of(key, 6, wagers=wagers, deal_method="automated_shoe")
    assert [bank.dealt_to(seat) for seat in (1, 2, 5, 0)] == [[], [1, 2], [3, 4], [5, 6]]


@clause("FLOP-7d", "FLOP-8c")
@pytest.mark.parametrize(("method", "cited"), [("manual_shoe", "7(d)"), ("hand", "8(c)")])
def test_flop_poker_deals_three_rounds_of_cards_and_the_community_last_in_each(
    method: str, cited: str
) -> None:
    bank = round_of(FLOP, deal_method=method, shuffler="plain")
    places = [bank.dealt_to(seat) for seat in (1, 2, 3, 0)]
    assert places == [[1, 5, 9], [2, 6, 10], [3, 7, 11], [4, 8, 12]]
    (dealt,) = bank.events_of("Dealt")
    assert (dealt.clause, set(dealt.faces)) == (f"FLOP {cited}", {"D"})


@clause("FLOP-9c")
def test_flop_poker_gives_stacks_of_three_from_an_automated_shoe() -> None:
    bank = round_of(FLOP, deal_method="automated_shoe")
    places = [bank.dealt_to(seat) for seat in (1, 2, 3, 0)]
    assert places == [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]
    assert bank.events_of("Dealt")[0].clause == "FLOP 9(c)"


@clause("FLOP-7d7", "TCJ-7d5", "THB-10a-hidden")
@EACH_GAME
def test_only_the_owner_sees_a_card_while_cards_are_dealt_and_decided(
    key: str, document: str
) -> None:
    bank = round_of(key).run("p")
    house = parse_cards(bank.cards(0))
    for viewer in (NOBODY, 1, 2, 3, 0):
        events = "".join(map(write_event, view(bank.log, viewer)))
        known = hide(bank.state, viewer)
        for seat in (1, 2, 3):
            own = seat == viewer
            assert all((card in events) == own for card in parse_cards(bank.cards(seat)))
            assert (UNKNOWN not in known.hands[seat].down) == own
        assert not any(card in events for card in house)
        assert set(known.house) == {UNKNOWN}


@clause("FLOP-7d7", "TCJ-7d5", "THB-10a-hidden")
@EACH_GAME
def test_the_house_cards_are_seen_when_they_are_turned(key: str, document: str) -> None:
    bank = round_of(key)
    house = parse_cards(bank.cards(0))
    bank.to_end(placing=True)
    events = [write_event(event) for event in view(bank.log, NOBODY)]
    turned = bank.kinds.index("HouseRevealed")
    assert not any(card in line for line in events[:turned] for card in house)
    assert all(card in events[turned] for card in house)


# --- 10(i), 10(e), 10(f): the cards afterward -----------------------------------------------


@clause("THB-10i", "FLOP-10e", "TCJ-10f")
@EACH_GAME
@pytest.mark.parametrize("placing_all", [True, False])
def test_every_hand_can_be_reconstructed_from_the_discards_and_from_the_log(
    key: str, document: str, placing_all: bool
) -> None:
    bank = round_of(key)
    hands = {seat: parse_cards(bank.cards(seat)) for seat in (1, 2, 3, 0)}
    bank.to_end(placing=placing_all)
    piles = {pile.seat: pile.cards for pile in bank.state.discards}
    assert piles | {0: bank.state.boards[0] if key == FLOP else piles[0]} == hands
    lines = [write_event(event) for event in bank.log]
    assert replay(bank.game, map(read_event, lines)) == bank.state


@clause("THB-10i", "FLOP-10e", "TCJ-10f")
@EACH_GAME
def test_cards_are_picked_up_in_the_order_of_the_settlement(key: str, document: str) -> None:
    bank = round_of(key).to_end(placing=True)
    section = {THB: "10(i)", FLOP: "10(e)", TCJ: "10(f)"}[key]
    collected = [
        e.seats for e in bank.events_of("Collected") if e.clause == f"{document} {section}"
    ]
    if key != FLOP:  # there the losers of the pot are taken before the winner
        assert collected == [(3, 2, 1, 0)]
    assert sorted({seat for seats in collected for seat in seats} - {0}) == [1, 2, 3]


# --- void ------------------------------------------------------------------------------------


@clause("THB-void", "FLOP-void", "TCJ-void")
@EACH_GAME
@pytest.mark.parametrize("answers", [0, 1, 2])
def test_a_void_round_returns_every_wager_and_nothing_is_won_or_lost(
    key: str, document: str, answers: int
) -> None:
    bank = round_of(key)
    for number in range(answers):
        bank.run("p") if number else bank.decline()
    bank.report("house_wrong_number")
    (void,) = bank.events_of("RoundVoided")
    assert void.clause.startswith(document)
    assert bank.state.done
    assert [bank.won(seat) for seat in (1, 2, 3)] == [0, 0, 0]
    assert (bank.bank, bank.spots, bank.state.pot) == (0, {}, 0)
    assert not bank.events_of("Settled")


@clause("THB-void", "FLOP-void", "TCJ-void")
@EACH_GAME
def test_a_void_round_returns_side_wagers_and_coupons_too(key: str, document: str) -> None:
    side = {THB: {"bonus": 5_00}, FLOP: {}, TCJ: {"pair_up": 5_00, "super_flush": 10_00}}[key]
    bank = Bank(key, 2, match_play=True)
    for seat in (1, 2):
        bank.place(seat, coupon=5_00, **WAGERS[key], **side)
    bank.close().run("p").report("house_wrong_number")
    assert (bank.won(1), bank.won(2), bank.bank) == (0, 0, 0)
    assert not any(hand.coupon for hand in bank.state.hands.values())


# --- THB 11(e), FLOP 11(d): the payout limit -------------------------------------------------


@clause("THB-11e")
def test_a_bonus_of_2000_on_two_aces_pays_50000() -> None:
    wagers = {1: {"ante": 5_00, "bonus": 2_000_00}}
    bank = Bank(THB, 1, chips=10_000_00, hands={1: "AsAh"}, wagers=wagers, wager_max=2_000_00)
    bonus = bank.to_end().settled(1)["bonus"]
    assert (bonus.won, bonus.clause) == (50_000_00, "THB 11(e)")
    assert bank.won(1) == 50_000_00 - 5_00


@clause("THB-11e")
def test_the_limit_counts_all_wagers_of_a_hand_and_cuts_the_one_paid_last() -> None:
    wagers = {1: {"ante": 1_000_00, "bonus": 2_000_00}}
    cards: dict[str, Any] = {"hands": {1: "AsAh"}, "house": "KcKd", "board": "Ac9d9h4s2c"}
    bank = Bank(THB, 1, chips=10_000_00, wagers=wagers, wager_max=2_000_00, **cards)
    outcomes = bank.to_end(placing=True).outcomes(1)
    assert [won for _, won in outcomes.values()] == [
        1_000_00,
        2_000_00,
        1_000_00,
        1_000_00,
        45_000_00,
    ]
    assert bank.won(1) == 50_000_00


@clause("THB-11e")
def test_the_limit_rises_with_what_minimum_wagers_could_win() -> None:
    posted: dict[str, Any] = {"wager_min": 12_000_00, "wager_max": 12_000_00}
    wagers = {1: {"ante": 12_000_00, "bonus": 1_000_00}}
    cards: dict[str, Any] = {"hands": {1: "AsAh"}, "house": "KcKd", "board": "Ac9d9h4s2c"}
    bank = Bank(THB, 1, chips=90_000_00, wagers=wagers, **posted, **cards).to_end(placing=True)
    assert bank.won(1) == 5 * 12_000_00 + 30_00  # each line of the minimum, a dollar on the bonus
    supplement = Bank(THB, 1, chips=90_000_00, wagers=wagers, aces_v_aces=1000, **posted, **cards)
    assert supplement.to_end(placing=True).won(1) == 5 * 12_000_00 + 1_000_00


@clause("FLOP-11d")
def test_flop_poker_at_a_minimum_of_50_pays_up_to_50050() -> None:
    wagers = {1: {"ante": 100_00}}
    cards: dict[str, Any] = {"hands": {1: "AsKsQs"}, "house": "JsTs2d"}
    bank = Bank(FLOP, 1, wagers=wagers, wager_min=50_00, **cards).to_end(placing=True)
    assert bank.won(1) == 50_050_00
    assert bank.outcomes(1) == {"ante": ("wins", 100_00), "flop": ("wins", 49_950_00)}
    assert bank.settled(1)["flop"].clause == "FLOP 11(d)"
    usual = Bank(FLOP, 1, wagers=wagers, **cards).to_end(placing=True)
    assert usual.won(1) == 50_000_00
    pairs: dict[str, Any] = {"hands": {1: "JhJd3c"}, "house": "2s7d9h"}
    assert Bank(FLOP, 1, wagers=wagers, **pairs).to_end(placing=True).won(1) == 200_00


@clause("THB-11e")
def test_the_stake_itself_is_not_counted_and_a_smaller_win_is_paid_whole() -> None:
    wagers = {1: {"ante": 5_00, "bonus": 1_666_00}}
    bank = Bank(THB, 1, chips=10_000_00, hands={1: "AsAh"}, wagers=wagers, wager_max=2_000_00)
    assert bank.to_end().outcomes(1)["bonus"] == ("wins", 49_980_00)
    wagers = {1: {"pair up": 2_000_00}}
    joker = Bank(TCJ, 1, chips=9_000_00, hands={1: "Jk1Jk2"}, wagers=wagers, wager_max=2_000_00)
    assert joker.to_end().outcomes(1)["pair up"] == ("wins", 80_000_00)  # no limit in TCJ


# --- 11(a): how odds are stated --------------------------------------------------------------


def texts(key: str) -> list[str]:
    """Everything the package prints of a banked game's odds, under several signs."""
    game = game_of(key)
    signs = [game.sign]
    if key == THB:
        signs += [
            replace(game.sign, progressive=True, progressive_prizes=prizes, aces_v_aces=1200)
            for prizes in ("for", "to")
        ]
    signs += [replace(game.sign, pair_up_table=number) for number in (2, 3) if key == TCJ]
    sheets = [line.words for sign in signs for line in paysheet(game, sign)]
    return sheets + [line.words for sign in signs for line in rulebook(game, sign)]


@clause("THB-11a", "FLOP-11a", "TCJ-11a")
@pytest.mark.parametrize(
    ("key", "rows"),
    [
        (THB, ("ace-ace .", "30 to 1", "25 to 1", "3 to 1", "1200 to 1", "win 100% of the meter")),
        (FLOP, ("royal flush .", "1000 to 1", "30 to 1", "1 to 1")),
        (TCJ, ("two jokers .", "40 to 1", "50 to 1", "8 to 1", "push")),
    ],
)
def test_every_sheet_states_odds_with_to_or_win(key: str, rows: tuple[str, ...]) -> None:
    printed = texts(key)
    for row in rows:
        assert any(row in text for text in printed), row
    assert not [text for text in printed if " for " in text]
    for line in paysheet(game_of(key), game_of(key).sign):
        if "..." in line.words:
            assert line.words.endswith(("to 1", "push")) or " win " in line.words


@clause("THB-11a", "FLOP-11a", "TCJ-11a")
@EACH_GAME
def test_a_text_with_for_odds_fails_validation(key: str, document: str) -> None:
    game = game_of(key)
    check_posted(game, "royal flush 25 to 1; aces win 30")
    check_posted(game, "a bonus wager waits for one more card")
    for wrong in ("26 for 1", "pays 1,000 for 1", "30-for-1", "Thirty for one", "$10 for $1"):
        with pytest.raises(Refused) as caught:
            check_posted(game, f"a full house {wrong}")
        assert caught.value.clause == f"{document} 11(a)"


@clause("THB-11a", "FLOP-11a", "TCJ-11a")
@EACH_GAME
def test_the_command_line_prints_the_sheet(key: str, document: str) -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "croupier", "rules", key], capture_output=True, text=True, check=True
    ).stdout
    for line in paysheet(game_of(key), game_of(key).sign):
        if "..." in line.words:
            assert line.words in printed


# --- 5: rankings of Flop Poker ---------------------------------------------------------------


def strength(own: str, community: str) -> int:
    """What the dealer announces of three own and two of three community cards."""
    bank = Bank(FLOP, 1, hands={1: own}, house=community, wagers={1: {"ante": 5_00}})
    (shown,) = bank.to_end().events_of("Shown")
    return int(shown.strengths[0][0])


@clause("FLOP-5a")
def test_in_flop_poker_the_ace_is_high_and_low_only_before_the_two() -> None:
    ranks = "AKQJT98765432"
    trips = [f"{rank}h{rank}d{rank}c" for rank in ranks]
    filler = {rank: "2s4s7d" if rank not in "247" else "3s5s8d" for rank in ranks}
    found = [strength(own, filler[own[0]]) for own in trips]
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == 13
    wheel, six_high = strength("Ah2d3c", "4s5s9d"), strength("6h2d3c", "4s5s9d")
    assert HIGH_5.strength("KhKdKcQsJs") < wheel < six_high
    assert strength("QhKdAc", "2s3s9d") < HIGH_5.strength("2h2d5c4s3s")  # no wrap-around


@clause("FLOP-5a")
def test_in_flop_poker_no_suit_is_higher() -> None:
    assert strength("AhKd9c", "7s3s2d") == strength("AcKh9s", "7d3h2c")


BEST_FIRST = (
    ("royal flush", "AsKsQs", "JsTs2d"),
    ("straight flush", "9s8s7s", "6s5s2d"),
    ("four-of-a-kind", "9s9h9d", "9c5s2d"),
    ("full house", "9s9h9d", "5c5s2d"),
    ("flush", "7s5s4s", "3s2sKd"),
    ("straight", "AhKsQs", "JsTs2d"),
    ("three-of-a-kind", "9s9h9d", "5cAs2d"),
    ("two pairs", "9s9hAd", "AcKs2d"),
    ("pair, jacks or better", "JsJhAd", "KcQs2d"),
    ("", "TsThAd", "KcQs2d"),
    ("", "AsKhQd", "Jc9s2d"),
)


@clause("FLOP-5b")
def test_in_flop_poker_each_category_beats_the_next() -> None:
    found = [strength(own, community) for _, own, community in BEST_FIRST]
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == len(BEST_FIRST)


@clause("FLOP-5b")
@pytest.mark.parametrize(("line", "own", "community"), BEST_FIRST)
def test_in_flop_poker_each_category_is_on_its_line(line: str, own: str, community: str) -> None:
    bank = Bank(FLOP, 1, hands={1: own}, house=community, wagers={1: {"ante": 5_00}})
    flop = bank.to_end(placing=True).settled(1)["flop"]
    assert (flop.result == "wins") == bool(line)
    assert not line or flop.line == line


@clause("FLOP-5c")
def test_in_flop_poker_the_highest_card_the_other_lacks_decides_and_none_is_a_tie() -> None:
    better, worse = strength("AhJh9h", "5h2hKd"), strength("AhJh9h", "4h3hKd")
    assert better > worse
    assert strength("KhKd4c", "3s2s7h") > strength("3h3dAc", "QsJs2h")  # pairs before kickers
    hands = {1: "AhKd9c", 2: "AcKh9s"}
    wagers = {seat: {"ante": 5_00, "pot": 5_00} for seat in hands}
    bank = Bank(FLOP, 2, hands=hands, house="7d3h2c", wagers=wagers).to_end()
    (award,) = bank.events_of("PotAwarded")
    assert {move.target: move.chips for move in award.moves} == {"stack:1": 5_00, "stack:2": 5_00}


@clause("FLOP-5b5")
def test_in_flop_poker_flush_and_straight_exclude_the_straight_flush() -> None:
    lines = {}
    for own, community in (
        ("AsKsQs", "Js9s2d"),
        ("7s5s4s", "3s2sKd"),
        ("6s5s4s", "3s2sKd"),
        ("6s5s4s", "3s2hKd"),
    ):
        bank = Bank(FLOP, 1, hands={1: own}, house=community, wagers={1: {"ante": 5_00}})
        lines[own + community] = bank.to_end(placing=True).settled(1)["flop"].line
    assert list(lines.values()) == ["flush", "flush", "straight flush", "straight"]


# --- irregularities that the three documents share -------------------------------------------


@clause("THB-13c", "FLOP-12c", "TCJ-12b")
@pytest.mark.parametrize(
    ("key", "cited"), [(THB, "THB 13(c)"), (FLOP, "FLOP 12(c)"), (TCJ, "TCJ 12(b)")]
)
def test_a_card_drawn_in_error_is_the_next_card(key: str, cited: str) -> None:
    plain, noted = round_of(key), round_of(key)
    noted.report("drawn_in_error")
    assert noted.events_of("Noted")[0].clause == cited
    assert noted.state == plain.state
    plain.to_end(placing=True)
    noted.to_end(placing=True)
    assert noted.state == plain.state


@clause("THB-13e", "FLOP-12e", "TCJ-12e")
@pytest.mark.parametrize(
    ("key", "cited"), [(THB, "THB 13(e)"), (FLOP, "FLOP 12(e)"), (TCJ, "TCJ 12(e)")]
)
def test_a_shuffler_fails_before_the_round_has_started(key: str, cited: str) -> None:
    bank = Bank(key, 2, shuffler="plain").say(placing(1, WAGERS[key]))
    spots = bank.spots
    bank.report("shuffler_failed")
    assert bank.events_of("Noted")[0].clause == cited
    assert (bank.spots, bank.events_of("Dealt")) == (spots, [])
    bank.close()
    bank.refused(commands.Report("shuffler_failed"), cited)
    Bank(key, 2).refused(commands.Report("shuffler_failed"), "SIGN shuffler")


@clause("THB-13f", "FLOP-12f", "TCJ-12f")
@pytest.mark.parametrize(
    ("key", "cited"), [(THB, "THB 13(f)"), (FLOP, "FLOP 12(f)"), (TCJ, "TCJ 12(f)")]
)
@pytest.mark.parametrize("answers", [0, 1, 2])
def test_a_failing_shoe_voids_the_round(key: str, cited: str, answers: int) -> None:
    side = {THB: {"bonus": 5_00}, FLOP: {}, TCJ: {"pair up": 5_00}}[key]
    wagers = {seat: {**WAGERS[key], **side} for seat in (1, 2, 3)}
    bank = round_of(key, wagers=wagers, deal_method="automated_shoe")
    for number in range(answers):
        bank.run("p") if number else bank.decline()
    bank.report("shoe_failed")
    (void,) = bank.events_of("RoundVoided")
    assert (void.clause, void.saves) == (cited, "")
    assert bank.state.done
    assert [bank.won(seat) for seat in (1, 2, 3)] == [0, 0, 0]
    assert not bank.events_of("Settled")


@clause("THB-13f", "FLOP-12f", "TCJ-12f")
@pytest.mark.parametrize(
    ("key", "cited"), [(THB, "THB 13(f)"), (FLOP, "FLOP 12(f)"), (TCJ, "TCJ 12(f)")]
)
def test_a_shoe_fails_even_during_the_deal_and_only_where_it_is_used(key: str, cited: str) -> None:
    cards = 54 if key == TCJ else 52
    bank = round_of(key, deal_method="automated_shoe", deck=(UNKNOWN,) * cards)
    bank.say(commands.Announce((Card("As"), Card("Ks"))))
    bank.report("shoe_failed")
    assert bank.events_of("RoundVoided")[0].clause == cited
    assert bank.state.done
    round_of(key).refused(commands.Report("shoe_failed"), "SIGN deal_method")


@clause("THB-13g", "FLOP-12g", "TCJ-12g")
@pytest.mark.parametrize(
    ("key", "cited"), [(THB, "THB 13(g)"), (FLOP, "FLOP 12(g)"), (TCJ, "TCJ 12(g)")]
)
@pytest.mark.parametrize(
    ("machine", "now", "then"),
    [
        ("shoe", {"deal_method": "automated_shoe"}, {"deal_method": "manual_shoe"}),
        ("shuffler", {"shuffler": "plain"}, {"shuffler": "none"}),
        ("shuffler", {"shuffler": "counting"}, {"shuffler": "plain"}),
    ],
)
def test_a_machine_is_removed_before_another_method_is_used(
    key: str, cited: str, machine: str, now: dict[str, Any], then: dict[str, Any]
) -> None:
    game = game_of(key)
    table = open_table(game, replace(game.sign, **now))
    sign = replace(table.sign, **then)
    for removed in ((), ("other",)):
        with pytest.raises(Refused) as caught:
            post_sign(table, sign, removed=removed)
        assert caught.value.clause == cited
    assert post_sign(table, sign, removed=(machine,)).sign == sign
    assert post_sign(table, replace(table.sign, seats=4)).sign.seats == 4  # no machine concerned
