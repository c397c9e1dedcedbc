"""Appends that wait together, made into the rows of one transaction."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from croupier.engine.accounts import Move
from croupier.server.store.chain import Stored, line_mac, link, place
from croupier.server.store.faults import Fault
from croupier.server.store.heads import Head
from croupier.server.store.keys import Keys
from croupier.server.store.lines import Line
from croupier.server.store.snapshots import Keep, Snapshot, digest, make_snapshot

Row = dict[str, Any]


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


class Batch(NamedTuple):
    """The rows of one transaction."""

    rows: list[Row]
    book: list[Row]
    deltas: dict[tuple[str, str], int]  # by log and account
    asked: list[Row]
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
        for line in lines:
            stored = chain_line(head, line, keys)
            made.rows.append(stored._asdict())
            made.book.extend(_postings(stream, stored.number, line.moves))
            head = head._replace(number=stored.number, hash=stored.hash)
        if request is not None:
            made.asked.append(request_row(stream, request, keys))
            head = head._replace(requests=head.requests + 1)
        moved[stream] = head
    for posting in made.book:
        made.deltas[posting["stream"], posting["debit"]] -= posting["amount"]
        made.deltas[posting["stream"], posting["credit"]] += posting["amount"]
    return made


def chain_line(head: Head, line: Line, keys: Keys) -> Stored:
    """The next line of a log as the database keeps it."""
    stream, number, body = head.stream, head.number + 1, line.body
    if line.sealed:
        body = keys.seal(body, place(stream, number))
    tip = link(head.hash, stream, number, line.kind, line.sealed, body, head.epoch)
    mac = line_mac(keys, tip)
    return Stored(stream, number, line.kind, line.sealed, body, tip, head.epoch, mac)


def request_row(stream: str, request: Request, keys: Keys) -> Row:
    """An answered command as a row of the database."""
    return {"stream": stream, **request._asdict(), "mac": request_mac(stream, request, keys)}


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


def _postings(stream: str, number: int, moves: Iterable[Move]) -> Iterable[Row]:
    for at, move in enumerate(moves):
        yield {
            "stream": stream,
            "number": number,
            "place": at,
            "debit": move.source,
            "credit": move.target,
            "amount": move.chips,
        }
