"""Private games over HTTP: hosted by a player, joined by a link, settled by a ledger."""

import csv
import secrets
from http import HTTPStatus
from io import StringIO
from typing import Annotated, Any, Literal

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from croupier.chips import Chips, money
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.cage.requests import ApproveBuyIn, TakeBack
from croupier.room.cage.settling import Ledger, ledger
from croupier.room.custody.state import Procedures
from croupier.room.house.hosting import AdmitGuest, EndGame, HostGame, ResumeGame, game_at
from croupier.room.house.orders import LiftExclusion
from croupier.room.house.people import Actor
from croupier.room.house.state import PrivateGame
from croupier.room.logbook import Order
from croupier.room.table.orders import CloseTable, OpenTable, SetUpTable
from croupier.rules.sign import TableSign
from croupier.rules.stakes import stakes
from croupier.server.auth.authentication import Me, Name, admit, origin, peer
from croupier.server.auth.passwords import LONGEST, hashed, matches
from croupier.server.auth.users import Session
from croupier.server.hosts import as_staff
from croupier.server.reach import address
from croupier.server.service import Service
from croupier.server.sign_desk import usual_sign
from croupier.server.waiting_room import AtDoor
from croupier.server.writer import Reply
from croupier.views.screen.cage_view import AskedFor
from croupier.views.screen.table_view import buys

Password = Annotated[str, Meta(max_length=LONGEST)]
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
    library: bool  # a game outside the documents
    guest: bool  # whether the viewer is let in
    hosts: bool  # whether the viewer is the host
    seated: bool


class DoorSeen(Struct):
    """A person at the door."""

    person: str
    chips: Chips
    returns: bool


class HostSeen(Struct, kw_only=True):
    """What the host of a game sees besides."""

    game: GameSeen
    code: str
    link: str
    door: list[DoorSeen]
    asked: list[AskedFor]
    guests: list[str]
    seats: dict[int, str]
    paused: bool
    playing: bool
    ledger: Ledger


class Answered(Struct):
    """The host's answer to a person at the door."""

    person: str
    answer: Literal["in", "no"]
    chips: Chips = Chips(0)


@post("/api/private")
async def host_game(
    data: JSONBody[GameWanted], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> Hosted:
    """Set a table up, open it, and host it."""
    house = service.house.state
    if house.kind != "friends":
        raise Refused("A-96", "this room has no private games: the floor opens tables")
    game = game_of(data.game)
    says = SetUpTable(
        name=data.name,
        sign=data.posts or usual_sign(game, house.kind),
        procedures=Procedures(inspection_seconds=INSPECTION),
    )
    staff, code = as_staff(actor), secrets.token_urlsafe(9)
    secret = await hashed(data.password) if data.password else ""
    await service.set_up(Order(service.clock(), staff, says), game)
    hosts = HostGame(table=data.name, code=code, secret=secret)
    await service.house.ask(Order(service.clock(), actor, hosts))
    await service.desk(data.name).ask(Order(service.clock(), staff, OpenTable()))
    return Hosted(data.name, code, _link(service, code))


def _link(service: Service, code: str) -> str:
    return f"{address(service.config)}/game/{code}"


def _by_code(service: Service, code: str) -> tuple[str, PrivateGame]:
    for table, game in service.house.state.games.items():
        if secrets.compare_digest(game.code.encode(), code.encode()):
            return table, game
    raise Refused("FIELD code", "there is no such game: ask the host for the link")


def _seen(service: Service, table: str, game: PrivateGame, person: str) -> GameSeen:
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
        library=not life.game.authorised,
        guest=person in game.guests,
        hosts=bool(person) and person == game.host,
        seated=bool(person) and any(held.person == person for held in life.seats.values()),
    )


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
        MyGame(_seen(service, table, game, name), game.code)
        for table, game in service.house.state.games.items()
        if name in game.guests and table in service.desks
    ]


@get("/api/private/{code:str}")
async def see_game(
    code: FromPath[str],
    session: NamedDependency[Session | None],
    service: NamedDependency[Service],
) -> GameSeen:
    """A private game, for anybody who has its link."""
    table, game = _by_code(service, code)
    return _seen(service, table, game, session.actor.name if session else "")


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
    table, game = _by_code(service, code)
    if game.ended:
        raise Refused("A-96", f"this game has ended: {game.host} can resume it")
    if game.secret and not await matches(game.secret, data.password):
        raise Refused("FIELD password", "this is not the password of the game")
    least, _, most = buys(service.desk(table).state.game, service.desk(table).state.sign)
    if not least <= data.chips <= most:
        raise Refused("FIELD chips", f"sit down with {money(least)} to {money(most)}")
    person, returns = data.name.strip(), False
    if session is not None:
        person = session.actor.name
    elif person in game.by_name:
        returns = True
    else:
        await service.accounts.enter(person, "player", service.clock())
    claim = service.waiting_room.ask(
        table, person, data.chips, service.clock(), returns=returns, by_name=session is None
    )
    return Claim(claim)


@post("/api/private/{code:str}/enter", status_code=HTTPStatus.OK)
async def enter(
    request: Request[Any, Any, Any],
    code: FromPath[str],
    data: JSONBody[Claim],
    session: NamedDependency[Session | None],
    service: NamedDependency[Service],
) -> Response[Me] | Response[None]:
    """Come in once the host has said so; until then there is nothing to say."""
    table, _ = _by_code(service, code)
    found = service.waiting_room.look(table, data.claim, service.clock())
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
    known = [one.role for one in await service.accounts.people() if one.name == found.person]
    if not found.by_name or known != ["player"] or service.factors.of(found.person):
        raise Refused("FIELD claim", f"{found.person} signs in with a password: sign in first")


@get("/api/private/tables/{table:str}")
async def see_hosted(
    table: FromPath[str], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> HostSeen:
    """The game as its host sees it: who waits, who asks for chips, and the ledger."""
    house = service.house.state
    game = game_at(house, table, actor.name)
    life = service.desk(table).state
    asked = house.cage.requests.items()
    return HostSeen(
        game=_seen(service, table, game, actor.name),
        code=game.code,
        link=_link(service, game.code),
        door=[_at_door(one) for one in service.waiting_room.at(table, service.clock())],
        asked=[AskedFor(who, one.table, one.chips, one.at) for who, one in asked],
        guests=sorted(game.guests),
        seats={seat: held.person for seat, held in life.seats.items()},
        paused=bool(life.custody.paused),
        playing=life.playing,
        ledger=_ledger(service),
    )


def _at_door(one: AtDoor) -> DoorSeen:
    return DoorSeen(one.person, one.chips, one.returns)


@post("/api/private/tables/{table:str}/answers", status_code=HTTPStatus.OK)
async def answer(
    table: FromPath[str],
    data: JSONBody[Answered],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
) -> Reply:
    """Let a person in, with chips, or do not; a guest who comes back gets the seat back."""
    game = game_at(service.house.state, table, actor.name)
    most = buys(service.desk(table).state.game, service.desk(table).state.sign)[2]
    if data.chips > most:
        raise Refused("FIELD chips", f"let people in with at most {money(most)}")
    slip = service.house.state.exclusions.out.get(data.person)
    if data.answer == "in" and slip is not None and slip.table != table:
        raise Refused("A-96", f"{data.person} was removed at table {slip.table}, not at yours")
    found = service.waiting_room.answer(table, data.person, data.answer, service.clock())
    if data.answer == "no":
        return Reply(service.house.number)
    say = service.house.ask
    if slip is not None:
        lift = LiftExclusion(person=found.person, reason="the host lets them in again")
        await say(Order(service.clock(), as_staff(actor), lift))
    if found.person not in game.guests:
        lets_in = AdmitGuest(table=table, person=found.person, by_name=found.by_name)
        await say(Order(service.clock(), actor, lets_in))
    if found.returns:
        await service.accounts.end_sessions(found.person)
    elif data.chips:
        approves = ApproveBuyIn(person=found.person, chips=data.chips)
        await say(Order(service.clock(), as_staff(actor), approves))
    return Reply(service.house.number)


@post("/api/private/tables/{table:str}/end", status_code=HTTPStatus.OK)
async def end_game(
    table: FromPath[str], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> Ledger:
    """End a game: the table closes, chips go back, and the ledger says who pays whom."""
    guests = game_at(service.house.state, table, actor.name).guests
    desk, staff = service.desk(table), as_staff(actor)
    if desk.state.status == "open":
        await desk.ask(Order(service.clock(), staff, CloseTable()))
    await service.house.ask(Order(service.clock(), actor, EndGame(table=table)))
    others = {
        held.person
        for name, other in service.desks.items()
        if name != table
        for held in other.state.seats.values()
    }
    for account, chips in tuple(service.house.state.accounts.items()):
        kind, _, person = account.partition(":")
        if kind == "purse" and chips and person in guests and person not in others:
            back = Order(service.clock(), staff, TakeBack(person=person))
            await service.house.ask(back)
    return _ledger(service)


@post("/api/private/tables/{table:str}/resume", status_code=HTTPStatus.OK)
async def resume_game(
    table: FromPath[str], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> Reply:
    """Go on with a game another evening."""
    await service.house.ask(Order(service.clock(), actor, ResumeGame(table=table)))
    return await service.desk(table).ask(Order(service.clock(), as_staff(actor), OpenTable()))


def _ledger(service: Service) -> Ledger:
    return ledger(service.house.state, [desk.state for desk in service.desks.values()])


@get("/api/ledger")
async def read_ledger(actor: NamedDependency[Actor], service: NamedDependency[Service]) -> Ledger:
    """What everybody bought, gave back and owes, among friends."""
    _check_friend(service, actor)
    return _ledger(service)


@get("/api/ledger.csv")
async def export_ledger(
    actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> Response[str]:
    """The ledger for a spreadsheet."""
    _check_friend(service, actor)
    found, text = _ledger(service), StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["player", "in", "out", "still out", "net"])
    for one in found.lines:
        amounts = (one.bought, one.returned, one.out, one.net)
        rows.writerow([_plain(one.person), *map(_dollars, amounts)])
    rows.writerow([])
    rows.writerow(["payer", "pays to", "amount"])
    for pay in found.payments:
        rows.writerow([_plain(pay.payer), _plain(pay.payee), _dollars(pay.chips)])
    named = {"content-disposition": 'attachment; filename="ledger.csv"'}
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=named)


def _dollars(chips: int) -> str:
    """An amount as a spreadsheet reads it.

    >>> _dollars(-1_50)
    '-1.50'
    """
    return f"{'-' if chips < 0 else ''}{abs(chips) // 100}.{abs(chips) % 100:02}"


def _plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name


def _check_friend(service: Service, actor: Actor) -> None:
    house = service.house.state
    known = any(actor.name in game.guests for game in house.games.values())
    if house.kind != "friends" or not (known or actor.role != "player"):
        raise Refused("A-96", "only the players of a friends' game can read its ledger")


ROUTES = (
    *(host_game, list_my_games, see_game, knock, enter, see_hosted, answer, end_game, resume_game),
    *(read_ledger, export_ledger),
)
