"""Breaks of the division of odd chips."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # the odd chip to the second share
        "POKER-9i2i · POKER-11f2i · POKER-13a-j1 · POKER-20j2i",
        "engine._award_pot",
        old="half + sum(odd[place : place + 1])",
        new="half + sum(odd[place - 1 : place])",
    ),
    Mutant(  # the same, for lowball and badugi
        "POKER-21k1ii · POKER-21k2ii",
        "engine._award_pot",
        old="half + sum(odd[place : place + 1])",
        new="half + sum(odd[place - 1 : place])",
    ),
    Mutant(  # the lowest suit among tied highs
        "POKER-9i2ii · POKER-11f2ii · POKER-13a-j2 · POKER-20j2ii",
        "engine.precedence",
        old='key=standing, reverse=rule == "highest_by_suit")',
        new="key=standing)",
    ),
    Mutant(  # the seat instead of the suit
        "POKER-9i2ii · POKER-11f2ii · POKER-13a-j2 · POKER-20j2ii",
        "engine.precedence",
        old='if rule == "left_of_button":',
        new='if rule != "lowest_by_suit":',
    ),
    Mutant(  # only the first card is looked at
        "POKER-odd-shared",
        "engine.precedence",
        old="return max(_downwards(play) for play in plays)",
        new="return max(_downwards(play)[:1] for play in plays)",
    ),
    Mutant(  # the first way to form the low counts, not the best
        "POKER-odd-shared",
        "engine.precedence",
        old="return min(_upwards(play) for play in plays)",
        new="return _upwards(plays[0])",
    ),
    Mutant(  # spades lowest
        "POKER-9i2iii · POKER-11f2iii · POKER-13a-j3 · POKER-20j2iii",
        "engine._upwards",
        old="(card.rank + 1) % 13, card.suit)",
        new="(card.rank + 1) % 13, -card.suit)",
    ),
    Mutant(  # from the worst card down, as 3(e) would read
        "POKER-9i2iii",
        "engine._upwards",
        old="(card.rank + 1) % 13, card.suit)",
        new="-((card.rank + 1) % 13), card.suit)",
    ),
    Mutant(  # the whole excess to one player
        "POKER-odd-unit",
        "divide",
        old="pieces = [unit] * (excess // unit)",
        new="pieces = [Chips(excess // unit * unit)] if excess >= unit else []",
    ),
]
