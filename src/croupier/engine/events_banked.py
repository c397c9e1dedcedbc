"""The events of a house-banked table: wagers, choices, settlements, and what voids them."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import Card
from croupier.chips import NOTHING, Chips
from croupier.engine.accounts import Move, carry
from croupier.engine.event import RoundEvent
from croupier.engine.evolve import evolves
from croupier.engine.layout import spot_account
from croupier.engine.round import Hand, Pile, Round
from croupier.engine.turns import DEALER, Option, Turn
from croupier.rules.banked import Deliver, Reveal, Settle
from croupier.rules.steps import AnyStep, Showdown

Result = Literal["wins", "loses", "pushes"]
CLOSING = Turn(DEALER, (Option("no_more_bets"),))


class Outcome(Struct, frozen=True, array_like=True, gc=False):
    """What became of one wager against the bank."""

    spot: str
    result: Result
    staked: Chips
    won: Chips
    clause: str
    line: str = ""  # the line of a pay table


class Placed(RoundEvent, frozen=True, kw_only=True):
    """A player set these wagers on the layout."""

    visibility = "public"
    seat: int
    spots: dict[str, Chips]
    moves: tuple[Move, ...]
    owner: int = 0  # the seat that plays this position as a second one (TCJ, where posted)
    coupon: Chips = Chips(0)  # the value of a match play coupon beside the ante


@evolves(Placed)
def _placed(state: Round, event: Placed) -> Round:
    if event.owner and event.seat not in state.order:
        state = _position_opened(state, event.seat, event.owner)
    hands = state.hands.copy()
    pot = event.spots.get("pot", NOTHING)
    hands[event.seat] = replace(
        hands[event.seat], stakes=event.spots, paid=pot, coupon=event.coupon
    )
    turns = state.turns if state.turns[-1:] != (CLOSING,) else state.turns[:-1]
    if event.spots or any(hand.stakes for hand in hands.values()):
        turns = (*turns, CLOSING)
    return replace(state, hands=hands, accounts=carry(state.accounts, event.moves), turns=turns)


def _position_opened(state: Round, position: int, owner: int) -> Round:
    """A player takes a second position: it gets a hand and its spots."""
    order = tuple(sorted((*state.order, position)))
    names = {key.split(":")[2] for key in state.accounts if key.startswith("spot:")}
    fresh = {spot_account(position, name): NOTHING for name in sorted(names)}
    return replace(
        state,
        hands={**state.hands, position: Hand()},
        order=order,
        live=order,
        owners={**state.owners, position: owner},
        accounts={**state.accounts, **fresh},
    )


class BetsClosed(RoundEvent, frozen=True, kw_only=True):
    """The dealer said "No more bets"; these seats are dealt in."""

    visibility = "public"
    seats: tuple[int, ...]


@evolves(BetsClosed)
def _bets_closed(state: Round, event: BetsClosed) -> Round:
    return replace(state, live=event.seats, at=state.at + 1, turns=())


class ChoiceAsked(RoundEvent, frozen=True, kw_only=True):
    """Players choose, in this order."""

    visibility = "public"
    street: str
    waiting: tuple[int, ...]


@evolves(ChoiceAsked)
def _choice_asked(state: Round, event: ChoiceAsked) -> Round:
    if not event.waiting:
        return replace(state, at=state.at + 1)
    return replace(state, opened=True, waiting=event.waiting)


class Chose(RoundEvent, frozen=True, kw_only=True):
    """A player placed the wager or declined it."""

    visibility = "public"
    seat: int
    does: Literal["place", "fold", "check", "surrender"]
    spot: str = ""
    chips: Chips = Chips(0)
    moves: tuple[Move, ...] = ()


@evolves(Chose)
def _chose(state: Round, event: Chose) -> Round:
    hand = state.hands[event.seat]
    if event.does == "place":
        hand = replace(hand, stakes={**hand.stakes, event.spot: event.chips})
    elif event.does == "fold":
        hand = replace(hand, out="folded")
    hands, waiting = state.hands.copy(), state.waiting[1:]
    hands[event.seat] = hand
    return replace(
        state,
        hands=hands,
        accounts=carry(state.accounts, event.moves),
        waiting=waiting,
        opened=bool(waiting),
        at=state.at + (not waiting),
        turns=(),
    )


class HouseRevealed(RoundEvent, frozen=True, kw_only=True):
    """The dealer's hand or the face-down community cards were turned up."""

    visibility = "public"
    ends_preview = True
    cards: tuple[Card, ...]
    community: bool
    strength: int = 0  # of the dealer's hand, which is announced


@evolves(HouseRevealed)
def _house_revealed(state: Round, event: HouseRevealed) -> Round:
    if event.community:
        return replace(state, boards=(event.cards,), house=(), at=state.at + 1, turns=())
    return replace(state, house=event.cards, house_shown=True, at=state.at + 1, turns=())


class Settled(RoundEvent, frozen=True, kw_only=True):
    """One player's wagers were collected, paid or returned."""

    visibility = "public"
    ends_preview = True
    seat: int
    outcomes: tuple[Outcome, ...]
    moves: tuple[Move, ...]


@evolves(Settled)
def _settled(state: Round, event: Settled) -> Round:
    hand = state.hands[event.seat]
    done = {outcome.spot for outcome in event.outcomes}
    left = {spot: chips for spot, chips in hand.stakes.items() if spot not in done}
    hands = state.hands | {event.seat: replace(hand, stakes=left)}
    return replace(state, hands=hands, accounts=carry(state.accounts, event.moves))


class MeterReset(RoundEvent, frozen=True, kw_only=True):
    """The progressive meter restarts from its seed."""

    visibility = "public"
    moves: tuple[Move, ...]


@evolves(MeterReset)
def _meter_reset(state: Round, event: MeterReset) -> Round:
    return replace(state, accounts=carry(state.accounts, event.moves))


class SettlementClosed(RoundEvent, frozen=True, kw_only=True):
    """A pass of the settlement has reached every player."""

    visibility = "public"


@evolves(SettlementClosed)
def _settlement_closed(state: Round, event: SettlementClosed) -> Round:
    return replace(state, at=state.at + 1)


class HandVoided(RoundEvent, frozen=True, kw_only=True):
    """One hand is void: its wagers went back, and the others play on."""

    visibility = "public"
    seat: int
    moves: tuple[Move, ...]


@evolves(HandVoided)
def _hand_voided(state: Round, event: HandVoided) -> Round:
    hand = state.hands[event.seat]
    pile = Pile(event.seat, 0, hand.down, step=state.at)
    gone = replace(hand, down=(), out="void", stakes={}, paid=Chips(0), coupon=Chips(0))
    waiting = tuple(seat for seat in state.waiting if seat != event.seat)
    ended = state.opened and not waiting
    return replace(
        state,
        hands=state.hands | {event.seat: gone},
        live=tuple(seat for seat in state.live if seat != event.seat),
        discards=(*state.discards, pile),
        accounts=carry(state.accounts, event.moves),
        waiting=waiting,
        opened=bool(waiting),
        at=state.at + ended,
        turns=(),
    )


class RoundVoided(RoundEvent, frozen=True, kw_only=True):
    """All hands are void: wagers went back, but for those on the spot that is saved."""

    visibility = "public"
    kind: str
    saves: str
    moves: tuple[Move, ...]


@evolves(RoundVoided)
def _round_voided(state: Round, event: RoundVoided) -> Round:
    """What is left of the script ends the deal and settles the spot that is saved."""
    saved = event.saves
    hands = {
        seat: replace(
            hand,
            stakes={spot: chips for spot, chips in hand.stakes.items() if spot == saved},
            paid=hand.paid if saved == "pot" else Chips(0),
            coupon=Chips(0),
        )
        for seat, hand in state.hands.items()
    }
    rest = (step for step in state.script[state.at :] if saved and _goes_on(step))
    return replace(
        state,
        script=(*state.script[:1], *rest),
        at=1,
        hands=hands,
        accounts=carry(state.accounts, event.moves),
        opened=False,
        waiting=(),
        turns=(),
    )


def _goes_on(step: AnyStep) -> bool:
    community = isinstance(step, Reveal) and step.community
    return community or isinstance(step, Deliver | Settle | Showdown)
