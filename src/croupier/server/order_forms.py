"""Every order of the staff as a form, made from the order itself: seldom used, and never missing.

What people do every day has its own place on a desk. Everything else that a role may order is in
one sheet: the fields of the order, read as people write them, and the second signature.
"""

import types
from datetime import date, datetime
from functools import cache
from http import HTTPStatus
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Struct

from croupier.chips import Chips, read_money
from croupier.refused import Refused, brief
from croupier.room.cage.orders import BookTable
from croupier.room.house import decide as house
from croupier.room.house.people import Actor, Role
from croupier.room.logbook import Command, Order
from croupier.room.table import decide as table
from croupier.rules.revenue import Increments, Percentage
from croupier.rules.sign import TableSign
from croupier.server.auth.signatures import Passwords, check_signatures
from croupier.server.hosts import acting
from croupier.server.service import Service
from croupier.server.table_orders import Client, Sequence
from croupier.server.writer import Reply

Kind = Literal["amount", "number", "yes", "choice", "date", "person", "list", "text"]


class OrderField(Struct, frozen=True, kw_only=True):
    """One field of an order; a part of a part has a dot in its name."""

    name: str
    kind: Kind
    needed: bool
    choices: tuple[str, ...] = ()


class OrderForm(Struct, frozen=True, kw_only=True):
    """An order that a person may give, with what it needs."""

    name: str
    what: str  # completes "you can ..."
    clause: str
    at_table: bool
    roles: tuple[Role, ...]
    fields: tuple[OrderField, ...]
    second: tuple[Role, ...]


class OrderWritten(Struct):
    """An order as it was written into its form."""

    client: Client
    sequence: Sequence
    name: str
    texts: dict[str, str]
    table: str = ""
    password: Passwords = ""


def orders() -> dict[str, type[Command]]:
    """Every order that an account may give, by name."""
    found = (*table.FOR_ACCOUNTS, *(kind for kind in house.COMMANDS if kind is not BookTable))
    return {kind.__name__: kind for kind in found}


@cache
def form_of(kind: type[Command]) -> OrderForm | None:
    """The form of an order; none where it holds more than a form can ask."""
    fields = [*_fields(kind)]
    if any(field is None for field in fields):
        return None
    second = frozenset[Role]().union(*kind.second.values())
    return OrderForm(
        name=kind.__name__,
        what=kind.what,
        clause=kind.clause,
        at_table=kind in table.COMMANDS,
        roles=tuple(sorted(kind.roles)),
        fields=tuple(field for field in fields if field is not None),
        second=tuple(sorted(second)),
    )


def _fields(kind: type[Struct], within: str = "") -> list[OrderField | None]:
    found: list[OrderField | None] = []
    for field in msgspec.structs.fields(kind):
        bare = _bare(field.type)
        if isinstance(bare, type) and issubclass(bare, Struct) and bare is not Actor:
            found += [None] if bare is TableSign else _fields(bare, f"{within}{field.name}.")
            continue
        found.append(_field(f"{within}{field.name}", bare, needed=field.required))
    return found


def _bare(kind: Any) -> Any:
    """A type without its notes, and without None."""
    if hasattr(kind, "__metadata__"):
        return _bare(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        parts = [part for part in get_args(kind) if part is not type(None)]
        return _bare(parts[0]) if len(parts) == 1 else kind
    return kind


def _field(name: str, kind: Any, *, needed: bool) -> OrderField | None:
    if get_origin(kind) is Literal:
        choices = tuple(str(one) for one in get_args(kind))
        return OrderField(name=name, kind="choice", needed=needed, choices=choices)
    if set(get_args(kind)) == {Percentage, Increments}:
        return OrderField(name=name, kind="text", needed=needed)
    if get_origin(kind) is tuple and set(get_args(kind)) <= {str, int, ...}:
        return OrderField(name=name, kind="list", needed=needed)
    plain: dict[Any, Kind] = {Chips: "amount", int: "number", bool: "yes", str: "text"}
    plain |= {date: "date", datetime: "date", Actor: "person", float: "number"}
    return OrderField(name=name, kind=plain[kind], needed=needed) if kind in plain else None


def read_order(kind: type[Command], texts: dict[str, str]) -> Any:
    """The order that was written, or a refusal at the field that is wrong."""
    form = form_of(kind)
    if form is None:
        raise Refused("FIELD name", f"{kind.__name__} is not given by a form")
    known = {field.name: field for field in form.fields}
    if wrong := [name for name in texts if name not in known]:
        raise Refused(f"FIELD {wrong[0]}", f"this order has no field {wrong[0][:40]!r}")
    said: dict[str, Any] = {}
    for name, field in known.items():
        text = texts.get(name, "").strip()
        if not text:
            if field.needed and field.kind != "yes":
                raise Refused(f"FIELD {name}", "this is needed")
            continue
        *path, last = name.split(".")
        place = said
        for part in path:
            place = place.setdefault(part, {})
        place[last] = _read(field, text)
    try:
        return msgspec.convert(said, kind, strict=False)
    except msgspec.ValidationError as fault:
        raise Refused("FIELD texts", brief(fault)) from None


def _read(field: OrderField, text: str) -> Any:
    match field.kind:
        case "amount":
            return read_money(text, field.name)
        case "yes":
            return text.lower() in ("yes", "on", "true")
        case "list":
            return [part.strip() for part in text.split(",") if part.strip()]
        case "person":
            name, _, role = text.rpartition(",")
            if not name.strip():
                raise Refused(f"FIELD {field.name}", "write a name, a comma and the role")
            return [name.strip(), role.strip().replace(" ", "_").lower()]
        case "text" if field.name.endswith("contribution"):
            percent = text.removesuffix("%").strip()
            return {"method": "percentage", "percent": percent}
        case _:
            return text


@get("/api/orders")
async def list_orders(actor: NamedDependency[Actor]) -> list[OrderForm]:
    """The orders of the caller's role that a form can give."""
    forms = [form_of(kind) for kind in orders().values() if actor.role in kind.roles]
    return [form for form in forms if form is not None]


@post("/api/orders", status_code=HTTPStatus.CREATED)
async def give_order(
    data: JSONBody[OrderWritten],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
) -> Reply:
    """Give an order as it was written; where two must sign, with the other's password."""
    kind = orders().get(data.name)
    if kind is None:
        raise Refused("FIELD name", f"there is no order {data.name[:40]!r}")
    says = read_order(kind, data.texts)
    if kind.second:
        await check_signatures(service, actor, says, data.password)
    by = acting(service.house.state, actor, says, data.table)
    order, client = Order(service.clock(), by, says), f"{actor.name}/{data.client}"
    if kind in table.COMMANDS:
        return await service.shown(data.table, actor.name).ask(order, client, data.sequence)
    return await service.house.ask(order, client, data.sequence)


ROUTES = (list_orders, give_order)
