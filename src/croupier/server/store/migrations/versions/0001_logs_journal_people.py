"""The log, the journal, answers, checkpoints, people and their sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Lay out an empty room."""
    op.create_table(
        "events",
        sa.Column("stream", sa.String(80), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("sealed", sa.Boolean, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("number > 0", name="numbered"),
    )
    op.create_table(
        "journal",
        sa.Column("stream", sa.String(80), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("debit", sa.String(40), nullable=False),
        sa.Column("credit", sa.String(40), nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["stream", "number"], ["events.stream", "events.number"]),
        sa.CheckConstraint("amount > 0", name="amount"),
        sa.CheckConstraint("debit <> credit", name="sides"),
    )
    op.create_table(
        "balances",
        sa.Column("stream", sa.String(80), primary_key=True),
        sa.Column("account", sa.String(40), primary_key=True),
        sa.Column("balance", sa.BigInteger, nullable=False),
        sa.CheckConstraint("balance >= 0 OR account IN ('cage', 'bank')", name="solvent"),
    )
    op.create_table(
        "requests",
        sa.Column("stream", sa.String(80), primary_key=True),
        sa.Column("client", sa.String(120), primary_key=True),
        sa.Column("sequence", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("reply", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "checkpoints",
        sa.Column("stream", sa.String(80), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("signature", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("role", sa.String(30), nullable=False),
        sa.Column("secret", sa.String(200), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("disabled", sa.Boolean, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.LargeBinary, primary_key=True),
        sa.Column("person", sa.String(40), nullable=False, index=True),
        sa.Column("csrf", sa.String(64), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "resets",
        sa.Column("token", sa.LargeBinary, primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
    )
