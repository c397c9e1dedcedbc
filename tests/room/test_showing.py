"""Hands are shown or mucked as their players chose, in the order of POKER 15(d)."""

import pytest

from croupier import stacked_deck
from croupier.chips import Chips
from croupier.engine.commands import Bet, RaiseTo
from croupier.engine.events import Mucked, Shown
from croupier.games import game_of
from croupier.room.seating.state import Showing
from croupier.room.table import evolve as life
from croupier.room.table.facts import ShowingFollowed
from croupier.room.table.showing import ChooseShowing, TurnUp, to_turn_up
from tests.clause import clause
from tests.room import jackpots
from tests.room.tables import Scene, player

HANDS = {1: "AsAd", 2: "KsKd", 3: "QsQd"}  # seat 1 holds the best hand of this board
BOARD = "2c 7d 9h Jc 3s"


def showdown(*, jackpot: bool = False) -> Scene:
    """A round in which everybody stays in, up to the first question of the showdown."""
    scene = jackpots.jackpot(3) if jackpot else Scene("holdem").open()
    if not jackpot:
        scene.seat(Ada=100_00, Bob=100_00, Cyd=100_00)
    scene.prepare()
    deck = stacked_deck(scene.life.game, (1, 2, 3), hands=HANDS, board=BOARD, button=3)
    scene.deal(deck)
    while not (scene.life.round and any(turn.option("show") for turn in scene.life.round.turns)):
        scene.answer()
    return scene


def turned_up(scene: Scene, usual: Showing = "muck") -> list[tuple[int, type]]:
    """What became of the hands that the dealer turns up, in order."""
    found: list[tuple[int, type]] = []
    while seat := to_turn_up(scene.life, usual):
        facts = scene.do("dealer", TurnUp(seat=seat, usual=usual))
        assert isinstance(facts[0], ShowingFollowed)
        found += [(fact.seat, type(fact)) for fact in facts if isinstance(fact, Shown | Mucked)]
    return found


@clause("POKER-15d1")
def test_beaten_hands_are_mucked_and_all_others_shown_in_the_order_of_the_clause() -> None:
    scene = showdown()
    first = scene.life.round.turns[0].actor  # type: ignore[union-attr]  # the showdown asks
    found = turned_up(scene)
    around = [(first + step - 1) % 3 + 1 for step in range(3)]
    assert [seat for seat, _ in found] == around
    shown = {seat for seat, kind in found if kind is Shown}
    best = 99
    for seat in around:  # a hand is beaten only by hands that were shown before it
        assert (seat in shown) == (seat < best)
        best = min(best, seat)
    assert not scene.life.playing
    assert scene.stacks["Ada"] > 100_00
    assert life.replay(scene.log, game_of) == scene.life


@clause("POKER-15d3")
def test_no_hand_is_mucked_that_may_win_a_side_pot() -> None:
    scene = Scene("holdem").open().seat(Ada=4_00, Bob=100_00, Cyd=100_00)
    scene.prepare()
    scene.deal(stacked_deck(scene.life.game, (1, 2, 3), hands=HANDS, board=BOARD, button=3))
    scene.say(RaiseTo(3, Chips(4_00)))  # all that Ada has
    while not (scene.life.round and any(turn.option("show") for turn in scene.life.round.turns)):
        (turn,) = scene.life.round.turns  # type: ignore[union-attr]  # one is open
        bets = turn.actor == 3 and turn.option("bet")
        scene.say(Bet(3, Chips(bets.least))) if bets else scene.answer()
    assert turned_up(scene) == [(3, Shown), (1, Shown), (2, Shown)], (
        "Ada beats Bob for one pot only"
    )
    assert scene.stacks["Ada"] == 12_00
    assert scene.stacks["Bob"] > 100_00


@clause("POKER-15d3")
def test_each_player_chooses_and_may_choose_again() -> None:
    scene = showdown()
    scene.do(player("Bob"), ChooseShowing(how="show"))
    scene.do(player("Cyd"), ChooseShowing(how="ask"))
    assert "already" in scene.refused(player("Cyd"), ChooseShowing(how="ask"), "POKER 15(d)")
    assert "no seat" in scene.refused(player("Zoe"), ChooseShowing(how="ask"), "POKER 7(a)")
    found = dict(turned_up(scene))
    assert 3 not in found  # Cyd decides
    why = scene.refused("dealer", TurnUp(seat=3, usual="muck"), "POKER 15(d)")
    assert why == "the player at seat 3 decides whether to show"
    scene.do(player("Cyd"), ChooseShowing(how="muck"))
    found |= dict(turned_up(scene))
    assert found[1] is Shown
    assert found[2] is Shown  # though it may be beaten
    assert not scene.life.playing


@clause("POKER-15d3")
def test_where_the_room_asks_every_player_decides() -> None:
    scene = showdown()
    assert to_turn_up(scene.life, "ask") == 0
    seat = scene.life.round.turns[0].actor  # type: ignore[union-attr]  # the showdown asks
    scene.refused("dealer", TurnUp(seat=seat), "POKER 15(d)")
    other = seat % 3 + 1
    why = scene.refused("dealer", TurnUp(seat=other, usual="show"), "POKER 15(d)")
    assert why == f"seat {other} is not asked to show a hand"


@clause("POKER-19f")
@pytest.mark.parametrize("jackpot", [False, True])
def test_a_beaten_hand_is_shown_where_it_may_win_the_jackpot(jackpot: bool) -> None:
    scene = showdown(jackpot=jackpot)
    mucked = [seat for seat, kind in turned_up(scene) if kind is Mucked]
    assert bool(mucked) == (not jackpot)
