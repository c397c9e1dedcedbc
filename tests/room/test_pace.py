"""How long players are waited for: everything about it is in the log, and a log replays."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from croupier.chips import Chips
from croupier.engine.commands import Call, Fold, Place
from croupier.engine.faults import Accident
from croupier.games import game_of
from croupier.room.house.people import HOUSE_DEALER
from croupier.room.seating.facts import SatOut
from croupier.room.seating.lineup import dealt_in
from croupier.room.seating.orders import Leave, Sit, SitIn, SitOut
from croupier.room.table import evolve as life
from croupier.room.table.facts import ClockStarted, ClockStopped, TimeAllowed, TurnPassed
from croupier.room.table.pace import AllowTime, DealOut, StartClock, StopClock
from croupier.room.table.rounds import PassTurn, Play
from croupier.room.table.state import Pace
from tests.clause import clause
from tests.room.tables import Scene, player


def scene(key: str = "holdem") -> Scene:
    at = Scene(key).open().seat(Ada=200_00, Bob=200_00, Cyd=200_00)
    at.deal()
    return at


def asked(at: Scene) -> int:
    assert at.life.round is not None
    return at.life.round.turns[0].actor


def person(at: Scene, seat: int) -> Any:
    return player(at.life.seats[seat].person)


@clause("POKER-15i4")
def test_the_time_of_a_turn_runs_from_its_question_and_anew_with_the_next() -> None:
    at = scene()
    assert at.life.pace == Pace(since=at.now)
    at.later(seconds=7)
    assert at.life.pace.elapsed(at.now) == 7
    at.do(person(at, asked(at)), Play(command=Call(asked(at))))
    assert at.life.pace == Pace(since=at.now)
    at.check()


def test_wagers_against_the_bank_are_one_question() -> None:
    at = scene("texas-holdem-bonus")
    began = at.now
    at.later(seconds=5)
    at.say(Place(1, {"ante": at.life.sign.wager_min}))
    assert at.life.pace.since == began
    at.check()


@clause("POKER-15i4")
def test_a_stopped_clock_does_not_run_whatever_happens_and_goes_on_where_it_stood() -> None:
    at = scene()
    at.later(seconds=4)
    assert at.do("floorperson", StopClock()) == [ClockStopped(clause="A-52")]
    at.later(hours=3)
    assert at.life.pace.elapsed(at.now) == 4
    assert "Flo has already stopped the clock" in at.refused("dealer", StopClock(), "A-52")
    assert at.do("floorperson", StartClock()) == [ClockStarted(clause="A-52", ran=4.0)]
    at.later(seconds=2)
    assert at.life.pace.elapsed(at.now) == 6
    at.do("floorperson", StopClock())
    at.do(person(at, asked(at)), Play(command=Call(asked(at))))  # the next is asked meanwhile
    at.later(seconds=9)
    assert at.life.pace.elapsed(at.now) == 0
    at.do("floorperson", StartClock())
    at.later(seconds=1)
    assert at.life.pace.elapsed(at.now) == 1
    at.check()


def test_a_clock_that_nobody_could_stop_is_believed_until_it_was_last_seen() -> None:
    at = scene()
    seen = at.later(seconds=5).now
    at.later(hours=1)
    assert "not stopped" in at.refused("dealer", StartClock(), "A-52")
    [started] = at.do("dealer", StartClock(until=seen))
    assert started == ClockStarted(clause="A-52", ran=5.0)
    at.later(seconds=1)
    [again] = at.do("dealer", StartClock(until=at.now + timedelta(hours=1)))  # a clock set back
    assert again.ran == 6
    [early] = at.do("dealer", StartClock(until=seen))  # never less than had run
    assert early.ran == 6
    at.play_out()
    assert "no clock is running" in at.refused("dealer", StopClock(), "A-52")
    assert "not stopped" in at.refused("dealer", StartClock(until=at.now), "A-52")
    at.check()


def test_time_is_given_to_who_is_asked_and_a_reserve_is_spent_once_a_sitting() -> None:
    at = scene()
    seat = asked(at)
    other = next(one for one in at.life.seats if one != seat)
    assert "not the turn of" in at.refused("dealer", AllowTime(seat=other, seconds=5), "A-52")
    assert "not the turn of" in at.refused("dealer", AllowTime(seat=77, seconds=5), "A-52")
    for seconds, reserve, field in ((0, 0, "seconds"), (4000, 0, "seconds"), (5, 6, "reserve")):
        says = AllowTime(seat=seat, seconds=seconds, reserve=reserve)
        at.refused("dealer", says, f"FIELD {field}")
    at.do("floorperson", AllowTime(seat=seat, seconds=20))
    assert at.life.seats[seat].spent == 0
    at.do("dealer", AllowTime(seat=seat, seconds=30, reserve=30, why="reserve"))
    at.do("dealer", AllowTime(seat=seat, seconds=25, reserve=10, why="connection"))
    assert at.life.pace.allowed == {seat: 75}
    assert at.life.pace.protected == (seat,)
    assert at.life.seats[seat].spent == 40
    at.do(person(at, seat), Play(command=Fold(seat)))
    assert at.life.pace == Pace(since=at.now)
    assert at.life.seats[seat].spent == 40  # until the seat is given up
    at.play_out()
    at.do(person(at, seat), Leave())
    at.do(player("Dan"), Sit(seat=seat, chips=Chips(200_00)))
    assert at.life.seats[seat].spent == 0
    at.check()


@clause("POKER-15i4")
def test_a_player_who_lets_turns_go_by_is_left_out_until_asking_to_be_back() -> None:
    at = scene()
    seat = asked(at)
    who = at.life.seats[seat].person
    assert "answered every turn" in at.refused("dealer", DealOut(seat=seat), "A-52")
    facts = at.do("dealer", PassTurn(seat=seat))
    assert facts[0] == TurnPassed(clause="A-52", seat=seat)
    assert at.life.seats[seat].passed == 1
    at.play_out()
    assert at.do("dealer", DealOut(seat=seat)) == [SatOut(clause="A-52", seat=seat)]
    assert seat not in dealt_in(at.life)
    assert "not dealt in" in at.refused("dealer", DealOut(seat=seat), "A-52")
    assert "not dealt in" in at.refused("dealer", DealOut(seat=77), "A-52")
    at.deal()
    at.play_out()
    at.do(player(who), SitIn())
    assert at.life.seats[seat].passed == 0
    assert seat in dealt_in(at.life)
    at.check()


@clause("POKER-15k-third")
def test_an_absent_player_whose_last_card_was_exposed_stops_and_holds_nobody_up() -> None:
    at = Scene("seven-card-stud").open().seat(Ada=200_00, Bob=200_00, Cyd=200_00)
    at.deal(accidents=(Accident("exposed", 23),))  # the first card of the last street
    while not (turn := at.life.round.turns[0]).option("stop"):  # type: ignore[union-attr]  # one is open
        at.answer()
    facts = at.do("dealer", PassTurn(seat=turn.actor))
    assert [type(fact).__name__ for fact in facts[:2]] == ["TurnPassed", "Elected"]
    assert facts[1].stops
    at.play_out()
    at.check()


@pytest.mark.parametrize("sign", ["answers", "asks for time"])
def test_turns_in_a_row_are_counted_anew_once_the_player_is_heard_of(sign: str) -> None:
    at = scene()
    seat = asked(at)
    at.do("dealer", PassTurn(seat=seat))
    at.play_out()
    at.deal()
    while asked(at) != seat:
        at.answer()
    assert at.life.seats[seat].passed == 1
    at.do("floorperson", AllowTime(seat=seat, seconds=9))
    assert at.life.seats[seat].passed == 1  # another player caused that
    if sign == "answers":
        at.answer()
    else:
        at.do("dealer", AllowTime(seat=seat, seconds=9, reserve=9, why="reserve"))
    assert at.life.seats[seat].passed == 0
    at.check()


class PaceMachine(RuleBasedStateMachine):
    """A clock that is stopped, started and asked, against seconds that are counted by hand."""

    @initialize()
    def open(self) -> None:
        self.at = scene()
        self.ran, self.runs = 0.0, True
        self.spent = dict.fromkeys((1, 2, 3), 0.0)
        self.passed = dict.fromkeys((1, 2, 3), 0)

    @rule(seconds=st.integers(0, 90))
    def wait(self, seconds: int) -> None:
        self.at.later(seconds=seconds)
        self.ran += seconds if self.runs else 0

    @precondition(lambda self: self.runs and self.at.life.playing)
    @rule()
    def stop(self) -> None:
        self.at.do(HOUSE_DEALER, StopClock())
        self.runs = False

    @precondition(lambda self: not self.runs)
    @rule()
    def start(self) -> None:
        self.at.do(HOUSE_DEALER, StartClock())
        self.runs = True

    @precondition(lambda self: self.runs and self.at.life.playing)
    @rule(lost=st.integers(0, 500))
    def crash(self, lost: int) -> None:
        """Some seconds before the end were not recorded, and then nothing ran for a while."""
        seen: datetime = self.at.now
        self.at.later(seconds=lost, hours=1)
        self.at.life = life.replay(self.at.log, game_of)
        self.at.do(HOUSE_DEALER, StartClock(until=seen))

    @precondition(lambda self: self.at.life.playing)
    @rule(seconds=st.integers(1, 60), reserve=st.booleans())
    def allow(self, seconds: int, reserve: bool) -> None:
        seat = asked(self.at)
        says = AllowTime(
            seat=seat,
            seconds=seconds,
            reserve=seconds if reserve else 0,
            why="reserve" if reserve else "floor",
        )
        [events] = self.at.do(HOUSE_DEALER, says)
        assert isinstance(events, TimeAllowed)
        self.spent[seat] += events.reserve
        self.passed[seat] = 0 if reserve else self.passed[seat]

    @precondition(lambda self: self.at.life.playing)
    @rule(answers=st.booleans())
    def turn(self, answers: bool) -> None:
        seat = asked(self.at)
        if answers:
            self.at.answer()
        else:
            self.at.do(HOUSE_DEALER, PassTurn(seat=seat))
        self.passed[seat] = 0 if answers else self.passed[seat] + 1
        self.ran = 0.0

    @precondition(lambda self: not self.at.life.playing)
    @rule(out=st.booleans())
    def next_round(self, out: bool) -> None:
        for seat in (1, 2, 3):
            if self.passed[seat] and out and sum(self.passed.values()) == self.passed[seat]:
                self.at.do(HOUSE_DEALER, DealOut(seat=seat))
                self.at.do(person(self.at, seat), SitIn())
                self.passed[seat] = 0
        self.at.deal()
        self.ran = 0.0

    @invariant()
    def agrees(self) -> None:
        if not hasattr(self, "at"):
            return
        pace = self.at.life.pace
        if self.at.life.playing:
            assert pace.elapsed(self.at.now) == pytest.approx(self.ran)
        assert bool(pace.stopped) == (not self.runs)
        for seat, held in self.at.life.seats.items():
            assert (held.spent, held.passed) == (self.spent[seat], self.passed[seat])

    def teardown(self) -> None:
        if hasattr(self, "at"):
            self.at.check()


TestPace = PaceMachine.TestCase
TestPace.settings = settings(max_examples=25, stateful_step_count=25)


def test_a_player_who_chose_to_sit_out_is_not_left_out_again() -> None:
    at = scene()
    seat = asked(at)
    at.do("dealer", PassTurn(seat=seat))
    at.play_out()
    at.do(person(at, seat), SitOut())
    assert "not dealt in" in at.refused("dealer", DealOut(seat=seat), "A-52")
