"""The map of the code names every package, and nothing that is not there."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "croupier"
MAP = (ROOT / "docs" / "architecture.md").read_text()
ENTRY = re.compile(r"^\| `([\w.]+)` \|", re.MULTILINE)  # the first cell of a table's row
FILE = re.compile(r"[\w.*/-]+\.(?:py|js)\b|\b[\w-]+/[\w/-]*")  # src/a.py, games/
TYPES = re.compile(r"^\| `([\w.]+)` \|[^|]*\|([^|]+)\|$", re.MULTILINE)  # with the last cell
NAME = re.compile(r"`([A-Z]\w+)`")
ROUTE = re.compile(r"/api/\S+")
PLACES = (ROOT, PACKAGE, *PACKAGE.glob("*/"), *(PACKAGE / "server").glob("*/"))


def parts() -> set[str]:
    """Every package below croupier, and every module of the top level."""
    packages = {
        ".".join(path.parent.relative_to(PACKAGE).parts) for path in PACKAGE.rglob("__init__.py")
    }
    modules = {path.stem for path in PACKAGE.glob("*.py") if not path.stem.startswith("_")}
    return (packages - {""}) | modules


def modules(part: str) -> list[Path]:
    """The files of a package, without those of packages in it, or a module of the top level."""
    place = PACKAGE.joinpath(*part.split("."))
    return [*place.glob("*.py"), *place.parent.glob(f"{place.name}.py")]


def newcomer(*options: str) -> list[str]:
    command = [sys.executable, str(ROOT / "scripts" / "newcomer"), *options]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def test_every_package_has_its_line() -> None:
    assert sorted(parts() - set(ENTRY.findall(MAP))) == []


def test_every_line_has_its_package() -> None:
    named = set(ENTRY.findall(MAP.partition("### Which of two?")[0]))
    assert sorted(named - parts()) == []


def test_every_type_on_the_map_is_in_its_package() -> None:
    named = {(package, one) for package, cell in TYPES.findall(MAP) for one in NAME.findall(cell)}
    gone = [
        f"{package}: {one}"
        for package, one in named
        if not any(f"class {one}" in path.read_text() for path in modules(package))
    ]
    assert len(named) > 50
    assert sorted(gone) == []


def test_every_file_on_the_map_is_there() -> None:
    named = set(FILE.findall(ROUTE.sub("", MAP)))
    gone = [
        name
        for name in named
        if not any(True for place in PLACES for _ in place.glob(name.removeprefix("../")))
    ]
    assert len(named) > 50
    assert sorted(gone) == []


def test_a_newcomer_is_asked_thirty_functions_without_their_answers() -> None:
    asked, answers = newcomer("--seed", "a"), newcomer("--seed", "a", "--answers")
    assert len(asked) == 30
    assert [line.partition("   -> ")[0] for line in answers] == asked
    assert {line.partition("   -> ")[2] for line in answers} <= parts()
    assert newcomer("--seed", "b") != asked
