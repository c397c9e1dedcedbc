"""Breaks of main and side pots."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # an uncalled bet stays in the pot
        "POKER-1pot",
        "engine/bet.py",
        old="if most == next_most",
        new="if most >= next_most",
    ),
    Mutant(  # chips of who folded all go to the centre pot
        "POKER-1sidepot · POKER-7c4-layers",
        "engine/pots.py",
        old="for most in paid.values())",
        new="for s, most in paid.items() if not hands[s].out)",
    ),
    Mutant(  # one pot for all
        "POKER-1sidepot · POKER-7c4-layers",
        "engine/pots.py",
        old="if paid[s] >= level and not hands[s].forfeited",
        new="if not hands[s].forfeited",
    ),
    Mutant(  # the centre pot first
        "POKER-6e7 · BBC-gen-sidefirst",
        "engine/pots.py",
        old="range(len(pots) - 1, -1, -1)",
        new="range(len(pots))",
    ),
]
