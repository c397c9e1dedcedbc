"""Badugi (POKER 22)."""

import pytest

from croupier.cards import DECK_52, parse_cards
from croupier.chips import Chips
from croupier.engine.commands import Check, Discard, Fold, Reshuffle
from croupier.engine.play import play
from croupier.games import GAMES
from croupier.refused import Refused
from croupier.room.table.button import place_button
from croupier.room.table.progress import close_round, deal_round, open_table, sit
from croupier.room.table.state import Table
from croupier.rules.sign import TableSign
from tests.clause import clause
from tests.dealing import Deal
from tests.drawing import exchanges, storm

DRAWS = ("first draw", "second draw", "third draw")
each_draw = pytest.mark.parametrize(
    ("street", "cited"),
    [
        pytest.param("first draw", "POKER 22(g)", marks=clause("POKER-22g1")),
        pytest.param("second draw", "POKER 22(h)", marks=clause("POKER-22h")),
        pytest.param("third draw", "POKER 22(i)", marks=clause("POKER-22i")),
    ],
)


def places(*numbers: int) -> str:
    """Cards by their place in a deck that lies in order, the top card being 1."""
    return "".join(DECK_52[number - 1] for number in numbers)


def seated(*seats: int, sign: TableSign | None = None) -> Table:
    table = open_table(GAMES["badugi"], sign)
    for seat in seats:
        table = sit(table, seat, 200_00)
    return table


# --- 22(a): the table ----------------------------------------------------------------------------


@clause("POKER-22")
def test_the_section_governs_badugi_alone() -> None:
    governed = [game for game in GAMES.values() if game.section == "POKER 22"]
    assert [game.key for game in governed] == ["badugi"]
    assert all(step.clause.startswith("POKER 22(") for step in governed[0].script)


@clause("POKER-22a")
def test_no_more_than_nine_players_take_part() -> None:
    table = seated(*range(1, 10))
    state, _ = deal_round(table)
    assert len(state.hands) == 9
    with pytest.raises(Refused) as caught:
        sit(table, 10, 200_00)
    assert caught.value.clause == "POKER 22(a)"
    with pytest.raises(Refused) as caught:
        Deal("badugi", 10)
    assert caught.value.clause == "POKER 22(a)"


@clause("POKER-22a")
def test_an_ante_may_be_required() -> None:
    assert [event.kind for event in Deal("badugi", 3).events_of("Posted")] == ["blind"]
    ante = Deal("badugi", 3, ante=100).events_of("Posted")[0]
    assert (ante.kind, ante.clause, ante.seats) == ("ante", "POKER 22(a)", (1, 2, 3))


@clause("POKER-22a")
@pytest.mark.parametrize(("kill", "limits"), [("full", (4_00, 8_00)), ("half", (3_00, 6_00))])
def test_a_kill_or_half_kill_may_be_offered(kill: str, limits: tuple[int, int]) -> None:
    sign = TableSign(kill=kill, kill_pot=Chips(40_00))  # type: ignore[arg-type]  # one of the literals
    deal = Deal("badugi", 4, sign=sign, kill=3)
    posted = deal.events_of("Posted")[-1]
    assert (posted.kind, posted.clause, posted.seats) == ("kill", "POKER 22(a)", (3,))
    assert posted.owed == limits[:1]
    assert deal.state.sign.limits == limits


# --- 22(b)-(c): button and blinds ----------------------------------------------------------------


@clause("POKER-22b")
def test_the_button_starts_at_the_dealers_right_and_goes_round() -> None:
    table = place_button(seated(2, 5, 7))
    held = [table.button]
    for _ in range(3):
        state, log = deal_round(table)
        while not state.done:
            state, events = play(state, Fold(state.turns[0].actor))
            log += events
        table = close_round(table, state, log)
        held.append(table.button)
    assert held == [7, 2, 5, 7]


@clause("POKER-22b")
def test_a_card_may_decide_where_the_button_starts() -> None:
    table = seated(2, 5, 7, sign=TableSign(button_start="high_card"))
    assert place_button(table, parse_cards("AdAc3s")).button == 2


@clause("POKER-22c")
def test_blinds_go_left_from_the_button_before_any_card() -> None:
    deal = Deal("badugi", 5, button=3)
    blinds = deal.events_of("Posted")[0]
    assert (blinds.clause, blinds.seats, blinds.owed) == ("POKER 22(c)", (4, 5), (1_00, 2_00))
    assert deal.kinds.index("Posted") < deal.kinds.index("Dealt")


@clause("POKER-22c")
@pytest.mark.parametrize("blinds", [(2_00,), (1_00, 1_00, 2_00)])
def test_one_blind_is_owed_and_more_may_be_posted(blinds: tuple[int, ...]) -> None:
    deal = Deal("badugi", 5, blinds=blinds)
    assert deal.events_of("Posted")[0].seats == (1, 2, 3)[: len(blinds)]
    assert deal.actor == len(blinds) + 1
    with pytest.raises(Refused) as caught:
        Deal("badugi", 5, blinds=())
    assert caught.value.clause == "POKER 22(c)"


# --- 22(e)-(f): the deal and the first betting round ---------------------------------------------


@clause("POKER-22e")
def test_four_rounds_of_cards_face_down_and_the_button_last() -> None:
    deal = Deal("badugi", 3, deck=DECK_52, button=1)
    assert deal.cards(2) == places(1, 4, 7, 10)
    assert deal.cards(3) == places(2, 5, 8, 11)
    assert deal.cards(1) == places(3, 6, 9, 12)
    (dealt,) = deal.events_of("Dealt")
    assert (dealt.clause, dealt.faces) == ("POKER 22(e)", "D" * 12)


@clause("POKER-22f")
def test_the_first_round_begins_left_of_the_last_blind() -> None:
    deal = Deal("badugi", 5)
    opened = deal.events_of("BettingOpened")[0]
    assert (opened.clause, opened.waiting) == ("POKER 22(f)", (3, 4, 5, 1, 2))
    assert (deal.actor, deal.does) == (3, ["fold", "call", "raise"])
    deal.refused(Check(3), "POKER 1 check")
    deal.run("c f c c")
    assert (deal.actor, deal.does) == (2, ["check", "raise"])
    deal.check()
    assert deal.street == "first draw"


@clause("POKER-22f")
def test_the_straddler_has_the_option_to_raise_too() -> None:
    deal = Deal("badugi", 5, sign=TableSign(straddle=Chips(4_00)), straddle=3).run("c c c c")
    assert (deal.actor, deal.does) == (3, ["check", "raise"])


# --- 22(g)-(i): three draws ----------------------------------------------------------------------


@each_draw
def test_a_burn_a_draw_and_a_betting_round(street: str, cited: str) -> None:
    deal = Deal("badugi", 3).to_street(street)
    burned = len(deal.events_of("Burned"))
    assert deal.events_of("Burned")[-1].clause == cited
    assert deal.kinds[-3:] == ["Burned", "DrawOpened", "TurnGiven"]
    assert deal.events_of("DrawOpened")[-1].clause == cited
    deal.throw(2).throw(4)
    assert deal.events_of("Dealt")[-1].clause == cited
    deal.throw(1)
    opened = deal.events_of("BettingOpened")[-1]
    assert (opened.clause, opened.street) == (cited, street)
    deal.run("c c c")
    assert len(deal.events_of("Burned")) == burned + (street != "third draw")


@each_draw
def test_live_players_draw_from_the_buttons_left_one_at_a_time(street: str, cited: str) -> None:
    deal = Deal("badugi", 4, button=2).fold().to_street(street)
    drew = []
    while deal.may("discard"):
        drew.append(deal.actor)
        deal.refused(Discard(2 if deal.actor != 2 else 3), "POKER 7(d)")
        deal.throw(1)
    assert drew == [3, 4, 2]


@each_draw
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4])
def test_a_player_keeps_the_hand_or_exchanges_up_to_four_cards(
    street: str, cited: str, count: int
) -> None:
    deal = Deal("badugi", 2).to_street(street)
    hand, top = deal.cards(1), deal.state.top
    assert (deal.option("discard").least, deal.option("discard").most) == (0, 4)
    deal.throw(count)
    new = "".join(deal.state.deck[top : top + count])
    assert deal.cards(1) == hand[2 * count :] + new
    assert deal.actor == 2
    deal.refused(Discard(2, parse_cards(hand[:2])), cited)


@each_draw
def test_the_first_live_player_left_of_the_button_bets_or_checks(street: str, cited: str) -> None:
    deal = Deal("badugi", 4).run("c c f").to_street(street).run("p p p")
    assert (deal.actor, deal.does) == (2, ["check", "bet"])
    assert deal.option("bet").most == (2_00 if street == "first draw" else 4_00)
    deal.check()
    assert (deal.actor, deal.does) == (3, ["check", "bet"])
    deal.bet(deal.option("bet").most)
    assert (deal.actor, deal.does) == (4, ["fold", "call", "raise"])
    assert deal.events_of("Raised")[0].clause == cited


@clause("POKER-22g1", "POKER-22h", "POKER-22i")
def test_there_are_three_draws_and_four_betting_rounds() -> None:
    deal = Deal("badugi", 3).to_showdown()
    assert [event.street for event in deal.events_of("DrawOpened")] == [*DRAWS]
    assert [event.street for event in deal.events_of("BettingClosed")] == ["first round", *DRAWS]
    assert len(deal.events_of("Burned")) == 3


@clause("POKER-22g1", "POKER-22h", "POKER-22i")
def test_a_player_who_is_all_in_draws_three_times() -> None:
    deal = Deal("badugi", {1: 200_00, 2: 2_00, 3: 200_00})
    drew = []
    while not deal.state.done:
        if deal.may("discard"):
            drew.append(deal.actor)
            deal.throw(1)
        else:
            deal.passive()
    assert drew == [1, 2, 3] * 3
    assert all(event.waiting == (1, 3) for event in deal.events_of("BettingOpened")[1:])


# --- 22(g): the reshuffle ------------------------------------------------------------------------


def fourth_of_nine() -> Deal:
    """Nine players, 36 cards dealt, one burned; the first four take four each."""
    deal = Deal("badugi", 9, deck=DECK_52).to_street("first draw")
    assert deal.state.left == 15
    deal.throw(4).throw(4).throw(4)
    assert deal.state.left == 3
    return deal.throw(4)


@clause("POKER-22g2")
def test_the_fourth_of_nine_gets_three_cards_and_one_of_the_twelve_discards() -> None:
    deal = fourth_of_nine()
    first, second, third, fourth = (event.cards for event in deal.events_of("Discarded"))
    assert deal.cards(4) == places(50, 51, 52)
    assert (deal.actor, deal.option("reshuffle").most) == (0, 12)
    order = tuple(reversed(first + second + third))
    deal.say(Reshuffle(order))
    events = deal.events_of("Reshuffled")[0]
    assert (events.pile, events.order, events.spared) == ("discards", order, (4,))
    assert events.clause == "POKER 22(g)"
    assert deal.cards(4) == places(50, 51, 52) + "".join(order[:1])
    assert not set(fourth) & set(deal.state.hands[4].down)
    assert deal.state.left == 11
    assert deal.actor == 5


@clause("POKER-22g2")
def test_neither_a_burn_nor_a_card_still_held_nor_ones_own_may_be_shuffled_in() -> None:
    deal = fourth_of_nine()
    first, second, third, fourth = (event.cards for event in deal.events_of("Discarded"))
    eleven = first + second + third[:3]
    burned, held = deal.state.burns[0], deal.state.hands[5].down[0]
    for wrong in (burned, held, fourth[0], deal.state.hands[4].down[0], first[0]):
        deal.refused(Reshuffle((*eleven, wrong)), "POKER 22(g)")
    deal.refused(Reshuffle(eleven), "POKER 22(g)")
    deal.say(Reshuffle((*eleven, third[3])))


@clause("POKER-22g2")
def test_the_next_reshuffle_takes_what_the_last_one_spared() -> None:
    deal = fourth_of_nine().reshuffle().throw(4).throw(4).throw(4)
    fourth, fifth, sixth, seventh = (event.cards for event in deal.events_of("Discarded")[3:])
    assert deal.option("reshuffle").most == 12
    deal.say(Reshuffle(fourth + fifth + sixth))
    assert deal.events_of("Reshuffled")[1].spared == (7,)
    assert deal.events_of("Dealt")[-1].cards == fourth[:1]
    assert not set(seventh) & set(deal.state.hands[7].down)


@clause("POKER-22g2")
def test_folded_hands_are_part_of_the_discards() -> None:
    deal = Deal("badugi", 9, deck=DECK_52)
    folded = deal.state.hands[3].down
    deal.fold().to_street("first draw").throw(4).throw(4).throw(4).throw(4)
    assert deal.option("reshuffle").most == 16
    thrown = tuple(card for event in deal.events_of("Discarded")[:3] for card in event.cards)
    deal.say(Reshuffle(folded + thrown))
    assert deal.events_of("Dealt")[-1].cards == folded[:1]


def third_draw_of_the_second() -> Deal:
    """Seat 2 throws four at every draw, seat 1 four at the last: one card is left."""
    deal = Deal("badugi", 9, deck=DECK_52)
    for street in DRAWS:
        deal.to_street(street).throw(4 if street == "third draw" else 0).throw(4)
    return deal


@clause("POKER-22g2")
def test_what_a_player_threw_at_any_draw_stays_out_for_that_player() -> None:
    deal = third_draw_of_the_second()
    mine = {
        card for event in deal.events_of("Discarded") if event.seat == 2 for card in event.cards
    }
    other = deal.events_of("Discarded")[-2].cards
    assert 52 - 8 * 4 - 3 - len(mine) == 5
    assert len(deal.state.hands[2].down) == 1
    assert deal.option("reshuffle").most == len(other) == 4
    for own in mine:
        deal.refused(Reshuffle((*other[:3], own)), "POKER 22(i)")
    deal.say(Reshuffle(other))
    assert deal.state.hands[2].down[1:] == other[:3]
    assert deal.events_of("Reshuffled")[0].spared == (2,)
    assert deal.state.left == 1


@clause("POKER-22g2")
def test_no_sign_may_let_the_drawers_own_cards_in() -> None:
    with pytest.raises(Refused) as caught:
        Deal("badugi", 9, reshuffle_own_discards=True)
    assert caught.value.clause == "POKER 22"


@clause("POKER-22g2")
def test_without_a_card_for_the_burn_the_discards_are_reshuffled_first() -> None:
    deal = Deal("badugi", 9, deck=DECK_52).to_street("first draw")
    deal.throw(4).throw(4).throw(4).throw(3).run("p p p p p")
    assert deal.state.left == 0
    while not deal.may("reshuffle"):
        deal.passive()
    thrown = tuple(card for event in deal.events_of("Discarded") for card in event.cards)
    assert (deal.street, deal.option("reshuffle").most) == ("second draw", 15)
    assert len(deal.state.burns) == 1
    deal.refused(Reshuffle((*thrown[:14], deal.state.burns[0])), "POKER 22(h)")
    deal.say(Reshuffle(thrown))
    assert deal.kinds[-4:] == ["Reshuffled", "Burned", "DrawOpened", "TurnGiven"]
    assert deal.events_of("Reshuffled")[0].spared == ()
    assert deal.events_of("Reshuffled")[0].clause == "POKER 22(h)"
    assert deal.events_of("Burned")[1].card == thrown[0]
    assert deal.state.left == 14


@clause("POKER-22g2")
@pytest.mark.parametrize("seed", range(8))
def test_nine_players_who_throw_everything_are_all_served(seed: int) -> None:
    deal, renewals = storm("badugi", seed)
    met = [(renewal.before.step.street, renewal.drawer) for renewal in renewals]
    assert met == [
        *(("first draw", seat) for seat in (4, 7)),
        *((street, seat) for street in DRAWS[1:] for seat in (1, 4, 7)),
    ]
    for renewal in renewals:
        shuffled = set(renewal.event.order)
        assert not shuffled & set(renewal.before.burns)
        assert not shuffled & renewal.held
        assert not shuffled & renewal.thrown(renewal.drawer)
    assert [len(received) for _, _, received in exchanges(deal)] == [4] * 27


# --- 22(j): the showdown -------------------------------------------------------------------------

LADDER = {1: "KhQdJsTc", 2: "As2h3d3c", 3: "2s2cAcKc", 4: "5h6h7h9h"}


@clause("POKER-22j")
@pytest.mark.parametrize("seats", [(1, 2, 3, 4), (2, 3, 4), (3, 4)])
def test_a_badugi_beats_three_cards_three_beat_two_and_two_beat_one(seats: tuple[int, ...]) -> None:
    hands = {place: LADDER[seat] for place, seat in enumerate(seats, 1)}
    deal = Deal("badugi", len(seats), hands=hands).to_showdown()
    (award,) = deal.events_of("PotAwarded")
    assert (award.clause, award.share) == ("POKER 22(j)", "badugi")
    assert deal.won(1) == 2_00 * (len(seats) - 1)


@clause("POKER-22j")
@pytest.mark.parametrize(
    ("best", "other"),
    [
        ("7s6h5d4c", "8c4d3h2s"),
        ("As2s3h4d", "Ac2c3d5h"),
        ("Ts2s2hTh", "KcAcAdKd"),
        ("As5s9sKs", "2c2d2h2s"),
    ],
    ids=["badugi", "three cards", "two cards", "one card"],
)
def test_among_hands_of_as_many_cards_the_lowest_wins(best: str, other: str) -> None:
    deal = Deal("badugi", 2, hands={1: other, 2: best}).to_showdown()
    assert deal.won(2) == 2_00


@clause("POKER-22j")
def test_the_hand_after_the_last_draw_decides() -> None:
    hands = {1: "8s6h5d4c", 2: "As2h3d3c"}
    deal = Deal("badugi", 2, hands=hands, stub="Kc 9s 9c 7c").to_street("first draw")
    deal.discard().discard("3c").to_street("third draw").discard().discard("Kc")
    assert deal.cards(2) == "As2h3d7c"
    assert deal.to_showdown().won(2) == 2_00
    assert Deal("badugi", 2, hands=hands).to_showdown().won(2) == -2_00
