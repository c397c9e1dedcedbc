"""Finds the one place that a break changes: by the name of a definition, wherever its file lies.

A name is dotted: its last word is what is defined (a function, a class, a method or a constant),
the words before it stand in this order among its packages, module and class, with or without
others between. `room.count` finds `room.custody.decide.count`, and still does when that function
moves within `room`; one more word tells two functions of one name apart, and so does the pattern
itself when only one of them holds it.

A pattern is a piece of Python. It is compared word by word, so that line breaks, indentation,
comments and a comma before a closing bracket do not matter.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from textwrap import dedent

_STRING = r'"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
_SIGN = r"\*\*=?|//=?|<<=?|>>=?|->|\.\.\.|[-+*/%@&|^=<>!:]=|[^\w\s]"
_WORD = re.compile(rf"\#[^\n]*|(?:[rbfRBF]{{0,2}}(?:{_STRING}))|\w+|{_SIGN}", re.DOTALL)


@dataclass(frozen=True)
class Word:
    """A word of Python and where it lies in its text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Definition:
    """A piece of a source file that has a name."""

    name: str  # room.custody.decide.count
    file: Path
    start: int  # the piece lies between these characters of the file
    end: int

    def called(self, name: str) -> bool:
        """Whether a dotted name means this definition."""
        *among, last = name.split(".")
        *mine, own = self.name.split(".")
        rest = iter(mine)
        return own == last and all(word in rest for word in among)


@dataclass(frozen=True)
class Place:
    """The characters of a definition that a pattern describes."""

    definition: Definition
    start: int
    end: int

    def replaced(self, new: str) -> str:
        """The whole file with other Python in this place; raises an error if it means the same."""
        text = self.definition.file.read_text(encoding="utf-8")
        line = text[text.rindex("\n", 0, self.start) + 1 : self.start]
        indent = line[: len(line) - len(line.lstrip())]
        broken = text[: self.start] + new.replace("\n", "\n" + indent) + text[self.end :]
        grown = len(broken) - len(text)
        before = _tree(text, self.definition.start, self.definition.end)
        after = _tree(broken, self.definition.start, self.definition.end + grown)
        if before == after:
            raise ValueError(f"{self.definition.name}: nothing is broken")
        return broken


def find(source: Path, name: str, pattern: str) -> Place:
    """The one place that a pattern describes within the definition of a name."""
    last = name.rpartition(".")[2]
    named = [each for each in definitions(source).get(last, ()) if each.called(name)]
    if not named:
        raise ValueError(f"nothing in {source.name} is called {name}")
    found = [place for each in named for place in _places(each, pattern)]
    if len(found) != 1:
        where = ", ".join(each.name for each in named)
        raise ValueError(f"{where}: {pattern!r} occurs {len(found)} times, not once")
    return found[0]


@cache
def definitions(source: Path) -> dict[str, list[Definition]]:
    """Everything that the modules of a package define at their top or in a class, by last word."""
    found: dict[str, list[Definition]] = {}
    for file in sorted(source.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
        module = file.relative_to(source).with_suffix("").parts
        for name, node in _named(ast.parse(text)):
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
            span = starts[first - 1], starts[node.end_lineno or first]
            here = Definition(".".join((*module, name)), file, *span)
            found.setdefault(name.rpartition(".")[2], []).append(here)
    return found


def _named(scope: ast.Module | ast.ClassDef) -> Iterator[tuple[str, ast.stmt]]:
    for node in scope.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name, node
            case ast.ClassDef(name=name):
                yield name, node
                yield from ((f"{name}.{inner}", each) for inner, each in _named(node))
            case ast.Assign(targets=targets):
                yield from ((t.id, node) for t in targets if isinstance(t, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name, node
            case _:  # has no name
                pass


def _places(definition: Definition, pattern: str) -> Iterator[Place]:
    text = definition.file.read_text(encoding="utf-8")[definition.start : definition.end]
    here, wanted = words(text), [word.text for word in words(pattern)]
    size = len(wanted)
    for at in range(len(here) - size + 1):
        if [word.text for word in here[at : at + size]] == wanted:
            start, end = here[at].start, here[at + size - 1].end
            yield Place(definition, definition.start + start, definition.start + end)


def words(text: str) -> list[Word]:
    """The words of a piece of Python, without comments and the commas before closing brackets."""
    found = [Word(m[0], m.start(), m.end()) for m in _WORD.finditer(text) if m[0][0] != "#"]
    idle = {a for a, b in pairwise(found) if a.text == "," and b.text in ")]}"}
    return [word for word in found if word not in idle]


def _tree(text: str, start: int, end: int) -> str:
    return ast.dump(ast.parse(dedent(text[start:end])))
