"""Invitations: tokens from the staff with which one person makes an account, once.

They lie among the tokens for new passwords, under the name of nobody.
"""

import secrets
from datetime import datetime, timedelta

from sqlalchemy import delete, insert, select

from croupier.refused import Refused
from croupier.server.auth.users import NOBODY, Accounts, digest
from croupier.server.store.people_log import is_token, token_mac
from croupier.server.store.schema import resets

INVITED = timedelta(days=7)


async def invite(accounts: Accounts, at: datetime) -> str:
    """A token for one new account."""
    token = secrets.token_urlsafe(24)
    row = {"token": digest(token), "person": NOBODY, "expires": at + INVITED}
    row["mac"] = token_mac(accounts.keys, digest(token), NOBODY, at + INVITED)
    async with accounts.engine.begin() as connection:
        await connection.execute(insert(resets), row)
    return token


async def invited(accounts: Accounts, token: str, at: datetime) -> None:
    """Refuse a token that is no invitation, was used, or is too old."""
    here = (resets.c.token == digest(token)) & (resets.c.person == NOBODY)
    async with accounts.engine.connect() as connection:
        row = (await connection.execute(select(resets).where(here, resets.c.expires >= at))).first()
    if row is None or not is_token(row, accounts.keys):
        needed = "an account here needs an invitation: ask the staff for a link"
        spent = "this link was already used or has expired"
        raise Refused("FIELD invitation", spent if token else needed)


async def use(accounts: Accounts, token: str) -> None:
    """Let an invitation make no second account."""
    async with accounts.engine.begin() as connection:
        await connection.execute(delete(resets).where(resets.c.token == digest(token)))
