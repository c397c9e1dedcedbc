"""Facts about the seats of a table, its wishes, and the waiting lists of the house."""

from typing import Literal

from croupier.chips import Chips
from croupier.engine.accounts import Move
from croupier.room.logbook import HouseFact, TableFact
from croupier.room.seating.state import Form, Kind, Purchase
from croupier.rules.sign import TableSign


class Seated(TableFact, frozen=True, kw_only=True):
    """A player sat down; the chips follow in a fact of their own."""

    visibility = "public"
    seat: int
    person: str


class LeaveAsked(TableFact, frozen=True, kw_only=True):
    """A player will go when the round is over; what is staked stays (THB 6(e))."""

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
    """A player is not dealt in until further notice."""

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
    """The stake was recorded and left with its owner, or lies covered on the table."""

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
    """Chips, currency or coin came to the table; `carried` of it was there before (re-entry)."""

    visibility = "public"
    seat: int
    person: str
    form: Form
    carried: Chips = Chips(0)
    moves: tuple[Move, ...]


class PurchaseQueued(TableFact, frozen=True, kw_only=True):
    """What was asked for in a round waits for its end (POKER 7(c)(1))."""

    visibility = "public"
    seat: int
    asks: Purchase


class PurchaseDropped(TableFact, frozen=True, kw_only=True):
    """What was asked for in the round may not be bought any more: its end left too many chips."""

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
    """Every patron is asked."""

    visibility = "public"
    sign: TableSign


class LimitsAnswered(TableFact, frozen=True, kw_only=True):
    """One patron agreed; or refused, and the proposal is over."""

    visibility = "public"
    person: str
    agree: bool


class LimitsRaised(TableFact, frozen=True, kw_only=True):
    """All patrons agreed: the next round is played under the new sign."""

    visibility = "public"
    sign: TableSign
    agreed: tuple[str, ...]


class SeatsAnnounced(TableFact, frozen=True, kw_only=True):
    """Where people may sit down was announced."""

    visibility = "public"
    kind: Kind
    seats: int  # how many


class ListJoined(HouseFact, frozen=True, kw_only=True):
    """Somebody waits."""

    visibility = "public"
    person: str
    kind: Kind


class ListLeft(HouseFact, frozen=True, kw_only=True):
    """Somebody waits no longer."""

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
    """A seat is kept no longer for the one who was called to it."""

    visibility = "public"
    person: str
    table: str
    seat: int


class StraddleWished(TableFact, frozen=True, kw_only=True):
    """A player straddles from now on, or no longer."""

    visibility = "public"
    seat: int
    person: str
    on: bool


class BombPotProposed(TableFact, frozen=True, kw_only=True):
    """A player proposed a bomb pot, and agrees to it thereby."""

    visibility = "public"
    seat: int


class BombPotAnswered(TableFact, frozen=True, kw_only=True):
    """A player agreed to the bomb pot, or sits it out."""

    visibility = "public"
    seat: int
    yes: bool
