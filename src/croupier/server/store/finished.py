"""Finished rounds, as a search finds them: made from lines that hide no card."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, time
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Row

from croupier.engine import events as engine_events
from croupier.engine.accounts import POT
from croupier.engine.event import is_round_event
from croupier.engine.events import RoundClosed, RoundOpened
from croupier.engine.faults import CalledDead, Misdealt
from croupier.games import game_of
from croupier.room.conduct.facts import RemovedPlayerLeft
from croupier.room.house.days import day_of
from croupier.room.logbook import Entry
from croupier.room.seating.facts import Seated, SeatLeft
from croupier.room.table.facts import TableClosed
from croupier.room.table.state import Table
from croupier.server.store.keys import Keys
from croupier.server.store.lines import stream_of
from croupier.views.entry import hides_cards
from croupier.views.recorded_hands import into, moves_of

FACES = (
    engine_events.Shown
    | engine_events.Revealed
    | engine_events.BoardDealt
    | engine_events.HouseRevealed
)


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
    undone: bool = False  # a misdeal, or called dead
    words: str = ""  # what a search looks through, each word once, between spaces

    def won(self, person: str) -> int:
        """What a player won or lost."""
        seat = self.seating.get(person, 0)
        return self.finish.get(seat, 0) - self.stacks.get(seat, 0) if self.finish else 0


def finished(before: Table, after: int, entries: Iterable[Entry]) -> list[Kept]:
    """The rounds that end in these entries, which follow a line after which none is open."""
    fold = _Fold(before)
    for number, entry in enumerate(entries, after + 1):
        if not hides_cards(entry.fact):
            fold.take(number, entry)
    return fold.rounds


class _Fold:
    """A part of a table's log, as far as it was read."""

    def __init__(self, before: Table) -> None:
        self.table, self._done = before.name, before.rounds
        self.rounds: list[Kept] = []
        self._seats = {seat: held.person for seat, held in before.seats.items()}
        self._open: Kept | None = None
        self._words: set[str] = set()

    def take(self, number: int, entry: Entry) -> None:
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
        if self._open is not None and is_round_event(entry.fact):
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
            seating={self._seats[s]: s for s in sorted(fact.stacks) if s in self._seats},
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
            open_.words = to_words(" ".join([*about, *self._words]))
            self._done += not open_.undone
            self.rounds.append(open_)
            self._open = None


def _searched(fact: Any) -> set[str]:
    """What a fact may be found by: its name, its clause, and cards that lay face up."""
    name = _spaced(type(fact).__name__)
    cards = {card.value for card in fact.cards} if isinstance(fact, FACES) else set()
    return {name, fact.clause} | cards


@lru_cache
def _spaced(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name)


def to_words(text: str) -> str:
    """The search terms of a stored round: every word once, and the first part of words with signs.

    >>> to_words("POKER 7(c)")
    ' 7 7(c 7(c) c poker '
    """
    low = text.lower()
    begun = {word[: at.start()] for word in low.split() for at in re.finditer(r"(?!\w)", word)}
    words = (begun | set(re.findall(r"\w+", low))) - {""}
    return f" {' '.join(sorted(words))} "


def round_row(kept: Kept, dawn: time) -> dict[str, Any]:
    """A round as a row of the database, with the people who played it."""
    at = f"{kept.at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}"
    return {
        "stream": stream_of(kept.table),
        "line": kept.line,
        "round": kept.round,
        "day": day_of(dawn, kept.at),
        "at": at,
        "game": kept.game,
        "undone": kept.undone,
        "words": kept.words,
        "body": msgspec.json.encode(msgspec.structs.replace(kept, words="")),
        "people": list(kept.seating),
    }


def round_mac(stream: str, line: int, body: bytes, keys: Keys) -> bytes:
    """The MAC of a row: what it says decides who may see the cards of a round."""
    return keys.mac(b"finished round", stream, line, body)


def read_round(row: Row[Any], keys: Keys) -> Kept | None:
    """A round out of its row, its words stay in the database; None if the room did not write it."""
    body = bytes(row.body)
    if row.mac is None or bytes(row.mac) != round_mac(row.stream, row.line, body, keys):
        return None
    return msgspec.json.decode(body, type=Kept)
