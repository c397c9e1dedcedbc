"""Waiting lists, vacant seats and announcements."""

import pytest

from croupier.chips import Chips
from croupier.games import game_of
from croupier.games.bbc_omaha_hi import STAKES
from croupier.refused import Refused
from croupier.room.house import evolve as house
from croupier.room.house.people import Actor
from croupier.room.seating.decide import kind_of
from croupier.room.seating.facts import SeatsAnnounced
from croupier.room.seating.orders import Leave, Sit
from croupier.room.seating.state import Kind
from croupier.room.seating.waiting import AnnounceSeats, CallNext, JoinList, LeaveList, ReleaseSeat
from croupier.room.table.orders import CloseTable
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import faults
from tests.clause import clause
from tests.room.tables import STAFF, Scene, player

ONE_TWO = Kind("bbc-omaha", "$1/$2 pot limit")
TWO_FIVE = Kind("bbc-omaha", "$2/$5 pot limit")
ANN, BEN, CAL, DOT = map(player, ("Ann", "Ben", "Cal", "Dot"))


def bbc(stakes: str = "$1/$2 pot limit") -> Scene:
    return Scene("bbc-omaha", STAKES[stakes]).open()


def sit(seat: int) -> Sit:
    return Sit(seat=seat, chips=Chips(100_00))


def join(scene: Scene, who: Actor, kind: Kind = ONE_TWO) -> Scene:
    scene.ask_house(who, JoinList(kind=kind))
    return scene.later(minutes=1)


def call(scene: Scene, seat: int, kind: Kind = ONE_TWO) -> str:
    events = scene.ask_house("floorperson", CallNext(kind=kind, table="1", seat=seat))
    name: str = events[0].person
    return name


def refused(scene: Scene, by: Actor, command: object, clause: str) -> str:
    with pytest.raises(Refused) as refusal:
        scene.ask_house(by, command)
    assert refusal.value.clause == clause
    return refusal.value.why


@clause("BBC-wait2")
def test_a_1_2_seat_goes_to_a_and_the_next_one_to_c() -> None:
    scene = bbc()
    join(scene, ANN), join(scene, BEN, TWO_FIVE), join(scene, CAL)
    assert kind_of(scene.life) == ONE_TWO
    for who in (BEN, CAL, DOT):
        assert "Ann is first" in scene.refused(who, sit(1), "BBC wait2")
    assert call(scene, 1) == "Ann"
    for who in (BEN, CAL, DOT):
        assert "kept for Ann" in scene.refused(who, sit(1), "BBC wait2")
    scene.do(ANN, sit(1))
    assert "Cal is first" in scene.refused(DOT, sit(2), "BBC wait2")
    assert call(scene, 2) == "Cal"
    scene.do(CAL, sit(2))
    scene.do(DOT, sit(3))  # nobody waits for this type of table any more
    other = bbc("$2/$5 pot limit")
    other.house = scene.house
    other.refused(DOT, sit(1), "BBC wait2")
    assert call(other, 1, TWO_FIVE) == "Ben"
    other.do(BEN, sit(1))


@clause("BBC-wait2")
def test_a_called_seat_is_kept_until_somebody_has_sat_there() -> None:
    scene = join(join(bbc(), ANN), BEN)
    call(scene, 1)
    scene.later(minutes=10)
    assert call(scene, 1) == "Ben"  # Ann did not come
    scene.refused(ANN, sit(1), "BBC wait2")
    scene.do(BEN, sit(1))
    scene.later(minutes=10).do(BEN, Leave())
    scene.do(DOT, sit(1))  # the call was answered; nobody waits


@clause("BBC-wait2")
def test_a_seat_that_falls_vacant_again_is_called_again() -> None:
    scene = join(bbc(), ANN)
    call(scene, 1)
    scene.do(ANN, sit(1))
    join(scene, BEN)
    scene.do(ANN, Leave())
    assert "Ben is first" in scene.refused(ANN, sit(1), "BBC wait2")
    assert call(scene, 1) == "Ben"
    scene.do(BEN, sit(1))


@clause("BBC-wait2")
def test_the_order_is_that_of_coming_not_of_the_name() -> None:
    scene = bbc()
    for who in (CAL, ANN, BEN):
        join(scene, who)
    scene.ask_house(ANN, LeaveList(kind=ONE_TWO))
    join(scene, ANN)
    assert [call(scene, seat) for seat in (1, 2, 3)] == ["Cal", "Ben", "Ann"]
    refused(scene, player("x"), JoinList(kind=Kind("", "")), "FIELD kind")


@clause("BBC-wait1")
def test_a_list_is_kept_for_each_game_and_stake() -> None:
    scene = bbc()
    join(scene, ANN), join(scene, ANN, TWO_FIVE), join(scene, BEN, Kind("holdem", "$2/$4 limit"))
    assert [waits.person for waits in scene.house.waiting.of(TWO_FIVE)] == ["Ann"]
    assert "already" in refused(scene, ANN, JoinList(kind=ONE_TWO), "BBC wait1")
    refused(scene, BEN, LeaveList(kind=ONE_TWO), "BBC wait1")
    refused(scene, BEN, JoinList(kind=ONE_TWO, person="Cal"), "FIELD person")
    scene.ask_house("floorperson", JoinList(kind=ONE_TWO, person="Cal"))
    scene.ask_house("floorperson", LeaveList(kind=ONE_TWO, person="Ann"))
    assert [waits.person for waits in scene.house.waiting.of(ONE_TWO)] == ["Cal"]
    assert house.replay(scene.house_log) == scene.house


@clause("BBC-wait1")
def test_without_a_list_seats_are_free_to_take() -> None:
    scene = bbc()
    scene.do(DOT, sit(5))
    nobody = CallNext(kind=ONE_TWO, table="1", seat=1)
    refused(scene, STAFF["floorperson"], nobody, "BBC wait2")


@clause("BBC-wait2")
def test_a_seat_that_was_called_may_be_given_up() -> None:
    scene = join(bbc(), ANN)
    call(scene, 1)
    release = ReleaseSeat(table="1", seat=1)
    assert "kept for Ann" in refused(scene, BEN, release, "BBC wait2")
    scene.ask_house(ANN, release)
    scene.do(DOT, sit(1))
    refused(scene, ANN, release, "BBC wait2")
    join(scene, BEN)
    call(scene, 2)
    scene.ask_house("floorperson", ReleaseSeat(table="1", seat=2))  # Ben did not come
    scene.do(CAL, sit(2))
    assert house.replay(scene.house_log) == scene.house


# --- announcements ---------------------------------------------------------------------------


@clause("BBC-wait3")
def test_only_as_many_vacancies_are_announced_as_people_wait_for() -> None:
    scene = bbc()
    scene.refused("floorperson", AnnounceSeats(), "BBC wait3")
    join(scene, BEN, TWO_FIVE)
    scene.refused("floorperson", AnnounceSeats(), "BBC wait3")
    join(scene, ANN)
    events = scene.do("floorperson", AnnounceSeats())
    assert events == [SeatsAnnounced(clause="BBC wait3", kind=ONE_TWO, seats=1)]
    call(scene, 4)  # Ann's own vacancy may be called out
    assert scene.do("dealer", AnnounceSeats())[0].seats == 1
    scene.do(ANN, sit(4))
    scene.refused("floorperson", AnnounceSeats(), "BBC wait3")
    scene.check()


@clause("BBC-wait3")
def test_a_bbc_sign_cannot_post_otherwise() -> None:
    sign = TableSign(announce="any")
    assert "BBC wait3" in [fault.clause for fault in faults(game_of("bbc-omaha"), sign)]


@clause("POKER-18")
def test_a_poker_room_announces_games_limits_and_any_vacant_seat() -> None:
    scene = Scene().open().seat(Ann=100_00)
    events = scene.do("floorperson", AnnounceSeats())
    kind = Kind("holdem", "$2/$4 limit")
    assert events == [SeatsAnnounced(clause="POKER 18", kind=kind, seats=10)]
    seats = {f"P{number}": 100_00 for number in range(2, 12)}
    scene.seat(**seats)
    scene.refused("floorperson", AnnounceSeats(), "POKER 18")
    scene.check()


@clause("POKER-18")
def test_announcements_are_for_open_poker_tables() -> None:
    bank = Scene("flop-poker").open()
    bank.refused("floorperson", AnnounceSeats(), "A-88")
    closed = Scene().open()
    closed.do("floorperson", CloseTable())
    closed.refused("floorperson", AnnounceSeats(), "POKER 4(a)")


@clause("POKER-18")
def test_a_room_may_post_that_it_announces_only_what_somebody_waits_for() -> None:
    scene = Scene(sign=TableSign(announce="waiting")).open()
    scene.refused("floorperson", AnnounceSeats(), "SIGN announce")
    join(scene, ANN, kind_of(scene.life))
    assert scene.do("floorperson", AnnounceSeats())[0].seats == 1
