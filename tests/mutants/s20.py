"""Breaks of five-card omaha (POKER 20)."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # any five of the ten cards
        "POKER-20j · POKER-20j1",
        "games/s20_five_card_omaha.py",
        old="from croupier.games.s11_omaha import TWO_AND_THREE",
        new="from croupier.rankings.picks import AnyOf\n\nTWO_AND_THREE = AnyOf(5)",
    ),
    Mutant(  # the fifth card is forgotten
        "POKER-20j · POKER-20j1",
        "engine/show.py",
        old="strength_of(own, board",
        new="strength_of(own[:4], board",
    ),
    Mutant(
        "POKER-20k1",
        "games/s20_five_card_omaha.py",
        old='"low-8"',
        new='"low-a5"',
    ),
]
