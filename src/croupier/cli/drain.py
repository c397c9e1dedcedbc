"""`croupier drain`: let a process give its tables away, before it is stopped or upgraded."""

import asyncio
from typing import Annotated

import typer

from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_words
from croupier.cli.stored import Db, KeyFile, Settings, settings_of

NAME = "drain"
EXAMPLES = (
    "\b\nExamples:\n  croupier drain lima/4711-3f2a --config room.toml\n"
    "  croupier drain lima/4711-3f2a --undo"
)


def run(
    process: Annotated[str, typer.Argument(help="The process, as `croupier processes` names it.")],
    undo: Annotated[bool, typer.Option("--undo", help="Let it take tables again.")] = False,
    db: Db = None,
    keys: KeyFile = None,
    config: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Move all tables off a process, each between two rounds.

    It takes no other tables until `--undo`.
    """
    from croupier.server.cluster.operations import Operator
    from croupier.server.store.database import make_engine

    operator = Operator(make_engine(settings_of(db, keys, config).db).url)
    asyncio.run(operator.drain(process, draining=not undo))
    if as_json:
        print_json({"process": process, "draining": not undo})
        return
    print_words(f"{process} takes tables again." if undo else f"{process} gives its tables away.")
