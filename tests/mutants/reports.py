"""Breaks of the reports: money that is told of twice, in the wrong period, or not at all."""

from tests.mutants import Mutant

TALLY = ("tests/views/test_tally.py",)

MUTANTS = [
    Mutant(  # weeks and months of the calendar instead of gaming days
        "POKER-19j",
        "views/report.py",
        old="        day = day_of(self.day_starts, at)\n",
        new="        day = at.date().isoformat()\n",
    ),
    Mutant(  # what is held counts as what may be won
        "POKER-19j",
        "views/reports_funds.py",
        old="chips if place != RESERVE else 0",
        new="chips",
    ),
    Mutant(  # paid when it is won, not when it is handed over
        "POKER-19j",
        "views/reports_funds.py",
        old="(FUND, RESERVE, PAYABLE):",
        new="(FUND, RESERVE):",
    ),
    Mutant(  # what comes from another fund is collected anew
        "POKER-19j",
        "views/reports_funds.py",
        old="outside = other[0] in (CAGE, PURSE)",
        new="outside = other[0] in (CAGE, PURSE) or other[1] != name",
    ),
    Mutant(  # years for months
        "POKER-19j",
        "views/report.py",
        old="return day[:7]",
        new="return day[:4]",
    ),
    Mutant(  # what is read of the house once is summed at every look
        "POKER-cage",
        "views/tally.py",
        old="(*cuts.items(), (HOUSE, len(fresh.house)))",
        new="cuts.items()",
        tests=TALLY,
    ),
    Mutant(  # a time charge that is not verified yet is taken for settled
        "POKER-cage",
        "views/tally.py",
        old="waiting = bool(owed)",
        new="waiting = False",
        tests=TALLY,
    ),
    Mutant(  # the round in hand is taken for settled
        "POKER-cage",
        "views/tally.py",
        old="                upto = number\n",
        new="                upto = number + 1\n",
        tests=TALLY,
    ),
]
