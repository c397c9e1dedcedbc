"""`croupier archive`: move closed gaming days into files, while the room is closed."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_words
from croupier.cli.stored import Db, KeyFile, Settings, engine_of, settings_of

if TYPE_CHECKING:
    from croupier.server.store.archives import Retired
    from croupier.server.store.archiving import Moved

NAME = "archive"
EXAMPLES = "\b\nExamples:\n  croupier archive\n  croupier archive --keep 30 --folder /srv/archives"


def run(
    db: Db = None,
    keys: KeyFile = None,
    config: Settings = None,
    folder: Annotated[
        Path | None, typer.Option(help="The folder to write to; default next to the database.")
    ] = None,
    keep: Annotated[
        int | None,
        typer.Option(min=0, help="Leave this many closed gaming days in the database."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Move closed gaming days into a compressed, signed file.

    Every command still reads their lines. Close the room first. The room posts how many closed days
    stay in the database (7 by default), and after how many days a file is retired (by default
    never): a retired file is deleted, with a line in the record.
    """
    from croupier.server.store.archiving import archive
    from croupier.server.store.database import Store
    from croupier.server.store.head_file import HeadFile
    from croupier.server.store.keys import load_keys
    from croupier.server.store.lock import alone
    from croupier.server.store.retiring import retire

    settings = settings_of(db, keys, config)

    async def work() -> "tuple[Moved | None, Retired | None]":
        async with engine_of(settings) as engine:
            known = load_keys(Path(settings.keys))
            store = Store(engine, known, head_file=HeadFile.beside(known, Path(settings.keys)))
            await store.start()
            try:
                return await archive(store, folder, keep), await retire(store)
            finally:
                await store.stop()

    with alone(settings.db):
        moved, retired = asyncio.run(work())
    if as_json:
        found = moved._asdict() if moved is not None else {"lines": 0}
        print_json(found | {"retired": retired.files if retired is not None else []})
        return
    if moved is None:
        print_words("Nothing to archive: the database holds only days that must stay in it.")
    else:
        print_words(
            f"{moved.lines} lines up to {moved.day} are in {moved.file} ({moved.size} bytes)."
        )
    if retired is not None:
        print_words(f"Retired and deleted: {', '.join(retired.files)}.")
