"""`croupier backup`: copy a room, open or closed."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_words
from croupier.cli.stored import Db, KeyFile, Settings, engine_of, settings_of
from croupier.refused import Refused

NAME = "backup"
EXAMPLES = "\b\nExamples:\n  croupier backup room.backup\n  croupier backup --db sqlite:///a.db b"


def run(
    path: Annotated[Path, typer.Argument(help="The file to write; it must not exist yet.")],
    db: Db = None,
    keys: KeyFile = None,
    config: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Copy a room's whole database to a file; keep the key file elsewhere."""
    from croupier.server.store.copies import backup

    async def copy() -> int:
        async with engine_of(settings_of(db, keys, config)) as engine:
            return await backup(engine, path)

    if path.exists():
        raise Refused("FIELD path", f"{path.name} already exists")
    rows = asyncio.run(copy())
    print_json({"rows": rows}) if as_json else print_words(f"{rows} rows are in {path.name}.")
