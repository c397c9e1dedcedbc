"""What is kept beside a log, so that nobody reads it whole: snapshots, sums, finished rounds.

The tables are empty at first. The next start reads every log once more, and fills them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Lay out what is new."""
    op.create_table(
        "snapshots",
        sa.Column("stream", sa.String(80), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "sums",
        sa.Column("shift", sa.String(24), primary_key=True),
        sa.Column("stream", sa.String(80), primary_key=True),
        sa.Column("report", sa.String(20), primary_key=True),
        sa.Column("key", sa.String(200), primary_key=True),
        sa.Column("field", sa.String(40), primary_key=True),
        sa.Column("amount", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_sums_stream", "sums", ["stream"])
    op.create_table(
        "rounds",
        sa.Column("stream", sa.String(80), primary_key=True),
        sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("at", sa.String(26), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("undone", sa.Boolean, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_rounds_at", "rounds", ["at"])
    op.create_table(
        "round_players",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("stream", sa.String(80), primary_key=True),
        sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
    )
