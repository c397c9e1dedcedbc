"""Breaks of triple draw."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(
        "POKER-21g2",
        "games.s21_triple_draw.STREETS",
        old='Burn("21(h)", if_spent="discards")',
        new='Burn("21(h)")',
    ),
    Mutant(
        "POKER-21g2",
        "games.s21_triple_draw.STREETS",
        old='Draw("21(i)", most=5)',
        new='Draw("21(i)", most=5, spared="whole_round")',
    ),
]
