"""`croupier clauses`."""

import json
import re
from pathlib import Path

import pytest

from croupier.clauses import coverage
from croupier.cli.clauses import GROUPS
from tests.cli.terminal import ROOT, Croupier


def test_the_summary_counts_every_group_and_ends_with_the_total(croupier: Croupier) -> None:
    lines = croupier("clauses").out.splitlines()
    rows = {int(line.split()[0]): line for line in lines[1 : 1 + len(GROUPS)]}
    assert list(rows) == list(GROUPS)
    found = coverage()
    assert lines[-1] == f"{found.proven} of 755 proven, {found.total - found.proven} open"


def test_the_groups_are_called_as_in_the_checklist() -> None:
    checklist = Path(ROOT / "docs" / "checklist.md").read_text()
    titles = dict(re.findall(r"^## (\d+)\. (.+)$", checklist, re.MULTILINE))
    assert {number: titles[str(number)] for number in GROUPS} == GROUPS


def test_json_is_the_coverage(croupier: Croupier) -> None:
    output = json.loads(croupier("clauses", "--json").out)
    assert output["total"] == 755 == len(output["items"])
    assert set(output["items"][0]) >= {"id", "clause", "state", "tests", "why"}


@pytest.mark.parametrize(
    "filters",
    [
        ("--open",),
        ("--proven",),
        ("--dangerous",),
        ("--examples",),
        ("--under", "POKER 9(d)"),
        ("--group", "2"),
        ("--open", "--dangerous", "--under", "POKER 9"),
    ],
)
def test_filters_list_the_items_they_admit(croupier: Croupier, filters: tuple[str, ...]) -> None:
    items = json.loads(croupier("clauses", *filters, "--json").out)["items"]
    *lines, last = croupier("clauses", *filters).out.splitlines()
    assert [line.split()[0] for line in lines] == [item["id"] for item in items]
    assert re.fullmatch(rf"\d+ of {len(items)} proven, \d+ open", last)
    if "--open" in filters:
        assert {item["state"] for item in items} <= {"open"}
    if "--dangerous" in filters:
        assert all(item["dangerous"] for item in items)


@pytest.mark.parametrize("clause", ["POKER 9(", "POKER 99", "nonsense", ""])
def test_a_clause_that_is_not_there_is_refused(croupier: Croupier, clause: str) -> None:
    assert "(FIELD clause)" in croupier("clauses", "--under", clause).refusal
