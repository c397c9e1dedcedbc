"""How many cards a hand that came back must have, by the steps of its game (POKER 6(e)(8)).

What is there is counted from the cards themselves; what should be there follows from the dealing
steps before the hand was thrown. So a card too many or too few is found, no matter who lost it.
"""

from croupier.engine.round import Pile, Round
from croupier.rules.banked import Deliver
from croupier.rules.steps import AnyStep, Deal, Discard, Draw


def returned_hands(state: Round) -> list[Pile]:
    """The whole hands that came back; cards thrown in a draw are not among them."""
    return [pile for pile in state.discards if pile.draw == 0]


def proper_number(state: Round, pile: Pile) -> int:
    """How many cards of a returned hand would be right; as many as there are, if they can be.

    A round without a result has no complete hands, and neither has an old record without steps.
    """
    there = len(pile.cards)
    if pile.step < 0 or state.undone:
        return there
    whole = sum(_gained(state, place) for place in range(pile.step))
    least, most = _in_hand(state, pile.step, whole)
    return min(max(there, least), most)


def misdealt(state: Round) -> int:
    """By how many cards the hands and the dealer's area exceed what they should hold (THB 7(f))."""
    each = sum(step.each for step in state.script if isinstance(step, Deliver))
    held = [len(hand.down + hand.up) for hand in state.hands.values()]
    held += [len(pile.cards) for pile in returned_hands(state)]
    return sum(cards - each for cards in (*held, len(state.house)) if cards)


def _gained(state: Round, place: int) -> int:
    """What a hand gains by a whole step of the script."""
    step = state.script[place]
    if isinstance(step, Deal):
        return 0 if place in _common(state) else step.down + step.up
    if isinstance(step, Deliver):
        return step.each
    return -step.count if isinstance(step, Discard) else 0


def _common(state: Round) -> list[int]:
    """The steps that were dealt as one card for all, which is in nobody's hand (POKER 9(h))."""
    done = [place for place, step in enumerate(state.script[: state.at]) if _can_be_common(step)]
    return done[len(done) - len(state.common) :]


def _can_be_common(step: AnyStep) -> bool:
    return isinstance(step, Deal) and bool(step.if_short)


def _in_hand(state: Round, place: int, whole: int) -> tuple[int, int]:
    """The fewest and the most cards of a hand within a step, given those from before it."""
    step = state.script[place] if place < len(state.script) else None
    if isinstance(step, Draw):
        return whole - min(step.most, whole), whole
    change = _gained(state, place) if step is not None else 0
    return min(whole, whole + change), max(whole, whole + change)
