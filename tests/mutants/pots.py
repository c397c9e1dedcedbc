"""Breaks of main and side pots."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # an uncalled bet stays in the pot
        "POKER-1pot",
        "engine.uncalled",
        old="if most == next_most",
        new="if most >= next_most",
    ),
    Mutant(  # chips of folded hands all go to the center pot
        "POKER-1sidepot · POKER-7c4-layers",
        "engine.layers",
        old="sum([most if most < level else level for most in paid])",
        new="sum([min(h.paid, level) for h in state.hands.values() if not h.out])",
    ),
    Mutant(  # one pot for all
        "POKER-1sidepot · POKER-7c4-layers",
        "engine.layers",
        old="if claims.get(seat, 0) >= level",
        new="if seat in claims",
    ),
    Mutant(  # the center pot first
        "POKER-6e7 · BBC-gen-sidefirst",
        "engine.award",
        old="range(len(pots) - 1, -1, -1)",
        new="range(len(pots))",
    ),
]
