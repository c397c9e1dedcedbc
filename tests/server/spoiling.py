"""Change what a database holds, as an intruder would, and ask what an audit finds."""

from collections.abc import Sequence
from random import Random

from sqlalchemy import Table, select

from croupier.server.store.audit import audit
from croupier.server.store.database import make_engine
from croupier.server.store.faults import Fault
from croupier.server.store.head_file import Kept
from croupier.server.store.keys import Keys
from croupier.server.store.witness import Held
from tests.server.rooms import KEYS, run


def faults(
    url: str,
    keys: Keys | None = KEYS,
    witness: Sequence[Held] = (),
    kept: Kept | None = None,
) -> list[Fault]:
    """What `verify-log` finds, which cannot write."""

    async def work() -> list[Fault]:
        engine = make_engine(url, read_only=True)
        found = [fault async for fault in audit(engine, keys, witness, kept)]
        await engine.dispose()
        return found

    return run(work)


def spoil(url: str, *changes: object) -> None:
    async def work() -> None:
        engine = make_engine(url)
        async with engine.begin() as connection:
            for change in changes:
                await connection.execute(change)  # type: ignore[call-overload]  # a statement
        await engine.dispose()

    run(work)


def rows(url: str, table: Table) -> list[dict[str, object]]:
    async def work() -> list[dict[str, object]]:
        engine = make_engine(url)
        async with engine.connect() as connection:
            found = [dict(row._mapping) for row in await connection.execute(select(table))]
        await engine.dispose()
        return found

    return run(work)


def flipped(body: object, chance: Random) -> bytes:
    whole = bytearray(bytes(body))  # type: ignore[call-overload]  # bytes
    place = chance.randrange(len(whole))
    whole[place] ^= 1 << chance.randrange(8)
    return bytes(whole)


def at(table: Table, row: dict[str, object]) -> object:
    where = table.c.stream == row["stream"]
    return where & (table.c.number == row["number"])
