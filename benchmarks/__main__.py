"""Print comparisons: `python -m benchmarks`, or some of them: `python -m benchmarks evaluators`."""

import sys
from collections.abc import Callable, Iterable
from importlib import import_module

from rich.console import Console
from rich.table import Table

# modules of this package, each with a function `tables`
COMPARISONS = ("hands", "peers", "banked", "simulation", "evaluators", "equity", "edge", "web")


def main(asked: list[str]) -> int:
    unknown = [name for name in asked if name not in COMPARISONS]
    if unknown:
        print(f"{unknown[0]} is none of: {', '.join(COMPARISONS)}", file=sys.stderr)
        return 2
    for name in asked or COMPARISONS:
        tables: Callable[[], Iterable[Table]] = import_module(f"benchmarks.{name}").tables
        for table in tables():
            Console().print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
