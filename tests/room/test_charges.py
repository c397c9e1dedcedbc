"""Time charges: assessed, collected, verified (POKER 14(b)(3), BBC rev-time)."""

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.accounts import INVENTORY, RAKE
from croupier.games import game_of
from croupier.room.cage.charges import AssessTime, CollectTime, ExcuseTime, VerifyTime
from croupier.room.house.people import Actor, Role
from croupier.room.house.state import RakeRules
from croupier.room.seating.orders import HoldStake, RestoreStake, Sit, SitIn, StepAway
from croupier.room.seating.state import Seat
from croupier.room.shuffle import shuffle
from croupier.room.table.duties import due
from croupier.room.table.orders import CloseTable
from croupier.room.table.rounds import DealRound
from croupier.rules.sign import TableSign, amend
from croupier.rules.sign_check import faults
from croupier.rules.time_charge import Hourly, TimeCharge
from croupier.views.printed.rulebook_revenue import revenue
from tests.clause import clause
from tests.room.tables import NOON, Scene, seat_players
from tests.room.test_submissions import approved

LIMITS = (Chips(2_00), Chips(4_00))
CLOCK = TimeCharge(hourly=(Hourly(LIMITS, Chips(12_00)),))
DEAL = DealRound(order=shuffle())


def charged(posted: TimeCharge = CLOCK, players: int = 8) -> Scene:
    """An open hold'em table under this time charge, with players seated."""
    scene = Scene(sign=replace(game_of("holdem").sign, time_charge=posted))
    approved(scene, RakeRules(types=("time",), time_charges=(posted,)))
    scene.open()
    seat_players(scene, players)
    return scene


def without_chips(scene: Scene, seat: int, person: str = "Eve") -> None:
    """A player who is seated and has lost everything."""
    seats = scene.life.seats | {seat: Seat(person, since=scene.now)}
    scene.life = replace(scene.life, seats=seats)


def bbc(**posted: Any) -> Scene:
    clock = TimeCharge(**{"each": Chips(6_00), "minutes": 30, **posted})
    return Scene("bbc-omaha", replace(game_of("bbc-omaha").sign, time_charge=clock)).open()


def area(scene: Scene) -> tuple[int, int]:
    """What lies in the rake area and in the table inventory."""
    return scene.life.accounts.get(RAKE, 0), scene.life.accounts.get(INVENTORY, 0)


def why_not(sign: TableSign, key: str = "holdem") -> list[str]:
    return [fault.clause for fault in faults(game_of(key), sign)]


def stepped_away(absence: str) -> Scene:
    """Three players, of whom Bob has left his seat for a while."""
    scene = charged(players=3)
    scene.life = replace(scene.life, sign=replace(scene.life.sign, absence=absence))
    bob = Actor("Bob", "player")
    scene.do(bob, StepAway())
    scene.do("poker_shift_supervisor", HoldStake(seat=2))
    return scene


@clause("POKER-14b3i")
def test_every_seated_player_is_charged_also_who_is_away_and_no_empty_seat() -> None:
    scene = stepped_away("cover")
    [fact] = scene.later(minutes=30).do("dealer", AssessTime())
    assert fact.owed == {1: 6_00, 2: 6_00, 3: 6_00}
    assert fact.people == {1: "Ada", 2: "Bob", 3: "Cyd"}
    assert scene.life.stacks == {1: 144_00, 2: 144_00, 3: 144_00}
    assert area(scene) == (18_00, 0)


@clause("POKER-14b3i")
def test_a_player_who_is_away_with_the_stake_pays_for_that_time_when_back() -> None:
    scene = stepped_away("record")
    for period, area_holds in ((1, 12_00), (2, 24_00)):
        [fact] = scene.later(minutes=30).do("dealer", AssessTime())
        assert (fact.owed, fact.later) == ({1: 6_00, 3: 6_00}, {2: 6_00}), period
        assert fact.people == {1: "Ada", 2: "Bob", 3: "Cyd"}, "the absent player is assessed"
        scene.do("floorperson", VerifyTime(counted=Chips(12_00)))
        assert area(scene) == (0, area_holds)
    scene.do(Actor("Bob", "player"), SitIn())
    scene.do("poker_shift_supervisor", RestoreStake(seat=2, chips=Chips(150_00)))
    assert scene.life.stacks[2] == 150_00, "the whole stake came back"
    [fact] = scene.later(minutes=30).do("dealer", AssessTime())
    assert (fact.owed, fact.later) == ({1: 6_00, 2: 18_00, 3: 6_00}, {})
    scene.do("floorperson", VerifyTime(counted=Chips(30_00)))
    [fact] = scene.later(minutes=30).do("dealer", AssessTime())
    assert fact.owed == {1: 6_00, 2: 6_00, 3: 6_00}, "it is paid once"
    scene.check()


@clause("POKER-14b3i")
def test_a_charge_per_table_is_one_sum_shared_in_whole_chips() -> None:
    fees = (Hourly(LIMITS, Chips(90_00)),)
    scene = charged(TimeCharge(basis="table", minutes=20, hourly=fees), players=4)
    [fact] = scene.later(minutes=20).do("dealer", AssessTime())
    assert fact.owed == {1: 8_00, 2: 8_00, 3: 7_00, 4: 7_00}
    assert sum(fact.owed.values()) == 30_00
    scene.do("floorperson", VerifyTime(counted=Chips(30_00)))
    scene.check()


@clause("POKER-14b3i")
def test_the_odd_chips_of_a_charge_per_table_begin_at_the_buttons_left() -> None:
    fees = (Hourly(LIMITS, Chips(90_00)),)
    scene = charged(TimeCharge(basis="table", minutes=20, hourly=fees), players=4)
    scene.life = replace(scene.life, button=2)
    [fact] = scene.later(minutes=20).do("dealer", AssessTime())
    assert fact.owed == {3: 8_00, 4: 8_00, 1: 7_00, 2: 7_00}


@clause("POKER-14b3i")
def test_an_empty_table_owes_nothing_and_its_clock_goes_on() -> None:
    scene = charged(players=0)
    scene.later(minutes=61)
    for _ in range(2):
        [fact] = scene.do("dealer", AssessTime())
        assert (fact.owed, fact.moves) == ({}, ())
    scene.refused("dealer", AssessTime(), "POKER 14(b)(3)(iii)")
    assert scene.life.charges.until == NOON + timedelta(minutes=60)
    scene.do(Actor("Ada", "player"), Sit(seat=1, chips=Chips(100_00)))
    [fact] = scene.later(minutes=29).do("dealer", AssessTime())
    assert fact.owed == {1: 6_00}


@clause("POKER-14b3i")
def test_who_sat_down_after_a_period_does_not_pay_for_it() -> None:
    scene = charged(players=1)
    scene.later(minutes=30).do(Actor("Bob", "player"), Sit(seat=2, chips=Chips(100_00)))
    [fact] = scene.later(minutes=1).do("dealer", AssessTime())
    assert fact.owed == {1: 6_00}


@clause("POKER-14b3ii")
def test_a_table_whose_limits_have_no_fee_cannot_charge_by_time() -> None:
    sign = replace(game_of("holdem").sign, time_charge=CLOCK)
    assert why_not(sign) == []
    assert why_not(replace(sign, limits=(Chips(4_00), Chips(8_00)))) == ["POKER 14(b)(3)(ii)"]
    flat = TimeCharge(each=Chips(6_00))
    assert "POKER 14(b)(3)(ii)" in why_not(replace(sign, time_charge=flat))


@clause("POKER-14b3ii")
def test_the_row_of_the_tables_limits_gives_the_fee() -> None:
    rows = (Hourly((Chips(4_00), Chips(8_00)), Chips(18_00)), Hourly(LIMITS, Chips(12_00)))
    scene = charged(TimeCharge(hourly=rows), players=1)
    [fact] = scene.later(minutes=30).do("dealer", AssessTime())
    assert fact.owed == {1: 6_00}


@clause("POKER-14b3iii")
@pytest.mark.parametrize(
    ("hourly", "minutes", "fee"),
    [
        (12_00, 20, 4_00),
        (12_00, 30, 6_00),
        (12_00, 60, 12_00),
        (90_00, 20, 30_00),
        (90_00, 30, 45_00),
    ],
)
def test_an_hourly_fee_is_taken_in_fractions(hourly: int, minutes: int, fee: int) -> None:
    posted = TimeCharge(minutes=minutes, hourly=(Hourly(LIMITS, Chips(hourly)),))
    assert why_not(replace(game_of("holdem").sign, time_charge=posted)) == []
    assert posted.fee(LIMITS) == fee


@clause("POKER-14b3iii")
@pytest.mark.parametrize("minutes", [-30, 0, 1, 10, 15, 40, 45, 59, 90, 120])
def test_no_other_fraction_is_taken(minutes: int) -> None:
    posted = replace(CLOCK, minutes=minutes)
    assert why_not(replace(game_of("holdem").sign, time_charge=posted)) == ["POKER 14(b)(3)(iii)"]


@clause("POKER-14b3iii")
def test_nothing_is_charged_before_its_time_and_no_round_is_dealt_after_it() -> None:
    scene = charged(players=2)
    scene.later(minutes=29, seconds=59)
    scene.refused("dealer", AssessTime(), "POKER 14(b)(3)(iii)")
    scene.deal()
    scene.later(minutes=5)
    scene.refused("dealer", AssessTime(), "POKER 1 round of play")
    scene.play_out()
    scene.refused("dealer", DEAL, "POKER 14(b)(3)(iii)")
    scene.do("dealer", AssessTime())
    scene.deal()
    scene.play_out().check()


@clause("POKER-14b3iii")
def test_the_clock_stops_while_the_table_is_closed() -> None:
    scene = charged(players=1).later(minutes=10)
    scene.do("floorperson", CloseTable())
    scene.later(hours=5)
    assert not [due for due in due(scene.life, scene.now, scene.house) if due.what == "time charge"]
    scene.open()
    scene.later(minutes=29)
    scene.refused("dealer", AssessTime(), "POKER 14(b)(3)(iii)")
    scene.later(minutes=1).do("dealer", AssessTime())
    scene.check()


@clause("POKER-14b3iii")
def test_the_clock_starts_anew_when_a_table_that_was_charged_opens_again() -> None:
    scene = charged(players=1).later(minutes=30)
    scene.do("dealer", AssessTime())
    scene.do("floorperson", VerifyTime(counted=Chips(6_00)), CloseTable())
    scene.later(hours=5).open()
    scene.later(minutes=29).refused("dealer", AssessTime(), "POKER 14(b)(3)(iii)")
    [fact] = scene.later(minutes=1).do("dealer", AssessTime())
    assert fact.until == NOON + timedelta(hours=6), "nobody pays for the hours of a closed table"


def test_a_fraction_is_whole_chips() -> None:
    odd = TimeCharge(minutes=20, hourly=(Hourly(LIMITS, Chips(10_00)),))
    assert why_not(replace(game_of("holdem").sign, time_charge=odd)) == ["SIGN time_charge"]
    free = TimeCharge(hourly=(Hourly(LIMITS, Chips(0)),))
    assert why_not(replace(game_of("holdem").sign, time_charge=free)) == ["SIGN time_charge"]


@clause("POKER-14b3iv")
def test_time_money_waits_in_the_rake_area_through_rounds_of_play() -> None:
    scene = charged(players=2)
    scene.later(minutes=30).do("dealer", AssessTime())
    for _ in range(3):
        scene.deal()
        scene.play_out()
        assert area(scene) == (12_00, 0)
    scene.later(minutes=30)
    scene.refused("dealer", AssessTime(), "POKER 14(b)(3)(v)")
    scene.check()


@clause("POKER-14b3v")
def test_eight_players_at_six_dollars_make_48_and_42_is_not_verified() -> None:
    scene = charged(players=7)
    without_chips(scene, 8)
    [fact] = scene.later(minutes=30).do("dealer", AssessTime())
    assert sum(fact.owed.values()) == 48_00
    assert area(scene) == (42_00, 0)
    for counted in (42_00, 48_00):
        scene.refused("floorperson", VerifyTime(counted=Chips(counted)), "POKER 14(b)(3)(v)")
    assert area(scene) == (42_00, 0)


@clause("POKER-14b3v")
def test_verified_money_goes_to_the_inventory() -> None:
    scene = charged(players=8)
    scene.later(minutes=30).do("dealer", AssessTime())
    assert area(scene) == (48_00, 0)
    scene.refused("floorperson", VerifyTime(counted=Chips(47_00)), "POKER 14(b)(3)(v)")
    [fact] = scene.do("floorperson", VerifyTime(counted=Chips(48_00)))
    assert (fact.expected, area(scene)) == (48_00, (0, 48_00))
    assert (fact.since, fact.until) == (NOON, NOON + timedelta(minutes=30))
    scene.refused("floorperson", VerifyTime(counted=Chips(0)), "POKER 14(b)(3)(v)")
    scene.check()


@clause("POKER-14b3v")
@pytest.mark.parametrize("role", ["player", "dealer", "cage_cashier", "accounting", "security"])
def test_only_a_floorperson_or_a_supervisor_verifies(role: Role) -> None:
    scene = charged(players=1)
    scene.later(minutes=30).do("dealer", AssessTime())
    verify = VerifyTime(counted=Chips(6_00))
    scene.refused(Actor("X", role), verify, "POKER 14(b)(3)(v)")
    scene.do("poker_supervisor", verify)


def test_who_could_not_pay_pays_later_or_is_excused_by_the_shift_supervisor() -> None:
    scene = charged(players=1)
    scene.do(Actor("Bob", "player"), Sit(seat=2, chips=Chips(4_00)))
    scene.do(Actor("Cyd", "player"), Sit(seat=3, chips=Chips(5_00)))
    scene.later(minutes=30).do("dealer", AssessTime())
    assert area(scene) == (15_00, 0)
    scene.refused("dealer", CollectTime(seat=1), "POKER 14(b)(3)(iv)")
    scene.refused("dealer", CollectTime(seat=2), "POKER 14(b)(3)(iv)")
    excuse = ExcuseTime(seat=2, reason="left the room")
    scene.refused("floorperson", excuse, "POKER 15(b)")
    scene.refused("poker_shift_supervisor", replace(excuse, reason=""), "POKER 15(b)")
    [fact] = scene.do("poker_shift_supervisor", excuse)
    assert fact.chips == 2_00
    scene.do("poker_shift_supervisor", ExcuseTime(seat=3, reason="left the room"))
    scene.do("floorperson", VerifyTime(counted=Chips(15_00)))
    scene.check()


def test_nobody_pays_what_another_owed_in_the_same_seat() -> None:
    scene = charged(players=1)
    without_chips(scene, 2)
    scene.later(minutes=30).do("dealer", AssessTime())
    seats = {seat: taken for seat, taken in scene.life.seats.items() if seat != 2}
    scene.life = replace(scene.life, seats=seats)
    scene.do(Actor("Bob", "player"), Sit(seat=2, chips=Chips(100_00)))
    scene.refused("dealer", CollectTime(seat=2), "POKER 14(b)(3)(iv)")
    scene.do("poker_shift_supervisor", ExcuseTime(seat=2, reason="gone"))
    scene.do("floorperson", VerifyTime(counted=Chips(6_00)))
    assert scene.life.stacks[2] == 100_00


@clause("BBC-rev-time")
def test_at_bbc_who_sat_down_at_minute_29_of_30_pays_in_full() -> None:
    scene = bbc()
    scene.do(Actor("Ada", "player"), Sit(seat=1, chips=Chips(100_00)))
    scene.later(minutes=29).do(Actor("Bob", "player"), Sit(seat=2, chips=Chips(100_00)))
    [fact] = scene.later(minutes=1).do("dealer", AssessTime())
    assert (fact.clause, fact.owed) == ("BBC rev-time", {1: 6_00, 2: 6_00})
    scene.do("floorperson", VerifyTime(counted=Chips(12_00)))
    scene.check()


@clause("BBC-rev-time")
def test_a_bbc_room_may_spare_who_did_not_sit_the_whole_period() -> None:
    scene = bbc(charge_partial=False)
    scene.do(Actor("Ada", "player"), Sit(seat=1, chips=Chips(100_00)))
    scene.later(seconds=1).do(Actor("Bob", "player"), Sit(seat=2, chips=Chips(100_00)))
    [fact] = scene.later(minutes=30).do("dealer", AssessTime())
    assert fact.owed == {1: 6_00}
    scene.do("floorperson", VerifyTime(counted=Chips(6_00)))
    [fact] = scene.later(minutes=30).do("dealer", AssessTime())
    assert fact.owed == {1: 6_00, 2: 6_00}


@clause("BBC-rev-time")
@pytest.mark.parametrize(
    ("posted", "sound"),
    [
        ({"minutes": 45}, True),
        ({"minutes": 7}, True),
        ({"minutes": 0}, False),
        ({"each": 0}, False),
        ({"each": 1_50}, False),
        ({"basis": "table"}, False),
        ({"hourly": (Hourly(LIMITS, Chips(12_00)),)}, False),
    ],
)
def test_a_bbc_room_posts_a_fixed_sum_for_any_period(posted: dict[str, Any], sound: bool) -> None:
    clock = TimeCharge(**{"each": Chips(6_00), **posted})
    sign = replace(game_of("bbc-omaha").sign, time_charge=clock)
    assert why_not(sign, "bbc-omaha") == ([] if sound else ["BBC rev-time"])


def test_a_time_charge_is_posted_as_text() -> None:
    text = '{"basis": "player", "minutes": 20, "hourly": [[[200, 400], 1200]]}'
    sign = amend(game_of("holdem").sign, {"time_charge": text})
    assert sign.time_charge == replace(CLOCK, minutes=20)
    assert why_not(replace(sign), "flop-poker")[-1:] == ["SIGN time_charge"]


def test_a_table_that_posts_no_time_charge_takes_none() -> None:
    scene = Scene().open()
    scene.refused("dealer", AssessTime(), "SIGN time_charge")
    assert "time charge" not in {due.what for due in due(scene.life, scene.now, scene.house)}


@pytest.mark.parametrize(
    ("key", "posted", "words"),
    [
        (
            "holdem",
            CLOCK,
            "time charge: $12 an hour, $6 every 30 minutes from each player seated",
        ),
        (
            "bbc-omaha",
            TimeCharge(each=Chips(6_00)),
            "time charge: $6 every 30 minutes from each player seated; "
            "a part of a period counts as a whole one",
        ),
    ],
)
def test_the_sign_states_the_time_charge(key: str, posted: TimeCharge, words: str) -> None:
    game = game_of(key)
    sign = replace(game.sign, time_charge=posted)
    [line] = [line for line in revenue(game, sign) if line.words.startswith("time charge")]
    assert (line.words, line.clause) == (words, game.own("POKER 14(c)"))
