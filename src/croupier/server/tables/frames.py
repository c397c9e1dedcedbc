"""What goes over a table's socket to a page: the types of every frame.

The types of the web pages (`static/shared/types.d.ts`) are generated from these.
"""

from datetime import datetime
from typing import Generic, Literal, TypeVar

from msgspec import Struct

from croupier.room.logbook import Entry
from croupier.server.tables.clock import Remaining
from croupier.views.narration.sentences import Made, Sentence
from croupier.views.screen.changes import Changes
from croupier.views.screen.table_view import TableSeen


class LineSent(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A line of a table's log as one viewer sees it."""

    number: int
    words: str
    street: str
    clause: str
    play: bool  # of the round itself, and not of the room around it
    entry: Entry
    sentence: Sentence = ()  # the words in parts, where some depend on the reader
    hands: tuple[Made, ...] = ()  # what cards amount to that are turned up


Line = TypeVar("Line")


class OwnPart(Changes, Generic[Line], frozen=True, omit_defaults=True):
    """What only one viewer is sent: more changes, lines that name their cards, their time bank."""

    lines: tuple[Line, ...] = ()  # in place of the lines of the same numbers
    bank: float = 0.0


class UpdateFrame(
    Struct, Generic[Line], frozen=True, omit_defaults=True, tag_field="kind", tag="update"
):
    """What happened at a table, how it stands, and whose time runs.

    A viewer is sent the whole screen first, and then what changes: `changes` are the same for all
    viewers and turn the screen of line `after` into this one, then come those of the `own` part.
    """

    lines: list[Line]
    clock: Remaining | None
    screen: TableSeen | None = None  # whole, for a viewer who has none, or not the latest
    after: int = 0
    changes: Changes | None = None
    own: OwnPart[Line] | None = None
    wait: float = 0.0  # seconds before it is shown: the streets of a run-out follow one another


class DoneFrame(Struct, frozen=True, tag_field="kind", tag="done"):
    """The answer to a command that was carried out."""

    sequence: int
    upto: int


class RefusedFrame(Struct, frozen=True, tag_field="kind", tag="refused"):
    """The answer to a command that was refused."""

    sequence: int
    clause: str
    why: str


class SaidFrame(Struct, frozen=True, tag_field="kind", tag="said"):
    """Something that was said at the table."""

    line: int
    at: datetime
    by: str
    words: str


class HushedFrame(Struct, frozen=True, tag_field="kind", tag="hushed"):
    """A line of the chat that the staff took back."""

    line: int
    by: str


class CalledFrame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A call to a seat, or seats that are announced to the people who wait."""

    kind: Literal["called", "announced"]
    game: str
    stakes: str
    words: str
    clause: str
    at: datetime
    table: str = ""
    seat: int = 0
    seats: int = 0
