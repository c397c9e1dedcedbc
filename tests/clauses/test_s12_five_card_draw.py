"""Five-card draw, high and low (POKER 12)."""

import pytest

from croupier.cards import DECK_52, parse_cards
from croupier.engine.commands import Check, Discard, Fold, Reshuffle
from croupier.engine.play import play
from croupier.games import GAMES
from croupier.refused import Refused
from croupier.room.table.button import place_button
from croupier.room.table.progress import close_round, deal_round, open_table, sit
from croupier.rules.sign import TableSign
from croupier.rules.steps import Bet, Draw
from tests.clause import clause
from tests.dealing import Deal
from tests.drawing import exchanges, storm

BOTH = ("five-card-draw", "five-card-draw-low")
DRAW_GAMES = [
    game.key for game in GAMES.values() if any(isinstance(step, Draw) for step in game.script)
]
both = pytest.mark.parametrize("key", BOTH)


def places(*numbers: int) -> str:
    """Cards by their place in a deck that lies in order, the top card being 1."""
    return "".join(DECK_52[number - 1] for number in numbers)


# --- 12(a)-(c): the table ------------------------------------------------------------------------


@clause("POKER-12a")
def test_the_section_governs_five_card_draw_high_and_low() -> None:
    governed = [game for game in GAMES.values() if game.section == "POKER 12"]
    assert [(game.key, game.kind) for game in governed] == [
        ("five-card-draw", "high"),
        ("five-card-draw-low", "low"),
    ]
    for game in governed:
        open_table(game)
        assert all(step.clause.startswith("POKER 12(") for step in game.script)
    assert governed[0].streets == governed[1].streets


@clause("POKER-12b")
@both
def test_a_table_is_restricted_to_eight_players(key: str) -> None:
    table = open_table(GAMES[key])
    for seat in range(1, 9):
        table = sit(table, seat, 200_00)
    state, _ = deal_round(table)
    assert len(state.hands) == 8
    with pytest.raises(Refused) as caught:
        sit(table, 9, 200_00)
    assert caught.value.clause == "POKER 12(b)"
    with pytest.raises(Refused) as caught:
        Deal(key, 9)
    assert caught.value.clause == "POKER 12(b)"


@clause("POKER-12b")
@both
def test_an_ante_may_be_required(key: str) -> None:
    assert [event.kind for event in Deal(key, 3).events_of("Posted")] == ["blind"]
    deal = Deal(key, 3, ante=100)
    ante = deal.events_of("Posted")[0]
    assert (ante.kind, ante.clause, ante.seats) == ("ante", "POKER 12(b)", (1, 2, 3))
    assert deal.state.pot == 3_00 + 1_00 + 2_00


@clause("POKER-12c")
@both
def test_the_button_starts_at_the_dealers_right_and_goes_round(key: str) -> None:
    table = open_table(GAMES[key])
    for seat in (2, 5, 7):
        table = sit(table, seat, 200_00)
    table = place_button(table)
    held = [table.button]
    for _ in range(3):
        state, log = deal_round(table)
        while not state.done:
            state, events = play(state, Fold(state.turns[0].actor))
            log += events
        table = close_round(table, state, log)
        held.append(table.button)
    assert held == [7, 2, 5, 7]


@clause("POKER-12c")
@both
def test_a_card_may_decide_where_the_button_starts(key: str) -> None:
    table = open_table(GAMES[key], TableSign(button_start="high_card"))
    for seat in (2, 5, 7):
        table = sit(table, seat, 200_00)
    assert place_button(table, parse_cards("KhKs9d")).button == 5


@clause("POKER-12c")
@both
def test_the_button_sets_the_order_of_cards_and_bets(key: str) -> None:
    deal = Deal(key, 4, button=2)
    assert deal.events_of("Dealt")[0].seats[:4] == (3, 4, 1, 2)
    assert deal.events_of("Posted")[0].seats == (3, 4)
    assert deal.actor == 1
    deal.to_street("draw")
    assert deal.events_of("DrawOpened")[0].waiting == (3, 4, 1, 2)


# --- 12(d): the deal -----------------------------------------------------------------------------


@clause("POKER-12d")
@both
def test_five_rounds_of_cards_face_down_and_the_button_last(key: str) -> None:
    deal = Deal(key, 3, deck=DECK_52, button=3)
    assert deal.cards(1) == places(1, 4, 7, 10, 13)
    assert deal.cards(2) == places(2, 5, 8, 11, 14)
    assert deal.cards(3) == places(3, 6, 9, 12, 15)
    (dealt,) = deal.events_of("Dealt")
    assert dealt.clause == "POKER 12(d)"
    assert dealt.seats == (1, 2, 3) * 5
    assert dealt.faces == "D" * 15


# --- 12(e): the first betting round --------------------------------------------------------------


@clause("POKER-12e")
@both
def test_blinds_are_placed_before_any_card(key: str) -> None:
    deal = Deal(key, 3)
    blinds = deal.events_of("Posted")[0]
    assert (blinds.clause, blinds.seats, blinds.owed) == ("POKER 12(e)", (1, 2), (1_00, 2_00))
    assert deal.kinds.index("Posted") < deal.kinds.index("Dealt")


@clause("POKER-12e")
@both
def test_the_first_round_begins_left_of_the_last_blind_and_nobody_checks(key: str) -> None:
    deal = Deal(key, 6)
    assert deal.events_of("BettingOpened")[0].clause == "POKER 12(e)"
    assert deal.events_of("BettingOpened")[0].waiting == (3, 4, 5, 6, 1, 2)
    assert (deal.actor, deal.does) == (3, ["fold", "call", "raise"])
    assert deal.option("raise").most == 4_00
    deal.refused(Check(3), "POKER 1 check")


@clause("POKER-12e")
@both
def test_the_last_blind_may_raise_when_all_have_called(key: str) -> None:
    deal = Deal(key, 4).run("c c c")
    assert (deal.actor, deal.does) == (2, ["check", "raise"])
    deal.raise_to(4_00)
    assert deal.events_of("Raised")[0].clause == "POKER 12(e)"
    deal.run("c c c")
    assert deal.street == "draw"
    assert deal.state.pot == 16_00


# --- 12(f): the draw -----------------------------------------------------------------------------


@clause("POKER-12f")
@both
def test_players_draw_one_at_a_time_from_the_buttons_left(key: str) -> None:
    deal = Deal(key, 4, button=2).to_street("draw")
    assert deal.events_of("DrawOpened")[0].clause == "POKER 12(f)"
    drew = []
    for _ in range(4):
        drew.append(deal.actor)
        others = [seat for seat in (1, 2, 3, 4) if seat != deal.actor]
        for seat in others:
            deal.refused(Discard(seat), "POKER 7(d)")
        deal.throw(2)
    assert drew == [3, 4, 1, 2]


@clause("POKER-12f")
@both
def test_a_player_decides_only_after_the_one_before_has_new_cards(key: str) -> None:
    deal = Deal(key, 2).to_street("draw")
    before = len(deal.log)
    deal.throw(3)
    kinds = [type(event).__name__ for event in deal.log[before:]]
    assert kinds == ["Discarded", "Dealt", "TurnGiven"]
    assert deal.events_of("Dealt")[-1].seats == (1, 1, 1)
    assert deal.actor == 2


@clause("POKER-12f")
@both
def test_a_player_may_keep_the_hand(key: str) -> None:
    deal = Deal(key, 3).to_street("draw")
    hand, left = deal.cards(1), deal.state.left
    deal.discard()
    assert deal.cards(1) == hand
    assert deal.state.left == left
    assert deal.events_of("Discarded")[0].cards == ()
    assert deal.actor == 2


@clause("POKER-12f", "POKER-1draw")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@both
def test_as_many_cards_as_are_thrown_come_new_from_the_top_of_the_deck(
    key: str, count: int
) -> None:
    deal = Deal(key, 2, hands={1: "As2d3c4h5s"}, stub="KcQcJcTc9c").to_street("draw")
    thrown = "As2d3c4h5s"[: 2 * count]
    deal.discard(thrown)
    assert deal.cards(1) == "As2d3c4h5s"[2 * count :] + "KcQcJcTc9c"[: 2 * count]
    assert "".join(deal.events_of("Discarded")[0].cards) == thrown
    assert deal.events_of("Dealt")[-1].clause == "POKER 12(f)"


@clause("POKER-1draw")
@both
def test_cards_are_exchanged_after_the_first_betting_round_and_only_then(key: str) -> None:
    deal = Deal(key, 2)
    deal.refused(Discard(deal.actor, deal.state.hands[deal.actor].down[:1]), "POKER 12(e)")
    deal.to_street("draw").throw(1).throw(1)
    assert isinstance(deal.state.step, Bet)
    deal.refused(Discard(deal.actor, deal.state.hands[deal.actor].down[:1]), "POKER 12(g)")


@clause("POKER-12f")
@pytest.mark.parametrize(
    "cards", ["Kc", "AsAs", "As2d3c4h5sKc", "??"], ids=["another's", "one twice", "six", "unknown"]
)
def test_only_cards_of_ones_own_hand_can_be_thrown(cards: str) -> None:
    deal = Deal("five-card-draw", 2, hands={1: "As2d3c4h5s", 2: "KcKdKhKsQc"}).to_street("draw")
    deal.refused(Discard(1, parse_cards(cards)), "POKER 12(f)")
    assert deal.option("discard").least == 0
    assert deal.option("discard").most == 5


@clause("POKER-12f")
@both
def test_a_player_who_is_all_in_draws_too(key: str) -> None:
    deal = Deal(key, {1: 200_00, 2: 1_00, 3: 200_00}).to_street("draw")
    assert deal.stacks[2] == 0
    assert deal.events_of("DrawOpened")[0].waiting == (1, 2, 3)
    deal.discard()
    assert deal.actor == 2
    old = deal.cards(2)
    deal.throw(5)
    assert len(deal.cards(2)) == 10
    assert deal.cards(2) != old
    deal.discard()
    assert deal.events_of("BettingOpened")[-1].waiting == (1, 3)


@clause("POKER-12f")
@both
def test_when_all_are_all_in_the_draw_still_takes_place(key: str) -> None:
    deal = Deal(key, {1: 2_00, 2: 2_00}).run("c")
    assert (deal.street, deal.does) == ("draw", ["discard"])
    deal.throw(5).throw(5)
    assert deal.events_of("BettingClosed")[-1].skipped
    assert deal.street == "showdown"


@clause("POKER-12f")
@both
def test_who_has_folded_does_not_draw(key: str) -> None:
    deal = Deal(key, 4).run("f c f c")
    assert deal.events_of("DrawOpened")[0].waiting == (2, 4)


# --- 12(f)(1): the burn --------------------------------------------------------------------------


@clause("POKER-12f1")
@both
def test_one_card_is_burned_before_the_first_new_card_and_no_other(key: str) -> None:
    deal = Deal(key, 3, deck=DECK_52).to_street("draw")
    while deal.may("discard"):
        deal.throw(2)
    (burned,) = deal.events_of("Burned")
    assert burned.clause == "POKER 12(f)(1)"
    assert burned.card == DECK_52[16 - 1]
    kinds = deal.kinds
    assert kinds.index("BettingClosed") < kinds.index("Burned") < kinds.index("DrawOpened")
    new = [event.cards for event in deal.events_of("Dealt")[1:]]
    assert "".join(sum(new, ())) == places(17, 18, 19, 20, 21, 22)


# --- 12(f)(2): the reshuffle ---------------------------------------------------------------------


def third_of_eight(key: str = "five-card-draw", *, own: bool = False) -> Deal:
    """Eight players, 40 cards dealt, one burned; the first three take five each."""
    deal = Deal(key, 8, deck=DECK_52, reshuffle_own_discards=own).to_street("draw")
    assert deal.state.left == 11
    deal.throw(5).throw(5)
    assert deal.state.left == 1
    return deal.throw(5)


@clause("POKER-12f2")
@both
def test_the_third_of_eight_gets_the_last_card_and_four_of_the_ten_discards(key: str) -> None:
    deal = third_of_eight(key)
    first, second, third = (event.cards for event in deal.events_of("Discarded"))
    assert deal.cards(3) == places(52)
    assert (deal.actor, deal.option("reshuffle").most) == (0, 10)
    order = tuple(reversed(first + second))
    deal.say(Reshuffle(order))
    events = deal.events_of("Reshuffled")[0]
    assert (events.pile, events.order, events.spared) == ("discards", order, (3,))
    assert events.clause == "POKER 12(f)(2)"
    assert deal.cards(3) == places(52) + "".join(order[:4])
    assert not set(third) & set(deal.state.hands[3].down)
    assert deal.state.left == 6
    assert deal.actor == 4


@clause("POKER-12f2")
def test_neither_a_burn_nor_a_card_still_held_nor_ones_own_may_be_shuffled_in() -> None:
    deal = third_of_eight()
    first, second, third = (event.cards for event in deal.events_of("Discarded"))
    nine = first + second[:4]
    burned, held = deal.state.burns[0], deal.state.hands[4].down[0]
    for wrong in (burned, held, third[0], deal.state.hands[3].down[0], first[0]):
        deal.refused(Reshuffle((*nine, wrong)), "POKER 12(f)(2)")
    deal.refused(Reshuffle(nine), "POKER 12(f)(2)")
    deal.refused(Reshuffle(nine + second[4:] + third), "POKER 12(f)(2)")
    deal.say(Reshuffle(nine + second[4:]))


@clause("POKER-12f2")
def test_play_waits_for_the_reshuffle() -> None:
    deal = third_of_eight()
    for seat in (3, 4):
        deal.refused(Discard(seat), "POKER 7(d)")
    assert deal.does == ["reshuffle"]


@clause("POKER-12f2")
def test_folded_hands_are_part_of_the_discards() -> None:
    deal = Deal("five-card-draw", 8, deck=DECK_52)
    folded = deal.state.hands[3].down
    deal.fold().to_street("draw")
    assert deal.state.left == 11
    deal.throw(5).throw(5).throw(3)
    first, second, fourth = (event.cards for event in deal.events_of("Discarded"))
    assert deal.option("reshuffle").most == 15
    deal.refused(Reshuffle(first + second), "POKER 12(f)(2)")
    deal.say(Reshuffle(folded + first + second))
    assert deal.cards(4) == places(28, 36, 52) + "".join(folded[:2])
    assert not set(fourth) & set(deal.state.hands[4].down)


@clause("POKER-12f2")
def test_what_one_player_drew_short_is_shuffled_in_for_the_next() -> None:
    deal = third_of_eight().reshuffle()
    _, _, third = (event.cards for event in deal.events_of("Discarded"))
    deal.throw(5).throw(5)
    fourth, fifth = (event.cards for event in deal.events_of("Discarded")[3:])
    assert deal.actor == 0
    deal.say(Reshuffle(third + fourth))
    assert deal.events_of("Reshuffled")[1].spared == (5,)
    assert deal.cards(5)[2:] == "".join(third[:4])
    assert not set(fifth) & set(deal.state.hands[5].down)


@clause("POKER-12f2")
@both
def test_a_sign_may_let_the_drawers_own_cards_in(key: str) -> None:
    deal = third_of_eight(key, own=True)
    first, second, third = (event.cards for event in deal.events_of("Discarded"))
    assert deal.option("reshuffle").most == 15
    deal.say(Reshuffle(third + second + first))
    assert deal.events_of("Reshuffled")[0].spared == ()
    assert deal.cards(3) == places(52) + "".join(third[:4])


@clause("POKER-12f2")
@both
@pytest.mark.parametrize("seed", range(5))
def test_eight_players_who_throw_everything_are_all_served(key: str, seed: int) -> None:
    deal, renewals = storm(key, seed)
    assert [(renewal.drawer, len(renewal.event.order)) for renewal in renewals] == [
        (3, 10),
        (5, 10),
        (7, 10),
    ]
    for renewal in renewals:
        shuffled = set(renewal.event.order)
        assert not shuffled & set(renewal.before.burns)
        assert not shuffled & renewal.held
        assert not shuffled & renewal.thrown(renewal.drawer)
    assert [len(received) for _, _, received in exchanges(deal)] == [5] * 8


@pytest.mark.parametrize("key", DRAW_GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_drawer_never_receives_a_card_just_thrown(key: str, seed: int) -> None:
    deal, _ = storm(key, seed)
    for _, thrown, received in exchanges(deal):
        assert len(received) == len(thrown)
        assert not set(thrown) & set(received)


# --- 12(g): the final betting round --------------------------------------------------------------


@clause("POKER-12g")
@both
def test_the_first_live_player_left_of_the_button_may_bet_or_check(key: str) -> None:
    deal = Deal(key, 4).run("c c f c").run("p p p")
    assert deal.events_of("BettingOpened")[-1].clause == "POKER 12(g)"
    assert (deal.actor, deal.does) == (2, ["check", "bet"])
    assert deal.option("bet").most == 4_00


@clause("POKER-12g")
@both
def test_the_others_check_until_somebody_bets_then_fold_call_or_raise(key: str) -> None:
    deal = Deal(key, 3).run("c c c p p p c")
    assert (deal.actor, deal.does) == (2, ["check", "bet"])
    deal.bet(4_00)
    assert (deal.actor, deal.does) == (3, ["fold", "call", "raise"])
    deal.raise_to(8_00)
    assert (deal.actor, deal.does) == (1, ["fold", "call", "raise"])
    deal.fold().call()
    assert deal.street == "showdown"
    assert deal.state.pot == 6_00 + 16_00


@clause("POKER-12g")
@both
def test_the_round_goes_to_the_showdown_when_all_have_checked(key: str) -> None:
    deal = Deal(key, 3).run("c c c p p p c c c")
    assert deal.street == "showdown"
    assert [event.street for event in deal.events_of("BettingClosed")] == ["first round", "draw"]


# --- 12(h): the showdown -------------------------------------------------------------------------

HANDS = {1: "5h4h3h2hAh", 2: "9s9c9dKsKd", 3: "7c6d4c3c2c"}


@clause("POKER-12h1")
def test_the_best_high_hand_wins_high() -> None:
    deal = Deal("five-card-draw", 3, hands=HANDS).to_showdown()
    (award,) = deal.events_of("PotAwarded")
    assert (award.clause, award.share) == ("POKER 12(h)(1)", "high")
    assert [deal.won(seat) for seat in (1, 2, 3)] == [4_00, -2_00, -2_00]
    deal = Deal("five-card-draw", 3, hands=HANDS | {1: "5h4h3h2hAd"}).to_showdown()
    assert [deal.won(seat) for seat in (1, 2, 3)] == [-2_00, 4_00, -2_00]


@clause("POKER-12h2")
def test_the_best_low_hand_wins_low_whatever_its_suits_and_sequence() -> None:
    deal = Deal("five-card-draw-low", 3, hands=HANDS).to_showdown()
    (award,) = deal.events_of("PotAwarded")
    assert (award.clause, award.share) == ("POKER 12(h)(2)", "low")
    assert [deal.won(seat) for seat in (1, 2, 3)] == [4_00, -2_00, -2_00]
    deal = Deal("five-card-draw-low", 3, hands=HANDS | {1: "8h4h3h2hAd"}).to_showdown()
    assert [deal.won(seat) for seat in (1, 2, 3)] == [-2_00, -2_00, 4_00]


@pytest.mark.parametrize(
    ("key", "hands", "thrown", "stub"),
    [
        pytest.param(
            "five-card-draw",
            {1: "KcKdKhQcQd", 2: "AcAd8s9sTs"},
            "8s9sTs",
            "AsAhTh",
            marks=clause("POKER-12h1"),
        ),
        pytest.param(
            "five-card-draw-low",
            {1: "6c4d3h2cAd", 2: "7cKs5s4s2s"},
            "7cKs",
            "3sAs",
            marks=clause("POKER-12h2"),
        ),
    ],
)
def test_the_hand_after_the_draw_decides(
    key: str, hands: dict[int, str], thrown: str, stub: str
) -> None:
    deal = Deal(key, 2, hands=hands, stub=stub).to_street("draw")
    deal.discard().discard(thrown).to_showdown()
    assert deal.won(2) == 2_00
    assert Deal(key, 2, hands=hands, stub=stub).to_showdown().won(2) == -2_00
