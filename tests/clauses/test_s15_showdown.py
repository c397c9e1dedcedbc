"""POKER 15(a), 15(d), 6(e)(6): who shows first, who may concede, and how the pot is pushed."""

from typing import Any

import pytest

from croupier.engine.accounts import stack
from croupier.engine.commands import Demand, Muck, Show
from croupier.engine.show import is_beaten
from croupier.games import PLAYER_BANKED
from croupier.rankings import FAMILIES
from croupier.refused import Refused
from croupier.views.seat import view
from tests.clause import clause
from tests.dealing import Deal

NO_LIMIT: dict[str, Any] = {"structure": "no_limit", "limits": (2_00,)}
BOARD = "2c7d9hTsJc"


def order_of_showing(deal: Deal) -> list[int]:
    deal.to_showdown()
    (opened,) = deal.events_of("ShowdownOpened")
    assert [event.seat for event in deal.events_of("Shown")] == list(opened.waiting)
    return list(opened.waiting)


# --- what a showdown is ----------------------------------------------------------------------


@clause("POKER-1showdown")
@pytest.mark.parametrize("key", PLAYER_BANKED)
def test_live_hands_are_revealed_to_decide_the_pot(key: str) -> None:
    deal = Deal(key, 4)
    gone = deal.actor
    deal.fold().to_showdown()
    shown = {event.seat: event for event in deal.events_of("Shown")}
    assert set(shown) == {1, 2, 3, 4} - {gone}
    assert max(place for place, kind in enumerate(deal.kinds) if kind == "Shown") < min(
        place for place, kind in enumerate(deal.kinds) if kind == "PotAwarded"
    )
    for award in deal.events_of("PotAwarded"):
        assert all(move.target in map(stack, shown) for move in award.moves)


@clause("POKER-1showdown")
def test_a_folded_hand_cannot_win_whatever_it_holds() -> None:
    hands = {1: "3c4d", 2: "5c6d", 3: "JsJh"}
    deal = Deal("holdem", 3, hands=hands, board=BOARD).fold().to_showdown()
    assert deal.won(3) == 0
    assert deal.won(1) + deal.won(2) == 0


@clause("POKER-1showdown")
def test_only_a_tabled_hand_can_win() -> None:
    hands = {1: "AsAh", 2: "KsKh", 3: "JsJh"}
    deal = Deal("holdem", 3, hands=hands, board=BOARD).to_street("showdown")
    deal.show().show().muck()  # seat 3 holds three jacks
    assert [event.seat for event in deal.events_of("Mucked")] == [3]
    assert (deal.won(1), deal.won(3)) == (4_00, -2_00)


# --- the order of showing --------------------------------------------------------------------


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("holdem", marks=clause("POKER-15d1")),
        pytest.param("omaha", marks=clause("POKER-15d1")),
        pytest.param("bbc-omaha", marks=clause("BBC-irr-showorder")),
    ],
)
@pytest.mark.parametrize(
    ("river", "order"),
    [
        ("b400 c c c", [1, 2, 3, 4]),
        ("c b400 c c c", [2, 3, 4, 1]),
        ("c c c b400 c c c", [4, 1, 2, 3]),
        ("c b400 r800 c c c", [3, 4, 1, 2]),
        ("b400 c r800 c c c", [3, 4, 1, 2]),
        ("c c b400 f c c", [3, 1, 2]),
        ("c c c c", [1, 2, 3, 4]),
    ],
)
def test_who_made_the_final_wager_shows_first_then_clockwise(
    key: str, river: str, order: list[int]
) -> None:
    deal = Deal(key, 4).to_street("river").run(river)
    assert order_of_showing(deal) == order


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 15(d)", marks=clause("POKER-15d1")),
        pytest.param("bbc-omaha", "BBC irr-showorder", marks=clause("BBC-irr-showorder")),
    ],
)
def test_after_a_river_checked_through_its_first_to_act_shows_first(key: str, cited: str) -> None:
    deal = Deal(key, 4, button=2).to_street("turn").run("c c b400 c c c")  # seat 1 bet the turn
    assert order_of_showing(deal) == [3, 4, 1, 2]
    assert deal.events_of("ShowdownOpened")[0].clause == cited


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("holdem", marks=clause("POKER-15d1")),
        pytest.param("bbc-omaha", marks=clause("BBC-irr-showorder")),
    ],
)
def test_when_all_are_all_in_the_first_to_act_of_the_last_round_would_be_first(key: str) -> None:
    stacks = {1: 40_00, 2: 40_00, 3: 40_00, 4: 40_00}
    deal = Deal(key, stacks, button=4, run_twice=False, **NO_LIMIT)
    deal.fold().raise_to(40_00).call().call()
    assert order_of_showing(deal) == [1, 2, 4]


@clause("POKER-15d1")
def test_in_stud_the_best_hand_showing_is_the_first_to_act() -> None:
    hands = {1: "2c3d4h5sJdTc8d", 2: "6c7dAhAd9s2d3h", 3: "8c9dKhKd4s2h5h"}
    deal = Deal("seven-card-stud", 3, hands=hands).to_street("seventh street")
    assert deal.actor == 2
    assert order_of_showing(deal) == [2, 3, 1]


@clause("POKER-15d1")
def test_in_stud_a_bet_on_the_last_street_decides() -> None:
    hands = {1: "2c3d4h5sJdTc8d", 2: "6c7dAhAd9s2d3h", 3: "8c9dKhKd4s2h5h"}
    deal = Deal("seven-card-stud", 3, hands=hands).to_street("seventh street")
    assert order_of_showing(deal.run("c b400 c c")) == [3, 1, 2]


@clause("POKER-15d1")
def test_hands_are_shown_in_turn() -> None:
    deal = Deal("holdem", 3).to_street("river").run("c b400 c c")
    assert deal.actor == 2
    deal.refused(Show(3), "POKER 7(d)")
    deal.refused(Muck(1), "POKER 7(d)")


# --- the winning hand ------------------------------------------------------------------------


@clause("POKER-15d2")
@pytest.mark.parametrize("key", PLAYER_BANKED)
def test_a_winning_hand_is_shown_with_all_its_cards(key: str) -> None:
    deal = Deal(key, 3).to_street("showdown")
    held = {seat: deal.cards(seat) for seat in (1, 2, 3)}
    deal.to_showdown()
    winners = {move.target for award in deal.events_of("PotAwarded") for move in award.moves}
    shown = {stack(event.seat): event for event in deal.events_of("Shown")}
    assert winners <= set(shown)
    for event in shown.values():
        assert "".join(event.cards) == held[event.seat]
        assert event in view(deal.log)


@clause("POKER-15d2")
@pytest.mark.parametrize(
    ("key", "hand", "names"),
    [
        ("holdem", "JsJh", ["three-of-a-kind, jacks, ten-nine kickers"]),
        ("omaha", "JsJhAdAh", ["three-of-a-kind, jacks, ten-nine kickers"]),
        ("omaha-hilo-8", "JsJhAd3h", ["three-of-a-kind, jacks, ten-nine kickers", None]),
        ("bbc-omaha", "KdQd3h4h", ["straight, king high"]),
    ],
)
def test_a_winning_hand_is_identified(key: str, hand: str, names: list[str | None]) -> None:
    deal = Deal(key, 2, hands={1: hand}, board=BOARD).to_showdown()
    events = next(event for event in deal.events_of("Shown") if event.seat == 1)
    shares = deal.state.showdown.shares
    for share, strength, name in zip(shares, events.strengths[0], names, strict=True):
        read = FAMILIES[share.ranking].hand_of(events.cards, deal.state.boards[0], share.pick)
        assert (read.words if read else None) == name
        assert (read.strength if read else 0) == strength
    assert deal.won(1) > 0


# --- conceding -------------------------------------------------------------------------------


@clause("POKER-15d3")
def test_a_loser_may_concede_without_showing() -> None:
    hands = {1: "AsAh", 2: "KsKh", 3: "QsQh"}
    deal = Deal("holdem", 3, hands=hands, board=BOARD).to_street("showdown")
    assert deal.does == ["show", "muck"]
    deal.show().muck().muck()
    assert [event.seat for event in deal.events_of("Mucked")] == [2, 3]
    assert not deal.events_of("Revealed")
    assert deal.won(1) == 4_00
    public = {card for event in view(deal.log) for card in getattr(event, "cards", ())}
    assert not public & {*deal.state.discards[0].cards, *deal.state.discards[1].cards}


@clause("POKER-15d3")
def test_a_table_that_hides_discarded_hands_has_none_shown() -> None:
    deal = Deal("holdem", 3).to_street("showdown").show().muck().muck()
    deal.refused(Demand(2), "SIGN show_mucked")


@clause("POKER-15d3")
def test_the_house_may_demand_a_discarded_hand() -> None:
    deal = Deal("holdem", 3, hands={2: "KsKh"}, show_mucked="on_request").fold()
    deal.refused(Demand(3), "POKER 15(d)")  # not before the showdown
    deal.to_street("showdown").show().muck()
    assert not deal.events_of("Revealed")
    deal.say(Demand(2))
    (revealed,) = deal.events_of("Revealed")
    assert (revealed.seat, "".join(revealed.cards), revealed.demanded) == (2, "KsKh", True)
    assert revealed in view(deal.log)
    deal.say(Demand(3))
    assert deal.events_of("Revealed")[-1].seat == 3


@clause("POKER-15d3")
def test_the_house_may_have_every_conceded_hand_shown() -> None:
    deal = Deal("holdem", 3, hands={2: "KsKh"}, show_mucked="always").to_street("showdown")
    deal.show().muck()
    (revealed,) = deal.events_of("Revealed")
    assert (revealed.seat, "".join(revealed.cards)) == (2, "KsKh")
    assert deal.state.hands[2].out == "conceded"


@clause("POKER-15d3")
def test_a_player_may_show_a_discarded_hand_when_the_round_is_over() -> None:
    deal = Deal("holdem", 3, hands={3: "QsQh"}).fold()
    deal.refused(Show(3), "POKER 7(d)")
    deal.to_showdown()
    deal.say(Show(3))
    (revealed,) = deal.events_of("Revealed")
    assert ("".join(revealed.cards), revealed.demanded) == ("QsQh", False)
    assert deal.won(3) == 0


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 1 round of play", marks=clause("POKER-15a")),
        pytest.param("bbc-omaha", "BBC gen-award", marks=clause("BBC-irr-ownhand")),
    ],
)
def test_who_concedes_the_best_hand_has_no_claim(key: str, cited: str) -> None:
    best = {"holdem": "JsJh", "bbc-omaha": "JsJh3d4d"}[key]
    deal = Deal(key, 3, hands={1: best}, board=BOARD).to_street("showdown")
    deal.muck()
    assert (deal.actor, deal.state.hands[1].out) == (2, "conceded")
    deal.refused(Show(1), "BBC wag-verbal" if key == "bbc-omaha" else "POKER 7(d)")
    deal.show().show()
    assert deal.won(1) == -2_00
    deal.refused(Muck(1), cited)
    deal.say(Show(1))  # turned up now, it is for the curious only
    assert deal.won(1) == -2_00
    assert not [event for event in deal.events_of("Shown") if event.seat == 1]


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("holdem", marks=clause("POKER-15a")),
        pytest.param("bbc-omaha", marks=clause("BBC-irr-ownhand")),
    ],
)
def test_when_all_others_concede_the_last_takes_the_pot(key: str) -> None:
    deal = Deal(key, 3, board=BOARD).to_street("showdown").muck().muck()
    assert deal.state.done
    assert (deal.won(1), deal.won(2), deal.won(3)) == (-2_00, -2_00, 4_00)


@clause("POKER-15a")
def test_a_side_pot_that_both_concede_goes_to_the_last_to_do_so() -> None:
    hands = {1: "3c4d", 2: "AsAh", 3: "KsKh"}
    deal = Deal("holdem", {1: 10_00, 2: 50_00, 3: 50_00}, hands=hands, board=BOARD, **NO_LIMIT)
    deal.raise_to(30_00).call().call().to_street("showdown")
    assert deal.pots == [(30_00, (1, 2, 3)), (40_00, (2, 3))]
    deal.muck().muck()
    assert deal.stacks == {1: 30_00, 2: 20_00, 3: 60_00}


# --- collecting and pushing ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 6(e)(6)", marks=clause("POKER-6e6")),
        pytest.param("bbc-omaha", "BBC gen-award", marks=clause("BBC-gen-award")),
    ],
)
def test_losing_hands_are_collected_then_the_pot_pushed_then_the_winning_hand(
    key: str, cited: str
) -> None:
    best = {"holdem": "JsJh", "bbc-omaha": "JsJh3d4d"}[key]
    deal = Deal(key, 3, hands={2: best}, board=BOARD).to_showdown()
    assert deal.kinds[-4:] == ["Collected", "PotAwarded", "Collected", "RoundClosed"]
    losers, winners = deal.events_of("Collected")
    assert (losers.seats, winners.seats) == ((1, 3), (2,))
    assert losers.clause == winners.clause == cited


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 6(e)(6)", marks=clause("POKER-6e6")),
        pytest.param("bbc-omaha", "BBC gen-award", marks=clause("BBC-gen-award")),
    ],
)
def test_the_last_player_gets_the_pot_before_the_hand_is_collected(key: str, cited: str) -> None:
    deal = Deal(key, 3).fold().fold()
    assert deal.kinds[-4:] == ["Returned", "PotAwarded", "Collected", "RoundClosed"]
    (award,), (collected,) = deal.events_of("PotAwarded"), deal.events_of("Collected")
    assert award.clause == collected.clause == cited
    assert collected.seats == (2,)


@clause("POKER-6e6")
def test_a_forced_bet_that_nobody_answers_goes_back_and_the_hand_is_collected() -> None:
    deal = Deal("five-card-stud", 3)
    opener = deal.events_of("ForcedBetPlaced")[0].seat
    deal.fold().fold()
    assert deal.kinds[-3:] == ["Returned", "Collected", "RoundClosed"]
    assert deal.events_of("Collected")[0].seats == (opener,)
    assert set(deal.stacks.values()) == {200_00}


@clause("POKER-6e6")
def test_every_card_is_back_among_the_discards_or_the_stub() -> None:
    deal = Deal("omaha-hilo-8", 4).fold().to_showdown()
    state = deal.state
    assert all(not hand.down + hand.up for hand in state.hands.values())
    thrown = [card for pile in state.discards for card in pile.cards]
    assert len(thrown) == 16
    whole = [*thrown, *state.boards[0], *state.burns, *state.deck[state.top :]]
    assert len(set(whole)) == len(whole) == 52


# --- hands turned up before the board --------------------------------------------------------

ALL_IN = NO_LIMIT | {"show_all_in": True}


@clause("POKER-15r")
@pytest.mark.parametrize("key", ["holdem", "omaha-hilo-8", "bbc-omaha"])
def test_hands_are_turned_up_before_the_board_once_nobody_can_bet(key: str) -> None:
    deal = Deal(key, dict.fromkeys((1, 2, 3), 40_00), **ALL_IN).raise_to(40_00).call().fold()
    while deal.state.turns and deal.state.turns[0].option("agree"):
        deal.passive()
    deal.to_showdown()
    turned = {event.seat: event.cards for event in deal.events_of("TurnedUp")}
    assert turned == {event.seat: event.cards for event in deal.events_of("Shown")}
    assert len(turned) == 2
    assert deal.kinds.index("TurnedUp") < deal.kinds.index("BoardDealt")
    assert [event for event in view(deal.log) if event in deal.events_of("TurnedUp")]


@clause("POKER-15r")
def test_nothing_is_turned_up_while_anybody_can_bet_or_draw() -> None:
    bets = Deal("holdem", {1: 40_00, 2: 80_00, 3: 80_00}, **ALL_IN).to_showdown()
    draws = Deal("five-card-draw", dict.fromkeys((1, 2), 40_00), **NO_LIMIT)
    assert not bets.events_of("TurnedUp")
    assert not draws.raise_to(40_00).call().to_showdown().events_of("TurnedUp")
    with pytest.raises(Refused, match="no board to wait for"):
        Deal("five-card-draw", 2, show_all_in=True)


@clause("POKER-15r")
def test_a_hand_that_lies_face_up_is_not_conceded() -> None:
    deal = Deal("holdem", dict.fromkeys((1, 2), 40_00), hands={1: "2c3d", 2: "AsAh"}, **ALL_IN)
    deal.raise_to(40_00).call()
    while not deal.events_of("Shown"):
        assert not deal.state.turns[0].option("muck")
        deal.show()
    deal.refused(Muck(deal.actor), "POKER 10(k)")
    assert not is_beaten(deal.state, deal.actor)
