"""The tables of the database: an append-only log, the journal beside it, and who asked what."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

from croupier.chips import MOST

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


def _bounded(column: str, bounds: str) -> CheckConstraint:
    """An amount is a whole number, which SQLite does not see to by itself, and within bounds."""
    return CheckConstraint(f"{column} = CAST({column} AS BIGINT) AND {bounds}", name="bounded")


# One line of a log. `hash` chains it to the line before, `mac` shows that the room wrote it; a
# sealed body is encrypted. A trigger refuses a line whose epoch is not that of the log's head.
events = Table(
    "events",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(40), nullable=False),
    Column("sealed", Boolean, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("epoch", Integer, nullable=False, server_default="0"),
    Column("mac", LargeBinary),  # null: not sealed into this format yet
    CheckConstraint("number > 0", name="numbered"),
)

# Where every log ends, and the lease to write to it: see `heads.Head`.
heads = Table(
    "heads",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("requests", Integer, nullable=False),
    Column("serial", Integer, nullable=False),
    Column("signed", LargeBinary, nullable=False),
    Column("upto", Integer, nullable=False),
    Column("snapshot", LargeBinary, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("owner", String(120), nullable=False, server_default=""),
    Column("wanted", String(120), nullable=False, server_default=""),
    Column("mac", LargeBinary, nullable=False),
)

# One transfer of chips: the books are zero-sum because nothing else can be written here.
journal = Table(
    "journal",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("debit", String(80), nullable=False),
    Column("credit", String(80), nullable=False),
    Column("amount", BigInteger, nullable=False),
    ForeignKeyConstraint(["stream", "number"], ["events.stream", "events.number"]),
    CheckConstraint("amount > 0", name="amount"),
    CheckConstraint("debit <> credit", name="sides"),
    _bounded("amount", f"amount <= {MOST}"),
)

# Where every account of a log stands; few may owe, as in `room.ledger`.
balances = Table(
    "balances",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("account", String(80), primary_key=True),
    Column("balance", BigInteger, nullable=False),
    CheckConstraint(
        "balance >= 0 OR account IN ('cage', 'bank', 'issued', 'outside') "
        "OR account LIKE 'table:%'",
        name="solvent",
    ),
    _bounded("balance", f"balance BETWEEN -{MOST} AND {MOST}"),
)

# Every command that was carried out, with the answer it got: a second one gets the same.
requests = Table(
    "requests",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("client", String(120), primary_key=True),
    Column("sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("reply", LargeBinary, nullable=False),
    Column("mac", LargeBinary),
)

# Signed statements of how far a log had come: see `checkpoints.Checkpoint`.
checkpoints = Table(
    "checkpoints",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("serial", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("requests", Integer, nullable=False),
    Column("snapshot", LargeBinary, nullable=False),
    Column("before", LargeBinary),
    Column("covers", LargeBinary),
    Column("signature", LargeBinary, nullable=False),
)

# The state of a log after a line, sealed: a start reads it and the lines after it. The head of the
# log has its digest.
snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("version", String(40), nullable=False),
    Column("body", LargeBinary, nullable=False),
)

# Settled amounts by shift, log and line of a report, up to the line of the log's snapshot.
sums = Table(
    "sums",
    metadata,
    Column("shift", String(24), primary_key=True),
    Column("stream", String(80), primary_key=True, index=True),
    Column("report", String(20), primary_key=True),
    Column("key", String(200), primary_key=True),
    Column("field", String(40), primary_key=True),
    Column("amount", BigInteger, nullable=False),
)

# Finished rounds as a search finds them, up to the line of the log's snapshot.
rounds = Table(
    "rounds",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("line", Integer, primary_key=True, autoincrement=False),  # where it begins
    Column("round", Integer, nullable=False),
    Column("day", String(10), nullable=False),
    Column("at", String(26), nullable=False, index=True),  # UTC, so that it sorts
    Column("game", String(40), nullable=False),
    Column("undone", Boolean, nullable=False),
    Column("words", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("mac", LargeBinary),  # null: of an earlier version
)

round_players = Table(
    "round_players",
    metadata,
    Column("person", String(40), primary_key=True),
    Column("stream", String(80), primary_key=True),
    Column("line", Integer, primary_key=True, autoincrement=False),
)

# The people a room knows: the fold of the log `people`, of which `number` is the latest line.
people = Table(
    "people",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("role", String(30), nullable=False),
    Column("secret", String(200), nullable=False),  # argon2
    Column("created", DateTime(timezone=True), nullable=False),
    Column("disabled", Boolean, nullable=False, default=False),
    Column("number", Integer),
    Column("mac", LargeBinary),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", LargeBinary, primary_key=True),  # hashed: the database knows no live token
    Column("person", String(40), nullable=False, index=True),
    Column("csrf", String(64), nullable=False),
    Column("expires", DateTime(timezone=True), nullable=False),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("address", String(60), nullable=False, server_default=""),
    Column("agent", String(200), nullable=False, server_default=""),
    Column("mac", LargeBinary),  # a session without it is no session
)

resets = Table(
    "resets",
    metadata,
    Column("token", LargeBinary, primary_key=True),
    Column("person", String(40), nullable=False),
    Column("expires", DateTime(timezone=True), nullable=False),
    Column("mac", LargeBinary),
)
