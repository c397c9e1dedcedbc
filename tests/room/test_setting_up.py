"""What the room is: set up once by a supervisor, and what signs, reports and days make of it."""

from datetime import UTC, datetime, time

import pytest

from croupier.games import GAMES
from croupier.refused import Refused
from croupier.room.house.decide import gaming_day, obey
from croupier.room.house.evolve import read_entry, replay, write_entry
from croupier.room.house.people import Actor
from croupier.room.house.setting_up import ChangePolicy, PostRetention, SetUpHouse
from croupier.room.house.state import House, RoomKind
from croupier.room.logbook import Command, Entry, Order
from croupier.views.narration.narrate_room import narrate_room
from croupier.views.printed.rulebook import rulebook
from croupier.views.reports.catalog import REPORTS
from croupier.views.reports.definition import book, made
from croupier.views.reports.html_page import as_html
from croupier.views.reports.report_formats import as_csv, as_json
from tests.room.tables import NOON

SUE = Actor("Sue", "poker_shift_supervisor")


def obeyed(house: House, says: Command, by: Actor = SUE) -> tuple[House, list[Entry]]:
    return obey(house, Order(NOON, by, says))


def a_room(kind: RoomKind = "card-room", zone: str = "UTC") -> tuple[House, list[Entry]]:
    return obeyed(House(), SetUpHouse(kind=kind, name=" The Back Room ", zone=zone))


def test_a_room_is_set_up_once_and_its_log_says_so() -> None:
    house, log = a_room("friends")
    assert (house.kind, house.name, house.zone) == ("friends", "The Back Room", "UTC")
    assert (house.registration, house.second_factor) == ("staff", "off")
    assert replay(read_entry(write_entry(entry)) for entry in log) == house
    assert narrate_room(log[0].fact).words == "The Back Room is set up as a friends' game"
    with pytest.raises(Refused, match="already set up"):
        obeyed(house, SetUpHouse(kind="card-room", name="Another"))


def test_a_room_of_an_earlier_version_is_a_card_room() -> None:
    assert (House().kind, House().is_set_up, House().notice) == ("card-room", False, "")


def test_the_policy_changes_and_the_kind_does_not() -> None:
    house, _ = a_room()
    after, log = obeyed(house, ChangePolicy(registration="open", second_factor="staff"))
    assert (after.registration, after.second_factor, after.kind) == ("open", "staff", "card-room")
    assert "second factor" in narrate_room(log[0].fact).words
    with pytest.raises(Refused, match="policy is already in force"):
        obeyed(after, ChangePolicy(registration="open", second_factor="staff"))


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("name", {"name": "  "}),
        ("name", {"name": "x" * 61}),
        ("name", {"name": "two\nlines"}),
        ("zone", {"zone": "Mars/Olympus"}),
        ("zone", {"zone": "../etc/passwd"}),
        ("zone", {"zone": ""}),
        ("day_starts", {"day_starts": time(6, 0, 1)}),
        ("day_starts", {"day_starts": time(6, tzinfo=UTC)}),
    ],
)
def test_bad_input_is_answered_at_its_field(field: str, wrong: dict[str, object]) -> None:
    given: dict[str, object] = {"kind": "friends", "name": "The Back Room"} | wrong
    with pytest.raises(Refused) as refusal:
        obeyed(House(), SetUpHouse(**given))  # type: ignore[arg-type]  # some are wrong on purpose
    assert refusal.value.clause == f"FIELD {field}"


def test_the_gaming_day_begins_in_the_rooms_own_time_zone() -> None:
    house, _ = a_room(zone="America/New_York")
    summer = datetime(2026, 7, 1, 9, 59, tzinfo=UTC)  # 5:59 in New York
    assert gaming_day(house, summer) == "2026-06-30"
    assert gaming_day(house, summer.replace(hour=10, minute=0)) == "2026-07-01"
    winter = datetime(2026, 1, 5, 10, 59, tzinfo=UTC)
    assert gaming_day(house, winter) == "2026-01-04"
    assert gaming_day(House(), summer) == "2026-07-01"


def test_the_autumn_day_of_25_hours_has_no_fourth_shift() -> None:
    _, log = a_room(zone="America/New_York")
    last = datetime(2026, 11, 1, 10, 59, tzinfo=UTC)  # 5:59, 25 hours after the day began
    assert book(house=log).period("shift", last) == "2026-10-31 shift 3"


@pytest.mark.parametrize(
    ("kind", "words"),
    [("friends", "Unlicensed, private game"), ("demonstration", "approvals are fictitious")],
)
def test_sign_and_every_report_say_what_the_room_is(kind: RoomKind, words: str) -> None:
    house, log = a_room(kind)
    assert any(words in line.words for line in rulebook(GAMES["holdem"], notice=house.notice))
    for report in REPORTS.values():
        paper = made(report, book(house=log))
        assert words in as_csv(paper)
        assert words in as_html(paper)
        assert words in as_json(paper)["notice"]


def test_a_card_room_says_nothing_of_the_kind() -> None:
    house, log = a_room()
    assert house.notice == ""
    assert "notice" not in as_json(made(REPORTS["rake"], book(house=log)))


def test_the_room_posts_how_long_records_are_kept() -> None:
    house, _ = a_room()
    assert (house.retention.days, house.retention.files) == (7, 0)
    after, log = obeyed(house, PostRetention(days=14, files=400))
    assert (after.retention.days, after.retention.files) == (14, 400)
    assert replay(read_entry(write_entry(entry)) for entry in log).retention == after.retention
    assert "retired after 400 days" in narrate_room(log[0].fact).words
    after, log = obeyed(after, PostRetention(days=1))
    assert "files are kept" in narrate_room(log[0].fact).words
    with pytest.raises(Refused, match="already posted"):
        obeyed(after, PostRetention(days=1))
    for says in (
        PostRetention(days=-1),
        PostRetention(files=29),
        PostRetention(days=90, files=89),
        PostRetention(files=10**6),
    ):
        with pytest.raises(Refused, match=r"closed days stay|kept forever"):
            obeyed(after, says)
    with pytest.raises(Refused, match="post how long"):
        obeyed(after, PostRetention(files=90), Actor("Ada", "player"))
