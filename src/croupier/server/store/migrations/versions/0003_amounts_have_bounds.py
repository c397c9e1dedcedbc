"""Amounts and balances are whole numbers within bounds, and the database sees to it.

What is stored already stays as it is: a room that holds an amount beyond the bounds must still
open, and report the table that cannot be carried on.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

MOST = 10**12
BOUNDS = {
    "journal": f"amount = CAST(amount AS BIGINT) AND amount <= {MOST}",
    "balances": f"balance = CAST(balance AS BIGINT) AND balance BETWEEN -{MOST} AND {MOST}",
}


def upgrade() -> None:
    """Bind new rows."""
    database = op.get_bind()
    if database.dialect.name != "sqlite":
        for table, bounds in BOUNDS.items():
            beyond = database.scalar(sa.text(f"SELECT count(*) FROM {table} WHERE NOT ({bounds})"))
            unchecked = " NOT VALID" if beyond else ""
            op.execute(
                f"ALTER TABLE {table} ADD CONSTRAINT ck_{table}_bounded CHECK ({bounds}){unchecked}"
            )
        return
    op.execute("PRAGMA ignore_check_constraints = ON")  # or copying would stumble over an old row
    for table, bounds in BOUNDS.items():
        with op.batch_alter_table(table) as changed:
            changed.create_check_constraint(op.f(f"ck_{table}_bounded"), sa.text(bounds))
    op.execute("PRAGMA ignore_check_constraints = OFF")
