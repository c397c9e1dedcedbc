"""Print comparisons: `python -m benchmarks`, or some of them: `python -m benchmarks evaluators`.

`python -m benchmarks --write docs/speed.md` also writes them down, as tables of one run. `--short`
takes a third of the turns, where a machine has little time to spare: figures are less steady.
"""

import platform
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib import import_module
from os import cpu_count, getloadavg
from pathlib import Path
from types import ModuleType

from rich.console import Console
from rich.table import Table

# modules of this package, each with a function `tables`
COMPARISONS = (
    "hands",
    "fast",
    "peers",
    "histories",
    "banked",
    "simulation",
    "evaluators",
    "equity",
    "edge",
    "workbench",
    "web",
)
WRITE, SHORT = "--write", "--short"
HEAD = """# Speed

Side by side with what else one can install: every figure of this page is of one run of
`{command}`, {day}, {cores} processors, {machine}, Python {python}.
When it began, {busy} other processes wanted a processor on average. Speeds differ from machine to machine,
and figures by the clock on the wall with what else it does; ratios by processor time differ little. All libraries of
a table take turns in that run, get their cheapest documented input prepared before the clock, and first have
to give the same answers.
"""  # noqa: E501  # lines of a page


def main(asked: list[str]) -> int:
    names, page = asked, None
    if WRITE in asked:
        at = asked.index(WRITE)
        names, rest = asked[:at], asked[at + 1 :]
        if len(rest) != 1:
            print(f"{WRITE} is followed by the one file to write", file=sys.stderr)
            return 2
        page = Path(rest[0])
    short = SHORT in names
    names = [name for name in names if name != SHORT]
    unknown = [name for name in names if name not in COMPARISONS]
    if unknown:
        print(f"{unknown[0]} is not one of: {', '.join(COMPARISONS)}", file=sys.stderr)
        return 2
    made, busy = [], getloadavg()[0]
    for name in names or COMPARISONS:
        module = import_module(f"benchmarks.{name}")
        if short:
            shorten(module)
        tables: Iterable[Table] = module.tables()
        for table in tables:
            Console().print(table)
            made.append(table)
            if page is not None:  # as far as it goes: the whole run takes a while
                page.write_text(written(made, asked, busy), encoding="utf-8")
    return 0


def shorten(module: ModuleType) -> None:
    """Take fewer turns, and shorter ones."""
    for name in ("TURNS", "COPIES", "SAMPLED", "SECONDS"):
        if hasattr(module, name):
            long = getattr(module, name)
            setattr(module, name, max(2, long // 3) if isinstance(long, int) else long / 3)


def written(tables: Iterable[Table], asked: list[str], busy: float) -> str:
    """The page of a run."""
    head = HEAD.format(
        command=" ".join(["python -m benchmarks", *asked]),
        day=f"{datetime.now(UTC):%Y-%m-%d}",
        cores=cpu_count(),
        machine=platform.machine(),
        busy=f"{busy:.0f}",
        python=platform.python_version(),
    )
    return "\n".join([head, *(markdown(table) for table in tables)])


def markdown(table: Table) -> str:
    """A printed table as one of a page: its title above, numbers to the right."""
    sides = ["---:" if column.justify == "right" else "---" for column in table.columns]
    return "\n".join(
        [f"**{table.title}**", "", *map(_row, [_heads(table), sides, *_cells(table)]), ""]
    )


def _heads(table: Table) -> list[str]:
    return [str(column.header) for column in table.columns]


def _cells(table: Table) -> Iterator[list[str]]:
    for row in zip(*(column.cells for column in table.columns), strict=True):
        yield [str(cell) for cell in row]


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
