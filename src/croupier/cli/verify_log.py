"""`croupier verify-log`: check everything that a room has stored."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_words
from croupier.cli.stored import Db, KeyFile, Settings, engine_of, settings_of

if TYPE_CHECKING:
    from croupier.server.config import Config
    from croupier.server.store.archives import Retired
    from croupier.server.store.faults import Fault
    from croupier.server.store.witness import Held

NAME = "verify-log"
EXAMPLES = (
    "\b\nExamples:\n  croupier verify-log\n  croupier verify-log --db sqlite:///room.db"
    " --keys room.keys\n  croupier verify-log --witness kept-elsewhere.jsonl"
)
FAILED = 1


Witness = Annotated[
    Path | None,
    typer.Option(help="Checkpoints kept elsewhere: answers of /api/checkpoints, one per line."),
]


def run(
    db: Db = None,
    keys: KeyFile = None,
    config: Settings = None,
    witness: Witness = None,
    as_json: AsJson = False,
) -> int:
    """Check the record, books and rounds of a whole database.

    It names every fault with its log and line, and writes nothing. The exit code is 1 if
    anything is wrong.
    """
    from croupier.server.store.witness import read_witness

    settings = settings_of(db, keys, config)
    held = read_witness(witness) if witness is not None else []
    faults, retired = asyncio.run(both(settings, held))
    without = " Without the key file no sealed line and no MAC was."
    sealed = "" if Path(settings.keys).exists() else without
    if as_json:
        found = {"ok": not faults, "keys": not sealed, "faults": faults_of(faults)}
        print_json(found | {"retired": retired})
    else:
        for fault in faults:
            print_words(str(fault))
        for one in retired:
            print_words(
                f"{one.lines} lines up to {one.day} were retired on {one.at[:10]}, after"
                f" {one.kept} days: {', '.join(one.files)}. Their totals were checked then."
            )
        print_words(f"{len(faults)} faults." if faults else f"Everything was checked.{sealed}")
    return FAILED if faults else 0


async def both(
    settings: "Config", held: "Sequence[Held]" = ()
) -> "tuple[list[Fault], list[Retired]]":
    """Everything that is wrong with the record of a room, and what was retired of it."""
    from croupier.server.store.archives import retired_lines
    from croupier.server.store.faults import UNREADABLE

    faults, retired = await check(settings, held), []
    async with engine_of(settings, read_only=True) as engine, engine.connect() as connection:
        with suppress(*UNREADABLE):  # it is among the faults
            retired = await retired_lines(connection)
    return faults, retired


async def check(settings: "Config", held: "Sequence[Held]" = ()) -> "list[Fault]":
    """Everything that `verify-log` finds wrong in the record of a room."""
    from croupier.server.store.audit import audit
    from croupier.server.store.head_file import HeadFile
    from croupier.server.store.keys import load_keys

    path = Path(settings.keys)
    opened = load_keys(path) if path.exists() else None
    kept = HeadFile.beside(opened, path).read() if opened else None
    async with engine_of(settings, read_only=True) as engine:
        return [fault async for fault in audit(engine, opened, held, kept)]


def faults_of(faults: "list[Fault]") -> list[dict[str, object]]:
    """Each fault with its place, as the command prints it."""
    return [fault._asdict() for fault in faults]
