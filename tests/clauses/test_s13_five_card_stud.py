"""POKER 13: five-card stud, high only."""

from itertools import combinations
from typing import Any

import pytest

from croupier.cards import DECK_52
from croupier.clauses import Clause, is_citation
from croupier.engine import commands
from croupier.engine.events import RoundOpened, read_event, write_event
from croupier.engine.play import opening
from croupier.games import GAMES, game_of
from croupier.rankings import HIGH_5
from croupier.refused import Refused
from tests.clause import clause
from tests.dealing import Deal, cited, face_up
from tests.golden import FOLDER

STUD = "five-card-stud"
STREETS = ("second street", "third street", "fourth street", "fifth street")


def showing(up: dict[int, str], **given: Any) -> Deal:
    """A round in which every seat shows these up-cards, in the order they are dealt."""
    return Deal(STUD, given.pop("players", len(up)), hands=face_up(up, down=1), **given)


def forced(deal: Deal) -> Any:
    (bet,) = deal.events_of("ForcedBetPlaced")
    return bet


# --- (a), (b): players and ante --------------------------------------------------------------


@clause("POKER-13a0", "POKER-13b")
def test_only_a_high_hand_wins() -> None:
    hands = {1: "AsKdQc9h7s", 2: "Ad2c3d4s6h", 3: "2s2d3c4c6c"}
    deal = Deal(STUD, 3, hands=hands).to_showdown()
    assert deal.awards == {"high": {3: 33_00}}
    assert deal.game.kind == "high"


@clause("POKER-13a0", "POKER-13b")
def test_eight_players_are_the_most() -> None:
    assert len(Deal(STUD, 8).state.hands) == 8
    for players, seats in ((9, 0), (8, 9), (7, 6)):
        with pytest.raises(Refused, match="POKER 13\\(b\\)"):
            Deal(STUD, players, seats=seats)


@clause("POKER-13a0", "POKER-13b")
def test_an_ante_is_placed_only_where_the_sign_posts_it() -> None:
    assert not Deal(STUD, 3).events_of("Posted")
    deal = Deal(STUD, 3, ante=1_00)
    (ante,) = deal.events_of("Posted")
    assert (ante.clause, ante.kind, ante.owed) == ("POKER 13(b)", "ante", (1_00,) * 3)
    assert deal.kinds.index("Posted") < deal.kinds.index("Dealt")


# --- (c): the deal ---------------------------------------------------------------------------


@clause("POKER-13c")
def test_one_card_is_dealt_down_and_one_up_from_the_dealers_left() -> None:
    deal = Deal(STUD, 3, deck=DECK_52).to_street("fifth street")
    place = {card: number for number, card in enumerate(DECK_52, 1)}
    hands = deal.state.hands
    down = {seat: [place[card] for card in hand.down] for seat, hand in hands.items()}
    up = {seat: [place[card] for card in hand.up] for seat, hand in hands.items()}
    assert down == {1: [1], 2: [2], 3: [3]}
    assert up == {1: [4, 8, 12, 16], 2: [5, 9, 13, 17], 3: [6, 10, 14, 18]}
    assert [place[card] for card in deal.state.burns] == [7, 11, 15]
    first = deal.events_of("Dealt")[0]
    assert (first.clause, first.seats, first.faces) == ("POKER 13(c)", (1, 2, 3) * 2, "DDDUUU")


# --- (d), (e): the first betting round -------------------------------------------------------


@clause("POKER-13d")
def test_the_lowest_up_card_places_the_forced_bet() -> None:
    deal = showing({1: "Jc", 2: "5d", 3: "Ac", 4: "6s"})
    bet = forced(deal)
    assert (bet.seat, bet.owed, bet.clause) == (2, 1_00, "POKER 13(d)")
    assert forced(showing({1: "Ac", 2: "Ks", 3: "As"})).seat == 2


@pytest.mark.parametrize(("low", "high"), list(combinations("cdhs", 2)))
@clause("POKER-13d")
def test_equal_up_cards_are_ranked_by_suit(low: str, high: str) -> None:
    assert forced(showing({1: "9s", 2: f"4{low}", 3: f"4{high}"})).seat == 2
    assert forced(showing({1: "9s", 2: f"4{high}", 3: f"4{low}"})).seat == 3


@clause("POKER-13d")
def test_the_forced_bet_is_at_most_the_lower_limit() -> None:
    for amount in (0, 3_00):
        with pytest.raises(Refused, match="POKER 13\\(d\\)"):
            Deal(STUD, 3, forced_bet=amount)


def test_an_all_in_lowest_card_leaves_the_forced_bet_to_the_next_player_clockwise() -> None:
    stacks = {1: 9_00, 2: 1_00, 3: 1_00, 4: 9_00}
    deal = showing({1: "Jc", 2: "3d", 3: "Ac", 4: "6s"}, players=stacks, ante=1_00)
    assert (forced(deal).seat, deal.actor) == (4, 1)


@clause("POKER-13e")
def test_after_the_forced_bet_players_fold_call_or_raise_clockwise() -> None:
    deal = showing({1: "Jc", 2: "5d", 3: "Ac", 4: "6s"})
    for seat in (3, 4, 1):
        assert (deal.actor, deal.does) == (seat, ["fold", "call", "raise"])
        deal.refused(commands.Check(seat), "POKER 1 check")
        deal.call()
    assert {event.clause for event in deal.events_of("Called")} == {"POKER 13(e)"}
    assert deal.events_of("BettingClosed")[0].clause == "POKER 13(e)"
    assert deal.street == "third street"


@clause("POKER-13e")
def test_a_raise_comes_back_to_the_forced_bettor() -> None:
    deal = showing({1: "Jc", 2: "5d", 3: "Ac"}).raise_to(2_00).fold()
    assert (deal.actor, deal.does) == (2, ["fold", "call", "raise"])
    assert deal.call().street == "third street"


# --- (f): the later rounds -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2c2d", "AcKd"),
        ("AcKd", "AdQs"),
        ("As9d3c", "KhQhJh"),
        ("2c2d2h", "AcAdKh"),
        ("3c3d2c2d", "AcAdKhQh"),
        ("As9d3c2d", "KhQhJhTh"),
    ],
)
@clause("POKER-13f")
def test_the_best_hand_showing_opens(better: str, worse: str) -> None:
    street = STREETS[len(better) // 2 - 1]
    for up, opens in (({1: worse, 2: better}, 2), ({1: better, 2: worse}, 1)):
        assert showing(up).to_street(street).actor == opens


@clause("POKER-13f")
def test_equal_hands_showing_are_opened_by_the_player_nearest_the_dealers_left() -> None:
    deal = showing({1: "7c3d2h4s", 2: "KcQd9c8d", 3: "KsQs9s8h", 4: "KhQh9h8s"})
    for street in STREETS[1:]:
        assert deal.to_street(street).actor == 2


@clause("POKER-13f")
def test_where_the_sign_posts_it_the_opener_may_check() -> None:
    up, checks = {1: "7c3d", 2: "KcQd", 3: "5s8h"}, {"five_stud_opener_must_bet": False}
    deal = showing(up, **checks).to_street("third street")
    for seat in (2, 3, 1):
        assert (deal.actor, deal.does) == (seat, ["check", "bet"])
        deal.check()
    assert {event.clause for event in deal.events_of("Checked")} == {"POKER 13(f)"}
    assert deal.street == "fourth street"


@clause("POKER-13f")
@pytest.mark.parametrize("posted", [{}, {"five_stud_opener_must_bet": True}], ids=["", "posted"])
def test_the_opener_of_a_later_round_must_bet(posted: dict[str, bool]) -> None:
    up = {1: "7c3d2h4s", 2: "KcQd6c8d", 3: "5s8h9d9h"}
    deal = showing(up, **posted).to_street("third street")
    for opens, order, limit, cites in (
        (2, (3, 1), 2_00, "POKER 13(f)"),
        (2, (3, 1), 4_00, "POKER 13(g)"),
        (3, (1, 2), 4_00, "POKER 13(g)"),
    ):
        assert (deal.actor, deal.does) == (opens, ["bet"])
        deal.refused(commands.Check(opens), cites)
        deal.bet(limit)
        for seat in order:
            assert (deal.actor, deal.does) == (seat, ["fold", "call", "raise"])
            deal.call()


@clause("POKER-13f")
def test_two_hands_that_show_the_same_are_opened_by_a_bet() -> None:
    """The clause says it of a tie: the player closest to the dealer's left is required to bet."""
    deal = showing({1: "7c3d", 2: "KcQd", 3: "KsQh"}).to_street("third street")
    assert (deal.actor, deal.does) == (2, ["bet"])


@clause("POKER-13f")
def test_a_log_that_leaves_it_open_is_one_of_a_time_when_the_opener_could_check() -> None:
    """A table of version 0.1 goes on as it was dealt; one of today writes the rule down."""
    first = (FOLDER / "five-card-stud.jsonl").read_text().splitlines()[0]
    assert "opener" not in first
    opened = read_event(first)
    assert isinstance(opened, RoundOpened)
    assert opening(GAMES[STUD], opened).sign.five_stud_opener_must_bet is False
    assert '"five_stud_opener_must_bet":true' in write_event(Deal(STUD, 3).log[0])


@clause("POKER-13f")
def test_no_other_stud_may_require_the_opener_to_bet() -> None:
    for game, section in (("seven-card-stud", "POKER 9"), ("mambo-stud-hilo-6", "POKER 13a")):
        with pytest.raises(Refused, match=section):
            Deal(game, 3, five_stud_opener_must_bet=True)


def test_where_the_best_hand_showing_is_all_in_the_next_able_player_opens() -> None:
    stacks = {1: 9_00, 2: 1_00, 3: 1_00, 4: 9_00}
    deal = showing({1: "7c3d", 2: "KcKd", 3: "5s8h", 4: "6c4d"}, players=stacks)
    assert deal.to_street("third street").actor == 4


# --- (g): four betting rounds ----------------------------------------------------------------


@clause("POKER-13g")
def test_a_card_is_burned_and_one_dealt_up_three_times_each_followed_by_a_round() -> None:
    deal = Deal(STUD, 3).to_showdown()
    events = [event for event in deal.log if type(event).__name__ in ("Burned", "Dealt")]
    faces = [getattr(event, "faces", "burn") for event in events]
    assert faces == ["DDDUUU", *["burn", "UUU"] * 3]
    assert [event.clause for event in events[1:]] == [*["POKER 13(f)"] * 2, *["POKER 13(g)"] * 4]
    order = [kind for kind in deal.kinds if kind in ("Burned", "Dealt", "BettingClosed")]
    assert order == ["Dealt", "BettingClosed", *["Burned", "Dealt", "BettingClosed"] * 3]
    assert [closed.street for closed in deal.events_of("BettingClosed")] == [*STREETS]


@clause("POKER-13g")
def test_only_those_who_made_or_called_the_last_wager_receive_a_card() -> None:
    deal = showing({1: "Jc", 2: "5d", 3: "Ac", 4: "6s"}).call().fold().call()
    assert deal.events_of("Dealt")[-1].seats == (1, 2, 3)


# --- (h): the showdown -----------------------------------------------------------------------


@clause("POKER-13h")
def test_the_best_five_card_high_hand_wins_and_all_five_cards_play() -> None:
    hands = {1: "9c8d7h6s2c", 2: "KcQdJh9s3c", 3: "TcTd2h3s4c"}
    deal = Deal(STUD, 3, hands=hands).to_showdown()
    strengths = {shown.seat: shown.strengths[0][0] for shown in deal.events_of("Shown")}
    assert strengths == {seat: HIGH_5.strength(cards) for seat, cards in hands.items()}
    assert deal.awards == {"high": {3: 33_00}}
    assert deal.events_of("PotAwarded")[0].clause == "POKER 13(h)"


@clause("POKER-13h")
def test_equal_hands_divide_the_pot() -> None:
    deal = Deal(STUD, 2, hands={1: "AsKd9c4h2s", 2: "AcKh9d4s2d"}).to_showdown()
    assert deal.awards == {"high": {1: 11_00, 2: 11_00}}


def test_every_step_cites_its_clause_and_no_street_runs_backwards() -> None:
    game = game_of(STUD)
    for part in game.streets:
        steps = [step for step in game.script if step.street == part.name]
        assert cited(steps) == sorted(cited(steps), key=Clause.parse)
        assert all(map(is_citation, cited(steps)))
