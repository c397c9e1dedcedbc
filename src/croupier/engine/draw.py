"""The draw, and the discard without replacement: one player at a time."""

from functools import lru_cache

from croupier.cards import UNKNOWN
from croupier.engine import deal
from croupier.engine.commands import Discard
from croupier.engine.decides import decides
from croupier.engine.events import AnyEvent, Discarded, DrawOpened, TurnGiven
from croupier.engine.misdeal import spent
from croupier.engine.round import Round, holds
from croupier.engine.turns import Option, Turn
from croupier.refused import Refused
from croupier.rules.steps import Discard as DiscardStep
from croupier.rules.steps import Draw


def begin(state: Round, step: Draw) -> list[AnyEvent]:
    """Open the draw, replace what was thrown, or ask the next player."""
    if not state.opened:
        return [DrawOpened(clause=step.clause, street=step.street, waiting=state.live)]
    if not state.due_cards:
        seat = state.waiting[0]
        return [_ask(step.clause, seat, min(step.most, len(state.hands[seat].down)))]
    left = len(state.deck) - state.top
    if not left:
        count = len(deal.renewal(state))
        return deal.ask_reshuffle(step, count) if count else spent(state)
    return deal.serve(state, step, min(state.due_cards, left))  # the remainder first


def begin_discard(state: Round, step: DiscardStep) -> list[AnyEvent]:
    """Ask the next player to discard; the cards are not replaced."""
    if not state.opened:
        return [DrawOpened(clause=step.clause, street=step.street, waiting=state.live)]
    return [_ask(step.clause, state.waiting[0], step.count, step.count)]


@lru_cache(4096)
def _ask(clause: str, seat: int, most: int, least: int = 0) -> TurnGiven:
    return TurnGiven(clause=clause, turns=(Turn(seat, (Option("discard", least, most),)),))


@decides(Discard)
def discard(state: Round, command: Discard, option: Option) -> list[AnyEvent]:
    """Accept cards the player holds, at most as many as the draw allows."""
    step = state.script[state.at]
    clause = step.clause
    if not option.admits(len(command.cards)):
        raise Refused(clause, _how_many(option))
    if not holds(state.hands[command.seat].down, command.cards):
        raise Refused(clause, "you can only discard cards of your hand, each once")
    events: list[AnyEvent] = [Discarded(clause=clause, seat=command.seat, cards=command.cards)]
    if isinstance(step, DiscardStep):
        return events
    wanted = len(command.cards)
    if wanted and not state.amiss.accidents:
        cards = state.deck[state.top : state.top + wanted]
        if len(cards) == wanted and UNKNOWN not in cards:  # replaced at once
            events += deal.tell_draw(state, step, cards)
    return events


def _how_many(option: Option) -> str:
    if option.least == option.most:
        return f"you must discard exactly {option.most} of your cards"
    return f"you can discard 0 to {option.most} cards"
