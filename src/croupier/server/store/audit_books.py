"""Check the books: the journal against the log, balances against the journal, house and tables."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.room.cage.facts import TableBooked
from croupier.room.cage.state import TableSlip
from croupier.room.courier import slips_of
from croupier.room.logbook import Entry
from croupier.server.store.archives import ARCHIVES, postings
from croupier.server.store.audit_log import LogAudit
from croupier.server.store.chain import Stored
from croupier.server.store.faults import Fault
from croupier.server.store.lines import CHAT, HOUSE, PEOPLE, TABLE, stream_of
from croupier.server.store.retired import Base, slips_digest
from croupier.server.store.schema import balances, journal

MOVE_NOTHING = (CHAT, PEOPLE, ARCHIVES)  # logs in which no chips move


async def book_faults(
    connection: AsyncConnection, stream: str, page: Sequence[Stored], log: LogAudit
) -> AsyncIterator[Fault]:
    """The journal says what these lines of the log say; its sums are kept in the audit."""
    booked: dict[int, list[tuple[int, str, str, int]]] = {}
    for row in await postings(connection, stream, page[0].number, page[-1].number):
        said = row.place, row.debit, row.credit, row.amount
        booked.setdefault(row.number, []).append(said)
        log.sums[row.debit] = log.sums.get(row.debit, 0) - row.amount
        log.sums[row.credit] = log.sums.get(row.credit, 0) + row.amount
    for number, entry in log.fresh.items():
        moves = enumerate(getattr(entry.fact, "moves", ()))
        if booked.pop(number, []) != [(at, m.source, m.target, m.chips) for at, m in moves]:
            yield Fault(stream, number, "the journal has other chips than the log")
    sealed = {line.number for line in page if line.sealed}
    moveless = booked.keys() - sealed if stream.startswith(MOVE_NOTHING) else set[int]()
    for number in sorted(moveless):
        yield Fault(stream, number, "the journal has chips that no line moves")


async def balance_faults(connection: AsyncConnection, log: LogAudit) -> AsyncIterator[Fault]:
    """The journal books no line that is not there, and the balances are its sums."""
    beyond = select(journal.c.number).where(journal.c.stream == log.stream)
    beyond = beyond.where((journal.c.number > log.number) | (journal.c.number < 1)).limit(1)
    if (number := await connection.scalar(beyond)) is not None:
        yield Fault(log.stream, number, "the journal books a line that is not there")
        return
    kept = await connection.execute(select(balances).where(balances.c.stream == log.stream))
    stands = {row.account: row.balance for row in kept}
    if log.sums != stands:
        wrong = sorted(set(log.sums.items()) ^ set(stands.items()))
        yield Fault(log.stream, 0, f"the balance of {wrong[0][0]} is not the sum of the journal")


class Slips:
    """The slips that tables made out, and those that the house has entered in its books."""

    def __init__(self) -> None:
        """Begin with no log read."""
        self.made: dict[str, list[TableSlip]] = {}
        self.entered: dict[str, list[tuple[int, TableSlip]]] = {}  # with the line of the house
        self.bases: dict[str, Base] = {}  # of tables whose first lines were retired

    def begin(self, base: Base) -> None:
        """Begin the audit of a log after its retired lines: their slips are known by a digest."""
        self.bases[base.stream.removeprefix(TABLE)] = base

    def take(self, stream: str, entries: Mapping[int, Entry]) -> None:
        """Collect the slips of some lines."""
        for number, entry in entries.items():
            if stream == HOUSE and isinstance(entry.fact, TableBooked):
                self.entered.setdefault(entry.fact.table, []).append((number, entry.fact.slip))
            elif stream.startswith(TABLE):
                made = self.made.setdefault(stream.removeprefix(TABLE), [])
                made.extend(slips_of(number, entry))


def slip_faults(slips: Slips) -> Iterator[Fault]:
    """The house has entered the slips that the tables made out; the latest may still be missing."""
    for table, entered in sorted(slips.entered.items()):
        made = slips.made.get(table, [])
        if (base := slips.bases.get(table)) is not None:
            retired, entered = entered[: base.slips], entered[base.slips :]
            if slips_digest(slip for _, slip in retired) != base.slips_digest:
                what = f"the first {base.slips} slips of {base.stream} are not those it issued"
                yield Fault(HOUSE, 0, what)
        for at, (number, slip) in enumerate(entered):
            if at >= len(made) or made[at] != slip:
                what = f"this slip is not in the log of {stream_of(table)}, line {slip.line}"
                yield Fault(HOUSE, number, what)
                break
