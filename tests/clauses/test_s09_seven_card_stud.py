"""POKER 9: seven-card stud high, high-low split, and high-low split eight or better."""

from collections.abc import Collection
from itertools import combinations
from typing import Any

import pytest

from croupier.cards import DECK_52, parse_cards
from croupier.clauses import Clause, is_citation
from croupier.engine import commands
from croupier.games import game_of
from croupier.rankings import HIGH_5, LOW_8, LOW_A5
from croupier.refused import Refused
from croupier.room.table.progress import close_round, open_table, sit
from tests.clause import clause
from tests.dealing import Deal, cited, face_up

HIGH, HILO, HILO_8 = "seven-card-stud", "seven-card-stud-hilo", "seven-card-stud-hilo-8"
LOWS = {HILO: LOW_A5, HILO_8: LOW_8}
STREETS = ("third street", "fourth street", "fifth street", "sixth street", "seventh street")

each_game = pytest.mark.parametrize("game", [HIGH, HILO, HILO_8])
each_hilo = pytest.mark.parametrize("game", [HILO, HILO_8])


def showing(game: str, up: dict[int, str], **given: Any) -> Deal:
    """A round in which every seat shows these up-cards, in the order they are dealt."""
    return Deal(game, given.pop("players", len(up)), hands=face_up(up, down=2), **given)


def forced(deal: Deal) -> Any:
    (bet,) = deal.events_of("ForcedBetPlaced")
    return bet


def positions(cards: Collection[str]) -> list[int]:
    """Where cards lay in an unshuffled deck, counted from one."""
    return [DECK_52.index(card) + 1 for card in parse_cards("".join(cards))]


def leave(deal: Deal, *stay: int) -> Deal:
    """One of those who stay bets on this street; the others fold to it."""
    street = deal.street
    while not deal.state.done and deal.street == street:
        if deal.actor not in stay:
            deal.fold() if deal.may("fold") else deal.check()
        elif deal.may("call"):
            deal.call()
        else:
            deal.bet(deal.option("bet").most)
    return deal


# --- (a), (b): players and ante --------------------------------------------------------------


@each_game
@clause("POKER-9a", "POKER-9b")
def test_nine_players_are_dealt_in_and_ten_are_refused(game: str) -> None:
    assert len(Deal(game, 9).state.hands) == 9
    with pytest.raises(Refused, match="POKER 9\\(b\\)"):
        Deal(game, 10)


@each_game
@clause("POKER-9a", "POKER-9b")
def test_the_house_may_seat_fewer_and_never_more(game: str) -> None:
    assert len(Deal(game, 6, seats=6).state.hands) == 6
    for players, seats in ((7, 6), (9, 10)):
        with pytest.raises(Refused, match="POKER 9\\(b\\)"):
            Deal(game, players, seats=seats)


@each_game
@clause("POKER-9a", "POKER-9b")
def test_an_ante_is_placed_only_where_the_sign_posts_it(game: str) -> None:
    assert not Deal(game, 3).events_of("Posted")
    deal = Deal(game, 3, ante=50)
    (ante,) = deal.events_of("Posted")
    assert (ante.clause, ante.kind, ante.seats, ante.owed) == (
        "POKER 9(b)",
        "ante",
        (1, 2, 3),
        (50, 50, 50),
    )
    assert deal.kinds.index("Posted") < deal.kinds.index("Dealt")


@each_game
@clause("POKER-9a", "POKER-9b")
def test_there_is_no_button(game: str) -> None:
    deal = Deal(game, 3, button=2)
    assert deal.events_of("RoundOpened")[0].button == 0
    assert deal.state.order == (1, 2, 3)


# --- (c): the deal ---------------------------------------------------------------------------


@each_game
@clause("POKER-9c1")
def test_two_cards_are_dealt_down_and_one_up_then_three_up_and_one_down(game: str) -> None:
    deal = Deal(game, 3, deck=DECK_52).to_street("seventh street")
    hands = deal.state.hands
    down = {seat: positions(hand.down) for seat, hand in hands.items()}
    up = {seat: positions(hand.up) for seat, hand in hands.items()}
    assert down == {1: [1, 4, 23], 2: [2, 5, 24], 3: [3, 6, 25]}
    assert up == {1: [7, 11, 15, 19], 2: [8, 12, 16, 20], 3: [9, 13, 17, 21]}
    assert positions(deal.state.burns) == [10, 14, 18, 22]
    first = deal.events_of("Dealt")[0]
    assert (first.clause, first.faces) == ("POKER 9(c)", "DDDDDDUUU")


@clause("POKER-9c1")
def test_every_round_is_dealt_from_the_dealers_left() -> None:
    table = open_table(game_of(HIGH))
    for seat in (3, 5, 8):
        table = sit(table, seat, 200_00)
    for _ in range(3):
        deal = Deal.at(table)
        assert deal.events_of("Dealt")[0].seats == (3, 5, 8) * 3
        table = close_round(table, deal.to_showdown().state, deal.log)


# --- (d): who opens the first betting round --------------------------------------------------


@pytest.mark.parametrize(("low", "high"), list(combinations("cdhs", 2)))
@clause("POKER-9d")
def test_equal_up_cards_are_ranked_by_suit(low: str, high: str) -> None:
    for game, rank, opens in ((HIGH, "4", low), (HILO, "K", high), (HILO_8, "4", low)):
        for up in ({1: rank + low, 2: rank + high}, {1: rank + high, 2: rank + low}):
            deal = showing(game, {**up, 3: "9c"})
            assert up[forced(deal).seat] == rank + opens


@clause("POKER-9d")
def test_rank_comes_before_suit() -> None:
    assert forced(showing(HIGH, {1: "3c", 2: "2s", 3: "4c"})).seat == 2
    assert forced(showing(HILO, {1: "Qs", 2: "Kc", 3: "2s"})).seat == 2


@each_game
@clause("POKER-9d")
def test_suits_decide_only_the_opening_of_the_first_round(game: str) -> None:
    tied = {2: "Tc9h", 3: "Ts9s"} if game == HILO else {2: "8s9h", 3: "8c9s"}
    deal = showing(game, {1: "9c2h", **tied})
    assert forced(deal).seat == 3
    assert deal.to_street("fourth street").actor == 2


@clause("POKER-9d")
def test_a_tie_at_the_showdown_is_not_broken_by_suit() -> None:
    hands = {1: "AsKs2c3d4h9cTs", 2: "AcKd2d3h4s9dTh"}
    deal = Deal(HIGH, 2, hands=hands).to_showdown()
    assert (deal.won(1), deal.won(2)) == (0, 0)


@clause("POKER-9d1")
def test_in_the_high_game_the_lowest_up_card_opens() -> None:
    deal = showing(HIGH, {1: "Jc", 2: "2d", 3: "7s", 4: "3c", 5: "2c"})
    assert (forced(deal).seat, forced(deal).clause) == (5, "POKER 9(d)(1)")


@clause("POKER-9d1")
def test_in_the_high_game_an_ace_is_high() -> None:
    assert forced(showing(HIGH, {1: "Ac", 2: "Ks", 3: "As"})).seat == 2


@clause("POKER-9d2")
def test_in_hilo_the_highest_up_card_opens_and_an_ace_is_below_the_two() -> None:
    deal = showing(HILO, {1: "Kh", 2: "As", 3: "Qd", 4: "Ks"})
    assert (forced(deal).seat, forced(deal).clause) == (4, "POKER 9(d)(2)")


@clause("POKER-9d2")
def test_in_hilo_a_two_opens_among_aces() -> None:
    assert forced(showing(HILO, {1: "As", 2: "2c", 3: "Ah"})).seat == 2


@clause("POKER-9d3")
def test_in_hilo_eight_the_lowest_up_card_opens() -> None:
    deal = showing(HILO_8, {1: "Ac", 2: "Jd", 3: "3h", 4: "9c", 5: "Kc", 6: "3s"})
    assert (forced(deal).seat, forced(deal).clause) == (3, "POKER 9(d)(3)")


@clause("POKER-9d3")
def test_in_hilo_eight_an_ace_is_the_highest_card() -> None:
    assert forced(showing(HILO_8, {1: "Ac", 2: "Ks", 3: "Ah"})).seat == 2


@pytest.mark.parametrize(("game", "card"), [(HIGH, "2c"), (HILO, "Ks"), (HILO_8, "2c")])
def test_an_all_in_opener_leaves_the_forced_bet_to_the_next_player_clockwise(
    game: str, card: str
) -> None:
    up = {1: "9c", 2: "8d", 3: card, 4: "7h", 5: "8s"}
    deal = showing(game, up, players={1: 9_00, 2: 9_00, 3: 50, 4: 50, 5: 9_00}, ante=50)
    assert forced(deal).seat == 5
    assert deal.actor == 1


# --- (e): the first betting round ------------------------------------------------------------


@each_game
@clause("POKER-9e")
def test_after_the_forced_bet_each_player_folds_calls_or_raises(game: str) -> None:
    deal = Deal(game, 4)
    first = forced(deal).seat
    assert deal.actor == first % 4 + 1
    for _ in range(3):
        assert deal.does == ["fold", "call", "raise"]
        deal.refused(commands.Check(deal.actor), "POKER 1 check")
        assert deal.events_of("TurnGiven")[-1].clause == "POKER 9(e)"
        deal.call()
    assert [called.seat for called in deal.events_of("Called")] == [*deal.state.clockwise(first)][
        :3
    ]


@each_game
@clause("POKER-9e")
def test_the_forced_bettor_has_no_option_when_all_just_call(game: str) -> None:
    deal = Deal(game, 4).run("c c c")
    assert forced(deal).seat not in [
        turn.turns[0].actor for turn in deal.events_of("TurnGiven")[:3]
    ]
    (closed,) = deal.events_of("BettingClosed")
    assert (closed.street, closed.clause) == ("third street", "POKER 9(e)")
    assert deal.street == "fourth street"


@each_game
@clause("POKER-9e")
def test_the_forced_bettor_answers_a_raise_and_may_raise_again(game: str) -> None:
    deal = Deal(game, 3).run("r200 c")
    assert deal.actor == forced(deal).seat
    assert deal.does == ["fold", "call", "raise"]
    assert deal.turn.to_call == 1_00
    deal.raise_to(4_00)
    assert deal.run("c c").street == "fourth street"


@clause("POKER-9e")
def test_the_first_raise_completes_the_bet_to_the_lower_limit() -> None:
    deal = Deal(HIGH, 4, forced_bet=1_00, limits=(3_00, 6_00))
    assert (deal.option("raise").least, deal.option("raise").most) == (3_00, 3_00)
    deal.raise_to(3_00)
    assert deal.events_of("Raised")[-1].kind == "completion"
    assert (deal.option("raise").least, deal.option("raise").most) == (6_00, 6_00)


@clause("POKER-9e")
def test_a_completion_is_not_counted_as_a_raise() -> None:
    deal = Deal(HIGH, 4, raise_cap=1).run("r200 r400")
    assert deal.does == ["fold", "call"]
    assert [event.kind for event in deal.events_of("Raised")] == ["completion", "raise"]


@clause("POKER-9e")
def test_a_forced_bet_of_the_whole_lower_limit_is_raised_and_not_completed() -> None:
    deal = Deal(HIGH, 3, forced_bet=2_00)
    assert (deal.turn.to_call, deal.option("raise").least) == (2_00, 4_00)
    deal.raise_to(4_00)
    assert deal.events_of("Raised")[-1].kind == "raise"


@clause("POKER-9e")
def test_at_no_limit_a_completion_opens_the_betting_again_for_who_just_called() -> None:
    deal = Deal(HIGH, 4, structure="no_limit", limits=(2_00,)).run("c r200 c c")
    assert deal.actor == deal.state.clockwise(forced(deal).seat)[0]
    assert (deal.does, deal.option("raise").least) == (["fold", "call", "raise"], 4_00)


@each_game
@clause("POKER-9e")
def test_the_forced_bet_is_posted_above_nothing_and_at_most_the_lower_limit(game: str) -> None:
    assert forced(Deal(game, 3, forced_bet=1_00)).owed == 1_00
    for amount in (0, 3_00):
        with pytest.raises(Refused, match="POKER 9\\(e\\)"):
            Deal(game, 3, forced_bet=amount)


# --- (f): fourth street ----------------------------------------------------------------------


@each_game
@clause("POKER-9f")
def test_a_card_is_burned_and_one_dealt_up_to_each_live_player(game: str) -> None:
    up = {1: "Jc", 2: "Qd", 3: "9s", 4: "Jd", 5: "8h"}
    deal = showing(game, up, players={1: 9_00, 2: 9_00, 3: 1_00, 4: 9_00, 5: 9_00})
    leave(deal, 2, 3, 5)
    burned, dealt = deal.events_of("Burned")[0], deal.events_of("Dealt")[1]
    assert deal.log.index(burned) + 1 == deal.log.index(dealt)
    assert (dealt.seats, dealt.faces) == ((2, 3, 5), "UUU")
    assert (burned.clause, dealt.clause) == ("POKER 9(f)", "POKER 9(f)")
    assert deal.stacks[3] == 0


@each_game
@clause("POKER-9f1")
def test_the_best_hand_showing_must_bet_or_check(game: str) -> None:
    deal = showing(game, {1: "AsKs", 2: "4c4d", 3: "AhQh"}).to_street("fourth street")
    assert (deal.actor, deal.does) == (2, ["check", "bet"])
    assert deal.events_of("TurnGiven")[-1].clause == "POKER 9(f)"
    deal.refused(commands.Fold(2), "POKER 1 fold")


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AcKd", "AdQs"),
        ("2c2d", "AcKd"),
        ("3c3d", "2c2d"),
        ("AsJd3c", "KhQhJh"),  # neither suits
        ("As9d3c", "5c6d7h"),  # nor a run count with less than five cards
        ("2c2dAh", "AcKdQh"),
        ("2c2dKh", "2h2sQc"),
        ("2c2d2h", "AcAdKh"),
        ("3c3d2c2d", "AcAdKhQh"),
        ("3c3d2c2d", "3h3sAhKd"),
        ("2c2d2h3s", "AcAdKhKd"),
        ("2c2d2h2s", "AcAdAhKs"),
        ("AcKdJh9s", "3c4d5h6s"),
    ],
)
@clause("POKER-9f1")
def test_only_groups_and_high_cards_count_in_a_hand_showing(better: str, worse: str) -> None:
    street = STREETS[len(better) // 2 - 1]
    for up, opens in (({1: worse, 2: better}, 2), ({1: better, 2: worse}, 1)):
        assert showing(HIGH, up).to_street(street).actor == opens


@clause("POKER-9f2")
def test_equal_hands_showing_are_opened_by_the_player_nearest_the_dealers_left() -> None:
    up = {1: "Jc8d", 2: "Kh9c", 3: "7h6d", 4: "Qc5s", 5: "Ks9d"}
    assert showing(HIGH, up).to_street("fourth street").actor == 2


@each_game
@clause("POKER-9f2")
def test_suits_do_not_decide_who_opens_after_the_first_round(game: str) -> None:
    up = {1: "7c3d2h4s", 2: "KcQd9c8d", 3: "KsQs9s8s", 4: "KhQh9h8h"}
    deal = showing(game, up)
    for street in STREETS[1:]:
        assert deal.to_street(street).actor == 2


@each_hilo
@clause("POKER-9f3")
def test_hilo_games_too_are_opened_by_the_best_high_hand_showing(game: str) -> None:
    deal = showing(game, {1: "2c3d", 2: "KsQd", 3: "AhJc"}).to_street("fourth street")
    assert deal.actor == 3


@each_game
@clause("POKER-9f3")
def test_where_the_best_hand_showing_is_all_in_the_next_able_player_opens(game: str) -> None:
    up = {1: "Jc9d", 2: "AsAd", 3: "Th6c", 4: "Jd5s", 5: "Tc5d"}
    deal = showing(game, up, players={1: 9_00, 2: 1_50, 3: 1_50, 4: 9_00, 5: 9_00}, ante=50)
    deal.to_street("fourth street")
    assert (deal.stacks[2], deal.stacks[3]) == (0, 0)
    assert (deal.actor, deal.state.waiting) == (4, (4, 5, 1))


# --- (g): checks and bets --------------------------------------------------------------------


@each_game
@clause("POKER-9g")
def test_players_check_in_turn_until_all_have_checked(game: str) -> None:
    deal = showing(game, {1: "Jc9d", 2: "AsKd", 3: "Th6c"}).to_street("fourth street")
    for seat in (2, 3, 1):
        assert (deal.actor, deal.does) == (seat, ["check", "bet"])
        deal.check()
    assert [event.clause for event in deal.events_of("Checked")] == [
        "POKER 9(f)",
        "POKER 9(g)",
        "POKER 9(g)",
    ]
    assert deal.street == "fifth street"


@each_game
@clause("POKER-9g")
def test_after_a_bet_each_player_folds_calls_or_raises_until_all_have_answered(game: str) -> None:
    deal = showing(game, {1: "Jc9d", 2: "AsKd", 3: "Th6c"}).to_street("fourth street")
    deal.check().bet(2_00)
    assert (deal.actor, deal.does) == (1, ["fold", "call", "raise"])
    deal.refused(commands.Check(1), "POKER 1 check")
    deal.raise_to(4_00)
    assert (deal.actor, deal.does, deal.turn.to_call) == (2, ["fold", "call", "raise"], 4_00)
    deal.call()
    assert (deal.actor, deal.turn.to_call) == (3, 2_00)
    deal.call()
    assert deal.events_of("BettingClosed")[-1].clause == "POKER 9(g)"
    assert deal.street == "fifth street"


# --- (h): fifth to seventh street ------------------------------------------------------------


@each_game
@clause("POKER-9h1")
def test_three_more_cards_follow_two_up_and_one_down_each_burned_for_and_bet_on(game: str) -> None:
    deal = Deal(game, 3).to_showdown()
    events = [event for event in deal.log if type(event).__name__ in ("Burned", "Dealt")]
    assert [getattr(event, "faces", "burn") for event in events] == [
        "DDDDDDUUU",
        *("burn", "UUU"),
        *("burn", "UUU"),
        *("burn", "UUU"),
        *("burn", "DDD"),
    ]
    assert {event.clause for event in events[3:]} == {"POKER 9(h)"}
    order = [kind for kind in deal.kinds if kind in ("Burned", "Dealt", "BettingClosed")]
    assert order == ["Dealt", "BettingClosed", *["Burned", "Dealt", "BettingClosed"] * 4]
    assert [closed.street for closed in deal.events_of("BettingClosed")] == [*STREETS]


@each_game
@clause("POKER-9h1")
def test_the_later_rounds_are_opened_and_bet_like_fourth_street(game: str) -> None:
    up = {1: "Jc9d4h2s", 2: "QsQd3h5c", 3: "Th6cAcAd"}
    deal = showing(game, up).to_street("fourth street")
    for street, opens, limit in (
        ("fourth street", 2, 2_00),
        ("fifth street", 2, 4_00),
        ("sixth street", 3, 4_00),
        ("seventh street", 3, 4_00),
    ):
        assert (deal.street, deal.actor, deal.does) == (street, opens, ["check", "bet"])
        assert deal.option("bet").least == deal.option("bet").most == limit
        deal.bet(limit)
        assert deal.does == ["fold", "call", "raise"]
        deal.call().call()


@each_game
@clause("POKER-9h2")
def test_nine_players_who_stay_share_a_common_card_on_sixth_and_on_seventh(game: str) -> None:
    deal = Deal(game, 9, deck=DECK_52).to_street("sixth street")
    assert [len(dealt.cards) for dealt in deal.events_of("Dealt")] == [27, 9, 9]
    assert positions(deal.state.burns) == [28, 38, 48]
    assert (positions(deal.state.common), deal.state.left) == ([49], 3)
    deal.to_street("seventh street")
    assert positions(deal.state.burns) == [28, 38, 48, 50]
    assert (positions(deal.state.common), deal.state.left) == ([49, 51], 1)
    assert {event.clause for event in deal.events_of("CommonDealt")} == {"POKER 9(h)"}
    deal.to_showdown()
    assert {len(shown.cards) for shown in deal.events_of("Shown")} == {5}
    assert not deal.events_of("Reshuffled")


@clause("POKER-9h2")
def test_seven_cards_do_not_serve_seven_players_and_the_burn() -> None:
    deal = Deal(HIGH, 7, deck=DECK_52).to_street("sixth street")
    assert (deal.state.left, deal.state.common) == (7, ())
    deal.to_street("seventh street")
    assert positions(deal.state.burns)[-1] == 46
    assert positions(deal.state.common) == [47]
    assert {len(hand.up + hand.down) for hand in deal.state.hands.values()} == {6}


@clause("POKER-9h2")
def test_eight_cards_serve_seven_players_and_the_burn() -> None:
    deal = Deal(HIGH, 8, deck=DECK_52).to_street("fourth street")
    leave(deal, 1, 2, 3, 4, 5, 6, 7).to_street("sixth street")
    assert deal.state.left == 3  # 24 + 9 + 8 dealt before it, 11 left: a burn and seven cards
    assert not deal.state.common
    assert len(deal.events_of("Dealt")[-1].cards) == 7


@each_game
@clause("POKER-9h2")
def test_a_common_card_is_followed_by_a_betting_round(game: str) -> None:
    deal = Deal(game, 9).to_street("sixth street")
    assert deal.kinds[-4:] == ["Burned", "CommonDealt", "BettingOpened", "TurnGiven"]
    assert deal.does == ["check", "bet"]


@each_game
@clause("POKER-9h3")
def test_with_one_card_left_the_burns_and_that_card_are_shuffled(game: str) -> None:
    deal = Deal(game, 8, deck=DECK_52)
    while not (deal.state.turns and deal.actor == 0):
        deal.passive()
    assert (deal.street, deal.state.left) == ("seventh street", 1)
    assert (deal.option("reshuffle").least, deal.option("reshuffle").most) == (4, 4)
    pool = [DECK_52[place - 1] for place in (52, 43, 25, 34)]
    short = commands.Reshuffle(tuple(pool[:3]))
    deal.refused(short, "POKER 9(h)")
    deal.reshuffle("".join(pool))
    (events,) = deal.events_of("Reshuffled")
    assert (events.clause, events.pile) == ("POKER 9(h)", "burns")
    assert deal.kinds[deal.kinds.index("Reshuffled") :][:3] == [
        *("Reshuffled", "Burned", "CommonDealt")
    ]
    assert positions(deal.state.burns) == [52]
    assert positions(deal.state.common) == [43]
    assert deal.state.left == 2


@clause("POKER-9h3")
def test_with_no_card_left_the_burns_alone_are_shuffled() -> None:
    deal = Deal(HIGH, 9, deck=DECK_52).fold()
    deal.to_street("fourth street")
    stay = deal.state.live[:7]
    leave(deal, *stay).to_street("sixth street")
    assert (deal.state.left, deal.state.common) == (0, ())
    while deal.actor:
        deal.passive()
    assert deal.option("reshuffle").most == 3
    deal.reshuffle()
    assert (len(deal.state.burns), len(deal.state.common), deal.state.left) == (1, 1, 1)


@clause("POKER-9h3")
def test_two_cards_left_are_a_burn_and_a_common_card() -> None:
    deal = Deal(HIGH, 8, deck=DECK_52).to_street("fifth street")
    leave(deal, 1, 2, 3, 4, 5, 6, 7).to_street("seventh street")
    assert positions(deal.state.burns)[-1] == 51
    assert positions(deal.state.common) == [52]
    assert not deal.events_of("Reshuffled")


@clause("POKER-9h3")
def test_after_the_shuffle_one_common_card_is_dealt_however_few_players_are_left() -> None:
    deal = leave(Deal(HIGH, 8).to_street("sixth street"), 1, 2)
    assert (deal.actor, deal.state.left) == (0, 1)
    deal.reshuffle()
    assert len(deal.state.common) == 1
    assert {len(deal.state.hands[seat].down) for seat in (1, 2)} == {2}


SEVEN_STAY = {  # the first player's seventh card is dealt as the common card
    1: "2c3s8c9cJs4d" + "Ac",
    2: "2d3d6c9dJhTd",
    3: "AsAd7c4c5c2h",
    4: "2s5sKdKs7d7h",
    5: "4h6h8d9hQc3h",
    6: "4s6s8hTcQd9s",
    7: "5h7s8sThQh6d",
}


@each_game
@clause("POKER-1common", "POKER-9h4")
def test_a_common_card_belongs_to_every_live_hand_at_the_showdown(game: str) -> None:
    deal = Deal(game, 7, hands=SEVEN_STAY).to_street("seventh street")
    assert deal.state.common == ("Ac",)
    deal.to_showdown()
    rankings = [HIGH_5, LOWS[game]] if game in LOWS else [HIGH_5]
    for shown in deal.events_of("Shown"):
        cards = SEVEN_STAY[shown.seat][:12]
        assert "".join(sorted(shown.cards)) == "".join(sorted(parse_cards(cards)))
        assert [*shown.strengths[0]] == [ranking.strength(cards + "Ac") for ranking in rankings]


@clause("POKER-1common", "POKER-9h4")
def test_a_common_card_can_make_the_winning_hand() -> None:
    deal = Deal(HIGH, 7, hands=SEVEN_STAY).to_showdown()
    assert deal.won(3) == 6_00  # three aces with the common one, over kings and sevens


@each_game
@clause("POKER-1common", "POKER-9h4")
def test_a_common_card_does_not_count_in_the_hand_showing(game: str) -> None:
    up = {
        1: "Jc9d4h" + "4d",  # the last is dealt as the common card
        2: "KsQd3h",
        3: "ThAc6c",
        4: "2c5d8h",
        5: "2d6h9c",
        6: "3c7d8s",
        7: "2h5s7c",
        8: "3d6s9s",
        9: "4s7h8d",
    }
    deal = showing(game, up).to_street("sixth street")
    assert deal.state.common == ("4d",)
    assert deal.actor == 3
    assert deal.to_street("seventh street").actor == 3


# --- (i): the showdown -----------------------------------------------------------------------


@clause("POKER-9i")
def test_the_best_five_of_seven_cards_play() -> None:
    hands = {1: "2c7dKsKhKd7s4c", 2: "2h3dQsQhQd8s5c", 3: "As9dJc6h3c8dTs"}
    deal = Deal(HIGH, 3, hands=hands).to_showdown()
    strengths = {shown.seat: shown.strengths[0][0] for shown in deal.events_of("Shown")}
    assert strengths == {
        1: HIGH_5.strength("KsKhKd7d7s"),
        2: HIGH_5.strength("QsQhQd8s5c"),
        3: HIGH_5.strength("AsJcTs9d8d"),
    }


@clause("POKER-9i")
def test_there_is_no_showdown_when_one_player_is_left() -> None:
    deal = leave(Deal(HIGH, 3).to_street("seventh street"), 2)
    assert deal.state.done
    assert not deal.events_of("ShowdownOpened") + deal.events_of("Shown")
    assert deal.won(2) == 2_00


@clause("POKER-9i1")
def test_in_the_high_game_the_best_high_hand_takes_the_pot() -> None:
    hands = {1: "As2s3d4c5h8d9c", 2: "KsKhKdQcQhJdTc", 3: "8s8h7d7c2c3hJc"}
    deal = Deal(HIGH, 3, hands=hands).to_showdown()
    assert deal.awards == {"high": {2: 3_00}}
    assert deal.events_of("PotAwarded")[0].clause == "POKER 9(i)(1)"


@each_hilo
@clause("POKER-9i2")
def test_in_hilo_games_the_best_high_and_the_best_low_halve_the_pot(game: str) -> None:
    hands = {1: "As2s3d4c6h8d9c", 2: "KsKhKdQcQhJdTc"}
    deal = Deal(game, 2, hands=hands).to_showdown()
    assert deal.awards == {"high": {2: 1_00}, "low": {1: 1_00}}
    assert deal.events_of("PotAwarded")[0].clause == "POKER 9(i)(2)"


@clause("POKER-9i2")
def test_without_a_qualifier_even_a_paired_low_wins_its_half() -> None:
    hands = {1: "2c2d2h2s3c3d3h", 2: "AcAdKcKdQcQdJh"}
    deal = Deal(HILO, 2, hands=hands).to_showdown()
    assert deal.awards == {"high": {1: 1_00}, "low": {2: 1_00}}
    (low,) = [shown.strengths[0][1] for shown in deal.events_of("Shown") if shown.seat == 2]
    assert low == LOW_A5.strength("AcAdJhQcKc")


# --- (j)-(l): eight or better, and two hands out of seven cards ------------------------------


@clause("POKER-9j")
def test_a_low_of_five_different_ranks_up_to_the_eight_qualifies() -> None:
    hands = {1: "9c8h6d4s3c3hAd", 2: "Kc9h8d6s4c2d2h", 3: "KhKd9dQsQhJcTd"}
    deal = Deal(HILO_8, 3, hands=hands).to_showdown()
    lows = {shown.seat: shown.strengths[0][1] for shown in deal.events_of("Shown")}
    assert lows == {1: LOW_8.strength("8h6d4s3cAd"), 2: 0, 3: 0}
    assert deal.awards == {"high": {3: 2_00}, "low": {1: 1_00}}
    assert deal.events_of("PotAwarded")[1].clause == "POKER 9(j)"


@clause("POKER-9j")
def test_high_takes_all_when_every_low_holds_a_nine() -> None:
    hands = {1: "As2s3d4c9hTdJc", 2: "Kc9c8d6s4d2d2h", 3: "KhKd9dQsQhJsTc"}
    deal = Deal(HILO_8, 3, hands=hands).to_showdown()
    assert deal.awards == {"high": {3: 3_00}}


@clause("POKER-9j")
def test_high_takes_all_when_every_low_holds_a_pair() -> None:
    hands = {1: "AsAd2d2c3h3c4s", 2: "5s5h6d6c7h7c8s"}
    deal = Deal(HILO_8, 2, hands=hands).to_showdown()
    assert deal.awards == {"high": {1: 2_00}}


@pytest.mark.parametrize("places", list(combinations(range(7), 5)))
@clause("POKER-9j")
def test_the_low_is_found_among_all_subsets_of_the_seven_cards(places: tuple[int, ...]) -> None:
    low, other = iter(("8h", "6d", "4s", "3c", "Ad")), iter(("Kc", "3h"))
    cards = "".join(next(low if place in places else other) for place in range(7))
    deal = Deal(HILO_8, 2, hands={1: cards, 2: "KhKd9dQsQhJcTd"}).to_showdown()
    assert deal.awards == {"high": {2: 1_00}, "low": {1: 1_00}}


@each_hilo
@pytest.mark.parametrize(
    ("cards", "five"),
    [
        ("6c5d4h3s2cKdKh", "6c5d4h3s2c"),  # a straight, and a six low
        ("8h7h5h4h2hKdKs", "8h7h5h4h2h"),  # a flush, and an eight low
    ],
)
@clause("POKER-9k")
def test_the_same_five_cards_may_win_high_and_low(game: str, cards: str, five: str) -> None:
    deal = Deal(game, 2, hands={1: cards, 2: "QsQhQd8s8d3d9c"}).to_showdown()
    assert deal.awards == {"high": {2: 1_00}, "low": {1: 1_00}}
    weaker = Deal(game, 2, hands={1: cards, 2: "QsQhQd8s9d7d3d"}).to_showdown()
    assert weaker.awards == {"high": {1: 1_00}, "low": {1: 1_00}}
    (shown,) = [shown for shown in weaker.events_of("Shown") if shown.seat == 1]
    assert shown.strengths[0] == (HIGH_5.strength(five), LOWS[game].strength(five))


@each_hilo
@clause("POKER-9k")
def test_two_different_hands_may_win_high_and_low(game: str) -> None:
    deal = Deal(game, 2, hands={1: "KcKd7s5c4s3d2h", 2: "QsQh9d8s7d6c4c"}).to_showdown()
    assert deal.awards == {"high": {1: 1_00}, "low": {1: 1_00}}
    (shown,) = [shown for shown in deal.events_of("Shown") if shown.seat == 1]
    assert shown.strengths[0] == (
        HIGH_5.strength("KcKd7s5c4s"),
        LOWS[game].strength("7s5c4s3d2h"),
    )


@each_hilo
@clause("POKER-9l")
def test_an_ace_counts_high_and_low_at_the_same_time(game: str) -> None:
    hands = {1: "Ac8d6h4s2cKdQh", 2: "8c7d6c4d3hKcQd"}
    deal = Deal(game, 2, hands=hands).to_showdown()
    assert deal.awards == {"high": {1: 1_00}, "low": {1: 1_00}}
    (shown,) = [shown for shown in deal.events_of("Shown") if shown.seat == 1]
    assert shown.strengths[0] == (
        HIGH_5.strength("AcKdQh8d6h"),
        LOWS[game].strength("8d6h4s2cAc"),
    )


# --- the odd chip, and the clauses of the definitions ----------------------------------------


@pytest.mark.parametrize(("first", "second", "gets"), [("d", "s", 2), ("s", "d", 1)])
def test_the_odd_chip_of_a_high_tie_goes_by_suit_and_not_by_seat(
    first: str, second: str, gets: int
) -> None:
    hands = {1: f"K{first}Jc9c7d5h3c2h", 2: f"K{second}Jd9h7c5c3h2d"}
    deal = Deal(HIGH, 3, hands=hands).to_street("seventh street")
    leave(deal, 1, 2).to_showdown()
    assert deal.awards == {"high": {gets: 6_00, 3 - gets: 5_00}}
    assert deal.events_of("PotAwarded")[0].excess == "A-58"


@pytest.mark.parametrize(("first", "second", "gets"), [("d", "s", 2), ("s", "d", 1)])
def test_the_odd_chip_of_the_high_half_goes_to_the_highest_card_by_suit(
    first: str, second: str, gets: int
) -> None:
    hands = {1: f"A{first}Kc8c6d4h3c2h", 2: f"A{second}Kd8h6c4c3h2d"}
    deal = Deal(HILO_8, 5, hands=hands).to_street("seventh street")
    leave(deal, 1, 2).to_showdown()
    assert deal.awards == {"high": {gets: 4_00, 3 - gets: 3_00}, "low": {1: 3_00, 2: 3_00}}
    assert deal.events_of("PotAwarded")[0].excess == "POKER 9(i)(2)(ii)"


@pytest.mark.parametrize(("first", "second", "gets"), [("d", "s", 1), ("s", "d", 2)])
def test_the_odd_chip_of_the_low_half_goes_to_the_lowest_card_by_suit(
    first: str, second: str, gets: int
) -> None:
    hands = {1: f"A{first}Kc8c6d4h3c2h", 2: f"A{second}Kd8h6c4c3h2d"}
    deal = Deal(HILO_8, 3, hands=hands).to_street("seventh street")
    leave(deal, 1, 2).to_showdown()
    assert deal.awards == {"high": {1: 3_00, 2: 3_00}, "low": {gets: 3_00, 3 - gets: 2_00}}
    assert deal.events_of("PotAwarded")[1].excess == "POKER 9(i)(2)(iii)"


@each_game
def test_every_step_cites_its_clause_and_no_street_runs_backwards(game: str) -> None:
    for part in game_of(game).streets:
        steps = [step for step in game_of(game).script if step.street == part.name]
        assert cited(steps) == sorted(cited(steps), key=Clause.parse)
        assert all(map(is_citation, cited(steps)))
