"""Bad beat funds, the box of a table, and the slips that go between them (POKER 19).

A fund has its own accounts. It grows by what the cashiers count out of the boxes and shrinks by
payouts and transfers to other funds, and in no other way: none of it is ever revenue (A-60). A
table writes a slip into its log, and an order to the house carries it: neither log reads the other.
"""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from croupier.cards import Card
from croupier.chips import Chips
from croupier.engine.accounts import Account
from croupier.room.house.notices import Notice
from croupier.room.house.people import Actor
from croupier.rules.revenue import BadBeat

Place = Literal["closed_table", "cage", "satellite_cage"]


class BoxSlip(Struct, frozen=True, kw_only=True):
    """The contents of a bad beat box on their way to the cage."""

    table: str
    number: int  # of the slips of that table
    fund: str
    day: str  # the gaming day it was taken on
    place: Place  # where it is counted first
    total: Chips  # what the log says lies in it
    counted: Chips | None  # by the dealer; None where the cashiers count
    dealer: str  # who signed the count; empty where the cashiers count
    supervisor: str
    surveillance: str  # the reference of the recording
    container: str  # the lock or seal it travels under
    security: str  # who carries it
    notice: Notice  # to the IEB
    beats: int = 0  # how many slips of verified bad beats this table has written
    final: bool = False  # the table feeds the fund no more

    @property
    def key(self) -> str:
        """Its name among all slips."""
        return f"box {self.table} {self.number}"


class BeatSlip(Struct, frozen=True, kw_only=True):
    """A bad beat that the shift supervisor verified: the hand, its loser, winners and others."""

    table: str
    number: int
    fund: str
    round: int
    loser: str
    cards: tuple[Card, ...]
    winners: tuple[str, ...]
    others: tuple[str, ...]  # the rest of those who were dealt in
    verified_by: Actor
    notified: Actor  # of security or accounting, who brings the money
    at: datetime

    @property
    def key(self) -> str:
        """Its name among all slips."""
        return f"beat {self.table} {self.number}"


class Found(Struct, frozen=True, kw_only=True):
    """A bad beat that the dealer saw, and that is not verified yet."""

    fund: str
    round: int
    loser: str
    cards: tuple[Card, ...]
    winners: tuple[str, ...]
    others: tuple[str, ...]


class Box(Struct, frozen=True, kw_only=True):
    """The box of this table, the fund it feeds, and what was found here."""

    fund: str = ""  # "": no box stands here
    offered: bool = False  # whether pots contribute and hands qualify
    count_by: str = ""  # the gaming day by whose end it is counted next
    slips: int = 0
    beats: int = 0
    found: tuple[Found, ...] = ()


Form = Literal["cash", "cash_equivalent", "chips"]


class Ending(Struct, frozen=True, kw_only=True):
    """The procedures for discontinuing a payout (POKER 19(i))."""

    stopping: str  # how contributions are stopped
    transferring: str  # how what is left reaches the players
    disclosing: str  # how the amount withheld is made known


class Fund(Struct, frozen=True, kw_only=True):
    """A bad beat fund; its chips are in the ledger of the house."""

    name: str
    rules: BadBeat
    ending: Ending
    status: Literal["submitted", "approved", "offered", "stopped", "closed"] = "submitted"
    tables: tuple[str, ...] = ()  # that feed it, until their last slip is in
    displays: dict[str, Chips] = {}  # what each display in the room shows
    adjusted: str = ""  # the gaming day they were last set right
    pending: datetime | None = None  # a verified bad beat: the display is pending adjustment
    collected: Chips = Chips(0)
    paid: Chips = Chips(0)
    sent: Chips = Chips(0)  # to other funds
    received: Chips = Chips(0)  # from other funds


class Payout(Struct, frozen=True, kw_only=True):
    """A bad beat that was awarded: the shares, their form and place, and which are paid."""

    number: int
    slip: BeatSlip
    amount: Chips
    shares: dict[str, Chips]
    form: Form | None = None  # None: accounting has not prepared it yet
    place: Literal["table", "cage"] = "table"
    handed: tuple[str, ...] = ()


class Incident(Struct, frozen=True, kw_only=True):
    """A count or a display that did not agree with the ledger."""

    number: int
    fund: str
    kind: Literal["count", "display"]
    expected: Chips
    found: Chips
    borne: Literal["", "house"] = ""  # who bears a short count; "": the fund
    open: bool = True

    @property
    def missing(self) -> Chips:
        """What a short count left out of the fund: nothing where the house bears it."""
        if self.kind != "count" or self.borne == "house":
            return Chips(0)
        return Chips(max(0, self.expected - self.found))


class Funds(Struct, frozen=True, kw_only=True):
    """The bad beat funds of the house, and the slips it has taken in."""

    named: dict[str, Fund] = {}
    slips: frozenset[str] = frozenset()
    counted: dict[str, str] = {}  # table: the gaming day the cashiers last counted its box
    payouts: tuple[Payout, ...] = ()
    incidents: tuple[Incident, ...] = ()


def fund_account(name: str) -> Account:
    """The account of what can be won."""
    return Account(f"fund:{name}")


def reserve_account(name: str) -> Account:
    """The account of what a fund holds back of the daily drop for the players (POKER 19(b)(2))."""
    return Account(f"reserve:{name}")


def payable_account(name: str) -> Account:
    """The account of bad beats that have been won and are not paid yet."""
    return Account(f"payable:{name}")
