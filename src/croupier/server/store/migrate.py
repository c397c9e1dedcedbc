"""Bring a database to the newest schema, step by step, whatever version it has."""

from pathlib import Path

from alembic import command
from alembic.config import Config as Alembic
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

MIGRATIONS = Path(__file__).with_name("migrations")


def _alembic(connection: Connection) -> Alembic:
    config = Alembic()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


async def migrate(engine: AsyncEngine) -> None:
    """Apply every migration that the database has not seen."""
    async with engine.begin() as connection:
        await connection.run_sync(lambda sync: command.upgrade(_alembic(sync), "head"))
