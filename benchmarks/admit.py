"""Enter people into the database of a room, signed in; run by the version that is measured.

    python benchmarks/admit.py sqlite:///room.db room.keys < people.json > tokens.json

Version 0.1 has these modules elsewhere, and neither MACs nor a log of accounts.
"""

import asyncio
import json
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from sqlalchemy import insert


def _found(*places: str) -> Any:
    """A module where it is now, or where it was."""
    for place in places[:-1]:
        with suppress(ModuleNotFoundError):
            return import_module(f"croupier.{place}")
    return import_module(f"croupier.{places[-1]}")


async def admit(db: str, keys: Path, everybody: list[tuple[str, str]]) -> dict[str, str]:
    """Enter everybody at once, signed in."""
    engine = _found("server.store.database", "server.store").make_engine(db)
    await _found("server.store.migrate", "server.migrate").migrate(engine)
    known = _found("server.store.keys", "server.keys").load_keys(keys)
    now = _found("server.tables.steady_clock", "server.steady_clock", "server.service").wall_clock()
    people = _found("server.store.schema", "server.schema").people
    rows = [
        {"name": name, "role": role, "secret": "", "created": now, "disabled": False}
        for name, role in everybody
    ]
    async with engine.begin() as connection:
        await connection.execute(insert(people), rows)
        if "mac" in people.c:  # a log of accounts begins with all of them
            log = import_module("croupier.server.store.people_log")
            await log.begin_people(connection, known)
    kinds = _found("server.auth.users", "server.accounts")
    accounts = kinds.Accounts(*((engine, known) if "mac" in people.c else (engine,)))
    actor = _found("room.house.people", "room.people").Actor
    found = {name: (await accounts.admit(actor(name, role), now))[0] for name, role in everybody}
    await engine.dispose()
    return found


if __name__ == "__main__":
    print(json.dumps(asyncio.run(admit(sys.argv[1], Path(sys.argv[2]), json.load(sys.stdin)))))
