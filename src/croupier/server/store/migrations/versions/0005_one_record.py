"""The record: heads, MACs, chained checkpoints, and a fence against a server that lost its lease.

What is stored stays as it is. The room is sealed into this format when it is next opened, after
it has been verified whole: that needs the key file, which no migration has.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

FENCED = "another server has this log"
SQLITE = f"""
CREATE TRIGGER fence BEFORE INSERT ON events
WHEN EXISTS (
    SELECT 1 FROM heads
    WHERE stream = NEW.stream AND (epoch <> NEW.epoch OR number >= NEW.number)
)
BEGIN SELECT RAISE(ABORT, '{FENCED}'); END
"""
FUNCTION = f"""
CREATE FUNCTION fence() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE head RECORD;
BEGIN
    SELECT epoch, number INTO head FROM heads WHERE stream = NEW.stream FOR UPDATE;
    IF FOUND AND (head.epoch <> NEW.epoch OR head.number >= NEW.number) THEN
        RAISE EXCEPTION '{FENCED}' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$
"""
TRIGGER = "CREATE TRIGGER fence BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION fence()"
SERIALS = """
INSERT INTO checkpoints (stream, serial, number, hash, requests, snapshot, signature)
SELECT stream, row_number() OVER (PARTITION BY stream ORDER BY number), number, hash, 0, :none,
    signature
FROM checkpoints_before
"""


def upgrade() -> None:
    """Lay out what is new, and number the checkpoints."""
    _add_columns()
    _lay_out_heads()
    _number_checkpoints()
    if op.get_bind().dialect.name == "sqlite":
        op.execute(SQLITE)
    else:
        op.execute(FUNCTION)
        op.execute(TRIGGER)


def _add_columns() -> None:
    op.add_column("events", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))
    op.add_column("people", sa.Column("number", sa.Integer))
    for table in ("events", "requests", "people", "sessions", "resets"):
        op.add_column(table, sa.Column("mac", sa.LargeBinary))


def _lay_out_heads() -> None:
    op.create_table(
        "heads",
        sa.Column("stream", sa.String(80), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("requests", sa.Integer, nullable=False),
        sa.Column("serial", sa.Integer, nullable=False),
        sa.Column("signed", sa.LargeBinary, nullable=False),
        sa.Column("upto", sa.Integer, nullable=False),
        sa.Column("snapshot", sa.LargeBinary, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(120), nullable=False, server_default=""),
        sa.Column("until", sa.DateTime(timezone=True)),
        sa.Column("mac", sa.LargeBinary, nullable=False),
    )


def _number_checkpoints() -> None:
    op.execute("CREATE TABLE checkpoints_before AS SELECT * FROM checkpoints")
    op.drop_table("checkpoints")
    op.create_table(
        "checkpoints",
        sa.Column("stream", sa.String(80), primary_key=True),
        sa.Column("serial", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("requests", sa.Integer, nullable=False),
        sa.Column("snapshot", sa.LargeBinary, nullable=False),
        sa.Column("before", sa.LargeBinary),
        sa.Column("covers", sa.LargeBinary),
        sa.Column("signature", sa.LargeBinary, nullable=False),
    )
    none = sa.bindparam("none", b"", sa.LargeBinary)
    op.get_bind().execute(sa.text(SERIALS).bindparams(none))
    op.drop_table("checkpoints_before")
