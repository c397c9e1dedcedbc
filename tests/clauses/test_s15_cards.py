"""POKER 15(h), (k)-(o): cards face up in the deck, exposed in the dealing, or off the table."""

from typing import Any

import pytest

from croupier.cards import DECK_52, UNKNOWN, Card, parse_card, parse_cards
from croupier.engine.commands import Announce, Check, PlayOn, Report, Stop
from croupier.engine.events import write_event
from croupier.engine.faults import Accident
from croupier.engine.play import ANNOUNCED, start
from croupier.engine.verify import verify_log
from croupier.games import PLAYER_BANKED, game_of
from croupier.refused import Refused
from croupier.views.seat import NOBODY, view
from tests.clause import clause
from tests.dealing import Deal, cited

DRAWS = ["five-card-draw", "five-card-draw-low", "triple-draw-2-7", "triple-draw-a-5", "badugi"]
BOARDS = ["holdem", "omaha", "omaha-hilo-8", "five-card-omaha", "five-card-omaha-hilo-8"]
STUDS = ["seven-card-stud", "seven-card-stud-hilo", "seven-card-stud-hilo-8"]


def exposed(*places: int) -> tuple[Accident, ...]:
    return tuple(Accident("exposed", place) for place in places)


def at(*places: int) -> tuple[Card, ...]:
    """Cards of an unshuffled deck by their places, the top card 1."""
    return tuple(DECK_52[place - 1] for place in places)


def plain(key: str, players: int = 3, **more: Any) -> Deal:
    """A deal from the deck in its order, so that cards tell their place."""
    return Deal(key, players, deck=DECK_52, **more)


def announced(key: str, players: int = 3, **more: Any) -> Deal:
    return Deal(key, players, deck=ANNOUNCED, **more)


def name(deal: Deal, *places: int) -> Deal:
    return deal.say(Announce(at(*places)))


# --- face up in the deck ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("omaha", "POKER 15(h)", marks=clause("POKER-15h")),
        pytest.param("bbc-omaha", "BBC irr-faceup", marks=clause("BBC-irr-faceup")),
    ],
)
@pytest.mark.parametrize(
    ("place", "burns", "flop"),
    [
        (2, (14,), (15, 16, 17)),  # among the hole cards
        (13, (14,), (15, 16, 17)),  # the burn
        (15, (13,), (14, 16, 17)),  # a card of the flop
        (17, (13,), (14, 15, 16)),  # after it
    ],
)
def test_a_card_face_up_is_passed_over_and_the_next_takes_its_place(
    key: str, cited: str, place: int, burns: tuple[int, ...], flop: tuple[int, ...]
) -> None:
    deal = plain(key, accidents=(Accident("face_up_card", place),))
    deal.to_street("flop")
    assert deal.state.boards[0] == at(*flop)
    assert deal.state.burns == at(*burns)
    deal.to_showdown()
    (events,) = deal.events_of("CardRemoved")
    assert (events.card, events.clause) == (DECK_52[place - 1], cited)
    assert deal.everywhere == sorted(DECK_52)
    assert events.card not in sum(deal.state.boards, ())


@clause("POKER-15h", "BBC-irr-faceup")
def test_a_card_found_face_up_while_a_player_thinks_is_the_next_of_the_deck() -> None:
    deal = plain("holdem").to_street("flop")
    asked, pot = deal.state.turns, deal.state.pot
    deal.say(Report("face_up_card", card=DECK_52[10]))
    assert (deal.state.turns, deal.state.pot) == (asked, pot)
    deal.to_street("turn")
    assert deal.state.burns == at(7, 12)
    assert deal.state.boards[0] == at(8, 9, 10, 13)
    deal.refused(Report("face_up_card", card=DECK_52[0]), "FIELD card")


@clause("POKER-15h")
def test_at_an_announced_deck_the_dealer_names_the_card() -> None:
    deal = announced("holdem", 2).say(Report("face_up_card", card=parse_card("As")))
    deal.refused(Report("face_up_card"), "FIELD card")
    deal.refused(Announce(parse_cards("As")), "FIELD cards")
    deal.refused(Report("face_up_card", card=Card.JOKER_1), "POKER 2(a)")
    name(deal, 1, 2, 3, 4)
    assert deal.cards(1) == "2c2h"


@clause("POKER-15h")
@pytest.mark.parametrize("key", DRAWS)
def test_a_card_face_up_stays_out_of_a_reshuffle_of_the_discards(key: str) -> None:
    most = game_of(key).players.most
    deal = plain(key, most, accidents=(Accident("face_up_card", 1),))
    while not (deal.state.turns and deal.state.turns[0].option("reshuffle")):
        deal.throw(deal.option("discard").most) if deal.may("discard") else deal.passive()
    deal.reshuffle()
    assert DECK_52[0] not in deal.events_of("Reshuffled")[0].order
    assert 0 not in deal.events_of("Reshuffled")[0].spared
    assert deal.everywhere == sorted(DECK_52)


# --- off the table ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 15(n)", marks=clause("POKER-15n")),
        pytest.param("bbc-omaha", "BBC irr-offtable", marks=clause("BBC-irr-offtable")),
    ],
)
def test_a_card_off_the_table_is_replaced_by_the_next(key: str, cited: str) -> None:
    deal = plain(key, accidents=(Accident("off_table", 5),))
    (events,) = deal.events_of("CardRemoved")
    assert (events.clause, events.card, events.kind) == (cited, DECK_52[4], "off_table")
    assert deal.state.hands[2].down[1] == DECK_52[5]
    assert deal.state.hands[3].down[1] == DECK_52[6]
    assert deal.state.discards[0].down == at(5)
    deal.to_showdown()
    assert not deal.state.undone
    assert deal.everywhere == sorted(DECK_52)


@clause("POKER-15n", "BBC-irr-offtable")
def test_only_the_dealer_examines_it() -> None:
    deal = plain("holdem", accidents=(Accident("off_table", 5),))
    for viewer in (NOBODY, 1, 2, 3):
        (seen,) = (event for event in view(deal.log, viewer) if "Removed" in type(event).__name__)
        assert seen.card is UNKNOWN  # type: ignore[attr-defined]  # CardRemoved


@clause("POKER-15n")
def test_several_cards_may_fall_and_an_announced_one_need_not_be_named() -> None:
    deal = plain("holdem", accidents=(Accident("off_table", 1), Accident("off_table", 2)))
    assert deal.state.hands[1].down[0] == DECK_52[2]
    deal = announced("holdem", 2).say(Report("off_table"))
    deal.say(Report("off_table", card=parse_card("As")))
    deal.refused(Announce(parse_cards("As")), "FIELD cards")
    name(deal, 1, 2, 3, 4)
    assert not deal.state.done
    Deal("holdem", 3).refused(Report("off_table"), "POKER 15(n)")


@clause("POKER-15n")
def test_a_card_off_the_table_and_one_face_up_are_no_misdeal() -> None:
    deal = plain("holdem", accidents=(Accident("off_table", 1), Accident("face_up_card", 3)))
    assert [event.kind for event in deal.events_of("CardRemoved")] == ["off_table", "face_up_card"]
    deal.to_showdown()
    assert not deal.state.undone


# --- exposed: hold'em, omaha and all that is dealt face down ---------------------------------


@clause("POKER-15o1", "POKER-15o2")
@pytest.mark.parametrize("deck", ["sealed", "announced"])
@pytest.mark.parametrize(
    ("option", "burns", "open_burns", "flop"),
    [("burn", (), (5,), (8, 9, 10)), ("discard", (8,), (), (9, 10, 11))],
)
def test_card_five_of_three_players(
    deck: str,
    option: str,
    burns: tuple[int, ...],
    open_burns: tuple[int, ...],
    flop: tuple[int, ...],
) -> None:
    """Card 5 is exposed: 6 goes to seat 3, then 7 to seat 2."""
    if deck == "sealed":
        deal = plain("holdem", accidents=exposed(5), exposed_card=option)
    else:
        deal = announced("holdem", exposed_card=option)
        name(deal, 1, 2, 3, 4).say(Report("exposed", card=DECK_52[4]))
        name(name(deal, 6), 7)
    assert deal.state.hands[3].down == at(3, 6)
    assert deal.state.hands[2].down == at(2, 7)
    assert deal.state.hands[2].up == ()
    while deal.street == "hole cards":
        deal.passive()
    if deck == "announced":
        if burns:
            name(deal, *burns)
        name(deal, *flop)
    assert deal.state.boards[0] == at(*flop)
    assert deal.state.burns == at(*burns)
    assert deal.state.amiss.burns_up == at(*open_burns)
    (events,) = deal.events_of("Exchanged")
    number = 2 if option == "burn" else 1
    assert (events.seat, events.clause) == (2, f"POKER 15(o)({number})")
    if deck == "sealed":
        deal.to_showdown()
        assert deal.everywhere == sorted(DECK_52)
        assert len(deal.events_of("Burned")) == (2 if option == "burn" else 3)


@clause("POKER-15o1", "POKER-15o2")
@pytest.mark.parametrize("key", [*BOARDS, *DRAWS])
@pytest.mark.parametrize("option", ["burn", "discard"])
def test_every_exposed_card_is_exchanged_when_the_deal_is_complete(key: str, option: str) -> None:
    """One of them at most serves as the burn, and it is no misdeal however many (A-48, A-94)."""
    deal = plain(key, accidents=exposed(1, 2, 4), exposed_card=option)
    each = len(deal.state.hands[1].down)
    events = deal.events_of("Exchanged")
    assert [one.seat for one in events] == [1, 2, 1]
    assert [one.exposed for one in events] == list(at(1, 2, 4))
    assert [one.card for one in events] == list(at(*range(3 * each + 1, 3 * each + 4)))
    assert [one.to for one in events] == [
        option if option == "burn" else "discards",
        *["discards"] * 2,
    ]
    assert all(len(hand.down) == each and not hand.up for hand in deal.state.hands.values())
    deal.to_showdown()
    burns = len(deal.events_of("Burned")) + (option == "burn")
    assert burns == len(plain(key).to_showdown().events_of("Burned"))
    assert not deal.state.undone
    assert deal.everywhere == sorted(DECK_52)


@clause("POKER-15o1", "POKER-15o2")
def test_everybody_sees_the_exposed_card_and_nobody_the_new_one() -> None:
    deal = plain("holdem", accidents=exposed(5))
    for viewer in (NOBODY, 1, 3):
        text = str(view(deal.log, viewer))
        assert DECK_52[4].value in text
        assert DECK_52[6].value not in text
    assert DECK_52[6].value in str(view(deal.log, 2))


@clause("POKER-15o1")
def test_a_replacement_that_is_exposed_too_goes_to_the_discards() -> None:
    deal = plain("holdem", accidents=exposed(5, 7))
    (removed,) = deal.events_of("CardRemoved")
    assert (removed.card, removed.clause) == (DECK_52[6], "POKER 15(o)(1)")
    assert deal.state.hands[2].down == at(2, 8)


@clause("POKER-15o1")
def test_a_deck_that_runs_out_under_exposed_cards_is_a_misdeal() -> None:
    places = exposed(*range(1, 53))
    deal = plain("five-card-omaha", 8, accidents=places)
    assert deal.state.undone == "misdeal"
    (events,) = deal.events_of("Misdealt")
    assert (events.kind, events.clause) == ("deck_spent", "A-48")
    assert set(deal.stacks.values()) == {200_00}


@clause("BBC-irr-exposed")
@pytest.mark.parametrize(("option", "flop"), [("burn", (14, 15, 16)), ("discard", (15, 16, 17))])
def test_the_club_follows_the_rule_of_omaha(option: str, flop: tuple[int, ...]) -> None:
    deal = plain("bbc-omaha", accidents=exposed(5), exposed_card=option).to_street("flop")
    (events,) = deal.events_of("Exchanged")
    assert (events.seat, events.card) == (2, DECK_52[12])
    assert {events.clause, deal.events_of("Exposed")[0].clause} == {"A-48"}, "no rule of the club"
    assert deal.state.boards[0] == at(*flop)
    log = [write_event(event) for event in deal.to_showdown().log]
    assert verify_log(log, game_of).done
    earlier = [line.replace('"A-48"', '"BBC irr-exposed"') for line in log]
    assert earlier != log
    assert verify_log(earlier, game_of).done, "as versions until now have written it"


@clause("POKER-15o1", "POKER-15o2")
def test_a_card_that_lies_open_anyhow_is_not_exposed() -> None:
    usual = [type(event).__name__ for event in plain("holdem").to_showdown().log]
    deal = plain("holdem", accidents=exposed(7, 8, 9)).to_showdown()
    assert not deal.events_of("Exposed")
    assert [kind for kind in deal.kinds if kind != "BoardDealt"] == [
        kind for kind in usual if kind != "BoardDealt"
    ]
    deal = announced("holdem", 2)
    name(deal, 1, 2, 3, 4).call().check()
    deal.refused(Report("exposed", card=DECK_52[9]), "POKER 15(o)")
    Deal("holdem", 3).refused(Report("exposed", card=DECK_52[9]), "POKER 15(o)")


# --- seven-card stud -------------------------------------------------------------------------


@clause("POKER-15k-hole")
@pytest.mark.parametrize("key", STUDS)
@pytest.mark.parametrize(("place", "down"), [(2, (5, 8)), (5, (2, 8))])
def test_after_one_exposed_hole_card_the_third_comes_face_down(
    key: str, place: int, down: tuple[int, ...]
) -> None:
    deal = plain(key, accidents=exposed(place))
    hand = deal.state.hands[2]
    assert (hand.down, hand.up) == (at(*down), at(place))
    assert (deal.state.hands[1].down, deal.state.hands[1].up) == (at(1, 4), at(7))
    (events,) = deal.events_of("Exposed")
    assert (events.clause, events.then) == ("POKER 15(k)", "up_card")
    deal.to_showdown()
    assert all(len(shown.cards) == 7 for shown in deal.events_of("Shown"))
    assert deal.everywhere == sorted(DECK_52)


@clause("POKER-15k-hole")
def test_the_exposed_card_is_the_one_that_opens() -> None:
    """The lowest up-card brings it in: here the exposed deuce of clubs, not the third card."""
    hands = {1: "KsKhQd", 2: "2c9dAs", 3: "JsJh3d"}
    deal = Deal("seven-card-stud", 3, hands=hands, accidents=exposed(2))
    assert deal.events_of("ForcedBetPlaced")[0].seat == 2
    usual = Deal("seven-card-stud", 3, hands=hands)
    assert usual.events_of("ForcedBetPlaced")[0].seat == 3


@clause("POKER-15k-hole")
def test_the_third_card_is_the_players_own_secret() -> None:
    deal = plain("seven-card-stud", accidents=exposed(2))
    assert DECK_52[7].value not in str(view(deal.log, 1))
    assert DECK_52[7].value in str(view(deal.log, 2))
    assert DECK_52[1].value in str(view(deal.log, 1))


@clause("POKER-15k-hole")
def test_an_announced_deal_goes_the_same_way() -> None:
    deal = announced("seven-card-stud")
    name(deal, 1).refused(Report("exposed", 3, DECK_52[1]), "FIELD seat")
    deal.say(Report("exposed", 2, DECK_52[1]))
    name(deal, 3, 4, 5, 6, 7, 8, 9)
    hand = deal.state.hands[2]
    assert (hand.down, hand.up) == (at(5, 8), at(2))


@clause("POKER-15k-both")
@pytest.mark.parametrize("key", STUDS)
def test_both_hole_cards_exposed_kill_the_hand_and_return_the_ante(key: str) -> None:
    deal = plain(key, accidents=exposed(2, 5), ante=1_00)
    hand = deal.state.hands[2]
    assert (hand.out, hand.down, hand.up) == ("void", (), ())
    assert deal.stacks[2] == 200_00
    (events,) = deal.events_of("HandRefunded")
    assert [move.chips for move in events.moves] == [1_00]
    assert events.clause == "POKER 15(k)"
    # no third card for seat 2: six goes to seat 3, seven to seat 1, eight to seat 3
    assert (deal.state.hands[1].down, deal.state.hands[1].up) == (at(1, 4), at(7))
    assert (deal.state.hands[3].down, deal.state.hands[3].up) == (at(3, 6), at(8))
    deal.to_showdown()
    assert {event.seat for event in deal.events_of("Shown")} == {1, 3}
    assert deal.won(2) == 0
    assert deal.everywhere == sorted(DECK_52)


@clause("POKER-15k-both")
def test_without_an_ante_nothing_goes_back_and_of_two_the_other_wins() -> None:
    deal = plain("seven-card-stud", 2, accidents=exposed(1, 3), ante=1_00)
    assert deal.state.done
    assert (deal.won(1), deal.won(2)) == (0, 0)
    deal = plain("seven-card-stud", 3, accidents=exposed(1, 4))
    assert deal.events_of("HandRefunded")[0].moves == ()


@clause("POKER-15k-again")
@pytest.mark.parametrize(
    ("key", "first", "again"),
    [("seven-card-stud", 2, 8), ("five-card-stud", 2, 5), ("mambo-stud-hilo-6", 2, 5)],
)
def test_the_card_in_place_of_an_exposed_one_is_exposed_as_well(
    key: str, first: int, again: int
) -> None:
    deal = plain(key, accidents=exposed(first, again), ante=1_00)
    assert [(event.seat, event.then) for event in deal.events_of("Exposed")] == [
        (2, "up_card"),
        (2, "dead"),
    ]
    (event,) = deal.events_of("HandRefunded")
    assert [move.chips for move in event.moves] == [1_00]
    assert deal.state.hands[2].out == "void"
    deal.to_showdown()
    assert {event.seat for event in deal.events_of("Shown")} == {1, 3}
    assert deal.won(2) == 0
    assert deal.everywhere == sorted(DECK_52)


@clause("POKER-15k-again")
def test_an_up_card_that_lies_open_anyhow_is_not_exposed() -> None:
    assert plain("seven-card-stud", accidents=exposed(8)).events_of("Exposed") == []


def before_the_river(stacks: dict[int, int] | None = None) -> Deal:
    """Four players of stud, 10 each in the pot; the last card of seat 1, the best, is exposed."""
    hands = {
        1: "AsAhAdAcKsKhQd",
        2: "2c3d5h7s9cJdTc",
        3: "2d3h5s7c9dJhTd",
        4: "2h3c5c8s8c4hTh",
    }
    sign: dict[str, Any] = {"structure": "spread", "limits": (1_00, 30_00), "ante": 1_00}
    players = stacks or dict.fromkeys((1, 2, 3, 4), 200_00)
    deck = Deal("seven-card-stud", 4, hands=hands).state.deck
    place = deck.index(parse_card("Qd")) + 1
    deal = Deal("seven-card-stud", players, hands=hands, accidents=exposed(place), **sign)
    deal.raise_to(9_00).call().call().call()
    deal.to_street("seventh street")
    assert deal.state.pot == 40_00
    return deal


def sixty_more(deal: Deal) -> Deal:
    """Two of the others bet 30 each, and seat 4 folds."""
    while deal.street == "seventh street" and deal.actor != 1:
        if deal.actor == 4:
            deal.fold() if deal.state.betting.price else deal.check()
        else:
            deal.call() if deal.state.betting.price else deal.bet(30_00)
    return deal


@clause("POKER-15k-third")
def test_a_player_who_stops_can_win_forty_and_sixty_more_are_a_side_pot() -> None:
    deal = before_the_river().say(Stop(1))
    (events,) = deal.events_of("Elected")
    assert (events.clause, events.stops) == ("POKER 15(k)(1)", True)
    sixty_more(deal)
    assert deal.street == "showdown"
    assert deal.pots == [(40_00, (1, 2, 3)), (60_00, (2, 3))]
    deal.to_showdown()
    assert deal.won(1) == 40_00 - 10_00
    assert sum(deal.won(seat) for seat in (2, 3)) == -20_00


@clause("POKER-15k-third")
def test_a_player_who_plays_on_contends_for_everything() -> None:
    deal = before_the_river().say(PlayOn(1))
    assert deal.events_of("Elected")[0].clause == "POKER 15(k)(2)"
    assert deal.actor == 1
    deal.bet(30_00)
    sixty_more(deal).to_showdown()
    assert deal.won(1) == 30_00 + 60_00


@clause("POKER-15k-third")
def test_the_choice_comes_before_any_action_and_is_the_players_alone() -> None:
    deal = before_the_river()
    assert (deal.actor, deal.does) == (1, ["stop", "play_on"])
    assert not deal.state.opened
    assert deal.events_of("TurnGiven")[-1].clause == "POKER 15(k)"
    assert deal.state.hands[1].up[-1] == "Qd"
    deal.refused(Stop(2), "POKER 7(d)")
    deal.refused(Check(1), "POKER 9(h)")


@clause("POKER-15k-third")
def test_who_is_all_in_has_nothing_to_choose() -> None:
    deal = before_the_river({1: 10_00, 2: 200_00, 3: 200_00, 4: 200_00})
    assert deal.actor != 1
    sixty_more(deal)
    assert deal.pots == [(40_00, (1, 2, 3)), (60_00, (2, 3))]


@clause("POKER-15k-third")
def test_nobody_raises_where_only_who_has_stopped_could_answer() -> None:
    stacks = {1: 200_00, 2: 30_00, 3: 30_00, 4: 200_00}
    deal = before_the_river(stacks).say(Stop(1)).bet(20_00).call()
    assert (deal.actor, deal.does) == (4, ["fold", "call"])


@clause("POKER-15k-third")
@pytest.mark.parametrize("called", [True, False])
def test_who_stops_wins_no_later_bet_though_all_who_made_it_are_dead(called: bool) -> None:
    deal = before_the_river().say(Stop(1)).bet(30_00)
    if called:
        deal.call()
    for seat in (2, 3, 4):
        assert not deal.state.done
        deal.say(Report("wrong_number", seat=seat, contributed=True))
    assert deal.state.done
    assert bool(deal.events_of("Returned")) == (not called)
    assert deal.won(1) == 40_00 - 10_00
    assert sum(deal.won(seat) for seat in (2, 3, 4)) == -30_00


# --- five-card stud and mambo stud -----------------------------------------------------------


@clause("POKER-15l")
def test_in_five_card_stud_the_second_card_comes_face_down() -> None:
    deal = plain("five-card-stud", accidents=exposed(2))
    assert (deal.state.hands[2].down, deal.state.hands[2].up) == (at(5), at(2))
    assert (deal.state.hands[3].down, deal.state.hands[3].up) == (at(3), at(6))
    assert deal.events_of("Exposed")[0].clause == "POKER 15(l)"
    deal.to_showdown()
    assert all(len(shown.cards) == 5 for shown in deal.events_of("Shown"))


@clause("POKER-15m-first")
def test_in_mambo_the_second_card_comes_face_down() -> None:
    deal = plain("mambo-stud-hilo-6", accidents=exposed(2))
    assert (deal.state.hands[2].down, deal.state.hands[2].up) == (at(5), at(2))
    assert deal.events_of("Exposed")[0].clause == "POKER 15(m)"
    deal.to_showdown()
    assert not deal.events_of("Elected")


@clause("POKER-15m-third")
def test_each_player_who_can_still_bet_has_the_choice_when_several_cards_are_exposed() -> None:
    stacks = {1: 200_00, 2: 3_00, 3: 200_00, 4: 200_00}
    accidents = exposed(11, 12, 13)  # 8 dealt, one burned: 10 to 13
    deal = Deal("mambo-stud-hilo-6", stacks, deck=DECK_52, accidents=accidents)
    while deal.street == "second card":
        again = deal.may("raise") and deal.state.betting.price < 4_00
        deal.raise_to(deal.option("raise").least) if again else deal.call()
    assert deal.state.stacks[2] == 0
    for seat in (3, 4):
        assert (deal.actor, deal.does) == (seat, ["stop", "play_on"])
        deal.say(Stop(seat) if seat == 3 else PlayOn(seat))
    assert "stop" not in deal.does


@clause("POKER-15m-third")
@pytest.mark.parametrize(("stops", "cited"), [(True, "POKER 15(m)(1)"), (False, "POKER 15(m)(2)")])
def test_in_mambo_an_exposed_third_card_gives_the_choice(stops: bool, cited: str) -> None:
    deal = plain("mambo-stud-hilo-6", accidents=exposed(9))  # 6 dealt, one burned: 8, 9 and 10
    deal.to_street("third card")
    assert (deal.actor, deal.does) == (2, ["stop", "play_on"])
    before = deal.state.pot
    deal.say(Stop(2) if stops else PlayOn(2))
    assert deal.events_of("Elected")[0].clause == cited
    more = 0
    for street in ("third card", "community card"):
        while deal.street == street:
            more += 0 if deal.state.betting.price else 4_00
            deal.call() if deal.state.betting.price else deal.bet(4_00)
            assert not (stops and deal.actor == 2 and deal.street != "showdown")
    assert more == 8_00
    expected = [(before, (1, 2, 3)), (16_00, (1, 3))] if stops else [(before + 24_00, (1, 2, 3))]
    assert deal.pots == expected


# --- what is data is checked -----------------------------------------------------------------


@pytest.mark.parametrize(
    "accidents",
    [exposed(0), exposed(53), (*exposed(3), Accident("off_table", 3))],
)
def test_an_accident_befalls_one_card_of_the_deck(accidents: tuple[Accident, ...]) -> None:
    with pytest.raises(Refused) as caught:
        plain("holdem", accidents=accidents)
    assert caught.value.clause == "FIELD accidents"


def test_accidents_come_with_a_sealed_deck_of_poker() -> None:
    with pytest.raises(Refused):
        announced("holdem", accidents=exposed(3))
    game = game_of("flop-poker")
    with pytest.raises(Refused):
        start(game, game.sign, {1: 100_00}, order=DECK_52, accidents=exposed(3))


def test_every_game_has_its_rule_on_exposed_cards() -> None:
    from croupier.rules.irregular import exposure

    rules = {key: exposure(game_of(key)).clause for key in PLAYER_BANKED}
    assert {key for key, clause_ in rules.items() if clause_ == "POKER 15(k)"} == {*STUDS}
    assert rules["five-card-stud"] == "POKER 15(l)"
    assert rules["mambo-stud-hilo-6"] == "POKER 15(m)"
    assert cited(game_of("holdem").script)
