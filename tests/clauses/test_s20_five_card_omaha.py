"""POKER 20: five-card omaha, clause by clause; its straddle is in test_straddle.py."""

from itertools import combinations
from typing import Any

import pytest

from croupier.cards import DECK_52, parse_cards
from croupier.chips import Chips
from croupier.engine.commands import Fold
from croupier.games import GAMES
from croupier.rankings import HIGH_5, LOW_8
from croupier.refused import Refused
from croupier.room.table.button import place_button
from croupier.room.table.progress import close_round, open_table, sit
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import faults
from tests.clause import clause
from tests.dealing import Deal

HIGH, HILO = "five-card-omaha", "five-card-omaha-hilo-8"
EACH = (HIGH, HILO)


def shown(deal: Deal) -> dict[int, tuple[int, ...]]:
    """The strengths of each hand on the board, one for each share."""
    return {event.seat: event.strengths[0] for event in deal.events_of("Shown")}


def awards(deal: Deal) -> dict[str, dict[int, int]]:
    return {
        award.share: {int(move.target[6:]): int(move.chips) for move in award.moves}
        for award in deal.events_of("PotAwarded")
    }


# (a)-(c)


@clause("POKER-20", "POKER-20a")
@pytest.mark.parametrize("key", EACH)
def test_eight_may_play_and_no_more(key: str) -> None:
    deal = Deal(key, 8).to_showdown()
    assert len(deal.events_of("Shown")) == 8
    assert deal.state.left == 52 - 8 * 5 - 8
    with pytest.raises(Refused, match="2 to 8") as refused:
        Deal(key, 9)
    assert refused.value.clause == "POKER 20(a)"


@clause("POKER-20", "POKER-20a")
@pytest.mark.parametrize("key", EACH)
def test_an_ante_is_placed_only_where_posted(key: str) -> None:
    assert "ante" not in {event.kind for event in Deal(key, 3).events_of("Posted")}
    ante = Deal(key, 3, ante=1_00).events_of("Posted")[0]
    assert (ante.kind, ante.seats, ante.clause) == ("ante", (1, 2, 3), "POKER 20(a)")


@clause("POKER-20", "POKER-20a")
def test_a_kill_is_in_effect_only_where_posted() -> None:
    with pytest.raises(Refused) as refused:
        Deal(HILO, 6, kill=5)
    assert refused.value.clause == "SIGN kill"
    posted = TableSign(kill="full", kill_pot=Chips(20_00))
    assert [fault.why for fault in faults(GAMES[HIGH], posted)] == [
        "five-card omaha offers no kill"
    ]
    assert not faults(GAMES[HILO], posted)


@clause("POKER-20b1")
@pytest.mark.parametrize("key", EACH)
def test_the_first_button_is_at_the_dealers_right_or_drawn_for(key: str) -> None:
    table = open_table(GAMES[key])
    drawn = open_table(GAMES[key], TableSign(button_start="high_card"))
    for seat in (2, 5, 6):
        table, drawn = sit(table, seat, 200_00), sit(drawn, seat, 200_00)
    assert Deal.at(table).state.button == 6
    assert place_button(drawn, parse_cards("9dJcJh")).button == 6
    assert place_button(drawn, parse_cards("9dJcTh")).button == 5


@clause("POKER-20b2")
@pytest.mark.parametrize("key", EACH)
def test_the_button_moves_clockwise_after_each_round(key: str) -> None:
    table = open_table(GAMES[key])
    for seat in (2, 5, 6):
        table = sit(table, seat, 200_00)
    table, seen = place_button(table), []
    for _ in range(4):
        deal = Deal.at(table)
        seen.append(deal.state.button)
        while not deal.state.done:
            deal.fold()
        table = close_round(table, deal.state, deal.log)
    assert seen == [6, 2, 5, 6]


@clause("POKER-20c")
@pytest.mark.parametrize("key", EACH)
@pytest.mark.parametrize("blinds", [(2_00,), (1_00, 2_00), (1_00, 1_00, 2_00)])
def test_blinds_follow_the_button_before_any_card(key: str, blinds: tuple[int, ...]) -> None:
    deal = Deal(key, 6, button=2, blinds=blinds)
    (posted,) = deal.events_of("Posted")
    assert (posted.kind, posted.clause) == ("blind", "POKER 20(c)")
    assert (posted.seats, posted.owed) == ((3, 4, 5)[: len(blinds)], blinds)
    assert deal.kinds.index("Posted") < deal.kinds.index("Dealt")


# (e)-(f)


@clause("POKER-20e")
@pytest.mark.parametrize("key", EACH)
def test_five_cards_each_and_the_button_last(key: str) -> None:
    deal = Deal(key, 3, deck=DECK_52, button=3)
    (dealt,) = deal.events_of("Dealt")
    assert (dealt.seats, dealt.faces) == ((1, 2, 3) * 5, "D" * 15)
    assert dealt.clause == "POKER 20(e)"
    assert deal.state.hands[1].down == DECK_52[0:15:3]
    assert deal.state.hands[3].down == DECK_52[2:15:3]


@clause("POKER-20f")
@pytest.mark.parametrize("key", EACH)
def test_the_first_round_is_fold_call_or_raise_with_an_option_for_the_blinds(key: str) -> None:
    deal = Deal(key, 4)
    assert (deal.actor, deal.does) == (3, ["fold", "call", "raise"])
    deal.run("c c c")
    assert (deal.actor, deal.does) == (2, ["check", "raise"])
    deal.raise_to(4_00).run("c c")
    assert deal.street == "hole cards"
    deal.call()
    assert (deal.street, deal.state.pot) == ("flop", 16_00)


@clause("POKER-20f")
@pytest.mark.parametrize("key", EACH)
def test_the_straddler_has_the_option_to_raise_too(key: str) -> None:
    deal = Deal(key, 4, straddle=3, sign=TableSign(straddle=Chips(4_00)))
    deal.run("c c")
    assert (deal.actor, deal.does) == (2, ["fold", "call", "raise"])
    deal.call()
    assert (deal.actor, deal.does) == (3, ["check", "raise"])
    deal.raise_to(6_00)
    assert (deal.actor, deal.option("call").most) == (4, 2_00)


# (g)-(i)


@clause("POKER-20g", "POKER-20h", "POKER-20i")
@pytest.mark.parametrize("key", EACH)
@pytest.mark.parametrize(
    ("street", "cards", "cited", "size"),
    [
        ("flop", "5hTs8c", "POKER 20(g)", 2_00),
        ("turn", "Kd", "POKER 20(h)", 4_00),
        ("river", "Kh", "POKER 20(i)", 4_00),
    ],
)
def test_a_burn_and_community_cards_then_a_round_opened_left_of_the_button(
    key: str, street: str, cards: str, cited: str, size: int
) -> None:
    deal = Deal(key, 4, board="5hTs8cKdKh", burns="2c3c4c").run("c c f c").to_street(street)
    place = ["flop", "turn", "river"].index(street)
    burned, dealt = deal.events_of("Burned")[-1], deal.events_of("BoardDealt")[-1]
    assert (burned.card, burned.clause) == (parse_cards("2c3c4c")[place], cited)
    assert (dealt.cards, dealt.clause) == (parse_cards(cards), cited)
    assert deal.log.index(burned) < deal.log.index(dealt)
    assert (deal.actor, deal.does) == (2, ["check", "bet"])
    deal.refused(Fold(2), "POKER 1 fold")
    deal.check()
    assert (deal.actor, deal.does) == (3, ["check", "bet"])
    deal.bet(size)
    assert (deal.actor, deal.does) == (4, ["fold", "call", "raise"])
    deal.run("c f")
    assert deal.street != street


# (j) two of the five, three of the board


@clause("POKER-20j", "POKER-20j1")
@pytest.mark.parametrize("key", EACH)
def test_exactly_two_of_the_five_and_three_of_the_board(key: str) -> None:
    hands = {1: "Th9s8d7c2s", 2: "AsAcAd5c5d", 3: "4h4d6s6c3h"}
    deal = Deal(key, 3, hands=hands, board="AhKhQhJh2c").to_showdown()
    highs = {seat: strengths[0] for seat, strengths in shown(deal).items()}
    assert highs[1] == HIGH_5.strength("KsQdJcTh9s")
    assert highs[2] == HIGH_5.strength("AsAcAhKhQh")
    assert highs[3] == HIGH_5.strength("4h3hAhKhQh")
    assert deal.won(3) == 4_00


@clause("POKER-20j", "POKER-20j1")
@pytest.mark.parametrize("key", EACH)
@pytest.mark.parametrize("pair", list(combinations(range(5), 2)))
def test_any_two_of_the_five_may_play(key: str, pair: tuple[int, int]) -> None:
    hole = ["2c", "4d", "5s", "7h", "8c"]
    for place, card in zip(pair, ("Qs", "Qd"), strict=True):
        hole[place] = card
    deal = Deal(key, 2, hands={1: "".join(hole)}, board="QhJcTd6s6h").to_showdown()
    assert shown(deal)[1][0] == HIGH_5.strength("QsQdQh6s6h")


@clause("POKER-20j", "POKER-20j1")
@pytest.mark.parametrize("key", EACH)
@pytest.mark.parametrize("trio", list(combinations(range(5), 3)))
def test_any_three_of_the_board_may_play(key: str, trio: tuple[int, int, int]) -> None:
    board = ["2c", "4d", "7s", "9h", "Jd"]
    for place, card in zip(trio, ("Qs", "Qd", "Kc"), strict=True):
        board[place] = card
    deal = Deal(key, 2, hands={1: "KhKd3s5s6c"}, board="".join(board)).to_showdown()
    assert shown(deal)[1][0] == HIGH_5.strength("KhKdKcQsQd")


@clause("POKER-20j", "POKER-20j1")
def test_the_best_high_hand_wins_high_poker() -> None:
    hands = {1: "As2s9c9dTh", 2: "KhKdQcJc4d", 3: "7h7d8c8h2d"}  # seat 1 has the best low
    deal = Deal(HIGH, 3, hands=hands, board="Kc5s6h7cTd").to_showdown()
    (award,) = deal.events_of("PotAwarded")
    assert (awards(deal), award.clause) == ({"high": {2: 6_00}}, "POKER 20(j)(1)")


@clause("POKER-20j2")
def test_best_high_and_best_qualifying_low_divide_the_pot_equally() -> None:
    hands = {1: "As2s9c9dQh", 2: "KhKdQcJcTs", 3: "2c3cJhJsTh"}
    deal = Deal(HILO, 3, hands=hands, board="Kc5s6h7cTd").to_showdown()
    assert awards(deal) == {"high": {2: 3_00}, "low": {1: 3_00}}
    assert shown(deal)[1][1] == LOW_8.strength("As2s5s6h7c")
    assert shown(deal)[3][1] == LOW_8.strength("2c3c5s6h7c")
    high, low = deal.events_of("PotAwarded")
    assert (high.clause, low.clause) == ("POKER 20(j)(2)(i)", "POKER 20(k)(1)")


# (k) the low, and the kill


@clause("POKER-20k1")
@pytest.mark.parametrize(
    ("hand", "board", "low"),
    [
        ("As2d2sQcQd", "2h3c4sKdKh", ""),  # a pair
        ("As9dTsQcQd", "2h3c4sKdJh", ""),  # a nine
        ("AsKsTsQcQd", "2h3c4s5dKh", ""),  # one low card in the hand
        ("As2d3c4s6h", "7h8cTsJdKh", ""),  # two low cards on the board
        ("As8dTsQcQd", "2h3c4sKdJh", "8d4s3c2hAs"),
        ("As2d3sQcQd", "2h3c8sKd7h", "8s7h3c2dAs"),
    ],
)
def test_the_low_is_five_ranks_to_the_eight_or_there_is_none(
    hand: str, board: str, low: str
) -> None:
    others = {2: "TcTdJcJs9h", 3: "QhKc9s9cTh"}
    deal = Deal(HILO, 3, hands={1: hand, **others}, board=board).to_showdown()
    lows = {seat: strengths[1] for seat, strengths in shown(deal).items()}
    assert lows == {1: LOW_8.strength(low) if low else 0, 2: 0, 3: 0}
    won = awards(deal)
    assert won.get("low", {}) == ({1: 3_00} if low else {})
    assert sum(won["high"].values()) == (3_00 if low else 6_00)


@clause("POKER-20k2")
def test_high_and_low_may_be_two_different_hands() -> None:
    hands = {1: "AsKs2d3dTh", 2: "QhQd9c9dTc", 3: "JhTd9h8d8h"}
    deal = Deal(HILO, 3, hands=hands, board="QsJs5s6c7c").to_showdown()
    assert shown(deal)[1] == (HIGH_5.strength("AsKsQsJs5s"), LOW_8.strength("As2d5s6c7c"))
    assert deal.won(1) == 4_00


@clause("POKER-20k2")
def test_one_grouping_may_be_high_and_low() -> None:
    hands = {1: "2s3sKdKhTs", 2: "QhQd9c9dTh", 3: "JhTd9h7d8d"}
    deal = Deal(HILO, 3, hands=hands, board="4d5c6hQsJc").to_showdown()
    assert shown(deal)[1] == (HIGH_5.strength("2s3s4d5c6h"), LOW_8.strength("2s3s4d5c6h"))


@clause("POKER-20k2")
def test_an_ace_is_high_and_low_at_once() -> None:
    hands = {1: "As4dKdThJc", 2: "QhQd9c9dTc", 3: "JhJs9h8dTd"}
    deal = Deal(HILO, 3, hands=hands, board="Ac2d3h7cKs").to_showdown()
    assert shown(deal)[1] == (HIGH_5.strength("AsAcKdKs7c"), LOW_8.strength("As4d2d3h7c"))
    assert deal.won(1) == 4_00


@clause("POKER-20k3")
@pytest.mark.parametrize(
    ("kill", "limits", "least"),
    [("full", (8_00, 16_00), 80_00), ("half", (6_00, 12_00), 60_00)],
)
def test_a_posted_kill_or_half_kill_works_as_in_omaha(
    kill: Any, limits: tuple[int, int], least: int
) -> None:
    sign = TableSign(
        kill=kill,
        kill_pot=Chips(40_00),
        kill_threshold="multiple",
        limits=(Chips(4_00), Chips(8_00)),
        blinds=(Chips(2_00), Chips(4_00)),
    )
    table = open_table(GAMES[HILO], sign)
    for seat in range(1, 7):
        table = sit(table, seat, 500_00)
    pots = []
    for bet in (True, True, False):
        deal = Deal.at(table, hands={3: "AsAhKsKh2s"}, board="AdKcQc9h9s").to_street("flop")
        if bet:
            deal.bet(deal.option("bet").least)
        deal.to_showdown()
        pots.append(sum(awards(deal)["high"].values()))
        table = close_round(table, deal.state, deal.log)
        assert table.kill == (3 if bet else 0)
        if bet:
            assert Deal.at(table).state.sign.limits == limits
            kills = [event for event in Deal.at(table).events_of("Posted") if event.kind == "kill"]
            assert [(event.seats, event.owed) for event in kills] == [((3,), limits[:1])]
            assert kills[0].clause == "POKER 20(k)(3)"
    assert pots[1] >= least > pots[2]
    assert Deal.at(table).state.sign.limits == (4_00, 8_00)


@clause("POKER-20k3")
def test_the_sign_must_post_the_qualifying_pot() -> None:
    unposted = TableSign(kill="full")
    assert [fault.clause for fault in faults(GAMES[HILO], unposted)] == ["POKER 20(k)(3)"]
