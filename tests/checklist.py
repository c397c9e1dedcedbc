"""Reads docs/checklist.md: its lines, statements and items, and what may be cited."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import ascii_lowercase

from croupier.clauses import Clause

ROOT = Path(__file__).parents[1]
CHECKLIST = ROOT / "docs" / "checklist.md"
GROUPS = range(1, 12)  # the sections of the checklist that hold items

_ID = r"(?:POKER|THB|FLOP|BBC|TCJ)-[0-9A-Za-z-]+"
_IDS = re.compile(rf"\*\*({_ID}(?: · {_ID})*)\*\*")
_ROW = re.compile(r"\| (POKER|THB|FLOP|TCJ) \| (\d+a?) \|(.*)\|")
_ORDERS = (tuple(ascii_lowercase), tuple(map(str, range(1, 21))), ("i", "ii", "iii", "iv", "v"))
# Terms of Section 1 that the ID shortens in its own way; the others are how the term begins.
_TERMS = {"betround": "betting round", "openbet": "opening bet", "types": "high"}


@dataclass(frozen=True)
class Requirement:
    """One item: an ID with the statement it belongs to, and where that stands."""

    id: str
    clause: Clause
    group: int
    part: str
    line: int
    statement: int
    dangerous: bool
    example: bool


@dataclass(frozen=True)
class Checklist:
    items: dict[str, Requirement]
    clauses: tuple[str, ...]
    readings: tuple[str, ...]
    sign_keys: tuple[str, ...]
    sizes: dict[int, tuple[int, int]]  # lines and IDs of each group, as section 0.4 counts them


@cache
def checklist() -> Checklist:
    return read(CHECKLIST.read_text(encoding="utf-8"))


def read(text: str) -> Checklist:
    clauses = tuple(_printed(text))
    items: dict[str, Requirement] = {}
    statement = 0
    for line, (group, part, words) in enumerate(_lines(text), start=1):
        groups = list(_IDS.finditer(words))
        ends = [found.start() for found in groups[1:]] + [len(words)]
        for found, end in zip(groups, ends, strict=True):
            statement += 1
            said = words[found.end() : end]
            for item in found[1].split(" · "):
                assert item not in items, f"{item} occurs twice in the checklist"
                items[item] = Requirement(
                    id=item,
                    clause=_clause(item, clauses),
                    group=group,
                    part=part,
                    line=line,
                    statement=statement,
                    dangerous=re.match(r"( \([^)]*\))? ⚠", said) is not None,
                    example="*Ex" in said,
                )
    named = [str(item.clause) for item in items.values() if item.id.startswith("BBC-")]
    return Checklist(
        items=items,
        clauses=(*clauses, *named),
        readings=tuple(re.findall(r"^- \*\*(A-\d\d)\*\*", text, re.MULTILINE)),
        sign_keys=tuple(_sign_keys(text)),
        sizes={
            int(group): (int(lines), int(ids))
            for group, lines, ids in re.findall(r"^\| (\d+) .*\| (\d+) \| (\d+) \|$", text, re.M)
        },
    )


def _lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield each bullet of the groups, with its group and part."""
    group, part = 0, ""
    for words in text.splitlines():
        if heading := re.match(r"## (\d+)\. ", words):
            group, part = int(heading[1]), heading[1]
        elif heading := re.match(r"### (\d+\.\d+) ", words):
            part = heading[1]
        elif words.startswith("- ") and group in GROUPS:
            yield group, part, words


def _printed(text: str) -> Iterator[str]:
    """Yield every clause that the documents print, from the table of section 13."""
    for document, section, row in _ROW.findall(text):
        top = f"{document} {section}"
        yield top
        if section == "1":
            yield from (f"{top} {term.strip()}" for term in row.split(";"))
            continue
        seen: set[Clause] = set()
        for run in row.split():
            seen.update(_spread(Clause.parse(top + run)))
        yield from map(str, sorted(seen))


def _spread(run: Clause) -> Iterator[Clause]:
    """Yield every clause of a run whose ends stand under one heading, and the headings."""
    for depth in range(1, len(run.path)):
        yield Clause(run.document, run.section, run.path[:depth])
    *above, first = run.path
    order = _ORDERS[len(above)]
    for step in order[order.index(first) : order.index(run.end[-1]) + 1]:
        yield Clause(run.document, run.section, (*above, step))


def _clause(item: str, printed: tuple[str, ...]) -> Clause:
    """Read an ID as the finest clause that is printed, and the word that the ID adds to it."""
    document, _, rest = item.partition("-")
    found = re.match(r"13a(?=-)|\d+", rest)
    if not found:
        return Clause(document, name=rest)
    section, rest = found[0], rest[found.end() :].removeprefix("-")
    if section == "1" and rest:
        return Clause(document, section, name=_term(document, rest, printed))
    parts = re.fullmatch(r"(?:([a-z])(?![a-z]+)(\d+)?([a-z]+)?)?(?:-?(.+))?", rest)
    assert parts, item
    path = tuple(part for part in parts.groups()[:3] if part)
    while path and str(Clause(document, section, path)) not in printed:
        path = path[:-1]
    return Clause(document, section, path, name=parts[4] or "")


def _term(document: str, short: str, printed: tuple[str, ...]) -> str:
    word, _, added = short.partition("-")
    terms = [text.partition(" 1 ")[2] for text in printed if text.startswith(f"{document} 1 ")]
    whole = _TERMS.get(word) or min(
        (term for term in terms if re.sub(r"[ -]", "", term).startswith(word)), key=len
    )
    assert whole in terms, short
    return f"{whole} {added}".strip()


def _sign_keys(text: str) -> Iterator[str]:
    listed = re.search(r"^\*\*Sign keys\*\*.*?\): (.*?)\. Default sign", text, re.MULTILINE)
    assert listed
    for words in re.findall(r"`([^`]+)`", listed[1]):
        if not words.startswith("{"):
            yield from words.split()
