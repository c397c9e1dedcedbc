"""A table in service: its writer and its viewers, who each see their own view."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Sequence
from datetime import datetime, timedelta
from functools import reduce
from itertools import islice, pairwise
from typing import Any

import msgspec

from croupier.engine.events import RoundOpened
from croupier.engine.round import Round
from croupier.refused import Refused
from croupier.room.cage.funding import DRAWS, Short
from croupier.room.conduct.decide import abreast, in_hand
from croupier.room.conduct.orders import RemovePlayer
from croupier.room.courier import Slip, is_pending
from croupier.room.custody.chores import check_automated, with_count
from croupier.room.custody.facts import DeckSealed
from croupier.room.funds.box import CountBox
from croupier.room.house.hosting import check_guest
from croupier.room.house.people import HOUSE_DEALER
from croupier.room.house.state import House
from croupier.room.logbook import Entry, Order, check_order
from croupier.room.seating.decide import kind_of
from croupier.room.seating.orders import Sit
from croupier.room.table import decide as table_desk
from croupier.room.table import evolve as table_log
from croupier.room.table.orders import OpenTable, PostSign
from croupier.room.table.state import Table
from croupier.room.table.written import between, write_table
from croupier.server.monitoring.server_log import LOG
from croupier.server.store.database import Store
from croupier.server.store.keys import Keys
from croupier.server.store.lines import stream_of
from croupier.server.store.retired import Base
from croupier.server.store.snapshots import Keep
from croupier.server.tables.broadcast import (
    LoggedLine,
    Opened,
    Step,
    in_words,
    line_sent,
    looked_at,
    street_of,
    whole_frame,
)
from croupier.server.tables.chat import Chat
from croupier.server.tables.clock import TurnClock
from croupier.server.tables.deliveries import Courier
from croupier.server.tables.memories import INCIDENTS, KEPT_EVERY, Recent, TableMemory, keep_table
from croupier.server.tables.room_view import AROUND, RoomInfo, room_info
from croupier.server.tables.slips import PendingSlips
from croupier.server.tables.till import Till
from croupier.server.tables.writer import Reply, Writer
from croupier.views.entry import names_own_cards, seen_entry
from croupier.views.reports.incidents import Incident, incident
from croupier.views.screen.moment import Moment
from croupier.views.screen.table_view import TableSeen
from croupier.views.seat import NOBODY

TAIL = 1000  # lines kept at hand for viewers who come back
ROUNDS = 500  # whose beginnings are kept at hand
BACKLOG = 256  # frames a slow viewer may lag behind before it is dropped
_encoder = msgspec.json.Encoder()
NOTHING = _encoder.encode(RoomInfo())  # no one waits, no seat is kept: what a page assumes


class Watcher:
    """A viewer of a table: the person at a seat, or a spectator."""

    def __init__(self, person: str = "", client: str = "") -> None:
        """Follow as this person; a spectator has an empty name."""
        self.person, self.client = person, client
        self.frames: asyncio.Queue[bytes] = asyncio.Queue(BACKLOG)
        self.gone = False
        self.room = NOTHING  # the room around the table, as last sent
        self.shown: Moment | None = None  # the table as last sent

    def tell(self, frame: bytes) -> None:
        """Take a frame; a viewer who cannot keep up is dropped, and reconnects."""
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.gone = True

    def turn_away(self) -> None:
        """Send no more frames, and end the connection."""
        self.gone = True

    @property
    def behind(self) -> int:
        """How many bytes were sent to a watcher and not taken yet."""
        return 0


class Desk(Writer[Table]):
    """A table in service."""

    every = KEPT_EVERY

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
        self.house, self.clock = house, clock
        self.chat = Chat(store, life.name)
        clock.is_here = self.is_here
        self._beat = beat  # the pace of a run-out
        self._now = Moment(life, 0)
        self._delay, self._lagging = delay, self._now  # how late, and what, spectators see
        self._busy_until = clock.now()  # when the viewers have seen it all
        self.on_entry: Callable[[Entry], None] = lambda entry: None  # what others must know
        # by the house's own people
        self.prepare: Callable[[], Coroutine[Any, Any, None]] | None = None
        self.courier: Courier | None = None  # to the house
        self.till: Till | None = None  # where purchases draw on chips on hand
        self.pending_slips: PendingSlips | None = None  # that the house takes
        self.tables: Callable[[], Iterable[Table]] = lambda: (self.state,)  # of the room
        self.rounds: deque[Opened] = deque(maxlen=ROUNDS)
        self.tail: deque[LoggedLine] = deque(maxlen=TAIL)
        self.incidents: deque[Incident] = deque(maxlen=INCIDENTS)
        self.watchers: set[Watcher] = set()
        self.changed = asyncio.Event()  # set after every commit, then replaced
        self._lengthening = asyncio.Lock()
        self._sealed = 0  # the line that sealed the deck before the dealer
        self._public: Round | None = None  # the round in hand as a spectator knows it
        self.recent = Recent(life, house().dawn)  # what is not kept yet
        self._next = self.recent  # after what is being kept
        self.slips: list[Entry] = []  # lines with slips for the house, and those of long ago

    async def ask(self, order: Order, client: str = "", sequence: int = 0) -> Reply:
        """Give an order; before the table opens, the house's staff prepare its decks."""
        if self.elsewhere is not None:
            return await super().ask(order, client, sequence)
        if isinstance(order.says, OpenTable) and self.prepare and self.state.status != "open":
            check_order(order, self.state.game.own(order.says.clause))
            await self.prepare()
        if self.till is not None and isinstance(order.says, (*DRAWS, PostSign)):
            try:
                async with self.till.turn(lambda: self.state, order):
                    return await self._ask(order, client, sequence)
            except Short as short:
                raise await self.till.ask_for(order, self.state.name, short) from None
        return await self._ask(order, client, sequence)

    async def _ask(self, order: Order, client: str, sequence: int) -> Reply:
        reply = await super().ask(order, client, sequence)
        if self.courier is not None:
            try:
                await self.courier.book(self.state.name)
            except Refused as refusal:  # the order is carried out: the books follow
                LOG.warning("%s is not booked yet: %s", self.stream, refusal)
        return reply

    def obey(self, order: Order) -> tuple[Table, list[Entry]]:
        """What the order amounts to at this table, which is an automated one."""
        check_automated(self.state, order)
        self.clock.check(self.state, order)
        house = self.house()
        if isinstance(order.says, Sit):
            check_guest(house, self.state.name, order.by.name)
        if isinstance(order.says, (Sit, CountBox, RemovePlayer)):  # they depend on other tables
            house = abreast(house, self.tables())
        obeyed = table_desk.obey(self.state, order, house)
        if self.till is not None and isinstance(order.says, DRAWS):
            self.till.check(self.state, order)
        elif self.till is not None and isinstance(order.says, PostSign):
            self.till.check_seed(obeyed[1])
        return with_count(*obeyed, order.at, house)

    def resume(self, number: int, entry: Entry) -> None:
        """Take one more line of the stored log, before the table is in service."""
        if number > 1:  # the first line set the table up
            self.state = table_log.evolve(self.state, entry)
        self.number = number
        self._lagging = self._now = Moment(self.state, number)
        self._note(number, entry)

    def follow(self, number: int, entry: Entry) -> None:
        """Take a line that the process which has this table wrote."""
        self.resume(number, entry)
        self.on_entry(entry)
        self.pulse()

    def was_kept(self, upto: int) -> None:
        """Begin what is recent after a line up to which another process kept the table."""
        old, count = self.recent, upto - self.recent.after
        if 0 < count <= len(old.entries):
            read = old.entries[0 if old.after else 1 : count]  # the first line set the table up
            life = reduce(table_log.evolve, read, old.before)
            self.recent = Recent(between(life), old.dawn, upto, new=False)
            self.recent.entries = old.entries[count:]

    def keep(self, entries: Sequence[Entry], every: int = 0) -> Keep | None:
        """What is kept of the table before it opens a round; no charge of time is under way."""
        due = self.recent.full or self.number - self.recent.after >= (every or self.every)
        if not due or self.state.charges.waiting is not None:
            return None
        if not any(isinstance(entry.fact, RoundOpened) for entry in entries):
            return None
        if self.house().dawn != self.recent.dawn:  # the next start sums everything again
            return None
        self._next = Recent(between(self.state), self.recent.dawn, self.number, new=False)
        return keep_table(self.recent, self.number, self._memory())

    def _memory(self) -> TableMemory:
        house = self.house()
        self.slips = [entry for entry in self.slips if is_pending(entry.fact.slip, house)]
        return TableMemory(
            table=msgspec.Raw(write_table(self.state)),
            rounds=tuple(self.rounds),
            incidents=tuple(self.incidents),
            sealed=self._sealed,
            waiting=self.courier.waiting_of(self.state.name) if self.courier is not None else (),
            slips=tuple(msgspec.Raw(table_log.write_entry(entry).encode()) for entry in self.slips),
        )

    def kept(self, keep: Keep) -> None:
        """Go on from what is kept, if it was stored."""
        if self.store.upto(self.stream) == keep.upto:
            self.recent = self._next

    def begin(self, base: Base) -> None:
        """Begin after the lines that were retired; those that follow come by `resume`."""
        self.number = base.number
        self._lagging = self._now = Moment(self.state, base.number)
        self.recent = Recent(self.state, self.house().dawn, base.number, retired=base.amounts)

    def recall(self, number: int, memory: TableMemory) -> None:
        """Begin where a snapshot was kept; the lines after it follow by `resume`."""
        self.number, self._sealed = number, memory.sealed
        self._lagging = self._now = Moment(self.state, number)
        self.recent = Recent(self.state, self.house().dawn, number, new=False)
        self.rounds.extend(memory.rounds)
        self.incidents.extend(memory.incidents)
        self.slips = [table_log.read_entry(bytes(entry)) for entry in memory.slips]
        if self.courier is not None:
            self.courier.wait(self.state.name, memory.waiting)
        if self.pending_slips is not None:
            for entry in self.slips:
                self.pending_slips.note(entry.fact.slip)

    def _note(self, number: int, entry: Entry) -> None:
        """Keep a line at hand, with its words and who sits where."""
        if self.courier is not None:
            self.courier.note(self.state.name, number, entry)
        if isinstance(slip := getattr(entry.fact, "slip", None), Slip):
            self.slips.append(entry)
            if self.pending_slips is not None:
                self.pending_slips.note(slip)
        self.recent.entries.append(entry)
        seen = seen_entry(entry)
        street = "" if isinstance(entry.fact, RoundOpened) else street_of(self._public)
        said, self._public = in_words(self._public, seen.fact, self.state.game)
        seating = self._now.seating
        if isinstance(entry.fact, RoundOpened):
            sealed = self._sealed or number
            self.rounds.append(Opened(self.state.rounds + 1, number, entry.at, seating, sealed))
            self._sealed = 0
        elif isinstance(entry.fact, DeckSealed) and not entry.fact.shuffle:
            self._sealed = number
        if found := incident(number, entry, said.words, self.state.name):
            self.incidents.append(found)
        public = msgspec.Raw(_encoder.encode(line_sent(number, seen, said, street)))
        private = names_own_cards(entry, seen, seating.values())
        self.tail.append(LoggedLine(number, entry, said, street, seating, public, private))

    def seat_of(self, person: str) -> int:
        """A person's seat; nobody's for a spectator."""
        return self._now.seat_of(person)

    def tell(self, entries: list[Entry]) -> None:
        """Send every viewer what happened and the table, each in their own view."""
        before, self._now = self._now, Moment(self.state, self.number, self._now)
        for number, entry in enumerate(entries, self.number - len(entries) + 1):
            self._note(number, entry)
            self.on_entry(entry)
        self._now.know(self._public)
        fresh = list(islice(reversed(self.tail), len(entries)))[::-1]
        steps = self._steps(fresh, before)
        for watcher in tuple(self.watchers):
            if not (self._delay and self._is_late(watcher.person)):
                self._show(watcher, steps)
        if self._delay:
            asyncio.get_running_loop().call_later(self._delay, self._reveal, self._now, fresh)
        if not self.state.playing:
            for message in self.chat.release():
                self.announce(message)
        if any(isinstance(entry.fact, AROUND) for entry in entries):
            self.tell_room()
        self.pulse()

    def _steps(self, fresh: Sequence[LoggedLine], before: Moment) -> list[Step]:
        """What happened, one step for each street dealt, so that viewers can follow a run-out."""
        cuts = looked_at(line.entry.fact for line in fresh)[:-1]
        if not cuts or not self._beat:
            return [Step(fresh, before, self._now, self.clock)]
        steps = list[Step]()
        for first, last in pairwise((0, *cuts, len(fresh))):
            lines, after = fresh[first:last], self._now
            if last < len(fresh):
                life = reduce(table_log.evolve, (line.entry for line in lines), before.life)
                after = Moment(life, lines[-1].number, before)
            steps.append(Step(lines, before, after, self.clock, self._beat if first else 0.0))
            before = after
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

    def _show(self, watcher: Watcher, steps: Iterable[Step], person: str | None = None) -> None:
        seen = watcher.person if person is None else person
        for step in steps:
            watcher.tell(step.frame(seen, watcher.shown))
            watcher.shown = step.after
        if watcher.gone:
            self.watchers.discard(watcher)

    def _is_late(self, person: str) -> bool:
        """Whether a person sees the table only a while later."""
        return bool(self._delay) and self.seat_of(person) == NOBODY

    def _reveal(self, moment: Moment, lines: Sequence[LoggedLine]) -> None:
        """Send spectators what happened a while ago."""
        step = Step(lines, self._lagging, moment, None)
        self._lagging = moment
        for watcher in tuple(self.watchers):
            if self._is_late(watcher.person):
                self._show(watcher, [step], person="")

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

    def turn_away(self, person: str) -> None:
        """Show the table no longer to a person who may not see it any more."""
        for watcher in tuple(self.watchers):
            if watcher.person == person:
                watcher.turn_away()

    def is_here(self, person: str) -> bool:
        """Whether a person is connected."""
        return any(watcher.person == person for watcher in self.watchers)

    def seen_by(self, person: str) -> TableSeen:
        """The table as one person may see it now; a spectator, perhaps, as it was."""
        if self._is_late(person):
            return self._lagging.public
        return self._now.screen(self.seat_of(person))

    def pulse(self) -> None:
        """Wake the tasks that wait for a change."""
        self.changed.set()
        self.changed = asyncio.Event()

    def watch(self, watcher: Watcher) -> None:
        """Add a viewer."""
        self.watchers.add(watcher)
        self.clock.came(self.state, watcher.person)
        self.pulse()

    async def lengthen(self, person: str, at: datetime) -> Reply:
        """Give a player time from their time bank, one request at a time."""
        async with self._lengthening:
            says = self.clock.extension(self.state, person)
            return await self.ask(Order(at, HOUSE_DEALER, says))

    def tell_room(self) -> None:
        """Tell all viewers who waits, and for whom seats are kept: most get the same."""
        line = {waits.person for waits in self.house().waiting.of(kind_of(self.state))}
        common = self.room_info("") if self.watchers else b""
        for watcher in tuple(self.watchers):
            self._show_room(
                watcher, self.room_info(watcher.person) if watcher.person in line else common
            )
        self.pulse()

    def show_room(self, watcher: Watcher) -> None:
        """Send a viewer the room around the table, unless it is unchanged."""
        self._show_room(watcher, self.room_info(watcher.person))

    def _show_room(self, watcher: Watcher, frame: bytes) -> None:
        if frame != watcher.room:
            watcher.room = frame
            self._send(watcher, frame)

    def room_info(self, person: str) -> bytes:
        """The room around this table as one person sees it."""
        return _encoder.encode(room_info(self.state, self.house(), person, self.clock.now()))

    def catch_up(self, watcher: Watcher, number: int) -> bytes:
        """What a viewer missed after a line, and the whole screen: later frames change it."""
        watcher.shown = self._lagging if self._is_late(watcher.person) else self._now
        return self.since(number, watcher.person)

    def since(self, number: int, person: str = "") -> bytes:
        """What a person missed after a line; a newcomer gets the round in hand or just played.

        If the line is too long ago, they get only the current state.
        """
        if number < 0:
            number = self.rounds[-1].number - 1 if self.rounds else 0
        late = self._is_late(person)
        moment = self._lagging if late else self._now
        missed = [line for line in self.tail if number < line.number <= moment.number]
        if not 0 <= number <= moment.number or len(missed) < moment.number - number:
            missed = []
        return whole_frame(missed, moment, None if late else self.clock, "" if late else person)


def begun(base: Base, keys: Keys, desk_of: Callable[[Table], Desk]) -> Desk:
    """The desk of a table whose first lines were retired, after them."""
    desk = desk_of(base.table(keys))
    desk.begin(base)
    return desk
