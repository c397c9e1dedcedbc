"""What a log in service keeps of its past: the state, and what people look up without reading on.

Between two of these moments the recent lines are at hand, so that what is kept and what is recent
are the whole log together.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import time
from typing import Generic, TypeVar

import msgspec
from msgspec import Raw, Struct

from croupier.room.cage.state import TableSlip
from croupier.room.house.state import House
from croupier.room.logbook import Entry
from croupier.room.table.state import Table
from croupier.room.table.written import WrittenTable
from croupier.server.store.finished import finished, round_row
from croupier.server.store.snapshots import Keep, version_of
from croupier.server.tables.broadcast import Opened
from croupier.views.entry import hides_cards, seen_entry
from croupier.views.reports.definition import Book
from croupier.views.reports.incidents import Incident
from croupier.views.reports.running_sums import Amounts, added, amounts

INCIDENTS = 500  # of the staff's log that are kept at hand
KEPT_EVERY = 200  # lines of a table's log
HOUSE_EVERY = 500  # lines of the house's log
REPLAYED_EVERY = 2000  # lines of a log that is read whole, once

State = TypeVar("State")


class TableMemory(Struct, frozen=True):
    """What is kept of a table."""

    table: Raw
    rounds: tuple[Opened, ...]
    incidents: tuple[Incident, ...]
    sealed: int  # the line that sealed the deck before the dealer
    waiting: tuple[TableSlip, ...]  # not in the books of the house yet
    slips: tuple[Raw, ...]  # lines whose slips the house has not taken in


class HouseMemory(Struct, frozen=True):
    """What is kept of the house."""

    house: House
    incidents: tuple[Incident, ...]


class Recent(Generic[State]):
    """The lines of a log after the one up to which it is kept."""

    def __init__(
        self,
        before: State,
        dawn: time,
        after: int = 0,
        *,
        new: bool = True,
        retired: Amounts = {},  # noqa: B006  # nothing changes it
    ) -> None:
        """Begin after this line, with the state of the log there; `new`: nothing is kept.

        Of a log whose first lines were retired their sums are known.
        """
        self.before, self.dawn, self.after, self.new = before, dawn, after, new
        self.retired = retired
        self.entries: list[Entry] = []
        self.full = False  # to be kept as soon as possible


def table_version(dawn: time) -> str:
    """The version of what is kept of a table; sums depend on when gaming days begin."""
    return f"{version_of(WrittenTable, TableMemory)} {dawn:%H:%M} {dawn.tzinfo or ''}".strip()


def house_version() -> str:
    """The version of what is kept of the house."""
    return version_of(HouseMemory)


def table_sums(
    name: str, entries: Sequence[Entry], dawn: time
) -> Counter[tuple[str, str, str, str]]:
    """The sums of a part of a table's log for the books; hidden cards have no part in them."""
    seen = [seen_entry(one) if hides_cards(one.fact) else one for one in entries]
    return amounts(Book(tables={name: seen}, day_starts=dawn))


def house_sums(entries: Sequence[Entry], dawn: time) -> Counter[tuple[str, str, str, str]]:
    """The sums of a part of the house's log for the books."""
    return amounts(Book(house=entries, day_starts=dawn))


def keep_table(recent: Recent[Table], upto: int, memory: TableMemory) -> Keep:
    """What is kept of a table whose rounds are over."""
    dawn = recent.dawn
    rounds = finished(recent.before, recent.after, recent.entries)
    return Keep(
        upto=upto,
        version=table_version(dawn),
        state=msgspec.json.encode(memory),
        sums=added(recent.retired, table_sums(recent.before.name, recent.entries, dawn)),
        rounds=[round_row(kept, dawn) for kept in rounds],
        anew=recent.new,
    )


def keep_house(recent: Recent[House], upto: int, house: House, shown: Sequence[Incident]) -> Keep:
    """What is kept of the house."""
    return Keep(
        upto=upto,
        version=house_version(),
        state=msgspec.json.encode(HouseMemory(house, tuple(shown))),
        sums=house_sums(recent.entries, recent.dawn),
        anew=recent.new,
    )
