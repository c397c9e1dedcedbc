"""What every report promises: periods, sums, the three ways it is written; and facts in words."""

import csv
import io
from datetime import UTC, datetime, time, timedelta
from typing import Any, get_args

import msgspec
import pytest

from croupier.clauses import is_citation
from croupier.engine.event import kinds
from croupier.refused import Refused
from croupier.room.conduct.facts import CollusionFlagged
from croupier.room.conduct.orders import FlagCollusion
from croupier.room.house import evolve as house
from croupier.room.logbook import Entry
from croupier.room.table import evolve as life
from croupier.views.narration.narrate_room import SAY, narrate_room
from croupier.views.reports.catalog import REPORTS, report_named
from croupier.views.reports.definition import Book, Column, Kind, Line, book, made
from croupier.views.reports.report_formats import as_csv, as_json, text_rows
from tests.room.ledgers import books
from tests.room.tables import NOON, Scene

FACTS = set(get_args(life.AnyFact)) - set(kinds())
OF_HOUSE = set(get_args(house.AnyFact))


def kind(*lines: tuple[datetime, str, str, int]) -> Kind:
    """A report of names and cents."""
    columns = (Column("who", "key"), Column("paid", "money"))
    return Kind(
        "toy", "a toy", "POKER 1", columns, lambda of: [Line(a, t, (w, c)) for a, t, w, c in lines]
    )


# --- periods -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "shift"),
    [
        ("2026-06-01T06:00Z", "2026-06-01 shift 1"),
        ("2026-06-01T13:59Z", "2026-06-01 shift 1"),
        ("2026-06-01T14:00Z", "2026-06-01 shift 2"),
        ("2026-06-01T22:00Z", "2026-06-01 shift 3"),
        ("2026-06-02T05:59Z", "2026-06-01 shift 3"),
    ],
)
def test_a_day_has_three_shifts_from_six_on(moment: str, shift: str) -> None:
    assert Book().period("shift", datetime.fromisoformat(moment)) == shift


def test_a_house_may_begin_its_days_and_divide_its_shifts_otherwise() -> None:
    of = Book(day_starts=time(0), shifts=2)
    assert of.period("shift", datetime(2026, 6, 2, 12, tzinfo=UTC)) == "2026-06-02 shift 2"


def test_weeks_and_years_follow_the_gaming_day() -> None:
    new_year = datetime(2027, 1, 1, 5, 59, tzinfo=UTC)
    assert Book().period("year", new_year) == "2026"
    assert Book().period("month", new_year) == "2026-12"
    assert Book().period("week", new_year + timedelta(minutes=1)) == "2026-W53"


# --- sums ----------------------------------------------------------------------------------------

LATER = NOON + timedelta(days=1)
TOY = kind((NOON, "1", "Ada", 5), (LATER, "1", "Ada", 7), (LATER, "2", "Bob", 11))


def test_lines_are_summed_by_what_is_asked_and_by_key() -> None:
    assert made(TOY, Book(), ["month"]).rows == (("2026-06", "Ada", 12), ("2026-06", "Bob", 11))
    assert made(TOY, Book(), ["table"]).rows == (("1", "Ada", 12), ("2", "Bob", 11))
    days = made(TOY, Book(), ["day", "table"])
    assert days.rows == (
        ("2026-06-01", "1", "Ada", 5),
        ("2026-06-02", "1", "Ada", 7),
        ("2026-06-02", "2", "Bob", 11),
    )
    assert days.totals == made(TOY, Book()).totals == {"paid": 23}


def test_days_outside_are_left_out() -> None:
    assert made(TOY, Book(), until="2026-06-01").totals == {"paid": 5}
    assert made(TOY, Book(), since="2026-06-02").totals == {"paid": 18}
    assert made(TOY, Book(), since="2026-06-02", until="2026-06-02").totals == {"paid": 18}
    assert made(TOY, Book(), since="2026-06-03").rows == ()


@pytest.mark.parametrize(("table", "paid"), [("1", 12), ("2", 11), ("3", 0), ("", 23)])
def test_a_report_of_one_table_holds_no_line_of_another(table: str, paid: int) -> None:
    assert made(TOY, Book(), table=table).totals == {"paid": paid}
    assert made(TOY, Book(), since="2026-06-01", table=table).totals == {"paid": paid}


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"by": ["hour"]}, "FIELD by"),
        ({"by": ["day", "day"]}, "FIELD by"),
        ({"since": "yesterday"}, "FIELD from"),
        ({"until": "20260601"}, "FIELD to"),
        ({"since": "2026-06-02", "until": "2026-06-01"}, "FIELD to"),
    ],
)
def test_what_cannot_be_asked_is_refused(asked: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refusal:
        made(TOY, Book(), **asked)
    assert refusal.value.clause == field


def test_a_book_takes_each_table_once_and_from_its_beginning() -> None:
    log = Scene().open().log
    with pytest.raises(Refused, match="two logs are of table 1"):
        book(log, log)
    with pytest.raises(Refused, match="must begin with its opening line"):
        book(log[1:])


# --- on paper ------------------------------------------------------------------------------------


def test_csv_has_dollars_and_no_formula() -> None:
    written = as_csv(made(kind((NOON, "1", "=1+1", -12_50), (NOON, "", 'A, "B"', 5)), Book()))
    head, first, second = csv.reader(io.StringIO(written))
    assert head == ["time", "table", "who", "paid"]
    assert first == ["2026-06-01T12:00:00+00:00", "1", "'=1+1", "-12.50"]
    assert second == ["2026-06-01T12:00:00+00:00", "", 'A, "B"', "0.05"]


def test_json_has_whole_cents_by_name() -> None:
    lines = msgspec.json.decode(msgspec.json.encode(as_json(made(TOY, Book(), ["year"]))))
    assert lines["rows"][0] == {"year": "2026", "who": "Ada", "paid": 12}
    assert (lines["report"], lines["clause"], lines["by"]) == ("toy", "POKER 1", ["year"])
    assert lines["totals"] == {"paid": 23}


def test_text_ends_with_the_totals_of_several_rows() -> None:
    assert text_rows(made(TOY, Book(), ["year"]))[-1] == ("total", "", "$0.23")
    assert text_rows(made(TOY, Book(), ["day"], until="2026-06-01")) == [
        ("2026-06-01", "Ada", "$0.05")
    ]


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_has_its_clause_and_reads_an_empty_room(name: str) -> None:
    assert is_citation(REPORTS[name].clause)
    assert made(REPORTS[name], Book()).rows == ()


@pytest.mark.parametrize("name", REPORTS)
def test_every_line_of_a_report_fills_its_columns(name: str) -> None:
    scene = Scene().open().seat(Ada=100_00, Bob=100_00)
    scene.deal()
    scene.play_out()
    found = made(REPORTS[name], books(scene))
    assert all(len(row) == len(found.columns) for row in found.rows)
    as_csv(found)
    text_rows(found)


def test_an_unknown_report_is_refused_with_all_names() -> None:
    with pytest.raises(Refused, match="rake, time-charge"):
        report_named("takings")


# --- facts in words ------------------------------------------------------------------------------


def test_every_fact_of_a_table_and_of_the_house_has_words() -> None:
    assert {
        fact.__name__ for fact in FACTS | OF_HOUSE if fact not in SAY and not fact.__doc__
    } == set()
    assert {fact.__name__ for fact in SAY.keys() - (FACTS | OF_HOUSE)} == set()


def test_a_flag_for_collusion_is_for_staff_only() -> None:
    scene = Scene().open().seat(Ada=100_00, Bob=100_00)
    flag = FlagCollusion(players=("Ada", "Bob"), grounds="they never raise each other")
    [fact] = scene.do("surveillance", flag)
    assert fact.visibility == "staff"
    assert isinstance(fact, CollusionFlagged)
    line = narrate_room(fact)
    assert line.words == "Ada and Bob flagged for playing together (they never raise each other)"
    assert line.clause == "POKER 16(a)"


def lines_of(log: list[Entry]) -> list[str]:
    return [narrate_room(entry.fact).words for entry in log if type(entry.fact) in SAY]


def test_an_evening_is_reported_in_sentences() -> None:
    scene = Scene().open().seat(Ada=100_00, Bob=100_00)
    words = lines_of(scene.log)
    assert words[0] == "table 1 is set up for hold'em"
    assert "deck 1-1 is opened, sorted and complete" in words
    assert words[-2:] == ["Bob takes seat 2", "Bob brings $100 in chips to seat 2"]
    assert lines_of(scene.house_log)[0].startswith("table 1 gets red scroll and blue scroll")
