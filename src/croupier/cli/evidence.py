"""`croupier evidence`: what a test laboratory asks for, in one folder with an index page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.evidence_index import Part, write_index
from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_table, print_words
from croupier.cli.stored import Db, KeyFile, Settings
from croupier.refused import Refused

NAME = "evidence"
EXAMPLES = (
    "\b\nExamples:\n  croupier evidence folder\n  croupier evidence folder --config room.toml"
    "\n  croupier evidence folder --streams 100 --decks 20000 --json"
)
FAILED = 1
MARKS = {True: "✓", False: "✗", None: "-"}


def run(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")],
    db: Db = None,
    keys: KeyFile = None,
    config: Settings = None,
    streams: Annotated[int, typer.Option(help="The number of streams of decks.")] = 10,
    decks: Annotated[int, typer.Option(help="The number of decks in each stream.")] = 10_000,
    as_json: AsJson = False,
) -> int:
    """Gather what a test laboratory asks for in one folder.

    Versions and hashes of the sources, tests of the shuffle, the exact return of every wager
    against the bank, the rules and their tests, the threat model, and what verify-log finds in a
    room. Each part names the command that repeats it. The exit code is 1 if a part fails.
    """
    _check_folder(folder)
    parts = list(_parts(folder, (db, keys, config), streams, decks))
    found = write_index(folder, parts)
    if as_json:
        print_json(found)
    else:
        rows = [(MARKS[part.ok], part.title, part.says) for part in parts]
        print_table(("", "part", "found"), rows, right=(), spare=())
        print_words()
        print_words(f"Written: {folder / 'index.html'}")
    return FAILED if any(part.ok is False for part in parts) else 0


def _parts(
    folder: Path, room: tuple[str | None, str | None, Path | None], streams: int, decks: int
) -> Iterator[Part]:
    """Every part of the evidence: a command that cannot be carried out is refused at once."""
    from croupier.cli import evidence_parts as make
    from croupier.cli.evidence_record import record, room_settings
    from croupier.sim.battery import check_size

    check_size(streams, decks)
    settings = room_settings(room)
    folder.mkdir(parents=True, exist_ok=True)
    yield make.sources(folder)
    for deck in (52, 54):
        yield make.shuffle(folder, deck, streams, decks)
    yield from make.returns(folder)
    yield make.rules(folder)
    yield make.threats(folder)
    yield record(folder, settings, room)


def _check_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise Refused("FIELD folder", f"{folder} is a file; name a new or empty folder")
    if folder.is_dir() and any(folder.iterdir()):
        raise Refused("FIELD folder", f"{folder} is not empty; name a new or empty folder")
