"""The search index: every finished round of the room, with what was public in it.

It is built from the lines that are not sealed, so it holds no hidden card. Logs only grow:
what was read once is kept, and the rest is read on the next request.
"""

import asyncio
import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from msgspec import Struct

from croupier.engine import events as engine_events
from croupier.engine.accounts import POT
from croupier.engine.events import AnyEvent, RoundClosed, RoundOpened
from croupier.engine.faults import CalledDead, Misdealt
from croupier.games import game_of
from croupier.room.conduct.facts import RemovedPlayerLeft
from croupier.room.logbook import Entry
from croupier.room.seating.facts import Seated, SeatLeft
from croupier.room.table import evolve as life
from croupier.room.table.facts import TableClosed
from croupier.server.store.chain import Stored
from croupier.server.store.database import Store
from croupier.server.store.lines import stream_of
from croupier.server.store.pages import PAGE, stored_page
from croupier.views.recorded_hands import into, moves_of

OLDEST = 200_000  # rounds of a table that are kept at hand; older ones are in the log


class Kept(Struct, kw_only=True):
    """A round that is over, or the one in hand."""

    table: str
    game: str
    title: str
    round: int
    line: int  # where it begins in the log
    at: datetime
    seating: dict[str, int]
    stacks: dict[int, int]
    finish: dict[int, int] = {}
    ended: datetime | None = None  # None: still in play
    pot: int = 0
    rake: int = 0
    undone: bool = False  # a misdeal or a dead round: the same number is dealt again
    words: str = ""  # what a search finds it by

    def won(self, person: str) -> int:
        """What a player won or lost."""
        seat = self.seating.get(person, 0)
        return self.finish.get(seat, 0) - self.stacks.get(seat, 0) if self.finish else 0


class _Fold:
    """One table's log, as far as it was read."""

    def __init__(self, table: str) -> None:
        self.table, self.after = table, 0
        self.rounds: list[Kept] = []
        self._seats: dict[int, str] = {}
        self._done = 0
        self._open: Kept | None = None
        self._words: set[str] = set()

    def take(self, page: Iterable[Stored]) -> None:
        for line in page:
            if not line.sealed:
                self._take(line.number, life.read_entry(line.body))
            self.after = line.number

    def _take(self, number: int, entry: Entry) -> None:
        match entry.fact:
            case Seated(seat=seat, person=person):
                self._seats[seat] = person
            case SeatLeft(seat=seat) | RemovedPlayerLeft(seat=seat):
                self._seats.pop(seat, None)
            case TableClosed():
                self._seats.clear()
            case RoundOpened():
                self._begin(number, entry)
            case _:
                pass
        if self._open is not None and isinstance(entry.fact, AnyEvent):
            self._heard(self._open, entry)

    def _begin(self, number: int, entry: Entry) -> None:
        fact: RoundOpened = entry.fact
        self._words = set()
        self._open = Kept(
            table=self.table,
            game=fact.game,
            title=game_of(fact.game).heading,
            round=self._done + 1,
            line=number,
            at=entry.at,
            seating={person: seat for seat, person in self._seats.items() if seat in fact.stacks},
            stacks={seat: int(chips) for seat, chips in fact.stacks.items()},
        )

    def _heard(self, open_: Kept, entry: Entry) -> None:
        fact, moves = entry.fact, moves_of(entry)
        self._words |= _searched(fact)
        open_.pot += into(moves, POT)
        if isinstance(fact, engine_events.RakeTaken):
            open_.rake += sum(move.chips for move in moves)
        if isinstance(fact, Misdealt | CalledDead):
            open_.undone = True
        if isinstance(fact, RoundClosed):
            open_.finish = {seat: int(chips) for seat, chips in fact.stacks.items()}
            open_.ended = entry.at
            about = [open_.table, open_.game, open_.title, *open_.seating]
            open_.words = " · ".join([*about, *sorted(self._words)]).lower()
            self._done += not open_.undone
            self.rounds.append(open_)
            del self.rounds[:-OLDEST]
            self._open = None


def _searched(fact: Any) -> set[str]:
    """What a fact may be found by: its name, its clause, and cards that lay face up."""
    name = re.sub(r"(?<!^)(?=[A-Z])", " ", type(fact).__name__)
    faces = (
        engine_events.Shown
        | engine_events.Revealed
        | engine_events.BoardDealt
        | engine_events.HouseRevealed
    )
    cards = {card.value for card in fact.cards} if isinstance(fact, faces) else set()
    return {name, fact.clause} | cards


class Shelf:
    """The rounds of every table."""

    def __init__(self, store: Store) -> None:
        """Read them out of this database."""
        self._store = store
        self._folds: dict[str, _Fold] = {}
        self._reading = asyncio.Lock()
        self.searching = asyncio.Semaphore(2)  # more at once would take the tables' time

    async def rounds(self, table: str) -> list[Kept]:
        """The finished rounds of a table, in order."""
        async with self._reading:
            fold = self._folds.setdefault(table, _Fold(table))
            while True:
                async with self._store.engine.connect() as connection:
                    page = await stored_page(connection, stream_of(table), fold.after)
                await asyncio.to_thread(fold.take, page)
                if len(page) < PAGE:
                    return fold.rounds
