"""What leaves a pot before it is won, and a bad beat that was found (POKER 14, 19; BBC)."""

from typing import Literal

from croupier.cards import Card
from croupier.engine.accounts import Move
from croupier.engine.event import Event


class RakeTaken(Event, frozen=True, kw_only=True):
    """A rake left the pot for the rake area, at the end of a betting round (POKER 14(b))."""

    street: str
    method: Literal["percentage", "increments"]
    moves: tuple[Move, ...]


class PromoDropTaken(Event, frozen=True, kw_only=True):
    """The promotional drop left the pot, after the rake."""

    moves: tuple[Move, ...]


class ContributionTaken(Event, frozen=True, kw_only=True):
    """A contribution to the bad beat payout left the pot for its box (POKER 19(c))."""

    moves: tuple[Move, ...]


class BadBeatFound(Event, frozen=True, kw_only=True):
    """A tabled hand that qualifies has lost; the shift supervisor verifies it (POKER 19(f))."""

    seat: int
    cards: tuple[Card, ...]
    by: tuple[int, ...]


class RakeBanked(Event, frozen=True, kw_only=True):
    """The rake went from the rake area to the table inventory: the round is complete."""

    moves: tuple[Move, ...]
