"""Breaks of what may be seen (POKER 6(e)(2))."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # every card is dealt face up
        "POKER-6e2 · POKER-1hole · POKER-9c2 · POKER-10d · POKER-11d2 · POKER-12d2 · POKER-13c2"
        " · POKER-13a-c2 · POKER-20e2 · POKER-21e2 · POKER-22e2",
        "views._dealt",
        old='face == "U" else UNKNOWN',
        new="face else UNKNOWN",
    ),
    Mutant(  # what is thrown away is seen
        "POKER-12d2 · POKER-21e2 · POKER-22e2",
        "views.seen_by",
        old="mine = event.seat == seat",
        new="mine = True",
    ),
    Mutant(  # burns are seen
        "POKER-6e2",
        "views.seen_by",
        old="return replace(event, card=UNKNOWN)",
        new="return event",
    ),
]
