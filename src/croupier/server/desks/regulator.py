"""The record over HTTP, for the regulator: where every log stands, and whether it is unbroken."""

import asyncio
from datetime import datetime
from http import HTTPStatus
from pathlib import Path
from typing import Literal

from litestar import MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromQuery
from msgspec import Struct
from sqlalchemy import func, select

from croupier.room.house.people import Actor, Role, check_role
from croupier.server.service import Service
from croupier.server.store.audit import audit
from croupier.server.store.database import Store
from croupier.server.store.faults import Fault
from croupier.server.store.schema import checkpoints

REGULATOR: frozenset[Role] = frozenset({"ieb_agent"})
CLAUSE = "POKER 19(j)"


class LogSeen(Struct):
    """One log: how long it is, what its last line hashes to, and up to where it is signed."""

    stream: str
    lines: int
    tip: str
    signed: int


class CheckSeen(Struct, kw_only=True):
    """The latest check of everything: chain, signatures, books, and every round played again."""

    began: datetime
    ended: datetime | None = None  # None: it is still running
    lines: int = 0
    faults: list[str] = []


class RecordSeen(Struct):
    """The state of the record."""

    logs: list[LogSeen]
    lines: int
    checked: CheckSeen | None


async def _record(service: Service) -> RecordSeen:
    newest = select(checkpoints.c.stream, func.max(checkpoints.c.number).label("n"))
    async with service.store.engine.connect() as connection:
        rows = await connection.execute(newest.group_by(checkpoints.c.stream))
        signed = {row.stream: row.n for row in rows}
    logs = [
        LogSeen(stream, number, tip.hex(), signed.get(stream, 0))
        for stream, (number, tip) in sorted(service.store.tips.items())
    ]
    return RecordSeen(logs, sum(log.lines for log in logs), service.checked)


@get("/api/audit")
async def see_record(
    actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> RecordSeen:
    """Where every log stands, and what the latest check found, for the regulator's desk."""
    check_role(actor, REGULATOR, CLAUSE, "audit the record")
    return await _record(service)


@post("/api/audit", status_code=HTTPStatus.ACCEPTED)
async def check_record(
    actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> RecordSeen:
    """Check the whole record in the background for the regulator's desk, one check at a time."""
    check_role(actor, REGULATOR, CLAUSE, "audit the record")
    if service.checked is None or service.checked.ended is not None:
        lines = sum(number for number, _ in service.store.tips.values())
        service.checked = CheckSeen(began=service.clock(), lines=lines)
        service.checking = asyncio.create_task(_check(service, service.checked), name="audit")
    return await _record(service)


async def _check(service: Service, checked: CheckSeen) -> None:
    file = service.store.head_file
    kept = file.read() if file is not None else None  # first: the room signs on meanwhile

    async def work(store: Store) -> list[Fault]:
        return [fault async for fault in audit(store.engine, store.keys, kept=kept)]

    try:
        checked.faults = [str(fault) for fault in await service.long_reads.read(work)]
    except Exception as fault:  # whatever stops a check is a finding
        checked.faults = [f"the check could not be finished: {fault}"]
    checked.ended = service.clock()


@get("/api/rng-report")
async def read_rng_report(
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
    format: FromQuery[Literal["json", "html"]] = "json",  # noqa: A002  # the name of the parameter
) -> Response[bytes]:
    """The latest report of `croupier rng-report`, as it was written beside the room."""
    check_role(actor, REGULATOR, CLAUSE, "read the report on the random source")
    path = Path(service.config.rng_report) / f"rng-report.{format}"
    if not path.is_file():
        raise NotFoundException("no report on the random source is on file")
    text = await asyncio.to_thread(path.read_bytes)
    headers = {"content-disposition": f'attachment; filename="{path.name}"'}
    kind = MediaType.HTML if format == "html" else MediaType.JSON
    return Response(text, media_type=kind, headers=headers)


ROUTES = (see_record, check_record, read_rng_report)
