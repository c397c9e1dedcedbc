"""The chips of a table and of the house: accounts, and moves between them.

In the ledger of a table the cage stands for everything outside. It may be negative, and so may the
bank of a house-banked table. In the ledger of the house the issuer of the chips may be, the world
that pays cash, and a table whose bank has paid more than it was filled with. So the accounts of a
ledger always sum to zero.
"""

from collections.abc import Iterable

from croupier.chips import MOST, Chips, money
from croupier.engine.accounts import BANK, Account, Accounts, Move
from croupier.engine.event import Event
from croupier.refused import Refused

CAGE = Account("cage")
ISSUED = Account("issued")
OUTSIDE = Account("outside")
TABLE = "table:"
MAY_OWE = frozenset({CAGE, BANK, ISSUED, OUTSIDE})


def may_owe(account: Account) -> bool:
    """Whether an account of the ledger may fall below zero.

    >>> [may_owe(Account(name)) for name in ("cage", "table:7", "stack:1")]
    [True, True, False]
    """
    return account in MAY_OWE or account.startswith(TABLE)


def post(accounts: Accounts, moves: Iterable[Move]) -> Accounts:
    """Post moves to the ledger; an account that was never used is empty.

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


def check_amounts(accounts: Accounts, facts: Iterable[Event]) -> None:
    """Refuse moves that would carry an account of the ledger beyond the largest amount."""
    after = accounts.copy()
    for fact in facts:
        for move in getattr(fact, "moves", ()):
            after[move.source] = Chips(after.get(move.source, 0) - move.chips)
            after[move.target] = Chips(after.get(move.target, 0) + move.chips)
            if max(move.chips, -after[move.source], after[move.target]) > MOST:
                why = f"no amount and no account can be larger than {money(MOST)}"
                raise Refused("FIELD chips", why)


def transfer(source: Account, target: Account, chips: int) -> tuple[Move, ...]:
    """One move of chips between accounts, or none when the amount is zero."""
    return (Move(source, target, Chips(chips)),) if chips else ()
