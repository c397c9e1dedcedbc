"""A table's inventory: fills and credits, counts, and the drop (POKER 14(b), A-96).

The documents name the table inventory container and say what goes into it; how chips get there and
back, they leave to the house. Whatever is carried is signed by two people at either end.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.chips import Chips, money
from croupier.engine.accounts import BANK, DROP, INVENTORY, Account, Move
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.cage.state import Slip
from croupier.room.house.notices import check_words
from croupier.room.house.people import DEALER, FLOOR, SECURITY, SHIFT, Actor, Role, Signers
from croupier.room.logbook import Command, Entry, Order

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife

When = Literal["opening", "shift", "closing"]


class Tray(Struct, frozen=True, kw_only=True):
    """What a table remembers of its inventory."""

    done: frozenset[int] = frozenset()  # the numbers of fills and credits that were carried out
    drops: int = 0  # how many drop boxes were taken off
    off: Chips = Chips(0)  # by how much the last count differed; nothing once it is explained


class TakeFill(Command, frozen=True, kw_only=True):
    """The dealer counts a fill and puts it into the inventory; a supervisor signs too."""

    number: int
    counted: Chips
    supervisor: Actor
    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "take a fill"
    second: ClassVar[Signers] = {"supervisor": FLOOR}


class SendCredit(Command, frozen=True, kw_only=True):
    """The dealer counts a credit out of the inventory; a supervisor signs too."""

    number: int
    supervisor: Actor
    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "send a credit"
    second: ClassVar[Signers] = {"supervisor": FLOOR}


class CountInventory(Command, frozen=True, kw_only=True):
    """The dealer counts the inventory; a supervisor signs too."""

    when: When
    counted: Chips
    supervisor: Actor
    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "count an inventory"
    second: ClassVar[Signers] = {"supervisor": FLOOR}


class AdjustInventory(Command, frozen=True, kw_only=True):
    """Accounting explains a difference of the inventory, and the books follow the count."""

    reason: str
    supervisor: Actor
    roles: ClassVar[frozenset[Role]] = frozenset({"accounting"})
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "correct an inventory"
    second: ClassVar[Signers] = {"supervisor": SHIFT}


class RemoveDrop(Command, frozen=True, kw_only=True):
    """Take the drop box off the table, and give it to security."""

    security: Actor
    roles: ClassVar[frozenset[Role]] = FLOOR
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "take a drop box off"
    second: ClassVar[Signers] = {"security": SECURITY}


class FillTaken(Event, frozen=True, kw_only=True):
    """Chips from the cage are in the inventory."""

    number: int
    supervisor: Actor
    moves: tuple[Move, ...]


class CreditSent(Event, frozen=True, kw_only=True):
    """Chips of the inventory are on their way to the cage."""

    number: int
    supervisor: Actor
    moves: tuple[Move, ...]


class InventoryCounted(Event, frozen=True, kw_only=True):
    """The inventory was counted."""

    when: When
    expected: Chips
    counted: Chips
    supervisor: Actor


class InventoryAdjusted(Event, frozen=True, kw_only=True):
    """A difference of the inventory was explained, and the books follow the count."""

    reason: str
    supervisor: Actor
    moves: tuple[Move, ...]


class DropRemoved(Event, frozen=True, kw_only=True):
    """The drop box left the table with everything in it."""

    number: int
    security: Actor
    moves: tuple[Move, ...] = ()


Fact = FillTaken | CreditSent | InventoryCounted | InventoryAdjusted | DropRemoved


def tray(life: "TableLife") -> Account:
    """Where a table keeps the chips of the house: what it pays from, or where its rake lies."""
    return BANK if life.game.banked else INVENTORY


def inventory(life: "TableLife") -> Chips:
    """What should lie in the inventory."""
    return life.accounts.get(tray(life), Chips(0))


def _slip(life: "TableLife", order: Order, house: "House", status: str) -> Slip:
    """The fill or credit that an order speaks of, or a refusal."""
    says = order.says
    kind = "fill" if isinstance(says, TakeFill) else "credit"
    slip: Slip | None = next((s for s in house.cage.slips if s.number == says.number), None)
    if slip is None or slip.table != life.name or slip.kind != kind:
        raise Refused("FIELD number", f"there is no {kind} {says.number} for table {life.name}")
    if slip.status != status or slip.number in life.tray.done:
        now = "done" if slip.number in life.tray.done else slip.status
        raise Refused(says.clause, f"{kind} {slip.number} is {now}, not {status}")
    return slip


def _take(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: TakeFill = order.says
    slip = _slip(life, order, house, "on the way")
    if says.counted != slip.chips:
        why = f"fill {slip.number} is {money(slip.chips)}, and {money(says.counted)} was counted"
        raise Refused(says.clause, f"{why}: nobody signs")
    moves = transfer(CAGE, tray(life), slip.chips)
    return [
        FillTaken(clause=says.clause, number=slip.number, supervisor=says.supervisor, moves=moves)
    ]


def _send(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: SendCredit = order.says
    slip = _slip(life, order, house, "requested")
    if slip.chips > inventory(life):
        why = f"the inventory of table {life.name} holds {money(inventory(life))}"
        raise Refused(says.clause, f"{why}, not {money(slip.chips)}")
    moves = transfer(tray(life), CAGE, slip.chips)
    return [
        CreditSent(clause=says.clause, number=slip.number, supervisor=says.supervisor, moves=moves)
    ]


def _count(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: CountInventory = order.says
    life.check_between("POKER 1 round of play")
    if says.counted < 0:
        raise Refused("FIELD counted", "a count is not negative")
    return [
        InventoryCounted(
            clause=says.clause,
            when=says.when,
            expected=inventory(life),
            counted=says.counted,
            supervisor=says.supervisor,
        )
    ]


def _adjust(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: AdjustInventory = order.says
    life.check_between("POKER 1 round of play")
    check_words(says.clause, reason=says.reason)
    off, place = life.tray.off, tray(life)
    if not off:
        raise Refused(says.clause, f"no count of table {life.name} differs from the books")
    if -off > max(inventory(life), 0):
        raise Refused(says.clause, "the inventory is counted again first: chips have left it")
    moves = transfer(CAGE, place, off) if off > 0 else transfer(place, CAGE, -off)
    return [
        InventoryAdjusted(
            clause=says.clause, reason=says.reason, supervisor=says.supervisor, moves=moves
        )
    ]


def _remove(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: RemoveDrop = order.says
    life.check_between("POKER 1 round of play")
    moves = transfer(DROP, CAGE, life.accounts.get(DROP, Chips(0)))
    number = life.tray.drops + 1
    return [DropRemoved(clause=says.clause, number=number, security=says.security, moves=moves)]


DECIDE: dict[type, Callable[["TableLife", Order, "House"], list[Any]]] = {
    TakeFill: _take,
    SendCredit: _send,
    CountInventory: _count,
    AdjustInventory: _adjust,
    RemoveDrop: _remove,
}


def _changed(life: "TableLife", **changes: Any) -> "TableLife":
    return replace(life, tray=replace(life.tray, **changes))


def _carried(life: "TableLife", entry: Entry) -> "TableLife":
    return _changed(life, done=life.tray.done | {entry.fact.number})


def _counted(life: "TableLife", entry: Entry) -> "TableLife":
    return _changed(life, off=Chips(entry.fact.counted - entry.fact.expected))


def _adjusted(life: "TableLife", entry: Entry) -> "TableLife":
    return _changed(life, off=Chips(0))


def _removed(life: "TableLife", entry: Entry) -> "TableLife":
    return _changed(life, drops=entry.fact.number)


EVOLVE: dict[type, Callable[["TableLife", Entry], "TableLife"]] = {
    FillTaken: _carried,
    CreditSent: _carried,
    InventoryCounted: _counted,
    InventoryAdjusted: _adjusted,
    DropRemoved: _removed,
}
