"""Clauses as they are cited, the checklist as it is counted, and the shipped file as it must be."""

import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json

from croupier.clauses import SHIPPED, Clause, Coverage, clause_of, coverage, ids_of, is_citation
from croupier.refused import Refused
from tests.checklist import CHECKLIST, ROOT, checklist, read
from tests.clause import (
    TESTS,
    build,
    clause,
    fault_of,
    owed,
    proofs,
    reasons,
    render,
)
from tests.surfaces import Reader, met_by_people

PAIRS = {
    "POKER-9d2": "POKER 9(d)(2)",
    "POKER-9i2iv": "POKER 9(i)(2)(iv)",
    "POKER-7c4iii": "POKER 7(c)(4)(iii)",
    "POKER-13h": "POKER 13(h)",
    "POKER-13a0": "POKER 13(a)",
    "POKER-13a-a": "POKER 13a(a)",
    "POKER-13a-j1": "POKER 13a(j)(1)",
    "POKER-13a-l": "POKER 13a(l)",
    "POKER-1allin": "POKER 1 all-in",
    "POKER-1openbet": "POKER 1 opening bet",
    "POKER-18": "POKER 18",
    "POKER-10e-sign": "POKER 10(e) sign",
    "POKER-13a-b-sign": "POKER 13a(b) sign",
    "POKER-2-report": "POKER 2 report",
    "POKER-sidepot-ex1": "POKER sidepot-ex1",
    "THB-14": "THB 14",
    "THB-10a2ii": "THB 10(a)(2)(ii)",
    "BBC-straddle2": "BBC straddle2",
}
FINER_THAN_PRINT = {
    "POKER-2a1": "POKER 2(a)",
    "POKER-6e5a": "POKER 6(e)(5)",
    "POKER-9h2": "POKER 9(h)",
    "POKER-17b": "POKER 17",
    "THB-13d1": "THB 13(d)",
}
MARKED = """
@clause("POKER-9d2")
def test_one(): ...

@pytest.mark.parametrize("card", [pytest.param("As", marks=clause("POKER-9d3"))])
async def test_two(card): ...

@pytest.mark.clause("POKER-22j2", "POKER-22j3")
class TestThree:
    def test_four(self): ...
    def helper(self): ...

@pytest.mark.skip
@clause("POKER-9e")
def test_skipped(): ...

@clause("POKER-9e")
@pytest.mark.xfail(reason="not yet")
def test_expected_to_fail(): ...

@clause("POKER-9e")
def helper(): ...
"""
ALL = [Clause.parse(text) for text in checklist().clauses]


@pytest.mark.parametrize(("item", "text"), PAIRS.items())
def test_an_id_turns_into_its_clause_and_back(item: str, text: str) -> None:
    assert str(clause_of(item)) == text
    assert ids_of(text) == (item,)


@pytest.mark.parametrize(("item", "text"), FINER_THAN_PRINT.items())
def test_an_id_finer_than_the_print_is_cited_by_what_is_printed(item: str, text: str) -> None:
    assert str(clause_of(item)) == text
    assert item in ids_of(text)


def test_an_unknown_id_is_refused() -> None:
    with pytest.raises(Refused, match="'POKER-99' is not in the checklist"):
        clause_of("POKER-99")


def test_the_letter_of_an_id_is_the_letter_that_the_coverage_table_gives_it() -> None:
    text = CHECKLIST.read_text(encoding="utf-8")
    table = text.partition("### POKER\n")[2].partition("\n### ")[0]
    seen = 0
    for section, row in re.findall(r"^\| (\d+a?) [^|]*\| (\(a\).*) \|$", table, re.MULTILINE):
        for letter, ids in re.findall(r"\((\w)\) ([^();]+)", row):
            for short in ids.replace("also", "").split(","):
                if section == "17" or f"POKER-{short.strip()}" not in checklist().items:
                    continue  # Section 17 prints no letters; remarks are no IDs
                seen += 1
                found = checklist().items[f"POKER-{short.strip()}"].clause
                assert (found.section, found.path[:1]) == (section, (letter,)), short
    assert seen > 300


@pytest.mark.parametrize(
    "text",
    [
        "POKER 9(d)(3)",
        "POKER 13a(d)-(e)",
        "POKER 13a(j)(3)-(k)",
        "POKER 9(i)(2)(i)-(iv)",
        "POKER 9(h)-(i)",
        "POKER 7(b)(2)",
        "POKER 1 side pot",
        "POKER 15(l)",
        "THB 13(a)",
        "BBC runtwice2",
        "A-01",
        "A-95",
        "SIGN raise_cap",
        "FIELD cards",
    ],
)
def test_what_may_be_cited(text: str) -> None:
    assert is_citation(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "POKER",
        "POKER 9(d)(4)",
        "POKER 23(a)",
        "POKER 9d2",
        "POKER-9d2",
        "POKER 9 (d)",
        "POKER 9(d)-(c)",
        "POKER 9(d)-(z)",
        "POKER 9(d)-(3)",
        "POKER 9(d)(2)-(d)",
        "POKER 9(1)",
        "POKER 1 luck",
        "POKER sidepot-ex1",
        "POKER 10(e) sign",
        "POKER 9(d) ",
        "THB 132(a)",
        "BBC 9(d)",
        "BBC karaoke",
        "CMR 146(a)",
        "A-0",
        "A-199",
        "SIGN colour",
        "SIGN",
        "FIELD Cards!",
        "poker 9(d)",
    ],
)
def test_what_may_not_be_cited(text: str) -> None:
    assert not is_citation(text)


def test_every_printed_clause_and_every_reading_may_be_cited() -> None:
    listed = checklist()
    assert all(is_citation(text) for text in (*listed.clauses, *listed.readings))
    assert all(is_citation(f"SIGN {key}") for key in listed.sign_keys)


@given(st.sampled_from(ALL), st.sampled_from(ALL))
def test_a_run_from_clause_to_clause_reads_back_or_is_refused(one: Clause, two: Clause) -> None:
    if not two.path:
        return
    text = f"{one}-{str(two).removeprefix(f'{two.document} {two.section}')}"
    try:
        run = Clause.parse(text)
    except Refused:
        assert not is_citation(text)
        return
    assert str(run) == text
    assert one <= run
    assert Clause(run.document, run.section, run.end) > one


@given(st.text(alphabet="POKERTHB 139a(dilvx)-", max_size=24).map("POKER 9".__add__))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = Clause.parse(text)
    except Refused:
        assert not is_citation(text)
        return
    assert Clause.parse(str(found)) == found


def test_clauses_are_ordered_as_the_documents_are() -> None:
    order = [
        "POKER 1 all-in",
        "POKER 1 blind bet",
        "POKER 2",
        "POKER 2(a)",
        "POKER 2(d)",
        "POKER 2(d)(1)",
        "POKER 6(e)(2)",
        "POKER 6(e)(10)",
        "POKER 9(h)",
        "POKER 9(h)-(j)",
        "POKER 9(i)(2)(iv)",
        "POKER 9(j)",
        "POKER 14(b)(3)(iv)",
        "POKER 14(b)(3)(v)",
        "THB 2(a)",
        "FLOP 1",
        "BBC bomb1",
        "TCJ 5(a)",
    ]
    parsed = [Clause.parse(text) for text in order]
    assert sorted(set(parsed)) == parsed
    assert all(one < two for one, two in pairwise(parsed))
    assert Clause.parse("POKER 13(h)") < Clause.parse("POKER 13a(a)") < Clause.parse("POKER 14")


def test_the_checklist_has_the_size_that_it_states() -> None:
    listed = checklist()
    lines = {(item.line, item.group) for item in listed.items.values()}
    counted = {
        group: (
            sum(of == group for _, of in lines),
            sum(item.group == group for item in listed.items.values()),
        )
        for group in listed.sizes
    }
    assert counted == listed.sizes
    assert [ids for _, ids in counted.values()] == [118, 50, 88, 164, 43, 25, 27, 39, 53, 126, 22]
    assert (len(lines), len(listed.items)) == (416, 755)
    assert len(listed.readings) == 99


def test_every_warning_of_the_checklist_is_read() -> None:
    text = CHECKLIST.read_text(encoding="utf-8")
    groups = text.partition("\n## 1. ")[2].partition("\n## 12. ")[0]
    marked = {item.statement for item in checklist().items.values() if item.dangerous}
    assert len(marked) == groups.count("⚠") > 100


def test_statements_of_one_line_keep_their_own_marks() -> None:
    items = checklist().items
    assert len({items[item].line for item in ("POKER-7g", "POKER-7g1", "POKER-7g2")}) == 1
    assert not items["POKER-7g"].dangerous
    assert items["POKER-7g2"].dangerous
    assert not items["POKER-11i2"].example
    assert items["POKER-11i5"].example


def test_an_id_written_twice_in_the_checklist_is_found() -> None:
    twice = "**Sign keys** (the names): `seats`. Default sign\n## 1. X\n- **BBC-x** — a\n" * 2
    with pytest.raises(AssertionError, match="BBC-x occurs twice"):
        read(twice)


def test_the_shipped_file_is_in_step_with_the_checklist_and_the_tests() -> None:
    assert SHIPPED.read_text(encoding="utf-8") == render(build()), "run make setup"


def test_every_reason_in_the_open_list_is_still_needed() -> None:
    state = {item.id: item.state for item in coverage().items}
    assert [sorted(row) for row in reasons().rows if {state[i] for i in row} == {"proven"}] == []
    assert [item for item in reasons().built if state[item] == "proven"] == []
    assert reasons().later.keys().isdisjoint(reasons().built)


def test_nothing_that_is_built_is_owed() -> None:
    assert [item.id for item in owed(coverage().items)] == []


def test_few_plain_items_of_what_is_built_are_open() -> None:
    plain = [
        item
        for item in coverage().items
        if item.id not in reasons().later and not (item.dangerous or item.example)
    ]
    assert len(reasons().built) <= 0.03 * len(plain)


def test_the_report_has_the_shape_that_scripts_rely_on() -> None:
    events = json.decode(json.encode(coverage()))
    assert events["total"] == 755 == len(events["items"])
    assert events["proven"] == sum(item["state"] == "proven" for item in events["items"])
    assert {"id", "clause", "state", "tests", "why"} <= events["items"][0].keys()
    for item in events["items"]:
        assert item["state"] == ("proven" if item["tests"] else "open")
        assert bool(item["why"]) == (item["state"] == "open")


def test_the_report_ends_with_the_count() -> None:
    events = coverage()
    assert events.text().splitlines()[-1] == (
        f"{events.proven} of 755 proven, {755 - events.proven} open"
    )
    assert len(events.text().splitlines()) == 756


def test_the_report_can_be_narrowed() -> None:
    events = coverage()
    assert Counter(item.id.partition("-")[0] for item in events.items) == {
        name: events.where(document=name).total for name in ("POKER", "THB", "FLOP", "BBC", "TCJ")
    }
    assert events.where(group=4).total == 164
    assert [item.id for item in events.where(part="2.2", dangerous=True).items] == ["POKER-3c"]
    assert (
        events.where(state="proven").proven == events.where(state="proven").total == events.proven
    )
    assert events.where(example=True, under="POKER 10").total == 3
    assert Coverage.of(()).text() == "0 of 0 proven, 0 open"


def test_a_test_carries_known_ids_of_one_line() -> None:
    assert fault_of(["POKER-22j2", "POKER-22j4"]) is None
    assert fault_of(["POKER-7g", "POKER-7g2"]) is None
    for wrong in (("POKER-9d2", "POKER-9d3"), ("POKER-9d2", "POKER-9x"), ()):
        assert fault_of(wrong)
        with pytest.raises(ValueError, match=r"checklist"):
            clause(*wrong)


def test_marks_are_found_on_tests_classes_and_parameters_but_not_where_nothing_runs(
    tmp_path: Path,
) -> None:
    (tmp_path / "test_some.py").write_text(MARKED)
    here = f"{tmp_path.name}/test_some.py"
    assert proofs(tmp_path) == {
        "POKER-9d2": [f"{here}::test_one"],
        "POKER-9d3": [f"{here}::test_two"],
        "POKER-22j2": [f"{here}::TestThree::test_four"],
        "POKER-22j3": [f"{here}::TestThree::test_four"],
    }


def test_an_id_that_is_not_written_out_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text("@clause(*ids)\ndef test_one(): ...\n")
    with pytest.raises(SystemExit, match=r"test_some.py:1: write the IDs"):
        proofs(tmp_path)


@pytest.mark.parametrize(
    "row",
    ["POKER-9x", "part 4.99", "group 12", "part 2.5 except POKER-9d2", "POKER-9a,POKER-9b"],
)
def test_a_row_of_the_open_list_that_names_no_items_is_an_error(row: str) -> None:
    with pytest.raises(SystemExit, match="names no items"):
        reasons(f"## Later\n| Items | Why |\n|---|---|\n| {row} | because |\n## Built\n")


def test_the_open_list_is_read_by_part_and_by_item() -> None:
    read_back = reasons(
        "## Later\n| Items | Why |\n|---|---|\n| part 2.5 except TCJ-5b | banked |\n"
        "## Built\n| Items | Why |\n|---|---|\n| POKER-9a, POKER-9b | tedious |\n"
    )
    assert len(read_back.later) == 7
    assert "TCJ-5b" not in read_back.later
    assert read_back.built == {"POKER-9a": "tedious", "POKER-9b": "tedious"}


@pytest.mark.parametrize(
    ("marks", "words"),
    [
        ('@clause("POKER-9d2")\n@clause("POKER-9d3")', "IDs of one checklist line"),
        ('@pytest.mark.clause("POKER-9zz")', "not in the checklist: POKER-9zz"),
    ],
    ids=["two lines", "unknown"],
)
def test_a_wrong_mark_stops_the_collection(marks: str, words: str, tmp_path: Path) -> None:
    wrong = tmp_path / "test_wrong.py"
    wrong.write_text(
        f"import pytest\nfrom tests.clause import clause\n\n\n{marks}\ndef test_one(): ...\n"
    )
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml")]
    command += ["-o", "addopts=", "-p", "no:cacheprovider", "-p", "tests.conftest", str(wrong)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert words in done.stderr


def test_rules_that_people_meet_are_shown_there_or_listed_with_a_reason() -> None:
    """An item that is shown in a running room leaves docs/open.md, and no other item enters it."""
    inside = {
        item.id
        for item in coverage().items
        if met_by_people(item.clause) and not {"server", "assist"} & set(item.surfaces)
    }
    assert inside == reasons().inside.keys()


def test_surfaces_are_read_from_what_a_test_uses() -> None:
    reader = Reader(TESTS)
    filed = "tests/server/test_filings.py::test_a_table_posts_only_what_is_approved"
    assert reader.surface(filed) == "server"
    switched_off = "tests/server/test_house_by_api.py"
    marked = [test for tests in proofs().values() for test in tests]
    assert {reader.surface(test) for test in marked if test.startswith(switched_off)} <= {"room"}
    assert reader.surface("tests/assist/test_session.py::test_x") != "server"
    pots = [test for test in marked if test.startswith("tests/clauses/test_pots.py")]
    assert {reader.surface(test) for test in pots} == {"engine"}
