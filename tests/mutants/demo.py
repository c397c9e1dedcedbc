"""Breaks of what the house's people see to in a demonstration room."""

from tests.mutants import Mutant

FUND = ("test_demo_fund.py",)

MUTANTS = [
    Mutant(  # what was counted is not displayed
        "POKER-19b",
        "server.Keeper._count",
        old=("counts=(slip.total,)))\nawait self._display()"),
        new="counts=(slip.total,)))",
        tests=FUND,
    ),
    Mutant(  # the box stays at the table, however long
        "POKER-19d",
        "server.Keeper._look",
        old="if overdue or life.accounts.get(BOX, 0) >= WALK:",
        new="if life.playing:",
        tests=FUND,
    ),
    Mutant(  # nobody brings the money
        "POKER-19f",
        "server.Keeper._look",
        old="await self._pay()",
        new="",
        tests=FUND,
    ),
]
