"""The door of a private game over HTTP: anybody with the link knocks, and comes in when let in."""

import secrets
from http import HTTPStatus
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from croupier.chips import MOST_AT_ONCE, Chips, money
from croupier.refused import Refused
from croupier.room.house.people import Actor
from croupier.room.house.state import PrivateGame
from croupier.room.table.state import Table
from croupier.rules.stakes import stakes
from croupier.server.auth.authentication import Me, admit, origin, peer
from croupier.server.auth.passwords import LONGEST, matches
from croupier.server.auth.users import Session
from croupier.server.hosting.waiting_room import AtDoor, Knock
from croupier.server.service import Service
from croupier.views.screen.buying import buy_limits, buys
from croupier.views.seat import NOBODY

Password = Annotated[str, Meta(max_length=LONGEST)]


class Joining(Struct):
    """A guest at the door: a name, what to sit down with, and the password of the game."""

    name: str
    chips: Chips = Chips(0)
    password: Password = ""


class Claim(Struct):
    """What proves that this browser stood at the door."""

    claim: str


class GameSeen(Struct, kw_only=True):
    """A private game as anybody with the link sees it."""

    table: str
    title: str
    stakes: str
    host: str
    locked: bool  # whether it has a password
    ended: bool
    taken: int
    places: int
    buys: tuple[int, int, int]
    buy_limits: tuple[int, int]  # in force; 0: none
    library: bool  # a game outside the documents
    guest: bool  # whether the viewer is let in
    hosts: bool  # whether the viewer is the host
    seated: bool


def by_code(service: Service, code: str) -> tuple[str, PrivateGame]:
    """The private game of a link, and its table."""
    for table, game in service.house.state.games.items():
        if secrets.compare_digest(game.code.encode(), code.encode()):
            return table, game
    raise Refused("FIELD code", "there is no such game: ask the host for the link")


def game_seen(service: Service, table: str, game: PrivateGame, person: str) -> GameSeen:
    """A private game as this person sees it; a stranger has an empty name."""
    life = service.desk(table).state
    return GameSeen(
        table=table,
        title=life.game.heading,
        stakes=stakes(life.game, life.sign),
        host=game.host,
        locked=bool(game.secret),
        ended=game.ended,
        taken=len(life.seats),
        places=life.sign.seats or life.game.players.most,
        buys=buys(life.game, life.sign),
        buy_limits=buy_limits(life.game, life.sign),
        library=not life.game.authorised,
        guest=person in game.guests,
        hosts=bool(person) and person == game.host,
        seated=bool(person) and any(held.person == person for held in life.seats.values()),
    )


@get("/api/private/{code:str}")
async def see_game(
    code: FromPath[str],
    session: NamedDependency[Session | None],
    service: NamedDependency[Service],
) -> GameSeen:
    """A private game, for anybody who has its link."""
    table, game = by_code(service, code)
    return game_seen(service, table, game, session.actor.name if session else "")


@post("/api/private/{code:str}/door", status_code=HTTPStatus.OK)
async def knock(
    request: Request[Any, Any, Any],
    code: FromPath[str],
    data: JSONBody[Joining],
    session: NamedDependency[Session | None],
    service: NamedDependency[Service],
) -> Claim:
    """Ask to come in, by name alone; the host answers."""
    service.door.knock("guest", peer(request))
    table, game = by_code(service, code)
    if game.ended:
        raise Refused("A-96", f"this game has ended: {game.host} can resume it")
    if game.secret and not await matches(game.secret, data.password):
        raise Refused("FIELD password", "this is not the password of the game")
    _check_buy_in(service.desk(table).state, data.chips)
    person, returns = data.name.strip(), False
    if session is not None:
        person = session.actor.name
    elif person in game.by_name:
        returns = True
    else:
        await service.accounts.enter(person, "player", service.clock())
    now = service.clock()
    asks = Knock(table, person, data.chips, now, session is None, "")
    return Claim(service.waiting_room.ask(asks, now, returns=returns))


def _check_buy_in(life: Table, chips: Chips) -> None:
    """Refuse what the table would not let a player sit down with."""
    least, most = buy_limits(life.game, life.sign)
    least = least or life.sign.unit
    if not least <= chips <= (most or MOST_AT_ONCE):
        bounds = f"{money(least)} to {money(most)}" if most else f"{money(least)} or more"
        raise Refused("FIELD chips", f"sit down with {bounds}")


@post("/api/private/{code:str}/enter", status_code=HTTPStatus.OK)
async def enter(
    request: Request[Any, Any, Any],
    code: FromPath[str],
    data: JSONBody[Claim],
    session: NamedDependency[Session | None],
    service: NamedDependency[Service],
) -> Response[Me] | Response[None]:
    """Come in once the host has said so; until then there is nothing to say."""
    table, game = by_code(service, code)
    found = service.waiting_room.look(table, data.claim, service.clock(), game.by_name)
    if not found.answer:
        return Response(None, status_code=HTTPStatus.NO_CONTENT)
    service.waiting_room.leave(table, found.person)
    if found.answer == "no":
        raise Refused("A-96", "the host did not let you in")
    if session is not None and session.actor.name == found.person:
        me = Me(session.actor.name, session.actor.role, session.csrf)
        return Response(me)
    await _check_by_name(service, found)
    token, opened = await service.accounts.admit(
        Actor(found.person, "player"), service.clock(), origin(request)
    )
    return admit(request, token, opened)


async def _check_by_name(service: Service, found: AtDoor) -> None:
    """Refuse to open an account that has more than a name: no host can let anybody into it."""
    if not found.knock.by_name or not await _is_name_only(service, found.person):
        raise Refused("FIELD claim", f"{found.person} signs in with a password: sign in first")
    check_only_here(service, found.person, service.house.state.games[found.knock.table].host)


async def _is_name_only(service: Service, person: str) -> bool:
    """Whether an account is a player's name and no more."""
    known = [one.role for one in await service.accounts.people() if one.name == person]
    bare = await service.accounts.is_bare(person)
    return known == ["player"] and bare and not service.factors.of(person)


async def end_sessions_of_name(service: Service, person: str) -> None:
    """Let one browser alone be a guest by name; a person who signs in stays signed in."""
    if await _is_name_only(service, person):
        await service.accounts.end_sessions(person)


def check_only_here(service: Service, person: str, host: str) -> None:
    """Refuse to let anybody be a guest by name who plays where this host has nothing to say."""
    games = service.house.state.games
    mine = {table for table, game in games.items() if game.host == host}
    guest = any(person in game.guests for table, game in games.items() if table not in mine)
    if guest or any(
        desk.seat_of(person) != NOBODY for name, desk in service.desks.items() if name not in mine
    ):
        why = f"{person} plays at a game of another host too: ask a supervisor for a link"
        raise Refused("FIELD person", why)


ROUTES = (see_game, knock, enter)
