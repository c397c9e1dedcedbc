"""The hands of a table's log: each with its number and its events, ready to be played again."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from msgspec import Struct

from croupier.engine.accounts import Account, Move
from croupier.engine.event import is_round_event
from croupier.engine.events import RoundClosed, RoundOpened, write_event
from croupier.engine.faults import CalledDead, Misdealt
from croupier.games import game_of
from croupier.room.logbook import Entry
from croupier.rules.game import Game
from croupier.rules.sign import TableSign


class Hand(Struct, frozen=True):
    """One round of play as the log has it."""

    table: str
    number: int
    entries: tuple[Entry, ...]

    @property
    def opened(self) -> RoundOpened:
        """The opening event."""
        fact: RoundOpened = self.entries[0].fact
        return fact

    @property
    def game(self) -> Game:
        """The game that was dealt."""
        return game_of(self.opened.game)

    @property
    def sign(self) -> TableSign:
        """The sign in force."""
        return self.opened.sign

    @property
    def at(self) -> datetime:
        """When it ended, or its last line so far. A hand shown later does not move the end."""
        ends = (entry.at for entry in self.entries if isinstance(entry.fact, RoundClosed))
        return next(ends, self.entries[-1].at)

    @property
    def closed(self) -> bool:
        """Whether it is over."""
        return any(isinstance(entry.fact, RoundClosed) for entry in self.entries)

    @property
    def moves(self) -> list[Move]:
        """Every move of chips, in order."""
        return [move for entry in self.entries for move in moves_of(entry)]

    @property
    def lines(self) -> list[str]:
        """Its log, an event a line, as `croupier replay` reads it."""
        return [write_event(entry.fact) for entry in self.entries]


def moves_of(entry: Entry) -> Sequence[Move]:
    """The chips that a line of a log moved."""
    moves: Sequence[Move] = getattr(entry.fact, "moves", ())
    return moves


def into(moves: Iterable[Move], account: Account) -> int:
    """The chips that an account received in a log."""
    return sum(move.chips for move in moves if move.target == account)


def out_of(moves: Iterable[Move], account: Account) -> int:
    """The chips that left an account in a log."""
    return sum(move.chips for move in moves if move.source == account)


def numbered(log: Iterable[Entry]) -> Iterator[tuple[int, Entry]]:
    """Every line with the number of the hand in play or last played; 0 before the first.

    What happens between two hands belongs to the one before.
    """
    number, done, undone = 0, 0, False
    for entry in log:
        match entry.fact:
            case RoundOpened():
                number, undone = done + 1, False
            case Misdealt() | CalledDead():
                undone = True
            case _:
                pass
        yield number, entry
        if isinstance(entry.fact, RoundClosed) and not undone:
            done = number


def hands_of(table: str, log: Iterable[Entry]) -> Iterator[Hand]:
    """The hands of a table, in order; one that was undone and dealt again is there twice."""
    number, entries = 0, list[Entry]()
    for at, entry in numbered(log):
        if not is_round_event(entry.fact):
            continue
        if isinstance(entry.fact, RoundOpened) and entries:
            yield Hand(table, number, tuple(entries))
            entries = []
        number = at
        entries.append(entry)
    if entries:
        yield Hand(table, number, tuple(entries))
