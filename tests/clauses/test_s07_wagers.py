"""POKER 7, its definitions, and the wagers of BBC: who may bet, with what, and what it means."""

import re
from itertools import groupby
from typing import Any

import pytest
from msgspec.structs import replace

from croupier import start
from croupier.chips import Chips
from croupier.engine.accounts import POT, stack
from croupier.engine.commands import Bet, Call, Check, Fold, RaiseTo
from croupier.engine.events import TurnGiven
from croupier.engine.play import options
from croupier.engine.turns import Option
from croupier.games import PLAYER_BANKED, game_of
from croupier.refused import Refused
from croupier.room.table.progress import deal_round, leave, open_table, sit, with_stacks
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import faults
from croupier.views.seat import view
from tests.clause import clause
from tests.dealing import Deal

NO_LIMIT: dict[str, Any] = {"structure": "no_limit", "limits": (2_00,)}


def raise_to(seat: int, to: int) -> RaiseTo:
    return RaiseTo(seat, Chips(to))


def bet(seat: int, to: int) -> Bet:
    return Bet(seat, Chips(to))


# --- 7(a): who may bet -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 7(a)", marks=clause("POKER-7a")),
        pytest.param("bbc-omaha", "BBC wag-seated", marks=clause("BBC-wag-seated")),
    ],
)
def test_who_is_not_seated_gets_no_card_and_makes_no_bet(key: str, cited: str) -> None:
    deal = Deal(key, 3)
    for command in (Call(7), Fold(7), raise_to(7, 4_00)):
        deal.refused(command, cited)
    deal.to_showdown()
    assert {seat for event in deal.events_of("Dealt") for seat in event.seats} == {1, 2, 3}


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("holdem", marks=clause("POKER-7a")),
        pytest.param("bbc-omaha", marks=clause("BBC-wag-seated")),
    ],
)
def test_a_seat_that_was_freed_is_dealt_no_more_cards(key: str) -> None:
    table = sit(sit(sit(open_table(game_of(key)), 1, 100_00), 2, 100_00), 3, 100_00)
    assert set(deal_round(table)[0].hands) == {1, 2, 3}
    assert set(deal_round(leave(table, 2))[0].hands) == {1, 3}
    with pytest.raises(Refused, match="nobody sits at seat 2"):
        leave(leave(table, 2), 2)


@clause("POKER-6c")
@pytest.mark.parametrize("key", PLAYER_BANKED)
def test_every_round_of_cards_is_followed_by_a_betting_round(key: str) -> None:
    deal = Deal(key, 4, ante=1_00).to_showdown()
    assert deal.kinds.index("Posted") < deal.kinds.index("Dealt")
    names = {"Dealt": "cards", "BoardDealt": "cards", "DrawOpened": "cards", "Discarded": "cards"}
    names |= {"BettingOpened": "betting"}
    happened = [names[kind] for kind in deal.kinds if kind in names]
    rounds = [word for word, _ in groupby(happened)]
    assert rounds == ["cards", "betting"] * len(deal.game.bets)


@clause("POKER-6c")
def test_every_bet_goes_from_the_bettors_own_chips_into_the_pot() -> None:
    deal = Deal("holdem", 3, ante=1_00).run("r400 c c b200 r400 f c").to_showdown()
    for event in deal.events_of("Posted"):
        assert [move.source for move in event.moves] == [stack(seat) for seat in event.seats]
        assert {move.target for move in event.moves} == {POT}
    for event in deal.events_of("Raised") + deal.events_of("Called"):
        (move,) = event.moves
        assert (move.source, move.target) == (stack(event.seat), POT)


# --- 7(b): antes, blinds, forced bets --------------------------------------------------------


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("seven-card-stud", marks=clause("POKER-7b1")),
        pytest.param("holdem", marks=clause("POKER-1ante")),
        pytest.param("bbc-omaha", marks=clause("BBC-wag-ante")),
    ],
)
def test_every_player_places_the_ante_before_any_card(key: str) -> None:
    deal = Deal(key, 4, ante=1_00)
    ante = deal.events_of("Posted")[0]
    assert (ante.kind, sorted(ante.seats), ante.owed) == ("ante", [1, 2, 3, 4], (1_00,) * 4)
    assert [move.chips for move in ante.moves] == [1_00] * 4
    assert deal.log.index(ante) < deal.kinds.index("Dealt")


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("seven-card-stud", marks=clause("POKER-7b1")),
        pytest.param("holdem", marks=clause("POKER-1ante")),
        pytest.param("bbc-omaha", marks=clause("BBC-wag-ante")),
    ],
)
def test_who_cannot_ante_is_not_dealt_in(key: str) -> None:
    table = open_table(game_of(key), replace(game_of(key).sign, ante=Chips(1_00)))
    for seat in (1, 2, 3):
        table = sit(table, seat, 50_00)
    table = with_stacks(table, {**table.stacks, 3: 0})
    state, events = deal_round(table)
    dealt = {seat for event in events for seat in getattr(event, "seats", ())}
    assert dealt == set(state.hands) == {1, 2}


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 10(e)", marks=clause("POKER-7b2")),
        pytest.param("five-card-draw", "POKER 12(e)", marks=clause("POKER-1blind")),
        pytest.param("bbc-omaha", "BBC wag-blind", marks=clause("BBC-wag-blind")),
    ],
)
@pytest.mark.parametrize(
    ("button", "seats"), [(1, (2, 3)), (2, (3, 4)), (3, (4, 5)), (4, (5, 1)), (5, (1, 2))]
)
def test_blinds_are_owed_by_the_seats_left_of_the_button_before_any_card(
    key: str, cited: str, button: int, seats: tuple[int, int]
) -> None:
    deal = Deal(key, 5, button=button)
    (blinds,) = deal.events_of("Posted")
    assert (blinds.kind, blinds.clause) == ("blind", cited)
    assert (blinds.seats, blinds.owed) == (seats, (1_00, 2_00))
    assert {seat for seat, chips in deal.stacks.items() if chips < 200_00} == set(seats)
    assert deal.log.index(blinds) < deal.kinds.index("Dealt")


@clause("POKER-7b3", "POKER-1forced")
@pytest.mark.parametrize("key", ["seven-card-stud", "five-card-stud", "mambo-stud-hilo-6"])
@pytest.mark.parametrize("opener", [1, 2, 3])
def test_the_up_card_decides_who_places_the_forced_bet(key: str, opener: int) -> None:
    down = 2 if key == "seven-card-stud" else 1
    hole = {1: "AsAh", 2: "KsKh", 3: "QsQh"}
    up = {seat: "3c" if seat == opener else f"{rank}d" for seat, rank in ((1, 9), (2, 8), (3, 7))}
    hands = {seat: hole[seat][: 2 * down] + up[seat] for seat in (1, 2, 3)}
    deal = Deal(key, 3, hands=hands)
    (forced,) = deal.events_of("ForcedBetPlaced")
    assert (forced.seat, forced.owed) == (opener, 1_00)
    assert forced.moves[0].chips == 1_00
    assert deal.kinds[-3:] == ["BettingOpened", "ForcedBetPlaced", "TurnGiven"]
    assert deal.actor == opener % 3 + 1


# --- 7(c): table stakes ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 7(c)", marks=clause("POKER-7c")),
        pytest.param("omaha", "POKER 7(c)", marks=clause("POKER-1tablestakes")),
        pytest.param("bbc-omaha", "BBC wag-stakes", marks=clause("BBC-wag-stakes")),
    ],
)
def test_a_purchase_during_the_hand_does_not_add_to_what_may_be_bet(key: str, cited: str) -> None:
    game = game_of(key)
    sign = replace(game.sign, structure="no_limit", limits=(Chips(2_00),))
    table = open_table(game, sign)
    for seat, chips in ((1, 300_00), (2, 300_00), (3, 40_00)):
        table = sit(table, seat, chips)
    deal = Deal(key)
    deal.state, deal.log = deal_round(table)
    table = sit(leave(table, 3), 3, 100_00)  # buys 60 more while the hand is played
    assert table.stacks[3] == 100_00
    assert deal.turn == options(deal.state, 3)[0]
    assert deal.option("raise") == Option("raise", 4_00, 40_00, 1_00)
    deal.refused(raise_to(3, 41_00), cited)
    deal.refused(raise_to(3, 100_00), cited)
    deal.raise_to(40_00)
    assert deal.stacks[3] == 0


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("holdem", marks=clause("POKER-7c")),
        pytest.param("omaha", marks=clause("POKER-1tablestakes")),
        pytest.param("bbc-omaha", marks=clause("BBC-wag-stakes")),
    ],
)
def test_a_call_takes_no_more_than_the_stack(key: str) -> None:
    deal = Deal(key, {1: 300_00, 2: 300_00, 3: 40_00}, button=1, **NO_LIMIT)
    deal.raise_to(90_00).fold()
    assert deal.actor == 3
    assert deal.turn.to_call == 38_00
    assert deal.option("call").most == 38_00
    assert not deal.may("raise")
    deal.call()
    assert deal.stacks[3] == 0


@clause("POKER-7c-coin")
@pytest.mark.parametrize("ante", [25, 50, 75])
def test_coin_places_an_ante_below_a_dollar(ante: int) -> None:
    deal = Deal("seven-card-stud", 4, ante=ante)
    assert deal.events_of("Posted")[0].owed == (ante,) * 4


@clause("POKER-7c-coin")
@pytest.mark.parametrize("ante", [10, 20, 30, 60, 1_25, 1_50])
def test_no_other_coin_ante_may_be_posted(ante: int) -> None:
    sign = TableSign(ante=Chips(ante))
    assert [fault.clause for fault in faults(game_of("seven-card-stud"), sign)] == ["POKER 7(c)"]


@clause("POKER-7c-coin")
@pytest.mark.parametrize(
    ("posted", "cited"),
    [
        ({"blinds": (Chips(50), Chips(1_00))}, "SIGN blinds"),
        ({"limits": (Chips(1_50), Chips(3_00))}, "SIGN limits"),
    ],
)
def test_coin_places_no_blind_and_no_fixed_bet(posted: dict[str, Any], cited: str) -> None:
    with pytest.raises(Refused) as refused:
        Deal("holdem", 3, **posted)
    assert refused.value.clause == cited


@clause("POKER-7c-coin")
def test_coin_places_no_forced_bet_and_no_bet() -> None:
    with pytest.raises(Refused) as refused:
        Deal("seven-card-stud", 3, forced_bet=Chips(50))
    assert refused.value.clause == "SIGN forced_bet"
    deal = Deal("holdem", 3, **NO_LIMIT)
    deal.refused(raise_to(3, 4_50), "SIGN unit")
    deal.raise_to(5_00)


@clause("POKER-7c2b")
@pytest.mark.parametrize(
    ("players", "ante", "dollars", "coin"),
    [(6, 25, 1, 50), (7, 50, 3, 50), (4, 25, 1, 0), (4, 75, 3, 0), (5, 75, 3, 75)],
)
def test_coin_that_makes_a_dollar_is_changed_into_chips(
    players: int, ante: int, dollars: int, coin: int
) -> None:
    deal = Deal("seven-card-stud", players, ante=ante)
    (changed,) = deal.events_of("CoinConverted")
    assert (changed.dollars, changed.coin, changed.clause) == (dollars, coin, "POKER 7(c)(2)")
    assert deal.kinds[2:5] == ["Posted", "CoinConverted", "Dealt"]


@clause("POKER-7c2b")
def test_less_than_a_dollar_of_coin_stays_coin() -> None:
    assert not Deal("seven-card-stud", 3, ante=25).events_of("CoinConverted")


@clause("POKER-7c2b")
def test_the_chips_of_the_blinds_are_no_coin_to_change() -> None:
    (changed,) = Deal("holdem", 6, ante=25).events_of("CoinConverted")
    assert (changed.dollars, changed.coin) == (1, 50)
    assert not Deal("holdem", 6, ante=1_00).events_of("CoinConverted")


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("holdem", marks=clause("POKER-7c4")),
        pytest.param("five-card-draw", marks=clause("POKER-1allin")),
        pytest.param("bbc-omaha", marks=clause("BBC-wag-allin")),
    ],
)
def test_an_all_in_player_wins_only_what_was_matched(key: str) -> None:
    hands = {1: "AsAhKsKh", 2: "QsQh9s9h", 3: "8s8h7d7c"}
    board = "" if key == "five-card-draw" else "Ad6c2s3cTd"
    if key == "holdem":
        hands = {seat: cards[:4] for seat, cards in hands.items()}
    deal = Deal(key, {1: 30_00, 2: 200_00, 3: 200_00}, hands=hands, board=board, **NO_LIMIT)
    deal.raise_to(50_00).call().call()
    assert deal.stacks[1] == 0
    assert deal.pots == [(90_00, (1, 2, 3)), (40_00, (2, 3))]
    deal.to_showdown()
    assert deal.stacks == {1: 90_00, 2: 190_00, 3: 150_00}


@clause("POKER-7c4ii")
@pytest.mark.parametrize("key", ["seven-card-stud", "five-card-stud", "mambo-stud-hilo-6"])
def test_an_all_in_player_gets_every_later_card(key: str) -> None:
    deal = Deal(key, {1: 1_00, 2: 200_00, 3: 200_00}, ante=1_00)
    assert deal.stacks[1] == 0
    street = deal.street
    while deal.street != "showdown":
        assert deal.actor != 1
        deal.passive()
    whole = {"seven-card-stud": 7, "five-card-stud": 5, "mambo-stud-hilo-6": 3}[key]
    assert street != deal.street
    assert [len(deal.cards(seat)) // 2 for seat in (1, 2, 3)] == [whole] * 3


@clause("POKER-7c4ii")
@pytest.mark.parametrize("key", ["five-card-draw", "triple-draw-2-7", "badugi"])
def test_an_all_in_player_draws_with_the_others(key: str) -> None:
    deal = Deal(key, {1: 1_00, 2: 200_00, 3: 200_00}).run("c c")
    drew = []
    while not deal.state.done:
        if deal.may("discard") and deal.actor == 1:
            drew.append(deal.street)
            deal.discard("".join(deal.state.hands[1].down[:2]))
        else:
            deal.passive()
    assert drew == [part.name for part in deal.game.streets[1:]]
    assert [len(event.cards) for event in deal.events_of("Shown")] == [
        5 if key != "badugi" else 4
    ] * 3


@clause("POKER-7c4iii")
def test_the_others_bet_on_into_a_side_pot_the_all_in_player_cannot_win() -> None:
    hands = {1: "AsAh", 2: "KsKh", 3: "QsQh"}
    stacks = {1: 10_00, 2: 200_00, 3: 200_00}
    deal = Deal("holdem", stacks, hands=hands, board="Ac7d2s3c9d", **NO_LIMIT)
    deal.raise_to(10_00).call().call()
    assert deal.pots == [(30_00, (1, 2, 3))]
    assert deal.street == "flop"
    assert deal.actor == 2
    deal.bet(40_00).call()
    assert deal.pots == [(30_00, (1, 2, 3)), (80_00, (2, 3))]
    deal.to_showdown()
    assert deal.stacks == {1: 30_00, 2: 230_00, 3: 150_00}


@clause("POKER-7c4iii")
def test_with_one_player_left_who_can_bet_nobody_is_asked() -> None:
    deal = Deal("holdem", {1: 10_00, 2: 20_00, 3: 200_00}, **NO_LIMIT)
    deal.raise_to(60_00).call().call()
    assert deal.events_of("Returned")[0].seat == 3
    assert deal.events_of("Returned")[0].moves[0].chips == 40_00
    assert deal.street == "showdown"
    assert deal.pots == [(30_00, (1, 2, 3)), (20_00, (2, 3))]
    assert [event.skipped for event in deal.events_of("BettingClosed")] == [False, True, True, True]


@clause("POKER-7c4iii")
def test_a_raise_that_nobody_could_answer_is_refused() -> None:
    deal = Deal("holdem", {1: 200_00, 2: 200_00, 3: 60_00}, **NO_LIMIT)
    deal.raise_to(60_00).fold()
    assert deal.does == ["fold", "call"]
    deal.refused(raise_to(2, 120_00), "POKER 7(c)(4)")


# --- 7(j) and the words of betting -----------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 7(j)", marks=clause("POKER-7j")),
        pytest.param("bbc-omaha", "BBC wag-checkraise", marks=clause("BBC-wag-checkraise")),
    ],
)
def test_a_raise_after_a_check_unless_the_sign_forbids_it(key: str, cited: str) -> None:
    for allowed in (True, False):
        deal = Deal(key, 3, **NO_LIMIT, check_raise=allowed).to_street("flop")
        deal.check().bet(2_00).call()
        assert deal.actor == 1
        assert deal.may("raise") is allowed
        if not allowed:
            deal.refused(raise_to(1, 4_00), cited)
            assert deal.does == ["fold", "call"]
    assert TableSign().check_raise


@clause("POKER-1check")
def test_a_check_is_refused_while_a_bet_is_open() -> None:
    deal = Deal("holdem", 3).to_street("flop").bet(2_00)
    assert deal.does == ["fold", "call", "raise"]
    deal.refused(Check(2), "POKER 1 check")


@clause("POKER-1check")
def test_who_checked_may_act_when_another_bets() -> None:
    deal = Deal("holdem", 3).to_street("flop").check().check().bet(2_00)
    assert deal.actor == 1
    assert deal.does == ["fold", "call", "raise"]
    deal.call()
    assert deal.actor == 2
    assert deal.does == ["fold", "call", "raise"]


@clause("POKER-1call")
def test_a_call_matches_what_is_outstanding() -> None:
    deal = Deal("holdem", 3).run("r400")
    assert [deal.turn.to_call, deal.option("call").least] == [3_00, 3_00]
    deal.call()
    assert deal.events_of("Called")[-1].moves[0].chips == 3_00
    assert deal.turn.to_call == 2_00


@clause("POKER-1call")
def test_a_call_for_less_is_all_in() -> None:
    deal = Deal("holdem", {1: 2_00, 2: 200_00, 3: 200_00}).run("r400")
    assert deal.turn.to_call == 1_00
    deal.call()
    assert deal.events_of("Called")[-1].moves[0].chips == 1_00
    assert deal.stacks[1] == 0


@clause("POKER-1call")
def test_there_is_no_call_without_a_bet() -> None:
    deal = Deal("holdem", 3).to_street("flop")
    deal.refused(Call(1), "POKER 1 call")


@clause("POKER-1raise")
def test_a_raise_is_more_than_the_bet_before_it() -> None:
    deal = Deal("holdem", 3, **NO_LIMIT).to_street("flop").bet(10_00)
    for to in (4_00, 10_00, 19_00):
        deal.refused(raise_to(2, to), "A-29")
    assert deal.option("raise").least == 20_00
    deal.raise_to(20_00)
    assert deal.state.betting.price == 20_00


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("holdem", marks=clause("POKER-1fold")),
        pytest.param("omaha", marks=clause("POKER-15j1")),
        pytest.param("bbc-omaha", marks=clause("BBC-irr-fold")),
    ],
)
def test_a_fold_throws_the_hand_face_down_to_the_discards(key: str) -> None:
    deal = Deal(key, 3)
    held = deal.state.hands[3].down
    deal.fold()
    assert deal.state.hands[3].out == "folded"
    assert deal.state.hands[3].down == ()
    assert deal.state.discards[-1].cards == held
    assert 3 not in deal.state.live
    others = {card for event in view(deal.log, 1) for card in getattr(event, "cards", ())}
    assert not others & set(held)
    deal.to_showdown()
    assert [event.seat for event in deal.events_of("Shown")] == [1, 2]
    assert deal.won(3) == 0


@pytest.mark.parametrize(
    ("key", "words"),
    [
        pytest.param("holdem", "check or bet", marks=clause("POKER-1fold")),
        pytest.param("omaha", "check or bet", marks=clause("POKER-15j1")),
        pytest.param("bbc-omaha", "check or bet", marks=clause("BBC-irr-fold")),
    ],
)
def test_a_fold_answers_a_wager(key: str, words: str) -> None:
    deal = Deal(key, 3).to_street("flop")
    assert words in deal.refused(Fold(1), deal.game.own("POKER 1 fold")).why
    deal.bet(2_00).fold()
    assert deal.events_of("Folded")[-1].seat == 2


@clause("POKER-1fold", "POKER-15j1")
@pytest.mark.parametrize("key", ["seven-card-stud", "five-card-stud", "mambo-stud-hilo-6"])
def test_a_fold_in_stud_turns_the_up_cards_down(key: str) -> None:
    deal = Deal(key, 3)
    seat = deal.actor
    assert deal.state.hands[seat].up
    deal.fold()
    assert deal.state.hands[seat].up == ()
    assert len(deal.state.discards[-1].cards) == (3 if key == "seven-card-stud" else 2)


@clause("POKER-1openbet")
def test_until_the_opening_bet_each_player_may_check_or_open() -> None:
    deal = Deal("holdem", 3).to_street("flop")
    for seat in (1, 2, 3):
        assert (deal.actor, deal.does) == (seat, ["check", "bet"])
        if seat < 3:
            deal.check()
    deal.refused(raise_to(3, 2_00), "POKER 1 opening bet")
    deal.bet(2_00)
    assert deal.events_of("Raised")[-1].kind == "bet"
    deal.refused(bet(1, 4_00), "POKER 1 opening bet")
    deal.raise_to(4_00)
    assert deal.events_of("Raised")[-1].kind == "raise"


@clause("POKER-1openbet")
@pytest.mark.parametrize("key", ["holdem", "five-card-draw", "badugi", "bbc-omaha"])
def test_blinds_have_opened_the_first_round(key: str) -> None:
    deal = Deal(key, 3)
    assert deal.does == ["fold", "call", "raise"]
    deal.refused(Check(3), deal.game.own("POKER 1 check"))
    deal.refused(bet(3, 4_00), deal.game.own("POKER 1 opening bet"))
    deal.call()
    deal.refused(Check(1), deal.game.own("POKER 1 check"))
    deal.call()
    assert (deal.actor, deal.does) == (2, ["check", "raise"])


@clause("POKER-1openbet")
def test_the_forced_bet_has_opened_the_first_round() -> None:
    deal = Deal("seven-card-stud", 3)
    seat = deal.actor
    assert deal.does == ["fold", "call", "raise"]
    deal.refused(Check(seat), "POKER 1 check")


@clause("POKER-1betround")
def test_a_betting_round_ends_when_all_have_checked() -> None:
    deal = Deal("holdem", 3).to_street("flop").check().check()
    assert deal.street == "flop"
    deal.check()
    assert deal.street == "turn"


@clause("POKER-1betround")
def test_a_betting_round_ends_when_all_have_answered_the_last_bet() -> None:
    deal = Deal("holdem", {1: 200_00, 2: 200_00, 3: 200_00, 4: 6_00}, button=4).to_street("flop")
    deal.check().bet(2_00).raise_to(4_00).call()  # seat 4 is all-in
    assert deal.actor == 1
    deal.raise_to(6_00)
    assert deal.actor == 2
    deal.fold()
    assert (deal.street, deal.actor) == ("flop", 3)
    deal.call()
    assert deal.street == "turn"
    assert deal.actor == 1


@clause("POKER-1betround")
def test_the_last_blind_has_the_option_to_raise() -> None:
    deal = Deal("holdem", 3).run("c c")
    assert (deal.street, deal.actor) == ("hole cards", 2)
    assert deal.does == ["check", "raise"]
    deal.raise_to(4_00)
    assert [deal.call().actor, deal.call().street] == [1, "flop"]


@clause("POKER-1betround")
def test_a_blind_that_was_raised_answers_like_the_others() -> None:
    deal = Deal("holdem", 3).run("r400 f")
    assert (deal.actor, deal.does) == (2, ["fold", "call", "raise"])


@clause("POKER-1betround")
@pytest.mark.parametrize("key", ["seven-card-stud", "five-card-stud", "mambo-stud-hilo-6"])
def test_a_forced_bet_that_is_merely_called_has_no_option(key: str) -> None:
    deal = Deal(key, 3)
    street, opener = deal.street, deal.events_of("ForcedBetPlaced")[0].seat
    assert opener not in (deal.actor, deal.call().actor)
    deal.call()
    assert deal.street != street
    assert deal.events_of("BettingClosed")[0].street == street


@clause("POKER-1betround")
def test_a_forced_bet_that_was_raised_is_answered() -> None:
    deal = Deal("seven-card-stud", 3)
    opener = deal.events_of("ForcedBetPlaced")[0].seat
    deal.raise_to(2_00).call()
    assert (deal.actor, deal.turn.to_call) == (opener, 1_00)
    assert deal.does == ["fold", "call", "raise"]


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("holdem", marks=clause("POKER-6e3")),
        pytest.param("bbc-omaha", marks=clause("BBC-gen-announce")),
    ],
)
def test_the_dealer_tells_each_player_turn_price_and_options(key: str) -> None:
    deal = Deal(key, 3, **NO_LIMIT)
    (turn,) = deal.events_of("TurnGiven")[-1].turns
    assert (turn.actor, turn.to_call) == (3, 2_00)
    assert turn.options == (
        Option("fold"),
        Option("call", 2_00, 2_00),
        Option("raise", 4_00, 200_00, 1_00),
    )
    deal.raise_to(10_00)
    (turn,) = deal.events_of("TurnGiven")[-1].turns
    assert (turn.actor, turn.to_call) == (1, 9_00)
    assert turn.options[2] == Option("raise", 18_00, 200_00, 1_00)


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("holdem", marks=clause("POKER-6e3")),
        pytest.param("bbc-omaha", marks=clause("BBC-gen-announce")),
    ],
)
def test_every_action_is_announced_and_follows_a_turn(key: str) -> None:
    deal = Deal(key, 3, run_twice=False).run("c c c c b200 c f").to_showdown()
    spoken = ("Called", "Checked", "Raised", "Folded", "Shown")
    for place, events in enumerate(deal.log):
        if type(events).__name__ in spoken:
            asked = deal.log[place - 1]
            assert isinstance(asked, TurnGiven)
            assert [turn.actor for turn in asked.turns] == [events.seat]  # type: ignore[attr-defined]  # all have one
    assert sum(kind in spoken for kind in deal.kinds) == deal.kinds.count("TurnGiven")


@clause("POKER-7c3")
@pytest.mark.parametrize(
    ("key", "stacks", "needs"),
    [
        ("holdem", {1: 3_00, 2: 4_00, 3: 2_00, 4: 200_00}, ""),
        ("holdem", {1: 1_00, 2: 200_00, 3: 200_00}, "seat 1 has $1 and needs $3"),
        ("holdem", {1: 200_00, 2: 3_00, 3: 200_00}, "seat 2 has $3 and needs $4"),
        ("holdem", {1: 200_00, 2: 200_00, 3: 1_00}, "seat 3 has $1 and needs $2"),
        ("seven-card-stud", {1: 200_00, 2: 2_00}, "seat 2 has $2 and needs $3"),
    ],
)
def test_the_library_deals_nobody_in_who_cannot_make_one_bet(
    key: str, stacks: dict[int, int], needs: str
) -> None:
    """$2/$4 with blinds of $1 and $2, or a forced bet of $1."""
    if not needs:
        assert start(key, stacks, seed=1)[0].order
        return
    with pytest.raises(Refused, match=rf"{re.escape(needs)} to be dealt in") as refusal:
        start(key, stacks, seed=1)
    assert refusal.value.clause == "POKER 7(c)(3)"
