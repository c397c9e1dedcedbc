"""The room over HTTP: sign in, look around, give orders."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Union

from litestar import Litestar, Request, Response, delete, get, post
from litestar.datastructures import Cookie, State
from litestar.di import Provide
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from msgspec import Meta, Struct

from croupier.games import GAMES, game_of
from croupier.refused import Refused
from croupier.room import house, life
from croupier.room.orders import Order
from croupier.room.people import Actor, Role
from croupier.room.setup import SetUpTable
from croupier.rules.sign import TableSign, amend
from croupier.server.accounts import Session
from croupier.server.config import Config
from croupier.server.demo import furnish
from croupier.server.keys import load_keys
from croupier.server.migrate import migrate
from croupier.server.service import Service
from croupier.server.socket import follow
from croupier.server.store import Store, make_engine
from croupier.server.writer import Reply
from croupier.views.screen import TableSeen, screen

COOKIE = "croupier"
CSRF = "x-csrf-token"

if TYPE_CHECKING:
    TableCommand = Any
    HouseCommand = Any
else:  # every command there is, each with its schema
    TableCommand = Union[life.COMMANDS]  # noqa: UP007  # made of a tuple
    HouseCommand = Union[house.COMMANDS] if house.COMMANDS else Any  # noqa: UP007  # as above

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Client = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[\w.-]+$")]
Sequence = Annotated[int, Meta(ge=1, le=2**53)]


class SignIn(Struct):
    """A name and its password."""

    name: Name
    password: Annotated[str, Meta(max_length=200)]


class Guest(Struct):
    """The name a visitor of a demonstration room goes by."""

    name: Name


class NewPassword(Struct):
    """A new password, chosen with a token."""

    password: Annotated[str, Meta(max_length=200)]


class Me(Struct):
    """Who is signed in; unsafe requests send the token back in the header `x-csrf-token`."""

    name: str
    role: Role
    csrf: str


class TableOrder(Struct):
    """A command for a table, numbered by the client: a number is carried out once."""

    client: Client
    sequence: Sequence
    command: TableCommand


class HouseOrder(Struct):
    """A command for the house, numbered by the client."""

    client: Client
    sequence: Sequence
    command: HouseCommand


class NewTable(Struct):
    """A table to be set up: its game, and what its sign posts besides the game's own."""

    name: Name
    game: str
    sign: dict[str, str] = {}


class Refusal(Struct):
    """Why a request was refused: a clause, a reading, a key of the sign or a field."""

    clause: str
    why: str


# --- who asks --------------------------------------------------------------------------------


async def provide_service(state: State) -> Service:
    """The room in service."""
    service: Service = state.service
    return service


async def provide_session(request: Request[Any, Any, Any], service: Service) -> Session | None:
    """Whoever the cookie, or the bearer token, belongs to."""
    bearer = request.headers.get("authorization", "")
    token = bearer.removeprefix("Bearer ") if bearer.startswith("Bearer ") else ""
    by_cookie = not token
    token = token or request.cookies.get(COOKIE, "")
    session = await service.accounts.session(token, service.clock()) if token else None
    unsafe = request.method not in ("GET", "HEAD", "OPTIONS")
    if session and by_cookie and unsafe and request.headers.get(CSRF) != session.csrf:
        raise PermissionDeniedException("the header x-csrf-token is missing or wrong")
    return session


async def provide_actor(session: Session | None) -> Actor:
    """Somebody who has signed in."""
    if session is None:
        raise NotAuthorizedException("sign in first")
    return session.actor


# --- people ----------------------------------------------------------------------------------


def _admitted(service: Service, token: str, session: Session) -> Response[Me]:
    me = Me(session.actor.name, session.actor.role, session.csrf)
    cookie = Cookie(COOKIE, value=token, httponly=True, samesite="strict", path="/")
    return Response(me, cookies=[cookie], headers={"cache-control": "no-store"})


@post("/api/session", raises=[NotAuthorizedException])
async def sign_in(data: SignIn, service: Service) -> Response[Me]:
    """Open a session."""
    token, session = await service.accounts.sign_in(data.name, data.password, service.clock())
    return _admitted(service, token, session)


@post("/api/guests")
async def come_in(data: Guest, service: Service) -> Response[Me]:
    """Come into a demonstration room without an account."""
    token, session = await service.guest(data.name)
    return _admitted(service, token, session)


@get("/api/session")
async def whoami(session: Session | None) -> Me:
    """Who is signed in."""
    if session is None:
        raise NotAuthorizedException("sign in first")
    return Me(session.actor.name, session.actor.role, session.csrf)


@delete("/api/session", status_code=HTTPStatus.NO_CONTENT)
async def sign_out(
    request: Request[Any, Any, Any], session: Session | None, service: Service
) -> None:
    """End the session."""
    if session is not None:
        await service.accounts.sign_out(request.cookies.get(COOKIE, ""))


@post("/api/resets/{token:str}", status_code=HTTPStatus.NO_CONTENT)
async def choose_password(token: str, data: NewPassword, service: Service) -> None:
    """Choose a new password with a token that the staff handed out."""
    await service.accounts.reset(token, data.password, service.clock())


# --- tables ----------------------------------------------------------------------------------


class TableListed(Struct):
    """A table in the lobby."""

    name: str
    game: str
    title: str
    stakes: str
    status: str
    places: int
    taken: int
    playing: bool


@get("/api/tables")
async def list_tables(service: Service) -> list[TableListed]:
    """Every table of the room."""
    return [_listed(screen(desk.state, desk.number)) for desk in service.desks.values()]


def _listed(seen: TableSeen) -> TableListed:
    return TableListed(
        name=seen.table,
        game=seen.game,
        title=seen.title,
        stakes=seen.stakes,
        status=seen.status,
        places=seen.places,
        taken=len(seen.seats),
        playing=seen.playing,
    )


@post("/api/tables")
async def set_up_table(data: NewTable, actor: Actor, service: Service) -> Reply:
    """Put a table into the room."""
    game = game_of(data.game)
    sign: TableSign = amend(game.sign, data.sign)
    order = Order(service.clock(), actor, SetUpTable(name=data.name, sign=sign))
    return await service.set_up(order, game)


@get("/api/tables/{name:str}")
async def see_table(name: str, session: Session | None, service: Service) -> TableSeen:
    """A table as the one who asks may see it."""
    desk = service.desk(name)
    seat = desk.seat_of(session.actor.name) if session is not None else desk.seat_of("")
    return screen(desk.state, desk.number, seat)


@post("/api/tables/{name:str}/orders")
async def order_table(name: str, data: TableOrder, actor: Actor, service: Service) -> Reply:
    """Give a table an order; the answer comes when it is on the disk."""
    order = Order(service.clock(), actor, data.command)
    return await service.desk(name).ask(order, f"{actor.name}/{data.client}", data.sequence)


@post("/api/house/orders")
async def order_house(data: HouseOrder, actor: Actor, service: Service) -> Reply:
    """Give the house an order."""
    order = Order(service.clock(), actor, data.command)
    return await service.house.ask(order, f"{actor.name}/{data.client}", data.sequence)


class GameListed(Struct):
    """A game the room can deal."""

    key: str
    title: str
    section: str
    banked: bool


@get("/api/games")
async def list_games() -> list[GameListed]:
    """Every game there is."""
    return [GameListed(g.key, g.title, g.section, g.banked) for g in GAMES.values()]


# --- operations ------------------------------------------------------------------------------


@get("/health")
async def health(service: Service) -> dict[str, Any]:
    """Whether the room is in service."""
    return {"status": "open", "tables": len(service.desks)}


@get("/metrics", media_type="text/plain")
async def metrics(service: Service) -> str:
    """Counters for a monitoring system, in the usual text form."""
    desks = service.desks.values()
    counts = {
        "croupier_tables": len(desks),
        "croupier_tables_playing": sum(desk.state.playing for desk in desks),
        "croupier_seats_taken": sum(len(desk.state.seats) for desk in desks),
        "croupier_watchers": sum(len(desk.watchers) for desk in desks),
        "croupier_lines_total": sum(number for number, _ in service.store.tips.values()),
        "croupier_commits_total": service.store.commits,
    }
    return "".join(f"{name} {value}\n" for name, value in counts.items())


def refused(_: Any, fault: Refused) -> Response[Refusal]:
    """Tell a refusal in one sentence, with what it rests on."""
    return Response(Refusal(fault.clause, fault.why), status_code=HTTPStatus.UNPROCESSABLE_ENTITY)


HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
        "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


async def _harden(response: Response[Any]) -> Response[Any]:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def create_app(config: Config, *, service: Service | None = None) -> Litestar:
    """The application of a room; its database is open as long as it runs."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        room = service
        if room is None:
            engine = make_engine(config.db)
            await migrate(engine)
            room = Service(Store(engine, load_keys(Path(config.keys))), config)
        await room.start()
        app.state.service = room
        bots = await furnish(room) if config.demonstration else []
        try:
            yield
        finally:
            for task in bots:
                task.cancel()
            await room.stop()

    return Litestar(
        route_handlers=[
            sign_in,
            sign_out,
            come_in,
            whoami,
            choose_password,
            list_games,
            list_tables,
            set_up_table,
            see_table,
            order_table,
            order_house,
            health,
            metrics,
            follow,
        ],
        dependencies={
            "service": Provide(provide_service),
            "session": Provide(provide_session),
            "actor": Provide(provide_actor),
        },
        exception_handlers={Refused: refused},
        after_request=_harden,
        lifespan=[lifespan],
        openapi_config=OpenAPIConfig(title="croupier", version="1", path="/api/schema"),
        request_max_body_size=64 * 1024,
        middleware=[RateLimitConfig(rate_limit=("second", 50)).middleware],
    )
