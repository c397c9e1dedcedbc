"""The keys of a table sign as data: what each one does, and which values it takes.

>>> found = {key.name: key for key in sign_keys()}
>>> found["straddle_seat"].values, found["straddle_seat"].default
('left_of_blinds, any', '"left_of_blinds"')
>>> found["raise_cap"].clause
'POKER 17'
"""

from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from croupier.chips import Chips
from croupier.refused import Refused, meant
from croupier.rules.sign import NOT_POSTED, TableSign


class SignKey(Struct, frozen=True):
    """One key of a sign."""

    name: str
    title: str
    does: str
    clause: str
    values: str  # in words
    default: str  # as JSON, the way `--sign KEY=VALUE` takes it


def sign_keys() -> list[SignKey]:
    """Every key that a table can post, in the order of the sign."""
    hints = get_type_hints(TableSign, include_extras=True)
    fields = msgspec.structs.fields(TableSign)
    return [_key(field, hints[field.name]) for field in fields if field.name not in NOT_POSTED]


def sign_key(name: str) -> SignKey:
    """The key of this name.

    >>> sign_key("raise_cap").title
    'Raise cap'
    """
    found = {key.name: key for key in sign_keys()}
    if name not in found:
        raise Refused("FIELD key", f"no sign has a key {name[:40]!r}{meant(name, found)}")
    return found[name]


def _key(field: msgspec.structs.FieldInfo, hint: Any) -> SignKey:
    kind, meta = get_args(hint)
    assert isinstance(meta, Meta) and meta.extra, f"{field.name} has no words"
    return SignKey(
        name=field.name,
        title=meta.title or "",
        does=meta.description or "",
        clause=meta.extra["clause"],
        values=_values(kind),
        default=msgspec.json.encode(field.default).decode(),
    )


def _values(kind: Any) -> str:
    """What a key takes, in words."""
    if get_origin(kind) is Literal:
        return ", ".join(str(value) or "empty" for value in get_args(kind))
    if isinstance(kind, UnionType):
        others = [part for part in get_args(kind) if part is not type(None)]
        return " or ".join([*(_values(part) for part in others), "null"])
    if get_origin(kind) is tuple:
        parts = [part for part in get_args(kind) if part is not ...]
        return "a list: " + " and ".join(_values(part) for part in parts)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return f"an object ({', '.join(field.name for field in msgspec.structs.fields(kind))})"
    words = {Chips: "cents", int: "a whole number", bool: "true or false"}
    return words[kind]
