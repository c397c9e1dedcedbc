"""The statements of a commit as the driver takes them: words that stay the same, and tuples."""

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

from croupier.server.store.heads import Head, head_mac
from croupier.server.store.keys import Keys
from croupier.server.store.schema import balances

CHANGE_BALANCE = "UPDATE balances SET balance = balance + ? WHERE stream = ? AND account = ?"
MOVE_HEAD = (
    "UPDATE heads SET number = ?, hash = ?, requests = ?, upto = ?, snapshot = ?, mac = ?"
    " WHERE stream = ? AND epoch = ?"
)


def run(connection: Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> int:
    """Run a statement for each of these rows; how many rows of the database it touched."""
    dialect = connection.dialect
    words = statement if dialect.paramstyle == "qmark" else statement.replace("?", "%s")
    cursor = connection.connection.cursor()
    try:
        cursor.executemany(words, rows)
        return cursor.rowcount
    except dialect.loaded_dbapi.Error as fault:
        raise DBAPIError.instance(words, None, fault, dialect.loaded_dbapi.Error) from fault
    finally:
        cursor.close()


@lru_cache
def _inserting(table: str, columns: tuple[str, ...]) -> str:
    marks = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"


def insert_rows(connection: Connection, table: Table, rows: Sequence[Any]) -> None:
    """Insert rows into the database, if there are any: tuples whose fields are the columns."""
    if rows:
        run(connection, _inserting(table.name, rows[0]._fields), rows)


def change_balances(
    connection: Connection, deltas: Mapping[tuple[str, str], int], known: Container[tuple[str, str]]
) -> None:
    """Change where accounts stand, by log and account; unknown ones begin at nothing."""
    if fresh := [key for key in deltas if key not in known]:
        dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
        rows = [{"stream": s, "account": a, "balance": 0} for s, a in fresh]
        connection.execute(dialect.insert(balances).on_conflict_do_nothing(), rows)
    if changes := [(delta, s, a) for (s, a), delta in deltas.items() if delta]:
        run(connection, CHANGE_BALANCE, changes)


def move_heads(connection: Connection, moved: Iterable[Head], keys: Keys) -> int:
    """Write down where logs end now; how many of them are still leased as they were."""
    rows = [
        (h.number, h.hash, h.requests, h.upto, h.snapshot, head_mac(h, keys), h.stream, h.epoch)
        for h in moved
    ]
    return run(connection, MOVE_HEAD, rows) if rows else 0
