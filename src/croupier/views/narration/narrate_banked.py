"""House-banked play in words: wagers, choices, settlement, and what went wrong."""

from collections.abc import Callable
from typing import Any

from croupier.cards import Card
from croupier.chips import money
from croupier.engine import events as told
from croupier.engine.round import Round
from croupier.engine.settle import reads
from croupier.rankings import FAMILIES
from croupier.views.narration.wording import Line, drawn, listed


def _placed(state: Round, event: told.Placed) -> str:
    if not event.spots:
        return f"seat {event.seat} takes the wagers back"
    wagers = listed(f"{money(chips)} on {spot}" for spot, chips in event.spots.items())
    coupon = f", with a match play coupon of {money(event.coupon)}" if event.coupon else ""
    played = f" (played by seat {event.owner})" if event.owner else ""
    return f"seat {event.seat}{played} wagers {wagers}{coupon}"


def _bets_closed(state: Round, event: told.BetsClosed) -> str:
    return "no more bets"


def _chose(state: Round, event: told.Chose) -> str:
    seat = f"seat {event.seat}"
    match event.does:
        case "place":
            return f"{seat} wagers {money(event.chips)} on {event.spot}"
        case "fold":
            return f"{seat} folds" + (", and the wager is collected" if event.moves else "")
        case "check":
            return f"{seat} checks"
        case "surrender":
            return f"{seat} surrenders the ante and plays on for the pot"


def _house_revealed(state: Round, event: told.HouseRevealed) -> str:
    if event.community:
        return f"the community cards are turned up: {drawn(event.cards)}"
    words = against_dealer(state, event.cards) if event.strength else ""
    return f"the dealer shows {drawn(event.cards)}" + (f": {words}" if words else "")


def against_dealer(state: Round, cards: tuple[Card, ...]) -> str:
    """Say what a hand amounts to in the contest with the dealer; nothing if it is not whole."""
    ranking, pick = reads(state.game)
    if len(cards) + len(state.boards[0]) < FAMILIES[ranking].size:
        return ""
    hand = FAMILIES[ranking].hand_of(cards, state.boards[0], pick)
    return hand.words if hand else ""


def _settled(state: Round, event: told.Settled) -> Line:
    won = sum(outcome.won for outcome in event.outcomes)
    lost = sum(outcome.staked for outcome in event.outcomes if outcome.result == "loses")
    net = won - lost
    result = f"{'wins' if net > 0 else 'loses'} {money(abs(net))}" if net else "breaks even"
    return Line(
        f"seat {event.seat} {result}",
        event.clause,
        items=tuple(_outcome(outcome) for outcome in event.outcomes),
    )


def _outcome(outcome: told.Outcome) -> str:
    amount = {"wins": outcome.won, "loses": outcome.staked, "pushes": 0}[outcome.result]
    words = f"{outcome.spot} {outcome.result}" + (f" {money(amount)}" if amount else "")
    return f"{words} ({outcome.line})" if outcome.line and outcome.result != "loses" else words


def _meter_reset(state: Round, event: told.MeterReset) -> str:
    return "the progressive meter starts anew from its seed"


def _hand_voided(state: Round, event: told.HandVoided) -> str:
    return f"the hand of seat {event.seat} is void, and its wagers go back"


def _round_voided(state: Round, event: told.RoundVoided) -> str:
    saved = f", but for those on {event.saves}" if event.saves else ""
    return f"all hands are void ({event.kind.replace('_', ' ')}): wagers go back{saved}"


def _ruled(state: Round, event: told.Ruled) -> str:
    return f"ruling on seat {event.seat}: {event.says}"


def _silent(state: Round, event: told.AnyEvent) -> None:
    """Not worth a line."""


SAY: dict[type, Callable[[Round, Any], str | Line | None]] = {
    told.Placed: _placed,
    told.BetsClosed: _bets_closed,
    told.ChoiceAsked: _silent,
    told.Chose: _chose,
    told.HouseRevealed: _house_revealed,
    told.Settled: _settled,
    told.MeterReset: _meter_reset,
    told.SettlementClosed: _silent,
    told.HandVoided: _hand_voided,
    told.RoundVoided: _round_voided,
    told.Ruled: _ruled,
}
