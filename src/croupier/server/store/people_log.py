"""The log of accounts and roles: the table `people` is its fold, and sessions carry a MAC.

Every process that changes an account writes a line here, in the transaction of the change: the
server, or a command at a terminal. So this log is leased to nobody.
"""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Table, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from croupier.server.store.batch import chain_line
from croupier.server.store.chain import START, chain_faults
from croupier.server.store.faults import Fault, readable
from croupier.server.store.heads import Head, head_row, read_heads
from croupier.server.store.keys import Keys
from croupier.server.store.lines import PEOPLE, Line
from croupier.server.store.pages import PAGE, stored_page
from croupier.server.store.schema import events, heads, people, resets, sessions


class Known(msgspec.Struct, frozen=True, tag=True):
    """How an account stands; the password is there as a digest of its hash."""

    name: str
    role: str
    disabled: bool
    secret: str


def _known(row: Any) -> Known:
    secret = sha256(row.secret.encode()).hexdigest()
    return Known(row.name, row.role, bool(row.disabled), secret)


def _person_mac(keys: Keys, known: Known, number: int) -> bytes:
    return keys.mac(b"person", *msgspec.structs.astuple(known), number)


def is_person(row: Any, keys: Keys) -> bool:
    """Whether the room wrote this row of `people`."""
    written = row.mac is not None and row.number is not None
    return written and bytes(row.mac) == _person_mac(keys, _known(row), row.number)


class Latest:
    """The latest line of every account: an older row that is put back is the room's no more."""

    def __init__(self, engine: AsyncEngine, keys: Keys) -> None:
        """Follow the log of accounts in this database."""
        self._engine, self._keys = engine, keys
        self._end = 0, START
        self._lines: dict[str, int] = {}
        self._reading = asyncio.Lock()

    async def follow(self, upto: int) -> None:
        """Read the log up to a line; what was read once is never forgotten."""
        async with self._reading:
            while self._end[0] < upto:
                async with self._engine.connect() as connection:
                    most = min(PAGE, upto - self._end[0])
                    page = await stored_page(connection, PEOPLE, self._end[0], most=most)
                if not page or any(chain_faults(page, self._keys, after=self._end)):
                    return
                for line in page:
                    self._lines[msgspec.json.decode(line.body, type=Known).name] = line.number
                self._end = page[-1].number, page[-1].hash

    def is_person(self, row: Any) -> bool:
        """Whether the room wrote this row of `people`, and none after it."""
        return is_person(row, self._keys) and self._lines.get(row.name) == row.number


def token_mac(keys: Keys, token: bytes, person: str, expires: datetime, csrf: str = "") -> bytes:
    """The MAC of a session as the database keeps it, or of the token for a new password."""
    ends = expires.replace(tzinfo=expires.tzinfo or UTC).astimezone(UTC).isoformat()
    return keys.mac(b"token", token, person, ends, csrf)


def is_token(row: Any, keys: Keys) -> bool:
    """Whether the room wrote this row of `sessions` or `resets`."""
    if row.mac is None:
        return False
    csrf = getattr(row, "csrf", "")
    return bytes(row.mac) == token_mac(keys, bytes(row.token), row.person, row.expires, csrf)


async def keep_person(connection: AsyncConnection, keys: Keys, name: str) -> None:
    """Record how an account stands now; the first time, how all of them stand."""
    locked = select(heads.c.stream).where(heads.c.stream == PEOPLE).with_for_update()
    begun = await connection.scalar(locked) is not None
    wanted = select(people).where(people.c.name == name) if begun else select(people)
    head = (await read_heads(connection, PEOPLE)).get(PEOPLE) or Head(PEOPLE)
    for row in list(await connection.execute(wanted.order_by(people.c.name))):
        known = _known(row)
        said = Line("Known", msgspec.json.encode(known), sealed=False)
        line = chain_line(PEOPLE, head.number, head.hash, said, head.epoch, keys)
        await connection.execute(insert(events), line._asdict())
        head = head._replace(number=line.number, hash=line.hash)
        mac = _person_mac(keys, known, line.number)
        changed = update(people).where(people.c.name == row.name)
        await connection.execute(changed.values(number=line.number, mac=mac))
    kept = head_row(head, keys)
    stand = update(heads).where(heads.c.stream == PEOPLE) if begun else insert(heads)
    await connection.execute(stand.values(kept))


async def begin_people(connection: AsyncConnection, keys: Keys) -> None:
    """Begin the log of a room that has people and no such log; sessions without MAC end."""
    await connection.execute(delete(sessions).where(sessions.c.mac.is_(None)))
    if await connection.scalar(select(people.c.name).limit(1)) is not None:
        await keep_person(connection, keys, "")


async def people_faults(connection: AsyncConnection, keys: Keys | None) -> AsyncIterator[Fault]:
    """The table says what the log says: who there is, in which role, with which password."""
    said: dict[str, tuple[int, Known]] = {}
    after = 0, START
    while page := await stored_page(connection, PEOPLE, after[0]):
        for fault in chain_faults(page, keys, after=after):
            yield fault
            return
        for line in page:
            known = msgspec.json.decode(line.body, type=Known)
            said[known.name] = line.number, known
        after = page[-1].number, page[-1].hash
    for row in await connection.execute(select(people).order_by(people.c.name)):
        right = keys is None or is_person(row, keys)
        number = said[row.name][0] if row.name in said else 0
        if said.pop(row.name, None) != (row.number, _known(row)) or not right:
            yield Fault(PEOPLE, number, f"the account {row.name} is not what the log says")
    for name, (number, _) in said.items():
        yield Fault(PEOPLE, number, f"the account {name} is gone")


async def token_faults(connection: AsyncConnection, keys: Keys) -> AsyncIterator[Fault]:
    """Every session, and every token for a new password, was given by the room."""
    for table in (sessions, resets):
        async for fault in readable(table.name, _token_faults(connection, table, keys)):
            yield fault


async def _token_faults(
    connection: AsyncConnection, table: Table, keys: Keys
) -> AsyncIterator[Fault]:
    for row in await connection.execute(select(table)):
        if not is_token(row, keys):
            yield Fault(table.name, 0, f"the room did not give {row.person} this token")
