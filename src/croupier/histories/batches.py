"""Hands of many files worked off in order, by several processes where there are enough of them."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from typing import NamedTuple, TypeVar

from croupier.histories.formats import Piece, format_of, known_formats, pieces
from croupier.histories.phh_tables import decimals_in
from croupier.histories.sources import Source, kind_of, lines_of, sources
from croupier.refused import Refused

BATCH = 64  # hands given to a process at once
FEW = 4  # batches that are not worth starting processes for
FORMATS = ". Formats read: "  # in a reason, before the list of them
AHEAD = 4  # batches that wait for each process

T = TypeVar("T")
Job = Callable[[list[Piece]], list[T]]


class Unknown(NamedTuple):
    """A file that holds no hand history; `alone` was named, not found in a folder."""

    name: str
    why: str
    alone: bool


def pieces_of(names: Iterable[str]) -> Iterator[Piece | Unknown]:
    """Every hand of files, folders and archives; other files come with the reason."""
    for source in sources(names):
        try:
            yield from _pieces(source)
        except Refused as fault:  # a file that cannot be read is named, wherever it was found
            yield Unknown(source.name, fault.why, alone=True)


def _pieces(source: Source) -> Iterator[Piece | Unknown]:
    form = format_of(lines_of(source), source.name)
    if not form:
        why = f"{source.name} is {kind_of(source)}{FORMATS}{known_formats()}"
        yield Unknown(source.name, why, source.alone)
        return
    decimals = decimals_in(lines_of(source)) if form == "phh" else 0
    empty = True
    for piece in pieces(lines_of(source), form, source.name, decimals):
        empty = False
        yield piece
    if empty:
        yield Unknown(source.name, f"{source.name} holds no hand", source.alone)


def worked_off(
    found: Iterable[Piece],
    job: Job[T],
    *,
    processes: int,
    done: Callable[[int], None] | None = None,
) -> Iterator[T]:
    """Do a job on every hand, in order; `done` hears how many hands are finished.

    The job and its results travel between processes, so both must be of the pickling kind.
    """
    batches = _batched(found)
    first = list(islice(batches, FEW))
    if processes < 2 or len(first) < FEW:
        for batch in chain(first, batches):
            yield from job(batch)
            if done:
                done(len(batch))
        return
    with ProcessPoolExecutor(processes) as pool:
        waiting: deque[tuple[int, Future[list[T]]]] = deque()
        for batch in chain(first, batches):
            waiting.append((len(batch), pool.submit(job, batch)))
            if len(waiting) > AHEAD * processes:
                yield from _next(waiting, done)
        while waiting:
            yield from _next(waiting, done)


def _next(
    waiting: deque[tuple[int, "Future[list[T]]"]], done: Callable[[int], None] | None
) -> list[T]:
    count, future = waiting.popleft()
    made = future.result()
    if done:
        done(count)
    return made


def _batched(found: Iterable[Piece]) -> Iterator[list[Piece]]:
    pieces_left = iter(found)
    while batch := list(islice(pieces_left, BATCH)):
        yield batch
