"""House-banked play in words: wagers, choices, settlement, and what went wrong."""

from collections.abc import Callable
from typing import Any

from croupier.cards import Card
from croupier.chips import money
from croupier.engine import events as engine_events
from croupier.engine.round import Round
from croupier.engine.settle import reads
from croupier.rankings import FAMILIES
from croupier.rankings.words import Called, category_words
from croupier.rules.banked import AgainstDealer, Settle
from croupier.views.narration.narrate_irregular import cause
from croupier.views.narration.sentences import (
    Said,
    Spoken,
    by,
    faces,
    hand_of,
    named,
    plain,
    said,
    to,
    when,
)
from croupier.views.narration.wording import listed


def _placed(state: Round, event: engine_events.Placed) -> Said:
    if not event.spots:
        return said(by(event.seat, "takes the wagers back", "take the wagers back"))
    wagers = listed(f"{money(chips)} on {spot}" for spot, chips in event.spots.items())
    coupon = f", with a match play coupon of {money(event.coupon)}" if event.coupon else ""
    if not event.owner:
        return said(by(event.seat, "wagers", "wager"), f" {wagers}{coupon}")
    played = (to(event.seat), " (played by ", to(event.owner), ")")
    return said(*played, f" wagers {wagers}{coupon}")


def _bets_closed(state: Round, event: engine_events.BetsClosed) -> str:
    return "no more bets"


def _chose(state: Round, event: engine_events.Chose) -> Said:
    seat = event.seat
    match event.does:
        case "place":
            return said(by(seat, "wagers", "wager"), f" {money(event.chips)} on {event.spot}")
        case "fold":
            collected = ", and the wager is collected" if event.moves else ""
            return said(by(seat, "folds", "fold"), collected)
        case "check":
            return said(by(seat, "checks", "check"))
        case "surrender":
            rest = when(seat, " the ante and plays on", " the ante and play on")
            return said(by(seat, "surrenders", "surrender"), rest, " for the pot")


def _house_revealed(state: Round, event: engine_events.HouseRevealed) -> Said:
    if event.community:
        return said("the community cards are turned up: ", faces(event.cards))
    hands = against_dealer(state, event.cards) if event.strength else []
    words = f": {hands[0].words}" if hands else ""
    if hands and not _qualifies(state, event.cards):
        words += ", and does not qualify"
        hands = [hands[0]._replace(brief="")]
    sentence = said("the dealer shows ", faces(event.cards), words)
    return Spoken(plain(sentence), event.clause, sentence=sentence, hands=named(hands))


def _qualifies(state: Round, cards: tuple[Card, ...]) -> bool:
    """Whether the dealer's hand is good enough for a contest."""
    contests = [
        contest
        for step in state.script
        if isinstance(step, Settle)
        for contest in step.contests
        if isinstance(contest, AgainstDealer) and contest.qualifies
    ]
    return all(
        FAMILIES[contest.ranking].strength_of(cards, state.boards[0], contest.pick)
        >= FAMILIES[contest.ranking].strength(contest.qualifies)
        for contest in contests
        if contest.qualifies
    )


def against_dealer(state: Round, cards: tuple[Card, ...]) -> list[Called]:
    """Name what a hand amounts to in the contest with the dealer; none if it is not whole."""
    ranking, pick = reads(state.game)
    if len(cards) + len(state.boards[0]) < FAMILIES[ranking].size:
        return []
    hand = FAMILIES[ranking].hand_of(cards, state.boards[0], pick)
    return [hand.name] if hand else []


def _settled(state: Round, event: engine_events.Settled) -> Spoken:
    won = sum(outcome.won for outcome in event.outcomes)
    lost = sum(outcome.staked for outcome in event.outcomes if outcome.result == "loses")
    net = won - lost
    does, you = ("wins", "win") if net > 0 else ("loses", "lose")
    if net:
        sentence = said(by(event.seat, does, you), f" {money(abs(net))}")
    else:
        sentence = said(by(event.seat, "breaks even", "break even"))
    items = tuple(_outcome(outcome) for outcome in event.outcomes)
    return Spoken(plain(sentence), event.clause, items=items, sentence=sentence)


def _outcome(outcome: engine_events.Outcome) -> str:
    amount = {"wins": outcome.won, "loses": outcome.staked, "pushes": 0}[outcome.result]
    words = f"{outcome.spot} {outcome.result}" + (f" {money(amount)}" if amount else "")
    named = outcome.line and outcome.result != "loses"
    return f"{words} ({category_words(outcome.line)})" if named else words


def _meter_reset(state: Round, event: engine_events.MeterReset) -> str:
    return "the progressive meter restarts from its seed"


def _hand_voided(state: Round, event: engine_events.HandVoided) -> Said:
    return said(hand_of(event.seat), " is void, and its wagers go back")


def _round_voided(state: Round, event: engine_events.RoundVoided) -> str:
    if event.saves == "pot":  # between the players, whose hands decide it (FLOP 12(a), (b))
        return f"{cause(event.kind)}: the other wagers go back, and the pot is awarded"
    saved = f", but for those on {event.saves}" if event.saves else ""
    return f"all hands are void ({cause(event.kind)}): wagers go back{saved}"


def _ruled(state: Round, event: engine_events.Ruled) -> Said:
    return said("ruling on ", to(event.seat), f": {event.says}")


def _silent(state: Round, event: engine_events.AnyEvent) -> None:
    """Not worth a line."""


SAY: dict[type, Callable[[Round, Any], Said]] = {
    engine_events.Placed: _placed,
    engine_events.BetsClosed: _bets_closed,
    engine_events.ChoiceAsked: _silent,
    engine_events.Chose: _chose,
    engine_events.HouseRevealed: _house_revealed,
    engine_events.Settled: _settled,
    engine_events.MeterReset: _meter_reset,
    engine_events.SettlementClosed: _silent,
    engine_events.HandVoided: _hand_voided,
    engine_events.RoundVoided: _round_voided,
    engine_events.Ruled: _ruled,
}
