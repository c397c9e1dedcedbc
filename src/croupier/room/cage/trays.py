"""A table's inventory: fills and credits, counts, and the drop (POKER 14(b), A-96).

The documents name the table inventory container and say what goes into it; how chips get there and
back is left to the house. Two people sign at each end for everything that is carried.
"""

from msgspec.structs import replace

from croupier.chips import Chips, money
from croupier.engine.accounts import BANK, DROP, INVENTORY, Account
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.facts import (
    CreditSent,
    DropRemoved,
    FillTaken,
    InventoryAdjusted,
    InventoryCounted,
    When,
)
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.cage.state import Slip
from croupier.room.house.notices import check_words
from croupier.room.house.people import DEALER, FLOOR, HOUSE_DEALER, SECURITY, SHIFT, Actor
from croupier.room.house.state import House
from croupier.room.logbook import Command, Order, given_by
from croupier.room.table.state import Table, TableDeciders


@given_by(DEALER, "A-96", "take a fill", second={"supervisor": FLOOR})
class TakeFill(Command, frozen=True, kw_only=True):
    """Count a fill and put it into the inventory; a supervisor signs too."""

    number: int
    counted: Chips
    supervisor: Actor


@given_by(DEALER, "A-96", "send a credit", second={"supervisor": FLOOR})
class SendCredit(Command, frozen=True, kw_only=True):
    """Count a credit out of the inventory; a supervisor signs too."""

    number: int
    supervisor: Actor


@given_by(FLOOR, "A-96", "sign for a fill or a credit")
class SignSlip(Command, frozen=True, kw_only=True):
    """Sign beside the automated dealer for a fill or a credit that waits at its table."""

    number: int


@given_by(DEALER, "A-96", "count an inventory", second={"supervisor": FLOOR})
class CountInventory(Command, frozen=True, kw_only=True):
    """Count the inventory; a supervisor signs too."""

    when: When
    counted: Chips
    supervisor: Actor


@given_by(frozenset({"accounting"}), "A-96", "correct an inventory", second={"supervisor": SHIFT})
class AdjustInventory(Command, frozen=True, kw_only=True):
    """Explain a difference of the inventory; the books then follow the count."""

    reason: str
    supervisor: Actor


@given_by(FLOOR, "A-96", "take a drop box off", second={"security": SECURITY})
class RemoveDrop(Command, frozen=True, kw_only=True):
    """Take the drop box off the table, and give it to security."""

    security: Actor


def tray(table: Table) -> Account:
    """The account of a table's house chips: what it pays from, or where its rake goes."""
    return BANK if table.game.banked else INVENTORY


def inventory(table: Table) -> Chips:
    """What the inventory should hold."""
    return table.accounts.get(tray(table), Chips(0))


def _slip(table: Table, order: Order, house: House, status: str) -> Slip:
    """The fill or credit that an order names, or a refusal."""
    says = order.says
    kind = "fill" if isinstance(says, TakeFill) else "credit"
    slip: Slip | None = next((s for s in house.cage.slips if s.number == says.number), None)
    if slip is None or slip.table != table.name or slip.kind != kind:
        raise Refused("FIELD number", f"there is no {kind} {says.number} for table {table.name}")
    if slip.status != status or slip.number in table.tray.done:
        now = "done" if slip.number in table.tray.done else slip.status
        raise Refused(says.clause, f"{kind} {slip.number} is {now}, not {status}")
    return slip


def _take(table: Table, order: Order[TakeFill], house: House) -> list[Event]:
    says = order.says
    slip = _slip(table, order, house, "on the way")
    if says.counted != slip.chips:
        why = f"fill {slip.number} is {money(slip.chips)}, and {money(says.counted)} was counted"
        raise Refused(says.clause, f"{why}: the two must agree")
    moves = transfer(CAGE, tray(table), slip.chips)
    return [
        FillTaken(clause=says.clause, number=slip.number, supervisor=says.supervisor, moves=moves)
    ]


def _send(table: Table, order: Order[SendCredit], house: House) -> list[Event]:
    says = order.says
    slip = _slip(table, order, house, "requested")
    if slip.chips > inventory(table):
        why = f"the inventory of table {table.name} holds {money(inventory(table))}"
        raise Refused(says.clause, f"{why}, not {money(slip.chips)}")
    moves = transfer(tray(table), CAGE, slip.chips)
    return [
        CreditSent(clause=says.clause, number=slip.number, supervisor=says.supervisor, moves=moves)
    ]


def _sign(table: Table, order: Order[SignSlip], house: House) -> list[Event]:
    slip = next((one for one in house.cage.slips if one.number == order.says.number), None)
    if slip is None or slip.table != table.name:
        raise Refused("FIELD number", f"no slip {order.says.number} waits at table {table.name}")
    if table.dealt_by_person:
        raise Refused(order.says.clause, "the dealer of this table counts, and a supervisor signs")
    if slip.kind == "fill":
        fill = TakeFill(number=slip.number, counted=slip.chips, supervisor=order.by)
        [fact] = _take(table, Order(order.at, HOUSE_DEALER, fill), house)
    else:
        credit = SendCredit(number=slip.number, supervisor=order.by)
        [fact] = _send(table, Order(order.at, HOUSE_DEALER, credit), house)
    return [replace(fact, dealer=HOUSE_DEALER)]


def _count(table: Table, order: Order[CountInventory], house: House) -> list[Event]:
    says = order.says
    table.check_between("POKER 1 round of play")
    if says.counted < 0:
        raise Refused("FIELD counted", "a count must not be negative")
    return [
        InventoryCounted(
            clause=says.clause,
            when=says.when,
            expected=inventory(table),
            counted=says.counted,
            supervisor=says.supervisor,
        )
    ]


def _adjust(table: Table, order: Order[AdjustInventory], house: House) -> list[Event]:
    says = order.says
    table.check_between("POKER 1 round of play")
    check_words(says.clause, reason=says.reason)
    off, place = table.tray.off, tray(table)
    if not off:
        raise Refused(says.clause, f"the last count of table {table.name} agrees with the books")
    if -off > max(inventory(table), 0):
        raise Refused(says.clause, "chips have left the inventory: it must be counted again first")
    moves = transfer(CAGE, place, off) if off > 0 else transfer(place, CAGE, -off)
    return [
        InventoryAdjusted(
            clause=says.clause, reason=says.reason, supervisor=says.supervisor, moves=moves
        )
    ]


def _remove(table: Table, order: Order[RemoveDrop], house: House) -> list[Event]:
    says = order.says
    table.check_between("POKER 1 round of play")
    moves = transfer(DROP, CAGE, table.accounts.get(DROP, Chips(0)))
    number = table.tray.drops + 1
    return [DropRemoved(clause=says.clause, number=number, security=says.security, moves=moves)]


DECIDE: TableDeciders = {
    TakeFill: _take,
    SendCredit: _send,
    SignSlip: _sign,
    CountInventory: _count,
    AdjustInventory: _adjust,
    RemoveDrop: _remove,
}
