"""Private games over HTTP, as their hosts run them: opened, guests let in, ended, resumed."""

import secrets
from http import HTTPStatus
from typing import Any, Literal

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from croupier.chips import MOST_AT_ONCE, Chips, money
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.cage.requests import ApproveBuyIn
from croupier.room.cage.settling import Ledger
from croupier.room.conduct.orders import RemovePlayer
from croupier.room.custody.state import Procedures
from croupier.room.house.hosting import (
    AdmitGuest,
    HostGame,
    ResumeGame,
    SendAway,
    as_staff,
    game_at,
)
from croupier.room.house.people import Actor
from croupier.room.logbook import Order
from croupier.room.table.orders import OpenTable, SetUpTable
from croupier.rules.sign import TableSign
from croupier.server.auth.authentication import Name, peer
from croupier.server.auth.passwords import hashed
from croupier.server.auth.users import Session
from croupier.server.desks.sign_desk import usual_sign
from croupier.server.hosting.private_door import (
    GameSeen,
    Password,
    check_only_here,
    end_sessions_of_name,
    game_seen,
)
from croupier.server.hosting.private_ledger import ledger_of
from croupier.server.hosting.waiting_room import AtDoor
from croupier.server.service import Service
from croupier.server.setup.reach import address
from croupier.server.tables.room_view import planned
from croupier.server.tables.writer import Reply
from croupier.views.screen.buying import buy_limits
from croupier.views.screen.cage_view import AskedFor
from croupier.views.screen.floor_view import CallSeen, open_calls
from croupier.views.seat import NOBODY

INSPECTION = 1  # second: friends look at no spread cards


class GameWanted(Struct):
    """A game to host: its table, its sign, and a password if it has one."""

    name: Name
    game: str
    posts: TableSign | None = None
    password: Password = ""


class Hosted(Struct):
    """A game that is hosted now, and its link."""

    table: str
    code: str
    link: str


class DoorSeen(Struct):
    """A person at the door."""

    person: str
    chips: Chips
    returns: bool


class HostSeen(Struct, kw_only=True):
    """What only the host of a game sees."""

    game: GameSeen
    code: str
    link: str
    door: list[DoorSeen]
    asked: list[AskedFor]
    guests: list[str]
    seats: dict[int, str]
    paused: bool
    playing: bool
    planned: str  # what the room does as soon as no round is on
    refused: str  # why it did not
    calls: tuple[CallSeen, ...]  # of players for the host
    ledger: Ledger


class Answered(Struct):
    """The host's answer to a person at the door."""

    person: str
    answer: Literal["in", "no"]
    chips: Chips = Chips(0)


@post("/api/private")
async def host_game(
    request: Request[Any, Any, Any],
    data: JSONBody[GameWanted],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
) -> Hosted:
    """Set a table up, open it, and host it."""
    service.door.knock("host", peer(request))  # a game is kept for good
    house = service.house.state
    if house.kind != "friends":
        raise Refused("A-96", "this room has no private games: the floor opens tables")
    if not service.config.may_host_bare and await service.accounts.is_bare(actor.name):
        why = "to host a game here, you need an account with a password: ask the staff for one"
        raise Refused("A-96", why)
    game = game_of(data.game)
    says = SetUpTable(
        name=data.name,
        sign=data.posts or usual_sign(game, house.kind),
        procedures=Procedures(inspection_seconds=INSPECTION),
    )
    staff, code = as_staff(actor), secrets.token_urlsafe(9)
    secret = await hashed(data.password) if data.password else ""
    hosts = Order(service.clock(), actor, HostGame(table=data.name, code=code, secret=secret))
    await service.set_up(Order(service.clock(), staff, says), game, hosts)
    await service.desk(data.name).ask(Order(service.clock(), staff, OpenTable()))
    return Hosted(data.name, code, _link(service, code))


def _link(service: Service, code: str) -> str:
    return f"{address(service.config)}/game/{code}"


class MyGame(Struct):
    """A private game that the caller hosts, or is let into."""

    game: GameSeen
    code: str


@get("/api/private")
async def list_my_games(
    session: NamedDependency[Session | None], service: NamedDependency[Service]
) -> list[MyGame]:
    """The private games of the caller."""
    name = session.actor.name if session is not None else ""
    return [
        MyGame(game_seen(service, table, game, name), game.code)
        for table, game in service.house.state.games.items()
        if name in game.guests and table in service.desks
    ]


@get("/api/private/tables/{table:str}")
async def see_hosted(
    table: FromPath[str], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> HostSeen:
    """The game as its host sees it: who waits, who asks for chips, and the ledger."""
    house = service.house.state
    game = game_at(house, table, actor.name)
    life = service.desk(table).state
    asked = [(who, one) for who, one in house.cage.requests.items() if one.table == table]
    return HostSeen(
        game=game_seen(service, table, game, actor.name),
        code=game.code,
        link=_link(service, game.code),
        door=[_at_door(one) for one in service.waiting_room.at(table, service.clock())],
        asked=[AskedFor(who, one.table, one.chips, one.at) for who, one in asked],
        guests=sorted({*game.guests, *(held.person for held in life.seats.values())}),
        seats={seat: held.person for seat, held in life.seats.items()},
        paused=bool(life.custody.paused),
        playing=life.playing,
        planned=planned(life, house),
        refused=game.refused,
        calls=open_calls(life),
        ledger=ledger_of(service, actor),
    )


def _at_door(one: AtDoor) -> DoorSeen:
    return DoorSeen(one.person, one.knock.chips, one.returns)


@post("/api/private/tables/{table:str}/answers", status_code=HTTPStatus.OK)
async def answer(
    table: FromPath[str],
    data: JSONBody[Answered],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
) -> Reply:
    """The host lets a person in, with chips, or does not."""
    game = game_at(service.house.state, table, actor.name)
    life = service.desk(table).state
    most = buy_limits(life.game, life.sign)[1] or MOST_AT_ONCE
    if data.chips > most:
        raise Refused("FIELD chips", f"let people in with at most {money(most)}")
    slip = service.house.state.exclusions.out.get(data.person)
    if data.answer == "in" and slip is not None and slip.table not in service.house.state.games:
        raise Refused("A-96", f"{data.person} was removed at table {slip.table}, not at yours")
    here = service.waiting_room.at(table, service.clock())
    if data.answer == "in" and any(one.returns for one in here if one.person == data.person):
        check_only_here(service, data.person, actor.name)
    found = service.waiting_room.answer(table, data.person, data.answer, service.clock())
    if data.answer == "no":
        return Reply(service.house.number)
    say = service.house.ask
    if found.person not in game.guests:
        lets_in = AdmitGuest(table=table, person=found.person, by_name=found.knock.by_name)
        await say(Order(service.clock(), actor, lets_in))
    if found.returns:
        await end_sessions_of_name(service, found.person)
    elif data.chips:
        approves = ApproveBuyIn(person=found.person, chips=data.chips)
        await say(Order(service.clock(), as_staff(actor), approves))
    return Reply(service.house.number)


class Removed(Struct):
    """A person who is to leave a game."""

    person: str


@post("/api/private/tables/{table:str}/removals", status_code=HTTPStatus.OK)
async def remove_guest(
    table: FromPath[str],
    data: JSONBody[Removed],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
) -> Reply:
    """The host sends a guest away from this game."""
    game, desk = game_at(service.house.state, table, actor.name), service.desk(table)
    seat = desk.seat_of(data.person)
    if data.person in game.guests or seat == NOBODY:
        away = SendAway(table=table, person=data.person)
        await service.house.ask(Order(service.clock(), actor, away))
    if seat != NOBODY and seat not in desk.state.conduct.leaving:
        leaves = RemovePlayer(seat=seat, cause="the host's wish")
        await desk.ask(Order(service.clock(), as_staff(actor), leaves))
    return Reply(service.house.number)


@post("/api/private/tables/{table:str}/resume", status_code=HTTPStatus.OK)
async def resume_game(
    table: FromPath[str], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> Reply:
    """The host resumes a private game another evening."""
    await service.house.ask(Order(service.clock(), actor, ResumeGame(table=table)))
    return await service.desk(table).ask(Order(service.clock(), as_staff(actor), OpenTable()))


ROUTES = (host_game, list_my_games, see_hosted, answer, remove_guest, resume_game)
