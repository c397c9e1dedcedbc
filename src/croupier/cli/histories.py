"""Shared by the commands on hand histories: files, processes, a progress bar."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, TypeVar

import typer

from croupier.histories.batches import FORMATS, Job, Unknown, pieces_of, worked_off
from croupier.histories.formats import Piece
from croupier.refused import Refused

T = TypeVar("T")
NAMED = 10  # files that hold no hand

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILES",
        help="Hand histories or logs of any known format: files, folders, archives (zip, tar, gz); "
        "`-` is standard input.",
    ),
]
Processes = Annotated[
    int,
    typer.Option("--processes", min=0, help="The number of processes; 0 for one per processor."),
]


class Known:
    """The hands of files, with the files that hold none put aside."""

    def __init__(self, names: Iterable[str]) -> None:
        """Name files, folders, archives, or `-`."""
        self.names = names
        self.unknown: list[Unknown] = []  # those named on the command line
        self.others: list[Unknown] = []  # those found in a folder or archive
        self.hands = 0
        self.failed = 0

    def __iter__(self) -> Iterator[Piece]:
        """Every hand, as its file is read."""
        for found in pieces_of(self.names):
            if isinstance(found, Piece):
                self.hands += 1
                yield found
            elif found.alone:
                self.unknown.append(found)
            else:
                self.others.append(found)

    @property
    def left_aside(self) -> Iterator[str]:
        """What the other files of folders and archives are, the first of them by name."""
        for other in self.others[:NAMED]:
            yield f"left aside: {other.why.partition(FORMATS)[0]}"
        if len(self.others) > NAMED:
            yield f"left aside: {len(self.others) - NAMED:,} other files"

    def check(self) -> None:
        """Refuse files that hold no hand at all."""
        if self.hands:
            return
        if self.unknown:
            raise Refused("FIELD files", self.unknown[0].why)
        raise Refused("FIELD files", f"there is no hand history in {' '.join(self.names)[:200]}")


def each(known: Known, job: Job[T], processes: int) -> Iterator[T]:
    """Run a job on every hand, with a progress bar if it takes long on a terminal."""
    count = processes or os.cpu_count() or 1
    with bar() as tell:
        yield from worked_off(known, job, processes=count, done=tell)


@contextmanager
def bar() -> Iterator[Callable[[int], None] | None]:
    """A count of hands and their rate on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        BarColumn(),
        TextColumn("{task.completed:,} hands"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=None)
        yield lambda more: shown.advance(task, more)
