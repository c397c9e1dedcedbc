"""The first run of a room: a page that sets it up, behind a token that is printed once.

Until then the room answers nothing else. The token is kept in memory only: a start prints another.
"""

import tomllib
from http import HTTPStatus
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.params import FromQuery, JSONBody
from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from croupier.refused import Refused, brief
from croupier.room.house.people import Actor, Role
from croupier.room.house.setting_up import SetUpHouse, check_room
from croupier.room.house.state import Registration, RoomKind
from croupier.room.logbook import Order
from croupier.server.auth.authentication import Me, admit, origin, peer
from croupier.server.auth.names import check_name
from croupier.server.auth.passwords import check_password
from croupier.server.desks.pages import page
from croupier.server.service import Service
from croupier.server.setup.reach import address
from croupier.server.setup.standard_filing import file_standard
from croupier.server.setup.unopened import FirstRun, RoomWanted
from croupier.server.store.lines import HOUSE, TABLE
from croupier.server.store.schema import events, people

FIRST: Role = "poker_shift_supervisor"  # whom every other order of the set-up needs
BEFORE = ("/setup", "/api/setup", "/health", "/ready", "/metrics", "/static/")
USUAL: dict[RoomKind, Registration] = {
    "card-room": "staff",
    "friends": "invitation",
    "demonstration": "open",
}


class RoomAsked(RoomWanted, kw_only=True):
    """The same from the page, with the token of its address."""

    token: str


class Prepared(Struct):
    """What the page shows before anything is set up."""

    keys: str  # where the key file is
    address: str


async def is_empty(engine: AsyncEngine) -> bool:
    """Whether a database holds no person and no table: then the room must be set up first."""
    async with engine.connect() as connection:
        if await connection.scalar(select(people.c.name).limit(1)) is not None:
            return False
        tables = select(events.c.stream).where(events.c.stream.startswith(TABLE)).limit(1)
        return await connection.scalar(tables) is None


async def kind_recorded(engine: AsyncEngine) -> RoomKind | None:
    """The kind of a room that was set up, read from its log; none, if it never was."""
    where = (events.c.stream == HOUSE) & (events.c.kind == "HouseSetUp")
    async with engine.connect() as connection:
        body = await connection.scalar(select(events.c.body).where(where).limit(1))
    if body is None:
        return None
    found: RoomKind = msgspec.json.decode(body)["fact"]["kind"]
    return found


async def set_up_room(service: Service, wanted: RoomWanted) -> Actor:
    """Record what the room is, and enter its first supervisor; nothing, if either is refused."""
    _check(wanted)
    if not service.house.state.is_set_up:  # unless the power failed between the two
        says = SetUpHouse(
            kind=wanted.kind,
            name=wanted.name,
            zone=wanted.zone,
            day_starts=wanted.day_starts,
            registration=wanted.registration or USUAL[wanted.kind],
            second_factor=wanted.second_factor,
        )
        await service.house.ask(Order(service.clock(), Actor(wanted.person, FIRST), says))
    actor = await service.accounts.add(wanted.person, wanted.password, FIRST, service.clock())
    if wanted.kind == "card-room" and not service.house.state.submissions.filed:
        await file_standard(service, actor)
    await service.was_set_up()
    return actor


def _check(wanted: RoomWanted) -> None:
    check_room(wanted.name, wanted.zone, wanted.day_starts)
    try:
        check_name(wanted.person)
    except Refused as fault:
        raise Refused("FIELD person", fault.why) from None
    check_password(wanted.password, wanted.person, wanted.name)


def read_setup(path: Path) -> RoomWanted:
    """A file that says what the room will be, for a start without a person at a screen."""
    try:
        wanted = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), RoomWanted)
    except (OSError, UnicodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as fault:
        raise Refused("FIELD setup", f"{path.name}: {brief(fault)}") from None
    try:
        _check(wanted)
    except Refused as fault:
        raise Refused("FIELD setup", f"{path.name}: {fault.why}") from None
    return wanted


async def not_before_set_up(
    connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler
) -> None:
    """Answer nothing but the set-up until the room is set up, on its page or at a terminal."""
    service: Service = connection.app.state.service
    path = connection.scope["path"]
    if service.first_run is None or path.startswith(BEFORE):
        return
    if not await is_empty(service.store.engine):  # `croupier user add` was quicker
        await service.was_set_up()
        return
    if path.startswith("/api/"):
        raise HTTPException(
            "this room is not set up yet: open the address that the server printed",
            status_code=HTTPStatus.SERVICE_UNAVAILABLE,
        )
    raise HTTPException(
        "not set up yet", status_code=HTTPStatus.SEE_OTHER, headers={"location": "/setup"}
    )


@get("/setup", include_in_schema=False)
async def setup_page(service: NamedDependency[Service]) -> Response[str]:
    """The page that sets a room up; later, the way to its lobby."""
    if service.first_run is None:
        return Response("", status_code=HTTPStatus.SEE_OTHER, headers={"location": "/"})
    return page("lobby/setup")


@get("/api/setup")
async def prepare(
    request: Request[Any, Any, Any], service: NamedDependency[Service], token: FromQuery[str] = ""
) -> Prepared:
    """What the person who sets the room up must know."""
    service.door.knock("setup", peer(request))
    _waiting(service).check(token)
    return Prepared(str(Path(service.config.keys).resolve()), address(service.config))


@post("/api/setup")
async def set_up(
    request: Request[Any, Any, Any], data: JSONBody[RoomAsked], service: NamedDependency[Service]
) -> Response[Me]:
    """Set the room up, once, and sign its first supervisor in."""
    service.door.knock("setup", peer(request))
    first = _waiting(service)
    first.check(data.token)
    async with first.lock:
        _waiting(service)
        actor = await set_up_room(service, data)
    token, session = await service.accounts.admit(actor, service.clock(), origin(request))
    return admit(request, token, session)


def _waiting(service: Service) -> FirstRun:
    if service.first_run is None:
        raise Refused("FIELD token", "this room is already set up: sign in")
    return service.first_run


ROUTES = (setup_page, prepare, set_up)
