"""The people of a room and their sessions, as the database keeps them."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from msgspec import Struct
from sqlalchemy import ColumnElement, Row, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from croupier.refused import Refused
from croupier.room.house.people import ROLES, Actor, Role
from croupier.server.auth.names import LONGEST, check_name, skeleton
from croupier.server.auth.passwords import check_password, hashed, matches
from croupier.server.store.chain import Stored
from croupier.server.store.keys import Keys
from croupier.server.store.lines import PEOPLE
from croupier.server.store.people_log import (
    Known,
    Latest,
    enter_person,
    is_token,
    keep_person,
    token_mac,
)
from croupier.server.store.schema import heads, people, resets, sessions

GUEST = " (guest)"  # ends the name of a visitor who tries a staff desk: no account can be called so
SESSION = timedelta(hours=12)
RESET = timedelta(minutes=30)
NOBODY = ""  # for whom an invitation is made: it is among the tokens, and no key to an account
BARE = "!"  # what is kept of the password of a person who has none
MANY = 500  # sessions that one query asks for
END = select(heads.c.number).where(heads.c.stream == PEOPLE).scalar_subquery().label("upto")

_looks = lru_cache(maxsize=100_000)(skeleton)


class Session(NamedTuple):
    """A person who has signed in, and the digest of the token that shows it."""

    actor: Actor
    csrf: str
    digest: bytes = b""

    @property
    def id(self) -> str:
        """What the session is called in lists; nobody can sign in with it."""
        return self.digest.hex()[:16]


class SessionListed(Struct):
    """An open session: since when and until when it lasts, and where it was opened."""

    id: str
    since: datetime
    until: datetime
    address: str
    agent: str
    current: bool = False


class Person(Struct):
    """An account as the operator sees it."""

    name: str
    role: Role
    disabled: bool
    created: datetime


class Origin(NamedTuple):
    """Where a session was opened: the address, and the program that asked."""

    address: str = ""
    agent: str = ""


NOWHERE = Origin()


# Asked every second: how many sessions are open, since when the last, and the latest account line.
_STANDING = select(
    func.count(),
    func.max(sessions.c.created),
    select(heads.c.number).where(heads.c.stream == PEOPLE).scalar_subquery(),
).where(sessions.c.expires >= bindparam("at"))


def digest(token: str) -> bytes:
    """What is kept of the token of a session."""
    return sha256(token.encode()).digest()


async def _nothing() -> None:
    """Notify no one by default."""


class Accounts:
    """The people a room knows."""

    def __init__(self, engine: AsyncEngine, keys: Keys, *, demonstration: bool = False) -> None:
        """Keep them in this database; only a demonstration room knows guests of its staff."""
        self.engine, self.keys, self.demonstration = engine, keys, demonstration
        self._latest = Latest(keys)
        self.on_revoked: Callable[[], Awaitable[None]] = _nothing  # sessions have ended
        self._entering = asyncio.Lock()
        self.inviting = asyncio.Lock()  # an invitation makes one account

    # --- people ------------------------------------------------------------------------------

    async def add(self, name: str, password: str, role: Role, at: datetime) -> Actor:
        """Enter a person under a name that no other person's name looks like."""
        check_name(name)
        check_password(password, name)
        return await self._enter(name, password, role, at)

    async def enter(self, name: str, role: Role, at: datetime) -> Actor:
        """Enter a person without a password: a guest, or one who will choose it by a link."""
        check_name(name)
        return await self._enter(name, "", role, at)

    async def is_bare(self, name: str) -> bool:
        """Whether a person is a name and no more: without a password to sign in with."""
        row = await self._row(name)
        return row is not None and row.secret == BARE

    async def try_desk(self, name: str, role: Role, at: datetime) -> tuple[str, Session]:
        """Let a visitor of a demonstration room try a staff desk, under a name that says so."""
        check_name(name)
        if not self.demonstration:
            raise Refused("FIELD role", "only a demonstration room lets visitors try a staff desk")
        if len(name + GUEST) > LONGEST:
            raise Refused(
                "FIELD name", f"a guest's name can have at most {LONGEST - len(GUEST)} characters"
            )
        actor = await self._enter(name + GUEST, secrets.token_urlsafe(24), role, at)
        return await self.admit(actor, at)

    async def _enter(self, name: str, password: str, role: Role, at: datetime) -> Actor:
        _check_is_role(role)
        secret = await hashed(password) if password else BARE
        row = {"name": name, "role": role, "secret": secret, "created": at, "disabled": False}
        async with self._entering, self.engine.begin() as connection:
            taken = [row.name for row in await connection.execute(select(people.c.name))]
            if await asyncio.to_thread(_is_among, name, taken):
                raise Refused("FIELD name", "that name is taken, or looks like one that is")
            try:
                await connection.execute(insert(people), row)
            except IntegrityError:
                raise Refused("FIELD name", "that name is taken") from None
            line = await enter_person(connection, self.keys, name, self._latest)
        self._latest.take(line)
        return Actor(name, role)

    def latest(self, name: str) -> Known | None:
        """How an account stands, by the lines that were read up to now."""
        return self._latest.known(name)

    async def people(self) -> list[Person]:
        """Every account, by name."""
        wanted = select(people.c.name, people.c.role, people.c.disabled, people.c.created)
        async with self.engine.connect() as connection:
            rows = await connection.execute(wanted.order_by(people.c.name))
        return [Person(row.name, row.role, row.disabled, _zoned(row.created)) for row in rows]

    async def disable(self, name: str, *, disabled: bool = True) -> None:
        """Let an account sign in no more, and end its sessions; or let it sign in again."""
        await self._change(name, disabled=disabled)

    async def change_role(self, name: str, role: Role) -> None:
        """Give an account another role; its sessions end."""
        _check_is_role(role)
        await self._change(name, role=role)

    async def _change(self, name: str, **values: Any) -> None:
        if not await self.knows(name):
            raise Refused("FIELD name", f"there is no account {name[:LONGEST]!r}")
        async with self.engine.begin() as connection:
            line = await keep_person(connection, self.keys, name, self._latest, **values)
            for table in (sessions, resets):
                await connection.execute(delete(table).where(table.c.person == name))
        await self._revoked(line)

    async def _revoked(self, line: Stored) -> None:
        """Go by a line at once: the database may be made to forget it."""
        self._latest.take(line)
        await self.on_revoked()

    # --- passwords ---------------------------------------------------------------------------

    async def sign_in(
        self, name: str, password: str, at: datetime, origin: Origin = NOWHERE
    ) -> tuple[str, Session]:
        """Open a session; its token goes to the person and is kept here only as a digest."""
        return await self.admit(await self.known(name, password), at, origin)

    async def known(self, name: str, password: str) -> Actor:
        """The person whose name and password these are."""
        row = await self._row(name)
        kept = row.secret if row is not None and row.secret != BARE else None
        is_right = await matches(kept, password)
        if row is None or not is_right or row.disabled:
            raise Refused("FIELD password", "the name or the password is wrong")
        return Actor(row.name, row.role)

    async def _row(self, name: str) -> Row[Any] | None:
        """The account of that name, if it stands as the room wrote it last."""
        wanted = select(people, END).where(people.c.name == name)
        async with self.engine.connect() as connection:
            row = (await connection.execute(wanted)).first()
        return row if row is not None and await self._is_current(row) else None

    async def _is_current(self, row: Row[Any]) -> bool:
        await self._follow(row.upto)
        return self._latest.is_person(row)

    async def _line_of(self, connection: AsyncConnection, name: str) -> int:
        """The latest line about an account, by the log and not by the row."""
        await self._latest.follow(connection, await connection.scalar(select(END)) or 0)
        return self._latest.line_of(name)

    async def _follow(self, upto: int | None) -> None:
        if (upto or 0) > self._latest.end[0]:
            async with self.engine.connect() as connection:
                await self._latest.follow(connection, upto or 0)

    async def knows(self, name: str) -> bool:
        """Whether there is an account of that name."""
        async with self.engine.connect() as connection:
            found = await connection.scalar(select(people.c.name).where(people.c.name == name))
        return found is not None

    async def change_password(self, session: Session, new: str) -> None:
        """Keep another password of a person; their other sessions end."""
        name = session.actor.name
        check_password(new, name)
        secret = await hashed(new)
        async with self.engine.begin() as connection:
            line = await keep_person(connection, self.keys, name, self._latest, secret=secret)
            mine = sessions.c.token == session.digest
            await connection.execute(delete(sessions).where(sessions.c.person == name, ~mine))
            if ends := await connection.scalar(select(sessions.c.expires).where(mine)):
                said = session.digest, name, ends, session.csrf, line.number
                mac = token_mac(self.keys, *said)
                await connection.execute(update(sessions).where(mine).values(mac=mac))
            await connection.execute(delete(resets).where(resets.c.person == name))
        await self._revoked(line)

    async def offer_reset(self, name: str, at: datetime) -> str:
        """A token with which a person can choose a new password, once and soon."""
        token = secrets.token_urlsafe(24)
        async with self.engine.begin() as connection:
            if not await connection.scalar(select(people.c.name).where(people.c.name == name)):
                raise Refused("FIELD name", f"there is no account {name[:LONGEST]!r}")
            row = {"token": digest(token), "person": name, "expires": at + RESET}
            number = await self._line_of(connection, name)
            row["mac"] = token_mac(self.keys, digest(token), name, at + RESET, number=number)
            await connection.execute(insert(resets), row)
        return token

    async def reset(self, token: str, password: str, at: datetime) -> None:
        """Choose a new password; every open session of that person ends."""
        where = (resets.c.token == digest(token)) & (resets.c.expires >= at)
        where &= resets.c.person != NOBODY
        account = select(people.c.number).where(people.c.name == resets.c.person)
        wanted = select(resets, account.scalar_subquery().label("account")).where(where)
        async with self.engine.connect() as connection:
            offered = (await connection.execute(wanted)).first()
        if offered is None or not is_token(offered, self.keys, offered.account or 0):
            raise Refused("FIELD token", "this token was already used or has expired")
        name = offered.person
        check_password(password, name)
        secret = await hashed(password)
        async with self.engine.begin() as connection:
            line = await keep_person(connection, self.keys, name, self._latest, secret=secret)
            used = await connection.execute(delete(resets).where(where))
            if not used.rowcount:
                raise Refused("FIELD token", "this token was already used or has expired")
            await connection.execute(delete(resets).where(resets.c.person == name))
            await connection.execute(delete(sessions).where(sessions.c.person == name))
        await self._revoked(line)

    # --- sessions ----------------------------------------------------------------------------

    async def admit(
        self, actor: Actor, at: datetime, origin: Origin = NOWHERE
    ) -> tuple[str, Session]:
        """Open a session for a person who is known already."""
        token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(24)
        row = {"token": digest(token), "person": actor.name, "csrf": csrf, "expires": at + SESSION}
        row |= {"created": at, "address": origin.address[:60], "agent": origin.agent[:200]}
        async with self.engine.begin() as connection:
            said = digest(token), actor.name, at + SESSION, csrf
            number = await self._line_of(connection, actor.name)
            row["mac"] = token_mac(self.keys, *said, number)
            await connection.execute(delete(sessions).where(sessions.c.expires < at))
            await connection.execute(insert(sessions), row)
        return token, Session(actor, csrf, digest(token))

    async def session(self, token: str, at: datetime) -> Session | None:
        """The session that a token belongs to, while it lasts."""
        return (await self.valid([digest(token)], at)).get(digest(token))

    async def valid(self, digests: Sequence[bytes], at: datetime) -> dict[bytes, Session]:
        """Those of these sessions that still hold, each with the role its person has now."""
        both = people.join(sessions, people.c.name == sessions.c.person)
        token = (sessions.c[name] for name in ("token", "csrf", "person", "expires"))
        wanted = select(people, *token, sessions.c.mac.label("token_mac"), END)
        holds = (sessions.c.expires >= at) & ~people.c.disabled
        found, rows = dict[bytes, Session](), list[Row[Any]]()
        async with self.engine.connect() as connection:
            for first in range(0, len(digests), MANY):
                here = sessions.c.token.in_(digests[first : first + MANY])
                rows += await connection.execute(wanted.select_from(both).where(holds & here))
        for row in rows:
            if self._admits(row.name) and self._is_given(row) and await self._is_current(row):
                digest, actor = bytes(row.token), Actor(row.name, row.role)
                found[digest] = Session(actor, row.csrf, digest)
        return found

    async def standing(self, at: datetime) -> tuple[Any, ...]:
        """What changes whenever a session begins or ends, or an account changes."""
        async with self.engine.connect() as connection:
            *open_now, upto = (await connection.execute(_STANDING, {"at": at})).one()
        await self._follow(upto)
        return (*open_now, upto)

    def _is_given(self, row: Any) -> bool:
        """Whether the room gave this session."""
        said = bytes(row.token), row.person, row.expires, row.csrf, row.number or 0
        return row.token_mac is not None and bytes(row.token_mac) == token_mac(self.keys, *said)

    def _admits(self, name: str) -> bool:
        """Whether this room knows such people: one that was a demonstration once has no guests."""
        return self.demonstration or not name.endswith(GUEST)

    async def open_sessions(
        self, name: str, at: datetime, current: bytes = b""
    ) -> list[SessionListed]:
        """The open sessions of a person, the newest first."""
        wanted = select(sessions).where(sessions.c.person == name, sessions.c.expires >= at)
        async with self.engine.connect() as connection:
            rows = list(await connection.execute(wanted.order_by(sessions.c.created.desc())))
        return [
            SessionListed(
                id=bytes(row.token).hex()[:16],
                since=_zoned(row.created),
                until=_zoned(row.expires),
                address=row.address,
                agent=row.agent,
                current=bytes(row.token) == current,
            )
            for row in rows
        ]

    async def session_counts(self, at: datetime) -> dict[str, int]:
        """How many open sessions each person has."""
        wanted = select(sessions.c.person, func.count()).where(sessions.c.expires >= at)
        async with self.engine.connect() as connection:
            rows = await connection.execute(wanted.group_by(sessions.c.person))
        return {row[0]: row[1] for row in rows}

    async def sign_out(self, session: Session) -> None:
        """End a session."""
        await self._end(sessions.c.token == session.digest)

    async def end_sessions(self, name: str, *, only: str = "", but: bytes = b"") -> int:
        """End the sessions of a person: all, one by its name, or all but one; how many ended."""
        wanted = select(sessions.c.token).where(sessions.c.person == name)
        async with self.engine.connect() as connection:
            tokens = [bytes(row.token) for row in await connection.execute(wanted)]
        ended = [one for one in tokens if one != but and (not only or one.hex()[:16] == only)]
        if only and not ended:
            raise Refused("FIELD id", f"there is no session {only[:16]!r}")
        await self._end(sessions.c.token.in_(ended))
        return len(ended)

    async def _end(self, which: ColumnElement[bool]) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(delete(sessions).where(which))
        await self.on_revoked()


def _check_is_role(role: str) -> None:
    if role not in ROLES:
        raise Refused("FIELD role", f"{role[:30]!r} is not one of {', '.join(ROLES)}")


def _is_among(name: str, taken: Sequence[str]) -> bool:
    mine = _looks(name)
    return any(name == other or _looks(other) == mine for other in taken)


def _zoned(at: datetime) -> datetime:
    """SQLite keeps a time without its zone, which is ours."""
    return at.replace(tzinfo=at.tzinfo or UTC)
