"""How much of the bets was called: what a rake or a contribution is taken from."""

from croupier.chips import Chips
from croupier.engine.round import Round


def called(state: Round) -> Chips:
    """All antes and matched bets; what one player alone has paid is not part of it."""
    second, first = sorted(hand.paid for hand in state.hands.values())[-2:]
    return Chips(state.gross - (first - second))


def counted(state: Round) -> Chips:
    """The amount already counted for a percentage once a betting round is closed."""
    return state.counted if state.sign.rake is None or no_drop(state) else called(state)


def no_drop(state: Round) -> bool:
    """Whether nothing may be taken yet: no flop, no drop, where the sign says so."""
    return state.sign.no_flop_no_drop and not state.boards[0]
