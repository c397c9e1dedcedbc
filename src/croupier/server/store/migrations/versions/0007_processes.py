"""Several processes for one room: which of them there are, and which log should go to which.

Only PostgreSQL has more than one. A lease is no longer a time in the head of a log: a process
renews one row for all the logs it has.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Lay out what is new."""
    op.drop_column("heads", "until")
    op.add_column("heads", sa.Column("wanted", sa.String(120), nullable=False, server_default=""))
    if op.get_bind().dialect.name == "postgresql":
        op.create_table(
            "processes",
            sa.Column("id", sa.Integer, sa.Identity(), primary_key=True),
            sa.Column("name", sa.String(120), nullable=False, unique=True),
            sa.Column("address", sa.String(120), nullable=False),
            sa.Column("version", sa.String(40), nullable=False),
            sa.Column("draining", sa.Boolean, nullable=False, server_default=sa.false()),
            sa.Column("since", sa.DateTime(timezone=True), nullable=False),
            sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        )
