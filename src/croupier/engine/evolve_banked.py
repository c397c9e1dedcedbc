"""What the events of a house-banked round do to it."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from croupier.chips import NOTHING, Chips
from croupier.engine import events as told
from croupier.engine.accounts import carry
from croupier.engine.layout import spot_account
from croupier.engine.round import Hand, Pile, Round
from croupier.engine.turns import DEALER, Option, Turn
from croupier.rules.banked import Deliver, Reveal, Settle
from croupier.rules.steps import AnyStep, Showdown

CLOSING = Turn(DEALER, (Option("no_more_bets"),))


def _placed(state: Round, event: told.Placed) -> Round:
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
    """A player begins to play a position beside his or her own: it has a hand and its spots."""
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


def _bets_closed(state: Round, event: told.BetsClosed) -> Round:
    return replace(state, live=event.seats, at=state.at + 1, turns=())


def _choice_asked(state: Round, event: told.ChoiceAsked) -> Round:
    if not event.waiting:
        return replace(state, at=state.at + 1)
    return replace(state, opened=True, waiting=event.waiting)


def _chose(state: Round, event: told.Chose) -> Round:
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


def _house_revealed(state: Round, event: told.HouseRevealed) -> Round:
    if event.community:
        return replace(state, boards=(event.cards,), house=(), at=state.at + 1, turns=())
    return replace(state, house=event.cards, house_shown=True, at=state.at + 1, turns=())


def _settled(state: Round, event: told.Settled) -> Round:
    hand = state.hands[event.seat]
    done = {outcome.spot for outcome in event.outcomes}
    left = {spot: chips for spot, chips in hand.stakes.items() if spot not in done}
    hands = state.hands | {event.seat: replace(hand, stakes=left)}
    return replace(state, hands=hands, accounts=carry(state.accounts, event.moves))


def _meter_reset(state: Round, event: told.MeterReset) -> Round:
    return replace(state, accounts=carry(state.accounts, event.moves))


def _hand_voided(state: Round, event: told.HandVoided) -> Round:
    hand = state.hands[event.seat]
    pile = Pile(event.seat, 0, hand.down)
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


def _round_voided(state: Round, event: told.RoundVoided) -> Round:
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


def _settlement_closed(state: Round, event: told.SettlementClosed) -> Round:
    return replace(state, at=state.at + 1)


BANKED: dict[type, Callable[[Round, Any], Round]] = {
    told.Placed: _placed,
    told.BetsClosed: _bets_closed,
    told.ChoiceAsked: _choice_asked,
    told.Chose: _chose,
    told.HouseRevealed: _house_revealed,
    told.Settled: _settled,
    told.MeterReset: _meter_reset,
    told.SettlementClosed: _settlement_closed,
    told.HandVoided: _hand_voided,
    told.RoundVoided: _round_voided,
}
