"""On which surfaces a test proves its item: read from what the test uses, never typed in.

*server*: a room in service with its automated dealer and bookkeeper at work. *assist*: the
assistant of a live table. *room*: orders to a table or to the house in memory, or over HTTP with
the dealer switched off. *engine*: everything below.

The files are read, not imported. From a test the names it uses are followed, fixtures included,
through the helpers of the tests until they leave them for the package.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from croupier.clauses import SURFACES, Surface

Place = tuple[str, str]  # a module of the tests, and a name in it

SERVICE = ("croupier.server.app.create_app", "croupier.server.service.Service")
SERVED = ("croupier.server.demonstration.demo", "croupier.cli.serve")


class Module:
    """One file of the tests: what it defines, and what it imports."""

    def __init__(self, name: str, path: Path) -> None:
        """Read a file."""
        self.name = name
        self.made: dict[str, list[ast.AST]] = {}
        self.imported: dict[str, str] = {}
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            self._read(node)

    def _read(self, node: ast.stmt) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                self.made.setdefault(node.name, []).append(node)
            case ast.ImportFrom(module=str(module), names=names):
                for one in names:
                    self.imported[one.asname or one.name] = f"{module}.{one.name}"
            case ast.Import(names=names):
                for one in names:
                    self.imported[one.asname or one.name.partition(".")[0]] = one.name
            case _:
                for target in _targets(node):
                    self.made.setdefault(target, []).append(node)

    def uses(self, name: str) -> Iterator[str]:
        """Every name in a definition: dotted where an attribute of an import is used."""
        for node in (part for made in self.made.get(name, ()) for part in ast.walk(made)):
            match node:
                case ast.Attribute(value=ast.Name(id=of), attr=attr) if of in self.imported:
                    yield f"{of}.{attr}"
                case ast.Name(id=used):
                    yield used
                case ast.arg(arg=used):
                    yield used
                case ast.Call(func=ast.Attribute(attr="usefixtures"), args=args):
                    yield from (str(one.value) for one in args if isinstance(one, ast.Constant))
                case ast.Constant(value=str(text)) if text == "serve":
                    yield text


def _targets(node: ast.stmt) -> list[str]:
    match node:
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case _:
            return []


class Reader:
    """All files of the tests."""

    def __init__(self, folder: Path) -> None:
        """Find them."""
        self.folder = folder

    @cache  # noqa: B019  # one reader, for as long as the program runs
    def module(self, name: str) -> Module | None:
        """A module of the tests, if there is one of this name."""
        path = self.folder.parent.joinpath(*name.split("."))
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                return Module(name, file)
        return None

    @cache  # noqa: B019  # as above
    def reached(self, place: Place) -> frozenset[str]:
        """Everything outside the tests that a definition leads to, and the helpers on the way."""
        found: set[str] = set()
        seen: set[Place] = set()
        waiting = [place]
        while waiting:
            here = waiting.pop()
            if here in seen:
                continue
            seen.add(here)
            found.add(".".join(here))
            for where in self._steps(here):
                if isinstance(where, str):
                    found.add(where)
                else:
                    waiting.append(where)
        return frozenset(found)

    @cache  # noqa: B019  # as above: thousands of tests lead through the same helpers
    def _steps(self, place: Place) -> frozenset[Place | str]:
        module = self.module(place[0])
        if module is None:
            return frozenset()
        return frozenset(
            step for used in set(module.uses(place[1])) for step in self._led(module, used)
        )

    def _led(self, module: Module, used: str) -> Iterator[Place | str]:
        """Where a name that a definition uses leads to."""
        of, _, attr = used.partition(".")
        if of in module.made:
            yield module.name, of
        elif of in module.imported:
            yield self._imported(module.imported[of] + (f".{attr}" if attr else ""))
        elif of == "serve":
            yield "croupier.cli.serve"
        else:
            yield from self._fixture(module.name, of)

    def _imported(self, dotted: str) -> Place | str:
        above, _, name = dotted.rpartition(".")
        if above.startswith("tests") and self.module(above) is not None:
            return above, name
        return dotted

    def _fixture(self, module: str, name: str) -> Iterator[Place]:
        """A fixture of this name in the `conftest` files above a module."""
        parts = module.split(".")[:-1]
        for depth in range(len(parts), 0, -1):
            where = ".".join([*parts[:depth], "conftest"])
            found = self.module(where)
            if found is not None and name in found.made:
                yield where, name
                return

    def surface(self, test: str) -> Surface:
        """The surface of a test, by its name as pytest writes it."""
        file, _, inside = test.partition("::")
        module = file.removesuffix(".py").replace("/", ".")
        reached = self.reached((module, inside.partition("::")[0]))
        assist = any(one.startswith(("croupier.assist", "tests.assist")) for one in reached)
        if assist and "tests.assist." in f"{module}.":
            return "assist"
        if "tests.server.api_scene.ApiScene" in reached:  # which switches the dealer off
            return "room"
        if any(one in SERVICE or one.startswith(SERVED) for one in reached):
            return "server"
        return "assist" if assist else "room" if any(map(_obeyed, reached)) else "engine"


def _obeyed(name: str) -> bool:
    """Whether this carries out orders to a table or to the house."""
    return name.endswith("decide.obey") or name == "tests.room.tables.Scene"


def surfaces_of(tests: list[str], reader: Reader) -> tuple[Surface, ...]:
    """The surfaces of several tests, in the order of the layers."""
    found = {reader.surface(test) for test in tests}
    return tuple(one for one in SURFACES if one in found)


PEOPLE_MEET = {  # sections whose rules are about the room: they hold where people meet them
    "POKER": {"2", "4", "5", "6", "7", "14", "15", "16", "17", "18", "19"},
    "THB": {"2", "3", "4", "6", "7", "8", "9", "12", "13", "14"},
    "FLOP": {"2", "3", "4", "6", "7", "8", "9", "12", "13", "14"},
    "TCJ": {"2", "3", "4", "6", "7", "8", "9", "12", "13", "14"},
}


def met_by_people(clause: str) -> bool:
    """Whether a rule must be proven in a running room, or at a live table."""
    document, _, rest = clause.partition(" ")
    section = rest.partition("(")[0].partition(" ")[0]
    return document == "BBC" or section in PEOPLE_MEET[document]
