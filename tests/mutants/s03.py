"""Breaks of the rankings (POKER 3, 21(j)-(k), 22(j))."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # a straight around the corner
        "POKER-3b6",
        "rankings._straights",
        old="yield _order(family, ACE_LOW)[-family.size :]",
        new="yield (12, 11, 10, 1, 0)[: family.size]",
    ),
    Mutant(  # the order of five cards for three
        "POKER-3c",
        "rankings.HIGH_3_CATEGORIES",
        old=('"three-of-a-kind",\n"straight",\n"flush",\n"one pair"'),
        new=('"flush",\n"straight",\n"three-of-a-kind",\n"one pair"'),
    ),
    Mutant(  # the hand with the higher cards is better, as it is among highs
        "POKER-3f2",
        "rankings.tables",
        old='reversed(classes) if family.wins == "highest" else classes',
        new="reversed(classes) if family.size > 4 else classes",
    ),
    Mutant(  # the wheel is a straight in 2-7 too
        "POKER-21j3i",
        "rankings._FAMILIES",
        old='Family("low-27", "POKER 21(j)(3)", 5, "high"',
        new='Family("low-27", "POKER 21(j)(3)", 5, "either"',
    ),
    Mutant(  # straights and flushes do not hurt
        "POKER-21j3iii",
        "rankings.LOW_27_CATEGORIES",
        old="LOW_27_CATEGORIES = HIGH_5_CATEGORIES[::-1]",
        new="LOW_27_CATEGORIES = LOW_5_CATEGORIES",
    ),
    Mutant(  # the highest badugi wins
        "POKER-22j1",
        "rankings._FAMILIES",
        old='Family("badugi", "POKER 22(j)", 4, "low", "lowest"',
        new='Family("badugi", "POKER 22(j)", 4, "low", "highest"',
    ),
    Mutant(  # fewer cards beat more
        "POKER-22j2 · POKER-22j3 · POKER-22j4",
        "rankings.BADUGI_CATEGORIES",
        old='("badugi", "three-card", "two-card", "one-card")',
        new='("one-card", "two-card", "three-card", "badugi")',
    ),
    Mutant(  # only the whole hand is looked at
        "POKER-22j-subset",
        "rankings.Family.sizes",
        old="return tuple(range(self.size, 0, -1))",
        new="return (self.size, 1)",
    ),
    Mutant(  # an ace is low in badeucey
        "POKER-21k1i",
        "rankings._FAMILIES",
        old='Family("badugi-27", "POKER 21(k)(1)", 4, "high"',
        new='Family("badugi-27", "POKER 21(k)(1)", 4, "low"',
    ),
]
