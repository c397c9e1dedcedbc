"""Breaks of the shuffle, the cut, and the two piles."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant("POKER-5b2", "room.LEAST_CUT", old="LEAST_CUT = 10", new="LEAST_CUT = 9"),
    Mutant(
        "POKER-5b2 · BBC-shuffle",
        "room.cut",
        old="(*order[count:], *order[:count])",
        new="(*order[:count], *order[count:])",
    ),
    Mutant(
        "POKER-5a1",
        "room.shuffle",
        old="entropy.below(last + 1)",
        new="entropy.below(len(order))",
    ),
    Mutant("POKER-5a1", "room.Entropy.below", old="if number < bound:", new="if number <= bound:"),
    Mutant(
        "POKER-6e4 · BBC-gen-burns",
        "engine._burned",
        old="state, burns=(*state.burns, event.card), top",
        new="state, discards=(*state.discards, Pile(0, 0, (event.card,))), top",
    ),
    Mutant(
        "POKER-6e4",
        "engine._renewal",
        old="return state.burns + leftover",
        new="return sum((pile.cards for pile in state.discards), state.burns + leftover)",
    ),
    Mutant(
        "POKER-1burn",
        "engine.Burned.veiled",
        old="return replace(self, card=UNKNOWN)",
        new="return self",
    ),
    Mutant(
        "POKER-1stub",
        "engine.Reshuffled.veiled",
        old="return replace(self, order=veil(self.order))",
        new="return self",
    ),
]
