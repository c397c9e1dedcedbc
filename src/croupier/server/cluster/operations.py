"""What an operator asks about the processes of a room, and orders them: over the database alone."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import TypeVar

import psycopg
from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody
from msgspec import Struct
from sqlalchemy import URL

from croupier.refused import Refused, brief, meant
from croupier.room.house.people import SHIFT, Actor, check_role
from croupier.server.cluster.placement import is_placed
from croupier.server.monitoring.server_log import LOG
from croupier.server.service import Service
from croupier.server.store import members as book
from croupier.server.store.lease import this_server
from croupier.server.store.lines import HOUSE, TABLE, stream_of
from croupier.server.store.members import Leased, Member

Result = TypeVar("Result")


class ProcessSeen(Struct):
    """A process of the room."""

    name: str
    address: str
    version: str
    draining: bool
    alive: bool
    has: list[str]  # tables, and the house


class ProcessesSeen(Struct):
    """Every process, and what nobody has."""

    processes: list[ProcessSeen]
    without_owner: list[str]
    may_move: bool = True  # whether the viewer may move tables and drain processes


def seen(members: list[Member], leases: dict[str, Leased]) -> ProcessesSeen:
    """Which process has what."""
    logs = {
        stream.removeprefix(TABLE): one.owner for stream, one in leases.items() if is_placed(stream)
    }
    found = [
        ProcessSeen(
            name=one.name,
            address=one.address,
            version=one.version,
            draining=one.draining,
            alive=not one.is_dead,
            has=sorted(log for log, owner in logs.items() if owner == one.name),
        )
        for one in members
    ]
    alive = {one.name for one in found if one.alive}
    return ProcessesSeen(found, sorted(log for log, owner in logs.items() if owner not in alive))


@get("/api/processes")
async def list_processes(
    staff: NamedDependency[Actor], service: NamedDependency[Service]
) -> ProcessesSeen:
    """The processes that share this room, and the tables each of them serves."""
    if service.shared is None:
        raise NotFoundException("one process serves this room")
    keeper = service.shared.keeper
    found = seen(keeper.members, keeper.leases)
    found.may_move = staff.role in SHIFT
    return found


class Drain(Struct, forbid_unknown_fields=True):
    """Let a process give its tables away, or take some again."""

    process: str
    draining: bool = True


class Move(Struct, forbid_unknown_fields=True):
    """Let a table, or the house, go to a process."""

    table: str
    process: str


@post("/api/processes/drain", status_code=HTTPStatus.OK)
async def drain_process(
    data: JSONBody[Drain], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> ProcessesSeen:
    """Let a process give every table away between two rounds, and take no other."""
    operator = _operator(service, actor, f"drain {data.process} ({data.draining})")
    await operator.drain(data.process, draining=data.draining)
    return await operator.look()


@post("/api/processes/move", status_code=HTTPStatus.OK)
async def move_table(
    data: JSONBody[Move], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> ProcessesSeen:
    """Let a table go to another process between two rounds."""
    operator = _operator(service, actor, f"move {data.table} to {data.process}")
    await operator.move(data.table, data.process)
    return await operator.look()


def _operator(service: Service, actor: Actor, what: str) -> "Operator":
    check_role(actor, SHIFT, "A-96", "move tables between processes")
    if service.shared is None:
        raise NotFoundException("one process serves this room")
    LOG.info("%s (%s) orders: %s", actor.name, actor.role, what[:200])
    return Operator(service.store.engine.url)


class Operator:
    """Orders to the processes of a room, from a terminal or a page."""

    def __init__(self, url: URL) -> None:
        """Reach them through this database."""
        if url.get_backend_name() == "sqlite":
            raise Refused("FIELD db", "a room in a SQLite file can have only one process")
        self._url = url

    async def look(self) -> ProcessesSeen:
        """Which process has what."""
        return await self._with(_look)

    async def drain(self, process: str, *, draining: bool) -> None:
        """Let a process give its logs away between rounds, or take some again."""

        async def work(connection: psycopg.AsyncConnection) -> None:
            if not await book.drain(connection, process, draining=draining):
                raise await _unknown(connection, process)

        await self._with(work)

    async def move(self, table: str, process: str) -> None:
        """Let a table, or the house, go to a process between rounds."""
        stream = HOUSE if table == HOUSE else stream_of(table)

        async def work(connection: psycopg.AsyncConnection) -> None:
            if stream not in await book.leases_of(connection):
                raise Refused("FIELD table", f"there is no table {table[:40]!r}")
            found = await book.members_of(connection)
            if process not in [one.name for one in found if not one.is_dead]:
                raise await _unknown(connection, process)
            await book.want(connection, stream, process)

        await self._with(work)

    async def _with(self, work: Callable[[psycopg.AsyncConnection], Awaitable[Result]]) -> Result:
        try:
            async with await book.connect(self._url, this_server()) as connection:
                return await work(connection)
        except psycopg.errors.UndefinedTable:
            raise Refused("FIELD db", "no process shares this room: see --workers") from None
        except psycopg.Error as fault:
            raise Refused("FIELD db", brief(fault)) from None


async def _look(connection: psycopg.AsyncConnection) -> ProcessesSeen:
    return seen(await book.members_of(connection), await book.leases_of(connection))


async def _unknown(connection: psycopg.AsyncConnection, process: str) -> Refused:
    names = [one.name for one in await book.members_of(connection)]
    hint = meant(process, names) or "; `croupier processes` lists them"
    return Refused("FIELD process", f"there is no process {process[:60]!r}{hint}")


ROUTES = (list_processes, drain_process, move_table)
