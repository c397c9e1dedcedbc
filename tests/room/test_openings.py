"""Hidden cards of a finished round: two people of different duties, and it is on the record."""

from datetime import timedelta
from itertools import product

import pytest

from croupier.refused import Refused
from croupier.room.house import decide as rooms_desk
from croupier.room.house import evolve as rooms
from croupier.room.house.disclosure import ASKERS, WITNESSES, AnswerOpening, AskOpening, opened
from croupier.room.house.facts import OpeningAsked, OpeningDenied, OpeningGranted
from croupier.room.house.people import ROLES, SHIFT, Actor, Role
from croupier.room.house.state import House
from croupier.room.logbook import Entry, Order
from croupier.views.narration.narrate_room import narrate_room
from croupier.views.reports.catalog import REPORTS
from croupier.views.reports.definition import Book, made
from tests.clause import clause
from tests.room.tables import NOON

SUE = Actor("Sue", "poker_shift_supervisor")
IRA = Actor("Ira", "ieb_agent")
ASK = AskOpening(table="1", line=40, round=7, reason="a dispute about the river")
YES = AnswerOpening(table="1", line=40, agree=True)
NO = AnswerOpening(table="1", line=40, agree=False)


def after(*orders: tuple[Actor, object], start: House | None = None) -> tuple[House, list[Entry]]:
    house, log = start or House(), list[Entry]()
    for hour, (by, says) in enumerate(orders):
        house, events = rooms_desk.obey(house, Order(NOON + timedelta(hours=hour), by, says))
        log += events
    return house, log


@clause("POKER-6e2")
def test_one_asks_and_another_agrees_and_both_are_facts() -> None:
    house, log = after((SUE, ASK), (IRA, YES))
    assert [type(entry.fact) for entry in log] == [OpeningAsked, OpeningGranted]
    found = opened(house, "1", 40, NOON)
    assert found is not None
    assert (found.asked_by, found.answered_by, found.reason) == (SUE, IRA, ASK.reason)
    assert rooms.replay(rooms.read_entry(rooms.write_entry(entry)) for entry in log) == house
    assert {entry.fact.visibility for entry in log} == {"staff"}
    assert narrate_room(log[1].fact).words == (
        "the hidden cards of round 7 at table 1 are opened, as Sue asked"
    )


@clause("POKER-6e2")
def test_what_was_asked_before_the_round_was_over_opens_nothing() -> None:
    house, _ = after((SUE, ASK), (IRA, YES))
    assert opened(house, "1", 40, NOON + timedelta(seconds=1)) is None  # asked a second too early
    assert opened(house, "1", 40, None) is None  # still in play
    assert opened(house, "1", 41, NOON) is None
    assert opened(house, "2", 40, NOON) is None


@clause("POKER-6e2")
@pytest.mark.parametrize(("one", "other"), list(product(ROLES, ROLES)))
def test_no_two_people_of_one_duty_open_a_round(one: Role, other: Role) -> None:
    both_shift = one in SHIFT and other in SHIFT
    allowed = one in ASKERS and other in WITNESSES and one != other and not both_shift
    both = (Actor("Ann", one), ASK), (Actor("Ben", other), YES)
    if allowed:
        assert opened(after(*both)[0], "1", 40, NOON) is not None
        return
    with pytest.raises(Refused) as caught:
        after(*both)
    assert caught.value.clause == "POKER 6(e)(2)"


@clause("POKER-6e2")
def test_one_person_in_two_roles_is_one_person() -> None:
    with pytest.raises(Refused, match="two different people"):
        after((SUE, ASK), (Actor("Sue", "ieb_agent"), YES))


def test_what_is_denied_stays_hidden_and_may_be_asked_for_again() -> None:
    house, log = after((IRA, ASK), (SUE, NO))
    assert isinstance(log[1].fact, OpeningDenied)
    assert opened(house, "1", 40, NOON) is None
    with pytest.raises(Refused, match="there is no open request"):
        after((SUE, YES), start=house)
    house, _ = after((IRA, ASK), (SUE, YES), start=house)
    assert opened(house, "1", 40, NOON) is not None
    with pytest.raises(Refused, match="already open"):
        after((IRA, ASK), start=house)


def test_a_request_says_why_and_is_made_once() -> None:
    house, _ = after((IRA, ASK))
    with pytest.raises(Refused, match="Ira has already asked"):
        after((SUE, ASK), start=house)
    with pytest.raises(Refused, match="the reason is required"):
        after((IRA, AskOpening(table="1", line=40, round=7, reason=" ")))
    with pytest.raises(Refused, match="must be 1 or more"):
        after((IRA, AskOpening(table="1", line=0, round=7, reason="x")))


def test_the_report_lists_every_request_with_its_answer() -> None:
    again = AskOpening(table="1", line=90, round=9, reason="and another")
    _, log = after((IRA, ASK), (SUE, NO), (IRA, ASK), (SUE, YES), (IRA, again))
    report = made(REPORTS["openings"], Book(house=log))
    assert report.column("result") == ["denied", "opened", "waits"]
    assert report.column("round") == [7, 7, 9]
    assert report.column("answered by") == ["Sue", "Sue", ""]
    assert made(REPORTS["openings"], Book(house=log), table="2").rows == ()
