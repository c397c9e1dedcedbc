"""A seat that is kept, and the stake that belongs to it (POKER 7(c)(5))."""

import pytest

from croupier.chips import Chips
from croupier.room.house.people import Actor
from croupier.room.seating.facts import ReturnAsked, SeatLeft
from croupier.room.seating.lineup import dealt_in
from croupier.room.seating.orders import (
    Buy,
    FreeSeat,
    HoldStake,
    Leave,
    RestoreStake,
    SitIn,
    SitOut,
    StepAway,
)
from croupier.room.table.orders import CloseTable
from croupier.rules.sign import TableSign
from croupier.views.reports.absences import absences
from tests.clause import clause
from tests.room.tables import STAFF, Scene, player

ADA = player("Ada")
SHIFT: Actor = STAFF["poker_shift_supervisor"]
RECORD, COVER = TableSign(absence="record"), TableSign(absence="cover")


def away(sign: TableSign = RECORD, key: str = "holdem", chips: int = 310_00) -> Scene:
    """Ada keeps seat 1 and goes away; the shift supervisor has seen to her stake."""
    scene = Scene(key, sign).open().seat(Ada=chips, Bob=100_00, Cyd=100_00)
    scene.do(ADA, StepAway())
    scene.do(SHIFT, HoldStake(seat=1))
    return scene


def restore(chips: int) -> RestoreStake:
    return RestoreStake(seat=1, chips=Chips(chips))


@clause("POKER-7c5")
def test_who_left_with_310_and_returns_with_250_does_not_play() -> None:
    scene = away()
    assert scene.stacks["Ada"] == 0
    assert "$60 is missing" in scene.refused(SHIFT, restore(250_00), "POKER 7(c)(5)(i)")
    scene.refused(SHIFT, restore(311_00), "POKER 7(c)(5)(i)")
    assert scene.do(ADA, SitIn()) == [ReturnAsked(clause="POKER 7(c)(5)", seat=1)]
    scene.refused(ADA, SitIn(), "POKER 7(c)(5)")
    scene.refused(SHIFT, restore(250_00), "POKER 7(c)(5)(i)")
    assert 1 not in dealt_in(scene.life)
    scene.do(SHIFT, restore(310_00))
    assert scene.stacks["Ada"] == 310_00
    assert 1 in dealt_in(scene.life)
    scene.check()


@clause("POKER-7c5")
def test_a_covered_stake_stays_on_the_table() -> None:
    scene = away(COVER)
    assert scene.stacks["Ada"] == 310_00
    assert 1 not in dealt_in(scene.life)
    scene.deal()
    scene.play_out()
    assert scene.stacks["Ada"] == 310_00
    scene.refused(SHIFT, restore(310_00), "POKER 7(c)(5)(ii)")
    scene.do(SHIFT, restore(0))
    assert 1 in dealt_in(scene.life)
    scene.check()


@clause("POKER-7c5")
@pytest.mark.parametrize("sign", [RECORD, COVER], ids=["record", "cover"])
def test_only_the_shift_supervisor_holds_a_stake_and_gives_it_back(sign: TableSign) -> None:
    scene = Scene(sign=sign).open().seat(Ada=310_00, Bob=100_00)
    scene.do(ADA, StepAway())
    for role in ("dealer", "floorperson", "poker_supervisor"):
        scene.refused(STAFF[role], HoldStake(seat=1), "POKER 7(c)(5)")
    scene.refused(ADA, HoldStake(seat=1), "POKER 7(c)(5)")
    scene.do(SHIFT, HoldStake(seat=1))
    scene.refused(ADA, restore(310_00), "POKER 7(c)(5)")
    scene.refused("floorperson", restore(310_00), "POKER 7(c)(5)")


@clause("POKER-7c5")
def test_no_stake_is_recorded_or_given_back_in_a_round() -> None:
    scene = Scene().open().seat(Ada=310_00, Bob=100_00, Cyd=100_00)
    scene.deal()
    scene.do(ADA, StepAway())
    scene.refused(SHIFT, HoldStake(seat=1), "POKER 7(c)(1)")
    scene.play_out().do(SHIFT, HoldStake(seat=1))
    stake = scene.life.seats[1].away.chips  # type: ignore[union-attr]  # she is away
    scene.deal()
    assert 1 not in scene.life.round.hands  # type: ignore[union-attr]  # one is open
    scene.refused(SHIFT, restore(stake), "POKER 7(c)(1)")
    scene.play_out().do(SHIFT, restore(stake))
    scene.check()


@clause("POKER-7c5")
def test_only_a_seat_that_is_kept_is_held_and_only_once() -> None:
    scene = Scene().open().seat(Ada=310_00, Bob=100_00)
    for command in (HoldStake(seat=1), restore(1_00), HoldStake(seat=9)):
        scene.refused(SHIFT, command, "POKER 7(c)(5)")
    scene.do(ADA, StepAway())
    scene.refused(ADA, StepAway(), "POKER 7(c)(5)")
    scene.refused(SHIFT, restore(310_00), "POKER 7(c)(5)")
    scene.do(SHIFT, HoldStake(seat=1))
    scene.refused(SHIFT, HoldStake(seat=1), "POKER 7(c)(5)")
    scene.refused(ADA, Buy(chips=Chips(10_00)), "POKER 7(c)(1)")


@clause("POKER-7c5")
def test_who_changes_the_mind_before_the_supervisor_comes_plays_on() -> None:
    scene = Scene().open().seat(Ada=310_00, Bob=100_00)
    scene.do(ADA, StepAway())
    assert 1 not in dealt_in(scene.life)
    scene.do(ADA, SitIn())
    assert dealt_in(scene.life) == {1: 310_00, 2: 100_00}
    scene.check()


@clause("POKER-7c5")
@pytest.mark.parametrize("sign", [RECORD, COVER], ids=["record", "cover"])
def test_a_seat_given_up_while_away_takes_its_stake_along(sign: TableSign) -> None:
    scene = away(sign)
    events = scene.do(ADA, Leave())
    assert isinstance(events[0], SeatLeft)
    assert events[0].stake == 310_00
    assert scene.stacks == {"Bob": 100_00, "Cyd": 100_00}
    scene.check()


@clause("POKER-7c5")
@pytest.mark.parametrize("sign", [RECORD, COVER], ids=["record", "cover"])
def test_a_seat_is_freed_of_who_is_away_and_of_nobody_else(sign: TableSign) -> None:
    scene = away(sign)
    for seat in (2, 9):
        scene.refused("dealer", FreeSeat(seat=seat), "POKER 7(c)(5)")
    scene.deal()
    scene.refused("dealer", FreeSeat(seat=1), "POKER 7(c)(1)")
    scene.play_out()
    scene.do(player("Bob"), SitOut())
    (bob,) = scene.do("dealer", FreeSeat(seat=2))
    (ada,) = scene.do("dealer", FreeSeat(seat=1))
    assert (bob.person, bob.clause, ada.person, ada.clause) == ("Bob", "A-88", "Ada", ada.clause)
    assert (ada.clause, ada.stake) == ("POKER 7(c)(5)", 310_00)
    assert [*scene.stacks] == ["Cyd"]
    scene.check()


@clause("POKER-7c5")
def test_who_is_back_is_not_sent_away_while_the_supervisor_is_waited_for() -> None:
    scene = away()
    scene.do(ADA, SitIn())
    scene.refused("dealer", FreeSeat(seat=1), "POKER 7(c)(5)")
    scene.do(SHIFT, restore(310_00))
    scene.refused("dealer", FreeSeat(seat=1), "POKER 7(c)(5)")


def test_at_a_bbc_table_nothing_leaves_the_table() -> None:
    sign = Scene("bbc-omaha").life.sign
    assert sign.absence == "record"
    scene = away(sign, "bbc-omaha", 150_00)
    assert scene.stacks["Ada"] == 150_00
    scene.refused(SHIFT, restore(1_00), "BBC wag-noremove")
    scene.do(SHIFT, restore(0))
    scene.check()


def test_against_the_bank_no_stake_is_held() -> None:
    Scene("two-card-joker").open().seat(Ada=100_00).refused(ADA, StepAway(), "TCJ 6(e)")


# --- the record ------------------------------------------------------------------------------


@clause("POKER-7c5-log")
@pytest.mark.parametrize("sign", [RECORD, COVER], ids=["record", "cover"])
def test_the_log_tells_who_held_a_stake_and_when_it_was_lifted(sign: TableSign) -> None:
    scene = away(sign)
    went = scene.now
    (absent,) = absences(scene.log)
    assert (absent.person, absent.seat, absent.method) == ("Ada", 1, sign.absence)
    assert (absent.stake, absent.held_by, absent.held_at) == (310_00, SHIFT, went)
    assert (absent.lifted_by, absent.lifted_at, absent.returned) == (None, None, None)
    scene.later(minutes=25)
    back = 310_00 if sign is RECORD else 0
    scene.do("casino_supervisor", restore(back))
    (absent,) = absences(scene.log)
    assert (absent.held_by, absent.held_at) == (SHIFT, went)
    assert absent.lifted_by == STAFF["casino_supervisor"]
    assert (absent.lifted_at, absent.returned) == (scene.now, 310_00)


@clause("POKER-7c5-log")
def test_an_absence_also_ends_with_the_seat_or_with_the_table() -> None:
    gone = away()
    gone.later(minutes=5).do(ADA, Leave())
    assert absences(gone.log)[0].lifted_at == gone.now
    assert absences(gone.log)[0].returned is None
    closed = away()
    closed.later(minutes=5).do("floorperson", CloseTable())
    assert absences(closed.log)[0].lifted_by == STAFF["floorperson"]
