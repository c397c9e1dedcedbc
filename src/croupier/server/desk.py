"""A table in service: its writer and its viewers, who each see their own view."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import reduce
from itertools import islice, pairwise
from typing import Any, NamedTuple

import msgspec

from croupier.engine.events import AnyEvent, BoardDealt, Dealt, RoundOpened
from croupier.engine.evolve import evolve
from croupier.engine.play import opening
from croupier.engine.round import Round
from croupier.room.conduct.decide import abreast, in_hand
from croupier.room.custody.chores import check_automated
from croupier.room.custody.facts import DeckSealed
from croupier.room.funds.box import CountBox
from croupier.room.house.people import HOUSE_DEALER
from croupier.room.house.state import House
from croupier.room.logbook import Entry, Order, check_order
from croupier.room.seating.facts import Seated, SeatLeft
from croupier.room.seating.orders import Sit
from croupier.room.table import decide as table_desk
from croupier.room.table import evolve as table_log
from croupier.room.table.orders import OpenTable
from croupier.room.table.state import Table
from croupier.rules.game import Game
from croupier.server.bookkeeper import Bookkeeper
from croupier.server.chat import Chat
from croupier.server.clock import TurnClock
from croupier.server.frames import LineTold, ToldFrame
from croupier.server.room_view import Beside, beside
from croupier.server.slips import Papers
from croupier.server.store.database import Store
from croupier.server.store.lines import stream_of
from croupier.server.writer import Reply, Writer
from croupier.views.entry import hides_cards, seen_entry
from croupier.views.narration.narrate import say
from croupier.views.narration.narrate_room import is_public, narrate_room
from croupier.views.narration.sentences import Spoken
from croupier.views.reports.incidents import Incident, incident
from croupier.views.screen.table_view import TableSeen, public_screen, screen, seen_from
from croupier.views.seat import NOBODY

TAIL = 1000  # lines kept at hand for viewers who come back
ROUNDS = 500  # whose beginnings are kept at hand
INCIDENTS = 500  # of the staff's log
BACKLOG = 256  # frames a slow viewer may lag behind before it is dropped

_encoder = msgspec.json.Encoder()
NOTHING = _encoder.encode(Beside())  # no one waits, no seat is kept: what a page assumes


class Watcher:
    """A viewer of a table: the person at a seat, or a spectator."""

    def __init__(self, person: str = "", client: str = "") -> None:
        """Follow as this person; a spectator has an empty name."""
        self.person, self.client = person, client
        self.frames: asyncio.Queue[bytes] = asyncio.Queue(BACKLOG)
        self.gone = False
        self.room = NOTHING  # the room around the table, as last sent

    def tell(self, frame: bytes) -> None:
        """Queue a frame; a viewer who cannot keep up is dropped, and reconnects."""
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.gone = True


class Told(NamedTuple):
    """A line of the log in memory: the line, who sat where, and its public form."""

    number: int
    entry: Entry
    said: Spoken
    street: str
    seating: dict[str, int]

    public: msgspec.Raw  # the public form: most lines are the same for all viewers

    def line(self, person: str) -> msgspec.Raw:
        """The line as one person may see it, by where they sat then."""
        seat = self.seating.get(person, NOBODY) if person else NOBODY
        if seat == NOBODY or not hides_cards(self.entry.fact):
            return self.public
        seen = seen_entry(self.entry, seat)
        return msgspec.Raw(_encoder.encode(line_told(self.number, seen, self.said, self.street)))


def line_told(number: int, seen: Entry, said: Spoken, street: str) -> LineTold:
    """A line of the log as it is sent."""
    return LineTold(
        number=number,
        words=said.words,
        street=street,
        clause=getattr(seen.fact, "clause", ""),
        play=isinstance(seen.fact, AnyEvent),
        entry=seen,
        sentence=said.sentence,
        hands=said.hands,
    )


class Opened(NamedTuple):
    """Where a round begins in the log, when, and who sat where."""

    round: int
    number: int
    at: datetime
    seating: dict[str, int]
    sealed: int  # the line that sealed its deck; where none did, its own


class Step(NamedTuple):
    """Lines that viewers get together, the table after them, and how long they wait for them."""

    lines: Sequence[Told]
    table: Table
    wait: float = 0.0  # seconds


class Desk(Writer[Table]):
    """A table in service."""

    def __init__(
        self,
        store: Store,
        life: Table,
        house: Callable[[], House],
        clock: TurnClock,
        delay: float = 0.0,
        beat: float = 0.0,
    ) -> None:
        """Take a table as its setting up left it; the rest of its log follows by `resume`."""
        super().__init__(store, stream_of(life.name), life)
        self._house, self.clock = house, clock
        self.chat = Chat(store, life.name)
        clock.is_here = self.is_here
        self._delay, self._lagging = delay, (life, 0)  # how, and what, spectators see
        self._beat, self._shown = beat, life  # the pace of a run-out, and the table last sent
        self._busy_until = clock.now()  # when the viewers have seen it all
        self.on_entry: Callable[[Entry], None] = lambda entry: None  # what others must know
        self.prepare: Callable[[], Awaitable[None]] | None = None  # by the house's own people
        self.books: Bookkeeper | None = None  # of the cage
        self.papers: Papers | None = None  # that the house takes
        self.tables: Callable[[], Iterable[Table]] = lambda: (self.state,)  # of the room
        self.rounds: deque[Opened] = deque(maxlen=ROUNDS)
        self.tail: deque[Told] = deque(maxlen=TAIL)
        self.incidents: deque[Incident] = deque(maxlen=INCIDENTS)
        self.watchers: set[Watcher] = set()
        self.changed = asyncio.Event()  # set after every commit, then replaced
        self._lengthening = asyncio.Lock()
        self._screen: tuple[Table, TableSeen] | None = None  # what a spectator sees, once made
        self._sealed = 0  # the line that sealed the deck before the dealer
        self._public: Round | None = None  # the round in hand as a spectator knows it

    async def ask(self, order: Order, client: str = "", sequence: int = 0) -> Reply:
        """Give an order; before the table opens, the house's staff prepare its decks."""
        if isinstance(order.says, OpenTable) and self.prepare and self.state.status != "open":
            check_order(order, self.state.game.own(order.says.clause))
            await self.prepare()
        reply = await super().ask(order, client, sequence)
        if self.books is not None:
            await self.books.book(self.state.name)
        return reply

    def obey(self, order: Order) -> tuple[Table, list[Entry]]:
        """What the order amounts to at this table, which is an automated one."""
        check_automated(self.state, order)
        self.clock.check(self.state, order)
        house = self._house()
        if isinstance(order.says, Sit | CountBox):  # they depend on the other tables of the room
            house = abreast(house, self.tables())
        return table_desk.obey(self.state, order, house)

    def resume(self, number: int, entry: Entry) -> None:
        """Take one more line of the stored log, before the table is in service."""
        if number > 1:  # the first line set the table up
            self.state = table_log.evolve(self.state, entry)
        self.number = number
        self._lagging, self._shown = (self.state, number), self.state
        self._note(number, entry)

    def _note(self, number: int, entry: Entry) -> None:
        """Keep a line at hand, with its words and who sits where."""
        if self.books is not None:
            self.books.note(self.state.name, number, entry)
        if self.papers is not None:
            self.papers.note(getattr(entry.fact, "slip", None))
        seen = seen_entry(entry)
        street = street_of(self._public)
        said, self._public = told_in_words(self._public, seen.fact, self.state.game)
        seating = {taken.person: seat for seat, taken in self.state.seats.items()}
        if isinstance(entry.fact, RoundOpened):
            sealed = self._sealed or number
            self.rounds.append(Opened(self.state.rounds + 1, number, entry.at, seating, sealed))
            self._sealed = 0
        elif isinstance(entry.fact, DeckSealed) and not entry.fact.shuffle:
            self._sealed = number
        if found := incident(number, entry, said.words, self.state.name):
            self.incidents.append(found)
        public = msgspec.Raw(_encoder.encode(line_told(number, seen, said, street)))
        self.tail.append(Told(number, entry, said, street, seating, public))

    def seat_of(self, person: str) -> int:
        """A person's seat; 0 for a spectator."""
        for seat, taken in self.state.seats.items():
            if person and taken.person == person:
                return seat
        return NOBODY

    def tell(self, entries: list[Entry]) -> None:
        """Send every viewer what happened and the table, each in their own view."""
        for number, entry in enumerate(entries, self.number - len(entries) + 1):
            self._note(number, entry)
            self.on_entry(entry)
        fresh = list(islice(reversed(self.tail), len(entries)))[::-1]
        steps = self._steps(fresh)
        frames: dict[int, list[bytes]] = {}  # the people at one seat are one person
        for watcher in tuple(self.watchers):
            seat = self.seat_of(watcher.person)
            if seat == NOBODY and self._delay:
                continue
            if seat not in frames:
                frames[seat] = [self._frame(*step, watcher.person) for step in steps]
            for frame in frames[seat]:
                self._send(watcher, frame)
        if self._delay:
            asyncio.get_running_loop().call_later(
                self._delay, self._reveal, self.state, self.number, fresh
            )
        if not self.state.playing:
            for message in self.chat.release():
                self.announce(message)
        if any(isinstance(entry.fact, Seated | SeatLeft) for entry in entries):
            self.tell_room()
        self._pulse()

    def _steps(self, fresh: Sequence[Told]) -> list[Step]:
        """What happened, one step for each street dealt, so that viewers can follow a run-out."""
        begins = any(isinstance(line.entry.fact, RoundOpened) for line in fresh)
        deals = BoardDealt if begins else BoardDealt | Dealt  # a first deal is one step
        cuts = [n for n, line in enumerate(fresh, 1) if isinstance(line.entry.fact, deals)][:-1]
        if not cuts or not self._beat:
            self._shown = self.state
            return [Step(fresh, self.state)]
        steps, life = list[Step](), self._shown
        for first, last in pairwise((0, *cuts, len(fresh))):
            life = reduce(table_log.evolve, (line.entry for line in fresh[first:last]), life)
            steps.append(Step(fresh[first:last], life, self._beat if first else 0.0))
        self._shown = self.state
        self._busy_until = self.clock.now() + timedelta(seconds=self._beat * len(steps))
        return steps

    @property
    def unseen(self) -> float:
        """Seconds until the viewers have seen everything that was sent."""
        return max(0.0, (self._busy_until - self.clock.now()) / timedelta(seconds=1))

    def _send(self, watcher: Watcher, frame: bytes) -> None:
        watcher.tell(frame)
        if watcher.gone:
            self.watchers.discard(watcher)

    def _reveal(self, life: Table, number: int, lines: Sequence[Told]) -> None:
        """Send spectators what happened a while ago."""
        self._lagging = life, number
        frame = self._frame(lines, life, 0.0, "")
        for watcher in tuple(self.watchers):
            if self.seat_of(watcher.person) == NOBODY:
                self._send(watcher, frame)

    def announce(self, frame: bytes) -> None:
        """Send all viewers the same frame."""
        for watcher in tuple(self.watchers):
            self._send(watcher, frame)

    def utter(self, line: int, by: str, frame: bytes) -> None:
        """Send a message: at once, or in a round only to its writer and the players out of it."""
        if self.chat.open or not self.state.playing:
            return self.announce(frame)
        self.chat.hold(line, frame)
        seated = frozenset(held.person for held in self.state.seats.values())
        return self.tell_people((seated - in_hand(self.state)) | {by}, frame)

    def tell_people(self, people: frozenset[str], frame: bytes) -> None:
        """Send something to those of these people who follow this table."""
        for watcher in tuple(self.watchers):
            if watcher.person in people:
                self._send(watcher, frame)

    def is_here(self, person: str) -> bool:
        """Whether a person is connected."""
        return any(watcher.person == person for watcher in self.watchers)

    def seen_by(self, person: str) -> TableSeen:
        """The table as one person may see it now; a spectator, perhaps, as it was."""
        seat = self.seat_of(person)
        if seat == NOBODY and self._delay:
            return screen(*self._lagging)
        if self._screen is None or self._screen[0] is not self.state:
            self._screen = self.state, public_screen(self.state, self.number)
        return seen_from(self._screen[1], self.state, seat)

    def _pulse(self) -> None:
        """Wake the tasks that wait for a change."""
        self.changed.set()
        self.changed = asyncio.Event()

    def watch(self, watcher: Watcher) -> None:
        """Add a viewer."""
        self.watchers.add(watcher)
        self.clock.came(self.state, watcher.person)
        self._pulse()

    async def lengthen(self, person: str, at: datetime) -> Reply:
        """Give a player time from their time bank, one request at a time."""
        async with self._lengthening:
            says = self.clock.extension(self.state, person)
            return await self.ask(Order(at, HOUSE_DEALER, says))

    def tell_room(self) -> None:
        """Tell all viewers who waits, and for whom seats are kept."""
        for watcher in tuple(self.watchers):
            self.show_room(watcher)
        self._pulse()

    def show_room(self, watcher: Watcher) -> None:
        """Send a viewer the room around the table, unless it is unchanged."""
        frame = self.beside(watcher.person)
        if frame != watcher.room:
            watcher.room = frame
            self._send(watcher, frame)

    def beside(self, person: str) -> bytes:
        """The room around this table as one person sees it."""
        return _encoder.encode(beside(self.state, self._house(), person, self.clock.now()))

    def since(self, number: int, person: str = "") -> bytes:
        """What a viewer missed after a line; a newcomer gets the round in hand or just played.

        If the line is too long ago, they get only the current state.
        """
        if number < 0:
            number = self.rounds[-1].number - 1 if self.rounds else 0
        newest = self.number
        if self._delay and self.seat_of(person) == NOBODY:
            newest = self._lagging[1]
        missed = [line for line in self.tail if number < line.number <= newest]
        if not 0 <= number <= newest or len(missed) < newest - number:
            missed = []
        return self._frame(missed, self.state, 0.0, person)

    def _frame(self, lines: Sequence[Told], life: Table, wait: float, person: str) -> bytes:
        late = self._delay and self.seat_of(person) == NOBODY
        now = late or life is self.state  # not a step on the way there
        seen = self.seen_by(person) if now else self._on_the_way(lines, life, person)
        frame = ToldFrame(
            lines=[told.line("" if late else person) for told in lines],
            screen=seen,
            clock=None if late else self.clock.shown(life, person),
            wait=wait,
        )
        return _encoder.encode(frame)

    def _on_the_way(self, lines: Sequence[Told], life: Table, person: str) -> TableSeen:
        return screen(life, lines[-1].number, self.seat_of(person))


def told_in_words(state: Round | None, fact: Any, game: Game) -> tuple[Spoken, Round | None]:
    """A fact in words as a spectator hears it, and the round that a spectator then knows."""
    if isinstance(fact, RoundOpened):
        return Spoken(f"a round of {game.title} begins"), opening(game, fact)
    if state is None or not isinstance(fact, AnyEvent):
        return Spoken(narrate_room(fact).words if is_public(fact) else ""), state
    line = say(state, fact)
    said = line if isinstance(line, Spoken) else Spoken(line.words if line is not None else "")
    return said, evolve(state, fact)


def street_of(state: Round | None) -> str:
    """The street that a line belongs to, as it finds the round."""
    if state is None or state.at >= len(state.script):  # nothing is left but to close it
        return ""
    return "" if state.done else state.step.street
