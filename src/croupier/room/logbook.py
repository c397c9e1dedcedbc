"""Orders and entries: what people ask of a table or of the house, and what is then recorded.

A log is a list of entries; each records one fact. `decide` turns an order into facts or refuses
it, `evolve` folds an entry into the state, and neither does the other's work.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from croupier.engine.event import Event
from croupier.refused import Refused, brief
from croupier.room.house.people import Actor, Role, Signers, check_role, check_second
from croupier.room.shuffle import Entropy

if TYPE_CHECKING:
    from typing_extensions import TypeVar
else:
    from typing import TypeVar as PlainTypeVar

    def TypeVar(name, default=None, **options):  # noqa: N802
        """A type variable; its default, which this Python does not know, is for type checkers."""
        return PlainTypeVar(name, **options)


class Command(Struct, frozen=True, tag=True, kw_only=True):
    """Something that can be ordered; `given_by` says by whom, by which clause, in which words."""

    roles: ClassVar[frozenset[Role]]
    clause: ClassVar[str]
    what: ClassVar[str]  # completes "only a floorperson can ..."
    second: ClassVar[Signers] = {}  # the second signatories
    by_room: ClassVar[bool] = False  # at an automated table only the room's dealer gives it


Kind = TypeVar("Kind", bound=Command)


def given_by(
    roles: frozenset[Role],
    clause: str,
    what: str,
    *,
    second: Signers | None = None,
    by_room: bool = False,
) -> Callable[[type[Kind]], type[Kind]]:
    """Declare the roles that can give an order, its clause and its words.

    `second` names the second signatories by the field that holds each; an order `by_room` can be
    given only by the room's dealer at an automated table.
    """

    def declared(kind: type[Kind]) -> type[Kind]:
        kind.roles, kind.clause, kind.what = roles, clause, what
        kind.second, kind.by_room = second or {}, by_room
        return kind

    return declared


class TableFact(Event, frozen=True, kw_only=True):
    """A fact of a table's log that is no event of a round."""


class ByDealer(Struct, frozen=True):
    """A fact of another person's order that the dealer of the table carries out, and signs."""

    fact: Event


class HouseFact(Event, frozen=True, kw_only=True):
    """A fact of the house's log."""


class Procedure(Struct, frozen=True):
    """What a table or the house must do: by when, and under which clause."""

    what: str  # a short name: "count", "sort", "time charge"
    by: datetime
    clause: str
    words: str  # for the dealer's screen and for refusals


Says = TypeVar("Says", default=Any)
Fact = TypeVar("Fact", default=Any)


class Order(Struct, Generic[Says], frozen=True):
    """A command, who gives it, and when: people, time and chance arrive as data.

    Only the room's dealer has `chance`; an order that comes from an account never does.
    """

    at: datetime
    by: Actor
    says: Says  # one of the commands of the table or of the house
    chance: Callable[[], Entropy] | None = None  # draws random bits when they are used


class Entry(Struct, Generic[Fact], frozen=True, gc=False):
    """One line of the log: a fact, when it was recorded, and who did it.

    What follows from an order is the work of the table's dealer, not of the person who gave it.
    """

    at: datetime
    by: Actor
    fact: Fact  # one of the facts of the table or of the house; it carries its clause


State = TypeVar("State")
Part = TypeVar("Part")
Whole = TypeVar("Whole", bound=Struct)
Evolvers: TypeAlias = Mapping[type[Event], Callable[[State, Entry], State]]


def within(name: str, evolvers: Evolvers[Part]) -> Evolvers[Whole]:
    """Let functions that change a part change the state whose field of this name holds it."""

    def lifted(change: Callable[[Part, Entry], Part]) -> Callable[[Whole, Entry], Whole]:
        def changed(state: Whole, entry: Entry) -> Whole:
            return replace(state, **{name: change(getattr(state, name), entry)})

        return changed

    return {kind: lifted(change) for kind, change in evolvers.items()}


def check_order(order: Order, clause: str = "") -> None:
    """Refuse an order without a time zone or a name, or in a role that cannot give it."""
    if order.at.tzinfo is None:
        raise Refused("FIELD at", "timestamps must include a time zone")
    if not order.by.name:
        raise Refused("FIELD by", "`by` is required")
    says = order.says
    check_role(order.by, says.roles, clause or says.clause, says.what)


def check_signed(order: Order) -> None:
    """Refuse an order that lacks one of its second signatories."""
    for field, roles in order.says.second.items():
        check_second(order.by, getattr(order.says, field), roles, order.says.clause)


class _Line(Struct, frozen=True):
    at: datetime
    by: Actor
    fact: Raw


def entry_codec(facts: object) -> tuple[Callable[[Entry], str], Callable[[str | bytes], Entry]]:
    """Make the writer and the reader of a log's lines, for these kinds of facts."""
    encoder, lines = msgspec.json.Encoder(), msgspec.json.Decoder(_Line)
    decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(facts)

    def write(entry: Entry) -> str:
        return encoder.encode(entry).decode()

    def read(line: str | bytes) -> Entry:
        try:
            found = lines.decode(line)
            return Entry(found.at, found.by, decoder.decode(found.fact))
        except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
            raise Refused("FIELD entry", f"not an entry of this log: {brief(fault)}") from None

    return write, read
