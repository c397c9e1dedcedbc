"""A table that is opened, played and replayed."""

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.faults import Accident, Exposed
from croupier.games import game_of
from croupier.room.house.people import Actor
from croupier.room.seating.orders import Sit
from croupier.room.table.rounds import Play
from tests.clause import clause
from tests.room.tables import Scene, player


def test_a_table_replays_from_its_log() -> None:
    scene = Scene().open()
    for seat, name in enumerate(("Ada", "Bob", "Cyd"), 1):
        scene.do(Actor(name, "player"), Sit(seat=seat, chips=Chips(200_00)))
    for _ in range(3):
        scene.deal()
        scene.play_out().check()
    assert scene.life.rounds == 3


def test_who_plays_two_positions_speaks_for_both_and_nobody_else_does() -> None:
    sign = replace(game_of("two-card-joker").sign, multi_position=True)
    scene = Scene("two-card-joker", sign).open().seat(Ada=200_00, Bob=200_00)
    scene.deal()
    ante = {"ante": Chips(10_00)}
    for seat, position in ((1, 0), (1, 4), (2, 0)):
        scene.say(say.Place(seat, ante, position))
    scene.say(say.NoMoreBets())
    assert scene.life.round is not None
    for seat in scene.life.round.waiting:
        owner = {1: "Ada", 2: "Bob", 4: "Ada"}[seat]
        other = {"Ada": "Bob", "Bob": "Ada"}[owner]
        scene.refused(player(other), Play(command=say.Fold(seat)), "TCJ 6(e)")
        scene.do(player(owner), Play(command=say.Fold(seat)))
    assert not scene.life.playing
    assert scene.stacks == {"Ada": 180_00, "Bob": 190_00}
    scene.check()


@clause("POKER-15o1")
def test_an_accident_of_the_sealed_deck_is_in_the_log_of_the_table() -> None:
    scene = Scene().open().seat(Ada=200_00, Bob=200_00, Cyd=200_00)
    events = scene.deal(accidents=(Accident("exposed", 5),))
    assert [fact.then for fact in events if isinstance(fact, Exposed)] == ["exchange"]
    scene.play_out().check()
