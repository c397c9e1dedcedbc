"""How a migration reaches the database: over the connection it is given."""

from alembic import context

from croupier.server.store.schema import metadata

LIVING = "processes"  # what it says holds while they run: it is not part of the record

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    include_name=lambda name, kind, _: kind != "table" or name != LIVING,
)
with context.begin_transaction():
    context.run_migrations()
