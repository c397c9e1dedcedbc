"""What the room knows of lines whose files it has let go: where they ended, and their totals.

A file of closed days that is older than the room keeps files is retired: the room signs a line for
it, and the file goes. Of each log in it a base stays in the log of archives, from which an audit,
and a start without a snapshot, go on: number and hash of the last line, every account, the sums of
the reports, the slips made out, and the table as it stood.
"""

import zlib
from collections.abc import Iterable
from hashlib import sha256

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from croupier.games import game_of
from croupier.room.cage.state import TableSlip
from croupier.room.table.state import Table
from croupier.room.table.written import between, read_table, write_table
from croupier.server.store.archives import Retired, said_of
from croupier.server.store.keys import Keys
from croupier.server.store.lines import Line
from croupier.views.reports.running_sums import Amounts, added

HARD = 6  # how hard a table is compressed


class Base(msgspec.Struct, frozen=True, tag=True):
    """A log after its last line that was retired."""

    stream: str
    number: int
    hash: bytes
    accounts: dict[str, int]
    slips: int  # made out for the house, so far
    slips_digest: bytes
    sums: list[tuple[str, str, str, str, int]]  # by shift, report, key, field
    state: bytes  # compressed and sealed

    def table(self, keys: Keys) -> Table:
        """The table as it stood."""
        place = _place(self.stream, self.number)
        return read_table(zlib.decompress(keys.unseal(self.state, place)), game_of)

    @property
    def amounts(self) -> Amounts:
        """The sums as reports add them up."""
        return {(at, name, key, field): sum_ for at, name, key, field, sum_ in self.sums}


def sealed_state(table: Table, stream: str, number: int, keys: Keys) -> bytes:
    """A table between two rounds, as a base keeps it."""
    written = zlib.compress(write_table(between(table)), HARD)
    return keys.seal(written, _place(stream, number))


def _place(stream: str, number: int) -> bytes:
    return msgspec.msgpack.encode(["retired", stream, number])


def slips_digest(slips: Iterable[TableSlip]) -> bytes:
    """What slips are compared by."""
    return sha256(msgspec.json.encode(list(slips))).digest()


def retirement_lines(bases: Iterable[Base], done: Retired) -> list[Line]:
    """What the log of archives says of a retirement."""
    said: list[Base | Retired] = [*bases, done]
    return [Line(type(one).__name__, msgspec.json.encode(one), sealed=False) for one in said]


async def read_bases(connection: AsyncConnection) -> dict[str, Base]:
    """Where logs continue after their retired lines, each with the totals of those lines."""
    found: dict[str, Base] = {}
    for _, body in await said_of(connection, Base.__name__):
        one = msgspec.json.decode(body, type=Base)
        if (before := found.get(one.stream)) is not None:
            one = msgspec.structs.replace(one, sums=listed(added(before.amounts, one.amounts)))
        found[one.stream] = one
    return found


async def base_of(engine: AsyncEngine, stream: str) -> Base | None:
    """Where one log continues; None: none of its lines were retired."""
    async with engine.connect() as connection:
        return (await read_bases(connection)).get(stream)


def changed(before: Amounts, after: Amounts) -> list[tuple[str, str, str, str, int]]:
    """What sums have grown by; one that is new is there even when it is zero."""
    grown = {key: sum_ - before.get(key, 0) for key, sum_ in after.items()}
    return listed({key: sum_ for key, sum_ in grown.items() if sum_ or key not in before})


def listed(amounts: Amounts) -> list[tuple[str, str, str, str, int]]:
    """Sums as a base has them."""
    return [(*key, amount) for key, amount in sorted(amounts.items())]
