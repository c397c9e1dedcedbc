"""Two days of a small room: the logs in examples/room, which the pages about reports read.

`python -m tests.room.sample` tells whether they are in step; with `--write` it renews them.
"""

import sys
from pathlib import Path

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.games import game_of
from croupier.room.conduct.orders import RemovePlayer
from croupier.room.house import evolve as house
from croupier.room.house.notices import Notice
from croupier.room.house.orders import ExcludePlayer
from croupier.room.house.state import RakeRules
from croupier.room.seating.orders import HoldStake, RestoreStake, StepAway
from croupier.room.table import evolve as life
from tests.room.jackpots import adjust, count, found_fund, offer, pay, play, receive, verify
from tests.room.tables import Scene, player, seat_players
from tests.room.test_submissions import LEVELS, approved

FOLDER = Path(__file__).parents[2] / "examples" / "room"


def two_days() -> Scene:
    """A raked hold'em table under a bad beat fund: hands, a jackpot, an absence, a removal."""
    sign = replace(game_of("holdem").sign, rake=LEVELS, rake_max=Chips(4_00))
    scene = Scene(sign=sign)
    approved(scene, RakeRules(types=("increments",), methods=(LEVELS,), maximum=Chips(4_00)))
    found_fund(scene)
    offer(scene)
    scene.open()
    seat_players(scene, 6)
    for _ in range(3):
        play(scene)
        scene.later(minutes=5)
    scene.do(player("Fay"), StepAway())
    scene.do("poker_shift_supervisor", HoldStake(seat=6))
    play(scene)
    receive(scene, count(scene))
    adjust(scene)
    back = RestoreStake(seat=6, chips=scene.life.seats[6].away.chips)  # type: ignore[union-attr]  # she is away
    scene.later(minutes=10).do("poker_shift_supervisor", back)
    scene.later(hours=20)
    play(scene, beat=True)
    pay(scene, verify(scene))
    adjust(scene)
    notice = Notice("Ian", scene.now)
    [removed, _] = scene.do("floorperson", RemovePlayer(seat=2, cause="abuse", notice=notice))
    scene.ask_house("floorperson", ExcludePlayer(slip=removed.slip))
    play(scene)
    return scene


def logs() -> dict[Path, str]:
    """The files, and what they should hold."""
    scene = two_days()
    scene.check()
    return {
        FOLDER / "table-1.jsonl": "".join(f"{life.write_entry(one)}\n" for one in scene.log),
        FOLDER / "house.jsonl": "".join(f"{house.write_entry(one)}\n" for one in scene.house_log),
    }


def drifted() -> list[str]:
    """The files that differ from what they should hold."""
    return [
        path.name
        for path, text in logs().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        FOLDER.mkdir(exist_ok=True)
        for path, text in logs().items():
            path.write_text(text, encoding="utf-8")
    if wrong := drifted():
        sys.exit(f"out of step: {', '.join(wrong)}; run python -m tests.room.sample --write")
