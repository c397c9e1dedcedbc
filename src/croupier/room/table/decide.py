"""Orders to a table: the facts they lead to, and what follows from them.

Like the engine: `decide` refuses an order or returns the facts it leads to, `evolve` never refuses,
and a log replays to the same state. The orders of each part of the table are in that part's
package; a round in play is one of them, and its events are in the same log.
"""

from collections.abc import Callable
from functools import reduce
from operator import or_

from croupier.engine.events import RoundClosed
from croupier.engine.play import begin
from croupier.refused import Refused
from croupier.room.cage import charges, trays
from croupier.room.cage.ledger import check_amounts
from croupier.room.conduct import calling
from croupier.room.conduct import orders as conduct
from croupier.room.custody import commitment, counting, device
from croupier.room.custody import orders as custody
from croupier.room.funds import box
from croupier.room.house.people import Actor
from croupier.room.house.state import House
from croupier.room.logbook import ByDealer, Entry, Order, check_order, check_signed
from croupier.room.seating import decide as departures
from croupier.room.seating import limits, purchases, waiting, wishes
from croupier.room.seating import orders as seating
from croupier.room.table import orders, pace, rounds, showing
from croupier.room.table.evolve import evolve
from croupier.room.table.facts import RoundCalledOff
from croupier.room.table.state import Decided, Table, TableDeciders

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
_OVER = (RoundClosed, RoundCalledOff)
_AFTER_ROUND: tuple[Callable[[Table], Decided], ...] = (
    departures.after_round,
    purchases.after_round,
    limits.after_round,
)


def decide(table: Table, order: Order, house: House) -> Decided:
    """The facts that an order leads to, or a refusal; nothing changes here.

    A refusal cites the document of the table's own game, or a reading where that has no such rule.
    """
    try:
        check_order(order)
        check_signed(order)
        return DECIDE[type(order.says)](table, order, house)
    except Refused as refused:
        clause = table.game.own(refused.clause)
        if clause == refused.clause:
            raise
        raise type(refused)(clause, refused.why) from None


def obey(table: Table, order: Order, house: House) -> tuple[Table, list[Entry]]:
    """Carry out an order: the table afterward, and the new entries of its log.

    Each fact is folded once. What the dealer does next in the round follows from the table as it
    is then, and so does what players asked for while the round was open: the dealer signs both.
    """
    entries: list[Entry] = []

    def record(facts: Decided, by: Actor) -> None:
        nonlocal table
        for fact in facts:
            signed = (dealer, fact.fact) if isinstance(fact, ByDealer) else (by, fact)
            entries.append(entry := Entry(order.at, *signed))
            table = evolve(table, entry)

    before, dealer = table.accounts, dealer_of(table, order)
    facts, by = decide(table, order, house), order.by
    while facts:
        record(purchases.with_currency(table, facts), by)
        waits = table.round is None or table.round.done or table.round.turns
        facts, by = [] if waits or table.round is None else begin(table.round), dealer
    if any(isinstance(entry.fact, _OVER) for entry in entries):
        for part in _AFTER_ROUND:
            while facts := part(table):
                record(facts, dealer)
    check_amounts(before, (entry.fact for entry in entries))
    return table, entries


def dealer_of(table: Table, order: Order) -> Actor:
    """The dealer who carries out what follows from an order: the room's own, or a person."""
    deals = table.dealt_by_person or order.says.by_room
    return order.by if deals and order.by.role == "dealer" else table.dealer
