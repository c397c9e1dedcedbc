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
from sqlalchemy import Row, Table, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.refused import Refused
from croupier.server.store.batch import chain_line
from croupier.server.store.chain import START, Stored, chain_faults
from croupier.server.store.checkpoints import ROLL
from croupier.server.store.faults import Fault, readable
from croupier.server.store.heads import Head, head_mac, head_row, read_heads
from croupier.server.store.keys import Keys
from croupier.server.store.lines import PEOPLE, Line
from croupier.server.store.pages import PAGE, stored_page
from croupier.server.store.schema import checkpoints, events, heads, people, resets, sessions

VERIFY = "run croupier verify-log"


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

    def __init__(self, keys: Keys) -> None:
        """Begin before the first line."""
        self._keys = keys
        self.end = 0, START
        self._lines: dict[str, tuple[int, Known]] = {}
        self._reading = asyncio.Lock()

    async def follow(self, connection: AsyncConnection, upto: int) -> None:
        """Read the log up to a line; what was read once is never forgotten."""
        async with self._reading:
            while self.end[0] < upto:
                most = min(PAGE, upto - self.end[0])
                page = await stored_page(connection, PEOPLE, self.end[0], most=most)
                if not page or any(chain_faults(page, self._keys, after=self.end)):
                    return
                for line in page:
                    self.take(line)

    def take(self, line: Stored) -> None:
        """Go on after a line that the room wrote."""
        if line.number == self.end[0] + 1:
            known = msgspec.json.decode(line.body, type=Known)
            self._lines[known.name] = line.number, known
            self.end = line.number, line.hash

    def is_person(self, row: Any) -> bool:
        """Whether the room wrote this row of `people`, and none after it."""
        return is_person(row, self._keys) and self._lines.get(row.name) == (row.number, _known(row))

    def known(self, name: str) -> Known | None:
        """How an account stands; none: there is no such account."""
        return self._lines[name][1] if name in self._lines else None

    def line_of(self, name: str) -> int:
        """The latest line about an account; 0: there is none."""
        return self._lines[name][0] if name in self._lines else 0


def token_mac(
    keys: Keys, token: bytes, person: str, expires: datetime, csrf: str = "", number: int = 0
) -> bytes:
    """The MAC of a session as the database keeps it, or of the token for a new password.

    It names the line of the account: an older token is invalid, put back or not.
    """
    ends = expires.replace(tzinfo=expires.tzinfo or UTC).astimezone(UTC).isoformat()
    account = (number,) if number else ()  # an invitation has none
    return keys.mac(b"token", token, person, ends, csrf, *account)


def is_token(row: Any, keys: Keys, number: int = 0) -> bool:
    """Whether the room wrote this row of `sessions` or `resets`, for an account of that line."""
    if row.mac is None:
        return False
    csrf = getattr(row, "csrf", "")
    said = bytes(row.token), row.person, row.expires, csrf
    return bytes(row.mac) == token_mac(keys, *said, number)


async def enter_person(
    connection: AsyncConnection, keys: Keys, name: str, latest: Latest | None = None
) -> Stored:
    """Record a new account, whose row this transaction has inserted; the line of the log."""
    head = await _held(connection, keys, latest or Latest(keys), name)
    return await _record(connection, keys, head, await _row(connection, name))


async def keep_person(
    connection: AsyncConnection, keys: Keys, name: str, latest: Latest, **values: Any
) -> Stored:
    """Change an account, and record how it stands now; the line of the log.

    Only what the room wrote goes from a row into the log: otherwise the next change of a password
    would confirm a role that an intruder wrote into the database.
    """
    head = await _held(connection, keys, latest)
    row = await _row(connection, name)
    if not latest.is_person(row):
        raise Refused("FIELD record", f"the account {name} is not as the room left it: {VERIFY}")
    return await _record(connection, keys, head, row, **values)


async def _row(connection: AsyncConnection, name: str) -> Row[Any]:
    return (await connection.execute(select(people).where(people.c.name == name))).one()


async def _held(connection: AsyncConnection, keys: Keys, latest: Latest, new: str = "") -> Head:
    """Where the log of accounts ends; nobody else moves it before this transaction is over."""
    hold = update(heads).where(heads.c.stream == PEOPLE).values(epoch=heads.c.epoch)
    if not (await connection.execute(hold)).rowcount:
        await _begin(connection, keys, latest, new)
    head = (await read_heads(connection, PEOPLE))[PEOPLE]
    await latest.follow(connection, head.number)
    if head.mac != head_mac(head, keys) or latest.end != (head.number, head.hash):
        raise Refused("FIELD record", f"the log of accounts is not as the room left it: {VERIFY}")
    return head


async def _begin(connection: AsyncConnection, keys: Keys, latest: Latest, new: str = "") -> None:
    """Begin the log of accounts, with the people that a room of an earlier version has."""
    found = await connection.execute(select(people).where(people.c.name != new))
    rows = found.all()
    roll = select(checkpoints.c.serial).where(checkpoints.c.stream == ROLL).limit(1)
    if latest.end[0] or (rows and await connection.scalar(roll) is not None):
        raise Refused("FIELD record", f"the log of accounts is gone: {VERIFY}")
    head = Head(PEOPLE)
    await connection.execute(insert(heads), head_row(head, keys))
    for row in sorted(rows, key=lambda row: row.name):
        line = await _record(connection, keys, head, row)
        head = head._replace(number=line.number, hash=line.hash)


async def _record(
    connection: AsyncConnection, keys: Keys, head: Head, row: Row[Any], **values: Any
) -> Stored:
    """Write how an account stands: into its row, and as the next line of the log."""
    stands = {"role": row.role, "secret": row.secret, "disabled": bool(row.disabled)} | values
    secret = sha256(stands["secret"].encode()).hexdigest()
    known = Known(row.name, stands["role"], stands["disabled"], secret)
    said = Line("Known", msgspec.json.encode(known), sealed=False)
    line = chain_line(PEOPLE, head.number, head.hash, said, head.epoch, keys)
    await connection.execute(insert(events), line._asdict())
    stands |= {"number": line.number, "mac": _person_mac(keys, known, line.number)}
    await connection.execute(update(people).where(people.c.name == row.name).values(stands))
    ends = head_row(head._replace(number=line.number, hash=line.hash), keys)
    await connection.execute(update(heads).where(heads.c.stream == PEOPLE).values(ends))
    return line


async def begin_people(connection: AsyncConnection, keys: Keys) -> None:
    """Begin the log of a room that has people and no such log; sessions without MAC end."""
    await connection.execute(delete(sessions).where(sessions.c.mac.is_(None)))
    if await connection.scalar(select(people.c.name).limit(1)) is not None:
        await _begin(connection, keys, Latest(keys))


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
    account = people.c.number.label("account")
    both = table.outerjoin(people, people.c.name == table.c.person)
    for row in await connection.execute(select(table, account).select_from(both)):
        numbers = {row.account or 0, 0}  # 0: of an earlier version, and no key any more
        if not any(is_token(row, keys, number) for number in numbers):
            yield Fault(table.name, 0, f"the room did not give {row.person} this token")
