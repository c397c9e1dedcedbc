"""What happened: facts with their clause; chips travel in moves.

A card that becomes public is told again in a new event (`Shown`, `Revealed`); the event that
dealt it stays as it was, so a view may veil an event and keep its place.
"""

from collections.abc import Collection
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Literal, Self

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, veil
from croupier.chips import Chips
from croupier.engine.accounts import Move
from croupier.engine.commands import Say
from croupier.engine.event import RoundEvent, kinds
from croupier.engine.events_banked import BetsClosed as BetsClosed
from croupier.engine.events_banked import CardRemoved as CardRemoved
from croupier.engine.events_banked import ChoiceAsked as ChoiceAsked
from croupier.engine.events_banked import Chose as Chose
from croupier.engine.events_banked import HandVoided as HandVoided
from croupier.engine.events_banked import HouseRevealed as HouseRevealed
from croupier.engine.events_banked import MeterReset as MeterReset
from croupier.engine.events_banked import Noted as Noted
from croupier.engine.events_banked import Outcome as Outcome
from croupier.engine.events_banked import Placed as Placed
from croupier.engine.events_banked import Result as Result
from croupier.engine.events_banked import RoundVoided as RoundVoided
from croupier.engine.events_banked import Settled as Settled
from croupier.engine.events_banked import SettlementClosed as SettlementClosed
from croupier.engine.events_revenue import BadBeatFound as BadBeatFound
from croupier.engine.events_revenue import ContributionTaken as ContributionTaken
from croupier.engine.events_revenue import PromoDropTaken as PromoDropTaken
from croupier.engine.events_revenue import RakeBanked as RakeBanked
from croupier.engine.events_revenue import RakeTaken as RakeTaken
from croupier.engine.faults import (
    Accident,
)
from croupier.engine.turns import HOUSE, Turn
from croupier.refused import Refused, brief
from croupier.rules.sign import TableSign

Kind = Literal["ante", "blind", "straddle", "kill", "post", "bomb", "dead"]


class Due(Struct, frozen=True, array_like=True, gc=False):
    """What a seat owes before the first card."""

    seat: int
    kind: Kind
    chips: Chips
    clause: str


class RoundOpened(RoundEvent, frozen=True, kw_only=True):
    """A round of play begins: who plays with what, under which sign, owing which bets."""

    visibility = "public"
    ends_preview = True
    game: str
    sign: TableSign
    stacks: dict[int, Chips]
    button: int
    dues: tuple[Due, ...]
    bomb: bool = False
    killed: bool = False
    meter: Chips = Chips(0)  # the progressive meter as the round finds it


class DeckCut(RoundEvent, frozen=True, kw_only=True, omit_defaults=True):
    """The deck lies ready, shuffled and cut; its order is nobody's to see."""

    visibility = "veiled"
    ends_preview = True
    order: tuple[Card, ...]
    cut: int
    accidents: tuple[Accident, ...] = ()  # of the dealing to come, by card

    def veiled(self, own: Collection[int]) -> Self:
        """Hide the whole order, and what is going to happen to it."""
        return replace(self, order=veil(self.order), accidents=())


class Posted(RoundEvent, frozen=True, kw_only=True):
    """Bets of one kind were placed before the cards; `owed` is what each should have been."""

    visibility = "public"
    kind: Kind
    seats: tuple[int, ...]
    owed: tuple[Chips, ...]
    moves: tuple[Move, ...]


class CoinConverted(RoundEvent, frozen=True, kw_only=True):
    """Coin in the pot was exchanged for dollar chips (POKER 7(c)(2))."""

    visibility = "public"
    dollars: int
    coin: Chips


class Dealt(RoundEvent, frozen=True, kw_only=True):
    """A run of cards went to seats, one by one; `faces` has a D or U for each card."""

    visibility = "veiled"
    ends_preview = True
    seats: tuple[int, ...]
    cards: tuple[Card, ...]
    faces: str

    def veiled(self, own: Collection[int]) -> Self:
        """Hide the cards that lie face down, except those of the viewer's seats."""
        mine = set(own) - {HOUSE}  # cards in front of the dealer are hidden until they are turned
        dealt = zip(self.seats, self.cards, self.faces, strict=True)
        cards = [card if seat in mine or face == "U" else UNKNOWN for seat, card, face in dealt]
        return replace(self, cards=tuple(cards))


class Burned(RoundEvent, frozen=True, kw_only=True):
    """The top card left play."""

    visibility = "veiled"
    ends_preview = True
    card: Card

    def veiled(self, own: Collection[int]) -> Self:
        """Hide the card."""
        return replace(self, card=UNKNOWN)


class BoardDealt(RoundEvent, frozen=True, kw_only=True):
    """Community cards were turned up."""

    visibility = "public"
    ends_preview = True
    board: int
    cards: tuple[Card, ...]


class CommonDealt(RoundEvent, frozen=True, kw_only=True):
    """One card for everybody, because the deck could not serve each player (POKER 9(h))."""

    visibility = "public"
    ends_preview = True
    card: Card


class Reshuffled(RoundEvent, frozen=True, kw_only=True):
    """A pile was shuffled to renew the deck; seats in `spared` keep their discards out of it."""

    visibility = "veiled"
    ends_preview = True
    pile: Literal["burns", "discards"]
    order: tuple[Card, ...]
    spared: tuple[int, ...] = ()

    def veiled(self, own: Collection[int]) -> Self:
        """Hide the order."""
        return replace(self, order=veil(self.order))


class BettingOpened(RoundEvent, frozen=True, kw_only=True):
    """A betting round begins; `waiting` is the order of action."""

    visibility = "public"
    street: str
    waiting: tuple[int, ...]
    price: Chips
    level: Chips
    size: Chips
    raises: int = 0


class TurnGiven(RoundEvent, frozen=True, kw_only=True):
    """The dealer tells one or more players that it is their turn, and their options."""

    visibility = "public"
    turns: tuple[Turn, ...]


class ForcedBetPlaced(RoundEvent, frozen=True, kw_only=True):
    """The up-card made this player open the betting (POKER 7(b)(3))."""

    visibility = "public"
    seat: int
    owed: Chips
    moves: tuple[Move, ...]


class Checked(RoundEvent, frozen=True, kw_only=True):
    """A player waived the right to bet."""

    visibility = "public"
    seat: int


class Called(RoundEvent, frozen=True, kw_only=True):
    """A player matched the bet, or went all-in for less."""

    visibility = "public"
    seat: int
    moves: tuple[Move, ...]


class Raised(RoundEvent, frozen=True, kw_only=True):
    """A player bet, completed or raised; `full` when it reopens the betting."""

    visibility = "public"
    seat: int
    kind: Literal["bet", "completion", "raise"]
    to: Chips
    level: Chips
    size: Chips
    full: bool
    moves: tuple[Move, ...]


class Folded(RoundEvent, frozen=True, kw_only=True):
    """A player discarded the hand rather than match a wager."""

    visibility = "public"
    seat: int


class Returned(RoundEvent, frozen=True, kw_only=True):
    """An uncalled bet went back before anything was counted (POKER 14(d))."""

    visibility = "public"
    seat: int
    moves: tuple[Move, ...]


class BettingClosed(RoundEvent, frozen=True, kw_only=True):
    """A betting round is over; `skipped` when nobody could bet."""

    visibility = "public"
    street: str
    first: int
    skipped: bool = False


class DrawOpened(RoundEvent, frozen=True, kw_only=True):
    """Players may now exchange cards, in this order."""

    visibility = "public"
    street: str
    waiting: tuple[int, ...]


class Discarded(RoundEvent, frozen=True, kw_only=True):
    """A player threw cards, or none; how many is public, which is not."""

    visibility = "veiled"
    ends_preview = True
    seat: int
    cards: tuple[Card, ...]

    def veiled(self, own: Collection[int]) -> Self:
        """Hide which cards were thrown; how many is public."""
        return self if self.seat in own else replace(self, cards=veil(self.cards))


class AgreementAsked(RoundEvent, frozen=True, kw_only=True):
    """The last two players are asked, or nobody need be, whether to run the rest twice."""

    visibility = "public"
    waiting: tuple[int, ...]


class Agreed(RoundEvent, frozen=True, kw_only=True):
    """A player answered; `twice` once both said yes."""

    visibility = "public"
    seat: int
    yes: bool
    twice: bool = False


class ShowdownOpened(RoundEvent, frozen=True, kw_only=True):
    """Hands are to be shown, in this order (POKER 15(d))."""

    visibility = "public"
    ends_preview = True
    waiting: tuple[int, ...]


class Shown(RoundEvent, frozen=True, kw_only=True):
    """A hand was tabled whole; `strengths` rate it for each board and share."""

    visibility = "public"
    ends_preview = True
    seat: int
    cards: tuple[Card, ...]
    strengths: tuple[tuple[int, ...], ...]


class Mucked(RoundEvent, frozen=True, kw_only=True):
    """A player conceded without showing."""

    visibility = "public"
    ends_preview = True
    seat: int


class Revealed(RoundEvent, frozen=True, kw_only=True):
    """A hand that did not contend was turned up: by its owner, or because the house asked."""

    visibility = "public"
    ends_preview = True
    seat: int
    cards: tuple[Card, ...]
    demanded: bool


class Collected(RoundEvent, frozen=True, kw_only=True):
    """The dealer took in these hands (POKER 6(e)(6)): losers before the push, winners after."""

    visibility = "public"
    seats: tuple[int, ...]


class PotAwarded(RoundEvent, frozen=True, kw_only=True):
    """A share of a pot was pushed; pot 0 is the centre, the others are side pots."""

    visibility = "public"
    pot: int
    board: int
    share: str
    moves: tuple[Move, ...]
    excess: str = ""  # the clause that gave an odd chip away


class RoundClosed(RoundEvent, frozen=True, kw_only=True):
    """The round of play is complete."""

    visibility = "public"
    stacks: dict[int, Chips]


class Ruled(RoundEvent, frozen=True, kw_only=True):
    """The dealer ruled on what a player said or pushed; the action it amounts to follows."""

    visibility = "public"
    seat: int
    said: Say
    amounts_to: str  # empty: not binding, or not complete
    says: str
    pending: Say | None = None  # a bet announced as not complete, with all chips so far


if TYPE_CHECKING:
    AnyEvent = RoundEvent
else:  # the union that logs are read by
    AnyEvent = reduce(or_, kinds())

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyEvent)


def write_event(event: AnyEvent) -> str:
    """Write an event as one line of JSON."""
    return _encoder.encode(event).decode()


def read_event(line: str | bytes) -> AnyEvent:
    """Read an event from its line, or refuse it in one sentence."""
    try:
        return _decoder.decode(line)  # type: ignore[no-any-return]  # the decoder knows AnyEvent
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise Refused("FIELD event", f"not an event: {brief(fault)}") from None
