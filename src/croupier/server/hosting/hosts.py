"""In whose role an order is given: a host stands in for the staff of that one table.

And which tables a person is shown: a private game has guests.
"""

from typing import Any

from litestar.exceptions import NotAuthorizedException

from croupier.room.cage.requests import ApproveBuyIn, DeclineChips
from croupier.room.conduct.calling import AnswerCall
from croupier.room.conduct.orders import RemovePlayer
from croupier.room.custody.counting import PauseHand, ResumeHand
from croupier.room.house.hosting import SettleLedger, as_staff, may_watch
from croupier.room.house.people import PLAYER, Actor, NotYours
from croupier.room.house.state import House
from croupier.room.table.orders import OpenTable
from croupier.server.auth.users import Session
from croupier.server.service import Service
from croupier.server.tables.desk import Desk

AT_TABLE = OpenTable | PauseHand | ResumeHand | RemovePlayer | AnswerCall
IN_HOUSE = ApproveBuyIn | DeclineChips


def acting(house: House, actor: Actor, command: Any, table: str = "") -> Actor:
    """The person who gives an order: at a game of their own, in the place of the staff.

    Among friends the person who set the room up plays along like everybody else.
    """
    if isinstance(command, SettleLedger):
        return actor
    if house.kind == "friends" and command.roles >= PLAYER:
        return Actor(actor.name, "player")
    if isinstance(command, AT_TABLE):
        game = house.games.get(table)
        return as_staff(actor) if game is not None and game.host == actor.name else actor
    if not isinstance(command, IN_HOUSE):
        return actor
    mine = (one for one in house.games.values() if one.host == actor.name and not one.ended)
    return as_staff(actor) if any(command.person in one.guests for one in mine) else actor


async def check_acting(
    service: Service, session: Session, by: Actor, command: Any, table: str = ""
) -> None:
    """Refuse an order that has waited, if the person has no such role any more."""
    held = await service.accounts.valid([session.digest], service.clock())
    if session.digest not in held:
        raise NotAuthorizedException("sign in first")
    actor = held[session.digest].actor
    if acting(service.house.state, actor, command, table) != by:
        raise NotYours(
            command.clause, f"{actor.name} has lost the role {by.role.replace('_', ' ')}"
        )


def hidden_from(service: Service, viewer: str) -> frozenset[str]:
    """The tables that a viewer may not know of."""
    return frozenset(service.desks.keys() - shown_to(service, viewer).keys())


def shown_to(service: Service, viewer: str) -> dict[str, Desk]:
    """The tables that a viewer may see: all but the private games that they were not let into."""
    house = service.house.state
    return {name: desk for name, desk in service.desks.items() if may_watch(house, name, viewer)}
