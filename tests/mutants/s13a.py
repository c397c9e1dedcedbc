"""Breaks of mambo stud (POKER 13a)."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(
        "POKER-13a-f",
        "games.MAMBO_STUD",
        old='Deal("13a(f)", down=1)',
        new='Deal("13a(f)", up=1)',
    ),
    Mutant(  # ties by seat
        "POKER-13a-f",
        "games.MAMBO_STUD",
        old='Bet("13a(f)", HighestUpcard()',
        new='Bet("13a(f)", PairedUpcard()',
    ),
    Mutant(  # the pair is not looked at
        "POKER-13a-h1",
        "rules.PairedUpcard.pick",
        old="(up[seat][0].rank in paired, up[seat][0].rank)",
        new="up[seat][0].rank",
    ),
    Mutant(  # ties by suit, as in the rounds before
        "POKER-13a-h2",
        "rules.PairedUpcard.pick",
        old="(up[seat][0].rank in paired, up[seat][0].rank)",
        new="(up[seat][0].rank in paired, up[seat][0].number)",
    ),
    Mutant(
        "POKER-13a-k",
        "games.MAMBO_STUD",
        old='"low", "low-6"',
        new='"low", "low-a5-3"',
    ),
    Mutant(  # a seven qualifies
        "POKER-13a-k",
        "rankings.SIX_OR_BETTER",
        old='"POKER 13a(k)", highest=6',
        new='"POKER 13a(k)", highest=7',
    ),
]
