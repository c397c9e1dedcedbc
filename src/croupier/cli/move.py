"""`croupier move`: let another process serve a table."""

import asyncio
from typing import Annotated

import typer

from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_words
from croupier.cli.stored import Db, KeyFile, Settings, settings_of

NAME = "move"
EXAMPLES = "\b\nExamples:\n  croupier move 1 --to lima/4711-3f2a --config room.toml"


def run(
    table: Annotated[str, typer.Argument(help="The table, or `house`.")],
    to: Annotated[str, typer.Option(help="The process, as `croupier processes` names it.")],
    db: Db = None,
    keys: KeyFile = None,
    config: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Move a table to another process, between two rounds.

    The table stays with that process while it runs.
    """
    from croupier.server.cluster.operations import Operator
    from croupier.server.store.database import make_engine

    operator = Operator(make_engine(settings_of(db, keys, config).db).url)
    asyncio.run(operator.move(table, to))
    if as_json:
        print_json({"table": table, "to": to})
        return
    print_words(f"{table} goes to {to} after the round in play.")
