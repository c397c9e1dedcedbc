"""The house takes no slip over the API but those that a table's log tells of (POKER 16(b), 19)."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.refused import Refused
from croupier.room.conduct.facts import PlayerRemoved
from croupier.room.conduct.orders import RemovePlayer
from croupier.room.funds.intake import ReceiveBoxes
from croupier.room.funds.payouts import AwardBadBeat
from croupier.room.funds.state import BoxSlip, fund_account
from croupier.room.house.orders import ExcludePlayer
from croupier.room.house.people import Actor
from tests.clause import clause
from tests.room import jackpots
from tests.room.jackpots import NOTICE, jackpot, play, send, verify
from tests.room.tables import STAFF
from tests.server.api_scene import ApiScene, building

CASHIER, SHIFT = STAFF["cage_cashier"], STAFF["poker_shift_supervisor"]


@pytest.fixture(scope="module", autouse=True)
def in_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("slips")
    with pytest.MonkeyPatch.context() as patch, building(folder, patch):
        patch.setattr(jackpots, "Scene", ApiScene)
        yield


def room() -> ApiScene:
    """A table under a fund, in a room in service."""
    scene = jackpot()
    assert isinstance(scene, ApiScene)
    return scene


def counting(*slips: BoxSlip) -> ReceiveBoxes:
    return ReceiveBoxes(slips=slips, counts=tuple(slip.total for slip in slips))


def under_way(scene: ApiScene) -> list[tuple[str, int]]:
    """The boxes that the cage's page tells of."""
    return [(box["table"], box["number"]) for box in scene.seen("/api/cage", CASHIER)["jackpots"]]


FORGED: list[dict[str, Any]] = [
    {"number": 2},
    {"total": Chips(900_00)},
    {"counted": Chips(1_00), "dealer": "Dee"},
    {"final": True},
    {"security": "nobody"},
]


@clause("POKER-19e")
@pytest.mark.parametrize("changed", FORGED, ids=lambda changed: next(iter(changed)))
def test_the_cage_takes_no_box_that_no_table_sent(changed: dict[str, Any]) -> None:
    scene = room()
    play(scene)
    slip = send(scene)
    forged = replace(slip, **changed)
    why = scene.house_refused("cage_cashier", counting(forged), "POKER 19(e)")
    assert (
        why == f"table 1 issued {'no' if forged.number > 1 else 'a different'} slip: {forged.key}"
    )
    scene.house_refused("cage_cashier", counting(slip, replace(slip, number=2)), "POKER 19(e)")
    assert under_way(scene) == [("1", 1)]
    scene.ask_house("cage_cashier", counting(slip))
    assert scene.house.accounts[fund_account("main")] == slip.total - slip.total // 10
    assert "already received" in scene.house_refused("cage_cashier", counting(slip), "POKER 19(e)")
    assert under_way(scene) == []


@clause("POKER-19e")
def test_a_box_is_taken_in_as_the_page_of_the_cage_shows_it() -> None:
    scene = room()
    play(scene)
    slip = send(scene)
    [box] = scene.seen("/api/cage", CASHIER)["jackpots"]
    taken = {"type": "ReceiveBoxes", "slips": [box], "counts": [box["total"]]}
    body = {"client": "page", "sequence": 1, "command": taken}
    scene.request("POST", "/api/house/orders", CASHIER, body)
    assert slip.key in scene.house.funds.slips
    assert under_way(scene) == []


@clause("POKER-19f")
def test_no_payout_for_a_bad_beat_that_was_never_verified_at_a_table() -> None:
    scene = room()
    play(scene)
    scene.ask_house("cage_cashier", counting(send(scene)))
    play(scene, beat=True)
    slip = verify(scene)
    for forged in (
        replace(slip, number=2),
        replace(slip, loser="Mallory"),
        replace(slip, winners=("Mallory",)),
    ):
        why = scene.house_refused(SHIFT, AwardBadBeat(slip=forged), "POKER 19(f)")
        assert why.endswith(f"slip: beat 1 {forged.number}")
    scene.ask_house(SHIFT, AwardBadBeat(slip=slip))
    assert "before" in scene.house_refused(SHIFT, AwardBadBeat(slip=slip), "POKER 19(f)")


@clause("POKER-16b")
def test_nobody_is_kept_out_whom_no_table_removed() -> None:
    scene = room()
    ordered = RemovePlayer(seat=1, cause="signals", notice=NOTICE)
    fact = scene.do("floorperson", ordered)[0]
    assert isinstance(fact, PlayerRemoved)
    forged = replace(fact.slip, person="Bob")
    why = scene.house_refused("floorperson", ExcludePlayer(slip=forged), "POKER 16(b)")
    assert why == "table 1 issued no slip: removal of Bob"
    scene.ask_house("floorperson", ExcludePlayer(slip=fact.slip))
    assert list(scene.house.exclusions.out) == [fact.slip.person]


@clause("POKER-19e")
def test_after_a_restart_the_box_that_was_under_way_is_taken_and_no_other() -> None:
    scene = room()
    play(scene)
    first = send(scene)
    scene.ask_house("cage_cashier", counting(first))
    play(scene)
    second = send(scene)
    scene.restart()
    assert under_way(scene) == [("1", 2)]
    forged = replace(second, total=Chips(77_00))
    scene.house_refused("cage_cashier", counting(forged), "POKER 19(e)")
    scene.house_refused("cage_cashier", counting(first), "POKER 19(e)")
    scene.ask_house("cage_cashier", counting(second))


@clause("POKER-19e")
def test_who_may_not_count_hears_that_first() -> None:
    scene = room()
    play(scene)
    forged = replace(send(scene), total=Chips(900_00))
    with pytest.raises(Refused) as refusal:
        scene.ask_house(Actor("Ada", "player"), counting(forged))
    assert "only" in refusal.value.why
