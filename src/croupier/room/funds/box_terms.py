"""The bad beat box of a table: its state, what may be ordered and what is told (POKER 19)."""

from typing import ClassVar

from msgspec import Struct

from croupier.cards import Card
from croupier.chips import Chips
from croupier.engine.accounts import Move
from croupier.engine.event import Event
from croupier.room.funds.papers import BeatSlip, BoxSlip, Place
from croupier.room.house.notices import Notice
from croupier.room.house.people import DEALER, SECURITY, SHIFT, SUPERVISORS, Actor, Role, Signers
from croupier.room.logbook import Command
from croupier.rules.revenue import BadBeat

VERIFIER: frozenset[Role] = frozenset({"poker_shift_supervisor"})


class Found(Struct, frozen=True, kw_only=True):
    """A bad beat that the dealer saw, and that nobody has verified yet."""

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


class OfferBadBeat(Command, frozen=True, kw_only=True):
    """Offer the payout of a fund at this table, under the rules that are posted for it."""

    fund: str
    notice: str  # what the table shows its players of their eligibility
    roles: ClassVar[frozenset[Role]] = SHIFT
    clause: ClassVar[str] = "POKER 19(a)"
    what: ClassVar[str] = "offer a bad beat payout"


class WithdrawBadBeat(Command, frozen=True, kw_only=True):
    """Stop contributions at this table; its box is counted a last time."""

    reason: str
    roles: ClassVar[frozenset[Role]] = SHIFT
    clause: ClassVar[str] = "POKER 19(c)"
    what: ClassVar[str] = "withdraw a bad beat payout"


class CountBox(Command, frozen=True, kw_only=True):
    """The dealer counts the box at a closed table, a supervisor present and a camera running."""

    table: str  # the closed one
    counted: Chips
    supervisor: Actor
    surveillance: str
    container: str
    security: Actor
    notice: Notice
    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 19(d)(1)"
    what: ClassVar[str] = "count a bad beat box at a closed table"
    second: ClassVar[Signers] = {"security": SECURITY, "supervisor": SUPERVISORS}


class SendBox(Command, frozen=True, kw_only=True):
    """A supervisor accounts for the locked box that security carries to the cage."""

    place: Place
    container: str
    security: Actor
    notice: Notice
    roles: ClassVar[frozenset[Role]] = SUPERVISORS
    clause: ClassVar[str] = "POKER 19(d)(2)"
    what: ClassVar[str] = "send a bad beat box to the cage"
    second: ClassVar[Signers] = {"security": SECURITY}


class VerifyBadBeat(Command, frozen=True, kw_only=True):
    """The shift supervisor has verified a bad beat, and called for the money."""

    round: int
    notified: Actor
    roles: ClassVar[frozenset[Role]] = VERIFIER
    clause: ClassVar[str] = "POKER 19(f)"
    what: ClassVar[str] = "verify a bad beat"


class DenyBadBeat(Command, frozen=True, kw_only=True):
    """The shift supervisor finds that a hand does not qualify after all."""

    round: int
    reason: str
    roles: ClassVar[frozenset[Role]] = VERIFIER
    clause: ClassVar[str] = "POKER 19(f)"
    what: ClassVar[str] = "deny a bad beat"


class BadBeatOffered(Event, frozen=True, kw_only=True):
    """The table participates in a fund, and shows its notice."""

    fund: str
    rules: BadBeat
    notice: str
    day: str


class BadBeatWithdrawn(Event, frozen=True, kw_only=True):
    """The table takes no more contributions."""

    fund: str
    reason: str


class BoxCounted(Event, frozen=True, kw_only=True):
    """The box was counted at a closed table and left under lock for the cage."""

    slip: BoxSlip
    moves: tuple[Move, ...]


class BoxSent(Event, frozen=True, kw_only=True):
    """The locked box left for the cage, where it is counted."""

    slip: BoxSlip
    moves: tuple[Move, ...]


class BadBeatVerified(Event, frozen=True, kw_only=True):
    """The shift supervisor verified a bad beat: the displayed amount is pending adjustment."""

    slip: BeatSlip


class BadBeatDenied(Event, frozen=True, kw_only=True):
    """The shift supervisor found that a hand does not qualify."""

    round: int
    reason: str


Fact = BadBeatOffered | BadBeatWithdrawn | BoxCounted | BoxSent | BadBeatVerified | BadBeatDenied
