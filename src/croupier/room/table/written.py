"""A table between two rounds, written down whole and read back.

The round before is left out: this is for the moment when the next line opens another one, which
takes its place.
"""

from collections.abc import Callable
from typing import get_type_hints

import msgspec

from croupier.room.table.state import Table
from croupier.rules.game import Game

LEFT_OUT = ("game", "round", "awards")  # the game is written as its key
_KEPT = [(name, kind) for name, kind in get_type_hints(Table).items() if name not in LEFT_OUT]
WrittenTable = msgspec.defstruct("WrittenTable", [("key", str), *_KEPT], frozen=True)

_decoder = msgspec.json.Decoder(WrittenTable)


def between(table: Table) -> Table:
    """The table without the round that is over."""
    return msgspec.structs.replace(table, round=None, awards=())


def write_table(table: Table) -> bytes:
    """Everything that is true of a table, but its last round."""
    kept = {name: getattr(table, name) for name, _ in _KEPT}
    return msgspec.json.encode(WrittenTable(key=table.game.key, **kept))


def read_table(body: bytes | msgspec.Raw, find: Callable[[str], Game]) -> Table:
    """A table that was written down; `find` gives the game of a key."""
    found = _decoder.decode(body)
    kept = {name: getattr(found, name) for name in WrittenTable.__struct_fields__}
    return Table(game=find(kept.pop("key")), **kept)
