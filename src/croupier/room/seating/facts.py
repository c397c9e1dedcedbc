"""Facts about the seats of a table, its wishes, and the waiting lists of the house."""

from typing import Literal

from croupier.chips import Chips
from croupier.engine.accounts import Move
from croupier.room.house.approval import Approval
from croupier.room.logbook import HouseFact, TableFact
from croupier.room.seating.state import Form, Kind, Purchase, Showing
from croupier.rules.sign import TableSign


class Seated(TableFact, frozen=True, kw_only=True):
    """A player sat down; the chips follow in another fact."""

    visibility = "public"
    seat: int
    person: str


class LeaveAsked(TableFact, frozen=True, kw_only=True):
    """A player will leave when the round is over; the wagers stay (THB 6(e))."""

    visibility = "public"
    seat: int


class SeatLeft(TableFact, frozen=True, kw_only=True):
    """A seat is free; the stake went with its owner."""

    visibility = "public"
    seat: int
    person: str
    stake: Chips
    moves: tuple[Move, ...] = ()


class SatOut(TableFact, frozen=True, kw_only=True):
    """A player sits out until further notice."""

    visibility = "public"
    seat: int


class SatIn(TableFact, frozen=True, kw_only=True):
    """A player is dealt in again."""

    visibility = "public"
    seat: int


class ReturnAsked(TableFact, frozen=True, kw_only=True):
    """A player is back, and the shift supervisor is asked for the stake."""

    visibility = "public"
    seat: int


class AbsenceAsked(TableFact, frozen=True, kw_only=True):
    """A player will leave for a while and keeps the seat."""

    visibility = "public"
    seat: int


class StakeHeld(TableFact, frozen=True, kw_only=True):
    """The stake was recorded and left with its owner, or covered on the table."""

    visibility = "public"
    seat: int
    person: str
    method: Literal["record", "cover"]
    stake: Chips
    moves: tuple[Move, ...] = ()


class StakeRestored(TableFact, frozen=True, kw_only=True):
    """The same stake is in play again."""

    visibility = "public"
    seat: int
    person: str
    method: Literal["record", "cover"]
    stake: Chips
    moves: tuple[Move, ...] = ()


class Bought(TableFact, frozen=True, kw_only=True):
    """A player brought chips, currency or coin; `carried` of it was there before (re-entry)."""

    visibility = "public"
    seat: int
    person: str
    form: Form
    carried: Chips = Chips(0)
    moves: tuple[Move, ...]


class PurchaseQueued(TableFact, frozen=True, kw_only=True):
    """A purchase was asked for in a round, and waits for its end (POKER 7(c)(1))."""

    visibility = "public"
    seat: int
    asks: Purchase


class PurchaseDropped(TableFact, frozen=True, kw_only=True):
    """A queued purchase was dropped: the round left too many chips for it."""

    visibility = "public"
    seat: int
    asks: Purchase
    why: str


class CurrencyConverted(TableFact, frozen=True, kw_only=True):
    """The dealer exchanged a player's currency for chips, because a bet needed it."""

    visibility = "public"
    seat: int
    chips: Chips


class LimitsProposed(TableFact, frozen=True, kw_only=True):
    """A higher minimum was proposed to every patron."""

    visibility = "public"
    sign: TableSign
    approvals: tuple[Approval, ...] = ()  # that it would post, in a card room


class LimitsAnswered(TableFact, frozen=True, kw_only=True):
    """A patron agreed to the proposal, or ended it."""

    visibility = "public"
    person: str
    agree: bool


class LimitsRaised(TableFact, frozen=True, kw_only=True):
    """All patrons agreed: the next round is played under the new sign."""

    visibility = "public"
    sign: TableSign
    agreed: tuple[str, ...]
    approvals: tuple[Approval, ...] = ()  # that it posts, in a card room


class SeatsAnnounced(TableFact, frozen=True, kw_only=True):
    """Vacant seats were announced."""

    visibility = "public"
    kind: Kind
    seats: int  # how many


class ListJoined(HouseFact, frozen=True, kw_only=True):
    """A person joined a waiting list."""

    visibility = "public"
    person: str
    kind: Kind


class ListLeft(HouseFact, frozen=True, kw_only=True):
    """A person left a waiting list."""

    visibility = "public"
    person: str
    kind: Kind


class NextCalled(HouseFact, frozen=True, kw_only=True):
    """The first in line was called, and the seat is kept for that person."""

    visibility = "public"
    person: str
    kind: Kind
    table: str
    seat: int


class CallReleased(HouseFact, frozen=True, kw_only=True):
    """A seat is no longer kept for the person called to it."""

    visibility = "public"
    person: str
    table: str
    seat: int


class StraddleWished(TableFact, frozen=True, kw_only=True):
    """A player will straddle from now on, or stopped."""

    visibility = "public"
    seat: int
    person: str
    on: bool


class ShowingChosen(TableFact, frozen=True, kw_only=True):
    """A player chose how the dealer shows their hands."""

    visibility = "staff"
    person: str
    how: Showing


class BombPotProposed(TableFact, frozen=True, kw_only=True):
    """A player proposed a bomb pot, and so agrees to it."""

    visibility = "public"
    seat: int


class BombPotAnswered(TableFact, frozen=True, kw_only=True):
    """A player agreed to the bomb pot, or sits it out."""

    visibility = "public"
    seat: int
    yes: bool
