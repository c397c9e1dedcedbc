"""What happened: facts with their clause; chips travel in moves.

A card that becomes public is told again in a new event (`Shown`, `Revealed`); the event that
dealt it stays as it was, so a view may veil an event and keep its place.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from croupier.cards import Card
from croupier.chips import Chips
from croupier.engine.accounts import Move
from croupier.engine.commands import Say
from croupier.engine.event import Event as Event
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
    CalledDead,
    Elected,
    Exchanged,
    Exposed,
    HandDead,
    HandRefunded,
    Misdealt,
    Protected,
)
from croupier.engine.turns import Turn
from croupier.refused import Refused, brief
from croupier.rules.sign import TableSign

Kind = Literal["ante", "blind", "straddle", "kill", "post", "bomb", "dead"]


class Due(Struct, frozen=True, array_like=True, gc=False):
    """What a seat owes before the first card."""

    seat: int
    kind: Kind
    chips: Chips
    clause: str


class RoundOpened(Event, frozen=True, kw_only=True):
    """A round of play begins: who plays with what, under which sign, owing which bets."""

    game: str
    sign: TableSign
    stacks: dict[int, Chips]
    button: int
    dues: tuple[Due, ...]
    bomb: bool = False
    killed: bool = False
    meter: Chips = Chips(0)  # the progressive meter as the round finds it


class DeckCut(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The deck lies ready, shuffled and cut; its order is nobody's to see."""

    order: tuple[Card, ...]
    cut: int
    accidents: tuple[Accident, ...] = ()  # of the dealing to come, by card


class Posted(Event, frozen=True, kw_only=True):
    """Bets of one kind were placed before the cards; `owed` is what each should have been."""

    kind: Kind
    seats: tuple[int, ...]
    owed: tuple[Chips, ...]
    moves: tuple[Move, ...]


class CoinConverted(Event, frozen=True, kw_only=True):
    """Coin in the pot was exchanged for dollar chips (POKER 7(c)(2))."""

    dollars: int
    coin: Chips


class Dealt(Event, frozen=True, kw_only=True):
    """A run of cards went to seats, one by one; `faces` has a D or U for each card."""

    seats: tuple[int, ...]
    cards: tuple[Card, ...]
    faces: str


class Burned(Event, frozen=True, kw_only=True):
    """The top card left play."""

    card: Card


class BoardDealt(Event, frozen=True, kw_only=True):
    """Community cards were turned up."""

    board: int
    cards: tuple[Card, ...]


class CommonDealt(Event, frozen=True, kw_only=True):
    """One card for everybody, because the deck could not serve each player (POKER 9(h))."""

    card: Card


class Reshuffled(Event, frozen=True, kw_only=True):
    """A pile was shuffled to renew the deck; seats in `spared` keep their discards out of it."""

    pile: Literal["burns", "discards"]
    order: tuple[Card, ...]
    spared: tuple[int, ...] = ()


class BettingOpened(Event, frozen=True, kw_only=True):
    """A betting round begins; `waiting` is the order of action."""

    street: str
    waiting: tuple[int, ...]
    price: Chips
    level: Chips
    size: Chips
    raises: int = 0


class TurnGiven(Event, frozen=True, kw_only=True):
    """The dealer tells one or more players that it is their turn, and their options."""

    turns: tuple[Turn, ...]


class ForcedBetPlaced(Event, frozen=True, kw_only=True):
    """The up-card made this player open the betting (POKER 7(b)(3))."""

    seat: int
    owed: Chips
    moves: tuple[Move, ...]


class Checked(Event, frozen=True, kw_only=True):
    """A player waived the right to bet."""

    seat: int


class Called(Event, frozen=True, kw_only=True):
    """A player matched the bet, or went all-in for less."""

    seat: int
    moves: tuple[Move, ...]


class Raised(Event, frozen=True, kw_only=True):
    """A player bet, completed or raised; `full` when it reopens the betting."""

    seat: int
    kind: Literal["bet", "completion", "raise"]
    to: Chips
    level: Chips
    size: Chips
    full: bool
    moves: tuple[Move, ...]


class Folded(Event, frozen=True, kw_only=True):
    """A player discarded the hand rather than match a wager."""

    seat: int


class Returned(Event, frozen=True, kw_only=True):
    """An uncalled bet went back before anything was counted (POKER 14(d))."""

    seat: int
    moves: tuple[Move, ...]


class BettingClosed(Event, frozen=True, kw_only=True):
    """A betting round is over; `skipped` when nobody could bet."""

    street: str
    first: int
    skipped: bool = False


class DrawOpened(Event, frozen=True, kw_only=True):
    """Players may now exchange cards, in this order."""

    street: str
    waiting: tuple[int, ...]


class Discarded(Event, frozen=True, kw_only=True):
    """A player threw cards, or none; how many is public, which is not."""

    seat: int
    cards: tuple[Card, ...]


class AgreementAsked(Event, frozen=True, kw_only=True):
    """The last two players are asked, or nobody need be, whether to run the rest twice."""

    waiting: tuple[int, ...]


class Agreed(Event, frozen=True, kw_only=True):
    """A player answered; `twice` once both said yes."""

    seat: int
    yes: bool
    twice: bool = False


class ShowdownOpened(Event, frozen=True, kw_only=True):
    """Hands are to be shown, in this order (POKER 15(d))."""

    waiting: tuple[int, ...]


class Shown(Event, frozen=True, kw_only=True):
    """A hand was tabled whole; `strengths` rate it for each board and share."""

    seat: int
    cards: tuple[Card, ...]
    strengths: tuple[tuple[int, ...], ...]


class Mucked(Event, frozen=True, kw_only=True):
    """A player conceded without showing."""

    seat: int


class Revealed(Event, frozen=True, kw_only=True):
    """A hand that did not contend was turned up: by its owner, or because the house asked."""

    seat: int
    cards: tuple[Card, ...]
    demanded: bool


class Collected(Event, frozen=True, kw_only=True):
    """The dealer took in these hands (POKER 6(e)(6)): losers before the push, winners after."""

    seats: tuple[int, ...]


class PotAwarded(Event, frozen=True, kw_only=True):
    """A share of a pot was pushed; pot 0 is the centre, the others are side pots."""

    pot: int
    board: int
    share: str
    moves: tuple[Move, ...]
    excess: str = ""  # the clause that gave an odd chip away


class RoundClosed(Event, frozen=True, kw_only=True):
    """The round of play is complete."""

    stacks: dict[int, Chips]


class Ruled(Event, frozen=True, kw_only=True):
    """The dealer ruled on what a player said or pushed; the action it amounts to follows."""

    seat: int
    said: Say
    amounts_to: str  # empty: not binding, or not complete
    says: str
    pending: Say | None = None  # a bet announced as not complete, with all chips so far


AnyEvent = (
    RoundOpened
    | DeckCut
    | Posted
    | CoinConverted
    | Dealt
    | Burned
    | BoardDealt
    | CommonDealt
    | Reshuffled
    | BettingOpened
    | TurnGiven
    | ForcedBetPlaced
    | Checked
    | Called
    | Raised
    | Folded
    | Returned
    | BettingClosed
    | DrawOpened
    | Discarded
    | AgreementAsked
    | Agreed
    | ShowdownOpened
    | Shown
    | Mucked
    | Revealed
    | Collected
    | PotAwarded
    | RakeTaken
    | PromoDropTaken
    | ContributionTaken
    | BadBeatFound
    | RakeBanked
    | RoundClosed
    | Placed
    | BetsClosed
    | ChoiceAsked
    | Chose
    | HouseRevealed
    | Settled
    | MeterReset
    | SettlementClosed
    | Noted
    | CardRemoved
    | HandVoided
    | RoundVoided
    | Ruled
    | Exposed
    | Exchanged
    | Elected
    | Protected
    | HandDead
    | HandRefunded
    | Misdealt
    | CalledDead
)

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
