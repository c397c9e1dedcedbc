"""Appends that wait together, made into the rows of one transaction."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from croupier.server.store.chain import Stored, line_mac, link, place
from croupier.server.store.faults import Fault
from croupier.server.store.heads import Head
from croupier.server.store.keys import Keys
from croupier.server.store.lines import Line
from croupier.server.store.snapshots import Keep, Snapshot, digest, make_snapshot


class Request(NamedTuple):
    """The command that led to this, and the answer that a repetition gets."""

    client: str
    sequence: int
    reply: bytes


class Append(NamedTuple):
    """Lines that wait to be written to a log, and the caller who waits for it."""

    stream: str
    lines: Sequence[Line]
    request: Request | None
    done: asyncio.Future[None]
    keep: Keep | None = None  # what is kept of the log up to the first of these lines
    epoch: int = 0  # of the lease under which this was decided


class Posting(NamedTuple):
    """One transfer of chips as a row of the database."""

    stream: str
    number: int
    place: int
    debit: str
    credit: str
    amount: int


class Answered(NamedTuple):
    """An answered command as a row of the database."""

    stream: str
    client: str
    sequence: int
    reply: bytes
    mac: bytes


class Batch(NamedTuple):
    """The rows of one transaction."""

    rows: list[Stored]
    book: list[Posting]
    deltas: dict[tuple[str, str], int]  # by log and account
    asked: list[Answered]
    heads: dict[str, Head]  # where the logs end afterward
    kept: dict[str, Keep]
    snapshots: list[Snapshot]


def make_batch(appends: Sequence[Append], known: Mapping[str, Head], keys: Keys) -> Batch:
    """Chain the lines to the ends of their logs; nothing that is known is changed."""
    moved: dict[str, Head] = {}
    made = Batch([], [], defaultdict(int), [], moved, {}, [])
    for stream, lines, request, _, keep, _ in appends:
        head = moved.get(stream) or known.get(stream) or Head(stream)
        if keep is not None:
            made.snapshots.append(one := make_snapshot(stream, keep, keys))
            made.kept[stream] = keep
            head = head._replace(upto=keep.upto, snapshot=digest(one))
        number, tip = head.number, head.hash
        for line in lines:
            stored = chain_line(stream, number, tip, line, head.epoch, keys)
            number, tip = stored.number, stored.hash
            made.rows.append(stored)
            for place_, move in enumerate(line.moves):
                _post(made, Posting(stream, number, place_, move.source, move.target, move.chips))
        asked = head.requests
        if request is not None:
            made.asked.append(request_row(stream, request, keys))
            asked += 1
        moved[stream] = head._replace(number=number, hash=tip, requests=asked)
    return made


def _post(made: Batch, posting: Posting) -> None:
    stream, _, _, debit, credit, amount = posting
    made.book.append(posting)
    made.deltas[stream, debit] -= amount
    made.deltas[stream, credit] += amount


def chain_line(
    stream: str, number: int, before: bytes, line: Line, epoch: int, keys: Keys
) -> Stored:
    """The line that follows another one of a log, as the database keeps it."""
    number, body = number + 1, line.body
    if line.sealed:
        body = keys.seal(body, place(stream, number))
    tip = link(before, stream, number, line.kind, line.sealed, body, epoch)
    return Stored(stream, number, line.kind, line.sealed, body, tip, epoch, line_mac(keys, tip))


def request_row(stream: str, request: Request, keys: Keys) -> Answered:
    """An answered command as a row of the database."""
    return Answered(stream, *request, request_mac(stream, request, keys))


def request_mac(stream: str, request: Request, keys: Keys) -> bytes:
    """The MAC of an answered command, kept in the database."""
    return keys.mac(b"request", stream, *request)


def request_fault(row: Any, keys: Keys) -> Fault | None:
    """What is wrong with the row of a command, if the room did not give this answer."""
    request = Request(row.client, row.sequence, bytes(row.reply))
    if row.mac is not None and bytes(row.mac) == request_mac(row.stream, request, keys):
        return None
    what = f"the room did not give the answer to command {row.sequence} of {row.client}"
    return Fault(row.stream, 0, what)
