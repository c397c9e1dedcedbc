"""Facts about the cage, the inventories of tables and time charges; chips only in moves (A-96)."""

from datetime import datetime
from typing import Literal

from msgspec import field

from croupier.chips import Chips
from croupier.engine.accounts import Account, Accounts, Move
from croupier.room.cage.state import TableSlip
from croupier.room.house.people import Actor
from croupier.room.logbook import HouseFact, TableFact


class ChipsIssued(HouseFact, frozen=True, kw_only=True):
    """Chips were issued or retired."""

    visibility = "staff"
    witness: Actor
    day: str
    moves: tuple[Move, ...]


class CashMoved(HouseFact, frozen=True, kw_only=True):
    """Cash came into the drawer, or was taken away."""

    visibility = "staff"
    reason: str
    witness: Actor
    day: str
    moves: tuple[Move, ...]


class ChipsSold(HouseFact, frozen=True, kw_only=True):
    """A player bought chips at the cage, for cash or by a slip."""

    visibility = "staff"
    person: str
    day: str
    slip: str = ""  # its reference; empty for cash
    moves: tuple[Move, ...]


class ChipsAsked(HouseFact, frozen=True, kw_only=True):
    """A player asked for chips."""

    visibility = "staff"
    person: str
    table: str
    chips: Chips


class ChipsDeclined(HouseFact, frozen=True, kw_only=True):
    """A player did not get the chips that were asked for."""

    visibility = "staff"
    person: str
    reason: str


class BuyInApproved(HouseFact, frozen=True, kw_only=True):
    """A host gave a player chips on account, among friends."""

    visibility = "staff"
    person: str
    day: str
    moves: tuple[Move, ...]


class ChipsReturned(HouseFact, frozen=True, kw_only=True):
    """A player gave all chips on hand back, among friends."""

    visibility = "staff"
    person: str
    day: str
    moves: tuple[Move, ...]


class ChipsCashed(HouseFact, frozen=True, kw_only=True):
    """A player gave chips back and was paid."""

    visibility = "staff"
    person: str
    day: str
    moves: tuple[Move, ...]


class PromotionGiven(HouseFact, frozen=True, kw_only=True):
    """A player was given chips of the promotional drop."""

    visibility = "public"
    person: str
    reason: str
    witness: Actor
    day: str
    moves: tuple[Move, ...]


class TableBooked(HouseFact, frozen=True, kw_only=True):
    """A slip of a table was entered in the books."""

    visibility = "staff"
    table: str
    slip: TableSlip
    day: str
    moves: tuple[Move, ...] = ()


class SlipRequested(HouseFact, frozen=True, kw_only=True):
    """A fill or a credit was asked for."""

    visibility = "staff"
    number: int
    kind: str
    table: str
    chips: Chips


class FillPrepared(HouseFact, frozen=True, kw_only=True):
    """A fill left the cage with security."""

    visibility = "staff"
    number: int
    table: str
    witness: Actor
    day: str
    moves: tuple[Move, ...]


class CreditReceived(HouseFact, frozen=True, kw_only=True):
    """The cage received a credit."""

    visibility = "staff"
    number: int
    table: str
    witness: Actor
    day: str
    moves: tuple[Move, ...]


class SlipCancelled(HouseFact, frozen=True, kw_only=True):
    """A fill or a credit was not carried out."""

    visibility = "staff"
    number: int
    table: str
    reason: str
    day: str
    moves: tuple[Move, ...] = ()


class AccountCounted(HouseFact, frozen=True, kw_only=True):
    """The chips of the cage or the cash of its drawer were counted."""

    visibility = "staff"
    account: Account
    expected: Chips
    counted: Chips
    pieces: dict[int, int] = field(default_factory=dict)
    witness: Actor
    day: str


class DropCounted(HouseFact, frozen=True, kw_only=True):
    """A drop box was counted: the currency is in the drawer, the chips belong to the players."""

    visibility = "staff"
    table: str
    number: int
    expected_cash: Chips
    cash: Chips
    expected_chips: Chips
    chips: Chips
    witness: Actor
    day: str
    moves: tuple[Move, ...] = ()


class BooksCorrected(HouseFact, frozen=True, kw_only=True):
    """A difference was explained by two people, and the books follow the count."""

    visibility = "staff"
    number: int
    account: Account
    reason: str
    witness: Actor
    day: str
    moves: tuple[Move, ...]


class DayClosed(HouseFact, frozen=True, kw_only=True):
    """A gaming day is closed, with every account as it stood then."""

    visibility = "staff"
    day: str
    witness: Actor
    balances: Accounts


When = Literal["opening", "shift", "closing"]


class FillTaken(TableFact, frozen=True, kw_only=True):
    """Chips from the cage are in the inventory."""

    visibility = "public"
    number: int
    supervisor: Actor
    dealer: Actor | None = None  # who counted, if the supervisor gave the order
    moves: tuple[Move, ...]


class CreditSent(TableFact, frozen=True, kw_only=True):
    """Chips of the inventory are on their way to the cage."""

    visibility = "public"
    number: int
    supervisor: Actor
    dealer: Actor | None = None  # who counted, if the supervisor gave the order
    moves: tuple[Move, ...]


class InventoryCounted(TableFact, frozen=True, kw_only=True):
    """The inventory was counted."""

    visibility = "staff"
    when: When
    expected: Chips
    counted: Chips
    supervisor: Actor


class InventoryAdjusted(TableFact, frozen=True, kw_only=True):
    """A difference of the inventory was explained, and the books follow the count."""

    visibility = "staff"
    reason: str
    supervisor: Actor
    moves: tuple[Move, ...]


class DropRemoved(TableFact, frozen=True, kw_only=True):
    """The drop box left the table with everything in it."""

    visibility = "staff"
    number: int
    security: Actor
    moves: tuple[Move, ...] = ()


class TimeCharged(TableFact, frozen=True, kw_only=True):
    """A time charge went from the stacks to the rake area."""

    visibility = "public"
    since: datetime
    until: datetime
    basis: str
    people: dict[int, str]
    owed: dict[int, Chips]
    later: dict[int, Chips] = field(default_factory=dict)  # of players away with their stakes
    moves: tuple[Move, ...]


class TimeCollected(TableFact, frozen=True, kw_only=True):
    """A seat paid what it still owed of a time charge."""

    visibility = "public"
    seat: int
    moves: tuple[Move, ...]


class TimeExcused(TableFact, frozen=True, kw_only=True):
    """A seat was excused from the rest of a time charge."""

    visibility = "public"
    seat: int
    chips: Chips
    reason: str


class TimeVerified(TableFact, frozen=True, kw_only=True):
    """A verified time charge went from the rake area to the table inventory."""

    visibility = "public"
    since: datetime
    until: datetime
    expected: Chips
    moves: tuple[Move, ...]
