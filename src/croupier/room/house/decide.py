"""The house: what its tables share. Approvals, waiting lists, funds, and who may not play.

It has a log of its own, and the same shape as a table: `decide` refuses or tells, `evolve` never
refuses. A table reads the house when it decides, never when it replays.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, time
from functools import reduce
from operator import or_
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.engine.accounts import Accounts
from croupier.room.cage import evolve as cage
from croupier.room.cage.closing import check_books
from croupier.room.cage.evolve import Cage
from croupier.room.cage.ledger import post
from croupier.room.custody import distribution
from croupier.room.custody.distribution import Allotment
from croupier.room.funds import decide as funds
from croupier.room.funds.decide import Funds
from croupier.room.house import disclosure as openings
from croupier.room.house import exclusions, submissions
from croupier.room.house.days import day_of
from croupier.room.house.disclosure import Openings
from croupier.room.house.exclusions import Exclusions
from croupier.room.house.submissions import Submissions
from croupier.room.logbook import Entry, Order, Procedure, check_order, check_signed, entry_codec
from croupier.room.seating import waiting
from croupier.room.seating.waiting import WaitingLists


class House(Struct, frozen=True, kw_only=True):
    """Everything that is true of the room besides its tables."""

    day_starts: time = time(6, 0)
    shifts: int = 3
    count_minutes: int = 60  # how old a count of the cage may be when a day is closed
    accounts: Accounts = {}
    distribution: dict[str, Allotment] = {}  # by table, the latest
    waiting: WaitingLists = WaitingLists()
    submissions: Submissions = Submissions()
    exclusions: Exclusions = Exclusions()
    funds: Funds = Funds()
    cage: Cage = Cage()
    openings: Openings = {}


PARTS: tuple[Any, ...] = (distribution, waiting, submissions, exclusions, funds, cage, openings)
_DECIDE: dict[type, Callable[[House, Order], list[Any]]] = {}
_EVOLVE: dict[type, Callable[[House, Entry], House]] = {}
for _part in PARTS:
    _DECIDE |= _part.DECIDE
    _EVOLVE |= _part.EVOLVE

COMMANDS = tuple(_DECIDE)
write_entry, read_entry = entry_codec(reduce(or_, (part.Fact for part in PARTS)))


def decide(house: House, order: Order) -> list[Entry]:
    """Say what an order amounts to, or refuse it; nothing changes here."""
    check_order(order)
    check_signed(order)
    facts = _DECIDE[type(order.says)](house, order)
    check_books(house, order, facts)
    return [Entry(order.at, order.by, fact) for fact in facts]


def evolve(house: House, entry: Entry) -> House:
    """The house after one more line of its log."""
    moves = getattr(entry.fact, "moves", ())
    if moves:
        house = replace(house, accounts=post(house.accounts, moves))
    return _EVOLVE[type(entry.fact)](house, entry)


def obey(house: House, order: Order) -> tuple[House, list[Entry]]:
    """Carry an order out: the house afterwards, and what goes into its log."""
    entries = decide(house, order)
    for entry in entries:
        house = evolve(house, entry)
    return house, entries


def replay(entries: Iterable[Entry]) -> House:
    """Fold a log back into its house."""
    house = House()
    for entry in entries:
        house = evolve(house, entry)
    return house


def gaming_day(house: House, at: datetime) -> str:
    """The gaming day a moment belongs to, as the date it began on (A-86)."""
    return day_of(house.day_starts, at)


def due(house: House, at: datetime) -> list[Procedure]:
    """What the house must do, whatever its tables do; the most pressing first."""
    found = [due for part in PARTS if hasattr(part, "due") for due in part.due(house, at)]
    return sorted(found, key=lambda due: due.by)
