"""The events of irregularities: what befell a card, a hand or the whole round."""

from typing import Literal

from msgspec import Struct

from croupier.cards import Card
from croupier.engine.accounts import Move
from croupier.engine.event import Event

Then = Literal["up_card", "dead", "choice", "exchange"]  # what becomes of an exposed card


class Accident(Struct, frozen=True, array_like=True):
    """What happens to a card of a sealed deck when it is reached: chance, arriving as data."""

    kind: Literal["face_up_card", "off_table", "exposed"]
    card: int  # its place in the deck, the top card 1


class Exposed(Event, frozen=True, kw_only=True):
    """A card to be dealt face down to a seat is turned up in the dealing."""

    seat: int
    card: Card
    then: Then


class Exchanged(Event, frozen=True, kw_only=True):
    """An exposed card was exchanged for the top card of the deck (POKER 15(o))."""

    seat: int
    exposed: Card
    card: Card
    to: Literal["discards", "burn"]


class Elected(Event, frozen=True, kw_only=True):
    """A player whose last hole card was exposed stops wagering, or plays on (POKER 15(k), (m))."""

    seat: int
    stops: bool


class Protected(Event, frozen=True, kw_only=True):
    """A player protects the hand."""

    seat: int


class HandDead(Event, frozen=True, kw_only=True):
    """A hand is dead without redress: its chips stay in the pot."""

    seat: int
    kind: str


class HandRefunded(Event, frozen=True, kw_only=True):
    """A hand left the round, and all that it had put in went back; the others play on."""

    seat: int
    kind: str
    moves: tuple[Move, ...]


class Misdealt(Event, frozen=True, kw_only=True):
    """A misdeal: every bet goes back, and the same deck is shuffled and dealt anew."""

    kind: str
    moves: tuple[Move, ...]


class CalledDead(Event, frozen=True, kw_only=True):
    """The round is called dead: every bet goes back, and the deck is replaced (POKER 15(g))."""

    kind: str
    moves: tuple[Move, ...]
