"""What one seat may see: the only door for hidden cards (POKER 6(e)(2)).

An event is veiled, never dropped: how many cards moved is public, which ones is not. A kind of
event that is not listed here is concealed, so a new one leaks nothing until somebody decides.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.engine import events as told
from croupier.engine import faults
from croupier.engine.events import AnyEvent
from croupier.engine.round import Hand, Pile, Round
from croupier.engine.turns import HOUSE

NOBODY = -1  # a spectator: entitled to nothing that is face down, the house's cards included

_PUBLIC = (
    told.RoundOpened
    | told.Posted
    | told.CoinConverted
    | told.BoardDealt
    | told.CommonDealt
    | told.BettingOpened
    | told.TurnGiven
    | told.ForcedBetPlaced
    | told.Checked
    | told.Called
    | told.Raised
    | told.Folded
    | told.Returned
    | told.BettingClosed
    | told.DrawOpened
    | told.AgreementAsked
    | told.Agreed
    | told.ShowdownOpened
    | told.Shown
    | told.Mucked
    | told.Revealed
    | told.Collected
    | told.PotAwarded
    | told.RakeTaken
    | told.PromoDropTaken
    | told.ContributionTaken
    | told.BadBeatFound
    | told.RakeBanked
    | told.RoundClosed
    | told.Placed
    | told.BetsClosed
    | told.ChoiceAsked
    | told.Chose
    | told.HouseRevealed
    | told.Settled
    | told.MeterReset
    | told.SettlementClosed
    | told.Noted
    | told.HandVoided
    | told.RoundVoided
    | told.Ruled
    | faults.Exposed
    | faults.Elected
    | faults.Protected
    | faults.HandDead
    | faults.HandRefunded
    | faults.Misdealt
    | faults.CalledDead
)


def view(events: Iterable[AnyEvent], seat: int = NOBODY) -> list[AnyEvent]:
    """The log as one seat saw it; without a seat, as a spectator did."""
    own, seen = {seat}, []
    for event in events:
        if isinstance(event, told.Placed) and event.owner and event.owner == seat:
            own.add(event.seat)  # one more position that this player plays
        seen.append(_dealt(own, event) if isinstance(event, told.Dealt) else seen_by(seat, event))
    return seen


def seen_by(seat: int, event: AnyEvent) -> AnyEvent:
    """One event with what this seat may not know veiled."""
    match event:
        case told.Dealt():
            return _dealt({seat}, event)
        case told.Discarded():
            mine = event.seat == seat
            return event if mine else replace(event, cards=_veil(event.cards))
        case faults.Exchanged():
            return event if event.seat == seat else replace(event, card=UNKNOWN)
        case told.CardRemoved():  # off the table it is for the dealer alone to examine
            return event if event.kind != "off_table" else replace(event, card=UNKNOWN)
        case told.DeckCut():
            return replace(event, order=_veil(event.order), accidents=())
        case told.Reshuffled():
            return replace(event, order=_veil(event.order))
        case told.Burned():
            return replace(event, card=UNKNOWN)
        case _ if isinstance(event, _PUBLIC):
            return event
        case _:
            raise AssertionError(f"{type(event).__name__} has no rule of who may see it")


def _veil(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)


def _dealt(own: set[int], event: told.Dealt) -> told.Dealt:
    mine = own - {HOUSE}  # what lies in front of the dealer is nobody's until it is turned
    dealt = zip(event.seats, event.cards, event.faces, strict=True)
    cards = tuple(card if owner in mine or face == "U" else UNKNOWN for owner, card, face in dealt)
    return replace(event, cards=cards)


def hide(state: Round, seat: int = NOBODY) -> Round:
    """The round as one seat knows it: equal to folding that seat's view of the log."""
    own = {seat, *(position for position, owner in state.owners.items() if owner == seat)} - {HOUSE}
    return replace(
        state,
        deck=_veil(state.deck),
        burns=_veil(state.burns),
        amiss=replace(state.amiss, accidents=()),
        house=state.house if state.house_shown else _veil(state.house),
        hands={owner: _hand(hand, owner in own) for owner, hand in state.hands.items()},
        discards=tuple(_pile(state, pile, pile.seat in own) for pile in state.discards),
    )


def _hand(hand: Hand, mine: bool) -> Hand:
    return hand if mine or hand.strengths else replace(hand, down=_veil(hand.down))


def _pile(state: Round, pile: Pile, mine: bool) -> Pile:
    shown = pile.draw == 0 and pile.seat in state.hands and bool(state.hands[pile.seat].strengths)
    return pile if mine or shown else replace(pile, down=_veil(pile.down))
