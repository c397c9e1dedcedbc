"""The record of a table with real cards: a line per entry, on disk before it is shown.

A line holds what was typed and every entry of the table's log that it came to, so that an entry is
there whole or not at all. Nothing is ever rewritten: an entry that is taken back stays, and a later
line says so. To resume is to read the lines again.
"""

import fcntl
import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import Raw, Struct, field

from croupier.refused import Refused, brief
from croupier.room.house import evolve as house
from croupier.room.logbook import Entry
from croupier.room.table import evolve as life

FORMAT = "croupier assist"
VERSION = 1


class Head(Struct, frozen=True):
    """The first line: what this file is."""

    record: str
    version: int
    game: str


class Line(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One entry: its number, what was typed, and its effect; or which line it undoes."""

    n: int
    at: datetime
    typed: str
    undoes: int = 0
    entries: tuple[Raw, ...] = ()  # of the table
    house: tuple[Raw, ...] = ()  # of the house
    # who is on duty, and which hand holds the cards
    duties: dict[str, str] = field(default_factory=dict, name="told")


_encoder = msgspec.json.Encoder()
_head, _line = msgspec.json.Decoder(Head), msgspec.json.Decoder(Line)


def standing(lines: Sequence[Line]) -> list[Line]:
    """The lines that count: neither taken back nor taking back."""
    gone = {line.undoes for line in lines}
    return [line for line in lines if not line.undoes and line.n not in gone]


def table_entries(lines: Sequence[Line]) -> Iterator[Entry]:
    """The log of the table that these lines hold."""
    return (life.read_entry(bytes(raw)) for line in lines for raw in line.entries)


def house_entries(lines: Sequence[Line]) -> Iterator[Entry]:
    """The log of the house as it is in these lines of the record on disk."""
    return (house.read_entry(bytes(raw)) for line in lines for raw in line.house)


def is_record(line: str) -> bool:
    """Whether a file that begins with this line is the record of an assisted table."""
    try:
        return _head.decode(line).record == FORMAT
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False


def read_record(lines: Sequence[str]) -> tuple[list[Entry], list[Entry]]:
    """Read the logs of table and house from a record, without locking its file."""
    try:
        kept = standing([_line.decode(line) for line in lines[1:] if line])
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise Refused("FIELD log", f"not the record of a table: {brief(fault)}") from None
    return list(table_entries(kept)), list(house_entries(kept))


class Record:
    """A file that only grows; one process at a time may write it."""

    def __init__(self, path: Path, game: str) -> None:
        """Open the file, or begin it; a last line that was not finished was never acknowledged."""
        self.path = path
        self._file = path.open("a+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise Refused("FIELD log", f"{path} is in use by another table") from None
        try:
            self._begin(game)
        except BaseException:
            self._file.close()
            raise

    def _begin(self, game: str) -> None:
        self._file.seek(0)
        *whole, torn = self._file.read().split(b"\n")
        if torn:
            self._file.truncate(sum(len(line) + 1 for line in whole))
        self.torn = bool(torn)
        self.lines: list[Line] = []
        if whole:
            self._read(whole, game)
        else:
            self._write(Head(FORMAT, VERSION, game))
            _sync_directory(self.path.parent)

    def _read(self, whole: Sequence[bytes], game: str) -> None:
        try:
            head = _head.decode(whole[0])
            if (head.record, head.version) != (FORMAT, VERSION):
                raise Refused("FIELD log", f"{self.path} is not a record of this version")
            if head.game != game:
                raise Refused("FIELD log", f"{self.path} is the record of {head.game}, not {game}")
            self.lines = [_line.decode(line) for line in whole[1:]]
        except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
            why = f"{self.path} is not the record of a table: {brief(fault)}"
            raise Refused("FIELD log", why) from None
        if [line.n for line in self.lines] != list(range(1, len(self.lines) + 1)):
            raise Refused("FIELD log", f"lines of {self.path} are missing")

    @property
    def standing(self) -> list[Line]:
        """The lines that count: neither taken back nor taking back."""
        return standing(self.lines)

    @property
    def undone(self) -> int:
        """How many entries were taken back."""
        return sum(bool(line.undoes) for line in self.lines)

    def entries(self) -> Iterator[Entry]:
        """The log of the table as it stands."""
        return table_entries(self.standing)

    def house_entries(self) -> Iterator[Entry]:
        """The log of the house as it stands."""
        return house_entries(self.standing)

    def duties(self) -> dict[str, str]:
        """What the dealer said of the shift, the newest answer to each question."""
        return {key: word for line in self.standing for key, word in line.duties.items()}

    def add(
        self,
        at: datetime,
        typed: str,
        entries: Sequence[Entry],
        of_house: Sequence[Entry] = (),
        duties: Mapping[str, str] | None = None,
    ) -> None:
        """Write one entry through to the disk."""
        table = tuple(Raw(life.write_entry(entry).encode()) for entry in entries)
        room = tuple(Raw(house.write_entry(entry).encode()) for entry in of_house)
        number, heard = len(self.lines) + 1, dict(duties or {})
        self._add(Line(n=number, at=at, typed=typed, entries=table, house=room, duties=heard))

    def take_back(self, at: datetime, typed: str) -> Line:
        """Take the last standing entry back; the founding of the table stays."""
        if len(self.standing) < 2:
            raise Refused("FIELD entry", "there is nothing to take back")
        last = self.standing[-1]
        self._add(Line(n=len(self.lines) + 1, at=at, typed=typed, undoes=last.n))
        return last

    def _add(self, line: Line) -> None:
        self._write(line)
        self.lines.append(line)

    def _write(self, line: Head | Line) -> None:
        self._file.write(_encoder.encode(line) + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let another process have the file."""
        self._file.close()


def _sync_directory(path: Path) -> None:
    """Make the name of a new file survive a power cut too."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
