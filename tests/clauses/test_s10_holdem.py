"""POKER 10: hold'em, clause by clause."""

import pytest

from croupier.cards import DECK_52, Card, parse_cards
from croupier.engine.commands import Check, Fold
from croupier.engine.events import BoardDealt
from croupier.games import GAMES
from croupier.refused import Refused
from croupier.room.table.button import place_button
from croupier.room.table.progress import close_round, leave, open_table, sit
from croupier.room.table.state import Table
from croupier.rules.sign import TableSign
from croupier.views.seat import view
from tests.clause import clause
from tests.dealing import Deal


def positions(cards: tuple[Card, ...]) -> list[int]:
    """Where cards lay in an unshuffled deck, the top card being number 1."""
    return [DECK_52.index(card) + 1 for card in cards]


def posts(deal: Deal) -> dict[int, int]:
    """What each seat placed as a blind."""
    moves = [
        move for event in deal.events_of("Posted") if event.kind == "blind" for move in event.moves
    ]
    return {int(move.source.removeprefix("stack:")): int(move.chips) for move in moves}


def table_of(*seats: int, sign: TableSign | None = None) -> Table:
    table = open_table(GAMES["holdem"], sign)
    for seat in seats:
        table = sit(table, seat, 200_00)
    return table


def folded_round(table: Table) -> Table:
    """Everybody folds to the last blind."""
    deal = Deal.at(table)
    while not deal.state.done:
        deal.fold()
    return close_round(table, deal.state, deal.log)


# (a)-(b)


@clause("POKER-10a", "POKER-10b")
def test_only_the_high_hand_wins() -> None:
    deal = Deal("holdem", 3, hands={1: "AsAh", 2: "2c3d", 3: "4c6d"}, board="5hTs8cKdKh")
    deal.to_showdown()
    (award,) = deal.events_of("PotAwarded")
    assert (award.share, award.clause) == ("high", "POKER 10(k)")
    assert [deal.won(seat) for seat in (1, 2, 3)] == [4_00, -2_00, -2_00]


@clause("POKER-10a", "POKER-10b")
def test_eleven_may_play_and_no_more() -> None:
    eleven = Deal("holdem", 11).to_showdown()
    assert len(eleven.events_of("Shown")) == 11
    with pytest.raises(Refused, match="2 to 11") as refused:
        Deal("holdem", 12)
    assert refused.value.clause == "POKER 10(b)"


@clause("POKER-10a", "POKER-10b")
def test_the_house_may_seat_fewer() -> None:
    assert len(Deal("holdem", 9, seats=9).state.hands) == 9
    with pytest.raises(Refused) as refused:
        Deal("holdem", 10, seats=9)
    assert refused.value.clause == "POKER 10(b)"
    full = table_of(1, 2, sign=TableSign(seats=2))
    with pytest.raises(Refused) as refused:
        sit(full, 3, 200_00)
    assert refused.value.clause == "POKER 10(b)"


@clause("POKER-10a", "POKER-10b")
def test_an_ante_is_placed_only_where_the_sign_posts_one() -> None:
    assert "ante" not in {event.kind for event in Deal("holdem", 3).events_of("Posted")}
    posted = Deal("holdem", 3, ante=1_00)
    ante = posted.events_of("Posted")[0]
    assert (ante.kind, ante.clause, ante.seats) == ("ante", "POKER 10(b)", (1, 2, 3))
    assert posted.state.pot == 3_00 + 1_00 + 2_00
    assert posted.option("call").most == 2_00


# (c) the button


@clause("POKER-10c1", "POKER-1button")
@pytest.mark.parametrize("button", [1, 3, 5])
def test_the_button_is_the_imaginary_dealer(button: int) -> None:
    deal = Deal("holdem", 5, button=button)
    clockwise = [(button + step - 1) % 5 + 1 for step in range(1, 6)]
    assert deal.state.button == button
    assert list(deal.events_of("Dealt")[0].seats) == clockwise * 2
    assert list(posts(deal)) == clockwise[:2]
    deal.to_street("flop")
    acted = []
    while deal.street == "flop":
        acted.append(deal.actor)
        deal.check()
    assert acted == clockwise


@clause("POKER-10c2")
def test_the_first_button_lies_at_the_dealers_right() -> None:
    table = table_of(2, 4, 7)
    assert place_button(table).button == 7
    assert Deal.at(table).state.button == 7


@clause("POKER-10c2")
def test_the_first_button_may_be_drawn_for_by_high_card() -> None:
    table = table_of(2, 4, 7, sign=TableSign(button_start="high_card"))
    assert place_button(table, parse_cards("Qd2cJs")).button == 2
    assert place_button(table, parse_cards("KdAcKs")).button == 4
    assert place_button(table, parse_cards("KhKsKd")).button == 4
    with pytest.raises(Refused) as refused:
        place_button(table)
    assert refused.value.clause == "POKER 10(c)(2)(ii)"


@clause("POKER-10c3")
def test_the_button_moves_one_occupied_seat_clockwise_after_each_round() -> None:
    table = place_button(table_of(2, 4, 7))
    seen = []
    for _ in range(4):
        seen.append(table.button)
        table = folded_round(table)
    assert seen == [7, 2, 4, 7]
    table = folded_round(leave(table, 4))
    assert table.button == 7
    table = folded_round(sit(table, 9, 200_00))
    assert table.button == 9


@clause("POKER-10c3")
def test_a_round_that_is_dealt_again_keeps_the_button() -> None:
    table = folded_round(table_of(2, 4, 7))
    dead = Deal.at(table)
    again = Deal.at(table)
    assert dead.state.button == again.state.button == table.button == 2


# (e) blinds


@clause("POKER-10e")
def test_the_first_blind_sits_left_of_the_button_and_others_follow() -> None:
    deal = Deal("holdem", 6, button=4)
    (blinds,) = deal.events_of("Posted")
    assert (blinds.kind, blinds.clause) == ("blind", "POKER 10(e)")
    assert posts(deal) == {5: 1_00, 6: 2_00}
    assert deal.kinds.index("Posted") < deal.kinds.index("Dealt")


@clause("POKER-10e")
@pytest.mark.parametrize("blinds", [(2_00,), (1_00, 2_00), (1_00, 1_00, 2_00), (1_00,) * 5])
def test_number_and_amounts_are_those_of_the_sign(blinds: tuple[int, ...]) -> None:
    deal = Deal("holdem", 6, button=6, blinds=blinds)
    assert posts(deal) == dict(zip(range(1, 7), blinds, strict=False))
    assert deal.actor == len(blinds) + 1
    assert deal.option("call").most == max(blinds)


@clause("POKER-10e")
def test_heads_up_the_player_without_the_button_posts_the_first_blind() -> None:
    deal = Deal("holdem", 2, button=2)
    assert posts(deal) == {1: 1_00, 2: 2_00}
    assert deal.actor == 1
    assert deal.to_street("flop").actor == 1


@clause("POKER-10e")
def test_heads_up_the_button_is_the_small_blind_where_posted() -> None:
    deal = Deal("holdem", 2, button=2, heads_up_button_small_blind=True)
    assert posts(deal) == {2: 1_00, 1: 2_00}
    assert deal.actor == 2
    assert deal.to_street("flop").actor == 1
    three = Deal("holdem", 3, button=3, heads_up_button_small_blind=True)
    assert posts(three) == {1: 1_00, 2: 2_00}


# (f) the deal


@clause("POKER-10f")
def test_two_cards_one_at_a_time_and_the_button_last() -> None:
    deal = Deal("holdem", 3, deck=DECK_52, button=3)
    (dealt,) = deal.events_of("Dealt")
    assert (dealt.clause, dealt.seats, dealt.faces) == ("POKER 10(f)", (1, 2, 3, 1, 2, 3), "DDDDDD")
    owned = {seat: positions(deal.state.hands[seat].down) for seat in (1, 2, 3)}
    assert owned == {1: [1, 4], 2: [2, 5], 3: [3, 6]}
    deal.to_showdown()
    assert positions(deal.state.burns) == [7, 11, 13]
    assert positions(deal.state.boards[0]) == [8, 9, 10, 12, 14]


# (g) the first betting round


@clause("POKER-10g")
def test_the_first_round_starts_left_of_the_last_blind() -> None:
    deal = Deal("holdem", 6)
    assert deal.actor == 3
    assert deal.does == ["fold", "call", "raise"]
    deal.refused(Check(3), "POKER 1 check")


@clause("POKER-10g")
def test_the_blinds_may_raise_when_all_have_called() -> None:
    deal = Deal("holdem", 6).run("c c c c")
    assert (deal.actor, deal.does) == (1, ["fold", "call", "raise"])
    deal.call()
    assert (deal.actor, deal.does) == (2, ["check", "raise"])
    assert deal.option("raise").least == 4_00
    deal.raise_to(4_00)
    assert deal.actor == 3


@clause("POKER-10g")
def test_the_round_is_over_when_the_last_player_has_answered_the_last_bet() -> None:
    deal = Deal("holdem", 4).run("c r400 c r600")  # seats 3, 4, 1, 2
    assert [deal.actor, deal.call().actor, deal.call().actor] == [3, 4, 1]
    deal.call()
    assert (deal.street, deal.state.pot) == ("flop", 24_00)
    checked = Deal("holdem", 4).run("c c c c")
    assert (checked.street, checked.state.pot) == ("flop", 8_00)


# (h) the flop


@clause("POKER-10h")
def test_a_burn_and_three_community_cards_make_the_flop() -> None:
    deal = Deal("holdem", 3, board="5hTs8c", burns="2c").to_street("flop")
    (burned,), (flop,) = deal.events_of("Burned"), deal.events_of("BoardDealt")
    assert (burned.card, burned.clause) == (Card("2c"), "POKER 10(h)")
    assert (flop.cards, flop.clause) == (parse_cards("5hTs8c"), "POKER 10(h)")
    assert deal.log.index(burned) < deal.log.index(flop)


@clause("POKER-10h")
def test_the_first_live_player_left_of_the_button_opens_with_a_bet_or_a_check() -> None:
    deal = Deal("holdem", 4).run("c c f c")  # seat 1 folds the small blind
    assert (deal.actor, deal.does) == (2, ["check", "bet"])
    deal.refused(Fold(2), "POKER 1 fold")
    deal.check()
    assert (deal.actor, deal.does) == (3, ["check", "bet"])


@clause("POKER-10h")
def test_the_flop_round_ends_when_each_has_folded_or_called_the_last_bet() -> None:
    deal = Deal("holdem", 4).to_street("flop").run("c b200 r400 f c")  # 1, 2, 3, 4, 1
    assert (deal.street, deal.actor) == ("flop", 2)
    deal.call()
    assert (deal.street, deal.state.pot) == ("turn", 8_00 + 12_00)


# (i)-(j) turn and river


@clause("POKER-10i", "POKER-10j")
@pytest.mark.parametrize(("street", "cited"), [("turn", "POKER 10(i)"), ("river", "POKER 10(j)")])
def test_a_burn_and_one_more_card_on_turn_and_river(street: str, cited: str) -> None:
    deal = Deal("holdem", 3, board="5hTs8cKdKh", burns="2c3c4c").to_street(street)
    place = {"turn": 1, "river": 2}[street]
    burned, dealt = deal.events_of("Burned")[-1], deal.events_of("BoardDealt")[-1]
    assert (burned.card, burned.clause) == (parse_cards("2c3c4c")[place], cited)
    assert (dealt.cards, dealt.clause) == (parse_cards("KdKh")[place - 1 : place], cited)
    assert deal.log.index(burned) < deal.log.index(dealt)


@clause("POKER-10i", "POKER-10j")
@pytest.mark.parametrize(("street", "cited"), [("turn", "POKER 10(i)"), ("river", "POKER 10(j)")])
def test_turn_and_river_are_bet_as_the_flop_is(street: str, cited: str) -> None:
    deal = Deal("holdem", 4).run("c c f c").to_street(street)
    assert (deal.actor, deal.does) == (2, ["check", "bet"])
    assert deal.option("bet").least == deal.option("bet").most == 4_00
    deal.check()
    assert deal.events_of("Checked")[-1].clause == cited
    deal.run("b400 c")
    assert (deal.street, deal.actor) == (street, 2)
    deal.call()
    assert deal.street != street


# (k) the showdown


@clause("POKER-10k1")
@pytest.mark.parametrize(
    ("winner", "loser", "board"),
    [
        ("AsKs", "AdAh", "QsJs2dAc3s"),  # both
        ("As3c", "9s8h", "KsQsJsTs2d"),  # one, against one
        ("Kh3d", "AhAd", "KsQsJsKdKc"),  # one, against both
    ],
)
def test_two_hole_cards_or_one_may_play(winner: str, loser: str, board: str) -> None:
    hands = {1: winner, 2: loser}
    deal = Deal("holdem", 2, hands=hands, board=board).to_showdown()
    assert deal.won(1) == 2_00


@clause("POKER-10k1")
def test_the_board_may_play_without_a_hole_card() -> None:
    hands = {1: "2c2d", 2: "QcQd", 3: "9s3c"}
    deal = Deal("holdem", 3, hands=hands, board="AsKsQsJsTs").to_showdown()
    assert [deal.won(seat) for seat in (1, 2, 3)] == [0, 0, 0]


@clause("POKER-10k2")
def test_all_share_equally_when_the_board_is_the_best_hand_of_each() -> None:
    hands = {1: "2c2d", 2: "9h9d", 3: "As3c"}
    deal = Deal(
        "holdem", 3, hands=hands, board="TdJsQhKcAh", limits=(10_00, 20_00), blinds=(5_00, 10_00)
    )
    deal.run("r2000 c c b1000 c c")
    assert deal.state.pot == 90_00
    deal.to_showdown()
    (award,) = deal.events_of("PotAwarded")
    assert {move.target: move.chips for move in award.moves} == {
        "stack:1": 30_00,
        "stack:2": 30_00,
        "stack:3": 30_00,
    }


@clause("POKER-10k2")
def test_a_hand_that_beats_the_board_takes_the_pot() -> None:
    hands = {1: "2c2d", 2: "9h9d", 3: "2h3h"}
    deal = Deal("holdem", 3, hands=hands, board="TdJhQhKcAh").to_showdown()
    assert [deal.won(seat) for seat in (1, 2, 3)] == [-2_00, -2_00, 4_00]


@clause("POKER-1community")
def test_community_cards_are_face_up_and_serve_every_live_hand() -> None:
    hands = {1: "AsQd", 2: "KsQc", 3: "Ts2d"}
    deal = Deal("holdem", 3, hands=hands, board="AhKdTh9c4s").to_showdown()
    seen = [event.cards for event in view(deal.log) if isinstance(event, BoardDealt)]
    assert seen == [parse_cards("AhKdTh"), parse_cards("9c"), parse_cards("4s")]
    pairs = {event.seat: event.strengths[0][0] for event in deal.events_of("Shown")}
    assert pairs[1] > pairs[2] > pairs[3]
    assert deal.won(1) == 4_00
