"""Bad beat funds: their state, and what may be ordered of them (POKER 19).

A fund is a ledger of its own. It grows by what the cashiers count out of the boxes and shrinks by
payouts and transfers to other funds, and in no other way: none of it is ever revenue (A-60).
"""

from datetime import datetime
from typing import ClassVar, Literal

from msgspec import Struct

from croupier.chips import Chips
from croupier.engine.accounts import Account
from croupier.room.funds.papers import BeatSlip, BoxSlip
from croupier.room.house.people import SHIFT, SUPERVISORS, Actor, Role, Signers
from croupier.room.house.submissions import OFFICE
from croupier.room.logbook import Command
from croupier.rules.revenue import BadBeat

ACCOUNTING: frozenset[Role] = frozenset({"accounting"})

CASHIERS: frozenset[Role] = frozenset({"cage_cashier"})
Form = Literal["cash", "cash_equivalent", "chips"]


def fund_account(name: str) -> Account:
    """What may be won."""
    return Account(f"fund:{name}")


def reserve_account(name: str) -> Account:
    """What is held back of the daily drop, until the players get it (POKER 19(b)(2))."""
    return Account(f"reserve:{name}")


def payable_account(name: str) -> Account:
    """What has been won and is not handed over yet."""
    return Account(f"payable:{name}")


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
    """A bad beat that was awarded: who gets how much, in which form, where, and who has it."""

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
    open: bool = True


class Funds(Struct, frozen=True, kw_only=True):
    """The bad beat funds of the house, and the slips it has taken in."""

    named: dict[str, Fund] = {}
    slips: frozenset[str] = frozenset()
    counted: dict[str, str] = {}  # table: the gaming day the cashiers last counted its box
    payouts: tuple[Payout, ...] = ()
    incidents: tuple[Incident, ...] = ()


# --- orders ----------------------------------------------------------------------------------


class SubmitFund(Command, frozen=True, kw_only=True):
    """Submit the rules of a payout, with the procedures for discontinuing it."""

    name: str
    rules: BadBeat
    ending: Ending
    roles: ClassVar[frozenset[Role]] = OFFICE
    clause: ClassVar[str] = "POKER 19(i)"
    what: ClassVar[str] = "submit a bad beat payout"


class RecordFundApproval(Command, frozen=True, kw_only=True):
    """Record that the procedures for discontinuing a payout were approved."""

    name: str
    reference: str
    roles: ClassVar[frozenset[Role]] = OFFICE
    clause: ClassVar[str] = "POKER 19(i)"
    what: ClassVar[str] = "record an approval"


class PostFund(Command, frozen=True, kw_only=True):
    """Post the rules in the room with the actual percentage, and hang the displays."""

    name: str
    place: str
    percent: int
    displays: tuple[str, ...]
    roles: ClassVar[frozenset[Role]] = SHIFT
    clause: ClassVar[str] = "POKER 19(b)"
    what: ClassVar[str] = "post bad beat rules"


class DesignateTable(Command, frozen=True, kw_only=True):
    """Let a table participate in a fund."""

    name: str
    table: str
    roles: ClassVar[frozenset[Role]] = SHIFT
    clause: ClassVar[str] = "POKER 19(c)"
    what: ClassVar[str] = "designate a table for a bad beat payout"


class ReleaseTable(Command, frozen=True, kw_only=True):
    """Take back the designation of a table where no box ever stood."""

    name: str
    table: str
    reason: str
    roles: ClassVar[frozenset[Role]] = SHIFT
    clause: ClassVar[str] = "POKER 19(c)"
    what: ClassVar[str] = "release a table from a bad beat payout"


class ReceiveBoxes(Command, frozen=True, kw_only=True):
    """A cashier counts each box, or verifies the combined count of a locked container."""

    slips: tuple[BoxSlip, ...]
    counts: tuple[Chips, ...] = ()  # of each box
    combined: Chips | None = None  # of a container whose boxes were counted before
    roles: ClassVar[frozenset[Role]] = CASHIERS
    clause: ClassVar[str] = "POKER 19(e)"
    what: ClassVar[str] = "take in bad beat boxes"


class AwardBadBeat(Command, frozen=True, kw_only=True):
    """The shift supervisor hands in a verified bad beat: the payout is fixed, nothing is paid."""

    slip: BeatSlip
    roles: ClassVar[frozenset[Role]] = frozenset({"poker_shift_supervisor"})
    clause: ClassVar[str] = "POKER 19(f)"
    what: ClassVar[str] = "award a bad beat payout"


class PreparePayout(Command, frozen=True, kw_only=True):
    """Accounting prepares a payout: in which form, and where it is paid."""

    number: int
    form: Form
    place: Literal["table", "cage"] = "table"
    roles: ClassVar[frozenset[Role]] = ACCOUNTING
    clause: ClassVar[str] = "POKER 19(g)"
    what: ClassVar[str] = "prepare a bad beat payout"


class HandOver(Command, frozen=True, kw_only=True):
    """A receiver gets the own share: brought to the table, or at the cage."""

    number: int
    person: str
    roles: ClassVar[frozenset[Role]] = ACCOUNTING | CASHIERS | {"security"}
    clause: ClassVar[str] = "POKER 19(g)"
    what: ClassVar[str] = "hand over a bad beat payout"


class AdjustDisplays(Command, frozen=True, kw_only=True):
    """Accounting sets every display of a fund to its amount, a poker supervisor present."""

    name: str
    readings: dict[str, Chips]  # what each display shows now
    supervisor: Actor
    roles: ClassVar[frozenset[Role]] = ACCOUNTING
    clause: ClassVar[str] = "POKER 19(h)(1)"
    what: ClassVar[str] = "adjust the displayed amount"
    second: ClassVar[Signers] = {"supervisor": SUPERVISORS}


class ReturnReserve(Command, frozen=True, kw_only=True):
    """Give held money back to the players: it joins what may be won."""

    name: str
    chips: Chips
    roles: ClassVar[frozenset[Role]] = ACCOUNTING
    clause: ClassVar[str] = "POKER 19(b)(2)"
    what: ClassVar[str] = "return held money"


class StopFund(Command, frozen=True, kw_only=True):
    """Amend the rules: no more contributions, and no table may offer the payout."""

    name: str
    reason: str
    roles: ClassVar[frozenset[Role]] = SHIFT
    clause: ClassVar[str] = "POKER 19(c)"
    what: ClassVar[str] = "stop bad beat contributions"


class TransferFund(Command, frozen=True, kw_only=True):
    """Move an amount to another bad beat fund, under the approved procedures."""

    name: str
    target: str
    chips: Chips
    supervisor: Actor
    roles: ClassVar[frozenset[Role]] = ACCOUNTING
    clause: ClassVar[str] = "POKER 19(i)"
    what: ClassVar[str] = "transfer a bad beat fund"
    second: ClassVar[Signers] = {"supervisor": SUPERVISORS}


class DistributeFund(Command, frozen=True, kw_only=True):
    """Pay what is left of a stopped fund to patrons, under the approved procedures."""

    name: str
    payments: dict[str, Chips]
    supervisor: Actor
    roles: ClassVar[frozenset[Role]] = ACCOUNTING
    clause: ClassVar[str] = "POKER 19(i)"
    what: ClassVar[str] = "distribute a bad beat fund"
    second: ClassVar[Signers] = {"supervisor": SUPERVISORS}


class CloseFund(Command, frozen=True, kw_only=True):
    """End a stopped fund in which not a cent is left."""

    name: str
    roles: ClassVar[frozenset[Role]] = ACCOUNTING
    clause: ClassVar[str] = "POKER 19(i)"
    what: ClassVar[str] = "close a bad beat fund"


class CloseIncident(Command, frozen=True, kw_only=True):
    """Accounting explains a difference, and makes a shortage good."""

    number: int
    finding: str
    made_good: Chips = Chips(0)
    roles: ClassVar[frozenset[Role]] = ACCOUNTING
    clause: ClassVar[str] = "POKER 19(e)"
    what: ClassVar[str] = "close an incident"
