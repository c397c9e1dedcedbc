"""Orders to the house: the facts they lead to, and what is due when.

The house is what its tables share: approvals, waiting lists, funds, the cage, exclusions. It has
its own log and the same shape as a table. A table reads the house when it decides, never when it
replays.
"""

from datetime import datetime
from functools import reduce

from croupier.engine.event import Event
from croupier.room.cage import closing, fills, requests
from croupier.room.cage import decide as cage
from croupier.room.cage import orders as counter
from croupier.room.cage.ledger import check_amounts
from croupier.room.custody import distribution
from croupier.room.funds import decide as funds
from croupier.room.funds import intake, payouts
from croupier.room.funds import orders as fund_orders
from croupier.room.house import (
    disclosure,
    filings,
    hosting,
    orders,
    second_factors,
    setting_up,
    templates,
)
from croupier.room.house.days import day_of
from croupier.room.house.evolve import evolve
from croupier.room.house.state import House, HouseDeciders
from croupier.room.logbook import Entry, Order, Procedure, check_order, check_signed
from croupier.room.seating import waiting

DECIDE: HouseDeciders = {
    **distribution.DECIDE,
    **waiting.DECIDE,
    **setting_up.DECIDE,
    **second_factors.DECIDE,
    **orders.DECIDE,
    **filings.DECIDE,
    **fund_orders.DECIDE,
    **intake.DECIDE,
    **payouts.DECIDE,
    **counter.DECIDE,
    **fills.DECIDE,
    **requests.DECIDE,
    **closing.DECIDE,
    **disclosure.DECIDE,
    **templates.DECIDE,
    **hosting.DECIDE,
}
COMMANDS = tuple(DECIDE)


def decide(house: House, order: Order) -> list[Event]:
    """The facts that an order leads to, or a refusal; nothing changes here."""
    check_order(order)
    check_signed(order)
    facts = DECIDE[type(order.says)](house, order)
    closing.check_books(house, order, facts)
    check_amounts(house.accounts, facts)
    return facts


def obey(house: House, order: Order) -> tuple[House, list[Entry]]:
    """Carry out an order: the house afterward, and the new entries of its log."""
    entries = [Entry(order.at, order.by, fact) for fact in decide(house, order)]
    return reduce(evolve, entries, house), entries


def gaming_day(house: House, at: datetime) -> str:
    """The gaming day a moment belongs to, as the date it began on (A-86)."""
    return day_of(house.dawn, at)


def due(house: House, at: datetime) -> list[Procedure]:
    """What the house must do, whatever its tables do; the most pressing first."""
    found = [*funds.due(house, at), *cage.due(house, at)]
    return sorted(found, key=lambda one: one.by)
