"""What happens at a house-banked table: wagers, choices, settlements, and what voids them."""

from typing import Literal

from msgspec import Struct

from croupier.cards import Card
from croupier.chips import Chips
from croupier.engine.accounts import Move
from croupier.engine.event import Event

Result = Literal["wins", "loses", "pushes"]


class Outcome(Struct, frozen=True, array_like=True, gc=False):
    """What became of one wager against the bank."""

    spot: str
    result: Result
    staked: Chips
    won: Chips
    clause: str
    line: str = ""  # the line of a pay table


class Placed(Event, frozen=True, kw_only=True):
    """A player's wagers on the layout are now these."""

    seat: int
    spots: dict[str, Chips]
    moves: tuple[Move, ...]
    owner: int = 0  # who plays this position besides his or her own (TCJ, where posted)
    coupon: Chips = Chips(0)  # the value of a match play coupon beside the ante


class BetsClosed(Event, frozen=True, kw_only=True):
    """The dealer said "No more bets"; these seats are dealt in."""

    seats: tuple[int, ...]


class ChoiceAsked(Event, frozen=True, kw_only=True):
    """Players choose, in this order."""

    street: str
    waiting: tuple[int, ...]


class Chose(Event, frozen=True, kw_only=True):
    """A player placed the wager, or did otherwise."""

    seat: int
    does: Literal["place", "fold", "check", "surrender"]
    spot: str = ""
    chips: Chips = Chips(0)
    moves: tuple[Move, ...] = ()


class HouseRevealed(Event, frozen=True, kw_only=True):
    """The dealer's hand, or the community cards that lay face down, were turned up."""

    cards: tuple[Card, ...]
    community: bool
    strength: int = 0  # of the dealer's hand, which is announced


class Settled(Event, frozen=True, kw_only=True):
    """One player's wagers were collected, paid or returned."""

    seat: int
    outcomes: tuple[Outcome, ...]
    moves: tuple[Move, ...]


class MeterReset(Event, frozen=True, kw_only=True):
    """The progressive meter starts anew from its seed."""

    moves: tuple[Move, ...]


class SettlementClosed(Event, frozen=True, kw_only=True):
    """A pass of the settlement has reached every player."""


class Noted(Event, frozen=True, kw_only=True):
    """An irregularity that changes nothing, on the record."""

    kind: str
    seat: int = 0


class CardRemoved(Event, frozen=True, kw_only=True):
    """A card is not used: it lay face up, or fell off the table; the next takes its place."""

    card: Card
    kind: Literal["face_up_card", "off_table", "exposed"] = "face_up_card"


class HandVoided(Event, frozen=True, kw_only=True):
    """One hand is void: its wagers went back, and the others play on."""

    seat: int
    moves: tuple[Move, ...]


class RoundVoided(Event, frozen=True, kw_only=True):
    """All hands are void: wagers went back, but for those on the spot that is saved."""

    kind: str
    saves: str
    moves: tuple[Move, ...]
