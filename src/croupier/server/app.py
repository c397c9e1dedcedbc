"""The room over HTTP: sign in, look around, give orders."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union

from litestar import Litestar, Request, Response, Router, delete, get, post
from litestar.config.compression import CompressionConfig
from litestar.datastructures import Cookie, MutableScopeHeaders, State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from litestar.params import FromPath, JSONBody
from litestar.types import Message, Scope
from msgspec import Meta, Struct

from croupier.games import GAMES, game_of
from croupier.refused import Refused
from croupier.room import house, life
from croupier.room.custody import Procedures
from croupier.room.orders import Order
from croupier.room.people import Actor, Role
from croupier.room.setup import SetUpTable
from croupier.rules.sign import TableSign, amend
from croupier.server.accounts import Session
from croupier.server.advice import advise
from croupier.server.chat import Said
from croupier.server.config import Config
from croupier.server.demo import furnish
from croupier.server.keys import load_keys
from croupier.server.migrate import migrate
from croupier.server.pages import pages
from croupier.server.reading import list_rounds, read_clause, read_round, read_rules, read_sign
from croupier.server.service import Service
from croupier.server.socket import follow
from croupier.server.store import Store, make_engine
from croupier.server.writer import Reply
from croupier.views.screen import TableSeen, family

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
    procedures: Procedures | None = None


class Refusal(Struct):
    """Why a request was refused: a clause, a reading, a key of the sign or a field."""

    clause: str
    why: str


# --- who asks --------------------------------------------------------------------------------


async def provide_service(state: State) -> Service:
    """The room in service."""
    service: Service = state.service
    return service


async def provide_session(
    request: Request[Any, Any, Any], service: NamedDependency[Service]
) -> Session | None:
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


async def provide_actor(session: NamedDependency[Session | None]) -> Actor:
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
async def sign_in(data: JSONBody[SignIn], service: NamedDependency[Service]) -> Response[Me]:
    """Open a session."""
    token, session = await service.accounts.sign_in(data.name, data.password, service.clock())
    return _admitted(service, token, session)


@post("/api/guests")
async def come_in(data: JSONBody[Guest], service: NamedDependency[Service]) -> Response[Me]:
    """Come into a demonstration room without an account."""
    token, session = await service.guest(data.name)
    return _admitted(service, token, session)


class RoomSeen(Struct):
    """What a page asks first: which room this is, and who looks at it."""

    demonstration: bool
    me: Me | None


@get("/api/room")
async def see_room(
    session: NamedDependency[Session | None], service: NamedDependency[Service]
) -> RoomSeen:
    """The room, and who is signed in, if anybody."""
    me = Me(session.actor.name, session.actor.role, session.csrf) if session else None
    return RoomSeen(service.config.demonstration, me)


@get("/api/session")
async def whoami(session: NamedDependency[Session | None]) -> Me:
    """Who is signed in."""
    if session is None:
        raise NotAuthorizedException("sign in first")
    return Me(session.actor.name, session.actor.role, session.csrf)


@delete("/api/session", status_code=HTTPStatus.NO_CONTENT)
async def sign_out(
    request: Request[Any, Any, Any],
    session: NamedDependency[Session | None],
    service: NamedDependency[Service],
) -> None:
    """End the session."""
    if session is not None:
        await service.accounts.sign_out(request.cookies.get(COOKIE, ""))


@post("/api/resets/{token:str}", status_code=HTTPStatus.NO_CONTENT)
async def choose_password(
    token: FromPath[str], data: JSONBody[NewPassword], service: NamedDependency[Service]
) -> None:
    """Choose a new password with a token that the staff handed out."""
    await service.accounts.reset(token, data.password, service.clock())


# --- tables ----------------------------------------------------------------------------------


class TableListed(Struct):
    """A table in the lobby."""

    name: str
    game: str
    title: str
    family: str
    stakes: str
    status: str
    places: int
    taken: int
    playing: bool
    seats: dict[int, str]
    buys: tuple[int, int, int]
    meter: int = 0


@get("/api/tables")
async def list_tables(service: NamedDependency[Service]) -> list[TableListed]:
    """Every table of the room."""
    return [_listed(desk.seen_by("")) for desk in service.desks.values()]


def _listed(seen: TableSeen) -> TableListed:
    return TableListed(
        name=seen.table,
        game=seen.game,
        title=seen.title,
        family=seen.family,
        stakes=seen.stakes,
        status=seen.status,
        places=seen.places,
        taken=len(seen.seats),
        playing=seen.playing,
        seats={seat.seat: seat.person for seat in seen.seats},
        buys=seen.buys,
        meter=seen.meter,
    )


@post("/api/tables")
async def set_up_table(
    data: JSONBody[NewTable], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> Reply:
    """Put a table into the room."""
    game = game_of(data.game)
    sign: TableSign = amend(game.sign, data.sign)
    chosen = data.procedures or Procedures(inspection_seconds=service.config.inspection)
    says = SetUpTable(name=data.name, sign=sign, procedures=chosen)
    order = Order(service.clock(), actor, says)
    return await service.set_up(order, game)


@get("/api/tables/{name:str}")
async def see_table(
    name: FromPath[str], session: NamedDependency[Session | None], service: NamedDependency[Service]
) -> TableSeen:
    """A table as the one who asks may see it."""
    return service.desk(name).seen_by(session.actor.name if session is not None else "")


@get("/api/tables/{name:str}/chat")
async def read_chat(name: FromPath[str], service: NamedDependency[Service]) -> dict[int, Said]:
    """What was said at a table, by the number of its line."""
    return service.desk(name).chat.lines


@post("/api/tables/{name:str}/orders")
async def order_table(
    name: FromPath[str],
    data: JSONBody[TableOrder],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
) -> Reply:
    """Give a table an order; the answer comes when it is on the disk."""
    order = Order(service.clock(), actor, data.command)
    return await service.desk(name).ask(order, f"{actor.name}/{data.client}", data.sequence)


@post("/api/house/orders")
async def order_house(
    data: JSONBody[HouseOrder], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> Reply:
    """Give the house an order."""
    order = Order(service.clock(), actor, data.command)
    return await service.house.ask(order, f"{actor.name}/{data.client}", data.sequence)


class GameListed(Struct):
    """A game the room can deal."""

    key: str
    title: str
    section: str
    banked: bool
    family: str


@get("/api/games")
async def list_games() -> list[GameListed]:
    """Every game there is."""
    return [
        GameListed(game.key, game.title, game.section, game.banked, family(game))
        for game in GAMES.values()
    ]


# --- operations ------------------------------------------------------------------------------


@get("/health")
async def health(service: NamedDependency[Service]) -> dict[str, Any]:
    """Whether the room is in service."""
    return {"status": "open", "tables": len(service.desks)}


@get("/metrics", media_type="text/plain")
async def metrics(service: NamedDependency[Service]) -> str:
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


def too_deep(_: Any, __: RecursionError) -> Response[Refusal]:
    """Refuse a body of thousands of brackets."""
    return Response(
        Refusal("FIELD body", "it is nested too deeply"), status_code=HTTPStatus.BAD_REQUEST
    )


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


async def _harden(message: Message, _: Scope) -> None:
    """Every reply, refusals and failures too, carries the same protection."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)


DOORS = (sign_in, come_in, choose_password)  # where passwords could be guessed


def _limit(span: Literal["second", "minute"], count: int) -> Any:
    """What one address may ask for."""
    return RateLimitConfig((span, count), exclude=["^/static/"], store=f"limit_{span}").middleware


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
            *pages(),
            see_room,
            Router("/", route_handlers=DOORS, middleware=[_limit("minute", config.sign_ins)]),
            sign_out,
            whoami,
            list_games,
            list_tables,
            set_up_table,
            see_table,
            read_chat,
            order_table,
            order_house,
            read_clause,
            read_rules,
            read_sign,
            list_rounds,
            read_round,
            advise,
            health,
            metrics,
            follow,
        ],
        dependencies={
            "service": Provide(provide_service),
            "session": Provide(provide_session),
            "actor": Provide(provide_actor),
        },
        exception_handlers={Refused: refused, RecursionError: too_deep},
        before_send=[_harden],
        lifespan=[lifespan],
        logging_config=None,  # whoever runs the room says where its log goes
        openapi_config=OpenAPIConfig(title="croupier", version="1", path="/api/schema"),
        request_max_body_size=64 * 1024,
        compression_config=CompressionConfig(backend="gzip"),
        middleware=[_limit("second", config.requests)],
    )
