"""Where chips lie, and the one way they travel."""

from collections.abc import Iterable
from typing import NewType

from msgspec import Struct

from croupier.chips import Chips

Account = NewType("Account", str)
Accounts = dict[Account, Chips]

POT = Account("pot")
BANK = Account("bank")  # the house's own chips: the one account that may owe
METER = Account("meter")
RAKE = Account("rake")  # the rake area, where a rake waits for the end of the round
INVENTORY = Account("inventory")  # the table inventory container
BOX = Account("box")  # the bad beat payout box
DROP = Account("drop")  # the promotional drop
STACKS = tuple(Account(f"stack:{seat}") for seat in range(27))
SEATS = {account: seat for seat, account in enumerate(STACKS)}  # whose chips those are


def stack(seat: int) -> Account:
    """The chips in front of a player.

    >>> stack(3)
    'stack:3'
    """
    return STACKS[seat]


class Move(Struct, frozen=True, array_like=True, gc=False):
    """Chips that travel from one account to another."""

    source: Account
    target: Account
    chips: Chips


def carry(accounts: Accounts, moves: Iterable[Move]) -> Accounts:
    """Carry out a round's moves of chips; nothing else touches an account, so nothing is lost."""
    after = accounts.copy()
    for move in moves:
        source, chips = move.source, move.chips
        left = after[source] - chips
        assert chips > 0 and (left >= 0 or source == BANK)
        after[source] = left  # type: ignore[assignment]  # Chips minus Chips is Chips
        after[move.target] += chips  # type: ignore[assignment]  # as above
    return after
