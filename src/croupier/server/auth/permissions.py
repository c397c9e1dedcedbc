"""What each role may do, as the pages receive it: read from the orders themselves."""

from collections.abc import Iterable
from functools import cache

from croupier.room.house import decide as house
from croupier.room.house.people import FLOOR, ROLES, SHIFT, Role
from croupier.room.logbook import Command
from croupier.room.table import decide as table

AUDIT = "Audit"  # what the regulator may do that is no order
AUDITORS: frozenset[Role] = frozenset({"ieb_agent"})

# The roles that work at each desk of the staff.
DESKS: dict[str, frozenset[Role]] = {
    "floor": FLOOR | {"dealer", "accounting", "security", "surveillance", "ieb_agent"},
    "cage": frozenset(
        {"cage_cashier", "accounting", "casino_supervisor", "poker_shift_supervisor"}
    ),
    "books": frozenset({"accounting", "casino_supervisor", "poker_shift_supervisor", "ieb_agent"}),
    "regulator": frozenset({"ieb_agent", "surveillance"}),
    "people": SHIFT,
    "assist": frozenset({"dealer"}),
}


def _orders() -> Iterable[type[Command]]:
    return (*table.FOR_ACCOUNTS, *house.COMMANDS)


@cache
def permissions(role: Role) -> tuple[str, ...]:
    """The orders that a role may give, by name.

    >>> "PauseHand" in permissions("floorperson"), "PauseHand" in permissions("player")
    (True, False)
    """
    given = {order.__name__ for order in _orders() if role in order.roles}
    return tuple(sorted(given | ({AUDIT} if role in AUDITORS else set())))


@cache
def signatories() -> dict[str, tuple[Role, ...]]:
    """The roles that may sign an order as the second person, by the order's name.

    >>> signatories()["PrepareFill"]
    ('security',)
    """
    return {
        order.__name__: in_order(roles)
        for order in _orders()
        for roles in [frozenset[Role]().union(*order.second.values())]
        if roles
    }


def in_order(roles: frozenset[Role]) -> tuple[Role, ...]:
    """Roles as a page lists them."""
    return tuple(role for role in ROLES if role in roles)


@cache
def desks() -> dict[str, tuple[Role, ...]]:
    """The roles of every desk, as the sign-in page lists them."""
    return {name: in_order(roles) for name, roles in DESKS.items()}
