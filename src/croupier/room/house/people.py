"""The people of a room: their roles, and the checks of who can give an order.

A command names the roles that can give it, and the clause that says so; `check_role` is the only
judge. Where two people must sign, the command names the second, and both are recorded.
"""

from collections.abc import Mapping
from typing import Literal, get_args

from msgspec import Struct

from croupier.refused import Refused

Role = Literal[
    "player",
    "dealer",
    "floorperson",
    "poker_supervisor",
    "poker_shift_supervisor",
    "casino_supervisor",
    "cage_cashier",
    "accounting",
    "security",
    "surveillance",
    "ieb_agent",
]
ROLES: tuple[Role, ...] = get_args(Role)
PLAYER: frozenset[Role] = frozenset({"player"})
SHIFT: frozenset[Role] = frozenset({"poker_shift_supervisor", "casino_supervisor"})  # and superiors
SUPERVISORS: frozenset[Role] = SHIFT | {"poker_supervisor"}
FLOOR: frozenset[Role] = SUPERVISORS | {"floorperson"}
DEALER: frozenset[Role] = frozenset({"dealer"})
TABLE_STAFF: frozenset[Role] = FLOOR | DEALER
SECURITY: frozenset[Role] = frozenset({"security"})
ACCOUNTING: frozenset[Role] = frozenset({"accounting"})
CASHIERS: frozenset[Role] = frozenset({"cage_cashier"})
OFFICE: frozenset[Role] = SHIFT | {"accounting"}  # who files papers for the house
Signers = Mapping[str, frozenset[Role]]  # by the field of a command that names each of them


class Actor(Struct, frozen=True, array_like=True):
    """A person who gives an order, and in which role."""

    name: str
    role: Role


AUTOMATED = "automated"  # the name under which the room itself acts, and no account can have


def automated(role: Role) -> Actor:
    """The room itself, where it does the work of a role: its name says that no person did."""
    return Actor(AUTOMATED, role)


HOUSE_DEALER = automated("dealer")  # of a virtual table
EARLIER = (  # its names in logs of version 0.1
    Actor("dealer", "dealer"),
    Actor("floor", "floorperson"),
    Actor("shift", "poker_shift_supervisor"),
    Actor("the cage", "cage_cashier"),
)


def is_automated(actor: Actor) -> bool:
    """Whether the room itself acted.

    >>> is_automated(HOUSE_DEALER), is_automated(Actor("Dee", "dealer"))
    (True, False)
    """
    return actor.name == AUTOMATED or actor in EARLIER


class NotYours(Refused):
    """An order or a question by a person in the wrong role."""


def check_role(actor: Actor, roles: frozenset[Role], clause: str, what: str) -> None:
    """Refuse an order by a person in the wrong role.

    >>> check_role(Actor("Ada", "player"), SHIFT, "POKER 15(b)", "do it")
    Traceback (most recent call last):
        ...
    croupier.room.house.people.NotYours: only a poker shift supervisor or casino supervisor ...
    """
    if actor.role not in roles:
        raise NotYours(clause, _only(roles, what))


def _only(roles: frozenset[Role], what: str) -> str:
    named = " or ".join(role.replace("_", " ") for role in ROLES if role in roles)
    return f"only a {named} can {what}"


def check_named(other: Actor, roles: frozenset[Role], clause: str, what: str) -> None:
    """Refuse a record that names another person in the wrong role."""
    if other.role not in roles:
        raise Refused(clause, _only(roles, what))


def check_second(actor: Actor, other: Actor, roles: frozenset[Role], clause: str) -> None:
    """Refuse a record that does not carry a second person in one of these roles."""
    check_named(other, roles, clause, "be the second person on this record")
    alone = other.name == actor.name != AUTOMATED
    if not other.name or alone:
        raise Refused(clause, "the record must name two different people")
