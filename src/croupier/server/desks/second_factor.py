"""Second factors over HTTP: a person's own, and what the staff does when a phone is lost."""

from datetime import datetime
from http import HTTPStatus
from typing import Any

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from croupier.room.house.second_factors import DropFactor
from croupier.room.house.state import FactorKind
from croupier.room.logbook import Order
from croupier.server.auth.authentication import Password, SignIn, peer, site_of
from croupier.server.auth.users import Session
from croupier.server.service import Service
from croupier.server.setup.reach import code_of


class FactorListed(Struct):
    """A second factor as its owner sees it."""

    id: str
    kind: FactorKind
    label: str
    at: datetime


class CodeBegun(Struct):
    """A secret for an authenticator app, as text and as a QR code."""

    secret: str
    drawing: str


class CodeGiven(Struct):
    """The code that the app shows, and what its owner calls it."""

    code: str
    label: str = ""


class PasskeyMade(Struct):
    """What the browser made, and what its owner calls it."""

    credential: dict[str, Any]
    label: str = ""


class Confirmed(Struct):
    """The password, for what cannot be taken back."""

    password: Password


@get("/api/factors")
async def list_factors(
    signed_in: NamedDependency[Session], service: NamedDependency[Service]
) -> list[FactorListed]:
    """Your second factors."""
    mine = service.factors.of(signed_in.actor.name)
    return [FactorListed(one.id, one.kind, one.label, one.at) for one in mine]


@post("/api/factors/code")
async def begin_code(
    signed_in: NamedDependency[Session], service: NamedDependency[Service]
) -> CodeBegun:
    """Begin with an authenticator app; it counts once a code is confirmed."""
    secret, uri = service.factors.begin_code(signed_in.actor)
    return CodeBegun(secret, code_of(uri).decode())


@post("/api/factors/code/confirm", status_code=HTTPStatus.NO_CONTENT)
async def confirm_code(
    data: JSONBody[CodeGiven],
    signed_in: NamedDependency[Session],
    service: NamedDependency[Service],
) -> None:
    """Keep the app, whose code shows that it has the secret."""
    await service.factors.confirm_code(signed_in.actor, data.code, data.label)


@post("/api/factors/passkey")
async def begin_passkey(
    request: Request[Any, Any, Any],
    signed_in: NamedDependency[Session],
    service: NamedDependency[Service],
) -> dict[str, Any]:
    """Begin with a passkey: what the browser needs to make it."""
    options: dict[str, Any] = service.factors.begin_passkey(signed_in.actor, site_of(request))
    return options


@post("/api/factors/passkey/confirm", status_code=HTTPStatus.NO_CONTENT)
async def confirm_passkey(
    request: Request[Any, Any, Any],
    data: JSONBody[PasskeyMade],
    signed_in: NamedDependency[Session],
    service: NamedDependency[Service],
) -> None:
    """Answer the account page: keep the passkey that its browser made."""
    site = site_of(request)
    await service.factors.confirm_passkey(signed_in.actor, site, data.credential, data.label)


@post("/api/factors/{id:str}/drop", status_code=HTTPStatus.NO_CONTENT)
async def drop_factor(
    id: FromPath[str],  # noqa: A002  # the name of the parameter
    data: JSONBody[Confirmed],
    signed_in: NamedDependency[Session],
    service: NamedDependency[Service],
) -> None:
    """Remove one of your second factors, with your password."""
    actor = signed_in.actor
    await service.door.countersign(actor, actor.name, data.password)
    says = DropFactor(person=actor.name, id=id)
    await service.house.ask(Order(service.clock(), actor, says))


@post("/api/session/passkey")
async def ask_passkey(
    request: Request[Any, Any, Any], data: JSONBody[SignIn], service: NamedDependency[Service]
) -> dict[str, Any]:
    """Answer the page that signs in: what its browser needs to answer with a passkey."""
    actor = await service.door.sign_in(data.name, data.password, peer(request))
    options: dict[str, Any] = service.factors.ask_passkey(actor.name, site_of(request))
    return options


ROUTES = (
    *(list_factors, begin_code, confirm_code, begin_passkey, confirm_passkey),
    *(drop_factor, ask_passkey),
)
