"""POKER 13a: mambo stud, high-low split six or better."""

from itertools import combinations
from typing import Any

import pytest

from croupier.cards import DECK_52
from croupier.clauses import Clause, is_citation
from croupier.engine import commands
from croupier.games import game_of
from croupier.rankings import HIGH_3, LOW_6
from croupier.refused import Refused
from tests.clause import clause
from tests.dealing import Deal, cited, face_up

MAMBO = "mambo-stud-hilo-6"
STREETS = ("second card", "third card", "community card")
FOUR = {1: "Qh", 3: "Qs", 4: "7d", 6: "7c"}


def showing(up: dict[int, str], *, board: str = "", **given: Any) -> Deal:
    """A round in which every seat has this up-card."""
    stacks = given.pop("players", dict.fromkeys(up, 200_00))
    return Deal(MAMBO, stacks, hands=face_up(up, down=1, board=board), board=board, **given)


def forced(deal: Deal) -> Any:
    (bet,) = deal.events_of("ForcedBetPlaced")
    return bet


def strengths(deal: Deal, seat: int) -> tuple[int, int]:
    (shown,) = [shown for shown in deal.events_of("Shown") if shown.seat == seat]
    high, low = shown.strengths[0]
    return high, low


# --- (a), (b): players and ante --------------------------------------------------------------


@clause("POKER-13a-a", "POKER-13a-b")
def test_eleven_players_are_the_most_and_the_house_may_seat_fewer() -> None:
    assert len(Deal(MAMBO, 11).state.hands) == 11
    for players, seats in ((7, 6), (11, 12)):
        with pytest.raises(Refused, match="POKER 13a\\(b\\)"):
            Deal(MAMBO, players, seats=seats)
    with pytest.raises(Refused, match="POKER 13a\\(b\\)"):
        Deal(MAMBO, dict.fromkeys(range(1, 13), 200_00))


@clause("POKER-13a-a", "POKER-13a-b")
def test_an_ante_is_placed_only_where_the_sign_posts_it() -> None:
    assert not Deal(MAMBO, 3).events_of("Posted")
    deal = Deal(MAMBO, 3, ante=25)
    (ante,) = deal.events_of("Posted")
    assert (ante.clause, ante.kind, ante.owed) == ("POKER 13a(b)", "ante", (25, 25, 25))
    assert deal.kinds.index("Posted") < deal.kinds.index("Dealt")


@clause("POKER-13a-a", "POKER-13a-b")
def test_it_is_played_high_low_split_six_or_better_only() -> None:
    game = game_of(MAMBO)
    (finish,) = game.finish
    assert game.kind == "high-low"
    assert [share.ranking for share in finish.shares] == ["high-3", "low-6"]  # type: ignore[union-attr]  # a showdown
    for other in ("mambo-stud", "mambo-stud-hilo"):
        with pytest.raises(Refused, match="POKER 8\\(b\\)"):
            game_of(other)


# --- (c): the deal ---------------------------------------------------------------------------


@clause("POKER-13a-c")
def test_one_card_is_dealt_down_and_one_up_then_one_down_and_a_community_card() -> None:
    deal = Deal(MAMBO, 3, deck=DECK_52).to_street("community card")
    place = {card: number for number, card in enumerate(DECK_52, 1)}
    hands = deal.state.hands
    down = {seat: [place[card] for card in hand.down] for seat, hand in hands.items()}
    up = {seat: [place[card] for card in hand.up] for seat, hand in hands.items()}
    assert down == {1: [1, 8], 2: [2, 9], 3: [3, 10]}
    assert up == {1: [4], 2: [5], 3: [6]}
    assert [place[card] for card in deal.state.burns] == [7, 11]
    assert [place[card] for card in deal.state.boards[0]] == [12]
    first = deal.events_of("Dealt")[0]
    assert (first.clause, first.seats, first.faces) == ("POKER 13a(c)", (1, 2, 3) * 2, "DDDUUU")


# --- (d), (e): the first betting round -------------------------------------------------------


@clause("POKER-13a-d")
def test_the_lowest_up_card_places_the_forced_bet() -> None:
    deal = showing({1: "Jc", 2: "Ad", 3: "5s"})
    bet = forced(deal)
    assert (bet.seat, bet.owed, bet.clause) == (3, 1_00, "POKER 13a(d)")
    assert forced(showing({1: "Ac", 2: "Ks", 3: "As"})).seat == 2


@pytest.mark.parametrize(("low", "high"), list(combinations("cdhs", 2)))
@clause("POKER-13a-d")
def test_equal_lowest_cards_go_by_the_lowest_suit(low: str, high: str) -> None:
    assert forced(showing({1: "9s", 2: f"4{low}", 3: f"4{high}"})).seat == 2
    assert forced(showing({1: "9s", 2: f"4{high}", 3: f"4{low}"})).seat == 3


@clause("POKER-13a-d")
def test_the_forced_bet_is_at_most_the_lower_limit() -> None:
    for amount in (0, 3_00):
        with pytest.raises(Refused, match="POKER 13a\\(d\\)"):
            Deal(MAMBO, 3, forced_bet=amount)


@clause("POKER-13a-e")
def test_after_the_forced_bet_players_fold_call_or_raise_clockwise() -> None:
    deal = showing({1: "Jc", 2: "5d", 3: "Ac", 4: "6s"})
    for seat in (3, 4, 1):
        assert (deal.actor, deal.does) == (seat, ["fold", "call", "raise"])
        deal.refused(commands.Check(seat), "POKER 1 check")
        deal.call()
    assert {event.clause for event in deal.events_of("Called")} == {"POKER 13a(e)"}
    assert deal.events_of("BettingClosed")[0].clause == "POKER 13a(e)"
    assert deal.street == "third card"


@clause("POKER-13a-e")
def test_a_raise_comes_back_to_the_forced_bettor() -> None:
    deal = showing({1: "Jc", 2: "5d", 3: "Ac"}).raise_to(2_00).fold()
    assert (deal.actor, deal.does) == (2, ["fold", "call", "raise"])
    assert deal.call().street == "third card"


# --- (f), (g): the third card ----------------------------------------------------------------


@clause("POKER-13a-f")
def test_a_card_is_burned_and_the_third_dealt_face_down() -> None:
    deal = showing({1: "Jc", 2: "5d", 3: "Ac", 4: "6s"}).call().fold().call()
    burned, dealt = deal.log[-4:-2]
    assert (type(burned).__name__, burned.clause) == ("Burned", "POKER 13a(f)")
    assert dealt is deal.events_of("Dealt")[1]
    assert (dealt.clause, dealt.seats, dealt.faces) == ("POKER 13a(f)", (1, 2, 3), "DDD")


@clause("POKER-13a-f")
def test_the_highest_up_card_bets_or_checks() -> None:
    deal = showing({1: "Jc", 2: "5d", 3: "Ac", 4: "6s"}).to_street("third card")
    assert (deal.actor, deal.does) == (3, ["check", "bet"])
    assert deal.events_of("TurnGiven")[-1].clause == "POKER 13a(f)"


@pytest.mark.parametrize(("low", "high"), list(combinations("cdhs", 2)))
@clause("POKER-13a-f")
def test_equal_highest_cards_go_by_the_highest_suit(low: str, high: str) -> None:
    for up, opens in (
        ({1: f"J{low}", 2: f"J{high}", 3: "4s"}, 2),
        ({1: f"J{high}", 2: f"J{low}", 3: "4s"}, 1),
    ):
        assert showing(up).to_street("third card").actor == opens


@clause("POKER-13a-g")
def test_players_check_until_a_bet_is_made() -> None:
    deal = showing({1: "Jc", 2: "5d", 3: "Ac"}).to_street("third card")
    for seat in (3, 1, 2):
        assert (deal.actor, deal.does) == (seat, ["check", "bet"])
        deal.check()
    clauses = [event.clause for event in deal.events_of("Checked")]
    assert clauses == ["POKER 13a(f)", "POKER 13a(g)", "POKER 13a(g)"]
    assert deal.street == "community card"


@clause("POKER-13a-g")
def test_after_a_bet_players_fold_call_or_raise() -> None:
    deal = showing({1: "Jc", 2: "5d", 3: "Ac"}).to_street("third card").check().bet(4_00)
    assert (deal.actor, deal.does) == (2, ["fold", "call", "raise"])
    deal.refused(commands.Check(2), "POKER 1 check")
    deal.raise_to(8_00)
    assert (deal.actor, deal.does, deal.turn.to_call) == (3, ["fold", "call", "raise"], 8_00)
    deal.fold()
    assert (deal.actor, deal.turn.to_call) == (1, 4_00)
    deal.call()
    assert deal.events_of("BettingClosed")[-1].clause == "POKER 13a(g)"
    assert deal.street == "community card"


# --- (h), (i): the community card ------------------------------------------------------------


@clause("POKER-13a-h1")
def test_a_card_is_burned_and_one_community_card_dealt() -> None:
    deal = showing(FOUR, board="7h").to_street("community card")
    burned, board = deal.events_of("Burned")[1], deal.events_of("BoardDealt")[0]
    assert deal.log.index(burned) + 1 == deal.log.index(board)
    assert (burned.clause, board.clause) == ("POKER 13a(h)", "POKER 13a(h)")
    assert board.cards == ("7h",)


@pytest.mark.parametrize(("board", "opens"), [("7h", 4), ("2h", 1)])
@clause("POKER-13a-h1")
def test_the_best_pair_of_up_card_and_community_card_opens_else_the_highest_card(
    board: str, opens: int
) -> None:
    deal = showing(FOUR, board=board)
    assert forced(deal).seat == 6
    assert deal.to_street("third card").actor == 3
    deal.to_street("community card")
    assert (deal.actor, deal.does) == (opens, ["check", "bet"])


@clause("POKER-13a-h1")
def test_the_lowest_pair_opens_before_an_ace() -> None:
    deal = showing({1: "As", 2: "Kd", 3: "2c"}, board="2h").to_street("community card")
    assert deal.actor == 3


@clause("POKER-13a-h1")
def test_a_pair_in_the_hole_does_not_open() -> None:
    hands = {1: "8cJd8d", 2: "9cTd9d", 3: "AcQd3s"}
    deal = Deal(MAMBO, 3, hands=hands, board="9h").to_street("community card")
    assert deal.actor == 3


@pytest.mark.parametrize(("board", "opens"), [("7h", 4), ("2h", 1)])
@clause("POKER-13a-h2")
def test_in_the_last_round_ties_go_to_the_player_nearest_the_dealers_left(
    board: str, opens: int
) -> None:
    for up in (FOUR, {1: "Qc", 3: "Qs", 4: "7c", 6: "7s"}, {1: "Qs", 3: "Qc", 4: "7s", 6: "7c"}):
        assert showing(up, board=board).to_street("community card").actor == opens


def test_an_all_in_opener_leaves_each_round_to_the_next_able_player() -> None:
    up = {1: "9h", 2: "5c", 3: "8d", 4: "Ks", 5: "6d"}
    broke = showing(up, players={1: 9_00, 2: 50, 3: 9_00, 4: 9_00, 5: 9_00}, ante=50)
    assert (forced(broke).seat, broke.actor) == (3, 4)
    deal = showing(up, players={1: 9_00, 2: 9_00, 3: 1_00, 4: 1_00, 5: 9_00}, board="8h")
    assert deal.to_street("third card").actor == 5
    assert deal.to_street("community card").actor == 5


@clause("POKER-13a-i")
def test_the_last_round_is_checked_and_bet_like_the_second() -> None:
    deal = showing(FOUR, board="7h").to_street("community card").check()
    assert (deal.actor, deal.does) == (6, ["check", "bet"])
    deal.bet(4_00)
    assert (deal.actor, deal.does) == (1, ["fold", "call", "raise"])
    deal.call().raise_to(8_00).fold().call().call()
    assert deal.events_of("BettingClosed")[-1].clause == "POKER 13a(i)"
    assert [event.clause for event in deal.events_of("Raised")] == ["POKER 13a(i)"] * 2
    assert deal.street == "showdown"


@clause("POKER-13a-i")
def test_there_are_three_betting_rounds() -> None:
    deal = Deal(MAMBO, 3).to_showdown()
    assert [closed.street for closed in deal.events_of("BettingClosed")] == [*STREETS]


# --- (j)-(l): the showdown -------------------------------------------------------------------


@clause("POKER-13a-j")
def test_the_best_three_of_four_cards_halve_the_pot_for_high_and_for_low() -> None:
    hands = {1: "KcKd9s", 2: "6d4h2s", 3: "QhJd8c"}
    deal = Deal(MAMBO, 3, hands=hands, board="3c").to_showdown()
    assert strengths(deal, 1) == (HIGH_3.strength("KcKd9s"), 0)
    assert strengths(deal, 2) == (HIGH_3.strength("4h3c2s"), LOW_6.strength("4h3c2s"))
    assert strengths(deal, 3) == (HIGH_3.strength("QhJd8c"), 0)


@clause("POKER-13a-j")
def test_the_best_high_and_the_best_low_each_take_half() -> None:
    hands = {1: "KcKd9s", 2: "6d4h2s"}
    deal = Deal(MAMBO, 2, hands=hands, board="9c").to_showdown()
    assert deal.awards == {"high": {1: 1_00}, "low": {2: 1_00}}
    assert deal.events_of("PotAwarded")[0].clause == "POKER 13a(j)"


@clause("POKER-13a-j")
def test_the_community_card_need_not_play() -> None:
    deal = Deal(MAMBO, 2, hands={1: "TcJdQs", 2: "AdKhQc"}, board="2h").to_showdown()
    assert strengths(deal, 2) == (HIGH_3.strength("AdKhQc"), 0)


@pytest.mark.parametrize(
    ("better", "worse"),
    [("5c3d2h", "5d4hAc"), ("3c2dAh", "4c2hAd"), ("5d4hAc", "6d2cAh"), ("6d3cAd", "6c5h4c")],
)
@clause("POKER-13a-k")
def test_the_low_is_compared_from_its_highest_card_down(better: str, worse: str) -> None:
    deal = Deal(MAMBO, 2, hands={1: worse, 2: better}, board="Ks").to_showdown()
    assert set(deal.awards["low"]) == {2}
    assert deal.events_of("PotAwarded")[-1].clause == "POKER 13a(k)"


@clause("POKER-13a-k")
def test_six_five_four_qualifies() -> None:
    deal = Deal(MAMBO, 2, hands={1: "6c5h4s", 2: "KdKhKc"}, board="Js").to_showdown()
    assert deal.awards == {"high": {2: 1_00}, "low": {1: 1_00}}


@pytest.mark.parametrize("cards", ["7c2hAs", "2c2hAs", "AcAh2s", "KcQh9s"])
@clause("POKER-13a-k")
def test_high_takes_all_when_no_three_different_ranks_are_six_or_lower(cards: str) -> None:
    deal = Deal(MAMBO, 2, hands={1: cards, 2: "KdKhKs"}, board="Js").to_showdown()
    assert deal.awards == {"high": {2: 2_00}}


@clause("POKER-13a-l")
def test_two_different_hands_win_high_and_low() -> None:
    hands = {1: "As4s5s", 2: "KdKhKc"}
    deal = Deal(MAMBO, 2, hands=hands, board="6s").to_showdown()
    assert strengths(deal, 1) == (HIGH_3.strength("6s5s4s"), LOW_6.strength("5s4sAs"))
    assert deal.awards == {"high": {1: 1_00}, "low": {1: 1_00}}


@pytest.mark.parametrize(
    ("cards", "category"), [("4c3d2h", "straight"), ("Ad4d5d", "flush")], ids=["234", "A45"]
)
@clause("POKER-13a-l")
def test_the_same_three_cards_win_high_and_low(cards: str, category: str) -> None:
    deal = Deal(MAMBO, 2, hands={1: cards, 2: "KdKh9c"}, board="Js").to_showdown()
    assert strengths(deal, 1) == (HIGH_3.strength(cards), LOW_6.strength(cards))
    assert deal.awards == {"high": {1: 1_00}, "low": {1: 1_00}}
    hand = HIGH_3.hand(cards + "Js")
    assert hand is not None
    assert hand.category == category


@clause("POKER-13a-l")
def test_an_ace_counts_high_and_low_at_the_same_time() -> None:
    deal = Deal(MAMBO, 2, hands={1: "Ac6d3h", 2: "Kd9h6c"}, board="Js").to_showdown()
    assert strengths(deal, 1) == (HIGH_3.strength("AcJs6d"), LOW_6.strength("6d3hAc"))
    assert deal.awards == {"high": {1: 1_00}, "low": {1: 1_00}}


def test_every_step_cites_its_clause_and_no_street_runs_backwards() -> None:
    game = game_of(MAMBO)
    for part in game.streets:
        steps = [step for step in game.script if step.street == part.name]
        assert cited(steps) == sorted(cited(steps), key=Clause.parse)
        assert all(map(is_citation, cited(steps)))
