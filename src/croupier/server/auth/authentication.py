"""Who asks: signing in and out, sessions, and whoever a request belongs to."""

from http import HTTPStatus
from typing import Annotated, Any

from litestar import Request, Response, delete, get, post
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from croupier.room.house.people import Actor, Role
from croupier.server.auth.users import Session
from croupier.server.service import Service

COOKIE = "croupier"
CSRF = "x-csrf-token"

Name = Annotated[str, Meta(min_length=1, max_length=40)]


class SignIn(Struct):
    """A name and its password."""

    name: Name
    password: Annotated[str, Meta(max_length=200)]


class Guest(Struct):
    """The name a visitor of a demonstration room goes by, and the staff desk they try, if any."""

    name: Name
    role: Role = "player"


class NewPassword(Struct):
    """A new password, chosen with a token."""

    password: Annotated[str, Meta(max_length=200)]


class Me(Struct):
    """Who is signed in; unsafe requests send the token back in the header `x-csrf-token`.

    A visitor who tries a staff desk gets a bearer token for that page alone, and stays a player
    on the others.
    """

    name: str
    role: Role
    csrf: str
    token: str = ""


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
    token, session = await service.guest(data.name, data.role)
    if data.role != "player":
        me = Me(session.actor.name, session.actor.role, session.csrf, token)
        return Response(me, headers={"cache-control": "no-store"})
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


DOORS = (sign_in, come_in, choose_password)  # where passwords could be guessed
ROUTES = (see_room, whoami, sign_out)
