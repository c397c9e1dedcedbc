"""A finished round in the index shows by a MAC that the room wrote it.

Rows that were there before have none, and are as good as none: with the first start of this version
every log is read whole once, and what is kept of it is written anew.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Lay out what is new."""
    op.add_column("rounds", sa.Column("mac", sa.LargeBinary))
