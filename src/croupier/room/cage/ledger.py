"""The chips of a table and of the house: one account each, and moves between them.

In the ledger of a table the cage stands for everything outside: it may owe, and so may the bank of
a house-banked table. In the ledger of the house the issuer of the chips and the world that pays
cash may, and a table whose bank has paid more than it was filled with. So the sum over all accounts
of a ledger is zero, always.
"""

from collections.abc import Iterable

from croupier.chips import Chips
from croupier.engine.accounts import BANK, Account, Accounts, Move

CAGE = Account("cage")
ISSUED = Account("issued")
OUTSIDE = Account("outside")
TABLE = "table:"
MAY_OWE = frozenset({CAGE, BANK, ISSUED, OUTSIDE})


def may_owe(account: Account) -> bool:
    """Whether an account may fall below zero.

    >>> [may_owe(Account(name)) for name in ("cage", "table:7", "stack:1")]
    [True, True, False]
    """
    return account in MAY_OWE or account.startswith(TABLE)


def post(accounts: Accounts, moves: Iterable[Move]) -> Accounts:
    """Carry moves out; an account that nobody has used yet is empty.

    >>> post({}, [Move(CAGE, Account("stack:1"), Chips(200_00))])
    {'cage': -20000, 'stack:1': 20000}
    """
    after = accounts.copy()
    for move in moves:
        assert move.chips > 0 and move.source != move.target
        after[move.source] = Chips(after.get(move.source, 0) - move.chips)
        after[move.target] = Chips(after.get(move.target, 0) + move.chips)
        assert after[move.source] >= 0 or may_owe(move.source), f"{move.source} is overdrawn"
    return after


def transfer(source: Account, target: Account, chips: int) -> tuple[Move, ...]:
    """One move, or none when there is nothing to carry."""
    return (Move(source, target, Chips(chips)),) if chips else ()
