"""An order as a form, made from the order itself: its fields, and how they are read as written."""

import re
import types
from datetime import date, datetime
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier.chips import Chips, read_money
from croupier.refused import Refused, brief
from croupier.room.cage.orders import BookTable
from croupier.room.house import decide as house
from croupier.room.house.hosting import AdmitGuest, EndGame, HostGame
from croupier.room.house.people import Actor, Role, Signers
from croupier.room.house.second_factors import DropFactor, KeepFactor, UseCode
from croupier.room.logbook import Command
from croupier.room.table import decide as table
from croupier.rules.revenue import Increments, Percentage
from croupier.rules.sign import TableSign
from croupier.rules.sign_form import read_rake
from croupier.server.desks.order_places import PLACES, WANTED, WORDS

Kind = Literal[
    "amount", "amounts", "number", "yes", "choice", "date", "time", "person", "list", "text"
]
# What the room alone orders: a table is hosted, a guest let in, a factor kept, at their own doors.
OWN: frozenset[type[Command]] = frozenset(
    {BookTable, KeepFactor, UseCode, DropFactor, HostGame, AdmitGuest, EndGame}
)
_EACH = re.compile(r"(.+?)[\s:]+(\$?[\d.,]*\d)")


class OrderField(Struct, frozen=True, kw_only=True):
    """One field of an order; a part of a part has a dot in its name."""

    name: str
    kind: Kind
    needed: bool
    choices: tuple[str, ...] = ()
    words: str = ""  # the label
    like: str = ""  # what a person might write
    options: tuple[tuple[str, str], ...] | None = None  # values to choose from now, in words
    signs: bool = False  # names a person who signs too, with a password


class OrderForm(Struct, frozen=True, kw_only=True):
    """An order that a person may give, with what it needs."""

    name: str
    title: str  # of its button
    group: str
    what: str  # completes "you can ..."
    clause: str
    at_table: bool
    roles: tuple[Role, ...]
    fields: tuple[OrderField, ...]
    second: tuple[Role, ...]


def orders() -> dict[str, type[Command]]:
    """Every order that an account can give in a request, by name."""
    found = (*table.FOR_ACCOUNTS, *(kind for kind in house.COMMANDS if kind not in OWN))
    return {kind.__name__: kind for kind in found}


@cache
def form_of(kind: type[Command]) -> OrderForm | None:
    """The form of an order; none where it holds more than a form can ask."""
    fields = _fields(kind, kind.second)
    if any(field is None for field in fields):
        return None
    second = frozenset[Role]().union(*kind.second.values())
    place = PLACES.get(kind)
    return OrderForm(
        name=kind.__name__,
        title=place.title if place else kind.what,
        group=place.group if place else "",
        what=kind.what,
        clause=kind.clause,
        at_table=kind in table.COMMANDS,
        roles=tuple(sorted(kind.roles)),
        fields=tuple(field for field in fields if field is not None),
        second=tuple(sorted(second)),
    )


def _fields(
    kind: type[Struct], signers: Signers, within: str = "", *, optional: bool = False
) -> list[OrderField | None]:
    found: list[OrderField | None] = []
    for field in msgspec.structs.fields(kind):
        bare, name = _bare(field.type), f"{within}{field.name}"
        if isinstance(bare, type) and issubclass(bare, Struct) and bare is not Actor:
            free = optional or not field.required
            found += [None] if bare is TableSign else _fields(bare, {}, f"{name}.", optional=free)
            continue
        needed = (field.required and not optional) or name in WANTED
        made = _field(name, bare, needed=needed)
        found.append(made and replace(made, signs=name in signers))
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
    words, like = WORDS.get(name, ("", ""))
    field = OrderField(name=name, kind="text", needed=needed, words=words, like=like)
    if get_origin(kind) is Literal:
        choices = tuple(str(one) for one in get_args(kind))
        return replace(field, kind="choice", choices=choices)
    if {*get_args(kind)} - {type(None)} == {Percentage, Increments}:
        return field
    if get_origin(kind) is tuple and set(get_args(kind)) <= {str, int, ...}:
        return replace(field, kind="list")
    if get_origin(kind) is dict and get_args(kind) == (str, Chips):
        return replace(field, kind="amounts")
    plain: dict[Any, Kind] = {Chips: "amount", int: "number", bool: "yes", str: "text"}
    plain |= {date: "date", datetime: "time", Actor: "person", float: "number"}
    return replace(field, kind=plain[kind]) if kind in plain else None


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
                raise Refused(f"FIELD {name}", "this field is required")
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
        case "amounts":
            return _amounts(field, text)
        case "text" if field.name.endswith("contribution"):
            return msgspec.to_builtins(read_rake(text, field.name, field.like))
        case _:
            return text


def _amounts(field: OrderField, text: str) -> dict[str, Chips]:
    """Names with amounts.

    >>> field = OrderField(name="payments", kind="amounts", needed=True, like="Ana $100, Bram $50")
    >>> _amounts(field, "Ana $1,000, Bram: 50")
    {'Ana': 100000, 'Bram': 5000}
    """
    parts = [_EACH.fullmatch(part.strip()) for part in re.split(r",\s|;|\n", text)]
    if not all(parts):
        raise Refused(f"FIELD {field.name}", f"write names and amounts, like {field.like}")
    return {part[1].strip(): read_money(part[2], field.name) for part in parts if part}
