"""THB: Texas Hold 'Em Bonus Poker, against the bank."""

from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import DECK_52, Card, parse_cards
from croupier.chips import Chips
from croupier.engine import commands
from croupier.engine.commands import Place
from croupier.engine.events import Settled, Shown
from croupier.games import game_of
from croupier.rankings import HIGH_5
from croupier.refused import Refused
from croupier.room.table.progress import close_round, open_table, post_sign, sit
from croupier.rules.paytables import BONUS
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import faults
from tests.banking import Bank
from tests.clause import clause

THB = "texas-holdem-bonus"
FLUSH_DEAL: dict[str, Any] = {"house": "QcQd", "board": "Th7h2c2d9h"}
NOTHING = "2c5d8hTcQd"  # a board with which high cards stay high cards
ROYAL_BOARD = "AsKsQsJsTs"


def duel(player: str, dealer: str, board: str, **posted: Any) -> Bank:
    """One player with an ante of $10 against the dealer; every wager is placed."""
    wagers = {1: {"ante": 10_00}}
    bank = Bank(THB, 1, hands={1: player}, house=dealer, board=board, wagers=wagers, **posted)
    return bank.to_end(placing=True)


def progressive(hands: dict[int, str], board: str, *, answers: str = "", **posted: Any) -> Bank:
    """Each player has an ante of $5 and the progressive dollar, and folds by default."""
    wagers = {seat: {"ante": 5_00, "progressive": 1_00} for seat in hands}
    bank = Bank(
        THB, len(hands), hands=hands, board=board, wagers=wagers, progressive=True, **posted
    )
    return bank.run(answers).to_end()


def prize(bank: Bank, seat: int) -> tuple[str, str, int]:
    outcome = bank.settled(seat)["progressive"]
    return outcome.line, outcome.result, int(outcome.won)


# --- 5: rankings -----------------------------------------------------------------------------


@clause("THB-5a")
def test_cards_rank_from_the_ace_down_to_the_two() -> None:
    boards = ("258TQ", "369JA", "2479K", "367JA", "47TJA")
    for better, worse in pairwise("AKQJT98765432"):
        ranks = next(board for board in boards if not {better, worse} & set(board))
        board = "".join(rank + suit for rank, suit in zip(ranks, "cdcdc", strict=True))
        bank = duel(f"{better}h{better}s", f"{worse}h{worse}s", board)
        assert bank.outcomes(1)["flop"] == ("wins", 20_00), (better, worse)


@clause("THB-5a")
def test_an_ace_completes_the_lowest_straight_and_no_other_sequence() -> None:
    wheel = duel("As9d", "KhKc", "2c3d4h5sQc")
    assert wheel.outcomes(1)["ante"] == ("wins", 10_00)
    six_high = duel("As9d", "6hKc", "2c3d4h5sQc")
    assert six_high.outcomes(1)["flop"][0] == "loses"
    around = duel("Kh9d", "3c3d", "Qc As2h 7s8d")
    assert around.outcomes(1)["flop"][0] == "loses"


@clause("THB-5a")
def test_no_suit_is_higher_than_another() -> None:
    bank = duel("AsKs", "AcKc", "2d5d8hTcQh")
    assert {result for result, _ in bank.outcomes(1).values()} == {"pushes"}


@clause("THB-5b")
@pytest.mark.parametrize(
    ("player", "dealer", "board"),
    [
        ("AsKs", "9s8s", "QsJsTs2d3c"),  # royal flush, straight flush
        ("6s5s", "7c2d", "9s8s7s7d7h"),  # straight flush, four of a kind
        ("7c7s", "9h3d", "7d7h9c9s2c"),  # four of a kind, full house
        ("9h9d", "As3s", "KsKd9s4s2h"),  # full house, flush
        ("As4s", "JdQc", "Ts9s8d2s3h"),  # flush, straight
        ("JcTc", "2h4c", "9s8d7h2c2d"),  # straight, three of a kind
        ("9h9d", "8h7c", "9s8d7h2c3d"),  # three of a kind, two pairs
        ("9h8h", "AcAd", "9s8d5h2cKd"),  # two pairs, one pair
        ("2h3h", "AcQd", "9s8d5h2cKd"),  # one pair, nothing
    ],
)
def test_each_category_beats_the_next(player: str, dealer: str, board: str) -> None:
    assert duel(player, dealer, board).outcomes(1)["flop"] == ("wins", 20_00)
    assert duel(dealer, player, board).outcomes(1)["flop"] == ("loses", 0)


@clause("THB-5c")
@pytest.mark.parametrize(
    ("player", "dealer", "board"),
    [
        ("5h2h", "4h3h", "AhJh9h6c7d"),  # the example: A-J-9-5-2 over A-J-9-4-3
        ("AcKd", "AdJc", NOTHING),
        ("QhAc", "QsKc", NOTHING),
        ("KcKd", "9s9d", NOTHING),
    ],
)
def test_the_highest_card_the_other_hand_lacks_decides(
    player: str, dealer: str, board: str
) -> None:
    assert duel(player, dealer, board).outcomes(1)["flop"] == ("wins", 20_00)
    assert duel(dealer, player, board).outcomes(1)["flop"] == ("loses", 0)


@clause("THB-5c")
def test_hands_without_a_different_card_push() -> None:
    bank = duel("KcJd", "KdJs", "Kh8s5d4c2h")
    assert bank.outcomes(1)["flop"] == ("pushes", 0)


@clause("THB-5c")
def test_a_grouped_rank_comes_before_any_kicker() -> None:
    assert duel("KhKc", "3h3c", "AsQdJh7c2d").outcomes(1)["flop"][0] == "wins"


@clause("FLOP-5b5")
def test_five_suited_cards_in_sequence_are_a_straight_flush_and_no_lesser_hand() -> None:
    lowest_flush = duel("7h5h", "AcKc", "4h3h2hJdJc")
    assert lowest_flush.outcomes(1)["ante"][0] == "wins"
    five_high = duel("5h6c", "KhQh", "4h3h2hAhKd")
    assert five_high.outcomes(1)["flop"][0] == "wins"
    four_suited = duel("Ah9h", "6c5c", "4h3h2h5dKs")
    assert four_suited.outcomes(1)["flop"][0] == "wins"  # A-9-4-3-2 suited over 6-5-4-3-2


# --- 1, 6: wagers ----------------------------------------------------------------------------


@clause("THB-1ante")
def test_only_who_placed_an_ante_gets_cards() -> None:
    bank = Bank(THB, 3, wagers={1: {"ante": 10_00}, 3: {"ante": 5_00}})
    (closed,) = bank.events_of("BetsClosed")
    assert closed.seats == (1, 3)
    assert bank.cards(2) == ""
    assert len(parse_cards(bank.cards(1) + bank.cards(3))) == 4


@clause("THB-1ante")
@pytest.mark.parametrize(
    ("ante", "cited"),
    [(4_00, "SIGN wager_min"), (101_00, "SIGN wager_max"), (7_50, "SIGN unit")],
)
def test_an_ante_keeps_to_the_limits_of_the_table(ante: int, cited: str) -> None:
    bank = Bank(THB, 1)
    bank.refused_wagers(1, cited, ante=ante)
    for within in (5_00, 100_00):
        assert Bank(THB, 1).place(1, ante=within).spots == {"1 ante": within}


@clause("THB-1ante")
@pytest.mark.parametrize(
    ("posted", "cited"),
    [
        ({"wager_min": 0}, "SIGN wager_min"),
        ({"wager_min": 5_50}, "SIGN wager_min"),
        ({"wager_min": 10_00, "wager_max": 9_00}, "SIGN wager_max"),
    ],
)
def test_a_table_posts_limits_that_can_be_kept(posted: dict[str, Any], cited: str) -> None:
    with pytest.raises(Refused) as caught:
        Bank(THB, 1, **posted)
    assert caught.value.clause == cited


@clause("THB-1ante")
def test_a_table_where_nobody_can_cover_the_ante_does_not_open() -> None:
    with pytest.raises(Refused) as caught:
        Bank(THB, {1: 4_00, 2: 1_00})
    assert caught.value.clause == "SIGN wager_min"
    bank = Bank(THB, {1: 4_00, 2: 5_00})
    assert [turn.actor for turn in bank.state.turns] == [2]


@clause("THB-6c")
def test_a_bonus_goes_only_with_an_ante() -> None:
    bank = Bank(THB, 1)
    bank.refused_wagers(1, "THB 6(c)", bonus=5_00)
    assert bank.place(1, ante=5_00, bonus=1_00).spots == {"1 ante": 5_00, "1 bonus": 1_00}


@clause("THB-6c")
def test_a_bonus_is_at_least_one_dollar() -> None:
    bank = Bank(THB, 1, unit=50)
    bank.refused_wagers(1, "THB 6(c)", ante=5_00, bonus=50)
    assert bank.place(1, ante=5_00, bonus=1_00).spots["1 bonus"] == 1_00


@clause("THB-6c")
@pytest.mark.parametrize(("dealer", "flop"), [("2s3d", "wins"), ("KsKd", "loses")])
def test_a_bonus_has_no_bearing_on_the_other_wagers_nor_they_on_it(dealer: str, flop: str) -> None:
    wagers = {1: {"ante": 10_00, "bonus": 5_00}, 2: {"ante": 10_00}}
    hands = {1: "JsJd", 2: "JhJc"}
    bank = Bank(THB, 2, hands=hands, house=dealer, board=NOTHING, wagers=wagers)
    bank.to_end(placing=True)
    with_bonus, without = bank.outcomes(1), bank.outcomes(2)
    assert with_bonus.pop("bonus") == ("wins", 50_00)
    assert with_bonus == without
    assert without["flop"][0] == flop


# --- 10(a): the flop wager -------------------------------------------------------------------


@clause("THB-10a", "THB-10a1")
def test_the_flop_wager_is_exactly_twice_the_ante() -> None:
    bank = Bank(THB, 2, wagers={1: {"ante": 15_00}, 2: {"ante": 5_00}})
    assert bank.does == ["place", "fold"]
    for wrong in (15_00, 29_00, 31_00, 45_00):
        bank.refused(Place(1, {"flop": Chips(wrong)}), "THB 10(a)")
    bank.run("p")
    assert bank.spots == {"1 ante": 15_00, "1 flop": 30_00, "2 ante": 5_00}
    assert bank.option("place").most == 10_00
    assert bank.events_of("Chose")[0].clause == "THB 10(a)"


@clause("THB-10a", "THB-10a1")
def test_a_player_who_cannot_cover_the_flop_wager_can_only_fold() -> None:
    bank = Bank(THB, {1: 14_00}, wagers={1: {"ante": 5_00}})
    assert bank.does == ["fold"]
    bank.refused(Place(1, {"flop": Chips(9_00)}), "THB 10(a)")
    bank.refused(Place(1, {"flop": Chips(10_00)}), "THB 10(a)")
    assert bank.run("f").won(1) == -5_00


@clause("THB-10a2")
def test_a_player_who_folds_loses_the_ante_at_once() -> None:
    bank = Bank(THB, 2, wagers={1: {"ante": 10_00}, 2: {"ante": 5_00}}).run("f")
    (chose,) = bank.events_of("Chose")
    assert [(move.source, move.target, move.chips) for move in chose.moves] == [
        ("spot:1:ante", "bank", 10_00)
    ]
    assert (bank.bank, bank.spots) == (10_00, {"2 ante": 5_00})


@clause("THB-1fold")
@pytest.mark.parametrize("answers", ["p", "p c", "p p", "p c c", "p p p"])
def test_there_is_no_fold_after_the_flop_wager(answers: str) -> None:
    bank = Bank(THB, 1, wagers={1: {"ante": 10_00}}).run(answers)
    spots = bank.spots
    if bank.state.done:
        bank.refused(commands.Fold(1), "THB 10")
        return
    assert "fold" not in bank.does
    bank.refused(commands.Fold(1), "THB 10(c)" if answers == "p" else "THB 10(e)")
    assert bank.spots == spots


@clause("THB-6d")
def test_later_wagers_are_taken_only_at_their_moment_and_in_their_multiple() -> None:
    bank = Bank(THB, 2)
    for spot in ("flop", "turn", "river"):
        early = {"ante": Chips(10_00), spot: Chips(10_00)}
        bank.refused(Place(1, early), "FIELD wagers")
    bank.place(1, ante=10_00).place(2, ante=10_00).close()
    moments = (("flop", 20_00, "10(a)"), ("turn", 10_00, "10(c)"), ("river", 10_00, "10(e)"))
    for spot, amount, cited in moments:
        bank.refused(Place(2, {spot: Chips(amount)}), "THB 6(b)")  # seat 1 is asked first
        for other, other_amount, _ in moments:
            if other != spot:
                bank.refused(Place(1, {other: Chips(other_amount)}), f"THB {cited}")
        others = (multiple * 10_00 for multiple in range(1, 5) if multiple * 10_00 != amount)
        for wrong in (amount - 1_00, amount + 1_00, *others):  # once, twice ... the ante
            bank.refused(Place(1, {spot: Chips(wrong)}), f"THB {cited}")
        bank.refused(Place(1, {spot: Chips(amount), "ante": Chips(20_00)}), "THB 6(b)")
        bank.run("p p")
    assert bank.state.done


# --- 10(a)(2): a folded hand -----------------------------------------------------------------


@clause("THB-10a2i")
@pytest.mark.parametrize(("hand", "won"), [("KhKd", 45_00), ("7h2d", -10_00)])
def test_a_folded_hand_with_a_bonus_stays_until_its_bonus_is_settled(hand: str, won: int) -> None:
    wagers = {1: {"ante": 5_00, "bonus": 5_00}, 2: {"ante": 5_00}}
    bank = Bank(THB, 2, hands={1: hand}, wagers=wagers).run("f p")
    assert bank.cards(1) == hand
    assert bank.spots["1 bonus"] == 5_00
    assert not bank.events_of("Collected")
    bank.run("c c")
    assert list(bank.outcomes(1)) == ["bonus"]
    assert bank.won(1) == won


@clause("THB-10a2i")
def test_the_bonus_is_settled_though_everybody_has_folded() -> None:
    wagers = {1: {"ante": 5_00}, 2: {"ante": 5_00, "bonus": 2_00}}
    bank = Bank(THB, 2, hands={2: "AhAd"}, wagers=wagers).run("f f")
    assert bank.state.done
    assert len(bank.state.boards[0]) == 5
    assert bank.outcomes(2) == {"bonus": ("wins", 60_00)}
    assert not bank.outcomes(1)


@clause("THB-10a2i")
def test_a_folded_players_bonus_waits_for_its_turn_in_the_pass() -> None:
    wagers = {seat: {"ante": 5_00, "bonus": 1_00} for seat in (1, 2, 3)}
    bank = Bank(THB, 3, wagers=wagers).run("p f p").to_end()
    assert [event.seat for event in bank.events_of("Settled")] == [3, 2, 1]


@clause("THB-10a2ii")
def test_a_folded_hand_without_a_bonus_is_collected_at_once_and_seen_by_nobody() -> None:
    bank = Bank(THB, 2, hands={1: "7h2d"}, wagers={1: {"ante": 5_00}, 2: {"ante": 5_00}})
    bank.run("f")
    (collected,) = bank.events_of("Collected")
    assert (collected.clause, collected.seats) == ("THB 10(a)(2)(ii)", (1,))
    assert bank.cards(1) == ""
    bank.run("p").to_end()
    assert [event.seat for event in bank.events_of("Shown")] == [2]


# --- 10(b)-(f): the board --------------------------------------------------------------------


@clause("THB-10b")
def test_when_all_have_decided_a_card_is_burned_and_three_are_turned() -> None:
    bank = Bank(THB, 2, burns="3c", board="AsKdQh", wagers={1: {"ante": 5_00}, 2: {"ante": 5_00}})
    bank.run("p")
    assert not bank.events_of("Burned")
    bank.run("f")
    (burned,), (flop,) = bank.events_of("Burned"), bank.events_of("BoardDealt")
    assert (burned.clause, burned.card) == ("THB 10(b)", "3c")
    assert (flop.clause, "".join(flop.cards)) == ("THB 10(b)", "AsKdQh")


@clause("THB-10b")
def test_the_round_ends_when_everybody_folds_and_nothing_else_is_open() -> None:
    bank = Bank(THB, 2, wagers={1: {"ante": 5_00}, 2: {"ante": 5_00}}).run("f f")
    assert bank.state.done
    assert not bank.events_of("BoardDealt")
    assert not bank.events_of("HouseRevealed")
    assert bank.bank == 10_00


@clause("THB-10b")
def test_the_board_is_dealt_to_the_end_for_a_progressive_that_is_open() -> None:
    bank = progressive({1: "7h7d"}, "7s7c2d3h9s")
    assert bank.state.done
    assert prize(bank, 1) == ("four-of-a-kind", "wins", 100_00)


@clause("THB-10c", "THB-10d")
def test_the_turn_wager_is_once_the_ante_or_a_check_from_the_dealers_left() -> None:
    wagers = {1: {"ante": 5_00}, 2: {"ante": 10_00}, 4: {"ante": 15_00}}
    bank = Bank(THB, 4, burns="3c4c", board="AsKdQhJh", wagers=wagers).run("p f p")
    asked = bank.events_of("ChoiceAsked")[-1]
    assert (asked.clause, asked.waiting) == ("THB 10(c)", (1, 4))
    assert bank.does == ["place", "check"]
    for wrong in (4_00, 6_00, 10_00):
        bank.refused(Place(1, {"turn": Chips(wrong)}), "THB 10(c)")
    bank.run("p")
    assert (bank.actor, bank.option("place").most) == (4, 15_00)
    bank.run("c")
    assert bank.spots == {"1 ante": 5_00, "1 flop": 10_00, "1 turn": 5_00} | {
        "4 ante": 15_00,
        "4 flop": 30_00,
    }
    burned, turned = bank.events_of("Burned")[-1], bank.events_of("BoardDealt")[-1]
    assert (burned.clause, burned.card) == ("THB 10(d)", "4c")
    assert (turned.clause, turned.cards) == ("THB 10(d)", (Card("Jh"),))


@clause("THB-10e", "THB-10f")
def test_the_river_wager_is_open_to_who_checked_the_turn() -> None:
    wagers = {1: {"ante": 5_00}, 2: {"ante": 10_00}}
    bank = Bank(THB, 2, burns="3c4c6c", board="AsKdQhJh2d", wagers=wagers).run("p p c p")
    asked = bank.events_of("ChoiceAsked")[-1]
    assert (asked.clause, asked.waiting) == ("THB 10(e)", (1, 2))
    assert bank.does == ["place", "check"]
    for wrong in (4_00, 10_00):
        bank.refused(Place(1, {"river": Chips(wrong)}), "THB 10(e)")
    bank.run("p")
    assert bank.spots["1 river"] == 5_00
    bank.run("c")
    burned, river = bank.events_of("Burned")[-1], bank.events_of("BoardDealt")[-1]
    assert (burned.clause, burned.card) == ("THB 10(f)", "6c")
    assert (river.clause, river.cards) == ("THB 10(f)", (Card("2d"),))


@clause("THB-10e", "THB-10f")
def test_there_is_no_wager_after_the_river() -> None:
    bank = Bank(THB, 1, wagers={1: {"ante": 5_00}}).run("p c c")
    assert bank.state.done
    assert len(bank.events_of("ChoiceAsked")) == 3
    bank.refused(Place(1, {"river": Chips(5_00)}), "THB 10")


@clause("THB-10e", "THB-10f")
def test_a_player_without_chips_for_the_wager_checks() -> None:
    bank = Bank(THB, {1: 17_00}, wagers={1: {"ante": 5_00}}).run("p")
    assert bank.does == ["check"]
    assert bank.run("c c").state.done


# --- 10(g): the dealer's hand ----------------------------------------------------------------


@clause("THB-10g")
def test_the_dealers_best_five_of_seven_are_announced_after_the_river() -> None:
    bank = duel("7c2d", "QcQd", "Qh9s5h5d3c")
    (revealed,) = bank.events_of("HouseRevealed")
    assert (revealed.clause, "".join(revealed.cards)) == ("THB 10(g)", "QcQd")
    assert revealed.strength == HIGH_5.strength("QcQdQh5h5d")
    assert bank.kinds.index("HouseRevealed") > max(
        place for place, kind in enumerate(bank.kinds) if kind == "BoardDealt"
    )
    assert bank.kinds.index("HouseRevealed") < bank.kinds.index("Shown")


@clause("THB-10g")
def test_the_dealer_plays_with_any_hand() -> None:
    bank = duel("9s8s", "3h4h", "AcKdQh7s2d")
    assert bank.outcomes(1)["flop"] == ("wins", 20_00)
    bank = duel("3h4h", "9s8s", "AcKdQh7s2d")
    assert bank.outcomes(1)["ante"] == ("loses", 0)


# --- 10(h): the settlement -------------------------------------------------------------------


@clause("THB-10h")
def test_each_player_is_settled_whole_from_the_dealers_right() -> None:
    wagers = {seat: {"ante": 5_00, "bonus": 1_00} for seat in (1, 2, 4)}
    bank = Bank(THB, 4, wagers=wagers).to_end(placing=True)
    events = [event for event in bank.log if isinstance(event, Shown | Settled)]
    assert [(type(event).__name__, event.seat) for event in events] == [
        ("Shown", 4),
        ("Settled", 4),
        ("Shown", 2),
        ("Settled", 2),
        ("Shown", 1),
        ("Settled", 1),
    ]
    for event in bank.events_of("Settled"):
        assert [o.spot for o in event.outcomes] == ["ante", "flop", "turn", "river", "bonus"]
        assert event.clause == "THB 10(h)"


@clause("THB-10h")
def test_a_players_hand_is_turned_and_announced_when_it_is_settled() -> None:
    bank = Bank(THB, 1, hands={1: "AhKh"}, wagers={1: {"ante": 10_00}}, **FLUSH_DEAL)
    bank.to_end(placing=True)
    (shown,) = bank.events_of("Shown")
    assert ("".join(shown.cards), shown.clause) == ("AhKh", "THB 10(h)")
    assert shown.strengths == ((HIGH_5.strength("AhKhTh9h7h"),),)


@clause("THB-10h1")
def test_a_lower_hand_loses_all_four_wagers() -> None:
    bank = duel("KcKd", "AcAd", NOTHING)
    assert bank.outcomes(1) == dict.fromkeys(("ante", "flop", "turn", "river"), ("loses", 0))
    assert {outcome.clause for outcome in bank.settled(1).values()} == {"THB 10(h)(1)"}
    assert (bank.won(1), bank.bank) == (-50_00, 50_00)


@clause("THB-10h3")
def test_an_equal_hand_pushes_all_four_wagers() -> None:
    bank = duel("2s3h", "4c5c", "AsAdKhKdQc")
    assert bank.outcomes(1) == dict.fromkeys(("ante", "flop", "turn", "river"), ("pushes", 0))
    assert {outcome.clause for outcome in bank.settled(1).values()} == {"THB 10(h)(3)"}
    assert (bank.won(1), bank.bank) == (0, 0)


@clause("THB-10h2")
def test_the_worked_example_of_a_flush_with_a_bonus() -> None:
    wagers = {1: {"ante": 10_00, "bonus": 5_00}}
    bank = Bank(THB, 1, hands={1: "AhKh"}, wagers=wagers, **FLUSH_DEAL).run("p p c")
    assert bank.outcomes(1) == {
        "ante": ("wins", 10_00),
        "flop": ("wins", 20_00),
        "turn": ("wins", 10_00),
        "bonus": ("wins", 125_00),
    }
    assert bank.won(1) == 165_00
    assert bank.settled(1)["ante"].clause == "THB 10(h)(2)"


@clause("THB-10h2")
@pytest.mark.parametrize(
    ("board", "threshold", "ante"),
    [
        ("Th8d7c2s3d", "straight", ("wins", 10_00)),  # 9-8-7-6-T
        ("Th8d7c2s3d", "flush", ("pushes", 0)),
        ("Th8h7h2h3d", "straight", ("wins", 10_00)),
        ("Th8h7h2h3d", "flush", ("wins", 10_00)),
        ("9d6s9c2s3d", "straight", ("wins", 10_00)),  # a full house
        ("9d6s9c2s3d", "flush", ("wins", 10_00)),
        ("9d9cTs2s3d", "straight", ("pushes", 0)),  # three nines
        ("9d6sTs2s3d", "straight", ("pushes", 0)),  # two pairs
    ],
)
def test_the_ante_is_paid_only_from_the_elected_hand_up(
    board: str, threshold: str, ante: tuple[str, int]
) -> None:
    bank = duel("9h6h", "AcKd", board, ante_threshold=threshold)
    outcomes = bank.outcomes(1)
    assert outcomes.pop("ante") == ante
    assert outcomes == {
        "flop": ("wins", 20_00),
        "turn": ("wins", 10_00),
        "river": ("wins", 10_00),
    }
    assert bank.won(1) == 40_00 + ante[1]


@clause("THB-10h2")
@pytest.mark.parametrize(
    ("threshold", "weakest"),
    [("straight", ("As9d", "2c3d4h5sQc")), ("flush", ("7h5h", "4h3h2hJdJc"))],
)
def test_the_weakest_hand_of_the_elected_rank_is_paid(
    threshold: str, weakest: tuple[str, str]
) -> None:
    hand, board = weakest
    assert duel(hand, "TcTd", board, ante_threshold=threshold).outcomes(1)["ante"][0] == "wins"


@clause("THB-10h2")
def test_straight_or_higher_is_the_usual_election_and_no_third_exists() -> None:
    assert game_of(THB).sign.ante_threshold == "straight"
    assert not faults(game_of(THB), TableSign(ante_threshold="flush"))


@clause("THB-10h4")
@pytest.mark.parametrize(
    ("house", "board", "flop"),
    [
        ("3h4h", "AcKdQh7s2d", "wins"),
        ("AsAd", "AcKdQh7s2d", "loses"),
        ("TsTd", "AcKcQhJdTh", "pushes"),
    ],
)
def test_the_bonus_looks_at_the_two_own_cards_whatever_the_main_result(
    house: str, board: str, flop: str
) -> None:
    wagers = {1: {"ante": 5_00, "bonus": 10_00}}
    bank = Bank(THB, 1, hands={1: "9s9d"}, house=house, board=board, wagers=wagers)
    bank.to_end(placing=True)
    assert bank.outcomes(1)["flop"][0] == flop
    bonus = bank.settled(1)["bonus"]
    assert (bonus.won, bonus.clause, bonus.line) == (
        30_00,
        "THB 10(h)(4)",
        "10-10 through two-two",
    )


@clause("THB-10h4")
def test_a_hand_that_the_board_makes_earns_no_bonus() -> None:
    wagers = {1: {"ante": 5_00, "bonus": 10_00}}
    bank = Bank(THB, 1, hands={1: "9s8d"}, board="9d9h9c8s8h", wagers=wagers)
    assert bank.to_end(placing=True).outcomes(1)["bonus"] == ("loses", 0)


# --- 11: payout odds -------------------------------------------------------------------------


@clause("THB-11b")
def test_winning_wagers_pay_one_to_one() -> None:
    bank = duel("AhKh", "QcQd", "Th7h2c2d9h")
    assert {spot: won for spot, (_, won) in bank.outcomes(1).items()} == {
        "ante": 10_00,
        "flop": 20_00,
        "turn": 10_00,
        "river": 10_00,
    }
    assert {bank.settled(1)[spot].clause for spot in ("flop", "turn", "river")} == {"THB 11(b)"}
    assert (bank.won(1), bank.bank) == (50_00, -50_00)


PAYS = {
    "AsAh": 30,
    "AsKs": 25,
    "AsQs": 20,
    "JdAd": 20,
    "AsKh": 15,
    "KsKh": 10,
    "QsQh": 10,
    "JsJh": 10,
    "QdAs": 5,
    "AsJh": 5,
    "TsTh": 3,
    "6c6d": 3,
    "2s2h": 3,
    "AsTs": 0,
    "AhTs": 0,
    "KsQs": 0,
    "As2s": 0,
    "7h2d": 0,
}


@clause("THB-11c")
@pytest.mark.parametrize(("hand", "odds"), PAYS.items())
def test_the_bonus_pays_at_the_least_odds(hand: str, odds: int) -> None:
    bank = Bank(THB, 1, hands={1: hand}, wagers={1: {"ante": 5_00, "bonus": 5_00}}).to_end()
    result = ("wins", odds * 5_00) if odds else ("loses", 0)
    assert bank.outcomes(1) == {"bonus": result}
    assert bank.won(1) == (odds * 5_00 if odds else -5_00) - 5_00


@clause("THB-11c")
def test_of_all_two_cards_each_line_has_as_many_as_the_table_names() -> None:
    lines = Counter(BONUS.line(own, ()) for own in combinations(DECK_52, 2))
    assert [lines[line.hand] for line in BONUS.lines] == [6, 4, 8, 12, 18, 24, 54]
    assert sum(lines.values()) == 1326


@clause("THB-11c")
def test_a_house_may_post_better_odds_and_pays_them() -> None:
    odds = (40, 25, 20, 15, 11, 5, 4)
    wagers = {1: {"ante": 5_00, "bonus": 5_00}, 2: {"ante": 5_00, "bonus": 5_00}}
    bank = Bank(THB, 2, hands={1: "AsAh", 2: "3s3h"}, wagers=wagers, bonus_odds=odds).to_end()
    assert (bank.outcomes(1)["bonus"][1], bank.outcomes(2)["bonus"][1]) == (200_00, 20_00)


@clause("THB-11c")
@pytest.mark.parametrize("line", range(7))
def test_a_sign_below_the_least_odds_is_refused(line: int) -> None:
    odds = [30, 25, 20, 15, 10, 5, 3]
    odds[line] -= 1
    with pytest.raises(Refused) as caught:
        Bank(THB, 1, bonus_odds=tuple(odds))
    assert caught.value.clause == "THB 11(c)"


@clause("THB-11d")
@pytest.mark.parametrize("answers", ["p p p", "f"])
def test_aces_against_aces_pay_the_supplement_also_to_who_folded(answers: str) -> None:
    wagers = {1: {"ante": 5_00, "bonus": 5_00}}
    bank = Bank(THB, 1, hands={1: "AsAh"}, house="AcAd", wagers=wagers, aces_v_aces=1000)
    bank.run(answers)
    bonus = bank.settled(1)["bonus"]
    assert (bonus.won, bonus.clause) == (5_000_00, "THB 11(d)")


@clause("THB-11d")
def test_the_supplement_is_off_unless_posted_and_needs_aces_on_both_sides() -> None:
    wagers = {1: {"ante": 5_00, "bonus": 5_00}}

    def bonus(hand: str, house: str, **posted: Any) -> int:
        bank = Bank(THB, 1, hands={1: hand}, house=house, wagers=wagers, **posted)
        return bank.to_end().outcomes(1)["bonus"][1]

    assert bonus("AsAh", "AcAd") == 150_00
    assert bonus("AsAh", "KcKd", aces_v_aces=1000) == 150_00
    assert bonus("AsAh", "AcKc", aces_v_aces=1000) == 150_00
    assert bonus("KsKh", "AcAd", aces_v_aces=1000) == 50_00


@clause("THB-11d")
def test_a_supplement_below_a_thousand_to_one_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        Bank(THB, 1, aces_v_aces=999)
    assert caught.value.clause == "THB 11(d)"


# --- 12: the progressive wager ---------------------------------------------------------------


@clause("THB-12a")
def test_the_progressive_wager_is_exactly_one_dollar_with_an_ante() -> None:
    bank = Bank(THB, 1, progressive=True)
    for wrong in (50, 2_00, 5_00):
        bank.refused_wagers(1, "THB 12(a)", ante=5_00, progressive=wrong)
    bank.refused_wagers(1, "THB 12(a)", progressive=1_00)
    bank.place(1, ante=5_00, progressive=1_00)
    assert bank.spots == {"1 ante": 5_00, "1 progressive": 1_00}
    assert Bank(THB, 1, progressive=True).place(1, ante=5_00).spots == {"1 ante": 5_00}


@clause("THB-12a")
def test_the_progressive_is_placed_before_no_more_bets_and_only_where_posted() -> None:
    Bank(THB, 1).refused_wagers(1, "SIGN progressive", ante=5_00, progressive=1_00)
    bank = Bank(THB, 1, progressive=True, wagers={1: {"ante": 5_00}})
    bank.refused_wagers(1, "THB 6(b)", progressive=1_00)


@clause("THB-12b")
@pytest.mark.parametrize(
    ("board", "line", "won"),
    [
        ("9s9d8h2c3d", "full house", 10_00),
        ("9s9d9h2c3d", "four-of-a-kind", 100_00),
        ("7c6cTc5c2d", "straight flush", 250_00),
        ("Kc2c4cTd3s", "flush", 0),
        ("7dTh6s2c3d", "straight", 0),
        ("9s9d2h4cTd", "three-of-a-kind", 0),
    ],
)
def test_the_progressive_pays_fixed_prizes_from_a_full_house_up(
    board: str, line: str, won: int
) -> None:
    bank = progressive({1: "9c8c"}, board, answers="p", meter=80_000_00)
    assert prize(bank, 1) == (line, "wins" if won else "loses", won)
    assert bank.settled(1)["progressive"].clause == "THB 12(b)"
    assert bank.meter == 80_000_00


@clause("THB-12b")
@pytest.mark.parametrize(("key", "net"), [("for", 9_00), ("to", 10_00)])
def test_a_fixed_prize_is_what_is_handed_over_unless_the_sign_says_to(key: str, net: int) -> None:
    bank = progressive({1: "9c8c"}, "9s9d8h2c3d", progressive_prizes=key)
    assert bank.won(1) == net - 5_00
    assert bank.bank == 5_00 - net


@clause("THB-12b")
@pytest.mark.parametrize(("live", "won"), [(True, 100_00), (False, 0)])
def test_the_dollar_of_a_folded_hand_stays_live_unless_posted_otherwise(
    live: bool, won: int
) -> None:
    bank = progressive({1: "9c9h"}, "9s9d8h2c3d", progressive_after_fold=live)
    assert bank.events_of("Chose")[0].does == "fold"
    assert bank.outcomes(1)["progressive"][1] == won
    if not live:
        assert bank.settled(1)["progressive"].clause == "SIGN progressive_after_fold"
        assert not bank.events_of("Shown")


@clause("THB-12c")
@pytest.mark.parametrize(
    ("hand", "board", "line", "won"),
    [
        ("AsKs", "QsJsTs2d3c", "royal after 5", 80_000_00),
        ("AsKs", "QsJs2dTs3c", "royal after 6", 20_000_00),
        ("AsKs", "QsJs2d3cTs", "royal after 7", 4_000_00),
        ("As2c", "KsQsJsTs3d", "royal after 6", 20_000_00),
        ("As2c", "KsQsJs3dTs", "royal after 7", 4_000_00),
    ],
)
def test_a_royal_with_a_hole_card_pays_by_the_card_that_completes_it(
    hand: str, board: str, line: str, won: int
) -> None:
    bank = progressive({1: hand}, board, answers="p", meter=80_000_00)
    assert prize(bank, 1) == (line, "wins", won)
    assert bank.settled(1)["progressive"].clause == "THB 12(c)"
    assert bank.meter == 80_000_00 - won


@clause("THB-12c")
def test_the_worked_example_leaves_76000_on_the_meter() -> None:
    bank = progressive({1: "As2c"}, "KsQsJs3dTs", answers="p", meter=80_000_00)
    assert (bank.outcomes(1)["progressive"][1], bank.meter) == (4_000_00, 76_000_00)


@clause("THB-12c")
def test_a_royal_on_the_board_pays_everybody_with_a_dollar_and_spares_the_meter() -> None:
    hands = {1: "2c3c", 2: "4h4d", 3: "9s8s"}
    bank = progressive(hands, ROYAL_BOARD, answers="p f p", meter=80_000_00)
    assert {prize(bank, seat) for seat in hands} == {("community royal", "wins", 3_000_00)}
    assert bank.meter == 80_000_00


@clause("THB-12c")
def test_a_player_without_the_dollar_wins_nothing_by_a_royal() -> None:
    wagers = {1: {"ante": 5_00}, 2: {"ante": 5_00, "progressive": 1_00}}
    bank = Bank(THB, 2, board=ROYAL_BOARD, wagers=wagers, progressive=True).to_end()
    assert "progressive" not in bank.outcomes(1)
    assert bank.outcomes(2)["progressive"] == ("wins", 3_000_00)


@clause("THB-12c")
def test_the_progressive_is_settled_after_everything_else_of_the_table() -> None:
    hands = {1: "AsKs", 2: "4h4d"}
    bank = progressive(hands, "QsJs2dTs3c", answers="p p", meter=80_000_00)
    spots = [[o.spot for o in event.outcomes] for event in bank.events_of("Settled")]
    assert spots == [["ante", "flop"], ["ante", "flop"], ["progressive"], ["progressive"]]
    assert [event.seat for event in bank.events_of("Settled")] == [2, 1, 2, 1]


@clause("THB-12c")
def test_a_meter_that_is_won_whole_starts_anew_from_its_seed() -> None:
    bank = progressive(
        {1: "AsKs"}, "QsJsTs2d3c", answers="p", meter=80_000_00, progressive_seed=10_000_00
    )
    (reset,) = bank.events_of("MeterReset")
    assert (reset.clause, bank.meter) == ("SIGN progressive_seed", 10_000_00)
    kept = progressive(
        {1: "AsKs"}, "QsJs2dTs3c", answers="p", meter=80_000_00, progressive_seed=10_000_00
    )
    assert not kept.events_of("MeterReset")


@clause("THB-12c")
def test_a_posted_share_of_every_dollar_feeds_the_meter_of_the_next_round() -> None:
    sign = TableSign(
        seats=6, progressive=True, progressive_seed=Chips(5_000_00), progressive_share=70
    )
    table = sit(sit(open_table(game_of(THB), sign), 1, 100_00), 2, 100_00)
    for meter in (5_000_00, 5_001_40):
        bank = Bank.at(table, hands={1: "7h2d", 2: "8c3d"}, board="KsQd9h5c4s")
        assert bank.meter == meter
        bank.place(1, ante=5_00, progressive=1_00).place(2, ante=5_00, progressive=1_00).close()
        table = close_round(table, bank.to_end().state, bank.log)
    assert table.meter == 5_002_80


@clause("THB-12c")
def test_a_meter_that_is_posted_later_starts_from_its_seed() -> None:
    table = sit(open_table(game_of(THB)), 1, 100_00)
    bank = Bank.at(table).place(1, ante=5_00).close().to_end()
    table = close_round(table, bank.state, bank.log)
    sign = replace(table.sign, progressive=True, progressive_seed=Chips(5_000_00))
    assert Bank.at(post_sign(table, sign)).meter == 5_000_00


@clause("THB-12c")
def test_the_meter_lies_outside_the_payout_limit() -> None:
    bank = progressive({1: "AsKs"}, "QsJsTs2d3c", answers="p", meter=900_000_00)
    assert bank.outcomes(1)["progressive"] == ("wins", 900_000_00)


# --- 13: irregularities ----------------------------------------------------------------------

FULL = {1: {"ante": 5_00, "bonus": 5_00, "progressive": 1_00}, 2: {"ante": 10_00}}


def irregular(answers: str = "", **given: Any) -> Bank:
    hands = {1: "KhKd", 2: "7h2d"}
    return Bank(THB, 2, hands=hands, wagers=FULL, progressive=True, **given).run(answers)


@clause("THB-13a")
@pytest.mark.parametrize("answers", ["", "p", "f", "p p", "p p p", "p p p p", "p p p p p", "f p c"])
def test_an_exposed_dealer_card_voids_all_hands_but_bonuses_are_settled(answers: str) -> None:
    bank = irregular(answers).report("dealer_card_exposed")
    (void,) = bank.events_of("RoundVoided")
    assert (void.clause, void.saves) == ("THB 13(a)", "bonus")
    assert bank.state.done
    assert bank.outcomes(1) == {"bonus": ("wins", 50_00)}
    assert (bank.won(1), bank.won(2), bank.bank) == (50_00, 0, -50_00)
    assert not bank.events_of("HouseRevealed")


@clause("THB-13a")
def test_a_losing_bonus_is_collected_though_the_round_is_void() -> None:
    bank = Bank(THB, 1, hands={1: "7h2d"}, wagers={1: {"ante": 5_00, "bonus": 5_00}})
    assert bank.report("dealer_card_exposed").won(1) == -5_00


@clause("THB-13a")
def test_antes_forfeited_before_the_exposure_come_back() -> None:
    bank = irregular("p f")
    assert bank.bank == 10_00
    assert bank.report("dealer_card_exposed").won(2) == 0


@clause("THB-13a")
def test_aces_against_aces_are_not_paid_in_a_void_round() -> None:
    wagers = {1: {"ante": 5_00, "bonus": 5_00}}
    bank = Bank(THB, 1, hands={1: "AsAh"}, house="AcAd", wagers=wagers, aces_v_aces=1000)
    bonus = bank.report("dealer_card_exposed").settled(1)["bonus"]
    assert (bonus.won, bonus.line) == (150_00, "ace-ace")


@clause("THB-13a")
def test_an_exposure_outside_the_decisions_is_refused() -> None:
    bank = Bank(THB, 2).place(1, ante=5_00)
    bank.refused(commands.Report("dealer_card_exposed"), "THB 13(a)")
    bank.close().to_end(placing=True)
    bank.refused(commands.Report("dealer_card_exposed"), "THB 13(a)")


@clause("THB-13b")
def test_one_card_found_face_up_is_set_aside_and_not_used() -> None:
    bank = irregular("p p", burns="3c4c", board="AsKsQs9c")
    assert bank.state.deck[bank.state.top] == "4c"
    bank.refused(commands.Report("face_up_card", card=Card("2s")), "FIELD card")
    bank.report("face_up_card", card=Card("4c"))
    (removed,) = bank.events_of("CardRemoved")
    assert (removed.clause, removed.card) == ("THB 13(b)", "4c")
    bank.to_end()
    assert "4c" not in bank.state.burns + bank.state.boards[0]
    assert bank.state.burns[1] == "9c"  # the card that would have been the turn
    assert not bank.events_of("RoundVoided")


@clause("THB-13b")
@pytest.mark.parametrize("twice", [True, False])
def test_more_than_one_card_face_up_after_the_deal_voids_all_but_the_bonuses(twice: bool) -> None:
    bank = irregular("p f")
    if twice:
        bank.report("face_up_card").report("face_up_card")
    else:
        bank.report("face_up_cards")
    (void,) = bank.events_of("RoundVoided")
    assert (void.clause, void.saves) == ("THB 13(b)", "bonus")
    assert (bank.won(1), bank.won(2)) == (50_00, 0)
    assert bank.state.done


@clause("THB-13b")
def test_more_than_one_card_face_up_during_the_deal_voids_the_bonuses_too() -> None:
    bank = Bank(THB, 2, wagers=FULL, progressive=True, deck=(Card("??"),) * 52)
    bank.say(commands.Announce(parse_cards("KhAcQd")))  # the second round of cards is still to come
    bank.report("face_up_cards")
    assert bank.events_of("RoundVoided")[0].saves == ""
    assert (bank.won(1), bank.won(2), bank.state.done) == (0, 0, True)


@clause("THB-13b")
def test_a_full_table_has_no_card_to_spare() -> None:
    wagers = {seat: {"ante": 5_00} for seat in range(1, 22)}
    bank = Bank(THB, 21, seats=21, wagers=wagers).run("p")
    bank.report("face_up_card")
    assert bank.state.done
    assert {bank.won(seat) for seat in wagers} == {0}


@clause("THB-13d1")
@pytest.mark.parametrize("answers", ["", "p", "f", "p p", "p p p"])
def test_a_hand_of_the_wrong_number_is_void_and_the_others_play_on(answers: str) -> None:
    bank = irregular(answers).report("player_wrong_number", seat=1)
    (void,) = bank.events_of("HandVoided")
    assert (void.clause, void.seat) == ("THB 13(d)", 1)
    assert bank.won(1) == 0  # with the bonus and the dollar
    assert not [spot for spot in bank.spots if spot.startswith("1 ")]
    played = bank.spots
    bank.to_end()
    assert bank.state.done
    assert not bank.outcomes(1)
    assert [event.seat for event in bank.events_of("Settled")] == [2] * ("2 flop" in played)


@clause("THB-13d1")
def test_the_round_ends_when_the_only_hand_is_void() -> None:
    bank = Bank(THB, 1, wagers={1: {"ante": 5_00}}).report("player_wrong_number", seat=1)
    assert (bank.state.done, bank.won(1)) == (True, 0)


@clause("THB-13d1")
def test_only_a_hand_in_play_can_be_void() -> None:
    bank = irregular().report("player_wrong_number", seat=1)
    for seat in (1, 3, 0):
        bank.refused(commands.Report("player_wrong_number", seat=seat), "FIELD seat")


@clause("THB-13d2")
@pytest.mark.parametrize("answers", ["", "p f", "p p p"])
def test_a_dealer_with_the_wrong_number_voids_all_hands(answers: str) -> None:
    bank = irregular(answers).report("house_wrong_number")
    (void,) = bank.events_of("RoundVoided")
    assert (void.clause, void.saves) == ("THB 13(d)", "")
    assert (bank.state.done, bank.won(1), bank.won(2), bank.bank) == (True, 0, 0, 0)


@clause("THB-13d2")
def test_a_missing_card_is_dealt_in_sequence_while_none_of_them_is_face_up() -> None:
    bank = irregular("p").report("house_wrong_number", mended=True)
    assert not bank.events_of("RoundVoided")
    assert bank.events_of("Noted")[0].clause == "THB 13(d)"
    bank.run("p")
    bank.refused(commands.Report("house_wrong_number", mended=True), "THB 13(d)")
    assert bank.report("house_wrong_number").state.done
