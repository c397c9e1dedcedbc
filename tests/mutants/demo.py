"""Breaks of what the house's people see to in a demonstration room."""

from tests.mutants import Mutant

FUND = ("tests/server/test_demo_fund.py",)

MUTANTS = [
    Mutant(  # what was counted is not displayed
        "POKER-19b",
        "server/demo_fund.py",
        old="counts=(slip.total,)))\n        await self._display()",
        new="counts=(slip.total,)))",
        tests=FUND,
    ),
    Mutant(  # the box stays at the table, however long
        "POKER-19d",
        "server/demo_fund.py",
        old="if overdue or life.accounts.get(BOX, 0) >= WALK:",
        new="if life.playing:",
        tests=FUND,
    ),
    Mutant(  # nobody brings the money
        "POKER-19f",
        "server/demo_fund.py",
        old="        await self._pay()\n",
        new="",
        tests=FUND,
    ),
]
