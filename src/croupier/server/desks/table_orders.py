"""The tables over HTTP: the lobby, a table as the caller may see it, and orders to it."""

from functools import partial
from typing import TYPE_CHECKING, Any, Union

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Struct
from msgspec.structs import replace

from croupier.games import GAMES, game_of, outside
from croupier.refused import Refused
from croupier.room.cage.fills import RequestCredit
from croupier.room.custody.state import Procedures
from croupier.room.house import decide as house
from croupier.room.house.people import Actor
from croupier.room.logbook import Order, check_order
from croupier.room.table import decide as life
from croupier.room.table.duties import check_runs
from croupier.room.table.orders import OpenTable, SetUpTable
from croupier.room.table.progress import open_table
from croupier.rules.sign import Structure, TableSign, amend
from croupier.server.auth.authentication import Name
from croupier.server.auth.named_people import check_known
from croupier.server.auth.signatures import check_alone
from croupier.server.auth.users import Session
from croupier.server.desks.order_forms import OWN
from croupier.server.hosting.hosts import acting, check_acting, shown_to
from croupier.server.service import Service
from croupier.server.tables.after_round import ask_after_round
from croupier.server.tables.automated_staff import asked_of_staff
from croupier.server.tables.chat import Said
from croupier.server.tables.numbering import Client, Sequence
from croupier.server.tables.room_view import Jackpot, RoomInfo, room_info
from croupier.server.tables.writer import Reply
from croupier.views.screen.naming import family, label_of
from croupier.views.screen.table_view import TableSeen

if TYPE_CHECKING:
    TableCommand = Any
    HouseCommand = Any
else:  # every command that an account may give, each with its schema
    TableCommand = Union[life.FOR_ACCOUNTS]  # noqa: UP007  # made of a tuple
    HouseCommand = Union[tuple(c for c in house.COMMANDS if c not in OWN)]  # noqa: UP007  # as above


class TableOrder(Struct):
    """A command for a table, numbered by the client: a number is carried out once."""

    client: Client
    sequence: Sequence
    command: TableCommand
    after_round: bool = False  # whether it waits for the end of the round that is open


class HouseOrder(Struct):
    """A command for the house, numbered by the client."""

    client: Client
    sequence: Sequence
    command: HouseCommand


class NewTable(Struct):
    """A table to be set up: its game, and how its sign differs from the game's own."""

    name: Name
    game: str
    sign: dict[str, str] = {}
    posts: TableSign | None = None  # instead of `sign`: the whole sign, as a form made it
    procedures: Procedures | None = None
    opens: bool = False  # whether it opens once nothing is asked of a person; or is not set up


PLACES = {key: place for place, key in enumerate(GAMES)}


class TableListed(Struct):
    """A table in the lobby."""

    name: str
    game: str
    title: str
    label: str  # the game, and what tells the table apart
    family: str
    stakes: str
    status: str
    places: int
    taken: int
    playing: bool
    seats: dict[int, str]
    buys: tuple[int, int, int]
    meter: int = 0  # of a progressive wager
    waiting: int = 0  # for a table of this type
    kept: int = 0  # free seats to which a player was called
    jackpot: Jackpot | None = None


@get("/api/tables")
async def list_tables(
    session: NamedDependency[Session | None], service: NamedDependency[Service]
) -> list[TableListed]:
    """Every table of the room; a private game only to its guests."""
    house, at = service.house.state, service.clock()
    person = session.actor.name if session is not None else ""
    lives = [desk.state for desk in shown_to(service, person).values()]
    lives.sort(key=lambda life: lobby_order(life.name, life.game.key, life.sign.structure))
    return [
        _listed(service.desk(life.name).seen_by(""), room_info(life, house, "", at))
        for life in lives
    ]


def lobby_order(name: str, game: str, structure: Structure) -> tuple[bool, int, int, str]:
    """Where a table stands in the lobby: big bets first, then in the order of the documents.

    >>> tables = [("2", "holdem", "limit"), ("10", "omaha", "pot_limit"), ("9", "holdem", "limit")]
    >>> tables += [("nl", "holdem", "no_limit"), ("10", "holdem", "limit")]
    >>> [table[0] for table in sorted(tables, key=lambda table: lobby_order(*table))]
    ['nl', '10', '2', '9', '10']
    """
    limited = structure in ("limit", "spread")
    return limited, PLACES.get(game, len(PLACES)), len(name), name


def _listed(seen: TableSeen, room: RoomInfo) -> TableListed:
    return TableListed(
        name=seen.table,
        game=seen.game,
        title=seen.title,
        label=label_of(seen.table, game_of(seen.game)),
        family=seen.family,
        stakes=seen.stakes,
        status=seen.status,
        places=seen.places,
        taken=len(seen.seats),
        playing=seen.playing,
        seats={seat.seat: seat.person for seat in seen.seats},
        buys=seen.buys,
        meter=seen.meter,
        waiting=room.waiting,
        kept=len(room.kept),
        jackpot=room.jackpot,
    )


@post("/api/tables")
async def set_up_table(
    data: JSONBody[NewTable], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> Reply:
    """Put a table into the room, as a request asks for it."""
    game = game_of(data.game)
    if data.posts is not None and data.sign:
        raise Refused("FIELD sign", "a new table takes `sign` or `posts`, not both")
    sign: TableSign = data.posts or amend(game.sign, data.sign)
    chosen = data.procedures or Procedures(inspection_seconds=service.config.inspection)
    says = SetUpTable(name=data.name, sign=sign, procedures=chosen)
    order = Order(service.clock(), actor, says)
    if data.opens and chosen.dealer == "person":
        why = "a dealer with real cards makes the decks ready first: leave `opens` out"
        raise Refused("FIELD opens", why)
    if data.opens:
        check_order(Order(order.at, actor, OpenTable()))
        house = service.house.state
        table = open_table(game, sign, unlicensed=house.kind == "friends")
        check_runs(replace(table, name=data.name), house)
    reply = await service.set_up(order, game)
    return await _open(service, data.name, actor) if data.opens else reply


async def _open(service: Service, name: str, by: Actor) -> Reply:
    """Open a new table; one that asks something of a person of the card room waits for it."""
    desk = service.desk(name)
    await service.dealers[name].attend()
    if not asked_of_staff(desk.state, service.clock(), service.house.state):
        await desk.ask(Order(service.clock(), by, OpenTable()))
    return Reply(desk.number)


@get("/api/tables/{name:str}")
async def see_table(
    name: FromPath[str], session: NamedDependency[Session | None], service: NamedDependency[Service]
) -> TableSeen:
    """A table as the caller may see it."""
    viewer = session.actor.name if session is not None else ""
    return service.shown(name, viewer).seen_by(viewer)


@get("/api/tables/{name:str}/chat")
async def read_chat(
    name: FromPath[str], session: NamedDependency[Session | None], service: NamedDependency[Service]
) -> dict[int, Said]:
    """What was said at a table, by the number of its line; not what waits for a round to end."""
    return service.shown(name, session.actor.name if session is not None else "").chat.readable


@post("/api/tables/{name:str}/orders")
async def order_table(
    name: FromPath[str],
    data: JSONBody[TableOrder],
    actor: NamedDependency[Actor],
    signed_in: NamedDependency[Session],
    service: NamedDependency[Service],
) -> Reply:
    """Give a table an order; the answer comes when it is on the disk."""
    check_alone(data.command, "/api/cage/tables/orders")
    by = acting(service.house.state, actor, data.command, name)
    await check_known(service, by, data.command)
    order, client = Order(service.clock(), by, data.command), f"{actor.name}/{data.client}"
    desk = service.shown(name, actor.name)
    if data.after_round:
        check = partial(check_acting, service, signed_in, by, data.command, name)
        return await ask_after_round(desk, order, client, data.sequence, check=check)
    return await desk.ask(order, client, data.sequence)


@post("/api/house/orders")
async def order_house(
    data: JSONBody[HouseOrder], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> Reply:
    """Give the house an order."""
    check_alone(data.command, "/api/cage/orders")
    by = acting(service.house.state, actor, data.command)
    await check_known(service, by, data.command)
    order = Order(service.clock(), by, data.command)
    reply = await service.house.ask(order, f"{actor.name}/{data.client}", data.sequence)
    if isinstance(data.command, RequestCredit):
        await service.courier.finish()  # a dealer sends it at once
    return reply


class GameListed(Struct):
    """A game the room can deal."""

    key: str
    title: str
    section: str
    banked: bool
    family: str
    library: bool = False  # outside the documents: for friends


@get("/api/games")
async def list_games(service: NamedDependency[Service]) -> list[GameListed]:
    """Every game that the room can deal; among friends those outside the documents too."""
    offered = [*GAMES.values()]
    if service.house.state.kind == "friends":
        offered += outside()
    return [
        GameListed(
            game.key, game.heading, game.section, game.banked, family(game), not game.authorised
        )
        for game in offered
    ]


ROUTES = (
    list_games,
    list_tables,
    set_up_table,
    see_table,
    read_chat,
    order_table,
    order_house,
)
