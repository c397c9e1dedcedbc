"""Breaks of the straddle (POKER 20-22, BBC)."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # the straddler acts first
        "POKER-20f1 · POKER-21f1 · POKER-22f1 · BBC-straddle2",
        "engine.straddler_last",
        old="order.insert(order.index(fresh[-1]) + 1, straddler)",
        new="order.insert(0, straddler)",
    ),
    Mutant(  # behind all others even when they have acted
        "POKER-20f1 · POKER-21f1 · POKER-22f1 · BBC-straddle2",
        "engine.straddler_last",
        old=("if straddler in fresh[:-1]:\n    order.remove(straddler)"),
        new=("if straddler in fresh:\n    order.remove(straddler)\n    return (*order, straddler)"),
    ),
    Mutant(  # a raise brings the straddler forward
        "BBC-straddle2",
        "engine._raised",
        old="straddler_last(state, waiting)",
        new="waiting",
    ),
    Mutant(  # a straddle that does not raise the blind of a kill
        "POKER-20d · POKER-21d · POKER-22d",
        "engine._straddle",
        old="if kill and sign.straddle <= sign.lower:",
        new="if kill < 0:",
    ),
    Mutant(  # where the seat left of the blinds has the kill blind, the next one straddles
        "POKER-20d · POKER-21d · POKER-22d",
        "engine._straddle",
        old='(sign.straddle_seat != "any" and seat != _next(order, blinds))',
        new="False",
    ),
]
