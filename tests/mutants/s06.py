"""Breaks of what may be seen (POKER 6(e)(2))."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # every card is dealt face up
        "POKER-6e2 · POKER-1hole · POKER-9c2 · POKER-10d · POKER-11d2 · POKER-12d2 · POKER-13c2"
        " · POKER-13a-c2 · POKER-20e2 · POKER-21e2 · POKER-22e2",
        "engine.Dealt.veiled",
        old='face == "U" else UNKNOWN',
        new="face else UNKNOWN",
    ),
    Mutant(  # what is thrown away is seen
        "POKER-12d2 · POKER-21e2 · POKER-22e2",
        "engine.Discarded.veiled",
        old="return self if self.seat in own else",
        new="return self if True else",
    ),
    Mutant(  # burns are seen
        "POKER-6e2",
        "engine.Burned.veiled",
        old="return replace(self, card=UNKNOWN)",
        new="return self",
    ),
]
