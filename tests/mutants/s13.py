"""Breaks of five-card stud (POKER 13)."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # the forced bettor opens the second round too
        "POKER-13f",
        "games.FIVE_CARD_STUD",
        old='Bet("13(f)", BestShowing()',
        new='Bet("13(f)", LowestUpcard()',
    ),
    Mutant(  # the last of equals opens
        "POKER-13f",
        "rules.BestShowing.pick",
        old="max(up, key=lambda seat: showing(up[seat]))",
        new="max(reversed([*up]), key=lambda seat: showing(up[seat]))",
    ),
    Mutant(
        "POKER-13f",
        "engine._must_bet",
        old="five_stud_opener_must_bet is False",
        new="five_stud_opener_must_bet is not False",
    ),
    Mutant(  # the sign is not read
        "POKER-13f",
        "engine._spot",
        old="step.opener_must_bet and _must_bet(state, seat)",
        new="False",
    ),
]
