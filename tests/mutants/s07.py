"""Breaks of the wagers (POKER 7)."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # the blinds right of the button
        "POKER-7b2 · POKER-1blind · BBC-wag-blind",
        "engine.blind_seats",
        old="tuple(order[: len(sign.blinds)])",
        new="tuple(order[-len(sign.blinds) :])",
    ),
    Mutant(  # chips that were bought during the hand play
        "POKER-7c · POKER-1tablestakes · BBC-wag-stakes",
        "engine._offer",
        old="_range(spot, chips + bet)",
        new="_range(spot, chips + bet + 60_00)",
    ),
    Mutant(  # coin stays coin
        "POKER-7c2b",
        "engine._converted",
        old="dollars, rest = divmod(coin, DOLLAR)",
        new="dollars, rest = 0, coin",
    ),
    Mutant(  # coin is changed before it makes a dollar
        "POKER-7c2b",
        "engine._converted",
        old="if coin < DOLLAR:",
        new="if not coin:",
    ),
    Mutant(  # a player who has answered once is not asked again after a raise
        "POKER-1betround",
        "engine._raised",
        old="for seat in around if seat in able",
        new="for seat in around if seat in able and hands[seat].answered < 0",
    ),
    Mutant(  # the round is over before all have checked
        "POKER-1betround",
        "engine.begin",
        old=("if state.waiting:\n    able"),
        new=("if state.waiting[1:]:\n    able"),
    ),
]
