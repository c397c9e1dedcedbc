"""The events of irregularities: what befell a card, a hand or the whole round."""

from collections.abc import Collection
from typing import Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.engine.accounts import Move
from croupier.engine.event import RoundEvent

Then = Literal["up_card", "dead", "choice", "exchange"]  # what becomes of an exposed card


class Accident(Struct, frozen=True, array_like=True):
    """What happens to a card of a sealed deck when it is reached: chance, arriving as data."""

    kind: Literal["face_up_card", "off_table", "exposed"]
    card: int  # its place in the deck, the top card 1


class Exposed(RoundEvent, frozen=True, kw_only=True):
    """A card to be dealt face down to a seat is turned up in the dealing."""

    visibility = "public"
    ends_preview = True
    seat: int
    card: Card
    then: Then


class Exchanged(RoundEvent, frozen=True, kw_only=True):
    """An exposed card was exchanged for the top card of the deck (POKER 15(o))."""

    visibility = "veiled"
    ends_preview = True
    seat: int
    exposed: Card
    card: Card
    to: Literal["discards", "burn"]

    def veiled(self, own: Collection[int]) -> Self:
        """Hide the new card; the old one was seen by everybody."""
        return self if self.seat in own else replace(self, card=UNKNOWN)


class Elected(RoundEvent, frozen=True, kw_only=True):
    """A player whose last hole card was exposed stops wagering, or plays on (POKER 15(k), (m))."""

    visibility = "public"
    seat: int
    stops: bool


class Protected(RoundEvent, frozen=True, kw_only=True):
    """A player protects the hand."""

    visibility = "public"
    seat: int


class HandDead(RoundEvent, frozen=True, kw_only=True):
    """A hand is dead without redress: its chips stay in the pot."""

    visibility = "public"
    seat: int
    kind: str


class HandRefunded(RoundEvent, frozen=True, kw_only=True):
    """A hand left the round, and all that it had put in went back; the others play on."""

    visibility = "public"
    seat: int
    kind: str
    moves: tuple[Move, ...]


class Misdealt(RoundEvent, frozen=True, kw_only=True):
    """A misdeal: every bet goes back, and the same deck is shuffled and dealt anew."""

    visibility = "public"
    kind: str
    moves: tuple[Move, ...]


class CalledDead(RoundEvent, frozen=True, kw_only=True):
    """The round is called dead: every bet goes back, and the deck is replaced (POKER 15(g))."""

    visibility = "public"
    kind: str
    moves: tuple[Move, ...]
