"""Breaks of badugi."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(
        "POKER-22g2",
        "games.BADUGI",
        old='Draw("22(i)", most=4, spared="whole_round")',
        new='Draw("22(i)", most=4)',
    ),
    Mutant(
        "POKER-22g2",
        "engine.Round.spared",
        old="(pile.seat == drawer and",
        new="(pile.seat != drawer and",
    ),
    Mutant(
        "POKER-22g2",
        "games.BADUGI",
        old='Burn("22(h)", if_spent="discards")',
        new='Burn("22(h)")',
    ),
]
