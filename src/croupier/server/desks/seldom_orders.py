"""Seldom orders over HTTP: those of a desk for the caller's role, with what can be chosen now."""

from collections.abc import Iterable
from functools import partial
from http import HTTPStatus

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody
from msgspec import Struct
from msgspec.structs import replace

from croupier.chips import money
from croupier.refused import Refused
from croupier.room.cage.orders import GivePromotion
from croupier.room.funds.intake import CloseIncident
from croupier.room.funds.orders import SubmitFund
from croupier.room.funds.payouts import HandOver, PreparePayout
from croupier.room.house.people import AUTOMATED, Actor, Role
from croupier.room.house.state import House
from croupier.room.house.templates import DropTemplate
from croupier.room.logbook import Command, Order
from croupier.room.table import decide as table
from croupier.room.table.state import Table
from croupier.server.auth.named_people import check_known
from croupier.server.auth.signatures import Passwords, check_signatures
from croupier.server.auth.users import Person, Session
from croupier.server.desks.order_forms import OrderField, OrderForm, form_of, orders, read_order
from croupier.server.desks.order_places import FUNDS, PLACES, SIGNS
from croupier.server.desks.order_places import Desk as Where
from croupier.server.hosting.hosts import acting, check_acting, shown_to
from croupier.server.service import Service
from croupier.server.tables.after_round import ask_after_round
from croupier.server.tables.desk import Desk
from croupier.server.tables.numbering import Client, Sequence
from croupier.server.tables.writer import Reply

Options = list[tuple[str, str]]
NAMED = {FUNDS: "Fund", SIGNS: "Sign"}  # what a name to choose is called


class OrderWritten(Struct):
    """An order as it was written into its form."""

    client: Client
    sequence: Sequence
    name: str
    texts: dict[str, str]
    table: str = ""
    password: Passwords = ""
    after_round: bool = False  # whether it waits for the end of the round that is open


class OrdersSeen(Struct):
    """The orders of a desk, and the tables that one of them may be given to."""

    forms: list[OrderForm]
    tables: list[str]


@get("/api/orders")
async def list_orders(
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
    desk: FromQuery[Where] = "floor",
    table: FromQuery[str] = "",
) -> OrdersSeen:
    """The seldom orders of the caller at a desk: to a table, or to the house."""
    life = service.shown(table, actor.name).state if table else None
    people = await service.accounts.people()
    given = [
        (kind, form)
        for kind, place in PLACES.items()
        if desk in place.desks and actor.role in kind.roles
        if (form := form_of(kind)) is not None and (form.at_table == bool(table) or desk == "cage")
    ]
    tables = sorted(shown_to(service, actor.name))
    choices = Choices(service.house.state, tables, life, people, service.is_demonstration)
    forms = [
        replace(form, fields=tuple(choices.filled(kind, field) for field in form.fields))
        for kind, form in given
    ]
    return OrdersSeen(forms, tables)


class Choices:
    """What the fields of an order can say now, so that nobody types a number by heart."""

    def __init__(
        self,
        house: House,
        tables: list[str],
        life: Table | None,
        people: list[Person],
        demonstrates: bool,
    ) -> None:
        """Look at the room as it is."""
        self._house, self._tables, self._life = house, tables, life
        self._people, self._demonstrates = people, demonstrates

    def filled(self, kind: type[Command], field: OrderField) -> OrderField:
        """A field of an order form, with the values that it can have now."""
        options = self._options(kind, field)
        if options is None:
            return field
        words = NAMED.get(PLACES[kind].group, field.words) if field.name == "name" else field.words
        return replace(field, options=tuple(options), words=words)

    def _options(self, kind: type[Command], field: OrderField) -> Options | None:
        if field.signs:
            return self._signers(kind.second[field.name])
        match field.name:
            case "seat" if self._life is not None:
                seats = self._life.seats.items()
                return [(str(seat), f"Seat {seat}, {held.person}") for seat, held in seats]
            case "deck" if self._life is not None:
                decks = self._life.custody.decks.values()
                return [(deck.name, f"{deck.name}, {deck.colour}, {deck.status}") for deck in decks]
            case "table":
                return [(name, name) for name in self._tables]
            case "name" if kind is DropTemplate:
                return _same(self._house.templates)
            case "name" | "fund" | "target" if kind is not SubmitFund:
                return _same(self._house.funds.named)
            case "number":
                return self._numbers(kind)
            case "notice.agent" if not self._demonstrates:
                return _same(one.name for one in self._people if one.role == "ieb_agent")
            case "person" if kind is HandOver:
                waiting = [one for one in self._house.funds.payouts if one.form is not None]
                return _same({name for one in waiting for name in {*one.shares} - {*one.handed}})
            case "person" if kind is GivePromotion:
                return _same(one.name for one in self._people if one.role == "player")
        return None

    def _signers(self, roles: Iterable[Role]) -> Options:
        if self._demonstrates:
            named = [role.replace("_", " ") for role in sorted(roles)]
            return [(f"{AUTOMATED}, {role}", f"the room, as {role}") for role in named]
        known = [one for one in self._people if one.role in roles and not one.disabled]
        return _same(f"{one.name}, {one.role.replace('_', ' ')}" for one in known)

    def _numbers(self, kind: type[Command]) -> Options:
        if kind is CloseIncident:
            found = [one for one in self._house.funds.incidents if one.open]
            return [
                (str(one.number), f"{one.fund}: {money(one.found)} for {money(one.expected)}")
                for one in found
            ]
        if kind in (PreparePayout, HandOver):
            payouts = [one for one in self._house.funds.payouts if {*one.shares} - {*one.handed}]
            return [
                (str(one.number), f"{money(one.amount)} for {one.slip.loser}") for one in payouts
            ]
        here = self._life.name if self._life is not None else ""
        waiting = [one for one in self._house.cage.slips if one.is_open]
        slips = [one for one in waiting if here in ("", one.table)]
        return [
            (str(one.number), f"{one.kind} of {money(one.chips)}, table {one.table}")
            for one in slips
        ]


def _same(names: Iterable[str]) -> Options:
    return [(name, name) for name in sorted(names)]


@post("/api/orders", status_code=HTTPStatus.CREATED)
async def give_order(
    data: JSONBody[OrderWritten],
    actor: NamedDependency[Actor],
    signed_in: NamedDependency[Session],
    service: NamedDependency[Service],
) -> Reply:
    """Give an order as it was written; where others must sign, with their passwords."""
    kind = orders().get(data.name)
    if kind is None:
        raise Refused("FIELD name", f"there is no order {data.name[:40]!r}")
    says = read_order(kind, data.texts)
    by = acting(service.house.state, actor, says, data.table)
    await check_known(service, by, says)
    if kind.second:
        await check_signatures(service, actor, says, data.password)
    order, client = Order(service.clock(), by, says), f"{actor.name}/{data.client}"
    if kind in table.COMMANDS:
        desk = service.shown(data.table, actor.name)
        check = partial(check_acting, service, signed_in, by, says, data.table)
        later = partial(ask_after_round, check=check)
        return await (later if data.after_round else Desk.ask)(desk, order, client, data.sequence)
    return await service.house.ask(order, client, data.sequence)


ROUTES = (list_orders, give_order)
