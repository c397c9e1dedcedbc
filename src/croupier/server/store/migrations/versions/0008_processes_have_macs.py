"""A process of a room shows by a MAC that the room entered it.

Entries of processes that were there before have none. They are struck off: one that lives enters
itself again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Lay out what is new."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DELETE FROM processes")
        op.add_column("processes", sa.Column("mac", sa.LargeBinary))
