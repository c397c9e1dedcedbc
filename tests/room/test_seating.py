"""Seats and chips: who sits, what may be added when, and that nothing is taken off."""

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.accounts import POT
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.house.people import Actor
from croupier.room.seating.facts import Bought, CurrencyConverted, PurchaseDropped, SeatLeft
from croupier.room.seating.lineup import dealt_in
from croupier.room.seating.orders import Buy, Leave, Sit, SitIn, SitOut
from croupier.room.seating.state import Left
from croupier.room.table.orders import CloseTable
from croupier.room.table.rounds import Play
from croupier.rules.sign import TableSign
from croupier.views.screen.table_view import own_part
from tests.banking import stacked
from tests.clause import clause
from tests.dealing import stacked as stacked_deck
from tests.room.tables import Scene, player

ADA, BOB, CYD, DOT = map(player, ("Ada", "Bob", "Cyd", "Dot"))
NO_LIMIT = TableSign(structure="no_limit", limits=(Chips(2_00),))
ADDING = pytest.mark.parametrize(
    ("key", "cited"),
    [
        ("holdem", "POKER 7(c)(1)"),
        ("bbc-omaha", "BBC wag-topup"),
    ],
)
REMOVING = pytest.mark.parametrize(
    ("key", "cited"),
    [
        ("holdem", "POKER 7(c)(1)"),
        ("bbc-omaha", "BBC wag-noremove"),
    ],
)


def buy(chips: int, **more: Any) -> Buy:
    return Buy(chips=Chips(chips), **more)


def sit(seat: int, chips: int, **more: Any) -> Sit:
    return Sit(seat=seat, chips=Chips(chips), **more)


EACH = replace(game_of("bbc-omaha").sign, purchase_limit="each")  # $150 at a time


def three(key: str = "holdem", sign: TableSign | None = None, chips: int = 100_00) -> Scene:
    if sign is None and key == "bbc-omaha":  # more than one purchase is tried
        sign = EACH
    return Scene(key, sign).open().seat(Ada=chips, Bob=chips, Cyd=chips)


# --- seats -----------------------------------------------------------------------------------


def test_nobody_sits_twice_and_no_seat_is_taken_twice() -> None:
    scene = three()
    assert "taken" in scene.refused(DOT, sit(2, 100_00), "POKER 7(a)")
    assert "already" in scene.refused(ADA, sit(5, 100_00), "POKER 7(a)")
    scene.refused(DOT, sit(12, 100_00), "FIELD seat")
    scene.refused(DOT, sit(4, 0), "FIELD chips")
    scene.do(DOT, sit(4, 100_00))
    scene.check()


def test_nobody_sits_down_at_a_table_that_is_not_open() -> None:
    scene = Scene()
    said = scene.refused(player("Ada"), Sit(seat=1, chips=Chips(100_00)), "POKER 4(a)")
    assert said == "table 1 is not open"
    scene.open().seat(Ada=100_00).do("floorperson", CloseTable())
    scene.refused(player("Ada"), Sit(seat=1, chips=Chips(100_00)), "POKER 4(a)")


def test_who_has_no_seat_has_none_to_give_up() -> None:
    scene = three()
    for command in (Leave(), SitOut(), SitIn(), buy(10_00)):
        scene.refused(DOT, command, "POKER 7(a)")


def test_who_sits_out_is_dealt_no_cards_from_the_next_round_on() -> None:
    scene = three()
    scene.deal()
    scene.do(BOB, SitOut())
    assert set(scene.life.round.hands) == {1, 2, 3}  # type: ignore[union-attr]  # one is open
    scene.play_out().deal()
    assert set(scene.life.round.hands) == {1, 3}  # type: ignore[union-attr]  # as above
    scene.refused(BOB, SitOut(), "POKER 7(a)")
    scene.play_out().do(BOB, SitIn())
    scene.refused(BOB, SitIn(), "POKER 7(a)")
    assert set(dealt_in(scene.life)) == {1, 2, 3}
    scene.check()


@clause("POKER-1round")
def test_a_seat_asked_for_in_a_round_gets_its_chips_when_the_round_is_over() -> None:
    scene = three()
    scene.deal()
    scene.do(DOT, sit(7, 100_00))
    assert scene.stacks["Dot"] == 0
    scene.refused(player("Eve"), sit(7, 100_00), "POKER 7(a)")
    scene.play_out()
    assert scene.stacks["Dot"] == 100_00
    scene.deal()
    assert set(scene.life.round.hands) == {1, 2, 3, 7}  # type: ignore[union-attr]  # one is open
    scene.check()


@clause("POKER-1round")
def test_a_round_runs_from_the_deal_until_the_pot_is_paid() -> None:
    scene = three()
    scene.do(ADA, buy(1_00))
    scene.deal()
    while scene.life.playing:
        before = scene.stacks["Ada"]
        scene.do(ADA, buy(1_00))
        assert scene.stacks["Ada"] == before
        turn = scene.life.round.turns[0]  # type: ignore[union-attr]  # one is open
        scene.say(say.Fold(turn.actor))
    assert scene.stacks["Ada"] == sum(scene.stacks.values()) - scene.stacks["Bob"] - 100_00
    scene.do(ADA, buy(1_00))
    assert isinstance(scene.log[-1].fact, Bought)
    scene.check()


# --- adding ----------------------------------------------------------------------------------


@clause("POKER-7c1a", "BBC-wag-topup")
@ADDING
def test_what_is_bought_between_rounds_is_there_at_once(key: str, cited: str) -> None:
    scene = three(key)
    events = scene.do(ADA, buy(60_00))
    assert [fact.clause for fact in events] == [cited]
    assert scene.stacks["Ada"] == 160_00
    scene.check()


@clause("POKER-7c1a", "BBC-wag-topup")
@ADDING
def test_what_is_bought_in_a_round_waits_for_its_end(key: str, cited: str) -> None:
    scene = three(key)
    scene.deal()
    brought = sum(scene.life.accounts.get(a, 0) for a in scene.life.accounts if a != "cage")
    events = scene.do(ADA, buy(60_00), buy(20_00))
    assert [(type(fact).__name__, fact.clause) for fact in events] == [("PurchaseQueued", cited)]
    while scene.life.playing:
        assert scene.life.accounts["cage"] == -brought  # type: ignore[index]  # an account's name
        scene.say(say.Fold(scene.life.round.turns[0].actor))  # type: ignore[union-attr]  # open
    bought = [entry.fact for entry in scene.log if isinstance(entry.fact, Bought)][-2:]
    assert [fact.moves[0].chips for fact in bought] == [60_00, 20_00]
    assert sum(scene.stacks.values()) == 300_00 + 80_00
    scene.check()


@clause("POKER-7c1a", "BBC-wag-topup")
@ADDING
def test_nobody_bets_with_chips_bought_in_the_round(key: str, cited: str) -> None:
    sign = NO_LIMIT if key == "holdem" else replace(game_of(key).sign, structure="no_limit")
    scene = Scene(key, sign).open().seat(Ada=100_00, Bob=100_00, Cyd=40_00)
    scene.deal()
    scene.do(CYD, buy(60_00))
    stakes = game_of(key).own("POKER 7(c)")
    for _ in range(3):
        seat = scene.life.round.turns[0].actor  # type: ignore[union-attr]  # one is open
        if seat == 3:
            break
        scene.say(say.Call(seat))
    scene.refused(CYD, Play(command=say.RaiseTo(3, Chips(60_00))), stakes)
    scene.say(say.RaiseTo(3, Chips(40_00)))
    assert scene.stacks["Cyd"] == 0


def test_chips_are_whole_and_a_leaver_buys_nothing() -> None:
    scene = three()
    scene.refused(ADA, buy(10_50), "SIGN unit")
    scene.refused(ADA, buy(-1_00), "FIELD chips")
    scene.deal()
    scene.do(ADA, Leave())
    scene.refused(ADA, buy(10_00), "POKER 7(c)(1)")


# --- currency and coin -----------------------------------------------------------------------


@clause("POKER-7c2a")
def test_currency_plays_and_is_exchanged_with_the_first_bet_that_needs_it() -> None:
    scene = Scene(sign=NO_LIMIT).open()
    scene.do(ADA, sit(1, 100_00, form="currency"))
    scene.do(BOB, sit(2, 200_00))
    scene.do(CYD, sit(3, 200_00))
    scene.deal()  # the button lies at seat 3: Ada has the small blind of $1
    events = [type(entry.fact).__name__ for entry in scene.log]
    assert events.index("CurrencyConverted") < events.index("Posted")
    assert scene.life.seats[1].currency == 0


@clause("POKER-7c2a")
def test_a_note_of_a_hundred_that_bets_thirty_leaves_seventy_in_chips() -> None:
    scene = Scene(sign=NO_LIMIT).open()
    scene.do(ADA, sit(3, 100_00, form="currency"))
    scene.do(BOB, sit(1, 200_00))
    scene.do(CYD, sit(2, 200_00))
    scene.deal()  # the button lies at seat 3: Ada owes no blind and is first to speak
    assert scene.life.seats[3].currency == 100_00
    events = scene.say(say.RaiseTo(3, Chips(30_00)))
    kinds = [type(fact).__name__ for fact in events]
    assert kinds[:2] == ["CurrencyConverted", "Raised"]
    assert (events[0].chips, events[0].clause) == (100_00, "POKER 7(c)(2)")
    assert scene.life.seats[3].currency == 0
    assert scene.stacks["Ada"] == 70_00
    assert scene.life.accounts[POT] == 3_00 + 30_00
    scene.play_out().check()


@clause("POKER-7c2a")
def test_currency_is_left_alone_while_chips_suffice() -> None:
    scene = Scene(sign=NO_LIMIT).open()
    scene.do(ADA, sit(3, 50_00), buy(100_00, form="currency"))
    scene.do(BOB, sit(1, 200_00))
    scene.do(CYD, sit(2, 200_00))
    scene.deal()
    scene.say(say.RaiseTo(3, Chips(50_00)))
    assert scene.life.seats[3].currency == 100_00
    scene.say(say.RaiseTo(1, Chips(100_00)))
    scene.say(say.Fold(2))
    events = scene.say(say.Call(3))
    assert isinstance(events[0], CurrencyConverted)
    scene.play_out().check()


@clause("POKER-7c2a")
def test_only_poker_by_the_massachusetts_rules_takes_currency() -> None:
    bbc = three("bbc-omaha")
    bbc.refused(ADA, buy(20_00, form="currency"), "A-87")
    bank = Scene("texas-holdem-bonus").open().seat(Ada=100_00)
    bank.refused(ADA, buy(20_00, form="currency"), "THB 6(a)")


@clause("POKER-7c-coin")
def test_coin_comes_to_a_table_only_for_a_coin_ante() -> None:
    coin = three("seven-card-stud", replace(game_of("seven-card-stud").sign, ante=Chips(50)))
    coin.do(ADA, buy(75, form="coin"))
    assert coin.stacks["Ada"] == 100_75
    coin.refused(ADA, buy(10, form="coin"), "POKER 7(c)")
    coin.refused(ADA, buy(75), "SIGN unit")
    three().refused(ADA, buy(75, form="coin"), "POKER 7(c)")
    three("bbc-omaha").refused(ADA, buy(75, form="coin"), "BBC wag-stakes")


# --- nothing is taken off --------------------------------------------------------------------


@clause("POKER-7c1b", "BBC-wag-noremove")
@REMOVING
def test_who_leaves_in_a_round_goes_when_it_is_over(key: str, cited: str) -> None:
    scene = three(key)
    scene.deal()
    events = scene.do(BOB, Leave())
    assert [fact.clause for fact in events] == [cited]
    scene.refused(BOB, Leave(), game_of(key).own("POKER 7(a)"))
    while scene.life.playing:
        assert 2 in scene.life.seats
        assert scene.life.accounts["cage"] == -300_00  # type: ignore[index]  # an account's name
        scene.say(say.Fold(scene.life.round.turns[0].actor))  # type: ignore[union-attr]  # open
    assert 2 not in scene.life.seats
    gone = scene.log[-1].fact
    assert isinstance(gone, SeatLeft)
    assert sum(scene.stacks.values()) == 300_00 - gone.stake
    scene.check()


@clause("POKER-7c1b", "BBC-wag-noremove")
@REMOVING
def test_a_folded_hand_does_not_free_the_chips_beside_it(key: str, cited: str) -> None:
    scene = three(key)
    scene.deal()
    seat = scene.life.round.turns[0].actor  # type: ignore[union-attr]  # one is open
    scene.say(say.Fold(seat))
    scene.do(player(scene.life.seats[seat].person), Leave())
    assert scene.life.stacks[seat] == 100_00
    scene.play_out().check()
    assert seat not in scene.life.seats


@clause("POKER-7c1b", "BBC-wag-noremove")
@REMOVING
def test_who_comes_back_within_the_posted_time_brings_the_whole_stake(key: str, cited: str) -> None:
    scene = three(key, replace(game_of(key).sign, reentry_minutes=60))
    scene.do(ADA, Leave())
    assert scene.life.seating.left["Ada"] == Left(scene.now, Chips(100_00), 1)
    scene.later(minutes=59)
    assert "$100" in scene.refused(ADA, sit(4, 40_00), "SIGN reentry_minutes")
    scene.later(minutes=1)
    scene.do(ADA, sit(4, 40_00))
    scene.check()


@clause("POKER-7c1b", "BBC-wag-noremove")
@REMOVING
def test_without_a_posted_time_the_stake_comes_back_within_the_hour(key: str, cited: str) -> None:
    scene = three(key)
    scene.do(ADA, Leave())
    assert "$100" in scene.refused(ADA, sit(4, 40_00), "SIGN reentry_minutes")
    scene.later(minutes=61)
    scene.do(ADA, sit(4, 40_00))
    scene.check()


@clause("THB-seats", "FLOP-seats", "TCJ-seats")
@pytest.mark.parametrize("key", ["texas-holdem-bonus", "flop-poker", "two-card-joker"])
def test_a_table_against_the_bank_has_the_places_that_are_posted(key: str) -> None:
    scene = Scene(key, replace(game_of(key).sign, seats=4)).open()
    scene.do(ADA, sit(4, 100_00))
    scene.refused(Actor("Zoe", "player"), sit(5, 100_00), "FIELD seat")


@clause("POKER-7c1b", "BBC-wag-noremove")
@REMOVING
def test_a_stake_below_the_least_purchase_may_come_back(key: str, cited: str) -> None:
    scene = three(key)
    scene.life = replace(scene.life, sign=replace(scene.life.sign, min_purchase=Chips(120_00)))
    scene.refused(Actor("Zoe", "player"), sit(5, 110_00), "SIGN min_purchase")
    scene.do(ADA, Leave())
    scene.do(ADA, sit(4, 100_00))
    assert scene.life.stacks[4] == 100_00


@clause("POKER-7c1b", "BBC-wag-noremove")
@REMOVING
def test_a_sign_may_post_that_less_may_come_back(key: str, cited: str) -> None:
    scene = three(key, replace(game_of(key).sign, reentry_minutes=0))
    scene.do(ADA, Leave())
    scene.do(ADA, sit(4, 40_00))
    scene.check()


# --- BBC purchases ---------------------------------------------------------------------------


@clause("BBC-buy")
def test_a_player_buys_at_most_150_during_the_course_of_play() -> None:
    scene = Scene("bbc-omaha").open()
    scene.do(ADA, sit(1, 100_00))
    assert "all purchases together" in scene.refused(ADA, buy(60_00), "BBC buy")
    assert own_part(scene.life, 1, None)[0]["buys"] == (20_00, 50_00, 50_00)
    scene.do(ADA, buy(50_00))
    assert own_part(scene.life, 1, None)[0]["buys"] == (0, 0, 0)  # nothing more is offered
    scene.refused(ADA, buy(1_00), "BBC buy")
    scene.do(ADA, Leave())
    scene.do(ADA, sit(2, 150_00))  # what was taken away comes back: it is no purchase
    scene.refused(ADA, buy(1_00), "BBC buy")
    scene.check()


@clause("BBC-buy")
def test_one_purchase_is_at_most_150_and_leaves_a_stack_of_at_most_1000() -> None:
    scene = Scene("bbc-omaha", EACH).open()
    assert "$150" in scene.refused(ADA, sit(1, 151_00), "BBC buy")
    scene.do(ADA, sit(1, 150_00), *[buy(150_00)] * 5)
    assert scene.stacks["Ada"] == 900_00
    assert "$1,000" in scene.refused(ADA, buy(101_00), "BBC buy")
    scene.do(ADA, buy(100_00))
    scene.refused(ADA, buy(1_00), "BBC buy")
    scene.check()


@clause("BBC-buy")
def test_winnings_above_1000_stay_and_only_a_purchase_is_refused() -> None:
    scene = Scene("bbc-omaha", EACH).open().seat(Ada=150_00, Bob=150_00)
    for who in (ADA, BOB):
        scene.do(who, *[buy(150_00)] * 5, buy(100_00))
    deck = stacked_deck(
        scene.life.game, (1, 2), hands={1: "AsAhKsKh", 2: "2c3d7h8s"}, board="AcAdQs9h4c", button=2
    )
    scene.deal(deck)
    while scene.life.playing:
        turn = scene.life.round.turns[0]  # type: ignore[union-attr]  # one is open
        more = {option.does: option for option in turn.options}
        if "raise" in more or "bet" in more:
            most = (more.get("raise") or more["bet"]).most
            word = say.RaiseTo if "raise" in more else say.Bet
            scene.say(word(turn.actor, Chips(most)))
        elif "agree" in more:
            scene.say(say.Agree(turn.actor, yes=False))
        else:
            scene.say(say.Call(turn.actor) if "call" in more else say.Show(turn.actor))
    assert scene.stacks == {"Ada": 2_000_00, "Bob": 0}
    scene.refused(ADA, buy(1_00), "BBC buy")
    scene.check()


@clause("BBC-buy")
def test_purchases_that_wait_for_the_end_of_the_round_count_toward_all_of_them() -> None:
    scene = Scene("bbc-omaha").open().seat(Ada=100_00, Bob=100_00)
    scene.deal()
    scene.do(ADA, buy(30_00))
    assert "all purchases together" in scene.refused(ADA, buy(21_00), "BBC buy")
    scene.do(ADA, buy(20_00))
    scene.play_out()
    assert scene.life.seating.bought["Ada"] == 150_00


@clause("BBC-buy")
def test_a_purchase_that_waited_is_dropped_if_the_pot_left_too_much() -> None:
    scene = Scene("bbc-omaha", EACH).open().seat(Ada=150_00, Bob=150_00)
    scene.do(ADA, *[buy(150_00)] * 5, buy(50_00))
    scene.deal()
    scene.do(ADA, buy(50_00))
    scene.refused(ADA, buy(50_00), "BBC buy")  # what waits counts
    while scene.life.playing:
        turn = scene.life.round.turns[0]  # type: ignore[union-attr]  # one is open
        scene.say(say.Fold(turn.actor) if turn.actor == 2 else say.Call(turn.actor))
    dropped = scene.log[-1].fact
    assert isinstance(dropped, PurchaseDropped)
    assert (dropped.clause, dropped.asks.chips) == ("BBC buy", 50_00)
    assert scene.stacks["Ada"] > 950_00
    assert scene.life.seats[1].asks == ()
    scene.check()


@clause("BBC-buy")
def test_a_sign_may_post_less_and_a_sum_of_all_purchases() -> None:
    posted = {"max_purchase": 100_00, "max_stack_after_purchase": 500_00}
    sign = replace(EACH, max_total_purchase=Chips(250_00), reentry_minutes=0, **posted)
    scene = Scene("bbc-omaha", sign).open()
    scene.refused(ADA, sit(1, 101_00), "SIGN max_purchase")
    scene.do(ADA, sit(1, 100_00), buy(100_00))
    scene.refused(ADA, buy(51_00), "SIGN max_total_purchase")
    scene.do(ADA, Leave())
    scene.do(ADA, sit(1, 50_00))
    scene.refused(ADA, buy(1_00), "SIGN max_total_purchase")
    scene.check()


@clause("BBC-buy")
@pytest.mark.parametrize("key", ["max_purchase", "max_stack_after_purchase", "max_total_purchase"])
def test_a_sign_may_not_post_more(key: str) -> None:
    with pytest.raises(Refused) as refused:
        Scene("bbc-omaha", replace(game_of("bbc-omaha").sign, **{key: 1_001_00}))
    assert refused.value.clause == "BBC buy"


@clause("BBC-buy")
def test_poker_limits_no_purchase_unless_its_sign_does() -> None:
    scene = Scene().open()
    scene.do(ADA, sit(1, 5_000_00), buy(5_000_00))
    limited = Scene(sign=TableSign(max_purchase=Chips(300_00))).open()
    limited.refused(ADA, sit(1, 301_00), "SIGN max_purchase")


@clause("BBC-buy")
def test_a_stake_that_is_brought_back_is_no_purchase() -> None:
    sign = replace(EACH, reentry_minutes=30)
    scene = Scene("bbc-omaha", sign).open()
    scene.do(ADA, sit(1, 150_00), *[buy(150_00)] * 2, Leave())
    scene.refused(ADA, sit(1, 601_00), "BBC buy")
    scene.do(ADA, sit(1, 450_00), *[buy(150_00)] * 3, Leave())
    assert "$1,000" in scene.refused(ADA, sit(1, 1_001_00), "BBC buy")
    scene.do(ADA, sit(1, 900_00))
    assert scene.life.seating.bought["Ada"] == 900_00
    scene.check()


# --- the end of a table ----------------------------------------------------------------------


def test_a_table_that_closes_sends_every_stake_home() -> None:
    scene = three()
    scene.deal()
    scene.refused("floorperson", CloseTable(), "POKER 1 round of play")
    scene.play_out().do("floorperson", CloseTable())
    assert scene.life.seats == {}
    assert (scene.life.button, scene.life.kill) == (0, 0)
    assert set(scene.life.accounts.values()) == {0}
    scene.check()


# --- at a house-banked table -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "document"),
    [("texas-holdem-bonus", "THB"), ("flop-poker", "FLOP"), ("two-card-joker", "TCJ")],
)
def test_who_leaves_a_round_against_the_bank_stays_until_it_is_over(
    key: str, document: str
) -> None:
    scene = Scene(key).open().seat(Ada=100_00, Bob=100_00)
    game = scene.life.game
    scene.deal(stacked(game, (1, 2)))
    wagers = {"ante": Chips(5_00)}
    if key == "flop-poker":
        wagers |= {"pot": Chips(5_00)}
    for seat in (1, 2):
        scene.say(say.Place(seat, wagers))
    scene.say(say.NoMoreBets())
    events = scene.do(Actor("Ada", "player"), Leave())
    assert [fact.clause for fact in events] == [f"{document} 6(e)"]
    assert 1 in scene.life.seats
    scene.do(BOB, buy(10_00))
    scene.play_out()
    assert set(scene.life.seats) == {2}
    scene.check()
