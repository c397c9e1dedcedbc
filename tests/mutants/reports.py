"""Breaks of the reports: money counted twice, in the wrong period, or not at all."""

from tests.mutants import Mutant

TALLY = ("test_tally.py",)

MUTANTS = [
    Mutant(  # weeks and months of the calendar instead of gaming days
        "POKER-19j",
        "views.reports.definition._period",
        old="day = day_of(starts, at)",
        new="day = at.date().isoformat()",
    ),
    Mutant(  # what is held counts as what may be won
        "POKER-19j",
        "views._totals",
        old="chips if place != RESERVE else 0",
        new="chips",
    ),
    Mutant(  # paid when it is won, not when it is handed over
        "POKER-19j",
        "views._totals",
        old="(FUND, RESERVE, PAYABLE):",
        new="(FUND, RESERVE):",
    ),
    Mutant(  # what comes from another fund is collected anew
        "POKER-19j",
        "views._totals",
        old="outside = other[0] in (CAGE, PURSE)",
        new="outside = other[0] in (CAGE, PURSE) or other[1] != name",
    ),
    Mutant(  # years for months
        "POKER-19j",
        "views.period_of",
        old="return day[:7]",
        new="return day[:4]",
    ),
    Mutant(  # the latest part of a log takes the place of those before
        "POKER-cage",
        "views.added",
        old="found[key] += amount",
        new="found[key] = amount",
        tests=TALLY,
    ),
    Mutant(  # a shift has one line
        "POKER-cage",
        "views.amounts",
        old="LINES] += count",
        new="LINES] = 1",
        tests=TALLY,
    ),
    Mutant(  # rows of other methods or wagers are one
        "POKER-cage",
        "views._key",
        old="keys[1:]",
        new="keys[:0]",
        tests=TALLY,
    ),
    Mutant(  # what the dealer needs is enforced and not printed
        "POKER-sign",
        "views._against_dealer",
        old="contest.stakes if contest.qualifies else ()",
        new="contest.stakes[:0]",
        tests=("views/test_rulebook.py",),
    ),
    Mutant(  # so is who takes a free seat
        "POKER-17d · POKER-sign",
        "views.seats_and_conduct",
        old='own("BBC wait2")',
        new='own("POKER 7(a)")',
        tests=("views/test_every_rule_is_printed.py",),
    ),
]
