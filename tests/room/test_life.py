"""A table that is opened, played and replayed."""

from croupier.chips import Chips
from croupier.room.people import Actor
from croupier.room.seating import Sit
from tests.room.tables import Scene


def test_a_table_replays_from_its_log() -> None:
    scene = Scene().open()
    for seat, name in enumerate(("Ada", "Bob", "Cyd"), 1):
        scene.do(Actor(name, "player"), Sit(seat=seat, chips=Chips(200_00)))
    for _ in range(3):
        scene.deal()
        scene.play_out().check()
    assert scene.life.rounds == 3
