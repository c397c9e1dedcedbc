"""Whether every account stands in the database as its log says."""

from typing import Any

from croupier.engine.accounts import Account
from croupier.server.store.database import Store
from croupier.server.store.faults import Fault
from croupier.server.tables.writer import Writer


async def unbalanced(store: Store, log: Writer[Any]) -> str:
    """An account of a log that stands otherwise in the database; mostly none.

    While another process writes the log, nothing can be said of that.
    """
    if log.elsewhere is not None:
        return ""
    stands, accounts = await store.balances(log.stream), log.state.accounts
    both = sorted({*stands, *accounts})
    wrong = (one for one in both if stands.get(one, 0) != accounts.get(Account(one), 0))
    return next(wrong, "")


async def compare_balances(store: Store, log: Writer[Any]) -> None:
    """Write nothing more when an account stands otherwise than the log says."""
    if wrong := await unbalanced(store, log):
        store.fail(Fault(log.stream, 0, f"the balance of {wrong} is not what the log says"))
