"""The statements of a commit: spelled once for a database, then run as they are for every batch."""

from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Dialect, Table, bindparam, insert, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.dml import UpdateBase

from croupier.server.store.schema import balances, heads

CHANGE_BALANCE = (
    update(balances)
    .where(balances.c.stream == bindparam("s"), balances.c.account == bindparam("a"))
    .values(balance=balances.c.balance + bindparam("delta"))
)


MOVED = ("number", "hash", "requests", "upto", "snapshot", "mac")
MOVE_HEAD = (
    update(heads)
    .where(heads.c.stream == bindparam("to_stream"), heads.c.epoch == bindparam("to_epoch"))
    .values({name: bindparam(f"to_{name}") for name in MOVED})
)


def run(
    connection: Connection,
    statement: UpdateBase,
    rows: Sequence[dict[str, Any]],
    columns: tuple[str, ...] | None = None,
) -> int:
    """Run a statement for each of these rows; how many rows of the database it touched."""
    dialect = connection.dialect
    words, places = _spelled(dialect, statement, columns)
    given: Sequence[Any] = rows
    if places:
        given = [tuple(row[name] for name in places) for row in rows]
    cursor = connection.connection.cursor()
    try:
        cursor.executemany(words, given)
        return cursor.rowcount
    except dialect.loaded_dbapi.Error as fault:
        raise DBAPIError.instance(words, None, fault, dialect.loaded_dbapi.Error) from fault
    finally:
        cursor.close()


@lru_cache
def _spelled(
    dialect: Dialect, statement: UpdateBase, columns: tuple[str, ...] | None
) -> tuple[str, list[str] | None]:
    """A statement as a database takes it, and the order of its values where they have no names."""
    compiled: Any = statement.compile(dialect=dialect, column_keys=columns)
    return str(compiled), compiled.positiontup


@lru_cache
def _inserting(table: Table) -> UpdateBase:
    return insert(table)


def change_balances(
    connection: Connection, deltas: Mapping[tuple[str, str], int], known: Container[tuple[str, str]]
) -> None:
    """Change where accounts stand, by log and account; unknown ones begin at nothing."""
    if fresh := [key for key in deltas if key not in known]:
        dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
        rows = [{"stream": s, "account": a, "balance": 0} for s, a in fresh]
        connection.execute(dialect.insert(balances).on_conflict_do_nothing(), rows)
    if changes := [{"s": s, "a": a, "delta": delta} for (s, a), delta in deltas.items() if delta]:
        run(connection, CHANGE_BALANCE, changes)


def insert_rows(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Insert rows into the database, if there are any."""
    if rows:
        run(connection, _inserting(table), rows, tuple(rows[0]))
