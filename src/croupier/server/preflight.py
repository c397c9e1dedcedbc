"""What would keep a room shut, found before it says where it is, and told in a sentence."""

import errno
import socket
from contextlib import closing
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from croupier.refused import Refused
from croupier.server.store.chain import place
from croupier.server.store.keys import load_keys
from croupier.server.store.schema import events


async def check_keys(engine: AsyncEngine, path: Path) -> None:
    """Refuse keys that do not open what this room has sealed; make them for a new room only."""
    async with engine.connect() as connection:
        line = (await connection.execute(select(events).where(events.c.sealed).limit(1))).first()
    if line is None:
        load_keys(path)
        return
    if not path.exists():
        raise Refused("FIELD keys", f"{path} is missing, and this room's hidden cards need it")
    load_keys(path).unseal(bytes(line.body), place(line.stream, line.number))


def check_address(host: str, port: int) -> None:
    """Refuse an address that is not this machine's, or a port that another program has."""
    try:
        family, kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with closing(socket.socket(family, kind)) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(address)
    except OSError as fault:
        field = "port" if fault.errno in (errno.EADDRINUSE, errno.EACCES) else "host"
        why = f"cannot listen at {host}:{port}: {fault.strerror}"
        raise Refused(f"FIELD {field}", why) from None
