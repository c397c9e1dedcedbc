"""Shared by the commands on a room's database: its options, and opening it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

    from croupier.server.config import Config

Db = Annotated[
    str | None, typer.Option(help="The room's database: sqlite:///FILE or postgresql://...")
]
KeyFile = Annotated[str | None, typer.Option(help="The key file, created the first time.")]
Settings = Annotated[Path | None, typer.Option(help="A TOML file with the settings.")]


def settings_of(db: str | None, keys: str | None, config: Path | None) -> "Config":
    """The settings of a room, changed by the options of the command line."""
    from croupier.server.config import load_config  # other commands start without a server

    return load_config(config, {"db": db, "keys": keys})


@asynccontextmanager
async def engine_of(
    settings: "Config", *, fresh: bool = False, read_only: bool = False
) -> AsyncIterator["AsyncEngine"]:
    """Open the database that a command names: upgraded to the newest schema, unless `read_only`.

    Only a `fresh` one can be made here.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from croupier.refused import Refused, brief
    from croupier.server.store.database import make_engine
    from croupier.server.store.migrate import migrate

    engine = make_engine(settings.db)
    file = engine.url.database
    missing = engine.dialect.name == "sqlite" and not Path(file or "").exists()
    if read_only and not missing:
        engine = make_engine(settings.db, read_only=True)
    try:
        if missing and not fresh:
            raise Refused("FIELD db", f"there is no room at {settings.db}")
        if not read_only:
            await migrate(engine)
        yield engine
    except SQLAlchemyError as fault:
        raise Refused("FIELD db", brief(getattr(fault, "orig", None) or fault)) from None
    finally:
        await engine.dispose()
