"""Check the rows that go with a log: its head, and the answers to commands."""

from collections.abc import AsyncIterator

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.server.store.audit_log import LogAudit
from croupier.server.store.batch import request_fault
from croupier.server.store.faults import Fault
from croupier.server.store.heads import read_heads
from croupier.server.store.keys import Keys
from croupier.server.store.schema import requests


async def head_faults(
    connection: AsyncConnection, stream: str, log: LogAudit
) -> AsyncIterator[Fault]:
    """Check that the head says where the log ends, and how many commands have an answer."""
    head = (await read_heads(connection, stream)).get(stream)
    if head is None:
        yield Fault(stream, 0, "the log has no head")
        return
    if (head.number, head.hash) != (log.number, log.tip):
        what = f"the log ends at line {log.number}; its head says line {head.number}"
        yield Fault(stream, head.number, what)
    count = select(func.count()).select_from(requests).where(requests.c.stream == stream)
    if (found := await connection.scalar(count)) != head.requests:
        what = f"{head.requests} commands were answered, and {found} answers are kept"
        yield Fault(stream, 0, what)


async def request_faults(
    connection: AsyncConnection, stream: str, keys: Keys | None
) -> AsyncIterator[Fault]:
    """Every answer that is kept was given by the room."""
    if keys is None:
        return
    found = await connection.execute(select(requests).where(requests.c.stream == stream))
    for row in found:
        if fault := request_fault(row, keys):
            yield fault
            return
