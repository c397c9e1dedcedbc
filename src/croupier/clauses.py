"""Clauses of the rule documents: how they are written, their order, and what of them is proven.

A fact or a refusal cites a clause (``POKER 9(d)(3)``), a reading of ours where the documents are
unclear (``A-29``), what the table posts (``SIGN raise_cap``) or what was sent (``FIELD cards``).
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache, total_ordering
from pathlib import Path
from typing import Literal, get_args

from msgspec import Struct, json

from croupier.refused import Refused

DOCUMENTS = ("POKER", "THB", "FLOP", "BBC", "TCJ")
SHIPPED = Path(__file__).with_name("coverage.json")  # made by the set-up and the wheel

State = Literal["proven", "open"]

_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_MISPRINTED = {("THB", "132"): "13", ("THB", "143"): "14"}
_PATH = rf"(?:\([a-z1]\)(?:\([1-9]\d*\)(?:\((?:{'|'.join(_ROMAN)})\))?)?)?"
_WRITTEN = re.compile(
    rf"(?P<document>{'|'.join(DOCUMENTS)}) "
    rf"(?:(?P<section>[1-9]\d*a?)(?P<path>{_PATH})(?:-(?P<to>(?:\(\w+\))+))?"
    r"(?: (?P<term>[a-z][a-z0-9 -]*))?|(?P<name>[a-z][a-z0-9-]*))"
)


@total_ordering
@dataclass(frozen=True, slots=True)
class Clause:
    """One clause, or a run of clauses of one section, ordered as the documents are.

    >>> str(Clause.parse("POKER 13a(j)(3)-(k)"))
    'POKER 13a(j)(3)-(k)'
    >>> Clause.parse("POKER 9(l)") < Clause.parse("POKER 13(a)") < Clause.parse("POKER 13a(a)")
    True
    """

    document: str
    section: str = ""
    path: tuple[str, ...] = ()
    to: tuple[str, ...] = ()  # the end of a run, as short as it is written: ("k",)
    name: str = ""  # a term that Section 1 defines, or the word that an unnumbered rule is cited by

    @classmethod
    def parse(cls, text: str) -> "Clause":
        """Read a clause as it is cited, or as it is printed.

        >>> str(Clause.parse("THB 132(d)")), str(Clause.parse("POKER 15(1)"))
        ('THB 13(d)', 'POKER 15(l)')
        """
        found = _WRITTEN.fullmatch(text)
        if not found:
            raise Refused("FIELD clause", f"{text[:40]!r} is not a clause")
        document, section = found["document"], found["section"] or ""
        path = _parts(found["path"])
        if path[:1] == ("1",):  # the documents misprint some (l)
            path = ("l", *path[1:])
        clause = cls(
            document=document,
            section=_MISPRINTED.get((document, section), section),
            path=path,
            to=_parts(found["to"]),
            name=found["term"] or found["name"] or "",
        )
        if clause.to and not clause._runs_on():
            raise Refused("FIELD clause", f"{text[:40]!r} is not a run of clauses")
        return clause

    @property
    def end(self) -> tuple[str, ...]:
        """The path where a run ends: (d)(1)-(3) at (d)(3), and (j)(3)-(k) at (k)."""
        if not self.to:
            return self.path
        if self.to[0].isdigit():
            return self.path[:1] + self.to
        both_roman = len(self.path) == 3 and self.to[0] in _ROMAN
        return self.path[:2] + self.to if both_roman else self.to

    def __str__(self) -> str:
        run = "-" + _bracketed(self.to) if self.to else ""
        numbers = self.section + _bracketed(self.path) + run
        return " ".join(word for word in (self.document, numbers, self.name) if word)

    def __lt__(self, other: "Clause") -> bool:
        return self._place() < other._place()

    def is_under(self, other: "Clause") -> bool:
        """Whether this clause is the other one, or one of its parts.

        >>> Clause.parse("POKER 9(d)(2)").is_under(Clause.parse("POKER 9(d)"))
        True
        """
        return (
            (self.document, self.section) == (other.document, other.section)
            and self.path[: len(other.path)] == other.path
            and other.name in ("", self.name)
        )

    def _runs_on(self) -> bool:
        """Whether the end of a run replaces a part of its start, and follows it."""
        kept = len(self.end) - len(self.to)
        return (
            kept < len(self.path)
            and re.fullmatch(_PATH, _bracketed(self.end)) is not None
            and _steps(self.path) < _steps(self.end)
        )

    def _place(self) -> tuple[int, int, str, tuple[int, ...], tuple[int, ...], str]:
        document, number = DOCUMENTS.index(self.document), int(self.section.rstrip("a") or 0)
        return document, number, self.section, _steps(self.path), _steps(self.end), self.name


Surface = Literal["engine", "room", "server", "assist"]
SURFACES: tuple[Surface, ...] = get_args(Surface)


class Item(Struct, frozen=True):
    """One item of the checklist: a requirement, and the tests that prove it."""

    id: str
    clause: str
    state: State
    tests: tuple[str, ...]
    why: str  # why it is open; empty when it is proven
    group: int
    part: str  # "4.1"; "4" before the first part of a group
    line: int  # which line of the checklist, counted over all groups
    dangerous: bool  # marked as commonly programmed wrong
    example: bool  # carries a worked example
    surfaces: tuple[Surface, ...] = ()  # where its tests prove it


class Coverage(Struct, frozen=True):
    """What of the checklist is proven, in the order of the checklist."""

    total: int
    proven: int
    items: tuple[Item, ...]

    @classmethod
    def of(cls, items: Iterable[Item]) -> "Coverage":
        """Count the items of the checklist."""
        kept = tuple(items)
        return cls(len(kept), sum(item.state == "proven" for item in kept), kept)

    def where(
        self,
        *,
        under: str | None = None,
        document: str | None = None,
        group: int | None = None,
        part: str | None = None,
        state: State | None = None,
        dangerous: bool | None = None,
        example: bool | None = None,
    ) -> "Coverage":
        """Keep the checklist items that match every filter given.

        >>> [item.id for item in coverage().where(under="POKER 9(d)").items]
        ['POKER-9d', 'POKER-9d1', 'POKER-9d2', 'POKER-9d3']
        """
        above = None if under is None else Clause.parse(under)
        return Coverage.of(
            item
            for item in self.items
            if (above is None or Clause.parse(item.clause).is_under(above))
            and (document is None or item.id.startswith(document + "-"))
            and group in (None, item.group)
            and part in (None, item.part)
            and state in (None, item.state)
            and dangerous in (None, item.dangerous)
            and example in (None, item.example)
        )

    def on(self, surface: Surface) -> int:
        """How many checklist items are proven on a surface.

        The engine; a room in memory; a room in service, its dealer at work; a live table.

        >>> coverage().on("engine") > coverage().on("assist") > 0
        True
        """
        return sum(surface in item.surfaces for item in self.items)

    def text(self) -> str:
        """One line for each checklist item, and the count last."""
        ids = max((len(item.id) for item in self.items), default=0)
        clauses = max((len(item.clause) for item in self.items), default=0)
        lines = [
            f"{item.id:{ids}}  {item.clause:{clauses}}  {item.state:6}  {_evidence(item)}".rstrip()
            for item in self.items
        ]
        open_ = self.total - self.proven
        return "\n".join([*lines, f"{self.proven} of {self.total} proven, {open_} open"])


class Shipped(Struct, frozen=True):
    """What the generated file holds: all that may be cited, and the state of the checklist."""

    clauses: tuple[str, ...]
    readings: tuple[str, ...]
    sign_keys: tuple[str, ...]
    items: tuple[Item, ...]


def coverage() -> Coverage:
    """The items of the checklist and the tests that prove them.

    >>> coverage().total
    755
    """
    return Coverage.of(_shipped().items)


def clause_of(item_id: str) -> Clause:
    """Turn the ID of a checklist item into its clause.

    >>> str(clause_of("POKER-13a-j1")), str(clause_of("POKER-13a0")), str(clause_of("POKER-1allin"))
    ('POKER 13a(j)(1)', 'POKER 13(a)', 'POKER 1 all-in')
    """
    for item in _shipped().items:
        if item.id == item_id:
            return Clause.parse(item.clause)
    raise Refused("FIELD id", f"{item_id[:40]!r} is not in the checklist")


def ids_of(clause: str) -> tuple[str, ...]:
    """Turn a clause into the IDs drawn from it, several where the print has no finer number.

    >>> ids_of("POKER 9(d)(2)"), ids_of("POKER 9(h)")
    (('POKER-9d2',), ('POKER-9h1', 'POKER-9h2', 'POKER-9h3', 'POKER-9h4'))
    """
    written = str(Clause.parse(clause))
    return tuple(item.id for item in _shipped().items if item.clause == written)


@lru_cache(maxsize=4096)
def is_citation(text: str) -> bool:
    """Whether a fact or a refusal may cite this: it must exist, and be in our notation.

    >>> is_citation("POKER 9(d)(3)"), is_citation("POKER 9(d)(4)"), is_citation("THB 132(a)")
    (True, False, False)
    >>> is_citation("A-29"), is_citation("SIGN raise_cap"), is_citation("FIELD cards")
    (True, True, True)
    """
    kind, _, rest = text.partition(" ")
    match kind:
        case "SIGN":
            return rest in _shipped().sign_keys
        case "FIELD":
            return re.fullmatch(r"[a-z][a-z0-9_]*", rest) is not None
        case _ if kind in DOCUMENTS:
            return _is_printed(text)
        case _:
            return text in _shipped().readings


def _is_printed(text: str) -> bool:
    try:
        clause = Clause.parse(text)
    except Refused:
        return False
    first, last = replace(clause, to=()), replace(clause, path=clause.end, to=())
    return str(clause) == text and str(first) in _citable() and str(last) in _citable()


@cache
def _shipped() -> Shipped:
    return json.decode(SHIPPED.read_bytes(), type=Shipped)


@cache
def _citable() -> frozenset[str]:
    return frozenset(_shipped().clauses)


def _evidence(item: Item) -> str:
    if not item.tests:
        return item.why
    more = len(item.tests) - 1
    return item.tests[0] + (f" and {more} more" if more else "")


def _parts(text: str | None) -> tuple[str, ...]:
    return tuple(re.findall(r"\((\w+)\)", text or ""))


def _bracketed(path: tuple[str, ...]) -> str:
    return "".join(f"({part})" for part in path)


def _steps(path: tuple[str, ...]) -> tuple[int, ...]:
    """Number the parts of a path: a letter, then a figure, then a Roman figure."""
    numbers: tuple[Callable[[str], int], ...] = (ord, int, _ROMAN.index)
    return tuple(number(part) for number, part in zip(numbers, path, strict=False))
