"""Documentation runs: every Python block, every `$ croupier` line, every example; links lead on.

The blocks of a page share their names, from top to bottom. A block of prompts (`>>>`) is checked
as a doctest. In a console block the lines that begin with `$ croupier` are run, must succeed, and
where the page shows what they print, must print that (`...` stands for anything).
"""

import ast
import doctest
import json
import os
import shlex
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from markdown_it import MarkdownIt

from croupier.cli import main

ROOT = Path(__file__).parents[1]
PAGES = [path for path in (ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))) if path.exists()]
NOTEBOOKS = sorted(ROOT.glob("examples/*.ipynb"))
EXAMPLES = sorted(ROOT.glob("examples/*.py"))
LENIENT = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
SHELL = set("|&;<>$*`~")
PATIENCE_S = 120


class Block(NamedTuple):
    """A fenced block of a page: its language, its text, and the line it begins on."""

    language: str
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    for token in MarkdownIt().parse(page.read_text()):
        if token.type == "fence" and token.map is not None:
            yield Block(token.info.strip(), token.content, token.map[0] + 1)


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block, continued lines joined, with the output shown below it."""
    for entry in f"\n{text}".replace("\\\n", "").split("\n$ ")[1:]:
        command, _, shown = entry.partition("\n")
        yield command, shown


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def run_python(page: Path, block: Block, names: dict[str, Any]) -> None:
    if not block.text.lstrip().startswith(">>>"):
        exec(compile("\n" * block.line + block.text, str(page), "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block.text, names, name(page), str(page), block.line)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=LENIENT)
    runner.run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    assert not runner.failures, "".join(report)


def printed_by(command: str, where: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command prints: in this process, which is quick, unless it needs a shell."""
    if SHELL & set(command):
        return run(["bash", "-o", "pipefail", "-c", command], where)
    code = main(shlex.split(command)[1:])
    printed, complaint = capsys.readouterr()
    assert code == 0, f"{where} ended with {code}: {complaint}"
    return printed


def run(command: list[str], where: str) -> str:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"PATH": path, "COLUMNS": "100", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, f"{where} ended with {done.returncode}: {done.stderr}"
    return done.stdout


def links(page: Path) -> Iterator[str]:
    for token in MarkdownIt().parse(page.read_text()):
        for child in token.children or ():
            if child.type == "link_open":
                yield str(child.attrs["href"]).partition("#")[0]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_links_of_a_page_lead_to_files(page: Path) -> None:
    local = [link for link in links(page) if link and "://" not in link]
    assert [link for link in local if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_python_of_a_page_runs(page: Path) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(page):
        if block.language == "python":
            run_python(page, block, names)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_commands_of_a_page_print_what_it_shows(
    page: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    for block in blocks(page):
        if block.language != "console":
            continue
        for command, shown in commands(block.text):
            if command.split()[0] != "croupier":
                continue
            where = f"{name(page)}:{block.line}: {command}"
            printed = printed_by(command, where, capsys)
            as_shown = doctest.OutputChecker().check_output(shown, printed, LENIENT)
            assert not shown.strip() or as_shown, (
                f"{where} printed\n{textwrap.indent(printed, '  ')}"
            )


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=name)
def test_a_notebook_runs_and_its_last_values_draw_themselves(notebook: Path) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    drawn = 0
    for cell in json.loads(notebook.read_text())["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert not cell["outputs"], "a notebook is kept without what it printed"
        *lines, last = ast.parse("".join(cell["source"])).body
        exec(compile(ast.Module(lines, []), str(notebook), "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), str(notebook), "eval"), names)
            drawn += bool(value._repr_html_()) if hasattr(value, "_repr_html_") else 0
        else:
            exec(compile(ast.Module([last], []), str(notebook), "exec"), names)
    assert drawn


def test_our_lines_are_never_more_than_those_of_pokerkit() -> None:
    found = [
        [line for line in block.text.splitlines() if line.strip()]
        for block in blocks(ROOT / "docs/explanation/pokerkit.md")
        if block.language == "python"
    ]
    assert len(found) == 20
    for ours, theirs in zip(found[::2], found[1::2], strict=True):
        assert any("croupier" in line for line in ours)
        assert any("pokerkit" in line for line in theirs)
        assert len(ours) <= len(theirs), ours


@pytest.mark.parametrize("example", EXAMPLES, ids=name)
def test_an_example_runs(example: Path) -> None:
    run([sys.executable, "-W", "error", str(example)], name(example))
