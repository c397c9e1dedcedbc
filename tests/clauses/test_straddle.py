"""The straddle (POKER 20-22, BBC) and the bomb pot (BBC)."""

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.api import replay
from croupier.chips import Chips
from croupier.engine.commands import RaiseTo
from croupier.games import GAMES
from croupier.games.bbc_omaha_hi import STAKES
from croupier.rankings import HIGH_5
from croupier.refused import Refused
from croupier.room.table.button import place_button
from croupier.room.table.progress import close_round, open_table, sit
from croupier.room.table.state import Table
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import faults
from tests.clause import clause
from tests.dealing import Deal

STRADDLED = {
    "five-card-omaha": "20",
    "five-card-omaha-hilo-8": "20",
    "triple-draw-2-7": "21",
    "triple-draw-a-5": "21",
    "badeucey": "21",
    "badacey": "21",
    "badugi": "22",
}
FOUR = TableSign(straddle=Chips(4_00))
BBC_LIMIT = STAKES["$2/$4 limit"]
BBC_POT = STAKES["$1/$2 pot limit"]


def placed(deal: Deal) -> dict[str, dict[int, int]]:
    """What was placed before the cards, by kind."""
    return {
        event.kind: dict(zip(event.seats, map(int, event.owed), strict=True))
        for event in deal.events_of("Posted")
    }


def first_round(deal: Deal) -> list[int]:
    """The seats in order of action in the first betting round, when all check or call."""
    acted = []
    while not deal.events_of("BettingClosed"):
        acted.append(deal.actor)
        deal.passive()
    return acted


def moved(award: Any) -> dict[int, int]:
    return {int(move.target.removeprefix("stack:")): int(move.chips) for move in award.moves}


# POKER 20(d), 21(d), 22(d)


@clause("POKER-20d", "POKER-21d", "POKER-22d")
@pytest.mark.parametrize(("key", "section"), STRADDLED.items())
def test_the_player_left_of_the_last_blind_may_straddle_before_the_cards(
    key: str, section: str
) -> None:
    deal = Deal(key, 6, straddle=3, sign=FOUR)
    assert placed(deal) == {"blind": {1: 1_00, 2: 2_00}, "straddle": {3: 4_00}}
    straddle = deal.events_of("Posted")[-1]
    assert straddle.clause == f"POKER {section}(d)"
    assert deal.log.index(straddle) < deal.kinds.index("Dealt")
    assert placed(Deal(key, 6, straddle=2, sign=FOUR, blinds=(2_00,)))["straddle"] == {2: 4_00}
    assert placed(Deal(key, 6, straddle=4, sign=FOUR, blinds=(1_00, 1_00, 2_00)))["straddle"] == {
        4: 4_00
    }


@clause("POKER-20d", "POKER-21d", "POKER-22d")
@pytest.mark.parametrize(("key", "section"), STRADDLED.items())
def test_nobody_else_may_straddle(key: str, section: str) -> None:
    for seat in (1, 2, 4, 5, 6):
        with pytest.raises(Refused) as refused:
            Deal(key, 6, straddle=seat, sign=FOUR)
        assert refused.value.clause == f"POKER {section}(d)"
    anywhere = replace(FOUR, straddle_seat="any")
    assert [fault.clause for fault in faults(GAMES[key], anywhere)] == ["A-37"]


@clause("POKER-20d", "POKER-21d", "POKER-22d")
@pytest.mark.parametrize("key", STRADDLED)
def test_a_straddle_needs_an_offer_on_the_sign(key: str) -> None:
    with pytest.raises(Refused) as refused:
        Deal(key, 6, straddle=3)
    assert refused.value.clause == "SIGN straddle"
    assert "straddle" not in placed(Deal(key, 6, sign=FOUR))


@clause("POKER-20d", "POKER-21d", "POKER-22d")
@pytest.mark.parametrize("key", STRADDLED)
def test_one_straddle_of_the_posted_amount_in_a_round(key: str) -> None:
    deal = Deal(key, 6, straddle=3, sign=replace(FOUR, straddle=Chips(5_00)))
    straddles = [event for event in deal.events_of("Posted") if event.kind == "straddle"]
    assert [move.chips for event in straddles for move in event.moves] == [5_00]
    assert deal.actor == 4
    assert deal.does == ["fold", "call", "raise"]


# POKER 20(f), 21(f), 22(f)


@clause("POKER-20f1", "POKER-21f1", "POKER-22f1")
@pytest.mark.parametrize("key", STRADDLED)
def test_action_starts_left_of_the_straddler_who_acts_last(key: str) -> None:
    deal = Deal(key, 6, straddle=3, sign=FOUR, button=6)
    assert first_round(deal) == [4, 5, 6, 1, 2, 3]


@clause("POKER-20f1", "POKER-21f1", "POKER-22f1")
@pytest.mark.parametrize("key", STRADDLED)
def test_without_a_straddle_action_starts_left_of_the_last_blind(key: str) -> None:
    assert first_round(Deal(key, 6, sign=FOUR, button=6)) == [3, 4, 5, 6, 1, 2]


@clause("POKER-20f1", "POKER-21f1", "POKER-22f1")
@pytest.mark.parametrize("key", STRADDLED)
def test_blinds_and_straddler_keep_the_option_to_raise(key: str) -> None:
    deal = Deal(key, 6, straddle=3, sign=FOUR, button=6).run("c c c")
    for seat in (1, 2):
        assert (deal.actor, deal.does) == (seat, ["fold", "call", "raise"])
        deal.call()
    assert (deal.actor, deal.does) == (3, ["check", "raise"])
    assert deal.option("raise").least == 6_00  # the straddle is the first raise
    deal.raise_to(6_00)
    assert deal.actor == 4


@clause("POKER-20f1", "POKER-21f1", "POKER-22f1")
@pytest.mark.parametrize("key", STRADDLED)
def test_after_a_raise_the_straddler_answers_in_clockwise_turn(key: str) -> None:
    deal = Deal(key, 6, straddle=3, sign=FOUR, button=6).run("c r600")  # seats 4 and 5
    assert first_round(deal) == [6, 1, 2, 3, 4]


@clause("POKER-straddle-scope")
@pytest.mark.parametrize(
    "key",
    [key for key in GAMES if key not in STRADDLED and key != "bbc-omaha"],
)
def test_sections_nine_to_thirteen_a_give_no_straddle(key: str) -> None:
    game = GAMES[key]
    (fault,) = faults(game, FOUR)
    assert fault.why == f"{game.title} offers no straddle"
    assert fault.clause == game.section
    with pytest.raises(Refused, match="no straddle"):
        Deal(key, 4, sign=FOUR)
    if game.button:
        with pytest.raises(Refused) as refused:
            Deal(key, 4, straddle=3)
        assert refused.value.clause == "SIGN straddle"


# BBC straddle


@clause("BBC-straddle1")
def test_a_straddle_is_voluntary_and_comes_before_any_card() -> None:
    sign = replace(BBC_POT, straddle=Chips(4_00))
    assert "straddle" not in placed(Deal("bbc-omaha", 6, sign=sign))
    deal = Deal("bbc-omaha", 6, sign=sign, straddle=3)
    straddle = deal.events_of("Posted")[-1]
    assert (straddle.kind, straddle.seats, straddle.clause) == ("straddle", (3,), "BBC straddle1")
    assert deal.log.index(straddle) < deal.kinds.index("Dealt")
    assert deal.does == ["fold", "call", "raise"]


@clause("BBC-straddle1")
def test_a_straddle_is_a_raise() -> None:
    capped = replace(BBC_LIMIT, straddle=Chips(4_00), raise_cap=1)
    deal = Deal("bbc-omaha", 6, sign=capped, straddle=3)
    assert deal.does == ["fold", "call"]
    deal.refused(RaiseTo(4, Chips(6_00)), "SIGN raise_cap")
    without = Deal("bbc-omaha", 6, sign=capped)
    assert without.option("raise").least == 4_00


@clause("BBC-straddle2")
@pytest.mark.parametrize(("straddler", "others"), [(3, [4, 5, 6, 1, 2]), (6, [3, 4, 5, 1, 2])])
def test_the_straddler_acts_after_all_others_blinds_included(
    straddler: int, others: list[int]
) -> None:
    sign = replace(BBC_LIMIT, straddle=Chips(4_00), straddle_seat="any")
    deal = Deal("bbc-omaha", 6, sign=sign, straddle=straddler, button=6)
    assert first_round(deal) == [*others, straddler]
    assert deal.to_street("flop").actor == 1


@clause("BBC-straddle2")
def test_the_straddler_keeps_the_option_and_the_last_word() -> None:
    sign = replace(BBC_LIMIT, straddle=Chips(4_00), straddle_seat="any")
    deal = Deal("bbc-omaha", 6, sign=sign, straddle=5, button=6).run("c c c c c")
    assert (deal.actor, deal.does) == (5, ["check", "raise"])
    deal.check()
    assert deal.street == "flop"


@clause("BBC-straddle2")
def test_a_raise_does_not_bring_the_straddler_forward() -> None:
    sign = replace(BBC_LIMIT, straddle=Chips(4_00), straddle_seat="any")
    deal = Deal("bbc-omaha", 6, sign=sign, straddle=6, button=6).run("c r600")  # seats 3 and 4
    assert first_round(deal) == [5, 1, 2, 6, 3]
    twice = Deal("bbc-omaha", 6, sign=sign, straddle=6, button=6).run("r600 c c r800 c")
    assert (twice.events_of("Raised")[-1].seat, twice.actor) == (1, 3)
    assert first_round(twice) == [3, 4, 5, 6]
    own = Deal("bbc-omaha", 6, sign=sign, straddle=6, button=6).run("c c c c c r600 r800")
    assert first_round(own) == [2, 3, 4, 5, 6]


@clause("BBC-straddle2")
def test_other_seats_may_straddle_only_where_posted() -> None:
    sign = replace(BBC_LIMIT, straddle=Chips(4_00))
    for seat in (1, 2, 4, 5, 6):
        with pytest.raises(Refused) as refused:
            Deal("bbc-omaha", 6, sign=sign, straddle=seat, button=6)
        assert refused.value.clause == "BBC straddle1"
    anywhere = replace(sign, straddle_seat="any")
    for seat in (1, 2):  # a blind is there already
        with pytest.raises(Refused):
            Deal("bbc-omaha", 6, sign=anywhere, straddle=seat, button=6)
    assert Deal("bbc-omaha", 6, sign=anywhere, straddle=4, button=6).actor == 3


@clause("POKER-20d", "POKER-21d", "POKER-22d")
@pytest.mark.parametrize("key", [key for key in STRADDLED if key != "five-card-omaha"])
def test_a_straddle_that_does_not_raise_the_blind_of_a_kill_is_refused(key: str) -> None:
    """At $2/$4 the killer posts a blind of $4, and a straddle is a raise (A-37)."""
    posted = replace(FOUR, kill="full", kill_pot=Chips(20_00))
    with pytest.raises(Refused, match="must be more than the kill blind of \\$4"):
        Deal(key, 6, sign=posted, straddle=3, kill=5)
    six = Deal(key, 6, sign=replace(posted, straddle=Chips(6_00)), straddle=3, kill=5)
    assert placed(six)["straddle"] == {3: 6_00}
    assert placed(six)["kill"] == {5: 4_00}


@clause("POKER-20d", "POKER-21d", "POKER-22d")
@pytest.mark.parametrize(
    ("key", "section"), [pair for pair in STRADDLED.items() if pair[0] != "five-card-omaha"]
)
def test_nobody_straddles_in_place_of_the_player_who_posts_the_kill_blind(
    key: str, section: str
) -> None:
    posted = replace(FOUR, kill="full", kill_pot=Chips(20_00), straddle=Chips(6_00))
    for seat in (3, 4):
        with pytest.raises(Refused, match="left of the last blind") as refused:
            Deal(key, 6, sign=posted, straddle=seat, kill=3)
        assert refused.value.clause == f"POKER {section}(d)"


@clause("BBC-straddle3")
def test_a_straddle_is_at_most_the_maximum_bet_of_the_row() -> None:
    game = GAMES["bbc-omaha"]
    assert not faults(game, replace(BBC_LIMIT, straddle=Chips(4_00)))
    five = replace(BBC_LIMIT, straddle=Chips(5_00))
    assert [fault.clause for fault in faults(game, five)] == ["BBC straddle3"]
    with pytest.raises(Refused) as refused:
        Deal("bbc-omaha", 6, sign=five, straddle=3)
    assert refused.value.clause == "BBC straddle3"
    for sign in STAKES.values():
        if sign.structure == "limit":
            most = sign.limits[1]
            assert not faults(game, replace(sign, straddle=most))
            over = replace(sign, straddle=Chips(most + sign.unit))
            assert [fault.clause for fault in faults(game, over)] == ["BBC straddle3"]
        else:
            assert not faults(game, replace(sign, straddle=Chips(2 * max(sign.blinds))))


@clause("BBC-straddle3")
def test_a_straddle_has_the_posted_value_and_counts_in_the_pot() -> None:
    sign = replace(BBC_POT, straddle=Chips(4_00))
    deal = Deal("bbc-omaha", 6, sign=sign, straddle=3)
    assert deal.state.pot == 7_00
    assert deal.option("call").most == 4_00
    assert deal.option("raise").most == 15_00  # 4 + (7 + 4)


# BBC bomb pot


def bbc_table(players: int, sign: TableSign, chips: int = 200_00) -> Table:
    table = open_table(GAMES["bbc-omaha"], sign)
    for seat in range(1, players + 1):
        table = sit(table, seat, chips)
    return place_button(table)


BOMB = replace(BBC_POT, bomb_pot=Chips(5_00))
TWO = replace(BOMB, bomb_boards=2)


@clause("BBC-bomb1")
def test_each_pays_the_bomb_or_is_dealt_out() -> None:
    table = bbc_table(6, BOMB)
    deal = Deal.at(table, bomb=(1, 2, 3, 5, 6))
    assert placed(deal) == {"bomb": dict.fromkeys((1, 2, 3, 5, 6), 5_00)}
    assert deal.events_of("Posted")[0].clause == "BBC bomb1"
    assert deal.state.pot == 25_00
    assert 4 not in deal.state.hands
    assert 4 not in deal.events_of("Dealt")[0].seats
    after = close_round(table, deal.to_showdown().state, deal.log)
    assert after.stacks[4] == 200_00
    assert sum(after.stacks.values()) == 6 * 200_00
    assert after.button == 1


@clause("BBC-bomb1")
def test_even_the_button_may_decline() -> None:
    deal = Deal.at(bbc_table(6, BOMB), bomb=(1, 2, 3, 4, 5))
    assert deal.state.order == (1, 2, 3, 4, 5)
    assert deal.actor == 1


@clause("BBC-bomb1")
def test_two_must_accept() -> None:
    table = bbc_table(6, BOMB)
    with pytest.raises(Refused) as refused:
        Deal.at(table, bomb=(3,))
    assert refused.value.clause == "BBC bomb1"
    assert Deal.at(table, bomb=(3, 5)).state.pot == 10_00


@clause("BBC-bomb1")
def test_a_bomb_pot_needs_an_amount_on_the_sign() -> None:
    with pytest.raises(Refused) as refused:
        Deal.at(bbc_table(6, BBC_POT), bomb=(1, 2, 3))
    assert refused.value.clause == "SIGN bomb_pot"
    assert "bomb" not in placed(Deal.at(bbc_table(6, BOMB)))


@clause("BBC-bomb2")
def test_the_flop_follows_the_deal_at_once() -> None:
    deal = Deal.at(bbc_table(6, BOMB), bomb=(1, 2, 3, 5, 6))
    wanted = ["Posted", "Dealt", "AgreementAsked", "Burned", "BoardDealt", "BettingOpened"]
    assert deal.kinds[2:-1] == wanted
    assert not deal.events_of("AgreementAsked")[0].waiting
    assert (deal.street, deal.actor, deal.does) == ("flop", 1, ["check", "bet"])
    assert deal.option("bet").most == 25_00
    deal.bet(25_00)
    assert deal.option("raise").most == 100_00


@clause("BBC-bomb2")
def test_turn_and_river_follow_as_ever() -> None:
    deal = Deal.at(bbc_table(3, BOMB), bomb=(1, 2, 3)).to_showdown()
    streets = [event.street for event in deal.events_of("BettingOpened")]
    assert streets == ["flop", "turn", "river"]
    assert len(deal.events_of("Burned")) == 3
    assert replay(deal.log) == deal.state


FIRST, SECOND = "KsQsJd9c9h", "2h3d7cKdTc"


@clause("BBC-bomb3")
def test_two_boards_win_half_the_pot_each_and_the_odd_chip_is_the_first_boards() -> None:
    hands = {1: "QhQdJc8h", 2: "TsThAcAd", 3: "4c4d5c6s"}
    deal = Deal.at(bbc_table(5, TWO), bomb=(1, 2, 3, 4, 5), hands=hands, board=FIRST, second=SECOND)
    deal.bet(18_00).run("c f f f")
    assert deal.state.pot == 61_00
    deal.to_showdown()
    won = {award.board: moved(award) for award in deal.events_of("PotAwarded")}
    assert won == {0: {1: 31_00}, 1: {2: 30_00}}
    assert replay(deal.log) == deal.state


@clause("BBC-bomb3")
def test_one_hand_may_win_both_boards() -> None:
    hands = {1: "QhQdKcKh", 2: "8s8dAcAd"}
    deal = Deal.at(bbc_table(2, TWO), bomb=(1, 2), hands=hands, board=FIRST, second=SECOND)
    deal.to_showdown()
    assert [moved(award) for award in deal.events_of("PotAwarded")] == [{1: 5_00}, {1: 5_00}]


@clause("BBC-bomb3")
def test_each_board_counts_two_of_the_hand_and_three_of_its_own_cards() -> None:
    hands = {1: "As4s6d6h", 2: "8s8dAcAd"}
    deal = Deal.at(bbc_table(2, TWO), bomb=(1, 2), hands=hands, board="KsQsJsTs9c", second=SECOND)
    deal.to_showdown()
    shown = {
        event.seat: [board[0] for board in event.strengths] for event in deal.events_of("Shown")
    }
    assert shown[1] == [HIGH_5.strength("As4sKsQsJs"), HIGH_5.strength("6d6hKdTc7c")]
    assert shown[2] == [HIGH_5.strength("AcAdKsQsJs"), HIGH_5.strength("AcAdKdTc7c")]


@clause("BBC-bomb3")
def test_one_burn_serves_both_boards() -> None:
    deal = Deal.at(bbc_table(3, TWO), bomb=(1, 2, 3), board=FIRST, second=SECOND).to_showdown()
    dealt = [(event.board, len(event.cards)) for event in deal.events_of("BoardDealt")]
    assert dealt == [(0, 3), (1, 3), (0, 1), (1, 1), (0, 1), (1, 1)]
    assert ["".join(board) for board in deal.state.boards] == [FIRST, SECOND]
    assert len(deal.events_of("Burned")) == 3


@clause("BBC-bomb3")
def test_nine_may_play_two_boards_and_ten_may_not() -> None:
    nine = Deal.at(bbc_table(10, TWO), bomb=range(1, 10)).to_showdown()
    assert nine.state.left == 52 - (9 * 4 + 10 + 3)
    with pytest.raises(Refused, match="53 cards") as refused:
        Deal.at(bbc_table(10, TWO), bomb=range(1, 11))
    assert refused.value.clause == "BBC bomb3"
    assert Deal.at(bbc_table(10, BOMB), bomb=range(1, 11)).state.pot == 50_00


@clause("BBC-bomb4")
def test_a_bomb_pot_is_at_most_the_maximum_bet_of_the_row() -> None:
    game = GAMES["bbc-omaha"]
    for sign in STAKES.values():
        if sign.structure == "limit":
            most = sign.limits[1]
            assert not faults(game, replace(sign, bomb_pot=most))
            over = replace(sign, bomb_pot=Chips(most + sign.unit))
            assert [fault.clause for fault in faults(game, over)] == ["BBC bomb4"]
        else:
            assert not faults(game, replace(sign, bomb_pot=Chips(25_00)))


@clause("BBC-bomb4")
def test_everybody_pays_the_amount_of_the_sign() -> None:
    deal = Deal.at(bbc_table(4, replace(BBC_LIMIT, bomb_pot=Chips(4_00))), bomb=(1, 2, 3, 4))
    assert placed(deal) == {"bomb": dict.fromkeys((1, 2, 3, 4), 4_00)}


# Libraries have gone wrong here


def test_two_boards_high_low_with_a_side_pot_and_no_low() -> None:
    """Each board of each pot is divided on its own: seat 1 alone has a low, in the main pot."""
    library = TableSign(authorised=False, bomb_pot=Chips(5_00), bomb_boards=2)
    deal = Deal(
        "omaha-hilo-8",
        {1: 5_00, 2: 50_00, 3: 50_00},
        hands={1: "As4s6d6h", 2: "QhQdJc8h", 3: "TsThAcAd"},
        board=FIRST,
        second=SECOND,
        sign=library,
        bomb=True,
    )
    deal.run("b200 c b400 c").to_showdown()
    won = {
        (event.pot, event.board, event.share): moved(event)
        for event in deal.events_of("PotAwarded")
    }
    assert won == {
        (1, 0, "high"): {2: 6_00},
        (1, 1, "high"): {3: 6_00},
        (0, 0, "high"): {2: 8_00},
        (0, 1, "high"): {3: 4_00},
        (0, 1, "low"): {1: 3_00},
    }
    assert deal.stacks == {1: 3_00, 2: 50_00 - 11_00 + 14_00, 3: 50_00 - 11_00 + 10_00}


def test_two_boards_need_the_cards_of_the_game() -> None:
    library = TableSign(authorised=False, bomb_pot=Chips(5_00), bomb_boards=2)
    with pytest.raises(Refused, match="53 cards"):
        Deal("five-card-omaha", 8, sign=library, bomb=True)
    seven = Deal("five-card-omaha", 7, sign=library, bomb=True).to_showdown()
    assert seven.state.left == 52 - (7 * 5 + 10 + 3)
