"""What is told of bad beat funds: each fact with its clause, chips only in moves (POKER 19)."""

from typing import Literal

from croupier.chips import Chips
from croupier.engine.accounts import Move
from croupier.engine.event import Event
from croupier.room.funds.orders import Ending, Form
from croupier.room.funds.papers import BeatSlip, BoxSlip
from croupier.room.house.people import Actor
from croupier.rules.revenue import BadBeat


class FundSubmitted(Event, frozen=True, kw_only=True):
    """A payout was submitted with the procedures for discontinuing it."""

    name: str
    rules: BadBeat
    ending: Ending


class FundApproved(Event, frozen=True, kw_only=True):
    """The procedures for discontinuing a payout are approved."""

    name: str
    reference: str


class FundPosted(Event, frozen=True, kw_only=True):
    """The rules and the actual percentage are posted, and the displays hang."""

    name: str
    place: str
    percent: int
    displays: tuple[str, ...]
    day: str


class TableDesignated(Event, frozen=True, kw_only=True):
    """A table may participate in a fund."""

    name: str
    table: str


class TableReleased(Event, frozen=True, kw_only=True):
    """A table participates in a fund no more."""

    name: str
    table: str
    reason: str


class BoxesReceived(Event, frozen=True, kw_only=True):
    """The cage took boxes in and counted them: the official contributions of these slips."""

    name: str
    slips: tuple[BoxSlip, ...]
    counts: tuple[Chips, ...]  # of each box; empty where the combined count was verified
    counted: Chips
    held: Chips
    day: str
    moves: tuple[Move, ...]


class DifferenceFound(Event, frozen=True, kw_only=True):
    """A count or a display does not agree with the ledger."""

    number: int
    name: str
    kind: Literal["count", "display"]
    expected: Chips
    found: Chips


class DifferenceClosed(Event, frozen=True, kw_only=True):
    """A difference was explained, and a shortage made good."""

    number: int
    name: str
    finding: str
    moves: tuple[Move, ...]


class BadBeatAwarded(Event, frozen=True, kw_only=True):
    """A payout is fixed: the display is pending adjustment, and the money was called for."""

    number: int
    name: str
    slip: BeatSlip
    shares: dict[str, Chips]
    moves: tuple[Move, ...]


class PayoutPrepared(Event, frozen=True, kw_only=True):
    """Accounting prepared a payout."""

    number: int
    form: Form
    place: Literal["table", "cage"]


class PayoutMade(Event, frozen=True, kw_only=True):
    """A receiver got the own share of a payout."""

    number: int
    name: str
    person: str
    form: Form
    place: Literal["table", "cage"]
    moves: tuple[Move, ...]


class DisplaysAdjusted(Event, frozen=True, kw_only=True):
    """Accounting set the displays of a fund, a poker supervisor present."""

    name: str
    before: dict[str, Chips]
    readings: dict[str, Chips]
    balance: Chips
    reason: Literal["daily", "bad beat"]
    supervisor: Actor
    day: str


class ReserveReturned(Event, frozen=True, kw_only=True):
    """Held money joined what may be won."""

    name: str
    how: str
    moves: tuple[Move, ...]


class FundStopped(Event, frozen=True, kw_only=True):
    """No pot contributes to a fund any more."""

    name: str
    reason: str


class FundTransferred(Event, frozen=True, kw_only=True):
    """An amount went to another bad beat fund."""

    name: str
    target: str
    supervisor: Actor
    moves: tuple[Move, ...]


class FundDistributed(Event, frozen=True, kw_only=True):
    """What was left of a stopped fund went to patrons."""

    name: str
    payments: dict[str, Chips]
    supervisor: Actor
    moves: tuple[Move, ...]


class FundClosed(Event, frozen=True, kw_only=True):
    """A fund ended with nothing left in it."""

    name: str


Fact = (
    FundSubmitted
    | FundApproved
    | FundPosted
    | TableDesignated
    | TableReleased
    | BoxesReceived
    | DifferenceFound
    | DifferenceClosed
    | BadBeatAwarded
    | PayoutPrepared
    | PayoutMade
    | DisplaysAdjusted
    | ReserveReturned
    | FundStopped
    | FundTransferred
    | FundDistributed
    | FundClosed
)
