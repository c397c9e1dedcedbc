"""The life of a table from its opening to its closing: one log, one writer, one state.

Like the engine: `decide` refuses or tells, `evolve` never refuses, and a log replays to the same
state. Each part of a table's life is a module with its commands, its facts and two tables of
handlers; a round in play is one of them, and its events lie in the same log as they are.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.accounts import METER, Accounts, stack
from croupier.engine.events import AnyEvent, PotAwarded, RoundClosed
from croupier.engine.round import Round
from croupier.refused import Refused
from croupier.room.cage import charges, trays
from croupier.room.cage.charges import Charges
from croupier.room.cage.ledger import post
from croupier.room.cage.trays import Tray
from croupier.room.conduct import orders as conduct
from croupier.room.conduct.orders import Conduct
from croupier.room.custody import commitment as sealing
from croupier.room.custody import decks as custody
from croupier.room.custody.decks import Custody
from croupier.room.funds import box as bad_beat
from croupier.room.funds.box import Box
from croupier.room.house.decide import House
from croupier.room.logbook import (
    Command,
    Entry,
    Order,
    Procedure,
    check_order,
    check_signed,
    entry_codec,
)
from croupier.room.seating import absence as seating_absence
from croupier.room.seating import limits as seating_limits
from croupier.room.seating import lineup as seating_deal
from croupier.room.seating import orders as seating
from croupier.room.seating import purchases as seating_chips
from croupier.room.seating import vacancy as seating_vacancy
from croupier.room.seating import wishes
from croupier.room.seating.limits import Proposal
from croupier.room.seating.orders import Seat, Seating
from croupier.room.seating.wishes import Wishes
from croupier.room.table import pace, rounds, setup
from croupier.room.table.pace import Pace
from croupier.room.table.state import Table
from croupier.rules.game import Game
from croupier.rules.sign import TableSign

PARTS = (
    setup,
    custody,
    sealing,
    seating,
    seating_chips,
    seating_absence,
    seating_deal,
    seating_limits,
    seating_vacancy,
    wishes,
    charges,
    bad_beat,
    conduct,
    pace,
    trays,
    rounds,
)


class TableLife(Struct, frozen=True, kw_only=True):
    """Everything that is true of a table."""

    name: str
    game: Game
    sign: TableSign
    status: Literal["closed", "open"] = "closed"
    opened: datetime | None = None  # when it last was
    accounts: Accounts = {}
    seats: dict[int, Seat] = {}
    seating: Seating = Seating()
    proposal: Proposal | None = None  # of a higher minimum
    button: int = 0  # 0: not placed yet
    kill: int = 0
    rounds: int = 0
    round: Round | None = None
    awards: tuple[PotAwarded, ...] = ()  # of the round in hand
    custody: Custody = Custody()
    charges: Charges = Charges()
    box: Box = Box()
    conduct: Conduct = Conduct()
    pace: Pace = Pace()
    tray: Tray = Tray()
    wishes: Wishes = Wishes()

    @property
    def playing(self) -> bool:
        """Whether a round is open: between the deal and the payment of the pot (POKER 1)."""
        return self.round is not None and not self.round.done

    @property
    def stacks(self) -> dict[int, Chips]:
        """The chips in front of every seat that is taken."""
        return {seat: self.accounts.get(stack(seat), Chips(0)) for seat in sorted(self.seats)}

    @property
    def table(self) -> Table:
        """What the next round needs to know."""
        meter = self.accounts.get(METER) if self.sign.progressive else None
        return Table(
            game=self.game,
            sign=self.sign,
            stacks=self.stacks,
            button=self.button,
            kill=self.kill,
            rounds=self.rounds,
            meter=meter,
        )

    def dealt_in(self) -> dict[int, Chips]:
        """The seats that are dealt in, with their chips."""
        return seating_deal.next_deal(self).stacks

    def check_open(self) -> None:
        """Refuse what only an open table does."""
        if self.status != "open":
            raise Refused(self.game.own("POKER 4(a)"), f"table {self.name} is not open")

    def check_between(self, clause: str) -> None:
        """Refuse what may only be done between rounds of play."""
        if self.playing:
            raise Refused(self.game.own(clause), "a round of play is open: wait until it is over")

    def check_runs(self, house: House) -> None:
        """Refuse to run the table on what the house has no approval for."""
        for part in PARTS:
            if hasattr(part, "check_runs"):
                part.check_runs(self, house)

    def due(self, at: datetime, house: House) -> list[Procedure]:
        """Every procedure that is or will be due, the most pressing first."""
        found = [due for part in PARTS if hasattr(part, "due") for due in part.due(self, at, house)]
        return sorted(found, key=lambda due: due.by)

    def overdue(self, at: datetime, house: House) -> Iterator[Procedure]:
        """The procedures that should have been done already: no round before they are."""
        return (due for due in self.due(at, house) if due.by < at)


_DECIDE: dict[type, Callable[[TableLife, Order, House], list[Any]]] = {}
_EVOLVE: dict[type, Callable[[TableLife, Entry], TableLife]] = {}
for _part in PARTS:
    _DECIDE |= _part.DECIDE
    _EVOLVE |= _part.EVOLVE

COMMANDS = tuple(_DECIDE)
FOR_ACCOUNTS = tuple(kind for kind in COMMANDS if issubclass(kind, Command) and not kind.by_room)
AccountCommand: Any = reduce(or_, FOR_ACCOUNTS)  # what people may say to an automated table
AnyFact = (
    AnyEvent
    | setup.Fact
    | custody.Fact
    | sealing.Fact
    | seating.Fact
    | seating_chips.Fact
    | seating_absence.Fact
    | seating_deal.Fact
    | seating_limits.Fact
    | seating_vacancy.Fact
    | wishes.Fact
    | charges.Fact
    | bad_beat.Fact
    | conduct.Fact
    | pace.Fact
    | rounds.Fact
    | trays.Fact
)
write_entry, read_entry = entry_codec(AnyFact)


def decide(life: TableLife, order: Order, house: House) -> list[Entry]:
    """Say what an order amounts to, or refuse it; nothing changes here."""
    check_order(order, life.game.own(order.says.clause))
    check_signed(order)
    facts = seating_chips.with_currency(life, _DECIDE[type(order.says)](life, order, house))
    entries = [Entry(order.at, order.by, fact) for fact in facts]
    if any(isinstance(fact, RoundClosed | rounds.RoundCalledOff) for fact in facts):
        entries += _after_round(life, entries)
    return entries


def _after_round(life: TableLife, told: list[Entry]) -> Iterator[Entry]:
    """What people asked for while the round was open, and what then follows by itself."""
    last = told[-1]
    for entry in told:
        life = evolve(life, entry)
    for part in (part for part in PARTS if hasattr(part, "after_round")):
        while facts := part.after_round(life):
            for fact in facts:
                yield (entry := Entry(last.at, last.by, fact))
                life = evolve(life, entry)


def evolve(life: TableLife, entry: Entry) -> TableLife:
    """The table after one more line of its log."""
    fact = entry.fact
    moves = getattr(fact, "moves", ())
    if moves:
        life = replace(life, accounts=post(life.accounts, moves))
    return _EVOLVE.get(type(fact), rounds.round_told)(life, entry)


def obey(life: TableLife, order: Order, house: House) -> tuple[TableLife, list[Entry]]:
    """Carry an order out: the table afterwards, and what goes into its log."""
    entries = decide(life, order, house)
    for entry in entries:
        life = evolve(life, entry)
    return life, entries


def replay(entries: Iterable[Entry], find: Callable[[str], Game]) -> TableLife:
    """Fold a log back into its table; `find` gives the game of a key."""
    told = iter(entries)
    first = next(told, None)
    if first is None or not isinstance(first.fact, setup.TableSetUp):
        raise Refused("FIELD log", "the log of a table begins with its setting up")
    life = setup.founded(first, find)
    for entry in told:
        life = evolve(life, entry)
    return life
