"""What happens at a house-banked table: wagers, choices, settlements, and what voids them."""

from collections.abc import Collection
from typing import Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.chips import Chips
from croupier.engine.accounts import Move
from croupier.engine.event import RoundEvent

Result = Literal["wins", "loses", "pushes"]


class Outcome(Struct, frozen=True, array_like=True, gc=False):
    """What became of one wager against the bank."""

    spot: str
    result: Result
    staked: Chips
    won: Chips
    clause: str
    line: str = ""  # the line of a pay table


class Placed(RoundEvent, frozen=True, kw_only=True):
    """A player's wagers on the layout are now these."""

    visibility = "public"
    seat: int
    spots: dict[str, Chips]
    moves: tuple[Move, ...]
    owner: int = 0  # who plays this position besides his or her own (TCJ, where posted)
    coupon: Chips = Chips(0)  # the value of a match play coupon beside the ante


class BetsClosed(RoundEvent, frozen=True, kw_only=True):
    """The dealer said "No more bets"; these seats are dealt in."""

    visibility = "public"
    seats: tuple[int, ...]


class ChoiceAsked(RoundEvent, frozen=True, kw_only=True):
    """Players choose, in this order."""

    visibility = "public"
    street: str
    waiting: tuple[int, ...]


class Chose(RoundEvent, frozen=True, kw_only=True):
    """A player placed the wager, or did otherwise."""

    visibility = "public"
    seat: int
    does: Literal["place", "fold", "check", "surrender"]
    spot: str = ""
    chips: Chips = Chips(0)
    moves: tuple[Move, ...] = ()


class HouseRevealed(RoundEvent, frozen=True, kw_only=True):
    """The dealer's hand, or the community cards that lay face down, were turned up."""

    visibility = "public"
    ends_preview = True
    cards: tuple[Card, ...]
    community: bool
    strength: int = 0  # of the dealer's hand, which is announced


class Settled(RoundEvent, frozen=True, kw_only=True):
    """One player's wagers were collected, paid or returned."""

    visibility = "public"
    ends_preview = True
    seat: int
    outcomes: tuple[Outcome, ...]
    moves: tuple[Move, ...]


class MeterReset(RoundEvent, frozen=True, kw_only=True):
    """The progressive meter starts anew from its seed."""

    visibility = "public"
    moves: tuple[Move, ...]


class SettlementClosed(RoundEvent, frozen=True, kw_only=True):
    """A pass of the settlement has reached every player."""

    visibility = "public"


class Noted(RoundEvent, frozen=True, kw_only=True):
    """An irregularity that changes nothing, on the record."""

    visibility = "public"
    kind: str
    seat: int = 0


class CardRemoved(RoundEvent, frozen=True, kw_only=True):
    """A card is not used: it lay face up, or fell off the table; the next takes its place."""

    visibility = "veiled"
    card: Card
    kind: Literal["face_up_card", "off_table", "exposed"] = "face_up_card"

    def veiled(self, own: Collection[int]) -> Self:
        """Hide a card that fell off the table: only the dealer examines it."""
        return self if self.kind != "off_table" else replace(self, card=UNKNOWN)


class HandVoided(RoundEvent, frozen=True, kw_only=True):
    """One hand is void: its wagers went back, and the others play on."""

    visibility = "public"
    seat: int
    moves: tuple[Move, ...]


class RoundVoided(RoundEvent, frozen=True, kw_only=True):
    """All hands are void: wagers went back, but for those on the spot that is saved."""

    visibility = "public"
    kind: str
    saves: str
    moves: tuple[Move, ...]
