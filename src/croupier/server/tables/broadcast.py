"""What viewers of a table are sent: its lines in words, and frames made once for equal eyes."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from croupier.engine.event import is_round_event
from croupier.engine.events import BoardDealt, Dealt, RoundOpened, TurnedUp
from croupier.engine.evolve import evolve
from croupier.engine.play import opening
from croupier.engine.round import Round
from croupier.room.logbook import Entry
from croupier.rules.game import Game
from croupier.server.tables.clock import TurnClock
from croupier.server.tables.frames import LineSent, OwnPart, UpdateFrame
from croupier.views.entry import seen_entry
from croupier.views.narration.narrate import say
from croupier.views.narration.narrate_room import is_public, narrate_room
from croupier.views.narration.sentences import Spoken
from croupier.views.narration.wording import Line
from croupier.views.screen.changes import NOTHING, Changes, changes_between
from croupier.views.screen.moment import Moment
from croupier.views.seat import NOBODY

_encoder = msgspec.json.Encoder()


class LoggedLine(Struct, frozen=True, gc=False):
    """A line of the log in memory: the line, who sat where, and its public form."""

    number: int
    entry: Entry
    said: Spoken
    street: str
    seating: dict[str, int]
    public: msgspec.Raw  # the public form: most lines are the same for all viewers
    private: bool  # some player may see more

    def line(self, person: str) -> msgspec.Raw:
        """The line as one person may see it, by where they sat then."""
        seat = self.seating.get(person, NOBODY) if person else NOBODY
        if seat == NOBODY or not self.private:
            return self.public
        seen = seen_entry(self.entry, seat)
        return msgspec.Raw(_encoder.encode(line_sent(self.number, seen, self.said, self.street)))


def line_sent(number: int, seen: Entry, said: Spoken, street: str) -> LineSent:
    """A line of the log as it is sent."""
    return LineSent(
        number=number,
        words=said.words,
        street=street,
        clause=getattr(seen.fact, "clause", ""),
        play=is_round_event(seen.fact),
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


def looked_at(facts: Iterable[Any]) -> list[int]:
    """After how many facts viewers need time to look: at a street, or at hands turned up."""
    told = [*facts, None]
    begins = any(isinstance(fact, RoundOpened) for fact in told)
    deals = BoardDealt if begins else BoardDealt | Dealt  # a first deal is one step
    return [
        n
        for n, (fact, after) in enumerate(pairwise(told), 1)
        if isinstance(fact, deals)
        or (isinstance(fact, TurnedUp) and not isinstance(after, TurnedUp))
    ]


class Step:
    """Lines that viewers get together, the table before and after them, and the wait for them."""

    def __init__(
        self,
        lines: Sequence[LoggedLine],
        before: Moment,
        after: Moment,
        clock: TurnClock | None,
        wait: float = 0.0,
    ) -> None:
        """Make frames of these; without a clock they are about the past."""
        self.lines, self.before, self.after, self.wait = lines, before, after, wait
        self._clock = clock
        self._wholes: dict[str, bytes] = {}  # frames with the whole screen, by person

    def frame(self, person: str, shown: Moment | None) -> bytes:
        """The frame for a watcher: what changed, or else the whole screen."""
        if shown is not self.before:
            return self._whole(person)
        common = self._common
        return common if person not in self._apart else self._besides(person, common)

    def _whole(self, person: str) -> bytes:
        if (made := self._wholes.get(person)) is None:
            made = whole_frame(self.lines, self.after, self._clock, person, self.wait)
            self._wholes[person] = made
        return made

    def _besides(self, person: str, common: bytes) -> bytes:
        """The common frame with the part of one player; most of the time there is none."""
        was, seat = self.before.seat_of(person), self.after.seat_of(person)
        new = self.after.own_since(self.before, was, seat, self._changes)
        bank = self._banks.get(person, 0.0)
        lines = tuple(mine for one in self._private if (mine := one.line(person)) != one.public)
        if new is NOTHING and not bank and not lines:
            return common
        own = OwnPart(new.fields, new.seats, lines, bank)
        return b'%b,"own":%b}' % (common[:-1], _encoder.encode(own))

    @cached_property
    def _common(self) -> bytes:
        """The frame of what changed that spectators get, and most players."""
        frame = UpdateFrame(
            lines=[one.public for one in self.lines],
            clock=self._clock.shown(self.after.life, "") if self._clock is not None else None,
            after=self.before.number,
            changes=self._changes,
            wait=self.wait,
        )
        return _encoder.encode(frame)

    @cached_property
    def _changes(self) -> Changes:
        return changes_between(self.before.public, self.after.public)

    @cached_property
    def _banks(self) -> dict[str, float]:
        return self._clock.banks(self.after.life) if self._clock is not None else {}

    @cached_property
    def _apart(self) -> Collection[str]:
        """The players who may get more than a spectator."""
        if self._private:
            return self.before.seating.keys() | self.after.seating.keys()
        return self.after.apart(self.before, self._changes) | self._banks.keys()

    @cached_property
    def _private(self) -> list[LoggedLine]:
        return [one for one in self.lines if one.private]


def whole_frame(
    lines: Sequence[LoggedLine],
    moment: Moment,
    clock: TurnClock | None,
    person: str,
    wait: float = 0.0,
) -> bytes:
    """A frame with the whole screen of one person; without a clock it is about the past."""
    frame = UpdateFrame(
        lines=[one.line(person) for one in lines],
        clock=clock.shown(moment.life, person) if clock is not None else None,
        screen=moment.screen(moment.seat_of(person)),
        wait=wait,
    )
    return _encoder.encode(frame)


def in_words(state: Round | None, fact: Any, game: Game) -> tuple[Spoken, Round | None]:
    """A fact in the words of a frame, and the round as a spectator then knows it."""
    if isinstance(fact, RoundOpened):
        return Spoken(f"a round of {game.title} begins"), opening(game, fact)
    if state is None or not is_round_event(fact):
        return _spoken(narrate_room(fact) if is_public(fact) else None), state
    return _spoken(say(state, fact)), evolve(state, fact)


def _spoken(line: Line | None) -> Spoken:
    return line if isinstance(line, Spoken) else Spoken(line.words if line is not None else "")


def street_of(state: Round | None) -> str:
    """The street that a line sent to watchers belongs to."""
    if state is None or state.at >= len(state.script):  # nothing is left but to close it
        return ""
    return "" if state.done else state.step.street
