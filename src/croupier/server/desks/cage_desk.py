"""The cage over HTTP: where every chip is, the journal, and orders that two people sign."""

from collections.abc import Iterable
from datetime import datetime
from http import HTTPStatus
from typing import Any

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import func, select

from croupier.chips import Chips
from croupier.refused import Refused
from croupier.room.cage.decide import BOOKS
from croupier.room.cage.facts import DayClosed
from croupier.room.cage.state import purse, table_account
from croupier.room.house import evolve as house
from croupier.room.house.people import SHIFT, Actor, Role, check_role
from croupier.room.logbook import Entry, Order
from croupier.server.auth.named_people import check_known
from croupier.server.auth.signatures import Passwords, check_signatures
from croupier.server.desks.table_orders import HouseCommand, TableCommand
from croupier.server.hosting.hosts import hidden_from
from croupier.server.service import Service
from croupier.server.store.lines import HOUSE
from croupier.server.store.pages import stored_page
from croupier.server.store.schema import events, journal
from croupier.server.tables.numbering import Client, Sequence
from croupier.server.tables.writer import Reply
from croupier.views.screen.cage_view import Booked, CageSeen, booked, cage_seen

READERS: frozenset[Role] = BOOKS | SHIFT | {"ieb_agent"}
NEWEST = 400  # lines of the house's log that one answer looks at


def check_reader(actor: Actor) -> None:
    """Refuse callers whose role may not read the books."""
    check_role(actor, READERS, "A-96", "look into the books of the cage")


class SignedHouseOrder(Struct):
    """An order to the house with a second signature: that person's own password."""

    client: Client
    sequence: Sequence
    command: HouseCommand
    password: Passwords = ""


class SignedTableOrder(Struct):
    """An order to a table with a second signature: that person's own password."""

    client: Client
    sequence: Sequence
    table: str
    command: TableCommand
    password: Passwords = ""


class Balances(Struct):
    """Every account of the house as it stood at a moment, by the journal alone."""

    at: datetime
    line: int  # the last of the log that was written by then
    accounts: dict[str, int]


class OnHand(Struct, omit_defaults=True):
    """What a player has away from the tables, and has asked for without an answer yet."""

    chips: Chips
    asked: Chips = Chips(0)


@get("/api/cage")
async def read_cage(actor: NamedDependency[Actor], service: NamedDependency[Service]) -> CageSeen:
    """Where every chip is, who has what, what is open, and what prevents a close."""
    check_reader(actor)
    lives = [desk.state for desk in service.desks.values()]
    boxes = service.house.pending_slips.boxes()
    seen = cage_seen(service.house.state, lives, service.clock(), boxes)
    hidden = hidden_from(service, actor.name)  # their chips are counted, and they are not listed
    return replace(
        seen,
        tables=tuple(one for one in seen.tables if one.name not in hidden),
        asked=tuple(one for one in seen.asked if one.table not in hidden),
        slips=tuple(one for one in seen.slips if one.table not in hidden),
        drops=tuple(one for one in seen.drops if one.table not in hidden),
    )


@get("/api/cage/journal")
async def read_journal(
    actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> list[Booked]:
    """The latest lines that moved or counted anything, newest first."""
    check_reader(actor)
    hidden = hidden_from(service, actor.name)
    lines = [
        (number, house.read_entry(line))
        async for number, line in service.store.read(HOUSE, max(0, service.house.number - NEWEST))
    ]
    found = [
        booked(number, entry)
        for number, entry in reversed(lines)
        if not any(_is_of(name, entry.fact) for name in hidden)
    ]
    return [line for line in found if line is not None]


def _is_of(table: str, fact: Any) -> bool:
    """Whether a line of the house is about a table, or chips of it."""
    accounts = {end for move in getattr(fact, "moves", ()) for end in (move.source, move.target)}
    return getattr(fact, "table", "") == table or table_account(table) in accounts


@get("/api/cage/balances")
async def read_balances(
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
    at: FromQuery[datetime | None] = None,
) -> Balances:
    """Every account at any moment: as the last day closed with it, and the journal since."""
    check_reader(actor)
    moment = at or service.clock()
    if moment.tzinfo is None:
        raise Refused("FIELD at", "timestamps must include a time zone")
    last = await _last_line(service, moment)
    closed = events.c.stream == HOUSE, events.c.kind == DayClosed.__name__, events.c.number <= last
    async with service.store.engine.connect() as connection:
        day = await connection.scalar(select(func.max(events.c.number)).where(*closed)) or 0
    fact = (await _entry(service, day)).fact if day else None
    held = fact.balances.items() if isinstance(fact, DayClosed) else ()
    sums = await journal_balances(service, HOUSE, last, day, held)
    hidden = [table_account(name) for name in hidden_from(service, actor.name)]
    if private := sum(sums.pop(account, 0) for account in hidden):
        sums["private games"] = private
    return Balances(moment, last, sums)


async def _last_line(service: Service, moment: datetime) -> int:
    """The last line of the house that was written by a moment; few lines are read."""
    low, high = 0, service.house.number
    while low < high:  # lines are in the order of time
        middle = (low + high + 1) // 2
        if (await _entry(service, middle)).at <= moment:
            low = middle
        else:
            high = middle - 1
    return low


async def _entry(service: Service, number: int) -> Entry:
    """One line of the house."""
    async with service.store.engine.connect() as connection:
        [line] = await stored_page(connection, HOUSE, number - 1, most=1)
    return house.read_entry(service.store.opened(line))


async def journal_balances(
    service: Service,
    stream: str,
    upto: int,
    after: int = 0,
    held: Iterable[tuple[str, int]] = (),
) -> dict[str, int]:
    """What the accounts of a log held after a line, summed from what they held after another."""
    sums: dict[str, int] = dict(held)
    here = (journal.c.stream == stream) & journal.c.number.between(after + 1, upto)
    async with service.store.engine.connect() as connection:
        for side, sign in ((journal.c.debit, -1), (journal.c.credit, 1)):
            total = select(side, func.sum(journal.c.amount)).where(here).group_by(side)
            for account, chips in await connection.execute(total):
                sums[account] = sums.get(account, 0) + sign * int(chips)
    return {account: chips for account, chips in sorted(sums.items()) if chips}


@get("/api/cage/mine")
async def read_mine(actor: NamedDependency[Actor], service: NamedDependency[Service]) -> OnHand:
    """The caller's chips on hand."""
    house = service.house.state
    waits = house.cage.requests.get(actor.name)
    has = house.accounts.get(purse(actor.name), Chips(0))
    return OnHand(has, waits.chips if waits is not None else Chips(0))


@post("/api/cage/orders", status_code=HTTPStatus.CREATED)
async def sign_house_order(
    data: JSONBody[SignedHouseOrder],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
) -> Reply:
    """Give the house an order that a second person signs."""
    await check_known(service, actor, data.command)
    await check_signatures(service, actor, data.command, data.password)
    order = Order(service.clock(), actor, data.command)
    reply = await service.house.ask(order, f"{actor.name}/{data.client}", data.sequence)
    await service.courier.finish()  # a dealer takes the fill at once
    return reply


@post("/api/cage/tables/orders", status_code=HTTPStatus.CREATED)
async def sign_table_order(
    data: JSONBody[SignedTableOrder],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
) -> Reply:
    """Give a table an order that a second person signs."""
    await check_known(service, actor, data.command)
    await check_signatures(service, actor, data.command, data.password)
    order = Order(service.clock(), actor, data.command)
    return await service.shown(data.table, actor.name).ask(
        order, f"{actor.name}/{data.client}", data.sequence
    )


ROUTES = (
    *(read_cage, read_journal, read_balances, read_mine),
    *(sign_house_order, sign_table_order),
)
