"""The floor over HTTP: the room at a glance, what an order would do, and the incident log."""

from datetime import datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Struct

from croupier.refused import Refused
from croupier.room.custody.readiness import check_open
from croupier.room.house.decide import COMMANDS as OF_THE_HOUSE
from croupier.room.house.people import PLAYER, ROLES, Actor, NotYours, Role
from croupier.room.house.state import House
from croupier.room.logbook import Command, Order
from croupier.room.table.duties import stopped
from croupier.room.table.state import Table
from croupier.server.auth.named_people import check_known
from croupier.server.desks.table_orders import HouseCommand, TableCommand
from croupier.server.hosting.hosts import shown_to
from croupier.server.service import Service
from croupier.server.tables.automated_staff import asked_of_staff
from croupier.server.tables.clock import Remaining
from croupier.server.tables.desk import Desk
from croupier.views.reports.incidents import Incident
from croupier.views.screen.asking import asking
from croupier.views.screen.floor_view import (
    HouseOnFloor,
    TableOnFloor,
    house_on_floor,
    table_on_floor,
)
from croupier.views.screen.preview import Preview, preview, preview_house
from croupier.views.screen.troubles import Trouble, troubles

STAFF = frozenset(ROLES) - PLAYER
CLAUSE = "POKER 15(b)"
NEWEST = 200  # lines of the incident log that one answer holds


async def provide_staff(actor: NamedDependency[Actor]) -> Actor:
    """Require a member of the staff; players see only their table."""
    if actor.role not in STAFF:
        raise NotYours(CLAUSE, "only the house's staff may look at the floor")
    return actor


class TableAsked(Struct):
    """A command to preview before giving it."""

    command: TableCommand


class HouseAsked(Struct):
    """The same, for the house."""

    command: HouseCommand


class Asked(Struct):
    """What a table of a card room asks of a person, and the order that answers it."""

    words: str
    clause: str
    roles: list[Role]
    door: str  # the address that takes the order
    command: dict[str, Any]


class TableWatched(Struct):
    """A table, whose time runs there, how many watch, and what waits for one of the staff."""

    table: TableOnFloor
    clock: Remaining | None
    watchers: int
    asked: list[Asked]
    unready: str = ""  # why a closed table cannot open yet
    stopped: str = ""  # why an open table deals no more rounds


class FloorSeen(Struct):
    """The whole room now."""

    at: datetime
    tables: list[TableWatched]
    house: HouseOnFloor
    incidents: list[Incident]


@get("/api/floor")
async def see_floor(staff: NamedDependency[Actor], service: NamedDependency[Service]) -> FloorSeen:
    """Every table, what is due, who waits, who is out, and what happened lately."""
    at, house = service.clock(), service.house.state
    shown = shown_to(service, staff.name).values()
    return FloorSeen(
        at,
        [
            TableWatched(
                table_on_floor(desk.state, at, house),
                desk.clock.shown(desk.state, ""),
                _lookers_on(desk),
                [_asked(desk.state, says) for says in asked_of_staff(desk.state, at, house)],
                _unready(desk.state, at, house),
                stopped(desk.state, house),
            )
            for desk in shown
        ],
        house_on_floor(house, at, [desk.state for desk in shown]),
        newest(service, "", 20, staff.name),
    )


def _lookers_on(desk: Desk) -> int:
    """How many watch without a seat there."""
    seated = {held.person for held in desk.state.seats.values()}
    return sum(watcher.person not in seated for watcher in desk.watchers)


def _unready(life: Table, at: datetime, house: House) -> str:
    """What refuses to open a closed table."""
    if life.status == "open":
        return ""
    try:
        check_open(life, at, house)
    except Refused as refusal:
        return refusal.why
    return ""


def _asked(life: Table, says: Command) -> Asked:
    of_house = isinstance(says, OF_THE_HOUSE)
    door = "/api/house/orders" if of_house else f"/api/tables/{quote(life.name)}/orders"
    roles = [role for role in ROLES if role in says.roles]
    command = msgspec.to_builtins(says)
    return Asked(asking(life, says), life.game.own(says.clause), roles, door, command)


def newest(service: Service, table: str, count: int, viewer: str) -> list[Incident]:
    """The latest incidents of a table, or of all that a viewer sees and the house, newest first."""
    logs = [service.shown(table, viewer).incidents] if table else [service.house.incidents]
    if not table:
        logs += [desk.incidents for desk in shown_to(service, viewer).values()]
    found = [line for log in logs for line in log]
    return sorted(found, key=lambda line: (line.at, line.number), reverse=True)[:count]


@get("/api/floor/incidents")
async def list_incidents(
    staff: NamedDependency[Actor], service: NamedDependency[Service], table: FromQuery[str] = ""
) -> list[Incident]:
    """What the staff did and ruled, newest first; of one table, or of the whole room."""
    return newest(service, table, NEWEST, staff.name)


@get("/api/tables/{name:str}/irregularities")
async def list_troubles(
    name: FromPath[str], staff: NamedDependency[Actor], service: NamedDependency[Service]
) -> list[Trouble]:
    """The irregularities that can be reported now, with clause and what a report must name."""
    return troubles(service.shown(name, staff.name).state.round)


@post("/api/tables/{name:str}/preview", status_code=HTTPStatus.OK)
async def preview_order(
    name: FromPath[str],
    data: JSONBody[TableAsked],
    staff: NamedDependency[Actor],
    service: NamedDependency[Service],
) -> Preview:
    """What an order would do at a table; nothing is recorded."""
    await check_known(service, staff, data.command)
    order = Order(service.clock(), staff, data.command)
    return preview(service.shown(name, staff.name).state, order, service.house.state)


@post("/api/house/preview", status_code=HTTPStatus.OK)
async def preview_house_order(
    data: JSONBody[HouseAsked], staff: NamedDependency[Actor], service: NamedDependency[Service]
) -> Preview:
    """What an order would do to the house; nothing is recorded."""
    await check_known(service, staff, data.command)
    return preview_house(service.house.state, Order(service.clock(), staff, data.command))


ROUTES = (see_floor, list_incidents, list_troubles, preview_order, preview_house_order)
