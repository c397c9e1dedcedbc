"""The mark that ties a test to the checklist, and the generator of what the package ships.

The set-up and the build of a wheel run it, with nothing installed but msgspec: test files are read,
not imported, and `croupier.clauses` is imported without the package around it.

@clause("POKER-9d2")
def test_the_highest_card_opens_hilo_without_qualifier(): ...

python -m tests.clause           what of the built parts is owed
python -m tests.clause --write   write src/croupier/coverage.json
"""

import argparse
import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from msgspec import json

if __name__ == "__main__" and "croupier" not in sys.modules:
    alone = sys.modules["croupier"] = ModuleType("croupier")
    alone.__path__ = [str(Path(__file__).parents[1] / "src" / "croupier")]

from croupier.clauses import Coverage, Item, Shipped
from tests.checklist import ROOT, Checklist, checklist
from tests.surfaces import Reader, surfaces_of

if TYPE_CHECKING:
    import pytest

TESTS = ROOT / "tests"
SHIPPED = ROOT / "src" / "croupier" / "coverage.json"
OPEN = ROOT / "docs" / "open.md"

Proofs = dict[str, list[str]]  # ID to the tests that carry it


def clause(*ids: str) -> "pytest.MarkDecorator":
    """Mark a test as proof of one line of the checklist, by the IDs of it that the test shows."""
    import pytest

    if fault := fault_of(ids):
        raise ValueError(fault)
    return pytest.mark.clause(*ids)


def fault_of(ids: Sequence[str]) -> str | None:
    """Say what is wrong with the IDs that one test carries."""
    items = checklist().items
    if unknown := [item for item in ids if item not in items]:
        return f"not in the checklist: {', '.join(unknown)}"
    if len({items[item].line for item in ids}) != 1:
        return f"a test carries IDs of one checklist line: {', '.join(ids) or 'none given'}"
    return None


def proofs(folder: Path = TESTS) -> Proofs:
    """Find which tests carry which IDs, by reading the test files; skipped tests prove nothing."""
    found: Proofs = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        name = path.relative_to(folder.parent).as_posix()
        for test, ids in _marked(ast.parse(path.read_text(encoding="utf-8")).body, name, []):
            for item in ids:
                if test not in found[item]:
                    found[item].append(test)
    return found


def _marked(
    body: list[ast.stmt], above: str, inherited: list[str]
) -> Iterator[tuple[str, list[str]]]:
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if any(_word(mark) in ("skip", "xfail") for mark in node.decorator_list):
            continue
        name, ids = f"{above}::{node.name}", inherited + list(_ids(node.decorator_list, above))
        if isinstance(node, ast.ClassDef):
            if node.name.startswith("Test"):
                yield from _marked(node.body, name, ids)
        elif node.name.startswith("test"):
            yield name, ids


def _ids(decorators: list[ast.expr], where: str) -> Iterator[str]:
    for node in (node for mark in decorators for node in ast.walk(mark)):
        if isinstance(node, ast.Call) and _word(node) == "clause":
            for given in node.args:
                if not (isinstance(given, ast.Constant) and isinstance(given.value, str)):
                    raise SystemExit(f"{where}:{node.lineno}: write the IDs of a clause as text")
                yield given.value


def _word(mark: ast.expr) -> str:
    """Read the last word of a mark: `skip` of `@pytest.mark.skip(...)`."""
    call = mark.func if isinstance(mark, ast.Call) else mark
    return call.attr if isinstance(call, ast.Attribute) else getattr(call, "id", "")


@dataclass(frozen=True)
class Reasons:
    """Why items are open, and why some are not yet proven in a running room or at a live table."""

    later: dict[str, str]  # of parts that come later
    built: dict[str, str]
    inside: dict[str, str]  # proven in the engine or in a room in memory only
    rows: tuple[frozenset[str], ...]  # the items that each row speaks of


def reasons(text: str | None = None, listed: Checklist | None = None) -> Reasons:
    """Read docs/open.md."""
    listed = listed or checklist()
    text = text or OPEN.read_text(encoding="utf-8")
    _, later, built, *inner = re.split(r"^## .*$", text, flags=re.M)
    come, here = list(_rows(later, listed)), list(_rows(built, listed))
    within = list(_rows(inner[0], listed)) if inner else []
    return Reasons(
        later={item: why for items, why in come for item in items},
        built={item: why for items, why in here for item in items},
        inside={item: why for items, why in within for item in items},
        rows=tuple(items for items, _ in come + here),
    )


def _rows(table: str, listed: Checklist) -> Iterator[tuple[frozenset[str], str]]:
    for which, why in re.findall(r"^\| (?!Items)(.+) \| (.+) \|$", table, re.MULTILINE):
        place, _, spared = which.partition(" except ")
        kind, _, number = place.partition(" ")
        if kind in ("part", "group"):
            items = {
                item.id
                for item in listed.items.values()
                if number == (item.part if kind == "part" else str(item.group))
            }
        else:
            items = set(place.split(", "))
        excepted = set(spared.split(", ")) - {""}
        unknown = sorted((items | excepted) - set(listed.items))
        if unknown or not items or not excepted <= items:
            raise SystemExit(f"docs/open.md: {which!r} names no items, or wrong ones: {unknown}")
        yield frozenset(items - excepted), why


def build() -> Shipped:
    """Join the checklist, the marks on the tests and the reasons for what is open."""
    listed, tests, why = checklist(), proofs(), reasons()
    reader = Reader(TESTS)
    unknown = sorted(set(tests) - set(listed.items))
    assert not unknown, f"tests carry IDs that the checklist has not: {unknown}"
    return Shipped(
        clauses=listed.clauses,
        readings=listed.readings,
        sign_keys=listed.sign_keys,
        items=tuple(
            Item(
                id=item.id,
                clause=str(item.clause),
                state="proven" if tests.get(item.id) else "open",
                tests=tuple(tests.get(item.id, ())),
                why="" if tests.get(item.id) else _why(item.id, why),
                group=item.group,
                part=item.part,
                line=item.line,
                dangerous=item.dangerous,
                example=item.example,
                surfaces=surfaces_of(tests.get(item.id, []), reader),
            )
            for item in listed.items.values()
        ),
    )


def _why(item: str, why: Reasons) -> str:
    return why.later.get(item) or why.built.get(item) or "no test yet"


def render(shipped: Shipped) -> str:
    """Write the file that is shipped, an item a line, so that a change is read at a glance."""
    short = [
        f'"{name}": {json.encode(getattr(shipped, name)).decode()}'
        for name in ("clauses", "readings", "sign_keys")
    ]
    items = ",\n".join(json.encode(item).decode() for item in shipped.items)
    return "{" + ",\n".join([*short, f'"items": [\n{items}\n]']) + "}\n"


def built(items: Iterable[Item]) -> Coverage:
    """Keep the items of what is built."""
    later = reasons().later
    return Coverage.of(item for item in items if item.id not in later)


def owed(items: Iterable[Item]) -> list[Item]:
    """List the open items that may not stay open: marked, with an example, or without a reason."""
    why = reasons().built
    return [
        item
        for item in built(items).where(state="open").items
        if item.dangerous or item.example or item.id not in why
    ]


def main() -> int:
    """Write the shipped file, or list what is owed."""
    parser = argparse.ArgumentParser(prog="python -m tests.clause", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"write {SHIPPED.name}")
    asked, shipped = parser.parse_args(), build()
    if asked.write:
        SHIPPED.write_text(render(shipped), encoding="utf-8")
        return 0
    for item in owed(shipped.items):
        marks = f"{'⚠' if item.dangerous else ' '} {'Ex' if item.example else '  '}"
        print(f"owed  {item.part:4} {marks} {item.id}")
    part, whole = built(shipped.items), Coverage.of(shipped.items)
    print(f"{part.proven} of {part.total} proven of what is built")
    print(f"{whole.proven} of {whole.total} proven, {whole.total - whole.proven} open")
    return 0


if __name__ == "__main__":
    sys.exit(main())
