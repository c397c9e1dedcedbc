"""What a start checks before anybody is served: rolls, checkpoints, heads, and the ends of logs.

It takes as long as the logs have grown since they were last signed, however long they are.
"""

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.server.store.chain import START, chain_faults
from croupier.server.store.checkpoints import (
    NONE,
    ROLL,
    Checkpoint,
    chained,
    is_genuine,
    read_coverage,
    roll_hash,
)
from croupier.server.store.faults import Fault, readable
from croupier.server.store.head_file import Kept
from croupier.server.store.heads import Head, head_mac, read_heads
from croupier.server.store.keys import Keys
from croupier.server.store.pages import (
    checkpoints_of,
    latest_checkpoints,
    log_names,
    stored_page,
)
from croupier.server.store.schema import balances


class Ends(NamedTuple):
    """Where all logs end, as different rows of the database say."""

    heads: dict[str, Head]
    latest: dict[str, Checkpoint]  # checkpoints, without the roll
    roll: Checkpoint | None
    names: list[str]  # logs that have lines or balances


async def read_ends(connection: AsyncConnection) -> Ends:
    """Where all logs end."""
    latest = {one.stream: one for one in await latest_checkpoints(connection)}
    roll = latest.pop(ROLL, None)
    names = {*await log_names(connection), *await log_names(connection, balances)}
    return Ends(await read_heads(connection), latest, roll, sorted(names))


async def start_faults(
    connection: AsyncConnection, keys: Keys | None, kept: Kept | None
) -> AsyncIterator[Fault]:
    """Everything that is wrong with the ends of logs; without keys no MAC is checked."""
    ends = await read_ends(connection)
    if ends.roll is None:
        if kept is not None:  # a room that was never sealed has no head file either
            yield Fault(ROLL, 0, f"the head file names roll {kept.roll}, and there is no roll")
        return
    async for fault in _file_faults(connection, ends.roll, kept):
        yield fault
    async for fault in _roll_faults(connection, ends, keys):
        yield fault
    for stream in sorted({*ends.heads, *ends.latest, *ends.names}):
        async for fault in readable(stream, _end_faults(connection, stream, ends, keys)):
            yield fault


async def _file_faults(
    connection: AsyncConnection, roll: Checkpoint, kept: Kept | None
) -> AsyncIterator[Fault]:
    """Compare the rolls with the head file, and follow them from there."""
    if kept is not None and kept.roll > roll.serial:
        yield Fault(
            ROLL,
            roll.serial,
            f"this is an older copy of the room: the head file names roll {kept.roll}",
        )
        return
    since = kept.roll if kept is not None else roll.serial - 1
    rolls = await checkpoints_of(connection, ROLL, since=max(1, since))
    if kept is not None and (not rolls or chained(rolls[0]) != kept.hash):
        yield Fault(ROLL, kept.roll, "this is not the roll that the head file names")
    for fault in link_faults(rolls[1:], rolls[0]):
        yield fault


def link_faults(row: Iterable[Checkpoint], last: Checkpoint | None = None) -> Iterator[Fault]:
    """The first checkpoint that does not follow the one before."""
    serial, before = (last.serial, chained(last)) if last is not None else (0, NONE)
    for one in row:
        at = one.serial if one.stream == ROLL else one.number
        if one.serial != serial + 1:
            yield Fault(one.stream, at, f"checkpoint {serial + 1} is missing")
            return
        if one.before is not None and one.before != before:
            what = f"checkpoint {one.serial} does not follow the one before"
            yield Fault(one.stream, at, what)
            return
        serial, before = one.serial, chained(one, before)


async def _roll_faults(
    connection: AsyncConnection, ends: Ends, keys: Keys | None
) -> AsyncIterator[Fault]:
    """Whether the roll is the room's, and covers the checkpoints that are there."""
    roll, logs = ends.roll, {stream: chained(one) for stream, one in ends.latest.items()}
    assert roll is not None
    if keys is not None and not is_genuine(roll, keys.public):
        yield Fault(ROLL, roll.serial, "the room did not sign this roll")
    coverage = read_coverage(roll)
    if coverage is None:
        yield Fault(ROLL, roll.serial, "what this roll covers cannot be read")
    elif roll.number != len(logs) or roll.hash != roll_hash(logs, coverage.note):
        found = False
        for fault in covered_faults(await checkpoints_of(connection, ROLL), logs):
            found = True
            yield fault
        if not found:
            yield Fault(
                ROLL, roll.serial, "this roll does not match the checkpoints in the database"
            )
    elif any(logs.get(stream) != one for stream, one in coverage.changed.items()):
        yield Fault(ROLL, roll.serial, "this roll does not cover what it says")


def covered_faults(rolls: Iterable[Checkpoint], logs: Mapping[str, bytes]) -> Iterator[Fault]:
    """The logs whose latest checkpoint is not the one that the rolls name."""
    covered: dict[str, bytes] = {}
    for roll in rolls:
        coverage = read_coverage(roll)
        covered |= coverage.changed if coverage is not None else {}
    for stream in sorted({*covered, *logs}):
        if stream not in logs:
            yield Fault(stream, 0, "the log is gone: the roll names it")
        elif covered.get(stream) != logs[stream]:
            yield Fault(stream, 0, "its latest checkpoint is not the one that the roll names")


async def _end_faults(
    connection: AsyncConnection, stream: str, ends: Ends, keys: Keys | None
) -> AsyncIterator[Fault]:
    """Whether head, checkpoint and lines of a log agree."""
    head, one = ends.heads.get(stream), ends.latest.get(stream)
    if head is None:
        yield Fault(stream, 0, "the log has no head")
        return
    if keys is not None and head.mac != head_mac(head, keys):
        yield Fault(stream, head.number, "the room did not write the head of this log")
    if (head.serial, head.signed) != ((one.serial, chained(one)) if one else (0, NONE)):
        yield Fault(stream, head.number, "the head names another checkpoint than the latest")
    if one is not None and keys is not None and not is_genuine(one, keys.public):
        yield Fault(stream, one.number, "the signature of this checkpoint is wrong")
    async for fault in _tail_faults(connection, head, one, keys):
        yield fault


async def _tail_faults(
    connection: AsyncConnection, head: Head, one: Checkpoint | None, keys: Keys | None
) -> AsyncIterator[Fault]:
    """Whether the lines since the latest checkpoint lead to the head."""
    number, tip = (one.number, one.hash) if one is not None else (0, START)
    if number:
        found = await stored_page(connection, head.stream, number - 1, most=1)
        if [(line.number, line.hash) for line in found] != [(number, tip)]:
            yield Fault(head.stream, number, "the log is not what its checkpoint signed")
            return
    while page := await stored_page(connection, head.stream, number):
        for fault in chain_faults(page, keys, after=(number, tip)):
            yield fault
            return
        number, tip = page[-1].number, page[-1].hash
    if (number, tip) != (head.number, head.hash):
        yield Fault(
            head.stream,
            head.number,
            f"the log ends at line {number}, but its head names a later one",
        )
