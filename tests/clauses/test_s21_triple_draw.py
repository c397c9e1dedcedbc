"""Triple draw: 2-7, ace-5, badeucey and badacey (POKER 21)."""

import pytest

from croupier.cards import DECK_52, parse_cards
from croupier.chips import Chips
from croupier.engine.commands import Check, Discard, Fold, Reshuffle
from croupier.engine.play import play
from croupier.games import GAMES
from croupier.refused import Refused
from croupier.room.table.button import place_button
from croupier.room.table.progress import close_round, deal_round, open_table, sit
from croupier.rules.sign import TableSign
from tests.clause import clause
from tests.dealing import Deal
from tests.drawing import exchanges, storm

ALL = ("triple-draw-2-7", "triple-draw-a-5", "badeucey", "badacey")
every = pytest.mark.parametrize("key", ALL)
each_draw = pytest.mark.parametrize(
    ("street", "cited"),
    [
        pytest.param("first draw", "POKER 21(g)", marks=clause("POKER-21g1")),
        pytest.param("second draw", "POKER 21(h)", marks=clause("POKER-21h")),
        pytest.param("third draw", "POKER 21(i)", marks=clause("POKER-21i")),
    ],
)


def places(*numbers: int) -> str:
    """Cards by their place in a deck that lies in order, the top card being 1."""
    return "".join(DECK_52[number - 1] for number in numbers)


# --- 21(a): the table ----------------------------------------------------------------------------


@clause("POKER-21")
def test_the_section_governs_four_games_of_triple_draw() -> None:
    governed = [game for game in GAMES.values() if game.section == "POKER 21"]
    assert tuple(game.key for game in governed) == ALL
    for game in governed:
        open_table(game)
        assert game.streets == governed[0].streets
        assert all(step.clause.startswith("POKER 21(") for step in game.script)


@clause("POKER-21a")
@every
def test_no_more_than_seven_players_take_part(key: str) -> None:
    table = open_table(GAMES[key])
    for seat in range(1, 8):
        table = sit(table, seat, 200_00)
    state, _ = deal_round(table)
    assert len(state.hands) == 7
    with pytest.raises(Refused) as caught:
        sit(table, 8, 200_00)
    assert caught.value.clause == "POKER 21(a)"
    with pytest.raises(Refused) as caught:
        Deal(key, 8)
    assert caught.value.clause == "POKER 21(a)"


@clause("POKER-21a")
@every
def test_an_ante_may_be_required(key: str) -> None:
    assert [event.kind for event in Deal(key, 3).events_of("Posted")] == ["blind"]
    ante = Deal(key, 3, ante=100).events_of("Posted")[0]
    assert (ante.kind, ante.clause, ante.seats) == ("ante", "POKER 21(a)", (1, 2, 3))


@clause("POKER-21a")
@every
@pytest.mark.parametrize(("kill", "limits"), [("full", (4_00, 8_00)), ("half", (3_00, 6_00))])
def test_a_kill_or_half_kill_may_be_offered(key: str, kill: str, limits: tuple[int, int]) -> None:
    sign = TableSign(kill=kill, kill_pot=Chips(40_00))  # type: ignore[arg-type]  # one of the literals
    deal = Deal(key, 4, sign=sign, kill=3)
    posted = deal.events_of("Posted")[-1]
    assert (posted.kind, posted.clause, posted.seats) == ("kill", "POKER 21(a)", (3,))
    assert posted.owed == limits[:1]
    assert deal.state.sign.limits == limits
    deal.to_street("second draw").run("p p p p")
    assert deal.option("bet").most == limits[1]


# --- 21(b)-(c): button and blinds ----------------------------------------------------------------


@clause("POKER-21b")
@every
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


@clause("POKER-21b")
@every
def test_a_card_may_decide_where_the_button_starts(key: str) -> None:
    table = open_table(GAMES[key], TableSign(button_start="high_card"))
    for seat in (2, 5, 7):
        table = sit(table, seat, 200_00)
    assert place_button(table, parse_cards("QhTcQs")).button == 7


@clause("POKER-21c")
@every
def test_blinds_go_left_from_the_button_before_any_card(key: str) -> None:
    deal = Deal(key, 5, button=3)
    blinds = deal.events_of("Posted")[0]
    assert (blinds.clause, blinds.seats, blinds.owed) == ("POKER 21(c)", (4, 5), (1_00, 2_00))
    assert deal.kinds.index("Posted") < deal.kinds.index("Dealt")


@clause("POKER-21c")
@pytest.mark.parametrize("blinds", [(2_00,), (1_00, 1_00, 2_00)])
def test_one_blind_is_owed_and_more_may_be_posted(blinds: tuple[int, ...]) -> None:
    deal = Deal("triple-draw-2-7", 5, blinds=blinds)
    assert deal.events_of("Posted")[0].seats == (1, 2, 3)[: len(blinds)]
    assert deal.actor == len(blinds) + 1
    with pytest.raises(Refused) as caught:
        Deal("triple-draw-2-7", 5, blinds=())
    assert caught.value.clause == "POKER 21(c)"


# --- 21(e)-(f): the deal and the first betting round ---------------------------------------------


@clause("POKER-21e")
@every
def test_five_rounds_of_cards_face_down_and_the_button_last(key: str) -> None:
    deal = Deal(key, 3, deck=DECK_52, button=1)
    assert deal.cards(2) == places(1, 4, 7, 10, 13)
    assert deal.cards(3) == places(2, 5, 8, 11, 14)
    assert deal.cards(1) == places(3, 6, 9, 12, 15)
    (dealt,) = deal.events_of("Dealt")
    assert (dealt.clause, dealt.faces) == ("POKER 21(e)", "D" * 15)


@clause("POKER-21f")
@every
def test_the_first_round_begins_left_of_the_last_blind(key: str) -> None:
    deal = Deal(key, 5)
    opened = deal.events_of("BettingOpened")[0]
    assert (opened.clause, opened.waiting) == ("POKER 21(f)", (3, 4, 5, 1, 2))
    assert (deal.actor, deal.does) == (3, ["fold", "call", "raise"])
    deal.refused(Check(3), "POKER 1 check")
    deal.run("c f c c")
    assert (deal.actor, deal.does) == (2, ["check", "raise"])
    deal.check()
    assert deal.street == "first draw"


@clause("POKER-21f")
@every
def test_the_straddler_has_the_option_to_raise_too(key: str) -> None:
    deal = Deal(key, 5, sign=TableSign(straddle=Chips(4_00)), straddle=3).run("c c c c")
    assert (deal.actor, deal.does) == (3, ["check", "raise"])


# --- 21(g)-(i): three draws ----------------------------------------------------------------------


@every
@each_draw
def test_a_burn_a_draw_and_a_betting_round(key: str, street: str, cited: str) -> None:
    deal = Deal(key, 3).to_street(street)
    burned = len(deal.events_of("Burned"))
    assert deal.events_of("Burned")[-1].clause == cited
    assert deal.kinds[-3:] == ["Burned", "DrawOpened", "TurnGiven"]
    assert deal.events_of("DrawOpened")[-1].clause == cited
    deal.throw(2).throw(5)
    assert deal.events_of("Dealt")[-1].clause == cited
    deal.throw(1)
    opened = deal.events_of("BettingOpened")[-1]
    assert (opened.clause, opened.street) == (cited, street)
    deal.run("c c c")
    assert len(deal.events_of("Burned")) == burned + (street != "third draw")


@every
@each_draw
def test_live_players_draw_from_the_buttons_left_one_at_a_time(
    key: str, street: str, cited: str
) -> None:
    deal = Deal(key, 4, button=2).fold().to_street(street)
    drew = []
    while deal.may("discard"):
        drew.append(deal.actor)
        deal.refused(Discard(2 if deal.actor != 2 else 3), "POKER 7(d)")
        deal.throw(1)
    assert drew == [3, 4, 2]


@every
@each_draw
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5])
def test_a_player_keeps_the_hand_or_exchanges_up_to_five_cards(
    key: str, street: str, cited: str, count: int
) -> None:
    deal = Deal(key, 2).to_street(street)
    hand, top = deal.cards(1), deal.state.top
    assert (deal.option("discard").least, deal.option("discard").most) == (0, 5)
    deal.throw(count)
    new = "".join(deal.state.deck[top : top + count])
    assert deal.cards(1) == hand[2 * count :] + new
    assert deal.actor == 2
    deal.refused(Discard(2, parse_cards(hand[:2])), cited)


@every
@each_draw
def test_the_first_live_player_left_of_the_button_bets_or_checks(
    key: str, street: str, cited: str
) -> None:
    deal = Deal(key, 4).run("c c f").to_street(street).run("p p p")
    assert (deal.actor, deal.does) == (2, ["check", "bet"])
    assert deal.option("bet").most == (2_00 if street == "first draw" else 4_00)
    deal.check()
    assert (deal.actor, deal.does) == (3, ["check", "bet"])
    deal.bet(deal.option("bet").most)
    assert (deal.actor, deal.does) == (4, ["fold", "call", "raise"])
    assert deal.events_of("Raised")[0].clause == cited


@clause("POKER-21g1", "POKER-21h", "POKER-21i")
@every
def test_there_are_three_draws_and_four_betting_rounds(key: str) -> None:
    deal = Deal(key, 3).to_showdown()
    draws = ["first draw", "second draw", "third draw"]
    assert [event.street for event in deal.events_of("DrawOpened")] == draws
    assert [event.street for event in deal.events_of("BettingClosed")] == ["first round", *draws]
    assert len(deal.events_of("Burned")) == 3


@clause("POKER-21g1", "POKER-21h", "POKER-21i")
@every
def test_a_player_who_is_all_in_draws_three_times(key: str) -> None:
    deal = Deal(key, {1: 200_00, 2: 2_00, 3: 200_00})
    drew = []
    while not deal.state.done:
        if deal.may("discard"):
            drew.append(deal.actor)
            deal.throw(1)
        else:
            deal.passive()
    assert drew == [1, 2, 3] * 3
    assert all(event.waiting == (1, 3) for event in deal.events_of("BettingOpened")[1:])


# --- 21(g): the reshuffle ------------------------------------------------------------------------


def fourth_of_seven(key: str = "triple-draw-2-7", *, own: bool = False) -> Deal:
    """Seven players, 35 cards dealt, one burned; three take five each and the fourth three."""
    deal = Deal(key, 7, deck=DECK_52, reshuffle_own_discards=own).to_street("first draw")
    assert deal.state.left == 16
    deal.throw(5).throw(5).throw(5)
    assert deal.state.left == 1
    return deal.throw(3)


@clause("POKER-21g2")
@every
def test_the_fourth_of_seven_gets_the_last_card_and_two_of_the_fifteen_discards(key: str) -> None:
    deal = fourth_of_seven(key)
    first, second, third, fourth = (event.cards for event in deal.events_of("Discarded"))
    kept = places(25, 32)
    assert deal.cards(4) == kept + places(52)
    assert (deal.actor, deal.option("reshuffle").most) == (0, 15)
    order = tuple(reversed(first + second + third))
    deal.say(Reshuffle(order))
    events = deal.events_of("Reshuffled")[0]
    assert (events.pile, events.order, events.spared) == ("discards", order, (4,))
    assert events.clause == "POKER 21(g)"
    assert deal.cards(4) == kept + places(52) + "".join(order[:2])
    assert not set(fourth) & set(deal.state.hands[4].down)
    assert deal.state.left == 13
    assert deal.actor == 5


@clause("POKER-21g2")
def test_neither_a_burn_nor_a_card_still_held_nor_ones_own_may_be_shuffled_in() -> None:
    deal = fourth_of_seven()
    first, second, third, fourth = (event.cards for event in deal.events_of("Discarded"))
    fourteen = first + second + third[:4]
    burned, held = deal.state.burns[0], deal.state.hands[5].down[0]
    for wrong in (burned, held, fourth[0], deal.state.hands[4].down[0], first[0]):
        deal.refused(Reshuffle((*fourteen, wrong)), "POKER 21(g)")
    deal.refused(Reshuffle(fourteen), "POKER 21(g)")
    deal.say(Reshuffle((*fourteen, third[4])))


@clause("POKER-21g2")
def test_folded_hands_are_part_of_the_discards() -> None:
    deal = Deal("badacey", 7, deck=DECK_52)
    folded = deal.state.hands[3].down
    deal.fold().to_street("first draw").throw(5).throw(5).throw(5).throw(2)
    assert deal.option("reshuffle").most == 20
    thrown = tuple(card for event in deal.events_of("Discarded")[:3] for card in event.cards)
    deal.say(Reshuffle(folded + thrown))
    assert deal.events_of("Dealt")[-1].cards == folded[:1]


@clause("POKER-21g2")
@every
def test_without_a_card_for_the_burn_the_discards_are_reshuffled_first(key: str) -> None:
    deal = Deal(key, 7, deck=DECK_52).to_street("first draw")
    deal.throw(5).throw(5).throw(5).throw(1).run("p p p")
    assert deal.state.left == 0
    while not deal.may("reshuffle"):
        deal.passive()
    thrown = tuple(card for event in deal.events_of("Discarded") for card in event.cards)
    assert (deal.street, deal.option("reshuffle").most) == ("second draw", 16)
    assert len(deal.state.burns) == 1
    deal.refused(Reshuffle((*thrown[:15], deal.state.burns[0])), "POKER 21(h)")
    deal.say(Reshuffle(thrown))
    assert deal.kinds[-4:] == ["Reshuffled", "Burned", "DrawOpened", "TurnGiven"]
    assert deal.events_of("Reshuffled")[0].spared == ()
    assert deal.events_of("Reshuffled")[0].clause == "POKER 21(h)"
    assert deal.events_of("Burned")[1].card == thrown[0]
    assert deal.state.left == 15
    deal.throw(2)
    assert deal.events_of("Dealt")[-1].cards == thrown[1:3]


def third_draw_of_the_second(*, own: bool = False) -> Deal:
    """Seat 2 throws five at every draw, seat 1 four at the last, and the deck is spent."""
    deal = Deal("triple-draw-2-7", 7, deck=DECK_52, reshuffle_own_discards=own)
    for street in ("first draw", "second draw", "third draw"):
        deal.to_street(street).throw(4 if street == "third draw" else 0).throw(5)
    assert deal.state.left == 0
    return deal


@clause("POKER-21g2")
def test_what_a_player_threw_at_an_earlier_draw_may_come_back() -> None:
    deal = third_draw_of_the_second()
    mine = [event.cards for event in deal.events_of("Discarded") if event.seat == 2]
    other = deal.events_of("Discarded")[-2].cards
    assert len(other) == 4 < 5
    assert deal.option("reshuffle").most == 14
    deal.say(Reshuffle(mine[0] + mine[1] + other))
    assert deal.state.hands[2].down == mine[0]


@clause("POKER-21g2")
def test_a_sign_may_let_the_drawers_own_cards_in() -> None:
    deal = fourth_of_seven(own=True)
    first, second, third, fourth = (event.cards for event in deal.events_of("Discarded"))
    assert deal.option("reshuffle").most == 18
    deal.say(Reshuffle(fourth + first + second + third))
    assert deal.events_of("Reshuffled")[0].spared == ()
    assert deal.events_of("Dealt")[-1].cards == fourth[:2]
    assert third_draw_of_the_second(own=True).option("reshuffle").most == 19


@clause("POKER-21g2")
@every
@pytest.mark.parametrize("seed", range(5))
def test_seven_players_who_throw_everything_are_all_served(key: str, seed: int) -> None:
    deal, renewals = storm(key, seed)
    met = [(renewal.before.step.street, renewal.drawer) for renewal in renewals]
    assert met == [
        *(("first draw", seat) for seat in (4, 7)),
        *(("second draw", seat) for seat in (3, 6)),
        *(("third draw", seat) for seat in (1, 3, 5, 7)),
    ]
    for renewal in renewals:
        shuffled = set(renewal.event.order)
        just_thrown = set(renewal.before.discards[-1].cards)
        assert not shuffled & set(renewal.before.burns)
        assert not shuffled & renewal.held
        assert not shuffled & just_thrown
        assert just_thrown <= renewal.thrown(renewal.drawer)
    assert [len(received) for _, _, received in exchanges(deal)] == [5] * 21


# --- 21(j): the showdown -------------------------------------------------------------------------

WHEEL, SEVENS = "5c4d3c2dAh", "7c5d4h3s2c"


@clause("POKER-21j")
@pytest.mark.parametrize(
    ("key", "winner", "cited"),
    [("triple-draw-2-7", 1, "POKER 21(j)(3)"), ("triple-draw-a-5", 2, "POKER 21(j)(4)")],
)
def test_the_best_low_of_the_variant_wins(key: str, winner: int, cited: str) -> None:
    deal = Deal(key, 3, hands={1: SEVENS, 2: WHEEL, 3: "8s6s4c3h2h"}).to_showdown()
    (award,) = deal.events_of("PotAwarded")
    assert (award.clause, award.share) == (cited, "low")
    assert [deal.won(seat) for seat in (1, 2, 3)] == [
        4_00 if seat == winner else -2_00 for seat in (1, 2, 3)
    ]


@clause("POKER-21j")
@pytest.mark.parametrize("key", ALL[:2])
def test_the_hand_after_the_last_draw_decides(key: str) -> None:
    hands = {1: "8s6s4c3h2h", 2: "KcQc5d3c2d"}
    deal = Deal(key, 2, hands=hands, stub="Jd9h 9s 6c 7h4s").to_street("first draw")
    deal.discard().discard("KcQc").to_street("third draw").discard().discard("Jd9h")
    assert deal.cards(2) == "5d3c2d7h4s"
    assert deal.to_showdown().won(2) == 2_00


# --- 21(k): the split games ----------------------------------------------------------------------


@clause("POKER-21k1")
def test_badeucey_gives_half_to_the_2_7_hand_and_half_to_the_badugi() -> None:
    deal = Deal("badeucey", 2, hands={1: "7s5h4d3c2h", 2: "5s4h3d2c9c"})
    assert deal.to_showdown().state.done
    low, badugi = deal.events_of("PotAwarded")
    assert (low.clause, low.share, low.moves[0].target) == ("POKER 21(k)(1)(i)", "low", "stack:1")
    assert (badugi.share, badugi.moves[0].target) == ("badugi", "stack:2")
    assert badugi.clause == "POKER 21(k)(1)(i)"
    assert low.moves[0].chips == badugi.moves[0].chips == 2_00
    assert [deal.won(seat) for seat in (1, 2)] == [0, 0]


@clause("POKER-21k2")
def test_badacey_gives_half_to_the_ace_5_hand_and_half_to_the_badugi() -> None:
    deal = Deal("badacey", 2, hands={1: "AsKs2h3d4c", 2: "8c6c5s4s2s"}).to_showdown()
    low, badugi = deal.events_of("PotAwarded")
    assert (low.clause, low.share, low.moves[0].target) == ("POKER 21(k)(2)(i)", "low", "stack:2")
    assert (badugi.share, badugi.moves[0].target) == ("badugi", "stack:1")
    assert badugi.clause == "POKER 21(k)(2)(i)"
    assert low.moves[0].chips == badugi.moves[0].chips == 2_00


@pytest.mark.parametrize(
    ("key", "low", "badugi"),
    [
        pytest.param("badeucey", 2, 2, marks=clause("POKER-21k1")),
        pytest.param("badacey", 1, 1, marks=clause("POKER-21k2")),
    ],
)
def test_the_ace_is_high_in_badeucey_and_low_in_badacey(key: str, low: int, badugi: int) -> None:
    deal = Deal(key, 2, hands={1: "As2h3d4c6s", 2: "2s3h4d5c9c"}).to_showdown()
    winners = [event.moves[0].target for event in deal.events_of("PotAwarded")]
    assert winners == [f"stack:{low}", f"stack:{badugi}"]


@pytest.mark.parametrize(
    ("key", "hand"),
    [
        pytest.param("badeucey", "7s5h4d3c2h", marks=clause("POKER-21k1")),
        pytest.param("badacey", "As2h3d4c5s", marks=clause("POKER-21k2")),
    ],
)
def test_one_player_may_take_both_halves(key: str, hand: str) -> None:
    deal = Deal(key, 2, hands={1: hand, 2: "KsQsJs9s8d"}).to_showdown()
    assert deal.won(1) == 2_00


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("badeucey", marks=clause("POKER-21k1")),
        pytest.param("badacey", marks=clause("POKER-21k2")),
    ],
)
def test_a_split_game_keeps_its_third_draw(key: str) -> None:
    deal = Deal(key, 2).to_street("third draw")
    deal.throw(5).throw(5).to_showdown()
    assert len(deal.events_of("DrawOpened")) == 3
