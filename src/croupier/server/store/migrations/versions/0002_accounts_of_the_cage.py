"""Accounts of the cage: longer names, and those of the house that may owe."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

SOLVENT = (
    "balance >= 0 OR account IN ('cage', 'bank', 'issued', 'outside') OR account LIKE 'table:%'"
)

# As they were: SQLite can change a table only by copying it.
BEFORE = sa.MetaData()
JOURNAL = sa.Table(
    "journal",
    BEFORE,
    sa.Column("stream", sa.String(80), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("debit", sa.String(40), nullable=False),
    sa.Column("credit", sa.String(40), nullable=False),
    sa.Column("amount", sa.BigInteger, nullable=False),
    sa.ForeignKeyConstraint(
        ["stream", "number"], ["events.stream", "events.number"], name="fk_journal_events"
    ),
    sa.CheckConstraint("amount > 0", name="ck_journal_amount"),
    sa.CheckConstraint("debit <> credit", name="ck_journal_sides"),
)
BALANCES = sa.Table(
    "balances",
    BEFORE,
    sa.Column("stream", sa.String(80), primary_key=True),
    sa.Column("account", sa.String(40), primary_key=True),
    sa.Column("balance", sa.BigInteger, nullable=False),
    sa.CheckConstraint("balance >= 0 OR account IN ('cage', 'bank')", name="ck_balances_solvent"),
)


def upgrade() -> None:
    """Keep every line and every balance."""
    with op.batch_alter_table("journal", copy_from=JOURNAL) as journal:
        journal.alter_column("debit", type_=sa.String(80), existing_nullable=False)
        journal.alter_column("credit", type_=sa.String(80), existing_nullable=False)
    with op.batch_alter_table("balances", copy_from=BALANCES) as balances:
        balances.alter_column("account", type_=sa.String(80), existing_nullable=False)
        balances.drop_constraint(op.f("ck_balances_solvent"), type_="check")
        balances.create_check_constraint(op.f("ck_balances_solvent"), sa.text(SOLVENT))
