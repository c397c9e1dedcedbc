"""`croupier sealed-file`: write the regulator's file of a round, with its whole deck."""

import asyncio
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_words
from croupier.cli.stored import Db, KeyFile, Settings, engine_of, settings_of
from croupier.cli.verify import MAGIC
from croupier.refused import Refused
from croupier.room.logbook import Entry
from croupier.room.table import evolve as life
from croupier.views.fairness.fairness_file import NOT_SEALED, SealedFile, is_over, sealed_rounds

NAME = "sealed-file"
EXAMPLES = (
    "\b\nExamples:\n  croupier sealed-file holdem 12 round-12.sealed"
    "\n  croupier sealed-file 1 3 a.sealed --db sqlite:///room.db --keys room.keys"
)


def run(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The name of the table.")],
    number: Annotated[int, typer.Argument(metavar="ROUND", help="The number of the round.")],
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    db: Db = None,
    keys: KeyFile = None,
    config: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Write the whole deck of a finished round to a sealed file.

    FILE is encrypted with a new key, written to FILE.key: send the two separately. This needs
    the room's database and key file, and refuses a round that is still in play.
    """
    from croupier.server.store.database import Store
    from croupier.server.store.keys import Keys, load_keys, write_secret
    from croupier.server.store.lines import stream_of

    settings = settings_of(db, keys, config)
    beside = path.with_name(path.name + ".key")
    for there in (path, beside):
        if there.exists():
            raise Refused("FIELD path", f"{there.name} already exists")
    if not Path(settings.keys).exists():
        raise Refused("FIELD keys", f"there is no key file {settings.keys}")

    async def read() -> list[Entry]:
        async with engine_of(settings) as engine:
            store = Store(engine, load_keys(Path(settings.keys)))
            return [life.read_entry(line) async for _, line in store.read(stream_of(table))]

    file = _round(table, number, asyncio.run(read()))
    fresh = Keys.fresh()
    write_secret(beside, fresh.sealing.hex().encode() + b"\n")
    write_secret(path, MAGIC + fresh.seal(msgspec.json.encode(file), MAGIC))
    if as_json:
        print_json({"file": str(path), "key": str(beside), "table": table, "round": number})
    else:
        print_words(f"Round {number} of table {table} is in {path.name}, its key in {beside.name}.")


def _round(table: str, number: int, log: list[Entry]) -> SealedFile:
    """The round with this number; if it was dealt again, the last deal."""
    if not log:
        raise Refused("FIELD table", f"there is no table {table[:40]!r}")
    found = [one for one in sealed_rounds(table, log) if one.round == number]
    if not found:
        raise Refused("FIELD round", f"table {table} has played no round {number}")
    if not is_over(found[-1].log):
        raise Refused("FIELD round", f"round {number} is in play: its hidden cards cannot be read")
    if not found[-1].shuffles:
        raise Refused("FIELD round", f"round {number} was {NOT_SEALED}")
    return found[-1]
