"""The people of the room over HTTP: the staff's desk, invitations, and making an account."""

from http import HTTPStatus
from typing import Annotated, Any
from urllib.parse import quote

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from croupier.refused import Refused
from croupier.room.house.people import ROLES, SHIFT, Actor, Role, check_role
from croupier.room.house.second_factors import DropFactor
from croupier.room.logbook import Order
from croupier.server.auth.authentication import (
    READING,
    Me,
    Name,
    Password,
    admit,
    check_keeper,
    origin,
    peer,
)
from croupier.server.auth.invitations import INVITED, invite, invited, use
from croupier.server.auth.permissions import signatories
from croupier.server.auth.role_guide import NeededRole, RoleGuide, lacking, role_guide
from croupier.server.auth.users import RESET, Person
from croupier.server.monitoring.server_log import LOG
from croupier.server.service import Service
from croupier.server.setup.reach import address

# Roles that rule over others or sign as the second person: two people give and take them away.
WEIGHTY: frozenset[Role] = SHIFT | {"surveillance", "ieb_agent"}
WEIGHTY |= {role for signers in signatories().values() for role in signers}
STAFF: frozenset[Role] = frozenset(ROLES) - {"player"}
WITNESSES: frozenset[Role] = SHIFT | {"surveillance"}


class Witness(Struct):
    """The second person who signs for a role, by name and password."""

    name: Name
    password: Password


class Signed(Struct):
    """The second signature under a change of an account with a weighty role."""

    witness: Witness | None = None


class NewPerson(Struct):
    """An account that the staff makes; without a password the person chooses one by a link."""

    name: Name
    role: Role = "player"
    password: Password = ""
    witness: Witness | None = None


class ChangedPerson(Struct):
    """What changes in an account."""

    role: Role | None = None
    disabled: bool | None = None
    witness: Witness | None = None


class PersonSeen(Struct):
    """An account as the desk lists it."""

    name: str
    role: Role
    disabled: bool
    sessions: int
    factors: int  # second factors


class PeopleSeen(Struct):
    """Every account, every role in words, and the people who can sign for a weighty role."""

    people: list[PersonSeen]
    roles: list[RoleGuide]
    weighty: tuple[Role, ...]
    witnesses: list[str]
    lacking: list[NeededRole]  # in a card room


class Link(Struct):
    """A link for one person, its path for a QR code, and until when it works."""

    link: str
    path: str
    minutes: int


class Registration(Struct):
    """A name and a password for a new account, and the token of an invitation."""

    name: Name
    password: Password
    invitation: Annotated[str, Meta(max_length=100)] = ""


@get("/api/people")
async def list_people(
    actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> PeopleSeen:
    """Every account, for the shift supervisor."""
    check_role(actor, SHIFT, READING, "see the accounts of others")
    counts = await service.accounts.session_counts(service.clock())
    known = await service.accounts.people()
    return PeopleSeen(
        people=[_seen(service, one, counts) for one in known],
        roles=role_guide(),
        weighty=tuple(sorted(WEIGHTY)),
        witnesses=_witnesses(known, actor),
        lacking=_lacking(service, known),
    )


def _lacking(service: Service, known: list[Person]) -> list[NeededRole]:
    if service.house.state.kind != "card-room":
        return []
    return lacking(one.role for one in known if not one.disabled)


class Colleague(Struct):
    """A person of the staff, as others of the staff choose them."""

    name: str
    role: Role


@get("/api/staff")
async def list_staff(
    actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> list[Colleague]:
    """The people of the staff, for one of them: to sign beside, or to be named in an order."""
    check_role(actor, STAFF, READING, "see who works here")
    found = [one for one in await service.accounts.people() if one.role in STAFF]
    return [Colleague(one.name, one.role) for one in found if not one.disabled]


def _seen(service: Service, one: Person, counts: dict[str, int]) -> PersonSeen:
    count, factors = counts.get(one.name, 0), len(service.factors.of(one.name))
    return PersonSeen(one.name, one.role, one.disabled, count, factors)


def _witnesses(known: list[Person], actor: Actor) -> list[str]:
    """The people who can sign second: none in a room with a single supervisor."""
    able = [one.name for one in known if one.role in WITNESSES and not one.disabled]
    return [name for name in able if name != actor.name]


@post("/api/people")
async def add_person(
    data: JSONBody[NewPerson], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> Link | None:
    """Make an account; without a password, with a link by which its owner chooses one."""
    check_keeper(service, actor, "make an account")
    await _check_witness(service, actor, {data.role}, data.witness)
    if data.password:
        await service.accounts.add(data.name, data.password, data.role, service.clock())
    else:
        await service.accounts.enter(data.name, data.role, service.clock())
    _note("account made", actor, data.name, data.witness, role=data.role)
    return None if data.password else await _reset_link(service, data.name)


@post("/api/people/{name:str}", status_code=HTTPStatus.NO_CONTENT)
async def change_person(
    name: FromPath[str],
    data: JSONBody[ChangedPerson],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
) -> None:
    """Give an account another role, disable it, or let it sign in again; its sessions end."""
    check_keeper(service, actor, "change an account")
    if name == actor.name:
        raise Refused("FIELD name", "another supervisor must change your own account")
    known = await _known(service, name)
    roles = {known.role} | ({data.role} if data.role else set())
    await _check_witness(service, actor, roles, data.witness)
    if data.role is not None and data.role != known.role:
        await service.accounts.change_role(name, data.role)
    if data.disabled is not None and data.disabled != known.disabled:
        await service.accounts.disable(name, disabled=data.disabled)
    _note("account changed", actor, name, data.witness, role=data.role, disabled=data.disabled)


async def _known(service: Service, name: str) -> Person:
    for one in await service.accounts.people():
        if one.name == name:
            return one
    raise Refused("FIELD name", f"there is no account {name[:40]!r}")


async def _check_witness(
    service: Service, actor: Actor, roles: set[Role], witness: Witness | None
) -> None:
    """Refuse to give or take a weighty role alone, where there is another person to sign."""
    if not roles & WEIGHTY or not _witnesses(await service.accounts.people(), actor):
        return
    if witness is None or witness.name == actor.name:
        why = "two people give and take this role: another supervisor or surveillance must sign"
        raise Refused("FIELD witness", why)
    signs = actor, witness.name, witness.password, "witness_password"
    signer = await service.door.countersign(*signs)
    if signer.role not in WITNESSES:
        raise Refused("FIELD witness", f"{signer.name} cannot sign for a role")


def _note(what: str, actor: Actor, name: str, witness: Witness | None, **more: Any) -> None:
    fields = {"by": actor.name, "role_of": actor.role, "person": name} | more
    LOG.info(what, extra={"fields": fields | ({"witness": witness.name} if witness else {})})


@post("/api/people/{name:str}/factors/drop", status_code=HTTPStatus.NO_CONTENT)
async def drop_factors(
    name: FromPath[str],
    data: JSONBody[Signed],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
) -> None:
    """Remove the second factors of a person whose phone is lost."""
    check_keeper(service, actor, "remove a second factor")
    role = (await _known(service, name)).role
    await _check_witness(service, actor, {role}, data.witness)
    for one in service.factors.of(name):
        says = DropFactor(person=name, id=one.id)
        await service.house.ask(Order(service.clock(), actor, says))
    _note("second factors removed", actor, name, data.witness)


# --- links -----------------------------------------------------------------------------------


@post("/api/people/{name:str}/reset")
async def make_reset(
    name: FromPath[str],
    data: JSONBody[Signed],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
) -> Link:
    """A link by which a person chooses a new password, once."""
    check_keeper(service, actor, "reset a password")
    role = (await _known(service, name)).role
    await _check_witness(service, actor, {role}, data.witness)
    link = await _reset_link(service, name)
    _note("reset offered", actor, name, data.witness)
    return link


async def _reset_link(service: Service, name: str) -> Link:
    token = await service.accounts.offer_reset(name, service.clock())
    return _link(service, f"/account?reset={quote(token)}", RESET.total_seconds())


@post("/api/invitations")
async def make_invitation(actor: NamedDependency[Actor], service: NamedDependency[Service]) -> Link:
    """A link by which one person makes an account."""
    check_keeper(service, actor, "invite a person")
    if service.house.state.registration == "staff":
        raise Refused(
            "FIELD registration", "only the staff can make accounts here: change the policy"
        )
    token = await invite(service.accounts, service.clock())
    _note("invited", actor, "", None)
    return _link(service, f"/account?invitation={quote(token)}", INVITED.total_seconds())


def _link(service: Service, path: str, seconds: float) -> Link:
    return Link(address(service.config) + path, path, int(seconds / 60))


@post("/api/registrations")
async def register(
    request: Request[Any, Any, Any],
    data: JSONBody[Registration],
    service: NamedDependency[Service],
) -> Response[Me]:
    """Make your own account, where the room's policy allows it, and sign in."""
    service.door.knock("register", peer(request))
    policy, at = service.house.state.registration, service.clock()
    if policy == "staff":
        raise Refused("FIELD name", "only the staff can make accounts here: ask at the desk")
    if policy == "open" and not data.invitation:
        actor = await service.accounts.add(data.name, data.password, "player", at)
    else:
        async with service.accounts.inviting:
            await invited(service.accounts, data.invitation, at)
            actor = await service.accounts.add(data.name, data.password, "player", at)
            await use(service.accounts, data.invitation)
    token, session = await service.accounts.admit(actor, at, origin(request))
    return admit(request, token, session)


ROUTES = (
    list_people,
    list_staff,
    add_person,
    change_person,
    drop_factors,
    make_reset,
    make_invitation,
    register,
)
