"""`croupier processes`: which processes share a room, and which tables each of them has."""

import asyncio

from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_words
from croupier.cli.stored import Db, KeyFile, Settings, settings_of

NAME = "processes"
EXAMPLES = (
    "\b\nExamples:\n  croupier processes --db postgresql://...\n"
    "  croupier processes --config room.toml --json"
)


def run(
    db: Db = None, keys: KeyFile = None, config: Settings = None, as_json: AsJson = False
) -> None:
    """List the processes that share a room, and their tables.

    `croupier serve --workers N` starts them.
    """
    from croupier.server.cluster.operations import Operator
    from croupier.server.store.database import make_engine

    operator = Operator(make_engine(settings_of(db, keys, config).db).url)
    found = asyncio.run(operator.look())
    if as_json:
        print_json(found)
        return
    for one in found.processes:
        state = " (gone)" if not one.alive else " (drains)" if one.draining else ""
        has = ", ".join(one.has) or "nothing"
        print_words(f"{one.name} at {one.address}, version {one.version}{state}: {has}")
    if not found.processes:
        print_words("No process shares this room.")
    if found.without_owner:
        print_words(f"Without a process: {', '.join(found.without_owner)}")
