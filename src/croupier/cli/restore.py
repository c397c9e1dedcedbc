"""`croupier restore`: bring a room back from its copy."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_words
from croupier.cli.stored import Db, KeyFile, Settings, engine_of, settings_of

NAME = "restore"
EXAMPLES = (
    "\b\nExamples:\n  croupier restore room.backup --db sqlite:///room.db"
    "\n  croupier restore room.backup --db postgresql://localhost/room"
)


def run(
    path: Annotated[Path, typer.Argument(help="A file that `croupier backup` wrote.")],
    db: Db = None,
    keys: KeyFile = None,
    config: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Fill an empty database from a copy; a database with a room in it is left alone."""
    from croupier.server.store.copies import restore

    async def fill() -> int:
        async with engine_of(settings_of(db, keys, config), fresh=True) as engine:
            return await restore(engine, path)

    rows = asyncio.run(fill())
    print_json({"rows": rows}) if as_json else print_words(f"{rows} rows are back.")
