"""What CONTRIBUTING promises about the files that a change touches is carried out on a copy."""

import ast
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent

import pytest

from tests.checklist import ROOT
from tests.mutants.overlay import lay

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PROMISED = {"game": 1, "command": 1, "event": 2, "sign key": 2}
SECTION = re.compile(r"^### A new ([\w ]+): (\d) files?\n(.*?)(?=^##)", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(python|pycon)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLACE = re.compile(r"# (a new file|at the end of)(?: (\w+) in)? src/(croupier/\S+)\n")


@dataclass(frozen=True)
class Example:
    """A section of CONTRIBUTING: pieces of code with their places, and what then works."""

    files: int
    pieces: list[str]
    proof: str


EXAMPLES = {
    what: Example(
        files=int(files),
        pieces=[code for kind, code in BLOCK.findall(body) if kind == "python"],
        proof="".join(code for kind, code in BLOCK.findall(body) if kind == "pycon"),
    )
    for what, files, body in SECTION.findall(TEXT)
}


def write(piece: str, copy: Path) -> Path:
    """Put a piece of code where its first line says, and tell which file that was."""
    place = PLACE.match(piece)
    assert place, piece
    _, name, file = place.groups()
    path, code = copy / file, piece[place.end() :]
    assert path.exists() == (place[1] == "at the end of"), path
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if name:
        node = next(n for n in ast.parse(text).body if getattr(n, "name", "") == name)
        lines = text.splitlines(keepends=True)
        assert node.end_lineno
        lines.insert(node.end_lineno, indent(code, "    "))
        path.write_text("".join(lines), encoding="utf-8")
    else:
        path.write_text(f"{text}\n\n{code}" if text else code, encoding="utf-8")
    return path


def prove(proof: str, copy: Path) -> str:
    """Run the lines of a session on the copy: what did not come out as written."""
    session = copy / "session.txt"
    session.write_text(proof, encoding="utf-8")
    check = "import croupier, doctest, sys; assert croupier.__file__.startswith(sys.argv[1]); "
    check += "sys.exit(doctest.testfile(sys.argv[2], module_relative=False).failed)"
    done = subprocess.run(
        [sys.executable, "-c", check, str(copy), str(session)],
        env=os.environ | {"PYTHONPATH": f"{copy}{os.pathsep}{ROOT}"},
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_every_kind_of_change_has_an_example_within_its_number_of_files() -> None:
    assert {what: example.files for what, example in EXAMPLES.items()} == PROMISED


@pytest.mark.parametrize("what", PROMISED)
def test_a_change_touches_as_many_files_as_promised_and_works(what: str, tmp_path: Path) -> None:
    example = EXAMPLES[what]
    lay(tmp_path)
    assert prove(example.proof, tmp_path)  # it does not work by itself
    touched = {write(piece, tmp_path) for piece in example.pieces}
    assert len(touched) == example.files
    assert prove(example.proof, tmp_path) == ""
