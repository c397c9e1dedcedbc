"""The events of a round: facts with their clause; chips travel in moves.

A card that becomes public is repeated in a new event (`Shown`, `Revealed`); the event that
dealt it stays as it was, so a view may veil an event and keep its place.

The modules beside this one declare the events by subject: the fields of each, who may see it and,
below the class, its effect on the round. This module gathers, writes and reads them.
"""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.engine.dues import Due as Due
from croupier.engine.dues import Kind as Kind
from croupier.engine.event import RoundEvent, kinds
from croupier.engine.events_banked import BetsClosed as BetsClosed
from croupier.engine.events_banked import ChoiceAsked as ChoiceAsked
from croupier.engine.events_banked import Chose as Chose
from croupier.engine.events_banked import HandVoided as HandVoided
from croupier.engine.events_banked import HouseRevealed as HouseRevealed
from croupier.engine.events_banked import MeterReset as MeterReset
from croupier.engine.events_banked import Outcome as Outcome
from croupier.engine.events_banked import Placed as Placed
from croupier.engine.events_banked import Result as Result
from croupier.engine.events_banked import RoundVoided as RoundVoided
from croupier.engine.events_banked import Settled as Settled
from croupier.engine.events_banked import SettlementClosed as SettlementClosed
from croupier.engine.events_betting import BettingClosed as BettingClosed
from croupier.engine.events_betting import BettingOpened as BettingOpened
from croupier.engine.events_betting import Called as Called
from croupier.engine.events_betting import Checked as Checked
from croupier.engine.events_betting import Folded as Folded
from croupier.engine.events_betting import ForcedBetPlaced as ForcedBetPlaced
from croupier.engine.events_betting import Raised as Raised
from croupier.engine.events_betting import Returned as Returned
from croupier.engine.events_betting import Ruled as Ruled
from croupier.engine.events_betting import TurnGiven as TurnGiven
from croupier.engine.events_cards import BoardDealt as BoardDealt
from croupier.engine.events_cards import Burned as Burned
from croupier.engine.events_cards import CommonDealt as CommonDealt
from croupier.engine.events_cards import Dealt as Dealt
from croupier.engine.events_cards import Discarded as Discarded
from croupier.engine.events_cards import DrawOpened as DrawOpened
from croupier.engine.events_cards import Reshuffled as Reshuffled
from croupier.engine.events_opening import CoinConverted as CoinConverted
from croupier.engine.events_opening import DeckCut as DeckCut
from croupier.engine.events_opening import Posted as Posted
from croupier.engine.events_opening import RoundOpened as RoundOpened
from croupier.engine.events_revenue import BadBeatFound as BadBeatFound
from croupier.engine.events_revenue import ContributionTaken as ContributionTaken
from croupier.engine.events_revenue import PromoDropTaken as PromoDropTaken
from croupier.engine.events_revenue import RakeBanked as RakeBanked
from croupier.engine.events_revenue import RakeTaken as RakeTaken
from croupier.engine.events_showdown import Agreed as Agreed
from croupier.engine.events_showdown import AgreementAsked as AgreementAsked
from croupier.engine.events_showdown import Collected as Collected
from croupier.engine.events_showdown import Mucked as Mucked
from croupier.engine.events_showdown import PotAwarded as PotAwarded
from croupier.engine.events_showdown import Revealed as Revealed
from croupier.engine.events_showdown import RoundClosed as RoundClosed
from croupier.engine.events_showdown import ShowdownOpened as ShowdownOpened
from croupier.engine.events_showdown import Shown as Shown
from croupier.engine.events_showdown import TurnedUp as TurnedUp
from croupier.engine.faults import CalledDead as CalledDead
from croupier.engine.faults import CardRemoved as CardRemoved
from croupier.engine.faults import Elected as Elected
from croupier.engine.faults import Exchanged as Exchanged
from croupier.engine.faults import Exposed as Exposed
from croupier.engine.faults import HandDead as HandDead
from croupier.engine.faults import HandRefunded as HandRefunded
from croupier.engine.faults import Misdealt as Misdealt
from croupier.engine.faults import Noted as Noted
from croupier.engine.faults import Protected as Protected
from croupier.refused import Refused, brief

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
