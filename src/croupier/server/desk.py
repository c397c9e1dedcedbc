"""A table in service: its writer, and everybody who follows it, each with the own veil."""

import asyncio
import re
from collections import deque
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from croupier.engine.events import AnyEvent, RoundOpened
from croupier.engine.evolve import evolve
from croupier.engine.play import opening
from croupier.engine.round import Round
from croupier.room import life as table_life
from croupier.room.house import House
from croupier.room.life import TableLife
from croupier.room.orders import Entry, Order
from croupier.rules.game import Game
from croupier.server.lines import stream_of
from croupier.server.store import Store
from croupier.server.writer import Writer
from croupier.views.entry import hides_cards, seen_entry
from croupier.views.narrate import say
from croupier.views.screen import screen
from croupier.views.seat import NOBODY

TAIL = 1000  # lines kept at hand for viewers who come back
BACKLOG = 256  # frames a slow viewer may owe before it is let go

_encoder = msgspec.json.Encoder()


class Watcher:
    """Somebody who follows a table: the person at a seat, or a spectator."""

    def __init__(self, person: str = "", client: str = "") -> None:
        """Follow as this person; nobody's name is a spectator's."""
        self.person, self.client = person, client
        self.frames: asyncio.Queue[bytes] = asyncio.Queue(BACKLOG)
        self.gone = False

    def tell(self, frame: bytes) -> None:
        """Queue a frame; whoever cannot keep up is let go, and comes back for what was missed."""
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.gone = True


class Told(NamedTuple):
    """A line of the log at hand: as it is, as everybody sees it, and who sat where."""

    number: int
    entry: Entry
    seen: Entry
    words: str
    seating: dict[str, int]

    def line(self, person: str) -> dict[str, Any]:
        """The line as one person may see it, who may have sat elsewhere then."""
        seat = self.seating.get(person, NOBODY) if person else NOBODY
        hidden = seat != NOBODY and hides_cards(self.entry.fact)
        seen = seen_entry(self.entry, seat) if hidden else self.seen
        return {"number": self.number, "words": self.words, "entry": seen}


class Desk(Writer[TableLife]):
    """A table in service."""

    def __init__(self, store: Store, life: TableLife, house: Callable[[], House]) -> None:
        """Take a table as its setting up left it; the rest of its log follows by `resume`."""
        super().__init__(store, stream_of(life.name), life)
        self._house = house
        self.tail: deque[Told] = deque(maxlen=TAIL)
        self.watchers: set[Watcher] = set()
        self.changed = asyncio.Event()  # set after every commit, then replaced
        self._public: Round | None = None  # the round in hand as a spectator knows it

    def obey(self, order: Order) -> tuple[TableLife, list[Entry]]:
        """What the order amounts to at this table."""
        return table_life.obey(self.state, order, self._house())

    def resume(self, number: int, entry: Entry) -> None:
        """Take one more line of the stored log, before the table is in service."""
        if number > 1:  # the first line set the table up
            self.state = table_life.evolve(self.state, entry)
        self._note(number, entry)

    def _note(self, number: int, entry: Entry) -> None:
        """Keep a line at hand, with its words and who sits where."""
        self.number, seen = number, seen_entry(entry)
        words, self._public = told_in_words(self._public, seen.fact, self.state.game)
        seating = {taken.person: seat for seat, taken in self.state.seats.items()}
        self.tail.append(Told(number, entry, seen, words, seating))

    def seat_of(self, person: str) -> int:
        """Where somebody sits; nowhere is a spectator's place."""
        for seat, taken in self.state.seats.items():
            if person and taken.person == person:
                return seat
        return NOBODY

    def tell(self, entries: list[Entry]) -> None:
        """Send everybody what happened, and how the table stands, under the own veil."""
        for number, entry in enumerate(entries, self.number + 1):
            self._note(number, entry)
        fresh = list(islice(reversed(self.tail), len(entries)))[::-1]
        frames: dict[int, bytes] = {}
        for watcher in tuple(self.watchers):
            seat = self.seat_of(watcher.person)
            if seat not in frames:
                frames[seat] = self._frame(fresh, watcher.person)
            watcher.tell(frames[seat])
            if watcher.gone:
                self.watchers.discard(watcher)
        self.changed.set()
        self.changed = asyncio.Event()

    def since(self, number: int, person: str = "") -> bytes:
        """What a viewer missed after a line; when that is too long ago, only how things stand."""
        missed = [told for told in self.tail if told.number > number]
        if not 0 <= number <= self.number or len(missed) < self.number - number:
            missed = []
        return self._frame(missed, person)

    def _frame(self, lines: Sequence[Told], person: str) -> bytes:
        return _encoder.encode(
            {
                "kind": "told",
                "lines": [told.line(person) for told in lines],
                "screen": screen(self.state, self.number, self.seat_of(person)),
            }
        )


def told_in_words(state: Round | None, fact: Any, game: Game) -> tuple[str, Round | None]:
    """A fact in words as a spectator hears it, and the round that a spectator then knows."""
    if isinstance(fact, RoundOpened):
        return f"a round of {game.title} begins", opening(game, fact)
    if state is None or not isinstance(fact, AnyEvent):
        return plain_words(fact), state
    said = say(state, fact)
    return (said.words if said is not None else ""), evolve(state, fact)


def plain_words(fact: Any) -> str:
    """The name of a fact as words: `TableOpened` is "table opened"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(fact).__name__).lower()
