"""Signing in and out over HTTP, sessions, and the person a request belongs to."""

from http import HTTPStatus
from typing import Annotated, Any

from litestar import Request, Response, delete, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from croupier.refused import Refused
from croupier.room.house.people import SHIFT, Actor, NotYours, Role, check_role
from croupier.room.house.state import Registration, RoomKind, SecondFactor
from croupier.room.seating.state import Showing
from croupier.server.auth.factors import Site
from croupier.server.auth.passwords import LONGEST
from croupier.server.auth.permissions import desks, permissions, signatories
from croupier.server.auth.users import GUEST, Origin, Session, SessionListed
from croupier.server.guard.rates import address_of
from croupier.server.monitoring.server_log import LOG
from croupier.server.service import Service
from croupier.server.setup.reach import address

COOKIE = "croupier"
TLS_COOKIE = "__Host-croupier"  # a browser takes it from this host alone, and over TLS alone
CSRF = "x-csrf-token"
READING = "A-96"  # the staff looks after accounts: no clause speaks of them

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Password = Annotated[str, Meta(max_length=LONGEST)]


class SignIn(Struct):
    """A name and its password, and what proves a second factor where the account has one."""

    name: Name
    password: Password
    code: Annotated[str, Meta(max_length=20)] = ""
    passkey: dict[str, Any] | None = None


class Guest(Struct):
    """The name a visitor of a demonstration room goes by, and the staff desk they try, if any."""

    name: Name
    role: Role = "player"


class NewPassword(Struct):
    """A new password, chosen with a token."""

    password: Password


class ChangedPassword(Struct):
    """The password up to now, and the new one."""

    old: Password
    new: Password


class Me(Struct):
    """The person who is signed in; unsafe requests send `csrf` back in the header `x-csrf-token`.

    A visitor who tries a staff desk gets a bearer token for that page alone, and stays a player
    on the others.
    """

    name: str
    role: Role
    csrf: str
    token: str = ""
    may: tuple[str, ...] = ()  # the orders of this role, by name

    def __post_init__(self) -> None:
        """Look the orders of the role up."""
        self.may = permissions(self.role)


def peer(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address that a person signs in from, as limits count it."""
    return address_of(connection.client.host) if connection.client is not None else ""


def token_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The token of a session: the bearer's, otherwise the one of the cookie."""
    return bearer_of(connection) or connection.cookies.get(cookie_of(connection), "")


def bearer_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The token that a program sends in a header."""
    words = connection.headers.get("authorization", "")
    return words.removeprefix("Bearer ") if words.startswith("Bearer ") else ""


def cookie_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The name of the cookie: over TLS one that no other host and no plain page can set."""
    return TLS_COOKIE if is_safe(connection) else COOKIE


def is_safe(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether a session's browser speaks TLS, to the room or to a proxy that it trusts."""
    return connection.scope["scheme"] in ("https", "wss")


async def provide_service(state: State) -> Service:
    """The room in service."""
    service: Service = state.service
    return service


async def provide_session(
    request: Request[Any, Any, Any], service: NamedDependency[Service]
) -> Session | None:
    """The session that the cookie, or the bearer token, belongs to."""
    token = token_of(request)
    session = await service.accounts.session(token, service.clock()) if token else None
    unsafe = request.method not in ("GET", "HEAD", "OPTIONS")
    by_cookie = not bearer_of(request)
    if session and by_cookie and unsafe and request.headers.get(CSRF) != session.csrf:
        raise PermissionDeniedException("the header x-csrf-token is missing or wrong")
    return session


async def provide_signed_in(session: NamedDependency[Session | None]) -> Session:
    """The session of a person who has signed in."""
    if session is None:
        raise NotAuthorizedException("sign in first")
    return session


async def provide_actor(
    signed_in: NamedDependency[Session], service: NamedDependency[Service]
) -> Actor:
    """The person who has signed in, with the second factor that the room requires."""
    if service.factors.lacks(signed_in.actor):
        raise NotYours(READING, "this room requires a second factor: add one to your account first")
    return signed_in.actor


def admit(request: Request[Any, Any, Any], token: str, session: Session) -> Response[Me]:
    """Give a browser its session."""
    me = Me(session.actor.name, session.actor.role, session.csrf)
    cookie = Cookie(
        cookie_of(request),
        value=token,
        httponly=True,
        secure=is_safe(request),
        samesite="strict",
        path="/",
    )
    return Response(me, cookies=[cookie], headers={"cache-control": "no-store"})


@post("/api/session", raises=[NotAuthorizedException])
async def sign_in(
    request: Request[Any, Any, Any], data: JSONBody[SignIn], service: NamedDependency[Service]
) -> Response[Me]:
    """Open a session."""
    actor = await service.door.sign_in(data.name, data.password, peer(request))
    if kinds := {one.kind for one in service.factors.of(actor.name)}:
        if not data.code and data.passkey is None:
            words = ("code", "enter the code that your app shows now")
            asked = words if "totp" in kinds else ("passkey", "answer with your passkey")
            raise Refused(f"FIELD {asked[0]}", asked[1])
        await service.door.second(actor.name, lambda: _prove(service, request, actor, data))
    token, session = await service.accounts.admit(actor, service.clock(), origin(request))
    return admit(request, token, session)


async def _prove(
    service: Service, request: Request[Any, Any, Any], actor: Actor, data: SignIn
) -> None:
    """Refuse a person who does not prove a second factor."""
    if data.passkey is not None:
        service.factors.check_passkey(actor.name, site_of(request), data.passkey)
    else:
        await service.factors.check_code(actor, data.code)


def site_of(request: Request[Any, Any, Any]) -> Site:
    """The site that the browser sees, which passkeys belong to."""
    url = request.base_url
    return Site(url.hostname or "", f"{url.scheme}://{url.netloc}")


def origin(request: Request[Any, Any, Any]) -> Origin:
    """Where a session is opened."""
    return Origin(peer(request), request.headers.get("user-agent", ""))


@post("/api/guests")
async def come_in(
    request: Request[Any, Any, Any], data: JSONBody[Guest], service: NamedDependency[Service]
) -> Response[Me]:
    """Come into a demonstration room without an account."""
    service.door.knock("guest", peer(request))
    token, session = await service.guest(data.name, data.role)
    if data.role != "player":
        me = Me(session.actor.name, session.actor.role, session.csrf, token)
        return Response(me, headers={"cache-control": "no-store"})
    return admit(request, token, session)


class RoomSeen(Struct):
    """What a page asks first: which room this is, and who looks at it."""

    kind: RoomKind
    name: str
    address: str  # that a phone can reach
    zone: str
    notice: str  # what must be said of a room that is no licensed card room
    registration: Registration
    second_factor: SecondFactor
    demonstration: bool
    showdown: Showing  # how hands are shown, for players who chose nothing
    lacks_factor: bool  # the person who looks must add a second factor first
    me: Me | None
    desks: dict[str, tuple[Role, ...]]  # the roles that work at each desk of the staff
    second: dict[str, tuple[Role, ...]]  # the roles that can sign an order as the second person


@get("/api/room")
async def see_room(
    session: NamedDependency[Session | None], service: NamedDependency[Service]
) -> RoomSeen:
    """The room, and the person who is signed in, if any."""
    me = Me(session.actor.name, session.actor.role, session.csrf) if session else None
    house = service.house.state
    return RoomSeen(
        kind=house.kind,
        name=house.name,
        address=address(service.config),
        zone=house.zone,
        notice=house.notice,
        registration=house.registration,
        second_factor=house.second_factor,
        demonstration=house.kind == "demonstration",
        showdown=service.config.showdown,
        lacks_factor=session is not None and service.factors.lacks(session.actor),
        me=me,
        desks=desks(),
        second=signatories(),
    )


@get("/api/session")
async def whoami(signed_in: NamedDependency[Session]) -> Me:
    """The person who is signed in."""
    return Me(signed_in.actor.name, signed_in.actor.role, signed_in.csrf)


@delete("/api/session", status_code=HTTPStatus.NO_CONTENT)
async def sign_out(
    session: NamedDependency[Session | None], service: NamedDependency[Service]
) -> None:
    """End this session, and the sockets that were opened with it."""
    if session is not None:
        await service.accounts.sign_out(session)


@get("/api/sessions")
async def list_sessions(
    signed_in: NamedDependency[Session], service: NamedDependency[Service]
) -> list[SessionListed]:
    """Your open sessions, the newest first."""
    name = signed_in.actor.name
    return await service.accounts.open_sessions(name, service.clock(), signed_in.digest)


@delete("/api/sessions", status_code=HTTPStatus.NO_CONTENT)
async def end_other_sessions(
    signed_in: NamedDependency[Session], service: NamedDependency[Service]
) -> None:
    """End all your sessions but this one."""
    await service.accounts.end_sessions(signed_in.actor.name, but=signed_in.digest)


@delete("/api/sessions/{id:str}", status_code=HTTPStatus.NO_CONTENT)
async def end_session(
    id: FromPath[str],  # noqa: A002  # the name of the parameter
    signed_in: NamedDependency[Session],
    service: NamedDependency[Service],
) -> None:
    """End one of your sessions."""
    await service.accounts.end_sessions(signed_in.actor.name, only=id)


@get("/api/people/{name:str}/sessions")
async def list_sessions_of(
    name: FromPath[str], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> list[SessionListed]:
    """The open sessions of a person, for the shift supervisor."""
    check_keeper(service, actor, "see the sessions of others")
    await _check_known(service, name)
    return await service.accounts.open_sessions(name, service.clock())


@delete("/api/people/{name:str}/sessions", status_code=HTTPStatus.NO_CONTENT)
async def end_sessions_of(
    name: FromPath[str], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> None:
    """Sign a person out everywhere: the shift supervisor ends all their sessions."""
    check_keeper(service, actor, "end the sessions of others")
    await _check_known(service, name)
    ended = await service.accounts.end_sessions(name)
    fields = {"by": actor.name, "role": actor.role, "person": name, "ended": ended}
    LOG.info("sessions ended", extra={"fields": fields})


def check_keeper(service: Service, actor: Actor, what: str) -> None:
    """Refuse a person who does not look after accounts, and visitors who try the desk."""
    check_role(actor, SHIFT, READING, what)
    if actor.name.endswith(GUEST):
        raise Refused(READING, f"visitors of a demonstration room cannot {what}")


async def _check_known(service: Service, name: str) -> None:
    if not await service.accounts.knows(name):
        raise Refused("FIELD name", f"there is no account {name[:40]!r}")


@post("/api/session/password", status_code=HTTPStatus.NO_CONTENT)
async def change_password(
    data: JSONBody[ChangedPassword],
    signed_in: NamedDependency[Session],
    service: NamedDependency[Service],
) -> None:
    """Choose another password; your other sessions end."""
    await service.door.countersign(signed_in.actor, signed_in.actor.name, data.old, "old")
    await service.accounts.change_password(signed_in, data.new)


@post("/api/resets/{token:str}", status_code=HTTPStatus.NO_CONTENT)
async def choose_password(
    request: Request[Any, Any, Any],
    token: FromPath[str],
    data: JSONBody[NewPassword],
    service: NamedDependency[Service],
) -> None:
    """Choose a new password with a token from the staff."""
    service.door.knock("reset", peer(request))
    await service.accounts.reset(token, data.password, service.clock())


ROUTES = (
    *(sign_in, come_in, choose_password, change_password),
    *(see_room, whoami, sign_out),
    *(list_sessions, end_other_sessions, end_session, list_sessions_of, end_sessions_of),
)
