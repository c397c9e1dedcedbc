"""Checks before a room opens: what would keep it shut, refused in one sentence."""

import errno
import socket
from contextlib import closing, suppress
from ipaddress import ip_network
from pathlib import Path

import msgspec
from sqlalchemy import URL, select
from sqlalchemy.ext.asyncio import AsyncEngine

from croupier.games import ALL
from croupier.refused import Refused
from croupier.server.config import Config
from croupier.server.store.chain import place
from croupier.server.store.checkpoints import is_genuine
from croupier.server.store.database import make_engine
from croupier.server.store.head_file import HeadFile
from croupier.server.store.keys import load_keys
from croupier.server.store.pages import latest_checkpoints
from croupier.server.store.schema import events, rounds

PORT_MOST = 65_535


async def check_keys(engine: AsyncEngine, path: Path) -> None:
    """Refuse keys that are not this room's; make them for a new room only.

    One half opens what is sealed, the other signs: each is checked.
    """
    async with engine.connect() as connection:
        line = (await connection.execute(select(events).where(events.c.sealed).limit(1))).first()
        signed = await latest_checkpoints(connection)
    if line is None and not signed:
        load_keys(path)
        return
    if not path.exists():
        raise Refused("FIELD keys", f"{path} is missing, and this room's hidden cards need it")
    keys = load_keys(path)
    if line is not None:
        keys.unseal(bytes(line.body), place(line.stream, line.number))
    HeadFile.beside(keys, path).read()
    if signed and not any(is_genuine(one, keys.public) for one in signed):
        raise Refused("FIELD keys", f"{path.name} is not the key file that signed this room")


async def check_games(engine: AsyncEngine) -> None:
    """Refuse a room with a table whose game nobody here defines: it was registered by its owner."""
    founded = select(events.c.body).where(events.c.kind == "TableSetUp")
    async with engine.connect() as connection:
        bodies = (await connection.scalars(founded)).all()
        played = (await connection.scalars(select(rounds.c.game).distinct())).all()
    keys = {*played, *(str(msgspec.json.decode(body)["fact"]["game"]) for body in bodies)}
    if unknown := sorted(keys - ALL.keys()):
        why = f"this room has rounds of {', '.join(unknown)}, which its owner defined"
        raise Refused("FIELD games", f"{why}: open it with croupier --games FILE.py serve")


def keep_private(url: URL) -> None:
    """Let only the owner read a database that an earlier version let everybody read."""
    path = Path(url.database or "")
    if url.get_backend_name() == "sqlite" and path.is_file():
        for file in (path, *path.parent.glob(f"{path.name}-*")):
            with suppress(OSError):  # it belongs to another user, who must see to it
                file.chmod(file.stat().st_mode & 0o700)


def check_proxies(trusted: str) -> None:
    """Refuse a proxy that is named by anything but its address or network."""
    for one in filter(None, trusted.split(",")):
        try:
            ip_network(one.strip())
        except ValueError:
            why = f"{one.strip()[:40]!r} is not an address or network, like 10.0.0.2 or 10.0.0.0/24"
            raise Refused("FIELD trusted_proxy", why) from None


def check_shared(config: Config) -> None:
    """Refuse several processes for a room that only one can serve."""
    if make_engine(config.db).url.get_backend_name() == "sqlite":
        why = "a room in a SQLite file can have only one process: use PostgreSQL for several"
        raise Refused("FIELD workers", why)
    if config.demonstration:
        raise Refused(
            "FIELD workers", "a demonstration can have only one process: leave out --workers"
        )


def check_address(host: str, port: int, *, beside: bool = False) -> None:
    """Refuse an address that is not this machine's, or a port that another program has.

    A server can listen `beside` others that share the port with it.
    """
    if not 0 <= port <= PORT_MOST:
        raise Refused("FIELD port", f"a port must be from 0 to {PORT_MOST}, not {port}")
    try:
        family, kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with closing(socket.socket(family, kind)) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if beside:
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            tried.bind(address)
    except OSError as fault:
        field = "port" if fault.errno in (errno.EADDRINUSE, errno.EACCES) else "host"
        why = f"cannot listen on {host}:{port}: {fault.strerror}"
        raise Refused(f"FIELD {field}", why) from None
