"""What one seat may see: the only door for hidden cards (POKER 6(e)(2)).

An event is veiled, never dropped: how many cards moved is public, which ones is not. Each class
of events declares its visibility (`engine/event.py`); one that declares nothing is concealed.
"""

from collections.abc import Collection, Iterable
from typing import TypeVar

from msgspec.structs import replace

from croupier.cards import veil
from croupier.engine.event import Event, Undisclosed
from croupier.engine.events import AnyEvent, Placed
from croupier.engine.round import Hand, Pile, Round
from croupier.engine.turns import HOUSE

Fact = TypeVar("Fact", bound=Event)

NOBODY = -1  # a spectator: entitled to nothing that is face down, the house's cards included


def view(events: Iterable[AnyEvent], seat: int = NOBODY) -> list[AnyEvent]:
    """The log as one seat saw it; without a seat, as a spectator did."""
    own, seen = {seat}, []
    for event in events:
        if isinstance(event, Placed) and event.owner and event.owner == seat:
            own.add(event.seat)  # one more position that this player plays
        seen.append(_seen(event, own))
    return seen


def seen_by(seat: int, event: Fact) -> Fact | Undisclosed:
    """One event as a seat may see it: whole, veiled, or not disclosed at all."""
    return _seen(event, (seat,))


def _seen(event: Fact, own: Collection[int]) -> Fact | Undisclosed:
    match event.visibility:
        case "public":
            return event
        case "veiled":
            return event.veiled(own)
        case _:
            return Undisclosed()


def hide(state: Round, seat: int = NOBODY) -> Round:
    """The round as one seat knows it: equal to folding that seat's view of the log."""
    own = {seat, *(position for position, owner in state.owners.items() if owner == seat)} - {HOUSE}
    return replace(
        state,
        deck=veil(state.deck),
        burns=veil(state.burns),
        amiss=replace(state.amiss, accidents=()) if state.amiss.accidents else state.amiss,
        house=state.house if state.house_shown else veil(state.house),
        hands={owner: _hand(hand, owner in own) for owner, hand in state.hands.items()},
        discards=tuple(_pile(state, pile, pile.seat in own) for pile in state.discards),
    )


def unveil(public: Round, state: Round, seat: int) -> Round:
    """The round as one seat knows it, made from what everybody knows: the same as `hide` gives."""
    own = {seat, *(position for position, owner in state.owners.items() if owner == seat)} - {HOUSE}
    hands = {place: state.hands[place] for place in own if place in state.hands}
    piles = tuple(
        pile if pile.seat in own else veiled
        for pile, veiled in zip(state.discards, public.discards, strict=True)
    )
    return replace(public, hands=public.hands | hands, discards=piles)


def _hand(hand: Hand, mine: bool) -> Hand:
    if not hand.down:  # nothing is hidden
        return hand
    return hand if mine or hand.strengths or hand.turned else replace(hand, down=veil(hand.down))


def _pile(state: Round, pile: Pile, mine: bool) -> Pile:
    hand = state.hands.get(pile.seat) if pile.draw == 0 else None
    shown = hand is not None and (hand.strengths or hand.turned)
    return pile if mine or shown else replace(pile, down=veil(pile.down))
