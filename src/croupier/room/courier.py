"""The courier between logs: slips for the cage, made from a table's log (A-96).

In the ledger of a table the cage is everything outside. A slip says what it was: a player's chips,
a fill, a drop box. Each is made from one line of the log alone, so it can always be made again.
"""

from collections.abc import Iterator

from croupier.chips import Chips
from croupier.engine.accounts import Move
from croupier.room.cage.facts import (
    CreditSent,
    DropRemoved,
    FillTaken,
    InventoryAdjusted,
    InventoryCounted,
)
from croupier.room.cage.ledger import CAGE
from croupier.room.cage.state import SlipKind, TableSlip
from croupier.room.conduct.facts import RemovedPlayerLeft
from croupier.room.funds.facts import BoxCounted, BoxSent
from croupier.room.logbook import Entry
from croupier.room.seating.facts import Bought, SeatLeft, StakeHeld, StakeRestored
from croupier.room.table.facts import TableClosed


def slips_of(line: int, entry: Entry) -> list[TableSlip]:
    """The slips of one line of a log; most lines have none."""
    match entry.fact:
        case FillTaken() | CreditSent() as fact:
            kind: SlipKind = "fill" if isinstance(fact, FillTaken) else "credit"
            signed = ((fact.dealer or entry.by).name, fact.supervisor.name)
            found = {"number": fact.number, "signed": signed}
            return [_slip(line, kind, sum(_signed(fact.moves)), **found)]
        case DropRemoved() as fact:
            signed = (entry.by.name, fact.security.name)
            chips = sum(_signed(fact.moves))
            return [_slip(line, "drop", chips, number=fact.number, signed=signed)]
        case InventoryCounted() as fact:
            return [_slip(line, "count", 0, expected=fact.expected, counted=fact.counted)]
        case InventoryAdjusted() as fact:
            return [_slip(line, "correction", sum(_signed(fact.moves)))]
        case Bought(form="currency" | "coin") as fact:
            return [_slip(line, "currency", sum(_signed(fact.moves)), person=fact.person)]
        case Bought() | SeatLeft() | StakeHeld() | StakeRestored() | RemovedPlayerLeft() as fact:
            stakes = _signed(fact.moves)
            return [_slip(line, "stake", chips, person=fact.person) for chips in stakes]
        case TableClosed() as fact:
            return [
                _slip(line, "stake" if person else "seed", -move.chips, person=person)
                for move in fact.moves
                for person in [fact.people.get(int(move.source.partition(":")[2]), "")]
            ]
        case BoxCounted() | BoxSent() as fact:
            return [_slip(line, "box", chips) for chips in _signed(fact.moves)]
        case fact:
            return [_slip(line, "seed", chips) for chips in _signed(getattr(fact, "moves", ()))]


def _slip(line: int, kind: SlipKind, chips: int, **more: object) -> TableSlip:
    return TableSlip(line=line, kind=kind, chips=Chips(chips), **more)  # type: ignore[arg-type]  # its other fields


def _signed(moves: tuple[Move, ...]) -> Iterator[int]:
    """What each move brought to the table, or took away from it."""
    for move in moves:
        if CAGE in (move.source, move.target):
            yield move.chips if move.source == CAGE else -move.chips
