"""Breaks of five-card omaha (POKER 20)."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # any five of the ten cards
        "POKER-20j · POKER-20j1",
        "games.FIVE_CARD_OMAHA",
        old="TWO_AND_THREE",
        new="__import__('croupier.rankings.picks', fromlist=['AnyOf']).AnyOf(5)",
    ),
    Mutant(  # the fifth card is forgotten
        "POKER-20j · POKER-20j1",
        "engine.show",
        old="strength_of(own, board",
        new="strength_of(own[:4], board",
    ),
    Mutant(
        "POKER-20k1",
        "games.FIVE_CARD_OMAHA_HILO_8",
        old='"low-8"',
        new='"low-a5"',
    ),
]
