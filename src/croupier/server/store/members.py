"""The processes that share a room in PostgreSQL, and the logs each of them has.

Every process renews its row of `processes`. One that does not is presumed dead: its row and its
connections are ended, and its logs can be taken. Taking a log raises its epoch, so the database
refuses what a process that lives after all still wants to write.

Each row has a MAC over where its process is reached and until when it holds. So nobody who can only
write to the database has players' requests sent elsewhere, not even by an older row put back.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from psycopg import AsyncConnection
from sqlalchemy import URL

from croupier.server.store.heads import Head, head_row
from croupier.server.store.keys import Keys
from croupier.server.store.lease import Owner
from croupier.server.store.lines import HOUSE

LEASE_S = 5.0  # for which a process that does not renew is waited for
GONE_S = 2.0  # the same, when its connection to the database is gone too
ROOM = int.from_bytes(b"crou", "big")  # of advisory locks: one for each process that lives
NOBODY = Owner("", "")
CHANNEL = "croupier"  # of notices between processes; one that is lost does no harm

# By the clock of the database. After it was away, every process has time to come back.
_STARTED = """
GREATEST(pg_postmaster_start_time(), (
    SELECT max(backend_start) FROM pg_stat_activity
    WHERE backend_type IN ('checkpointer', 'walwriter', 'autovacuum launcher')))
"""
_DEAD = f"""
now() > {_STARTED} + interval '{LEASE_S} seconds' AND (
    until < now() OR until < now() + interval '{LEASE_S - GONE_S} seconds' AND NOT EXISTS (
        SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted
        AND classid = {ROOM} AND objid = processes.id AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())))
"""


_UNTIL = "extract(epoch FROM until)::text"  # which the zone of a session does not change


class Member(NamedTuple):
    """A process of the room."""

    id: int
    name: str
    address: str
    version: str
    draining: bool  # it gives its logs away, and takes no other
    is_dead: bool
    is_forged: bool = False  # the room did not write this row


class Leased(NamedTuple):
    """A log, how far it has come, and the process that has it."""

    stream: str
    number: int
    upto: int
    epoch: int
    owner: str
    wanted: str  # the process that should have it, by an operator's order


async def connect(url: URL, owner: Owner) -> AsyncConnection:
    """A connection for the keeper of a process: every statement is a transaction."""
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    connection = await AsyncConnection.connect(
        plain,
        autocommit=True,
        application_name=f"croupier {owner.process}",
        connect_timeout=5,
        tcp_user_timeout=10_000,
    )
    await connection.execute("SET lock_timeout = '2s'")
    await connection.execute("SET statement_timeout = '5s'")
    return connection


def _entry_mac(keys: Keys, owner: Owner, version: str, until: str) -> bytes:
    return keys.mac(b"process", *owner, version, until)


async def _entry(
    connection: AsyncConnection, owner: Owner, version: str, keys: Keys
) -> dict[str, Any]:
    """What a process says of itself, for as long as its lease holds from now on."""
    asked = await connection.execute(
        f"SELECT until, {_UNTIL} FROM (SELECT now() + interval '{LEASE_S} seconds' AS until) AS it"
    )
    row = await asked.fetchone()
    assert row is not None
    said = {"name": owner.process, "address": owner.address, "version": version, "until": row[0]}
    return said | {"mac": _entry_mac(keys, owner, version, row[1])}


async def join(connection: AsyncConnection, owner: Owner, version: str, keys: Keys) -> int:
    """Enter this process; its number."""
    entered = await connection.execute(
        "INSERT INTO processes (name, address, version, since, until, mac) "
        "VALUES (%(name)s, %(address)s, %(version)s, now(), %(until)s, %(mac)s) "
        "ON CONFLICT (name) DO UPDATE SET address = excluded.address, "
        "version = excluded.version, until = excluded.until, mac = excluded.mac RETURNING id",
        await _entry(connection, owner, version, keys),
    )
    row = await entered.fetchone()
    assert row is not None
    await hold(connection, row[0])
    return int(row[0])


async def hold(connection: AsyncConnection, member: int) -> None:
    """Show by a lock that the process lives: it is gone with the connection."""
    await connection.execute("SELECT pg_try_advisory_lock(%s, %s)", [ROOM, member])


async def notify(connection: AsyncConnection, owner: Owner = NOBODY) -> None:
    """Let the other processes look."""
    await connection.execute("SELECT pg_notify(%s, %s)", [CHANNEL, owner.process])


async def renew(
    connection: AsyncConnection, member: int, owner: Owner, version: str, keys: Keys
) -> bool:
    """Renew the lease of this process; False when it was ended meanwhile."""
    renewed = await connection.execute(
        "UPDATE processes SET name = %(name)s, address = %(address)s, version = %(version)s, "
        "until = %(until)s, mac = %(mac)s WHERE id = %(id)s",
        {**await _entry(connection, owner, version, keys), "id": member},
    )
    return renewed.rowcount == 1


async def members_of(connection: AsyncConnection, keys: Keys | None = None) -> list[Member]:
    """Every process of the room, whether it is presumed dead, and with keys, whether it is one."""
    rows = await connection.execute(
        f"SELECT id, name, address, version, draining, {_DEAD}, {_UNTIL}, mac "
        "FROM processes ORDER BY id"
    )
    found = list[Member]()
    for *said, until, mac in await rows.fetchall():
        one = Member(*said)
        owner = Owner(one.name, one.address)
        right = keys is None or mac == _entry_mac(keys, owner, one.version, until)
        found.append(one._replace(is_forged=not right))
    return found


async def leases_of(connection: AsyncConnection) -> dict[str, Leased]:
    """Every log, and the process that has it."""
    rows = await connection.execute("SELECT stream, number, upto, epoch, owner, wanted FROM heads")
    return {row[0]: Leased(*row) for row in await rows.fetchall()}


async def bury(connection: AsyncConnection, member: Member) -> None:
    """End a process of the room that is presumed dead, with its connections to the database."""
    await connection.execute(
        f"WITH dead AS (DELETE FROM processes WHERE id = %s AND {_DEAD} RETURNING name) "
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity JOIN dead "
        "ON application_name = left('croupier ' || dead.name, 63) AND pid <> pg_backend_pid()",
        [member.id],
    )


async def claim(connection: AsyncConnection, owner: Owner, streams: Sequence[str]) -> list[Head]:
    """Take logs that no living process has; those that were taken, as they stand."""
    fields = ", ".join(Head._fields)
    rows = await connection.execute(
        "UPDATE heads SET epoch = epoch + 1, owner = %(me)s WHERE stream = ANY(%(streams)s) "
        "AND EXISTS (SELECT 1 FROM processes WHERE name = %(me)s) AND (owner = %(me)s "
        "OR NOT EXISTS (SELECT 1 FROM processes WHERE name = heads.owner)) "
        f"RETURNING {fields}",
        {"me": owner.process, "streams": list(streams)},
    )
    return [Head(*row) for row in await rows.fetchall()]


async def release(connection: AsyncConnection, owner: Owner, streams: Sequence[str]) -> None:
    """Let logs go: another process takes them as soon as it hears of it."""
    await connection.execute(
        "UPDATE heads SET owner = '' WHERE stream = ANY(%s) AND owner = %s",
        [list(streams), owner.process],
    )
    await notify(connection)


async def strike(connection: AsyncConnection, member: int) -> None:
    """Strike a process off: it has stopped in order, or never was one."""
    await connection.execute("DELETE FROM processes WHERE id = %s", [member])
    await notify(connection)


async def begin_house(connection: AsyncConnection, keys: Keys) -> None:
    """Let the house have a head, so that it can be leased: a room that is new has none."""
    row = head_row(Head(HOUSE), keys)
    names = ", ".join(row)
    places = ", ".join(f"%({name})s" for name in row)
    await connection.execute(
        f"INSERT INTO heads ({names}) VALUES ({places}) ON CONFLICT DO NOTHING",
        row,
    )


async def want(connection: AsyncConnection, stream: str, process: str) -> None:
    """Note that a log should go to a process; its owner lets it go between two rounds."""
    await connection.execute("UPDATE heads SET wanted = %s WHERE stream = %s", [process, stream])
    await notify(connection)


async def drain(connection: AsyncConnection, process: str, *, draining: bool = True) -> bool:
    """Let a process give all its logs away, or take some again; whether there is such a one."""
    changed = await connection.execute(
        "UPDATE processes SET draining = %s WHERE name = %s", [draining, process]
    )
    await notify(connection)
    return changed.rowcount == 1
