"""Whether the people of an order under way still have the role in which they gave it.

A session is checked when an order comes. Until it is decided it may wait: for a password, for its
turn, for its way to another process.
"""

from croupier.room.house.people import SHIFT, Actor, NotYours, is_automated
from croupier.room.house.state import House
from croupier.room.logbook import Order
from croupier.server.auth.users import Accounts


def check_still(accounts: Accounts, house: House, order: Order) -> None:
    """Refuse an order if its giver, or a person who signed it too, has another role now."""
    for actor in (order.by, *(getattr(order.says, field) for field in order.says.second)):
        known = accounts.latest(actor.name)
        if known is None or is_automated(actor):  # the room's own staff has no account
            continue
        if known.disabled or not (known.role == actor.role or _stands_in(house, actor)):
            why = f"{actor.name} has lost the role {actor.role.replace('_', ' ')}"
            raise NotYours(order.says.clause, why)


def _stands_in(house: House, actor: Actor) -> bool:
    """Whether a person acts among friends: the staff plays along, and a host is the staff."""
    if house.kind != "friends":
        return False
    hosts = any(game.host == actor.name for game in house.games.values())
    return actor.role == "player" or (actor.role in SHIFT and hosts)
