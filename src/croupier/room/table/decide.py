"""Orders to a table: what they come to, and what follows from them.

Like the engine: `decide` refuses an order or says which facts it comes to, `evolve` never refuses,
and a log replays to the same state. The orders of each part of the table are in that part's
package; a round in play is one of them, and its events are in the same log.
"""

from collections.abc import Callable
from functools import reduce
from operator import or_

from croupier.engine.event import Event
from croupier.engine.events import RoundClosed
from croupier.engine.play import begin
from croupier.room.cage import charges, trays
from croupier.room.cage.ledger import check_amounts
from croupier.room.conduct import calling
from croupier.room.conduct import orders as conduct
from croupier.room.custody import commitment, counting, device
from croupier.room.custody import orders as custody
from croupier.room.funds import box
from croupier.room.house.state import House
from croupier.room.logbook import Entry, Order, check_order, check_signed
from croupier.room.seating import decide as departures
from croupier.room.seating import limits, purchases, waiting, wishes
from croupier.room.seating import orders as seating
from croupier.room.table import orders, pace, rounds, showing
from croupier.room.table.evolve import evolve
from croupier.room.table.facts import RoundCalledOff
from croupier.room.table.state import Table, TableDeciders

DECIDE: TableDeciders = {
    **orders.DECIDE,
    **custody.DECIDE,
    **counting.DECIDE,
    **device.DECIDE,
    **commitment.DECIDE,
    **seating.DECIDE,
    **limits.DECIDE,
    **waiting.DECIDE_AT_TABLE,
    **wishes.DECIDE,
    **charges.DECIDE,
    **box.DECIDE,
    **conduct.DECIDE,
    **calling.DECIDE,
    **pace.DECIDE,
    **showing.DECIDE,
    **trays.DECIDE,
    **rounds.DECIDE,
}
COMMANDS = tuple(DECIDE)
FOR_ACCOUNTS = tuple(kind for kind in COMMANDS if not kind.by_room)
AccountCommand: object = reduce(or_, FOR_ACCOUNTS)  # what people can order at an automated table
_AFTER_ROUND: tuple[Callable[[Table], list[Event]], ...] = (
    departures.after_round,
    purchases.after_round,
    limits.after_round,
)


def decide(table: Table, order: Order, house: House) -> list[Event]:
    """Say which facts an order comes to, or refuse it; nothing changes here."""
    check_order(order, table.game.own(order.says.clause))
    check_signed(order)
    return DECIDE[type(order.says)](table, order, house)


def obey(table: Table, order: Order, house: House) -> tuple[Table, list[Entry]]:
    """Carry out an order: the table afterward, and the new entries of its log.

    Each fact is folded once. What the dealer does next in the round follows from the table as it
    is then, and so does what players asked for while the round was open.
    """
    entries: list[Entry] = []
    before, facts = table.accounts, decide(table, order, house)
    while facts:
        for fact in purchases.with_currency(table, facts):
            entries.append(entry := Entry(order.at, order.by, fact))
            table = evolve(table, entry)
        waits = table.round is None or table.round.done or table.round.turns
        facts = [] if waits or table.round is None else [*begin(table.round)]
    if any(isinstance(entry.fact, RoundClosed | RoundCalledOff) for entry in entries):
        for part in _AFTER_ROUND:
            while facts := part(table):
                for fact in facts:
                    entries.append(entry := Entry(order.at, order.by, fact))
                    table = evolve(table, entry)
    check_amounts(before, (entry.fact for entry in entries))
    return table, entries
