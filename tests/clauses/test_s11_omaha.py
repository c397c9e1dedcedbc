"""POKER 11: omaha, clause by clause, with the kill; and what BBC's omaha has in common with it."""

from typing import Any

import pytest

from croupier.api import replay
from croupier.cards import DECK_52, parse_cards
from croupier.chips import Chips
from croupier.engine.events import write_event
from croupier.engine.play import start
from croupier.engine.verify import verify_log
from croupier.games import GAMES, game_of
from croupier.games.bbc_omaha_hi import STAKES
from croupier.rankings import HIGH_5, LOW_8
from croupier.refused import Refused
from croupier.room.table.button import place_button
from croupier.room.table.progress import close_round, leave, open_table, sit
from croupier.room.table.state import Table
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import faults
from croupier.views.printed.signboard import signboard
from tests.clause import clause
from tests.dealing import Deal

EACH = ("omaha", "omaha-hilo-8", "bbc-omaha")
HILO = "omaha-hilo-8"
BBC_LIMIT = {"sign": STAKES["$2/$4 limit"]}


def cites(key: str, poker: str, bbc: str) -> str:
    return f"BBC {bbc}" if key == "bbc-omaha" else f"POKER {poker}"


def limit(key: str) -> dict[str, Any]:
    """The keywords that give every game of omaha the same fixed limits."""
    return BBC_LIMIT if key == "bbc-omaha" else {}


def moved(award: Any) -> dict[int, int]:
    return {int(move.target.removeprefix("stack:")): int(move.chips) for move in award.moves}


def awards(deal: Deal) -> dict[str, dict[int, int]]:
    """What each seat got of each share of the only pot."""
    return {award.share: moved(award) for award in deal.events_of("PotAwarded")}


def seated(table: Table, players: int, chips: int = 500_00) -> Table:
    for seat in range(1, players + 1):
        table = sit(table, seat, chips)
    return place_button(table)


# (a)-(c)


@clause("POKER-11a", "POKER-11b", "BBC-oma-max")
@pytest.mark.parametrize("key", EACH)
def test_ten_may_play_and_no_more(key: str) -> None:
    assert len(Deal(key, 10).to_showdown().events_of("Shown")) == 10
    with pytest.raises(Refused, match="2 to 10") as refused:
        Deal(key, 11)
    assert refused.value.clause == cites(key, "11(b)", "oma-max")


@clause("POKER-11a", "POKER-11b", "BBC-oma-max")
@pytest.mark.parametrize("key", EACH)
def test_an_ante_is_placed_only_where_posted(key: str) -> None:
    assert "ante" not in {event.kind for event in Deal(key, 3).events_of("Posted")}
    ante = Deal(key, 3, ante=1_00).events_of("Posted")[0]
    assert (ante.kind, ante.seats, ante.owed) == ("ante", (1, 2, 3), (1_00,) * 3)
    assert ante.clause == cites(key, "11(b)", "wag-ante")


@clause("POKER-11a", "POKER-11b")
def test_a_kill_is_in_effect_only_where_posted() -> None:
    unposted = TableSign(limits=(Chips(4_00), Chips(8_00)), blinds=(Chips(2_00), Chips(4_00)))
    table = seated(open_table(GAMES[HILO], unposted), 6)
    table, _ = scooped(table, 5)
    assert table.kill == 0
    with pytest.raises(Refused) as refused:
        Deal(HILO, 6, kill=5)
    assert refused.value.clause == "SIGN kill"


@clause("POKER-11c", "BBC-oma-button")
@pytest.mark.parametrize("key", EACH)
def test_the_button_starts_and_moves_as_in_holdem(key: str) -> None:
    table = seated(open_table(GAMES[key]), 4)
    assert table.button == 4
    high_card = open_table(GAMES[key], TableSign(button_start="high_card"))
    for seat in (2, 5):
        high_card = sit(high_card, seat, 200_00)
    assert place_button(high_card, parse_cards("AdKs")).button == 2
    seen = []
    for _ in range(4):
        deal = Deal.at(table)
        seen.append(deal.state.button)
        assert deal.events_of("Dealt")[0].seats[len(table.seated) - 1] == deal.state.button
        while not deal.state.done:
            deal.fold()
        table = close_round(table, deal.state, deal.log)
        if len(seen) == 2:
            table = leave(table, 3)
    assert seen == [4, 1, 2, 4]


# (d)-(e)


@clause("POKER-11d", "BBC-oma-deal")
@pytest.mark.parametrize("key", EACH)
def test_four_cards_one_at_a_time_and_the_button_last(key: str) -> None:
    deal = Deal(key, 3, deck=DECK_52, button=3)
    (dealt,) = deal.events_of("Dealt")
    assert dealt.seats == (1, 2, 3) * 4
    assert dealt.faces == "D" * 12
    assert dealt.clause == cites(key, "11(d)", "oma-deal")
    place = {card: at for at, card in enumerate(DECK_52, start=1)}
    assert [place[card] for card in deal.state.hands[1].down] == [1, 4, 7, 10]
    assert [place[card] for card in deal.state.hands[3].down] == [3, 6, 9, 12]
    deal.to_showdown()
    assert [place[card] for card in deal.state.burns] == [13, 17, 19]
    assert [place[card] for card in deal.state.boards[0]] == [14, 15, 16, 18, 20]


@clause("POKER-11e", "BBC-oma-rounds")
@pytest.mark.parametrize("key", EACH)
def test_blinds_are_posted_before_the_deal(key: str) -> None:
    deal = Deal(key, 6)
    (blinds,) = deal.events_of("Posted")
    assert (blinds.kind, blinds.seats, blinds.owed) == ("blind", (1, 2), (1_00, 2_00))
    assert blinds.clause == cites(key, "11(e)", "wag-blind")
    assert deal.kinds.index("Posted") < deal.kinds.index("Dealt")


@clause("POKER-11e", "BBC-oma-rounds")
@pytest.mark.parametrize("key", EACH)
def test_four_rounds_are_bet_as_in_holdem(key: str) -> None:
    deal = Deal(key, 6, **limit(key))
    assert (deal.actor, deal.does) == (3, ["fold", "call", "raise"])
    deal.run("c c c c f")  # seat 1 folds
    assert (deal.actor, deal.does) == (2, ["check", "raise"])
    deal.check()
    for street, size in (("flop", 2_00), ("turn", 4_00), ("river", 4_00)):
        assert (deal.street, deal.actor, deal.does) == (street, 2, ["check", "bet"])
        assert deal.option("bet").least == size
        assert deal.kinds[-4:] == ["Burned", "BoardDealt", "BettingOpened", "TurnGiven"]
        deal.run("c c c c c")
    assert [len(event.cards) for event in deal.events_of("BoardDealt")] == [3, 1, 1]
    wanted = cites(key, "11(e)", "oma-rounds")
    assert {
        event.clause for event in deal.events_of("BettingOpened") + deal.events_of("Burned")
    } == {wanted}


# (f) two of the hand, three of the board


@clause("POKER-11f", "BBC-oma-2of4")
@pytest.mark.parametrize("key", EACH)
def test_one_heart_and_four_on_the_board_are_a_straight_and_no_royal_flush(key: str) -> None:
    hands = {1: "Th9s8d7c", 2: "Td9c3s3d", 3: "TsJd5c5d"}
    deal = Deal(key, 3, hands=hands, board="AhKhQhJh2c").to_showdown()
    highs = {event.seat: event.strengths[0][0] for event in deal.events_of("Shown")}
    assert highs[1] == highs[2] == HIGH_5.strength("KsQdJcTh9s")
    assert highs[3] == HIGH_5.strength("AsKdQcJhTs")
    assert deal.won(3) == 4_00


@clause("POKER-11f", "BBC-oma-2of4")
@pytest.mark.parametrize("key", EACH)
def test_four_aces_in_the_hand_are_one_pair(key: str) -> None:
    hands = {1: "AsAhAdAc", 2: "KhQc4s6s", 3: "KcJc8d7s"}
    deal = Deal(key, 3, hands=hands, board="KdQh9s5c3d").to_showdown()
    highs = {event.seat: event.strengths[0][0] for event in deal.events_of("Shown")}
    assert highs[1] == HIGH_5.strength("AsAhKdQh9s")
    assert highs[2] > highs[1] > highs[3]
    assert deal.won(2) == 4_00


@clause("POKER-11f1", "BBC-oma-win")
@pytest.mark.parametrize("key", ["omaha", "bbc-omaha"])
def test_the_best_high_hand_wins_the_pot_in_high_poker(key: str) -> None:
    hands = {1: "As2s9c9d", 2: "KhKdQcJc", 3: "7h7d8c8h"}  # seat 1 has the best low
    deal = Deal(key, 3, hands=hands, board="Kc5s6h7cTd").to_showdown()
    (award,) = deal.events_of("PotAwarded")
    assert (award.share, moved(award)) == ("high", {2: 6_00})
    assert award.clause == cites(key, "11(f)(1)", "oma-win")


@clause("POKER-11f2")
def test_best_high_and_best_qualifying_low_divide_the_pot_equally() -> None:
    hands = {1: "As2s9c9d", 2: "KhKdQcJc", 3: "2c4cJhJs"}
    deal = Deal(HILO, 3, hands=hands, board="Kc5s6h7cTd").to_showdown()
    assert awards(deal) == {"high": {2: 3_00}, "low": {1: 3_00}}
    high, low = deal.events_of("PotAwarded")
    assert (high.clause, low.clause) == ("POKER 11(f)(2)", "POKER 11(g)")
    lows = {event.seat: event.strengths[0][1] for event in deal.events_of("Shown")}
    assert lows[1] == LOW_8.strength("As2s5s6h7c") > lows[3] == LOW_8.strength("2c4c5s6h7c") > 0


# (g) the low must qualify


@clause("POKER-11g")
def test_a_low_that_pairs_the_board_is_none_and_the_high_hand_takes_all() -> None:
    hands = {1: "KcTh9c9d", 2: "As2dQcQd", 3: "JhJsTcTd"}
    deal = Deal(HILO, 3, hands=hands, board="2h3c4sKdKh").to_showdown()
    lows = {event.seat: event.strengths[0][1] for event in deal.events_of("Shown")}
    assert lows == {1: 0, 2: 0, 3: 0}
    assert awards(deal) == {"high": {1: 6_00}}


@clause("POKER-11g")
@pytest.mark.parametrize(
    ("hand", "board", "low"),
    [
        ("AsKsQcQd", "2h3c4s5dKh", ""),  # one low card in the hand is not enough
        ("As2d3c6h", "7h8cTsJdKh", ""),  # nor are two on the board
        ("As2dQcQd", "3h7c9sJdKh", ""),
        ("As9dQcQd", "2h3c4sJdKh", ""),  # a nine is too high
        ("As8dQcQd", "2h3c4sJdKh", "8d4s3c2hAs"),
        ("As2dQcQd", "3h7c8sJdKh", "8s7c3h2dAs"),
        ("As2d3cQd", "2h4c8sJd8h", "8s4c3c2hAs"),  # a paired two leaves the three
    ],
)
def test_five_ranks_to_the_eight_with_two_of_the_hand(hand: str, board: str, low: str) -> None:
    others = {2: "TcTdJhJs", 3: "QhKc9h9c"}
    deal = Deal(HILO, 3, hands={1: hand, **others}, board=board).to_showdown()
    lows = {event.seat: event.strengths[0][1] for event in deal.events_of("Shown")}
    assert lows == {1: LOW_8.strength(low) if low else 0, 2: 0, 3: 0}
    assert ("low" in awards(deal)) is bool(low)


# (h) the two hands of one player


@clause("POKER-11h1")
def test_high_and_low_may_be_two_different_hands() -> None:
    hands = {1: "AsKs2d3d", 2: "QhQd9c9d", 3: "JhTh9h8d"}
    deal = Deal(HILO, 3, hands=hands, board="QsJs5s6c7c").to_showdown()
    shown = {event.seat: event.strengths[0] for event in deal.events_of("Shown")}
    assert shown[1] == (HIGH_5.strength("AsKsQsJs5s"), LOW_8.strength("As2d5s6c7c"))
    assert awards(deal) == {"high": {1: 3_00}, "low": {1: 3_00}}
    assert deal.won(1) == 4_00


@clause("POKER-11h2")
def test_one_grouping_may_be_high_and_low() -> None:
    hands = {1: "2s3sKdKh", 2: "QhQd9c9d", 3: "JhTh9h7d"}
    deal = Deal(HILO, 3, hands=hands, board="4d5c6hQsJc").to_showdown()
    shown = {event.seat: event.strengths[0] for event in deal.events_of("Shown")}
    assert shown[1] == (HIGH_5.strength("2s3s4d5c6h"), LOW_8.strength("2s3s4d5c6h"))
    assert deal.won(1) == 4_00


@clause("POKER-11h3")
def test_an_ace_is_high_and_low_at_once() -> None:
    hands = {1: "As4dKdTh", 2: "QhQd9c9d", 3: "JhJs9h8d"}
    deal = Deal(HILO, 3, hands=hands, board="Ac2d3h7cKs").to_showdown()
    shown = {event.seat: event.strengths[0] for event in deal.events_of("Shown")}
    assert shown[1] == (HIGH_5.strength("AsAcKdKs7c"), LOW_8.strength("As4d2d3h7c"))
    assert deal.won(1) == 4_00


# (i) the kill


def posting(kill: str = "full", **changes: Any) -> TableSign:
    """$4/$8 with blinds of $2 and $4; a pot of $40, ten times the minimum, qualifies."""
    wanted: dict[str, Any] = {
        "kill": kill,
        "kill_pot": Chips(40_00),
        "limits": (Chips(4_00), Chips(8_00)),
        "blinds": (Chips(2_00), Chips(4_00)),
    }
    return TableSign(**(wanted | changes))


def killing(kill: str = "full", players: int = 6, **changes: Any) -> Table:
    """A table with a kill; the first button is in front of the last seat."""
    return seated(open_table(GAMES[HILO], posting(kill, **changes)), players)


KILLS = {
    *("omaha-hilo-8", "five-card-omaha-hilo-8", "triple-draw-2-7", "triple-draw-a-5"),
    *("badeucey", "badacey", "badugi"),
}
NO_LOW = "AdKcQc9h9s"
WHOLE = "AsAhKsKh"  # the best hand on that board


def scooped(table: Table, seat: int, *, bet: bool = True) -> tuple[Table, Deal]:
    """A round that a seat wins whole: $48 at $4/$8 with six players, $24 without the flop bet."""
    deal = Deal.at(table, hands={seat: WHOLE}, board=NO_LOW).to_street("flop")
    if bet:
        deal.bet(deal.option("bet").least)
    deal.to_showdown()
    assert deal.won(seat) > 0
    return close_round(table, deal.state, deal.log), deal


def shared(table: Table, hands: dict[int, str], board: str) -> tuple[Table, Deal]:
    """A round with the same bets, and other cards."""
    deal = Deal.at(table, hands=hands, board=board).to_street("flop")
    deal.bet(deal.option("bet").least).to_showdown()
    return close_round(table, deal.state, deal.log), deal


def split(table: Table, high: int, low: int) -> tuple[Table, Deal]:
    return shared(table, {high: "KhKsQsQh", low: "As4hJsJh"}, "2d3c7hKdKc")


def tied(table: Table, one: int, other: int) -> tuple[Table, Deal]:
    return shared(table, {one: "AsKsTs8s", other: "AhKhTh8h"}, NO_LOW)


def placed(deal: Deal) -> dict[str, dict[int, int]]:
    """What was placed before the cards, by kind."""
    return {
        event.kind: dict(zip(event.seats, map(int, event.owed), strict=True))
        for event in deal.events_of("Posted")
    }


@clause("POKER-1kill", "POKER-11i1")
def test_a_whole_qualifying_pot_doubles_the_limits_of_the_next_hand() -> None:
    table, first = scooped(killing(), 5)
    assert awards(first) == {"high": {5: 48_00}}
    assert first.state.sign.limits == (4_00, 8_00)
    second = Deal.at(table)
    assert second.option("raise").least == second.option("raise").most == 16_00
    assert second.to_street("flop").option("bet").least == 8_00
    assert second.to_street("turn").option("bet").least == 16_00
    assert second.to_street("river").option("bet").most == 16_00
    assert replay(second.log) == second.state


@clause("POKER-1halfkill")
def test_a_half_kill_adds_half_to_the_limits_of_the_next_hand() -> None:
    table, _ = scooped(killing("half"), 5)
    second = Deal.at(table)
    assert second.option("raise").least == 12_00
    assert second.to_street("flop").option("bet").least == 6_00
    assert second.to_street("turn").option("bet").least == 12_00


@clause("POKER-1halfkill")
@pytest.mark.parametrize("limits", [(3_00, 6_00), (1_00, 2_00), (5_00, 10_00)])
def test_a_half_kill_that_is_not_whole_chips_is_a_fault_of_the_sign(
    limits: tuple[Chips, Chips],
) -> None:
    found = faults(GAMES[HILO], posting("half", limits=limits, blinds=limits[:1]))
    assert [fault.clause for fault in found] == ["POKER 1 half-kill"]
    assert not faults(GAMES[HILO], posting("full", limits=limits, blinds=limits[:1]))
    assert not faults(GAMES[HILO], posting("half", limits=limits, blinds=limits[:1], unit=50))


@clause("POKER-1kill", "POKER-11i1")
def test_the_pot_must_reach_the_posted_amount() -> None:
    table, small = scooped(killing(), 5, bet=False)
    assert small.won(5) == 20_00
    assert (table.kill, Deal.at(table).state.sign.limits) == (0, (4_00, 8_00))
    assert scooped(killing(kill_pot=48_00), 5)[0].kill == 5
    assert scooped(killing(kill_pot=49_00), 5)[0].kill == 0


@clause("POKER-1kill", "POKER-11i1")
def test_an_uncalled_bet_is_no_part_of_the_pot() -> None:
    table = killing(kill_pot=25_00)
    deal = Deal.at(table).to_street("flop").bet(4_00)
    deal.run("f f f f f")
    assert deal.events_of("Returned")[0].moves[0].chips == 4_00
    assert close_round(table, deal.state, deal.log).kill == 0
    unseen = killing(kill_pot=24_00)
    assert close_round(unseen, deal.state, deal.log).kill == 1


@clause("POKER-1kill", "POKER-11i1")
def test_one_player_must_win_the_entire_pot() -> None:
    assert split(killing(), 2, 3)[0].kill == 0
    assert tied(killing(), 2, 3)[0].kill == 0
    both, deal = shared(killing(), {2: "KhKsAs4h"}, "2d3c7hKdKc")
    assert awards(deal) == {"high": {2: 24_00}, "low": {2: 24_00}}
    assert both.kill == 2


@clause("POKER-1kill", "POKER-11i1")
def test_side_pots_belong_to_the_entire_pot() -> None:
    table = sit(leave(killing(), 6), 6, 6_00)
    same, deal = shared(table, {6: "QsQh2s2h", 5: WHOLE}, NO_LOW)
    assert [award.pot for award in deal.events_of("PotAwarded")] == [1, 0]
    assert same.kill == 5
    apart, deal = shared(table, {6: WHOLE, 5: "QsQh2s2h"}, NO_LOW)
    assert [award.pot for award in deal.events_of("PotAwarded")] == [1, 0]
    assert apart.kill == 0


@clause("POKER-11i5")
def test_pots_that_two_players_each_win_whole_are_not_split_between_high_and_low() -> None:
    table, _ = scooped(killing(), 5)
    short = sit(leave(table, 3), 3, 10_00)  # eight of it before the flop
    strangers = {1: "QsJsTs9s", 4: "QhJhTh9h", 5: "QdJdTd9d", 6: "QcJcTc9c"}
    whole = {3: "As4hKsKh", 2: "5h6d7s7c"}
    after, deal = shared(short, strangers | whole, "2d3c7hKdKc")
    won = {(event.pot, event.share, *moved(event)) for event in deal.events_of("PotAwarded")}
    assert won == {(1, "high", 2), (1, "low", 2), (0, "high", 3), (0, "low", 3)}
    assert (after.kill, after.killed) == (5, True)


@clause("POKER-1kill", "POKER-11i1")
@pytest.mark.parametrize(
    ("key", "offered"),
    [(key, key in KILLS) for key in GAMES],
)
def test_which_games_may_post_a_kill(key: str, offered: bool) -> None:
    found = [fault.why for fault in faults(GAMES[key], posting()) if "kill" in fault.why]
    assert found == ([] if offered else [f"{GAMES[key].title} offers no kill"])


@clause("POKER-1kill", "POKER-11i1")
@pytest.mark.parametrize("key", ["triple-draw-2-7", "badeucey", "badugi"])
def test_draw_games_may_kill_a_pot_won_whole(key: str) -> None:
    table = seated(open_table(GAMES[key], posting(kill_pot=24_00)), 6)
    deal = Deal.at(table).to_street("first draw")
    while not deal.may("bet"):
        deal.passive()
    deal.bet(4_00).run("f f f f f")
    table = close_round(table, deal.state, deal.log)
    assert table.kill == 1
    assert Deal.at(table).option("raise").least == 16_00


@clause("POKER-1kill", "POKER-11i1")
def test_a_kill_needs_fixed_limits_and_a_posted_pot() -> None:
    loose = posting(structure="pot_limit", limits=(Chips(4_00),))
    assert [fault.clause for fault in faults(GAMES[HILO], loose)] == ["POKER 1 kill"]
    unposted = posting(kill_pot=Chips(0))
    assert [fault.clause for fault in faults(GAMES[HILO], unposted)] == ["POKER 11(i)"]


@clause("POKER-11i2")
@pytest.mark.parametrize(("kill", "blind"), [("full", 8_00), ("half", 6_00)])
def test_the_winner_has_the_kill_button_and_posts_the_raised_minimum(kill: str, blind: int) -> None:
    table, _ = scooped(killing(kill), 5)
    assert table.kill == 5
    deal = Deal.at(table)
    assert placed(deal) == {"blind": {2: 2_00, 3: 4_00}, "kill": {5: blind}}
    assert deal.events_of("Posted")[1].clause == "POKER 11(i)"
    assert deal.kinds.index("Dealt") > deal.log.index(deal.events_of("Posted")[1])
    assert deal.option("call").most == blind


@clause("POKER-11i2")
def test_the_kill_blind_is_live_and_its_owner_acts_in_turn() -> None:
    table, _ = scooped(killing(), 5)
    deal = Deal.at(table)
    assert deal.actor == 4
    deal.call()
    assert (deal.actor, deal.does) == (5, ["check", "raise"])
    deal.check()
    assert (deal.actor, deal.option("call").most) == (6, 8_00)
    deal.run("c c")
    assert (deal.actor, deal.option("call").most) == (2, 6_00)
    deal.call()
    assert (deal.actor, deal.option("call").most) == (3, 4_00)
    deal.call()
    assert (deal.street, deal.state.pot) == ("flop", 48_00)


@clause("POKER-11i2")
def test_the_owner_of_the_kill_blind_may_be_first_to_act() -> None:
    table, _ = scooped(killing(), 4)
    deal = Deal.at(table)
    assert (deal.actor, deal.does) == (4, ["check", "raise"])
    deal.raise_to(16_00)
    assert (deal.actor, deal.option("call").most) == (5, 16_00)


@clause("POKER-11i3")
def test_the_last_blind_who_has_the_kill_posts_only_the_kill_blind() -> None:
    table, _ = scooped(killing(), 3)
    deal = Deal.at(table)
    assert placed(deal) == {"blind": {2: 2_00}, "kill": {3: 8_00}}
    assert deal.state.pot == 10_00
    assert deal.actor == 4


@clause("POKER-11i3")
def test_the_first_blind_who_has_the_kill_posts_only_the_kill_blind() -> None:
    table, _ = scooped(killing(), 2)
    deal = Deal.at(table)
    assert placed(deal) == {"blind": {3: 4_00}, "kill": {2: 8_00}}
    deal.run("c c c c")
    assert (deal.actor, deal.does) == (2, ["check", "raise"])
    deal.check()
    assert (deal.actor, deal.option("call").most) == (3, 4_00)


@clause("POKER-11i3")
def test_heads_up_too_nobody_posts_two_blinds() -> None:
    table, _ = shared(killing(players=2, kill_pot=16_00), {1: WHOLE}, NO_LOW)
    assert (table.kill, table.button) == (1, 1)
    assert placed(Deal.at(table)) == {"blind": {2: 2_00}, "kill": {1: 8_00}}


@clause("POKER-11i4")
def test_the_kill_stays_without_compounding_and_moves_to_the_new_winner() -> None:
    table, _ = scooped(killing(), 3)
    table, second = scooped(table, 5)
    assert second.state.sign.limits == (8_00, 16_00)
    assert sum(sum(moved(award).values()) for award in second.events_of("PotAwarded")) == 96_00
    assert table.kill == 5
    third = Deal.at(table)
    assert third.state.sign.limits == (8_00, 16_00)
    assert placed(third) == {"blind": {3: 2_00, 4: 4_00}, "kill": {5: 8_00}}
    table, third = scooped(table, 5)
    assert third.state.sign.limits == (8_00, 16_00)
    fourth = Deal.at(table)
    assert (table.kill, fourth.state.sign.limits) == (5, (8_00, 16_00))
    assert placed(fourth) == {"blind": {4: 2_00}, "kill": {5: 8_00}}
    assert fourth.option("raise").least == 16_00


@clause("POKER-11i4")
def test_a_half_kill_does_not_compound_either() -> None:
    table, _ = scooped(killing("half"), 3)
    for _ in range(3):
        table, deal = scooped(table, 3)
        assert deal.state.sign.limits == (6_00, 12_00)
        assert table.kill == 3


@clause("POKER-11i5")
def test_the_kill_ends_with_a_pot_below_the_amount() -> None:
    table, _ = scooped(killing(kill_threshold="multiple"), 5)
    table, second = scooped(table, 5, bet=False)
    assert sum(moved(second.events_of("PotAwarded")[0]).values()) == 48_00  # above $40, below $80
    assert table.kill == 0
    third = Deal.at(table)
    assert placed(third) == {"blind": {3: 2_00, 4: 4_00}}
    assert third.state.sign.limits == (4_00, 8_00)


@clause("POKER-11i5")
@pytest.mark.parametrize(("kill", "amount"), [("full", 80_00), ("half", 60_00)])
def test_the_qualifying_pot_rises_with_the_limits(kill: str, amount: int) -> None:
    table, _ = scooped(killing(kill, kill_threshold="multiple"), 1)
    for short in (0, 1):
        deal = Deal.at(table, hands={2: WHOLE}, board=NO_LOW).to_street("flop")
        size = deal.option("bet").least
        deal.bet(size)
        while deal.state.pot + short * size < amount:
            deal.call()
        while deal.street == "flop":
            deal.fold()
        deal.to_showdown()
        assert deal.won(2) > 0
        assert close_round(table, deal.state, deal.log).kill == (0 if short else 2)


@clause("POKER-11i6")
@pytest.mark.parametrize(
    ("posted", "kept"),
    [({}, 5), ({"kill_threshold": "amount"}, 5), ({"kill_threshold": "multiple"}, 0)],
    ids=["nothing said", "an amount", "a multiple"],
)
def test_a_posted_amount_is_the_same_in_every_hand(posted: dict[str, Any], kept: int) -> None:
    """A pot of $48 in a kill hand: above $40, below ten times the raised minimum."""
    table, _ = scooped(killing(**posted), 5)
    table, second = scooped(table, 5, bet=False)
    assert sum(moved(second.events_of("PotAwarded")[0]).values()) == 48_00
    assert (table.kill, table.killed) == (kept, bool(kept))


@clause("POKER-11i6")
def test_the_sign_says_which_of_the_two_it_is() -> None:
    amount = " ".join(line.words for line in signboard(GAMES[HILO], posting()))
    assert "a pot of $40 or more, at the raised limits too" in amount
    several = posting(kill_threshold="multiple")
    words = " ".join(line.words for line in signboard(GAMES[HILO], several))
    assert "10 times the minimum wager or more ($40, and $80 at the raised limits)" in words


@clause("POKER-11i7")
def test_the_limits_stay_when_the_winner_leaves() -> None:
    table, _ = scooped(killing(), 5)
    table = leave(table, 5)
    assert (table.kill, table.killed) == (0, True)
    deal = Deal.at(table)
    assert placed(deal) == {"blind": {2: 2_00, 3: 4_00}}
    assert deal.state.sign.limits == (8_00, 16_00)
    lines = [write_event(event) for event in deal.to_showdown().log]
    assert verify_log(lines, game_of).done
    again, _ = scooped(table, 2)
    assert (again.kill, again.killed) == (2, True)
    ended, _ = split(table, 2, 3)
    assert (ended.kill, ended.killed) == (0, False)
    assert Deal.at(ended).state.sign.limits == (4_00, 8_00)


@clause("POKER-11i7")
def test_a_newcomer_in_the_seat_of_the_winner_owes_no_kill_blind() -> None:
    table, _ = scooped(killing(), 5)
    table = sit(leave(table, 5), 5, 200_00)
    assert placed(Deal.at(table)) == {"blind": {2: 2_00, 3: 4_00}}


@clause("POKER-11i7")
def test_no_log_has_the_limits_of_a_kill_at_a_table_without_one() -> None:
    with pytest.raises(Refused, match="no kill"):
        start(GAMES[HILO], TableSign(), {1: 9, 2: 9}, order=DECK_52, button=1, killed_limits=True)


@clause("POKER-11i5")
def test_the_kill_ends_with_a_split_between_high_and_low() -> None:
    table, _ = scooped(killing(), 5)
    table, second = split(table, 2, 3)
    assert awards(second) == {"high": {2: 48_00}, "low": {3: 48_00}}
    assert table.kill == 0
    assert placed(Deal.at(table)) == {"blind": {3: 2_00, 4: 4_00}}


@clause("POKER-11i5")
def test_a_tie_for_the_whole_pot_keeps_the_kill_where_it_is() -> None:
    table, _ = scooped(killing(), 5)
    table, second = tied(table, 2, 3)
    assert awards(second) == {"high": {2: 48_00, 3: 48_00}}
    assert table.kill == 5
    third = Deal.at(table)
    assert placed(third)["kill"] == {5: 8_00}
    assert third.state.sign.limits == (8_00, 16_00)


@clause("POKER-11i5")
def test_any_shared_pot_ends_the_kill_where_the_sign_says_so() -> None:
    table, _ = scooped(killing(kill_ends_on="shared"), 5)
    assert table.kill == 5
    assert tied(table, 2, 3)[0].kill == 0
    assert split(table, 2, 3)[0].kill == 0
    assert scooped(table, 2)[0].kill == 2


@clause("POKER-11i5")
def test_a_player_who_leaves_takes_no_kill_along() -> None:
    table, _ = scooped(killing(), 5)
    table = leave(table, 5)
    assert "kill" not in placed(Deal.at(table))
    with pytest.raises(Refused) as refused:
        start(table.game, table.sign, table.stacks, order=DECK_52, button=1, kill=5)
    assert refused.value.clause == "POKER 7(a)"
