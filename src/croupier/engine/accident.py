"""Dealing accidents: cards face up, off the table, or exposed (POKER 15(h), (k)-(o)).

A sealed deck carries its accidents, by card; with an announced deck the dealer reports them.
Both follow the same path.
"""

from typing import Literal

from croupier.cards import Card
from croupier.engine import exchange
from croupier.engine.bet import nobody_bets
from croupier.engine.commands import PlayOn, Stop
from croupier.engine.deal import common, instead, next_place
from croupier.engine.decides import decides
from croupier.engine.events import AnyEvent, CardRemoved, Dealt, TurnGiven
from croupier.engine.faults import Accident, Elected, Exposed, HandRefunded, Then
from croupier.engine.misdeal import misdealt, refund
from croupier.engine.round import Round
from croupier.engine.turns import Option, Turn
from croupier.rules.irregular import RULES, exposure
from croupier.rules.steps import Bet, Board, Burn, Deal, Draw

STOP_OR_PLAY_ON = (Option("stop"), Option("play_on"))


def begin(state: Round) -> list[AnyEvent]:
    """The accident that befalls the next card, if it is due and has one."""
    if not _card_due(state) or not state.left:
        return []
    card = state.deck[state.top]
    for accident in state.amiss.accidents:
        if accident.card == state.top + 1:
            return _befalls(state, accident, card)
    return []


def _befalls(state: Round, accident: Accident, card: Card) -> list[AnyEvent]:
    if accident.kind == "face_up_card":
        return found_face_up(state, card)
    if accident.kind == "off_table":
        return off_table(state, card)
    return expose(state, card)


def _card_due(state: Round) -> bool:
    step = state.step
    drawing = isinstance(step, Draw) and state.due_cards > 0
    return drawing or exchange.due(state) or isinstance(step, Deal | Board | Burn)


def _removed(state: Round, kind: Literal["face_up_card", "off_table"], card: Card) -> CardRemoved:
    clause = state.game.own(RULES[kind].clause)
    return CardRemoved(clause=clause, card=card, kind=kind)


def found_face_up(state: Round, card: Card) -> list[AnyEvent]:
    """Leave the first face-up card out; a second makes a misdeal (POKER 15(e)(3))."""
    events: list[AnyEvent] = [_removed(state, "face_up_card", card)]
    if any(pile.barred and pile.up for pile in state.discards):
        clause = state.game.own("POKER 15(e)(3)")
        events.append(misdealt(state, "face_up_cards", clause))
    return events


def off_table(state: Round, card: Card) -> list[AnyEvent]:
    """Examine and discard the card; the next one takes its place (POKER 15(n))."""
    return [_removed(state, "off_table", card)]


def expose(state: Round, card: Card) -> list[AnyEvent]:
    """Turn up the next card on its way to a hand; no event if it is dealt face up anyway."""
    if exchange.due(state):  # the replacement itself: to the discards, and the next one
        return [CardRemoved(clause=exchange.clause(state, burn=False), card=card, kind="exposed")]
    step = state.step
    if not isinstance(step, Deal) or common(state, step):
        return []
    seat, face = next_place(state, step)
    then = _then(state, seat, face)
    if not then:
        return []
    clause = state.game.own(exposure(state.game).clause)
    events: list[AnyEvent] = [
        Exposed(clause=clause, seat=seat, card=card, then=then),
        Dealt(clause=step.clause, seats=(seat,), cards=(card,), faces="U"),
    ]
    if then == "dead":
        moves = refund(state, {seat: state.hands[seat].put_in})
        events.append(HandRefunded(clause=clause, seat=seat, kind="exposed", moves=moves))
    return events


def _then(state: Round, seat: int, face: str) -> Then | Literal[""]:
    """What follows for the seat that the exposed card was meant for; `face` is the section's.

    A card that comes face down in place of an exposed one is a hole card: when it is turned up as
    well, two are, and the hand is dead (A-97).
    """
    rule = exposure(state.game)
    if face == "U":
        return "dead" if instead(state, seat) else ""
    if any(isinstance(before, Deal) for before in state.script[: state.at]):
        return rule.later
    if rule.both and state.hands[seat].up:
        return rule.both
    return rule.first


# --- the choice of a player whose last hole card was exposed ----------------------------------


def choice(state: Round) -> list[AnyEvent]:
    """Ask each player who could still wager, before the betting round's first action (A-49)."""
    if not isinstance(state.step, Bet) or state.opened or nobody_bets(state, state.able):
        return []
    asked = [seat for seat in state.amiss.choosing if seat in state.able]
    if not asked:
        return []
    clause = exposure(state.game).clause
    return [TurnGiven(clause=clause, turns=(Turn(asked[0], STOP_OR_PLAY_ON),))]


@decides(Stop, PlayOn)
def elect(state: Round, command: Stop | PlayOn, option: Option) -> list[AnyEvent]:
    """Stop wagering and contend for the pot as it stands, or play on for all of it."""
    stops = option.does == "stop"
    clause = exposure(state.game).clause + ("(1)" if stops else "(2)")
    return [Elected(clause=clause, seat=command.seat, stops=stops)]
