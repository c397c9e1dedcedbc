"""Breaks of badugi."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(
        "POKER-22g2",
        "games/s22_badugi.py",
        old='Draw("22(i)", most=4, spared="whole_round")',
        new='Draw("22(i)", most=4)',
    ),
    Mutant(
        "POKER-22g2",
        "engine/round.py",
        old="(pile.seat == drawer and",
        new="(pile.seat != drawer and",
    ),
    Mutant(
        "POKER-22g2",
        "games/s22_badugi.py",
        old='Burn("22(h)", if_spent="discards")',
        new='Burn("22(h)")',
    ),
]
