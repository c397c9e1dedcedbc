"""Bring a room of version 0.1 into today's format: verified whole first, then sealed.

Its lines get MACs, every log gets a head, and the next checkpoints are chained to the old ones.
Nothing that was written is changed.
"""

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from croupier.server.store.audit import audit
from croupier.server.store.batch import Request, request_mac
from croupier.server.store.chain import line_mac
from croupier.server.store.checkpoints import NONE, ROLL, chained
from croupier.server.store.faults import Fault
from croupier.server.store.heads import Head, head_row
from croupier.server.store.keys import Keys
from croupier.server.store.lines import PEOPLE
from croupier.server.store.pages import checkpoints_of, log_names, stored_page
from croupier.server.store.schema import checkpoints, events, heads, requests


async def is_unsealed(engine: AsyncEngine) -> bool:
    """Whether this is a room of version 0.1: it has lines, and no roll."""
    async with engine.connect() as connection:
        roll = select(checkpoints.c.serial).where(checkpoints.c.stream == ROLL).limit(1)
        if await connection.scalar(roll) is not None:
            return False
        line = select(events.c.number).where(events.c.stream != PEOPLE).limit(1)
        return await connection.scalar(line) is not None


async def unsealed_faults(engine: AsyncEngine, keys: Keys) -> list[Fault]:
    """Everything that keeps a room of version 0.1 from being sealed."""
    return [fault async for fault in audit(engine, keys)]


async def seal(engine: AsyncEngine, keys: Keys) -> None:
    """Seal a room that has been verified, in one transaction."""
    async with engine.begin() as connection:
        await connection.execute(delete(heads).where(heads.c.stream != PEOPLE))
        for stream in await log_names(connection):
            if stream != PEOPLE:
                head = await _seal_log(connection, stream, keys)
                await connection.execute(insert(heads), head_row(head, keys))


async def _seal_log(connection: AsyncConnection, stream: str, keys: Keys) -> Head:
    number, tip = 0, NONE
    while page := await stored_page(connection, stream, number):
        macs = [{"s": stream, "n": line.number, "m": line_mac(keys, line.hash)} for line in page]
        await connection.execute(_SEAL_LINE, macs)
        number, tip = page[-1].number, page[-1].hash
    answered = await _seal_requests(connection, stream, keys)
    serial, signed = 0, NONE
    for one in await checkpoints_of(connection, stream):
        serial, signed = one.serial, chained(one, signed)
    return Head(stream, number, tip, answered, serial, signed)


async def _seal_requests(connection: AsyncConnection, stream: str, keys: Keys) -> int:
    found = await connection.execute(select(requests).where(requests.c.stream == stream))
    macs = []
    for row in found:
        request = Request(row.client, row.sequence, bytes(row.reply))
        mac = request_mac(stream, request, keys)
        macs.append({"s": stream, "c": row.client, "q": row.sequence, "m": mac})
    if macs:
        await connection.execute(_SEAL_REQUEST, macs)
    return len(macs)


_SEAL_LINE = (
    update(events)
    .where(events.c.stream == bindparam("s"), events.c.number == bindparam("n"))
    .values(mac=bindparam("m"))
)
_SEAL_REQUEST = (
    update(requests)
    .where(
        requests.c.stream == bindparam("s"),
        requests.c.client == bindparam("c"),
        requests.c.sequence == bindparam("q"),
    )
    .values(mac=bindparam("m"))
)
