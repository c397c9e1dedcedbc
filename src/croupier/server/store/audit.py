"""Check a whole database: the chain, the signatures, the books, and every round played again.

What is found is said with its exact place. Without the keys the chain, the books and the plain
lines are checked; with them also what is sealed, and that every round was dealt by the rules.
"""

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from croupier.engine.events import AnyEvent, RoundClosed, RoundOpened, write_event
from croupier.engine.verify import verify_log
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.custody.facts import DeckSealed
from croupier.room.house import evolve as house
from croupier.room.logbook import Entry
from croupier.room.table import evolve as life
from croupier.server.chat import CHAT
from croupier.server.store.chain import START, Stored, is_linked, place, statement
from croupier.server.store.database import snapshot, stored_page
from croupier.server.store.keys import Keys, is_signed
from croupier.server.store.lines import HOUSE, TABLE
from croupier.server.store.schema import balances, checkpoints, events, journal
from croupier.server.store.witness import Held, contradictions
from croupier.views.fairness.fairness_check import check_decks
from croupier.views.fairness.fairness_file import sealed_file


class Fault(NamedTuple):
    """Something that is not as it was written, and where."""

    stream: str
    number: int
    what: str

    def __str__(self) -> str:
        """One sentence with the place first."""
        where = f"{self.stream} line {self.number}" if self.number else self.stream
        return f"{where}: {self.what}"


async def audit(
    engine: AsyncEngine, keys: Keys | None, witness: Sequence[Held] = ()
) -> AsyncIterator[Fault]:
    """Everything that is wrong with a database, log by log; the room may be open meanwhile."""
    async with snapshot(engine) as connection:
        found = await connection.execute(select(events.c.stream).distinct())
        seen = {one.stream for one in witness}
        for stream in sorted(seen.union(row.stream for row in found)):
            held = [one for one in witness if one.stream == stream]
            for fault in await _faults(connection, stream, keys, held):
                yield fault


async def _faults(
    connection: AsyncConnection, stream: str, keys: Keys | None, witness: Sequence[Held]
) -> list[Fault]:
    lines: list[Stored] = []
    while page := await stored_page(connection, stream, lines[-1].number if lines else 0):
        lines += page
    entries, unread = _opened(lines, keys)
    faults = [*_chain(lines), *unread]
    faults += [fault async for fault in _books(connection, stream, entries)]
    faults += [fault async for fault in _signatures(connection, stream, lines, keys)]
    faults += [Fault(stream, *found) for found in contradictions(lines, witness, keys)]
    if keys is not None and not unread and stream.startswith(TABLE):
        faults += _rounds(stream, entries)
    return faults


def _chain(lines: Iterable[Stored]) -> Iterable[Fault]:
    """The first broken link of a log: whatever follows hangs on it."""
    before, expected = START, 1
    for line in lines:
        if line.number != expected:
            yield Fault(line.stream, expected, f"the line is missing: {line.number} follows")
            return
        if not is_linked(line, before):
            yield Fault(line.stream, line.number, "this is not the line that was written here")
            return
        before, expected = line.hash, expected + 1


def _opened(lines: Iterable[Stored], keys: Keys | None) -> tuple[dict[int, Entry], list[Fault]]:
    """The entries that can be read, and those that should have been."""
    entries: dict[int, Entry] = {}
    faults: list[Fault] = []
    for line in lines:
        if line.sealed and keys is None:
            continue
        if line.stream.startswith(CHAT):
            continue
        read = house.read_entry if line.stream == HOUSE else life.read_entry
        try:
            body = line.body
            if line.sealed and keys is not None:
                body = keys.unseal(body, place(line.stream, line.number))
            entries[line.number] = read(body)
        except Refused as refused:
            faults.append(Fault(line.stream, line.number, refused.why))
    return entries, faults


async def _books(
    connection: AsyncConnection, stream: str, entries: dict[int, Entry]
) -> AsyncIterator[Fault]:
    """The journal says what the log says, and the balances are its sums."""
    wanted = select(journal).where(journal.c.stream == stream)
    wanted = wanted.order_by(journal.c.number, journal.c.place)
    booked: dict[int, list[tuple[str, str, int]]] = {}
    sums: dict[str, int] = {}
    for row in await connection.execute(wanted):
        booked.setdefault(row.number, []).append((row.debit, row.credit, row.amount))
        sums[row.debit] = sums.get(row.debit, 0) - row.amount
        sums[row.credit] = sums.get(row.credit, 0) + row.amount
    kept = await connection.execute(select(balances).where(balances.c.stream == stream))
    stands = {row.account: row.balance for row in kept if row.balance}
    for number, entry in entries.items():
        moves = [(m.source, m.target, m.chips) for m in getattr(entry.fact, "moves", ())]
        if booked.get(number, []) != moves:
            yield Fault(stream, number, "the journal has other chips than the log")
    sums = {account: chips for account, chips in sums.items() if chips}
    if sums != stands:
        wrong = sorted(set(sums.items()) ^ set(stands.items()))
        yield Fault(stream, 0, f"the balance of {wrong[0][0]} is not the sum of the journal")


async def _signatures(
    connection: AsyncConnection, stream: str, lines: list[Stored], keys: Keys | None
) -> AsyncIterator[Fault]:
    """Every checkpoint is signed, and says what the log still says."""
    tips = {line.number: line.hash for line in lines}
    wanted = select(checkpoints).where(checkpoints.c.stream == stream)
    for row in await connection.execute(wanted.order_by(checkpoints.c.number)):
        if tips.get(row.number) != bytes(row.hash):
            yield Fault(stream, row.number, "the log is not what its checkpoint signed")
        elif keys is not None:
            words = statement(stream, row.number, bytes(row.hash))
            if not is_signed(words, bytes(row.signature), keys.public):
                yield Fault(stream, row.number, "the signature of this checkpoint is wrong")


def _rounds(stream: str, entries: dict[int, Entry]) -> Iterable[Fault]:
    """Every finished round, played again from its deck, which is the one that was sealed."""
    told: list[tuple[int, Entry]] = []
    seals: list[Entry] = []
    for number, entry in sorted(entries.items()):
        fact = entry.fact
        if isinstance(fact, DeckSealed):
            seals = [*seals, entry] if fact.shuffle else [entry]
        if not isinstance(fact, AnyEvent):
            continue
        if isinstance(fact, RoundOpened):
            told = []
        told.append((number, entry))
        if isinstance(fact, RoundClosed):
            yield from _round(stream, told, seals)
            told, seals = [], []


def _round(
    stream: str, told: Sequence[tuple[int, Entry]], seals: Sequence[Entry]
) -> Iterable[Fault]:
    first, played = told[0][0], [entry for _, entry in told]
    try:
        verify_log((write_event(entry.fact) for entry in played), game_of)
    except Refused as refused:
        yield Fault(stream, first, f"the round that begins here: {refused.why}")
        return
    if seals:  # rounds of older logs have none
        for fault in check_decks(sealed_file(stream, 0, [*seals, *played])):
            yield Fault(stream, first, f"the round that begins here: {fault}")
