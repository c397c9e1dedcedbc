"""Deliberate breaks: one for each item that is commonly programmed wrong.

A test that cannot fail proves nothing. Each mutant is a small wrong turn inside one definition; the
tests that carry its ID must notice. A module of this package per section lists its own:

    MUTANTS = [
        Mutant(
            "POKER-9d2",
            "rules.LowestUpcard.find",
            old="highest(upcards, ace=LOW)",
            new="highest(upcards, ace=HIGH)",
        ),
    ]

The definition is found by its name wherever its file lies (`places.py`), so that moving a function
breaks no mutant; when the name is gone or the pattern is not in it exactly once, a test fails.

A break of one of the five promises, which bind every item, is called by it: `PROMISE-5`.
Several IDs are joined as in the checklist, by " · ": the break must be noticed for each of them.

    python -m tests.mutants              break, test, and tell
    python -m tests.mutants -k POKER-9   only the items whose ID holds this text
    python -m tests.mutants --missing    the marked items of what is built that have no mutant
"""

import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from tests.checklist import ROOT, checklist
from tests.clause import reasons
from tests.mutants.places import find

SOURCE = ROOT / "src" / "croupier"
TESTS = ROOT / "tests"
PROMISES = {f"PROMISE-{number}" for number in range(1, 6)}  # they bind every item of the checklist


@dataclass(frozen=True)
class Mutant:
    """A pattern to replace in a definition of the package, and the items whose tests must notice.

    Lines of `new` after the first are indented relative to the line where the pattern begins.
    """

    id: str
    name: str  # of the definition, dotted: "room.custody.decide.count", or as much as is needed
    old: str
    new: str
    tests: tuple[str, ...] = ()  # run these instead of the tests that carry the ID

    @property
    def ids(self) -> list[str]:
        return self.id.split(" · ")

    def mutated(self) -> tuple[Path, str]:
        """The file to break, and its broken text."""
        place = find(SOURCE, self.name, self.old)
        return place.definition.file.relative_to(SOURCE), place.replaced(self.new)

    def selected(self) -> list[str]:
        """The named tests as pytest takes them; a file is found by its name below `tests/`."""
        return [_test(words) for words in self.tests]


def _test(words: str) -> str:
    name, colons, test = words.partition("::")
    found = [path for path in _files().get(Path(name).name, []) if path.match(name)]
    if len(found) != 1:
        raise ValueError(f"{len(found)} files of tests are called {name}, not one")
    function = test.partition("[")[0]
    if function and f"def {function}(" not in found[0].read_text(encoding="utf-8"):
        raise ValueError(f"{name} has no test {function}")
    return f"{found[0].relative_to(ROOT)}{colons}{test}"


@cache
def _files() -> dict[str, list[Path]]:
    """The files of tests, by name."""
    found: dict[str, list[Path]] = {}
    for path in TESTS.rglob("*.py"):
        found.setdefault(path.name, []).append(path)
    return found


def mutants() -> list[Mutant]:
    """Every mutant of every module in this folder."""
    names = sorted(found.name for found in pkgutil.iter_modules(__path__) if found.name[0] != "_")
    modules = [import_module(f"{__name__}.{name}") for name in names]
    return [mutant for module in modules for mutant in getattr(module, "MUTANTS", ())]


def missing() -> Iterator[str]:
    """The marked items of what is built for which no mutant is written."""
    later, written = reasons().later, {item for mutant in mutants() for item in mutant.ids}
    for item in checklist().items.values():
        if item.dangerous and item.id not in later and item.id not in written:
            yield item.id
