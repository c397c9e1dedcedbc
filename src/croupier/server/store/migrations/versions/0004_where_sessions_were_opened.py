"""Sessions say when and where they were opened; those that are open must sign in again."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; a session lasts for hours only, so nothing that matters is lost."""
    op.execute("DELETE FROM sessions")
    with op.batch_alter_table("sessions") as sessions:
        sessions.add_column(sa.Column("created", sa.DateTime(timezone=True), nullable=False))
        sessions.add_column(sa.Column("address", sa.String(60), nullable=False, server_default=""))
        sessions.add_column(sa.Column("agent", sa.String(200), nullable=False, server_default=""))
