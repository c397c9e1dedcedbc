"""`croupier restore`: restore a room from its backup."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.backup import copied
from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_words
from croupier.cli.stored import Db, KeyFile, Settings, engine_of, settings_of
from croupier.cli.verify_log import FAILED, faults_of

if TYPE_CHECKING:
    from croupier.server.store.archive_copies import Carried
    from croupier.server.store.faults import Fault

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
) -> int:
    """Restore a backup into an empty database.

    A database that already has a room is refused. Files of closed days come from the folder
    `archives` next to the backup.
    """
    from croupier.server.store.archive_copies import bring_archives
    from croupier.server.store.copies import begin_anew, restore
    from croupier.server.store.head_file import HeadFile
    from croupier.server.store.keys import load_keys

    async def fill() -> "tuple[int, Carried, list[Fault]]":
        async with engine_of(settings, fresh=True) as engine:
            rows = await restore(engine, path)
            files = await bring_archives(engine, path)
            if not file.exists():
                return rows, files, []
            opened = load_keys(file)
            return rows, files, await begin_anew(engine, HeadFile.beside(opened, file), opened)

    settings = settings_of(db, keys, config)
    file = Path(settings.keys)

    rows, files, faults = asyncio.run(fill())
    if as_json:
        found = faults_of([*faults, *files.faults])
        print_json({"rows": rows, "archives": files.copied, "faults": found})
    else:
        for fault in (*faults, *files.faults):
            print_words(str(fault))
        read_only = ", and the room is read-only" if faults else ""
        print_words(f"{rows} rows are back{copied(files)}{read_only}.")
    return FAILED if faults or files.faults else 0
