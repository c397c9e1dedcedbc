"""Print comparisons: `python -m benchmarks`, or some of them: `python -m benchmarks evaluators`.

`python -m benchmarks --write docs/speed.md` also writes them down, as tables of one run.
"""

import platform
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib import import_module
from os import cpu_count
from pathlib import Path

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
WRITE = "--write"
HEAD = """# Speed

Side by side with what else one can install: every figure of this page is of one run of
`{command}`, {day}, {cores} processors, {machine}, Python {python}.
Speeds differ from machine to machine, and with what else it does; the ratios differ little. All libraries of
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
    unknown = [name for name in names if name not in COMPARISONS]
    if unknown:
        print(f"{unknown[0]} is not one of: {', '.join(COMPARISONS)}", file=sys.stderr)
        return 2
    made = []
    for name in names or COMPARISONS:
        tables: Iterable[Table] = import_module(f"benchmarks.{name}").tables()
        for table in tables:
            Console().print(table)
            made.append(table)
            if page is not None:  # as far as it goes: the whole run takes a while
                page.write_text(written(made, asked), encoding="utf-8")
    return 0


def written(tables: Iterable[Table], asked: list[str]) -> str:
    """The page of a run."""
    head = HEAD.format(
        command=" ".join(["python -m benchmarks", *asked]),
        day=f"{datetime.now(UTC):%Y-%m-%d}",
        cores=cpu_count(),
        machine=platform.machine(),
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
