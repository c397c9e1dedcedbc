"""Enter people into the database of a room, signed in; run by the version that is measured.

    python benchmarks/admit.py sqlite:///room.db room.keys < people.json > tokens.json
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import insert

try:
    from croupier.room.house.people import Actor
    from croupier.server.auth.users import Accounts
    from croupier.server.steady_clock import wall_clock
    from croupier.server.store.database import make_engine
    from croupier.server.store.keys import load_keys
    from croupier.server.store.migrate import migrate
    from croupier.server.store.people_log import keep_person
    from croupier.server.store.schema import people

    WITH_KEYS = True
except ModuleNotFoundError:  # version 0.1
    from croupier.room.people import Actor  # type: ignore[import-not-found, no-redef]
    from croupier.server.accounts import (  # type: ignore[import-not-found, no-redef]
        Accounts,
    )
    from croupier.server.keys import load_keys  # type: ignore[import-not-found, no-redef]
    from croupier.server.migrate import migrate  # type: ignore[import-not-found, no-redef]
    from croupier.server.schema import people  # type: ignore[import-not-found, no-redef]
    from croupier.server.service import wall_clock  # type: ignore[no-redef, attr-defined]
    from croupier.server.store import make_engine  # type: ignore[no-redef, attr-defined]

    WITH_KEYS = False


async def admit(db: str, keys: Any, actors: list[Actor]) -> dict[str, str]:
    """Enter everybody at once, signed in."""
    engine = make_engine(db)
    await migrate(engine)
    now = wall_clock()
    accounts = Accounts(engine, keys) if WITH_KEYS else Accounts(engine)  # type: ignore[call-arg]
    rows = [
        {"name": a.name, "role": a.role, "secret": "", "created": now, "disabled": False}
        for a in actors
    ]
    async with engine.begin() as connection:
        await connection.execute(insert(people), rows)
        if WITH_KEYS:
            await keep_person(connection, keys, actors[0].name)  # the first time, all are recorded
    found = {actor.name: (await accounts.admit(actor, now))[0] for actor in actors}
    await engine.dispose()
    return found


if __name__ == "__main__":
    everybody = [Actor(name, role) for name, role in json.load(sys.stdin)]
    print(json.dumps(asyncio.run(admit(sys.argv[1], load_keys(Path(sys.argv[2])), everybody))))
