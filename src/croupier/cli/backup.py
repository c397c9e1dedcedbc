"""`croupier backup`: copy a room, while it is open or not."""

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
    path: Annotated[Path, typer.Argument(help="The file to write; none may be there yet.")],
    db: Db = None,
    keys: KeyFile = None,
    config: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Write everything in a room's database to a file; the key file is kept elsewhere."""
    from croupier.server.store.copies import backup

    async def copy() -> int:
        async with engine_of(settings_of(db, keys, config)) as engine:
            return await backup(engine, path)

    if path.exists():
        raise Refused("FIELD path", f"{path.name} is there already")
    rows = asyncio.run(copy())
    print_json({"rows": rows}) if as_json else print_words(f"{rows} rows are in {path.name}.")
