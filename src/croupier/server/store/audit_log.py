"""Check the lines of one log, page by page: chain, MACs, what is sealed, and every round."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from croupier.engine.event import is_round_event
from croupier.engine.events import RoundClosed, RoundOpened, write_event
from croupier.engine.verify import verify_log
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.custody.facts import DeckSealed
from croupier.room.house import evolve as house
from croupier.room.logbook import Entry
from croupier.room.table import evolve as life
from croupier.server.store.chain import START, Stored, chain_faults, place
from croupier.server.store.faults import Fault
from croupier.server.store.keys import Keys
from croupier.server.store.lines import HOUSE, TABLE
from croupier.server.store.retired import Base
from croupier.views.fairness.fairness_check import check_decks
from croupier.views.fairness.fairness_file import sealed_file


class LogAudit:
    """A log under audit, as far as it was read."""

    def __init__(
        self,
        stream: str,
        keys: Keys | None,
        watched: Collection[int],
        *,
        sealed: bool,
        plays: bool = True,
        base: Base | None = None,
    ) -> None:
        """Note what the watched lines hash to; the lines of a `sealed` log must have MACs.

        With `plays` every round is played again. What was retired ends at a `base`.
        """
        self.stream = stream
        self.begins = self.number = base.number if base is not None else 0
        self.tip = base.hash if base is not None else START  # of the last line
        self.tips = {self.number: self.tip}  # of the watched lines
        self.fresh: dict[int, Entry] = {}  # what the latest page says
        self.sums = dict(base.accounts) if base is not None else {}  # by account, of the journal
        self._keys, self._watched, self._sealed = keys, watched, sealed
        self._plays = plays and keys is not None and stream.startswith(TABLE)
        self.broken = self._unread = False
        self._rounds = Rounds(stream)

    def take(self, page: Sequence[Stored]) -> Iterator[Fault]:
        """Check the next lines."""
        if not self.broken:
            after, unsealed = (self.number, self.tip), not self._sealed
            for fault in chain_faults(page, self._keys, after=after, unsealed=unsealed):
                self.broken = True
                yield fault
        self.number, self.tip = page[-1].number, page[-1].hash
        self.tips |= {line.number: line.hash for line in page if line.number in self._watched}
        self.fresh = {}
        yield from self._open(page)
        if self._plays and not self._unread:
            yield from self._rounds.take(self.fresh)

    def _open(self, page: Iterable[Stored]) -> Iterator[Fault]:
        """Read the entries that can be read, and name those that should have been."""
        if self.stream != HOUSE and not self.stream.startswith(TABLE):
            return
        read = house.read_entry if self.stream == HOUSE else life.read_entry
        for line in page:
            if line.sealed and self._keys is None:
                continue
            try:
                body = line.body
                if line.sealed and self._keys is not None:
                    body = self._keys.unseal(body, place(line.stream, line.number))
                self.fresh[line.number] = read(body)
            except Refused as refused:
                self._unread = True
                yield Fault(line.stream, line.number, refused.why)


class Rounds:
    """The rounds of a table's log: each is played again from its deck, which was sealed."""

    def __init__(self, stream: str) -> None:
        """Begin before the first round."""
        self._stream = stream
        self._lines: list[tuple[int, Entry]] = []
        self._seals: list[Entry] = []

    def take(self, entries: dict[int, Entry]) -> Iterator[Fault]:
        """Check the rounds that end in these entries."""
        for number, entry in entries.items():
            fact = entry.fact
            if isinstance(fact, DeckSealed):
                self._seals = [*self._seals, entry] if fact.shuffle else [entry]
            if not is_round_event(fact):
                continue
            if isinstance(fact, RoundOpened):
                self._lines = []
            self._lines.append((number, entry))
            if isinstance(fact, RoundClosed):
                yield from self._round()
                self._lines, self._seals = [], []

    def _round(self) -> Iterator[Fault]:
        first, played = self._lines[0][0], [entry for _, entry in self._lines]
        try:
            verify_log((write_event(entry.fact) for entry in played), game_of)
        except Refused as refused:
            yield Fault(self._stream, first, f"the round that begins here: {refused.why}")
            return
        if self._seals:  # rounds of older logs have none
            for fault in check_decks(sealed_file(self._stream, 0, [*self._seals, *played])):
                yield Fault(self._stream, first, f"the round that begins here: {fault}")
