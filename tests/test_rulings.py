"""The pages of docs/rulings: each names clauses, readings, sign keys and items that exist."""

import re
from pathlib import Path

import pytest

from croupier.clauses import is_citation
from tests.checklist import ROOT, checklist
from tests.clause import reasons

FOLDER = ROOT / "docs" / "rulings"
PAGES = sorted(FOLDER.glob("[0-9]*.md"))
LINES_MOST = 30


def named(page: Path, field: str) -> list[str]:
    """The list after a word at the head of a page, one name each."""
    found = re.search(rf"^{field}: (.+?) *$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1].split(", ") if found else []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_ruling_names_what_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    clauses, readings, tests = (named(page, field) for field in ("Clauses", "Readings", "Tests"))
    keys = [key.strip("`") for key in named(page, "Sign")]
    assert clauses
    assert [name for name in clauses if not is_citation(name)] == []
    assert readings
    assert set(readings) <= set(checklist().readings)
    assert tests
    assert set(tests) <= set(checklist().items) - reasons().later.keys()
    assert set(keys) <= set(checklist().sign_keys)
    assert text.startswith("# ")
    assert "\n**Ours:** " in text
    assert len(text.splitlines()) < LINES_MOST


def test_rulings_are_numbered_without_a_gap_and_all_indexed() -> None:
    assert [int(page.stem[:4]) for page in PAGES] == list(range(1, len(PAGES) + 1))
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[\d+\]\((.+?)\) \| (.+) \| (.+) \|$", index, re.MULTILINE)
    assert rows == [
        (
            page.name,
            page.read_text(encoding="utf-8").splitlines()[0].removeprefix("# "),
            ", ".join(named(page, "Readings")),
        )
        for page in PAGES
    ]


def test_every_reading_has_a_page() -> None:
    written = {reading for page in PAGES for reading in named(page, "Readings")}
    assert written == set(checklist().readings)
