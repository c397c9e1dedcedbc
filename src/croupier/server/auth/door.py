"""Where passwords are tried: how often an address and an account can fail, and what is logged.

Each is counted by a key of parts: a name may have any words in it, and is taken for a name only. An
account that is being guessed waits for every address but those that its person has used: a stranger
cannot keep its owner out of an account by failing to guess its password.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from math import ceil

from litestar.exceptions import TooManyRequestsException

from croupier.refused import Refused
from croupier.room.house.people import Actor
from croupier.server.auth.passwords import Busy
from croupier.server.auth.users import Accounts
from croupier.server.guard.rates import KEYS_MOST, Backoff, Key, Rate
from croupier.server.monitoring.server_log import LOG

TRIES = 5  # failures of one account before it must wait


class Door:
    """The only way from a name and a password to a person."""

    def __init__(self, accounts: Accounts, a_minute: int) -> None:
        """Let each address try this often a minute, and fail as often before it must wait."""
        self._accounts = accounts
        self._rate = Rate(a_minute, 60.0)
        self._addresses = Backoff(a_minute)
        self._names = Backoff(TRIES)
        self._familiar: OrderedDict[Key, None] = OrderedDict()  # name and address that belong

    def knock(self, what: str, address: str) -> None:
        """Count a sign-in; each kind has a limit of its own."""
        _wait(self._rate.take((what, address)))

    async def sign_in(self, name: str, password: str, address: str) -> Actor:
        """The person who signs in, or a refusal that is counted and logged."""
        self.knock("sign-in", address)
        here = "here", name, address
        account: Key = here if here in self._familiar else ("account", name)
        actor = await self._try(name, password, (address,), account)
        self._familiar[here] = None
        if len(self._familiar) > KEYS_MOST:
            self._familiar.popitem(last=False)
        return actor

    async def second(self, name: str, check: Callable[[], Awaitable[None]]) -> None:
        """Let a person prove a second factor, and wait longer after every wrong answer."""
        key = "factor", name
        _wait(self._names.wait(key))
        self._names.failed(key)
        try:
            await check()
        except Refused:
            LOG.warning("second factor refused", extra={"fields": {"name": name}})
            raise
        self._names.forget(key)

    async def countersign(
        self, by: Actor, name: str, password: str, field: str = "password"
    ) -> Actor:
        """The person who signs beside another, or again; a refusal says whose password is wrong."""
        try:
            return await self._try(
                name, password, ("the desk of", by.name), ("signs", name, by.name)
            )
        except Refused:
            whose = "your password" if name == by.name else f"the password of {name[:40]}"
            raise Refused(f"FIELD {field}", f"this is not {whose}") from None

    async def _try(self, name: str, password: str, origin: Key, account: Key) -> Actor:
        _wait(max(self._addresses.wait(origin), self._names.wait(account)))
        self._addresses.failed(origin)  # until it is known to be right: many at once count too
        self._names.failed(account)
        try:
            actor = await self._accounts.known(name, password)
        except Busy:
            self._addresses.excuse(origin)
            self._names.excuse(account)
            raise
        except Refused:
            known = name if await self._accounts.knows(name) else ""  # it may be a password
            fields = {"name": known, "address": " ".join(origin)}
            LOG.warning("password refused", extra={"fields": fields})
            raise
        self._addresses.excuse(origin)  # and no more: one account of theirs opens no other
        self._names.forget(account)
        return actor


def _wait(seconds: float) -> None:
    if seconds > 0:
        raise TooManyRequestsException(
            f"too many tries: wait {ceil(seconds)} seconds",
            headers={"retry-after": str(ceil(seconds))},
        )
