"""What may be ordered of the cage; the order names who signs beside the speaker (A-96)."""

from typing import ClassVar

from msgspec import field

from croupier.chips import Chips
from croupier.engine.accounts import Account
from croupier.room.cage.state import TableSlip
from croupier.room.funds.orders import ACCOUNTING, CASHIERS
from croupier.room.house.people import FLOOR, SECURITY, SHIFT, Actor, Role, Signers
from croupier.room.logbook import Command

BOOKS: frozenset[Role] = ACCOUNTING | CASHIERS
WITNESSES: frozenset[Role] = BOOKS | SHIFT


class IssueChips(Command, frozen=True, kw_only=True):
    """Bring chips into the cage's inventory, or, below zero, take them out of use."""

    chips: Chips
    witness: Actor
    roles: ClassVar[frozenset[Role]] = ACCOUNTING
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "issue or retire chips"
    second: ClassVar[Signers] = {"witness": WITNESSES}


class MoveCash(Command, frozen=True, kw_only=True):
    """Bring cash into the drawer, or, below zero, take it away."""

    cash: Chips
    reason: str
    witness: Actor
    roles: ClassVar[frozenset[Role]] = ACCOUNTING
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "move cash of the drawer"
    second: ClassVar[Signers] = {"witness": WITNESSES}


class SellChips(Command, frozen=True, kw_only=True):
    """Sell chips to a player for cash."""

    person: str
    chips: Chips
    roles: ClassVar[frozenset[Role]] = CASHIERS
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "sell chips"


class CashOut(Command, frozen=True, kw_only=True):
    """Take chips of a player back, and pay for them."""

    person: str
    chips: Chips
    roles: ClassVar[frozenset[Role]] = CASHIERS
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "pay for chips"


class GivePromotion(Command, frozen=True, kw_only=True):
    """Give a player chips out of the promotional drop, which is the players'."""

    person: str
    chips: Chips
    reason: str
    witness: Actor
    roles: ClassVar[frozenset[Role]] = ACCOUNTING
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "give a promotion away"
    second: ClassVar[Signers] = {"witness": SHIFT}


class BookTable(Command, frozen=True, kw_only=True):
    """Enter what a table's log says of the cage; the room does it by itself."""

    table: str
    since: int  # the last line that was in the books before
    slips: tuple[TableSlip, ...]  # all that the lines since then come to
    roles: ClassVar[frozenset[Role]] = CASHIERS
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "book a table"


class RequestFill(Command, frozen=True, kw_only=True):
    """Ask for chips for a table's inventory."""

    table: str
    chips: Chips
    roles: ClassVar[frozenset[Role]] = FLOOR
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "ask for a fill"


class RequestCredit(Command, frozen=True, kw_only=True):
    """Ask that chips of a table's inventory are taken back."""

    table: str
    chips: Chips
    roles: ClassVar[frozenset[Role]] = FLOOR
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "ask for a credit"


class PrepareFill(Command, frozen=True, kw_only=True):
    """Count the chips of a fill out and hand them to security."""

    number: int
    witness: Actor
    roles: ClassVar[frozenset[Role]] = CASHIERS
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "prepare a fill"
    second: ClassVar[Signers] = {"witness": SECURITY}


class ReceiveCredit(Command, frozen=True, kw_only=True):
    """Count the chips of a credit that security brings from a table."""

    number: int
    counted: Chips
    witness: Actor
    roles: ClassVar[frozenset[Role]] = CASHIERS
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "receive a credit"
    second: ClassVar[Signers] = {"witness": SECURITY}


class CancelSlip(Command, frozen=True, kw_only=True):
    """Cancel a fill or a credit that the table has not signed."""

    number: int
    reason: str
    roles: ClassVar[frozenset[Role]] = FLOOR | CASHIERS
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "cancel a fill or a credit"


class CountAccount(Command, frozen=True, kw_only=True):
    """Count the chips of the cage, or the cash of its drawer."""

    account: Account
    counted: Chips
    pieces: dict[int, int] = field(
        default_factory=dict
    )  # of each value in cents, so many; empty: not recorded
    witness: Actor
    roles: ClassVar[frozenset[Role]] = BOOKS
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "count the cage"
    second: ClassVar[Signers] = {"witness": WITNESSES}


class CountDrop(Command, frozen=True, kw_only=True):
    """Count a drop box: its currency, and its chips."""

    table: str
    number: int
    cash: Chips
    chips: Chips
    witness: Actor
    roles: ClassVar[frozenset[Role]] = ACCOUNTING
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "count a drop box"
    second: ClassVar[Signers] = {"witness": WITNESSES}


class CorrectBooks(Command, frozen=True, kw_only=True):
    """Explain a difference, and let the books follow the count."""

    number: int
    reason: str
    witness: Actor
    roles: ClassVar[frozenset[Role]] = BOOKS
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "correct the books"
    second: ClassVar[Signers] = {"witness": SHIFT}


class CloseDay(Command, frozen=True, kw_only=True):
    """Close a gaming day: nothing is written to it afterwards."""

    day: str
    witness: Actor
    roles: ClassVar[frozenset[Role]] = BOOKS
    clause: ClassVar[str] = "A-96"
    what: ClassVar[str] = "close a gaming day"
    second: ClassVar[Signers] = {"witness": ACCOUNTING | SHIFT}
