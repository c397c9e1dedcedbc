"""Hands that are turned up before the rest of the board, once nobody can bet: `show_all_in`."""

from croupier.cards import UNKNOWN
from croupier.engine.bet import nobody_bets
from croupier.engine.events import AnyEvent, TurnedUp
from croupier.engine.round import Round
from croupier.rules.steps import Board, Deal, Discard, Draw


def before_board(state: Round) -> list[AnyEvent]:
    """Turn up all live hands, if nothing but the board is to come and no choice is left."""
    hands = {seat: state.hands[seat] for seat in state.live}
    rest = state.script[state.at :]
    if any(hand.turned or not hand.down or UNKNOWN in hand.down for hand in hands.values()):
        return []
    if any(isinstance(step, Deal | Draw | Discard) for step in rest):
        return []
    if not any(isinstance(step, Board) for step in rest) or not nobody_bets(state, state.able):
        return []
    clause = state.game.own("POKER 15(d)")
    return [
        TurnedUp(clause=clause, seat=seat, cards=hand.down + hand.up)
        for seat, hand in hands.items()
    ]
