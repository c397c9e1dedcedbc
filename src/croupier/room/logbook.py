"""Orders and entries: what people ask of a table or of the house, and what is then recorded."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, ClassVar

import msgspec
from msgspec import Raw, Struct

from croupier.refused import Refused, brief
from croupier.room.house.people import Actor, Role, Signers, check_role, check_second
from croupier.room.shuffle import Entropy


class Command(Struct, frozen=True, tag=True, kw_only=True):
    """Something one may ask; who may, under which clause, and in which words."""

    roles: ClassVar[frozenset[Role]]
    clause: ClassVar[str]
    what: ClassVar[str]  # completes "only a floorperson may ..."
    second: ClassVar[Signers] = {}  # who signs beside
    by_room: ClassVar[bool] = False  # at an automated table only the room's dealer gives it


class Procedure(Struct, frozen=True):
    """What a table or the house must do: by when, and under which clause."""

    what: str  # a short name: "count", "sort", "time charge"
    by: datetime
    clause: str
    words: str  # fit for the dealer's screen and for a refusal


class Order(Struct, frozen=True):
    """A command, who gives it, and when: people, time and chance arrive as data.

    Only the room's own dealer has `chance`; an order that comes from an account never does.
    """

    at: datetime
    by: Actor
    says: Any  # one of the commands of the table or of the house
    chance: Callable[[], Entropy] | None = None  # draws random bits when they are used


class Entry(Struct, frozen=True):
    """One line of the log: a fact, when it was recorded, and on whose order."""

    at: datetime
    by: Actor
    fact: Any  # one of the facts of the table or of the house; it carries its clause


def check_order(order: Order, clause: str = "") -> None:
    """Refuse a role that the document does not name, and a time without its zone."""
    if order.at.tzinfo is None:
        raise Refused("FIELD at", "a time names its zone")
    if not order.by.name:
        raise Refused("FIELD by", "an order is given by somebody")
    says = order.says
    check_role(order.by, says.roles, clause or says.clause, says.what)


def check_signed(order: Order) -> None:
    """Refuse a record that does not carry everybody who signs it."""
    for field, roles in order.says.second.items():
        check_second(order.by, getattr(order.says, field), roles, order.says.clause)


class _Line(Struct, frozen=True):
    at: datetime
    by: Actor
    fact: Raw


def entry_codec(facts: Any) -> tuple[Callable[[Entry], str], Callable[[str | bytes], Entry]]:
    """Make the writer and the reader of a log's lines, for these kinds of facts."""
    encoder, lines = msgspec.json.Encoder(), msgspec.json.Decoder(_Line)
    decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(facts)

    def write(entry: Entry) -> str:
        return encoder.encode(entry).decode()

    def read(line: str | bytes) -> Entry:
        try:
            found = lines.decode(line)
            return Entry(found.at, found.by, decoder.decode(found.fact))
        except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
            raise Refused("FIELD entry", f"not an entry of this log: {brief(fault)}") from None

    return write, read
