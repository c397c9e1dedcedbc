"""The statements of a commit."""

from typing import Any

from sqlalchemy import Connection, Table, bindparam, insert, update
from sqlalchemy.dialects import postgresql, sqlite

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


def insert_new(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Insert the rows that are not there yet."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    connection.execute(dialect.insert(table).on_conflict_do_nothing(), rows)


def insert_rows(connection: Connection, table: Any, rows: list[dict[str, Any]]) -> None:
    """Insert rows, if there are any."""
    if rows:
        connection.execute(insert(table), rows)
