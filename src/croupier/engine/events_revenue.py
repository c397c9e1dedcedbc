"""What leaves a pot before it is won, and a bad beat that was found (POKER 14, 19; BBC)."""

from typing import Literal

from msgspec.structs import replace

from croupier.cards import Card
from croupier.engine.accounts import Move, carry
from croupier.engine.event import RoundEvent
from croupier.engine.evolve import evolves, unchanged
from croupier.engine.round import Round


class RakeTaken(RoundEvent, frozen=True, kw_only=True):
    """A rake left the pot for the rake area, at the end of a betting round (POKER 14(b))."""

    visibility = "public"
    street: str
    method: Literal["percentage", "increments"]
    moves: tuple[Move, ...]


class PromoDropTaken(RoundEvent, frozen=True, kw_only=True):
    """The promotional drop left the pot, after the rake."""

    visibility = "public"
    moves: tuple[Move, ...]


class ContributionTaken(RoundEvent, frozen=True, kw_only=True):
    """A contribution to the bad beat payout left the pot for its box (POKER 19(c))."""

    visibility = "public"
    moves: tuple[Move, ...]


class RakeBanked(RoundEvent, frozen=True, kw_only=True):
    """The rake went from the rake area to the table inventory: the round is complete."""

    visibility = "public"
    moves: tuple[Move, ...]


@evolves(RakeTaken, PromoDropTaken, ContributionTaken, RakeBanked)
def _moved(
    state: Round, event: RakeTaken | PromoDropTaken | ContributionTaken | RakeBanked
) -> Round:
    return replace(state, accounts=carry(state.accounts, event.moves))


class BadBeatFound(RoundEvent, frozen=True, kw_only=True):
    """A tabled hand that qualifies has lost; the shift supervisor verifies it (POKER 19(f))."""

    visibility = "public"
    seat: int
    cards: tuple[Card, ...]
    by: tuple[int, ...]


evolves(BadBeatFound)(unchanged)
