"""`croupier backup`: copy a room, open or closed."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_words
from croupier.cli.stored import Db, KeyFile, Settings, engine_of, settings_of
from croupier.cli.verify_log import FAILED, faults_of
from croupier.refused import Refused

if TYPE_CHECKING:
    from croupier.server.store.archive_copies import Carried

NAME = "backup"
EXAMPLES = "\b\nExamples:\n  croupier backup room.backup\n  croupier backup --db sqlite:///a.db b"


def run(
    path: Annotated[Path, typer.Argument(help="The file to write; it must not exist yet.")],
    db: Db = None,
    keys: KeyFile = None,
    config: Settings = None,
    as_json: AsJson = False,
) -> int:
    """Copy a room's whole database to a file.

    Files of closed days (`croupier archive`) go to the folder `archives` next to it, each once.
    The key file is not copied: keep it elsewhere.
    """
    from croupier.server.store.archive_copies import save_archives
    from croupier.server.store.copies import backup

    async def copy() -> "tuple[int, Carried]":
        async with engine_of(settings_of(db, keys, config)) as engine:
            return await backup(engine, path), await save_archives(engine, path)

    if path.exists():
        raise Refused("FIELD path", f"{path.name} already exists")
    rows, files = asyncio.run(copy())
    if as_json:
        print_json({"rows": rows, "archives": files.copied, "faults": faults_of(files.faults)})
    else:
        print_words(f"{rows} rows are in {path.name}{copied(files)}.")
        for fault in files.faults:
            print_words(str(fault))
    return FAILED if files.faults else 0


def copied(files: "Carried") -> str:
    """How many archives were copied, if any.

    >>> from croupier.server.store.archive_copies import Carried
    >>> copied(Carried(0, [])), copied(Carried(1, []))
    ('', ', and 1 new archive is copied')
    """
    if not files.copied:
        return ""
    many = "1 new archive is" if files.copied == 1 else f"{files.copied} new archives are"
    return f", and {many} copied"
