"""People, their passwords and their sessions."""

import asyncio
import re
import secrets
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from croupier.refused import Refused
from croupier.room.house.people import ROLES, Actor, Role
from croupier.server.store.schema import people, resets, sessions

GUEST = " (guest)"  # ends the name of a visitor who tries a staff desk: no account can be called so
NAME = re.compile(r"[\w][\w .'-]{0,38}[\w.]|\w")
LONGEST = 40  # of a name
SHORTEST = 10
SESSION = timedelta(hours=12)
RESET = timedelta(minutes=30)

_hasher = PasswordHasher()
_NOBODY = _hasher.hash("nobody has this password")  # an unknown name takes as long as a known one


class Session(NamedTuple):
    """Somebody who has signed in."""

    actor: Actor
    csrf: str


def _digest(token: str) -> bytes:
    return sha256(token.encode()).digest()


def check_name(name: str) -> None:
    """Refuse a name that could not be read aloud at a table."""
    if not NAME.fullmatch(name):
        raise Refused("FIELD name", "a name has 1 to 40 letters, digits, spaces or .'-")


def check_password(password: str) -> None:
    """Refuse a password that is quickly guessed."""
    if not SHORTEST <= len(password) <= 200 or len(set(password)) < 5:
        raise Refused("FIELD password", f"a password has {SHORTEST} characters or more, 5 unlike")


class Accounts:
    """The people a room knows."""

    def __init__(self, engine: AsyncEngine, *, demonstration: bool = False) -> None:
        """Keep them in this database; only a demonstration room knows guests of its staff."""
        self.engine, self.demonstration = engine, demonstration

    async def add(self, name: str, password: str, role: Role, at: datetime) -> Actor:
        """Enter somebody; a name is taken once, whatever its letters' case."""
        check_name(name)
        check_password(password)
        return await self._enter(name, password, role, at)

    async def try_desk(self, name: str, role: Role, at: datetime) -> tuple[str, Session]:
        """Let a visitor of a demonstration room try a staff desk, under a name that says so."""
        check_name(name)
        if not self.demonstration:
            raise Refused("FIELD role", "only a demonstration room lets visitors try a staff desk")
        if len(name + GUEST) > LONGEST:
            raise Refused("FIELD name", f"a guest has at most {LONGEST - len(GUEST)} letters")
        actor = await self._enter(name + GUEST, secrets.token_urlsafe(24), role, at)
        return await self.admit(actor, at)

    async def _enter(self, name: str, password: str, role: Role, at: datetime) -> Actor:
        if role not in ROLES:
            raise Refused("FIELD role", f"{role[:30]!r} is not one of {', '.join(ROLES)}")
        secret = await asyncio.to_thread(_hasher.hash, password)
        row = {"name": name, "role": role, "secret": secret, "created": at, "disabled": False}
        async with self.engine.begin() as connection:
            same = select(people.c.name).where(people.c.name.ilike(name, escape="\\"))
            if await connection.scalar(same):
                raise Refused("FIELD name", "that name is taken")
            try:
                await connection.execute(insert(people), row)
            except IntegrityError:
                raise Refused("FIELD name", "that name is taken") from None
        return Actor(name, role)

    async def sign_in(self, name: str, password: str, at: datetime) -> tuple[str, Session]:
        """Open a session; its token goes to the person and is kept here only as a digest."""
        return await self.admit(await self.known(name, password), at)

    async def known(self, name: str, password: str) -> Actor:
        """Whose name and password these are."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(people).where(people.c.name == name))).first()
        secret = row.secret if row is not None else _NOBODY
        if not await asyncio.to_thread(_matches, secret, password) or row is None or row.disabled:
            raise Refused("FIELD password", "name and password do not belong together")
        return Actor(row.name, row.role)

    async def admit(self, actor: Actor, at: datetime) -> tuple[str, Session]:
        """Open a session for somebody who is known already."""
        token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(24)
        row = {"token": _digest(token), "person": actor.name, "csrf": csrf, "expires": at + SESSION}
        async with self.engine.begin() as connection:
            await connection.execute(delete(sessions).where(sessions.c.expires < at))
            await connection.execute(insert(sessions), row)
        return token, Session(actor, csrf)

    async def session(self, token: str, at: datetime) -> Session | None:
        """Whose token this is, while it lasts."""
        both = people.join(sessions, people.c.name == sessions.c.person)
        wanted = select(people.c.name, people.c.role, sessions.c.csrf, people.c.disabled)
        wanted = wanted.select_from(both).where(sessions.c.token == _digest(token))
        async with self.engine.connect() as connection:
            row = (await connection.execute(wanted.where(sessions.c.expires >= at))).first()
        if row is None or row.disabled or not self._admits(row.name):
            return None
        return Session(Actor(row.name, row.role), row.csrf)

    def _admits(self, name: str) -> bool:
        """Whether this room knows such people: one that was a demonstration once has no guests."""
        return self.demonstration or not name.endswith(GUEST)

    async def sign_out(self, token: str) -> None:
        """End a session."""
        async with self.engine.begin() as connection:
            await connection.execute(delete(sessions).where(sessions.c.token == _digest(token)))

    async def offer_reset(self, name: str, at: datetime) -> str:
        """A token with which somebody may choose a new password, once and soon."""
        token = secrets.token_urlsafe(24)
        async with self.engine.begin() as connection:
            if not await connection.scalar(select(people.c.name).where(people.c.name == name)):
                raise Refused("FIELD name", "nobody has that name")
            row = {"token": _digest(token), "person": name, "expires": at + RESET}
            await connection.execute(insert(resets), row)
        return token

    async def reset(self, token: str, password: str, at: datetime) -> None:
        """Choose a new password; every open session of that person ends."""
        check_password(password)
        secret = await asyncio.to_thread(_hasher.hash, password)
        where = (resets.c.token == _digest(token)) & (resets.c.expires >= at)
        async with self.engine.begin() as connection:
            name = await connection.scalar(select(resets.c.person).where(where))
            if name is None:
                raise Refused("FIELD token", "that token is used up or too old")
            await connection.execute(delete(resets).where(resets.c.person == name))
            changed = update(people).where(people.c.name == name).values(secret=secret)
            await connection.execute(changed)
            await connection.execute(delete(sessions).where(sessions.c.person == name))


def _matches(secret: str, password: str) -> bool:
    try:
        return _hasher.verify(secret, password)
    except VerificationError:
        return False
