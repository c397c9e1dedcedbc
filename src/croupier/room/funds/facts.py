"""Facts about bad beat funds and boxes; chips only in moves (POKER 19)."""

from typing import Literal

from croupier.chips import Chips
from croupier.engine.accounts import Move
from croupier.room.funds.state import BeatSlip, BoxSlip, Ending, Form
from croupier.room.house.people import Actor
from croupier.room.logbook import HouseFact, TableFact
from croupier.rules.revenue import BadBeat


class BadBeatOffered(TableFact, frozen=True, kw_only=True):
    """The table participates in a fund, and shows its notice."""

    visibility = "public"
    fund: str
    rules: BadBeat
    notice: str
    day: str


class BadBeatWithdrawn(TableFact, frozen=True, kw_only=True):
    """The table takes no more contributions."""

    visibility = "public"
    fund: str
    reason: str


class BoxCounted(TableFact, frozen=True, kw_only=True):
    """The box was counted at a closed table and left under lock for the cage."""

    visibility = "staff"
    slip: BoxSlip
    moves: tuple[Move, ...]


class BoxSent(TableFact, frozen=True, kw_only=True):
    """The locked box left for the cage, where it is counted."""

    visibility = "staff"
    slip: BoxSlip
    moves: tuple[Move, ...]


class BadBeatVerified(TableFact, frozen=True, kw_only=True):
    """The shift supervisor verified a bad beat: the displayed amount is pending adjustment."""

    visibility = "public"
    slip: BeatSlip


class BadBeatDenied(TableFact, frozen=True, kw_only=True):
    """The shift supervisor found that a hand does not qualify."""

    visibility = "public"
    round: int
    reason: str


class FundSubmitted(HouseFact, frozen=True, kw_only=True):
    """A payout was submitted with the procedures for discontinuing it."""

    visibility = "public"
    name: str
    rules: BadBeat
    ending: Ending


class FundApproved(HouseFact, frozen=True, kw_only=True):
    """The procedures for discontinuing a payout are approved."""

    visibility = "public"
    name: str
    reference: str


class FundPosted(HouseFact, frozen=True, kw_only=True):
    """The rules and the actual percentage are posted, and the displays hang."""

    visibility = "public"
    name: str
    place: str
    percent: int
    displays: tuple[str, ...]
    day: str


class TableDesignated(HouseFact, frozen=True, kw_only=True):
    """A table may participate in a fund."""

    visibility = "public"
    name: str
    table: str


class TableReleased(HouseFact, frozen=True, kw_only=True):
    """A table participates in a fund no more."""

    visibility = "public"
    name: str
    table: str
    reason: str


class BoxesReceived(HouseFact, frozen=True, kw_only=True):
    """The cage took boxes in and counted them: the official contributions of these slips."""

    visibility = "staff"
    name: str
    slips: tuple[BoxSlip, ...]
    counts: tuple[Chips, ...]  # of each box; empty where the combined count was verified
    counted: Chips  # the fund gets what left the pots; the house bears the difference
    held: Chips
    day: str
    moves: tuple[Move, ...]


class DifferenceFound(HouseFact, frozen=True, kw_only=True):
    """A count or a display does not agree with the ledger."""

    visibility = "staff"
    number: int
    name: str
    kind: Literal["count", "display"]
    expected: Chips
    found: Chips
    borne: Literal["", "house"] = ""  # who bears a short count; "": the fund, in version 0.1


class DifferenceClosed(HouseFact, frozen=True, kw_only=True):
    """A difference was explained, and a shortage made good."""

    visibility = "staff"
    number: int
    name: str
    finding: str
    moves: tuple[Move, ...]


class BadBeatAwarded(HouseFact, frozen=True, kw_only=True):
    """A payout is fixed: the display is pending adjustment, and the money was called for."""

    visibility = "public"
    number: int
    name: str
    slip: BeatSlip
    shares: dict[str, Chips]
    moves: tuple[Move, ...]


class PayoutPrepared(HouseFact, frozen=True, kw_only=True):
    """Accounting prepared a payout."""

    visibility = "staff"
    number: int
    form: Form
    place: Literal["table", "cage"]


class PayoutMade(HouseFact, frozen=True, kw_only=True):
    """A receiver got a share of a payout."""

    visibility = "public"
    number: int
    name: str
    person: str
    form: Form
    place: Literal["table", "cage"]
    moves: tuple[Move, ...]


class DisplaysAdjusted(HouseFact, frozen=True, kw_only=True):
    """Accounting set the displays of a fund, a poker supervisor present."""

    visibility = "public"
    name: str
    before: dict[str, Chips]
    readings: dict[str, Chips]
    balance: Chips
    reason: Literal["daily", "bad beat"]
    supervisor: Actor
    day: str


class ReserveReturned(HouseFact, frozen=True, kw_only=True):
    """Held money joined what may be won."""

    visibility = "public"
    name: str
    how: str
    moves: tuple[Move, ...]


class FundStopped(HouseFact, frozen=True, kw_only=True):
    """No pot contributes to a fund any more."""

    visibility = "public"
    name: str
    reason: str


class FundTransferred(HouseFact, frozen=True, kw_only=True):
    """An amount went to another bad beat fund."""

    visibility = "public"
    name: str
    target: str
    supervisor: Actor
    moves: tuple[Move, ...]


class FundDistributed(HouseFact, frozen=True, kw_only=True):
    """What was left of a stopped fund went to patrons."""

    visibility = "public"
    name: str
    payments: dict[str, Chips]
    supervisor: Actor
    moves: tuple[Move, ...]


class FundClosed(HouseFact, frozen=True, kw_only=True):
    """A fund ended with nothing left in it."""

    visibility = "public"
    name: str
