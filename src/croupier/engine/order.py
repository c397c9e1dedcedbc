"""The order of action after a straddle."""

from croupier.engine.round import Round
from croupier.rules.openers import LeftOfBlinds
from croupier.rules.steps import Bet


def straddler_last(state: Round, waiting: tuple[int, ...]) -> tuple[int, ...]:
    """Let a straddler act for the first time after all others have, raised or not (A-37)."""
    step = state.script[state.at]
    if not (isinstance(step, Bet) and isinstance(step.opener, LeftOfBlinds)):
        return waiting
    straddles = [due.seat for due in state.dues if due.kind == "straddle"]
    if not straddles:
        return waiting
    straddler, order = straddles[-1], list(waiting)
    fresh = [seat for seat in order if state.hands[seat].answered < 0]
    if straddler in fresh[:-1]:
        order.remove(straddler)
        order.insert(order.index(fresh[-1]) + 1, straddler)
    return tuple(order)
