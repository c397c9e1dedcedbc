"""The cage: its accounts in the ledger of the house, and what it remembers (A-96).

There are two kinds of money, and they never mix. Chips are with the issuer, in the cage, on their
way, at a table, with a player, in a fund; cash is outside, in a drop box, or in the drawer. Each
kind sums to zero, because no move leads from one to the other.
"""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from croupier.chips import Chips
from croupier.engine.accounts import Account
from croupier.room.cage.ledger import TABLE

CASH = Account("cash")  # in the drawer
SLIPS = Account("slips")  # for which chips were sold instead of cash
TRANSIT = Account("transit")  # fills and credits between cage and table
PROMOTIONS = Account("promotions")  # the players': the promotional drop after its count
SlipKind = Literal[
    "stake", "currency", "fill", "credit", "drop", "box", "count", "correction", "seed"
]


class TableSlip(Struct, frozen=True, kw_only=True):
    """Something that a table received from outside, or gave away (a negative amount)."""

    line: int  # of the table's log
    kind: SlipKind
    chips: Chips
    person: str = ""
    number: int = 0  # of a fill, a credit or a drop box
    signed: tuple[str, ...] = ()
    expected: Chips = Chips(0)  # of a count
    counted: Chips = Chips(0)


class Slip(Struct, frozen=True, kw_only=True):
    """A fill or a credit: chips for a table's inventory, or back from it."""

    number: int
    kind: Literal["fill", "credit"]
    table: str
    chips: Chips
    status: Literal["requested", "on the way", "done", "cancelled"] = "requested"
    signed: tuple[
        str, ...
    ] = ()  # by whom it was requested, prepared, carried and taken, in this order

    @property
    def is_open(self) -> bool:
        """Whether the slip still has to be carried out."""
        return self.status in ("requested", "on the way")


class Request(Struct, frozen=True):
    """Chips that a player asked for, and where."""

    table: str
    chips: Chips
    at: datetime


class OnAccount(Struct, frozen=True):
    """A player's line in the ledger of friends: chips approved, and chips given back."""

    bought: Chips = Chips(0)
    returned: Chips = Chips(0)


class Given(Struct, frozen=True):
    """A line of the ledger's history: who let whom have chips, or took them back, and when."""

    at: datetime
    by: str
    person: str
    chips: Chips  # negative: taken back


class Lot(Struct, frozen=True, kw_only=True):
    """Chips of a player among friends with one origin: a person gave them, or a table was left."""

    by: str = ""  # the host who gave them
    at: str = ""  # otherwise the table where they were won
    lie: str = ""  # the table they are bought in at; empty: on hand
    chips: Chips


class Drop(Struct, frozen=True, kw_only=True):
    """A drop box on its way to the count, and what the books say it holds."""

    table: str
    number: int
    cash: Chips
    chips: Chips


class Count(Struct, frozen=True):
    """The result of a count, and when it was made."""

    at: datetime
    expected: Chips
    counted: Chips


class Difference(Struct, frozen=True, kw_only=True):
    """A count that did not agree with the books."""

    number: int
    account: Account
    expected: Chips
    counted: Chips
    at: datetime
    open: bool = True

    @property
    def found(self) -> Chips:
        """The surplus of a count, or the shortage if negative."""
        return Chips(self.counted - self.expected)


class Cage(Struct, frozen=True, kw_only=True):
    """What the cage remembers in addition to its accounts."""

    booked: dict[str, int] = {}  # by table, the last line of its log that is in these books
    slips: tuple[Slip, ...] = ()
    drops: tuple[Drop, ...] = ()  # not counted yet
    counts: dict[Account, Count] = {}  # the latest of each, since the last close
    differences: tuple[Difference, ...] = ()
    sold: Chips = Chips(0)  # chips for cash, at the counter and at tables, since the last close
    cashed: Chips = Chips(0)
    sales: int = 0
    payments: int = 0
    requests: dict[str, Request] = {}  # by person, the latest that is not answered
    ledger: dict[str, OnAccount] = {}  # by person, among friends
    given: tuple[Given, ...] = ()  # what the ledger is made of, in order
    lots: dict[str, tuple[Lot, ...]] = {}  # by person: where chips on account came from
    closed: str = ""  # the last gaming day that is closed
    closed_at: datetime | None = None

    def open_difference(self, account: Account) -> Difference | None:
        """The difference of an account that is not explained yet."""
        return next((one for one in self.differences if one.open and one.account == account), None)


class Tray(Struct, frozen=True, kw_only=True):
    """What a table remembers of its inventory."""

    done: frozenset[int] = frozenset()  # the numbers of fills and credits that were carried out
    drops: int = 0  # how many drop boxes were taken off
    off: Chips = Chips(0)  # by how much the last count differed; nothing once it is explained


class Assessment(Struct, frozen=True, kw_only=True):
    """One period's charge: what each seat owes and has paid, until it is verified."""

    since: datetime
    until: datetime
    people: dict[int, str]
    owed: dict[int, Chips]
    paid: dict[int, Chips]

    @property
    def expected(self) -> Chips:
        """The time charge that all seats owe together."""
        return Chips(sum(self.owed.values()))

    @property
    def collected(self) -> Chips:
        """What was collected into the rake area."""
        return Chips(sum(self.paid.values()))


class Charges(Struct, frozen=True):
    """Until when time is charged, and the charge that is not verified yet."""

    until: datetime | None = None  # the end of the last period that was assessed
    waiting: Assessment | None = None
    later: dict[str, Chips] = {}  # by person, what those pay who were away with their stakes


def table_account(table: str) -> Account:
    """Everything at a table: the other side of the cage in that table's ledger."""
    return Account(TABLE + table)


def purse(person: str) -> Account:
    """The chips that a player has on hand, away from the tables."""
    return Account(f"purse:{person}")


def drop_box(table: str) -> Account:
    """The currency in the drop box at a table."""
    return Account(f"dropbox:{table}")


def dropped_cash(table: str) -> Account:
    """The currency in boxes that were taken off a table and are not counted yet."""
    return Account(f"dropcash:{table}")


def dropped_chips(table: str) -> Account:
    """The chips in boxes that were taken off a table and are not counted yet."""
    return Account(f"dropchips:{table}")


def tray_of(table: str) -> Account:
    """The name under which a difference of a table's inventory is kept."""
    return Account(f"tray:{table}")
