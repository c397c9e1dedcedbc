"""What is told of the cage: chips and cash only in moves, and who signed (A-96)."""

from msgspec import field

from croupier.chips import Chips
from croupier.engine.accounts import Account, Accounts, Move
from croupier.engine.event import Event
from croupier.room.cage.state import TableSlip
from croupier.room.house.people import Actor


class ChipsIssued(Event, frozen=True, kw_only=True):
    """Chips came into use, or went out of it."""

    witness: Actor
    day: str
    moves: tuple[Move, ...]


class CashMoved(Event, frozen=True, kw_only=True):
    """Cash came into the drawer, or was taken away."""

    reason: str
    witness: Actor
    day: str
    moves: tuple[Move, ...]


class ChipsSold(Event, frozen=True, kw_only=True):
    """A player bought chips at the cage."""

    person: str
    day: str
    moves: tuple[Move, ...]


class ChipsCashed(Event, frozen=True, kw_only=True):
    """A player gave chips back and was paid."""

    person: str
    day: str
    moves: tuple[Move, ...]


class PromotionGiven(Event, frozen=True, kw_only=True):
    """A player was given chips of the promotional drop."""

    person: str
    reason: str
    witness: Actor
    day: str
    moves: tuple[Move, ...]


class TableBooked(Event, frozen=True, kw_only=True):
    """The books hold one more slip of a table."""

    table: str
    slip: TableSlip
    day: str
    moves: tuple[Move, ...] = ()


class SlipRequested(Event, frozen=True, kw_only=True):
    """A fill or a credit was asked for."""

    number: int
    kind: str
    table: str
    chips: Chips


class FillPrepared(Event, frozen=True, kw_only=True):
    """A fill left the cage with security."""

    number: int
    table: str
    witness: Actor
    day: str
    moves: tuple[Move, ...]


class CreditReceived(Event, frozen=True, kw_only=True):
    """A credit came to the cage."""

    number: int
    table: str
    witness: Actor
    day: str
    moves: tuple[Move, ...]


class SlipCancelled(Event, frozen=True, kw_only=True):
    """A fill or a credit was not carried out."""

    number: int
    table: str
    reason: str
    day: str
    moves: tuple[Move, ...] = ()


class AccountCounted(Event, frozen=True, kw_only=True):
    """The chips of the cage or the cash of its drawer were counted."""

    account: Account
    expected: Chips
    counted: Chips
    pieces: dict[int, int] = field(default_factory=dict)
    witness: Actor
    day: str


class DropCounted(Event, frozen=True, kw_only=True):
    """A drop box was counted: the currency is in the drawer, the chips are the players'."""

    table: str
    number: int
    expected_cash: Chips
    cash: Chips
    expected_chips: Chips
    chips: Chips
    witness: Actor
    day: str
    moves: tuple[Move, ...] = ()


class BooksCorrected(Event, frozen=True, kw_only=True):
    """A difference was explained by two people, and the books follow the count."""

    number: int
    account: Account
    reason: str
    witness: Actor
    day: str
    moves: tuple[Move, ...]


class DayClosed(Event, frozen=True, kw_only=True):
    """A gaming day is closed, with every account as it stood then."""

    day: str
    witness: Actor
    balances: Accounts


Fact = (
    ChipsIssued
    | CashMoved
    | ChipsSold
    | ChipsCashed
    | PromotionGiven
    | TableBooked
    | SlipRequested
    | FillPrepared
    | CreditReceived
    | SlipCancelled
    | AccountCounted
    | DropCounted
    | BooksCorrected
    | DayClosed
)
