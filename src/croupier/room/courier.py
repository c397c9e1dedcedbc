"""The courier between logs: what a line of one log asks of another log.

No transaction spans two logs. So all that goes from one to another is made from lines that are
written, and can be made again: the cage's books of a table, fills and credits, verified bad beats,
removals. The other log says what has arrived.
"""

from collections.abc import Iterator

from croupier.chips import Chips
from croupier.engine.accounts import Move
from croupier.engine.event import RoundEvent
from croupier.room.cage.facts import (
    CreditSent,
    DropRemoved,
    FillTaken,
    InventoryAdjusted,
    InventoryCounted,
)
from croupier.room.cage.ledger import CAGE
from croupier.room.cage.state import SlipKind, TableSlip
from croupier.room.cage.trays import SendCredit, TakeFill, inventory
from croupier.room.conduct.facts import PlayerRemoved, RemovedPlayerLeft
from croupier.room.conduct.orders import RemovePlayer
from croupier.room.custody.chores import HOUSE_FLOOR
from croupier.room.custody.facts import HandsVoided
from croupier.room.funds.facts import BadBeatVerified, BoxCounted, BoxSent
from croupier.room.funds.payouts import AwardBadBeat
from croupier.room.funds.state import BeatSlip, BoxSlip
from croupier.room.house.orders import ExcludePlayer
from croupier.room.house.state import House, Removal
from croupier.room.logbook import Entry, Order
from croupier.room.seating.facts import Bought, SeatLeft, StakeHeld, StakeRestored
from croupier.room.table.facts import TableClosed
from croupier.room.table.state import Table

Slip = BoxSlip | BeatSlip | Removal  # what a table makes out for the house


# --- from a table to the cage's books (A-96) -----------------------------------------------------


def slips_of(line: int, entry: Entry) -> list[TableSlip]:
    """What one line of a table's log says of the cage, which is all that lies outside the table.

    A slip says what the chips were: a player's, a fill, a drop box. Most lines have none.
    """
    match entry.fact:
        case RoundEvent() as fact:  # most lines, and none of those below
            return [_slip(line, "seed", chips) for chips in _signed(getattr(fact, "moves", ()))]
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
        case HandsVoided() as fact:
            paid = zip(_signed(fact.moves), fact.people.values(), strict=True)
            return [_slip(line, "stake", chips, person=person) for chips, person in paid]
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


# --- from a table to the house -------------------------------------------------------------------


def handed_in(entry: Entry, house: House) -> Order | None:
    """The order to the house that goes with a line of a table's log, unless it was given before.

    The person who signed a removal or a bad beat at the table hands it in.
    """
    fact = entry.fact
    if isinstance(fact, PlayerRemoved) and is_pending(fact.slip, house):
        return Order(entry.at, entry.by, ExcludePlayer(slip=fact.slip))
    if isinstance(fact, BadBeatVerified) and is_pending(fact.slip, house):
        return Order(entry.at, entry.by, AwardBadBeat(slip=fact.slip))
    return None


def is_pending(slip: Slip, house: House) -> bool:
    """Whether the house has not taken in a slip yet; a private game hands in no removals."""
    if isinstance(slip, Removal):
        return slip.table not in house.games and not _is_excluded(slip, house)
    return slip.key not in house.funds.slips


def _is_excluded(slip: Removal, house: House) -> bool:
    lifted = house.exclusions.lifted.get(slip.person)
    return slip.person in house.exclusions.out or (lifted is not None and lifted > slip.at)


# --- from a table to the other tables ------------------------------------------------------------


def removed_too(table: Table, slip: Removal) -> RemovePlayer | None:
    """The order that removes, at this table too, a player who was removed at another one."""
    if slip.table == table.name:
        return None
    for seat, held in table.seats.items():
        if held.person == slip.person and seat not in table.conduct.leaving:
            notice = slip.notice if table.game.document.notifies_of_removals else None
            cause = f"removed at table {slip.table}: {slip.cause}"
            return RemovePlayer(seat=seat, cause=cause, notice=notice, follows=slip.table)
    return None


# --- from the house to a table -------------------------------------------------------------------


def next_slip(table: Table, house: House) -> TakeFill | SendCredit | None:
    """The fill or credit that the dealer of a virtual table signs now, with the house's floor."""
    for slip in house.cage.slips:
        if slip.table != table.name or slip.number in table.tray.done:
            continue
        if slip.kind == "fill" and slip.status == "on the way":
            return TakeFill(number=slip.number, counted=slip.chips, supervisor=HOUSE_FLOOR)
        if slip.kind == "credit" and slip.status == "requested" and slip.chips <= inventory(table):
            return SendCredit(number=slip.number, supervisor=HOUSE_FLOOR)
    return None
