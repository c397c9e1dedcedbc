"""Deliberate breaks: one for each item that is commonly programmed wrong.

A test that cannot fail proves nothing. Each mutant is a small wrong turn in one source file; the
tests that carry its ID must notice. A module of this package per section lists its own:

    MUTANTS = [
        Mutant(
            "POKER-9d2",
            "rules/openers.py",
            old="highest(upcards, ace=LOW)",
            new="highest(upcards, ace=HIGH)",
        ),
    ]

A break of one of the five promises, which bind every item, is called by it: `PROMISE-5`.
Several IDs are joined as in the checklist, by " · ": the break must be noticed for each of them.

    python -m tests.mutants              break, test, and tell
    python -m tests.mutants -k POKER-9   only the items whose ID holds this text
    python -m tests.mutants --missing    the marked items of what is built that have no mutant
"""

import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module

from tests.checklist import ROOT, checklist
from tests.clause import reasons

SOURCE = ROOT / "src" / "croupier"
PROMISES = {f"PROMISE-{number}" for number in range(1, 6)}  # they bind every item of the checklist


@dataclass(frozen=True)
class Mutant:
    """A text to replace in a file of the package, and the items whose tests must notice."""

    id: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...] = ()  # run these instead of the tests that carry the ID

    @property
    def ids(self) -> list[str]:
        return self.id.split(" · ")

    def mutated(self) -> str:
        """The broken file; the text to replace must be there exactly once."""
        text = (SOURCE / self.file).read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"{self.id}: {self.file} holds {self.old!r} {text.count(self.old)}x")
        if self.old == self.new:
            raise ValueError(f"{self.id}: nothing is broken")
        broken = text.replace(self.old, self.new)
        compile(broken, self.file, "exec")
        return broken


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
