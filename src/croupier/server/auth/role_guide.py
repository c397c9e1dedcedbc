"""Every role in words, as the staff reads it before giving one to a person."""

from collections.abc import Iterable

from msgspec import Struct

from croupier.room.house.people import ROLES, Role
from croupier.server.auth.permissions import DESKS

WORDS: dict[Role, str] = {
    "player": "Sits at tables, plays, chats, joins waiting lists and buys chips.",
    "dealer": "Deals where a person deals, and reports what went wrong at the table.",
    "floorperson": "Opens and closes tables, seats players, keeps lists, rules on irregularities.",
    "poker_supervisor": "All of the floor, and the rulings that want a supervisor.",
    "poker_shift_supervisor": (
        "Runs the room: everything of the floor, people and their roles, submissions, readmissions."
    ),
    "casino_supervisor": "The superior of the shift, with the same duties.",
    "cage_cashier": "Sells and buys back chips, prepares fills and credits, counts the cage.",
    "accounting": "Keeps the books: issues chips, moves cash, counts, closes the gaming day.",
    "security": "Carries fills and drop boxes, and signs for them as the second person.",
    "surveillance": "Watches, and answers requests to open hidden cards.",
    "ieb_agent": "The regulator's agent: reads the record, checks it, asks for hidden cards.",
}


# Whom orders of a card room name or let sign: without such an account the order is refused.
NEEDED: dict[Role, tuple[str, str]] = {
    "cage_cashier": ("Sells chips: nobody sits down without", "A-96"),
    "accounting": ("Closes the day with the cage, and pays bad beats", "A-96"),
    "security": ("Signs for fills, credits, drop boxes and bad beat boxes", "POKER 19(d)"),
    "ieb_agent": ("Is notified when a player is removed, and named in the record", "POKER 16(b)"),
}


class NeededRole(Struct, frozen=True):
    """A role that nobody has yet, what it is needed for, and the clause."""

    role: Role
    words: str
    clause: str


def lacking(roles: Iterable[Role]) -> list[NeededRole]:
    """What a card room whose people have these roles still lacks.

    >>> [one.role for one in lacking(["cage_cashier", "accounting", "player", "security"])]
    ['ieb_agent']
    """
    there = set(roles)
    return [NeededRole(role, *why) for role, why in NEEDED.items() if role not in there]


class RoleGuide(Struct, frozen=True):
    """A role: what its holder does, and at which desks."""

    role: Role
    words: str
    desks: tuple[str, ...]


def role_guide() -> list[RoleGuide]:
    """Every role, in the order in which pages list them.

    >>> [one.desks for one in role_guide() if one.role == "cage_cashier"]
    [('cage',)]
    """
    return [
        RoleGuide(role, WORDS[role], tuple(name for name, roles in DESKS.items() if role in roles))
        for role in ROLES
    ]
